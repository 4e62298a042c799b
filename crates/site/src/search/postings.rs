//! Where each stem occurs, and how often.

use std::collections::BTreeMap;

use super::Document;
use super::bits::{self, Bits};
use super::words::Cutter;

/// How often a stem is counted in a document: more says no more of what it is about.
const MOST: usize = 4;
/// Steps of a length for each doubling.
const STEPS: f64 = 5.0;

/// What the index has of the texts.
pub struct Postings {
    /// The stems, front-coded.
    pub words: String,
    /// How many stems each document has: a digit each, on a logarithmic scale.
    pub lengths: String,
    /// For each stem how many documents have it, which, and how often each.
    pub bits: String,
}

impl Postings {
    /// Of documents, with the stems of their language.
    pub fn of(documents: &[Document], cutter: &Cutter) -> Self {
        let mut index: BTreeMap<String, BTreeMap<usize, usize>> = BTreeMap::new();
        let mut lengths = String::new();
        for (at, document) in documents.iter().enumerate() {
            let stems = cutter.stems(&document.text);
            lengths.push(length(stems.len()));
            for stem in cutter.indexed(&document.text) {
                *index.entry(stem).or_default().entry(at).or_default() += 1;
            }
        }
        let (mut words, mut bits, mut last) = (String::new(), Bits::default(), "");
        for (word, found) in &index {
            front_code(&mut words, last, word);
            last = word;
            bits.gamma(found.len());
            let places: Vec<usize> = found.keys().copied().collect();
            bits.rising(&places, 0, documents.len());
            found.values().for_each(|count| bits.unary((*count).min(MOST), MOST));
        }
        Self { words, lengths, bits: bits.into_text() }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a logarithm of a length, from 0 on")]
fn length(words: usize) -> char {
    bits::digit(((words as f64 + 1.0).log2() * STEPS).round() as usize)
}

/// Appends a word as the number of letters it shares with the last one, and the rest.
fn front_code(out: &mut String, last: &str, word: &str) {
    let shared = last.chars().zip(word.chars()).take_while(|(a, b)| a == b).count().min(63);
    let rest = word.char_indices().nth(shared).map_or("", |(at, _)| &word[at..]);
    if !out.is_empty() {
        out.push(' ');
    }
    out.push(bits::digit(shared));
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_front_coded() {
        let mut out = String::new();
        front_code(&mut out, "", "react");
        front_code(&mut out, "react", "reaction");
        front_code(&mut out, "reaction", "ready");
        assert_eq!(out, "Areact Fion Ddy");
    }

    #[test]
    fn stems_are_counted_by_document() {
        let text = |text: &str| Document { text: text.into(), ..Document::default() };
        let postings = Postings::of(&[text("a blow"), text("blows and blow")], &Cutter::of("en"));
        assert_eq!(postings.words, "Ablow");
        // In both of two documents, once and twice: 010, nothing, 0 and 10.
        assert_eq!(postings.bits, "S");
        assert_eq!(postings.lengths, "FI");
    }
}
