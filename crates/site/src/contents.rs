//! The chapters and entries of a book: all of them there, or each made when a page shows it.
//!
//! **In** a whole [`Book`], or one in outline with [`Parts`] that make what it leaves out. **Out** a chapter or an entry, whole,
//! made once however many pages ask for it. What cannot be made stays as it is in the outline; who makes it knows why.

use std::sync::OnceLock;

use makeready_faces::book::{Book, Chapter, Entry, EntryKind};
use rayon::prelude::*;

/// Makes what the outline of a book leaves out.
///
/// An outline has of each entry what pages need that link to it, list it by name or find it, and of each chapter the Markdown.
/// Threads that need the same chapter or entry wait for each other, so none of these may wait for work of other threads.
pub trait Parts: Send + Sync {
    /// The chapter at this place of the book; none where it cannot be made.
    fn chapter(&self, place: usize) -> Option<Chapter>;

    /// The entry at this place of the book, from its outline; none where it cannot be made.
    fn entry(&self, place: usize, outline: &Entry) -> Option<Entry>;
}

/// A book with its chapters and entries.
pub struct Contents<'m> {
    /// Whole, or in outline.
    book: Book,
    /// What makes the rest, and what it has made; none where the book is whole.
    made: Option<Made<'m>>,
}

struct Made<'m> {
    parts: Box<dyn Parts + 'm>,
    chapters: Vec<OnceLock<Option<Chapter>>>,
    entries: Vec<OnceLock<Option<Entry>>>,
}

impl<'m> Contents<'m> {
    /// Of a whole book.
    pub const fn whole(book: Book) -> Self {
        Self { book, made: None }
    }

    /// Of a book in outline.
    pub fn outlined(book: Book, parts: Box<dyn Parts + 'm>) -> Self {
        let chapters = book.chapters.iter().map(|_| OnceLock::new()).collect();
        let entries = book.entries.iter().map(|_| OnceLock::new()).collect();
        Self { book, made: Some(Made { parts, chapters, entries }) }
    }

    /// The book; of its chapters and entries no more than the outline.
    pub const fn outline(&self) -> &Book {
        &self.book
    }

    /// The chapter at a place, whole.
    pub fn chapter(&self, place: usize) -> &Chapter {
        let made = self.made.as_ref();
        let made = made.and_then(|made| made.chapters[place].get_or_init(|| made.parts.chapter(place)).as_ref());
        made.unwrap_or(&self.book.chapters[place])
    }

    /// The entry at a place, whole.
    pub fn entry(&self, place: usize) -> &Entry {
        let outline = &self.book.entries[place];
        let made = self.made.as_ref();
        let made = made.and_then(|made| made.entries[place].get_or_init(|| made.parts.entry(place, outline)).as_ref());
        made.unwrap_or(outline)
    }

    /// The entries of a kind, whole.
    pub fn of_kind(&self, kind: EntryKind) -> impl Iterator<Item = &Entry> {
        let entries = self.book.entries.iter().enumerate();
        entries.filter(move |(_, entry)| entry.kind == kind).map(|(place, _)| self.entry(place))
    }

    /// All entries, whole.
    pub fn entries(&self) -> Vec<&Entry> {
        (0..self.book.entries.len()).into_par_iter().map(|place| self.entry(place)).collect()
    }
}
