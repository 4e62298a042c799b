//! The view of a picture that a game brings.
//!
//! **In** what the content says of it. **Out** [`Art`], which templates draw and pages show; the files themselves are in the
//! [`Look`](crate::book::Look) of the game.

use serde::Serialize;

pub use deckle_content::picture::{
    ArtCredit, GamePicture, GamePictures, PictureFault, PictureKind, Ratio, Shown, covering_width, decoded,
};

/// The folder in which templates find pictures.
const FOLDER: &str = "/art/";

/// A picture, and how it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Art {
    /// Where templates find it: `/art/` and its name.
    pub path: String,
    /// Width by height.
    pub ratio: Ratio,
    /// The point that matters, in percent from the left and from the top.
    pub focus: (u8, u8),
    /// What it shows; empty for decoration.
    pub alt: String,
}

impl Art {
    /// The path of a picture for templates.
    pub fn path_of(picture: &GamePicture) -> String {
        format!("{FOLDER}{}", picture.name)
    }

    /// The name of the picture at a path for templates.
    pub fn name_at(path: &str) -> Option<&str> {
        path.strip_prefix(FOLDER)
    }

    /// The name of its file.
    pub fn name(&self) -> &str {
        Self::name_at(&self.path).unwrap_or(&self.path)
    }
}
