//! Page chrome: head, navigation and foot around a page's content.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Serialize;

use deckle_faces::book::{Book, Chapter, Entry, EntryKind};

use super::address::{self, Place};
use super::context::PageContext;
use super::credits_page;
use super::icons::{Drawing, Icons};
use super::markdown::Section;

/// Lists longer than this are not expanded in the contents beside the page: with all of them on each page, a book would grow with
/// the square of their number.
const LONGEST_UNFOLDED: usize = 60;
/// How many chapters of a longer list stand there before the one that is shown, and how many behind it.
const AROUND: usize = 20;

/// A link with its words.
#[derive(Clone, Debug, Serialize)]
pub struct LinkView {
    /// Words.
    pub text: String,
    /// Address.
    pub href: String,
}

/// A book on the site.
#[derive(Clone, Debug, Serialize)]
pub struct LibraryView {
    id: String,
    title: String,
}

/// All books, for the choice of systems in the search.
pub fn library(books: &[&Book]) -> Vec<LibraryView> {
    books.iter().map(|book| LibraryView { id: address::segment(&book.id), title: book.title.clone() }).collect()
}

/// The book a page belongs to.
#[derive(Clone, Debug, Serialize)]
pub struct BookView {
    id: String,
    title: String,
    edition: String,
    fingerprint: String,
    href: String,
    rulings_href: String,
}

/// A line in the contents beside the page.
#[derive(Clone, Debug, Serialize)]
pub struct NavItem {
    text: String,
    href: String,
    number: usize,
    is_current: bool,
    is_within: bool,
    children: Vec<NavItem>,
}

/// A part of the contents beside the page.
#[derive(Clone, Debug, Serialize)]
pub struct NavGroup {
    title: String,
    items: Vec<NavItem>,
}

/// A line of the outline of a page.
#[derive(Clone, Debug, Serialize)]
pub struct OutlineView {
    text: String,
    href: String,
    level: u8,
}

/// The chrome of a page.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Chrome {
    /// Title of the page.
    pub title: String,
    /// One sentence for search engines and link previews.
    pub description: String,
    /// `../../`
    pub root: String,
    /// The book; none on the front page.
    pub book: Option<BookView>,
    /// All books of the site.
    pub library: Vec<LibraryView>,
    /// Ids of all books whose colors the page needs.
    pub palettes: Vec<String>,
    /// Contents beside the page.
    pub nav: Vec<NavGroup>,
    /// Breadcrumbs from the front page to here.
    pub crumbs: Vec<LinkView>,
    /// Headings of the page.
    pub outline: Vec<OutlineView>,
    /// The page before.
    pub previous: Option<LinkView>,
    /// The page after.
    pub next: Option<LinkView>,
    /// Whether it has a list that sorts and filters.
    pub has_list: bool,
    /// Drawings of the icons on the page.
    pub icons: Vec<Drawing>,
    /// Link to the credits page.
    pub credits_href: String,
    /// Link to an index that works without scripts.
    pub index_href: String,
}

/// The kind of a page.
pub enum PageKind<'s> {
    /// The cover.
    Cover,
    /// A chapter, with its sections.
    Chapter(&'s str, &'s [Section]),
    /// The list of a kind.
    Kind(EntryKind),
    /// An entry.
    Entry(EntryKind, &'s str),
    /// One of the other pages, by its folder.
    Other(&'static str),
}

/// The other pages of a book: folder and name.
pub const OTHER_PAGES: [(&str, &str); 3] = [("a-z", "A to Z"), ("rule", "Rule IDs"), ("downloads", "To print")];

/// Builds the chrome of the pages of one book.
pub struct ChromeBuilder<'f> {
    book: &'f Book,
    /// The paths of its chapters, by their slugs.
    chapters: &'f BTreeMap<String, String>,
    library: &'f [LibraryView],
    icons: &'f Icons,
    /// The entries of each kind that it has, in order.
    rows: BTreeMap<EntryKind, Vec<&'f Entry>>,
    /// Where in its row each of them stands.
    places: BTreeMap<(EntryKind, &'f str), usize>,
}

impl<'f> ChromeBuilder<'f> {
    /// For a book among all books of the site.
    pub fn new(
        book: &'f Book,
        chapters: &'f BTreeMap<String, String>,
        library: &'f [LibraryView],
        icons: &'f Icons,
    ) -> Self {
        let mut rows: BTreeMap<EntryKind, Vec<&Entry>> = BTreeMap::new();
        let mut places = BTreeMap::new();
        for entry in &book.entries {
            let row = rows.entry(entry.kind).or_default();
            places.entry((entry.kind, entry.id.as_str())).or_insert(row.len());
            row.push(entry);
        }
        Self { book, chapters, library, icons, rows, places }
    }

    /// The chrome of a page.
    pub fn chrome(&self, title: &str, description: &str, page: &PageContext<'_>, page_kind: &PageKind<'_>) -> Chrome {
        let here = page.path.as_str();
        let (previous, next) = self.neighbors(here, page_kind);
        Chrome {
            title: title.to_string(),
            description: super::anchors::shorten(description),
            root: address::root_from(here),
            book: Some(self.book_view(here)),
            library: self.library.to_vec(),
            palettes: vec![address::segment(&self.book.id)],
            nav: self.nav(here, page_kind),
            crumbs: self.crumbs(here, page_kind),
            outline: Vec::new(),
            has_list: false,
            previous,
            next,
            icons: page.icons.iter().filter_map(|id| self.icons.drawing(id).cloned()).collect(),
            credits_href: address::relative(here, &credits_page::path(self.book)),
            index_href: address::relative(here, &address::page(&self.book.id, "a-z")),
        }
    }

    fn book_view(&self, here: &str) -> BookView {
        BookView {
            id: address::segment(&self.book.id),
            title: self.book.title.clone(),
            edition: self.book.edition.clone(),
            fingerprint: self.book.fingerprint.clone(),
            href: address::relative(here, &address::cover(&self.book.id)),
            rulings_href: match self.has(EntryKind::Ruling) {
                true => address::relative(here, &address::kind_page(&self.book.id, EntryKind::Ruling)),
                false => String::new(),
            },
        }
    }

    /// Whether the book has entries, or words, of a kind.
    pub fn has(&self, kind: EntryKind) -> bool {
        self.rows.contains_key(&kind) || kind == EntryKind::Term && !self.book.glossary.is_empty()
    }

    fn nav(&self, here: &str, page_kind: &PageKind<'_>) -> Vec<NavGroup> {
        let mut groups: Vec<NavGroup> = Vec::new();
        self.chapter_groups(here, page_kind, &mut groups);
        let mut items = self.kind_items(here, page_kind);
        for (folder, name) in OTHER_PAGES {
            if folder == "downloads" && self.book.downloads.is_empty() {
                continue;
            }
            let is_current = matches!(page_kind, PageKind::Other(current) if *current == folder);
            items.push(item(name, &Place::page(address::page(&self.book.id, folder)), here, is_current));
        }
        groups.push(NavGroup { title: "Look up".to_owned(), items });
        groups
    }

    /// The chapters beside a page, part by part: all of them, or in a long book those around the page and the way to all.
    fn chapter_groups(&self, here: &str, page_kind: &PageKind<'_>, groups: &mut Vec<NavGroup>) {
        let chapters = &self.book.chapters;
        let shown = beside(self.chapter_at(page_kind).unwrap_or_default(), chapters.len());
        let is_cut = shown.len() < chapters.len();
        for part in chapters[shown].chunk_by(|one, next| one.part == next.part) {
            let title = if part[0].part.is_empty() { "Rules" } else { &part[0].part };
            let items = part.iter().map(|chapter| self.chapter_item(chapter, here, page_kind)).collect();
            groups.push(NavGroup { title: title.to_owned(), items });
        }
        if let Some(last) = groups.last_mut().filter(|_| is_cut) {
            let cover = Place::page(address::cover(&self.book.id));
            last.items.push(item(&format!("All {} chapters", chapters.len()), &cover, here, false));
        }
    }

    fn chapter_item(&self, chapter: &Chapter, here: &str, page_kind: &PageKind<'_>) -> NavItem {
        let mut line = item(&chapter.title, &self.chapter_place(chapter), here, false);
        line.number = chapter.number;
        if let PageKind::Chapter(slug, sections) = page_kind
            && *slug == chapter.slug
        {
            line.is_current = true;
            let below = sections.iter().filter(|section| section.level == 2);
            line.children =
                below.map(|section| item(&section.title, &Place::spot(here, &section.id), here, false)).collect();
        }
        line
    }

    fn chapter_place(&self, chapter: &Chapter) -> Place {
        Place::page(&self.chapters[&chapter.slug])
    }

    fn chapter_at(&self, page_kind: &PageKind<'_>) -> Option<usize> {
        let PageKind::Chapter(slug, _) = page_kind else { return None };
        self.book.chapters.iter().position(|chapter| chapter.slug == *slug)
    }

    /// The entries of a kind, in order.
    fn row(&self, kind: EntryKind) -> &[&'f Entry] {
        self.rows.get(&kind).map_or(&[], Vec::as_slice)
    }

    fn entry_place(&self, entry: &Entry) -> Place {
        address::entry(&self.book.id, entry.kind, &entry.id)
    }

    fn kind_items(&self, here: &str, page_kind: &PageKind<'_>) -> Vec<NavItem> {
        let mut items = Vec::new();
        for kind in EntryKind::ALL.iter().copied().filter(|kind| self.has(*kind)) {
            let is_current = matches!(page_kind, PageKind::Kind(current) if *current == kind);
            let mut line =
                item(kind.names().plural, &Place::page(address::kind_page(&self.book.id, kind)), here, is_current);
            if let PageKind::Entry(current, id) = page_kind
                && *current == kind
            {
                line.is_within = true;
                line.children = self.siblings(kind, id, here);
            }
            items.push(line);
        }
        items
    }

    fn siblings(&self, kind: EntryKind, id: &str, here: &str) -> Vec<NavItem> {
        let row = self.row(kind);
        let group = self.places.get(&(kind, id)).map(|at| &row[*at].group);
        let same_group = row.iter().filter(|entry| group.is_none_or(|one| *one == entry.group));
        if same_group.clone().take(LONGEST_UNFOLDED + 1).count() > LONGEST_UNFOLDED {
            return Vec::new();
        }
        same_group.map(|entry| item(&entry.name, &self.entry_place(entry), here, entry.id == id)).collect()
    }

    fn crumbs(&self, here: &str, page_kind: &PageKind<'_>) -> Vec<LinkView> {
        let mut crumbs = Vec::new();
        let mut add = |text: &str, path: String| {
            crumbs.push(LinkView { text: text.to_string(), href: address::relative(here, &path) });
        };
        if self.library.len() > 1 {
            add("All systems", "index.html".to_string());
        }
        if !matches!(page_kind, PageKind::Cover) {
            add(&self.book.title, address::cover(&self.book.id));
        }
        if let PageKind::Entry(kind, _) = page_kind {
            add(kind.names().plural, address::kind_page(&self.book.id, *kind));
        }
        crumbs
    }

    /// Chapters follow each other; entries follow each other within their kind. The first chapter follows the cover.
    fn neighbors(&self, here: &str, page_kind: &PageKind<'_>) -> (Option<LinkView>, Option<LinkView>) {
        let link = |text: &str, place: &Place| LinkView { text: text.to_string(), href: place.href_from(here) };
        let chapter = |chapter: &Chapter| link(&chapter.title, &self.chapter_place(chapter));
        let entry = |entry: &&Entry| link(&entry.name, &self.entry_place(entry));
        match page_kind {
            PageKind::Cover => (None, self.book.chapters.first().map(chapter)),
            PageKind::Chapter(..) => {
                self.chapter_at(page_kind).map_or((None, None), |at| around(&self.book.chapters, at, chapter))
            }
            PageKind::Entry(kind, id) => {
                let at = self.places.get(&(*kind, *id));
                at.map_or((None, None), |at| around(self.row(*kind), *at, entry))
            }
            PageKind::Kind(_) | PageKind::Other(_) => (None, None),
        }
    }
}

/// What is made of the neighbors of a thing in a row.
fn around<T, R>(row: &[T], at: usize, made: impl Fn(&T) -> R) -> (Option<R>, Option<R>) {
    (at.checked_sub(1).map(|before| made(&row[before])), row.get(at + 1).map(made))
}

/// Which of the chapters stand beside the page of one of them.
fn beside(at: usize, chapters: usize) -> Range<usize> {
    if chapters <= LONGEST_UNFOLDED {
        return 0..chapters;
    }
    let first = at.saturating_sub(AROUND).min(chapters - (2 * AROUND + 1));
    first..first + 2 * AROUND + 1
}

/// The outline of a page from its sections.
pub fn outline(sections: &[Section]) -> Vec<OutlineView> {
    let shown = sections.iter().filter(|section| matches!(section.level, 2 | 3));
    shown
        .map(|section| OutlineView {
            text: section.title.clone(),
            href: format!("#{}", section.id),
            level: section.level,
        })
        .collect()
}

/// One line of an outline.
pub fn outline_line(text: &str, id: &str) -> OutlineView {
    OutlineView { text: text.to_string(), href: format!("#{id}"), level: 2 }
}

fn item(text: &str, place: &Place, here: &str, is_current: bool) -> NavItem {
    NavItem {
        text: text.to_string(),
        href: place.href_from(here),
        number: 0,
        is_current,
        is_within: false,
        children: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_book_shows_the_chapters_around_the_page() {
        assert_eq!(beside(59, 60), 0..60);
        assert_eq!(beside(0, 61), 0..41);
        assert_eq!(beside(20, 61), 0..41);
        assert_eq!(beside(30, 61), 10..51);
        assert_eq!(beside(60, 61), 20..61);
    }

    #[test]
    fn the_ends_of_a_row_have_one_neighbor() {
        let of = |at| around(&[1, 2, 3], at, |number| *number);
        assert_eq!([of(0), of(1), of(2)], [(None, Some(2)), (Some(1), Some(3)), (Some(2), None)]);
        assert_eq!(around(&[1], 0, |number| *number), (None, None));
    }
}
