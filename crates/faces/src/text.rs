//! Text on paper or on a page: paragraphs of styled runs.
//!
//! **In** nothing but strings that are already final (numbers computed, names resolved).
//! **Out** values that the press hands to Typst as data and the site escapes as HTML text.
//! Author text never becomes code in either.

use serde::Serialize;

pub use makeready_content::words::Style;

/// A stretch of text in one style.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Run {
    /// How it is set.
    pub style: Style,
    /// The characters themselves (for [`Style::Icon`] the icon's id).
    pub text: String,
    /// For a figure: where it comes from, such as `PWR 5 + FNE 3`. For a place to write
    /// in: how it is filled in. Empty otherwise.
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

    /// A figure that does not say where it comes from.
    pub const fn figure(text: String) -> Self {
        Self { style: Style::Figure, text, detail: String::new() }
    }
}

/// What an item of a list begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemSign {
    /// Whether it stands in another item.
    pub is_inner: bool,
    /// Its number in a list with numbers.
    pub number: Option<u32>,
}

/// A paragraph as an item of a list: its sign, and what stands behind that. None where it is no item.
pub fn item(paragraph: &[Run]) -> Option<(ItemSign, &[Run])> {
    let (sign, words) = paragraph.split_first()?;
    let number = sign.text.trim_end_matches(['.', ' ']).parse().ok();
    sign.style.is_of_item().then_some((ItemSign { is_inner: sign.style == Style::InnerItem, number }, words))
}

/// Whether a text says this in whole words: `Size 25` does not say `Size 2`.
pub fn says(text: &str, part: &str) -> bool {
    let is_whole = |at: usize| {
        let (before, behind) = (&text[..at], &text[at + part.len()..]);
        let goes_on = part.starts_with(char::is_alphanumeric) && before.ends_with(char::is_alphanumeric)
            || part.ends_with(char::is_alphanumeric) && behind.starts_with(char::is_alphanumeric);
        !goes_on
    };
    !part.is_empty() && text.match_indices(part).any(|(at, _)| is_whole(at))
}

/// What follows these words at the beginning of a text, whatever their case: ` away` of `Squares away` and `squares`. Whole words
/// only, and nothing where the text begins otherwise.
pub fn behind_words<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    let (first, rest) = (text.get(..words.len())?, text.get(words.len()..)?);
    let is_it = !words.is_empty() && first.to_lowercase() == words.to_lowercase();
    (is_it && !rest.starts_with(char::is_alphanumeric)).then_some(rest)
}

/// The characters of a paragraph, without styles.
pub fn plain_text(paragraph: &[Run]) -> String {
    paragraph.iter().filter(|run| run.style != Style::Icon).map(|run| run.text.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::says;

    #[test]
    fn a_text_says_what_stands_in_it_in_whole_words() {
        assert!(says("Size 2. Knee-high.", "Size 2") && says("Size 2. Knee-high.", "Knee-high."));
        assert!(says("Size 25, then Size 2", "Size 2"));
        assert!(!says("Size 25", "Size 2") && !says("Outsize 2", "size 2") && !says("Size 2", ""));
    }
}
