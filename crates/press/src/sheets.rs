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
use super::error::{PressError, PressNote, Subject};
use super::frames::{self, TOLERANCE};
use super::length::{Mm, Pt, Size};
use super::portions;
use super::prefix::{self, Prefix};
use super::used::used;
use super::{Pages, PrintStyle, SheetPrint, world};
use makeready_faces::book::Look;
use makeready_faces::credits::Colophon;
use makeready_faces::sheet::{Sheet, SheetBlock, SheetContent};

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
    /// How high the place for a picture is.
    portrait: Pt,
    /// The credits, in wordings of which one is set in the margin.
    colophon: &'a [Wording],
}

/// What becomes of room that is left over.
struct Fill {
    /// Room below the blocks of each page, in points, to be filled with lines to write on.
    spare: Vec<f64>,
    /// How high the place for a picture is.
    portrait: Pt,
}

/// Pages as they are measured: the place for a picture makes nothing higher than it is with the least.
impl Default for Fill {
    fn default() -> Self {
        Self { spare: Vec::new(), portrait: PORTRAIT.0.to_pt() }
    }
}

/// The least and the greatest height of the place for a picture.
const PORTRAIT: (Mm, Mm) = (Mm::from_um(26_000), Mm::from_um(44_000));

/// How high the place for a picture is beside what stands at the head of the first page.
fn portrait(measured: &PagedDocument) -> Pt {
    let (least, most) = (PORTRAIT.0.to_pt(), PORTRAIT.1.to_pt());
    let heads = measured.pages().first().map(|page| frames::heights(&page.frame, "who")).unwrap_or_default();
    heads.first().map_or(least, |head| Pt(head.0.clamp(least.0, most.0)))
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

/// Lays out both sides of a sheet, with the credits in the margin of the last page. Layout and notes depend on these
/// arguments alone: the same sheet on another paper starts anew.
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
        sheet.back.push(colophon::block(&colophon, look.lang.words));
        notes.push(PressNote::CreditsApart);
        let longer = Typesetter { sheet: &sheet, ..typesetter };
        longer.grown(&longer.fit()?, &[])?
    };
    frames::checked(document.pages(), &Subject::Sheet(sheet.id.clone()))?;
    Ok((Pages { before: Vec::new(), document, used, colophon, edition: sheet.edition.clone() }, notes))
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
    /// Lays out these pages, filled in this way.
    fn lay_out(
        &self,
        pages: &[Page],
        fill: &Fill,
        colophon: &[Wording],
    ) -> Result<(PagedDocument, Vec<Height>), PressError> {
        let (look, paper, style, sheet) = (self.look, self.paper, self.style, self.sheet);
        let spare = fill.spare.iter().copied().chain(std::iter::repeat(0.0));
        let data = |(page, spare): (_, f64)| {
            let Page { density, blocks }: &Page = page;
            PageData { density: *density, spare, blocks }
        };
        let of_template: Vec<PageData> = pages.iter().zip(spare).map(data).collect();
        let portrait = fill.portrait;
        let data = Data { look, paper, style, sheet, pages: &of_template, portrait, colophon };
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
        let fill = Fill { spare, portrait: portrait(&fitted.document) };
        let (document, heights) = self.lay_out(&fitted.pages, &fill, colophon)?;
        if heights.iter().all(|height| height.excess().is_none()) {
            return Ok(document);
        }
        Ok(self.lay_out(&fitted.pages, &Fill { spare: Vec::new(), ..fill }, colophon)?.0)
    }

    /// Sets each side as widely as it fits; one that does not fit at all goes on over further pages.
    fn fit(&self) -> Result<Fitted, PressError> {
        let Tried { pages, document, heights, refused } = self.set_closer(self.begun(Density::ALL[0])?)?;
        let Some((side, over)) = worst(&heights) else {
            let notes = self.shrunk(&pages, &heights, &refused).into_iter().collect();
            return Ok(Fitted { document, heights, pages, notes });
        };
        let field = longest_block(&pages[side].blocks);
        let divided = pages.iter().zip(&heights).map(|(page, height)| match height.excess() {
            None => Ok(vec![page.clone()]),
            Some(_) => self.divide(page),
        });
        let pages: Vec<Page> = divided.collect::<Result<Vec<_>, _>>()?.concat();
        let (document, heights) = self.lay_out(&pages, &Fill::default(), &[])?;
        let places = u32::try_from(pages.len()).unwrap_or(u32::MAX);
        let notes = vec![PressNote::Flowed { id: self.sheet.id.clone(), field, over, places }];
        Ok(Fitted { document, heights, pages, notes })
    }

    /// The sides of the sheet, not yet laid out.
    fn sides(&self) -> impl Iterator<Item = &Vec<SheetBlock>> {
        let sides = [&self.sheet.front, &self.sheet.back, &self.sheet.further];
        sides.into_iter().enumerate().filter(|(n, blocks)| *n < 2 || !blocks.is_empty()).map(|(_, blocks)| blocks)
    }

    /// The sides, laid out at one step.
    fn begun(&self, density: Density) -> Result<Tried, PressError> {
        let pages: Vec<Page> = self.sides().map(|blocks| Page { density, blocks: blocks.clone() }).collect();
        let refused = vec![None; pages.len()];
        self.tried(pages, refused)
    }

    fn tried(&self, pages: Vec<Page>, refused: Vec<Option<Pt>>) -> Result<Tried, PressError> {
        let (document, heights) = self.lay_out(&pages, &Fill::default(), &[])?;
        Ok(Tried { pages, document, heights, refused })
    }

    /// Sets sides that are too high more closely, as often as there are closer steps.
    fn set_closer(&self, mut tried: Tried) -> Result<Tried, PressError> {
        loop {
            let mut has_changed = false;
            let sides = tried.pages.iter_mut().zip(&tried.heights).zip(&mut tried.refused);
            for ((page, height), refused) in sides.filter(|((_, height), _)| height.excess().is_some()) {
                if let Some(closer) = page.density.closer() {
                    page.density = closer;
                    *refused = Some(height.height);
                    has_changed = true;
                }
            }
            if !has_changed {
                return Ok(tried);
            }
            tried = self.tried(tried.pages, tried.refused)?;
        }
    }

    /// The note on sides that have smaller text than declared: by how much the highest was over.
    fn shrunk(&self, pages: &[Page], heights: &[Height], refused: &[Option<Pt>]) -> Option<PressNote> {
        let sides = pages.iter().zip(heights).zip(refused).enumerate();
        let smaller = sides.filter(|(_, ((page, _), _))| page.density == Density::Close);
        let over = |(_, height): (_, &Height), refused: Pt| Height { height: refused, ..*height }.excess();
        let overs = smaller.filter_map(|(side, (of, refused))| Some((side, over(of, (*refused)?)?)));
        let (side, over) = overs.max_by_key(|(_, over)| *over)?;
        let (id, field) = (self.sheet.id.clone(), longest_block(&pages[side].blocks));
        Some(PressNote::Shrunk { id, field, over, percent: pages[side].density.percent() })
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
                let (subject, field) = (Subject::Sheet(self.sheet.id.clone()), called(block));
                return Err(PressError::TooTall { subject, field, over });
            }
        }
    }

    /// The excess height of a page with these blocks.
    fn over(&self, density: Density, blocks: Vec<SheetBlock>) -> Result<Option<Mm>, PressError> {
        let (_, heights) = self.lay_out(&[Page { density, blocks }], &Fill::default(), &[])?;
        Ok(heights.first().and_then(|height| height.excess()))
    }
}

/// The sides as they were laid out last.
struct Tried {
    pages: Vec<Page>,
    document: PagedDocument,
    heights: Vec<Height>,
    /// How high each was one step wider, where that was too high.
    refused: Vec<Option<Pt>>,
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
