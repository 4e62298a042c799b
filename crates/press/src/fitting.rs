//! Making text fit its card: its size, and the number of faces.
//!
//! **In** cards. **Out** for each its face, or several. A family is set at the largest size that fits all of its cards, so that
//! neighbors look alike. The largest size of all must also leave room for the picture. A card that does not fit its family's
//! smallest size is set by itself: what is played in a smaller size, a reference with its rows closer. What fits neither so continues
//! on numbered faces (see [`super::division`]). The pictures of a family have one height (see [`super::window`]). Room that is left
//! over goes between the parts of a card, or to lines to write on.
//! **Fails** with [`PressError::TooTall`] when a part can be neither set nor divided.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use typst_layout::Page;

use super::card_text::{CardText, is_little};
use super::cards::{FaceSpec, Laid, Typesetter};
use super::division::{self, Division, Room, is_far_too_long, part_number};
use super::error::{PressError, PressNote};
use super::foot::SharedCard;
use super::frames::TOLERANCE;
use super::length::{Mm, Pt};
use super::pieces::{self, Piece};
use super::shelf::{Drawer, Known, Shelf};
use super::window::{CENTER, Opening, Window, opened};
use super::workers::side_by_side;
use makeready_faces::book::Look;
use makeready_faces::card::{Block, CardFace};

/// How earlier cards were fitted. What is known saves work and never decides: a family is set alike in whatever deck.
#[derive(Default)]
pub struct Fits<'s> {
    /// Cards of earlier decks as they are printed.
    printed: Printed<'s>,
    /// Cards that are too high at a size: a family that has one need not be tried at it.
    too_high: HashSet<Key>,
    /// How many pieces each face of a card of this name took. Every division is tried anew.
    divided: HashMap<(String, bool), Vec<usize>>,
}

impl<'s> Fits<'s> {
    /// Cards as this shelf has kept them from earlier runs, and keeps them for later ones.
    pub fn kept_on(shelf: &'s dyn Shelf) -> Self {
        Self { printed: Printed { shelf: Some(shelf), ..Printed::default() }, ..Self::default() }
    }

    /// Fetches what is known of these cards at this size.
    fn fetch(&mut self, keys: impl IntoIterator<Item = blake3::Hash>, text: CardText) {
        let Some(drawer) = &self.printed.drawer else { return };
        let is_unknown =
            |key: &blake3::Hash| !self.printed.contains(&(*key, text)) && !self.too_high.contains(&(*key, text));
        let keys: Vec<blake3::Hash> = keys.into_iter().filter(is_unknown).collect();
        let known = keys.into_par_iter().filter_map(|key| Some((key, drawer.known(key, text)?)));
        for (key, known) in known.collect::<Vec<_>>() {
            match known {
                Known::TooHigh => drop(self.too_high.insert((key, text))),
                Known::Fitted(fitted) => self.printed.insert((key, text), fitted),
            }
        }
    }
}

/// Fitted cards, for later decks that have the same.
#[derive(Default)]
struct Printed<'s> {
    /// With the last deck that each was in.
    cards: HashMap<Key, (Fitted, usize)>,
    /// The number of decks so far.
    decks: usize,
    /// The look of them all: fonts, icons and pictures of a game are no part of a key.
    look: Look,
    shelf: Option<&'s dyn Shelf>,
    /// What the shelf has of this look.
    drawer: Option<Drawer<'s>>,
}

/// The content of a card, and the size at which it is set.
type Key = (blake3::Hash, CardText);

impl Printed<'_> {
    /// The most faces that are kept beyond those of the last deck: some ten megabytes of frames.
    const MOST: usize = 200;

    fn get(&mut self, key: &Key) -> Option<Fitted> {
        let (card, last) = self.cards.get_mut(key)?;
        *last = self.decks;
        Some(card.clone())
    }

    fn contains(&self, key: &Key) -> bool {
        self.cards.contains_key(key)
    }

    fn insert(&mut self, key: Key, card: Fitted) {
        self.cards.insert(key, (card, self.decks));
    }

    /// Begins a deck, and drops the cards of another game and those that have not been used for longest.
    fn begin_deck(&mut self, look: &Look) {
        self.decks += 1;
        if self.look != *look {
            self.look = look.clone();
            self.cards.clear();
            self.drawer = None;
        }
        if self.drawer.is_none() {
            self.drawer = self.shelf.map(|shelf| Drawer::of(shelf, look));
        }
        let mut ages: Vec<usize> =
            self.cards.values().flat_map(|(card, last)| card.faces.iter().map(|_| *last)).collect();
        ages.sort_unstable_by(|one, other| other.cmp(one));
        // Cards of one deck stay or go together, so that it does not depend on the order of the map.
        if let Some(oldest) = ages.get(Self::MOST).copied() {
            self.cards.retain(|_, (_, last)| *last > oldest || *last + 1 == self.decks);
        }
    }
}

/// A hash of what a card shows, but for its owner.
fn key(typesetter: &Typesetter, card: &SharedCard) -> blake3::Hash {
    let json = serde_json::to_vec(&(typesetter.look, card)).expect("views hold only strings and numbers");
    blake3::Hasher::new().update(format!("{:?}", typesetter.spec).as_bytes()).update(&json).finalize()
}

/// A card of the deck, fitted: one face, or several when it is continued.
#[derive(Clone)]
pub struct Fitted {
    /// Its faces.
    pub faces: Vec<FittedFace>,
    /// The note, when it was continued.
    pub note: Option<PressNote>,
}

/// One face of a fitted card.
#[derive(Clone)]
pub struct FittedFace {
    /// Which face of its card this is, and of how many.
    pub part: (u32, u32),
    /// Its page, closed until all of the family are fitted.
    pub page: Page,
    /// The height of its text.
    pub height: Pt,
}

impl FittedFace {
    /// The room that its text leaves.
    fn room(&self, spec: &FaceSpec) -> Pt {
        Pt(spec.limit().0 - self.height.0)
    }
}

/// By how much a height exceeds its limit, if it does.
pub fn excess(height: Pt, limit: Pt) -> Option<Mm> {
    let over = height.0 - limit.0;
    (over > TOLERANCE).then(|| Pt(over).to_mm_up())
}

/// How many cards are laid out, finished and handed on together: a laid out card takes a tenth of a megabyte.
pub const PORTION: usize = 600;

/// Lays out cards, each family at the size that suits all of it, and hands them on in portions: `made` is given the place of the first
/// card, and the fitted cards. A family is taken for one of the larger size until one of its cards is found to be too high; then
/// portions that have cards of it are made once more. A card that can be neither set nor divided is handed on as its error.
///
/// # Errors
/// [`PressError::Typeset`]; and all errors of `made`.
pub fn fit_all<R>(
    typesetter: &Typesetter,
    cards: &[SharedCard],
    fits: &mut Fits<'_>,
    mut made: impl FnMut(usize, Vec<Result<Fitted, PressError>>) -> Result<R, PressError>,
) -> Result<Vec<R>, PressError> {
    fits.printed.begin_deck(typesetter.look);
    let mut bench = Bench::new(typesetter, cards, fits);
    bench.lay_out_fullest()?;
    let mut portions = Vec::new();
    while portions.len() * PORTION < cards.len() {
        let first = portions.len() * PORTION;
        match bench.portion(first..cards.len().min(first + PORTION))? {
            Portion::Fitted(fitted) => portions.push(made(first, fitted)),
            Portion::Outdated { since } => portions.truncate(since / PORTION),
        }
    }
    PressError::collected(portions)
}

/// What came of a portion.
enum Portion {
    /// Its cards.
    Fitted(Vec<Result<Fitted, PressError>>),
    /// A family is set smaller than was thought, and this is its first card, which an earlier portion has.
    Outdated { since: usize },
}

/// The cards of one family.
struct Family {
    cards: Vec<usize>,
    /// The one with the most text.
    fullest: usize,
    text: CardText,
    /// The height of its pictures. The first portion that has cards of it decides.
    window: Option<Window>,
}

impl Family {
    /// Sets it a step smaller.
    fn shrink(&mut self) {
        self.text = if self.text == CardText::Large { CardText::Usual } else { CardText::Small };
        self.window = None;
    }
}

/// Cards being fitted.
struct Bench<'a, 's> {
    typesetter: &'a Typesetter<'a>,
    cards: &'a [SharedCard],
    keys: Vec<blake3::Hash>,
    families: Vec<Family>,
    /// The family of each card.
    family_of: Vec<usize>,
    /// How each was laid out last; none that is so long that it is divided at once, that an earlier deck had, or that is handed on.
    laid: Vec<Option<Laid>>,
    fits: &'a mut Fits<'s>,
}

impl<'a, 's> Bench<'a, 's> {
    fn new(typesetter: &'a Typesetter<'a>, cards: &'a [SharedCard], fits: &'a mut Fits<'s>) -> Self {
        let keys: Vec<blake3::Hash> = cards.iter().map(|card| key(typesetter, card)).collect();
        let laid = vec![None; cards.len()];
        let mut bench =
            Self { typesetter, cards, keys, families: Vec::new(), family_of: vec![0; cards.len()], laid, fits };
        bench.families = bench.families();
        for (number, family) in bench.families.iter().enumerate() {
            family.cards.iter().for_each(|&card| bench.family_of[card] = number);
        }
        bench
    }

    fn families(&self) -> Vec<Family> {
        let mut families: BTreeMap<&str, Family> = BTreeMap::new();
        let bulk: Vec<f64> = self.cards.iter().map(|card| bulk(&card.face)).collect();
        for (index, card) in self.cards.iter().enumerate() {
            let family = families.entry(&card.face.family.id).or_insert_with(|| Family {
                cards: Vec::new(),
                fullest: index,
                text: CardText::Large,
                window: None,
            });
            family.cards.push(index);
            if bulk[index] > bulk[family.fullest] {
                family.fullest = index;
            }
            if self.is_far(index) {
                family.text = CardText::Small;
            }
        }
        families.into_values().collect()
    }

    fn text_of(&self, card: usize) -> CardText {
        self.families[self.family_of[card]].text
    }

    /// The fullest card of each family most likely decides.
    fn lay_out_fullest(&mut self) -> Result<(), PressError> {
        for text in [CardText::Large, CardText::Usual] {
            self.shrink_known(text);
            let open = self.families.iter().filter(|family| family.text == text);
            let fullest: Vec<usize> = open.map(|family| family.fullest).collect();
            self.lay_out(&fullest, text)?;
            self.decide();
        }
        Ok(())
    }

    /// Sets a family smaller if a card of it is known to be too high at this size.
    fn shrink_known(&mut self, text: CardText) {
        let of_this = |family: &&Family| family.text == text;
        let cards = self.families.iter().filter(of_this).flat_map(|family| family.cards.iter().copied());
        let cards: Vec<usize> = cards.collect();
        self.fetch(&cards, text);
        let is_too_high = |card: &usize| self.fits.too_high.contains(&(self.keys[*card], text));
        self.families
            .iter_mut()
            .filter(|family| family.text == text && family.cards.iter().any(is_too_high))
            .for_each(Family::shrink);
    }

    /// Fetches what is known of these cards, if cards of such a deck are kept.
    fn fetch(&mut self, cards: &[usize], text: CardText) {
        if is_kept(self.cards) {
            self.fits.fetch(cards.iter().map(|&card| self.keys[card]), text);
        }
    }

    /// Lays out a portion of the cards, each at the size of its family.
    fn portion(&mut self, cards: Range<usize>) -> Result<Portion, PressError> {
        let of = |bench: &Self, text| cards.clone().filter(|&card| bench.text_of(card) == text).collect::<Vec<_>>();
        for text in [CardText::Large, CardText::Usual] {
            self.lay_out(&of(self, text), text)?;
            if let Some(since) = self.decide().filter(|since| *since < cards.start) {
                return Ok(Portion::Outdated { since });
            }
        }
        self.lay_out(&of(self, CardText::Small), CardText::Small)?;
        let fitted = self.finish(cards.clone());
        Ok(Portion::Fitted(self.open(cards, fitted)))
    }

    /// Opens the pictures of a portion of the cards, those of a family to the same height.
    fn open(
        &mut self,
        cards: Range<usize>,
        fitted: Vec<Result<Fitted, PressError>>,
    ) -> Vec<Result<Fitted, PressError>> {
        let spec = self.typesetter.spec;
        let mut rooms: Vec<Vec<Pt>> = vec![Vec::new(); self.families.len()];
        for (card, fitted) in cards.clone().zip(&fitted) {
            let faces = fitted.iter().flat_map(|fitted| &fitted.faces);
            rooms[self.family_of[card]].extend(faces.map(|face| face.room(spec)));
        }
        for (family, rooms) in self.families.iter_mut().zip(rooms).filter(|(_, rooms)| !rooms.is_empty()) {
            family.window.get_or_insert_with(|| Window::of_family(&rooms, spec.trim));
        }
        let (families, family_of, shared) = (&self.families, &self.family_of, self.cards);
        let jobs: Vec<_> = cards.zip(fitted).collect();
        side_by_side(jobs, |(card, fitted)| {
            let window = families[family_of[card]].window.unwrap_or(Window::Large);
            let focus = shared[card].face.art.as_ref().map_or(CENTER, |art| art.focus);
            fitted.map(|mut fitted| {
                for face in &mut fitted.faces {
                    let opening = Opening::of(window, face.room(spec), spec.trim);
                    face.page.frame = opened(&face.page.frame, opening, focus);
                }
                fitted
            })
        })
    }

    fn is_far(&self, card: usize) -> bool {
        is_far_too_long(&self.cards[card].face, self.typesetter.spec)
    }

    /// Lays out those of these cards that are not yet laid out at this size.
    fn lay_out(&mut self, cards: &[usize], text: CardText) -> Result<(), PressError> {
        self.fetch(cards, text);
        let is_open = |&card: &usize| {
            !self.is_far(card)
                && !self.fits.printed.contains(&(self.keys[card], text))
                && self.laid[card].as_ref().is_none_or(|laid| laid.text != text)
        };
        let open: Vec<usize> = cards.iter().copied().filter(is_open).collect();
        let shared: Vec<SharedCard> = open.iter().map(|&card| self.cards[card].clone()).collect();
        for (card, laid) in open.into_iter().zip(self.typesetter.lay_out(&shared, text)?) {
            if text > CardText::Small && self.over(&laid).is_some() {
                self.fits.too_high.insert((self.keys[card], text));
                self.drawer().iter().for_each(|drawer| drawer.keep_too_high(self.keys[card], text));
            }
            self.laid[card] = Some(laid);
        }
        Ok(())
    }

    /// By how much a card exceeds the height that its size allows. The largest size leaves room for a picture.
    fn over(&self, laid: &Laid) -> Option<Mm> {
        let spec = self.typesetter.spec;
        let kept_free = if laid.text == CardText::Large { Window::Large.height(spec.trim).0 } else { 0.0 };
        excess(laid.height, Pt(spec.limit().0 - kept_free))
    }

    /// Families with a card that is too high are set a step smaller. The first card of those for which that is new, if there are any.
    fn decide(&mut self) -> Option<usize> {
        let is_over = |&card: &usize, text: CardText| {
            self.laid[card].as_ref().is_some_and(|laid| laid.text == text && self.over(laid).is_some())
        };
        let is_shrunk = |family: &Family| {
            family.text > CardText::Small && family.cards.iter().any(|card| is_over(card, family.text))
        };
        let shrunk: Vec<usize> = (0..self.families.len()).filter(|&number| is_shrunk(&self.families[number])).collect();
        let shrink = |number: usize| {
            self.families[number].shrink();
            self.families[number].cards[0]
        };
        shrunk.into_iter().map(shrink).min()
    }

    /// Divides what is too long, and fills cards with lines to write on. Decks of one portion are kept for later decks.
    fn finish(&mut self, cards: Range<usize>) -> Vec<Result<Fitted, PressError>> {
        let keys: Vec<Key> = cards.clone().map(|card| (self.keys[card], self.text_of(card))).collect();
        let mut fitted: Vec<Option<Result<Fitted, PressError>>> =
            keys.iter().map(|key| self.fits.printed.get(key).map(Ok)).collect();
        let open: Vec<usize> = (0..cards.len()).filter(|&place| fitted[place].is_none()).collect();
        let mut jobs = Vec::new();
        for place in open.iter().copied() {
            let card = cards.start + place;
            jobs.push((&self.cards[card], keys[place], self.laid[card].take(), self.hint(card)));
        }
        let (typesetter, drawer) = (self.typesetter, self.drawer());
        let finished = side_by_side(jobs, |(card, (key, text), laid, hint)| {
            let (fitted, taken) = typesetter.fitted(card, laid, hint)?;
            drawer.iter().for_each(|drawer| drawer.keep(key, text, &fitted));
            Ok::<_, PressError>((fitted, taken))
        });
        for (place, finished) in open.into_iter().zip(finished) {
            let (finished, taken) = match finished {
                Ok(finished) => finished,
                Err(fault) => {
                    fitted[place] = Some(Err(fault));
                    continue;
                }
            };
            if !taken.is_empty() {
                self.fits.divided.insert(self.name(cards.start + place), taken);
            }
            if is_kept(self.cards) {
                self.fits.printed.insert(keys[place], finished.clone());
            }
            fitted[place] = Some(Ok(finished));
        }
        fitted.into_iter().flatten().collect()
    }

    /// Where its cards are kept for later runs, if they are.
    fn drawer(&self) -> Option<&Drawer<'s>> {
        self.fits.printed.drawer.as_ref().filter(|_| is_kept(self.cards))
    }

    fn name(&self, card: usize) -> (String, bool) {
        let face = &self.cards[card].face;
        (face.id.clone(), face.is_blank)
    }

    fn hint(&self, card: usize) -> Vec<usize> {
        self.fits.divided.get(&self.name(card)).cloned().unwrap_or_default()
    }
}

/// Whether cards of such a deck are kept for other decks: those of one portion.
const fn is_kept(cards: &[SharedCard]) -> bool {
    cards.len() <= PORTION
}

/// An estimate of the room that all pieces of a card take.
fn bulk(face: &CardFace) -> f64 {
    pieces::pieces(face).iter().map(pieces::bulk).sum()
}

/// A card on several faces.
struct Divided {
    /// The pieces of each.
    parts: Vec<Vec<Piece>>,
    /// How many pieces each took, as a hint for the next card of this name; nothing where none is needed.
    taken: Vec<usize>,
    /// The faces, laid out.
    laid: Vec<Laid>,
}

impl Typesetter<'_> {
    /// A card as it was laid out, or divided; with how many pieces each face took.
    fn fitted(
        &self,
        card: &SharedCard,
        laid: Option<Laid>,
        hint: Vec<usize>,
    ) -> Result<(Fitted, Vec<usize>), PressError> {
        let face = &card.face;
        let limit = self.spec.limit();
        let over = laid.as_ref().map(|laid| excess(laid.height, limit));
        let laid = match (laid, over) {
            (Some(laid), Some(None)) => {
                return Ok((Fitted { faces: vec![self.roomy(laid)?], note: None }, Vec::new()));
            }
            (Some(laid), Some(Some(_))) => match self.smaller(card, laid.height)? {
                Some(smaller) => {
                    return Ok((Fitted { faces: vec![self.roomy(smaller)?], note: None }, Vec::new()));
                }
                None => Some(laid),
            },
            (laid, _) => laid,
        };
        let over = over.flatten();
        let Divided { parts, taken, laid } = self.divided(card, laid, hint, over.unwrap_or_default())?;
        let field = parts.get(1).and_then(|part| part.first()).map(pieces::name).unwrap_or_default();
        let count = part_number(parts.len());
        // The excess is all faces but the first.
        let over = over.unwrap_or_else(|| self.spec.height().times(i64::from(count) - 1));
        let cut = characters_over(&parts);
        let note = PressNote::Continued { id: face.id.clone(), field, over, cut, parts: count };
        let faces = laid.into_iter().map(|laid| self.roomy(laid)).collect::<Result<_, _>>()?;
        Ok((Fitted { faces, note: Some(note) }, taken))
    }

    /// A card on several faces. For a reference of up to two faces, the division in its middle is tried first.
    fn divided(
        &self,
        card: &SharedCard,
        laid: Option<Laid>,
        hint: Vec<usize>,
        over: Mm,
    ) -> Result<Divided, PressError> {
        let limit = self.spec.limit();
        let room =
            laid.as_ref().map_or_else(|| Room::about(self.spec), |laid| Room::of(&card.face, laid.height, limit));
        let may_have_two = card.face.is_reference && laid.is_some_and(|laid| laid.height.0 <= 2.0 * limit.0);
        if let (true, Some(parts)) = (may_have_two, division::sides(&card.face, self.spec)) {
            let laid = self.lay_out_parts(card, &parts)?;
            if laid.iter().all(|laid| excess(laid.height, limit).is_none()) {
                return Ok(Divided { parts, taken: Vec::new(), laid });
            }
        }
        let (parts, taken) = Division::new(self, card, room, hint).parts(over)?;
        let laid = self.lay_out_parts(card, &parts)?;
        Ok(Divided { parts, taken, laid })
    }

    /// Lays out the parts of a card, each as a face.
    fn lay_out_parts(&self, card: &SharedCard, parts: &[Vec<Piece>]) -> Result<Vec<Laid>, PressError> {
        let count = part_number(parts.len());
        let faces = (1..).zip(parts).map(|(part, held)| pieces::assemble(&card.face, held, (part, count)));
        let faces: Vec<SharedCard> = faces.map(|face| SharedCard { face, foot: card.foot }).collect();
        self.lay_out(&faces, CardText::Small)
    }

    /// A card at the smallest size, or a reference with its rows closer, if it fits one face so. What is played lies face down, so
    /// that it cannot be two cards.
    fn smaller(&self, card: &SharedCard, height: Pt) -> Result<Option<Laid>, PressError> {
        let is_much_too_high = card.face.is_reference && height.0 > MOST_CLOSER * self.spec.limit().0;
        if is_little(self.spec.trim) || is_much_too_high {
            return Ok(None);
        }
        let text = if card.face.is_reference { CardText::Close } else { CardText::Least };
        let laid = self.lay_out_batch(std::slice::from_ref(card), text)?.pop();
        Ok(laid.filter(|laid| excess(laid.height, self.spec.limit()).is_none()))
    }

    /// A face with as many lines to write on as fit, where it ends with such lines.
    fn roomy(&self, mut laid: Laid) -> Result<FittedFace, PressError> {
        let limit = self.spec.limit();
        let mut longer = laid.card.clone();
        if let Some(Block::Lines { lines }) = longer.face.blocks.last_mut() {
            let more = more_lines(Pt(limit.0 - laid.height.0));
            if more > 0 {
                *lines += more;
                let longer = self.lay_out_batch(&[longer], laid.text)?.pop();
                laid = longer.filter(|longer| excess(longer.height, limit).is_none()).unwrap_or(laid);
            }
        }
        Ok(FittedFace { part: laid.card.face.part, page: laid.page, height: laid.height })
    }
}

/// A reference that is higher than so many faces is not laid out closer: its rows do not gain that much.
const MOST_CLOSER: f64 = 1.25;

/// The height of a line to write on, as `write-line` in the templates has it.
const LINE: Mm = Mm::from_um(7_200);

/// How many lines fit this room.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a card is not a million lines high")]
fn more_lines(room: Pt) -> u32 {
    ((room.0 + TOLERANCE) / LINE.to_pt().0).floor().max(0.0) as u32
}

/// How many characters stand on the faces after the first.
fn characters_over(parts: &[Vec<Piece>]) -> usize {
    parts.iter().skip(1).flatten().map(pieces::least).sum()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use makeready_faces::book::{FontLicence, GameFonts};
    use typst::foundations::{Content, Smart};
    use typst::layout::{Frame, Sides, Size};

    /// A hash of its own for each number.
    fn key_of(number: usize) -> Key {
        (blake3::hash(&number.to_le_bytes()), CardText::Large)
    }

    fn fitted(faces: usize) -> Fitted {
        let page = Page {
            frame: Frame::soft(Size::zero()),
            fill: Smart::Auto,
            bleed: Sides::default(),
            numbering: None,
            supplement: Content::empty(),
            number: 1,
        };
        let face = FittedFace { part: (1, 1), page, height: Pt(0.0) };
        Fitted { faces: vec![face; faces], note: None }
    }

    #[test]
    fn what_few_decks_have_is_dropped_and_what_all_have_is_kept() {
        let mut printed = Printed::default();
        for deck in 0..50 {
            printed.begin_deck(&Look::default());
            for number in (0..20).chain(100 * deck + 100..100 * deck + 150) {
                if printed.get(&key_of(number)).is_none() {
                    printed.insert(key_of(number), fitted(1));
                }
            }
            assert!(printed.cards.len() <= Printed::MOST + 70, "{} after deck {deck}", printed.cards.len());
        }
        assert!((0..20).all(|number| printed.contains(&key_of(number))));
        assert!(!printed.contains(&key_of(100)));
    }

    #[test]
    fn a_deck_larger_than_what_is_kept_is_there_for_the_next() {
        let mut printed = Printed::default();
        printed.begin_deck(&Look::default());
        printed.insert(key_of(1), fitted(3 * Printed::MOST));
        printed.begin_deck(&Look::default());
        assert!(printed.contains(&key_of(1)));
        printed.begin_deck(&Look::default());
        assert!(!printed.contains(&key_of(1)));
    }

    #[test]
    fn a_game_with_other_fonts_has_no_face_of_another() {
        let licence = FontLicence { file: "own.txt".to_owned(), text: "Free for all.".to_owned() };
        let typefaces = GameFonts { licences: vec![licence], ..GameFonts::default() };
        let other = Look { typefaces: Arc::new(typefaces), ..Look::default() };
        let mut printed = Printed::default();
        printed.begin_deck(&Look::default());
        printed.insert(key_of(1), fitted(1));
        printed.begin_deck(&other);
        assert!(!printed.contains(&key_of(1)));
    }
}
