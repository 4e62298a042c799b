//! The backs of a deck: each distinct one typeset once, and which of them is behind which place.
//!
//! **In** what the deck has on its backs, and what single cards of it have. **Out** [`Backs`]. **Fails** with
//! [`PressError::Typeset`] when a template is faulty.

use typst_layout::PagedDocument;

use super::Back;
use super::cards::{FacePlace, FaceSpec, TEMPLATE, lay_out_back};
use super::error::PressError;
use super::pdf::{self, About, Tags};
use super::used;
use makeready_faces::book::Look;
use makeready_faces::credits::Used;

/// What is on the backs of a deck.
#[derive(Clone, Copy)]
pub struct BacksOf<'b> {
    /// Of all cards of which nothing else is said.
    pub deck: &'b Back,
    /// Of the first cards, in the order of the deck.
    pub cards: &'b [Back],
}

impl<'b> BacksOf<'b> {
    /// What is on the back of a card; of none in particular, such as one that fills a sheet, what the deck has.
    pub fn behind(&self, card: Option<usize>) -> &'b Back {
        card.and_then(|card| self.cards.get(card)).unwrap_or(self.deck)
    }

    /// Whether there is anything on any of them.
    pub fn is_any(&self) -> bool {
        std::iter::once(self.deck).chain(self.cards).any(|back| *back != Back::None)
    }

    /// The distinct backs, in order of first use, the deck's own first.
    fn distinct(&self) -> Vec<&'b Back> {
        let mut distinct = Vec::new();
        for back in std::iter::once(self.deck).chain(self.cards).filter(|back| **back != Back::None) {
            if !distinct.contains(&back) {
                distinct.push(back);
            }
        }
        distinct
    }
}

/// The other side of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Behind {
    /// The next face of the same card: its number among the fronts.
    Front(usize),
    /// A back: its number among the backs.
    Back(usize),
}

/// The backs of a deck, laid out.
pub struct Backs<'b> {
    of: BacksOf<'b>,
    /// Each distinct one, and its page.
    laid: Vec<(&'b Back, PagedDocument)>,
}

impl<'b> Backs<'b> {
    /// Lays out each distinct back; none where nothing is printed on backs.
    ///
    /// # Errors
    /// [`PressError::Typeset`].
    pub fn lay_out(of: BacksOf<'b>, look: &Look, spec: &FaceSpec) -> Result<Self, PressError> {
        let wanted = of.distinct().into_iter().filter(|_| spec.has_backs);
        let looks = wanted.filter_map(|back| Some((back, back.look(look)?)));
        let laid = looks.map(|(back, look)| Ok((back, lay_out_back(&look, spec)?)));
        Ok(Self { of, laid: laid.collect::<Result<_, PressError>>()? })
    }

    /// The work of others that they show.
    ///
    /// # Errors
    /// [`PressError::Typeset`] when nobody can be named for a drawing.
    pub fn used(&self, look: &Look) -> Result<Used, PressError> {
        let mut all = Used::default();
        for (_, document) in &self.laid {
            all.extend(&used::used(document, TEMPLATE, look)?);
        }
        Ok(all)
    }

    /// The distinct backs with their names, for pictures: that of the deck has none.
    pub fn named(&self) -> impl Iterator<Item = (&str, &PagedDocument)> {
        self.laid.iter().map(|(back, document)| {
            let name = if *back == self.of.deck { "" } else { back.name() };
            (name, document)
        })
    }

    /// Each distinct back as PDF.
    ///
    /// # Errors
    /// [`PressError::Pdf`].
    pub fn export(&self, title: &str) -> Result<Vec<Vec<u8>>, PressError> {
        let export = |(_, document): &(_, PagedDocument)| {
            pdf::export(document.clone(), "back.typ", &About::titled(title), Tags::Dropped)
        };
        self.laid.iter().map(export).collect()
    }

    /// The other side of a face; none where it stays empty.
    pub fn behind(&self, place: &FacePlace) -> Option<Behind> {
        place.over.map(Behind::Front).or_else(|| self.of_card(place.card).map(Behind::Back))
    }

    /// Which of them a card has; none where it has none.
    pub fn of_card(&self, card: Option<usize>) -> Option<usize> {
        let wanted = self.of.behind(card);
        self.laid.iter().position(|(back, _)| *back == wanted)
    }
}
