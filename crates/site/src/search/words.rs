//! The words of texts, as the index has them: lower case, no accents, stems of English.

use deckle_faces::order::folded;
use snowball_stemmers_rs::{Algorithm, Stemmer};

/// Words that say nothing of what a text is about. No text is found by them, only names are.
pub const SMALL: &str = "a about again am an and any anybody anything are as at be been being but by can could did do does doesn don \
    ever for from get gets getting got had happen happens has have having he her his how i if in into is isn it its just \
    let ll m many may me much my of on one or our re really s should shouldn so somebody someone something still t than \
    that the their them then there these they this those to too up ve was we were what when where which while who whom \
    whose why will with won would you your yours";

/// Cuts texts into stems.
pub struct Cutter {
    stemmer: Stemmer,
    small: Vec<&'static str>,
}

impl Cutter {
    /// For English.
    pub fn new() -> Self {
        Self { stemmer: Stemmer::create(Algorithm::English), small: SMALL.split_whitespace().collect() }
    }

    /// The stems of a text, without small words. `stemsOf` in `site/search/words.js` does the same.
    pub fn stems(&self, text: &str) -> Vec<String> {
        let words = words(text).into_iter().filter(|word| self.small.binary_search(&word.as_str()).is_err());
        words.map(|word| self.stem(word)).collect()
    }

    fn stem(&self, word: String) -> String {
        let is_english = word.bytes().all(|b| b.is_ascii_lowercase());
        if is_english { self.stemmer.stem(&word).into_owned() } else { word }
    }
}

/// The words of a text: lower case, without accents and the `'s` of owners.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace("'s", " ").replace("’s", " ");
    let folded = folded(&lower).replace('ø', "o");
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lose_case_accents_and_endings() {
        let stems = Cutter::new().stems("Kael's Abilities are cards, Élan attacking, 2d12!");
        assert_eq!(stems, ["kael", "abil", "card", "elan", "attack", "2d12"]);
    }

    #[test]
    fn small_words_are_in_order_for_a_binary_search() {
        assert!(Cutter::new().small.is_sorted());
    }

    /// The browser suite compares the script with the same list.
    #[test]
    fn the_list_that_the_script_is_compared_with_has_our_stems() {
        let cutter = Cutter::new();
        for line in include_str!("../../../../tests/browser/stems.txt").lines() {
            let (word, stem) = line.split_once(' ').expect("a word and its stem");
            assert_eq!(cutter.stem(word.to_owned()), stem, "{word}");
        }
    }
}
