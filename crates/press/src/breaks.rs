//! Places at which words may break that are too long for any line.
//!
//! **In** views, as they are handed to a template. **Out** their JSON, in which a word of more than [`LONGEST_WORD`] letters
//! may break between any two of them. Typst breaks lines between words only, and where nothing may break it sets the word
//! over what stands beside it. Words are looked at while JSON is written: whatever a template reads, as text or to look up
//! how wide it is, has been through here, and a tree of all data takes ten times the memory of its text.
//!
//! In a column that is narrower than its longest word, words break where their language breaks them ([`hyphenated`]).
//!
//! What is laid out loses these places again ([`taken_out`]): a letter that is followed by one would be written into a PDF as two
//! characters wherever it stands, and readers of such a file find no word that has it.

use std::io::{self, Write};
use std::ops::Range;

use hypher::{Lang, hyphenate_bounded};
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};
use typst::ecow::EcoString;
use typst::layout::{Frame, FrameItem, GroupItem};
use typst::model::Document as _;
use typst::text::{Glyph, TextItem};
use typst_layout::{Page, PagedDocument};

/// The longest word that never breaks, in letters: at the usual size it is half as wide as a playing card. No shipped game
/// has one.
pub const LONGEST_WORD: usize = 20;
/// The longest of words joined by signs that never break behind one, such as the address of a license.
const LONGEST_WHOLE: usize = 24;
/// The longest of words joined by signs that do not break between any two letters.
const LONGEST_JOINED: usize = 40;
/// Letters that stay together at the beginning and at the end of a word.
const KEPT_TOGETHER: usize = 3;
/// A place at which a word may break with a hyphen, which shows only there.
pub const SOFT_HYPHEN: char = '\u{ad}';
/// The same without a hyphen, for what is no word: figures would read as negative behind one.
pub const ZERO_WIDTH_SPACE: char = '\u{200b}';

/// Data as JSON.
///
/// # Errors
/// When it has keys that are no text.
pub fn to_json(data: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    let mut json = Vec::new();
    data.serialize(&mut serde_json::Serializer::with_formatter(&mut json, Breaking))?;
    Ok(json)
}

/// Whether a character is one of those that are put in here.
pub const fn is_break(c: char) -> bool {
    matches!(c, SOFT_HYPHEN | ZERO_WIDTH_SPACE)
}

/// Writes text with places to break at.
struct Breaking;

impl Formatter for Breaking {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        // Most texts are shorter than such a word.
        if fragment.len() < LONGEST_WORD {
            return CompactFormatter.write_string_fragment(writer, fragment);
        }
        for joined in fragment.split_inclusive(may_break_behind) {
            if is_longer(joined, LONGEST_JOINED) {
                writer.write_all(broken(joined).as_bytes())?;
                continue;
            }
            let divided =
                if is_longer(joined, LONGEST_WHOLE) { divided_behind_signs(joined) } else { joined.to_owned() };
            for word in divided.split_inclusive(|c: char| c.is_ascii_punctuation() || c == ZERO_WIDTH_SPACE) {
                let broken = if is_longer(word, LONGEST_WORD) { broken(word) } else { word.to_owned() };
                writer.write_all(broken.as_bytes())?;
            }
        }
        Ok(())
    }
}

fn is_longer(word: &str, most: usize) -> bool {
    word.len() > most && word.chars().nth(most).is_some()
}

/// Whether a line may end behind a character: spaces that are no no-break spaces, and what joins words.
fn may_break_behind(c: char) -> bool {
    c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{202f}' | '\u{2007}')
        || matches!(c, '-' | '/' | '\u{2013}' | '\u{2014}')
        || is_break(c)
}

fn broken(word: &str) -> String {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let count = word.chars().count();
    // A full stop or a comma at its end makes no figure of a word.
    let place = if count - letters <= 2 { SOFT_HYPHEN } else { ZERO_WIDTH_SPACE };
    let mut broken = String::with_capacity(3 * word.len());
    for (n, c) in word.chars().enumerate() {
        if n >= KEPT_TOGETHER && n + KEPT_TOGETHER <= count && may_follow_a_break(c) {
            broken.push(place);
        }
        broken.push(c);
    }
    broken
}

/// Marks stay with the letter that they stand on.
fn may_follow_a_break(c: char) -> bool {
    c.is_alphanumeric() || c.is_ascii_punctuation()
}

/// Words that may break behind the signs that join them, as in an address.
fn divided_behind_signs(words: &str) -> String {
    let mut divided = String::with_capacity(words.len());
    let mut letters = 0;
    for (at, c) in words.char_indices() {
        divided.push(c);
        let is_sign = matches!(c, '.' | '@' | '_' | ':' | '&' | '+' | '=' | '~');
        let behind = words[at + c.len_utf8()..].chars().take(KEPT_TOGETHER);
        if is_sign && letters >= KEPT_TOGETHER && behind.filter(|c| c.is_alphabetic()).count() == KEPT_TOGETHER {
            divided.push(ZERO_WIDTH_SPACE);
        }
        letters = if c.is_alphabetic() { letters + 1 } else { 0 };
    }
    divided
}

/// Words that may break where their language breaks them, with three letters or more on each side; those of a language whose rules
/// are not known, and what is no word, only where they would break on any line.
pub fn hyphenated(words: &str, language: &str) -> String {
    let lang = language.as_bytes().first_chunk().and_then(|code| Lang::from_iso(*code));
    let Some(lang) = lang else { return words.to_owned() };
    let mut divided = String::with_capacity(words.len());
    let words = divided_behind_signs(words);
    for part in words.split_inclusive(|c: char| !c.is_alphabetic()) {
        let word = part.trim_end_matches(|c: char| !c.is_alphabetic());
        let count = word.chars().count();
        // Marks and places to break at belong to the word: it is taken as it is.
        if count < 2 * KEPT_TOGETHER {
            divided.push_str(part);
            continue;
        }
        let mut left = count;
        let mut begun = 0;
        for piece in hyphenate_bounded(word, lang, KEPT_TOGETHER, KEPT_TOGETHER) {
            divided.push_str(piece);
            let letters = piece.chars().count();
            (left, begun) = (left - letters, begun + letters);
            // No line holds fewer letters of it, even where it breaks twice.
            if begun >= KEPT_TOGETHER && left >= KEPT_TOGETHER {
                divided.push(SOFT_HYPHEN);
                begun = 0;
            }
        }
        divided.push_str(&part[word.len()..]);
    }
    divided
}

/// A document without the places to break at; the hyphens at the ends of lines stay.
pub fn taken_out(document: PagedDocument) -> PagedDocument {
    if !document.pages().iter().any(|page| has_any(&page.frame)) {
        return document;
    }
    let pages = document.pages().iter();
    let pages = pages.map(|page| Page { frame: without(&page.frame), ..page.clone() });
    PagedDocument::new(pages.collect(), document.info().clone())
}

fn has_any(frame: &Frame) -> bool {
    frame.items().any(|(_, item)| match item {
        FrameItem::Group(group) => has_any(&group.frame),
        FrameItem::Text(text) => text.text.contains(is_break),
        FrameItem::Shape(..) | FrameItem::Image(..) | FrameItem::Link(..) | FrameItem::Tag(_) => false,
    })
}

fn without(frame: &Frame) -> Frame {
    if !has_any(frame) {
        return frame.clone();
    }
    let mut result = Frame::new(frame.size(), frame.kind());
    if frame.has_baseline() {
        result.set_baseline(frame.baseline());
    }
    for (position, item) in frame.items() {
        let item = match item {
            FrameItem::Group(group) => FrameItem::Group(GroupItem { frame: without(&group.frame), ..group.clone() }),
            FrameItem::Text(text) if text.text.contains(is_break) => FrameItem::Text(text_without(text)),
            FrameItem::Text(_)
            | FrameItem::Shape(..)
            | FrameItem::Image(..)
            | FrameItem::Link(..)
            | FrameItem::Tag(_) => item.clone(),
        };
        result.push(*position, item);
    }
    result
}

fn text_without(item: &TextItem) -> TextItem {
    let is_hyphen = |glyph: &Glyph| item.text[glyph.range()].chars().all(is_break) && glyph.x_advance.get() > 0.0;
    let hyphens: Vec<Range<usize>> = item.glyphs.iter().filter(|glyph| is_hyphen(glyph)).map(Glyph::range).collect();
    let mut text = EcoString::new();
    // Where each byte of the old text stands in the new one.
    let mut places = Vec::with_capacity(item.text.len() + 1);
    for (at, c) in item.text.char_indices() {
        places.resize(at + c.len_utf8(), text.len());
        if !is_break(c) || hyphens.iter().any(|hyphen| hyphen.contains(&at)) {
            text.push(c);
        }
    }
    places.push(text.len());
    let shown = |glyph: &&Glyph| !item.text[glyph.range()].chars().all(is_break) || is_hyphen(glyph);
    let moved = |glyph: &Glyph| {
        let place = |at: u16| u16::try_from(places[usize::from(at)]).unwrap_or(u16::MAX);
        Glyph { range: place(glyph.range.start)..place(glyph.range.end), ..glyph.clone() }
    };
    let glyphs = item.glyphs.iter().filter(shown).map(moved).collect();
    TextItem { text, glyphs, ..item.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        let json = to_json(&text).expect("a text is JSON");
        serde_json::from_slice(&json).expect("it is read again")
    }

    #[test]
    fn words_that_fit_a_line_stay_as_they_are() {
        let address = "(creativecommons.org/licenses/by/3.0)";
        for text in [
            address,
            "Short words, and internationalizat.",
            "some-words/joined-together-by-signs",
            "",
            "äöü äöü äöü äöü äöü",
        ] {
            assert_eq!(written(text), text);
        }
    }

    #[test]
    fn a_long_word_may_break_with_a_hyphen_and_a_long_figure_without() {
        let word = written("abcdefghijklmnopqrstuvwxyz");
        assert!(word.starts_with("abc\u{ad}d\u{ad}e") && word.ends_with("w\u{ad}xyz"), "{word}");
        let figure = written("1234567890123456789012345");
        assert!(figure.starts_with("123\u{200b}4") && !figure.contains(SOFT_HYPHEN), "{figure}");
    }

    #[test]
    fn nothing_but_places_to_break_is_put_in() {
        let text = "e\u{301}".repeat(30) + " \"\\\n" + &"x".repeat(30) + "\u{1}" + &"y".repeat(30);
        let again: String = written(&text).chars().filter(|c| !is_break(*c)).collect();
        assert_eq!(again, text);
        assert!(!written(&text).contains("\u{ad}\u{301}"));
    }

    #[test]
    fn words_break_where_their_language_breaks_them() {
        let divided = |words: &str, language: &str| hyphenated(words, language).replace(SOFT_HYPHEN, "|");
        assert_eq!(divided("a disadvantage of actions: 10%", "en"), "a dis|advan|tage of actions: 10%");
        assert_eq!(divided("Geschwindigkeit", "de"), "Geschwin|dig|keit");
        assert_eq!(divided("needs, ACTIONS", "en"), "needs, ACTIONS");
        assert_eq!(divided("disadvantage", "xx"), "disadvantage");
        assert_eq!(
            divided("some.one@example.org, e.g.", "en").replace(ZERO_WIDTH_SPACE, "/"),
            "some./one@/exam|ple./org, e.g."
        );
        for words in ["few fewer halves cycle step", "Resolve RESOLVES Temporal befouled darkness"] {
            for piece in divided(words, "en").split(|c: char| !c.is_alphabetic()) {
                assert!(piece.len() >= KEPT_TOGETHER, "{piece}");
            }
        }
    }
}
