//! Typesetting a character sheet: one leaf, two sides.
//!
//! **In** a [`Sheet`], the system's [`Look`] and the paper. **Out** the laid out document and notes on
//! what was changed to fit: each side is set more closely, then its blocks continue on further pages, and so do the lines of
//! a block that is higher than a page. What is left of a side is filled with lines to write on. **Fails** with
//! [`PressError::TooTall`] when what cannot be divided is higher than a page.

use serde::Serialize;
use typst_layout::PagedDocument;

use super::colophon::{self, Wording, wordings};
use super::density::Density;
use super::error::{PressError, PressNote};
use super::frames::{self, TOLERANCE};
use super::length::{Mm, Pt, Size};
use super::portions;
use super::prefix::{self, Prefix};
use super::used::used;
use super::widths::{InEm, Widths};
use super::{Pages, PrintStyle, SheetPrint, world};
use deckle_faces::book::Look;
use deckle_faces::credits::Colophon;
use deckle_faces::sheet::{Sheet, SheetBlock, SheetContent};

/// Name of the template, for messages.
pub const TEMPLATE: &str = "sheet.typ";

/// A page: how closely it is set, and its blocks.
#[derive(Clone, Debug)]
struct Page {
    density: Density,
    blocks: Vec<SheetBlock>,
}

/// The same for the template.
#[derive(Serialize)]
struct PageData<'a> {
    density: Density,
    /// Room that is left below the blocks, in points; the template fills it with lines to write on.
    spare: f64,
    blocks: &'a [SheetBlock],
}

#[derive(Serialize)]
struct Data<'a> {
    look: &'a Look,
    paper: Size,
    #[serde(flatten)]
    style: PrintStyle,
    sheet: &'a Sheet,
    pages: &'a [PageData<'a>],
    /// The credits, in wordings of which one is set in the margin.
    colophon: &'a [Wording],
    widths: InEm<'a>,
}

/// Typesets a sheet.
struct Typesetter<'a> {
    sheet: &'a Sheet,
    look: &'a Look,
    paper: Size,
    style: PrintStyle,
}

/// The pages of a sheet that fit.
struct Fitted {
    document: PagedDocument,
    heights: Vec<Height>,
    pages: Vec<Page>,
    notes: Vec<PressNote>,
}

/// Lays out both sides of a sheet, with the credits in the margin of the last page.
///
/// # Errors
/// [`PressError::TooTall`], [`PressError::Typeset`], [`PressError::MissingGlyph`].
pub fn lay_out_sheet(sheet: &Sheet, look: &Look, print: &SheetPrint) -> Result<(Pages, Vec<PressNote>), PressError> {
    let typesetter = Typesetter { sheet, look, paper: print.paper.size, style: print.style };
    let fitted = typesetter.fit()?;
    let used = used(&fitted.document, TEMPLATE, look)?;
    let colophon = Colophon::new(&print.credits, &used);
    let mut notes = fitted.notes.clone();
    // The credits and the room that is left are known only now: lay out once more.
    let document = typesetter.grown(&fitted, &wordings(&colophon, look))?;
    let has_room = frames::numbers(&document, "colophon") == [1.0];
    let document = if has_room {
        document
    } else {
        let mut sheet = sheet.clone();
        sheet.back.push(colophon::block(&colophon));
        notes.push(PressNote::CreditsApart);
        Typesetter { sheet: &sheet, ..typesetter }.fit()?.document
    };
    for page in document.pages() {
        frames::check_text(&page.frame).map_err(|fault| fault.of(&format!("sheet `{}`", sheet.id)))?;
    }
    Ok((Pages { document, used, colophon, edition: sheet.edition.clone() }, notes))
}

/// The height of a side.
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

impl Typesetter<'_> {
    /// Lays out these pages, with so much room left on each.
    fn lay_out(
        &self,
        pages: &[Page],
        spare: &[f64],
        colophon: &[Wording],
    ) -> Result<(PagedDocument, Vec<Height>), PressError> {
        let (look, paper, style, sheet) = (self.look, self.paper, self.style, self.sheet);
        let mut widths = Widths::new(look, style);
        widths.edition(&sheet.edition);
        pages.iter().for_each(|page| widths.sheet(&page.blocks));
        let widths = widths.in_em();
        let spare = spare.iter().copied().chain(std::iter::repeat(0.0));
        let data = |(page, spare): (_, f64)| {
            let Page { density, blocks }: &Page = page;
            PageData { density: *density, spare, blocks }
        };
        let of_template: Vec<PageData> = pages.iter().zip(spare).map(data).collect();
        let data = Data { look, paper, style, sheet, pages: &of_template, colophon, widths };
        let document = world::lay_out(TEMPLATE, look, &data)?;
        let limit = frames::numbers(&document, "limit").first().copied().map(Pt);
        let heights = document.pages().iter().flat_map(|page| frames::heights(&page.frame, "side"));
        let heights: Vec<_> = heights.filter_map(|height| Some(Height { height, limit: limit? })).collect();
        if heights.len() == pages.len() && document.pages().len() == pages.len() {
            return Ok((document, heights));
        }
        let message = format!("{} measured blocks for {} pages", heights.len(), pages.len());
        Err(PressError::Typeset { template: TEMPLATE.to_owned(), messages: vec![message] })
    }

    /// The pages with whatever is left of them filled, unless that took more room than there is.
    fn grown(&self, fitted: &Fitted, colophon: &[Wording]) -> Result<PagedDocument, PressError> {
        let spare: Vec<f64> = fitted.heights.iter().map(|height| (height.limit.0 - height.height.0).max(0.0)).collect();
        let (document, heights) = self.lay_out(&fitted.pages, &spare, colophon)?;
        if heights.iter().all(|height| height.excess().is_none()) {
            return Ok(document);
        }
        Ok(self.lay_out(&fitted.pages, &[], colophon)?.0)
    }

    /// Sets each side as widely as it fits; one that does not fit at all goes on over further pages.
    fn fit(&self) -> Result<Fitted, PressError> {
        let sides = [&self.sheet.front, &self.sheet.back, &self.sheet.further];
        let sides = sides.into_iter().enumerate().filter(|(n, blocks)| *n < 2 || !blocks.is_empty());
        let widest = |(_, blocks): (usize, &Vec<SheetBlock>)| Page { density: Density::ALL[0], blocks: blocks.clone() };
        let mut pages: Vec<Page> = sides.map(widest).collect();
        let (mut document, mut heights) = self.lay_out(&pages, &[], &[])?;
        let mut declared: Option<(usize, Mm)> = None;
        for density in &Density::ALL[1..] {
            if worst(&heights).is_none() {
                break;
            }
            if declared.is_none() && pages.iter().any(|page| page.density == Density::Usual) {
                declared = worst(&heights);
            }
            let too_high = pages.iter_mut().zip(&heights).filter(|(_, height)| height.excess().is_some());
            too_high.for_each(|(page, _)| page.density = *density);
            (document, heights) = self.lay_out(&pages, &[], &[])?;
        }
        let mut notes = Vec::new();
        if worst(&heights).is_none() {
            notes.extend(declared.map(|(side, over)| PressNote::Shrunk {
                id: self.sheet.id.clone(),
                field: longest_block(&pages[side].blocks),
                over,
                percent: pages[side].density.percent(),
            }));
            return Ok(Fitted { document, heights, pages, notes });
        }
        let (side, over) = worst(&heights).unwrap_or_default();
        let field = longest_block(&pages[side].blocks);
        let divided = pages.iter().zip(&heights).map(|(page, height)| match height.excess() {
            None => Ok(vec![page.clone()]),
            Some(_) => self.divide(page),
        });
        let pages: Vec<Page> = divided.collect::<Result<Vec<_>, _>>()?.concat();
        let (document, heights) = self.lay_out(&pages, &[], &[])?;
        let places = u32::try_from(pages.len()).unwrap_or(u32::MAX);
        notes.push(PressNote::Flowed { id: self.sheet.id.clone(), field, over, places });
        Ok(Fitted { document, heights, pages, notes })
    }

    /// Fills one page after the other with as many blocks as it holds; a block that is too high for a page of its own
    /// continues on several.
    fn divide(&self, whole: &Page) -> Result<Vec<Page>, PressError> {
        const USUAL_BLOCKS: usize = 8;
        let density = whole.density;
        let mut pages = Vec::new();
        let mut rest = whole.blocks.clone();
        let mut guess = USUAL_BLOCKS;
        while !rest.is_empty() || pages.is_empty() {
            let held = prefix::longest(rest.len(), guess, |count| self.over(density, rest[..count].to_vec()))?;
            if held.fitting == 0 && !rest.is_empty() {
                let (full, last) = self.divide_block(density, &rest[0])?;
                pages.extend(full);
                rest.splice(..1, last);
            } else {
                let later = rest.split_off(held.fitting);
                pages.push(Page { density, blocks: std::mem::replace(&mut rest, later) });
                guess = held.fitting;
            }
        }
        Ok(pages)
    }

    /// Fills pages with portions of a block, and returns the rest when it fits a page together with other blocks.
    fn divide_block(&self, density: Density, block: &SheetBlock) -> Result<(Vec<Page>, Vec<SheetBlock>), PressError> {
        let mut pages = Vec::new();
        let mut rest = portions::portions(std::slice::from_ref(block));
        let mut guess = 1;
        loop {
            let Prefix { fitting, over } =
                prefix::longest(rest.len(), guess, |count| self.over(density, portions::assemble(&rest[..count])))?;
            if fitting == rest.len() {
                return Ok((pages, portions::assemble(&rest)));
            }
            if fitting > 0 {
                let page = rest.drain(..fitting).collect::<Vec<_>>();
                pages.push(Page { density, blocks: portions::assemble(&page) });
                guess = fitting;
            } else if let Some((one, two)) = rest.first().and_then(portions::halves) {
                rest.splice(..1, [one, two]);
            } else {
                let (subject, field) = (format!("sheet `{}`", self.sheet.id), called(block));
                return Err(PressError::TooTall { subject, field, over });
            }
        }
    }

    /// The excess height of a page with these blocks.
    fn over(&self, density: Density, blocks: Vec<SheetBlock>) -> Result<Option<Mm>, PressError> {
        let (_, heights) = self.lay_out(&[Page { density, blocks }], &[], &[])?;
        Ok(heights.first().and_then(|height| height.excess()))
    }
}

/// The page with the greatest excess: its index and excess.
fn worst(heights: &[Height]) -> Option<(usize, Mm)> {
    let pages = heights.iter().enumerate();
    let too_high = pages.filter_map(|(page, height)| Some((page, height.excess()?)));
    too_high.max_by_key(|(_, over)| *over)
}

/// The largest block, for messages.
pub fn longest_block(blocks: &[SheetBlock]) -> String {
    let longest = blocks.iter().max_by_key(|block| weight(&block.content));
    longest.map_or_else(String::new, called)
}

/// The name of a block in messages: its title, or what it shows.
pub fn called(block: &SheetBlock) -> String {
    if !block.title.is_empty() {
        return format!("block `{}`", block.title);
    }
    let kind = match block.content {
        SheetContent::Identity { .. } => "lines about the character",
        SheetContent::Stats { .. } => "stats",
        SheetContent::Resources { .. } => "resources",
        SheetContent::Values { .. } => "values",
        SheetContent::Rolls { .. } => "rolls",
        SheetContent::Table(_) => "table",
        SheetContent::Text { .. } => "text",
        SheetContent::Tracks { .. } => "tracks",
        SheetContent::Lines { .. } => "lines to write on",
        SheetContent::Blocks { .. } => "parts",
    };
    format!("the block of {kind} without a title")
}

/// An estimate of the lines that a block takes.
fn weight(content: &SheetContent) -> usize {
    match content {
        SheetContent::Identity { lines } => lines.len(),
        SheetContent::Stats { groups } => groups.iter().map(|group| group.stats.len()).max().unwrap_or(0) + 1,
        SheetContent::Resources { resources } => resources.len() * 2,
        SheetContent::Values { values } => values.len(),
        SheetContent::Rolls { rows, .. } => rows.len() + 1,
        SheetContent::Table(table) => table.rows.len() + 1,
        SheetContent::Text { paragraphs } => paragraphs.iter().map(super::pieces::length).sum::<usize>() / 60 + 1,
        SheetContent::Tracks { tracks } => tracks.len(),
        SheetContent::Lines { lines } => usize::try_from(*lines).unwrap_or(usize::MAX),
        SheetContent::Blocks { blocks } => blocks.len() * 4,
    }
}
