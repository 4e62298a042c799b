//! About how high the text of a card is when a page of the site is printed.
//!
//! Nothing is laid out here: letters are counted. What the browser makes of a card is a tenth lower, and never much higher, so that
//! who asks how many cards wide a card has to be to stay as high as one is told enough.

use makeready_faces::card::{Block, CardFace, Fact, Table};
use makeready_faces::text::{Paragraph, plain_text};

/// How many letters of running text a line has, and of small text.
const TEXT_LETTERS: usize = 40;
const SMALL_LETTERS: usize = 46;
/// A column of a table is as wide as its longest cell, up to so many letters.
const LONGEST_CELL: usize = 60;
/// How many boxes to tick stand in a row.
const BOXES: usize = 10;

/// The height in tenths of a millimeter, at the width of one card.
pub fn of(face: &CardFace) -> usize {
    let room = 50;
    let costs = if face.costs.len() > 1 { 120 } else { 0 };
    let figures = face.figures.len().div_ceil(2) * 190;
    let outcomes: usize = face.outcomes.iter().map(|outcome| small(&outcome.text)).sum();
    let blocks: usize = face.blocks.iter().map(block).sum();
    room + costs + figures + text(&face.body) + facts(&face.facts) + outcomes + small(&face.reaction) + blocks
}

fn letters(paragraph: &Paragraph) -> usize {
    plain_text(paragraph).chars().count()
}

fn text(paragraphs: &[Paragraph]) -> usize {
    paragraphs.iter().map(|one| letters(one).div_ceil(TEXT_LETTERS) * 38 + 10).sum()
}

fn small(paragraph: &Paragraph) -> usize {
    if paragraph.is_empty() { 0 } else { letters(paragraph).div_ceil(SMALL_LETTERS) * 36 + 12 }
}

fn facts(all: &[Fact]) -> usize {
    all.iter().map(|fact| (fact.label.chars().count() + letters(&fact.text) + 1).div_ceil(SMALL_LETTERS) * 33 + 6).sum()
}

fn block(block: &Block) -> usize {
    match block {
        Block::Heading { .. } => 52,
        Block::Text { paragraphs } => text(paragraphs),
        Block::Table(table) => self::table(table),
        Block::Track(track) => 50 + (track.boxes as usize).div_ceil(BOXES) * 50,
        Block::Facts { facts: lines } => facts(lines),
        Block::Lines { lines } => *lines as usize * 65,
    }
}

/// Columns share the width as their longest cells ask for it.
fn table(table: &Table) -> usize {
    let longest = |column: usize| {
        let cells = table.rows.iter().filter_map(|row| row.get(column)).map(letters);
        let head = table.columns[column].chars().count();
        (cells.chain([head]).max().unwrap_or_default() + 2).min(LONGEST_CELL)
    };
    let widths: Vec<usize> = (0..table.columns.len()).map(longest).collect();
    let all: usize = widths.iter().sum::<usize>().max(1);
    let lines = |(cell, width): (&Paragraph, &usize)| match all <= SMALL_LETTERS {
        true => 1,
        false => letters(cell).div_ceil((SMALL_LETTERS * width / all).max(1)).max(1),
    };
    let row = |row: &Vec<Paragraph>| row.iter().zip(&widths).map(lines).max().unwrap_or(1) * 32 + 16;
    55 + table.rows.iter().map(row).sum::<usize>()
}
