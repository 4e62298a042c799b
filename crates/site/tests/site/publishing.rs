//! What hosts and browsers ask for beside the pages, and the names of files.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::fixture::{lantern, options, rapier};
use crate::pages::{is_alone, named, site, text};
use makeready_site::render;

/// The small book on a site that says of itself all that there is to say.
fn published() -> BTreeMap<String, Vec<u8>> {
    let about = makeready_site::About {
        title: "Lantern books".to_owned(),
        description: "Games by <lantern> light.".to_owned(),
        address: "https://a.example/rules/".to_owned(),
        licence: makeready_embedded::credits::Named {
            name: "CC BY 4.0".to_owned(),
            url: "https://b.example/by".to_owned(),
        },
        footer: "Printed & bound.".to_owned(),
        lang: makeready_words::Lang::default(),
    };
    render(&[lantern()], &makeready_site::SiteOptions { about, ..options() }).expect("all is well")
}

#[test]
fn a_site_says_what_it_is_and_every_page_where_it_is() {
    let files = published();
    let home = text(&files, "index.html");
    assert!(home.contains("<h1>Lantern books</h1>") && home.contains("Games by &lt;lantern&gt; light."), "{home}");
    let page = text(&files, "lantern/index.html");
    assert!(page.contains("<link rel=\"canonical\" href=\"https://a.example/rules/lantern/\">"), "{page}");
    assert!(page.contains("<meta property=\"og:site_name\" content=\"Lantern books\">"));
    assert!(page.contains("Printed &amp; bound.") && page.contains("href=\"https://b.example/by\""));
    let without = render(&[lantern()], &options()).expect("all is well");
    assert!(!text(&without, "lantern/index.html").contains("canonical"));
    assert!(["sitemap.xml", "robots.txt"].iter().all(|path| !without.contains_key(*path)));
    // Nobody knows where it is shown: it loads nothing, and its script finds the games.
    let lost = text(&without, "404.html");
    assert!(lost.contains("<a data-path=\"lantern/index.html\">Lantern</a>"), "{lost}");
    assert!(!lost.contains("href=") && !lost.contains("src="), "{lost}");
}

#[test]
fn hosts_and_browsers_find_what_they_ask_for() {
    let files = published();
    let sitemap = text(&files, "sitemap.xml");
    let pages = files.keys().filter(|path| path.ends_with("/index.html") && !path.contains("credits/"));
    for path in pages {
        let address = format!("<loc>https://a.example/rules/{}</loc>", path.trim_end_matches("index.html"));
        assert!(sitemap.contains(&address), "{address}");
    }
    assert!(text(&files, "robots.txt").contains("Sitemap: https://a.example/rules/sitemap.xml"));
    // It may be shown at any address, so its links have the whole path.
    let lost = text(&files, "404.html");
    let links: Vec<&str> = lost.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let is_whole = |link: &&str| link.starts_with("/rules/") || link.starts_with("https://") || link.starts_with('#');
    assert!(links.len() > 5 && links.iter().all(is_whole), "{links:?}");
    let manifest: serde_json::Value = serde_json::from_str(text(&files, "app.webmanifest")).expect("JSON");
    assert_eq!(
        (manifest["name"].as_str(), manifest["start_url"].as_str()),
        (Some("Lantern books"), Some("index.html"))
    );
}

#[test]
fn what_is_kept_of_a_book_is_listed_with_its_hash_and_nothing_of_a_workshop_or_of_other_books() {
    let files = site();
    let list = text(&files, "assets/pages/lantern.txt");
    let (edition, lines) = list.split_once('\n').expect("an edition");
    let kept: BTreeMap<&str, &str> =
        lines.lines().filter_map(|line| line.split_once(' ')).map(|(hash, path)| (path, hash)).collect();
    for (path, hash) in &kept {
        assert_eq!(blake3_of(&files[*path]), *hash, "{path}");
    }
    assert_eq!(kept.len(), lines.lines().count());
    let is_kept = |path: &str| kept.contains_key(path);
    assert!(is_kept("lantern/index.html") && is_kept(named(&files, "assets/site.css")), "{kept:?}");
    assert!(is_kept(named(&files, "assets/search/lantern-0.js")) && is_kept("assets/search/lantern.js"), "{kept:?}");
    for other in ["assets/engine.js", "assets/workshop.js", "assets/workshop.css", "assets/shelf.css"] {
        assert!(!is_kept(named(&files, other)), "{other}");
    }
    assert!(kept.keys().all(|path| !path.contains("rapier") && !path.contains("workshop/")), "{kept:?}");
    let editions: serde_json::Value = serde_json::from_str(text(&files, "assets/pages/editions.json")).expect("JSON");
    let book = &editions["books"]["lantern"];
    assert_eq!((&book["edition"], &book["files"]), (&edition.into(), &kept.len().into()));
    let all: usize = kept.keys().map(|path| files[*path].len()).sum();
    let bytes = book["bytes"].as_u64().and_then(|bytes| usize::try_from(bytes).ok());
    assert!(bytes.is_some_and(|bytes| (10_000..all).contains(&bytes)), "{book}, {all}");
    // Another text is another edition of its book, and of no other.
    let mut changed = lantern();
    changed.chapters[0].summary += " One line more.";
    let files = render(&[rapier(), changed], &options()).expect("all is well");
    let after: serde_json::Value = serde_json::from_str(text(&files, "assets/pages/editions.json")).expect("JSON");
    let edition_of = |editions: &serde_json::Value, book: &str| editions["books"][book]["edition"].clone();
    assert_ne!(edition_of(&editions, "lantern"), edition_of(&after, "lantern"));
    assert_eq!(edition_of(&editions, "rapier"), edition_of(&after, "rapier"));
    assert_eq!(editions["site"], after["site"]);
}

#[test]
fn pages_that_may_stand_anywhere_name_their_style_and_script_by_hashes() {
    let files = site();
    for path in ["404.html", "offline.html"] {
        let page = text(&files, path);
        for tag in ["style", "script"] {
            let Some((_, rest)) = page.split_once(&format!("<{tag}>")) else { continue };
            let (inside, _) = rest.split_once(&format!("</{tag}>")).expect("it ends");
            let hash = STANDARD.encode(Sha256::digest(inside));
            assert!(page.contains(&format!("{tag}-src 'sha256-{hash}'")), "{path}: {page}");
        }
        assert!(!page.contains("src="), "{page}");
    }
    assert!(text(&files, "offline.html").contains("<section id=\"kept-books\" hidden>"));
}

#[test]
fn files_are_named_after_what_is_in_them_and_pages_lead_to_no_others() {
    let files = site();
    for (path, page) in files.iter().filter(|(path, _)| path.ends_with(".html") && !is_alone(path)) {
        let page = std::str::from_utf8(page).expect("text");
        let root = "../".repeat(path.matches('/').count());
        let loaded =
            page.split(['"', ' ']).filter_map(|link| link.strip_prefix(root.as_str())?.strip_prefix("assets/"));
        for asset in
            loaded.filter(|asset| !asset.starts_with("art-") && *asset != "favicon.svg" && !asset.ends_with(".txt"))
        {
            let hash = blake3_of(&files[&format!("assets/{asset}")]);
            assert!(asset.contains(&hash), "{path}: {asset} and not {hash}");
        }
        assert!(page.matches("assets/").count() > 4, "{path}");
    }
    let contents = named(&files, "assets/contents/rapier.js");
    assert!(text(&files, "rapier/index.html").contains(&format!("data-contents=\"{contents}\"")));
    let row = named(&files, "assets/contents/rapier-actions.js");
    assert!(text(&files, contents).contains(&format!("[\"Actions\",\"actions\",0,\"{row}\"]")), "{row}");
    let script = text(&files, named(&files, "assets/site.js"));
    assert!(script.contains(&format!("load(\"{}\"", named(&files, "assets/search.js"))), "{script}");
}

fn blake3_of(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..8].to_owned()
}
