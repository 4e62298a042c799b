//! Typesetting NPC handouts, several to a page.
//!
//! **In** [`Handout`]s, the system's [`Look`], the paper and the [`Layout`]. **Out** the laid out document and notes on
//! what was changed to fit: a handout with little text is set larger than declared, and one for players whenever there is
//! room; a long one takes two cells where a quarter of a page is one, then continues in a further place. **Fails** with [`PressError::TooTall`]
//! when something that cannot be divided is higher than its place.

use serde::Serialize;
use typst_layout::PagedDocument;

use super::colophon::{self, Wording, wordings};
use super::density::Density;
use super::error::{PressError, PressNote, Subject};
use super::frames::{self, TOLERANCE};
use super::length::{Mm, Pt, Size};
use super::pdf::{self, About, Tags};
use super::places::{Place, Places};
use super::portions::{self, Portion};
use super::prefix::{self, Prefix};
use super::sheets::longest_block;
use super::used::used;
use super::widths::RUNNING;
use super::workers::side_by_side;
use super::{HandoutPrint, Pages, PrintStyle, world};
use makeready_embedded::Typeface;
use makeready_faces::book::Look;
use makeready_faces::credits::{Colophon, Used};
use makeready_faces::sheet::{Handout, Layout};
use makeready_faces::shown::shown;

/// Name of the template, for messages.
pub const TEMPLATE: &str = "handout.typ";

#[derive(Serialize)]
struct Data<'a> {
    look: &'a Look,
    paper: Size,
    #[serde(flatten)]
    style: PrintStyle,
    layout: Layout,
    places: Places,
    handouts: Vec<PlacedPart<'a>>,
    /// The credits, in wordings of which one is set at the foot of the last page.
    colophon: &'a [Wording],
}

/// One handout to lay out, or a part of one.
#[derive(Clone, Serialize)]
struct HandoutPart {
    handout: Handout,
    density: Density,
    /// Cells that it takes: 1 or 2.
    #[serde(skip)]
    span: u8,
    /// Part of a continued handout: 1-based, and of how many.
    part: (u32, u32),
    /// Which handout it came from.
    #[serde(skip)]
    source: usize,
    /// How high it was one step wider, where that was too high.
    #[serde(skip)]
    refused: Option<Pt>,
    /// How high it was as declared, where it left so much room that it is set larger.
    #[serde(skip)]
    low: Option<Pt>,
    /// Whether it may be set larger than declared once it has been measured.
    #[serde(skip)]
    may_grow: bool,
    /// How high it was as declared, where that was too high.
    #[serde(skip)]
    declared: Option<Height>,
}

/// A handout in its place.
#[derive(Serialize)]
struct PlacedPart<'a> {
    #[serde(flatten)]
    part: &'a HandoutPart,
    place: Place,
}

impl HandoutPart {
    /// Whether it is a whole handout in one place.
    const fn is_whole(&self) -> bool {
        self.span == 1 && self.part.1 == 1
    }
}

/// The height of a handout.
#[derive(Clone, Copy, Debug)]
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

    /// Whether it leaves so much of its place that larger text most likely fits: that takes a quarter to a half more room.
    fn is_low(self) -> bool {
        const LOW: f64 = 0.78;
        self.height.0 <= LOW * self.limit.0
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

/// Lays out handouts in the given order, with the credits at the foot of the last page. Layout and notes depend on these
/// arguments alone: the same handouts on another paper start anew.
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
    let begun: Vec<_> =
        handouts.iter().enumerate().map(|(source, handout)| typesetter.whole(source, handout)).collect();
    let (mut entries, leading) = typesetter.fit_but_last(&begun, &print.title)?;
    // What they show is known when they are laid out; a right guess saves a second layout.
    let mut shown = guessed(handouts, look);
    let mut colophon = Colophon::new(&print.credits, &shown);
    let mut lines = wordings(&colophon, look);
    // The pages before the last portion; written once, unless handouts turn out to be others.
    let mut written: Option<Written> = None;
    let document = loop {
        let before = match written.take() {
            Some(written) => written,
            None => typesetter.write_but_last(&mut entries, &leading, &print.title)?,
        };
        let begin = before.handouts;
        let (document, heights) = typesetter.lay_out(&entries[begin..], &lines)?;
        let mut found = used(&document, TEMPLATE, look)?;
        before.pages.iter().for_each(|pages| found.extend(&pages.used));
        let is_known = lines.is_empty() || found == shown;
        let has_room = lines.is_empty() || frames::numbers(&document, "colophon") == [1.0];
        if !is_known {
            shown = found;
            colophon = Colophon::new(&print.credits, &shown);
            lines = wordings(&colophon, look);
        } else if !has_room {
            // A handout of its own, after all others.
            let credits = typesetter.whole(handouts.len(), &colophon::handout(first, &colophon, look.lang.words));
            entries.push(HandoutPart { density: Density::Usual, may_grow: false, ..credits });
            lines.clear();
        }
        let last = entries.drain(begin..);
        let measured = last.zip(heights.into_iter().map(Some).chain(std::iter::repeat(None))).collect();
        let (next, has_changed) = typesetter.settled(measured)?;
        entries.extend(next);
        written = (!has_changed).then_some(before);
        if is_known && has_room && !has_changed {
            break document;
        }
    };
    check(&document)?;
    let of_handout = |source: usize| parts_of(&entries, source);
    let notes = handouts.iter().enumerate().filter_map(|(source, handout)| note(handout, &of_handout(source)));
    let apart = lines.is_empty().then_some(PressNote::CreditsApart);
    let notes = apart.into_iter().chain(notes).collect();
    let before = written.into_iter().flat_map(|written| written.pages).map(|pages| pages.pdf).collect();
    Ok((Pages { before, document, used: shown, colophon, edition: first.edition.clone() }, notes))
}

/// Whether all text of a document can be set.
fn check(document: &PagedDocument) -> Result<(), PressError> {
    frames::checked(document.pages(), &Subject::Other("handouts".to_owned()))
}

/// Pages of handouts, written.
#[derive(Clone)]
struct WrittenPages {
    pdf: Vec<u8>,
    used: Used,
}

/// The first handouts, written.
#[derive(Clone, Default)]
struct Written {
    /// How many there are; the next begins a page.
    handouts: usize,
    pages: Vec<WrittenPages>,
}

/// How many pages are laid out, written and let go together: a page holds some fifteen megabytes while it is laid out, and
/// portions of a file share no fonts.
const PAGES: usize = 4;

/// The work of others that these handouts can show, in the typefaces of nearly all.
fn guessed(handouts: &[Handout], look: &Look) -> Used {
    let mut used = Used::default();
    // One by one: as a tree, all of them together would take more memory than their pages.
    handouts.iter().for_each(|handout| used.extend(&shown(handout, look)));
    let families = RUNNING.into_iter().chain([look.display_font.as_str()]);
    for family in families {
        if let Some(face) = Typeface::find(family) {
            used.typefaces.insert(face.name);
        } else {
            used.own_typefaces.insert(family.to_owned());
        }
    }
    used
}

fn parts_of(entries: &[HandoutPart], source: usize) -> Vec<&HandoutPart> {
    entries.iter().filter(|entry| entry.source == source).collect()
}

/// Handouts of any portion that are laid out together while their sizes are sought: few, so that all cores are busy.
const AT_ONCE: usize = 8;

impl Typesetter<'_> {
    fn lay_out(
        &self,
        handouts: &[HandoutPart],
        colophon: &[Wording],
    ) -> Result<(PagedDocument, Vec<Height>), PressError> {
        let (look, paper, style, layout) = (self.look, self.paper, self.style, self.layout);
        let places = Places::of(layout);
        let placed = places.placed(handouts.iter().map(|entry| entry.span));
        let placed = handouts.iter().zip(placed).map(|(part, place)| PlacedPart { part, place }).collect();
        let data = Data { look, paper, style, layout, places, handouts: placed, colophon };
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

    /// Finds the size of handouts, all but those of the last portion, and writes the leading pages whose handouts have one place
    /// each, so that they stand where they were measured.
    fn fit_but_last(&self, entries: &[HandoutPart], title: &str) -> Result<(Vec<HandoutPart>, Written), PressError> {
        let places = Places::of(self.layout);
        let portion = PAGES * usize::from(places.columns) * usize::from(places.lines);
        let portions = entries.len().saturating_sub(1) / portion;
        let mut fitted = Vec::with_capacity(entries.len());
        let mut written = Written::default();
        let of_portions = entries.chunks(portion).take(portions);
        for of_portion in side_by_side(of_portions, |entries| self.fit_portion(entries, title)) {
            let (entries, pages) = of_portion?;
            if let Some(pages) = pages.filter(|_| written.handouts == fitted.len()) {
                written.handouts += entries.len();
                written.pages.push(pages);
            }
            fitted.extend(entries);
        }
        fitted.extend_from_slice(&entries[portions * portion..]);
        Ok((fitted, written))
    }

    /// Finds the size of the handouts of some pages, and writes these if each has one place.
    fn fit_portion(
        &self,
        entries: &[HandoutPart],
        title: &str,
    ) -> Result<(Vec<HandoutPart>, Option<WrittenPages>), PressError> {
        let (mut document, mut heights) = self.lay_out(entries, &[])?;
        let measured = entries.iter().cloned().zip(heights.iter().copied().map(Some)).collect();
        let (entries, has_changed) = self.settled(measured)?;
        if has_changed && entries.iter().all(HandoutPart::is_whole) {
            (document, heights) = self.lay_out(&entries, &[])?;
        }
        let is_as_measured = |(entry, height): (&HandoutPart, &Height)| entry.is_whole() && is_settled(entry, *height);
        let can_stay = entries.iter().zip(&heights).all(is_as_measured);
        let pages = if can_stay { Some(self.write(document, title)?) } else { None };
        Ok((entries, pages))
    }

    fn write(&self, document: PagedDocument, title: &str) -> Result<WrittenPages, PressError> {
        check(&document)?;
        let used = used(&document, TEMPLATE, self.look)?;
        Ok(WrittenPages { pdf: pdf::export(document, TEMPLATE, &About::titled(title), Tags::Kept)?, used })
    }

    /// Lays out handouts whose sizes have been found, portion by portion, behind those that are written, and writes them; all but the
    /// last portion, on whose last page the credits stand. What is found to be higher, now that its parts are numbered, gives
    /// way.
    fn write_but_last(
        &self,
        entries: &mut Vec<HandoutPart>,
        leading: &Written,
        title: &str,
    ) -> Result<Written, PressError> {
        loop {
            number_parts(entries);
            let open = &entries[leading.handouts..];
            let places = Places::of(self.layout).placed(open.iter().map(|entry| entry.span));
            let mut lengths: Vec<usize> =
                places.chunk_by(|a, b| a.page / PAGES == b.page / PAGES).map(<[Place]>::len).collect();
            lengths.pop();
            let mut written = leading.clone();
            let mut portions = Vec::new();
            for length in lengths {
                portions.push(&entries[written.handouts..written.handouts + length]);
                written.handouts += length;
            }
            let laid = side_by_side(portions, |entries| {
                let (document, heights) = self.lay_out(entries, &[])?;
                let is_settled = entries.iter().zip(&heights).all(|(entry, height)| is_settled(entry, *height));
                Ok((heights, if is_settled { Some(self.write(document, title)?) } else { None }))
            });
            let laid = laid.into_iter().collect::<Result<Vec<_>, PressError>>()?;
            let (heights, pages): (Vec<_>, Vec<_>) = laid.into_iter().unzip();
            if let Some(pages) = pages.into_iter().collect::<Option<Vec<_>>>() {
                written.pages.extend(pages);
                return Ok(written);
            }
            let last = entries.split_off(written.handouts);
            let measured = entries.drain(leading.handouts..).zip(heights.into_iter().flatten().map(Some)).collect();
            entries.extend(self.settled(measured)?.0);
            entries.extend(last);
        }
    }

    fn heights(&self, entries: &[HandoutPart]) -> Result<Vec<Height>, PressError> {
        let some = side_by_side(entries.chunks(AT_ONCE), |some| Ok(self.lay_out(some, &[])?.1));
        let heights = some.into_iter().collect::<Result<Vec<_>, PressError>>()?;
        Ok(heights.into_iter().flatten().collect())
    }

    /// A handout in one place, as it is first laid out: for players as wide as any, for the game master as declared, so that those of
    /// a table are alike unless they have little to say. A whole page has one step.
    fn whole(&self, source: usize, handout: &Handout) -> HandoutPart {
        let is_as_declared = self.layout != Layout::Full && !handout.readers.is_empty();
        HandoutPart {
            handout: handout.clone(),
            density: if is_as_declared { Density::Usual } else { Density::Roomy },
            span: 1,
            part: (1, 1),
            source,
            refused: None,
            low: None,
            may_grow: is_as_declared,
            declared: None,
        }
    }

    /// Handouts at the sizes that fit, of which some are already laid out, and whether any of these has changed.
    fn settled(&self, entries: Vec<(HandoutPart, Option<Height>)>) -> Result<(Vec<HandoutPart>, bool), PressError> {
        let mut has_changed = false;
        let mut tried = entries;
        loop {
            let mut next = Vec::with_capacity(tried.len());
            for (entry, height) in tried {
                match height {
                    None => next.push((entry, None)),
                    Some(height) if is_settled(&entry, height) => next.push((entry, Some(height))),
                    Some(height) => {
                        has_changed = true;
                        next.extend(self.give_way(entry, height)?.into_iter().map(|entry| (entry, None)));
                    }
                }
            }
            let is_open = |(_, height): &&(HandoutPart, Option<Height>)| height.is_none();
            let open: Vec<HandoutPart> = next.iter().filter(is_open).map(|(entry, _)| entry.clone()).collect();
            if open.is_empty() {
                return Ok((next.into_iter().map(|(entry, _)| entry).collect(), has_changed));
            }
            let mut heights = self.heights(&open)?.into_iter();
            let measured = |(entry, height): (HandoutPart, Option<Height>)| (entry, height.or_else(|| heights.next()));
            tried = next.into_iter().map(measured).collect();
        }
    }

    /// A handout that is not settled at this height, at the next step.
    fn give_way(&self, entry: HandoutPart, height: Height) -> Result<Vec<HandoutPart>, PressError> {
        if height.excess().is_none() {
            return Ok(vec![HandoutPart { density: Density::Roomy, low: Some(height.height), ..entry }]);
        }
        // A whole page has one step.
        if self.layout == Layout::Full {
            return self.divide(&HandoutPart { declared: entry.declared.or(Some(height)), ..entry }, height);
        }
        let closer = |density| HandoutPart { density, refused: Some(height.height), low: None, ..entry.clone() };
        let may_spread = self.layout == Layout::Standard && entry.span < 2;
        match entry.density {
            // What is declared is always tried.
            Density::Roomy if entry.span == 1 => Ok(vec![closer(Density::Usual)]),
            Density::Roomy | Density::Usual | Density::Close if height.is_hopeless() => {
                let span = if may_spread { 2 } else { entry.span };
                self.divide(&HandoutPart { span, declared: entry.declared.or(Some(height)), ..entry }, height)
            }
            Density::Roomy => Ok(vec![closer(Density::Usual)]),
            Density::Usual => {
                Ok(vec![HandoutPart { declared: entry.declared.or(Some(height)), ..closer(Density::Close) }])
            }
            Density::Close if may_spread => {
                let begun = self.whole(entry.source, &entry.handout);
                Ok(vec![HandoutPart { span: 2, declared: entry.declared, ..begun }])
            }
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
            refused: None,
            low: None,
            may_grow: false,
            declared: entry.declared,
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
                        subject: Subject::Handout(entry.handout.id.clone()),
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

/// Whether a handout of this height is set as widely as its place allows.
fn is_settled(entry: &HandoutPart, height: Height) -> bool {
    let is_refused_here = |refused| Height { height: refused, ..height }.excess().is_some();
    let is_refused = || entry.refused.is_some_and(is_refused_here);
    let is_as_wide = match entry.density {
        // What is set larger than declared left much room.
        Density::Roomy => !entry.may_grow || entry.low.is_some_and(|low| Height { height: low, ..height }.is_low()),
        Density::Usual if entry.may_grow => !height.is_low() || is_refused(),
        Density::Usual | Density::Close => true,
    };
    height.excess().is_none() && is_as_wide
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

fn note(handout: &Handout, parts: &[&HandoutPart]) -> Option<PressNote> {
    let over = parts.first()?.declared?.excess()?;
    let (id, field) = (handout.id.clone(), longest_block(&handout.blocks));
    let places: u32 = parts.iter().map(|part| u32::from(part.span)).sum();
    // What was only set more closely has text of the same size.
    (places > 1).then_some(PressNote::Flowed { id, field, over, places })
}
