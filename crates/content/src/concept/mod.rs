//! One file a concept: what its YAML says, how it is read, and what is wrong with it alone.
//!
//! [`crate::load::KINDS`] is the one table of kinds of files.

pub mod ability;
pub mod archetype;
pub mod argument;
pub mod art;
pub mod background;
pub mod block;
pub mod building;
pub mod bulk;
pub mod campaign;
pub mod card;
pub mod chapter;
pub mod character;
pub mod checks;
pub mod choice;
pub mod conditions;
pub mod cost_set;
pub mod creation;
pub mod credits;
pub mod deck;
pub mod examples;
pub mod fact;
pub mod family;
pub mod glossary;
pub mod group;
pub mod handouts;
pub mod head;
pub mod input;
pub mod item;
pub mod item_fields;
pub mod keyword;
pub mod lang;
pub mod layout;
pub mod legality;
pub mod list;
pub mod look;
pub mod modifier;
pub mod option;
pub mod parameter;
pub mod paths;
pub mod procedures;
pub mod requirement;
pub mod resource;
pub mod rulings;
pub mod sheet;
pub mod site;
pub mod skill;
pub mod stat;
pub mod system;
pub mod traits;
pub mod value;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// The schema of a type, in the version that the common language server of editors reads.
///
/// # Panics
/// When two parts would be of one name for authors.
pub fn schema<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft07().with_transform(closed);
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    name_for_authors(&mut schema);
    schema.try_into().expect("what was a schema is one")
}

/// Calls parts by what authors write, not by the types that read them: editors show these names.
fn name_for_authors(schema: &mut Value) {
    let plain = |name: &str| {
        let ending = ["Entry", "Written", "File"].into_iter().find_map(|ending| name.strip_suffix(ending));
        ending.unwrap_or(name).to_owned()
    };
    match schema {
        Value::Object(keys) => {
            for key in ["$ref", "title"] {
                if let Some(Value::String(name)) = keys.get_mut(key) {
                    *name = plain(name);
                }
            }
            if let Some(Value::Object(parts)) = keys.get_mut("definitions") {
                let before = parts.len();
                *parts = std::mem::take(parts).into_iter().map(|(name, part)| (plain(&name), part)).collect();
                assert_eq!(parts.len(), before, "two parts of one name");
            }
            keys.values_mut().for_each(name_for_authors);
        }
        Value::Array(items) => items.iter_mut().for_each(name_for_authors),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Closes every mapping whose keys are listed, since a key that is not known is an error, and takes `null` out: a key
/// with nothing behind it is one, too.
fn closed(schema: &mut Schema) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|one| one != "null");
    }
    if schema.get("properties").is_some() && schema.get("additionalProperties").is_none() {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    schemars::transform::transform_subschemas(&mut closed, schema);
}
