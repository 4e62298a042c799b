//! Typesetting a character sheet: one leaf, two sides.
//!
//! **In** a [`Sheet`], the system's [`Look`] and the paper. **Out** the laid out document and notes on
//! what was changed to fit: both sides are shrunk together from their declared size to four fifths, then
//! blocks continue on further pages, and so do the lines of a block that is higher than a page. **Fails** with
//! [`PressError::TooTall`] when what cannot be divided is higher than a page.

use serde::Serialize;
use typst_layout::PagedDocument;

use super::colophon::{self, Wording, wordings};
use super::error::{PressError, PressNote};
use super::frames::{self, TOLERANCE};
use super::length::{Mm, Pt, Size};
use super::portions;
use super::prefix::{self, Prefix};
use super::text_size::TextSize;
use super::used::used;
use super::widths::{InEm, Widths};
use super::{Pages, PrintStyle, SheetPrint, world};
use deckle_faces::book::Look;
use deckle_faces::credits::Colophon;
use deckle_faces::sheet::{Sheet, SheetBlock, SheetContent};

/// Name of the template, for messages.
pub const TEMPLATE: &str = "sheet.typ";

/// Blocks of one page, and which side of the leaf they belong to: 1 or 2.
type Side<'a> = (u8, &'a [SheetBlock]);

/// The same, owned, of a side that was divided.
type Page = (u8, Vec<SheetBlock>);

/// The blocks of these pages.
fn on_pages(pages: &[Page]) -> Vec<Side<'_>> {
    pages.iter().map(|(side, blocks)| (*side, blocks.as_slice())).collect()
}

#[derive(Serialize)]
struct Data<'a> {
    look: &'a Look,
    paper: Size,
    #[serde(flatten)]
    style: PrintStyle,
    sheet: &'a Sheet,
    scale: TextSize,
    sides: &'a [Side<'a>],
    /// The credits, in wordings of which one is set at the foot.
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

/// The pages of a sheet that fit, and their size.
struct Fitted {
    document: PagedDocument,
    scale: TextSize,
    pages: Vec<Page>,
    notes: Vec<PressNote>,
}

/// Lays out both sides of a sheet, with the credits at the foot of the last page.
///
/// # Errors
/// [`PressError::TooTall`], [`PressError::Typeset`], [`PressError::MissingGlyph`].
pub fn lay_out_sheet(sheet: &Sheet, look: &Look, print: &SheetPrint) -> Result<(Pages, Vec<PressNote>), PressError> {
    let typesetter = Typesetter { sheet, look, paper: print.paper.size, style: print.style };
    let Fitted { document, scale, pages, mut notes } = typesetter.fit()?;
    let used = used(&document, TEMPLATE, look)?;
    let colophon = Colophon::new(&print.credits, &used);
    // The credits are known only now: lay out once more.
    let (document, _) = typesetter.lay_out(scale, &on_pages(&pages), &wordings(&colophon, look))?;
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
    Ok((Pages { document, used, colophon }, notes))
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
    fn lay_out(
        &self,
        scale: TextSize,
        sides: &[Side],
        colophon: &[Wording],
    ) -> Result<(PagedDocument, Vec<Height>), PressError> {
        let (look, paper, style, sheet) = (self.look, self.paper, self.style, self.sheet);
        let mut widths = Widths::new(look, style);
        sides.iter().for_each(|(_, blocks)| widths.sheet(blocks));
        let widths = widths.in_em();
        let data = Data { look, paper, style, sheet, scale, sides, colophon, widths };
        let document = world::lay_out(TEMPLATE, look, &data)?;
        let limit = frames::numbers(&document, "limit").first().copied().map(Pt);
        let heights = document.pages().iter().flat_map(|page| frames::heights(&page.frame, "side"));
        let heights: Vec<_> = heights.filter_map(|height| Some(Height { height, limit: limit? })).collect();
        if heights.len() == sides.len() && document.pages().len() == sides.len() {
            return Ok((document, heights));
        }
        let message = format!("{} measured blocks for {} pages", heights.len(), sides.len());
        Err(PressError::Typeset { template: TEMPLATE.to_owned(), messages: vec![message] })
    }

    /// A page for each side.
    fn undivided(&self) -> Vec<Page> {
        vec![(1, self.sheet.front.clone()), (2, self.sheet.back.clone())]
    }

    /// Shrinks both sides until they fit; at the floor, continues their blocks on further pages.
    fn fit(&self) -> Result<Fitted, PressError> {
        let sides: [Side; 2] = [(1, &self.sheet.front), (2, &self.sheet.back)];
        let mut scale = TextSize::PAGE;
        let (mut document, mut heights) = self.lay_out(scale, &sides, &[])?;
        let Some(first) = worst(&heights) else {
            return Ok(Fitted { document, scale, pages: self.undivided(), notes: Vec::new() });
        };
        let mut before = None;
        while let Some((_, worst, _)) = worst(&heights) {
            let Some(smaller) = scale.smaller(worst.height, worst.limit) else { break };
            let last = (scale, worst.height);
            scale = smaller.min(TextSize::promised(last, before, worst.limit));
            before = Some(last);
            (document, heights) = self.lay_out(scale, &sides, &[])?;
        }
        let Some((_, _, over)) = worst(&heights) else {
            let note = PressNote::Shrunk {
                id: self.sheet.id.clone(),
                field: self.field(first.0),
                over: first.2,
                percent: scale.percent(),
            };
            return Ok(Fitted { document, scale, pages: self.undivided(), notes: vec![note] });
        };
        let pages = [self.divide(scale, sides[0])?, self.divide(scale, sides[1])?].concat();
        let (document, _) = self.lay_out(scale, &on_pages(&pages), &[])?;
        let places = u32::try_from(pages.len()).unwrap_or(u32::MAX);
        let note = PressNote::Flowed { id: self.sheet.id.clone(), field: self.field(first.0), over, places };
        Ok(Fitted { document, scale, pages, notes: vec![note] })
    }

    fn field(&self, side: usize) -> String {
        longest_block(if side == 0 { &self.sheet.front } else { &self.sheet.back })
    }

    /// Fills one page after the other with as many blocks as it holds; a block that is too high for a page of its own
    /// continues on several.
    fn divide(&self, scale: TextSize, (side, blocks): Side<'_>) -> Result<Vec<Page>, PressError> {
        const USUAL_BLOCKS: usize = 8;
        let mut pages = Vec::new();
        let mut rest = blocks.to_vec();
        let mut guess = USUAL_BLOCKS;
        while !rest.is_empty() || pages.is_empty() {
            let held = prefix::longest(rest.len(), guess, |count| self.over(scale, (side, &rest[..count])))?;
            if held.fitting == 0 && !rest.is_empty() {
                let (full, last) = self.divide_block(scale, side, &rest[0])?;
                pages.extend(full);
                rest.splice(..1, last);
            } else {
                let later = rest.split_off(held.fitting);
                pages.push((side, std::mem::replace(&mut rest, later)));
                guess = held.fitting;
            }
        }
        Ok(pages)
    }

    /// Fills pages with portions of a block, and returns the rest when it fits a page together with other blocks.
    fn divide_block(
        &self,
        scale: TextSize,
        side: u8,
        block: &SheetBlock,
    ) -> Result<(Vec<Page>, Vec<SheetBlock>), PressError> {
        let mut pages = Vec::new();
        let mut rest = portions::portions(std::slice::from_ref(block));
        let mut guess = 1;
        loop {
            let Prefix { fitting, over } = prefix::longest(rest.len(), guess, |count| {
                self.over(scale, (side, &portions::assemble(&rest[..count])))
            })?;
            if fitting == rest.len() {
                return Ok((pages, portions::assemble(&rest)));
            }
            if fitting > 0 {
                let page = rest.drain(..fitting).collect::<Vec<_>>();
                pages.push((side, portions::assemble(&page)));
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
    fn over(&self, scale: TextSize, side: Side<'_>) -> Result<Option<Mm>, PressError> {
        let (_, heights) = self.lay_out(scale, &[side], &[])?;
        Ok(heights.first().and_then(|height| height.excess()))
    }
}

/// The side with the greatest excess: its index, height and excess.
fn worst(heights: &[Height]) -> Option<(usize, Height, Mm)> {
    let sides = heights.iter().enumerate();
    let too_high = sides.filter_map(|(side, height)| Some((side, *height, height.excess()?)));
    too_high.max_by_key(|(_, _, over)| *over)
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
