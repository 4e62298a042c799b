//! A deck list: which cards are printed, how many of each, and whose.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::de::{Bounded, Several};
use crate::decode::Decoder;
use crate::diagnostic::Diagnostic;
use crate::limits::{MOST_COPIES, MOST_HELD};
use crate::scalar::{FormatVersion, Name, Whole};
use crate::source::{FileId, Located};
use crate::yaml::{self, Node};

/// Cards that `makeready cards --deck` prints as one deck. The file stands anywhere outside the content folder.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct DeckList {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// The id of the system whose cards they are.
    #[schemars(example = &"my-game")]
    pub system: Located<String>,
    /// The title of the printed document.
    #[serde(default)]
    pub title: Option<Name>,
    /// The paper to print on; without it that of the campaign.
    #[serde(default)]
    #[schemars(example = &"a4")]
    pub paper: Option<Located<String>>,
    /// The size of cards; without it that of the campaign.
    #[serde(default)]
    #[schemars(example = &"poker")]
    pub size: Option<Located<String>>,
    /// What is on the backs: an emblem, or `none`; without it the emblem of the system.
    #[serde(default)]
    #[schemars(example = &"compass")]
    pub back: Option<Located<String>>,
    /// Whether blank cards fill the places that the last sheet has to spare.
    #[serde(default)]
    pub fill: bool,
    /// The cards, in the order in which they are printed.
    pub cards: Bounded<CardLine, MOST_HELD>,
}

/// Some cards of a deck list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct CardLine {
    /// Ids of cards or of their families; `*` stands for any letters, `?` for one.
    #[schemars(example = serde_json::json!(["strike", "gear-*"]))]
    pub only: Several<Located<String>>,
    /// The id of the character or NPC whose cards they are; without it they are blank.
    #[serde(default)]
    #[schemars(example = &"ada")]
    pub whose: Option<Located<String>>,
    /// What is on their backs; without it what the deck has.
    #[serde(default)]
    #[schemars(example = &"compass")]
    pub back: Option<Located<String>>,
    /// How many of each; without it one.
    #[serde(default)]
    pub copies: Option<Whole<1, MOST_COPIES>>,
}

impl CardLine {
    /// How many of each.
    pub fn count(&self) -> usize {
        self.copies.map_or(1, |copies| copies.count() as usize)
    }
}

/// Reads a deck list.
///
/// # Errors
/// Everything that is wrong with its form. What it names is looked for where the cards are made.
pub fn read(text: &str, file: FileId) -> Result<DeckList, Vec<Diagnostic>> {
    let node: Node = yaml::parse_strictly(text, file)?;
    let mut d = Decoder::new(file, text);
    match d.file(&node) {
        Some(list) if d.is_clean() => Ok(list),
        _ => Err(d.into_diagnostics()),
    }
}
