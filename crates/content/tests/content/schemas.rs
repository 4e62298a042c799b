//! The schemas that editors read: as current as the types they come from, and of one mind with the loader.

use std::collections::BTreeMap;

use deckle_content::concept::{KINDS, campaign, schema};
use deckle_testing::{assert_current, root};
use schemars::Schema;

/// Every schema, by the name of its file.
fn schemas() -> Vec<(String, Schema)> {
    let of_system = KINDS.iter().map(|kind| {
        let name = kind.name.trim_end_matches('/').trim_end_matches(".yaml");
        (name.to_owned(), (kind.schema)())
    });
    let campaign = ("campaign".to_owned(), schema::<campaign::Campaign>());
    // Two kinds of files may be of one name, as a file and as a folder of such files.
    of_system.chain([campaign]).collect::<BTreeMap<_, _>>().into_iter().collect()
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
