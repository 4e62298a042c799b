//! Pages that an earlier build has rendered.
//!
//! **In** the books of a folder, and the store beside it. **Out** the pages of each that are no chapters, where nothing has
//! changed that they are made from. An edit of a chapter changes the chapter's page; others have of it no more than its title, its
//! headings, its rules and what it links to.

use super::books::GameBook;
use super::folder::Folder;
use super::rests_on::with_game_but_chapters;
use crate::plan::{Key, KeyBuilder, Store};
use crate::publish::Files;
use deckle_content::game::Game;

/// The pages of several games in a store.
pub struct KeptPages<'a> {
    store: &'a Store,
    /// Each with the key of its pages; none where the program does not know itself.
    books: Vec<(&'a GameBook<'a>, Option<Key>)>,
}

impl<'a> KeptPages<'a> {
    /// Takes from the store what is there of these books, which are those of the games of the folder in their order.
    pub fn restored(store: &'a Store, folder: &Folder, books: &'a [GameBook<'a>]) -> Self {
        let titles: Vec<(&str, &str)> =
            books.iter().map(|book| (&*book.pages.book().id, &*book.pages.book().title)).collect();
        let with_key = |(game, book): (&Game, &'a GameBook<'a>)| (book, key(folder, game, &titles, book));
        let books: Vec<_> = folder.games.iter().zip(books).map(with_key).collect();
        for (book, key) in &books {
            if let Some(bytes) = key.and_then(|key| store.get(key)) {
                book.pages.restore(&bytes);
            }
        }
        Self { store, books }
    }

    /// Keeps pages of the site in which no link is broken.
    pub fn keep(&self, pages: &Files) {
        if !self.store.keeps() {
            return;
        }
        for (book, key) in &self.books {
            if let Some((key, bytes)) = key.and_then(|key| Some((key, book.pages.to_keep(pages)?))) {
                self.store.put(key, &bytes);
            }
        }
    }
}

/// The hash of all that the pages of a book are made from that are no chapters: the files of its game but those of the
/// chapters, the campaign, the titles that every page names, and what is seen of the chapters.
fn key(folder: &Folder, game: &Game, titles: &[(&str, &str)], book: &GameBook<'_>) -> Option<Key> {
    let key = KeyBuilder::new("pages")?.with_value(&titles).with_value(&book.pages.seen_of_chapters());
    Some(with_game_but_chapters(key, folder, game).finish())
}
