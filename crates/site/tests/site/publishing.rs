//! What hosts and browsers ask for beside the pages, and the names of files.

use std::collections::BTreeMap;

use crate::fixture::{lantern, options};
use crate::pages::{named, site, text};
use deckle_site::render;

/// The small book on a site that says of itself all that there is to say.
fn published() -> BTreeMap<String, Vec<u8>> {
    let about = deckle_site::About {
        title: "Lantern books".to_owned(),
        description: "Games by <lantern> light.".to_owned(),
        address: "https://a.example/rules/".to_owned(),
        licence: deckle_embedded::credits::Named {
            name: "CC BY 4.0".to_owned(),
            url: "https://b.example/by".to_owned(),
        },
        footer: "Printed & bound.".to_owned(),
        lang: deckle_words::Lang::default(),
    };
    render(&[lantern()], &deckle_site::SiteOptions { about, ..options() }).expect("all is well")
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
    assert!(["sitemap.xml", "robots.txt", "404.html"].iter().all(|path| !without.contains_key(*path)));
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
    let kept: Vec<&str> = text(&files, "assets/pages/lantern.txt").lines().collect();
    assert!(kept.contains(&"lantern/index.html") && kept.contains(&named(&files, "assets/site.css")), "{kept:?}");
    assert!(kept.iter().all(|path| files.contains_key(*path)), "{kept:?}");
}

#[test]
fn files_are_named_after_what_is_in_them_and_pages_lead_to_no_others() {
    let files = site();
    for (path, page) in files.iter().filter(|(path, _)| path.ends_with(".html")) {
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
