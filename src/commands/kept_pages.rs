//! Pages that an earlier build has rendered.
//!
//! **In** the books of a folder, and the store beside it. **Out** the pages of each that are no chapters, and every chapter,
//! where nothing has changed that they are made from. An edit of a chapter changes the chapter's page; others have of it no more
//! than its title, its headings, its rules and what it links to.

use std::collections::BTreeMap;

use serde::Serialize;

use super::books::GameBook;
use super::folder::Folder;
use super::page_module::PageModules;
use super::rests_on::{with_file, with_game_but_chapters};
use crate::plan::{Key, KeyBuilder, Store};
use crate::publish::Files;
use makeready_content::game::Game;
use makeready_site::Earlier;

/// The pages of several games in a store.
pub struct KeptPages<'a> {
    store: &'a Store,
    books: Vec<KeptBook<'a>>,
}

/// What pages of a book are made from.
struct KeptBook<'a> {
    book: &'a GameBook<'a>,
    /// The key of the pages that are no chapters; none where the program does not know itself.
    beside_chapters: Option<Key>,
    /// Of the chapters together: one result for each book, whatever its files, since those of the last run are most likely to be
    /// of use.
    chapters: Option<Key>,
    /// The hash of what each chapter is made from.
    made_from: Vec<String>,
}

impl<'a> KeptPages<'a> {
    /// Takes from the store what is there of these books, which are those of the games of the folder in their order, with links
    /// to prints or without.
    pub fn restored(
        store: &'a Store,
        folder: &Folder,
        books: &'a [GameBook<'a>],
        is_without_prints: bool,
        since: &BTreeMap<String, Earlier>,
        module: Option<&PageModules>,
    ) -> Self {
        let compared = since.keys().map(String::as_str).collect();
        let of_all = OfAll { titles: titles(books), is_without_prints, compared, has_workshops: module.is_some() };
        let books = folder.games.iter().zip(books).map(|(game, book)| KeptBook::new(folder, game, &of_all, book));
        let books: Vec<KeptBook<'_>> = books.collect();
        for KeptBook { book, beside_chapters, chapters, made_from } in &books {
            let kept = |key: &Option<Key>| key.and_then(|key| store.get(key));
            kept(beside_chapters).iter().for_each(|bytes| book.pages.restore(bytes));
            kept(chapters).iter().for_each(|bytes| book.pages.restore_chapters(bytes, made_from));
        }
        Self { store, books }
    }

    /// Keeps pages of the site in which no link is broken.
    pub fn keep(&self, pages: &Files) {
        if !self.store.keeps() {
            return;
        }
        for KeptBook { book, beside_chapters, chapters, made_from } in &self.books {
            let keep = |key: &Option<Key>, bytes: Option<Vec<u8>>| {
                key.zip(bytes).into_iter().for_each(|(key, bytes)| self.store.put(key, &bytes));
            };
            keep(beside_chapters, book.pages.to_keep(pages));
            keep(chapters, book.pages.chapters_to_keep(pages, made_from));
        }
    }
}

/// What the pages of all books show.
#[derive(Serialize)]
struct OfAll<'a> {
    /// Id and title of each book, which every page names.
    titles: Vec<(&'a str, &'a str)>,
    is_without_prints: bool,
    /// The games of which a page says what has changed: all pages lead to it.
    compared: Vec<&'a str>,
    /// Whether covers lead to a workshop.
    has_workshops: bool,
}

fn titles<'a>(books: &'a [GameBook<'a>]) -> Vec<(&'a str, &'a str)> {
    books.iter().map(|book| (&*book.pages.book().id, &*book.pages.book().title)).collect()
}

impl<'a> KeptBook<'a> {
    /// Pages beside the chapters are made from the files of a game but those of the chapters, the campaign, what the pages of all
    /// books show, and what is seen of the chapters; a chapter from its own file as well.
    fn new(folder: &Folder, game: &Game, of_all: &OfAll<'_>, book: &'a GameBook<'a>) -> Self {
        let sources = &folder.sources;
        let pages = KeyBuilder::new("pages").map(|key| {
            let key = key.with_value(of_all).with_value(&book.pages.seen_of_chapters());
            with_game_but_chapters(key, &folder.sources, game)
        });
        let of_chapter = |file| pages.clone().map(|key| with_file(key, sources, file, &sources.file(file).path));
        let chapters = game.entries.chapters.iter().map(|chapter| of_chapter(chapter.file));
        let made_from = chapters.map(|key| key.map_or_else(String::new, |key| key.finish().to_hex())).collect();
        let chapters = KeyBuilder::new("chapters").map(|key| key.with(game.entries.head.id.as_bytes()).finish());
        Self { book, beside_chapters: pages.map(KeyBuilder::finish), chapters, made_from }
    }
}
