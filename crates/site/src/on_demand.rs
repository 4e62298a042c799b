//! Files of the site one by one, when they are asked for.
//!
//! **In** books, each prepared once: what its pages need of one another. **Out** the file of a path, with the bytes that
//! [`render`](super::render) gives it. Prints may not be made yet, so credits pages name the work that pages show.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use deckle_faces::book::Book;

use super::book_pages::{BookPage, BookRenderer};
use super::chrome::{LibraryView, library};
use super::context::BookIndex;
use super::noted::Noted;
use super::{LinkProblem, SiteKit, assets, credits, credits_page, site_pages};

/// A book of which any page can be rendered alone.
pub struct PreparedBook {
    book: Book,
    index: BookIndex,
    noted: Noted,
    addresses: BTreeMap<String, BookPage>,
    shared: OnceLock<BTreeMap<String, Vec<u8>>>,
}

impl PreparedBook {
    /// Goes through all pages once, without rendering them.
    pub fn new(book: Book, kit: &SiteKit) -> Self {
        let index = BookIndex::new(&book);
        let renderer = BookRenderer::new(&book, &index, &[], kit, false);
        let (_, mut noted) = renderer.all();
        noted.problems.extend(assets::problems(&[&book], &kit.options.fonts));
        noted.problems.extend(credits_page::problems(&book, &renderer.used(&noted)));
        noted.problems.sort();
        noted.problems.dedup();
        let addresses = renderer.addresses();
        Self { book, index, noted, addresses, shared: OnceLock::new() }
    }

    /// The book.
    pub const fn book(&self) -> &Book {
        &self.book
    }

    /// Its broken links, in order of file and place.
    pub fn problems(&self) -> &[LinkProblem] {
        &self.noted.problems
    }

    fn renderer<'a>(&'a self, library: &'a [LibraryView], kit: &'a SiteKit) -> BookRenderer<'a> {
        BookRenderer::new(&self.book, &self.index, library, kit, true)
    }

    fn page(&self, path: &str, library: &[LibraryView], kit: &SiteKit) -> Option<Vec<u8>> {
        let which = *self.addresses.get(path)?;
        Some(self.renderer(library, kit).page(which, &self.noted).html)
    }

    fn shared(&self, path: &str, kit: &SiteKit) -> Option<Vec<u8>> {
        self.shared.get_or_init(|| self.renderer(&[], kit).shared_files(&self.noted)).get(path).cloned()
    }
}

/// A site of prepared books.
pub struct Site {
    books: Vec<Arc<PreparedBook>>,
    kit: Arc<SiteKit>,
    library: Vec<LibraryView>,
    /// Files that are the same for all pages.
    assets: OnceLock<BTreeMap<String, Vec<u8>>>,
    credits: OnceLock<BTreeMap<String, Vec<u8>>>,
}

impl Site {
    /// Of these books, in this order.
    pub fn new(books: Vec<Arc<PreparedBook>>, kit: Arc<SiteKit>) -> Self {
        let all: Vec<&Book> = books.iter().map(|prepared| prepared.book()).collect();
        let library = library(&all);
        Self { books, kit, library, assets: OnceLock::new(), credits: OnceLock::new() }
    }

    /// The file of a path from the site's root; none where there is no such file.
    pub fn file(&self, path: &str) -> Option<Vec<u8>> {
        let of_books = || self.books.iter().find_map(|book| book.page(path, &self.library, &self.kit));
        let of_site = || (path == "index.html").then(|| self.home());
        let shared = || self.books.iter().find_map(|book| book.shared(path, &self.kit));
        of_books().or_else(of_site).or_else(|| self.asset(path)).or_else(|| self.credit(path)).or_else(shared)
    }

    fn all(&self) -> Vec<&Book> {
        self.books.iter().map(|prepared| prepared.book()).collect()
    }

    fn home(&self) -> Vec<u8> {
        site_pages::home(&self.all(), &self.kit.options, &self.kit.templates).into_bytes()
    }

    fn asset(&self, path: &str) -> Option<Vec<u8>> {
        self.assets.get_or_init(|| assets::files(&self.all(), &self.kit.options.fonts)).get(path).cloned()
    }

    fn credit(&self, path: &str) -> Option<Vec<u8>> {
        let made = || {
            let used = self.books.iter().map(|book| book.renderer(&self.library, &self.kit).used(&book.noted));
            credits(&self.all(), &used.collect::<Vec<_>>(), &self.kit)
        };
        self.credits.get_or_init(made).get(path).cloned()
    }
}
