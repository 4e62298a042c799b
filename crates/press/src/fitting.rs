//! Making text fit its card: its size, and the number of faces.
//!
//! **In** cards. **Out** for each its face, or several. Text is set at 8 pt, larger where a card has
//! little of it, smaller where it has much; at 6 pt it continues on numbered faces (see [`super::division`]).
//! **Fails** with [`PressError::TooTall`] when a part can be neither shrunk nor divided.

use std::collections::HashMap;

use super::cards::{Laid, SizedFace, Typesetter};
use super::division::{Divided, Division, Parts, Room, is_far_too_long, part_number};
use super::error::{PressError, PressNote};
use super::frames::TOLERANCE;
use super::length::{Mm, Pt};
use super::pieces::{self, Piece};
use super::text_size::TextSize;
use super::workers::side_by_side;
use deckle_faces::card::CardFace;

/// How earlier cards were fitted, as hints for later ones. A card that differs from an earlier one only in its
/// owner needs no second search. One of the same name, or alike in shape, most likely fits at the same size, so its
/// search starts there. A hint never decides: a card is set alike in whatever company it is printed.
#[derive(Default)]
pub struct Fits {
    exactly: HashMap<blake3::Hash, Fit>,
    of_name: HashMap<(String, bool), TextSize>,
    of_shape: HashMap<Shape, TextSize>,
    /// Where a card of this name was divided. A hint only: every division is tried anew.
    divided: HashMap<(String, bool), Divided>,
}

/// The parts of a card, and their approximate amount: cards with the same shape most likely fit at the same size.
#[derive(PartialEq, Eq, Hash)]
struct Shape {
    is_blank: bool,
    costs: usize,
    figures: usize,
    facts: usize,
    outcomes: usize,
    blocks: usize,
    has_reaction: bool,
    /// Text, in steps of about a line.
    lines: u32,
}

impl Shape {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a card's text is short and not negative"
    )]
    fn of(face: &CardFace) -> Self {
        Self {
            is_blank: face.is_blank,
            costs: face.costs.len(),
            figures: face.figures.len(),
            facts: face.facts.len(),
            outcomes: face.outcomes.len(),
            blocks: face.blocks.len(),
            has_reaction: !face.reaction.is_empty(),
            lines: (bulk(face) / 30.0) as u32,
        }
    }
}

#[derive(Clone)]
struct Fit {
    text_size: TextSize,
    /// The pieces on each face of a continued card; empty for a card of one face.
    parts: Vec<Vec<Piece>>,
    divided: Divided,
    note: Option<PressNote>,
}

impl Fits {
    fn learn(&mut self, key: blake3::Hash, face: &CardFace, fit: Fit) {
        if !fit.parts.is_empty() {
            self.divided.insert((face.id.clone(), face.is_blank), fit.divided.clone());
        } else if !fit.text_size.is_below_declared() {
            self.of_name.insert((face.id.clone(), face.is_blank), fit.text_size);
            self.of_shape.insert(Shape::of(face), fit.text_size);
        }
        self.exactly.insert(key, fit);
    }

    /// The size to try first: that of an earlier card of the same name or shape; without one, the declared size, or
    /// the largest for a card with few words.
    fn first_size(&self, face: &CardFace) -> TextSize {
        const FEW: f64 = 420.0;
        let of_name = self.of_name.get(&(face.id.clone(), face.is_blank));
        let earlier = of_name.or_else(|| self.of_shape.get(&Shape::of(face)));
        let usual = || if bulk(face) < FEW { TextSize::CARD } else { TextSize::DECLARED };
        earlier.copied().unwrap_or_else(usual)
    }

    /// How a card of the same name was divided, if any was.
    fn divided(&self, face: &CardFace) -> Divided {
        self.divided.get(&(face.id.clone(), face.is_blank)).cloned().unwrap_or_default()
    }
}

impl Fit {
    fn whole(text_size: TextSize, note: Option<PressNote>) -> Self {
        Self { text_size, parts: Vec::new(), divided: Divided::default(), note }
    }

    /// The faces of a card.
    fn entries(&self, face: &CardFace) -> Vec<SizedFace> {
        let text_size = self.text_size;
        if self.parts.is_empty() {
            return vec![SizedFace { face: face.clone(), text_size }];
        }
        let count = part_number(self.parts.len());
        let numbered = (1..).zip(&self.parts);
        numbered
            .map(|(part, held)| SizedFace { face: pieces::assemble(face, held, (part, count)), text_size })
            .collect()
    }
}

/// A hash of what decides the fit of a card: everything but its owner, who is named in the foot, outside the text.
fn key(typesetter: &Typesetter, face: &CardFace) -> blake3::Hash {
    let face = CardFace { owner: String::new(), ..face.clone() };
    let json = serde_json::to_vec(&(typesetter.look, &face)).expect("views hold only strings and numbers");
    blake3::Hasher::new().update(format!("{:?}", typesetter.spec).as_bytes()).update(&json).finalize()
}

/// A card of the deck, fitted: one face, or several when it is continued.
pub struct Fitted {
    /// Its faces.
    pub faces: Vec<Laid>,
    /// The note, when it was shrunk or continued.
    pub note: Option<PressNote>,
}

/// By how much a height exceeds its limit, if it does.
pub fn excess(height: Pt, limit: Pt) -> Option<Mm> {
    let over = height.0 - limit.0;
    (over > TOLERANCE).then(|| Pt(over).to_mm_up())
}

/// Lays out cards, each at the size that suits it.
///
/// # Errors
/// [`PressError::TooTall`], or [`PressError::Typeset`].
pub fn fit_all(typesetter: &Typesetter, cards: &[CardFace], fits: &mut Fits) -> Result<Vec<Fitted>, PressError> {
    let mut fitted = Vec::with_capacity(cards.len());
    for some in cards.chunks(AT_ONCE) {
        fitted.extend(fit_some(typesetter, some, fits)?);
    }
    Ok(fitted)
}

/// How many cards are fitted at once: enough to keep all cores busy, few enough that later ones profit from hints.
const AT_ONCE: usize = 128;

fn fit_some(typesetter: &Typesetter, cards: &[CardFace], fits: &mut Fits) -> Result<Vec<Fitted>, PressError> {
    let keys: Vec<blake3::Hash> = cards.iter().map(|card| key(typesetter, card)).collect();
    let mut fitted = known(typesetter, cards, keys.iter().map(|key| fits.exactly.get(key).cloned()).collect())?;
    let unknown: Vec<&CardFace> =
        cards.iter().zip(&fitted).filter(|(_, fitted)| fitted.is_none()).map(|(card, _)| card).collect();
    let mut searched = typesetter.search(&unknown, fits)?.into_iter();
    for place in fitted.iter_mut().filter(|place| place.is_none()) {
        *place = searched.next();
    }
    let mut result = Vec::with_capacity(cards.len());
    for (((fit, faces), key), card) in fitted.into_iter().flatten().zip(keys).zip(cards) {
        result.push(Fitted { faces, note: fit.note.clone() });
        fits.learn(key, card, fit);
    }
    Ok(result)
}

/// How a card fits, and its faces.
type FitAndFaces = (Fit, Vec<Laid>);

/// Lays out, all together, the cards of which it is known how they fit.
fn known(
    typesetter: &Typesetter,
    cards: &[CardFace],
    fits: Vec<Option<Fit>>,
) -> Result<Vec<Option<FitAndFaces>>, PressError> {
    let entries = cards.iter().zip(&fits).map(|(card, fit)| fit.as_ref().map_or(Vec::new(), |fit| fit.entries(card)));
    let entries: Vec<Vec<SizedFace>> = entries.collect();
    let mut laid = typesetter.lay_out(&entries.concat())?.into_iter();
    let found = entries.iter().zip(fits).map(|(entries, fit)| {
        let faces: Vec<Laid> = laid.by_ref().take(entries.len()).collect();
        fit.map(|fit| (fit, faces))
    });
    Ok(found.collect())
}

/// The search for the size that suits one face.
struct Search {
    /// The face as it was laid out last.
    last: Laid,
    /// Size and height of the layout before.
    before: Option<(TextSize, Pt)>,
    /// The largest layout found to fit.
    fitting: Option<Laid>,
    /// Candidate sizes, the largest first.
    open: Vec<TextSize>,
    /// Its height at the declared size, or at the size tried first.
    declared: Pt,
}

/// An estimate of the room that all pieces of a card take.
fn bulk(face: &CardFace) -> f64 {
    pieces::pieces(face).iter().map(pieces::bulk).sum()
}

impl Search {
    fn new(laid: Laid, limit: Pt) -> Self {
        let (declared, open) = (laid.height, TextSize::CARD.all().collect());
        let mut search = Self { last: laid, before: None, fitting: None, open, declared };
        search.learn(limit);
        search
    }

    fn try_next(&mut self, laid: Laid, limit: Pt) {
        self.before = Some((self.last.entry.text_size, self.last.height));
        if laid.entry.text_size == TextSize::DECLARED {
            self.declared = laid.height;
        }
        self.last = laid;
        self.learn(limit);
    }

    /// Narrows the candidates by the last layout.
    fn learn(&mut self, limit: Pt) {
        let tried = self.last.entry.text_size;
        if excess(self.last.height, limit).is_none() {
            self.open.retain(|&size| size > tried);
            self.fitting = Some(self.last.clone());
        } else {
            self.open.retain(|&size| size < tried);
        }
    }

    /// The size to try next: the one predicted by the layouts so far, or the nearest candidate. None when
    /// there is no candidate, or when the larger ones are hopeless.
    fn next(&self, limit: Pt) -> Option<TextSize> {
        // A prediction is this far off at most; where a line breaks differently, some steps of size are free.
        const DOUBT: f64 = 1.06;
        let last = (self.last.entry.text_size, self.last.height);
        // How much a card was shrunk is said from its height at the declared size.
        if self.fitting.is_none() && last.0 > TextSize::DECLARED {
            return Some(TextSize::DECLARED);
        }
        let promised = |limit| TextSize::promised(last, self.before, limit);
        let nearest = self.open.last().copied();
        let within = self.open.iter().copied().find(|&size| size <= promised(limit));
        match &self.fitting {
            Some(_) => within.or_else(|| nearest.filter(|&size| size <= promised(Pt(DOUBT * limit.0)))),
            None => within.or(nearest),
        }
    }

    fn fit(&self, laid: &Laid, limit: Pt) -> Fit {
        let text_size = laid.entry.text_size;
        let face = &laid.entry.face;
        let note = excess(self.declared, limit).filter(|_| text_size.is_below_declared()).map(|over| {
            let field = pieces::longest_field(face);
            PressNote::Shrunk { id: face.id.clone(), field, over, percent: text_size.percent() }
        });
        Fit::whole(text_size, note)
    }
}

impl Typesetter<'_> {
    /// Fits cards.
    fn search(&self, cards: &[&CardFace], fits: &Fits) -> Result<Vec<FitAndFaces>, PressError> {
        let is_far = |face: &CardFace| is_far_too_long(face, self.spec);
        let near: Vec<&CardFace> = cards.iter().copied().filter(|face| !is_far(face)).collect();
        let mut searches = self.sizes(&near, fits)?.into_iter();
        let jobs = cards.iter().map(|face| (*face, if is_far(face) { None } else { searches.next() }));
        let finish = |(face, search): (&CardFace, Option<Search>)| match search {
            Some(search) => self.finish(search, fits),
            None => self.go_on(face, Room::about(self.spec), fits, None),
        };
        side_by_side(jobs, finish).into_iter().collect()
    }

    /// Searches for the size of each card, until it is found or known not to exist.
    fn sizes(&self, cards: &[&CardFace], fits: &Fits) -> Result<Vec<Search>, PressError> {
        let limit = self.spec.limit();
        let entry = |face: &&CardFace| SizedFace { face: (*face).clone(), text_size: fits.first_size(face) };
        let entries: Vec<SizedFace> = cards.iter().map(entry).collect();
        let mut searches: Vec<Search> =
            self.lay_out(&entries)?.into_iter().map(|laid| Search::new(laid, limit)).collect();
        loop {
            let open: Vec<(&mut Search, TextSize)> =
                searches.iter_mut().filter_map(|search| search.next(limit).map(|size| (search, size))).collect();
            if open.is_empty() {
                return Ok(searches);
            }
            let entries: Vec<SizedFace> = open
                .iter()
                .map(|(search, text_size)| SizedFace { text_size: *text_size, ..search.last.entry.clone() })
                .collect();
            for ((search, _), laid) in open.into_iter().zip(self.lay_out(&entries)?) {
                search.try_next(laid, limit);
            }
        }
    }

    /// Uses the size that fits, or divides the card.
    fn finish(&self, mut search: Search, fits: &Fits) -> Result<FitAndFaces, PressError> {
        let limit = self.spec.limit();
        match search.fitting.take() {
            Some(laid) => Ok((search.fit(&laid, limit), vec![laid])),
            None => {
                let Laid { entry: SizedFace { face, .. }, height, .. } = &search.last;
                let over = excess(*height, limit).unwrap_or_default();
                self.go_on(face, Room::of(face, *height, limit), fits, Some(over))
            }
        }
    }

    /// Continues a card on several faces; `over` is unknown for one that was not laid out whole.
    fn go_on(&self, face: &CardFace, room: Room, fits: &Fits, over: Option<Mm>) -> Result<FitAndFaces, PressError> {
        let division = Division::new(self, face, room, fits.divided(face));
        let Parts { text_size, parts, divided } = division.parts(over.unwrap_or_default())?;
        let field = parts.get(1).and_then(|part| part.first()).map(pieces::name).unwrap_or_default();
        let count = part_number(parts.len());
        // The excess is all faces but the first.
        let over = over.unwrap_or_else(|| self.spec.height().times(i64::from(count) - 1));
        let note = PressNote::Continued { id: face.id.clone(), field, over, parts: count };
        let fit = Fit { text_size, parts, divided, note: Some(note) };
        let faces = self.lay_out(&fit.entries(face))?;
        Ok((fit, faces))
    }
}
