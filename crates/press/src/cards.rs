//! Typesetting card faces: each distinct face once, as one page at trim size with bleed.
//!
//! **In** a deck of [`CardFace`]s, the system's [`Look`] and a [`FaceSpec`]. **Out** [`Faces`]: the laid
//! out document, which page stands for which card of the deck, and notes on what was continued. A
//! family is set at one of two sizes, then continues on numbered faces (see [`super::fitting`]); nothing is clipped.
//! **Fails** with [`PressError::TooTall`] when a part can be neither set nor divided.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use serde::Serialize;
use typst::ecow::EcoVec;
use typst::model::DocumentInfo;
use typst_layout::{Page, PagedDocument};

use super::PrintStyle;
use super::card_text::{CardText, label_points};
use super::error::{PressError, PressNote, Subject};
use super::fitting::{Fits, Fitted, FittedFace, excess, fit_all};
use super::foot::{Feet, Names, SharedCard};
use super::frames;
use super::length::{Mm, Pt, Size};
use super::pieces;
use super::widths::{Column, Widths};
use super::workers::side_by_side;
use super::world;
use makeready_faces::book::Look;
use makeready_faces::card::{CardFace, FactGroups, FigureGroup, Lead};

/// Name of the template, for messages.
pub const TEMPLATE: &str = "cards.typ";
const BACK_TEMPLATE: &str = "back.typ";

/// The size and style of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FaceSpec {
    /// The finished card.
    pub trim: Size,
    /// Artwork beyond the trim.
    pub bleed: Mm,
    /// The inset inside the trim that text must not leave.
    pub safe: Mm,
    /// Ink and typeface.
    pub style: PrintStyle,
    /// Whether backs are printed as well.
    pub has_backs: bool,
}

impl FaceSpec {
    /// How high text may be.
    pub fn height(&self) -> Mm {
        self.trim.height - self.safe.times(2)
    }

    /// How high text may be, in points.
    pub fn limit(&self) -> Pt {
        self.height().to_pt()
    }

    /// The size of labels, in points.
    pub fn label_size(&self) -> f64 {
        label_points(self.trim)
    }
}

/// Which face of which card a page shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaceName {
    /// Id of the card.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Which face of the card it is, and of how many.
    pub part: (u32, u32),
}

/// Where a face of the deck stands: a place on a sheet, or in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FacePlace {
    /// The page of the face.
    pub front: usize,
    /// The page of the next face of the same card, where that is on its back.
    pub over: Option<usize>,
    /// Its card in the deck; none for a card that was added to fill a sheet.
    pub card: Option<usize>,
}

impl FacePlace {
    /// A place of a deck whose pages stand behind so many others, as one of no card of theirs.
    #[must_use]
    pub fn after(self, pages: usize) -> Self {
        Self { front: pages + self.front, over: self.over.map(|over| pages + over), card: None }
    }
}

/// Places of a deck, with every second face of a reference on the back of the one before: it keeps no secret, so that its back need not
/// be that of all others.
pub fn over_backs(places: &[FacePlace], deck: &[CardFace]) -> Vec<FacePlace> {
    let mut over: Vec<FacePlace> = Vec::with_capacity(places.len());
    for place in places {
        let is_reference = place.card.is_some_and(|card| deck[card].is_reference);
        match over.last_mut() {
            Some(last)
                if is_reference && last.card == place.card && last.over.is_none() && place.front == last.front + 1 =>
            {
                last.over = Some(place.front);
            }
            _ => over.push(*place),
        }
    }
    over
}

/// Faces of a deck, typeset.
#[derive(Clone)]
pub struct Faces {
    /// One page per distinct face.
    pub document: PagedDocument,
    /// The face on each page.
    pub faces: Vec<FaceName>,
    /// The places in deck order; copies repeat theirs, a continued card has several.
    pub places: Vec<FacePlace>,
    /// Cards that were continued.
    pub notes: Vec<PressNote>,
}

impl Faces {
    /// Cards for `places` places: one after another and over again, each with all of its faces, as long as one fits. None when none
    /// does.
    pub fn filling(&self, places: usize) -> Option<Self> {
        let cards: Vec<&[FaceName]> = self.faces.chunk_by(|_, next| next.part.0 > 1).collect();
        let mut first_of: Vec<Option<usize>> = vec![None; cards.len()];
        let (mut faces, mut order) = (Vec::new(), Vec::new());
        let mut has_grown = true;
        while has_grown {
            has_grown = false;
            for (card, first) in cards.iter().zip(&mut first_of) {
                if card.len() > places - order.len() {
                    continue;
                }
                let first = *first.get_or_insert_with(|| {
                    faces.extend(card.iter().cloned());
                    faces.len() - card.len()
                });
                order.extend(first..first + card.len());
                has_grown = true;
            }
        }
        let starts = cards.iter().scan(0, |start, card| Some(std::mem::replace(start, *start + card.len())));
        let mut used: Vec<_> = starts
            .zip(&cards)
            .zip(first_of)
            .filter_map(|((start, card), first)| Some((first?, start, card.len())))
            .collect();
        used.sort_unstable();
        let pages = used.into_iter().flat_map(|(_, start, count)| &self.document.pages()[start..start + count]);
        let document = PagedDocument::new(pages.cloned().collect(), DocumentInfo::default());
        let places: Vec<FacePlace> =
            order.into_iter().map(|front| FacePlace { front, over: None, card: None }).collect();
        (!places.is_empty()).then(|| Self { document, faces, places, notes: Vec::new() })
    }
}

/// What the template reads as `/data.json`.
#[derive(Serialize)]
struct Data<'a> {
    look: &'a Look,
    trim: Size,
    bleed: Mm,
    safe: Mm,
    #[serde(flatten)]
    style: PrintStyle,
    backs: bool,
    label_size: f64,
    /// The sizes of running text, and of facts, results and tables, in points.
    text_size: f64,
    lead_size: f64,
    is_close: bool,
    small_size: f64,
    cards: Vec<CardData<'a>>,
}

/// One face as the template reads it.
#[derive(Serialize)]
struct CardData<'a> {
    face: &'a CardFace,
    /// The size of the line in its foot, in points.
    foot: f64,
    /// How many of its figures stand large.
    large_figures: usize,
    /// What its face decides about the layout.
    figure_groups: Vec<FigureGroup<'a>>,
    lead: Option<Lead>,
    is_written: bool,
    facts: FactGroups<'a>,
    /// The columns of each of its tables.
    tables: Vec<Vec<Column>>,
}

/// Typesets cards: holds everything but the cards.
pub struct Typesetter<'a> {
    /// Colors and typefaces.
    pub look: &'a Look,
    /// Size and style.
    pub spec: &'a FaceSpec,
}

/// How many cards are laid out together, as one Typst document. Few, so that evaluation as well as
/// layout keeps all cores busy (500 cards in one document take twice as long), and fewer when there are
/// not many; a number that does not depend on the machine.
fn batch(cards: usize) -> usize {
    cards.div_ceil(4).clamp(1, 32)
}

/// A deck in parts, and which page stands for which card.
pub struct Deck<R> {
    /// What was made of each part.
    pub parts: Vec<R>,
    /// The places in deck order, their pages counted over all parts; copies repeat theirs, a continued card has several.
    pub places: Vec<FacePlace>,
    /// Cards that were continued.
    pub notes: Vec<PressNote>,
}

/// Which pages of a part are whose.
#[derive(Default)]
struct PartPages {
    /// Of each distinct card of the part its place among all, and its pages.
    of_cards: Vec<(usize, Range<usize>)>,
    count: usize,
    notes: Vec<PressNote>,
}

impl PartPages {
    /// Adds the pages of a card behind those that there are.
    fn add(&mut self, card: usize, fitted: &Fitted) {
        let first = self.count;
        self.count += fitted.faces.len();
        self.of_cards.push((card, first..self.count));
        self.notes.extend(fitted.note.clone());
    }
}

/// Lays out a deck in parts, and makes something of each before the next is laid out: one part has at most
/// [`PORTION`](super::fitting::PORTION) cards, and all decks for a table are one. `made` is given the pages of a part and the face on each.
///
/// # Errors
/// [`PressError::NothingToPrint`], [`PressError::TooTall`], [`PressError::TooWide`],
/// [`PressError::MissingGlyph`], or [`PressError::Typeset`]; and as `made`.
pub fn lay_out_parts<R>(
    deck: &[CardFace],
    look: &Look,
    spec: &FaceSpec,
    fits: &mut Fits<'_>,
    mut made: impl FnMut(PagedDocument, Vec<FaceName>) -> Result<R, PressError>,
) -> Result<Deck<R>, PressError> {
    if deck.is_empty() {
        return Err(PressError::NothingToPrint);
    }
    let typesetter = Typesetter { look, spec };
    let feet = Feet::new(look, spec);
    let (cards, copies) = distinct(deck.iter());
    let (shared, shared_of) = distinct(cards.iter().map(|card| feet.shared(card)));
    let owners = cards.iter().zip(&shared_of).map(|(card, &of)| (card.owner.as_str(), shared[of].foot));
    let names = Names::lay_out(owners, look, spec)?;
    let mut who_has: Vec<Vec<usize>> = vec![Vec::new(); shared.len()];
    shared_of.iter().enumerate().for_each(|(card, &of)| who_has[of].push(card));
    let parts = fit_all(&typesetter, &shared, fits, |first, fitted| {
        let mut part = PartPages::default();
        let (mut pages, mut faces, mut faults) = (EcoVec::new(), Vec::new(), Vec::new());
        for (of, fitted) in (first..).zip(fitted) {
            let shown = &shared[of].face;
            let fitted = match fitted {
                Ok(fitted) => fitted,
                Err(fault) => {
                    faults.push(fault);
                    continue;
                }
            };
            faults.extend(fitted.faces.iter().flat_map(|face| check(face, shown, spec)));
            for &card in &who_has[of] {
                for face in &fitted.faces {
                    let mut page = face.page.clone();
                    names.lay_over(&mut page.frame, &cards[card].owner, shared[of].foot);
                    pages.push(page);
                    faces.push(FaceName { id: shown.id.clone(), name: shown.name.clone(), part: face.part });
                }
                part.add(card, &fitted);
            }
        }
        match PressError::all(faults) {
            Some(fault) => Err(fault),
            None => Ok((part, made(PagedDocument::new(pages, DocumentInfo::default()), faces)?)),
        }
    })?;
    Ok(joined(parts, &copies))
}

/// What was made of parts as a deck, of which each card is a copy of one of the distinct cards.
fn joined<R>(parts: Vec<(PartPages, R)>, copies: &[usize]) -> Deck<R> {
    let mut deck = Deck { parts: Vec::new(), places: Vec::new(), notes: Vec::new() };
    let mut pages_of = BTreeMap::new();
    let mut before = 0;
    for (part, made) in parts {
        pages_of
            .extend(part.of_cards.into_iter().map(|(card, pages)| (card, before + pages.start..before + pages.end)));
        before += part.count;
        deck.parts.push(made);
        deck.notes.extend(part.notes);
    }
    for (card, pages) in copies.iter().map(|distinct| pages_of[distinct].clone()).enumerate() {
        deck.places.extend(pages.map(|front| FacePlace { front, over: None, card: Some(card) }));
    }
    deck
}

/// Lays out a deck as one document.
///
/// # Errors
/// As [`lay_out_parts`].
pub fn lay_out_faces(
    deck: &[CardFace],
    look: &Look,
    spec: &FaceSpec,
    fits: &mut Fits<'_>,
) -> Result<Faces, PressError> {
    let deck = lay_out_parts(deck, look, spec, fits, |document, faces| Ok((document, faces)))?;
    let Deck { parts, places, notes } = deck;
    let pages = parts.iter().flat_map(|(document, _)| document.pages()).cloned().collect();
    let faces = parts.into_iter().flat_map(|(_, faces)| faces).collect();
    Ok(Faces { document: PagedDocument::new(pages, DocumentInfo::default()), faces, places, notes })
}

/// The distinct ones in order of first use, and for each of all the index of its like.
fn distinct<T: Serialize>(all: impl Iterator<Item = T>) -> (Vec<T>, Vec<usize>) {
    let mut known: HashMap<blake3::Hash, usize> = HashMap::new();
    let mut distinct = Vec::new();
    let copies = all.map(|one| {
        let key = serde_json::to_vec(&one).expect("a face holds only strings and numbers");
        *known.entry(blake3::hash(&key)).or_insert_with(|| {
            distinct.push(one);
            distinct.len() - 1
        })
    });
    let copies = copies.collect();
    (distinct, copies)
}

/// A face laid out.
#[derive(Clone)]
pub struct Laid {
    /// What was laid out.
    pub card: SharedCard,
    /// The size of its text.
    pub text: CardText,
    /// Its page, closed: see [`super::window`].
    pub page: Page,
    /// The height of its text.
    pub height: Pt,
}

/// What cannot be printed of a face: text that does not fit, or characters without a glyph.
fn check(face: &FittedFace, shown: &CardFace, spec: &FaceSpec) -> Vec<PressError> {
    let subject = Subject::Card(shown.id.clone());
    let mut faults = frames::check_text(&face.page.frame, &subject);
    if let Some(over) = excess(face.height, spec.limit()) {
        faults.push(PressError::TooTall { subject, field: pieces::longest_field(shown), over });
    }
    faults
}

impl Typesetter<'_> {
    /// Lays out faces, several at a time, in order.
    ///
    /// # Errors
    /// [`PressError::Typeset`].
    pub fn lay_out(&self, cards: &[SharedCard], text: CardText) -> Result<Vec<Laid>, PressError> {
        let batches = side_by_side(cards.chunks(batch(cards.len())), |batch| self.lay_out_batch(batch, text));
        let batches: Result<Vec<Vec<Laid>>, _> = batches.into_iter().collect();
        Ok(batches?.into_iter().flatten().collect())
    }

    /// Lays out a few faces as one document.
    ///
    /// # Errors
    /// [`PressError::Typeset`].
    pub fn lay_out_batch(&self, cards: &[SharedCard], text: CardText) -> Result<Vec<Laid>, PressError> {
        let widths = Widths::new(self.look, self.spec.style);
        let tables = |face: &CardFace| face.blocks.iter().filter_map(|block| widths.columns(block)).collect();
        let cards_data = cards
            .iter()
            .map(|card| CardData {
                face: &card.face,
                foot: card.foot.0,
                large_figures: card.face.large_figures(),
                figure_groups: card.face.figure_groups(),
                lead: card.face.lead(),
                is_written: card.face.is_written(),
                facts: card.face.fact_groups(),
                tables: tables(&card.face),
            })
            .collect();
        let data = Data {
            look: self.look,
            trim: self.spec.trim,
            bleed: self.spec.bleed,
            safe: self.spec.safe,
            style: self.spec.style,
            backs: self.spec.has_backs,
            label_size: self.spec.label_size(),
            text_size: text.points(self.spec.trim),
            lead_size: text.lead_points(self.spec.trim),
            is_close: text == CardText::Close,
            small_size: text.small_points(self.spec.trim),
            cards: cards_data,
        };
        let document = world::lay_out(TEMPLATE, self.look, &data)?;
        if document.pages().len() != cards.len() {
            let message = format!("{} pages for {} cards", document.pages().len(), cards.len());
            return Err(PressError::Typeset { template: TEMPLATE.to_owned(), messages: vec![message] });
        }
        let laid = |(card, page): (&SharedCard, &Page)| {
            let high = |label| frames::heights(&page.frame, label).iter().map(|height| height.0).sum::<f64>();
            let height = Pt(high("content") + high("results"));
            let page = Page { frame: frames::untagged(&page.frame), ..page.clone() };
            Laid { card: card.clone(), text, page, height }
        };
        Ok(cards.iter().zip(document.pages()).map(laid).collect())
    }
}

/// Lays out a back.
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
        style: PrintStyle,
    }
    let data = Back { look, trim: spec.trim, bleed: spec.bleed, style: spec.style };
    let document = world::lay_out(BACK_TEMPLATE, look, &data)?;
    frames::checked(document.pages(), &Subject::Other("card back".to_owned()))?;
    Ok(document)
}
