//! An entry as data: the JSON beside its page (see `docs/json.md`).
//!
//! **In** an [`Entry`], whole. **Out** an [`EntryData`], which has what the page says: words without styles, figures with their
//! terms, the bill. What differs from build to build though the entry is the same (its number in a deck, the
//! fingerprint of the rules) is no part of it, so that a hash of it tells whether it has changed.

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::bill::AbilityBill;
use super::book::{Entry, EntryKind, EntryLink, Explained, RulingOption};
use super::card::{Block, CardFace, Fact, Table};
use super::sheet::{Sheet, SheetContent};
use super::text::{Paragraph, plain_text};

/// An entry as data.
#[derive(Debug, Serialize)]
pub struct EntryData<'e> {
    system: &'e str,
    kind: EntryKind,
    id: &'e str,
    name: &'e str,
    aliases: &'e [String],
    group: Option<&'e EntryLink>,
    summary: &'e str,
    does: &'e str,
    rule: &'e str,
    rests_on: &'e [String],
    text: Vec<String>,
    markdown: &'e str,
    facts: Vec<Json>,
    formula: &'e str,
    figures: &'e [Explained],
    tables: Vec<Json>,
    card: Option<CardData<'e>>,
    things: Vec<ThingData<'e>>,
    sheet: Vec<Json>,
    readings: &'e [RulingOption],
    bill: Option<&'e AbilityBill>,
    used_by: &'e [EntryLink],
}

/// A card: what it says, and not how it looks.
#[derive(Debug, Serialize)]
struct CardData<'e> {
    family: &'e str,
    #[serde(rename = "type")]
    type_line: &'e str,
    costs: Vec<CostData<'e>>,
    figures: Vec<FigureData<'e>>,
    facts: Vec<Json>,
    text: Vec<String>,
    outcomes: Vec<Json>,
    blocks: Vec<Json>,
    reaction: String,
}

/// Something that is carried, with its card.
#[derive(Debug, Serialize)]
struct ThingData<'e> {
    name: &'e str,
    #[serde(flatten)]
    card: CardData<'e>,
}

/// A card of a deck, and how many of it there are.
#[derive(Debug, Serialize)]
pub struct DeckCardData<'e> {
    id: &'e str,
    name: &'e str,
    owner: &'e str,
    rule: &'e str,
    copies: usize,
    #[serde(flatten)]
    card: CardData<'e>,
}

/// The cards of a deck, in order; copies that lie together are one.
pub fn deck_data(deck: &[CardFace]) -> Vec<DeckCardData<'_>> {
    deck.chunk_by(|one, next| one == next)
        .map(|copies| DeckCardData {
            id: &copies[0].id,
            name: &copies[0].name,
            owner: &copies[0].owner,
            rule: &copies[0].rule,
            copies: copies.len(),
            card: card(&copies[0]),
        })
        .collect()
}

#[derive(Debug, Serialize)]
struct CostData<'e> {
    label: &'e str,
    amount: &'e str,
    unit: &'e str,
    extra: &'e str,
}

/// A figure of a card; on a blank one it has no text.
#[derive(Debug, Serialize)]
struct FigureData<'e> {
    id: &'e str,
    name: &'e str,
    text: Option<&'e str>,
    unit: &'e str,
    terms: &'e str,
    note: &'e str,
    rule: &'e str,
}

impl<'e> EntryData<'e> {
    /// An entry of a system, whole.
    pub fn of(system: &'e str, entry: &'e Entry) -> Self {
        Self {
            system,
            kind: entry.kind,
            id: &entry.id,
            name: &entry.name,
            aliases: &entry.aliases,
            group: entry.group.as_ref(),
            summary: &entry.summary,
            does: &entry.does,
            rule: &entry.rule,
            rests_on: &entry.rules,
            text: texts(&entry.paragraphs),
            markdown: &entry.body,
            facts: facts(&entry.facts),
            formula: &entry.formula,
            figures: &entry.values,
            tables: entry.results.iter().chain(&entry.tables).map(|(title, one)| table(title, one)).collect(),
            card: entry.card.as_ref().map(card),
            things: entry.things.iter().map(|face| ThingData { name: &face.name, card: card(face) }).collect(),
            sheet: entry.sheet.as_ref().map(sheet).unwrap_or_default(),
            readings: &entry.options,
            bill: entry.bill.as_ref(),
            used_by: &entry.used_by,
        }
    }

    /// As the file beside its page.
    ///
    /// # Panics
    /// Never: views serialize.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(self).expect("views serialize");
        bytes.push(b'\n');
        bytes
    }
}

fn texts(paragraphs: &[Paragraph]) -> Vec<String> {
    paragraphs.iter().map(|paragraph| plain_text(paragraph)).collect()
}

fn facts(facts: &[Fact]) -> Vec<Json> {
    facts.iter().map(|fact| json!({ "label": fact.label, "text": plain_text(&fact.text) })).collect()
}

fn table(title: &str, table: &Table) -> Json {
    let rows: Vec<Vec<String>> = table.rows.iter().map(|row| texts(row)).collect();
    json!({ "title": title, "columns": table.columns, "rows": rows })
}

fn card(face: &CardFace) -> CardData<'_> {
    CardData {
        family: &face.family.name,
        type_line: &face.type_line,
        costs: face
            .costs
            .iter()
            .map(|cost| CostData { label: &cost.label, amount: &cost.amount, unit: &cost.unit, extra: &cost.extra })
            .collect(),
        figures: face
            .figures
            .iter()
            .map(|figure| FigureData {
                id: &figure.id,
                name: &figure.label,
                text: figure.text.as_deref(),
                unit: &figure.unit,
                terms: &figure.terms,
                note: &figure.note,
                rule: &figure.rule,
            })
            .collect(),
        facts: facts(&face.facts),
        text: texts(&face.body),
        outcomes: face
            .outcomes
            .iter()
            .map(|outcome| json!({ "kind": outcome.kind, "label": outcome.label, "text": plain_text(&outcome.text) }))
            .collect(),
        blocks: face.blocks.iter().filter_map(block).collect(),
        reaction: plain_text(&face.reaction),
    }
}

/// A part of a card; lines to write on say nothing.
fn block(block: &Block) -> Option<Json> {
    Some(match block {
        Block::Heading { text } => json!({ "heading": text }),
        Block::Text { paragraphs } => json!({ "text": texts(paragraphs) }),
        Block::Table(one) => table("", one),
        Block::Track(track) => json!({ "label": track.label, "boxes": track.boxes }),
        Block::Facts { facts: lines } => json!({ "facts": facts(lines) }),
        Block::Lines { .. } => return None,
    })
}

/// What a sheet says that is no figure: who it is, what they have and what they can do.
fn sheet(sheet: &Sheet) -> Vec<Json> {
    let blocks = sheet.front.iter().chain(&sheet.back);
    let said = blocks.filter_map(|block| match &block.content {
        SheetContent::Identity { lines } => {
            let lines = lines.iter().map(|(label, text)| json!({ "label": label, "text": text }));
            Some(json!({ "title": block.title, "facts": lines.collect::<Vec<_>>() }))
        }
        SheetContent::Table(one) => Some(table(&block.title, one)),
        SheetContent::Text { paragraphs } => Some(json!({ "title": block.title, "text": texts(paragraphs) })),
        SheetContent::Blocks { blocks } => {
            let blocks: Vec<Json> = blocks.iter().filter_map(self::block).collect();
            Some(json!({ "title": block.title, "blocks": blocks }))
        }
        SheetContent::Stats { .. }
        | SheetContent::Resources { .. }
        | SheetContent::Values { .. }
        | SheetContent::Rolls { .. }
        | SheetContent::Tracks { .. }
        | SheetContent::Lines { .. } => None,
    });
    said.collect()
}
