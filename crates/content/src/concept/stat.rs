//! Stats: what characters are made of.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scalar::{HeadedForFormulas, Name};
use crate::source::Located;

/// A stat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct StatEntry {
    /// Id, name and rules.
    #[schemars(flatten)]
    pub head: HeadedForFormulas,
    /// A short form of the name, for where there is little room.
    #[schemars(example = &"PWR")]
    pub abbr: Name,
    /// The group it is one of, by id.
    pub group: Located<String>,
}
