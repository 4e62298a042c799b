//! Pages of names: the glossary, A to Z, rule IDs.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use deckle_faces::book::EntryKind;
use deckle_faces::order::OrderKey;

use super::address::{self, Place};
use super::context::PageContext;

/// What begins with no letter stands under this.
const NO_LETTER: char = '#';

/// A letter with a way to it, unless nothing stands under it.
#[derive(Debug, Serialize)]
struct LetterLink {
    letter: char,
    href: String,
}

/// What stands under a letter.
#[derive(Debug, Serialize)]
struct LetterView<T> {
    letter: char,
    id: String,
    lines: Vec<T>,
}

/// A list under letters.
#[derive(Debug, Serialize)]
pub struct Lettered<T> {
    /// All letters of the alphabet, and what else something begins with.
    all: Vec<LetterLink>,
    letters: Vec<LetterView<T>>,
}

impl<T> Lettered<T> {
    /// Of lines in their order, each with what it is sorted by.
    fn new(lines: impl Iterator<Item = (OrderKey, T)>) -> Self {
        let mut letters: Vec<LetterView<T>> = Vec::new();
        for (key, line) in lines {
            let letter = key.letter().unwrap_or(NO_LETTER);
            match letters.last_mut().filter(|last| last.letter == letter) {
                Some(last) => last.lines.push(line),
                None => letters.push(LetterView { letter, id: id_of(letter), lines: vec![line] }),
            }
        }
        let present: BTreeSet<char> = letters.iter().map(|one| one.letter).collect();
        let all: BTreeSet<char> = present.iter().copied().chain('A'..='Z').collect();
        let link = |letter: char| LetterLink {
            letter,
            href: if present.contains(&letter) { format!("#{}", id_of(letter)) } else { String::new() },
        };
        Self { all: all.into_iter().map(link).collect(), letters }
    }
}

fn id_of(letter: char) -> String {
    if letter == NO_LETTER { "letter--0".to_owned() } else { format!("letter--{letter}") }
}

/// A word of the glossary.
#[derive(Debug, Serialize)]
pub struct TermView {
    anchor: String,
    word: String,
    others: Vec<String>,
    meaning: String,
    rule: String,
    href: String,
}

/// The glossary: the words that it explains itself.
pub fn glossary(page: &PageContext<'_>) -> Lettered<TermView> {
    let book = page.context.book;
    let mut terms: BTreeMap<&str, TermView> = BTreeMap::new();
    for entry in book.entries.iter().filter(|entry| entry.kind == EntryKind::Term) {
        let view = term(&entry.id, &entry.name, &entry.aliases, &entry.summary, &entry.rule, page);
        terms.insert(&entry.id, view);
    }
    for word in book.glossary.iter().filter(|word| word.target.kind == EntryKind::Term) {
        let Some((first, others)) = word.words.split_first() else { continue };
        terms.entry(&word.target.id).or_insert_with(|| term(&word.target.id, first, others, &word.meaning, "", page));
    }
    let mut terms: Vec<TermView> = terms.into_values().collect();
    terms.sort_by_cached_key(|term| (OrderKey::new(&term.word), term.word.clone(), term.anchor.clone()));
    Lettered::new(terms.into_iter().map(|term| (OrderKey::new(&term.word), term)))
}

fn term(id: &str, word: &str, others: &[String], meaning: &str, rule: &str, page: &PageContext<'_>) -> TermView {
    // Other forms of the same word are left out.
    let is_new = |other: &&String| !other.to_lowercase().starts_with(&word.to_lowercase());
    TermView {
        anchor: address::entry(&page.context.book.id, EntryKind::Term, id).fragment,
        word: word.to_string(),
        others: others.iter().filter(is_new).cloned().collect(),
        meaning: meaning.to_string(),
        rule: rule.to_string(),
        href: page.rule_href(rule),
    }
}

/// A name with all that it is the name of.
#[derive(Clone, Debug, Serialize)]
pub struct NameLine {
    text: String,
    places: Vec<NamedPlace>,
}

/// Something that has a name, among all that has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct NamedPlace {
    kind: String,
    href: String,
}

/// `2. Buy the force` as `Buy the force`, and `IV. Bluster` as `Bluster`: nobody looks for a step by its number.
fn unnumbered(title: &str) -> &str {
    let is_of_number = |c: char| c.is_ascii_digit() || matches!(c, 'I' | 'V' | 'X' | 'L' | 'C');
    let words = title.trim_start_matches(is_of_number).strip_prefix(". ");
    words.filter(|words| words.len() + 2 < title.len()).unwrap_or(title)
}

/// `ability` as `Ability`: words of the glossary are written as within a sentence, and names are not. `d12` and `mHP` stay.
fn capitalized(name: &str) -> String {
    let first = name.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let is_word = first.chars().count() > 1 && first.chars().all(char::is_lowercase);
    let mut letters = name.chars();
    match letters.next().filter(|_| is_word) {
        Some(letter) => letter.to_uppercase().chain(letters).collect(),
        None => name.to_owned(),
    }
}

/// How near a place is to what a name means: what explains it comes first, and the name itself leads there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// A word of the glossary, or a value.
    Explained,
    /// The same under its other names, such as what is short for it.
    ExplainedAs,
    /// An entry of this name.
    Named,
    /// A heading in a chapter.
    Headed,
    /// An entry that is called so as well.
    CalledSo,
}

/// The places of a name, the nearest first, and how it is written there.
type Places = BTreeSet<(Nearness, NamedPlace, String)>;

/// A to Z: entries under all their names, words of the glossary, and the headings of chapters.
pub fn index(headings: &[(String, Place)], page: &PageContext<'_>) -> Lettered<NameLine> {
    let book = page.context.book;
    // `Affliction` and `affliction` are one name; of two ways to write it the first in order stands.
    let mut lines: BTreeMap<(OrderKey, String), Places> = BTreeMap::new();
    let mut add = |text: &str, nearness: Nearness, kind: &str, place: &Place| {
        let sort = OrderKey::new(text);
        if !sort.is_empty() {
            let named = NamedPlace { kind: kind.to_string(), href: page.href(place) };
            lines.entry((sort, text.to_lowercase())).or_default().insert((nearness, named, text.to_string()));
        }
    };
    for entry in &book.entries {
        let place = address::entry(&book.id, entry.kind, &entry.id);
        let kind = entry.kind.one(page.words());
        let nearness = if entry.kind == EntryKind::Stat { Nearness::Explained } else { Nearness::Named };
        let explains = matches!(entry.kind, EntryKind::Stat | EntryKind::Term);
        let of_aliases = if explains { Nearness::ExplainedAs } else { Nearness::CalledSo };
        add(&entry.name, nearness, kind, &place);
        for alias in entry.aliases.iter().filter(|alias| **alias != entry.name) {
            // Another name alone does not say what it leads to.
            add(alias, of_aliases, &format!("{kind}: {}", entry.name), &place);
        }
    }
    for term in book.glossary.iter().filter(|term| term.target.kind == EntryKind::Term) {
        if let (Some(word), Some(target)) = (term.words.first(), page.context.link_index.entry(&term.target)) {
            add(word, Nearness::Explained, target.kind, &target.place);
        }
    }
    // A heading says which chapter it is in: a part has many, and two of them may have a heading of the same words.
    let titled = book.chapters.iter().map(|one| (page.context.chapters[&one.slug].as_str(), one.title.as_str()));
    let chapters: BTreeMap<&str, &str> = titled.collect();
    let chapter = page.words().text("kind.chapter.one");
    for (title, place) in headings {
        // The name of a chapter would be said twice.
        let within = chapters.get(place.path.as_str()).copied().filter(|within| within != title);
        add(unnumbered(title), Nearness::Headed, within.unwrap_or(chapter), place);
    }
    let line = |found: Places| {
        let text = found.iter().map(|(.., text)| text).min().map_or_else(String::new, |text| capitalized(text));
        let mut places: Vec<NamedPlace> = Vec::new();
        for (_, place, _) in found {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        NameLine { text, places }
    };
    Lettered::new(lines.into_iter().map(|((sort, _), places)| (sort, line(places))))
}

/// All rule IDs and their homes.
#[derive(Debug, Serialize)]
pub struct RulesView {
    count: usize,
    groups: Vec<RuleGroupView>,
}

#[derive(Debug, Serialize)]
struct RuleGroupView {
    name: String,
    id: String,
    /// The chapter that its first rule stands in; empty where that stands in none.
    chapter: String,
    rules: Vec<RuleLine>,
}

#[derive(Debug, Serialize)]
struct RuleLine {
    id: String,
    title: String,
    /// What it is; empty where it is a rule of its own.
    kind: &'static str,
    href: String,
}

/// The list of rules. Permalinks by rule ID lead to it, so its address never changes.
pub fn rules(page: &PageContext<'_>) -> RulesView {
    let mut groups: Vec<RuleGroupView> = Vec::new();
    let mut count = 0;
    for (id, target) in page.context.link_index.rules() {
        count += 1;
        let name = id.rsplit_once('-').map_or(id.as_str(), |(group, _)| group).to_string();
        if groups.last().is_none_or(|last| last.name != name) {
            let id = format!("group--{}", groups.len() + 1);
            groups.push(RuleGroupView { id, name, chapter: chapter_of(page, &target.place), rules: Vec::new() });
        }
        let kind = if target.kind == page.words().text("kind.rule.one") { "" } else { target.kind };
        let line = RuleLine { id: id.clone(), title: target.name.clone(), kind, href: page.href(&target.place) };
        if let Some(group) = groups.last_mut() {
            group.rules.push(line);
        }
    }
    RulesView { count, groups }
}

/// The title of the chapter that a place is in, or nothing.
fn chapter_of(page: &PageContext<'_>, place: &Place) -> String {
    let paths = page.context.chapters;
    let chapters = &page.context.book.chapters;
    let found = chapters.iter().find(|chapter| paths.get(&chapter.slug).is_some_and(|path| *path == place.path));
    found.map_or_else(String::new, |chapter| chapter.title.clone())
}

impl RulesView {
    /// Name and id of each group.
    pub fn groups(&self) -> impl Iterator<Item = (&str, &str)> {
        self.groups.iter().map(|group| (group.name.as_str(), group.id.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::capitalized;

    #[test]
    fn names_begin_with_a_capital_unless_they_are_signs() {
        let written = ["ability", "Ability Slot", "off-hand", "d12", "mHP", "übermut", "x"];
        let names = ["Ability", "Ability Slot", "Off-hand", "d12", "mHP", "Übermut", "x"];
        assert_eq!(written.map(capitalized), names);
    }
}
