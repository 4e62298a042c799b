//! The words of texts, as the index has them: lower case, no accents, stems of English or German.

use makeready_faces::order::folded;
use snowball_stemmers_rs::{Algorithm, Stemmer};

/// Words that say nothing of what a text is about. No text is found by them, only names are.
const SMALL_ENGLISH: &str = "a about again am an and any anybody anything are as at be been being but by can could did do does doesn don \
    ever for from get gets getting got had happen happens has have having he her his how i if in into is isn it its just \
    let ll m many may me much my of on one or our per please re really s should shouldn so somebody someone something still t than \
    that the their them then there these they this those to too up ve was we were what when where which while who whom \
    whose why will with won would you your yours";

/// The same of German, without the dots on its letters.
const SMALL_GERMAN: &str = "aber alle allem allen aller alles als also am an andere auch auf aus bei beim bin bis bist da damit dann das dass \
    dein deine dem den denn der des die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es \
    etwas euch euer fur gegen hab habe haben hat hatte hier ich ihm ihn ihnen ihr ihre im in ins ist ja jede jedem jeden jeder jedes kann \
    kannst kein keine konnen man mehr mein mich mit musst nach nicht noch nun nur ob oder ohne schon sein seine sich sie sind so soll sollst \
    sonst uber um und uns unter vom von vor wann war warum was weil welche welcher wem wen wenn wer werden wie wieder wir wird wirst wo zu zum zur";

/// The small words of a language; none where they are not known.
pub fn small(language: &str) -> &'static str {
    match language {
        "en" => SMALL_ENGLISH,
        "de" => SMALL_GERMAN,
        _ => "",
    }
}

/// Cuts texts into stems.
pub struct Cutter {
    /// None of a language whose stems `site/search/stems.js` does not know: its words are found as they are written.
    stemmer: Option<Stemmer>,
    small: Vec<&'static str>,
}

impl Cutter {
    /// For a language.
    pub fn of(language: &str) -> Self {
        let algorithm = match language {
            "en" => Some(Algorithm::English),
            "de" => Some(Algorithm::German),
            _ => None,
        };
        Self { stemmer: algorithm.map(Stemmer::create), small: small(language).split_whitespace().collect() }
    }

    /// The stems of a text, without small words. `stemsOf` in `site/search/words.js` does the same.
    pub fn stems(&self, text: &str) -> Vec<String> {
        let words = words(text).into_iter().filter(|word| self.small.binary_search(&word.as_str()).is_err());
        words.map(|word| self.stem(word)).collect()
    }

    /// The stems by which a text is found: those of its words, and of what a hyphen or an apostrophe joins as one word, so that
    /// `reroll` finds `re-roll`. `joinedOf` in `site/search/words.js` does the same for names.
    pub fn indexed(&self, text: &str) -> Vec<String> {
        let mut stems = self.stems(text);
        stems.extend(joined(&folded_text(text)).into_iter().map(|word| self.stem(word)));
        stems
    }

    /// The stem of a word in lower case and without accents.
    pub fn stem(&self, word: String) -> String {
        match self.stemmer.as_ref().filter(|_| word.bytes().all(|b| b.is_ascii_lowercase())) {
            Some(stemmer) => stemmer.stem(&word).into_owned(),
            None => word,
        }
    }
}

/// The words of a text: lower case, without accents and the `'s` of owners.
fn words(text: &str) -> Vec<String> {
    let folded = folded_text(text);
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn folded_text(text: &str) -> String {
    folded(&without_owners(&text.to_lowercase())).replace('ß', "ss")
}

/// A text without the `'s` at the ends of its words. That of `O'Sullivan` stays.
fn without_owners(lower: &str) -> String {
    let mut text = String::with_capacity(lower.len());
    let mut from = 0;
    for (at, quote) in lower.match_indices(['\'', '\u{2019}']) {
        let is_owner = |behind: &&str| !behind.starts_with(char::is_alphanumeric);
        if let Some(behind) = lower[at + quote.len()..].strip_prefix('s').filter(is_owner) {
            text.push_str(&lower[from..at]);
            text.push(' ');
            from = lower.len() - behind.len();
        }
    }
    text + &lower[from..]
}

/// What hyphens and apostrophes join, as one word each: `re-roll` as `reroll`, `o'neil` as `oneil`.
fn joined(folded: &str) -> Vec<String> {
    const JOINTS: [char; 5] = ['-', '\u{2010}', '\u{2011}', '\'', '\u{2019}'];
    let runs = folded.split(|c: char| !c.is_alphabetic() && !JOINTS.contains(&c));
    let mut found = Vec::new();
    for run in runs {
        let mut parts: Vec<&str> = Vec::new();
        // Two joints in a row join nothing.
        for part in run.split(JOINTS).chain([""]) {
            if part.is_empty() {
                if parts.len() > 1 {
                    found.push(parts.concat());
                }
                parts.clear();
            } else {
                parts.push(part);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lose_case_accents_and_endings() {
        let stems = Cutter::of("en").stems("Kael's Abilities are cards, Élan attacking, 2d12!");
        assert_eq!(stems, ["kael", "abil", "card", "elan", "attack", "2d12"]);
    }

    #[test]
    fn what_is_joined_is_found_as_one_word_too() {
        let cutter = Cutter::of("fr");
        assert_eq!(cutter.indexed("re-roll"), ["re", "roll", "reroll"]);
        assert_eq!(cutter.indexed("O’Neil's co-operate"), ["o", "neil", "co", "operate", "oneil", "cooperate"]);
        assert_eq!(cutter.indexed("a -- b, 2d6-6, end-"), ["a", "b", "2d6", "6", "end"]);
        assert_eq!(cutter.indexed("O'Sullivan's lamp's"), ["o", "sullivan", "lamp", "osullivan"]);
        assert_eq!(cutter.indexed("Łódź, Đà, Ørn"), ["lodz", "da", "orn"]);
    }

    #[test]
    fn words_of_a_language_without_stems_stay_as_they_are() {
        assert_eq!(Cutter::of("fr").stems("Les lanternes allumées"), ["les", "lanternes", "allumees"]);
        assert_eq!(Cutter::of("de").stems("Die Würfe, Größen und Füße"), ["wurf", "gross", "fuss"]);
    }

    #[test]
    fn small_words_are_in_order_for_a_binary_search() {
        assert!(["en", "de"].iter().all(|language| Cutter::of(language).small.is_sorted()));
    }

    /// The browser suite compares the script with the same list.
    #[test]
    fn the_list_that_the_script_is_compared_with_has_our_stems() {
        let lists = [
            ("en", include_str!("../../../../tests/browser/stems.txt")),
            ("de", include_str!("../../../../tests/browser/stems-de.txt")),
        ];
        for (language, list) in lists {
            let cutter = Cutter::of(language);
            for line in list.lines() {
                let (word, stem) = line.split_once(' ').expect("a word and its stem");
                assert_eq!(cutter.stem(word.to_owned()), stem, "{word}");
            }
        }
    }
}
