//! One reader per kind of file: from a YAML tree or Markdown to entries.

pub mod building;
pub mod chapter;
pub mod checks;
pub mod credits;
pub mod examples;
pub mod procedures;
pub mod rulings;
pub mod system;

use serde::de::DeserializeOwned;

use super::de::{List, Readable, read};
use super::decode::{Decoder, Fields};
use super::entries::{Head, ModifierEntry};
use super::source::Located;
use super::yaml::Node;

/// Reads `id`, `name`, `rule`, `rules` and `summary`. `id` has been read, since its style differs.
pub fn head(d: &mut Decoder, fields: &mut Fields<'_>, id: Located<String>) -> Head {
    Head {
        name: d.string(fields, "name"),
        rule: d.optional_string(fields, "rule"),
        rules: d.strings(fields, "rules"),
        summary: d.optional_sentence(fields, "summary"),
        at: id.at,
        id: id.value,
    }
}

/// Reads every item of the list under `key` that is a mapping.
pub fn each<'n, T>(
    d: &mut Decoder,
    fields: &mut Fields<'n>,
    key: &'static str,
    mut read: impl FnMut(&mut Decoder, &mut Fields<'n>) -> T,
) -> Vec<T> {
    each_of(d, fields.get(key), &mut read)
}

/// Reads every item of the list under `key`, which must be there; it may be empty.
pub fn each_required<'n, T>(
    d: &mut Decoder,
    fields: &mut Fields<'n>,
    key: &'static str,
    mut read: impl FnMut(&mut Decoder, &mut Fields<'n>) -> T,
) -> Vec<T> {
    let list = d.required(fields, key);
    each_of(d, list, &mut read)
}

/// Reads every item of the list under `key`, which must be there and hold something.
pub fn each_of_some<'n, T>(
    d: &mut Decoder,
    fields: &mut Fields<'n>,
    key: &'static str,
    mut read: impl FnMut(&mut Decoder, &mut Fields<'n>) -> T,
) -> Vec<T> {
    let list = d.required_list(fields, key);
    each_of(d, list, &mut read)
}

/// Reads every item of a list of mappings.
pub fn each_of<'n, T>(
    d: &mut Decoder,
    list: Option<&'n Node>,
    read: &mut dyn FnMut(&mut Decoder, &mut Fields<'n>) -> T,
) -> Vec<T> {
    let Some(list) = list else { return Vec::new() };
    let mut entries = Vec::new();
    for node in d.items(list) {
        if let Some(mut fields) = d.fields(node) {
            entries.push(read(d, &mut fields));
            d.finish(&fields);
        }
    }
    entries
}

/// Reads a list by derive.
pub fn list_of<T: DeserializeOwned>(d: &mut Decoder, list: Option<&Node>) -> Vec<T> {
    list.and_then(|list| read::<List<T>>(d, list)).unwrap_or_default().0
}

/// Reads modifiers.
pub fn modifiers(d: &mut Decoder, fields: &mut Fields<'_>) -> Vec<ModifierEntry> {
    modifiers_under(d, fields, "modifiers")
}

/// Reads modifiers under another key.
pub fn modifiers_under(d: &mut Decoder, fields: &mut Fields<'_>, key: &'static str) -> Vec<ModifierEntry> {
    each(d, fields, key, |d, f| {
        let to = d.required(f, "to").map(|node| d.reference(node));
        let to = to.unwrap_or_else(|| Located { value: String::new(), at: f.at });
        ModifierEntry { to, add: Readable(d.formula(f, "add")) }
    })
}
