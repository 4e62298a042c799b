//! Resources: what is spent and recovered in play.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scalar::Id;
use crate::source::Located;

/// A resource.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ResourceEntry {
    /// Id: what sheets call it by.
    pub id: Id,
    /// The derived value that is its maximum.
    pub max: Located<String>,
    /// The color it is shown in, by its name in the palette.
    pub color: Located<String>,
    /// Whether it may go below zero.
    #[serde(default)]
    pub goes_negative: bool,
    /// Whether a shield may lie on it.
    #[serde(default)]
    pub has_shield: bool,
    /// Whether it is counted in boxes.
    #[serde(default)]
    pub boxes: bool,
}
