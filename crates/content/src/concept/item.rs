//! Things that somebody carries: under `items` of a character, and in what an archetype offers.

use schemars::JsonSchema;
use serde::Deserialize;

use super::modifier::ModifierEntry;
use crate::concept::art::ArtEntry;
use crate::de::{List, Named, Readable};
use crate::decode::PlacedFormula;
use crate::scalar::{Called, Whole, Written};
use crate::source::Located;

/// The heaviest thing, in the unit that the game weighs in.
const HEAVIEST: i64 = 1_000_000;

/// Something that somebody carries.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ItemEntry {
    /// Id and name.
    #[schemars(flatten)]
    pub head: Called,
    /// Its picture. Without it, that of the family of its card.
    #[serde(default)]
    pub art: Readable<ArtEntry>,
    /// What it weighs.
    #[serde(default)]
    pub weight: Whole<0, HEAVIEST>,
    /// What kind of thing it is: entries of lists, by id.
    #[serde(default)]
    #[schemars(example = serde_json::json!(["swords", "shields"]))]
    pub tags: List<Located<String>>,
    /// Its fields, as `system.yaml` declares them under `items`: a formula for each.
    #[serde(default, rename = "effect")]
    #[schemars(example = serde_json::json!({ "range": "6", "damage": "(2 + level)d6" }))]
    pub fields: Named<Readable<PlacedFormula>>,
    /// The actions it is held for, by id. An action is done with one thing only.
    #[serde(default)]
    #[schemars(example = serde_json::json!(["strike", "parry"]))]
    pub wields: List<Located<String>>,
    /// What it does to stats and values of whoever carries it.
    #[serde(default)]
    pub modifiers: List<ModifierEntry>,
    /// A remark. Marks and `{formula}` may stand in it.
    #[serde(default)]
    pub note: Written,
}
