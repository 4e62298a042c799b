//! Entries as JSON, the list of them, and what has changed since another edition.

use std::collections::BTreeMap;
use std::sync::Arc;

use deckle_faces::book::{Book, ChapterBlock};
use deckle_site::{Earlier, PreparedBook, Site, SiteKit, SiteOptions, render};

use crate::fixture::{lantern, options, rapier};
use crate::pages::{Files, text};

fn site() -> Files {
    render(&[rapier(), lantern()], &options()).expect("the books are whole")
}

#[test]
fn the_same_stands_beside_every_entry_as_json() {
    let files = site();
    let pages = files.keys().filter(|path| path.starts_with("rapier/") && path.ends_with("/index.json"));
    let pages: Vec<&String> = pages.collect();
    let list: serde_json::Value = serde_json::from_str(text(&files, "rapier/entries.json")).expect("JSON");
    let entries = list["entries"].as_array().expect("a list");
    assert_eq!(
        (list["system"].as_str(), list["rules"].as_str()),
        (Some("rapier"), Some(rapier().fingerprint.as_str()))
    );
    for entry in entries {
        let href = entry["href"].as_str().expect("an address");
        let page = format!("rapier/{}", href.split('#').next().expect("a page"));
        assert!(files.contains_key(&page), "{href}");
        let Some(json) = files.get(&page.replace(".html", ".json")) else {
            assert!(["chapter", "term"].contains(&entry["kind"].as_str().expect("a kind")), "{href}");
            continue;
        };
        assert_eq!(entry["hash"].as_str(), Some(blake3::hash(json).to_hex().as_str()), "{href}");
        assert!(text(&files, &page).contains("<link rel=\"alternate\" type=\"application/json\" href=\"index.json\">"));
        let said: serde_json::Value = serde_json::from_slice(json).expect("JSON");
        for key in ["kind", "id", "name", "rule"] {
            assert_eq!(said[key], entry[key], "{href}: {key}");
        }
    }
    assert!(pages.len() > 5 && entries.len() > pages.len(), "{pages:?}");
    let strike: serde_json::Value =
        serde_json::from_str(text(&files, "rapier/actions/strike/index.json")).expect("JSON");
    assert_eq!(strike["card"]["figures"][0]["name"], "Accuracy");
    let mira: serde_json::Value =
        serde_json::from_str(text(&files, "rapier/characters/mira/index.json")).expect("JSON");
    assert!(
        mira["figures"].as_array().is_some_and(|all| all.iter().any(|one| one["terms"] == "15 × LVL 3 [45] + VIT 28"))
    );
    assert!(!text(&files, "assets/pages/rapier.txt").contains(".json"), "programs ask for it, not readers");
}

#[test]
fn hashes_of_entries_change_with_what_they_say_and_with_nothing_else() {
    let hashes = |book: Book| -> BTreeMap<String, String> {
        let files = render(&[book], &options()).expect("all is well");
        let list: serde_json::Value = serde_json::from_str(text(&files, "rapier/entries.json")).expect("JSON");
        let entries = list["entries"].as_array().expect("a list").iter();
        entries.map(|one| (format!("{}:{}", one["kind"], one["id"]), one["hash"].to_string())).collect()
    };
    let before = hashes(rapier());
    let mut book = rapier();
    book.fingerprint = "another".to_owned();
    book.entries[0].summary = "It says something else.".to_owned();
    if let ChapterBlock::Markdown { offset, .. } = &mut book.chapters[0].blocks[0] {
        *offset += 7;
    }
    let id = book.entries[0].id.clone();
    let after = hashes(book);
    let changed: Vec<&String> = before.keys().filter(|key| before[*key] != after[*key]).collect();
    assert!(changed.len() == 1 && changed[0].ends_with(&format!("\"{id}\"")), "{changed:?}");
}
