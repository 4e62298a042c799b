//! Things that somebody carries: under `items` of a character, and in what an archetype offers.

use std::borrow::Cow;

use makeready_rules::number::Number;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use super::modifier::ModifierEntry;
use crate::concept::art::ArtEntry;
use crate::de::{List, Named, Readable, by_hand};
use crate::decode::PlacedFormula;
use crate::scalar::{Called, Written};
use crate::source::Located;

/// The heaviest thing, in the unit that the game weighs in.
const HEAVIEST: i64 = 1_000_000;

/// What something weighs: a number with as many decimals as are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Weight(pub Number);

impl Default for Weight {
    fn default() -> Self {
        Self(Number::ZERO)
    }
}

impl Weight {
    /// In decimals: `0.1`.
    pub fn decimal(self) -> String {
        self.0.decimal().unwrap_or_else(|| self.0.to_string())
    }
}

impl<'de> Deserialize<'de> for Weight {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, node| Self(d.weight_of(node, HEAVIEST)))
    }
}

impl JsonSchema for Weight {
    fn schema_name() -> Cow<'static, str> {
        "Weight".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "maximum": HEAVIEST })
    }
}

/// Something that somebody carries.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ItemEntry {
    /// Id and name.
    #[schemars(flatten)]
    pub head: Called,
    /// Its picture. Without it, that of the family of its card.
    #[serde(default)]
    pub art: Readable<ArtEntry>,
    /// What it weighs, all copies together.
    #[serde(default)]
    pub weight: Weight,
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
