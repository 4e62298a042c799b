//! What a page shows of a sheet, and in which order.
//!
//! **In** the two sides of a sheet, as they are printed. **Out** [`PageBlocks`]: what is played with first, rows filled to the whole
//! width, and by name what only a pencil has a use for. A page says beside each number where it comes from, so the tables of sums
//! are left to paper.

use std::collections::BTreeMap;

use deckle_faces::card::Block;
use deckle_faces::sheet::{Purpose, Sheet, SheetBlock, SheetContent};

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

/// The blocks of the page of this sheet.
pub fn page_blocks(sheet: &Sheet) -> PageBlocks {
    let mut to_write = Vec::new();
    let mut placed: BTreeMap<Place, Vec<SheetBlock>> = BTreeMap::new();
    for (side, is_front) in [(&sheet.front, true), (&sheet.back, false)] {
        for row in rows(side) {
            let mut row_of: BTreeMap<Place, Vec<SheetBlock>> = BTreeMap::new();
            for block in row.iter().filter(|block| block.purpose != Purpose::Sums) {
                if let Some(filled) = filled(block, &sheet.name, &mut to_write) {
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

/// What a block says, without the room that it leaves to write in, which is added to `to_write` by name. The name of the character
/// is the title of the page.
fn filled(block: &SheetBlock, name: &str, to_write: &mut Vec<String>) -> Option<SheetBlock> {
    let mut block = block.clone();
    let is_said = match &mut block.content {
        SheetContent::Tracks { tracks } if block.title.is_empty() => {
            to_write.extend(tracks.iter().map(|track| track.label.clone()));
            return None;
        }
        SheetContent::Tracks { .. } | SheetContent::Lines { .. } => false,
        SheetContent::Identity { lines } => {
            to_write.extend(lines.iter().filter(|(_, text)| text.is_none()).map(|(label, _)| label.clone()));
            lines.retain(|(_, text)| text.as_ref().is_some_and(|text| text != name));
            !lines.is_empty()
        }
        SheetContent::Values { values } => {
            to_write.extend(values.iter().filter(|value| value.text.is_none()).map(|value| value.name.clone()));
            values.retain(|value| value.text.is_some());
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
    if !is_said {
        to_write.extend((!block.title.is_empty()).then_some(block.title));
        return None;
    }
    // How many there are is said in figures.
    if let SheetContent::Resources { resources } = &mut block.content {
        resources.iter_mut().for_each(|resource| resource.boxes = 0);
    }
    Some(block)
}
