//! Pictures of cards: a file for each distinct face, and for each back that a card has.
//!
//! **In** a deck and how its pictures are drawn. **Out** [`CardPictures`]: the files, and which of them each face of each card of the
//! deck has, so that none is lost and none is left over. **Fails** with [`PressError`].

use typst_layout::PagedDocument;

use super::backs::Behind;
use super::cards::{Faces, over_backs};
use super::error::{PressError, PressNote};
use super::raster::{Resolution, pngs};
use super::{CardImages, LaidImages, Mm};
use makeready_faces::book::Look;
use makeready_faces::card::CardFace;

/// A picture of a face of a card.
#[derive(Clone, Debug)]
pub struct CardPicture {
    /// The first card of the deck that has this face.
    pub card: usize,
    /// Part of a continued card, and of how many.
    pub part: (u32, u32),
    /// The PNG file.
    pub png: Vec<u8>,
}

/// A face of a card of the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PicturePlace {
    /// Which of the fronts it is.
    pub front: usize,
    /// Its other side; none where that stays empty.
    pub back: Option<Behind>,
}

/// Pictures of a deck.
#[derive(Clone, Debug)]
pub struct CardPictures {
    /// One for each distinct face, in order of first use.
    pub fronts: Vec<CardPicture>,
    /// The distinct backs that cards have, by their names; that of the deck has none.
    pub backs: Vec<(String, Vec<u8>)>,
    /// Every card of the deck, in its order and with its copies; a continued card has several places, or faces on its back.
    pub places: Vec<PicturePlace>,
    /// The credits of what they show, to be kept beside them; a line each.
    pub credits: String,
    /// Notes for the reader.
    pub notes: Vec<PressNote>,
}

/// Where the pictures of cards end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// At the finished edge.
    Trim,
    /// At the end of the artwork beyond it.
    Bleed,
}

/// Draws every distinct card of a deck, and the backs: with the bleed, if there is any.
///
/// # Errors
/// [`PressError`] when text cannot be made to fit or a character has no glyph.
pub fn card_pngs(deck: &[CardFace], look: &Look, images: &CardImages) -> Result<CardPictures, PressError> {
    let edge = if images.bleed > Mm::ZERO { Edge::Bleed } else { Edge::Trim };
    let mut sets = card_pictures(deck, look, images, &[edge])?;
    sets.pop().ok_or(PressError::NothingToPrint)
}

/// Draws every distinct card of a deck, and the backs, once for each edge.
///
/// # Errors
/// As [`card_pngs`].
pub fn card_pictures(
    deck: &[CardFace],
    look: &Look,
    images: &CardImages,
    edges: &[Edge],
) -> Result<Vec<CardPictures>, PressError> {
    let LaidImages { faces, backs, credits } = images.lay_out(deck, look)?;
    let Faces { document, faces, places, notes } = faces;
    let in_order = if images.has_backs() { over_backs(&places, deck) } else { places.clone() };
    let behind: Vec<Option<Behind>> = in_order.iter().map(|place| backs.behind(place)).collect();
    let fronts = InUse::of(faces.len(), places.iter().map(|place| Some(place.front)));
    let back_at = |behind: &Option<Behind>| if let Some(Behind::Back(back)) = behind { Some(*back) } else { None };
    let drawn_backs = InUse::of(backs.named().count(), behind.iter().map(back_at));
    let picture_of = |behind: Behind| match behind {
        Behind::Front(page) => fronts.place[page].map(Behind::Front),
        Behind::Back(back) => drawn_backs.place[back].map(Behind::Back),
    };
    let in_pictures = in_order.iter().zip(&behind).filter_map(|(place, behind)| {
        Some(PicturePlace { front: fronts.place[place.front]?, back: behind.and_then(picture_of) })
    });
    let in_pictures: Vec<PicturePlace> = in_pictures.collect();
    // Every face was laid out for a card of the deck.
    let first_card = |page: usize| places.iter().find(|place| place.front == page).and_then(|place| place.card);
    let draw = |edge: &Edge| -> Result<CardPictures, PressError> {
        let resolution = Resolution { dpi: images.dpi, has_bleed: *edge == Edge::Bleed };
        let mut pages: Vec<Option<Vec<u8>>> = pngs(&document, resolution)?.into_iter().map(Some).collect();
        let front = |&page: &usize| {
            let picture = pages[page].take().zip(first_card(page));
            let (png, card) = picture.ok_or(PressError::NothingToPrint)?;
            Ok(CardPicture { card, part: faces[page].part, png })
        };
        let fronts = fronts.order.iter().map(front).collect::<Result<_, PressError>>()?;
        let named: Vec<(&str, &PagedDocument)> = backs.named().collect();
        let back = |&at: &usize| {
            let (name, document) = named[at];
            let mut pages = pngs(document, resolution)?.into_iter();
            Ok((name.to_owned(), pages.next().ok_or(PressError::NothingToPrint)?))
        };
        let backs = drawn_backs.order.iter().map(back).collect::<Result<_, PressError>>()?;
        Ok(CardPictures { fronts, backs, places: in_pictures.clone(), credits: credits.clone(), notes: notes.clone() })
    };
    edges.iter().map(draw).collect()
}

/// Which of so many things are in use.
struct InUse {
    /// Those in use, in order of first use.
    order: Vec<usize>,
    /// The place of each in that order; none of what is not in use.
    place: Vec<Option<usize>>,
}

impl InUse {
    fn of(count: usize, uses: impl Iterator<Item = Option<usize>>) -> Self {
        let (mut order, mut place) = (Vec::new(), vec![None; count]);
        for one in uses.flatten() {
            if place[one].is_none() {
                place[one] = Some(order.len());
                order.push(one);
            }
        }
        Self { order, place }
    }
}
