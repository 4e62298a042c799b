//! What a page shows of a sheet, and in which order.
//!
//! **In** the two sides of a sheet, as they are printed. **Out** [`PageBlocks`]: what is played with first, rows filled to the whole
//! width, and by name what only a pencil has a use for. A page says beside each number where it comes from, so the tables of sums
//! are left to paper.

use std::collections::BTreeMap;

use makeready_faces::card::Block;
use makeready_faces::sheet::{Purpose, Sheet, SheetBlock, SheetContent};
use makeready_faces::text::says;

/// How many columns a sheet has.
const COLUMNS: u8 = 12;

/// The blocks of a page.
pub struct PageBlocks {
    /// In the order in which they stand.
    pub blocks: Vec<SheetBlock>,
    /// What the printed sheet has room for besides.
    pub to_write: Vec<String>,
}

/// Where a block stands on a page, first to last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Notice,
    Identity,
    Resources,
    Front,
    Abilities,
    Chances,
    Back,
    Things,
}

/// The blocks of the page of this sheet. What its `summary`, which stands above them, says of who this is is not repeated.
pub fn page_blocks(sheet: &Sheet, summary: &str) -> PageBlocks {
    let page = Elsewhere { name: &sheet.name, summary, counted: counted(sheet) };
    let mut to_write = Vec::new();
    let mut placed: BTreeMap<Place, Vec<SheetBlock>> = BTreeMap::new();
    for (side, is_front) in [(&sheet.front, true), (&sheet.back, false)] {
        for row in rows(side) {
            let mut row_of: BTreeMap<Place, Vec<SheetBlock>> = BTreeMap::new();
            for block in row.iter().filter(|block| block.purpose != Purpose::Sums) {
                if let Some(filled) = filled(block, &page, &mut to_write) {
                    row_of.entry(place(&filled, is_front)).or_default().push(filled);
                }
            }
            for (place, blocks) in row_of {
                placed.entry(place).or_default().extend(widened(blocks));
            }
        }
    }
    to_write.dedup();
    PageBlocks { blocks: placed.into_values().flatten().collect(), to_write }
}

/// The blocks of the page of a stat block, in their order: without what only a pencil has a use for.
pub fn stat_block(blocks: &[SheetBlock]) -> PageBlocks {
    let page = Elsewhere { name: "", summary: "", counted: Vec::new() };
    let mut to_write = Vec::new();
    let blocks = blocks.iter().filter_map(|block| filled(block, &page, &mut to_write)).collect();
    to_write.dedup();
    PageBlocks { blocks, to_write }
}

/// What a page says elsewhere.
struct Elsewhere<'s> {
    /// Its title.
    name: &'s str,
    /// What stands below that.
    summary: &'s str,
    /// The values that stand among the resources, by their ids.
    counted: Vec<String>,
}

/// Whether a summary says a line about somebody: a word alone, a number with its label.
fn is_said(summary: &str, label: &str, text: &str) -> bool {
    let is_word = text.chars().any(char::is_alphabetic);
    is_word && says(summary, text) || says(summary, &format!("{label} {text}"))
}

/// The ids of the values that a sheet counts as resources.
fn counted(sheet: &Sheet) -> Vec<String> {
    let blocks = sheet.front.iter().chain(&sheet.back);
    let resources = blocks.filter_map(|block| match &block.content {
        SheetContent::Resources { resources } => Some(resources),
        _ => None,
    });
    resources.flatten().map(|resource| resource.max.id.clone()).collect()
}

/// Blocks that stand side by side.
fn rows(side: &[SheetBlock]) -> Vec<&[SheetBlock]> {
    let mut width = 0;
    let mut rows = Vec::new();
    let mut first = 0;
    for (at, block) in side.iter().enumerate() {
        if width + block.span > COLUMNS {
            rows.push(&side[first..at]);
            (first, width) = (at, 0);
        }
        width += block.span;
    }
    rows.push(&side[first..]);
    rows
}

/// The blocks that are left of a row, over its whole width.
fn widened(mut blocks: Vec<SheetBlock>) -> Vec<SheetBlock> {
    let width: u8 = blocks.iter().map(|block| block.span).sum();
    let mut left = COLUMNS;
    for block in &mut blocks {
        block.span = (block.span * COLUMNS / width.max(1)).clamp(1, left.max(1));
        left = left.saturating_sub(block.span);
    }
    if let Some(last) = blocks.last_mut() {
        last.span += left;
    }
    blocks
}

const fn place(block: &SheetBlock, is_front: bool) -> Place {
    match (block.purpose, &block.content) {
        (Purpose::Notice, _) => Place::Notice,
        (Purpose::Abilities, _) => Place::Abilities,
        (Purpose::Things, _) => Place::Things,
        (Purpose::Chances, _) => Place::Chances,
        (Purpose::Play | Purpose::Sums, SheetContent::Identity { .. }) => Place::Identity,
        (Purpose::Play | Purpose::Sums, SheetContent::Resources { .. }) => Place::Resources,
        (Purpose::Play | Purpose::Sums, _) if is_front => Place::Front,
        (Purpose::Play | Purpose::Sums, _) => Place::Back,
    }
}

/// What a block says that the page does not say elsewhere, without the room that it leaves to write in, which is added to `to_write`
/// by name.
fn filled(block: &SheetBlock, page: &Elsewhere<'_>, to_write: &mut Vec<String>) -> Option<SheetBlock> {
    let mut block = block.clone();
    let has_content = match &mut block.content {
        SheetContent::Tracks { tracks } if block.title.is_empty() => {
            to_write.extend(tracks.iter().map(|track| track.label.clone()));
            return None;
        }
        SheetContent::Tracks { .. } | SheetContent::Lines { .. } => false,
        SheetContent::Identity { lines } => {
            to_write.extend(lines.iter().filter(|(_, text)| text.is_none()).map(|(label, _)| label.clone()));
            lines.retain(|(label, text)| {
                text.as_ref().is_some_and(|text| text != page.name && !is_said(page.summary, label, text))
            });
            !lines.is_empty()
        }
        SheetContent::Values { values } => {
            to_write.extend(values.iter().filter(|value| value.text.is_none()).map(|value| value.name.clone()));
            values.retain(|value| value.text.is_some() && !page.counted.contains(&value.id));
            if values.is_empty() {
                return None;
            }
            true
        }
        SheetContent::Table(table) => {
            table.rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
            !table.rows.is_empty()
        }
        SheetContent::Blocks { blocks } => blocks.iter().any(|part| match part {
            Block::Facts { facts } => facts.iter().any(|fact| !fact.text.is_empty()),
            Block::Track(_) | Block::Lines { .. } => false,
            Block::Heading { .. } | Block::Text { .. } | Block::Table(_) => true,
        }),
        SheetContent::Stats { .. }
        | SheetContent::Resources { .. }
        | SheetContent::Rolls { .. }
        | SheetContent::Text { .. } => true,
    };
    if !has_content {
        to_write.extend((!block.title.is_empty()).then_some(block.title));
        return None;
    }
    // How many there are is said in figures.
    if let SheetContent::Resources { resources } = &mut block.content {
        resources.iter_mut().for_each(|resource| resource.boxes = 0);
    }
    Some(block)
}
