//! The fronts of cards as PDF: parts of a deck, each written as soon as it is laid out.
//!
//! **In** [`Faces`]. **Out** [`Fronts`]: documents with a page for each face, what is said of each, and which page stands at which
//! place. A laid out face takes ten times the memory of a written one, so a large deck is never laid out as a whole.
//! **Fails** with [`PressError`].

use super::cards::{Deck, FaceName, FacePlace, Faces, TEMPLATE};
use super::error::PressError;
use super::pdf::{self, About, Tags};
use super::shared::{self, Shared};
use super::spoken::{self, Spoken};
use super::used::used;
use makeready_faces::book::Look;
use makeready_faces::credits::Used;
use typst_layout::PagedDocument;

/// Some faces, written.
pub struct Part {
    /// A page for each face.
    pub pdf: Vec<u8>,
    /// The drawings for which those keep places, see [`super::shared`].
    pub drawings: Option<Vec<u8>>,
    /// The words of each page.
    pub spoken: Vec<Spoken>,
    /// The work of others that they show.
    pub used: Used,
}

impl Part {
    /// Writes laid out faces. The title is that of the print that they become part of.
    ///
    /// # Errors
    /// [`PressError::Typeset`].
    pub fn export(document: &PagedDocument, faces: &[FaceName], look: &Look, title: &str) -> Result<Self, PressError> {
        let about = About::titled(title);
        let used = used(document, TEMPLATE, look)?;
        let spoken = faces.iter().zip(document.pages());
        let spoken = spoken.map(|(face, page)| Spoken { name: face.name.clone(), words: spoken::words(&page.frame) });
        let spoken = spoken.collect();
        let Shared { faces, drawings } = shared::apart(document);
        let write = |document| pdf::export(document, TEMPLATE, &about, Tags::Dropped);
        Ok(Self { pdf: write(faces)?, drawings: drawings.map(write).transpose()?, spoken, used })
    }
}

/// The fronts of a deck, written.
pub type Fronts = Deck<Part>;

impl Fronts {
    /// Writes faces that were laid out together.
    ///
    /// # Errors
    /// As [`Part::export`].
    pub fn of_faces(faces: Faces, look: &Look, title: &str) -> Result<Self, PressError> {
        let Faces { document, faces, places, notes } = faces;
        Ok(Self { parts: vec![Part::export(&document, &faces, look, title)?], places, notes })
    }

    /// The work of others that they show.
    pub fn used(&self) -> Used {
        let mut used = Used::default();
        self.parts.iter().for_each(|part| used.extend(&part.used));
        used
    }
}

/// What is printed on the fronts of sheets: those of a deck, and behind them others, which are cards of no deck.
pub struct Pile<'f> {
    /// All parts.
    pub parts: Vec<&'f Part>,
    /// The places, their pages counted over all parts.
    pub places: Vec<FacePlace>,
}

impl<'f> Pile<'f> {
    /// A deck alone.
    pub fn of(deck: &'f Fronts) -> Self {
        Self { parts: deck.parts.iter().collect(), places: deck.places.clone() }
    }

    /// With others behind it.
    #[must_use]
    pub fn followed_by(mut self, others: &'f Fronts) -> Self {
        let pages: usize = self.parts.iter().map(|part| part.spoken.len()).sum();
        self.parts.extend(&others.parts);
        self.places.extend(others.places.iter().map(|place| place.after(pages)));
        self
    }
}
