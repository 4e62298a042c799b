//! Pictures of cards, people, chapters and covers.

use super::face_builder::FaceBuilder;
use crate::art::Art;
use makeready_content::concept::art::{ArtEntry, Focus};
use makeready_content::game::Game;

/// The view of a picture. There is none of one with a fault, which has been reported.
pub(super) fn art(game: &Game, entry: Option<&ArtEntry>) -> Option<Art> {
    let entry = entry?;
    let picture = game.entries.pictures.find(&entry.file.value)?;
    let Focus(across, down) = entry.focus;
    Some(Art { path: Art::path_of(picture), ratio: picture.ratio, focus: (across, down), alt: entry.alt.clone() })
}

impl FaceBuilder<'_> {
    /// The view of a picture.
    pub(super) fn art(&self, entry: Option<&ArtEntry>) -> Option<Art> {
        art(self.game, entry)
    }

    /// The portrait of the character.
    pub(super) fn portrait_art(&self) -> Option<Art> {
        self.art(self.who.and_then(|who| who.entry.art.0.as_ref()))
    }
}
