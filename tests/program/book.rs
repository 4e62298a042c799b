//! The rulebook on paper: nothing that chapters say is missing, and everything leads somewhere.

use crate::command::Workspace;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::sync::LazyLock;

use lopdf::{Document, Object, ObjectId};
use makeready_content::systems;
use makeready_faces::book::{Book, ChapterBlock};
use makeready_faces::make;
use makeready_faces::text::plain_text;
use makeready_press::{BookPrint, Paper, PressError, PrintStyle, print_book};
use makeready_testing::{CONTENT, shipped};

const DONE: i32 = 0;

/// The book of every shipped game, and its print.
static BOOKS: LazyLock<Vec<(Book, Vec<u8>)>> = LazyLock::new(|| {
    let printed = |system: String| {
        let book = book(&system);
        let pdf = print_book(&book, &on(&book, Paper::a4())).expect("it prints").pdf;
        (book, pdf)
    };
    systems(&CONTENT).into_iter().map(printed).collect()
});

fn book(system: &str) -> Book {
    make::book(shipped(system), &CONTENT).expect("it computes")
}

/// The shortest of the shipped books.
fn short_book() -> Book {
    book("action-score")
}

fn on(book: &Book, paper: Paper) -> BookPrint {
    let (title, credits) = (book.title.clone(), book.credits.clone());
    BookPrint { paper, is_booklet: false, style: PrintStyle::default(), title, credits }
}

/// Text of a file, as poppler reads it; none, with a note on stderr, where poppler is not installed.
fn text_of(pdf: &[u8], name: &str) -> Option<String> {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{name}.pdf"));
    std::fs::write(&path, pdf).expect("the file can be written");
    match Command::new("pdftotext").arg(&path).arg("-").output() {
        Ok(output) => Some(String::from_utf8(output.stdout).expect("pdftotext writes UTF-8")),
        Err(_) => {
            eprintln!("pdftotext is not installed: the words of books are not compared");
            None
        }
    }
}

/// How often each word is there. Words that are parted at the end of a line count whole.
fn words(text: &str) -> BTreeMap<String, usize> {
    let joined = text.replace("\u{ad}\n", "").replace("-\n", "").replace(['\u{ad}', '\u{200b}'], "");
    let mut found = BTreeMap::new();
    // A hyphen of the word itself may have stood at the end of the line: the parts count as well.
    for text in [joined.as_str(), text] {
        for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            *found.entry(word.to_lowercase()).or_insert(0) += 1;
        }
    }
    found
}

/// The words of Markdown, without what links and headings are called by.
fn bare(markdown: &str) -> String {
    let mut bare = String::new();
    let mut rest = markdown;
    while let Some(at) = rest.find("[[").into_iter().chain(rest.find("{#")).min() {
        bare.push_str(&rest[..at]);
        let end = if rest[at..].starts_with("[[") { "]]" } else { "}" };
        let close = rest[at..].find(end).map_or(rest.len(), |length| at + length);
        let inner = &rest[at..close];
        bare.push_str(inner.split_once('|').map_or("", |(_, words)| words));
        rest = rest.get(close + end.len()..).unwrap_or_default();
    }
    bare + rest
}

fn said(book: &Book) -> String {
    let paragraphs = |all: &[_]| all.iter().map(|one: &Vec<_>| plain_text(one)).collect::<Vec<_>>().join("\n");
    let mut said = String::new();
    for block in book.chapters.iter().flat_map(|chapter| &chapter.blocks) {
        said.push('\n');
        said.push_str(&match block {
            ChapterBlock::Markdown { source, .. } => bare(source),
            ChapterBlock::Example { title, paragraphs: all } => format!("{title}\n{}", paragraphs(all)),
            ChapterBlock::Note { paragraphs: all } => paragraphs(all),
            ChapterBlock::Table { caption, table } => {
                let rows = table.rows.iter().map(|row| paragraphs(row)).collect::<Vec<_>>().join("\n");
                format!("{caption}\n{}\n{rows}", table.columns.join("\n"))
            }
            ChapterBlock::Bill { bill } => {
                bill.items.iter().map(|item| format!("{}\n{}\n", item.name, item.text)).collect()
            }
            ChapterBlock::Card { card } => format!("{}\n{}", card.name, paragraphs(&card.body)),
            ChapterBlock::Odds { caption, .. } => caption.clone(),
            ChapterBlock::Ruling { .. } => String::new(),
        });
    }
    said
}

/// All that is asked of the books of shipped games: setting them takes most of the time, and tests that run alone would each set
/// them anew.
#[test]
fn books_of_shipped_games_have_every_word_and_every_link() {
    no_word_of_a_chapter_is_missing();
    every_link_leads_to_a_page_and_contents_and_index_lead_everywhere();
}

fn no_word_of_a_chapter_is_missing() {
    for (book, pdf) in BOOKS.iter() {
        let Some(text) = text_of(pdf, &book.id) else { return };
        let printed = words(&text);
        let said = words(&said(book));
        let missing: Vec<&String> = said.keys().filter(|word| !printed.contains_key(*word)).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", book.id);
    }
}

/// Every link of every page: the page that it leads to, or none where it leads out of the book.
fn links(document: &Document) -> Vec<(usize, Option<usize>)> {
    let pages: Vec<ObjectId> = document.page_iter().collect();
    let place = |id: ObjectId| pages.iter().position(|page| *page == id).expect("a link leads to a page");
    let named = named_destinations(document);
    let mut found = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        let annotations = document.get_dictionary(*page).expect("a page").get(b"Annots");
        let Some(annotations) = annotations.ok().and_then(|all| document.dereference(all).ok()) else { continue };
        for annotation in annotations.1.as_array().expect("a list") {
            let link = document.dereference(annotation).expect("an annotation").1.as_dict().expect("a dictionary");
            let action = link.get(b"A").ok().and_then(|action| document.dereference(action).ok());
            let action = action.and_then(|(_, action)| action.as_dict().ok());
            if action.is_some_and(|action| action.get(b"URI").is_ok()) {
                found.push((number, None));
                continue;
            }
            let to = link.get(b"Dest").or_else(|_| action.expect("an action").get(b"D")).expect("a destination");
            let to = destination(document, &named, to);
            found.push((number, Some(place(to))));
        }
    }
    found
}

/// The page of a destination, which may have a name.
fn destination(document: &Document, named: &BTreeMap<Vec<u8>, Object>, to: &Object) -> ObjectId {
    let to = document.dereference(to).expect("a destination").1;
    match to {
        Object::Array(parts) => parts[0].as_reference().expect("a page"),
        Object::Dictionary(dictionary) => destination(document, named, dictionary.get(b"D").expect("a destination")),
        Object::String(name, _) | Object::Name(name) => {
            destination(document, named, named.get(name).expect("a destination of this name"))
        }
        other => panic!("no destination: {other:?}"),
    }
}

/// All destinations that have a name.
fn named_destinations(document: &Document) -> BTreeMap<Vec<u8>, Object> {
    let Some(named) = document.catalog().and_then(|catalog| catalog.get(b"Names")).ok() else { return BTreeMap::new() };
    let named = document.dereference(named).expect("names").1.as_dict().expect("names");
    destinations_below(document, named.get(b"Dests").expect("destinations"))
}

fn destinations_below(document: &Document, node: &Object) -> BTreeMap<Vec<u8>, Object> {
    let node = document.dereference(node).expect("a node").1.as_dict().expect("a node");
    let kids = node.get(b"Kids").ok().and_then(|kids| kids.as_array().ok()).into_iter().flatten();
    let mut all: BTreeMap<Vec<u8>, Object> = kids.flat_map(|kid| destinations_below(document, kid)).collect();
    let names = node.get(b"Names").ok().and_then(|names| names.as_array().ok()).into_iter().flatten();
    let names: Vec<&Object> = names.collect();
    for pair in names.chunks_exact(2) {
        all.insert(pair[0].as_str().expect("a name").to_vec(), pair[1].clone());
    }
    all
}

fn every_link_leads_to_a_page_and_contents_and_index_lead_everywhere() {
    for (book, pdf) in BOOKS.iter() {
        let document = Document::load_mem(pdf).expect("a PDF");
        let links = links(&document);
        let reached: BTreeSet<usize> = links.iter().filter_map(|(_, to)| *to).collect();
        assert!(links.len() > 20 * book.chapters.len(), "{}: {} links", book.id, links.len());
        // Chapters, reference, glossary, index, credits.
        assert!(reached.len() > book.chapters.len(), "{}: {reached:?}", book.id);
        let outline = document.catalog().and_then(|catalog| catalog.get(b"Outlines")).expect("bookmarks");
        let outline = document.dereference(outline).expect("bookmarks").1.as_dict().expect("bookmarks");
        assert!(outline.get(b"First").is_ok(), "{}: no bookmark", book.id);
    }
}

#[test]
fn build_prints_the_book_where_the_campaign_asks_and_the_site_leads_to_it() {
    let workspace = Workspace::new();
    let ran = workspace.run(&["build", "--only", "site"]);
    assert_eq!(ran.code, DONE, "{ran}");
    let cover = || String::from_utf8(workspace.read("dist/site/lantern/index.html")).expect("UTF-8");
    assert!(!cover().contains("book-a5.pdf"));
    workspace.write("content/campaign.yaml", "format_version: 1\npaper: a5\nbooks: true\n");
    let ran = workspace.run(&["build", "--only", "site", "--only", "site/print/lantern/book-*"]);
    assert_eq!(ran.code, DONE, "{ran}");
    assert!(cover().contains("print/lantern/book-a5.pdf"));
    let downloads = String::from_utf8(workspace.read("dist/site/lantern/downloads/index.html")).expect("UTF-8");
    assert!(downloads.contains("print/lantern/book-a5.pdf"));
    let ran = workspace.run(&["book", "lantern", "-o", "alone.pdf"]);
    assert_eq!(ran.code, DONE, "{ran}");
    assert!(workspace.read("alone.pdf") == workspace.read("dist/site/print/lantern/book-a5.pdf"));
}

#[test]
fn two_prints_are_the_same_bytes() {
    let book = short_book();
    let pdf = || print_book(&book, &on(&book, Paper::letter())).expect("it prints").pdf;
    assert!(pdf() == pdf());
}

#[test]
fn a_booklet_has_every_page_on_sheets_that_fold() {
    let book = short_book();
    let a5 = Paper::find("a5").expect("a paper");
    let pages = Document::load_mem(&print_book(&book, &on(&book, a5)).expect("it prints").pdf).expect("a PDF");
    let print = BookPrint { is_booklet: true, ..on(&book, Paper::a4()) };
    let printed = print_book(&book, &print).expect("it prints").pdf;
    let sheets = Document::load_mem(&printed).expect("a PDF");
    let sides = sheets.page_iter().count();
    assert_eq!(sides % 2, 0);
    // A5 is half of A4 but for half a millimeter.
    assert!(sides.abs_diff(pages.page_iter().count() / 2) <= 2);
    if let Some(text) = text_of(&printed, "booklet") {
        let printed = words(&text);
        let missing: Vec<String> = words(&said(&book)).into_keys().filter(|word| !printed.contains_key(word)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}

#[test]
fn hostile_text_is_printed_as_text() {
    let mut book = short_book();
    book.chapters.truncate(1);
    book.entries.clear();
    book.glossary.clear();
    let deep: String = (0..20).map(|depth| format!("{}- level {depth}\n", "  ".repeat(depth))).collect();
    let long = "x".repeat(3_000);
    let row = format!("| {} |\n", "wide".repeat(12)).repeat(3);
    let source = format!(
        "#let a = panic()\n\n`$x$ #box[] \\`\n\n{deep}\n\n{long}\n\n[^a] note\n\n[^a]: again [^a] and [[nowhere:at-all]]\n\n\
         <script>alert(1)</script>\n\n| a |\n|---|\n{row}\n\n> > > > > > > > deep quotation\n\n## *Same*\n\n## *Same*\n"
    );
    book.chapters[0].blocks =
        vec![ChapterBlock::Markdown { source, offset: 0, written: makeready_faces::book::Written::NONE }];
    let printed = print_book(&book, &on(&book, Paper::a4())).expect("it prints").pdf;
    if let Some(text) = text_of(&printed, "hostile") {
        for wanted in ["#let a = panic()", "#box[]", "level 19", "alert(1)", "deep quotation", "nowhere"] {
            assert!(text.contains(wanted), "{wanted}\n{text}");
        }
    }
}

#[test]
fn a_page_without_room_is_refused_with_its_size() {
    let book = short_book();
    let paper = Paper::find("60x60mm").expect("a size");
    let refused = print_book(&book, &on(&book, paper)).map(|_| ());
    assert!(matches!(refused, Err(PressError::PageTooSmall { .. })), "{refused:?}");
}
