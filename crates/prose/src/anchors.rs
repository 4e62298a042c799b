//! Link targets inside a text: headings, and rules by their IDs.
//!
//! **In** the Markdown of a chapter or an entry. **Out** its [`Anchor`]s, each with the text that
//! follows. Found before any page is rendered, so that every link can be validated and previewed.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, LinkType, Parser, Tag, TagEnd, TextMergeWithOffset};

use makeready_faces::book::{EXTENSIONS, set_quotes};
use makeready_faces::order::slug;

/// Longest preview text, in characters.
const PREVIEW_CHARS: usize = 260;

/// The most text of an anchor that is kept before it is cut for its preview, in bytes.
const LONGEST_KEPT: usize = 8 * PREVIEW_CHARS;

/// An id in a text, with the text that follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The id.
    pub id: String,
    /// An id under which links that are out still look for it.
    pub old: Option<String>,
    /// The heading, or the words in bold that follow a rule anchor, or the heading above.
    pub title: String,
    /// The text that follows.
    pub text: String,
}

/// Ids for headings without one, unique on a page.
#[derive(Default)]
pub struct Slugs(BTreeMap<String, usize>);

/// The id of a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadingId {
    /// The id.
    pub id: String,
    /// The id that it had as long as ids were of Latin letters alone: links that are out lead there.
    pub old: Option<String>,
}

impl Slugs {
    /// The id of a heading: its own, or one made from its words.
    pub fn heading(&mut self, given: Option<&str>, title: &str) -> HeadingId {
        if let Some(given) = given {
            let old = Some(super::address::segment(given)).filter(|old| *old != own_id(given));
            let old = old.map(|old| self.unique(old));
            return HeadingId { id: self.of(given), old };
        }
        let (new, old) = (slug(title), latin_slug(title));
        let new = if new.is_empty() { old.clone() } else { new };
        // The old id is taken on the page as it was before, so that none of another heading becomes it.
        let old = (old != new).then(|| self.unique(old));
        HeadingId { id: self.unique(new), old }
    }

    /// The id of what has one of its own.
    pub fn of(&mut self, given: &str) -> String {
        self.unique(own_id(given))
    }

    fn unique(&mut self, base: String) -> String {
        let count = self.0.entry(base.clone()).or_default();
        *count += 1;
        if *count == 1 { base } else { format!("{base}-{count}") }
    }
}

/// An id that an author wrote: letters and figures of every script, `_` and `-` stay, and all else becomes a hyphen.
fn own_id(given: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '_' | '-') { c } else { '-' };
    if given.is_empty() { "-".to_owned() } else { given.chars().map(plain).collect() }
}

/// The id of a heading as long as only Latin letters without accents stayed in it.
fn latin_slug(title: &str) -> String {
    let mut slug = String::new();
    for c in title.to_lowercase().chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "section".to_string() } else { slug.to_string() }
}

/// Whether an id is of the form `AB-REACT-02`: capitals and figures in groups.
pub fn is_rule_id(id: &str) -> bool {
    let is_plain = id.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-');
    is_plain && id.contains('-') && id.starts_with(|c: char| c.is_ascii_uppercase())
}

/// The Markdown events of a text in order, with their byte ranges, quotes and dashes set.
pub fn events(source: &str) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    // Before texts are joined: a backslash parts them.
    let events = set_quotes(source, Parser::new_ext(source, EXTENSIONS).into_offset_iter());
    TextMergeWithOffset::new(events.into_iter())
}

/// All ids in a text, in order. A link that has no words of its own, `[[stat:power]]`, says what `words` has for it, else its id.
pub fn anchors(source: &str, slugs: &mut Slugs, words: &dyn Fn(&str) -> Option<String>) -> Vec<Anchor> {
    let mut found: Vec<Anchor> = Vec::new();
    // Indexes of the anchors that still collect text.
    let mut open: Vec<usize> = Vec::new();
    let mut heading: Option<(Option<String>, String)> = None;
    let mut section = String::new();
    let mut strong: Option<usize> = None;
    let mut is_link_hidden = false;
    let mut is_named = false;
    // Text beyond a preview is not kept: a hundred anchors of one paragraph would each keep all of it.
    let is_full = |anchor: &Anchor| anchor.text.len() > LONGEST_KEPT;
    for (event, _) in events(source) {
        match event {
            Event::Start(Tag::Heading { id, .. }) => {
                open.clear();
                heading = Some((id.map(|id| id.to_string()), String::new()));
            }
            Event::End(TagEnd::Heading(_)) => {
                let Some((id, title)) = heading.take() else { continue };
                section.clone_from(&title);
                open.push(found.len());
                let HeadingId { id, old } = slugs.heading(id.as_deref(), &title);
                found.push(Anchor { id, old, title, text: String::new() });
            }
            Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                if let Some(id) = rule_anchor(link_type, &dest_url) {
                    is_link_hidden = true;
                    open.retain(|at| found[*at].title == section && !found[*at].text.is_empty());
                    open.push(found.len());
                    found.push(Anchor { id: id.to_string(), old: None, title: section.clone(), text: String::new() });
                }
                is_named = link_type == LinkType::WikiLink { has_pothole: false };
            }
            Event::End(TagEnd::Link) => (is_link_hidden, is_named) = (false, false),
            Event::Start(Tag::Strong) => {
                let begins = open.last().filter(|at| found[**at].text.trim().is_empty() && is_rule_id(&found[**at].id));
                strong = begins.copied().filter(|at| found[*at].title == section);
                if let Some(at) = strong {
                    found[at].title = String::new();
                }
            }
            Event::End(TagEnd::Strong) => {
                if let Some(at) = strong.take() {
                    found[at].title = found[at].title.trim_end_matches(['.', ':']).to_string();
                }
            }
            Event::Text(text) | Event::Code(text) => {
                let text = if is_named { named(&text, words) } else { text };
                if let Some((_, title)) = &mut heading {
                    title.push_str(&text);
                } else if !is_link_hidden {
                    if let Some(at) = strong {
                        found[at].title.push_str(&text);
                    }
                    open.iter().for_each(|at| found[*at].text.push_str(&text));
                    open.retain(|at| !is_full(&found[*at]));
                }
            }
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::TableCell) => {
                open.iter().for_each(|at| found[*at].text.push(' '));
            }
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::TableRow) => {
                open.retain(|at| found[*at].text.trim().is_empty());
            }
            _ => {}
        }
    }
    found.iter_mut().for_each(|anchor| anchor.text = shorten(&anchor.text));
    found
}

/// What a link without words says.
fn named<'t>(link: &str, words: &dyn Fn(&str) -> Option<String>) -> CowStr<'t> {
    let id = || link.rsplit_once(':').map_or(link, |(_, id)| id).to_owned();
    words(link).unwrap_or_else(id).into()
}

/// Cuts a text for a preview, at the end of a sentence if there is one, else of a word.
pub fn shorten(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((cut, _)) = text.char_indices().nth(PREVIEW_CHARS) else { return text };
    let head = &text[..cut];
    match head.rfind(". ").filter(|at| *at > cut / 2) {
        Some(at) => head[..=at].to_string(),
        None => format!("{} …", head.rsplit_once(' ').map_or(head, |(words, _)| words)),
    }
}

/// The rule that `[[#AB-REACT-02]]` anchors here; `None` for any other link.
pub fn rule_anchor(link_type: LinkType, dest: &str) -> Option<&str> {
    match link_type {
        LinkType::WikiLink { has_pothole: false } => dest.strip_prefix('#').map(|id| id.trim_end_matches('\\')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_have_their_words() {
        let text = "## The roll {#AB-A-01}\n\nRoll `2d12`.\n\n[[#AB-A-02]] **Highest first.** Then the next.\n\n| a |\n|---|\n| [[#AB-A-03]] [[stat:wit]] as in [[rule:AB-A-01]] or [[rule:AB-A-02\\|so]] |\n";
        let name = |link: &str| (link == "stat:wit").then(|| "Wit".to_owned());
        let found = anchors(text, &mut Slugs::default(), &name);
        let summary: Vec<_> = found.iter().map(|a| (a.id.as_str(), a.title.as_str(), a.text.as_str())).collect();
        assert_eq!(
            summary,
            [
                ("AB-A-01", "The roll", "Roll 2d12."),
                ("AB-A-02", "Highest first", "Highest first. Then the next."),
                ("AB-A-03", "The roll", "Wit as in AB-A-01 or so"),
            ]
        );
    }

    #[test]
    fn headings_with_the_same_words_get_different_ids() {
        let mut slugs = Slugs::default();
        let mut of = |title: &str| slugs.heading(None, title).id;
        assert_eq!(of("What it's for"), "what-it-s-for");
        assert_eq!(of("What it's for"), "what-it-s-for-2");
        assert_eq!(of("…"), "section");
    }

    #[test]
    fn headings_keep_letters_and_their_old_addresses() {
        let mut slugs = Slugs::default();
        let mut of = |title: &str| {
            let HeadingId { id, old } = slugs.heading(None, title);
            (id, old.unwrap_or_default())
        };
        let pair = |id: &str, old: &str| (id.to_owned(), old.to_owned());
        assert_eq!(of("Größe"), pair("größe", "gr-e"));
        assert_eq!(of("Правила"), pair("правила", "section"));
        // What this one was called before is what it is called now.
        assert_eq!(of("Gr E"), pair("gr-e-2", ""));
        assert_eq!(slugs.of("größe"), "größe-2");
        let given = slugs.heading(Some("Maße"), "Die Maße");
        assert_eq!((given.id.as_str(), given.old.as_deref()), ("Maße", Some("Ma-e")));
    }

    #[test]
    fn a_long_text_is_cut_at_a_sentence() {
        let long = format!("{}. {}", "word ".repeat(35).trim(), "more ".repeat(60).trim());
        assert!(shorten(&long).ends_with("word."));
        assert!(shorten(&"word ".repeat(90)).ends_with("word …"));
    }

    #[test]
    fn rule_ids_are_told_from_slugs() {
        assert!(is_rule_id("AB-REACT-02") && is_rule_id("AB-TIER-C"));
        assert!(!is_rule_id("react") && !is_rule_id("REACT") && !is_rule_id("AB-react"));
    }
}
