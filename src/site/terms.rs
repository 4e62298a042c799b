//! Words that link themselves: the glossary in running text.
//!
//! **In** the glossary of a book and a stretch of text. **Out** the same text cut into plain pieces
//! and linked words, each word at most once for a [`Seen`]. Abbreviations must be written as they
//! are (`END` is a stat, `end` is not), and a name that is also a common word, such as *Use*, is not
//! taken for the name at the start of a sentence, where it would be a capital anyway.

use std::collections::BTreeSet;

use aho_corasick::{AhoCorasick, MatchKind};

use crate::faces::book::Book;

use super::address::Place;
use super::atlas::Atlas;

/// The glossary, ready to search text with.
pub struct Terms {
    finder: Option<AhoCorasick>,
    words: Vec<Word>,
}

struct Word {
    text: String,
    place: Place,
    case: Case,
}

/// How strictly a word's letters must be matched.
enum Case {
    /// An abbreviation: exactly as written.
    Exact,
    /// A name of one word: with its capital, and not where a sentence begins.
    Name,
    /// A name of several words: with its capital.
    LongName,
    /// An ordinary word.
    Any,
}

/// What was already linked in this section.
#[derive(Default)]
pub struct Seen(BTreeSet<Place>);

impl Seen {
    /// Takes note that this was linked by hand.
    pub fn add(&mut self, place: &Place) {
        self.0.insert(place.clone());
    }
}

/// A stretch of text, linked or not.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// As it is.
    Plain(&'a str),
    /// Leads to its explanation.
    Linked(&'a str, &'a Place),
}

impl Terms {
    /// Prepares the glossary of a book. Terms whose target does not exist are left out; the page
    /// builder reports them.
    pub fn new(book: &Book, atlas: &Atlas) -> Self {
        let mut words = Vec::new();
        for term in &book.glossary {
            let Some(target) = atlas.entry(&term.target) else { continue };
            for text in term.words.iter().filter(|word| word.chars().count() > 1) {
                words.push(Word { text: text.clone(), place: target.place.clone(), case: Case::of(text) });
            }
        }
        let finder = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .ascii_case_insensitive(true)
            .build(words.iter().map(|word| word.text.as_str()))
            .ok()
            .filter(|_| !words.is_empty());
        Self { finder, words }
    }

    /// Cuts text into pieces. `before` is the character in front of it, `here` the page it is on.
    pub fn cut<'a>(&'a self, text: &'a str, before: Option<char>, here: &str, seen: &mut Seen) -> Vec<Piece<'a>> {
        let mut pieces = Vec::new();
        let mut done = 0;
        for found in self.finder.iter().flat_map(|finder| finder.find_iter(text)) {
            let word = &self.words[found.pattern().as_usize()];
            let written = &text[found.range()];
            let ahead = text[..found.start()].chars().next_back().or(before);
            let is_whole = is_border(ahead) && is_border(text[found.end()..].chars().next());
            if !is_whole || word.place.path == here && word.place.fragment.is_empty() {
                continue;
            }
            let last = text[..found.start()].chars().rev().chain(before).find(|c| !c.is_whitespace());
            if !word.case.allows(&word.text, written, starts_sentence(last)) || !seen.0.insert(word.place.clone()) {
                continue;
            }
            if done < found.start() {
                pieces.push(Piece::Plain(&text[done..found.start()]));
            }
            pieces.push(Piece::Linked(written, &word.place));
            done = found.end();
        }
        if done < text.len() {
            pieces.push(Piece::Plain(&text[done..]));
        }
        pieces
    }
}

impl Case {
    fn of(word: &str) -> Self {
        let has_lower = word.chars().any(char::is_lowercase);
        let starts_upper = word.starts_with(char::is_uppercase);
        match (has_lower, starts_upper) {
            (false, _) => Self::Exact,
            (true, true) if word.contains([' ', '-']) => Self::LongName,
            (true, true) => Self::Name,
            (true, false) => Self::Any,
        }
    }

    fn allows(&self, word: &str, written: &str, starts_sentence: bool) -> bool {
        let has_capital = written.starts_with(char::is_uppercase);
        match self {
            Self::Exact => word == written,
            Self::Name => has_capital && !starts_sentence,
            Self::LongName => has_capital,
            Self::Any => true,
        }
    }
}

fn is_border(neighbour: Option<char>) -> bool {
    !neighbour.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '/'))
}

fn starts_sentence(last: Option<char>) -> bool {
    last.is_none_or(|c| matches!(c, '.' | '!' | '?' | ':' | '“' | '"' | '‘' | '(' | '—' | '–'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(word: &str, written: &str, starts_sentence: bool) -> bool {
        Case::of(word).allows(word, written, starts_sentence)
    }

    #[test]
    fn an_abbreviation_is_not_the_common_word() {
        assert!(allows("END", "END", true));
        assert!(!allows("END", "end", false));
    }

    #[test]
    fn a_name_needs_its_capital_and_not_a_sentence_start() {
        assert!(allows("Use", "Use", false));
        assert!(!allows("Use", "use", false));
        assert!(!allows("Use", "Use", true));
        assert!(allows("Key stat", "Key stat", true));
        assert!(allows("cycle", "Cycle", true));
    }

    #[test]
    fn a_word_ends_where_letters_end() {
        assert!(is_border(Some('.')) && is_border(None));
        assert!(!is_border(Some('s')) && !is_border(Some('-')));
    }
}
