//! `traits/*.yaml`.

use super::{each, each_of_some, head, modifiers_under};
use crate::content::decode::{Decoder, Fields};
use crate::content::traits::{TraitEntry, TraitListEntry};
use crate::content::yaml::Node;

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
        repeats: d.flag(f, "repeats"),
        requires: d.optional_formula(f, "requires"),
        adds: modifiers_under(d, f, "adds"),
        options,
        text: d.required_marked(f, "text"),
    }
}

fn option(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> crate::content::entries::Head {
    let id = d.id(f, "id");
    head(d, f, id)
}
