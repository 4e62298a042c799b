//! The pictures that go with links to pages when people share them (Open Graph), where the address of the site is known.
//!
//! **In** the book of a page. **Out** which picture is whose: every entry with a card has one of its card, and all other pages of
//! a book have that of the book. The pictures themselves are drawn by the press, whom this package does not know.

use makeready_faces::book::{Book, Entry, EntryKind};
use makeready_faces::card::CardFace;
use makeready_faces::share::{HEIGHT, WIDTH};
use serde::Serialize;

use super::contents::Contents;
use super::{About, address, cover_page};

/// How many cards the picture of a book shows.
const ON_COVER: usize = 2;

/// The folder of the pictures, in that of the book.
const FOLDER: &str = "share";

/// A picture that goes with links to a page.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ShareView {
    /// Its whole address: programs that show links do not look at the page's own.
    href: String,
    alt: String,
    width: u32,
    height: u32,
}

/// Pictures that are drawn together.
#[derive(Debug)]
pub enum Shared {
    /// Of the cards of one family, each with the path of its picture.
    Cards(Vec<(String, CardFace)>),
    /// Of a book, which shows a few of its cards.
    Cover(String, Vec<CardFace>),
}

impl Shared {
    /// The paths of the pictures, in their order.
    pub fn paths(&self) -> Vec<&str> {
        match self {
            Self::Cards(cards) => cards.iter().map(|(path, _)| path.as_str()).collect(),
            Self::Cover(path, _) => vec![path],
        }
    }

    /// The cards that they show.
    pub fn cards(&self) -> Vec<CardFace> {
        match self {
            Self::Cards(cards) => cards.iter().map(|(_, card)| card.clone()).collect(),
            Self::Cover(_, cards) => cards.clone(),
        }
    }
}

/// The path of the picture of a book.
fn path_of_book(book: &Book) -> String {
    format!("{}/{FOLDER}/cover.png", address::segment(&book.id))
}

/// The path of the picture of an entry.
fn path_of_entry(book: &Book, kind: EntryKind, id: &str) -> String {
    format!("{}/{FOLDER}/{}/{}.png", address::segment(&book.id), kind.names().folder, address::segment(id))
}

/// Whether a file of a book is such a picture.
pub fn is_of(book: &Book, path: &str) -> bool {
    path.starts_with(&format!("{}/{FOLDER}/", address::segment(&book.id)))
}

/// The picture that goes with a page of a book of which nothing else is said; none where the site's address is not known.
pub fn of_book(about: &About, book: &Book) -> Option<ShareView> {
    view(about, &path_of_book(book), book.lang.words.say("share.of_book", &[("game", &book.title)]))
}

/// The picture that goes with the page of an entry: of its card, where it has one.
pub fn of_entry(about: &About, book: &Book, entry: &Entry) -> Option<ShareView> {
    let card = entry.card.as_ref()?;
    let alt = book.lang.words.say("share.of_card", &[("name", &card.name), ("type", &card.type_line)]);
    view(about, &path_of_entry(book, entry.kind, &entry.id), alt)
}

fn view(about: &About, path: &str, alt: String) -> Option<ShareView> {
    let is_published = !about.address.is_empty();
    is_published.then(|| ShareView { href: format!("{}{path}", about.address), alt, width: WIDTH, height: HEIGHT })
}

/// All pictures of a book, in the order of its entries.
pub fn pictures(contents: &Contents<'_>) -> Vec<Shared> {
    let book = contents.outline();
    let mut families: Vec<(String, Vec<(String, CardFace)>)> = Vec::new();
    for entry in contents.entries() {
        let Some(card) = &entry.card else { continue };
        let picture = (path_of_entry(book, entry.kind, &entry.id), card.clone());
        match families.iter_mut().find(|(family, _)| *family == card.family.id) {
            Some((_, pictures)) => pictures.push(picture),
            None => families.push((card.family.id.clone(), vec![picture])),
        }
    }
    let cover = cover_page::fanned(contents, ON_COVER).into_iter().filter_map(|entry| entry.card.clone()).collect();
    let families = families.into_iter().map(|(_, pictures)| Shared::Cards(pictures));
    families.chain([Shared::Cover(path_of_book(book), cover)]).collect()
}
