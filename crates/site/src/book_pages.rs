//! All pages of one book.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value as Json, json};

use makeready_faces::book::{Book, Chapter, Download, Entry, EntryKind, GlossaryTerm};
use makeready_faces::card::CardFace;
use makeready_faces::credits::Used;
use makeready_faces::entry_data::EntryData;
use makeready_words::Words;

use super::address::{self, Place};
use super::assets::StylePart;
use super::card_view;
use super::changes::ChangesView;
use super::chapter_page;
use super::chrome::{Chrome, ChromeBuilder, LibraryView, LinkView, PageKind, outline, outline_line};
use super::contents::Contents;
use super::context::{AS_IT_IS, BookIndex, PageContext, RenderContext, Source};
use super::cover_page;
use super::credits_page;
use super::doors;
use super::entry_list::{self, Listed};
use super::entry_page;
use super::fault::LinkFault;
use super::kind_page;
use super::link_index::LinkIndex;
use super::markdown::{self, PageSections};
use super::name_pages;
use super::noted::{Noted, Survey};
use super::other_page::OtherPage;
use super::pictures;
use super::quick_page;
use super::search::{self, Document};
use super::share;
use super::things_page;
use super::whole_page;
use super::workshop_page;
use super::{LinkProblem, SiteKit, assets, own_icons};

/// A page of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookPage {
    /// A chapter, by its place in the book.
    Chapter(usize),
    /// An entry with a page of its own, by its place in the book.
    Entry(usize),
    /// The JSON beside the page of an entry, by its place in the book.
    Data(usize),
    /// An entry that stands on the page of the glossary, by its place in the book: no page, but words to be found.
    Term(usize),
    /// The list of a kind.
    Kind(EntryKind),
    /// The words explained.
    Glossary,
    /// All that is carried.
    Things,
    /// A to Z.
    Index,
    /// All rules by their IDs.
    Rules,
    /// The reference cards on one page.
    QuickReference,
    /// All chapters on one page.
    WholeBook,
    /// What there is to print.
    Downloads,
    /// The cover.
    Cover,
}

impl BookPage {
    /// The place of the chapter that it is; none for other pages.
    pub const fn chapter(self) -> Option<usize> {
        match self {
            Self::Chapter(at) => Some(at),
            _ => None,
        }
    }

    /// Whether it shows the texts of chapters.
    pub const fn has_chapters(self) -> bool {
        matches!(self, Self::Chapter(_) | Self::WholeBook)
    }
}

/// Renders the pages of a book, each by itself.
pub struct BookRenderer<'p> {
    /// In outline.
    book: &'p Book,
    context: RenderContext<'p>,
    chrome_builder: ChromeBuilder<'p>,
    /// The path of its style sheet, and its text.
    style: &'p (String, String),
    kit: &'p SiteKit,
    /// If not, every page is empty, and notes the same.
    is_rendered: bool,
}

/// A page with nothing around it yet.
struct Finished<'p> {
    html: Vec<u8>,
    page: PageContext<'p>,
    page_sections: PageSections,
}

fn glossary_problems(book: &Book, link_index: &LinkIndex) -> Vec<LinkProblem> {
    let lost = book.glossary.iter().filter(|term| link_index.entry(&term.target).is_none());
    lost.map(|term| {
        let (kind, id) = (term.target.kind.names().link, &term.target.id);
        let fault = LinkFault::DeadWord { words: term.words.clone(), kind: kind.to_owned(), id: id.clone() };
        LinkProblem::of_book(book, fault)
    })
    .collect()
}

impl<'p> BookRenderer<'p> {
    /// For a book among those of the library.
    pub fn new(
        contents: &'p Contents<'p>,
        index: &'p BookIndex,
        library: &'p [LibraryView],
        kit: &'p SiteKit,
        is_rendered: bool,
    ) -> Self {
        let book = contents.outline();
        let context = RenderContext::new(contents, index, &kit.icons);
        Self {
            book,
            context,
            chrome_builder: ChromeBuilder::new(book, index, library, kit),
            style: &index.style,
            kit,
            is_rendered,
        }
    }

    /// Goes through the texts of the book, which are in its outline.
    pub fn survey(&self) -> Survey {
        let mut survey =
            Survey { problems: glossary_problems(self.book, self.context.link_index), ..Survey::default() };
        let path = |which| self.path(which);
        let chapters = self.book.chapters.par_iter().enumerate().map(|(place, chapter)| {
            let mut page = PageContext::new(&self.context, path(BookPage::Chapter(place)));
            let mut page_sections = PageSections::new(&chapter.title);
            chapter_page::texts(chapter, &mut page, &mut page_sections);
            (page, page_sections)
        });
        let chapters: Vec<_> = chapters.collect();
        for ((page, page_sections), chapter) in chapters.into_iter().zip(&self.book.chapters) {
            survey.take_chapter(page, &chapter.title, &page_sections);
        }
        let with_text = self.book.entries.par_iter().enumerate().filter(|(_, entry)| !entry.body.is_empty());
        let broken = with_text.map(|(place, entry)| {
            let mut page = PageContext::new(&self.context, path(BookPage::Entry(place)));
            entry_page::text(entry, &mut page, &mut PageSections::new(&entry.name));
            page.problems
        });
        survey.problems.extend(broken.collect::<Vec<_>>().into_iter().flatten());
        survey.problems.extend(self.repeated_addresses());
        survey
    }

    /// Pages whose address another page has.
    fn repeated_addresses(&self) -> impl Iterator<Item = LinkProblem> {
        let mut known = BTreeSet::new();
        let paths = self.pages().into_iter().filter_map(|which| self.address(which));
        let paths = paths.filter(move |path| !known.insert(path.clone()));
        paths.map(|path| LinkProblem::of_book(self.book, LinkFault::RepeatedAddress { path }))
    }

    /// The words of what its pages say by themselves.
    const fn words(&self) -> Words {
        self.book.lang.words
    }

    /// What is said of the game at this key.
    fn of_game(&self, key: &str) -> String {
        self.words().say(key, &[("game", &self.book.title)])
    }

    /// All pages.
    pub fn pages(&self) -> Vec<BookPage> {
        let has = |kind| self.chrome_builder.has(kind);
        let entry = |(at, entry): (usize, &Entry)| match entry.kind {
            EntryKind::Term => vec![BookPage::Term(at)],
            _ => vec![BookPage::Entry(at), BookPage::Data(at)],
        };
        let mut pages: Vec<BookPage> = (0..self.book.chapters.len()).map(BookPage::Chapter).collect();
        pages.extend(self.book.entries.iter().enumerate().flat_map(entry));
        let kinds = EntryKind::ALL.iter().copied().filter(|kind| *kind != EntryKind::Term && has(*kind));
        pages.extend(kinds.map(BookPage::Kind));
        pages.extend(has(EntryKind::Term).then_some(BookPage::Glossary));
        pages.extend(self.book.has_things.then_some(BookPage::Things));
        pages.extend([BookPage::Index, BookPage::Rules]);
        pages.extend(quick_page::kind(self.book).map(|_| BookPage::QuickReference));
        pages.extend((!self.book.chapters.is_empty()).then_some(BookPage::WholeBook));
        pages.extend((!self.book.downloads.is_empty()).then_some(BookPage::Downloads));
        pages.push(BookPage::Cover);
        pages
    }

    /// The pages that have an address of their own, by it.
    pub fn addresses(&self) -> BTreeMap<String, BookPage> {
        self.pages().into_iter().filter_map(|which| Some((self.address(which)?, which))).collect()
    }

    /// The address of a page, if it has one of its own.
    pub fn address(&self, which: BookPage) -> Option<String> {
        (!matches!(which, BookPage::Term(_))).then(|| self.path(which))
    }

    /// The path of the file that a page is in.
    fn path(&self, which: BookPage) -> String {
        let book = self.book;
        match which {
            BookPage::Chapter(at) => self.context.chapters[&book.chapters[at].slug].clone(),
            BookPage::Entry(at) | BookPage::Term(at) => {
                let entry = &book.entries[at];
                address::entry(&book.id, entry.kind, &entry.id).path
            }
            BookPage::Data(at) => {
                let page = self.path(BookPage::Entry(at));
                page.strip_suffix("html").map_or(page.clone(), |path| format!("{path}json"))
            }
            BookPage::Kind(kind) => address::kind_page(&book.id, kind),
            BookPage::Glossary => address::kind_page(&book.id, EntryKind::Term),
            BookPage::Things => OtherPage::Things.path(book),
            BookPage::Index => OtherPage::Index.path(book),
            BookPage::Rules => OtherPage::Rules.path(book),
            BookPage::QuickReference => OtherPage::QuickReference.path(book),
            BookPage::WholeBook => OtherPage::WholeBook.path(book),
            BookPage::Downloads => OtherPage::Downloads.path(book),
            BookPage::Cover => address::cover(&book.id),
        }
    }

    /// Renders a page: its bytes, and what it notes.
    pub fn page(&self, which: BookPage, survey: &Survey) -> (Vec<u8>, Noted) {
        if let BookPage::Data(at) = which {
            return (self.data(at), Noted::default());
        }
        let Finished { html, page, page_sections } = self.finished(which, survey);
        let listed: Vec<Listed> = self.listed(which).into_iter().collect();
        let documents = match which {
            BookPage::Chapter(at) => self.sections(&page.path, &self.book.chapters[at], &page_sections),
            BookPage::Entry(at) | BookPage::Term(at) => {
                let entry = self.context.contents.entry(at);
                let sections = page_sections.sections.iter();
                let text: Vec<&str> = sections.map(|section| section.text.as_str()).collect();
                let things = entry.things.iter().map(|thing| self.thing(entry, thing));
                std::iter::once(self.document(entry, text.join(" "))).chain(things).collect()
            }
            BookPage::Glossary => self.words_without_entry().collect(),
            BookPage::Kind(kind) => vec![self.list_of(kind)],
            BookPage::Things => vec![self.things_document()],
            BookPage::QuickReference => vec![self.quick_document()],
            // The search leads to the chapters.
            BookPage::WholeBook => Vec::new(),
            BookPage::Data(_) | BookPage::Index | BookPage::Rules | BookPage::Downloads | BookPage::Cover => Vec::new(),
        };
        if matches!(which, BookPage::Term(_)) {
            // It is no page: what it shows, the glossary shows.
            return (html, Noted { documents, listed, problems: page.problems, ..Noted::default() });
        }
        (html, Noted { listed, ..Noted::of(page, documents) })
    }

    /// The JSON of an entry; empty where no page is rendered.
    fn data(&self, at: usize) -> Vec<u8> {
        match self.is_rendered {
            true => EntryData::of(&self.book.id, self.context.contents.entry(at)).to_bytes(),
            false => Vec::new(),
        }
    }

    /// A chapter or an entry as the list of the book has it.
    fn listed(&self, which: BookPage) -> Option<Listed> {
        let (book, contents) = (self.book, self.context.contents);
        match which {
            BookPage::Chapter(at) => Some(Listed::chapter(book, contents.chapter(at), &self.path(which))),
            BookPage::Entry(at) | BookPage::Term(at) => Some(Listed::entry(book, contents.entry(at))),
            BookPage::Data(_)
            | BookPage::Kind(_)
            | BookPage::Glossary
            | BookPage::Things
            | BookPage::Index
            | BookPage::Rules
            | BookPage::QuickReference
            | BookPage::WholeBook
            | BookPage::Downloads
            | BookPage::Cover => None,
        }
    }

    fn finished(&self, which: BookPage, survey: &Survey) -> Finished<'_> {
        let page = PageContext::new(&self.context, self.path(which));
        let contents = self.context.contents;
        match which {
            BookPage::Chapter(at) => self.chapter(contents.chapter(at), page),
            BookPage::Entry(at) | BookPage::Data(at) => self.entry(contents.entry(at), survey, page),
            BookPage::Term(at) => Self::term(contents.entry(at), survey, page),
            BookPage::Kind(kind) => self.kind(kind, page),
            BookPage::Glossary => self.glossary(page),
            BookPage::Things => self.things(page),
            BookPage::Index => self.index(survey, page),
            BookPage::Rules => self.rules(page),
            BookPage::QuickReference => self.quick_reference(page),
            BookPage::WholeBook => {
                let chapters = (0..self.book.chapters.len()).into_par_iter().map(BookPage::Chapter);
                let chapters: Vec<_> = chapters.map(|chapter| self.page(chapter, survey)).collect();
                let chapters: Vec<_> = chapters.iter().map(|(html, noted)| (html.as_slice(), noted)).collect();
                self.whole(&chapters, page)
            }
            BookPage::Downloads => self.downloads(page),
            BookPage::Cover => self.cover(page),
        }
    }

    /// The chrome of a page; empty where no page is rendered.
    fn chrome(&self, title: &str, description: &str, page: &PageContext<'_>, page_kind: &PageKind<'_>) -> Chrome {
        match self.is_rendered {
            true => self.chrome_builder.chrome(title, description, page, page_kind),
            false => Chrome::default(),
        }
    }

    /// The chrome of one of the other pages.
    fn other_chrome(&self, which: OtherPage, description: &str, page: &PageContext<'_>) -> Chrome {
        self.chrome(which.name(self.words()), description, page, &PageKind::Other(which))
    }

    /// A page without sections of its own.
    fn finish<'c>(
        &self,
        template: &str,
        chrome: &Chrome,
        content: &impl Serialize,
        page: PageContext<'c>,
    ) -> Finished<'c> {
        self.finish_with(template, chrome, content, page, PageSections::new(""))
    }

    fn finish_with<'c>(
        &self,
        template: &str,
        chrome: &Chrome,
        content: &impl Serialize,
        page: PageContext<'c>,
        page_sections: PageSections,
    ) -> Finished<'c> {
        let html = if self.is_rendered {
            self.kit.templates.page(self.words(), template, chrome, content)
        } else {
            String::new()
        };
        Finished { html: html.into_bytes(), page, page_sections }
    }

    fn chapter<'c>(&self, chapter: &Chapter, mut page: PageContext<'c>) -> Finished<'c> {
        let mut page_sections = PageSections::new(&chapter.title);
        let view = chapter_page::view(chapter, &mut page, &mut page_sections);
        let page_kind = PageKind::Chapter(&chapter.slug);
        let mut chrome = self.chrome(&chapter.title, &chapter.summary, &page, &page_kind);
        chrome.outline = outline(&page_sections.sections);
        self.finish_with("chapter.html", &chrome, &view, page, page_sections)
    }

    /// The page with the whole book, of the pages of all its chapters and what they note.
    pub fn whole_book(&self, chapters: &[(&[u8], &Noted)]) -> (String, Vec<u8>) {
        let path = self.path(BookPage::WholeBook);
        let page = PageContext::new(&self.context, path.clone());
        (path, self.whole(chapters, page).html)
    }

    fn whole<'c>(&self, chapters: &[(&[u8], &Noted)], mut page: PageContext<'c>) -> Finished<'c> {
        for (_, noted) in chapters {
            page.icons.extend(noted.icons.iter().cloned());
            page.own_icons.extend(noted.own_icons.iter().cloned());
            page.pictures.extend(noted.pictures.iter().cloned());
            page.style_parts.extend(&noted.style_parts);
        }
        let paths: Vec<String> = (0..chapters.len()).map(|at| self.path(BookPage::Chapter(at))).collect();
        let pages: Vec<_> = paths.iter().zip(chapters).map(|(path, (html, _))| (path.as_str(), *html)).collect();
        let view = whole_page::view(self.book, &pages, &page.path);
        let mut chrome = self.other_chrome(OtherPage::WholeBook, &self.of_game("whole.of"), &page);
        chrome.outline = view.outline();
        self.finish("whole-book.html", &chrome, &view, page)
    }

    /// The sections of a chapter, for the search.
    fn sections(&self, path: &str, chapter: &Chapter, page_sections: &PageSections) -> Vec<Document> {
        let (title, summary) = (&chapter.title, &chapter.summary);
        let examples = self.words().text("entry.examples");
        let synonyms = |id: &str| {
            let of = chapter.section_synonyms.iter().find(|synonyms| synonyms.section == id);
            of.map(|synonyms| synonyms.words.clone()).unwrap_or_default()
        };
        let document = |section: &markdown::Section| {
            let is_first = section.level == 1;
            // This heading is in most chapters and says nothing of what is below it.
            let is_examples = section.level == 2 && section.title == examples;
            Document {
                kind: self.words().text("kind.rule.all").to_string(),
                title: if is_examples { title.clone() } else { section.title.clone() },
                aliases: Vec::new(),
                found_by: if is_first { chapter.found_by.clone() } else { synonyms(&section.id) },
                address: self.short(&Place::spot(path, &section.id)),
                context: match (is_first, is_examples) {
                    (true, _) => String::new(),
                    (_, true) => examples.to_owned(),
                    _ => title.clone(),
                },
                rules: section.rules.clone(),
                fields: Vec::new(),
                text: if is_first { format!("{summary} {}", section.text) } else { section.text.clone() },
            }
        };
        page_sections.sections.iter().map(document).collect()
    }

    /// An address as the scripts store it: without the prefix that all addresses of the book share.
    fn short(&self, place: &Place) -> String {
        let folder = format!("{}/", address::segment(&self.book.id));
        let path = place.path.strip_prefix(&folder).unwrap_or(&place.path);
        let page = path.strip_suffix("index.html").unwrap_or(path).trim_end_matches('/');
        if place.fragment.is_empty() { page.to_string() } else { format!("{page}#{}", place.fragment) }
    }

    fn entry<'c>(&self, entry: &Entry, survey: &Survey, mut page: PageContext<'c>) -> Finished<'c> {
        let mut page_sections = PageSections::new(&entry.name);
        let view = entry_page::view(entry, &survey.mentions, &mut page, &mut page_sections);
        let page_kind = PageKind::Entry(entry.kind, &entry.id);
        let mut chrome = self.chrome(&entry.name, &entry.summary, &page, &page_kind);
        chrome.outline = outline(&page_sections.sections);
        "index.json".clone_into(&mut chrome.data_href);
        chrome.share = share::of_entry(self.kit.about(), self.book, entry).or(chrome.share);
        self.finish_with("entry.html", &chrome, &view, page, page_sections)
    }

    fn document(&self, entry: &Entry, text: String) -> Document {
        let others = |words: &[String]| words.iter().filter(|word| **word != entry.name).cloned().collect();
        let group = entry.group.as_ref().and_then(|group| self.context.link_index.entry(group));
        let group = group.map(|group| group.name.as_str());
        Document {
            kind: entry.kind.all(self.words()).to_string(),
            title: entry.name.clone(),
            aliases: others(&entry.aliases),
            found_by: others(&entry.found_by),
            address: self.short(&address::entry(&self.book.id, entry.kind, &entry.id)),
            context: entry.card.as_ref().map_or(group.unwrap_or_default(), |card| &card.type_line).to_owned(),
            rules: Some(entry.rule.clone()).into_iter().filter(|rule| !rule.is_empty()).collect(),
            fields: search::fields_of(entry, group, self.words()),
            text,
        }
    }

    /// Something that is carried, on the page of whoever carries it.
    fn thing(&self, owner: &Entry, card: &CardFace) -> Document {
        let page = address::entry(&self.book.id, owner.kind, &owner.id).path;
        Document {
            kind: self.words().text("label.things").to_owned(),
            title: card.name.clone(),
            address: self.short(&Place::spot(page, entry_page::thing(&card.id))),
            context: owner.name.clone(),
            text: card_view::words(card),
            ..Document::default()
        }
    }

    /// The list of a kind, which is found by the names of the kind.
    fn list_of(&self, kind: EntryKind) -> Document {
        let all = kind.all(self.words());
        Document {
            kind: all.to_owned(),
            title: all.to_owned(),
            found_by: std::iter::once(kind.names().link).chain(kind.also(self.words())).map(str::to_owned).collect(),
            address: self.short(&Place::page(address::kind_page(&self.book.id, kind))),
            text: self.words().say("list.of", &[("things", all), ("game", &self.book.title)]),
            ..Document::default()
        }
    }

    /// The words of an entry without a page.
    fn term<'c>(entry: &Entry, survey: &Survey, mut page: PageContext<'c>) -> Finished<'c> {
        let mut page_sections = PageSections::new(&entry.name);
        entry_page::view(entry, &survey.mentions, &mut page, &mut page_sections);
        Finished { html: Vec::new(), page, page_sections }
    }

    fn kind<'c>(&self, kind: EntryKind, mut page: PageContext<'c>) -> Finished<'c> {
        let view = kind_page::kind(kind, &mut page);
        let title = kind.all(self.words());
        let description = self.words().say("list.of", &[("things", title), ("game", &self.book.title)]);
        let mut chrome = self.chrome(title, &description, &page, &PageKind::Kind(kind));
        chrome.has_list = view.is_sortable();
        self.finish("kind.html", &chrome, &view, page)
    }

    fn things<'c>(&self, mut page: PageContext<'c>) -> Finished<'c> {
        let view = things_page::view(&mut page);
        let mut chrome = self.other_chrome(OtherPage::Things, &self.of_game("things.of"), &page);
        chrome.has_list = view.is_sortable();
        self.finish("kind.html", &chrome, &view, page)
    }

    /// The page of all that is carried, for the search; each of the things stands on the page of who carries it.
    fn things_document(&self) -> Document {
        Document {
            kind: self.words().text("label.things").to_owned(),
            title: OtherPage::Things.name(self.words()).to_owned(),
            found_by: self.words().text("things.also").split(", ").map(str::to_owned).collect(),
            address: self.short(&Place::page(OtherPage::Things.path(self.book))),
            text: self.of_game("things.of"),
            ..Document::default()
        }
    }

    fn glossary<'c>(&self, page: PageContext<'c>) -> Finished<'c> {
        let view = name_pages::glossary(&page);
        let description = self.of_game("names.glossary_of");
        let chrome =
            self.chrome(EntryKind::Term.all(self.words()), &description, &page, &PageKind::Kind(EntryKind::Term));
        self.finish("glossary.html", &chrome, &view, page)
    }

    /// Words that only the glossary explains, for the search.
    fn words_without_entry(&self) -> impl Iterator<Item = Document> {
        let entries = self.book.entries.iter().filter(|one| one.kind == EntryKind::Term);
        let entries: BTreeSet<&str> = entries.map(|one| one.id.as_str()).collect();
        let terms = self.book.glossary.iter().filter(|term| term.target.kind == EntryKind::Term);
        let lone = terms.filter(move |term| !entries.contains(term.target.id.as_str()));
        let document = |term: &GlossaryTerm| {
            let (first, others) = term.words.split_first()?;
            Some(Document {
                kind: EntryKind::Term.all(self.words()).to_string(),
                title: first.clone(),
                aliases: others.to_vec(),
                found_by: term.found_by.clone(),
                address: self.short(&address::entry(&self.book.id, EntryKind::Term, &term.target.id)),
                text: term.meaning.clone(),
                ..Document::default()
            })
        };
        lone.filter_map(document)
    }

    fn index<'c>(&self, survey: &Survey, page: PageContext<'c>) -> Finished<'c> {
        let view = name_pages::index(&survey.headings, &page);
        let description = self.of_game("names.a_to_z_of");
        let chrome = self.other_chrome(OtherPage::Index, &description, &page);
        self.finish("a-z.html", &chrome, &view, page)
    }

    fn rules<'c>(&self, page: PageContext<'c>) -> Finished<'c> {
        let view = name_pages::rules(&page);
        let description = self.of_game("names.rules_of");
        let mut chrome = self.other_chrome(OtherPage::Rules, &description, &page);
        chrome.outline = view.groups().map(|(name, id)| outline_line(name, id)).collect();
        self.finish("rule.html", &chrome, &view, page)
    }

    fn quick_reference<'c>(&self, mut page: PageContext<'c>) -> Finished<'c> {
        let kind = quick_page::kind(self.book).unwrap_or(EntryKind::Reference);
        let view = quick_page::view(kind, &mut page);
        let description = self.of_quick_cards("quick.description");
        let chrome = self.other_chrome(OtherPage::QuickReference, &description, &page);
        self.finish("quick-reference.html", &chrome, &view, page)
    }

    /// What is said of the cards for quick reference at this key.
    fn of_quick_cards(&self, key: &str) -> String {
        let things = quick_page::kind(self.book).map_or("", |kind| kind.within(self.words()));
        self.words().say(key, &[("things", things), ("game", &self.book.title)])
    }

    /// The page of the reference cards, for the search; the cards themselves have pages of their own.
    fn quick_document(&self) -> Document {
        Document {
            kind: EntryKind::Reference.all(self.words()).to_owned(),
            title: OtherPage::QuickReference.name(self.words()).to_owned(),
            found_by: self.words().text("quick.also").split(", ").map(str::to_owned).collect(),
            address: self.short(&Place::page(OtherPage::QuickReference.path(self.book))),
            text: self.of_quick_cards("quick.text"),
            ..Document::default()
        }
    }

    fn downloads<'c>(&self, mut page: PageContext<'c>) -> Finished<'c> {
        let source = Source { file: &self.book.id, offset: 0, written: &AS_IT_IS };
        let books = entry_page::downloads(&self.book.downloads, source, &mut page);
        // What is about all of them stands above.
        let own = |entry: &Entry| -> Vec<Download> {
            entry.downloads.iter().filter(|link| !self.book.downloads.contains(link)).cloned().collect()
        };
        let mut groups: Vec<(EntryKind, Vec<Json>)> = Vec::new();
        for entry in &self.book.entries {
            let own = own(entry);
            if own.is_empty() {
                continue;
            }
            let href = page.href(&address::entry(&self.book.id, entry.kind, &entry.id));
            let links = entry_page::downloads(&own, source, &mut page);
            let picture = page.picture(entry.art.as_ref());
            let line = json!({ "name": entry.name, "href": href, "picture": picture, "links": links });
            match groups.iter_mut().find(|(kind, _)| *kind == entry.kind) {
                Some((_, lines)) => lines.push(line),
                None => groups.push((entry.kind, vec![line])),
            }
        }
        let group = |(kind, lines): (EntryKind, Vec<Json>)| json!({ "title": kind.all(page.words()), "lines": lines });
        let groups: Vec<Json> = groups.into_iter().map(group).collect();
        let description = self.of_game("print.of");
        let chrome = self.other_chrome(OtherPage::Downloads, &description, &page);
        let whole = OtherPage::WholeBook.path(self.book);
        let whole_book = if self.book.chapters.is_empty() { String::new() } else { page.href(&Place::page(whole)) };
        let own = page.context.prints.then(|| doors::door("door.own_cards", "decks?", &page)).flatten();
        let doors: Vec<LinkView> = own.into_iter().chain(doors::door("door.own_people", "people?", &page)).collect();
        let view = json!({ "files": books, "groups": groups, "whole_book": whole_book, "doors": doors });
        self.finish("downloads.html", &chrome, &view, page)
    }

    fn cover<'c>(&self, mut page: PageContext<'c>) -> Finished<'c> {
        let kinds: Vec<_> = EntryKind::ALL.iter().map(|kind| (*kind, self.count(*kind))).collect();
        let view = cover_page::view(&kinds, &self.kit.options, &mut page);
        let mut chrome = self.chrome(&self.book.title, &self.book.tagline, &page, &PageKind::Cover);
        chrome.data_href = address::relative(&page.path, &entry_list::path(self.book));
        self.finish("cover.html", &chrome, &view, page)
    }

    /// How many entries of a kind there are, with the words that only the glossary has.
    fn count(&self, kind: EntryKind) -> usize {
        let entries = self.book.entries.iter().filter(|entry| entry.kind == kind).count();
        let words = if kind == EntryKind::Term { self.words_without_entry().count() } else { 0 };
        entries + words
    }

    /// The credits page: path and contents.
    pub fn credits(&self, used: &Used) -> (String, Vec<u8>) {
        let mut page = PageContext::new(&self.context, OtherPage::Credits.path(self.book));
        page.icons.clone_from(&used.icons);
        let view = credits_page::of_book(self.book, used);
        let description = self.of_game("credits.of");
        let chrome = self.other_chrome(OtherPage::Credits, &description, &page);
        let path = page.path.clone();
        (path, self.finish("credits.html", &chrome, &view, page).html)
    }

    /// The workshop and its names, path to contents; nothing where the book has none.
    pub fn workshop(&self) -> BTreeMap<String, Vec<u8>> {
        let page = PageContext::new(&self.context, OtherPage::Workshop.path(self.book));
        let named = self.context.named().map(|(name, place)| (name, page.href(place)));
        let named: BTreeMap<_, String> = named.collect();
        let (names, script) = workshop_page::names_file(self.book, &named);
        let view = workshop_page::view(self.context.contents, &self.kit.options, self.words(), names.clone());
        let Some((view, module)) = view else { return BTreeMap::new() };
        let mut chrome = self.other_chrome(OtherPage::Workshop, &self.of_game("workshop.of"), &page);
        chrome.styles.splice(0..0, self.kit.program.styles([StylePart::Cards, StylePart::Sheets, StylePart::Figures]));
        // Scripts show cards as they print.
        (chrome.module, chrome.has_drawings) = (Some(module), true);
        let path = page.path.clone();
        BTreeMap::from([(path, self.finish("workshop.html", &chrome, &view, page).html), (names, script.into_bytes())])
    }

    /// The page of what has changed: path and contents.
    pub fn changes(&self, view: &ChangesView) -> (String, Vec<u8>) {
        let page = PageContext::new(&self.context, OtherPage::Changes.path(self.book));
        let description = self.words().say("changes.of", &[("game", &self.book.title)]);
        let chrome = self.other_chrome(OtherPage::Changes, &description, &page);
        let path = page.path.clone();
        (path, self.finish("changes.html", &chrome, view, page).html)
    }

    /// The work of others that the pages show.
    pub fn used(&self, noted: &Noted) -> Used {
        let mut used = Used { icons: noted.icons.clone(), typefaces: assets::typefaces(self.book), ..Used::default() };
        pictures::note_used(self.book, &noted.pictures, &mut used);
        own_icons::note_used(self.book, &self.own_icons(noted), &mut used);
        used
    }

    /// The icons of the book that are shown: the emblem stands on the cover, and on the page over all books.
    fn own_icons(&self, noted: &Noted) -> BTreeSet<String> {
        noted.own_icons.iter().cloned().chain([self.book.look.ornament.clone()]).collect()
    }

    /// The files that the pages of the book share: its style sheet, what it shows, search and previews.
    pub fn shared_files(&self, noted: &Noted) -> BTreeMap<String, Vec<u8>> {
        let book_id = address::segment(&self.book.id);
        let (book, options) = (self.book, &self.kit.options);
        let mut files: BTreeMap<String, Vec<u8>> = pictures::files(book, &noted.pictures).collect();
        files.extend(assets::ornament_files(book, &options.ornaments));
        files.insert(entry_list::path(book), entry_list::file(book, &noted.listed));
        let (path, style) = self.style;
        files.insert(path.clone(), style.clone().into_bytes());
        if !noted.pictures.is_empty() {
            files.insert(pictures::style_path(book), pictures::style(&noted.pictures).into_bytes());
        }
        let icon_sheets = noted.icon_sheets.iter().map(|sheet| self.kit.icons.file(sheet, &[book]));
        files.extend(icon_sheets.map(|(path, css)| (path, css.into_bytes())));
        let contents = self.chrome_builder.contents().iter().cloned();
        files.extend(contents.map(|(path, script)| (path, script.into_bytes())));
        for (name, script) in search::scripts(&book_id, book, &noted.documents) {
            files.insert(format!("assets/search/{name}"), script.into_bytes());
        }
        files.extend(self.previews(&book_id).into_iter().map(|(path, script)| (path, script.into_bytes())));
        files
    }

    /// Previews of links: address to kind, name, rule and summary, of a stat how it is computed, and of an action what it costs; a script for each folder of the book, since a page leads to few.
    fn previews(&self, book_id: &str) -> BTreeMap<String, String> {
        let mut folders: BTreeMap<String, BTreeMap<String, serde_json::Value>> = BTreeMap::new();
        for target in self.context.link_index.targets() {
            let address = self.short(&target.place);
            let folder = address.split(['/', '#']).next().unwrap_or_default().to_owned();
            let previews = folders.entry(folder).or_default();
            if !target.summary.is_empty() {
                let mut line = vec![target.kind, &target.name, &target.rule, &target.summary];
                line.extend([&target.formula, &target.cost].map(String::as_str));
                while line.last().is_some_and(|part| part.is_empty()) {
                    line.pop();
                }
                previews.entry(address).or_insert(json!(line));
            }
        }
        let script = |(folder, previews): (String, BTreeMap<String, serde_json::Value>)| {
            let previews = json!(previews).to_string().replace('<', "\\u003c");
            let name = json!(format!("{book_id}/{folder}"));
            (format!("assets/previews/{book_id}/{folder}.js"), format!("makereadyPreviews({name},{previews});\n"))
        };
        folders.into_iter().map(script).collect()
    }
}
