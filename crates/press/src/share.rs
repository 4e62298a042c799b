//! Pictures of cards for links that people share: a card as it prints and its back, on the ground of the game.
//!
//! **In** cards of one game. **Out** opaque RGB PNGs of 1200 × 630 pixels, the size that programs show links with. They are drawn
//! as cards are printed, in portions, and only the finished files are kept. What a picture shows depends on the other cards of
//! its family, which are set at one size, and on nothing else: so families can be drawn one by one.

use rayon::prelude::*;
use typst_layout::PagedDocument;

use super::cards::{Deck, FaceName, FaceSpec, lay_out_back, lay_out_parts};
use super::error::PressError;
use super::raster::{self, Pixels};
use super::{CardImages, CardSize, Fits};
use makeready_faces::book::Look;
use makeready_faces::card::CardFace;
use makeready_faces::share::{HEIGHT, WIDTH};

/// The height of the card that a picture is about.
const CARD: f64 = 560.0;
/// The height of those beside it, on the picture of a cover.
const BESIDE: f64 = 470.0;
/// How far apart front and back are.
const GAP: f64 = 44.0;
/// The rounded corners of a card, as a share of its width.
const CORNER: f64 = 0.055;
/// How far a shadow reaches, how far it falls, and how dark it is.
const SHADOW: (f64, f64, f64) = (34.0, 9.0, 0.34);
/// The color of shadows.
const DARK: [u8; 3] = [20, 17, 15];

/// A picture of each card.
///
/// # Errors
/// As [`card_pngs`](super::card_pngs).
pub fn share_pictures(deck: &[CardFace], look: &Look) -> Result<Vec<Vec<u8>>, PressError> {
    let spec = spec();
    let back = back(look, &spec)?;
    let center = f64::from(WIDTH) / 2.0;
    let aside = f64::midpoint(f64::from(back.width), GAP);
    let mut ground = Canvas::new(ground(look));
    ground.place(&back, center + aside);
    let finished = |front: &Pixels| {
        let mut canvas = ground.clone();
        canvas.place(front, center - aside);
        canvas.encoded()
    };
    let drawn = fronts(deck, look, &spec, CARD, finished)?;
    drawn.into_iter().collect()
}

/// The picture of a whole game: its back between some of its cards.
///
/// # Errors
/// As [`share_pictures`].
pub fn share_cover(deck: &[CardFace], look: &Look) -> Result<Vec<u8>, PressError> {
    let spec = spec();
    let back = back(look, &spec)?;
    let fronts = if deck.is_empty() { Vec::new() } else { fronts(deck, look, &spec, BESIDE, Pixels::clone)? };
    let center = f64::from(WIDTH) / 2.0;
    let mut canvas = Canvas::new(ground(look));
    for (front, side) in fronts.iter().zip([-1.0_f64, 1.0]) {
        let aside = f64::midpoint(f64::from(back.width), f64::from(front.width)) - GAP;
        canvas.place(front, side.mul_add(aside, center));
    }
    canvas.place(&back, center);
    canvas.encoded()
}

/// Poker cards without bleed: what is cut off is not shown.
fn spec() -> FaceSpec {
    let images = CardImages::new(CardSize::find("poker").expect("poker is a known size"));
    let CardImages { size, bleed, safe, style, .. } = images;
    FaceSpec { trim: size.trim, bleed, safe, style, has_backs: true }
}

/// The resolution at which a card is so many pixels high.
fn dpi(spec: &FaceSpec, pixels: f64) -> f64 {
    pixels / (spec.trim.height.to_pt().0 / 72.0)
}

fn back(look: &Look, spec: &FaceSpec) -> Result<Pixels, PressError> {
    let back = lay_out_back(look, spec)?;
    raster::drawn(back.pages().first().ok_or(PressError::NothingToPrint)?, dpi(spec, CARD), false)
}

/// What is made of the first face of each card.
fn fronts<T: Clone + Send>(
    deck: &[CardFace],
    look: &Look,
    spec: &FaceSpec,
    height: f64,
    make: impl Fn(&Pixels) -> T + Sync,
) -> Result<Vec<T>, PressError> {
    let draw = |document: PagedDocument, faces: Vec<FaceName>| {
        let pages = document.pages().par_iter().zip(&faces);
        let drawn = pages.map(|(page, face)| -> Result<Option<T>, PressError> {
            let is_first = face.part.0 == 1;
            is_first.then(|| Ok(make(&raster::drawn(page, dpi(spec, height), false)?))).transpose()
        });
        drawn.collect::<Result<Vec<_>, PressError>>()
    };
    let Deck { parts, places, .. } = lay_out_parts(deck, look, spec, &mut Fits::default(), draw)?;
    let pages: Vec<Option<T>> = parts.into_iter().flatten().collect();
    let first = |card: usize| places.iter().find(|of| of.card == Some(card)).and_then(|at| pages[at.front].clone());
    (0..deck.len()).map(|card| first(card).ok_or(PressError::NothingToPrint)).collect()
}

/// The color that the pages of a game have around their text.
fn ground(look: &Look) -> [u8; 3] {
    let color = look.palette.get("ground").map_or("#efe8da", String::as_str);
    let part = |at: usize| color.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(u8::MAX);
    [part(1), part(3), part(5)]
}

/// A picture in the making.
#[derive(Clone)]
struct Canvas {
    rgb: Vec<u8>,
}

impl Canvas {
    fn new(ground: [u8; 3]) -> Self {
        Self { rgb: ground.repeat(WIDTH as usize * HEIGHT as usize) }
    }

    /// Lays a card down around this place, halfway between top and bottom, with its shadow.
    fn place(&mut self, card: &Pixels, center: f64) {
        let (width, height) = (f64::from(card.width), f64::from(card.height));
        let (left, top) = ((center - width / 2.0).round(), ((f64::from(HEIGHT) - height) / 2.0).round());
        let (reach, fall, dark) = SHADOW;
        let corner = width * CORNER;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not below nothing, and bounded")]
        let near = |at: f64, most: u32| (at.max(0.0) as u32).min(most);
        let from = near(left - reach, WIDTH);
        let to = near(left + width + reach, WIDTH);
        for y in 0..HEIGHT {
            for x in from..to {
                let (across, down) = (f64::from(x) - left + 0.5, f64::from(y) - top + 0.5);
                let shade = 1.0 - outside((across, down - fall), (width, height), corner).max(0.0) / reach;
                if shade > 0.0 {
                    self.blend(x, y, DARK, dark * shade * shade);
                }
                let covered = 0.5 - outside((across, down), (width, height), corner);
                if covered > 0.0 {
                    self.blend(x, y, card.at(across, down), covered.min(1.0));
                }
            }
        }
    }

    fn blend(&mut self, x: u32, y: u32, color: [u8; 3], share: f64) {
        let at = (y as usize * WIDTH as usize + x as usize) * 3;
        for (below, above) in self.rgb[at..at + 3].iter_mut().zip(color) {
            let mixed = f64::from(*below).mul_add(1.0 - share, f64::from(above) * share);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
            {
                *below = mixed.round() as u8;
            }
        }
    }

    fn encoded(&self) -> Result<Vec<u8>, PressError> {
        raster::encoded_small(&self.rgb, WIDTH, HEIGHT)
    }
}

/// How far a point is outside a rectangle with rounded corners; less than nothing inside.
fn outside((x, y): (f64, f64), (width, height): (f64, f64), corner: f64) -> f64 {
    let (across, down) =
        ((x - width / 2.0).abs() - width / 2.0 + corner, (y - height / 2.0).abs() - height / 2.0 + corner);
    let around = across.max(0.0).mul_add(across.max(0.0), down.max(0.0) * down.max(0.0)).sqrt();
    around + across.max(down).min(0.0) - corner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_outside_and_edges_are_not() {
        let at = |x, y| outside((x, y), (100.0, 200.0), 10.0);
        assert!(at(0.0, 0.0) > 0.0 && at(1.0, 100.0) < 0.0 && at(50.0, 199.0) < 0.0);
        assert!((at(120.0, 100.0) - 20.0).abs() < 1e-9);
    }

    #[test]
    fn the_ground_is_that_of_the_game() {
        let mut look = Look::default();
        look.palette.insert("ground".to_owned(), "#102030".to_owned());
        assert_eq!(ground(&look), [0x10, 0x20, 0x30]);
    }
}
