//! What a book has to look up: the words of its glossary, and the entries of its reference.

use std::collections::{BTreeMap, BTreeSet};

use super::index::Topic;
use super::places::{Places, Spot};
use super::reference;
use makeready_faces::book::{Book, EntryKind};
use makeready_prose::address;
use makeready_prose::link_index::LinkIndex;

/// All topics, those of the glossary first: their forms are those of the language, where entries have those of titles.
pub fn topics(book: &Book, link_index: &LinkIndex, places: &Places) -> Vec<Topic> {
    let mut all: Vec<Topic> = Vec::new();
    // Words of the glossary that lead to an entry are further names of it.
    let mut further: BTreeMap<Spot, Vec<String>> = BTreeMap::new();
    for term in &book.glossary {
        let target = link_index.entry(&term.target);
        let Some(spot) = target.and_then(|target| places.find(&target.place)) else { continue };
        let Some((name, others)) = term.words.split_first() else { continue };
        if term.target.kind != EntryKind::Term {
            further.entry(spot).or_default().extend(term.words.iter().cloned());
            continue;
        }
        // The rule that defines the word is read before its line in the glossary.
        let rule = link_index.rule(&term.rule).and_then(|target| places.find(&target.place));
        let spots = std::iter::once(spot).chain(rule).collect();
        all.push(Topic { name: name.clone(), others: others.to_vec(), spots, is_value: false });
    }
    for entry in book.entries.iter().filter(|entry| is_indexed(entry.kind)) {
        let Some(spot) = places.find(&address::entry(&book.id, entry.kind, &entry.id)) else { continue };
        let mut others = entry.aliases.clone();
        others.extend(further.remove(&spot).unwrap_or_default());
        let (name, spots) = (entry.name.clone(), BTreeSet::from([spot]));
        all.push(Topic { name, others, spots, is_value: entry.kind == EntryKind::Stat && !entry.formula.is_empty() });
    }
    all
}

/// Whether names of a kind are in the index: questions that are no names are found by what they are about.
const fn is_indexed(kind: EntryKind) -> bool {
    reference::is_printed(kind) && !matches!(kind, EntryKind::Ruling)
}
