//! Words that content and what is made of it share.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which way a roll went.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
)]
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

    /// Whether it is what one rolls for.
    pub const fn is_good(self) -> bool {
        match self {
            Self::Critical | Self::Success => true,
            Self::Failure | Self::Special => false,
        }
    }
}

/// What stands above the text of a card.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum HeadStyle {
    /// The family's color to the edge, the picture behind it, and the name at its lower edge.
    #[default]
    Banner,
    /// The name on a plate with round corners that lies over the picture.
    Cartouche,
    /// The same, hewn.
    Slab,
    /// A block of color with the cost at the corner, the name in ink beside it.
    Block,
    /// Ink on paper, between rules.
    Plain,
}

/// How the large figures of a card are set.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum PlateStyle {
    /// On the paper.
    #[default]
    Open,
    /// Each on a tint of its own.
    Boxed,
    /// Between two lines.
    Ruled,
}

/// How the results of a card are set off.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum PanelStyle {
    /// On a tint that runs to the edge.
    #[default]
    Tint,
    /// Below a line.
    Ruled,
    /// On the family's color, the text light.
    Dark,
}

/// How much of an NPC a handout shows, and in how large a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Deserialize,
    JsonSchema,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// The one to write on.
    Blank,
    /// The one of a character.
    Filled,
}

/// Who reads a handout.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Deserialize,
    JsonSchema,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// The game master.
    Gm,
    /// The players, who are not told everything.
    Player,
}

/// How one run of text is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, borsh::BorshSerialize, borsh::BorshDeserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// Running text.
    Plain,
    /// `**strong**`
    Strong,
    /// `*emphasis*`
    Emphasis,
    /// `***both***`, or either inside the other.
    StrongEmphasis,
    /// A computed figure; set in tabular figures. `detail` of the run holds its terms.
    Figure,
    /// A formula in abbreviations, on a blank form: `ATN + FNE`.
    Formula,
    /// `:name:`, an icon from `site/icons`; the run's text is the icon's id.
    Icon,
    /// A place to write a number in, within a sentence of a blank form. The run's text stands for it where nothing is
    /// written by hand.
    WriteNumber,
    /// The same for a roll.
    WriteDice,
    /// The sign that an item of a list begins with, a space behind it.
    Item,
    /// That of an item within another.
    InnerItem,
}

impl Style {
    /// Whether it is a place to write in.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::WriteNumber | Self::WriteDice)
    }

    /// Whether it is the sign of an item of a list.
    pub const fn is_of_item(self) -> bool {
        matches!(self, Self::Item | Self::InnerItem)
    }

    /// Whether it is that of words, which may be joined and divided.
    pub const fn is_words(self) -> bool {
        match self {
            Self::Plain | Self::Strong | Self::Emphasis | Self::StrongEmphasis => true,
            Self::Figure
            | Self::Formula
            | Self::Icon
            | Self::WriteNumber
            | Self::WriteDice
            | Self::Item
            | Self::InnerItem => false,
        }
    }

    /// The style of words of an author.
    pub const fn of_words(is_strong: bool, is_emphasized: bool) -> Self {
        match (is_strong, is_emphasized) {
            (false, false) => Self::Plain,
            (true, false) => Self::Strong,
            (false, true) => Self::Emphasis,
            (true, true) => Self::StrongEmphasis,
        }
    }
}
