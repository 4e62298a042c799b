//! What a condition, an item, a trait or an ability does to a stat or value.

use deckle_rules::character::Modifier;
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

/// Modifiers whose formulas could be read.
pub fn definitions(entries: &[ModifierEntry]) -> Vec<Modifier> {
    let built =
        entries.iter().filter_map(|m| Some(Modifier { to: m.to.value.clone(), add: m.add.as_ref()?.formula.clone() }));
    built.collect()
}
