//! What a condition, an item, a trait or an ability does to a stat or value.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::de::Readable;
use crate::decode::PlacedFormula;
use crate::source::Located;

/// A sum that is added to a stat or value.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ModifierEntry {
    /// The stat or value, by id.
    pub to: Located<String>,
    /// What is added: a formula.
    #[schemars(example = &"-2")]
    pub add: Readable<PlacedFormula>,
}
