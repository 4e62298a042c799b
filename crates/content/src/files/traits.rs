//! `traits/*.yaml`.

use super::{each, each_of_some, head, modifiers_under};
use crate::decode::{Decoder, Fields, PlacedFormula};
use crate::traits::{TraitEntry, TraitListEntry};
use crate::yaml::{Kind, Node};
use deckle_rules::formula::Formula;

/// Reads one list of traits.
pub fn read(d: &mut Decoder<'_>, node: &Node) -> Option<TraitListEntry> {
    let mut fields = d.file_fields(node)?;
    let f = &mut fields;
    let list = d.required(f, "list").and_then(|node| {
        let mut inner = d.fields(node)?;
        let id = d.id(&mut inner, "id");
        let head = head(d, &mut inner, id);
        d.finish(&inner);
        Some(head)
    });
    let traits = each(d, f, "traits", one);
    d.finish(f);
    Some(TraitListEntry { head: list?, traits })
}

fn one(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> TraitEntry {
    let id = d.id(f, "id");
    let head = head(d, f, id);
    let options = if f.holds("options") { each_of_some(d, f, "options", option) } else { Vec::new() };
    TraitEntry {
        head,
        repeats: f.get("repeats").and_then(|node| repeats(d, node)),
        requires: d.optional_formula(f, "requires"),
        adds: modifiers_under(d, f, "adds"),
        options,
        text: d.required_marked(f, "text"),
    }
}

/// `true`, or a condition such as `"ruling.trait_repeat == 'any'"`.
fn repeats(d: &mut Decoder<'_>, node: &Node) -> Option<PlacedFormula> {
    let Kind::Truth(truth) = node.kind else { return d.formula_of(node) };
    let text = truth.to_string();
    Some(PlacedFormula { formula: Formula::parse(&text).ok()?, place: d.place(node, &text) })
}

fn option(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> crate::entries::Head {
    let id = d.id(f, "id");
    head(d, f, id)
}
