//! The reference of a book: its entries by kind, in few words; and its glossary.

use std::collections::BTreeSet;

use super::Manuscript;
use super::chapters::{bill_line, card_block, no_notes, whole_ruling};
use super::data::{Block, EntryData, KindData, Line, Other, Piece, WordData};
use super::odds;
use super::places::{Pages, Places, Spot};
use super::slots;
use super::tables::{Room, words_of};
use super::writer::Writer;
use makeready_faces::book::{Entry, EntryKind, EntryLink, GlossaryTerm};
use makeready_faces::text::{Style, plain_text};
use makeready_prose::address;
use makeready_prose::link_index::link_of;
use makeready_prose::tree::Reader;
use makeready_words::Words;

/// Whether entries of a kind are in the reference. People have prints of their own, and words the glossary; families come with
/// their keywords.
pub const fn is_printed(kind: EntryKind) -> bool {
    match kind {
        EntryKind::Action
        | EntryKind::Skill
        | EntryKind::Ability
        | EntryKind::Keyword
        | EntryKind::Family
        | EntryKind::Stat
        | EntryKind::Trait
        | EntryKind::Condition
        | EntryKind::Reference
        | EntryKind::Check
        | EntryKind::Ruling => true,
        EntryKind::Character | EntryKind::Npc | EntryKind::Term => false,
    }
}

/// The entries of a kind in the order in which they are printed, under the kind that has them.
pub fn in_order(entries: &[Entry], kind: EntryKind) -> Vec<&Entry> {
    let of = |kind: EntryKind| entries.iter().filter(move |entry| entry.kind == kind);
    match kind {
        EntryKind::Family => Vec::new(),
        EntryKind::Keyword => {
            let members = |family: &Entry| {
                let link = link_of(family);
                of(EntryKind::Keyword).filter(move |entry| entry.group.as_ref() == Some(&link))
            };
            let in_families = of(EntryKind::Family).flat_map(|family| std::iter::once(family).chain(members(family)));
            let families: BTreeSet<EntryLink> = of(EntryKind::Family).map(link_of).collect();
            let alone = of(EntryKind::Keyword)
                .filter(|entry| entry.group.as_ref().is_none_or(|group| !families.contains(group)));
            in_families.chain(alone).collect()
        }
        _ => of(kind).collect(),
    }
}

/// All entries of a kind; none where the book has none.
pub fn kind(
    kind: EntryKind,
    manuscript: &Manuscript<'_>,
    places: &Places,
    pages: &Pages,
    room: Room,
    taken: &mut BTreeSet<Spot>,
) -> Option<KindData> {
    let entries = in_order(&manuscript.book.entries, kind);
    if entries.is_empty() {
        return None;
    }
    let mut blocks = Vec::new();
    if kind == EntryKind::Keyword && entries.iter().any(|entry| entry.paragraphs.iter().any(slots::has_one)) {
        blocks.push(Block::Text { line: vec![emphasis(manuscript.book.lang.words.text("print.slots"))] });
    }
    for entry in entries {
        let place = address::entry(&manuscript.book.id, entry.kind, &entry.id);
        let mut writer = Writer::new(places, pages, room, &place.path, taken);
        let mut reader = Reader::new(&manuscript.link_index, &manuscript.terms, &place.path);
        let label = writer.begin(&place);
        blocks.push(self::entry(entry, label, manuscript.book.lang.words, &mut writer, &mut reader));
    }
    Some(KindData { label: label_of(kind), title: kind.all(manuscript.book.lang.words).to_owned(), blocks })
}

/// The label of a kind.
pub fn label_of(kind: EntryKind) -> String {
    format!("kind-{}", kind.names().folder)
}

fn entry(entry: &Entry, label: String, labels: Words, writer: &mut Writer<'_>, reader: &mut Reader<'_>) -> Block {
    let mut data = EntryData {
        label,
        name: entry.name.clone(),
        aliases: other_names(entry),
        rule: entry.rule.clone(),
        is_group: entry.kind == EntryKind::Family,
        is_marked: entry.kind != EntryKind::Ruling,
        blocks: Vec::new(),
        short_facts: Vec::new(),
        facts: Vec::new(),
    };
    if entry.kind == EntryKind::Ruling {
        data.blocks.push(whole_ruling(entry));
        data.blocks.extend(writer.prose(&reader.read(&entry.body)));
        return Block::Entry(Box::new(data));
    }
    let says_it_twice = entry.paragraphs.iter().any(|paragraph| plain_text(paragraph).trim() == entry.summary.trim());
    if !entry.summary.is_empty() && !says_it_twice {
        data.blocks.push(Block::Text { line: vec![Piece::Words(entry.summary.clone())] });
    }
    let lines = if entry.kind == EntryKind::Keyword {
        writer.paragraphs(&entry.paragraphs.iter().map(slots::marked).collect::<Vec<_>>(), reader)
    } else {
        writer.paragraphs(&entry.paragraphs, reader)
    };
    data.blocks.extend(lines.into_iter().map(|line| Block::Text { line }));
    data.blocks.extend(writer.prose(&reader.read(&entry.body)));
    let fact =
        |fact: &makeready_faces::card::Fact| (fact.label.clone(), writer.line(&reader.runs(&fact.text), &no_notes()));
    let facts: Vec<(String, Line)> = entry.facts.iter().map(fact).collect();
    (data.short_facts, data.facts) = facts
        .into_iter()
        // The two prices of a keyword stand below one another.
        .partition(|(label, text)| entry.kind != EntryKind::Keyword && is_short(label, text));
    if !entry.formula.is_empty() {
        data.facts.push((labels.text("label.is").to_owned(), words(&entry.formula)));
    }
    if let Some(bill) = entry.bill.as_ref().filter(|bill| !bill.items.is_empty()) {
        data.facts.push((labels.text("paper.built_from").to_owned(), bill_line(bill)));
    }
    if let Some(card) = entry.card.as_ref().filter(|_| entry.kind != EntryKind::Ability) {
        data.blocks.push(card_block(card, writer.room()));
    }
    if let Some((title, table)) = &entry.results {
        data.blocks.extend(writer.table(title, table, reader));
    }
    if let Some(view) = &entry.odds {
        data.blocks.extend(odds::odds("", view, writer, reader));
    }
    for (title, table) in &entry.tables {
        data.blocks.extend(writer.table(title, table, reader));
    }
    Block::Entry(Box::new(data))
}

/// Whether a labeled line is a few words, which need no line of their own.
fn is_short(label: &str, text: &Line) -> bool {
    const FEW: usize = 32;
    let letters = text.iter().map(|piece| words_of(piece).chars().count()).sum::<usize>();
    letters > 0 && label.chars().count() + letters <= FEW
}

fn emphasis(text: &str) -> Piece {
    let (to, url, page) = (String::new(), String::new(), String::new());
    Piece::Other(Other::Run { style: Style::Emphasis, text: text.to_owned(), to, url, page })
}

fn words(text: &str) -> Line {
    vec![Piece::Words(text.to_owned())]
}

/// Other names, as far as the name does not say them.
fn other_names(entry: &Entry) -> String {
    let others = entry.aliases.iter().filter(|alias| !entry.name.contains(*alias));
    others.map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// A word of the glossary.
pub fn word(
    term: &GlossaryTerm,
    manuscript: &Manuscript<'_>,
    places: &Places,
    pages: &Pages,
    taken: &mut BTreeSet<Spot>,
) -> WordData {
    let place = manuscript.link_index.entry(&term.target).map(|target| &target.place);
    let spot = place.and_then(|place| places.find(place));
    let is_home = term.target.kind == EntryKind::Term;
    let label = spot.filter(|spot| is_home && taken.insert(*spot)).map(Spot::label).unwrap_or_default();
    let to = spot.filter(|_| !is_home).map(Spot::label).unwrap_or_default();
    let page = pages.page(&to).map(|page| page.to_string()).unwrap_or_default();
    let (word, others) = term.words.split_first().map_or(("", &[][..]), |(word, others)| (word.as_str(), others));
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    WordData { label, word: word.to_owned(), others: others.join(", "), meaning: term.meaning.clone(), to, page }
}
