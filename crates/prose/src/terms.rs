//! Automatic links: glossary words in running text.
//!
//! **In** the glossary of a book and a stretch of text. **Out** the same text cut into plain pieces
//! and linked words, each word at most once for a [`Seen`]. Abbreviations must be written as they
//! are (`END` is a stat, `end` is not), and a name that is also a common word, such as *Use*, is not
//! linked at the start of a sentence, where any word has a capital.

use std::collections::BTreeSet;

use makeready_faces::book::Book;

use super::address::Place;
use super::link_index::LinkIndex;

/// The glossary, ready to search text with.
pub struct Terms {
    finder: Finder,
    words: Vec<Word>,
}

struct Word {
    text: String,
    place: Place,
    case: Case,
}

/// How the case of a word is matched.
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

/// The places already linked in this section.
#[derive(Default)]
pub struct Seen(BTreeSet<Place>);

impl Seen {
    /// Records a link by the author.
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
    pub fn new(book: &Book, link_index: &LinkIndex) -> Self {
        let mut terms = Self { finder: Finder::default(), words: Vec::new() };
        for term in &book.glossary {
            let Some(target) = link_index.entry(&term.target) else { continue };
            for text in term.words.iter().filter(|word| word.chars().count() > 1) {
                terms.add(Word { text: text.clone(), place: target.place.clone(), case: Case::of(text) });
            }
        }
        terms
    }

    fn add(&mut self, word: Word) {
        self.finder.add(&word.text, self.words.len());
        self.words.push(word);
    }

    /// Cuts text into pieces. `before` is the character in front of it, `here` the page it is on.
    pub fn cut<'a>(&'a self, text: &'a str, before: Option<char>, here: &str, seen: &mut Seen) -> Vec<Piece<'a>> {
        let mut pieces = Vec::new();
        let mut done = 0;
        for (start, end, word) in self.finder.find(text) {
            let word = &self.words[word];
            let ahead = text[..start].chars().next_back().or(before);
            let is_whole = is_border(ahead) && is_border(text[end..].chars().next());
            if !is_whole || word.place.path == here && word.place.fragment.is_empty() {
                continue;
            }
            let written = &text[start..end];
            let last = text[..start].chars().rev().chain(before).find(|c| !c.is_whitespace());
            if !word.case.allows(&word.text, written, starts_sentence(last)) || !seen.0.insert(word.place.clone()) {
                continue;
            }
            if done < start {
                pieces.push(Piece::Plain(&text[done..start]));
            }
            pieces.push(Piece::Linked(written, &word.place));
            done = end;
        }
        if done < text.len() {
            pieces.push(Piece::Plain(&text[done..]));
        }
        pieces
    }
}

/// Finds many words in a text, without regard to the case of plain letters: at each place the longest one that begins
/// there, and then continues after it. A trie, built and searched in time linear in the length
/// of words and text.
struct Finder {
    nodes: Vec<Node>,
    /// The node of each first byte; 0 for none.
    first: [u32; 256],
}

/// A letter of words that begin alike. Numbers of nodes and words begin at 1; 0 is none.
#[derive(Clone, Copy, Default)]
struct Node {
    letter: u8,
    /// The first of the letters that may follow it.
    child: u32,
    /// The next alternative letter.
    sibling: u32,
    /// The word that ends here.
    word: u32,
}

impl Default for Finder {
    fn default() -> Self {
        Self { nodes: vec![Node::default()], first: [0; 256] }
    }
}

impl Finder {
    /// Of two words that are written alike the first one counts.
    fn add(&mut self, word: &str, number: usize) {
        let mut at = 0;
        for (place, letter) in word.bytes().map(|letter| letter.to_ascii_lowercase()).enumerate() {
            let known = if place == 0 { self.first[usize::from(letter)] } else { self.behind(at, letter) };
            at = if known == 0 { self.grow(place, at, letter) } else { known };
        }
        let word = &mut self.nodes[at as usize].word;
        if *word == 0 {
            *word = u32::try_from(number + 1).unwrap_or(0);
        }
    }

    fn grow(&mut self, place: usize, at: u32, letter: u8) -> u32 {
        let new = u32::try_from(self.nodes.len()).unwrap_or(0);
        let node = Node { letter, sibling: self.nodes[at as usize].child, ..Node::default() };
        if place == 0 {
            self.first[usize::from(letter)] = new;
            self.nodes.push(Node { sibling: 0, ..node });
        } else {
            self.nodes[at as usize].child = new;
            self.nodes.push(node);
        }
        new
    }

    /// The node of a letter after another; 0 for none.
    fn behind(&self, at: u32, letter: u8) -> u32 {
        let mut next = self.nodes[at as usize].child;
        while next != 0 && self.nodes[next as usize].letter != letter {
            next = self.nodes[next as usize].sibling;
        }
        next
    }

    /// The longest word that begins a text, and its length.
    fn longest(&self, text: &str) -> Option<(usize, usize)> {
        let mut letters = text.bytes().map(|letter| letter.to_ascii_lowercase());
        let mut at = self.first[usize::from(letters.next()?)];
        let mut found = None;
        let mut length = 1;
        while at != 0 {
            if let Some(word) = self.nodes[at as usize].word.checked_sub(1) {
                found = Some((word as usize, length));
            }
            at = letters.next().map_or(0, |letter| self.behind(at, letter));
            length += 1;
        }
        found
    }

    /// Start, end and number of each word.
    fn find<'t>(&'t self, text: &'t str) -> impl Iterator<Item = (usize, usize, usize)> + 't {
        let mut behind = 0;
        text.char_indices().filter_map(move |(start, _)| {
            let (word, length) = if start < behind { None } else { self.longest(&text[start..]) }?;
            behind = start + length;
            Some((start, behind, word))
        })
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

fn is_border(neighbor: Option<char>) -> bool {
    !neighbor.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '/'))
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

    fn linked(words: &[&str], text: &str) -> Vec<String> {
        let mut terms = Terms { finder: Finder::default(), words: Vec::new() };
        for text in words {
            terms.add(Word { text: (*text).to_owned(), place: Place::page(*text), case: Case::of(text) });
        }
        let pieces = terms.cut(text, None, "", &mut Seen::default());
        let plain = |piece: &Piece<'_>| match piece {
            Piece::Plain(text) | Piece::Linked(text, _) => (*text).to_owned(),
        };
        assert_eq!(pieces.iter().map(plain).collect::<String>(), text);
        let linked = |piece| match piece {
            Piece::Linked(text, _) => Some(text.to_owned()),
            Piece::Plain(_) => None,
        };
        pieces.into_iter().filter_map(linked).collect()
    }

    #[test]
    fn the_longest_word_is_linked_where_it_is_whole() {
        assert_eq!(linked(&["watch", "watch hour"], "a watch hour, a Watch"), ["watch hour", "Watch"]);
        assert_eq!(linked(&["cat"], "concat cats cat-like cat/dog cat"), ["cat"]);
        assert_eq!(linked(&["+1 die", "\u{e9}lan"], "a +1 die of \u{e9}lan\u{3000}"), ["+1 die", "\u{e9}lan"]);
        assert_eq!(linked(&["END", "end of days"], "the end of END at the end of days"), ["END", "end of days"]);
        assert_eq!(linked(&["abc", "abd", "b"], "abe b abd"), ["b", "abd"]);
        assert_eq!(linked(&[], "nothing"), [""; 0]);
    }

    #[test]
    fn a_word_ends_where_letters_end() {
        assert!(is_border(Some('.')) && is_border(None));
        assert!(!is_border(Some('s')) && !is_border(Some('-')));
    }
}
