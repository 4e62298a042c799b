//! Sets of costs: ways to pay that several actions share.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::checked::Few;
use crate::de::{Readable, Several};
use crate::decode::PlacedFormula;
use crate::limits::MOST_COLUMNS;
use crate::scalar::{Id, Label};
use crate::text::Text;

/// A way to pay, shared by several actions.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct CostSetEntry {
    /// Id: what actions call it by.
    pub id: Id,
    /// What stands behind the costs.
    #[serde(default)]
    pub unit: Label,
    /// The ways to pay, side by side.
    pub columns: Few<Several<CostColumn>, MOST_COLUMNS>,
}

/// A column of costs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct CostColumn {
    /// What it is called.
    #[serde(default)]
    #[schemars(example = &"Light")]
    pub label: Label,
    /// What stands behind its cost, where the columns are paid in different things, and all of them.
    #[serde(default)]
    #[schemars(example = &"Stamina")]
    pub unit: Label,
    /// How much it costs: a formula.
    pub cost: Readable<PlacedFormula>,
    /// How much more it brings: a formula. A zero prints nothing.
    #[serde(default)]
    pub extra: Readable<PlacedFormula>,
    /// What it brings: text with marks and `{formulas}`.
    #[serde(default)]
    pub extra_text: Text,
}
