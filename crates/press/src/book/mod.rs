//! The whole rulebook as a book on paper.
//!
//! **In** a [`Book`], the view from which the site is made too. **Out** a tagged PDF: cover, contents, chapters, reference, glossary,
//! index and credits, with a bookmark for every heading; every link leads to its place in the book. **Fails** with
//! [`PressError`] when a character has no glyph.
//!
//! Where things stand is known when they are laid out, and contents, index and the pages behind links say it. So the book is laid
//! out until it says where everything stands, which takes two or three passes: Typst lays out again what has changed. The
//! template computes nothing of this.

mod chapters;
mod data;
mod index;
mod odds;
mod places;
mod reference;
mod slots;
mod tables;
#[cfg(test)]
mod tests;
mod topics;
mod writer;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use typst_layout::PagedDocument;

use self::data::{Block, BookData, ChapterData, ContentsLine, Format, KindData, LetterData, Title, Titles, WordData};
use self::index::Topic;
use self::places::{Pages, Places, Spot};
use self::tables::Room;
use self::writer::Writer;
use super::error::{PressError, Subject};
use super::length::{Mm, Size};
use super::pdf::{self, About, Tags};
use super::used::used;
use super::{Paper, PrintStyle, Printed, booklet, frames, objects, world};
use makeready_faces::book::{Book, ChapterBlock, Entry, EntryKind, EntryLink};
use makeready_faces::credits::{Colophon, GameCredits, Used};
use makeready_faces::order::OrderKey;
use makeready_prose::address::{self, Place};
use makeready_prose::anchors;
use makeready_prose::link_index::{LinkIndex, link_of};
use makeready_prose::terms::Terms;
use makeready_words::Words;

/// Name of the template, for messages.
const TEMPLATE: &str = "book.typ";

/// How close the lines of the contents and of the index may stand.
const TIGHTEST: usize = 2;
/// The most sections of one name that stand in the contents.
const MOST_OF_A_NAME: usize = 2;
/// The most times that a book is laid out.
const MOST_PASSES: usize = 11;
/// From this pass on no pages stand behind links: a page more or less behind a link may move the link to another page, and
/// that back again.
const LAST_WITH_PAGES: usize = 8;

/// How to print a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookPrint {
    /// The paper: of a booklet the sheets, each with two pages beside each other.
    pub paper: Paper,
    /// Whether its pages are imposed for sheets to be folded in the middle.
    pub is_booklet: bool,
    /// Ink and typeface.
    pub style: PrintStyle,
    /// Title of the document.
    pub title: String,
    /// The credits of the game.
    pub credits: GameCredits,
}

/// The least sides of a page: a narrower column holds no table, and less of a height no card.
const LEAST_PAGE: Size = Size::from_um(90_000, 130_000);

impl BookPrint {
    /// Whether there is room for a book on the paper.
    ///
    /// # Errors
    /// [`PressError::PageTooSmall`].
    pub fn check(&self) -> Result<(), PressError> {
        let page = self.page();
        let is_large_enough = page.width >= LEAST_PAGE.width && page.height >= LEAST_PAGE.height;
        if is_large_enough { Ok(()) } else { Err(PressError::PageTooSmall { page, least: LEAST_PAGE }) }
    }

    /// A page.
    fn page(&self) -> Size {
        let Size { width, height } = self.paper.size;
        if !self.is_booklet {
            return self.paper.size;
        }
        // The sheet lies on its long side.
        Size { width: width.max(height).half(), height: width.min(height) }
    }
}

/// Prints a book.
///
/// # Errors
/// [`PressError`] when a character has no glyph.
pub fn print_book(book: &Book, print: &BookPrint) -> Result<Printed, PressError> {
    print.check()?;
    let manuscript = Manuscript::new(book);
    let Laid { document, used, colophon } = manuscript.lay_out(print)?;
    let mut about = About::of_game(&print.title, &print.credits, &used, &colophon);
    about.keywords.push(edition_of(book));
    book.lang.tag().clone_into(&mut about.language);
    let tags = if print.is_booklet { Tags::Dropped } else { Tags::Kept };
    let pdf = pdf::export(document, TEMPLATE, &about, tags)?;
    let pdf = if print.is_booklet { booklet::imposed(&pdf, print.paper.size, &about)? } else { objects::packed(&pdf)? };
    Ok(Printed::new(pdf, Vec::new(), used))
}

/// `Embers 1 · rules 4f2a91`, as on cards.
fn edition_of(book: &Book) -> String {
    let edition = format!("{} {}", book.title, book.edition);
    let game = edition.trim();
    match book.fingerprint.as_str() {
        "" => game.to_owned(),
        fingerprint => book.lang.words.say("print.edition", &[("game", game), ("fingerprint", fingerprint)]),
    }
}

/// A book that is laid out.
struct Laid {
    document: PagedDocument,
    used: Used,
    colophon: Colophon,
}

/// A book with what leads where in it.
pub struct Manuscript<'a> {
    book: &'a Book,
    link_index: LinkIndex,
    terms: Terms,
    /// The address of each chapter on the site, by which links find it.
    paths: BTreeMap<String, String>,
    entries: BTreeMap<EntryLink, &'a Entry>,
}

/// All texts of a book as data of the template.
struct Texts {
    chapters: Vec<ChapterData>,
    reference: Vec<KindData>,
    glossary: Vec<WordData>,
}

impl<'a> Manuscript<'a> {
    fn new(book: &'a Book) -> Self {
        let link_index = LinkIndex::new(book);
        let terms = Terms::new(book, &link_index);
        let entries = book.entries.iter().map(|entry| (link_of(entry), entry)).collect();
        Self { book, terms, link_index, paths: address::chapters(book), entries }
    }

    fn entry(&self, link: &EntryLink) -> Option<&'a Entry> {
        self.entries.get(link).copied()
    }

    fn lay_out(&self, print: &BookPrint) -> Result<Laid, PressError> {
        let format = format(print.page(), self.has_openers());
        let room = room(print.page(), &format);
        let places = self.places(room);
        let topics = topics::topics(self.book, &self.link_index, &places);
        let further = further_labels();
        let (mut pages, mut shown) = (Pages::default(), Used::default());
        let (mut tightness, mut index_tightness) = (0, 0);
        for pass in 0..MOST_PASSES {
            let texts = self.texts(&places, &pages, room, pass < LAST_WITH_PAGES).0;
            let colophon = Colophon::new(&print.credits, &shown);
            let index = index(&topics, &texts, &pages);
            let data =
                BookData { tightness, index_tightness, ..self.data(print, &texts, &index, &pages, format, &colophon) };
            let document = world::lay_out(TEMPLATE, &self.book.look, &data)?;
            let found = Pages::of(&document, &places, &further);
            let used = used(&document, TEMPLATE, &self.book.look)?;
            let (is_tighter, is_tighter_index) = (
                tightness < TIGHTEST && ends_short(&texts, &found),
                index_tightness <= TIGHTEST && found.page(CREDITS.label) > found.page(INDEX_END),
            );
            if is_tighter || is_tighter_index {
                tightness += usize::from(is_tighter);
                index_tightness += usize::from(is_tighter_index);
                (pages, shown) = (found, used);
                continue;
            }
            if found.agrees_with(&pages) && used == shown {
                frames::checked(document.pages(), &Subject::Other("the book".to_owned()))?;
                return Ok(Laid { document, used, colophon });
            }
            (pages, shown) = (found, used);
        }
        let message = "the pages of the book do not settle".to_owned();
        Err(PressError::Typeset { template: TEMPLATE.to_owned(), messages: vec![message] })
    }

    /// Whether chapters are so long that each begins on a page of its own; of shorter ones the last pages would be a good part
    /// of the book, and half empty, so that they follow one another. A page in two columns has some 5,000 letters.
    fn has_openers(&self) -> bool {
        const LONG: usize = 25_000;
        let length = |block: &ChapterBlock| match block {
            ChapterBlock::Markdown { source, .. } => source.len(),
            _ => 400,
        };
        let all: usize = self.book.chapters.iter().flat_map(|chapter| &chapter.blocks).map(length).sum();
        all > LONG * self.book.chapters.len()
    }

    /// All places that are on paper: those that texts define, as far as the texts have begun them.
    fn places(&self, room: Room) -> Places {
        let mut places = Places::default();
        for chapter in &self.book.chapters {
            let path = &self.paths[&chapter.slug];
            places.define(Place::page(path));
            let mut slugs = anchors::Slugs::default();
            for block in &chapter.blocks {
                let ChapterBlock::Markdown { source, .. } = block else { continue };
                for anchor in anchors::anchors(source, &mut slugs, &|_| None) {
                    places.define(Place::spot(path, anchor.id));
                }
            }
        }
        for entry in self.book.entries.iter().filter(|entry| reference::is_printed(entry.kind)) {
            let place = address::entry(&self.book.id, entry.kind, &entry.id);
            for anchor in anchors::anchors(&entry.body, &mut anchors::Slugs::default(), &|_| None) {
                places.define(Place::spot(&place.path, anchor.id));
            }
            places.define(place);
        }
        for term in self.book.glossary.iter().filter(|term| term.target.kind == EntryKind::Term) {
            places.define(address::entry(&self.book.id, EntryKind::Term, &term.target.id));
        }
        let (_, begun) = self.texts(&places, &Pages::default(), room, false);
        places.keep(&begun);
        places
    }

    /// All texts, and the places that have begun in them.
    fn texts(&self, places: &Places, pages: &Pages, room: Room, has_pages: bool) -> (Texts, BTreeSet<Spot>) {
        let mut taken = BTreeSet::new();
        let mut all = Vec::new();
        for chapter in &self.book.chapters {
            let path = &self.paths[&chapter.slug];
            let writer = Writer::new(places, pages, room, path, &mut taken);
            let writer = if has_pages { writer.with_pages() } else { writer };
            all.push(chapters::chapter(chapter, path, self, writer));
        }
        let mut reference = Vec::new();
        for kind in EntryKind::ALL.iter().copied().filter(|kind| reference::is_printed(*kind)) {
            reference.extend(reference::kind(kind, self, places, pages, room, &mut taken));
        }
        let words = self.book.glossary.iter();
        let words = words.map(|term| reference::word(term, self, places, pages, &mut taken));
        let mut glossary: Vec<WordData> = words.collect();
        glossary.sort_by_cached_key(|word| (OrderKey::new(&word.word), word.word.clone()));
        (Texts { chapters: all, reference, glossary }, taken)
    }

    fn data<'d>(
        &'d self,
        print: &BookPrint,
        texts: &'d Texts,
        index: &'d [LetterData],
        pages: &Pages,
        format: Format,
        colophon: &'d Colophon,
    ) -> BookData<'d> {
        let book = self.book;
        let names = print.credits.author_names();
        let words = book.lang.words;
        let authors = if names.is_empty() {
            String::new()
        } else {
            words.say("paper.by", &[("names", &words.all_of("paper.names", &names))])
        };
        let licence = print.credits.licence.as_ref().map_or_else(String::new, |licence| licence.name.clone());
        BookData {
            look: &book.look,
            paper: print.page(),
            style: print.style,
            format,
            title: &book.title,
            tagline: &book.tagline,
            edition: edition_of(book),
            authors,
            licence,
            cover_size: cover_size(&book.title, print.page()),
            art: book.art.as_ref(),
            heads: heads(texts, pages, format.has_openers, words),
            contents: contents(texts, pages, words),
            tightness: 0,
            index_tightness: 0,
            chapters: &texts.chapters,
            reference: &texts.reference,
            glossary: &texts.glossary,
            index,
            credits: colophon.phrases(),
            titles: Titles {
                contents: words.text("paper.contents").to_owned(),
                reference: REFERENCE.title(words),
                glossary: GLOSSARY.title(words),
                index: INDEX.title(words),
                credits: CREDITS.title(words),
            },
        }
    }
}

/// The index. What stands in the reference is explained there, and mentioned in chapters.
fn index(topics: &[Topic], texts: &Texts, pages: &Pages) -> Vec<LetterData> {
    let first = texts.chapters.first().and_then(|chapter| pages.page(&chapter.label));
    let last = pages.page(REFERENCE.label).or_else(|| pages.page(GLOSSARY.label)).unwrap_or(pages.count);
    index::index(topics, pages, first.unwrap_or(1), last)
}

/// What is no chapter: its label, and the key of its title.
#[derive(Clone, Copy)]
struct Part {
    label: &'static str,
    key: &'static str,
}

const REFERENCE: Part = Part { label: "reference", key: "paper.reference" };
const GLOSSARY: Part = Part { label: "glossary", key: "paper.glossary" };
const INDEX: Part = Part { label: "index", key: "paper.index" };
const CREDITS: Part = Part { label: "credits", key: "paper.credits" };
/// The label behind the last word of the index.
const INDEX_END: &str = "index-end";

impl Part {
    fn title(self, words: Words) -> Title {
        Title { words: words.text(self.key).to_owned(), label: self.label }
    }
}

/// The labels of what is no place of the site.
fn further_labels() -> Vec<String> {
    let titles = [REFERENCE, GLOSSARY, INDEX, CREDITS].map(|one| one.label.to_owned());
    let kinds = EntryKind::ALL.iter().map(|kind| reference::label_of(*kind));
    titles.into_iter().chain(kinds).chain([INDEX_END.to_owned()]).collect()
}

/// The measures of a page. Two columns of some 3.3 in on large paper, one on small.
fn format(page: Size, has_openers: bool) -> Format {
    if page.width >= Mm::from_um(180_000) {
        let (inside, outside, top, bottom) = (19.0, 17.0, 22.0, 19.0);
        Format { columns: 2, gutter: 8.0, inside, outside, top, bottom, size: 9.5, has_openers }
    } else {
        // Narrow paper keeps more of its width for text.
        let narrow = page.width.to_mm() / 148.0;
        let (inside, outside) = (16.0 * narrow, 13.0 * narrow);
        let (top, bottom) = (17.0, 14.0);
        Format { columns: 1, gutter: 0.0, inside, outside, top, bottom, size: 9.0, has_openers: false }
    }
}

/// The size of a title on the cover, in points: its longest word has to fit a line, and all of it some lines.
fn cover_size(title: &str, page: Size) -> f64 {
    /// How wide a capital of a display face may be, in em.
    const WIDE: f64 = 0.74;
    let width = page.width.to_pt().0 * 0.83;
    let letters = |text: &str| text.chars().count().max(1) as f64;
    let longest = title.split([' ', '-']).map(letters).fold(1.0, f64::max);
    let largest = page.height.to_pt().0 * 0.064;
    // Three lines at most.
    largest.min(width / (WIDE * longest)).min(3.0 * width / (WIDE * letters(title))).max(9.0)
}

/// The room for tables, in points.
fn room(page: Size, format: &Format) -> Room {
    let points = |mm: f64| mm * 72.0 / 25.4;
    let width = page.width.to_mm() - format.inside - format.outside;
    let columns = f64::from(format.columns);
    Room {
        column: points((width - (columns - 1.0) * format.gutter) / columns),
        page: points(width),
        height: points(page.height.to_mm() - format.top - format.bottom),
        has_columns: format.columns > 1,
    }
}

/// What begins on which page and has its name above the pages that follow, in order.
fn begun<'t>(texts: &'t Texts, pages: &Pages, words: Words) -> BTreeMap<usize, (String, Cow<'t, str>)> {
    let chapters =
        texts.chapters.iter().map(|chapter| (&chapter.label, chapter.number.clone(), Cow::from(&chapter.title)));
    let kinds = texts.reference.iter().map(|kind| (&kind.label, String::new(), Cow::from(&kind.title)));
    let named = chapters.chain(kinds).filter_map(|(label, number, title)| Some((pages.page(label)?, (number, title))));
    // The credits stand at the foot of the index.
    let titles = [GLOSSARY, INDEX].map(|one| one.title(words));
    let titles = titles
        .into_iter()
        .filter_map(|title| Some((pages.page(title.label)?, (String::new(), Cow::from(title.words)))));
    named.chain(titles).collect()
}

/// The line above each page: what has begun there or before it. Pages that begin with a large title have none.
fn heads(texts: &Texts, pages: &Pages, has_openers: bool, words: Words) -> Vec<String> {
    let begun = begun(texts, pages, words);
    let first = begun.keys().next().copied().unwrap_or(usize::MAX);
    let head = |page: usize| {
        if page < first || has_openers && begun.contains_key(&page) {
            return String::new();
        }
        match begun.range(..=page).next_back() {
            Some((_, (number, title))) if number.is_empty() => title.to_string(),
            Some((_, (number, title))) => format!("{number}  {title}"),
            None => String::new(),
        }
    };
    (1..=pages.count).map(head).collect()
}

/// Whether the last page of the contents has a few lines only: less than a quarter of its first.
fn ends_short(texts: &Texts, pages: &Pages) -> bool {
    /// After the cover.
    const FIRST: usize = 2;
    let begin = texts.chapters.first().and_then(|chapter| pages.page(&chapter.label));
    let last = begin.map_or(FIRST, |page| page - 1);
    last > FIRST && 4 * pages.leading_from(last) < pages.leading_from(FIRST)
}

fn contents(texts: &Texts, pages: &Pages, words: Words) -> Vec<ContentsLine> {
    let line = |level, number: &str, words: &str, to: &str| ContentsLine {
        level,
        number: number.to_owned(),
        words: words.to_owned(),
        to: to.to_owned(),
        page: pages.page(to).map(|page| page.to_string()).unwrap_or_default(),
    };
    let sections = |chapter: &ChapterData| -> Vec<(String, String)> {
        let section = |block: &Block| match block {
            Block::Heading { level: 2, label, line: words, .. } => {
                Some((words.iter().map(tables::words_of).collect(), label.clone()))
            }
            _ => None,
        };
        chapter.blocks.iter().filter_map(section).collect()
    };
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for (words, _) in texts.chapters.iter().flat_map(sections) {
        *times.entry(words).or_default() += 1;
    }
    let mut lines = Vec::new();
    for chapter in &texts.chapters {
        lines.push(line(1, &chapter.number, &chapter.title, &chapter.label));
        // What many chapters have, such as their examples, tells no chapter from another.
        let own = sections(chapter).into_iter().filter(|(words, _)| times[words] <= MOST_OF_A_NAME);
        lines.extend(own.map(|(words, label)| line(2, "", &words, &label)));
    }
    if !texts.reference.is_empty() {
        lines.push(line(1, "", words.text(REFERENCE.key), REFERENCE.label));
        lines.extend(texts.reference.iter().map(|kind| line(2, "", &kind.title, &kind.label)));
    }
    let mut titles = vec![INDEX, CREDITS];
    if !texts.glossary.is_empty() {
        titles.insert(0, GLOSSARY);
    }
    // The credits stand before the index where they have no room behind it.
    titles.sort_by_key(|one| pages.page(one.label));
    lines.extend(titles.iter().map(|one| line(1, "", words.text(one.key), one.label)));
    lines
}
