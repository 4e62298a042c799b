//! Choices: words that are chosen for a character, such as a rank.

use schemars::JsonSchema;
use serde::Deserialize;

use super::option::OptionEntry;
use crate::de::Several;
use crate::scalar::HeadedForFormulas;

/// A choice and its options.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ChoiceEntry {
    /// Id, name and rules.
    #[schemars(flatten)]
    pub head: HeadedForFormulas,
    /// Whether it is left out of the line under the name.
    #[serde(default, rename = "quiet")]
    pub is_quiet: bool,
    /// Options, each with its numbers.
    pub options: Several<OptionEntry>,
}
