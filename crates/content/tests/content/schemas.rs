//! The schemas that editors read: as current as the types they come from, and of one mind with the loader.

use std::collections::{BTreeMap, BTreeSet};

use deckle_content::concept::{campaign, chapter, deck, schema, site};
use deckle_content::load::KINDS;
use deckle_testing::{assert_current, root};
use schemars::Schema;
use serde_json::Value as Json;

/// Every schema, by the name of its file.
fn schemas() -> Vec<(String, Schema)> {
    let of_system = KINDS.iter().map(|kind| {
        let name = kind.name.trim_end_matches('/').trim_end_matches(".yaml");
        (name.to_owned(), (kind.schema)())
    });
    let others = [
        ("campaign".to_owned(), schema::<campaign::Campaign>()),
        ("deck".to_owned(), schema::<deck::DeckList>()),
        ("rules".to_owned(), schema::<chapter::FrontMatter>()),
        ("site".to_owned(), schema::<site::SiteFile>()),
    ];
    // Two kinds of files may be of one name, as a file and as a folder of such files.
    of_system.chain(others).collect::<BTreeMap<_, _>>().into_iter().collect()
}

#[test]
fn the_schemas_are_current() {
    let folder = root().join("content/schema");
    let mut files: Vec<String> = Vec::new();
    for (name, schema) in schemas() {
        let file = format!("{name}.json");
        let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n";
        assert_current(&folder.join(&file), &text);
        files.push(file);
    }
    files.sort();
    let mut there: Vec<String> = std::fs::read_dir(&folder)
        .expect("the schemas are there")
        .map(|entry| entry.expect("they can be listed").file_name().to_string_lossy().into_owned())
        .collect();
    there.sort();
    assert_eq!(there, files, "a file for each kind, and no other");
}

/// Every key is explained: an editor shows what stands here.
#[test]
fn every_key_has_a_description() {
    fn look(name: &str, value: &serde_json::Value, silent: &mut Vec<String>) {
        let Some(map) = value.as_object() else { return };
        if let Some(properties) = map.get("properties").and_then(|properties| properties.as_object()) {
            for (key, property) in properties {
                if property.get("description").is_none() {
                    silent.push(format!("{name}: {key}"));
                }
            }
        }
        for inner in map.values() {
            match inner {
                serde_json::Value::Array(items) => items.iter().for_each(|item| look(name, item, silent)),
                other => look(name, other, silent),
            }
        }
    }
    let mut silent = Vec::new();
    for (name, schema) in schemas() {
        look(&name, schema.as_value(), &mut silent);
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

/// What stands behind a key: the parts of it that have keys of their own.
fn parts<'s>(schema: &'s Json, found: &mut BTreeSet<&'s str>) {
    match schema {
        Json::Object(keys) => {
            if let Some(part) = keys.get("$ref").and_then(Json::as_str) {
                found.extend(part.strip_prefix("#/definitions/"));
            }
            keys.iter().filter(|(key, _)| *key != "properties").for_each(|(_, inner)| parts(inner, found));
        }
        Json::Array(items) => items.iter().for_each(|item| parts(item, found)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

/// A table of the keys of a schema; empty where it has none.
fn table(schema: &Json) -> String {
    let Some(keys) = schema.get("properties").and_then(Json::as_object) else { return String::new() };
    let required: Vec<&str> =
        schema.get("required").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str).collect();
    let mut rows = String::from("\n| key | needed | what it is |\n|---|---|---|\n");
    for (key, value) in keys {
        let mut inner = BTreeSet::new();
        parts(value, &mut inner);
        let needed = if required.contains(&key.as_str()) { "yes" } else { "" };
        let what = value.get("description").and_then(Json::as_str).unwrap_or_default().replace('|', "\\|");
        let see: Vec<String> = inner.iter().map(|part| format!("[{part}](#{})", part.to_lowercase())).collect();
        let see = if see.is_empty() { String::new() } else { format!(" See {}.", see.join(", ")) };
        rows += &format!("| `{key}` | {needed} | {what}{see} |\n");
    }
    rows
}

/// All keys of all files, as the types say them.
#[test]
fn the_page_of_keys_is_current() {
    let mut page = String::from(
        "# Keys of content files\n\nGenerated from the types that read the files. [content.md](content.md) explains them with examples.\n",
    );
    let mut shared: BTreeMap<String, Json> = BTreeMap::new();
    let all = schemas();
    for (name, schema) in &all {
        let schema = schema.as_value();
        let about = schema.get("description").and_then(Json::as_str).unwrap_or_default();
        page += &format!("\n## {name}\n\n{about}\n{}", table(schema));
        let definitions = schema.get("definitions").and_then(Json::as_object).into_iter().flatten();
        shared.extend(definitions.map(|(name, part)| (name.clone(), part.clone())));
    }
    page += "\n# Parts\n";
    for (name, part) in &shared {
        let about = part.get("description").and_then(Json::as_str).unwrap_or_default();
        let mut forms = BTreeSet::new();
        for several in ["anyOf", "oneOf"].into_iter().filter_map(|key| part.get(key)) {
            parts(several, &mut forms);
        }
        let forms: Vec<String> = forms.iter().map(|form| format!("[{form}](#{})", form.to_lowercase())).collect();
        let forms = if forms.is_empty() { String::new() } else { format!(" One of: {}.", forms.join(", ")) };
        let named = ["anyOf", "oneOf"].into_iter().filter_map(|key| part.get(key)?.as_array()).flatten();
        let inline: String = named.map(table).collect();
        page += &format!("\n## {name}\n\n{about}{forms}\n{}{inline}", table(part));
    }
    assert_current(&root().join("docs/keys.md"), &page);
}
