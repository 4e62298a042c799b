//! Text on paper or on a page: paragraphs of styled runs.
//!
//! **In** nothing but strings that are already final (numbers computed, names resolved).
//! **Out** values that the press hands to Typst as data and the site escapes as HTML text.
//! Author text never becomes code in either.

use serde::Serialize;

pub use deckle_content::words::Style;

/// A stretch of text in one style.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Run {
    /// How it is set.
    pub style: Style,
    /// The characters themselves (for [`Style::Icon`] the icon's id).
    pub text: String,
    /// For a figure: where it comes from, such as `PWR 5 + FNE 3`. Empty otherwise.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// One paragraph. A card's body is a list of these.
pub type Paragraph = Vec<Run>;

impl Run {
    /// A run of running text.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { style: Style::Plain, text: text.into(), detail: String::new() }
    }
}

/// The characters of a paragraph, without styles.
pub fn plain_text(paragraph: &[Run]) -> String {
    paragraph.iter().filter(|run| run.style != Style::Icon).map(|run| run.text.as_str()).collect()
}
