//! Places at which words may break that are too long for any line.
//!
//! **In** views, as they are handed to a template. **Out** their JSON, in which a word of more than [`LONGEST_WORD`] letters
//! may break between any two of them. Typst breaks lines between words only, and where nothing may break it sets the word
//! over what stands beside it. Words are looked at while JSON is written: whatever a template reads, as text or to look up
//! how wide it is, has been through here, and a tree of all data takes ten times the memory of its text.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};

/// The longest word that never breaks, in letters: at the usual size it is half as wide as a playing card. No shipped game
/// has one.
pub const LONGEST_WORD: usize = 20;
/// The longest of words joined by signs behind which no line ends, such as an address: whole, it can be copied.
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
            for word in joined.split_inclusive(|c: char| c.is_ascii_punctuation()) {
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
}
