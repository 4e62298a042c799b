//! The schemas that editors read: as current as the types they come from, and of one mind with the loader.

use std::collections::{BTreeMap, BTreeSet};

use makeready_content::concept::{campaign, chapter, deck, schema, site};
use makeready_content::load::KINDS;
use makeready_testing::{assert_current, root};
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
        let what =
            value.get("description").and_then(Json::as_str).unwrap_or_default().replace('|', "\\|").replace('\n', " ");
        let see: Vec<String> = inner.iter().map(|part| format!("[{part}](#{})", part.to_lowercase())).collect();
        let see = if see.is_empty() { String::new() } else { format!(" See {}.", see.join(", ")) };
        rows += &format!("| `{key}` | {needed} | {what}{see} |\n");
    }
    rows
}

/// The words of an enumeration and what each is; none where the schema is of another kind.
fn words(schema: &Json) -> Vec<(&str, &str)> {
    let options = schema.get("oneOf").and_then(Json::as_array).into_iter().flatten();
    let told = options.filter_map(|option| Some((option.get("const")?.as_str()?, option.get("description"))));
    told.map(|(word, about)| (word, about.and_then(Json::as_str).unwrap_or_default())).collect()
}

/// A table of the words of an enumeration; empty where it is none.
fn table_of_words(schema: &Json) -> String {
    let rows: String =
        words(schema).iter().map(|(word, about)| format!("| `{word}` | {} |\n", about.replace('|', "\\|"))).collect();
    if rows.is_empty() { rows } else { format!("\n| word | what it is |\n|---|---|\n{rows}") }
}

/// The word that tells which form of a part a mapping is: `rolls` of `block: rolls`.
fn tag(form: &Json) -> Option<&str> {
    let keys = form.get("properties")?.as_object()?;
    keys.values().find_map(|value| value.get("const").and_then(Json::as_str))
}

/// A form of a part that is written where the part is, under a heading of its own.
fn form_of(part: &str, form: &Json) -> String {
    let keys = table(form);
    if keys.is_empty() {
        return keys;
    }
    let word = tag(form).unwrap_or_else(|| panic!("a form of {part} has no word of its own: {form}"));
    let about = form.get("description").and_then(Json::as_str).unwrap_or_default();
    format!("\n### {word} of {part}\n\n{about}\n{keys}")
}

/// The page of keys.
fn keys_page() -> String {
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
        for (name, part) in definitions {
            let before = shared.insert(name.clone(), part.clone());
            assert!(before.is_none_or(|before| before == *part), "two parts are called {name}");
        }
    }
    page += "\n# Parts of files\n";
    for (name, part) in &shared {
        let about = part.get("description").and_then(Json::as_str).unwrap_or_default();
        let mut forms = BTreeSet::new();
        for several in ["anyOf", "oneOf"].into_iter().filter_map(|key| part.get(key)) {
            parts(several, &mut forms);
        }
        let forms: Vec<String> = forms.iter().map(|form| format!("[{form}](#{})", form.to_lowercase())).collect();
        let forms = if forms.is_empty() { String::new() } else { format!(" One of: {}.", forms.join(", ")) };
        let named = ["anyOf", "oneOf"].into_iter().filter_map(|key| part.get(key)?.as_array()).flatten();
        let inline: String = named.map(|form| form_of(name, form)).collect();
        page += &format!("\n## {name}\n\n{about}{forms}\n{}{}{inline}", table(part), table_of_words(part));
    }
    page
}

/// All keys of all files, as the types say them.
#[test]
fn the_page_of_keys_is_current() {
    assert_current(&root().join("docs/keys.md"), &keys_page());
}

/// Links lead to headings, and a reader finds each table by its heading.
#[test]
fn no_two_headings_of_the_page_of_keys_are_the_same_and_each_has_one_table() {
    let page = std::fs::read_to_string(root().join("docs/keys.md")).expect("the page is there");
    let mut seen = BTreeSet::new();
    let mut tables = 0;
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix('#') {
            let heading = heading.trim_start_matches('#').trim().to_lowercase();
            assert!(seen.insert(heading.clone()), "two headings are {heading}");
            tables = 0;
        } else if line.starts_with("|---") {
            tables += 1;
            assert_eq!(tables, 1, "a second table under one heading: {seen:?}");
        }
    }
    let linked = page.split("](#").skip(1).filter_map(|rest| rest.split_once(')')).map(|(anchor, _)| anchor);
    let lost: BTreeSet<&str> = linked.filter(|anchor| !seen.contains(*anchor)).collect();
    assert!(lost.is_empty(), "links lead to no heading: {lost:?}");
}

#[test]
fn the_page_of_keys_has_the_words_of_every_enumeration() {
    let page = std::fs::read_to_string(root().join("docs/keys.md")).expect("the page is there");
    let mut count = 0;
    for (_, schema) in schemas() {
        let definitions = schema.as_value().get("definitions").and_then(Json::as_object).into_iter().flatten();
        for (name, part) in definitions {
            let section = page.split_once(&format!("\n## {name}\n")).map(|(_, rest)| rest).unwrap_or_default();
            let section = section.split("\n## ").next().unwrap_or_default();
            for (word, about) in words(part) {
                assert!(section.contains(&format!("| `{word}` | {about} |")), "{name} has no `{word}`: {section}");
                count += 1;
            }
        }
    }
    assert!(count > 40, "only {count} words");
}
