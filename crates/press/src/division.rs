//! Dividing a card that is too long for one face over numbered faces.
//!
//! **In** a card, and how one of its name was divided before. **Out** the pieces of each face: on as few faces as can
//! hold it at the smaller size. **Fails** with [`PressError::TooTall`] when a part can be neither set nor divided.
//!
//! Work and memory grow with the length of the card and not with its square: one face is laid out at a time, with about
//! as much as it can hold, and what is certainly too long for a face is cut before it is laid out.

use super::card_text::CardText;
use super::cards::{FaceSpec, Typesetter};
use super::error::{PressError, Subject};
use super::fitting::excess;
use super::foot::SharedCard;
use super::length::{Mm, Pt};
use super::pieces::{self, Piece};
use super::prefix::{self, Prefix};
use makeready_faces::card::CardFace;

/// A face with this many times the text that fits one is not laid out to find that out.
const FAR: f64 = 4.0;

/// Whether a card has so much more text than a face can hold, at any size, that it need not be laid out.
pub fn is_far_too_long(face: &CardFace, spec: &FaceSpec) -> bool {
    let least: usize = pieces::pieces(face).iter().map(pieces::least).sum();
    least as f64 > FAR * most_characters(spec)
}

/// An upper bound for the characters on one face: the narrowest letters in lines without any leading.
fn most_characters(spec: &FaceSpec) -> f64 {
    const LEAST_SQUARE_EM: f64 = 0.2;
    area(spec) / (LEAST_SQUARE_EM * CardText::Small.points(spec.trim).powi(2))
}

/// The area of a face for text, in square points.
fn area(spec: &FaceSpec) -> f64 {
    (spec.trim.width - spec.safe.times(2)).to_pt().0.max(0.0) * spec.limit().0.max(0.0)
}

/// An estimate of how much one face holds.
#[derive(Clone, Copy)]
pub struct Room {
    /// Bulk that a face holds.
    bulk: f64,
}

impl Room {
    /// Estimated from the height of all pieces together.
    pub fn of(face: &CardFace, height: Pt, limit: Pt) -> Self {
        let bulk: f64 = pieces::pieces(face).iter().map(pieces::bulk).sum();
        Self { bulk: bulk * limit.0 / height.0.max(1.0) }
    }

    /// Estimated from the size of the card alone.
    pub fn about(spec: &FaceSpec) -> Self {
        const USUAL_SQUARE_EM: f64 = 0.5;
        Self { bulk: area(spec) / (USUAL_SQUARE_EM * CardText::Small.points(spec.trim).powi(2)) }
    }

    /// Estimated from what a face has held.
    fn held(pieces: &[Piece]) -> Self {
        Self { bulk: pieces.iter().map(pieces::bulk).sum() }
    }

    /// How many of the leading pieces are expected to fit.
    fn holds(self, rest: &[Piece]) -> usize {
        let sums = rest.iter().scan(0.0, |sum, piece| {
            *sum += pieces::bulk(piece);
            Some(*sum)
        });
        sums.take_while(|&sum| sum <= self.bulk).count()
    }
}

/// A card being divided.
pub struct Division<'a> {
    typesetter: &'a Typesetter<'a>,
    card: &'a SharedCard,
    room: Room,
    /// How many pieces each face took the last time, as a hint.
    before: Vec<usize>,
    /// And this time.
    taken: Vec<usize>,
}

impl<'a> Division<'a> {
    /// Starts the division of a card.
    pub fn new(typesetter: &'a Typesetter<'a>, card: &'a SharedCard, room: Room, before: Vec<usize>) -> Self {
        Self { typesetter, card, room, before, taken: Vec::new() }
    }

    /// Divides the card: the pieces of each face, and how many each took, as a hint for the next card of the same name.
    /// `over` is the excess height of its head, should it have nothing else.
    ///
    /// # Errors
    /// [`PressError::TooTall`], or [`PressError::Typeset`].
    pub fn parts(mut self, over: Mm) -> Result<(Vec<Vec<Piece>>, Vec<usize>), PressError> {
        let mut parts = self.filled()?;
        if self.card.face.is_reference {
            self.even_out(&mut parts)?;
        }
        if parts.is_empty() { Err(self.too_tall("the head".to_owned(), over)) } else { Ok((parts, self.taken)) }
    }

    /// Fills one face after the other with as many pieces as it holds.
    fn filled(&mut self) -> Result<Vec<Vec<Piece>>, PressError> {
        let mut rest = short_pieces(&self.card.face, self.typesetter.spec);
        let mut parts: Vec<Vec<Piece>> = Vec::new();
        let mut before = std::mem::take(&mut self.before).into_iter();
        while !rest.is_empty() {
            let part = part_number(parts.len() + 1);
            let guess = before.next().unwrap_or_else(|| self.room.holds(&rest));
            let Prefix { fitting, over } = self.held(&rest, part, guess)?;
            self.taken.push(fitting);
            let count = without_announcements(&rest, fitting);
            if count > 0 {
                let later = rest.split_off(count);
                let held = std::mem::replace(&mut rest, later);
                self.room = Room::held(&held);
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
        Ok(parts)
    }

    /// Gives the last two faces of a reference about as much each: they are the sides of one card.
    fn even_out(&self, parts: &mut Vec<Vec<Piece>>) -> Result<(), PressError> {
        let [.., first, second] = &parts[..] else { return Ok(()) };
        let (one, other) = in_middle(first.iter().chain(second).cloned().collect());
        if one.is_empty() || one.len() >= first.len() {
            return Ok(());
        }
        if self.held(&other, part_number(parts.len()), other.len())?.fitting == other.len() {
            parts.truncate(parts.len() - 2);
            parts.extend([one, other]);
        }
        Ok(())
    }

    /// How many of the leading pieces one face holds.
    fn held(&self, rest: &[Piece], part: u32, guess: usize) -> Result<Prefix, PressError> {
        let limit = self.typesetter.spec.limit();
        prefix::longest(rest.len(), guess, |count| {
            // A face that holds all that is left is the last, and is printed as it is laid out here.
            let last = if count == rest.len() { part } else { part + 1 };
            let face = pieces::assemble(&self.card.face, &rest[..count], (part, last));
            let part = SharedCard { face, foot: self.card.foot };
            let laid = self.typesetter.lay_out_batch(&[part], CardText::Small)?;
            Ok(laid.first().and_then(|laid| excess(laid.height, limit)))
        })
    }

    fn too_tall(&self, field: String, over: Mm) -> PressError {
        PressError::TooTall { subject: Subject::Card(self.card.face.id.clone()), field, over }
    }
}

/// The pieces of a card, with those cut that certainly do not fit a face of their own.
fn short_pieces(face: &CardFace, spec: &FaceSpec) -> Vec<Piece> {
    let most = most_characters(spec);
    let mut short = Vec::new();
    let mut open = pieces::pieces(face);
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

/// Pieces divided in their middle; one of the two may be empty.
fn in_middle(mut pieces: Vec<Piece>) -> (Vec<Piece>, Vec<Piece>) {
    let count = without_announcements(&pieces, pieces::middle(&pieces));
    let later = pieces.split_off(count);
    (pieces, later)
}

/// The two sides of a card that is divided in its middle, if it has two pieces.
pub fn sides(face: &CardFace, spec: &FaceSpec) -> Option<Vec<Vec<Piece>>> {
    let (one, other) = in_middle(short_pieces(face, spec));
    (!one.is_empty() && !other.is_empty()).then(|| vec![one, other])
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
