//! The files of the site: all of them, or one by one when they are asked for.
//!
//! **In** books, each prepared once: what its pages need of one another. **Out** the file of a path, with the same bytes whether
//! it is rendered alone or with all others. A page is made from its own chapter or entry and from the outline of its book;
//! what pages share (style sheets, search, credits) takes a look at all of them. Where prints are not made yet, credits pages name
//! the work that pages show.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use makeready_faces::book::Book;
use makeready_faces::credits::Used;
use rayon::prelude::*;
use serde::Serialize;

use super::book_pages::{BookPage, BookRenderer};
use super::chrome::LibraryView;
use super::contents::{Contents, Parts};
use super::context::BookIndex;
use super::kept::{ChaptersSeen, KeptChapter, KeptPages};
use super::noted::{Noted, Survey};
use super::publishing::{Digest, KeptBook};
use super::share::{self, Shared};
use super::{
    LinkProblem, SiteKit, address, assets, changes, credits_page, icons, publishing, site_pages, workshop_page,
};

/// Files of the site, path to bytes.
type Files = BTreeMap<String, Vec<u8>>;

/// A book of which any page can be rendered alone.
pub struct PreparedBook<'m> {
    contents: Contents<'m>,
    index: BookIndex,
    survey: Survey,
    addresses: BTreeMap<String, BookPage>,
    noted: OnceLock<Noted>,
    /// What those pages note that are no chapters.
    beside_chapters: OnceLock<Noted>,
    /// Those pages, from an earlier run.
    kept: OnceLock<KeptPages>,
    /// What each chapter notes that was rendered in this run, by its place.
    of_chapters: OnceLock<BTreeMap<usize, Noted>>,
    /// Chapters from an earlier run, by their places.
    kept_chapters: OnceLock<BTreeMap<usize, KeptChapter>>,
    shared: OnceLock<Files>,
    /// What the list of its files says of its pages.
    digests: OnceLock<BTreeMap<String, Digest>>,
}

impl<'m> PreparedBook<'m> {
    /// A whole book.
    pub fn whole(book: Book, kit: &SiteKit) -> Self {
        Self::new(Contents::whole(book), kit)
    }

    /// A book in outline, whose chapters and entries are made when a page shows them.
    pub fn outlined(book: Book, parts: Box<dyn Parts + 'm>, kit: &SiteKit) -> Self {
        Self::new(Contents::outlined(book, parts), kit)
    }

    /// The pictures that go with links to its pages. Makes all entries.
    pub fn shared_pictures(&self) -> Vec<Shared> {
        share::pictures(&self.contents)
    }

    /// Whether a file of the site is such a picture, if there is one.
    pub fn may_share(&self, path: &str) -> bool {
        share::is_of(self.book(), path)
    }

    /// Goes through the texts of the book.
    fn new(contents: Contents<'m>, kit: &SiteKit) -> Self {
        let index = BookIndex::new(contents.outline(), kit);
        let renderer = BookRenderer::new(&contents, &index, &[], kit, false);
        let mut survey = renderer.survey();
        survey.problems.extend(assets::problems(&[contents.outline()], &kit.options.display_faces));
        survey.problems.extend(credits_page::address_problem(contents.outline()));
        let addresses = renderer.addresses();
        Self {
            contents,
            index,
            survey,
            addresses,
            noted: OnceLock::new(),
            beside_chapters: OnceLock::new(),
            kept: OnceLock::new(),
            of_chapters: OnceLock::new(),
            kept_chapters: OnceLock::new(),
            shared: OnceLock::new(),
            digests: OnceLock::new(),
        }
    }

    /// The book, in outline.
    pub const fn book(&self) -> &Book {
        self.contents.outline()
    }

    /// The broken links that show without making a chapter or an entry: all that their authors wrote. In order of file and place.
    pub fn problems_at_sight(&self) -> Vec<LinkProblem> {
        self.with_suggestions(self.survey.problems.clone())
    }

    /// All broken links, in order of file and place. Makes everything, and goes through all pages.
    pub fn problems(&self, kit: &SiteKit) -> Vec<LinkProblem> {
        let noted = self.noted(kit);
        let used = self.renderer(&[], kit, false).used(noted);
        let mut problems = self.survey.problems.clone();
        problems.extend(noted.problems.iter().cloned());
        problems.extend(credits_page::problems(self.book(), &used));
        self.with_suggestions(problems)
    }

    /// The same in order, each once, with what was meant.
    fn with_suggestions(&self, problems: Vec<LinkProblem>) -> Vec<LinkProblem> {
        let mut problems = in_order(problems);
        self.index.links.suggest(&mut problems);
        problems
    }

    fn renderer<'a>(&'a self, library: &'a [LibraryView], kit: &'a SiteKit, is_rendered: bool) -> BookRenderer<'a> {
        BookRenderer::new(&self.contents, &self.index, library, kit, is_rendered)
    }

    /// All that pages show of chapters which are none: while it is the same, and everything but the chapters as well, these
    /// pages are the same.
    pub fn seen_of_chapters(&self) -> impl Serialize {
        ChaptersSeen::new(self.book(), &self.index, &self.survey)
    }

    /// Takes the pages beside the chapters from an earlier run, as [`to_keep`](Self::to_keep) has given them. To be called
    /// before anything is rendered, and only where they would be the same.
    pub fn restore(&self, bytes: &[u8]) {
        if let Some(kept) = KeptPages::read(bytes) {
            // Where they were known before, they were the same.
            let _ = self.kept.set(kept);
        }
    }

    /// The pages beside the chapters, out of those of the site, to be kept for a later run; none where they came from one.
    pub fn to_keep(&self, pages: &Files) -> Option<Vec<u8>> {
        let noted = self.beside_chapters.get().filter(|_| self.kept.get().is_none())?;
        let beside = self.addresses.iter().filter(|(_, which)| !which.has_chapters());
        let pages: Vec<_> = beside.filter_map(|(path, _)| pages.get_key_value(path)).collect();
        Some(KeptPages::to_bytes(&pages, noted, site_pages::family_colors(&self.contents)))
    }

    /// Takes chapters from an earlier run, as [`chapters_to_keep`](Self::chapters_to_keep) has given them: those that were made
    /// from the same, by the hash of what each is made from, in their order. To be called before anything is rendered.
    pub fn restore_chapters(&self, bytes: &[u8], made_from: &[String]) {
        let Some(mut kept) = KeptChapter::read(bytes) else { return };
        let same = made_from.iter().enumerate().filter_map(|(at, hash)| Some((at, kept.remove(hash)?)));
        // Where they were known before, they were the same.
        let _ = self.kept_chapters.set(same.collect());
    }

    /// The chapters out of the pages of the site, to be kept for a later run, each under the hash of what it is made from; none
    /// where all of them came from one.
    pub fn chapters_to_keep(&self, pages: &Files, made_from: &[String]) -> Option<Vec<u8>> {
        let rendered = self.of_chapters.get().filter(|rendered| !rendered.is_empty())?;
        let mut chapters = Vec::new();
        for (path, which) in &self.addresses {
            let BookPage::Chapter(at) = which else { continue };
            let noted = rendered.get(at).or_else(|| Some(&self.kept_chapter(*at)?.noted))?;
            chapters.push((made_from.get(*at)?.as_str(), pages.get(path)?.as_slice(), noted));
        }
        Some(KeptChapter::to_bytes(&chapters))
    }

    fn kept_chapter(&self, at: usize) -> Option<&KeptChapter> {
        self.kept_chapters.get()?.get(&at)
    }

    /// The pages that are not known from an earlier run.
    fn unknown_pages(&self, renderer: &BookRenderer<'_>) -> Vec<BookPage> {
        let is_unknown = |which: &BookPage| match which {
            BookPage::Chapter(at) => self.kept_chapter(*at).is_none(),
            // It is made of the chapters, and notes nothing else.
            BookPage::WholeBook => false,
            _ => self.kept.get().is_none(),
        };
        renderer.pages().into_iter().filter(is_unknown).collect()
    }

    /// Keeps what all pages note, of which these were looked at just now.
    fn note(&self, pages: Vec<(BookPage, Noted)>) -> Noted {
        let (mut chapters, mut beside) = (BTreeMap::new(), Noted::default());
        for (which, noted) in pages {
            if let BookPage::Chapter(at) = which {
                chapters.insert(at, noted);
            } else {
                beside.add(noted);
            }
        }
        let beside = self.kept.get().map_or(beside, |kept| kept.noted.clone());
        let mut all = Noted::default();
        for at in 0..self.book().chapters.len() {
            let noted = chapters.get(&at).or_else(|| Some(&self.kept_chapter(at)?.noted));
            noted.into_iter().for_each(|noted| all.add(noted.clone()));
        }
        all.add(beside.clone());
        // Where they were known before, they were the same.
        let _ = self.beside_chapters.set(beside);
        let _ = self.of_chapters.set(chapters);
        all
    }

    /// What all pages note.
    fn noted(&self, kit: &SiteKit) -> &Noted {
        self.noted.get_or_init(|| {
            let renderer = self.renderer(&[], kit, false);
            let pages = self.unknown_pages(&renderer).into_par_iter();
            self.note(pages.map(|which| (which, renderer.page(which, &self.survey).1)).collect())
        })
    }

    /// Renders all pages at once, which takes no more time than to go through them first.
    fn pages(&self, library: &[LibraryView], kit: &SiteKit) -> Files {
        let pages = self.rendered(library, kit);
        // Where it was known before, it was the same.
        let _ = self.digests.set(self.digests_of(&pages));
        pages
    }

    /// What the list of its files says of its pages. Renders all of them, unless that has been done.
    fn digests(&self, library: &[LibraryView], kit: &SiteKit) -> &BTreeMap<String, Digest> {
        self.digests.get_or_init(|| self.digests_of(&self.rendered(library, kit)))
    }

    /// Whoever has the chapters needs no page with all of them, and no data.
    fn digests_of(&self, pages: &Files) -> BTreeMap<String, Digest> {
        let is_whole = |path: &String| self.addresses.get(path) == Some(&BookPage::WholeBook);
        let listed = pages.par_iter().filter(|(path, _)| is_read(path) && !is_whole(path));
        listed.map(|(path, page)| (path.clone(), Digest::of(path, page))).collect()
    }

    fn rendered(&self, library: &[LibraryView], kit: &SiteKit) -> Files {
        let renderer = self.renderer(library, kit, true);
        let made = |which: BookPage| (which, renderer.page(which, &self.survey));
        let made: Vec<_> = self.unknown_pages(&renderer).into_par_iter().map(made).collect();
        let mut files = self.kept.get().map_or_else(Files::new, |kept| kept.files.clone());
        for (at, chapter) in self.kept_chapters.get().into_iter().flatten() {
            files.extend(renderer.address(BookPage::Chapter(*at)).map(|path| (path, chapter.page.clone())));
        }
        let mut notes = Vec::new();
        for (which, (html, noted)) in made {
            notes.push((which, noted));
            files.extend(renderer.address(which).map(|path| (path, html)));
        }
        files.extend(self.whole_book(&files, &notes, &renderer));
        // Where it was known before, it was the same.
        let _ = self.noted.set(self.note(notes));
        files
    }

    /// The page with the whole book, of its chapters among the pages; none where it has no chapters.
    fn whole_book(
        &self,
        pages: &Files,
        notes: &[(BookPage, Noted)],
        renderer: &BookRenderer<'_>,
    ) -> Option<(String, Vec<u8>)> {
        let rendered: BTreeMap<usize, &Noted> =
            notes.iter().filter_map(|(which, noted)| Some((which.chapter()?, noted))).collect();
        let chapter = |at: usize| {
            let noted = rendered.get(&at).copied().or_else(|| Some(&self.kept_chapter(at)?.noted))?;
            Some((pages.get(&renderer.address(BookPage::Chapter(at))?)?.as_slice(), noted))
        };
        let chapters: Vec<_> = (0..self.book().chapters.len()).filter_map(chapter).collect();
        (!chapters.is_empty()).then(|| renderer.whole_book(&chapters))
    }

    /// The classes of the colors that the front page shows of the book.
    fn bands(&self) -> Vec<String> {
        self.kept.get().map_or_else(|| site_pages::family_colors(&self.contents), |kept| kept.bands.clone())
    }

    fn page(&self, path: &str, library: &[LibraryView], kit: &SiteKit) -> Option<Vec<u8>> {
        let which = *self.addresses.get(path)?;
        Some(self.renderer(library, kit, true).page(which, &self.survey).0)
    }

    fn shared(&self, kit: &SiteKit) -> &Files {
        self.shared.get_or_init(|| self.renderer(&[], kit, true).shared_files(self.noted(kit)))
    }

    /// The work of others that the pages show.
    fn used(&self, kit: &SiteKit) -> Used {
        self.renderer(&[], kit, true).used(self.noted(kit))
    }
}

/// Whether a file is for readers, and not for programs.
fn is_read(path: &str) -> bool {
    !path.ends_with(".json")
}

fn in_order(mut problems: Vec<LinkProblem>) -> Vec<LinkProblem> {
    problems.sort();
    problems.dedup();
    problems
}

/// A site of prepared books.
pub struct Site<'m> {
    books: Vec<Arc<PreparedBook<'m>>>,
    kit: Arc<SiteKit>,
    library: Vec<LibraryView>,
    /// Files that are the same for all pages.
    assets: OnceLock<Files>,
    /// The credits pages, without the work on prints.
    credits: OnceLock<Files>,
    /// What hosts and browsers ask for beside the pages.
    published: OnceLock<Files>,
    /// The files that are kept of each book.
    kept: OnceLock<Vec<KeptBook>>,
}

impl<'m> Site<'m> {
    /// Of these books, in this order.
    pub fn new(books: Vec<Arc<PreparedBook<'m>>>, kit: Arc<SiteKit>) -> Self {
        let library = books.iter().map(|one| LibraryView::new(one.book(), &one.index.style.0)).collect();
        Self {
            books,
            kit,
            library,
            assets: OnceLock::new(),
            credits: OnceLock::new(),
            published: OnceLock::new(),
            kept: OnceLock::new(),
        }
    }

    /// The file of a path from the site's root; none where there is no such file.
    pub fn file(&self, path: &str) -> Option<Vec<u8>> {
        let of_site = || (path == site_pages::HOME).then(|| self.home());
        let of_page = self.page(path).or_else(of_site);
        let of_frame = || self.published().get(path).cloned();
        of_page
            .or_else(|| self.asset(path))
            .or_else(|| self.credit(path))
            .or_else(|| changes::may_be(path).then(|| self.changes().remove(path))?)
            .or_else(|| workshop_page::may_be(path).then(|| self.workshops().remove(path))?)
            .or_else(of_frame)
            .or_else(|| publishing::is_of_kept(path).then(|| self.kept_files().remove(path))?)
            .or_else(|| self.shared(path))
    }

    /// A file that the pages of a book share. What several books have is the same in all of them.
    fn shared(&self, path: &str) -> Option<Vec<u8>> {
        let (named, others): (Vec<_>, Vec<_>) =
            self.books.iter().partition(|book| path.contains(&address::segment(&book.book().id)));
        // To make those of a book takes a look at all of its pages, so it is asked first whose name stands in the path.
        named.into_iter().chain(others).find_map(|book| book.shared(&self.kit).get(path).cloned())
    }

    /// The page of a chapter, of an entry or of a list; none where the path is that of another file.
    pub fn page(&self, path: &str) -> Option<Vec<u8>> {
        self.books.iter().find_map(|book| book.page(path, &self.library, &self.kit))
    }

    /// The paths of all files that [`page`](Self::page) makes, in order.
    pub fn paths(&self) -> Vec<&str> {
        let mut paths: Vec<&str> =
            self.books.iter().flat_map(|book| book.addresses.keys()).map(String::as_str).collect();
        paths.sort_unstable();
        paths
    }

    /// All pages, path to bytes.
    ///
    /// # Errors
    /// All broken links, in order of file and place.
    pub fn pages(&self) -> Result<Files, Vec<LinkProblem>> {
        let of_books: Vec<_> = self.books.par_iter().map(|book| book.pages(&self.library, &self.kit)).collect();
        let problems = self.problems();
        if problems.is_empty() { Ok(of_books.into_iter().flatten().collect()) } else { Err(problems) }
    }

    /// All broken links, in order of file and place.
    pub fn problems(&self) -> Vec<LinkProblem> {
        let of_books: Vec<_> = self.books.par_iter().map(|book| book.problems(&self.kit)).collect();
        in_order(of_books.into_iter().flatten().collect())
    }

    /// The broken links that show without making a chapter or an entry.
    pub fn problems_at_sight(&self) -> Vec<LinkProblem> {
        in_order(self.books.iter().flat_map(|book| book.problems_at_sight()).collect())
    }

    /// All files but those of [`pages`](Self::pages). `printed` is the work of others that the prints of each book can show, by
    /// its id.
    pub fn frame(&self, printed: &BTreeMap<String, Used>) -> Files {
        let of_books: Vec<_> = self.books.par_iter().map(|book| book.shared(&self.kit)).collect();
        let mut files = self.assets().clone();
        files.extend(self.kept_files());
        files.extend(of_books.into_iter().flatten().map(|(path, bytes)| (path.clone(), bytes.clone())));
        files.insert(site_pages::HOME.to_owned(), self.home());
        files.extend(self.credits(printed));
        files.extend(self.changes());
        files.extend(self.workshops());
        files.extend(self.published().clone());
        files
    }

    /// The workshop of each book that has one.
    fn workshops(&self) -> Files {
        self.books.iter().flat_map(|book| book.renderer(&self.library, &self.kit, true).workshop()).collect()
    }

    /// Makes what the pages of each book share, unless it has been made: so that it can be done beside something else.
    pub fn prepare(&self) {
        self.books.par_iter().for_each(|book| {
            book.shared(&self.kit);
        });
    }

    /// The files that are kept of each book. Renders all pages, unless that has been done.
    fn kept(&self) -> &[KeptBook] {
        self.kept.get_or_init(|| self.books.par_iter().map(|book| self.kept_of(book)).collect())
    }

    fn kept_of(&self, book: &PreparedBook<'_>) -> KeptBook {
        let pages = book.digests(&self.library, &self.kit);
        let of_book = book.shared(&self.kit).iter().filter(|(path, _)| is_read(path));
        let is_asked_for = |path: &str| assets::is_read_with(book.book(), path, &self.kit.program);
        let assets = self.assets().iter().filter(|(path, _)| is_asked_for(path));
        let shared = of_book.chain(assets).map(|(path, bytes)| (path.as_str(), Digest::of(path, bytes)));
        let pages = pages.iter().map(|(path, digest)| (path.as_str(), digest.clone()));
        KeptBook::new(book.book(), &shared.chain(pages).collect())
    }

    /// The lists of the files that are kept, and the editions of the books.
    fn kept_files(&self) -> Files {
        let offline = self.published().get(publishing::OFFLINE).map_or(&[][..], Vec::as_slice);
        let home = self.home();
        let editions = publishing::editions(self.kept(), &[&home, offline]);
        let lists = self.kept().iter().map(KeptBook::list);
        lists.chain([(publishing::EDITIONS.to_owned(), editions)]).collect()
    }

    /// What has changed since an earlier build, where there is one: a page of each book, and the feed.
    fn changes(&self) -> Files {
        let since = &self.kit.options.since;
        let known = self.books.iter().filter_map(|book| Some((book, since.get(&book.book().id)?)));
        let known: Vec<_> = known
            .map(|(book, earlier)| {
                let listed = &book.noted(&self.kit).listed;
                (book, listed.as_slice(), changes::view(book.book(), earlier, listed))
            })
            .collect();
        let pages = known.iter().map(|(book, _, view)| book.renderer(&self.library, &self.kit, true).changes(view));
        let mut files: Files = pages.collect();
        if changes::has_feed(self.kit.about(), since) {
            let books: Vec<_> = known.into_iter().map(|(book, listed, view)| (book.book(), listed, view)).collect();
            files.insert(changes::FEED.to_owned(), changes::feed(self.kit.about(), &books).into_bytes());
        }
        files
    }

    /// What hosts and browsers ask for beside the pages.
    fn published(&self) -> &Files {
        self.published.get_or_init(|| {
            let pages = self.books.iter().flat_map(|book| book.addresses.keys());
            let pages = pages.filter(|path| path.ends_with(".html"));
            let mut files = publishing::files(self.kit.about(), &self.books(), pages);
            let not_found = site_pages::not_found(&self.books(), &self.library, &self.kit);
            files.insert(publishing::NOT_FOUND.to_owned(), not_found.into_bytes());
            files.insert(publishing::OFFLINE.to_owned(), site_pages::offline(&self.kit).into_bytes());
            files
        })
    }

    /// Whether it is known where the site is published.
    pub fn is_published(&self) -> bool {
        !self.kit.about().address.is_empty()
    }

    /// Its books, in outline.
    pub fn books(&self) -> Vec<&Book> {
        self.books.iter().map(|prepared| prepared.book()).collect()
    }

    /// The front page. Where there are no books, it is the workshop.
    fn home(&self) -> Vec<u8> {
        if let Some(workshop) = self.kit.options.workshop.as_ref().filter(|_| self.books.is_empty()) {
            return workshop_page::without_book(workshop, &self.kit).into_bytes();
        }
        let books: Vec<(&Book, Vec<String>)> = self.books.iter().map(|book| (book.book(), book.bands())).collect();
        site_pages::home(&books, &self.library, &self.kit).into_bytes()
    }

    fn asset(&self, path: &str) -> Option<Vec<u8>> {
        let of_icons = || self.kit.icons.at(path, &self.books()).map(String::into_bytes);
        self.assets().get(path).cloned().or_else(of_icons)
    }

    fn assets(&self) -> &Files {
        self.assets.get_or_init(|| assets::files(&self.books(), &self.library, &self.kit.options, &self.kit.program))
    }

    fn credit(&self, path: &str) -> Option<Vec<u8>> {
        if !credits_page::may_be(path) {
            return None;
        }
        self.credits.get_or_init(|| self.credits(&BTreeMap::new())).get(path).cloned()
    }

    /// The style sheets with the icons that the credits of these books show.
    fn icon_files(&self, used: &Used, books: &[&Book]) -> Files {
        let files = icons::sheets(&used.icons, books).into_iter().map(|sheet| self.kit.icons.file(&sheet, books));
        files.map(|(path, css)| (path, css.into_bytes())).collect()
    }

    /// The credits pages, of each book and of the whole site, and the licenses that they lead to.
    fn credits(&self, printed: &BTreeMap<String, Used>) -> Files {
        let mut files = Files::new();
        let mut all = Used { typefaces: assets::house_typefaces(), ..Used::default() };
        // A workshop without a game contains the print engine, and no book names what that contains.
        let alone = self.kit.options.workshop.as_ref().filter(|_| self.books.is_empty());
        if alone.is_some_and(|workshop| workshop.press.is_some()) {
            all.extend(&credits_page::of_print_engine());
        }
        for book in &self.books {
            let mut used = book.used(&self.kit);
            printed.get(&book.book().id).into_iter().for_each(|printed| used.extend(printed));
            all.extend(&used);
            let (path, page) = book.renderer(&self.library, &self.kit, true).credits(&used);
            files.insert(path, page);
            files.extend(self.icon_files(&used, &[book.book()]));
        }
        let page = site_pages::credits(&self.books(), &self.library, &self.kit, &all);
        files.insert(credits_page::site_path(), page.into_bytes());
        files.extend(self.icon_files(&all, &self.books()));
        for face in all.faces() {
            let text = face.licence_text().unwrap_or_default();
            files.insert(credits_page::licence_path(face.licence), text.as_bytes().to_vec());
        }
        files
    }
}
