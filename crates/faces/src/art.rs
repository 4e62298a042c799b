//! The view of a picture that a game brings.
//!
//! **In** what the content says of it. **Out** [`Art`], which templates draw and pages show; the files themselves are in the
//! [`Look`](crate::book::Look) of the game.

use serde::Serialize;

pub use makeready_content::fence::{fenced, fenced_with};
pub use makeready_content::icons::{GameIcon, GameIcons};
pub use makeready_content::picture::{
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

#[cfg(test)]
mod tests {
    use super::*;

    /// As `picture` of the templates takes it.
    #[test]
    fn templates_get_the_path_the_ratio_and_the_point_that_matters() {
        let ratio = Ratio { width: 72_000, height: 42_000 };
        let art = Art { path: "/art/0a.svg".to_owned(), ratio, focus: (70, 40), alt: "A lamp".to_owned() };
        let json = serde_json::to_value(&art).expect("it is data");
        let wanted = serde_json::json!({
            "path": "/art/0a.svg", "ratio": 72.0 / 42.0, "focus": [70, 40], "alt": "A lamp"
        });
        assert_eq!((json, art.name()), (wanted, "0a.svg"));
    }
}
