//! Parts of a text as data of the template.
//!
//! **In** the tree of a text, and where things stand on paper as far as that is known. **Out** [`Block`]s. A link to another
//! chapter is followed by its page, once in a section; a link to what is not on paper is its words.

use std::collections::{BTreeMap, BTreeSet};

use super::data::{Block, Line, Other, Piece};
use super::places::{Pages, Places, Spot};
use super::tables::{self, Room};
use makeready_faces::card::Table;
use makeready_faces::text::{Paragraph, Run, Style};
use makeready_prose::address::Place;
use makeready_prose::anchors::is_rule_id;
use makeready_prose::tree::{self, Inline, Link, Prose};

/// How deep parts may stand in one another on paper; what is deeper stands beside what it stands in. Authors may go further
/// than a column has room, and than Typst lays out.
const DEEPEST: usize = 5;

/// Writes the texts of one chapter or entry.
pub struct Writer<'a> {
    places: &'a Places,
    pages: &'a Pages,
    room: Room,
    /// The page of the site on which they stand.
    path: String,
    /// Labels that are given already: a second place of one name has none.
    taken: &'a mut BTreeSet<Spot>,
    /// Whether pages stand behind links.
    has_pages: bool,
    /// Places whose page stands in this section already.
    said: BTreeSet<Spot>,
    /// Parentheses that are open, behind which a page needs none of its own.
    open: usize,
}

impl<'a> Writer<'a> {
    /// For the texts of the page of the site at this path.
    pub fn new(places: &'a Places, pages: &'a Pages, room: Room, path: &str, taken: &'a mut BTreeSet<Spot>) -> Self {
        let (path, said) = (path.to_owned(), BTreeSet::new());
        Self { places, pages, room, path, taken, has_pages: false, said, open: 0 }
    }

    /// With the pages of other chapters behind links.
    pub fn with_pages(self) -> Self {
        Self { has_pages: true, ..self }
    }

    /// The label of a place that begins here; empty where another has it.
    pub fn begin(&mut self, place: &Place) -> String {
        let spot = self.places.find(place).filter(|spot| self.taken.insert(*spot));
        spot.map(Spot::label).unwrap_or_default()
    }

    /// The label that leads to a place; empty where it is not on paper.
    pub fn to(&self, place: &Place) -> String {
        self.places.find(place).map(Spot::label).unwrap_or_default()
    }

    /// The room for tables.
    pub const fn room(&self) -> Room {
        self.room
    }

    /// A whole text.
    pub fn prose(&mut self, prose: &Prose) -> Vec<Block> {
        self.blocks(&prose.blocks, &prose.notes, 0)
    }

    fn blocks(
        &mut self,
        blocks: &[tree::Block],
        notes: &BTreeMap<String, Vec<tree::Block>>,
        depth: usize,
    ) -> Vec<Block> {
        let mut written = Vec::new();
        for block in blocks {
            self.block(block, notes, depth, &mut written);
        }
        written
    }

    fn block(
        &mut self,
        block: &tree::Block,
        notes: &BTreeMap<String, Vec<tree::Block>>,
        depth: usize,
        out: &mut Vec<Block>,
    ) {
        match block {
            tree::Block::Heading { level, id, words } => {
                self.said.clear();
                let label = self.begin(&Place::spot(&self.path, id));
                let rule = if is_rule_id(id) { id.clone() } else { String::new() };
                out.push(Block::Heading { level: *level, label, rule, line: self.line(words, notes) });
            }
            tree::Block::Paragraph(words) => out.push(Block::Text { line: self.line(words, notes) }),
            tree::Block::List(_, items) if depth >= DEEPEST => {
                items.iter().for_each(|item| out.extend(self.blocks(item, notes, depth)));
            }
            tree::Block::List(first, items) => {
                let items = items.iter().map(|item| self.blocks(item, notes, depth + 1)).collect();
                out.push(Block::List { first: *first, items });
            }
            tree::Block::Quote(blocks) if depth >= DEEPEST => out.extend(self.blocks(blocks, notes, depth)),
            tree::Block::Quote(blocks) => out.push(Block::Quote { blocks: self.blocks(blocks, notes, depth + 1) }),
            tree::Block::Code(text) => out.push(Block::Code { text: text.clone() }),
            tree::Block::Table(table) => {
                let mut row = |cells: &Vec<tree::Line>| cells.iter().map(|cell| self.line(cell, notes)).collect();
                let head: Vec<Line> = row(&table.head);
                let rows = table.rows.iter().map(row).collect();
                let has_head = head.iter().any(|cell| !cell.is_empty());
                let head = if has_head { head } else { Vec::new() };
                let room = self.room_at(depth);
                out.extend(in_parts("", tables::parted(&head, rows, &table.to_the_right, room)));
            }
            tree::Block::Definitions(items) => {
                let item = |(words, meanings): &(tree::Line, Vec<Vec<tree::Block>>)| {
                    let line = self.line(words, notes);
                    let meanings = meanings.iter().flat_map(|meaning| self.blocks(meaning, notes, depth + 1));
                    (line, meanings.collect())
                };
                let items = items.iter().map(item).collect();
                out.push(Block::Definitions { items });
            }
            tree::Block::Rule => out.push(Block::Rule),
        }
    }

    /// The room at a depth: what stands in something else goes over no page.
    fn room_at(&self, depth: usize) -> Room {
        match depth {
            0 => self.room,
            _ => Room { has_columns: false, column: self.room.column - depth as f64 * 14.0, ..self.room },
        }
    }

    /// A line of a text; its notes are those of this label.
    pub fn line(&mut self, line: &[Inline], notes: &BTreeMap<String, Vec<tree::Block>>) -> Line {
        self.open = 0;
        let mut written = Line::new();
        for part in line {
            match part {
                Inline::Text(run, link) => self.words(run, link.as_ref(), &mut written),
                Inline::Rule(id) => {
                    let label = self.begin(&Place::spot(&self.path, id));
                    written.push(Piece::Other(Other::Rule { id: id.clone(), label }));
                }
                Inline::Break => written.push(Piece::Other(Other::Break)),
                Inline::Note(label) => {
                    // A note within a note would have to stand in itself.
                    let none = BTreeMap::new();
                    let note = notes.get(label).map(|blocks| self.blocks(blocks, &none, DEEPEST));
                    written.extend(note.map(|blocks| Piece::Other(Other::Note { blocks })));
                }
            }
        }
        written
    }

    fn words(&mut self, run: &Run, link: Option<&Link>, line: &mut Line) {
        let (mut to, mut url, mut page) = (String::new(), String::new(), String::new());
        self.note_parentheses(&run.text);
        match link {
            Some(Link::Written(place)) => {
                to = self.to(place);
                page = self.page_behind(place);
            }
            Some(Link::Glossary(place)) => to = self.to(place),
            Some(Link::Web(address)) => url.clone_from(address),
            None => {}
        }
        if to.is_empty() && url.is_empty() && run.style == Style::Plain {
            match line.last_mut() {
                Some(Piece::Words(before)) => before.push_str(&run.text),
                _ => line.push(Piece::Words(run.text.clone())),
            }
            return;
        }
        line.push(Piece::Other(Other::Run { style: run.style, text: run.text.clone(), to, url, page }));
    }

    fn note_parentheses(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '(' => self.open += 1,
                ')' => self.open = self.open.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// The page of another chapter, as it stands behind a link to it.
    fn page_behind(&mut self, place: &Place) -> String {
        let is_elsewhere = place.path != self.path && is_in_a_chapter(place);
        let Some(spot) = self.places.find(place).filter(|_| self.has_pages && is_elsewhere) else {
            return String::new();
        };
        if !self.said.insert(spot) {
            return String::new();
        }
        let page = self.number(spot);
        if self.open > 0 { format!(", p.\u{a0}{page}") } else { format!(" (p.\u{a0}{page})") }
    }

    /// The page of a place, as it stands behind its name; empty where it is not on paper.
    pub fn page_of(&self, place: &Place) -> String {
        let spot = self.places.find(place);
        spot.map_or_else(String::new, |spot| format!(" (p.\u{a0}{})", self.number(spot)))
    }

    /// The page of a spot. Before the book is laid out, a number of the usual length keeps the room.
    fn number(&self, spot: Spot) -> String {
        self.pages.page(&spot.label()).map_or_else(|| "00".to_owned(), |page| page.to_string())
    }

    /// Paragraphs of a view, as they are read by `reader`.
    pub fn paragraphs(&mut self, paragraphs: &[Paragraph], reader: &mut tree::Reader<'_>) -> Vec<Line> {
        let none = BTreeMap::new();
        paragraphs.iter().map(|paragraph| self.line(&reader.runs(paragraph), &none)).collect()
    }

    /// A table of a view, in one part or several.
    pub fn table(&mut self, caption: &str, table: &Table, reader: &mut tree::Reader<'_>) -> Vec<Block> {
        // A column without a word says nothing; the first one names the rows.
        let is_said =
            |at: usize| at == 0 || table.rows.iter().any(|row| row.get(at).is_some_and(|cell| !cell.is_empty()));
        let kept: Vec<usize> = (0..table.columns.len()).filter(|&at| table.rows.is_empty() || is_said(at)).collect();
        let has_head = table.columns.iter().any(|column| !column.is_empty());
        let head = kept.iter().filter(|_| has_head).map(|&at| vec![Piece::Words(table.columns[at].clone())]);
        let head: Vec<Line> = head.collect();
        let numeric: Vec<bool> = kept.iter().map(|&at| table.numeric.get(at).copied().unwrap_or_default()).collect();
        let mut row = |row: &Vec<Paragraph>| {
            let cells = self.paragraphs(row, reader).into_iter().enumerate();
            cells.filter(|(at, _)| kept.contains(at)).map(|(_, cell)| cell).collect()
        };
        let rows = table.rows.iter().map(&mut row).collect();
        in_parts(caption, tables::parted(&head, rows, &numeric, self.room))
    }
}

/// Parts of a table under one caption.
pub fn in_parts(caption: &str, parts: Vec<tables::TableData>) -> Vec<Block> {
    let count = parts.len();
    let of_part = |(place, table): (usize, tables::TableData)| {
        let caption = match (place, caption.is_empty(), count) {
            (_, _, 1) | (_, true, _) => caption.to_owned(),
            (place, false, count) => format!("{caption} ({} of {count})", place + 1),
        };
        Block::Table { caption, table }
    };
    parts.into_iter().enumerate().map(of_part).collect()
}

fn is_in_a_chapter(place: &Place) -> bool {
    place.path.split('/').nth(1) == Some("rules")
}
