//! The pages over all books: the front page, the credits of the whole site, and those for missing pages.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use makeready_faces::book::{Book, EntryKind};
use makeready_faces::credits::Used;

use super::assets::StylePart;
use super::chrome::{Chrome, LibraryView, LinkView, Speech, feed_href};
use super::contents::Contents;
use super::emblem::Sign;
use super::other_page::OtherPage;
use super::{SiteKit, address, assets, credits_page, icons, palette, publishing, share};

#[derive(Serialize)]
struct BookTile {
    id: String,
    title: String,
    tagline: String,
    edition: String,
    href: String,
    counts: Vec<String>,
    bands: Vec<String>,
    sign: Option<Sign>,
    /// Its workshop; empty where it has none.
    workshop: String,
}

/// The path of the front page.
pub const HOME: &str = "index.html";

/// The front page over all books.
pub fn home(books: &[(&Book, Vec<String>)], library: &[LibraryView], kit: &SiteKit) -> String {
    let options = &kit.options;
    let words = options.about.lang.words;
    let count = |book: &Book, kind: EntryKind, key: &str| {
        let count = book.entries.iter().filter(|entry| entry.kind == kind).count();
        (count > 0).then(|| words.count(key, count, &[]))
    };
    let tiles: Vec<BookTile> = books
        .iter()
        .map(|(book, bands)| {
            let chapters = (!book.chapters.is_empty()).then(|| words.count("home.chapters", book.chapters.len(), &[]));
            let counts = [
                chapters,
                count(book, EntryKind::Action, "home.actions"),
                count(book, EntryKind::Skill, "home.skills"),
                count(book, EntryKind::Character, "home.characters"),
            ];
            BookTile {
                id: address::segment(&book.id),
                title: book.title.clone(),
                tagline: book.tagline.clone(),
                edition: book.edition.clone(),
                href: address::cover(&book.id),
                counts: counts.into_iter().flatten().collect(),
                bands: bands.clone(),
                sign: Sign::of(book, options),
                workshop: OtherPage::listed(book, options)
                    .find(|page| *page == OtherPage::Workshop)
                    .map(|page| page.path(book))
                    .unwrap_or_default(),
            }
        })
        .collect();
    let books: Vec<&Book> = books.iter().map(|(book, _)| *book).collect();
    let about = &options.about;
    let names = || books.iter().map(|book| book.title.clone()).collect::<Vec<_>>().join(", ");
    let title = if about.title.is_empty() { words.text("home.unnamed") } else { &about.title };
    let description = if about.description.is_empty() { names() } else { about.description.clone() };
    let mut chrome = site_chrome(title, description, HOME, &books, library, kit);
    let (shelf, css) = assets::shelf_style(&books, options, &kit.program);
    chrome.styles.push(shelf);
    chrome.has_drawings = assets::holds_drawings(&css);
    let chrome = chrome.with_style(StylePart::Covers, kit);
    kit.templates.page(words, "home.html", &chrome, &json!({ "books": tiles }))
}

/// The credits page of the whole site.
pub fn credits(books: &[&Book], library: &[LibraryView], kit: &SiteKit, used: &Used) -> String {
    let words = kit.options.about.lang.words;
    let description = words.text(if books.is_empty() { "credits.of_workshop" } else { "credits.of_all" }).to_owned();
    let here = credits_page::site_path();
    let sheets = icons::sheets(&used.icons, books);
    let chrome = site_chrome(words.text("page.credits"), description, &here, books, library, kit);
    let chrome = Chrome {
        crumbs: vec![LinkView {
            text: match books {
                [] => kit.about().title.clone(),
                _ => words.text("page.all_systems").to_owned(),
            },
            href: address::relative(&here, HOME),
        }],
        late_styles: sheets.iter().map(|sheet| kit.icons.file(sheet, books).0).collect(),
        has_drawings: true,
        // Icons that books bring are in their style sheets.
        styles: library.iter().map(|book| book.style.clone()).collect(),
        ..chrome
    };
    let chrome = chrome.with_style(StylePart::Lists, kit);
    kit.templates.page(words, "credits.html", &chrome, &credits_page::of_site(books, used, words))
}

/// The page for addresses that lead nowhere. It may stand at any of them: its links name the whole path, or, where nobody knows where
/// the site is published, a script finds it.
pub fn not_found(books: &[&Book], library: &[LibraryView], kit: &SiteKit) -> String {
    let about = &kit.options.about;
    let words = about.lang.words;
    let (title, description) = (words.text("missing.title"), words.text("missing.description"));
    let links = books.iter().map(|book| json!({ "title": book.title, "path": address::cover(&book.id) }));
    let links: Vec<_> = links.collect();
    let Some(root) = publishing::path_on_host(about) else {
        let script = assets::bare(&[include_str!("../../../site/lost.js")]);
        return alone("lost.html", (title, description), &json!(links), &script, kit);
    };
    let chrome = site_chrome(title, description.to_owned(), publishing::NOT_FOUND, books, library, kit);
    let index_href = if books.is_empty() { String::new() } else { format!("{root}{}", chrome.index_href) };
    let credits_href = format!("{root}{}", chrome.credits_href);
    let feed_href = if chrome.feed_href.is_empty() { String::new() } else { format!("{root}{}", chrome.feed_href) };
    let chrome = Chrome { feed_href, root, index_href, credits_href, canonical: String::new(), ..chrome };
    kit.templates.page(words, "not-found.html", &chrome, &json!({ "books": links }))
}

/// The page that the worker shows where there is no network and a page is not kept.
pub fn offline(kit: &SiteKit) -> String {
    let words = kit.about().lang.words;
    alone("offline.html", (words.text("offline.title"), words.text("offline.description")), &json!([]), "", kit)
}

/// A page that loads no other file, since it may stand at any address: its title and description, books and script.
fn alone(template: &str, (title, description): (&str, &str), books: &Json, script: &str, kit: &SiteKit) -> String {
    let about = kit.about();
    let style = assets::bare_style(include_str!("../../../site/alone.css"));
    let chrome = Chrome {
        speech: Speech::of(&about.lang),
        title: title.to_owned(),
        description: description.to_owned(),
        site: about.clone(),
        ..Chrome::default()
    };
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    let content = json!({
        "books": books, "style": style, "style_hash": hash(&style), "script": script, "script_hash": hash(script),
    });
    kit.templates.page(about.lang.words, template, &chrome, &content)
}

/// The chrome of a page over all books.
pub fn site_chrome(
    title: &str,
    description: String,
    here: &str,
    books: &[&Book],
    library: &[LibraryView],
    kit: &SiteKit,
) -> Chrome {
    let about = kit.about();
    let first = books.first().map(|book| address::relative(here, &OtherPage::Index.path(book)));
    Chrome {
        speech: Speech::of(&about.lang),
        title: title.to_owned(),
        description,
        root: address::root_from(here),
        // Without books there is no search.
        books: if library.is_empty() { String::new() } else { assets::books_file(library).0 },
        loaded: kit.program.loaded.clone(),
        feed_href: feed_href(kit, here),
        site: about.clone(),
        canonical: publishing::canonical(about, here),
        share: books.first().and_then(|book| share::of_book(about, book)),
        display_font: kit.program.display_font(None),
        credits_href: address::relative(here, &credits_page::site_path()),
        index_href: first.unwrap_or_default(),
        ..Chrome::default()
    }
}

/// The classes of the colors of a book's cards, in their order: its bands on the front page.
pub fn family_colors(contents: &Contents<'_>) -> Vec<String> {
    let mut classes = Vec::new();
    for card in contents.entries().into_iter().filter_map(|entry| entry.card.as_ref()) {
        let class = palette::class_of(&card.family.color);
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    classes
}
