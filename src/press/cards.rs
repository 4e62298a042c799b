//! Typesetting card faces: each distinct face once, as one page at trim size with bleed.
//!
//! **In** a deck of [`CardFace`]s, the system's [`Look`] and a [`FaceSpec`]. **Out** [`Faces`]: the laid
//! out document, which page stands for which card of the deck, and what had to give way. Text that
//! is too long shrinks from 8 pt to 6 pt, then goes on over numbered faces; nothing is clipped.
//! **Fails** with [`PressError::TooTall`] when a part can be neither shrunk nor divided.

use std::collections::HashMap;

use serde::Serialize;
use typst_layout::PagedDocument;

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

/// Lays out a deck.
///
/// # Errors
/// [`PressError::NothingToPrint`], [`PressError::TooTall`], [`PressError::MissingGlyph`], or
/// [`PressError::Typeset`].
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
    let fitted = typesetter.shrink(distinct)?;
    let mut notes = fitted.notes;
    let mut entries = Vec::new();
    let mut pages_of = Vec::new();
    for (entry, over) in fitted.entries.into_iter().zip(fitted.over) {
        let first = entries.len();
        match over {
            None => entries.push(entry),
            Some(over) => entries.extend(typesetter.go_on(&entry.face, over, &mut notes)?),
        }
        pages_of.push(first..entries.len());
    }
    let has_continued = entries.len() != fitted.document.pages().len();
    let document = if has_continued { typesetter.lay_out(&entries)? } else { fitted.document };
    let order = copies.into_iter().filter_map(|card| pages_of.get(card).cloned()).flatten().collect();
    let faces = entries.into_iter().map(|entry| entry.face).collect();
    let result = Faces { document, faces, order, notes };
    check(&result, spec)?;
    Ok(result)
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

/// Last look at what is about to be printed: everything fits, and every character has a glyph.
fn check(faces: &Faces, spec: &FaceSpec) -> Result<(), PressError> {
    for (page, face) in faces.document.pages().iter().zip(&faces.faces) {
        let subject = format!("card `{}`", face.id);
        frames::check_text(&page.frame).map_err(|fault| fault.of(&subject))?;
        let height = content_height(&page.frame);
        if let Some(over) = excess(height, spec.limit()) {
            return Err(PressError::TooTall { subject, field: pieces::longest_field(face), over });
        }
    }
    Ok(())
}

fn content_height(frame: &typst::layout::Frame) -> Pt {
    frames::heights(frame, "content").first().copied().unwrap_or_default()
}

/// By how much a height exceeds its limit, if it does.
fn excess(height: Pt, limit: Pt) -> Option<Mm> {
    let over = height.0 - limit.0;
    (over > TOLERANCE).then(|| Pt(over).to_mm_up())
}

/// Faces after shrinking.
struct Fitted {
    document: PagedDocument,
    entries: Vec<Entry>,
    /// For faces that do not fit even at the floor: by how much.
    over: Vec<Option<Mm>>,
    notes: Vec<PressNote>,
}

impl Typesetter<'_> {
    fn lay_out(&self, cards: &[Entry]) -> Result<PagedDocument, PressError> {
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
        if document.pages().len() == cards.len() {
            return Ok(document);
        }
        let message = format!("{} pages for {} cards", document.pages().len(), cards.len());
        Err(PressError::Typeset { template: TEMPLATE.to_owned(), messages: vec![message] })
    }

    /// Lays out all faces, and again those that are too high, smaller each time. Typst remembers the
    /// pages that did not change, so another pass costs little more than its changed cards.
    fn shrink(&self, mut entries: Vec<Entry>) -> Result<Fitted, PressError> {
        let limit = self.spec.limit();
        let mut document = self.lay_out(&entries)?;
        let first = heights(&document);
        let mut heights = first.clone();
        while step_down(&mut entries, &heights, limit) {
            document = self.lay_out(&entries)?;
            heights = self::heights(&document);
        }
        let over: Vec<_> = heights.iter().map(|&height| excess(height, limit)).collect();
        let shrunk = entries.iter().zip(&first).zip(&over).filter(|((entry, _), over)| {
            over.is_none() && entry.text_size != TextSize::CARD
        });
        let notes = shrunk.map(|((entry, &height), _)| shrunk_note(entry, height, limit)).collect();
        Ok(Fitted { document, entries, over, notes })
    }

    /// Divides a face that is too long over as few faces as can hold it, at the largest size with
    /// which they still hold it.
    fn go_on(&self, face: &CardFace, over: Mm, notes: &mut Vec<PressNote>) -> Result<Vec<Entry>, PressError> {
        let floor = TextSize::CARD.floor();
        let fewest = self.divide(face, floor)?;
        if fewest.is_empty() {
            let (subject, field) = (format!("card `{}`", face.id), "the head".to_owned());
            return Err(PressError::TooTall { subject, field, over });
        }
        let mut best = (floor, fewest);
        let sizes: Vec<_> = TextSize::CARD.all().filter(|size| !size.is_floor()).collect();
        let (mut low, mut high) = (0, sizes.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            let parts = self.divide(face, sizes[middle])?;
            if parts.len() <= best.1.len() {
                best = (sizes[middle], parts);
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        let (text_size, parts) = best;
        let field = parts.get(1).and_then(|part| part.first()).map(pieces::name);
        let count = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        notes.push(PressNote::Continued { id: face.id.clone(), field: field.unwrap_or_default(), over, parts: count });
        let numbered = (1..).zip(parts);
        let faces = numbered.map(|(part, held)| pieces::assemble(face, &held, (part, count)));
        Ok(faces.map(|face| Entry { face, text_size }).collect())
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
                return Err(PressError::TooTall { subject: format!("card `{}`", face.id), field, over: held.over });
            }
        }
        Ok(parts)
    }

    /// How many of the leading pieces one face holds.
    fn held(&self, face: &CardFace, rest: &[Piece], part: u32, text_size: TextSize) -> Result<Held, PressError> {
        let limit = self.spec.limit();
        let prefixes = (1..=rest.len()).filter_map(|count| rest.get(..count));
        let faces = prefixes.map(|held| pieces::assemble(face, held, (part, part + 1)));
        let entries: Vec<_> = faces.map(|face| Entry { face, text_size }).collect();
        let heights = heights(&self.lay_out(&entries)?);
        let fits = |height: &&Pt| excess(**height, limit).is_none();
        let mut count = heights.iter().take_while(fits).count();
        let over = heights.first().and_then(|&height| excess(height, limit)).unwrap_or_default();
        if count < rest.len() {
            let announcing = rest[..count].iter().rev().take_while(|piece| pieces::announces(piece)).count();
            // Unless there is nothing but headings, they go with what they announce.
            count = if announcing < count { count - announcing } else { count };
        }
        Ok(Held { count, over })
    }
}

struct Held {
    count: usize,
    over: Mm,
}

fn heights(document: &PagedDocument) -> Vec<Pt> {
    document.pages().iter().map(|page| content_height(&page.frame)).collect()
}

/// Makes every face that is too high smaller; false when there was none left to shrink.
fn step_down(entries: &mut [Entry], heights: &[Pt], limit: Pt) -> bool {
    let mut has_changed = false;
    for (entry, &height) in entries.iter_mut().zip(heights) {
        if excess(height, limit).is_none() {
            continue;
        }
        if let Some(smaller) = entry.text_size.smaller(height, limit) {
            entry.text_size = smaller;
            has_changed = true;
        }
    }
    has_changed
}

fn shrunk_note(entry: &Entry, height: Pt, limit: Pt) -> PressNote {
    PressNote::Shrunk {
        id: entry.face.id.clone(),
        field: pieces::longest_field(&entry.face),
        over: excess(height, limit).unwrap_or_default(),
        percent: entry.text_size.percent(),
    }
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
