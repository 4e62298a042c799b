//! Entries as JSON, the list of them, and what has changed since another edition.

use std::collections::BTreeMap;
use std::sync::Arc;

use makeready_faces::book::{Book, ChapterBlock, Entry};
use makeready_site::{Earlier, PreparedBook, Site, SiteKit, SiteOptions, render};

use crate::fixture::{lantern, options, rapier};
use crate::pages::{Files, is_alone, text};

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
    "It says something else.".clone_into(&mut book.entries[0].summary);
    if let ChapterBlock::Markdown { offset, .. } = &mut book.chapters[0].blocks[0] {
        *offset += 7;
    }
    let id = book.entries[0].id.clone();
    let after = hashes(book);
    let changed: Vec<&String> = before.keys().filter(|key| before[*key] != after[*key]).collect();
    assert!(changed.len() == 1 && changed[0].ends_with(&format!("\"{id}\"")), "{changed:?}");
}

/// A book that is compared with an earlier one: all files.
fn since(earlier: Book, book: Book, about: makeready_site::About) -> Files {
    let before = render(&[earlier], &options()).expect("all is well");
    let list = before.iter().find(|(path, _)| path.ends_with("/entries.json")).expect("a list").1;
    let earlier = Earlier::read(list).expect("it is one");
    let since = BTreeMap::from([(earlier.system.clone(), earlier)]);
    render(&[book], &SiteOptions { about, since, ..options() }).expect("all is well")
}

/// With an entry that there is no longer.
fn first() -> Book {
    let mut book = rapier();
    let gone = Entry { id: "gone".to_owned(), name: "Gone <for> good".to_owned(), ..book.entries[0].clone() };
    book.entries.insert(1, gone);
    book
}

fn another() -> Book {
    let mut book = rapier();
    "Second, 2026-11-24".clone_into(&mut book.edition);
    "It says something else.".clone_into(&mut book.entries[0].summary);
    book
}

#[test]
fn what_has_changed_is_said_on_a_page_of_the_book_and_nowhere_without_an_earlier_one() {
    let (before, now) = (first(), another());
    let changed = now.entries[0].name.clone();
    let files = since(before, now, makeready_site::About::default());
    let page = text(&files, "rapier/changes/index.html");
    assert!(page.contains("<h1>Changes</h1>") && page.contains("<dt>Removed<dd>Gone &lt;for&gt; good"), "{page}");
    let line = page.split("<dt>Changed").nth(1).expect("something has changed");
    let link = line.split("<a href=\"").nth(1).expect("a link");
    assert!(link.starts_with("../") && link.contains(&format!(">{changed}</a>")), "{line}");
    let target = link.trim_start_matches("../").split(['"', '#']).next().expect("an address");
    assert!(files.contains_key(&format!("rapier/{target}")), "{target}");
    assert!(!files.contains_key("feed.xml"), "a feed names addresses on the web");
    let contents = files.keys().find(|path| path.starts_with("assets/contents/rapier.")).expect("the contents");
    assert!(text(&files, contents).contains("[\"Changes\",\"changes\"]"));
    let plain = site();
    assert!(
        !plain.keys().any(|path| path.contains("changes")) && !text(&plain, "rapier/index.html").contains("changes/")
    );
    let same = since(rapier(), rapier(), makeready_site::About::default());
    assert!(text(&same, "rapier/changes/index.html").contains("Nothing has changed since an earlier version."));
}

#[test]
fn a_published_site_has_a_feed_of_changes_to_which_every_page_leads() {
    let about = || makeready_site::About {
        title: "Rapiers & lanterns".to_owned(),
        address: "https://a.example/rules/".to_owned(),
        ..makeready_site::About::default()
    };
    let files = since(first(), another(), about());
    let feed = text(&files, "feed.xml");
    for part in [
        "<title>Rapiers &amp; lanterns: changes</title>",
        "<link rel=\"self\" href=\"https://a.example/rules/feed.xml\"/>",
        "<link href=\"https://a.example/rules/rapier/changes/\"/>",
        "<updated>2026-11-24T00:00:00Z</updated>",
    ] {
        assert!(feed.contains(part), "{part}: {feed}");
    }
    assert_eq!(feed.matches("<entry>").count(), 1, "{feed}");
    for (path, page) in files.iter().filter(|(path, _)| path.ends_with(".html") && !is_alone(path)) {
        let root = "../".repeat(path.matches('/').count());
        let link = format!("type=\"application/atom+xml\" title=\"Changes\" href=\"{root}feed.xml\">");
        assert!(std::str::from_utf8(page).expect("text").contains(&link), "{path}");
    }
    assert!(text(&files, "404.html").contains("href=\"/rules/feed.xml\">"));
    // No edition is named after a day: nobody knows when it was, and readers of feeds want to be told something.
    let undated = since(another(), rapier(), about());
    let feed = text(&undated, "feed.xml");
    assert_eq!(feed.matches("<updated>1970-01-01T00:00:00Z</updated>").count(), 2, "{feed}");
}

#[test]
fn what_has_changed_is_served_as_it_is_built() {
    let before = render(&[rapier()], &options()).expect("all is well");
    let earlier = Earlier::read(&before["rapier/entries.json"]).expect("a list");
    let about = makeready_site::About { address: "https://a.example/".to_owned(), ..makeready_site::About::default() };
    let kit = Arc::new(SiteKit::new(SiteOptions {
        about,
        since: BTreeMap::from([("rapier".to_owned(), earlier)]),
        ..options()
    }));
    let site = Site::new(vec![Arc::new(PreparedBook::whole(another(), &kit))], kit);
    let frame = site.frame(&BTreeMap::new());
    for path in ["rapier/changes/index.html", "feed.xml", "rapier/entries.json"] {
        assert_eq!(site.file(path).as_ref(), frame.get(path), "{path}");
        assert!(frame.contains_key(path), "{path}");
    }
    let json = site.file("rapier/characters/mira/index.json").or_else(|| site.file("rapier/actions/strike/index.json"));
    assert!(json.is_some_and(|json| json.starts_with(b"{\"system\":\"rapier\",")));
    assert_eq!(Earlier::read(b"{}"), None);
}
