//! The books of games, prepared for the site.
//!
//! **In** games, and the documents to print of each. **Out** a [`GameBook`]: its outline, and chapters and entries when pages
//! show them. **Fails** when a text cannot be computed; what else cannot be is known when it has been asked for.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::documents::{self, Document};
use super::folder::Folder;
use super::wanted::SITE;
use makeready_content::SiteFile;
use makeready_content::game::Game;
use makeready_content::source::Sources;
use makeready_embedded::credits::Named;
use makeready_faces::book::{Book, Chapter, Download, Entry, EntryKind};
use makeready_faces::make::BookMaker;
use makeready_rules::formula::EvalError;
use makeready_site::{About, Earlier, Parts, PreparedBook, SiteKit, SiteOptions, Workshop};

/// The book of a game.
pub struct GameBook<'g> {
    /// Its pages.
    pub pages: Arc<PreparedBook<'g>>,
    failure: Arc<Failure>,
}

impl<'g> GameBook<'g> {
    /// Of a game, for as long as it is there.
    ///
    /// # Errors
    /// When a value in a text cannot be computed.
    pub fn new(
        game: &'g Game,
        sources: &'g Sources,
        documents: &[Document<'_>],
        kit: &SiteKit,
    ) -> Result<Self, EvalError> {
        let maker = BookMaker::new(game, sources);
        let mut outline = maker.outline()?;
        add_downloads(&mut outline, documents);
        Ok(Self::of(outline, |failure| Box::new(Borrowed { maker, failure }), kit))
    }

    fn of(outline: Book, parts: impl FnOnce(Arc<Failure>) -> Box<dyn Parts + 'g>, kit: &SiteKit) -> Self {
        let failure = Arc::new(Failure::default());
        let parts = parts(Arc::clone(&failure));
        Self { pages: Arc::new(PreparedBook::outlined(outline, parts, kit)), failure }
    }

    /// Why a chapter or an entry that was asked for could not be made. Of several the first in the book.
    pub fn failure(&self) -> Option<EvalError> {
        self.failure.lock().as_ref().map(|(_, error)| error.clone())
    }
}

impl GameBook<'static> {
    /// Of the only game of a folder, which is there as long as the book. None where there is no such game.
    ///
    /// # Errors
    /// When a value in a text cannot be computed.
    pub fn owned(folder: &Arc<Folder>, kit: &SiteKit) -> Option<Result<Self, EvalError>> {
        let game = folder.games.first()?;
        let made = |mut outline: Book| {
            add_downloads(&mut outline, &documents::all(game, &folder.campaign, &folder.sources));
            Self::of(outline, |failure| Box::new(Owned { folder: Arc::clone(folder), failure }), kit)
        };
        Some(BookMaker::new(game, &folder.sources).outline().map(made))
    }
}

/// Where something stands in a book: chapters before entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Spot {
    Chapter(usize),
    Entry(usize),
}

/// The first thing in a book that could not be made, so far.
#[derive(Default)]
struct Failure(Mutex<Option<(Spot, EvalError)>>);

impl Failure {
    fn lock(&self) -> std::sync::MutexGuard<'_, Option<(Spot, EvalError)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a failure, so that it does not matter which thread failed first.
    fn note<T>(&self, spot: Spot, made: Result<T, EvalError>) -> Option<T> {
        let error = match made {
            Ok(made) => return Some(made),
            Err(error) => error,
        };
        let mut first = self.lock();
        if first.as_ref().is_none_or(|(before, _)| spot < *before) {
            *first = Some((spot, error));
        }
        None
    }
}

/// Parts of the book of a game that somebody else holds.
struct Borrowed<'g> {
    maker: BookMaker<'g>,
    failure: Arc<Failure>,
}

impl Parts for Borrowed<'_> {
    fn chapter(&self, place: usize) -> Option<Chapter> {
        self.failure.note(Spot::Chapter(place), self.maker.chapter(place))
    }

    fn entry(&self, place: usize, outline: &Entry) -> Option<Entry> {
        self.failure.note(Spot::Entry(place), self.maker.entry(place, outline))
    }
}

/// Parts of the book of the only game of a folder.
struct Owned {
    folder: Arc<Folder>,
    failure: Arc<Failure>,
}

impl Owned {
    fn maker(&self) -> Option<BookMaker<'_>> {
        Some(BookMaker::new(self.folder.games.first()?, &self.folder.sources))
    }
}

impl Parts for Owned {
    fn chapter(&self, place: usize) -> Option<Chapter> {
        self.failure.note(Spot::Chapter(place), self.maker()?.chapter(place))
    }

    fn entry(&self, place: usize, outline: &Entry) -> Option<Entry> {
        self.failure.note(Spot::Entry(place), self.maker()?.entry(place, outline))
    }
}

/// What the site over the games of a folder is made with.
pub fn site_options(site: &SiteFile, since: BTreeMap<String, Earlier>, workshop: Option<Workshop>) -> SiteOptions {
    let (name, url) = site.licence().unwrap_or_default();
    let about = About {
        title: site.title().to_owned(),
        description: site.description().to_owned(),
        address: site.address(),
        licence: Named { name: name.to_owned(), url: url.to_owned() },
        footer: site.footer().to_owned(),
        lang: site.lang().clone(),
    };
    SiteOptions { about, since, workshop, ..SiteOptions::embedded() }
}

/// Adds links to the files of documents, to the book or to whom they are about.
fn add_downloads(outline: &mut Book, documents: &[Document<'_>]) {
    let is_person = |entry: &Entry| matches!(entry.kind, EntryKind::Character | EntryKind::Npc);
    for document in documents {
        let files = document.files.iter().map(|file| {
            let path = file.path.strip_prefix(SITE).unwrap_or(&file.path);
            (file.paper_name.clone(), path.to_owned())
        });
        let print = Download { name: document.label.clone(), files: files.collect() };
        match document.subject {
            Some(id) => {
                let entry = outline.entries.iter_mut().find(|entry| entry.id == id && is_person(entry));
                entry.into_iter().for_each(|entry| entry.downloads.push(print.clone()));
            }
            None => {
                // The stat blocks of all NPCs stand in one file.
                let npcs = outline.entries.iter_mut().filter(|entry| entry.kind == EntryKind::Npc);
                npcs.filter(|_| document.has_stat_blocks()).for_each(|npc| npc.downloads.push(print.clone()));
                if document.has_all_cards() {
                    outline.cards_on_paper.push(print.clone());
                }
                if document.is_book() {
                    outline.on_paper = print.files.first().map(|(_, path)| path.clone()).unwrap_or_default();
                }
                outline.downloads.push(print);
            }
        }
    }
}
