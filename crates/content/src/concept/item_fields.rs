//! What every thing that is carried may have, and what stands on the cards of items and allies.

use makeready_rules::value::Type;
use schemars::JsonSchema;
use serde::Deserialize;

use super::layout::CardLayoutEntry;
use super::value::{ValueEntry, ValueWritten};
use crate::de::{List, Readable, Several, list_as};
use crate::scalar::{FormulaName, Name};
use crate::source::Located;

/// What there is to say of things that are carried.
#[derive(Clone, Deserialize, JsonSchema)]
pub struct ItemsEntry {
    /// Fields that items may have.
    pub fields: Several<ItemFieldEntry>,
    /// Numbers that are computed for every item, in order: each may use those before it. A field that the item does not have
    /// is 0 in them, or no dice.
    #[serde(default, deserialize_with = "list_as::<_, ValueWritten, _>")]
    #[schemars(with = "List<ValueWritten>")]
    pub values: Vec<ValueEntry>,
    /// What stands on the card of every item.
    #[serde(default)]
    pub card: Readable<CardLayoutEntry>,
}

/// What there is to say of allies.
#[derive(Clone, Deserialize, JsonSchema)]
pub struct AlliesEntry {
    /// What stands on the card of every ally.
    #[serde(default)]
    pub card: Readable<CardLayoutEntry>,
}

/// A field that items may have.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ItemFieldEntry {
    /// Id: what formulas call it by.
    pub id: FormulaName,
    /// What is printed.
    pub name: Name,
    /// What it holds.
    #[serde(rename = "type")]
    kind: Readable<FieldType>,
    /// The words that a field of type `word` may hold. Without `options` it may hold any word.
    #[serde(default)]
    pub options: List<Located<String>>,
}

/// What a field of an item holds.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize,
)]
#[serde(rename_all = "kebab-case")]
enum FieldType {
    /// A number.
    Number,
    /// Dice.
    Dice,
    /// A word.
    Word,
}

impl ItemFieldEntry {
    /// What it holds, as formulas know it.
    pub fn kind(&self) -> Type {
        match *self.kind {
            Some(FieldType::Dice) => Type::Dice,
            Some(FieldType::Word) => Type::Symbol(None),
            Some(FieldType::Number) | None => Type::Number,
        }
    }
}
