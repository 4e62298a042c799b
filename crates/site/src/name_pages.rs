//! Pages of names: the glossary, A to Z, rule IDs.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use makeready_faces::book::EntryKind;
use makeready_faces::order::OrderKey;

use super::address::{self, Place};
use super::card_view::RuleView;
use super::context::PageContext;
use super::html::Html;
use super::search::words::Cutter;
use super::terms::Seen;

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
    meaning: Html,
    /// The rule that tells of it, and what that is called; both may be empty.
    rule: RuleView,
    told: String,
}

/// The glossary: the words that it explains itself.
pub fn glossary(page: &PageContext<'_>) -> Lettered<TermView> {
    let book = page.context.book;
    let cutter = Cutter::of(book.lang.language());
    let mut terms: BTreeMap<&str, TermView> = BTreeMap::new();
    for entry in book.entries.iter().filter(|entry| entry.kind == EntryKind::Term) {
        let others = other_words(&entry.name, &entry.aliases, &cutter);
        terms.insert(&entry.id, term(&entry.id, &entry.name, others, &entry.summary, &entry.rule, page));
    }
    for word in book.glossary.iter().filter(|word| word.target.kind == EntryKind::Term) {
        let Some((first, others)) = word.words.split_first() else { continue };
        let others = other_words(first, others, &cutter);
        let view = || term(&word.target.id, first, others, &word.meaning, &word.rule, page);
        terms.entry(&word.target.id).or_insert_with(view);
    }
    let mut terms: Vec<TermView> = terms.into_values().collect();
    terms.sort_by_cached_key(|term| (OrderKey::new(&term.word), term.word.clone(), term.anchor.clone()));
    Lettered::new(terms.into_iter().map(|term| (OrderKey::new(&term.word), term)))
}

/// Other words for the same, without other forms of one: `abilities` of `ability`.
fn other_words(word: &str, others: &[String], cutter: &Cutter) -> Vec<String> {
    let mut forms = vec![cutter.stems(word)];
    let mut is_new = |other: &&String| {
        let stems = cutter.stems(other);
        let is_new = !other.to_lowercase().starts_with(&word.to_lowercase()) && !forms.contains(&stems);
        forms.push(stems);
        is_new
    };
    others.iter().filter(|other| is_new(other)).cloned().collect()
}

fn term(id: &str, word: &str, others: Vec<String>, meaning: &str, rule: &str, page: &PageContext<'_>) -> TermView {
    let own = address::entry(&page.context.book.id, EntryKind::Term, id);
    let (mut linked, mut seen) = (Html::new(), Seen::default());
    // Nothing leads to where it stands.
    seen.add(&own);
    page.linked_text(&mut linked, meaning, None, &mut seen);
    let home = page.context.link_index.rule(rule).filter(|home| home.place.path != page.path);
    TermView {
        anchor: own.fragment,
        word: word.to_string(),
        others,
        meaning: linked,
        rule: RuleView::new(if home.is_some() { rule } else { "" }, page),
        told: home.map_or_else(String::new, |home| home.name.clone()),
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

/// Whether a name is a sign, such as `AV` or `mHP`, and no word.
fn is_sign(name: &str) -> bool {
    let is_of = |is: fn(char) -> bool| name.chars().filter(|c| is(*c)).count();
    !name.contains(' ') && is_of(char::is_uppercase) > is_of(char::is_lowercase)
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
        // What is short for a value in words, as `Dead at`, is looked for by its name.
        let is_headword = |alias: &&String| entry.kind != EntryKind::Stat || is_sign(alias);
        for alias in entry.aliases.iter().filter(|alias| **alias != entry.name).filter(is_headword) {
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

/// The rules of a chapter, or of what is no chapter: all that stand with entries of one kind.
#[derive(Debug, Serialize)]
struct RuleGroupView {
    title: String,
    id: String,
    /// The page of all of it.
    href: String,
    rules: Vec<RuleLine>,
}

#[derive(Debug, Serialize)]
struct RuleLine {
    id: String,
    title: String,
    /// How it begins, where others are called the same; may be empty.
    lead: String,
    href: String,
}

/// The list of rules, by where they stand. Permalinks by rule ID lead to it, so its address never changes.
pub fn rules(page: &PageContext<'_>) -> RulesView {
    let book = page.context.book;
    let mut homes: BTreeMap<&str, usize> = BTreeMap::new();
    let mut groups: Vec<RuleGroupView> = Vec::new();
    let group = |title: &str, place: &Place| RuleGroupView {
        title: title.to_owned(),
        id: String::new(),
        href: page.href(place),
        rules: Vec::new(),
    };
    for chapter in &book.chapters {
        homes.insert(&page.context.chapters[&chapter.slug], groups.len());
        groups.push(group(&chapter.title, &Place::page(page.context.chapters[&chapter.slug].clone())));
    }
    let mut of_kind: BTreeMap<EntryKind, usize> = BTreeMap::new();
    let entries: Vec<(EntryKind, Place)> =
        book.entries.iter().map(|entry| (entry.kind, address::entry(&book.id, entry.kind, &entry.id))).collect();
    for (kind, place) in &entries {
        let at = *of_kind.entry(*kind).or_insert_with(|| {
            groups.push(group(kind.all(page.words()), &Place::page(address::kind_page(&book.id, *kind))));
            groups.len() - 1
        });
        homes.insert(&place.path, at);
    }
    let elsewhere = groups.len();
    groups.push(group(page.words().text("names.elsewhere"), &Place::page(page.path.clone())));
    let mut count = 0;
    for (id, target) in page.context.link_index.rules() {
        count += 1;
        let at = homes.get(target.place.path.as_str()).copied().unwrap_or(elsewhere);
        let lead = page.context.link_index.rule_lead(id).to_owned();
        let title = target.name.clone();
        groups[at].rules.push(RuleLine { id: id.clone(), title, lead, href: page.href(&target.place) });
    }
    groups.retain(|group| !group.rules.is_empty());
    for (at, group) in groups.iter_mut().enumerate() {
        group.id = format!("group--{}", at + 1);
    }
    RulesView { count, groups }
}

impl RulesView {
    /// Title and id of each group.
    pub fn groups(&self) -> impl Iterator<Item = (&str, &str)> {
        self.groups.iter().map(|group| (group.title.as_str(), group.id.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::{capitalized, is_sign};

    #[test]
    fn signs_are_told_from_short_words() {
        assert!(["AV", "mHP", "AP2"].iter().all(|name| is_sign(name)));
        assert!(["Dead at", "Held", "Above 2", "L AP"].iter().all(|name| !is_sign(name)));
    }

    #[test]
    fn names_begin_with_a_capital_unless_they_are_signs() {
        let written = ["ability", "Ability Slot", "off-hand", "d12", "mHP", "übermut", "x"];
        let names = ["Ability", "Ability Slot", "Off-hand", "d12", "mHP", "Übermut", "x"];
        assert_eq!(written.map(capitalized), names);
    }
}
