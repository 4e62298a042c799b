//! `actions/*.yaml` and `references/*.yaml`: what stands on cards.

use super::rulings::markdown;
use super::system::track;
use super::{each, each_of, figure, head};
use crate::content::decode::{Decoder, Fields};
use crate::content::entries::{CardBlock, CardEntry, CostEntry, Entries, FactEntry, OutcomeEntry};
use crate::content::text::Text;
use crate::content::yaml::Node;
use crate::faces::card::OutcomeKind;

/// Reads a file of actions.
pub fn read(d: &mut Decoder<'_>, node: &Node, entries: &mut Entries) {
    let Some(mut f) = d.file_fields(node) else { return };
    entries.actions.extend(each(d, &mut f, "actions", card));
    d.finish(&f);
}

/// Reads a file of reference cards.
pub fn read_references(d: &mut Decoder<'_>, node: &Node, entries: &mut Entries) {
    let Some(mut f) = d.file_fields(node) else { return };
    entries.references.extend(each(d, &mut f, "references", card));
    d.finish(&f);
}

/// What stands on a card of any kind.
pub(super) fn card(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> CardEntry {
    let id = d.id(f, "id");
    let head = head(d, f, id);
    let family = d.required(f, "family").map(|node| d.reference(node));
    card_body(d, f, head, family)
}

/// All of a card but its head and family.
pub(super) fn card_body(
    d: &mut Decoder<'_>,
    f: &mut Fields<'_>,
    head: crate::content::entries::Head,
    family: Option<crate::content::source::Located<String>>,
) -> CardEntry {
    CardEntry {
        icon: d.optional_reference(f, "icon"),
        cost: cost(d, f),
        has_extra_cost_box: d.flag(f, "extra_cost_box"),
        tags: d.references(f, "tags"),
        values: each(d, f, "values", figure),
        facts: each(d, f, "facts", fact),
        text: d.marked(f, "text"),
        outcomes: each(d, f, "outcomes", outcome),
        blocks: blocks(d, f),
        reaction: d.marked(f, "reaction"),
        details: markdown(d, f, "details"),
        type_line: d.optional_string(f, "type_line"),
        head,
        family,
    }
}

fn cost(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> CostEntry {
    let set = d.optional_reference(f, "cost_set");
    let single = d.optional_formula(f, "cost");
    let unit = d.optional_string(f, "cost_unit");
    match (set, single) {
        (Some(set), Some(single)) => {
            let message = "an action has either `cost` or `cost_set`, not both";
            d.error("two-costs", single.place.at, message);
            CostEntry::Set(set)
        }
        (Some(set), None) => CostEntry::Set(set),
        (None, Some(single)) => CostEntry::Single(single, unit),
        (None, None) => CostEntry::None,
    }
}

fn fact(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> FactEntry {
    FactEntry { label: d.string(f, "label"), text: d.marked(f, "text") }
}

fn outcome(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> OutcomeEntry {
    const KINDS: [(&str, OutcomeKind); 4] = [
        ("critical", OutcomeKind::Critical),
        ("success", OutcomeKind::Success),
        ("failure", OutcomeKind::Failure),
        ("special", OutcomeKind::Special),
    ];
    let on = d.required(f, "on").and_then(|node| d.word(node, &KINDS)).unwrap_or(OutcomeKind::Special);
    OutcomeEntry { on, label: d.optional_string(f, "label"), text: d.marked(f, "text") }
}

fn blocks(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> Vec<CardBlock> {
    each(d, f, "blocks", block).into_iter().flatten().collect()
}

fn block(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> Option<CardBlock> {
    if let Some(node) = f.get("heading") {
        return Some(CardBlock::Heading(d.text_of(node)));
    }
    if let Some(node) = f.get("text") {
        return Some(CardBlock::Text(d.marked_of(node)));
    }
    if let Some(node) = f.get("table") {
        return table(d, node);
    }
    if let Some(node) = f.get("track") {
        let mut inner = d.fields(node)?;
        let (label, boxes) = track(d, &mut inner);
        d.finish(&inner);
        return Some(CardBlock::Track(label, boxes));
    }
    if let Some(node) = f.get("facts") {
        return Some(CardBlock::Facts(each_of(d, Some(node), &mut fact)));
    }
    if let Some(node) = f.get("lines") {
        return Some(CardBlock::Lines(u32::try_from(d.whole_of(node, 1, 20)).unwrap_or(1)));
    }
    let message = "a block is one of `heading`, `text`, `table`, `track`, `facts`, `lines`";
    d.error("unknown-block", f.at, message);
    None
}

fn table(d: &mut Decoder<'_>, node: &Node) -> Option<CardBlock> {
    let mut f = d.fields(node)?;
    let columns = d.strings(&mut f, "columns");
    let numeric_nodes = d.list(&mut f, "numeric");
    let mut numeric: Vec<bool> = Vec::new();
    for node in numeric_nodes {
        numeric.push(d.word_truth(node));
    }
    let mut rows: Vec<Vec<Text>> = Vec::new();
    for row in d.list(&mut f, "rows") {
        let cells: Vec<Text> = d.items(row).iter().map(|cell| d.marked_of(cell)).collect();
        if cells.len() != columns.len() {
            let message = format!("this row has {} cells, and the table has {} columns", cells.len(), columns.len());
            d.error("table-row", row.at, message);
        }
        rows.push(cells);
    }
    d.finish(&f);
    if columns.is_empty() {
        d.error("table-columns", node.at, "a table needs `columns`");
    }
    numeric.resize(columns.len(), false);
    Some(CardBlock::Table { columns, numeric, rows })
}
