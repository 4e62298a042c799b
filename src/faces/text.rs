//! Text as it stands on paper or on a page: paragraphs of styled runs.
//!
//! **In** nothing but strings that are already final (numbers worked out, names resolved).
//! **Out** values that the press hands to Typst as data and the site escapes as HTML text.
//! Author text never becomes code in either.

use serde::Serialize;

/// How one run of text is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// Running text.
    Plain,
    /// `**strong**`
    Strong,
    /// `*emphasis*`
    Emphasis,
    /// A computed figure; set in tabular figures. `detail` of the run holds its terms.
    Figure,
    /// A formula in abbreviations, on a blank form: `ATN + FNE`.
    Formula,
    /// `:name:`, an icon from `site/icons`; the run's text is the icon's id.
    Icon,
}

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
