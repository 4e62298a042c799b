//! Typesetting NPC handouts, several to a page.
//!
//! **In** [`Handout`]s, the system's [`Look`], the paper and the [`Layout`]. **Out** the laid out document and notes on
//! what was changed to fit: a handout with little text is set larger than declared; a long one takes two
//! cells where a quarter of a page is one, then continues in a further place. **Fails** with [`PressError::TooTall`]
//! when something that cannot be divided is higher than its place.

use serde::Serialize;
use typst_layout::PagedDocument;

use super::colophon::{self, Wording, wordings};
use super::density::Density;
use super::error::{PressError, PressNote};
use super::frames::{self, TOLERANCE};
use super::length::{Mm, Pt, Size};
use super::portions::{self, Portion};
use super::prefix::{self, Prefix};
use super::sheets::longest_block;
use super::used::used;
use super::widths::{InEm, Widths};
use super::workers::side_by_side;
use super::{HandoutPrint, Pages, PrintStyle, world};
use deckle_faces::book::Look;
use deckle_faces::credits::{Colophon, Used};
use deckle_faces::sheet::{Handout, Layout};

/// Name of the template, for messages.
pub const TEMPLATE: &str = "handout.typ";

#[derive(Serialize)]
struct Data<'a> {
    look: &'a Look,
    paper: Size,
    #[serde(flatten)]
    style: PrintStyle,
    layout: Layout,
    handouts: &'a [HandoutPart],
    /// The credits, in wordings of which one is set at the foot of the last page.
    colophon: &'a [Wording],
    widths: InEm<'a>,
}

/// One handout to lay out, or a part of one.
#[derive(Clone, Serialize)]
struct HandoutPart {
    handout: Handout,
    density: Density,
    /// Cells that it takes: 1 or 2.
    span: u8,
    /// Part of a continued handout: 1-based, and of how many.
    part: (u32, u32),
    /// Which handout it came from.
    #[serde(skip)]
    source: usize,
}

/// The height of a handout.
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

    /// Whether neither the smallest text nor two cells could hold it.
    fn is_hopeless(self) -> bool {
        const HOPELESS: f64 = 3.0;
        self.height.0 > HOPELESS * self.limit.0
    }

    /// How many of `count` things with this total height fit, if they are equally high.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "less than `count`, and not negative")]
    fn share(self, count: usize) -> usize {
        (count as f64 * (self.limit.0 / self.height.0.max(1.0)).clamp(0.0, 1.0)) as usize
    }
}

/// Typesets handouts.
struct Typesetter<'a> {
    look: &'a Look,
    paper: Size,
    style: PrintStyle,
    layout: Layout,
}

/// Lays out handouts in the given order, with the credits at the foot of the last page.
///
/// # Errors
/// [`PressError::NothingToPrint`], [`PressError::TooTall`], [`PressError::Typeset`],
/// [`PressError::MissingGlyph`].
pub fn lay_out_handouts(
    handouts: &[Handout],
    look: &Look,
    print: &HandoutPrint,
) -> Result<(Pages, Vec<PressNote>), PressError> {
    let Some(first) = handouts.first() else { return Err(PressError::NothingToPrint) };
    let typesetter = Typesetter { look, paper: print.paper.size, style: print.style, layout: print.layout };
    let entries: Vec<HandoutPart> =
        handouts.iter().enumerate().map(|(source, handout)| whole(source, handout)).collect();
    let (declared, used) = typesetter.measured(&entries)?;
    let colophon = Colophon::new(&print.credits, &used);
    let largest = |(entry, height): (HandoutPart, &Height)| match height.excess() {
        None => HandoutPart { density: Density::Roomy, ..entry },
        Some(_) => entry,
    };
    let mut entries: Vec<HandoutPart> = entries.into_iter().zip(&declared).map(largest).collect();
    let mut lines = wordings(&colophon, look);
    let document = loop {
        entries = typesetter.fit(entries)?;
        number_parts(&mut entries);
        // The number of parts is printed, and known only now: lay out once more.
        let (document, heights) = typesetter.lay_out(&entries, &lines)?;
        let has_room = lines.is_empty() || frames::numbers(&document, "colophon") == [1.0];
        if !has_room {
            // A handout of its own, after all others.
            entries.push(whole(handouts.len(), &colophon::handout(first, &colophon)));
            lines.clear();
        } else if heights.iter().all(|height| height.excess().is_none()) {
            break document;
        }
    };
    for page in document.pages() {
        frames::check_text(&page.frame).map_err(|fault| fault.of("handouts"))?;
    }
    let notes = handouts.iter().enumerate().zip(&declared);
    let notes = notes.filter_map(|((source, handout), first)| note(handout, &parts_of(&entries, source), *first));
    let apart = lines.is_empty().then_some(PressNote::CreditsApart);
    let notes = apart.into_iter().chain(notes).collect();
    Ok((Pages { document, used, colophon, edition: first.edition.clone() }, notes))
}

fn whole(source: usize, handout: &Handout) -> HandoutPart {
    HandoutPart { handout: handout.clone(), density: Density::Usual, span: 1, part: (1, 1), source }
}

fn parts_of(entries: &[HandoutPart], source: usize) -> Vec<&HandoutPart> {
    entries.iter().filter(|entry| entry.source == source).collect()
}

/// Handouts that are laid out together while their sizes are sought: few, so that all cores are busy.
const AT_ONCE: usize = 8;

impl Typesetter<'_> {
    fn lay_out(
        &self,
        handouts: &[HandoutPart],
        colophon: &[Wording],
    ) -> Result<(PagedDocument, Vec<Height>), PressError> {
        let (look, paper, style, layout) = (self.look, self.paper, self.style, self.layout);
        let mut widths = Widths::new(look, style);
        handouts.iter().for_each(|entry| widths.handout(&entry.handout, entry.part));
        let data = Data { look, paper, style, layout, handouts, colophon, widths: widths.in_em() };
        let document = world::lay_out(TEMPLATE, look, &data)?;
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

    fn heights(&self, entries: &[HandoutPart]) -> Result<Vec<Height>, PressError> {
        Ok(self.measured(entries)?.0)
    }

    /// The heights of handouts, and the work of others that they show.
    fn measured(&self, entries: &[HandoutPart]) -> Result<(Vec<Height>, Used), PressError> {
        let some = side_by_side(entries.chunks(AT_ONCE), |some| {
            let (document, heights) = self.lay_out(some, &[])?;
            Ok((heights, used(&document, TEMPLATE, self.look)?))
        });
        let mut heights = Vec::with_capacity(entries.len());
        let mut shown = Used::default();
        for (some, used) in some.into_iter().collect::<Result<Vec<_>, PressError>>()? {
            heights.extend(some);
            shown.extend(&used);
        }
        Ok((heights, shown))
    }

    /// Sets more closely, widens or divides every handout that is too high, until all fit.
    fn fit(&self, entries: Vec<HandoutPart>) -> Result<Vec<HandoutPart>, PressError> {
        let mut tried: Vec<(HandoutPart, bool)> = entries.into_iter().map(|entry| (entry, false)).collect();
        loop {
            let open: Vec<HandoutPart> =
                tried.iter().filter(|(_, fits)| !fits).map(|(entry, _)| entry.clone()).collect();
            if open.is_empty() {
                return Ok(tried.into_iter().map(|(entry, _)| entry).collect());
            }
            let mut heights = self.heights(&open)?.into_iter();
            let mut next = Vec::with_capacity(tried.len());
            for (entry, fits) in tried {
                let too_high = |height: &Height| height.excess().is_some();
                match if fits { None } else { heights.next().filter(too_high) } {
                    None => next.push((entry, true)),
                    Some(height) => {
                        next.extend(self.give_way(entry, height)?.into_iter().map(|entry| (entry, false)));
                    }
                }
            }
            tried = next;
        }
    }

    fn give_way(&self, entry: HandoutPart, height: Height) -> Result<Vec<HandoutPart>, PressError> {
        let may_spread = self.layout == Layout::Standard && entry.span < 2;
        if height.is_hopeless() {
            let span = if may_spread { 2 } else { entry.span };
            return self.divide(&HandoutPart { span, ..entry }, height);
        }
        match entry.density {
            Density::Roomy => Ok(vec![HandoutPart { density: Density::Usual, ..entry }]),
            Density::Usual => Ok(vec![HandoutPart { density: Density::Close, ..entry }]),
            Density::Close if may_spread => Ok(vec![HandoutPart { span: 2, density: Density::Roomy, ..entry }]),
            Density::Close => self.divide(&entry, height),
        }
    }

    /// Keeps what fits and moves the rest to a part of its own, or to several where it certainly does not fit one. Since
    /// further places are needed anyway, text keeps its declared size.
    fn divide(&self, entry: &HandoutPart, height: Height) -> Result<Vec<HandoutPart>, PressError> {
        let part = |portions: &[Portion], number: u32, span: u8| HandoutPart {
            handout: Handout { blocks: portions::assemble(portions), ..entry.handout.clone() },
            density: Density::Usual,
            span,
            part: (entry.part.0 + number, entry.part.1 + number),
            source: entry.source,
        };
        let mut rest = portions::portions(&entry.handout.blocks);
        let mut parts = Vec::new();
        let mut guess = height.share(rest.len());
        while parts.is_empty() || self.is_far_too_long(&rest, height) {
            let number = u32::try_from(parts.len()).unwrap_or(u32::MAX);
            let Prefix { fitting, over } = prefix::longest(rest.len(), guess, |count| {
                let heights = self.heights(&[part(&rest[..count], number, entry.span)])?;
                Ok(heights.first().and_then(|height| height.excess()))
            })?;
            if fitting > 0 {
                parts.push(part(&rest[..fitting], number, entry.span));
                rest.drain(..fitting);
                guess = fitting;
            } else {
                let Some((one, two)) = rest.first().and_then(portions::halves) else {
                    let field = rest.first().map_or_else(|| "the head".to_owned(), portions::name);
                    return Err(PressError::TooTall {
                        subject: format!("handout `{}`", entry.handout.id),
                        field,
                        over,
                    });
                };
                rest.splice(..1, [one, two]);
            }
        }
        let number = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        parts.push(part(&rest, number, 1));
        Ok(parts)
    }

    /// Whether this has more letters than any place holds, however they are set.
    fn is_far_too_long(&self, rest: &[Portion], height: Height) -> bool {
        const LEAST_SQUARE_POINTS: f64 = 0.2 * 6.0 * 6.0;
        let columns = if self.layout == Layout::Full { 1 } else { 2 };
        let area = self.paper.width.share(columns).to_pt().0 * height.limit.0;
        portions::letters(rest) as f64 > area / LEAST_SQUARE_POINTS
    }
}

fn number_parts(entries: &mut [HandoutPart]) {
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

fn note(handout: &Handout, parts: &[&HandoutPart], first: Height) -> Option<PressNote> {
    let over = first.excess()?;
    let (id, field) = (handout.id.clone(), longest_block(&handout.blocks));
    let places: u32 = parts.iter().map(|part| u32::from(part.span)).sum();
    // What was only set more closely has text of the same size.
    (places > 1).then_some(PressNote::Flowed { id, field, over, places })
}
