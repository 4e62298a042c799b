//! Making text fit its card: the size at which it is set, and over how many faces it goes on.
//!
//! **In** cards. **Out** for each its face, or several. Text is set at 8 pt, larger where a card has
//! little of it, smaller where it has much; at 6 pt it goes on over numbered faces. **Fails** with
//! [`PressError::TooTall`] when a part can be neither shrunk nor divided.

use std::collections::HashMap;

use rayon::prelude::*;

use super::cards::{Entry, Laid, Typesetter};
use super::error::{PressError, PressNote};
use super::frames::TOLERANCE;
use super::length::{Mm, Pt};
use super::pieces::{self, Piece};
use super::text_size::TextSize;
use crate::faces::card::CardFace;

/// How cards came to fit. A card that differs from an earlier one only in whose it is needs no second
/// search: most of a deck is the same for every character.
#[derive(Default)]
pub struct Fits(HashMap<blake3::Hash, Fit>);

#[derive(Clone)]
struct Fit {
    text_size: TextSize,
    /// What stands on each face of a card that goes on; empty for a card of one face.
    parts: Vec<Vec<Piece>>,
    note: Option<PressNote>,
}

impl Fit {
    /// The faces of a card.
    fn entries(&self, face: &CardFace) -> Vec<Entry> {
        let text_size = self.text_size;
        if self.parts.is_empty() {
            return vec![Entry { face: face.clone(), text_size }];
        }
        let count = part_number(self.parts.len());
        let numbered = (1..).zip(&self.parts);
        numbered.map(|(part, held)| Entry { face: pieces::assemble(face, held, (part, count)), text_size }).collect()
    }
}

/// What makes two cards fit alike: everything but their owner, who is named in the foot, outside the text.
fn key(typesetter: &Typesetter, face: &CardFace) -> blake3::Hash {
    let face = CardFace { owner: String::new(), ..face.clone() };
    let json = serde_json::to_vec(&(typesetter.look, &face)).expect("views hold only strings and numbers");
    blake3::Hasher::new().update(format!("{:?}", typesetter.spec).as_bytes()).update(&json).finalize()
}

/// A card of the deck, fitted: one face, or several when it went on.
pub struct Fitted {
    /// Its faces.
    pub faces: Vec<Laid>,
    /// What had to give way.
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
    let keys: Vec<blake3::Hash> = cards.iter().map(|card| key(typesetter, card)).collect();
    let mut fitted: Vec<Option<Fitted>> = known(typesetter, cards, &keys, fits)?;
    let unknown: Vec<&CardFace> =
        cards.iter().zip(&fitted).filter(|(_, fitted)| fitted.is_none()).map(|(card, _)| card).collect();
    let mut searched = typesetter.search(&unknown)?.into_iter();
    for (place, key) in fitted.iter_mut().zip(keys).filter(|(place, _)| place.is_none()) {
        if let Some((fit, faces)) = searched.next() {
            *place = Some(Fitted { faces, note: fit.note.clone() });
            fits.0.insert(key, fit);
        }
    }
    Ok(fitted.into_iter().flatten().collect())
}

/// Lays out the cards of which it is known how they fit, all together.
fn known(
    typesetter: &Typesetter,
    cards: &[CardFace],
    keys: &[blake3::Hash],
    fits: &Fits,
) -> Result<Vec<Option<Fitted>>, PressError> {
    let fits: Vec<Option<&Fit>> = keys.iter().map(|key| fits.0.get(key)).collect();
    let entries = cards.iter().zip(&fits).map(|(card, fit)| fit.map(|fit| fit.entries(card)));
    let entries: Vec<Option<Vec<Entry>>> = entries.collect();
    let all: Vec<Entry> = entries.iter().flatten().flatten().cloned().collect();
    let mut laid = typesetter.lay_out(&all)?.into_iter();
    let fitted = entries.iter().zip(fits).map(|(entries, fit)| {
        let faces = laid.by_ref().take(entries.as_ref()?.len()).collect();
        Some(Fitted { faces, note: fit?.note.clone() })
    });
    Ok(fitted.collect())
}

/// The search for the size that suits one face.
struct Search {
    /// The face as it was laid out last.
    last: Laid,
    /// The largest that was found to fit.
    fitting: Option<Laid>,
    /// Sizes still in question, the largest first.
    open: Vec<TextSize>,
    /// How high it was as declared.
    declared: Pt,
}

impl Search {
    fn new(laid: Laid, limit: Pt) -> Self {
        let declared = laid.height;
        let mut search = Self { last: laid, fitting: None, open: TextSize::CARD.all().collect(), declared };
        search.learn(limit);
        search
    }

    /// Draws conclusions from the last layout.
    fn learn(&mut self, limit: Pt) {
        let tried = self.last.entry.text_size;
        if excess(self.last.height, limit).is_none() {
            self.open.retain(|&size| size > tried);
            self.fitting = Some(self.last.clone());
        } else {
            self.open.retain(|&size| size < tried);
        }
    }

    /// The size to try next: what the last layout promises, or the nearest that is still open. None when
    /// nothing is open, or when the last layout leaves no hope for the larger ones.
    fn next(&self, limit: Pt) -> Option<TextSize> {
        let promised = self.last.entry.text_size.for_height(self.last.height, limit);
        let within = self.open.iter().copied().find(|&size| size <= promised);
        match (within, &self.fitting) {
            (Some(size), _) => Some(size),
            (None, Some(_)) => None,
            (None, None) => self.open.last().copied(),
        }
    }

    fn fit(&self, laid: &Laid, limit: Pt) -> Fit {
        let text_size = laid.entry.text_size;
        let face = &laid.entry.face;
        let note = excess(self.declared, limit).filter(|_| text_size.is_below_declared()).map(|over| {
            let field = pieces::longest_field(face);
            PressNote::Shrunk { id: face.id.clone(), field, over, percent: text_size.percent() }
        });
        Fit { text_size, parts: Vec::new(), note }
    }
}

impl Typesetter<'_> {
    /// Finds out how cards fit.
    fn search(&self, cards: &[&CardFace]) -> Result<Vec<(Fit, Vec<Laid>)>, PressError> {
        let limit = self.spec.limit();
        let entry = |face: &&CardFace| Entry { face: (*face).clone(), text_size: TextSize::DECLARED };
        let entries: Vec<Entry> = cards.iter().map(entry).collect();
        let mut searches: Vec<Search> =
            self.lay_out(&entries)?.into_iter().map(|laid| Search::new(laid, limit)).collect();
        loop {
            let open: Vec<(&mut Search, TextSize)> = searches
                .iter_mut()
                .filter_map(|search| search.next(limit).map(|size| (search, size)))
                .collect();
            if open.is_empty() {
                break;
            }
            let entries: Vec<Entry> =
                open.iter().map(|(search, text_size)| Entry { text_size: *text_size, ..search.last.entry.clone() }).collect();
            for ((search, _), laid) in open.into_iter().zip(self.lay_out(&entries)?) {
                search.last = laid;
                search.learn(limit);
            }
        }
        searches.into_par_iter().map(|search| self.settle(search)).collect()
    }

    /// Takes the size that fits, or divides the card.
    fn settle(&self, mut search: Search) -> Result<(Fit, Vec<Laid>), PressError> {
        let limit = self.spec.limit();
        match search.fitting.take() {
            Some(laid) => Ok((search.fit(&laid, limit), vec![laid])),
            None => {
                let over = excess(search.last.height, limit).unwrap_or_default();
                self.go_on(&search.last.entry.face, over)
            }
        }
    }

    /// Divides a face that is too long over as few faces as can hold it, at the largest size with
    /// which they still hold it.
    fn go_on(&self, face: &CardFace, over: Mm) -> Result<(Fit, Vec<Laid>), PressError> {
        let (text_size, parts) = self.fewest_parts(face, over)?;
        let field =
            parts.get(1).and_then(|part| part.first()).map(pieces::name).unwrap_or_default();
        let count = part_number(parts.len());
        let note = PressNote::Continued { id: face.id.clone(), field, over, parts: count };
        let fit = Fit { text_size, parts, note: Some(note) };
        let faces = self.lay_out(&fit.entries(face))?;
        Ok((fit, faces))
    }

    fn fewest_parts(
        &self,
        face: &CardFace,
        over: Mm,
    ) -> Result<(TextSize, Vec<Vec<Piece>>), PressError> {
        let floor = TextSize::CARD.floor();
        let fewest = self.divide(face, floor)?;
        if fewest.is_empty() {
            let (subject, field) = (format!("card `{}`", face.id), "the head".to_owned());
            return Err(PressError::TooTall { subject, field, over });
        }
        let count = fewest.len();
        let mut best = (floor, fewest);
        // The larger the text, the more faces: look for the largest that needs no more.
        let mut sizes: Vec<TextSize> =
            TextSize::CARD.all().filter(|&size| size <= TextSize::DECLARED && !size.is_floor()).collect();
        while let Some(&text_size) = sizes.get(sizes.len() / 2) {
            let parts = self.divide(face, text_size)?;
            let fits = parts.len() <= count;
            if fits {
                best = (text_size, parts);
            }
            halve(&mut sizes, fits);
        }
        Ok(best)
    }

    /// Fills one face after the other with as many pieces as it holds.
    fn divide(&self, face: &CardFace, text_size: TextSize) -> Result<Vec<Vec<Piece>>, PressError> {
        let mut rest = pieces::pieces(face);
        let mut parts: Vec<Vec<Piece>> = Vec::new();
        while !rest.is_empty() {
            let part = part_number(parts.len() + 1);
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
                return Err(PressError::TooTall {
                    subject: format!("card `{}`", face.id),
                    field,
                    over: held.over,
                });
            }
        }
        Ok(parts)
    }

    /// How many of the leading pieces one face holds. More pieces are higher, so the number is found by
    /// trying few: first as many as stand in proportion to the room, then by halving what is left.
    fn held(
        &self,
        face: &CardFace,
        rest: &[Piece],
        part: u32,
        text_size: TextSize,
    ) -> Result<Held, PressError> {
        let limit = self.spec.limit();
        let lay_out = |count: usize| {
            let held = rest.get(..count).unwrap_or(rest);
            let face = pieces::assemble(face, held, (part, part + 1));
            let laid = self.lay_out_batch(&[Entry { face, text_size }])?;
            Ok::<_, PressError>(laid.first().map_or(Pt::default(), |laid| laid.height))
        };
        let all = lay_out(rest.len())?;
        if excess(all, limit).is_none() {
            return Ok(Held { count: rest.len(), over: Mm::ZERO });
        }
        // The first `fitting` are known to fit, the first `failing` known not to.
        let (mut fitting, mut failing, mut over) = (0, rest.len(), excess(all, limit).unwrap_or_default());
        let mut guess = proportion(rest, limit.0 / all.0);
        while fitting + 1 < failing {
            guess = guess.clamp(fitting + 1, failing - 1);
            match excess(lay_out(guess)?, limit) {
                None => (fitting, guess) = (guess, guess + 1),
                Some(excess) => (failing, over, guess) = (guess, excess, guess - 1),
            }
        }
        Ok(Held { count: without_announcements(rest, fitting), over })
    }
}

/// How many of the leading pieces make up a share of all text.
fn proportion(rest: &[Piece], share: f64) -> usize {
    let total: usize = rest.iter().map(pieces::bulk).sum();
    let mut sum = 0;
    let within = |piece: &&Piece| {
        sum += pieces::bulk(piece);
        f64::from(u32::try_from(sum).unwrap_or(u32::MAX)) <= share * f64::from(u32::try_from(total).unwrap_or(u32::MAX))
    };
    rest.iter().take_while(within).count()
}

/// Headings go with what they announce, unless there is nothing else.
fn without_announcements(rest: &[Piece], count: usize) -> usize {
    let announcing =
        rest.iter().take(count).rev().take_while(|piece| pieces::announces(piece)).count();
    if announcing < count { count - announcing } else { count }
}

fn part_number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// After trying the middle one of `sizes`: leaves the larger ones when it fitted, else the smaller.
fn halve(sizes: &mut Vec<TextSize>, fits: bool) {
    let middle = sizes.len() / 2;
    if fits {
        sizes.truncate(middle);
    } else {
        sizes.drain(..=middle);
    }
}

struct Held {
    count: usize,
    over: Mm,
}
