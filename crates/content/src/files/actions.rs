//! `actions/*.yaml` and `references/*.yaml`: what stands on cards.

use super::bulk::refuse_bulk;
use super::checks::used;
use super::system::track;
use super::{each, each_of, each_required, figure, head};
use crate::code::Code;
use crate::decode::{Decoder, Fields};
use crate::entries::{CardBlock, CardEntry, CostEntry, Entries, FactEntry, OutcomeEntry};
use crate::limits::MOST_COLUMNS;
use crate::text::Text;
use crate::words::OutcomeKind;
use crate::yaml::{Kind, Node};
use deckle_rules::formula::nearest;

/// Reads a file of actions.
pub fn read(d: &mut Decoder, node: &Node, entries: &mut Entries) {
    let Some(mut f) = d.file_fields(node) else { return };
    entries.actions.extend(each_required(d, &mut f, "actions", card));
    d.finish(&f);
}

/// Reads a file of reference cards.
pub fn read_references(d: &mut Decoder, node: &Node, entries: &mut Entries) {
    let Some(mut f) = d.file_fields(node) else { return };
    entries.references.extend(each_required(d, &mut f, "references", reference));
    d.finish(&f);
}

/// A reference card has no roll and no cost: nobody plays it, so nothing computes them.
fn reference(d: &mut Decoder, f: &mut Fields<'_>) -> CardEntry {
    for key in ["values", "cost", "tags"].into_iter().filter(|key| f.holds(key)) {
        let at = f.key_place(key).unwrap_or(f.at);
        d.error(Code::NotOnReference, at, format!("a reference card has no `{key}`")).help = Some(match key {
            "values" => "show figures in a `facts` or `table` block, as `{hp_max}`".to_owned(),
            _ => "make it an action, or take this key out".to_owned(),
        });
    }
    card(d, f)
}

/// What stands on a card of any kind.
pub(super) fn card(d: &mut Decoder, f: &mut Fields<'_>) -> CardEntry {
    let id = d.id(f, "id");
    let head = head(d, f, id);
    let family = d.required(f, "family").map(|node| d.reference(node));
    card_body(d, f, head, family)
}

/// All of a card but its head and family.
pub(super) fn card_body(
    d: &mut Decoder,
    f: &mut Fields<'_>,
    head: crate::entries::Head,
    family: Option<crate::source::Located<String>>,
) -> CardEntry {
    let card = CardEntry {
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
        details: d.markdown(f, "details"),
        type_line: d.optional_string(f, "type_line"),
        when: d.optional_formula(f, "when"),
        odds: f.get("odds").and_then(|node| d.fields(node)).map(|mut inner| {
            let odds = used(d, &mut inner);
            d.finish(&inner);
            odds
        }),
        head,
        family,
    };
    refuse_bulk(d, &card);
    card
}

fn cost(d: &mut Decoder, f: &mut Fields<'_>) -> CostEntry {
    let set = d.optional_reference(f, "cost_set");
    let single = d.optional_formula(f, "cost");
    let unit = d.optional_string(f, "cost_unit");
    if f.holds("cost_unit") && !f.holds("cost") {
        let at = f.key_place("cost_unit").unwrap_or(f.at);
        let help = if set.is_some() {
            "a cost set has its own unit: take this out"
        } else {
            "add `cost: ...`, or take this out"
        };
        d.error(Code::UnitWithoutCost, at, "there is no `cost` for this unit").help = Some(help.to_owned());
    }
    match (set, single) {
        (Some(set), Some(single)) => {
            let message = "an action has either `cost` or `cost_set`, not both";
            d.error(Code::TwoCosts, single.place.at, message).help = Some("take one of the two out".to_owned());
            CostEntry::Set(set)
        }
        (Some(set), None) => CostEntry::Set(set),
        (None, Some(single)) => CostEntry::Single(single, unit),
        (None, None) => CostEntry::None,
    }
}

/// Reads a labelled line.
pub fn fact(d: &mut Decoder, f: &mut Fields<'_>) -> FactEntry {
    FactEntry { label: d.string(f, "label"), text: d.marked(f, "text") }
}

fn outcome(d: &mut Decoder, f: &mut Fields<'_>) -> OutcomeEntry {
    let on = d.required(f, "on").and_then(|node| d.word(node, &OutcomeKind::WORDS)).unwrap_or(OutcomeKind::Special);
    OutcomeEntry { on, label: d.optional_string(f, "label"), text: d.required_marked(f, "text") }
}

fn blocks(d: &mut Decoder, f: &mut Fields<'_>) -> Vec<CardBlock> {
    each(d, f, "blocks", block).into_iter().flatten().collect()
}

fn block(d: &mut Decoder, f: &mut Fields<'_>) -> Option<CardBlock> {
    const KINDS: [&str; 6] = ["heading", "text", "table", "track", "facts", "lines"];
    let held: Vec<&str> = KINDS.into_iter().filter(|kind| f.holds(kind)).collect();
    if let [_, second, ..] = held[..] {
        let at = f.key_place(second).unwrap_or(f.at);
        d.error(Code::TwoBlocks, at, format!("a block has one key: `{second}` is one too many here")).help =
            Some(format!("begin a block of its own: `- {second}: ...`"));
        f.forgive();
        return None;
    }
    if held == ["heading"] {
        return Some(CardBlock::Heading(d.string(f, "heading")));
    }
    if held == ["text"] {
        return Some(CardBlock::Text(d.required_marked(f, "text")));
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
        let facts = each_of(d, Some(node), &mut fact);
        if facts.is_empty() && !d.has_fault_within(node.extent()) {
            d.error(Code::Empty, node.at, "`facts` is empty").help = Some("write at least one entry".to_owned());
        }
        return Some(CardBlock::Facts(facts));
    }
    if let Some(node) = f.get("lines") {
        return Some(CardBlock::Lines(u32::try_from(d.whole_of(node, 1, 20)).unwrap_or(1)));
    }
    if let Some(kind) = KINDS.into_iter().find(|kind| f.key_place(kind).is_some()) {
        d.required(f, kind);
        f.forgive();
        return None;
    }
    let help = match f.first_key().and_then(|key| nearest(key, KINDS)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are: {}", KINDS.join(", ")),
    };
    d.error(Code::UnknownBlock, f.first_key_place(), "there is no such kind of block").help = Some(help);
    f.forgive();
    None
}

fn table(d: &mut Decoder, node: &Node) -> Option<CardBlock> {
    let mut f = d.fields(node)?;
    d.at_most(&f, "columns", "column", MOST_COLUMNS);
    let column_list = d.required_list(&mut f, "columns");
    let columns: Vec<String> =
        column_list.map_or(&[][..], |list| d.items(list)).iter().map(|node| d.text_of(node)).collect();
    let numeric_nodes = d.list(&mut f, "numeric");
    let mut numeric: Vec<bool> = Vec::new();
    for node in numeric_nodes {
        numeric.push(d.word_truth(node));
    }
    let mut rows: Vec<Vec<Text>> = Vec::new();
    if numeric.len() != columns.len() && !numeric.is_empty() {
        let message = format!("`numeric` has {} entries, and the table has {} columns", numeric.len(), columns.len());
        d.error(Code::TableColumns, f.key_place("numeric").unwrap_or(node.at), message).help =
            Some("write true or false for each column".to_owned());
    }
    let row_list = d.required_list(&mut f, "rows");
    for row in row_list.map_or(&[][..], |list| d.items(list)) {
        let cells: Vec<Text> = d.items(row).iter().map(|cell| d.marked_of(cell)).collect();
        if cells.len() != columns.len() && matches!(row.kind, Kind::List(_)) && !columns.is_empty() {
            let message = format!("this row has {} cells, and the table has {} columns", cells.len(), columns.len());
            d.error(Code::TableRow, row.at, message).help = Some("an empty cell is written `\"\"`".to_owned());
        }
        rows.push(cells);
    }
    d.finish(&f);
    numeric.resize(columns.len(), false);
    Some(CardBlock::Table { columns, numeric, rows })
}
