//! Closed lists of words, such as kinds of weapons.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::de::Several;
use crate::scalar::Headed;

use super::traits::Titled;

/// A closed list of words.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ListEntry {
    /// Id, name and rules.
    #[schemars(flatten)]
    pub head: Headed,
    /// Its words.
    pub entries: Several<Titled>,
}
