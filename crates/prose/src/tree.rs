//! The Markdown of a book as a tree, for who does not write HTML.
//!
//! **In** Markdown, and runs of views. **Out** [`Block`]s and [`Inline`]s in which every link has been resolved and the words of the
//! glossary are linked, as on the site. A link without a target is left as its words: the site reports it. How deep parts may
//! stand in one another is a limit of content.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::vec::IntoIter;

use pulldown_cmark::{Alignment, Event, LinkType, Tag, TagEnd};

use makeready_faces::book::is_within_a_line;
use makeready_faces::text::{Run, Style};

use super::address::Place;
use super::anchors::{Slugs, events, is_rule_id, rule_anchor};
use super::link_index::LinkIndex;
use super::terms::{Piece, Seen, Terms};

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// To a place of the book, by its author.
    Written(Place),
    /// To what explains a word of the glossary.
    Glossary(Place),
    /// Out of the book.
    Web(String),
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Words, linked or not.
    Text(Run, Option<Link>),
    /// The place of a rule.
    Rule(String),
    /// The end of a line.
    Break,
    /// The sign of a note, by its label.
    Note(String),
}

/// A line, or several.
pub type Line = Vec<Inline>;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading.
    Heading {
        /// 2 and below: 1 is the chapter.
        level: u8,
        /// Its id in the chapter, a rule's where it is one.
        id: String,
        /// Its words.
        words: Line,
    },
    /// A paragraph.
    Paragraph(Line),
    /// A list, with the number of its first item where it has numbers.
    List(Option<u64>, Vec<Vec<Block>>),
    /// A quotation.
    Quote(Vec<Block>),
    /// Lines that stay as they are.
    Code(String),
    /// A table.
    Table(Table),
    /// Words, each with what it means.
    Definitions(Vec<(Line, Vec<Vec<Block>>)>),
    /// A rule between two parts of a text.
    Rule,
}

/// A table of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Whether each column is aligned to the right.
    pub to_the_right: Vec<bool>,
    /// Its head.
    pub head: Vec<Line>,
    /// Its rows.
    pub rows: Vec<Vec<Line>>,
}

/// A text that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prose {
    /// Its parts.
    pub blocks: Vec<Block>,
    /// Its notes by their labels.
    pub notes: BTreeMap<String, Vec<Block>>,
}

/// Reads the texts of one chapter or entry, one after another: ids are unique in all of them, and a word of the glossary is
/// linked once in each section.
pub struct Reader<'a> {
    link_index: &'a LinkIndex,
    terms: &'a Terms,
    path: &'a str,
    slugs: Slugs,
    seen: Seen,
}

impl<'a> Reader<'a> {
    /// For the texts of the page at this path.
    pub fn new(link_index: &'a LinkIndex, terms: &'a Terms, path: &'a str) -> Self {
        Self { link_index, terms, path, slugs: Slugs::default(), seen: Seen::default() }
    }

    /// Reads Markdown.
    pub fn read(&mut self, markdown: &str) -> Prose {
        let events: Vec<Event<'_>> = events(markdown).map(|(event, _)| event).collect();
        let state = State {
            notes: BTreeMap::new(),
            strong: 0,
            emphasis: 0,
            link: Within::Nothing,
            is_plain: false,
            last: None,
        };
        let mut text = Text { reader: self, events: events.into_iter().peekable(), state };
        let blocks = text.blocks();
        Prose { blocks, notes: text.state.notes }
    }

    /// A paragraph of a view, with the words of the glossary linked.
    pub fn runs(&mut self, runs: &[Run]) -> Line {
        let mut line = Line::new();
        let mut last = None;
        for run in runs {
            match run.style {
                Style::Plain => self.linked(&run.text, Style::Plain, last, &mut line),
                _ => line.push(Inline::Text(run.clone(), None)),
            }
            last = run.text.chars().next_back().or(last);
        }
        line
    }

    fn linked(&mut self, text: &str, style: Style, before: Option<char>, line: &mut Line) {
        let pieces = self.terms.cut(text, before, self.path, &mut self.seen);
        line.extend(pieces.into_iter().map(|piece| match piece {
            Piece::Plain(text) => words(text, style, None),
            Piece::Linked(text, place) => words(text, style, Some(Link::Glossary(place.clone()))),
        }));
    }
}

fn words(text: &str, style: Style, link: Option<Link>) -> Inline {
    Inline::Text(Run { style, text: text.to_owned(), detail: String::new() }, link)
}

/// The link that words are in.
enum Within {
    /// None.
    Nothing,
    /// One that leads somewhere.
    Link(Link),
    /// One that leads nowhere: no word of it is linked.
    DeadLink,
}

/// What is around the words that are read.
struct State {
    notes: BTreeMap<String, Vec<Block>>,
    strong: usize,
    emphasis: usize,
    /// The link that the words are in.
    link: Within,
    /// Whether no word of the glossary is linked: in headings.
    is_plain: bool,
    /// The last character of this block.
    last: Option<char>,
}

/// One text while it is read.
struct Text<'r, 'a, 'm> {
    reader: &'r mut Reader<'a>,
    events: Peekable<IntoIter<Event<'m>>>,
    state: State,
}

impl Text<'_, '_, '_> {
    /// Blocks up to the end of what they stand in, which is taken as well.
    fn blocks(&mut self) -> Vec<Block> {
        let mut blocks = Vec::new();
        while let Some(event) = self.events.peek() {
            match event {
                Event::Start(tag) if !opens_block(tag) => self.loose_words(&mut blocks),
                Event::End(tag) if is_within_a_line(tag) => self.loose_words(&mut blocks),
                Event::Start(_) | Event::Rule => {
                    if let Some(event) = self.events.next() {
                        blocks.extend(self.block(event));
                    }
                }
                Event::End(_) => {
                    self.events.next();
                    break;
                }
                _ => self.loose_words(&mut blocks),
            }
        }
        blocks
    }

    /// Words that stand in no paragraph: those of the items of a close list.
    fn loose_words(&mut self, blocks: &mut Vec<Block>) {
        self.state.last = None;
        let mut line = Line::new();
        while let Some(event) = self.events.peek() {
            let is_over = match event {
                Event::Start(tag) => opens_block(tag),
                Event::End(tag) => !is_within_a_line(tag),
                Event::Rule => true,
                _ => false,
            };
            if is_over {
                break;
            }
            let Some(event) = self.events.next() else { break };
            self.inline(event, &mut line);
        }
        if !line.is_empty() {
            blocks.push(Block::Paragraph(line));
        }
    }

    fn block(&mut self, event: Event<'_>) -> Option<Block> {
        let Event::Start(tag) = event else { return Some(Block::Rule) };
        Some(match tag {
            Tag::Heading { level, id, .. } => self.heading(level as u8, id.as_deref()),
            Tag::BlockQuote(_) => Block::Quote(self.blocks()),
            Tag::CodeBlock(_) => Block::Code(self.code()),
            Tag::List(first) => Block::List(first, self.items()),
            Tag::FootnoteDefinition(label) => {
                let label = label.to_string();
                let blocks = self.blocks();
                self.state.notes.insert(label, blocks);
                return None;
            }
            Tag::DefinitionList => Block::Definitions(self.definitions()),
            Tag::Table(alignments) => Block::Table(self.table(&alignments)),
            // A paragraph, or HTML, which is shown as text.
            _ => Block::Paragraph(self.line()),
        })
    }

    fn heading(&mut self, level: u8, given: Option<&str>) -> Block {
        self.state.is_plain = true;
        let words = self.line();
        self.state.is_plain = false;
        let title: String = words.iter().map(text_of).collect();
        let id = self.reader.slugs.heading(given, &title).id;
        self.reader.seen = Seen::default();
        Block::Heading { level: level.max(2), id, words }
    }

    /// Words up to the end of what they stand in, which is taken as well.
    fn line(&mut self) -> Line {
        self.state.last = None;
        let mut line = Line::new();
        while let Some(event) = self.events.next() {
            if let Event::End(tag) = &event
                && !is_within_a_line(tag)
            {
                break;
            }
            self.inline(event, &mut line);
        }
        line
    }

    fn code(&mut self) -> String {
        let mut code = String::new();
        for event in self.events.by_ref() {
            match event {
                Event::Text(text) => code.push_str(&text),
                Event::End(_) => break,
                _ => {}
            }
        }
        code
    }

    fn items(&mut self) -> Vec<Vec<Block>> {
        let mut items = Vec::new();
        while let Some(Event::Start(_)) = self.events.next() {
            items.push(self.blocks());
        }
        items
    }

    fn definitions(&mut self) -> Vec<(Line, Vec<Vec<Block>>)> {
        let mut all: Vec<(Line, Vec<Vec<Block>>)> = Vec::new();
        while let Some(Event::Start(tag)) = self.events.next() {
            match (tag, all.last_mut()) {
                (Tag::DefinitionListDefinition, Some(_)) => {
                    let meaning = self.blocks();
                    if let Some((_, meanings)) = all.last_mut() {
                        meanings.push(meaning);
                    }
                }
                _ => {
                    let words = self.line();
                    all.push((words, Vec::new()));
                }
            }
        }
        all
    }

    fn table(&mut self, alignments: &[Alignment]) -> Table {
        let to_the_right = alignments.iter().map(|alignment| *alignment == Alignment::Right).collect();
        let mut table = Table { to_the_right, head: Vec::new(), rows: Vec::new() };
        while let Some(Event::Start(tag)) = self.events.next() {
            self.state.is_plain = matches!(tag, Tag::TableHead);
            let mut cells = Vec::new();
            while let Some(Event::Start(_)) = self.events.next() {
                cells.push(self.line());
            }
            if self.state.is_plain {
                table.head = cells;
            } else {
                table.rows.push(cells);
            }
            self.state.is_plain = false;
        }
        table
    }

    fn inline(&mut self, event: Event<'_>, line: &mut Line) {
        match event {
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(&text, line),
            Event::InlineMath(text) | Event::DisplayMath(text) => self.text(&text, line),
            Event::Code(code) => self.push(&code, Style::Formula, line),
            Event::SoftBreak => self.text(" ", line),
            Event::HardBreak => line.push(Inline::Break),
            Event::FootnoteReference(label) => line.push(Inline::Note(label.to_string())),
            Event::TaskListMarker(is_done) => self.text(if is_done { "\u{2611} " } else { "\u{2610} " }, line),
            Event::Rule => {}
            Event::Start(Tag::Strong) => self.state.strong += 1,
            Event::End(TagEnd::Strong) => self.state.strong = self.state.strong.saturating_sub(1),
            Event::Start(Tag::Emphasis) => self.state.emphasis += 1,
            Event::End(TagEnd::Emphasis) => self.state.emphasis = self.state.emphasis.saturating_sub(1),
            Event::Start(Tag::Link { link_type, dest_url, .. }) => self.start_link(link_type, &dest_url, line),
            Event::End(TagEnd::Link) => self.state.link = Within::Nothing,
            Event::Start(_) | Event::End(_) => {}
        }
    }

    fn style(&self) -> Style {
        match (self.state.strong > 0, self.state.emphasis > 0) {
            (true, true) => Style::StrongEmphasis,
            (true, false) => Style::Strong,
            (false, true) => Style::Emphasis,
            (false, false) => Style::Plain,
        }
    }

    fn text(&mut self, text: &str, line: &mut Line) {
        let style = self.style();
        if !matches!(self.state.link, Within::Nothing) || self.state.is_plain {
            self.push(text, style, line);
        } else {
            let last = self.state.last;
            self.reader.linked(text, style, last, line);
            self.state.last = text.chars().next_back().or(last);
        }
    }

    fn push(&mut self, text: &str, style: Style, line: &mut Line) {
        let link = match &self.state.link {
            Within::Link(link) => Some(link.clone()),
            Within::Nothing | Within::DeadLink => None,
        };
        line.push(words(text, style, link));
        self.state.last = text.chars().next_back().or(self.state.last);
    }

    fn start_link(&mut self, link_type: LinkType, dest: &str, line: &mut Line) {
        if let Some(id) = rule_anchor(link_type, dest) {
            self.skip_link();
            if is_rule_id(id) && self.reader.slugs.of(id) == id {
                line.push(Inline::Rule(id.to_owned()));
            }
            return;
        }
        let LinkType::WikiLink { has_pothole } = link_type else {
            self.state.link = self.address(link_type, dest).map_or(Within::DeadLink, Within::Link);
            return;
        };
        let dest = dest.trim_end_matches('\\');
        let Ok(target) = self.reader.link_index.resolve(dest) else {
            self.state.link = Within::DeadLink;
            return;
        };
        self.reader.seen.add(&target.place);
        let link = Link::Written(target.place.clone());
        self.state.link = Within::Link(link.clone());
        if !has_pothole {
            let name = target.words(dest);
            line.push(words(name, self.style(), Some(link)));
            self.state.last = name.chars().next_back();
            self.skip_link();
        }
    }

    /// Goes on behind a link whose words are not those of its source.
    fn skip_link(&mut self) {
        for event in self.events.by_ref() {
            if matches!(event, Event::End(TagEnd::Link)) {
                break;
            }
        }
        self.state.link = Within::Nothing;
    }

    /// The target of an ordinary link.
    fn address(&self, link_type: LinkType, dest: &str) -> Option<Link> {
        if link_type == LinkType::Email {
            return Some(Link::Web(format!("mailto:{dest}")));
        }
        let lower = dest.to_ascii_lowercase();
        if ["https://", "http://", "mailto:"].iter().any(|scheme| lower.starts_with(scheme)) {
            return Some(Link::Web(dest.to_owned()));
        }
        if let Some(id) = dest.strip_prefix('#') {
            return Some(Link::Written(Place::spot(self.reader.path, id)));
        }
        let (file, fragment) = dest.split_once('#').unwrap_or((dest, ""));
        let slug = file.rsplit('/').next()?.strip_suffix(".md")?;
        let chapter = self.reader.link_index.chapter(slug)?;
        Some(Link::Written(Place::spot(&chapter.place.path, fragment)))
    }
}

/// The words of a part of a line.
pub fn text_of(part: &Inline) -> &str {
    match part {
        Inline::Text(run, _) => &run.text,
        Inline::Rule(_) | Inline::Note(_) => "",
        Inline::Break => " ",
    }
}

/// Whether a tag opens a part of a text, and is none within a line.
pub const fn opens_block(tag: &Tag<'_>) -> bool {
    !matches!(
        tag,
        Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Link { .. }
            | Tag::Image { .. }
    )
}
