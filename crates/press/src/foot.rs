//! The line in the foot of a card, and the name of the owner at its start.
//!
//! Most cards are the same for every character but for this name. So faces are laid out without it, once for all who have
//! them, and it is laid over: a page with nothing else.
//!
//! **In** cards of a deck. **Out** [`SharedCard`]s, and [`Names`] to lay over their faces.
//! **Fails** with [`PressError::Typeset`], or with [`PressError::MissingGlyph`].

use std::collections::BTreeMap;

use serde::Serialize;
use typst::layout::{Frame, FrameItem, GroupItem, Point};

use super::PrintStyle;
use super::cards::FaceSpec;
use super::error::{PressError, Subject};
use super::frames;
use super::length::{Mm, Pt, Size};
use super::widths::SmallPrint;
use super::world;
use makeready_faces::book::Look;
use makeready_faces::card::CardFace;

const TEMPLATE: &str = "owner.typ";

/// The smallest size of the line, in points.
const SMALLEST: f64 = 6.0;
/// Sizes are multiples of this, in points.
const STEP: f64 = 0.25;
/// What stands between two parts of the line, and around the emblem, in em.
const BETWEEN: f64 = 0.6;
const EMBLEM: f64 = 1.2;

/// A card without its owner: the same for all who have it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SharedCard {
    /// The card, whose owner is empty.
    pub face: CardFace,
    /// The size of the line in its foot, which leaves the owner's name its room.
    pub foot: Pt,
}

/// Takes owners from cards.
pub struct Feet<'a> {
    spec: &'a FaceSpec,
    small_print: SmallPrint,
}

impl<'a> Feet<'a> {
    /// For cards of this look.
    pub fn new(look: &Look, spec: &'a FaceSpec) -> Self {
        Self { spec, small_print: SmallPrint::of_feet(look) }
    }

    /// A card without its owner. Where the line has no room for all, the title of the game stands on the sheet alone.
    pub fn shared(&self, face: &CardFace) -> SharedCard {
        let mut shared = CardFace { owner: String::new(), ..face.clone() };
        if self.width(face) * SMALLEST > self.room() && !face.owner.is_empty() {
            shared.game.clear();
        }
        let foot = self.size(&CardFace { owner: face.owner.clone(), ..shared.clone() });
        SharedCard { foot, face: shared }
    }

    /// The room of the line, in points.
    fn room(&self) -> f64 {
        text_width(self.spec).to_pt().0
    }

    /// The width of the line, in em.
    fn width(&self, face: &CardFace) -> f64 {
        let parts = [&face.owner, &face.game, &face.number].into_iter().filter(|words| !words.is_empty());
        parts.map(|words| self.small_print.width(words) + BETWEEN).sum::<f64>() + EMBLEM
    }

    /// The size at which the whole line fits: that of labels, or for long names and titles a smaller one.
    fn size(&self, face: &CardFace) -> Pt {
        let (em, room) = (self.width(face), self.room());
        let largest = self.spec.label_size();
        Pt(if em * largest <= room {
            largest
        } else if em * SMALLEST <= room {
            SMALLEST.max((room / em / STEP).floor() * STEP)
        } else {
            0.99 * room / em
        })
    }
}

/// The width of the text of a card: the templates leave a millimeter at the left.
fn text_width(spec: &FaceSpec) -> Mm {
    spec.trim.width - spec.safe.times(2) - Mm::from_um(1_000)
}

/// Names of owners, each laid out as a page of the size of a card.
#[derive(Default)]
pub struct Names {
    pages: BTreeMap<(String, u64), Frame>,
}

#[derive(Serialize)]
struct Data<'a> {
    look: &'a Look,
    trim: Size,
    safe: Mm,
    #[serde(flatten)]
    style: PrintStyle,
    names: Vec<Name<'a>>,
}

/// A name for the template, and its size in points.
#[derive(Serialize)]
struct Name<'a> {
    words: &'a str,
    size: f64,
}

impl Names {
    /// Lays out names, each at its size; empty ones not at all.
    ///
    /// # Errors
    /// [`PressError::Typeset`], [`PressError::MissingGlyph`].
    pub fn lay_out<'n>(
        names: impl IntoIterator<Item = (&'n str, Pt)>,
        look: &Look,
        spec: &FaceSpec,
    ) -> Result<Self, PressError> {
        let said = names.into_iter().filter(|(words, _)| !words.is_empty());
        let distinct: BTreeMap<(&str, u64), f64> =
            said.map(|(words, size)| ((words, size.0.to_bits()), size.0)).collect();
        if distinct.is_empty() {
            return Ok(Self::default());
        }
        let names = distinct.iter().map(|((words, _), size)| Name { words, size: *size }).collect();
        let data = Data { look, trim: spec.trim, safe: spec.safe, style: spec.style, names };
        let document = world::lay_out(TEMPLATE, look, &data)?;
        let mut pages = BTreeMap::new();
        for (((words, size), _), page) in distinct.into_iter().zip(document.pages()) {
            frames::checked([page], &Subject::Other(words.to_owned()))?;
            pages.insert((words.to_owned(), size), page.frame.clone());
        }
        Ok(Self { pages })
    }

    /// Lays a name over a face, before the rest of its foot, so that it is read first.
    pub fn lay_over(&self, face: &mut Frame, words: &str, size: Pt) {
        let Some(name) = self.pages.get(&(words.to_owned(), size.0.to_bits())) else { return };
        let foot =
            face.items().rposition(|(_, item)| matches!(item, FrameItem::Group(group) if frames::is_place(group)));
        let at = foot.unwrap_or(face.items().len());
        face.insert(at, Point::zero(), FrameItem::Group(GroupItem::new(name.clone())));
    }
}
