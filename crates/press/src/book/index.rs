//! The index of a book: every name with the pages on which it stands.
//!
//! **In** names and the places that they lead to, and the [`Pages`] of the laid out book. **Out** letters with words, sorted as
//! people look for them: without regard to case, accents and a leading article, figures first. Pages that follow one another
//! are a range; the page on which something is explained is marked.

use std::collections::{BTreeMap, BTreeSet};

use super::data::{IndexData, IndexPage, LetterData};
use super::places::{Pages, Spot};
use deckle_faces::order::OrderKey;

/// A name and where it leads.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// The words.
    pub words: String,
    /// Where they are explained.
    pub spot: Spot,
}

/// The letter of words that begin with none.
const NO_LETTER: &str = "0–9";

/// Builds the index. Mentions are those from the page `first` to the page `last`.
pub fn index(names: &BTreeSet<Name>, pages: &Pages, first: usize, last: usize) -> Vec<LetterData> {
    let mut sorted: BTreeMap<(OrderKey, &str), BTreeSet<Spot>> = BTreeMap::new();
    for name in names {
        sorted.entry((OrderKey::new(&name.words), &name.words)).or_default().insert(name.spot);
    }
    let mut letters: Vec<LetterData> = Vec::new();
    for ((key, words), spots) in sorted {
        let letter = key.letter().map_or_else(|| NO_LETTER.to_owned(), String::from);
        if letters.last().is_none_or(|last| last.letter != letter) {
            letters.push(LetterData { letter, words: Vec::new() });
        }
        let homes: BTreeSet<usize> = spots.iter().filter_map(|spot| pages.page(&spot.label())).collect();
        let mentions = spots.iter().flat_map(|spot| pages.mentions(*spot, first, last));
        let all: BTreeSet<usize> = mentions.chain(homes.iter().copied()).collect();
        let word = IndexData { word: words.to_owned(), pages: ranges(&all, &homes) };
        if let Some(last) = letters.last_mut() {
            last.words.push(word);
        }
    }
    letters
}

/// Pages that follow one another as one; where something is explained always stands alone.
fn ranges(pages: &BTreeSet<usize>, homes: &BTreeSet<usize>) -> Vec<IndexPage> {
    let mut ranges: Vec<(usize, usize, bool)> = Vec::new();
    for page in pages.iter().copied() {
        let is_home = homes.contains(&page);
        match ranges.last_mut() {
            Some((_, last, false)) if !is_home && *last + 1 == page => *last = page,
            _ => ranges.push((page, page, is_home)),
        }
    }
    let text = |(first, last, is_home): (usize, usize, bool)| {
        let text = if first == last { first.to_string() } else { format!("{first}\u{2013}{last}") };
        IndexPage { text, page: first, is_home }
    };
    ranges.into_iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_that_follow_one_another_are_a_range_and_the_home_stands_alone() {
        let texts = |pages: &[usize], homes: &[usize]| {
            let ranges = ranges(&pages.iter().copied().collect(), &homes.iter().copied().collect());
            ranges.into_iter().map(|page| page.text).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(texts(&[3, 4, 5, 9], &[]), "3–5, 9");
        assert_eq!(texts(&[3, 4, 5, 6], &[5]), "3–4, 5, 6");
        assert_eq!(texts(&[7], &[7]), "7");
    }
}
