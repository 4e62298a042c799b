//! Words that content and what is made of it share.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which way a roll went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OutcomeKind {
    /// Better than a success.
    Critical,
    /// It worked.
    Success,
    /// It did not.
    Failure,
    /// Something that applies in either case.
    Special,
}

impl OutcomeKind {
    /// Each with the word for it in content.
    pub const WORDS: [(&'static str, Self); 4] = [
        ("critical", Self::Critical),
        ("success", Self::Success),
        ("failure", Self::Failure),
        ("special", Self::Special),
    ];
}

/// How much of an NPC a handout shows, and in how large a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// A strip, ten to a page: what a fight with many takes.
    Short,
    /// A quarter of a page.
    Standard,
    /// A page, with everything.
    Full,
}

/// Which of the two forms of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// The one to write on.
    Blank,
    /// The one of a character.
    Filled,
}

/// Who reads a handout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// The game master.
    Gm,
    /// The players, who are not told everything.
    Player,
}

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
