//! `characters/*.yaml` and `npcs/*.yaml`.

use super::building::built;
use super::system::reference;
use super::{each, modifiers};
use crate::code::Code;
use crate::concept::traits::TakenEntry;
use crate::decode::{Decoder, Fields};
use crate::entries::{AbilityEntry, AllyEntry, CharacterEntry, Head, ItemEntry, OwnedEntry, RanksEntry};
use crate::limits::MOST_HELD;
use crate::source::Located;
use crate::yaml::{Kind, Node};

/// What a character has several of, each a line of the sheet, and what one of them is called.
const HELD: [(&str, &str); 5] = [
    ("items", "item"),
    ("abilities", "ability"),
    ("backgrounds", "background"),
    ("languages", "language"),
    ("conditions", "condition"),
];

/// Reads one character.
pub fn read(d: &mut Decoder, node: &Node) -> Option<CharacterEntry> {
    let mut fields = d.file_fields(node)?;
    let f = &mut fields;
    let id = d.id(f, "id");
    for (key, what) in HELD {
        d.at_most(f, key, what, MOST_HELD);
    }
    let entry = CharacterEntry {
        head: Head { name: d.string(f, "name"), at: id.at, id: id.value, ..Head::default() },
        file: d.file,
        system: d.optional_reference(f, "system"),
        portrait: d.optional_sentence(f, "portrait"),
        ally: f.get("ally").and_then(|node| d.fields(node)).map(|mut inner| {
            let ally =
                AllyEntry { of: reference(d, &mut inner, "of"), through: d.optional_reference(&mut inner, "through") };
            d.finish(&inner);
            ally
        }),
        inputs: numbers(d, f, "inputs"),
        choices: d.entries(f, "choices").into_iter().map(|(key, node)| (key, d.reference(node))).collect(),
        stats: numbers(d, f, "stats"),
        advances: each(d, f, "advances", |d, f| {
            let stat = d.required(f, "stat").map(|node| d.reference(node));
            stat.unwrap_or_else(|| Located { value: String::new(), at: f.at })
        }),
        backgrounds: backgrounds(d, f),
        languages: each(d, f, "languages", |d, f| {
            let name = d.string(f, "name");
            (name, small(d.whole(f, "ranks", 0, 100).unwrap_or(0)))
        }),
        skills: d.entries(f, "skills").into_iter().map(|(key, node)| (key, ranks(d, node))).collect(),
        items: each(d, f, "items", item),
        abilities: abilities(d, f),
        traits: traits(d, f),
        conditions: d.references(f, "conditions"),
        notes: d.entries(f, "notes").into_iter().map(|(key, node)| (key, d.marked_of(node))).collect(),
    };
    d.finish(f);
    Some(entry)
}

/// What backgrounds there are, each with what it covers.
pub(super) fn backgrounds(d: &mut Decoder, f: &mut Fields<'_>) -> Vec<(Located<String>, Vec<Located<String>>)> {
    each(d, f, "backgrounds", |d, f| {
        let at = f.at;
        (Located { value: d.string(f, "name"), at }, d.references(f, "covers"))
    })
}

fn small(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

pub(super) fn numbers(d: &mut Decoder, f: &mut Fields<'_>, key: &'static str) -> Vec<(Located<String>, Located<i64>)> {
    let entries = d.entries(f, key);
    let read = |(key, node): (Located<String>, &Node)| {
        (key, Located { value: d.whole_of(node, -1_000_000, 1_000_000), at: node.at })
    };
    entries.into_iter().map(read).collect()
}

pub(super) fn ranks(d: &mut Decoder, node: &Node) -> RanksEntry {
    match node.kind {
        Kind::Map(_) if is_with_secondary(node) => {
            let Some(mut fields) = d.fields(node) else { return RanksEntry::Plain(0, node.at) };
            let f = &mut fields;
            let own = small(d.whole(f, "rank", 0, 100).unwrap_or(0));
            let secondary = d.entries(f, "secondary");
            let secondary = secondary.into_iter().map(|(key, node)| (key, small(d.whole_of(node, 0, 100)))).collect();
            d.finish(f);
            RanksEntry::WithSecondary { own, secondary, at: node.at }
        }
        Kind::Map(_) => {
            let kinds = d.map_entries(node);
            RanksEntry::Chosen(kinds.into_iter().map(|(key, node)| (key, small(d.whole_of(node, 0, 100)))).collect())
        }
        _ => RanksEntry::Plain(small(d.whole_of(node, 0, 100)), node.at),
    }
}

/// `{ rank: 2, secondary: { bash: 1 } }` rather than `{ strike: 1 }`.
fn is_with_secondary(node: &Node) -> bool {
    let Kind::Map(entries) = &node.kind else { return false };
    entries.iter().any(|(key, _)| matches!(&key.kind, Kind::Text(key) if key == "secondary" || key == "rank"))
}

pub(super) fn item(d: &mut Decoder, f: &mut Fields<'_>) -> ItemEntry {
    let id = d.id(f, "id");
    ItemEntry {
        head: Head { name: d.string(f, "name"), at: id.at, id: id.value, ..Head::default() },
        weight: small(d.whole(f, "weight", 0, 1_000_000).unwrap_or(0)),
        tags: d.references(f, "tags"),
        fields: d.entries(f, "effect").into_iter().map(|(key, node)| (key, d.formula_of(node))).collect(),
        wields: d.references(f, "wields"),
        modifiers: modifiers(d, f),
        note: d.marked(f, "note"),
    }
}

/// `- tough`, or `- skilled: wider` with the option that was taken.
fn traits(d: &mut Decoder, f: &mut Fields<'_>) -> Vec<TakenEntry> {
    let Some(list) = f.get("traits") else { return Vec::new() };
    let mut taken = Vec::new();
    for node in d.items(list) {
        if !matches!(node.kind, Kind::Map(_)) {
            taken.push(TakenEntry { id: d.reference(node), option: None });
            continue;
        }
        let entries = d.map_entries(node);
        if entries.len() != 1 {
            d.error(Code::NotOneTrait, node.at, "one trait with its option is written as `- trait: option`").help =
                Some("write each trait behind a `-` of its own".to_owned());
        }
        taken.extend(entries.into_iter().map(|(id, node)| TakenEntry { id, option: Some(d.reference(node)) }));
    }
    taken
}

/// `- surge` for one of `abilities/*.yaml`; a mapping with `keywords` is built on the spot, any other described.
fn abilities(d: &mut Decoder, f: &mut Fields<'_>) -> Vec<OwnedEntry> {
    let Some(list) = f.get("abilities") else { return Vec::new() };
    let mut owned = Vec::new();
    for node in d.items(list) {
        if let Kind::Text(_) = node.kind {
            owned.push(OwnedEntry::Shared(d.reference(node)));
        } else if let Some(mut fields) = d.fields(node) {
            owned.push(if fields.holds("keywords") {
                OwnedEntry::Built(built(d, &mut fields))
            } else {
                OwnedEntry::Described(described(d, &mut fields))
            });
            d.finish(&fields);
        }
    }
    owned
}

fn described(d: &mut Decoder, f: &mut Fields<'_>) -> AbilityEntry {
    AbilityEntry {
        name: d.string(f, "name"),
        kind: d.optional_string(f, "type"),
        cost: d.optional_string(f, "cost"),
        text: d.marked(f, "text"),
        note: d.marked(f, "note"),
        modifiers: modifiers(d, f),
    }
}
