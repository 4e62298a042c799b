//! `examples.yaml`.

use super::{each, each_required};
use crate::content::decode::{Decoder, Fields};
use crate::content::entries::{Entries, ExampleEntry, Head};
use crate::content::source::Located;
use crate::content::yaml::Node;

/// Reads `examples.yaml`.
pub fn read(d: &mut Decoder<'_>, node: &Node, entries: &mut Entries) {
    let Some(mut f) = d.file_fields(node) else { return };
    entries.examples.extend(each_required(d, &mut f, "examples", example));
    d.finish(&f);
}

fn example(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> ExampleEntry {
    // The id is a rule ID, so it is not in kebab-case.
    let id = d.required(f, "id").map(|node| d.reference(node));
    let id = id.unwrap_or_else(|| Located { value: String::new(), at: f.at });
    let head = Head {
        name: d.string(f, "name"),
        rule: id.value.clone(),
        rules: d.strings(f, "rules"),
        summary: String::new(),
        at: id.at,
        id: id.value,
    };
    let expect = each(d, f, "expect", |d, f| (d.formula(f, "formula"), d.formula(f, "is")));
    let expect: Vec<_> = expect.into_iter().filter_map(|(formula, is)| Some((formula?, is?))).collect();
    if expect.is_empty() && !d.has_fault_within(f.extent) {
        d.error("nothing-expected", head.at, format!("the example `{}` expects nothing", head.id)).help =
            Some("add `expect: [ { formula: \"...\", is: \"...\" } ]`".to_owned());
    }
    ExampleEntry {
        text: d.marked(f, "text"),
        character: d.optional_reference(f, "character"),
        set: d.entries(f, "set").into_iter().map(|(key, node)| (key, d.formula_of(node))).collect(),
        rulings: d.entries(f, "rulings").into_iter().map(|(key, node)| (key, d.reference(node))).collect(),
        source_says: d.optional_string(f, "source_says"),
        differs: d.optional_string(f, "differs"),
        head,
        expect,
    }
}
