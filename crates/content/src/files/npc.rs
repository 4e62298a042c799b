//! `creation.yaml` and `archetypes/*.yaml`.

use super::character::{item, numbers, ranks};
use super::{each, each_of_some, head};
use crate::code::Code;
use crate::decode::{Decoder, Fields, PlacedFormula};
use crate::npc::{ArchetypeEntry, CreationEntry, GearGroupEntry, GearOffer, NoteOffer, StatSourceEntry};
use crate::source::Located;
use crate::yaml::{Kind, Node};

/// The heaviest weight: more than that means the same.
const HEAVIEST: i64 = 1_000;
/// The largest number of an array of stats.
const LARGEST: i64 = 1_000_000;

/// Reads `creation.yaml`.
pub fn read_creation(d: &mut Decoder, node: &Node) -> Option<CreationEntry> {
    let mut fields = d.file_fields(node)?;
    let f = &mut fields;
    let entry = CreationEntry {
        at: f.start(),
        level: d.optional_reference(f, "level"),
        tier: d.optional_reference(f, "tier"),
        inputs: numbers(d, f, "inputs"),
        choices: d.entries(f, "choices").into_iter().map(|(key, node)| (key, d.reference(node))).collect(),
        stats: d.required(f, "stats").and_then(|node| stats(d, node)),
        advances: d.optional_formula(f, "advances"),
        traits: f.get("traits").and_then(|node| d.fields(node)).and_then(|mut inner| {
            let count = d.formula(&mut inner, "count");
            d.finish(&inner);
            count
        }),
        secondary: rule(d, f, "secondary", ["budget", "each_at_most"]),
        backgrounds: rule(d, f, "backgrounds", ["count", "entries"]),
        ranks: rule(d, f, "ranks", ["budget", "each_at_most"]),
        languages: rule(d, f, "languages", ["free", "further", "ranks"]),
        load: rule(d, f, "load", ["carried", "limit"]),
        abilities: rule(d, f, "abilities", ["used", "room", "most"]),
    };
    d.finish(f);
    Some(entry)
}

/// A part of the rules that consists of formulas, all of which have to be there.
fn rule<const N: usize>(
    d: &mut Decoder,
    f: &mut Fields<'_>,
    key: &'static str,
    formulas: [&'static str; N],
) -> Option<[Option<PlacedFormula>; N]> {
    let mut inner = f.get(key).and_then(|node| d.fields(node))?;
    let rule = formulas.map(|formula| d.formula(&mut inner, formula));
    d.finish(&inner);
    Some(rule)
}

/// `roll: FORMULA`, `array: [...]` or `pool: { points, least, most }`.
fn stats(d: &mut Decoder, node: &Node) -> Option<StatSourceEntry> {
    let mut fields = d.fields(node)?;
    let f = &mut fields;
    let source = if f.holds("array") {
        let list = d.required_list(f, "array")?;
        let numbers = d.items(list).iter().map(|node| d.whole_of(node, -LARGEST, LARGEST)).collect();
        StatSourceEntry::Array(numbers, list.at)
    } else if f.holds("pool") {
        StatSourceEntry::Pool(Box::new(rule(d, f, "pool", ["points", "least", "most"])?))
    } else {
        StatSourceEntry::Roll(d.formula(f, "roll"))
    };
    d.finish(f);
    Some(source)
}

/// Reads one archetype.
pub fn read_archetype(d: &mut Decoder, node: &Node) -> Option<ArchetypeEntry> {
    let mut fields = d.file_fields(node)?;
    let f = &mut fields;
    let id = d.id(f, "id");
    let entry = ArchetypeEntry {
        head: head(d, f, id),
        names: phrases(d, f, "names"),
        looks: phrases(d, f, "looks"),
        inputs: d.entries(f, "inputs").into_iter().map(|(key, node)| (key, d.formula_of(node))).collect(),
        choices: d
            .entries(f, "choices")
            .into_iter()
            .map(|(key, node)| {
                let options = d.items(node).iter().map(|node| d.reference(node)).collect();
                (key, options)
            })
            .collect(),
        traits: weights(d, f, "traits"),
        stats: weights(d, f, "stats"),
        backgrounds: each(d, f, "backgrounds", |d, f| {
            let names = d.required_references(f, "names").into_iter().map(|name| name.value).collect();
            (names, d.required_references(f, "covers"))
        }),
        languages: d.strings(f, "languages"),
        skills: d.entries(f, "skills").into_iter().map(|(key, node)| (key, ranks(d, node))).collect(),
        items: each(d, f, "items", gear),
        abilities: weights(d, f, "abilities"),
        notes: d.entries(f, "notes").into_iter().map(|(key, node)| (key, note(d, node))).collect(),
    };
    d.finish(f);
    Some(entry)
}

/// Lists of words, of each of which one is taken.
fn phrases(d: &mut Decoder, f: &mut Fields<'_>, key: &'static str) -> Vec<Vec<String>> {
    let Some(lists) = d.required_list(f, key) else { return Vec::new() };
    let mut phrases = Vec::new();
    for list in d.items(lists) {
        let words: Vec<Located<String>> = d.items(list).iter().map(|node| d.reference(node)).collect();
        if words.is_empty() && matches!(list.kind, Kind::List(_)) {
            d.error(Code::Empty, list.at, "one of these is taken, and there are none").help =
                Some("write at least one".to_owned());
        }
        phrases.push(words.into_iter().map(|word| word.value).collect());
    }
    phrases
}

fn weights(d: &mut Decoder, f: &mut Fields<'_>, key: &'static str) -> Vec<(Located<String>, u32)> {
    let entries = d.entries(f, key);
    let weight = |(key, node)| (key, u32::try_from(d.whole_of(node, 0, HEAVIEST)).unwrap_or(0));
    entries.into_iter().map(weight).collect()
}

fn gear(d: &mut Decoder, f: &mut Fields<'_>) -> GearGroupEntry {
    let when = d.optional_formula(f, "when");
    let one_of = each_of_some(d, f, "one_of", |d, f| {
        let when = d.optional_formula(f, "when");
        let note = f.get("note").map(|node| written(d, node)).unwrap_or_default();
        GearOffer { when, item: item(d, f), note }
    });
    GearGroupEntry { when, one_of }
}

/// One text, or a list of texts, each alone or as `{ when, text }`.
fn note(d: &mut Decoder, node: &Node) -> Vec<NoteOffer> {
    let Kind::List(offers) = &node.kind else { return vec![plain_note(d, node)] };
    let mut read = Vec::new();
    for offer in offers {
        if !matches!(offer.kind, Kind::Map(_)) {
            read.push(plain_note(d, offer));
        } else if let Some(mut fields) = d.fields(offer) {
            let when = d.formula(&mut fields, "when");
            if let Some(text) = d.required(&mut fields, "text") {
                read.push(NoteOffer { when, ..plain_note(d, text) });
            }
            d.finish(&fields);
        }
    }
    read
}

fn plain_note(d: &mut Decoder, node: &Node) -> NoteOffer {
    NoteOffer { when: None, written: written(d, node), text: d.marked_of(node) }
}

/// A text as it stands. One that is none is reported where its marks are read.
fn written(d: &mut Decoder, node: &Node) -> String {
    match node.kind {
        Kind::Text(_) | Kind::Whole(_) | Kind::Decimal => d.text_of(node),
        _ => String::new(),
    }
}
