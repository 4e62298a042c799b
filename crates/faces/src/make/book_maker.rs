//! A book in two steps: its outline, and its chapters and entries when they are asked for.
//!
//! **In** a game. **Out** the outline of its [`Book`], which has all that other pages need to link to a chapter or an entry, to
//! list it by name and to find it, and takes a fraction of the time; then each chapter and each entry, whole. An
//! entry is made from its outline, so that both say the same. **Fails** when a value that the book shows cannot be computed.
//! Entry points: [`BookMaker`], and [`book`] for everything at once.

use std::sync::{Mutex, PoisonError};

use makeready_rules::formula::EvalError;
use rayon::prelude::*;

use super::art::art;
use super::book::{BookBuilder, Subject, has_things, left_out, look, paths};
use crate::book::{Book, Chapter, Entry};
use makeready_content::game::Game;
use makeready_content::source::Sources;

/// The whole book of a game.
///
/// # Errors
/// When a value that the book shows cannot be computed.
pub fn book(game: &Game, sources: &Sources) -> Result<Book, EvalError> {
    let maker = BookMaker::new(game, sources);
    let mut book = maker.outline()?;
    let chapters = (0..book.chapters.len()).into_par_iter().map(|place| maker.chapter(place));
    let entries = book.entries.par_iter().enumerate().map(|(place, outline)| maker.entry(place, outline));
    let (chapters, entries) = rayon::join(|| in_order(chapters), || in_order(entries));
    (book.chapters, book.entries) = (chapters?, entries?);
    Ok(book)
}

/// Makes the chapters and entries of one book.
pub struct BookMaker<'a> {
    game: &'a Game,
    sources: &'a Sources,
    subjects: Vec<Subject<'a>>,
    /// Builders that nobody uses just now. Each has computed what chapters and entries share.
    idle: Mutex<Vec<BookBuilder<'a>>>,
}

impl<'a> BookMaker<'a> {
    /// For a game, with nothing made yet.
    pub fn new(game: &'a Game, sources: &'a Sources) -> Self {
        Self { game, sources, subjects: BookBuilder::subjects(game), idle: Mutex::default() }
    }

    /// The book with all chapters and entries in outline.
    ///
    /// # Errors
    /// When a value in a text cannot be computed.
    pub fn outline(&self) -> Result<Book, EvalError> {
        let e = &self.game.entries;
        let chapters = e.chapters.par_iter().enumerate();
        let chapters = chapters.map(|(place, chapter)| self.with(|b| b.chapter_outline(place + 1, chapter)));
        let entries = self.subjects.par_iter().map(|subject| self.with(|builder| builder.outline(subject)));
        let (chapters, entries) = rayon::join(|| in_order(chapters), || in_order(entries));
        let mut entries = entries?;
        entries.extend(self.game.set_aside.iter().filter_map(|one| left_out(one, e.lang.words)));
        Ok(Book {
            id: e.head.id.clone(),
            title: e.head.name.clone(),
            lang: e.lang.clone(),
            tagline: e.tagline.clone(),
            edition: e.edition.clone(),
            fingerprint: self.game.fingerprint.clone(),
            credits: e.credits.clone(),
            look: look(self.game),
            art: art(self.game, e.art.as_ref()),
            chapters: chapters?,
            paths: paths(self.game),
            has_things: has_things(self.game),
            entries,
            glossary: self.with(BookBuilder::glossary),
            downloads: Vec::new(),
            cards_on_paper: Vec::new(),
            on_paper: String::new(),
        })
    }

    /// The chapter at this place of the book, whole.
    ///
    /// # Errors
    /// When a value that it shows cannot be computed.
    pub fn chapter(&self, place: usize) -> Result<Chapter, EvalError> {
        self.with(|builder| builder.chapter(place + 1, &self.game.entries.chapters[place]))
    }

    /// The entry at this place of the book, whole. What has no more than an outline, since its file has errors, stays as it is.
    ///
    /// # Errors
    /// When a value that it shows cannot be computed.
    pub fn entry(&self, place: usize, outline: &Entry) -> Result<Entry, EvalError> {
        match self.subjects.get(place) {
            Some(subject) => self.with(|builder| builder.filled(subject, outline.clone())),
            None => Ok(outline.clone()),
        }
    }

    /// Works with a builder that is idle, or a new one.
    fn with<T>(&self, work: impl FnOnce(&BookBuilder<'a>) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        // Not held while the work is done.
        let taken = idle().pop();
        let builder = taken.unwrap_or_else(|| BookBuilder::new(self.game, self.sources));
        let result = work(&builder);
        idle().push(builder);
        result
    }
}

/// All results, or the first failure in their order, whichever thread failed first.
fn in_order<T: Send>(results: impl IndexedParallelIterator<Item = Result<T, EvalError>>) -> Result<Vec<T>, EvalError> {
    results.collect::<Vec<_>>().into_iter().collect()
}
