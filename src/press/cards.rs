//! Typesetting card faces: each distinct face once, as one page at trim size with bleed.
//!
//! **In** a deck of [`CardFace`]s, the system's [`Look`] and a [`FaceSpec`]. **Out** [`Faces`]: the laid
//! out document, which page stands for which card of the deck, and what had to give way. Text that
//! is too long shrinks from 8 pt to 6 pt, then goes on over numbered faces; nothing is clipped.
//! **Fails** with [`PressError::TooTall`] when a part can be neither shrunk nor divided.

use std::collections::HashMap;

use rayon::prelude::*;
use serde::Serialize;
use typst::ecow::EcoVec;
use typst::model::DocumentInfo;
use typst_layout::{Page, PagedDocument};

use super::Manner;
use super::error::{PressError, PressNote};
use super::frames::{self, TOLERANCE};
use super::length::{Mm, Pt, Size};
use super::pieces::{self, Piece};
use super::text_size::TextSize;
use super::world;
use crate::faces::book::Look;
use crate::faces::card::CardFace;

const TEMPLATE: &str = "cards.typ";
const BACK_TEMPLATE: &str = "back.typ";

/// The size of a face and how it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FaceSpec {
    /// The finished card.
    pub trim: Size,
    /// Artwork beyond the trim.
    pub bleed: Mm,
    /// The inset inside the trim that text must not leave.
    pub safe: Mm,
    /// Ink and typeface.
    pub manner: Manner,
    /// Whether backs are printed as well.
    pub has_backs: bool,
}

impl FaceSpec {
    /// How high text may be.
    fn limit(&self) -> Pt {
        (self.trim.height - self.safe.times(2)).to_pt()
    }
}

/// Faces of a deck, typeset.
pub struct Faces {
    /// One page per distinct face.
    pub document: PagedDocument,
    /// The face on each page.
    pub faces: Vec<CardFace>,
    /// Pages in deck order; copies repeat theirs, a continued card has several in a row.
    pub order: Vec<usize>,
    /// Cards that shrank or went on.
    pub notes: Vec<PressNote>,
}

/// What the template reads as `/data.json`.
#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    look: &'a Look,
    trim: Size,
    bleed: Mm,
    safe: Mm,
    #[serde(flatten)]
    manner: Manner,
    backs: bool,
    cards: &'a [Entry],
}

/// One face to lay out.
#[derive(Clone, Serialize)]
struct Entry {
    face: CardFace,
    text_size: TextSize,
}

/// What [`Typesetter`] lays out with: everything but the cards.
struct Typesetter<'a> {
    look: &'a Look,
    spec: &'a FaceSpec,
    title: &'a str,
}

/// Cards that are laid out together, as one document of Typst's. Few, so that evaluation as well as
/// layout keeps all cores busy (500 cards in one document take twice as long); a fixed number, so
/// that the result does not depend on the machine.
const BATCH: usize = 8;

/// Lays out a deck.
///
/// # Errors
/// [`PressError::NothingToPrint`], [`PressError::TooTall`], [`PressError::TooWide`],
/// [`PressError::MissingGlyph`], or [`PressError::Typeset`].
pub fn lay_out_faces(
    deck: &[CardFace],
    look: &Look,
    spec: &FaceSpec,
    title: &str,
) -> Result<Faces, PressError> {
    if deck.is_empty() {
        return Err(PressError::NothingToPrint);
    }
    let typesetter = Typesetter { look, spec, title };
    let (distinct, copies) = distinct(deck);
    let fitted = fit_all(&typesetter, &distinct)?;
    let mut pages_of = Vec::new();
    let (mut pages, mut faces, mut notes) = (EcoVec::new(), Vec::new(), Vec::new());
    for card in fitted {
        let first = faces.len();
        for laid in card.faces {
            check(&laid, spec)?;
            pages.push(laid.page);
            faces.push(laid.entry.face);
        }
        notes.extend(card.note);
        pages_of.push(first..faces.len());
    }
    let order =
        copies.into_iter().filter_map(|card| pages_of.get(card).cloned()).flatten().collect();
    let document = PagedDocument::new(pages, DocumentInfo::default());
    Ok(Faces { document, faces, order, notes })
}

/// The distinct faces in order of first use, and for each card of the deck the index of its face.
fn distinct(deck: &[CardFace]) -> (Vec<Entry>, Vec<usize>) {
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut entries = Vec::new();
    let copies = deck.iter().map(|face| {
        let key = serde_json::to_string(face).expect("a face holds only strings and numbers");
        *known.entry(key).or_insert_with(|| {
            entries.push(Entry { face: face.clone(), text_size: TextSize::CARD });
            entries.len() - 1
        })
    });
    let copies = copies.collect();
    (entries, copies)
}

/// A face laid out.
struct Laid {
    entry: Entry,
    page: Page,
    height: Pt,
}

/// A card of the deck, fitted: one face, or several when it went on.
struct Fitted {
    faces: Vec<Laid>,
    note: Option<PressNote>,
}

/// Last look at what is about to be printed: everything fits, and every character has a glyph.
fn check(laid: &Laid, spec: &FaceSpec) -> Result<(), PressError> {
    let face = &laid.entry.face;
    let subject = format!("card `{}`", face.id);
    frames::check_text(&laid.page.frame).map_err(|fault| fault.of(&subject))?;
    match excess(laid.height, spec.limit()) {
        Some(over) => {
            Err(PressError::TooTall { subject, field: pieces::longest_field(face), over })
        }
        None => Ok(()),
    }
}

/// By how much a height exceeds its limit, if it does.
fn excess(height: Pt, limit: Pt) -> Option<Mm> {
    let over = height.0 - limit.0;
    (over > TOLERANCE).then(|| Pt(over).to_mm_up())
}

/// Lays out all faces; shrinks those that are too high, and divides those that shrinking does not help.
fn fit_all(typesetter: &Typesetter, entries: &[Entry]) -> Result<Vec<Fitted>, PressError> {
    let limit = typesetter.spec.limit();
    let mut laid = typesetter.lay_out(entries)?;
    let declared: Vec<Pt> = laid.iter().map(|laid| laid.height).collect();
    typesetter.shrink(&mut laid)?;
    let fit = |(laid, declared): (Laid, Pt)| match excess(laid.height, limit) {
        Some(over) => typesetter.go_on(&laid.entry.face, over),
        None => Ok(Fitted { note: shrunk_note(&laid.entry, declared, limit), faces: vec![laid] }),
    };
    laid.into_iter().zip(declared).map(fit).collect()
}

fn shrunk_note(entry: &Entry, height: Pt, limit: Pt) -> Option<PressNote> {
    let over = excess(height, limit)?;
    let field = pieces::longest_field(&entry.face);
    Some(PressNote::Shrunk {
        id: entry.face.id.clone(),
        field,
        over,
        percent: entry.text_size.percent(),
    })
}

/// The search for the largest size at which one face fits.
struct Search<'a> {
    place: &'a mut Laid,
    /// Sizes still in question, the largest first.
    sizes: Vec<TextSize>,
    has_fitted: bool,
}

impl<'a> Search<'a> {
    fn new(place: &'a mut Laid) -> Self {
        let declared = place.entry.text_size;
        let sizes = declared.all().filter(|&size| size < declared).collect();
        Self { place, sizes, has_fitted: false }
    }

    /// The face at the size to try next.
    fn next(&self) -> Entry {
        let text_size = self.sizes.get(self.sizes.len() / 2).copied();
        let floor = self.place.entry.text_size.floor();
        Entry { text_size: text_size.unwrap_or(floor), ..self.place.entry.clone() }
    }

    /// Keeps the largest face that fits, or else the smallest that does not.
    fn learn(&mut self, laid: Laid, fits: bool) {
        if fits || !self.has_fitted {
            *self.place = laid;
        }
        self.has_fitted |= fits;
        halve(&mut self.sizes, fits);
    }
}

/// After trying the middle one of `sizes`: leaves the larger ones when it fitted, else the smaller.
fn halve(sizes: &mut Vec<TextSize>, fits: bool) {
    let middle = sizes.len() / 2;
    if fits {
        sizes.truncate(middle);
    } else {
        sizes.drain(..=middle);
    }
}

impl Typesetter<'_> {
    fn lay_out(&self, entries: &[Entry]) -> Result<Vec<Laid>, PressError> {
        let batches: Result<Vec<Vec<Laid>>, _> =
            entries.par_chunks(BATCH).map(|batch| self.lay_out_batch(batch)).collect();
        Ok(batches?.into_iter().flatten().collect())
    }

    fn lay_out_batch(&self, cards: &[Entry]) -> Result<Vec<Laid>, PressError> {
        let data = Data {
            title: self.title,
            look: self.look,
            trim: self.spec.trim,
            bleed: self.spec.bleed,
            safe: self.spec.safe,
            manner: self.spec.manner,
            backs: self.spec.has_backs,
            cards,
        };
        let document = world::lay_out(TEMPLATE, &data)?;
        if document.pages().len() != cards.len() {
            let message = format!("{} pages for {} cards", document.pages().len(), cards.len());
            return Err(PressError::Typeset {
                template: TEMPLATE.to_owned(),
                messages: vec![message],
            });
        }
        let laid = |(entry, page): (&Entry, &Page)| {
            let height =
                frames::heights(&page.frame, "content").first().copied().unwrap_or_default();
            Laid { entry: entry.clone(), page: page.clone(), height }
        };
        Ok(cards.iter().zip(document.pages()).map(laid).collect())
    }

    /// Finds for every face that is too high the largest size at which it fits, or sets it at the
    /// floor. Halving the range of sizes takes three passes over those few faces.
    fn shrink(&self, laid: &mut [Laid]) -> Result<(), PressError> {
        let limit = self.spec.limit();
        let too_high = laid.iter_mut().filter(|laid| excess(laid.height, limit).is_some());
        let mut searches: Vec<Search> = too_high.map(Search::new).collect();
        loop {
            let open: Vec<&mut Search> =
                searches.iter_mut().filter(|search| !search.sizes.is_empty()).collect();
            if open.is_empty() {
                return Ok(());
            }
            let entries: Vec<Entry> = open.iter().map(|search| search.next()).collect();
            for (search, laid) in open.into_iter().zip(self.lay_out(&entries)?) {
                let fits = excess(laid.height, limit).is_none();
                search.learn(laid, fits);
            }
        }
    }

    /// Divides a face that is too long over as few faces as can hold it, at the largest size with
    /// which they still hold it.
    fn go_on(&self, face: &CardFace, over: Mm) -> Result<Fitted, PressError> {
        let (text_size, parts) = self.fewest_parts(face, over)?;
        let field =
            parts.get(1).and_then(|part| part.first()).map(pieces::name).unwrap_or_default();
        let count = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        let note = PressNote::Continued { id: face.id.clone(), field, over, parts: count };
        let numbered = (1..).zip(parts);
        let faces = numbered.map(|(part, held)| pieces::assemble(face, &held, (part, count)));
        let entries: Vec<_> = faces.map(|face| Entry { face, text_size }).collect();
        let faces = self.lay_out(&entries)?;
        Ok(Fitted { faces, note: Some(note) })
    }

    fn fewest_parts(
        &self,
        face: &CardFace,
        over: Mm,
    ) -> Result<(TextSize, Vec<Vec<Piece>>), PressError> {
        let floor = TextSize::CARD.floor();
        let fewest = self.divide(face, floor)?;
        if fewest.is_empty() {
            let (subject, field) = (format!("card `{}`", face.id), "the head".to_owned());
            return Err(PressError::TooTall { subject, field, over });
        }
        let count = fewest.len();
        let mut best = (floor, fewest);
        // The larger the text, the more faces: look for the largest that needs no more.
        let mut sizes: Vec<TextSize> =
            TextSize::CARD.all().filter(|size| !size.is_floor()).collect();
        while let Some(&text_size) = sizes.get(sizes.len() / 2) {
            let parts = self.divide(face, text_size)?;
            let fits = parts.len() <= count;
            if fits {
                best = (text_size, parts);
            }
            halve(&mut sizes, fits);
        }
        Ok(best)
    }

    /// Fills one face after the other with as many pieces as it holds.
    fn divide(&self, face: &CardFace, text_size: TextSize) -> Result<Vec<Vec<Piece>>, PressError> {
        let mut rest = pieces::pieces(face);
        let mut parts: Vec<Vec<Piece>> = Vec::new();
        while !rest.is_empty() {
            let part = u32::try_from(parts.len() + 1).unwrap_or(u32::MAX);
            let held = self.held(face, &rest, part, text_size)?;
            if held.count > 0 {
                let later = rest.split_off(held.count);
                parts.push(std::mem::replace(&mut rest, later));
            } else if let Some((one, two)) = rest.first().and_then(pieces::halves) {
                rest.splice(..1, [one, two]);
            } else if parts.is_empty() {
                // The ways to pay leave no room beside them: the first face carries only the head.
                parts.push(Vec::new());
            } else {
                let field = rest.first().map(pieces::name).unwrap_or_default();
                return Err(PressError::TooTall {
                    subject: format!("card `{}`", face.id),
                    field,
                    over: held.over,
                });
            }
        }
        Ok(parts)
    }

    /// How many of the leading pieces one face holds.
    fn held(
        &self,
        face: &CardFace,
        rest: &[Piece],
        part: u32,
        text_size: TextSize,
    ) -> Result<Held, PressError> {
        let limit = self.spec.limit();
        let prefixes = (1..=rest.len()).filter_map(|count| rest.get(..count));
        let faces = prefixes.map(|held| pieces::assemble(face, held, (part, part + 1)));
        let entries: Vec<_> = faces.map(|face| Entry { face, text_size }).collect();
        let laid = self.lay_out(&entries)?;
        let fitting = laid.iter().take_while(|laid| excess(laid.height, limit).is_none()).count();
        let over = laid.first().and_then(|laid| excess(laid.height, limit)).unwrap_or_default();
        let is_all = fitting == rest.len();
        let count = if is_all { fitting } else { without_announcements(rest, fitting) };
        Ok(Held { count, over })
    }
}

/// Headings go with what they announce, unless there is nothing else.
fn without_announcements(rest: &[Piece], count: usize) -> usize {
    let announcing =
        rest.iter().take(count).rev().take_while(|piece| pieces::announces(piece)).count();
    if announcing < count { count - announcing } else { count }
}

struct Held {
    count: usize,
    over: Mm,
}

/// Lays out the back that all cards share.
///
/// # Errors
/// [`PressError::Typeset`] when the template is faulty.
pub fn lay_out_back(look: &Look, spec: &FaceSpec) -> Result<PagedDocument, PressError> {
    #[derive(Serialize)]
    struct Back<'a> {
        look: &'a Look,
        trim: Size,
        bleed: Mm,
        #[serde(flatten)]
        manner: Manner,
    }
    let data = Back { look, trim: spec.trim, bleed: spec.bleed, manner: spec.manner };
    let document = world::lay_out(BACK_TEMPLATE, &data)?;
    if let Some(page) = document.pages().first() {
        frames::check_text(&page.frame).map_err(|fault| fault.of("card back"))?;
    }
    Ok(document)
}
