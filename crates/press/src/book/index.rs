//! The index of a book: what a reader looks up, with the pages on which it stands.
//!
//! **In** [`Topic`]s, and the [`Pages`] of the laid out book. **Out** letters with words, sorted as people look for them:
//! without regard to case, accents and a leading article, figures first. Pages that follow one another are a range; the page
//! on which something is explained is marked.
//!
//! Forms of one name are one word: singular and plural, capital and small letter, hyphen and space. It has the form that stands
//! first in the glossary, or else the entry's own name. Another name of the same thing is a word of its own, `DR, see guard`,
//! where it begins with another letter or is an abbreviation: under the same letter the eye finds the first. Left out is what nobody looks up: values
//! that no chapter speaks of (the reference lists them), names of values that are parts of sentences (`3 HP from`), other names
//! that begin with a word of the language (`Always`) or that more than two things have, and `X` where `X: Y` has the same pages.

use std::collections::{BTreeMap, BTreeSet};

use super::data::{IndexData, IndexPage, LetterData, SeeData};
use super::places::{Pages, Spot};
use makeready_faces::order::{OrderKey, folded};

/// Something with a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Topic {
    /// Its name.
    pub name: String,
    /// Other names.
    pub others: Vec<String>,
    /// Where it is explained; text that leads there mentions it.
    pub spots: BTreeSet<Spot>,
    /// Whether it is a value that is computed. Games have many of them, most of which no one asks for by name.
    pub is_value: bool,
}

/// The letter of words that begin with none.
const NO_LETTER: &str = "0–9";
/// The most pages of a word: of more, those are kept where it is explained, and the first of the others.
const MOST_PAGES: usize = 8;
/// How many of the others.
const FEW_PAGES: usize = 5;
/// The most things that share another name: what more share tells none of them from the others.
const MOST_SHARING: usize = 2;

/// Builds the index. Mentions are those from the page `first` to the page `last`.
pub fn index(topics: &[Topic], pages: &Pages, first: usize, last: usize) -> Vec<LetterData> {
    let words: Vec<Word> = merged(topics)
        .into_iter()
        .map(|topic| {
            let homes: BTreeSet<usize> = topic.spots.iter().filter_map(|spot| pages.page(&spot.label())).collect();
            let mentions = topic.spots.iter().flat_map(|spot| pages.mentions(*spot, first, last)).collect();
            Word { topic, homes, mentions }
        })
        .filter(|word| !word.topic.is_value || !word.mentions.is_empty() && !is_phrase(&word.topic.name))
        .collect();
    let longer = said_by_longer(&words);
    let mut sorted: BTreeMap<(OrderKey, String), IndexData> = BTreeMap::new();
    for word in words.iter().filter(|word| !longer.contains(&word.topic.name)) {
        let data = IndexData { word: word.topic.name.clone(), pages: word.pages(), see: Vec::new() };
        sorted.insert((OrderKey::new(&data.word), data.word.clone()), data);
    }
    for (other, see) in others(&words) {
        let data = IndexData { word: other.clone(), pages: Vec::new(), see };
        sorted.insert((OrderKey::new(&other), other), data);
    }
    let mut letters: Vec<LetterData> = Vec::new();
    for ((key, _), word) in sorted {
        let letter = key.letter().map_or_else(|| NO_LETTER.to_owned(), String::from);
        if letters.last().is_none_or(|last| last.letter != letter) {
            letters.push(LetterData { letter, words: Vec::new() });
        }
        if let Some(last) = letters.last_mut() {
            last.words.push(word);
        }
    }
    letters
}

/// A word of the index with its pages.
struct Word {
    topic: Topic,
    /// Where it is explained.
    homes: BTreeSet<usize>,
    /// Where a chapter speaks of it.
    mentions: BTreeSet<usize>,
}

impl Word {
    fn all(&self) -> BTreeSet<usize> {
        self.mentions.union(&self.homes).copied().collect()
    }

    fn pages(&self) -> Vec<IndexPage> {
        let all = self.all();
        let mut kept = ranges(&all, &self.homes);
        if all.len() > MOST_PAGES {
            let mut room = FEW_PAGES;
            kept.retain(|page| {
                let is_kept = page.is_home || room > 0;
                room -= usize::from(is_kept && !page.is_home);
                is_kept
            });
        }
        kept
    }
}

/// Topics whose names are forms of one word as one, in the form that comes first.
fn merged(topics: &[Topic]) -> Vec<Topic> {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut all: Vec<Topic> = Vec::new();
    for topic in topics {
        let place = *places.entry(form_key(&topic.name)).or_insert(all.len());
        match all.get_mut(place) {
            Some(known) => {
                known.others.extend(topic.others.iter().cloned());
                known.spots.extend(&topic.spots);
                known.is_value &= topic.is_value;
            }
            None => all.push(topic.clone()),
        }
    }
    all
}

/// Names `X` that stand on the same pages as an `X: Y`.
fn said_by_longer(words: &[Word]) -> BTreeSet<String> {
    let by_name: BTreeMap<&str, &Word> = words.iter().map(|word| (word.topic.name.as_str(), word)).collect();
    let longer = words.iter().filter_map(|word| {
        let (begin, _) = word.topic.name.split_once(": ")?;
        by_name.get(begin).filter(|short| short.all() == word.all()).map(|_| begin.to_owned())
    });
    longer.collect()
}

/// Another name, and where it leads.
#[derive(Default)]
struct Other {
    name: String,
    /// Things that it is a name of.
    of: Vec<SeeData>,
    /// Things of which it is the last part of the name: `Burn` of `Affliction I: Burn`.
    ends: Vec<SeeData>,
    /// Whether it stands beside the name of a thing of which it is a name.
    is_beside: bool,
}

/// Other names, each with the names under which it stands.
fn others(words: &[Word]) -> BTreeMap<String, Vec<SeeData>> {
    let known: BTreeSet<String> = words.iter().map(|word| form_key(&word.topic.name)).collect();
    let mut found: BTreeMap<String, Other> = BTreeMap::new();
    for word in words {
        let name = &word.topic.name;
        let letter = OrderKey::new(name).letter();
        let page = word.homes.first().or(word.mentions.first()).copied().unwrap_or(1);
        let mut said = BTreeSet::new();
        for other in &word.topic.others {
            let (order, key) = (OrderKey::new(other), form_key(other));
            if order.is_empty() || known.contains(&key) || begins_plainly(other) || !said.insert(key.clone()) {
                continue;
            }
            let entry = found.entry(key).or_insert_with(|| Other { name: other.clone(), ..Other::default() });
            let see = SeeData { words: name.clone(), page };
            if order.letter() == letter && !is_abbreviation(other) {
                entry.is_beside = true;
            } else if name.ends_with(&format!(": {other}")) {
                entry.ends.push(see);
            } else {
                entry.of.push(see);
            }
        }
    }
    let leads = |other: Other| {
        let has_none = other.of.is_empty();
        let see = if has_none { other.ends } else { other.of };
        let is_needed = !see.is_empty() && see.len() <= MOST_SHARING && !(has_none && other.is_beside);
        is_needed.then_some((other.name, see))
    };
    found.into_values().filter_map(leads).collect()
}

/// `HP`: what people look up as it stands on their sheets.
fn is_abbreviation(name: &str) -> bool {
    (2..=4).contains(&name.chars().count()) && name.chars().all(char::is_uppercase)
}

/// What forms of one name have in common: no case, accents, signs, spaces and plurals. The plural is that of English; where
/// another language ends a word like it, both forms of that word would have to be names to be taken for one.
pub fn form_key(name: &str) -> String {
    let folded = folded(name).replace(['\'', '\u{2019}'], "");
    folded.split(|c: char| !c.is_alphanumeric()).map(singular).collect()
}

fn singular(word: &str) -> String {
    const HISSES: [&str; 5] = ["s", "x", "z", "ch", "sh"];
    let is_long = word.chars().count() > 2;
    let without = |ending: &str| word.strip_suffix(ending).filter(|_| is_long);
    if word == "dice" {
        return "die".to_owned();
    }
    if let Some(stem) = without("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    if let Some(stem) = without("es").filter(|stem| HISSES.iter().any(|hiss| stem.ends_with(hiss))) {
        return stem.to_owned();
    }
    without("s").filter(|stem| !stem.ends_with(['s', 'u', 'i'])).unwrap_or(word).to_owned()
}

/// Words of the language with which no name begins that somebody would look for.
const PLAIN: [&str; 20] = [
    "after", "all", "always", "any", "at", "before", "each", "every", "for", "from", "high", "higher", "highest", "if",
    "its", "low", "lower", "lowest", "no", "when",
];

fn begins_plainly(name: &str) -> bool {
    let name = folded(name);
    name.split(' ')
        .next()
        .is_some_and(|first| PLAIN.contains(&first) || first.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether the name of a value is a part of a sentence, which its figure ends: `3 HP from`.
fn is_phrase(name: &str) -> bool {
    let last = name.rsplit(' ').next().unwrap_or_default();
    begins_plainly(name) || ["at", "by", "for", "from", "of", "to"].contains(&last)
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

    fn word(name: &str, others: &[&str], homes: &[usize], mentions: &[usize]) -> Word {
        let topic =
            Topic { name: name.to_owned(), others: others.iter().map(|&one| one.into()).collect(), ..Topic::default() };
        Word { topic, homes: homes.iter().copied().collect(), mentions: mentions.iter().copied().collect() }
    }

    fn seen(words: &[Word]) -> Vec<String> {
        let line = |(other, see): (String, Vec<SeeData>)| {
            format!("{other}: {}", see.iter().map(|see| see.words.as_str()).collect::<Vec<_>>().join("; "))
        };
        others(words).into_iter().map(line).collect()
    }

    #[test]
    fn forms_of_one_name_have_one_key() {
        for (one, other) in [
            ("Hit", "Hits"),
            ("Match", "matches"),
            ("ability", "Abilities"),
            ("Self-check", "self checks"),
            ("Off hand", "off-hand"),
            ("boss", "bosses"),
            ("DC", "DCs"),
            ("exploding die", "exploding dice"),
        ] {
            assert_eq!(form_key(one), form_key(other), "{one}");
        }
        for (one, other) in [("Status", "Statu"), ("Hit", "Hit points"), ("Miss", "Mis")] {
            assert_ne!(form_key(one), form_key(other), "{one}");
        }
    }

    #[test]
    fn names_that_are_forms_of_one_word_are_one_topic_in_the_first_form() {
        let topic = |name: &str| Topic { name: name.to_owned(), ..Topic::default() };
        let all = merged(&[topic("element"), topic("Hit"), topic("Elements"), topic("Hits")]);
        assert_eq!(all.iter().map(|topic| topic.name.as_str()).collect::<Vec<_>>(), ["element", "Hit"]);
    }

    #[test]
    fn a_word_of_many_pages_keeps_its_home_and_the_first_five() {
        let pages: Vec<usize> = (1..=12).map(|page| 2 * page).collect();
        let texts: Vec<String> = word("round", &[], &[20], &pages).pages().into_iter().map(|page| page.text).collect();
        assert_eq!(texts, ["2", "4", "6", "8", "10", "20"]);
        assert_eq!(word("round", &[], &[4], &pages[..8]).pages().len(), 8);
    }

    #[test]
    fn another_name_leads_to_the_first_where_it_begins_with_another_letter() {
        let words = [word("guard", &["guards", "Damage Reduction", "DR", "Gd"], &[3], &[])];
        assert_eq!(seen(&words), ["DR: guard", "Damage Reduction: guard"]);
        let pools = [word("Health Points", &["HP"], &[3], &[]), word("Restore I: HP", &["HP"], &[4], &[])];
        assert_eq!(seen(&pools), ["HP: Health Points"], "a name goes before the end of another");
    }

    #[test]
    fn other_names_that_nobody_looks_up_are_left_out() {
        let plain = [word("Effect: Always", &["Always"], &[3], &[]), word("Threshold", &["higher"], &[3], &[])];
        assert!(seen(&plain).is_empty());
        let shared = ["Effect", "Blow", "Pass"].map(|family| word(&format!("{family}: Text"), &["Text"], &[3], &[]));
        assert!(seen(&shared).is_empty(), "three have it");
        assert_eq!(seen(&shared[..2]), ["Text: Effect: Text; Blow: Text"]);
        let known = [word("Burn", &[], &[2], &[]), word("Affliction I: Burn", &["Burn"], &[3], &[])];
        assert!(seen(&known).is_empty(), "it is a word itself");
        assert!(is_phrase("3 HP from") && is_phrase("Dead at") && !is_phrase("Carry limit"));
    }

    #[test]
    fn of_a_name_and_a_longer_one_on_the_same_pages_the_longer_stays() {
        let pair = |pages: &[usize]| [word("Alter I", &[], &[9], &[]), word("Alter I: Shape", &[], &[9], pages)];
        assert_eq!(said_by_longer(&pair(&[])).len(), 1);
        assert!(said_by_longer(&pair(&[4])).is_empty());
    }
}
