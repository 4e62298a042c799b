//! `conditions.yaml`: what may befall a character, and what it does to their values.

use makeready_rules::system::Holds;
use schemars::JsonSchema;
use serde::Deserialize;

use super::modifier::ModifierEntry;
use crate::concept::art::ArtEntry;
use crate::de::{List, Readable};
use crate::decode::Markdown;
use crate::scalar::{FormatVersion, Headed, Whole};
use crate::source::Located;
use crate::text::Text;

/// The longest time that a condition lasts, in turns.
const MOST_TURNS: i64 = 60;

/// What may befall a character.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ConditionsFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// Groups of conditions that have to do with each other.
    #[serde(default)]
    pub groups: List<ConditionGroupEntry>,
    /// The conditions.
    pub conditions: List<ConditionEntry>,
}

/// Conditions that have to do with each other.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ConditionGroupEntry {
    /// Id, name and rules.
    #[schemars(flatten)]
    pub head: Headed,
    /// How they stand together.
    pub holds: Readable<HoldsWord>,
}

/// How conditions of a group stand together.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum HoldsWord {
    /// Of several only the worst counts.
    Worst,
    /// Exactly one holds at a time.
    One,
}

impl ConditionGroupEntry {
    /// How they stand together.
    pub fn holds(&self) -> Holds {
        match *self.holds {
            Some(HoldsWord::One) => Holds::One,
            Some(HoldsWord::Worst) | None => Holds::Worst,
        }
    }
}

/// Something that may befall a character.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ConditionEntry {
    /// Id, name and rules.
    #[schemars(flatten)]
    pub head: Headed,
    /// What it is. Markdown in which `{formula}` may stand.
    #[serde(default)]
    pub text: Markdown,
    /// Its picture.
    #[serde(default)]
    pub art: Readable<ArtEntry>,
    /// What it does to stats and values of whoever has it.
    #[serde(default)]
    pub modifiers: List<ModifierEntry>,
    /// The group it is one of.
    #[serde(default)]
    pub group: Option<Located<String>>,
    /// How it comes about.
    #[serde(default)]
    pub when: Text,
    /// How many turns it lasts.
    #[serde(default)]
    pub turns: Option<Whole<1, MOST_TURNS>>,
    /// What happens when it is suffered again.
    #[serde(default)]
    pub again: Readable<Again>,
    /// Whether what drives it adds up.
    #[serde(default)]
    pub stacks: bool,
}

/// What happens when a condition is suffered again.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Again {
    /// Its time starts anew.
    Restart,
    /// Nothing.
    Ignore,
    /// Each time counts.
    Add,
}
