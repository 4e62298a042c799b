//! Directives: fenced parts of a chapter that become cards, tables, examples and the like.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use makeready_rules::formula::nearest;

use super::read::Fence;
use super::{BillPart, ChapterPart, TableEntry, TableOf};
use crate::code::Code;
use crate::concept::argument::ArgumentEntry;
use crate::concept::checks::{ODDS_KEYS, OddsEntry, several};
use crate::concept::procedures::{CALL_KEYS, CallEntry};
use crate::decode::{Decoder, Room};
use crate::diagnostic::Diagnostic;
use crate::limits::LONGEST_TEXT;
use crate::markup::Reading;
use crate::source::{Located, ScalarPlace, Span};
use crate::text::Text;

/// The words behind a fence that make it a directive.
pub const DIRECTIVES: [&str; 8] = ["card", "example", "note", "odds", "procedure", "ruling", "table", "bill"];

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
                d.error(Code::Directive, word.at, format!("unexpected `{}`", word.value)).help = Some(
                    "write `key=value` without spaces around `=`, and a value of several words in quotes".to_owned(),
                );
                at = word_end(text, key.end);
                continue;
            }
            let (value, end) = value_range(d, text, info.start, key.end + 1);
            let (key, value) = (located(key), located(value));
            if value.value.trim().is_empty() {
                d.error(Code::Empty, key.at, format!("`{}=` has no value", key.value)).help =
                    Some("write the value right after the `=`".to_owned());
            }
            match seen.get(&key.value) {
                Some(first) => {
                    let message = format!("duplicate key `{}`", key.value);
                    let diagnostic = Diagnostic::error(Code::DuplicateKey, key.at, message);
                    d.push(diagnostic.related(*first, "first here").help("remove one of the two"));
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

    /// A text that is printed as it stands; empty when it is not there.
    fn plain(&self, d: &mut Decoder, key: &str) -> String {
        let Some(text) = self.get(key) else { return String::new() };
        d.refuse_markup_in(&text.value, Reading::Plain, || ScalarPlace::verbatim(text.at));
        text.value
    }

    fn required(&self, d: &mut Decoder, key: &str) -> Option<Located<String>> {
        let found = self.get(key);
        if found.is_none() && !d.has_fault_within(self.at) {
            d.error(Code::MissingKey, self.at, format!("this directive needs `{key}=...`")).help =
                Some(format!("write `{key}=` and the id right after it"));
        }
        found
    }

    /// All that stands beside what every call of a procedure may have: its arguments.
    fn given(&self) -> Vec<(Located<String>, Located<ArgumentEntry>)> {
        let inputs = self.found.iter().filter(|(key, _)| !CALL_KEYS.contains(&key.value.as_str()));
        inputs.map(|(key, value)| (key.clone(), put_in(&value.value, value.at))).collect()
    }

    /// Arguments of a check: each parameter with its arguments, of which there may be several.
    fn cases(&self, d: &mut Decoder) -> Vec<(Located<String>, Vec<Located<ArgumentEntry>>)> {
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
fn put_in(text: &str, at: Span) -> Located<ArgumentEntry> {
    let value = text.parse().map_or_else(|_| ArgumentEntry::Symbol(text.to_owned()), ArgumentEntry::Number);
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
            d.error(Code::Directive, at, "this quote is never closed").help =
                Some("close it before the end of the line".to_owned());
            (start + 1..text.len(), text.len())
        }
    }
}

/// Reads a directive.
pub fn directive(d: &mut Decoder, fence: &Fence, body: Range<usize>) -> Option<ChapterPart> {
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
            let caption = attributes.plain(d, "caption");
            let Some((table, ids)) = TableOf::read(&of.value) else {
                let words = TableOf::WORDS.map(|(word, _)| word).join(", ");
                d.error(Code::UnknownTable, of.at, format!("there is no table of `{}`", of.value)).help =
                    Some(format!("there are: {words}, with ids after the colon"));
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
            let caption = attributes.plain(d, "caption");
            let call = CallEntry { id, given: attributes.given(), at: attributes.at };
            Some(ChapterPart::Procedure(call, attributes.get("who"), caption))
        }
        "odds" => {
            no_body(d, fence, body);
            let check = attributes.required(d, "check")?;
            let caption = attributes.plain(d, "caption");
            let given = attributes.cases(d);
            Some(ChapterPart::Odds(OddsEntry { check, who: attributes.get("who"), caption, given, at: attributes.at }))
        }
        "note" => {
            attributes.finish(d, &[]);
            Some(ChapterPart::Note(marked(d, fence, body)))
        }
        _ => {
            attributes.finish(d, &["who", "title"]);
            let title = attributes.plain(d, "title");
            Some(ChapterPart::Example(attributes.get("who"), title, marked(d, fence, body)))
        }
    }
}

/// A whole number above 0.
fn count(d: &mut Decoder, written: &Located<String>) -> Option<Located<usize>> {
    match written.value.parse() {
        Ok(value) if value > 0 => Some(Located { value, at: written.at }),
        _ => {
            let message = format!("expected a number above 0, found `{}`", written.value);
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
        let message = format!("a directive `{}` has no text", fence.word);
        d.error(Code::Directive, Span::new(d.file, start..end), message).help =
            Some("close the fence on the next line and write the text after it".to_owned());
    }
}

fn marked(d: &mut Decoder, fence: &Fence, body: Range<usize>) -> Text {
    let place = ScalarPlace::verbatim(Span::new(d.file, body.clone()));
    let whole = Rc::clone(&d.text);
    // A text that is too long is not parsed: a chapter may hold a thousand times more than a card.
    let length = whole[body.clone()].trim().chars().count();
    if length > LONGEST_TEXT {
        let message = format!("this text has {length} characters; the limit is {LONGEST_TEXT}");
        d.error(Code::TooLong, fence.at(d), message).help = Some("divide it into several".to_owned());
        return Text::default();
    }
    let text = d.marked_text(&whole[body], place, Room::Block);
    if text.is_empty() && !d.has_fault_within(fence.at(d)) {
        let at = fence.at(d);
        d.error(Code::Empty, at, format!("this `{}` is empty", fence.word)).help =
            Some("write its text between the fences".to_owned());
    }
    text
}
