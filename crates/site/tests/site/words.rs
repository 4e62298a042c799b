//! What pages say by themselves: all of it comes from the files of words, in the language of the game.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::pages::text;
use crate::workshop_alone::workshop;
use makeready_content::source::{SourceFile, Sources};
use makeready_embedded::{NEW_GAME, TYPEFACES, ornaments};
use makeready_faces::book::{Book, EntryKind};
use makeready_faces::make::book;
use makeready_site::{About, SiteOptions, render};
use makeready_testing::{CONTENT, game, read, root};
use makeready_words::{Lang, Words};

/// Where words are said by their keys.
const SAID_IN: [&str; 8] = [
    "crates/content/src",
    "crates/faces/src",
    "crates/press/src",
    "crates/prose/src",
    "crates/site/src",
    "crates/words/src",
    "src",
    "templates/site",
];
/// Sections whose keys are made of ids.
const OF_IDS: [&str; 3] = ["kind.", "card_size.", "card_back."];
/// Folders of scripts, how they ask for a text, and the section of its key.
const SCRIPTS: [(&str, &str, &str); 3] =
    [("site", "say(\"", "script"), ("site/search", "say(\"", "script"), ("site/workshop", "text(\"", "bench")];

fn files_below(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the listing can be read").path();
        match path.extension().and_then(|ending| ending.to_str()) {
            _ if path.is_dir() => files_below(&path, found),
            Some("rs" | "html") => found.push(read(&path)),
            _ => {}
        }
    }
}

/// What stands between quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').filter(|part| part.len() < 60)
}

/// Whether a text is written as keys are, and begins as one of them.
fn is_key(text: &str, sections: &BTreeSet<&str>) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || matches!(c, '_' | '.');
    text.split_once('.').is_some_and(|(section, name)| sections.contains(section) && !name.is_empty())
        && text.chars().all(is_plain)
        && ![".css", ".html", ".png", ".txt", ".typ"].iter().any(|ending| text.ends_with(ending))
}

#[test]
fn every_text_is_said_somewhere_and_whatever_is_said_has_a_text() {
    let english = Words::default();
    let all: BTreeSet<&str> = english.keys().map(|(key, ..)| key).collect();
    let sections: BTreeSet<&str> = all.iter().filter_map(|key| Some(key.split_once('.')?.0)).collect();
    let mut sources = Vec::new();
    SAID_IN.iter().for_each(|folder| files_below(&root().join(folder), &mut sources));
    let mut said: BTreeSet<String> = sources
        .iter()
        .flat_map(|text| quoted(text))
        .filter(|text| is_key(text, &sections))
        .map(str::to_owned)
        .collect();
    for kind in EntryKind::ALL {
        said.extend(["one", "all", "within", "also"].map(|form| format!("kind.{}.{form}", kind.names().link)));
    }
    for (folder, call, section) in SCRIPTS {
        for entry in fs::read_dir(root().join(folder)).expect("the folder is there") {
            let path = entry.expect("the listing can be read").path();
            if path.extension().is_some_and(|ending| ending == "js") {
                let text = read(&path);
                let calls = text.split(call).skip(1).filter_map(|rest| rest.split('"').next());
                let whole = |key: &str| if key.contains('.') { key.to_owned() } else { format!("{section}.{key}") };
                said.extend(calls.map(whole));
                let known = quoted(&text).map(|word| format!("{section}.{word}"));
                said.extend(known.filter(|key| all.contains(key.as_str())));
            }
        }
    }
    for entry in fs::read_dir(root().join("templates/print")).expect("the folder is there") {
        let text = read(&entry.expect("the listing can be read").path());
        let names = text
            .split("th.words.")
            .skip(1)
            .filter_map(|rest| rest.split(|c: char| !c.is_ascii_lowercase() && c != '_').next());
        said.extend(names.map(|name| format!("paper.{name}")));
    }
    let unsaid: Vec<&&str> = all
        .iter()
        .filter(|key| !said.contains(**key) && !OF_IDS.iter().any(|section| key.starts_with(section)))
        .collect();
    let unknown: Vec<&String> = said.iter().filter(|key| !all.contains(key.as_str())).collect();
    assert_eq!((unsaid, unknown), (vec![], vec![]), "texts that nothing says, and keys without a text");
}

/// The gallery lists the sizes as the program has them.
#[test]
fn every_size_of_cards_and_every_back_has_a_name() {
    let words = Words::default();
    let gallery = read(&root().join("docs/gallery.md"));
    let (_, sizes) = gallery.split_once("## Card sizes").expect("it has them");
    let (sizes, _) = sizes.split_once("\n## ").expect("something follows");
    let rows = sizes.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let mut named = BTreeSet::new();
    for (id, rest) in rows {
        let key = format!("card_size.{}", id.replace('-', "_"));
        assert_eq!(Some(words.text(&key)), rest.split(" | ").next(), "{id}");
        named.insert(key);
    }
    named.extend(ornaments().map(|(id, _)| format!("card_back.{}", id.replace('-', "_"))));
    let is_named = |key: &str| key.starts_with("card_size.") || key.starts_with("card_back.");
    let all: BTreeSet<String> = words.keys().map(|(key, ..)| key.to_owned()).filter(|key| is_named(key)).collect();
    assert_eq!(named, all);
}

#[test]
fn templates_have_no_words_of_their_own() {
    const SPOKEN: [&str; 6] = ["alt", "aria-label", "data-label", "data-pin", "placeholder", "title"];
    let mut found = Vec::new();
    for (name, text) in makeready_embedded::PAGES {
        let text = without(text, "{% block body_class %}", "{% endblock %}");
        let html = without(&without(&without(&text, "{#", "#}"), "{%", "%}"), "{{", "}}");
        for piece in pieces(&html) {
            let words = match piece {
                Piece::Text(text) => text.to_owned(),
                Piece::Tag(tag) => SPOKEN.iter().filter_map(|name| attribute(tag, name)).collect::<Vec<_>>().join(" "),
            };
            // The key that closes the search, and the placeholder of an ID, are the same everywhere.
            if has_words(&words) && !["Esc", "#ID"].contains(&words.trim()) {
                found.push(format!("{name}: {}", words.trim()));
            }
        }
    }
    // The name of the program, where a site has none and where its credits are; and attributes that a component writes.
    found.retain(|line| !line.ends_with(": Makeready") && !line.starts_with("parts.html: lang="));
    assert_eq!(found, Vec::<String>::new());
}

/// A text without what stands between two marks.
fn without(text: &str, open: &str, close: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once(open) {
        out.push_str(before);
        out.push(' ');
        rest = behind.split_once(close).map_or("", |(_, after)| after);
    }
    out + rest
}

enum Piece<'h> {
    Text(&'h str),
    Tag(&'h str),
}

/// Tags and the texts between them.
fn pieces(html: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for part in html.split('<') {
        match part.split_once('>') {
            Some((tag, text)) => pieces.extend([Piece::Tag(tag), Piece::Text(text)]),
            None => pieces.push(Piece::Text(part)),
        }
    }
    pieces
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    tag.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

/// Whether two letters stand side by side somewhere.
fn has_words(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 1)
}

/// What is made by the words of formulas, and what is drawn as it prints: English, whatever the language.
const OF_OTHERS: [&str; 13] = [
    "card",
    "does",
    "figure-terms",
    "formula",
    "formula-line",
    "odds-bar",
    "odds-chart",
    "roll",
    "sheet",
    "spelled",
    "terms",
    "option-id",
    "mini",
];

/// The texts of a page that do not come from the words of the interface.
fn left_over(html: &str) -> BTreeSet<String> {
    let mut left = BTreeSet::new();
    // The elements around, and whether each is one that is left out.
    let mut around: Vec<(String, bool)> = Vec::new();
    for piece in pieces(&html.replace("<!doctype html>", "")) {
        match piece {
            Piece::Tag(tag) if tag.starts_with('/') => {
                around.pop();
            }
            Piece::Tag(tag) => {
                let name = tag.split([' ', '\n']).next().unwrap_or_default();
                let classes = attribute(tag, "class").unwrap_or_default();
                let is_apart = around.last().is_some_and(|(_, is_apart)| *is_apart)
                    || ["style", "script"].contains(&name)
                    || classes.split(' ').any(|class| OF_OTHERS.contains(&class))
                    || attribute(tag, "id").is_some_and(|id| id.starts_with("n--"));
                if !is_apart {
                    let spoken = ["alt", "aria-label", "data-label", "data-pin", "placeholder", "title"];
                    let description = tag.contains("name=\"description\"").then_some("content");
                    let texts = spoken.into_iter().chain(description).filter_map(|name| attribute(tag, name));
                    left.extend(texts.map(unbracketed));
                }
                let is_void = ["meta", "link", "input", "img", "hr", "br", "wbr"].contains(&name);
                if !is_void {
                    around.push((name.to_owned(), is_apart));
                }
            }
            Piece::Text(text) => {
                if around.last().is_none_or(|(_, is_apart)| !is_apart) {
                    left.insert(unbracketed(text));
                }
            }
        }
    }
    left.retain(|text| has_words(text));
    left
}

/// A text without what stands in brackets.
fn unbracketed(text: &str) -> String {
    let out = without(text, "⟦", "⟧")
        .replace("&#39;", "'")
        .replace("&#x27;", "'")
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The files that `makeready new` writes.
fn embers() -> Sources {
    let file = |(path, text): &(&str, &str)| SourceFile {
        shown: (*path).to_owned(),
        path: (*path).to_owned(),
        text: (*text).to_owned(),
    };
    Sources::new(NEW_GAME.iter().map(file).collect())
}

/// The pages of a game in the language of the tests: path to HTML.
fn bracketed(sources: &Sources, id: &str) -> BTreeMap<String, String> {
    let mut game = game(sources, id);
    let lang = Lang::with("en", Words::bracketed()).expect("it is a language");
    game.entries.lang = lang.clone();
    let book: Book = book(&game, sources).expect("the book can be computed");
    let about = About { lang, address: "https://example.org/".to_owned(), ..About::default() };
    let files = render(&[book], &SiteOptions { about, ..SiteOptions::embedded() }).expect("no link is broken");
    let pages = files.into_iter().filter(|(path, _)| path.ends_with(".html"));
    pages.map(|(path, bytes)| (path, String::from_utf8(bytes).expect("pages are UTF-8"))).collect()
}

/// What authors wrote, in one line, with the names of their files, after which groups of reference cards are called.
fn written(sources: &Sources, id: &str) -> String {
    let texts = sources.within(id).map(|(_, SourceFile { path, text, .. }, _)| {
        let name = path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default();
        let (first, rest) = name.split_at(name.len().min(1));
        format!("{}{rest} {text}", first.to_uppercase())
    });
    let texts = texts.collect::<Vec<_>>().join("\n");
    texts.replace(['*', '`'], "").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What pages name besides, in any language: who drew icons and typefaces, the program, and a key.
fn named() -> String {
    let faces = TYPEFACES.iter().map(|face| format!("{} {}", face.name, face.copyright()));
    let faces = faces.collect::<Vec<_>>().join(" ");
    let icons = read(&root().join("site/icons/credits.yaml")).replace('-', " ");
    format!("{icons} {faces} SIL Open Font License MIT OR Apache Makeready Esc ID")
}

/// The texts on the pages of a game that are neither words of the interface nor content: not as they stand there, nor put
/// together of words that its author wrote.
fn foreign(sources: &Sources, id: &str) -> Vec<String> {
    let written = format!("{} {}", written(sources, id), named());
    let words: BTreeSet<&str> = written.split(|c: char| !c.is_alphabetic()).collect();
    let is_content = |text: &str| {
        let mut parts = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() > 1);
        let is_fingerprint = text.len() == 6 && text.chars().all(|c| c.is_ascii_hexdigit());
        is_fingerprint || written.contains(text) || parts.all(|word| words.contains(word))
    };
    let mut found = Vec::new();
    for (path, html) in bracketed(sources, id) {
        let foreign =
            left_over(&html).into_iter().filter(|text| !is_content(text) && !is_content(&uncapitalized(text)));
        found.extend(foreign.map(|text| format!("{path}: {text}")));
    }
    found
}

/// A text as it may be written where it begins no sentence.
fn uncapitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[test]
fn a_small_game_says_nothing_in_another_language() {
    assert_eq!(foreign(&embers(), "embers"), Vec::<String>::new());
}

#[test]
#[ignore = "slow: all pages of a large game"]
fn a_game_with_abilities_says_nothing_in_another_language() {
    assert_eq!(foreign(&CONTENT, "tri-core"), Vec::<String>::new());
}

#[test]
fn a_workshop_without_a_game_says_nothing_in_another_language() {
    let lang = Lang::with("en", Words::bracketed()).expect("it is a language");
    let about = About { title: "Makeready".to_owned(), lang, ..About::default() };
    let options = SiteOptions { about, workshop: Some(workshop()), ..SiteOptions::embedded() };
    let files = render(&[], &options).expect("no link is broken");
    assert_eq!(left_over(text(&files, "index.html")), BTreeSet::from(["Makeready".to_owned()]));
}
