//! Grids of cards: many faces in one picture, row by row, as programs that show a table on a screen take decks.
//!
//! **In** a deck and how its pictures are drawn. **Out** [`CardGrids`]: pictures of at most ten columns and seven rows, in which each
//! distinct face stands once, and where each card of the deck is found. The last place of a grid has no card: such programs show it for
//! cards whose face is hidden, so the back stands there. A single card is a picture by itself. **Fails** with [`PressError`].

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::cards::{FaceName, FacePlace, Faces};
use super::error::{PressError, PressNote};
use super::raster::{Pixels, drawn};
use super::{CardImages, LaidImages};
use makeready_faces::book::Look;
use makeready_faces::card::CardFace;

/// The most columns and rows of a grid.
pub const MOST_PLACES: (usize, usize) = (10, 7);

/// The longest side of a grid, in pixels: what any graphics card shows. A deck with more cards takes several grids, so that its text
/// stays as sharp.
const LONGEST_SIDE: f64 = 4_096.0;

/// A picture of many cards.
#[derive(Clone, Debug)]
pub struct CardGrid {
    /// The PNG file.
    pub png: Vec<u8>,
    /// How many cards stand side by side.
    pub columns: usize,
    /// How many stand one below the other.
    pub rows: usize,
    /// Which of the backs all of them have.
    pub back: usize,
}

/// Where a card of the deck is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridPlace {
    /// The card of the deck.
    pub card: usize,
    /// Which face of the card it is, and of how many.
    pub part: (u32, u32),
    /// The grid.
    pub grid: usize,
    /// The place in it, row by row.
    pub place: usize,
}

/// A deck in grids.
#[derive(Clone, Debug)]
pub struct CardGrids {
    /// The grids.
    pub grids: Vec<CardGrid>,
    /// The distinct backs: PNG files.
    pub backs: Vec<Vec<u8>>,
    /// Each card of the deck, in its order and with its copies; a continued card is as many as it has faces.
    pub places: Vec<GridPlace>,
    /// The first card by itself, small.
    pub first: Vec<u8>,
    /// The credits of what they show, a line each.
    pub credits: String,
    /// Notes for the reader.
    pub notes: Vec<PressNote>,
}

/// How wide the picture of the first card by itself is.
const SMALL: f64 = 256.0;

/// A face with a back: they share a picture with others of the same back.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pair {
    page: usize,
    back: Option<usize>,
}

/// Draws a deck in grids. `drawn_so_far` hears how many of how many pictures are drawn.
///
/// # Errors
/// [`PressError`] when the deck is empty, text cannot be made to fit or a character has no glyph.
pub fn card_grids(
    deck: &[CardFace],
    look: &Look,
    images: &CardImages,
    drawn_so_far: &(dyn Fn(usize, usize) + Sync),
) -> Result<CardGrids, PressError> {
    let LaidImages { faces, backs, credits } = images.lay_out(deck, look)?;
    let Faces { document, faces, places, notes } = faces;
    let dpi = images.dpi.min(dpi_for_two(images));
    let pages = document.pages();
    let drawn_at = |page: usize, dpi: f64| drawn(&pages[page], dpi, false);
    let first = places.first().ok_or(PressError::NothingToPrint)?.front;
    let Pixels { width, height, .. } = drawn_at(first, dpi)?;
    // Where nothing is printed on backs they are white: a card on a screen has one.
    let named = backs.named().map(|(_, back)| drawn(&back.pages()[0], dpi, false));
    let named = named.collect::<Result<Vec<Pixels>, PressError>>()?;
    let white = Pixels::white(width, height);
    let back_of = |back: Option<usize>| back.map_or(&white, |back| &named[back]);

    let pair = |place: &FacePlace| Pair { page: place.front, back: backs.of_card(place.card) };
    let pairs: Vec<Pair> = places.iter().map(pair).collect();
    let (groups, place_of) = grouped(&pairs, most_in_one(width, height));
    let used = backs_used(&groups);
    let is_single = pairs.len() == 1;
    let all = groups.iter().map(Vec::len).sum();
    let count = AtomicUsize::new(0);
    let draw_face = |pair: &Pair| {
        let face = drawn_at(pair.page, dpi);
        drawn_so_far(count.fetch_add(1, Ordering::Relaxed) + 1, all);
        face
    };
    let draw = |group: &Vec<Pair>| {
        let faces = group.par_iter().map(draw_face).collect::<Result<Vec<Pixels>, _>>()?;
        let (columns, rows) = if is_single { (1, 1) } else { shape(group.len(), width, height) };
        let (across, down) = (pixels(columns), pixels(rows));
        let mut grid = Pixels::white(width * across, height * down);
        for (place, face) in faces.iter().enumerate() {
            grid.put(face, width * pixels(place % columns), height * pixels(place / columns));
        }
        let back = group[0].back;
        if !is_single {
            grid.put(back_of(back), width * (across - 1), height * (down - 1));
        }
        Ok(CardGrid { png: grid.png(dpi)?, columns, rows, back: used.iter().take_while(|one| **one != back).count() })
    };
    let grids = groups.iter().map(draw).collect::<Result<Vec<_>, PressError>>()?;
    // Every face is of a card of the deck: none was added to it.
    let place = |(pair, place): (&Pair, &FacePlace)| {
        let FaceName { part, .. } = &faces[pair.page];
        let (grid, at) = place_of(*pair);
        place.card.map(|card| GridPlace { card, part: *part, grid, place: at })
    };
    let in_grids: Vec<GridPlace> = pairs.iter().zip(&places).filter_map(place).collect();
    if in_grids.len() != places.len() {
        return Err(PressError::Lost(format!("{} faces have {} places in grids", places.len(), in_grids.len())));
    }
    Ok(CardGrids {
        places: in_grids,
        backs: used.into_iter().map(|back| back_of(back).png(dpi)).collect::<Result<_, PressError>>()?,
        first: drawn_at(first, dpi * SMALL / f64::from(width))?.png(dpi)?,
        grids,
        credits,
        notes,
    })
}

/// The distinct backs, in order of first use.
fn backs_used(groups: &[Vec<Pair>]) -> Vec<Option<usize>> {
    let mut used = Vec::new();
    for group in groups {
        if !used.contains(&group[0].back) {
            used.push(group[0].back);
        }
    }
    used
}

/// The resolution at which two of the cards stand side by side, and two below one another.
fn dpi_for_two(images: &CardImages) -> f64 {
    let trim = images.size.trim;
    let inches = trim.width.max(trim.height).to_pt().0 / 72.0;
    (LONGEST_SIDE / 2.0 / inches).floor()
}

/// How many columns and rows there is room for.
fn room(width: u32, height: u32) -> (usize, usize) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a quotient of small lengths")]
    let many = |length: u32, most: usize| ((LONGEST_SIDE / f64::from(length)) as usize).clamp(2, most);
    (many(width, MOST_PLACES.0), many(height, MOST_PLACES.1))
}

/// How many cards a grid has at most: one place is left.
fn most_in_one(width: u32, height: u32) -> usize {
    let (columns, rows) = room(width, height);
    columns * rows - 1
}

/// Columns and rows for so many cards and the place that is left: as few rows as there can be.
fn shape(cards: usize, width: u32, height: u32) -> (usize, usize) {
    let columns = (cards + 1).clamp(2, room(width, height).0);
    (columns, (cards + 1).div_ceil(columns).max(2))
}

/// The distinct faces, those with the same back together and so many in each group; and where each is found.
fn grouped(pairs: &[Pair], most: usize) -> (Vec<Vec<Pair>>, impl Fn(Pair) -> (usize, usize)) {
    let mut groups: Vec<Vec<Pair>> = Vec::new();
    let mut known: Vec<(Pair, (usize, usize))> = Vec::new();
    for pair in pairs {
        if known.iter().any(|(one, _)| one == pair) {
            continue;
        }
        let free = groups.iter().position(|group| group[0].back == pair.back && group.len() < most);
        let group = free.unwrap_or_else(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(*pair);
        known.push((*pair, (group, groups[group].len() - 1)));
    }
    let place_of = move |pair: Pair| {
        known.iter().find(|(one, _)| *one == pair).map(|(_, place)| *place).expect("every face has a place")
    };
    (groups, place_of)
}

fn pixels(count: usize) -> u32 {
    u32::try_from(count).expect("a grid has few places")
}

#[cfg(test)]
mod tests {
    use super::{Pair, grouped, most_in_one, shape};

    #[test]
    fn a_grid_keeps_its_last_place_and_its_size() {
        // A poker card at 250 dpi.
        assert_eq!(most_in_one(620, 875), 6 * 4 - 1);
        // Small cards: ten by seven, whatever there is room for.
        assert_eq!(most_in_one(100, 100), 69);
        for cards in 1..70 {
            let (columns, rows) = shape(cards, 100, 100);
            assert!(columns * rows > cards && columns <= 10 && rows <= 7 && columns > 1 && rows > 1, "{cards}");
        }
    }

    #[test]
    fn copies_share_a_place_and_each_back_has_a_grid() {
        let pair = |page, back| Pair { page, back };
        let deck = [pair(0, None), pair(1, Some(0)), pair(0, None), pair(2, None), pair(3, None)];
        let (groups, place_of) = grouped(&deck, 2);
        assert_eq!(groups.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 1]);
        let places: Vec<_> = deck.iter().map(|pair| place_of(*pair)).collect();
        assert_eq!(places, [(0, 0), (1, 0), (0, 0), (0, 1), (2, 0)]);
    }
}
