//! The list of everything in a book that has an address: what programs begin with, and what a later build compares.
//!
//! **In** chapters and entries, whole. **Out** a [`Listed`] of each, with the hash of what it says, and the file `entries.json`
//! of a book. Nothing that only tells where something stands is part of a hash.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use makeready_faces::book::{Book, Chapter, ChapterBlock, Entry};
use makeready_faces::entry_data::EntryData;

use super::address::{self, Place};

/// The name of the list in the folder of a book.
const NAME: &str = "entries.json";

/// What chapters are called, as entries are by their kinds.
pub const CHAPTER: &str = "chapter";

/// Something in a book that has an address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// The kind of an entry as in links, or `chapter`.
    pub kind: String,
    /// Its id, unique in its kind.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it stands, from the folder of the book.
    pub href: String,
    /// The rule that it rests on; may be empty.
    pub rule: String,
    /// Of an entry with a page the hash of the JSON beside it; of all else one of what it says.
    pub hash: String,
}

impl Listed {
    /// An entry, whole.
    pub fn entry(book: &Book, entry: &Entry) -> Self {
        Self {
            kind: entry.kind.names().link.to_owned(),
            id: entry.id.clone(),
            name: entry.name.clone(),
            href: from_book(book, &address::entry(&book.id, entry.kind, &entry.id)),
            rule: entry.rule.clone(),
            hash: hash(&EntryData::of(&book.id, entry).to_bytes()),
        }
    }

    /// A chapter, whole, at its path.
    pub fn chapter(book: &Book, chapter: &Chapter, path: &str) -> Self {
        let block = |block: &ChapterBlock| match block {
            ChapterBlock::Markdown { source, .. } => json!(source),
            other => json!(other),
        };
        let blocks: Vec<Json> = chapter.blocks.iter().map(block).collect();
        let says = json!([chapter.title, chapter.summary, chapter.part, blocks]);
        Self {
            kind: CHAPTER.to_owned(),
            id: chapter.slug.clone(),
            name: chapter.title.clone(),
            href: from_book(book, &Place::page(path)),
            rule: String::new(),
            hash: hash(says.to_string().as_bytes()),
        }
    }
}

fn from_book(book: &Book, place: &Place) -> String {
    place.href_from(&path(book))
}

fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// The path of the list of a book.
pub fn path(book: &Book) -> String {
    format!("{}/{NAME}", address::segment(&book.id))
}

/// The list of a book.
pub fn file(book: &Book, entries: &[Listed]) -> Vec<u8> {
    let list = json!({
        "system": book.id,
        "name": book.title,
        "edition": book.edition,
        "rules": book.fingerprint,
        "entries": entries,
    });
    let mut bytes = list.to_string().into_bytes();
    bytes.push(b'\n');
    bytes
}
