//! Backgrounds: what characters were before, and which entries of lists that covers.

use schemars::JsonSchema;
use serde::Deserialize;

use super::head::Head;
use crate::de::{List, Several};
use crate::scalar::{Here, Name, RemarkAt, RuleId};
use crate::source::Located;

/// What backgrounds are.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize,
)]
pub struct BackgroundEntry {
    /// Where it stands.
    #[serde(rename = "head")]
    #[schemars(skip)]
    at: Here,
    /// What one of them is called.
    name: Name,
    /// The rule it rests on.
    #[serde(default)]
    #[schemars(example = &"LR-03")]
    rule: RuleId,
    /// Further rules it rests on.
    #[serde(default)]
    rules: List<RuleId>,
    /// One or two plain sentences.
    #[serde(default)]
    summary: RemarkAt,
    /// What several are called.
    pub plural: Name,
    /// The lists whose entries they cover, by id.
    pub covers: Several<Located<String>>,
}

impl BackgroundEntry {
    /// Name and rule.
    pub fn head(&self) -> Head {
        Head {
            id: "background".to_owned(),
            name: self.name.0.clone(),
            rule: self.rule.0.clone(),
            rules: self.rules.iter().map(|rule| rule.0.clone()).collect(),
            summary: self.summary.value.clone(),
            summary_at: self.summary.at,
            also: Vec::new(),
            at: self.at.0,
        }
    }
}
