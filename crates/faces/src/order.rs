//! The order of names as people look for them.
//!
//! **In** a name or a short text. **Out** an [`OrderKey`] that compares without regard to case, accents and a leading article,
//! and numbers by their value, Roman ones behind a name as well: *The Third Rail* stands under T for *Third*, *Rank 2* before
//! *Rank 10*, *Affliction V* before *Affliction IX*.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Words that a name is not looked for under.
const ARTICLES: [&str; 3] = ["a", "an", "the"];

/// A text in lower case, its letters without accents and strokes: `Łódź` is `lodz`. `wordsOf` in `site/search/words.js` does the same.
pub fn folded(text: &str) -> String {
    let plain = |c| match c {
        'ł' => 'l',
        'đ' => 'd',
        'ø' => 'o',
        c => c,
    };
    text.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).map(plain).collect()
}

/// Words as they stand in addresses, `Größe & Gewicht` as `größe-gewicht`: letters and figures of every script stay, in lower case and
/// composed; all else is a hyphen, but not at the ends. Empty where there are neither. `slug` in `site/search/books.js` does the same.
pub fn slug(words: &str) -> String {
    let lower: String = words.nfc().collect::<String>().to_lowercase();
    let parts = lower.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-")
}

/// What a name is sorted by. Names of the same key are alike but for case, accents and signs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OrderKey(Vec<Part>);

/// Numbers come before letters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// How many digits, and the digits: what has more is larger.
    Number(usize, String),
    Word(String),
}

impl OrderKey {
    /// Of a name.
    pub fn new(name: &str) -> Self {
        // What is left out within a word leaves no gap: `don't` is one word.
        let folded = folded(name).replace(['\'', '\u{2019}'], "");
        let mut words: Vec<&str> =
            folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        if words.len() > 1 && ARTICLES.contains(&words[0]) {
            words.remove(0);
        }
        let part = |(at, word): (usize, &str)| match roman(word).filter(|_| at > 0) {
            Some(number) => parts(&number.to_string()),
            None => parts(word),
        };
        Self(words.into_iter().enumerate().flat_map(part).collect())
    }

    /// The letter that the name stands under; none where it begins with a number or a sign.
    pub fn letter(&self) -> Option<char> {
        match self.0.first()? {
            Part::Number(..) => None,
            Part::Word(word) => word.chars().next().and_then(|first| first.to_uppercase().next()),
        }
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A Roman numeral from 1 to 39 in lower case, as steps are numbered.
fn roman(word: &str) -> Option<usize> {
    const ONES: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    let ones = word.trim_start_matches('x');
    let tens = word.len() - ones.len();
    let ones = ONES.iter().position(|digits| *digits == ones)?;
    Some(10 * tens + ones).filter(|number| (1..40).contains(number))
}

/// A word, cut where digits begin and end.
fn parts(word: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let is_number = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != is_number).unwrap_or(rest.len());
        let (part, behind) = rest.split_at(end);
        parts.push(if is_number {
            let digits = part.trim_start_matches('0');
            Part::Number(digits.len(), digits.to_owned())
        } else {
            Part::Word(part.to_owned())
        });
        rest = behind;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted<const N: usize>(mut names: [&str; N]) -> [&str; N] {
        names.sort_by_cached_key(|name| OrderKey::new(name));
        names
    }

    #[test]
    fn words_of_every_script_have_a_slug() {
        assert_eq!(slug("Größe"), "größe");
        assert_eq!(slug("A\u{308}ußeres & Überblick"), "äußeres-überblick");
        assert_eq!((slug("Правила боя").as_str(), slug("規則 2").as_str()), ("правила-боя", "規則-2"));
        assert_eq!((slug("What it's for"), slug("?!")), ("what-it-s-for".to_owned(), String::new()));
    }

    #[test]
    fn strokes_are_folded_like_accents() {
        assert_eq!(folded("Łódź, Đorđe, Ørsted"), "lodz, dorde, orsted");
    }

    #[test]
    fn leading_articles_are_passed_over() {
        assert_eq!(
            sorted(["The Third Rail", "Anvil", "A charge", "Bolt"]),
            ["Anvil", "Bolt", "A charge", "The Third Rail"]
        );
        assert_eq!(OrderKey::new("A charge").letter(), Some('C'));
        assert_eq!(OrderKey::new("A").letter(), Some('A'), "an article alone is a name");
        assert_eq!(OrderKey::new("Another day").letter(), Some('A'));
    }

    #[test]
    fn case_and_accents_are_folded() {
        assert_eq!(OrderKey::new("Élan"), OrderKey::new("elan"));
        assert_eq!(sorted(["Zeal", "éclair", "Echo"]), ["Echo", "éclair", "Zeal"]);
        assert_eq!(OrderKey::new("Ångström").letter(), Some('A'));
    }

    #[test]
    fn numbers_count_by_their_value() {
        assert_eq!(sorted(["Rank 10", "Rank 2", "Rank 02b"]), ["Rank 2", "Rank 02b", "Rank 10"]);
        assert_eq!(sorted(["10 paces", "9 lives", "Eight"]), ["9 lives", "10 paces", "Eight"]);
        assert_eq!(OrderKey::new("9 lives").letter(), None);
    }

    #[test]
    fn roman_numerals_behind_a_name_count_by_their_value() {
        let steps = ["Burn", "I", "II", "IV", "V", "IX", "X", "XIV", "XXI"].map(|step| format!("Affliction {step}"));
        let mut sorted = steps.clone();
        sorted.reverse();
        sorted.sort_by_cached_key(|name| OrderKey::new(name));
        assert_eq!(sorted[..8], steps[1..], "and before words, as numbers do");
        assert!(OrderKey::new("Ivy") < OrderKey::new("Vine"));
        assert_eq!(OrderKey::new("X marks the spot").letter(), Some('X'), "no name begins with one");
        assert_eq!([roman("viii"), roman("xxxix"), roman("iiii"), roman("mix")], [Some(8), Some(39), None, None]);
    }

    #[test]
    fn signs_do_not_count() {
        assert_eq!(OrderKey::new("“Don’t!”"), OrderKey::new("dont"));
        assert!(OrderKey::new("…").is_empty());
        assert!(OrderKey::new("Hit") < OrderKey::new("Hit points"), "a shorter name comes first");
    }
}
