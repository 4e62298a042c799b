//! Page chrome: head, navigation and foot around a page's content.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use makeready_words::Lang;
use serde::Serialize;

use makeready_faces::book::{Book, Chapter, Entry, EntryKind};

use super::address::{self, Place};
use super::assets::{self, Loaded, StylePart};
use super::changes;
use super::context::{BookIndex, PageContext};
use super::html::Html;
use super::markdown::Section;
use super::nav::{Nav, NavGroup};
use super::other_page::OtherPage;
use super::share::{self, ShareView};
use super::workshop_page::ModuleView;
use super::{About, SiteKit, pictures, publishing};

/// A link with its words.
#[derive(Clone, Debug, Serialize)]
pub struct LinkView {
    /// Words.
    pub text: String,
    /// Address.
    pub href: String,
}

/// A book on the site.
#[derive(Clone, Debug)]
pub struct LibraryView {
    /// What addresses call it.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The path of its style sheet.
    pub style: String,
}

impl LibraryView {
    /// A book with its style sheet.
    pub fn new(book: &Book, style: &str) -> Self {
        Self { id: address::segment(&book.id), title: book.title.clone(), style: style.to_owned() }
    }
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

/// A line of the outline of a page.
#[derive(Clone, Debug, Serialize)]
pub struct OutlineView {
    text: String,
    href: String,
    level: u8,
}

/// The language of a page.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Speech {
    /// Of its texts.
    lang: String,
    /// `ltr` or `rtl`.
    direction: &'static str,
    /// The path of the words of the interface, which scripts have in a file of their own.
    words: String,
    /// Their language, where it is another than that of the texts.
    words_lang: &'static str,
}

impl Speech {
    /// Of a page in this language.
    pub fn of(lang: &Lang) -> Self {
        let is_other = lang.words.tag().split('-').next() != Some(lang.language());
        Self {
            lang: lang.tag().to_owned(),
            direction: lang.direction(),
            words: assets::words_file(lang.words).0,
            words_lang: if is_other { lang.words.tag() } else { "" },
        }
    }
}

/// The chrome of a page.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Chrome {
    /// The language of the page.
    #[serde(flatten)]
    pub speech: Speech,
    /// Title of the page.
    pub title: String,
    /// One sentence for search engines and link previews.
    pub description: String,
    /// `../../`
    pub root: String,
    /// The book; none on the front page.
    pub book: Option<BookView>,
    /// The script with all books of the site, which the search asks for.
    pub books: String,
    /// What every page loads.
    pub loaded: Loaded,
    /// The style sheets of what it shows, and of the books whose colors it needs.
    pub styles: Vec<String>,
    /// Link to the same as JSON; empty where there is none.
    pub data_href: String,
    /// Link to the feed of changes; empty where there is none.
    pub feed_href: String,
    /// The script with the contents of the book; empty where it belongs to none.
    pub contents: String,
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
    /// The module for pages that it runs.
    pub module: Option<ModuleView>,
    /// Style sheets for which it does not wait: of its icons, and of the points in its pictures that matter.
    pub late_styles: Vec<String>,
    /// The notes on its numbers.
    pub notes: Html,
    /// What the site says of itself.
    pub site: About,
    /// The page's own address on the web; empty where nobody knows where the site is published.
    pub canonical: String,
    /// The picture that goes with links to it; none where nobody knows where the site is published.
    pub share: Option<ShareView>,
    /// The font of its headings, in `assets/fonts`.
    pub display_font: String,
    /// Whether it shows cards.
    pub has_cards: bool,
    /// Whether its styles or its scripts show drawings that are written into them.
    pub has_drawings: bool,
    /// Link to the credits page.
    pub credits_href: String,
    /// Link to an index that works without scripts.
    pub index_href: String,
}

impl Chrome {
    /// With a part of the style, which books may add to.
    pub fn with_style(mut self, part: StylePart, kit: &SiteKit) -> Self {
        self.styles.splice(0..0, kit.program.styles([part]));
        self.has_drawings |= kit.program.are_drawn(&self.styles);
        self
    }
}

/// The kind of a page.
pub enum PageKind<'s> {
    /// The cover.
    Cover,
    /// A chapter.
    Chapter(&'s str),
    /// The list of a kind.
    Kind(EntryKind),
    /// An entry.
    Entry(EntryKind, &'s str),
    /// One of the other pages.
    Other(OtherPage),
}

impl PageKind<'_> {
    /// The part of the style that all pages of the kind need.
    const fn style_part(&self) -> Option<StylePart> {
        match self {
            Self::Cover => Some(StylePart::Covers),
            Self::Other(OtherPage::WholeBook) => Some(StylePart::Whole),
            // Its cards ask for theirs.
            Self::Other(OtherPage::QuickReference) | Self::Chapter(_) | Self::Entry(..) => None,
            Self::Kind(_)
            | Self::Other(
                OtherPage::Things
                | OtherPage::Index
                | OtherPage::Rules
                | OtherPage::Changes
                | OtherPage::Downloads
                | OtherPage::Credits,
            ) => Some(StylePart::Lists),
            Self::Other(OtherPage::Workshop) => Some(StylePart::Workshop),
        }
    }
}

/// Builds the chrome of the pages of one book.
pub struct ChromeBuilder<'f> {
    book: &'f Book,
    /// The paths of its chapters, by their slugs.
    chapters: &'f BTreeMap<String, String>,
    library: &'f [LibraryView],
    kit: &'f SiteKit,
    /// The path of the book's style sheet, and whether it holds drawings.
    style: (&'f str, bool),
    /// The scripts with its contents, path to text, the one that pages load first.
    contents: OnceLock<Vec<(String, String)>>,
    /// The entries of each kind that it has, in order.
    rows: BTreeMap<EntryKind, Vec<&'f Entry>>,
    /// Where in its row each of them stands.
    places: BTreeMap<(EntryKind, &'f str), usize>,
}

impl<'f> ChromeBuilder<'f> {
    /// For a book among all books of the site.
    pub fn new(book: &'f Book, index: &'f BookIndex, library: &'f [LibraryView], kit: &'f SiteKit) -> Self {
        let (chapters, style) = (&index.chapters, (index.style.0.as_str(), assets::holds_drawings(&index.style.1)));
        let mut rows: BTreeMap<EntryKind, Vec<&Entry>> = BTreeMap::new();
        let mut places = BTreeMap::new();
        for entry in &book.entries {
            let row = rows.entry(entry.kind).or_default();
            places.entry((entry.kind, entry.id.as_str())).or_insert(row.len());
            row.push(entry);
        }
        Self { book, chapters, library, kit, style, contents: OnceLock::new(), rows, places }
    }

    /// The chrome of a page.
    pub fn chrome(&self, title: &str, description: &str, page: &PageContext<'_>, page_kind: &PageKind<'_>) -> Chrome {
        let here = page.path.as_str();
        let (previous, next) = self.neighbors(here, page_kind);
        let parts = page.style_parts.iter().copied().chain(page_kind.style_part());
        let sheets = page.icon_sheets().into_iter();
        let of_icons: Vec<String> = sheets.map(|sheet| self.kit.icons.file(&sheet, &[self.book]).0).collect();
        let (style, is_drawn) = self.style;
        let styles = self.kit.program.styles(parts).into_iter().chain([style.to_owned()]).collect::<Vec<_>>();
        let of_pictures = (!page.pictures.is_empty()).then(|| pictures::style_path(self.book));
        Chrome {
            speech: Speech::of(&self.book.lang),
            title: title.to_string(),
            description: super::anchors::shorten(description),
            root: address::root_from(here),
            book: Some(self.book_view(here)),
            books: assets::books_file(self.library).0,
            loaded: self.kit.program.loaded.clone(),
            has_drawings: is_drawn || !of_icons.is_empty() || self.kit.program.are_drawn(&styles),
            styles,
            data_href: String::new(),
            feed_href: feed_href(self.kit, here),
            contents: self.contents()[0].0.clone(),
            nav: self.nav().of_page(here, page_kind),
            crumbs: self.crumbs(here, page_kind),
            outline: Vec::new(),
            has_list: false,
            module: None,
            previous,
            next,
            late_styles: of_icons.into_iter().chain(of_pictures).collect(),
            notes: page.notes().clone(),
            site: self.kit.about().clone(),
            canonical: publishing::canonical(self.kit.about(), here),
            display_font: self.kit.program.display_font(Some(self.book)),
            has_cards: page.style_parts.contains(&StylePart::Cards),
            share: share::of_book(self.kit.about(), self.book),
            credits_href: address::relative(here, &OtherPage::Credits.path(self.book)),
            index_href: address::relative(here, &OtherPage::Index.path(self.book)),
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

    /// The scripts with the contents of the book, path to text: the one that pages load first.
    pub fn contents(&self) -> &[(String, String)] {
        self.contents.get_or_init(|| self.nav().scripts())
    }

    /// The contents beside its pages.
    fn nav(&self) -> Nav<'f> {
        let kinds = EntryKind::ALL.iter().copied().filter(|kind| self.has(*kind));
        Nav::new(self.book, self.chapters, kinds.collect(), &self.kit.options)
    }

    /// Whether the book has entries, or words, of a kind.
    pub fn has(&self, kind: EntryKind) -> bool {
        self.rows.contains_key(&kind) || kind == EntryKind::Term && !self.book.glossary.is_empty()
    }

    fn chapter_place(&self, chapter: &Chapter) -> Place {
        Place::page(&self.chapters[&chapter.slug])
    }

    fn chapter_at(&self, page_kind: &PageKind<'_>) -> Option<usize> {
        let PageKind::Chapter(slug) = page_kind else { return None };
        self.book.chapters.iter().position(|chapter| chapter.slug == *slug)
    }

    /// The entries of a kind, in order.
    fn row(&self, kind: EntryKind) -> &[&'f Entry] {
        self.rows.get(&kind).map_or(&[], Vec::as_slice)
    }

    fn entry_place(&self, entry: &Entry) -> Place {
        address::entry(&self.book.id, entry.kind, &entry.id)
    }

    fn crumbs(&self, here: &str, page_kind: &PageKind<'_>) -> Vec<LinkView> {
        let (mut crumbs, words) = (Vec::new(), self.book.lang.words);
        let mut add = |text: &str, path: String| {
            crumbs.push(LinkView { text: text.to_string(), href: address::relative(here, &path) });
        };
        if self.library.len() > 1 {
            add(words.text("page.all_systems"), "index.html".to_string());
        }
        if !matches!(page_kind, PageKind::Cover) {
            add(&self.book.title, address::cover(&self.book.id));
        }
        if let PageKind::Entry(kind, _) = page_kind {
            add(kind.all(words), address::kind_page(&self.book.id, *kind));
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
            PageKind::Chapter(_) => {
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

/// The link from a page to the feed of changes; empty where there is none.
pub fn feed_href(kit: &SiteKit, here: &str) -> String {
    match changes::has_feed(kit.about(), &kit.options.since) {
        true => address::relative(here, changes::FEED),
        false => String::new(),
    }
}

/// What is made of the neighbors of a thing in a row.
fn around<T, R>(row: &[T], at: usize, made: impl Fn(&T) -> R) -> (Option<R>, Option<R>) {
    (at.checked_sub(1).map(|before| made(&row[before])), row.get(at + 1).map(made))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_row_have_one_neighbor() {
        let of = |at| around(&[1, 2, 3], at, |number| *number);
        assert_eq!([of(0), of(1), of(2)], [(None, Some(2)), (Some(1), Some(3)), (Some(2), None)]);
        assert_eq!(around(&[1], 0, |number| *number), (None, None));
    }
}
