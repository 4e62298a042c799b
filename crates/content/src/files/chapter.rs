//! `rules/NN-slug.md`: front matter, Markdown and fenced directives.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use deckle_rules::formula::nearest;

use super::checks::ODDS_KEYS;
use super::procedures::CALL_KEYS;
use crate::building::GivenEntry;
use crate::checks::{OddsEntry, several};
use crate::code::Code;
use crate::decode::Decoder;
use crate::diagnostic::Diagnostic;
use crate::entries::{BillPart, ChapterEntry, ChapterPart};
use crate::limits::{LARGEST_CHAPTER, LONGEST_NAME, LONGEST_TEXT};
use crate::procedures::CallEntry;
use crate::source::{Located, ScalarPlace, Span, floor_boundary};
use crate::tables::{TableEntry, TableOf};
use crate::text::Text;
use crate::yaml;

const DIRECTIVES: [&str; 8] = ["card", "example", "note", "odds", "procedure", "ruling", "table", "bill"];
/// Words behind a fence that name the language of its code.
const LANGUAGES: [&str; 8] = ["text", "txt", "yaml", "yml", "json", "md", "markdown", "sh"];

/// Reads one chapter. `slug` is the file's stem.
pub fn read(d: &mut Decoder, slug: &str) -> Option<ChapterEntry> {
    check_slug(d, slug);
    if d.text.len() > LARGEST_CHAPTER {
        let at = Span { file: d.file, start: 0, end: 0 };
        let message = format!("this chapter has {} bytes; {LARGEST_CHAPTER} is the most", d.text.len());
        d.error(Code::TooLarge, at, message).help = Some("split it into several chapters".to_owned());
        return None;
    }
    let body_start = body_start(d)?;
    let (title, summary) = front_matter(d, body_start)?;
    let mut chapter = ChapterEntry {
        slug: slug.to_owned(),
        title,
        summary,
        file: d.file,
        body_start,
        parts: Vec::new(),
        anchors: Vec::new(),
    };
    let mut text_start = body_start;
    let mut at = body_start;
    while at < d.text.len() {
        let line = line_at(&d.text, at);
        at = line.end;
        let Some(fence) = Fence::open(&d.text, &line) else {
            refuse_indented(d, &line);
            chapter.anchors.extend(anchors(d, &line));
            continue;
        };
        let (body, end) = fence.body(d, line.end);
        at = end;
        if fence.is_directive(d) {
            push_markdown(d, &mut chapter, text_start..line.start);
            let part = directive(d, &fence, body);
            chapter.parts.extend(part);
            text_start = end;
        }
    }
    push_markdown(d, &mut chapter, text_start..d.text.len());
    Some(chapter)
}

/// `03-react`: the number orders the chapters, the name is the address of the page.
fn check_slug(d: &mut Decoder, slug: &str) {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    let is_good = slug.split_once('-').is_some_and(|(number, name)| {
        !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) && is_name(name)
    });
    if !is_good {
        let at = Span { file: d.file, start: 0, end: 0 };
        d.error(Code::ChapterName, at, format!("a chapter's file cannot be called `{slug}.md`")).help =
            Some("call it like `03-react.md`: a number, a hyphen, and small letters, figures and hyphens".to_owned());
    }
}

/// Where the body begins: behind the line that closes the front matter.
fn body_start(d: &mut Decoder) -> Option<usize> {
    let mut at = bom(&d.text);
    let mut opened = false;
    while at < d.text.len() {
        let line = line_at(&d.text, at);
        at = line.end;
        match (d.text[line].trim_end() == "---", opened) {
            (true, true) => return Some(at),
            (true, false) => opened = true,
            (false, true) => {}
            (false, false) => break,
        }
    }
    let at = Span { file: d.file, start: 0, end: 0 };
    let message =
        if opened { "the front matter of this chapter is never closed" } else { "this chapter has no front matter" };
    d.error(Code::FrontMatter, at, message).help =
        Some("start it with the lines `---`, `format_version: 1`, `title: ...`, `summary: ...` and `---`".to_owned());
    None
}

/// The length of a byte order mark.
fn bom(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

fn front_matter(d: &mut Decoder, body_start: usize) -> Option<(String, String)> {
    // The dashes become spaces, so that every byte keeps its place in the file.
    let opening = bom(&d.text) + 3;
    let closing = d.text[..body_start].trim_end().len().saturating_sub(3).max(opening);
    let front = format!("{}{}", " ".repeat(opening), &d.text[opening..closing]);
    let node = match yaml::parse(&front, d.file) {
        Ok(node) => node,
        Err(found) => {
            for fault in found {
                d.push(fault);
            }
            return None;
        }
    };
    let mut f = d.file_fields(&node)?;
    let title = d.string(&mut f, "title");
    let summary = d.sentence(&mut f, "summary");
    d.finish(&f);
    Some((title, summary))
}

fn line_at(text: &str, start: usize) -> Range<usize> {
    start..text[start..].find('\n').map_or(text.len(), |at| start + at + 1)
}

/// The line that opens a fenced part.
struct Fence {
    /// "`" or "~", as often as it stands there.
    mark: String,
    /// What stands behind it.
    info: Range<usize>,
    /// Its first word.
    word: String,
}

impl Fence {
    fn open(text: &str, line: &Range<usize>) -> Option<Self> {
        let indent = text[line.clone()].len() - text[line.clone()].trim_start_matches(' ').len();
        let rest = &text[line.start + indent..line.end];
        let sign = rest.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let mark = &rest[..rest.len() - rest.trim_start_matches(sign).len()];
        let info = line.start + indent + mark.len()..line.start + indent + rest.trim_end().len();
        let is_fence = indent <= 3 && mark.len() >= 3 && !(sign == '`' && text[info.clone()].contains('`'));
        let word = text[info.clone()].split_whitespace().next().unwrap_or_default().to_owned();
        is_fence.then(|| Self { mark: mark.to_owned(), info, word })
    }

    fn at(&self, d: &Decoder) -> Span {
        Span::new(d.file, self.info.start - self.mark.len()..self.info.end)
    }

    /// The lines up to the closing fence, and the end of the fence.
    fn body(&self, d: &mut Decoder, start: usize) -> (Range<usize>, usize) {
        let mut at = start;
        while at < d.text.len() {
            let line = line_at(&d.text, at);
            let closing = d.text[line.clone()].trim();
            let sign = self.mark.chars().next().unwrap_or('`');
            if closing.len() >= self.mark.len() && closing.chars().all(|c| c == sign) {
                return (start..line.start, line.end);
            }
            at = line.end;
        }
        let place = self.at(d);
        d.error(Code::UnclosedFence, place, "this fence is never closed").help =
            Some(format!("write {} on a line of its own where it ends", self.mark));
        (start..d.text.len(), d.text.len())
    }

    /// Whether this is a directive. A word that is none, but looks as if it were meant to be, is reported.
    fn is_directive(&self, d: &mut Decoder) -> bool {
        if DIRECTIVES.contains(&self.word.as_str()) {
            return true;
        }
        let near = nearest(&self.word, DIRECTIVES);
        let has_attributes = d.text[self.info.clone()].contains('=');
        if !LANGUAGES.contains(&self.word.as_str()) && !self.word.is_empty() && (has_attributes || near.is_some()) {
            let start = self.info.start + d.text[self.info.clone()].find(&self.word).unwrap_or(0);
            let at = Span::new(d.file, start..start + self.word.len());
            d.error(Code::UnknownDirective, at, format!("there is no directive `{}`", self.word)).help =
                Some(match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are: {}", DIRECTIVES.join(", ")),
                });
        }
        false
    }
}

/// The ids that stand on a line: behind a heading, and in double brackets behind `#`.
fn anchors(d: &Decoder, line: &Range<usize>) -> Vec<Located<String>> {
    let whole = Rc::clone(&d.text);
    let text = &whole[line.clone()];
    let is_heading = text.trim_start_matches(' ').starts_with('#');
    let behind = |opening: &str, closing: &str| -> Vec<Range<usize>> {
        let (mut counted, mut ticks) = (0, 0);
        let id = |(at, _): (usize, &str)| {
            ticks += text[counted..at].matches('`').count();
            counted = at;
            let start = at + opening.len();
            // What is longer is no id, and the end of the line may be far.
            let near = &text[start..floor_boundary(text, start + LONGEST_NAME)];
            let is_code = ticks % 2 == 1;
            near.find(closing).filter(|_| !is_code).map(|length| start..start + length)
        };
        text.match_indices(opening).filter_map(id).collect()
    };
    let mut found = behind("[[#", "]]");
    if is_heading {
        found.extend(behind("{#", "}"));
    }
    let located = |range: Range<usize>| Located {
        value: text[range.clone()].to_owned(),
        at: Span::new(d.file, line.start + range.start..line.start + range.end),
    };
    // With words behind a bar it is a link to the id.
    found.into_iter().filter(|range| !text[range.clone()].contains('|')).map(located).collect()
}

/// A directive inside a list or a quotation would be printed as code.
fn refuse_indented(d: &mut Decoder, line: &Range<usize>) {
    let whole = Rc::clone(&d.text);
    let text = &whole[line.clone()];
    let inner = text.trim_start_matches([' ', '\t', '>', '-', '*', '+']);
    let info = inner.trim_start_matches('`');
    let word = info.split_whitespace().next().unwrap_or_default();
    if inner.len() - info.len() >= 3 && DIRECTIVES.contains(&word) {
        let start = line.start + text.len() - inner.len();
        let at = Span::new(d.file, start..start + inner.trim_end().len());
        d.error(Code::IndentedDirective, at, format!("the directive `{word}` stands inside a list or quotation"))
            .help = Some("begin its line at the margin".to_owned());
    }
}

fn push_markdown(d: &mut Decoder, chapter: &mut ChapterEntry, range: Range<usize>) {
    let whole = Rc::clone(&d.text);
    let text = &whole[range.clone()];
    if text.trim().is_empty() {
        return;
    }
    let place = ScalarPlace::verbatim(Span::new(d.file, range));
    let template = d.template(text, &place);
    d.refuse_deep(text, &place);
    chapter.parts.push(ChapterPart::Markdown(template, place));
}

/// Reads the attributes behind a directive's word: `id=strike title="A duel"`.
struct Attributes {
    found: Vec<(Located<String>, Located<String>)>,
    at: Span,
}

impl Attributes {
    fn read(d: &mut Decoder, info: &Range<usize>) -> Self {
        let file = d.file;
        let whole = Rc::clone(&d.text);
        let text = &whole[info.clone()];
        let located = |range: Range<usize>| Located {
            value: text[range.clone()].to_owned(),
            at: Span { file, start: info.start + range.start, end: info.start + range.end },
        };
        let mut found: Vec<(Located<String>, Located<String>)> = Vec::new();
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        let mut at = word_end(text, text.len() - text.trim_start().len());
        loop {
            at += text[at..].len() - text[at..].trim_start().len();
            if at == text.len() {
                break;
            }
            let key = at..at + text[at..].find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(text.len() - at);
            if let Some(end) = spaced_value(text, key.end) {
                let (pair, value) =
                    (located(key.start..end), text[..end].split_whitespace().next_back().unwrap_or_default());
                d.error(Code::Directive, pair.at, "there are spaces around this `=`").help =
                    Some(format!("write `{}={value}`", &text[key]));
                at = end;
                continue;
            }
            if !text[key.end..].starts_with('=') {
                let word = located(key.start..word_end(text, key.end));
                d.error(Code::Directive, word.at, format!("`{}` has no meaning here", word.value)).help = Some(
                    "write `key=value` without spaces around `=`, and a value of several words in quotes".to_owned(),
                );
                at = word_end(text, key.end);
                continue;
            }
            let (value, end) = value_range(d, text, info.start, key.end + 1);
            let (key, value) = (located(key), located(value));
            if value.value.trim().is_empty() {
                d.error(Code::Empty, key.at, format!("nothing stands behind `{}=`", key.value)).help =
                    Some("write the value right behind the `=`".to_owned());
            }
            match seen.get(&key.value) {
                Some(first) => {
                    let message = format!("the key `{}` stands here twice", key.value);
                    let diagnostic = Diagnostic::error(Code::DuplicateKey, key.at, message);
                    d.push(diagnostic.related(*first, "first here").help("take one of the two out"));
                }
                None => {
                    seen.insert(key.value.clone(), key.at);
                    found.push((key, value));
                }
            }
            at = end;
        }
        let length = text.trim_end().len();
        Self { found, at: Span { file, start: info.start, end: info.start + length } }
    }

    fn get(&self, key: &str) -> Option<Located<String>> {
        self.found.iter().find(|(k, _)| k.value == key).map(|(_, v)| v.clone())
    }

    fn required(&self, d: &mut Decoder, key: &str) -> Option<Located<String>> {
        let found = self.get(key);
        if found.is_none() && !d.has_fault_within(self.at) {
            d.error(Code::MissingKey, self.at, format!("this directive needs `{key}=...`")).help =
                Some(format!("write `{key}=` and the id right behind it"));
        }
        found
    }

    /// All that stands beside what every call of a procedure may have: what is put in.
    fn given(&self) -> Vec<(Located<String>, Located<GivenEntry>)> {
        let inputs = self.found.iter().filter(|(key, _)| !CALL_KEYS.contains(&key.value.as_str()));
        inputs.map(|(key, value)| (key.clone(), put_in(&value.value, value.at))).collect()
    }

    /// What is put into a check: each input with its values, of which there may be several.
    fn cases(&self, d: &mut Decoder) -> Vec<(Located<String>, Vec<Located<GivenEntry>>)> {
        let inputs = self.found.iter().filter(|(key, _)| !ODDS_KEYS.contains(&key.value.as_str()));
        let mut cases = Vec::new();
        for (key, written) in inputs {
            match several(&written.value) {
                Ok(values) => {
                    cases.push((key.clone(), values.iter().map(|value| put_in(value, written.at)).collect()));
                }
                Err(message) => {
                    d.error(Code::BadRange, written.at, message).help =
                        Some("write a range as `8..16`, or values with commas: `8,10,12`".to_owned());
                }
            }
        }
        cases
    }

    fn finish(&self, d: &mut Decoder, known: &[&str]) {
        for (key, _) in self.found.iter().filter(|(key, _)| !known.contains(&key.value.as_str())) {
            let help = match nearest(&key.value, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if known.is_empty() => "this directive has no keys".to_owned(),
                None => format!("the keys here are: {}", known.join(", ")),
            };
            d.error(Code::UnknownKey, key.at, format!("there is no key `{}` here", key.value)).help = Some(help);
        }
    }
}

/// A value that a directive puts in.
fn put_in(text: &str, at: Span) -> Located<GivenEntry> {
    let value = text.parse().map_or_else(|_| GivenEntry::Word(text.to_owned()), GivenEntry::Number);
    Located { value, at }
}

/// The end of the value in `key = value`, where spaces stand in front of the `=` or behind it.
fn spaced_value(text: &str, key_end: usize) -> Option<usize> {
    let behind = text[key_end..].trim_start().strip_prefix('=')?;
    let value = behind.trim_start();
    let is_spaced = text[key_end..].starts_with(char::is_whitespace) || behind.len() > value.len();
    (is_spaced && !value.is_empty()).then(|| word_end(text, text.len() - value.len()))
}

fn word_end(text: &str, start: usize) -> usize {
    text[start..].find(char::is_whitespace).map_or(text.len(), |end| start + end)
}

/// The value that starts at `start`, without its quotes, and where reading goes on.
fn value_range(d: &mut Decoder, text: &str, offset: usize, start: usize) -> (Range<usize>, usize) {
    let Some(quoted) = text[start..].strip_prefix('"') else {
        let end = word_end(text, start);
        return (start..end, end);
    };
    match quoted.find('"') {
        Some(length) => (start + 1..start + 1 + length, start + length + 2),
        None => {
            let at = Span::new(d.file, offset + start..offset + text.len());
            d.error(Code::Directive, at, "a quote is opened here and not closed").help =
                Some("close it before the end of the line".to_owned());
            (start + 1..text.len(), text.len())
        }
    }
}

fn directive(d: &mut Decoder, fence: &Fence, body: Range<usize>) -> Option<ChapterPart> {
    let attributes = Attributes::read(d, &fence.info);
    match fence.word.as_str() {
        "card" | "ruling" => {
            attributes.finish(d, &["id"]);
            no_body(d, fence, body);
            let id = attributes.required(d, "id")?;
            Some(if fence.word == "card" { ChapterPart::Card(id) } else { ChapterPart::Ruling(id) })
        }
        "table" => {
            attributes.finish(d, &["of", "caption"]);
            no_body(d, fence, body);
            let of = attributes.required(d, "of")?;
            let caption = attributes.get("caption").map(|c| c.value).unwrap_or_default();
            let Some((table, ids)) = TableOf::read(&of.value) else {
                let words = TableOf::WORDS.map(|(word, _)| word).join(", ");
                d.error(Code::UnknownTable, of.at, format!("there is no table of `{}`", of.value)).help =
                    Some(format!("there are: {words}, with ids behind the colon"));
                return None;
            };
            Some(ChapterPart::Table(TableEntry { table, ids: ids.to_owned(), of, caption }))
        }
        "bill" => {
            attributes.finish(d, &["ability", "who", "keywords"]);
            no_body(d, fence, body);
            let keywords = attributes.get("keywords").and_then(|written| count(d, &written));
            let ability = attributes.required(d, "ability")?;
            Some(ChapterPart::Bill(BillPart { ability, who: attributes.get("who"), keywords }))
        }
        "procedure" => {
            no_body(d, fence, body);
            let id = attributes.required(d, "id")?;
            let caption = attributes.get("caption").map(|c| c.value).unwrap_or_default();
            let call = CallEntry { id, given: attributes.given(), at: attributes.at };
            Some(ChapterPart::Procedure(call, attributes.get("who"), caption))
        }
        "odds" => {
            no_body(d, fence, body);
            let check = attributes.required(d, "check")?;
            let caption = attributes.get("caption").map(|c| c.value).unwrap_or_default();
            let given = attributes.cases(d);
            Some(ChapterPart::Odds(OddsEntry { check, who: attributes.get("who"), caption, given, at: attributes.at }))
        }
        "note" => {
            attributes.finish(d, &[]);
            Some(ChapterPart::Note(marked(d, fence, body)))
        }
        _ => {
            attributes.finish(d, &["who", "title"]);
            let title = attributes.get("title").map(|t| t.value).unwrap_or_default();
            Some(ChapterPart::Example(attributes.get("who"), title, marked(d, fence, body)))
        }
    }
}

/// A whole number above 0.
fn count(d: &mut Decoder, written: &Located<String>) -> Option<Located<usize>> {
    match written.value.parse() {
        Ok(value) if value > 0 => Some(Located { value, at: written.at }),
        _ => {
            let message = format!("a number above 0 is asked for here, and this is `{}`", written.value);
            d.error(Code::WrongType, written.at, message).help = Some("write a whole number, such as `1`".to_owned());
            None
        }
    }
}

/// Text in a directive that takes its content from elsewhere would never be printed.
fn no_body(d: &mut Decoder, fence: &Fence, body: Range<usize>) {
    let whole = Rc::clone(&d.text);
    let text = &whole[body.clone()];
    let start = body.start + text.len() - text.trim_start().len();
    let end = body.start + text.trim_end().len();
    if start < end && !d.has_fault_within(fence.at(d)) {
        let message = format!("a directive `{}` holds no text", fence.word);
        d.error(Code::Directive, Span::new(d.file, start..end), message).help =
            Some("close the fence on the next line and write the text behind it".to_owned());
    }
}

fn marked(d: &mut Decoder, fence: &Fence, body: Range<usize>) -> Text {
    let place = ScalarPlace::verbatim(Span::new(d.file, body.clone()));
    let whole = Rc::clone(&d.text);
    let text = d.marked_text(&whole[body], place);
    if text.length() > LONGEST_TEXT {
        let message = format!("this text has {} characters; {LONGEST_TEXT} is the most", text.length());
        d.error(Code::TooLong, fence.at(d), message).help = Some("divide it into several".to_owned());
    }
    if text.is_empty() && !d.has_fault_within(fence.at(d)) {
        let at = fence.at(d);
        d.error(Code::Empty, at, format!("this `{}` is empty", fence.word)).help =
            Some("write its text between the fences".to_owned());
    }
    text
}
