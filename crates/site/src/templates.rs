//! The templates, embedded in the program.

use std::sync::{Arc, Mutex, PoisonError};

use makeready_embedded::PAGES;
use makeready_words::Words;
use serde::Serialize;
use tera::{Context, Kwargs, State, Tera, TeraResult, Value};

use super::chrome::Chrome;

/// All templates, validated when they are loaded: once for each language that pages speak.
#[derive(Default)]
pub struct Templates(Mutex<Vec<(Words, Arc<Tera>)>>);

impl Templates {
    /// Renders one page in the language of these words: its chrome as `page`, its content as `it`.
    pub fn page(&self, words: Words, template: &str, chrome: &Chrome, content: &impl Serialize) -> String {
        let mut context = Context::new();
        context.insert("page", chrome);
        context.insert("it", content);
        match self.speaking(words).render(template, &context) {
            Ok(html) => html,
            Err(error) => panic!("a view has all that its template asks for: {error}"),
        }
    }

    fn speaking(&self, words: Words) -> Arc<Tera> {
        let mut loaded = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, tera)) = loaded.iter().find(|(known, _)| *known == words) {
            return Arc::clone(tera);
        }
        let tera = Arc::new(load(words));
        loaded.push((words, Arc::clone(&tera)));
        tera
    }
}

fn load(words: Words) -> Tera {
    let mut tera = Tera::new();
    tera.register_function("w", move |kwargs: Kwargs, _: &State<'_>| said(words, &kwargs));
    if let Err(error) = tera.add_raw_templates(PAGES.iter().copied()) {
        panic!("the embedded templates are checked by the tests: {error}");
    }
    tera
}

/// `w(k="page.search")`: the text of a key. What its placeholders stand for is given by their names, `count` chooses the plural;
/// `until` and `after` name a placeholder and give the part of the text before or behind it, so that a template can put a link there.
fn said(words: Words, kwargs: &Kwargs) -> TeraResult<String> {
    let given = kwargs.iter().filter_map(|(name, value)| Some((name.as_str()?, value)));
    let given: Vec<(&str, String)> = given.map(|(name, value)| (name, text_of(value))).collect();
    let find = |wanted: &str| given.iter().find(|(name, _)| *name == wanted).map(|(_, text)| text.as_str());
    let key = find("k").ok_or_else(|| tera::Error::message("`w` is given no key"))?;
    if !words.has(key) {
        return Err(tera::Error::message(format!("no file of words has {key}")));
    }
    let (after, until) = (find("after"), find("until"));
    // What a link is put in the place of stays as it is.
    let is_value = |name: &str| !["k", "after", "until"].contains(&name) && Some(name) != after && Some(name) != until;
    let values: Vec<(&str, &str)> =
        given.iter().filter(|(name, _)| is_value(name)).map(|(name, text)| (*name, text.as_str())).collect();
    let text = match find("count").and_then(|count| count.parse().ok()) {
        Some(count) => words.count(key, count, &values),
        None => words.say(key, &values),
    };
    Ok(part_of(&text, after, until).to_owned())
}

/// The part of a text behind one placeholder and before another.
fn part_of<'t>(text: &'t str, after: Option<&str>, until: Option<&str>) -> &'t str {
    let divided = |text: &'t str, name: &str| text.split_once(format!("{{{name}}}").as_str());
    let behind = after.and_then(|name| divided(text, name)).map_or(text, |(_, behind)| behind);
    until.and_then(|name| divided(behind, name)).map_or(behind, |(before, _)| before)
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::part_of;

    #[test]
    fn a_text_is_divided_where_a_link_stands() {
        let text = "{name}, as {builder} builds it";
        assert_eq!(part_of(text, None, Some("name")), "");
        assert_eq!(part_of(text, Some("name"), Some("builder")), ", as ");
        assert_eq!(part_of(text, Some("builder"), None), " builds it");
    }
}
