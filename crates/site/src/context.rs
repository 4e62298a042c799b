//! The context in which pages are rendered.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use makeready_faces::book::{Book, EntryLink, Written};
use makeready_words::Words;

use super::address::{self, Place};
use super::assets::{self, StylePart};
use super::contents::Contents;
use super::fault::LinkFault;
use super::html::Html;
use super::icons::{self, Icons, Sheet};
use super::link_index::{BrokenLink, LinkIndex};
use super::other_page::OtherPage;
use super::own_icons;
use super::pictures::Placed;
use super::terms::{Piece, Seen, Terms};
use super::{LinkProblem, SiteKit};

/// A book with what is needed to link within it.
pub struct RenderContext<'a> {
    /// The book, in outline.
    pub book: &'a Book,
    /// Its chapters and entries, whole.
    pub contents: &'a Contents<'a>,
    /// The paths of chapters, by their slugs.
    pub chapters: &'a BTreeMap<String, String>,
    /// Link targets.
    pub link_index: &'a LinkIndex,
    /// The places of the members of an entry, such as the keywords of a family.
    pub members: BTreeMap<&'a EntryLink, Vec<usize>>,
    /// The places of entries by their names, of those alike the first.
    named: BTreeMap<&'a str, Place>,
    /// Words that are linked automatically.
    pub terms: &'a Terms,
    /// Pictures.
    pub icons: &'a Icons,
    /// Where other readings are tried out, if there is a workshop.
    pub workshop: Option<&'a Place>,
    /// Whether that prints.
    pub prints: bool,
}

impl<'a> RenderContext<'a> {
    /// For a book with its index.
    pub fn new(contents: &'a Contents<'a>, index: &'a BookIndex, icons: &'a Icons) -> Self {
        let book = contents.outline();
        let mut members: BTreeMap<&EntryLink, Vec<usize>> = BTreeMap::new();
        let grouped = book.entries.iter().enumerate();
        for (group, place) in grouped.filter_map(|(place, entry)| Some((entry.group.as_ref()?, place))) {
            members.entry(group).or_default().push(place);
        }
        let mut named = BTreeMap::new();
        for entry in &book.entries {
            named.entry(entry.name.as_str()).or_insert_with(|| address::entry(&book.id, entry.kind, &entry.id));
        }
        Self {
            book,
            contents,
            chapters: &index.chapters,
            link_index: &index.links,
            members,
            named,
            terms: &index.terms,
            icons,
            workshop: index.workshop.as_ref(),
            prints: index.prints,
        }
    }

    /// Names of entries with their places; of entries of one name the first.
    pub fn named(&self) -> impl Iterator<Item = (&'a str, &Place)> {
        self.named.iter().map(|(name, place)| (*name, place))
    }
}

/// What links of a book lead to, found once for all of its pages.
pub struct BookIndex {
    /// The paths of chapters, by their slugs.
    pub chapters: BTreeMap<String, String>,
    /// Link targets.
    pub links: LinkIndex,
    /// Words that are linked automatically.
    pub terms: Terms,
    /// The path of the book's style sheet, and its text.
    pub style: (String, String),
    workshop: Option<Place>,
    prints: bool,
}

impl BookIndex {
    /// Of a book.
    pub fn new(book: &Book, kit: &SiteKit) -> Self {
        let links = LinkIndex::new(book);
        let terms = Terms::new(book, &links);
        let style = assets::book_style(book, &kit.options, &kit.program);
        let workshop = OtherPage::listed(book, &kit.options).find(|page| *page == OtherPage::Workshop);
        let workshop = workshop.map(|page| Place::page(page.path(book)));
        let prints = kit.options.workshop.as_ref().is_some_and(|workshop| workshop.press.is_some());
        Self { chapters: address::chapters(book), links, terms, style, workshop, prints }
    }
}

/// A stretch of source text, for messages.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// File, as messages name it.
    pub file: &'a str,
    /// Where the stretch begins in it.
    pub offset: usize,
    /// Its source map.
    pub written: &'a Written,
}

/// The source map of text into which nothing was filled.
pub static AS_IT_IS: Written = Written::NONE;

/// One page while it is rendered: what it uses, and its broken links.
pub struct PageContext<'a> {
    /// Its book.
    pub context: &'a RenderContext<'a>,
    /// Its path.
    pub path: String,
    /// Icons it shows.
    pub icons: BTreeSet<String>,
    /// Icons it shows that the book brings.
    pub own_icons: BTreeSet<String>,
    /// Pictures it shows.
    pub pictures: BTreeSet<Placed>,
    /// The parts of the style that it needs.
    pub style_parts: BTreeSet<StylePart>,
    /// Places that its author links to, for "mentioned in".
    pub mentions: BTreeSet<(Place, Place)>,
    /// Broken links.
    pub problems: Vec<LinkProblem>,
    /// The notes on its numbers, and the id of each by what it says.
    notes: Html,
    note_ids: HashMap<Html, String>,
}

impl<'a> PageContext<'a> {
    /// The words of what it says by itself.
    pub const fn words(&self) -> Words {
        self.context.book.lang.words
    }

    /// A page with nothing on it.
    pub fn new(context: &'a RenderContext<'a>, path: impl Into<String>) -> Self {
        Self {
            context,
            path: path.into(),
            icons: BTreeSet::new(),
            own_icons: BTreeSet::new(),
            pictures: BTreeSet::new(),
            style_parts: BTreeSet::new(),
            mentions: BTreeSet::new(),
            problems: Vec::new(),
            notes: Html::new(),
            note_ids: HashMap::new(),
        }
    }

    /// The link from this page.
    pub fn href(&self, place: &Place) -> String {
        place.href_from(&self.path)
    }

    /// Adds a note to the end of the page, unless it is there already, and returns its id.
    pub fn note(&mut self, said: Html) -> String {
        if let Some(id) = self.note_ids.get(&said) {
            return id.clone();
        }
        // No heading makes an id with two dashes in a row.
        let id = format!("n--{}", self.note_ids.len() + 1);
        self.notes.open("span", &[("id", &id), ("popover", "")]).append(&said).close("span");
        self.note_ids.insert(said, id.clone());
        id
    }

    /// The notes on its numbers.
    pub const fn notes(&self) -> &Html {
        &self.notes
    }

    /// Records an icon and returns its class, or an empty one when none is wanted.
    pub fn icon(&mut self, id: &str) -> String {
        if id.is_empty() {
            return String::new();
        }
        if self.context.book.look.icons.find(id).is_some() {
            self.own_icons.insert(id.to_owned());
            return own_icons::class(self.context.book, id);
        }
        if !self.context.icons.has(id) {
            let suggestion = self.context.icons.nearest(id);
            let fault = LinkFault::NoIcon { id: id.to_string() };
            let problem = LinkProblem { suggestion, ..LinkProblem::of_book(self.context.book, fault) };
            if !self.problems.contains(&problem) {
                self.problems.push(problem);
            }
            return String::new();
        }
        self.icons.insert(id.to_string());
        icons::class(id)
    }

    /// The style sheets with the icons that it shows.
    pub fn icon_sheets(&self) -> BTreeSet<Sheet> {
        icons::sheets(&self.icons, &[self.context.book])
    }

    /// Link to the entry of this name; empty when there is none, or it is this page.
    pub fn named_href(&self, name: &str) -> String {
        let place = self.context.named.get(name).filter(|place| place.path != self.path);
        place.map_or_else(String::new, |place| self.href(place))
    }

    /// Link to the home of a rule; empty when it has none or is on this page.
    pub fn rule_href(&self, rule: &str) -> String {
        match self.context.link_index.rule(rule) {
            Some(target) if !(target.place.path == self.path && target.place.fragment.is_empty()) => {
                self.href(&target.place)
            }
            _ => String::new(),
        }
    }

    /// Records a broken link.
    pub fn broken_link(&mut self, source: Source<'_>, range: &std::ops::Range<usize>, broken_link: BrokenLink) {
        let written = source.written.part(range);
        self.problems.push(LinkProblem {
            file: source.file.to_string(),
            offset: source.offset + written.start,
            len: written.len(),
            fault: broken_link.fault,
            suggestion: broken_link.suggestion,
        });
    }

    /// Appends text with its glossary words linked.
    pub fn linked_text(&self, out: &mut Html, text: &str, before: Option<char>, seen: &mut Seen) {
        for piece in self.context.terms.cut(text, before, &self.path, seen) {
            match piece {
                Piece::Plain(text) => out.text(text),
                Piece::Linked(text, place) => out.element("a", &[("class", "term"), ("href", &self.href(place))], text),
            };
        }
    }
}
