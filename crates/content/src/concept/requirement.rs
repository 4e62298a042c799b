//! Requirements: what abilities and keywords must meet, and what to say where they do not.

use schemars::JsonSchema;
use serde::Deserialize;

use super::head::Head;
use crate::de::Readable;
use crate::decode::PlacedFormula;
use crate::scalar::{Filled, Id, RuleId};
use crate::text::Text;

/// A requirement.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct RequirementEntry {
    /// Id: what examples call it by.
    id: Id,
    /// The rule it rests on.
    #[serde(default)]
    #[schemars(example = &"LR-03")]
    rule: RuleId,
    /// What must be true: a formula.
    #[schemars(example = &"dice <= 1 + level")]
    pub require: Readable<PlacedFormula>,
    /// The same in words for readers. Without it, words are made from the formula. Marks and `{formula}` may stand in it.
    #[serde(default)]
    #[schemars(example = &"at most three immunities")]
    pub how: Text,
    /// What to say where it is not. `{formula}` may stand in it.
    pub message: Filled,
    /// The smallest change that would cure it. `{formula}` may stand in it.
    pub cure: Filled,
}

impl RequirementEntry {
    /// Id and rule.
    pub fn head(&self) -> Head {
        Head { id: self.id.value.clone(), rule: self.rule.0.clone(), at: self.id.at, ..Head::default() }
    }
}
