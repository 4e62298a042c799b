//! The workshop of a site without books: the front page.

use std::collections::BTreeSet;
use std::sync::Arc;

use makeready_embedded::{ICON_IDS, TYPEFACES};
use makeready_site::{About, NO_GAME, SiteOptions, Workshop, render};

use crate::pages::{Files, dead_links, named, text};

/// A workshop with a word in place of each module.
pub fn workshop() -> Workshop {
    let bytes = |word: &str| Arc::from(word.as_bytes());
    Workshop {
        module: bytes("rules"),
        unpacker: bytes("unpack"),
        press: Some(bytes("press")),
        sample: bytes("sample"),
        papers: vec![("a4".to_owned(), "A4".to_owned())],
        backs: [(NO_GAME.to_owned(), vec!["none".to_owned()])].into(),
        ..Workshop::default()
    }
}

fn site(address: &str) -> Files {
    let about = About { title: "Club".to_owned(), address: address.to_owned(), ..About::default() };
    render(&[], &SiteOptions { about, workshop: Some(workshop()), ..SiteOptions::embedded() })
        .expect("no link is broken")
}

#[test]
fn the_front_page_is_a_workshop_that_opens_no_game() {
    let files = site("");
    let page = text(&files, "index.html");
    assert!(page.contains("<h1>Club</h1>") && page.contains("data-code=\"\" data-unpacker=\"assets/workshop/unpack."));
    assert!(
        page.contains("data-game=\"\"") && page.contains("connect-src 'self';") && page.contains("'wasm-unsafe-eval'")
    );
    assert!(!page.contains("data-books") && !page.contains("site-search-open") && !page.contains("../"), "{page}");
    assert!(page.contains("&quot;a4&quot;") && page.contains("&quot;none&quot;"), "papers and backs can be chosen");
    let words = named(&files, "assets/workshop/words-en.js");
    assert!(page.contains(&format!("<script src=\"{words}\" defer>")), "{page}");
    assert!(text(&files, words).starts_with("window.makereadyTexts={"), "its scripts speak the language of the page");
    // Offline it needs the modules, the small game and the fonts of the site.
    let (_, keep) = page.split_once("data-keep=\"").expect("it says what it needs");
    let keep: Vec<&str> = keep.split('"').next().unwrap_or_default().split(' ').collect();
    for name in
        ["workshop/unpack.gz", "workshop/press.lzma", "workshop/begin.gz", "fonts/AlegreyaSans_400Regular.woff2"]
    {
        assert!(keep.contains(&named(&files, &format!("assets/{name}"))), "{name} in {keep:?}");
    }
    assert!(keep.iter().all(|path| files.contains_key(*path)), "{keep:?}");
    assert!(!files.keys().any(|path| path.contains("/rules.")), "only games of a site need this module");
    assert!(page.contains(&format!("data-reader=\"{}\"", named(&files, "assets/workshop/press.lzma"))));
    // A disk has each of them as a script.
    assert!(files.contains_key(&format!("{}.js", named(&files, "assets/workshop/press.lzma"))));
}

#[test]
fn a_smaller_module_reads_games_where_there_is_one() {
    let workshop = Workshop { reader: Some(Arc::from(&b"reader"[..])), ..workshop() };
    let files =
        render(&[], &SiteOptions { workshop: Some(workshop), ..SiteOptions::embedded() }).expect("no link is broken");
    let (page, reader) = (text(&files, "index.html"), named(&files, "assets/workshop/read.lzma"));
    assert!(page.contains(&format!("data-reader=\"{reader}\"")) && page.contains(&format!(" {reader} ")), "{page}");
    assert!(files.contains_key(&format!("{reader}.js")));
}

/// Prints of a reader's game can have any of them.
#[test]
fn the_credits_name_all_icons_and_typefaces_of_the_print_engine() {
    let files = site("");
    let page = text(&files, "credits/index.html");
    for id in ICON_IDS {
        assert!(page.contains(&format!(" icon--{id}\"")), "{id}");
    }
    for face in TYPEFACES {
        assert!(page.contains(&format!("<dt>{}<dd>", face.name)), "{}", face.name);
    }
    let icons = named(&files, "assets/icons/all--.css");
    assert!(page.contains(&format!("../{icons}")), "one style sheet has all icons");
    assert!(text(&files, icons).contains(&format!(".icon--{}", ICON_IDS[0])));
}

#[test]
fn every_link_of_the_workshop_alone_leads_somewhere() {
    assert_eq!(dead_links(&site("")), BTreeSet::new());
    let files = site("https://a.example/w/");
    assert!(text(&files, "index.html").contains("<link rel=\"canonical\" href=\"https://a.example/w/\">"));
    let lost = text(&files, "404.html");
    assert!(lost.contains("<p><a href=\"/w/index.html\">Club</a></p>") && !lost.contains("lost-search"), "{lost}");
}
