//! `rules/NN-slug.md`: front matter, Markdown and fenced directives.

use std::ops::Range;

use deckle_rules::template::Template;

use crate::content::decode::{Decoder, formula_error};
use crate::content::entries::{ChapterEntry, ChapterPart};
use crate::content::source::{Located, ScalarPlace, Span};
use crate::content::text::Text;
use crate::content::yaml;

const FENCE: &str = "```";
const DIRECTIVES: [&str; 5] = ["card", "example", "note", "ruling", "table"];

/// Reads one chapter. `slug` is the file's stem.
pub fn read(d: &mut Decoder<'_>, slug: &str) -> Option<ChapterEntry> {
    let body_start = body_start(d)?;
    let (title, summary) = front_matter(d, body_start)?;
    let mut chapter =
        ChapterEntry { slug: slug.to_owned(), title, summary, file: d.file, body_start, parts: Vec::new() };
    let mut text_start = body_start;
    let mut at = body_start;
    while at < d.text.len() {
        let line = line_at(d.text, at);
        match opening(&d.text[line.clone()]) {
            Some(indented) => {
                let info = line.start + indented..line.end;
                let (body, end) = fence_body(d.text, line.end);
                let word = d.text[info.clone()].split_whitespace().next().unwrap_or_default();
                if DIRECTIVES.contains(&word) {
                    push_markdown(d, &mut chapter, text_start..line.start);
                    let part = directive(d, word, info, body);
                    chapter.parts.extend(part);
                    text_start = end;
                }
                at = end;
            }
            None => at = line.end,
        }
    }
    push_markdown(d, &mut chapter, text_start..d.text.len());
    Some(chapter)
}

fn body_start(d: &mut Decoder<'_>) -> Option<usize> {
    let rest = d.text.strip_prefix("---\n");
    let end = rest.and_then(|rest| rest.find("\n---\n"));
    if end.is_none() {
        let at = Span { file: d.file, start: 0, end: 0 };
        d.error("front-matter", at, "this chapter has no front matter").help =
            Some("start it with `---`, `format_version: 1`, `title: ...`, `summary: ...` and `---`".to_owned());
    }
    end.map(|end| 4 + end + 5)
}

fn front_matter(d: &mut Decoder<'_>, body_start: usize) -> Option<(String, String)> {
    // The opening dashes become spaces, so that every byte keeps its place in the file.
    let front = format!("   {}", &d.text[3..body_start - 4]);
    let node = match yaml::parse(&front, d.file) {
        Ok(node) => node,
        Err(diagnostic) => {
            d.push(*diagnostic);
            return None;
        }
    };
    let mut f = d.file_fields(&node)?;
    let title = d.string(&mut f, "title");
    let summary = d.string(&mut f, "summary");
    d.finish(&f);
    Some((title, summary))
}

fn line_at(text: &str, start: usize) -> Range<usize> {
    start..text[start..].find('\n').map_or(text.len(), |at| start + at + 1)
}

/// Whether a line opens a fence, and how far in its information starts.
fn opening(line: &str) -> Option<usize> {
    let indent = line.len() - line.trim_start_matches(' ').len();
    (indent <= 3 && line[indent..].starts_with(FENCE)).then(|| indent + FENCE.len())
}

/// The lines up to the closing fence, and the end of the fence.
fn fence_body(text: &str, start: usize) -> (Range<usize>, usize) {
    let mut at = start;
    while at < text.len() {
        let line = line_at(text, at);
        if text[line.clone()].trim() == FENCE {
            return (start..line.start, line.end);
        }
        at = line.end;
    }
    (start..text.len(), text.len())
}

fn push_markdown(d: &mut Decoder<'_>, chapter: &mut ChapterEntry, range: Range<usize>) {
    let text = &d.text[range.clone()];
    if text.trim().is_empty() {
        return;
    }
    if let Some((template, place)) = markdown(d, range) {
        chapter.parts.push(ChapterPart::Markdown(template, place));
    }
}

/// A stretch of the file as Markdown with formulas.
fn markdown(d: &mut Decoder<'_>, range: Range<usize>) -> Option<(Template, ScalarPlace)> {
    let place = ScalarPlace::verbatim(Span::new(d.file, range.clone()));
    match Template::parse(&d.text[range]) {
        Ok(template) => Some((template, place)),
        Err(error) => {
            d.push(formula_error(&error, &place));
            None
        }
    }
}

/// Reads the attributes behind a directive's word: `id=strike title="A duel"`.
struct Attributes {
    found: Vec<(Located<String>, Located<String>)>,
    at: Span,
}

impl Attributes {
    fn read(d: &Decoder<'_>, info: &Range<usize>) -> Self {
        let text = d.text[info.clone()].trim_end();
        let mut found = Vec::new();
        let mut at = text.find(char::is_whitespace).unwrap_or(text.len());
        while at < text.len() {
            at += text[at..].len() - text[at..].trim_start().len();
            let Some(equals) = text[at..].find('=') else { break };
            let key = at..at + equals;
            let value = value_range(text, key.end + 1);
            let located = |range: &Range<usize>| Located {
                value: text[range.clone()].trim().to_owned(),
                at: Span { file: d.file, start: info.start + range.start, end: info.start + range.end },
            };
            found.push((located(&key), located(&value)));
            at = value.end + usize::from(text[value.end..].starts_with('"'));
        }
        Self { found, at: Span::new(d.file, info.start..info.start + text.len()) }
    }

    fn get(&self, key: &str) -> Option<Located<String>> {
        self.found.iter().find(|(k, _)| k.value == key).map(|(_, v)| v.clone())
    }

    fn required(&self, d: &mut Decoder<'_>, key: &str) -> Option<Located<String>> {
        let found = self.get(key);
        if found.is_none() {
            d.error("missing-key", self.at, format!("this directive needs `{key}=...`"));
        }
        found
    }

    fn finish(&self, d: &mut Decoder<'_>, known: &[&str]) {
        for (key, _) in &self.found {
            if !known.contains(&key.value.as_str()) {
                d.error("unknown-key", key.at, format!("there is no key `{}` here", key.value)).help =
                    Some(format!("the keys here are: {}", known.join(", ")));
            }
        }
    }
}

fn value_range(text: &str, start: usize) -> Range<usize> {
    match text[start..].strip_prefix('"') {
        Some(quoted) => start + 1..start + 1 + quoted.find('"').unwrap_or(quoted.len()),
        None => start..text[start..].find(char::is_whitespace).map_or(text.len(), |end| start + end),
    }
}

fn directive(d: &mut Decoder<'_>, word: &str, info: Range<usize>, body: Range<usize>) -> Option<ChapterPart> {
    let attributes = Attributes::read(d, &info);
    match word {
        "card" | "ruling" => {
            attributes.finish(d, &["id"]);
            let id = attributes.required(d, "id")?;
            Some(if word == "card" { ChapterPart::Card(id) } else { ChapterPart::Ruling(id) })
        }
        "table" => {
            attributes.finish(d, &["of", "caption"]);
            let of = attributes.required(d, "of")?;
            let caption = attributes.get("caption").map(|c| c.value).unwrap_or_default();
            Some(ChapterPart::Table(of, caption))
        }
        "note" => {
            attributes.finish(d, &[]);
            marked(d, body).map(ChapterPart::Note)
        }
        _ => {
            attributes.finish(d, &["who", "title"]);
            let title = attributes.get("title").map(|t| t.value).unwrap_or_default();
            marked(d, body).map(|text| ChapterPart::Example(attributes.get("who"), title, text))
        }
    }
}

fn marked(d: &mut Decoder<'_>, body: Range<usize>) -> Option<Text> {
    let place = ScalarPlace::verbatim(Span::new(d.file, body.clone()));
    match Text::parse(&d.text[body], place) {
        Ok(text) => Some(text),
        Err((error, place)) => {
            d.push(formula_error(&error, &place));
            None
        }
    }
}
