//! Typesetting NPC handouts, several to a page.
//!
//! **In** [`Handout`]s, the system's [`Look`], the paper and how many cells a page has. **Out** the laid
//! out document and what had to give way: a short handout is set larger than declared; a long one
//! shrinks, then takes two cells, then is divided between its blocks. **Fails** with [`PressError::TooTall`] when
//! one block alone is higher than two cells.

use serde::Serialize;
use typst_layout::PagedDocument;

use super::Manner;
use super::error::{PressError, PressNote};
use super::frames::{self, TOLERANCE};
use super::length::{Mm, Pt, Size};
use super::sheets::longest_block;
use super::text_size::TextSize;
use super::widths::{InEm, Widths};
use super::world;
use crate::faces::book::Look;
use crate::faces::sheet::Handout;

/// Name of the template, for messages.
pub const TEMPLATE: &str = "handout.typ";

#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    look: &'a Look,
    paper: Size,
    #[serde(flatten)]
    manner: Manner,
    per_page: u8,
    handouts: &'a [Entry],
    widths: InEm<'a>,
}

/// One handout to lay out, or a part of one.
#[derive(Clone, Serialize)]
struct Entry {
    handout: Handout,
    scale: TextSize,
    /// Cells that it takes: 1 or 2.
    span: u8,
    /// Part of a handout that went on: 1-based, and of how many.
    part: (u32, u32),
    /// Which handout it came from.
    #[serde(skip)]
    source: usize,
}

/// How high a handout came out.
#[derive(Clone, Copy)]
struct Height {
    height: Pt,
    limit: Pt,
}

impl Height {
    fn excess(self) -> Option<Mm> {
        let over = self.height.0 - self.limit.0;
        (over > TOLERANCE).then(|| Pt(over).to_mm_up())
    }
}

/// What handouts are laid out with.
struct Typesetter<'a> {
    look: &'a Look,
    paper: Size,
    manner: Manner,
    per_page: u8,
    title: &'a str,
}

/// Lays out handouts in the given order.
///
/// # Errors
/// [`PressError::NothingToPrint`], [`PressError::TooTall`], [`PressError::Typeset`],
/// [`PressError::MissingGlyph`].
pub fn lay_out_handouts(
    handouts: &[Handout],
    look: &Look,
    paper: Size,
    manner: Manner,
    per_page: u8,
    title: &str,
) -> Result<(PagedDocument, Vec<PressNote>), PressError> {
    if handouts.is_empty() {
        return Err(PressError::NothingToPrint);
    }
    let typesetter = Typesetter { look, paper, manner, per_page, title };
    let mut entries: Vec<Entry> = handouts.iter().enumerate().map(|(source, handout)| whole(source, handout)).collect();
    let (_, first) = typesetter.lay_out(&entries)?;
    for (entry, height) in entries.iter_mut().zip(&first) {
        if height.excess().is_none() {
            entry.scale = TextSize::HANDOUT;
        }
    }
    let (mut document, mut heights) = typesetter.lay_out(&entries)?;
    while typesetter.give_way(&mut entries, &heights)? {
        (document, heights) = typesetter.lay_out(&entries)?;
    }
    for page in document.pages() {
        frames::check_text(&page.frame).map_err(|fault| fault.of("handouts"))?;
    }
    let notes = handouts.iter().enumerate().zip(&first);
    let notes = notes.filter_map(|((source, handout), first)| note(handout, &parts_of(&entries, source), *first));
    Ok((document, notes.collect()))
}

fn whole(source: usize, handout: &Handout) -> Entry {
    Entry { handout: handout.clone(), scale: TextSize::HANDOUT.declared(), span: 1, part: (1, 1), source }
}

fn parts_of(entries: &[Entry], source: usize) -> Vec<&Entry> {
    entries.iter().filter(|entry| entry.source == source).collect()
}

impl Typesetter<'_> {
    fn lay_out(&self, handouts: &[Entry]) -> Result<(PagedDocument, Vec<Height>), PressError> {
        let (title, look, paper, manner, per_page) = (self.title, self.look, self.paper, self.manner, self.per_page);
        let mut widths = Widths::new(look, manner);
        handouts.iter().for_each(|entry| widths.handout(&entry.handout, entry.part));
        let data = Data { title, look, paper, manner, per_page, handouts, widths: widths.in_em() };
        let document = world::lay_out(TEMPLATE, &data)?;
        let heights: Vec<Pt> =
            document.pages().iter().flat_map(|page| frames::heights(&page.frame, "handout")).collect();
        let limits = frames::numbers(&document, "limit");
        if heights.len() != handouts.len() || limits.len() != handouts.len() {
            let (found, limits, wanted) = (heights.len(), limits.len(), handouts.len());
            let message = format!("{found} blocks and {limits} limits for {wanted} handouts");
            return Err(PressError::Typeset { template: TEMPLATE.to_owned(), messages: vec![message] });
        }
        let limits = limits.into_iter().map(Pt);
        let heights = heights.into_iter().zip(limits).map(|(height, limit)| Height { height, limit });
        Ok((document, heights.collect()))
    }

    /// Makes every handout that is too high smaller, wider spread or shorter; false when all fit.
    fn give_way(&self, entries: &mut Vec<Entry>, heights: &[Height]) -> Result<bool, PressError> {
        let mut result = Vec::with_capacity(entries.len());
        let mut has_changed = false;
        for (entry, height) in entries.drain(..).zip(heights) {
            let Some(over) = height.excess() else {
                result.push(entry);
                continue;
            };
            has_changed = true;
            if let Some(scale) = entry.scale.smaller(height.height, height.limit) {
                result.push(Entry { scale, ..entry });
            } else if entry.span < 2 && self.per_page > 1 {
                result.push(Entry { span: 2, scale: TextSize::HANDOUT, ..entry });
            } else {
                result.extend(self.divide(&entry, over)?);
            }
        }
        *entries = result;
        number_parts(entries);
        Ok(has_changed)
    }

    /// Leaves the blocks that fit and moves the others to a handout of their own.
    fn divide(&self, entry: &Entry, over: Mm) -> Result<[Entry; 2], PressError> {
        let blocks = &entry.handout.blocks;
        let keep = |count: usize| part(entry, &blocks[..count], TextSize::HANDOUT.floor(), entry.span);
        let shorter: Vec<_> = (1..blocks.len()).map(keep).collect();
        let fitting = if shorter.is_empty() {
            0
        } else {
            let (_, heights) = self.lay_out(&shorter)?;
            heights.iter().take_while(|height| height.excess().is_none()).count()
        };
        if fitting == 0 {
            let (subject, field) = (format!("handout `{}`", entry.handout.id), longest_block(blocks));
            return Err(PressError::TooTall { subject, field, over });
        }
        let rest = part(entry, &blocks[fitting..], TextSize::HANDOUT, 1);
        Ok([keep(fitting), rest])
    }
}

fn part(entry: &Entry, blocks: &[crate::faces::sheet::SheetBlock], scale: TextSize, span: u8) -> Entry {
    let handout = Handout { blocks: blocks.to_vec(), ..entry.handout.clone() };
    Entry { handout, scale, span, ..entry.clone() }
}

fn number_parts(entries: &mut [Entry]) {
    let mut counts = std::collections::BTreeMap::new();
    for entry in entries.iter_mut() {
        let count = counts.entry(entry.source).or_insert(0);
        *count += 1;
        entry.part.0 = *count;
    }
    for entry in entries {
        entry.part.1 = counts.get(&entry.source).copied().unwrap_or(1);
    }
}

fn note(handout: &Handout, parts: &[&Entry], first: Height) -> Option<PressNote> {
    let over = first.excess()?;
    let (id, field) = (handout.id.clone(), longest_block(&handout.blocks));
    let places: u32 = parts.iter().map(|part| u32::from(part.span)).sum();
    if places > 1 {
        return Some(PressNote::Flowed { id, field, over, places });
    }
    let percent = parts.iter().map(|part| part.scale.percent()).min().unwrap_or(100);
    Some(PressNote::Shrunk { id, field, over, percent })
}
