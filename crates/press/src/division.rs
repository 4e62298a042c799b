//! Dividing a card that is too long for one face over numbered faces.
//!
//! **In** a card, and how one of its name was divided before. **Out** the pieces of each face: on as few faces as can
//! hold it at the smallest size, at the largest size that needs no more. **Fails** with [`PressError::TooTall`] when a
//! part can be neither shrunk nor divided.
//!
//! Work and memory grow with the length of the card and not with its square: one face is laid out at a time, with about
//! as much as it can hold, and what is certainly too long for a face is cut before it is laid out.

use std::collections::HashMap;

use super::cards::{FaceSpec, SizedFace, Typesetter};
use super::error::PressError;
use super::fitting::excess;
use super::length::{Mm, Pt};
use super::pieces::{self, Piece};
use super::prefix::{self, Prefix};
use super::text_size::TextSize;
use deckle_faces::card::CardFace;

/// A card of more faces than this stays at the smallest size. The next larger one takes a sixth more room, which
/// that many faces hardly ever have left.
const MOST_SOUGHT: usize = 12;

/// A face with this many times the text that fits one is not laid out to find that out.
const FAR: f64 = 4.0;

/// How a card was divided: at each size tried, how many pieces each face took in turn, and the size that it got.
#[derive(Clone, Default)]
pub struct Divided {
    tried: HashMap<TextSize, Vec<usize>>,
    text_size: Option<TextSize>,
}

/// The pieces of each face of a divided card.
pub struct Parts {
    /// The size of its text.
    pub text_size: TextSize,
    /// The pieces of each face.
    pub parts: Vec<Vec<Piece>>,
    /// The hint for the next card of the same name.
    pub divided: Divided,
}

/// Whether a card has so much more text than a face can hold, at any size, that it need not be laid out.
pub fn is_far_too_long(face: &CardFace, spec: &FaceSpec) -> bool {
    let least: usize = pieces::pieces(face).iter().map(pieces::least).sum();
    least as f64 > FAR * most_characters(spec, TextSize::CARD.floor())
}

/// An upper bound for the characters on one face: the narrowest letters in lines without any leading.
fn most_characters(spec: &FaceSpec, text_size: TextSize) -> f64 {
    const LEAST_SQUARE_EM: f64 = 0.2;
    area(spec) / (LEAST_SQUARE_EM * text_size.value() * text_size.value())
}

/// The area of a face for text, in square points.
fn area(spec: &FaceSpec) -> f64 {
    (spec.trim.width - spec.safe.times(2)).to_pt().0.max(0.0) * spec.limit().0.max(0.0)
}

/// An estimate of how much one face holds.
#[derive(Clone, Copy)]
pub struct Room {
    /// Bulk that a face holds at the smallest size.
    at_floor: f64,
}

impl Room {
    /// Estimated from the height of all pieces together at the smallest size.
    pub fn of(face: &CardFace, height: Pt, limit: Pt) -> Self {
        let bulk: f64 = pieces::pieces(face).iter().map(pieces::bulk).sum();
        Self { at_floor: bulk * limit.0 / height.0.max(1.0) }
    }

    /// Estimated from the size of the card alone.
    pub fn about(spec: &FaceSpec) -> Self {
        const USUAL_SQUARE_EM: f64 = 0.5;
        Self { at_floor: area(spec) / (USUAL_SQUARE_EM * TextSize::CARD.floor().value().powi(2)) }
    }

    /// Estimated from what a face has held.
    fn held(pieces: &[Piece], text_size: TextSize) -> Self {
        Self { at_floor: pieces.iter().map(pieces::bulk).sum::<f64>() / shrink(text_size) }
    }

    /// How many of the leading pieces are expected to fit.
    fn holds(self, rest: &[Piece], text_size: TextSize) -> usize {
        let room = self.at_floor * shrink(text_size);
        let sums = rest.iter().scan(0.0, |sum, piece| {
            *sum += pieces::bulk(piece);
            Some(*sum)
        });
        sums.take_while(|&sum| sum <= room).count()
    }
}

/// The share of what a face holds at the smallest size that it holds at this one.
fn shrink(text_size: TextSize) -> f64 {
    (TextSize::CARD.floor().value() / text_size.value()).powi(2)
}

/// A card being divided.
pub struct Division<'a> {
    typesetter: &'a Typesetter<'a>,
    face: &'a CardFace,
    room: Room,
    /// The result of the last time, as a hint.
    before: Divided,
    /// The result of this time.
    now: Divided,
}

impl<'a> Division<'a> {
    /// Starts the division of a card.
    pub fn new(typesetter: &'a Typesetter<'a>, face: &'a CardFace, room: Room, before: Divided) -> Self {
        Self { typesetter, face, room, before, now: Divided::default() }
    }

    /// Divides the card. `over` is the excess height of its head, should it have nothing else.
    ///
    /// # Errors
    /// [`PressError::TooTall`], or [`PressError::Typeset`].
    pub fn parts(mut self, over: Mm) -> Result<Parts, PressError> {
        let (text_size, parts) = self.fewest(over)?;
        let divided = Divided { text_size: Some(text_size), ..self.now };
        Ok(Parts { text_size, parts, divided })
    }

    fn fewest(&mut self, over: Mm) -> Result<(TextSize, Vec<Vec<Piece>>), PressError> {
        let floor = TextSize::CARD.floor();
        let fewest = self.at(floor, usize::MAX)?.filter(|parts| !parts.is_empty());
        let fewest = fewest.ok_or_else(|| self.too_tall("the head".to_owned(), over))?;
        let count = fewest.len();
        let mut best = (floor, fewest);
        if count > MOST_SOUGHT {
            return Ok(best);
        }
        // The larger the text, the more faces: look for the largest that needs no more, by half points.
        let larger = TextSize::CARD.all().filter(|&size| floor < size && size <= TextSize::DECLARED);
        let mut sizes: Vec<TextSize> = larger.step_by(2).collect();
        let hint = self.before.text_size;
        while !sizes.is_empty() {
            // The sizes run from the largest down. With a hint, next to it; else by bisection.
            let at = match hint {
                Some(hint) if best.0 < hint => sizes.iter().position(|&size| size <= hint).unwrap_or(sizes.len() - 1),
                Some(_) => sizes.len() - 1,
                None => sizes.len() / 2,
            };
            match self.at(sizes[at], count)? {
                Some(parts) => {
                    best = (sizes[at], parts);
                    sizes.truncate(at);
                }
                None => {
                    sizes.drain(..=at);
                }
            }
        }
        Ok(best)
    }

    /// Fills one face after the other with as many pieces as it holds; none if they need more than `most` faces.
    fn at(&mut self, text_size: TextSize, most: usize) -> Result<Option<Vec<Vec<Piece>>>, PressError> {
        let mut rest = self.short_pieces(text_size);
        let mut parts: Vec<Vec<Piece>> = Vec::new();
        let before = self.before.tried.remove(&text_size).unwrap_or_default();
        let mut before = before.into_iter();
        let mut taken = Vec::new();
        while !rest.is_empty() && parts.len() < most {
            let part = part_number(parts.len() + 1);
            let guess = before.next().unwrap_or_else(|| self.room.holds(&rest, text_size));
            let Prefix { fitting, over } = self.held(&rest, part, text_size, guess)?;
            taken.push(fitting);
            let count = without_announcements(&rest, fitting);
            if count > 0 {
                let later = rest.split_off(count);
                let held = std::mem::replace(&mut rest, later);
                self.room = Room::held(&held, text_size);
                parts.push(held);
            } else if let Some((one, two)) = rest.first().and_then(pieces::halves) {
                rest.splice(..1, [one, two]);
            } else if parts.is_empty() {
                // The costs leave no room beside them: the first face has only the head.
                parts.push(Vec::new());
            } else {
                let field = rest.first().map(pieces::name).unwrap_or_default();
                return Err(self.too_tall(field, over));
            }
        }
        self.now.tried.insert(text_size, taken);
        Ok(rest.is_empty().then_some(parts))
    }

    /// The pieces of the card, with those cut that certainly do not fit a face of their own.
    fn short_pieces(&self, text_size: TextSize) -> Vec<Piece> {
        let most = most_characters(self.typesetter.spec, text_size);
        let mut short = Vec::new();
        let mut open = pieces::pieces(self.face);
        open.reverse();
        while let Some(piece) = open.pop() {
            let is_long = pieces::least(&piece) as f64 > most;
            match if is_long { pieces::halves(&piece) } else { None } {
                Some((one, two)) => open.extend([two, one]),
                None => short.push(piece),
            }
        }
        short
    }

    /// How many of the leading pieces one face holds.
    fn held(&self, rest: &[Piece], part: u32, text_size: TextSize, guess: usize) -> Result<Prefix, PressError> {
        let limit = self.typesetter.spec.limit();
        prefix::longest(rest.len(), guess, |count| {
            let face = pieces::assemble(self.face, &rest[..count], (part, part + 1));
            let laid = self.typesetter.lay_out_batch(&[SizedFace { face, text_size }])?;
            Ok(laid.first().and_then(|laid| excess(laid.height, limit)))
        })
    }

    fn too_tall(&self, field: String, over: Mm) -> PressError {
        PressError::TooTall { subject: format!("card `{}`", self.face.id), field, over }
    }
}

/// Headings stay with the piece that follows, unless there is nothing else.
fn without_announcements(rest: &[Piece], count: usize) -> usize {
    let announcing = rest.iter().take(count).rev().take_while(|piece| pieces::announces(piece)).count();
    if announcing < count { count - announcing } else { count }
}

/// A number of faces as printed.
pub fn part_number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
