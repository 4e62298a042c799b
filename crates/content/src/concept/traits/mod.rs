//! `traits/*.yaml`: what characters may take, what must be true before, and what it adds.

pub mod validate;

use std::borrow::Cow;
use std::ops::Deref;

use makeready_rules::formula::Formula;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use crate::concept::head::Head;
use crate::concept::modifier::ModifierEntry;
use crate::de::{List, Readable, Several, by_hand_if_sound};
use crate::decode::{Decoder, PlacedFormula};
use crate::scalar::{Filled, FormatVersion, Headed, SomeBody};
use crate::source::Located;
use crate::yaml::{self, Node};

/// A list of traits, such as all advantages.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct TraitsFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// What the list is called.
    list: Readable<Titled>,
    /// The traits, in the order of the rulebook.
    #[serde(default)]
    traits: List<TraitEntry>,
}

impl TraitsFile {
    /// The list, if it says what it is called.
    pub fn list(self) -> Option<TraitListEntry> {
        Some(TraitListEntry { head: self.list.0?.head, traits: self.traits })
    }
}

/// Something of which only an id and a name are told.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Titled {
    /// Id, name and rules.
    #[schemars(flatten)]
    pub head: Headed,
}

impl Deref for Titled {
    type Target = Head;

    fn deref(&self) -> &Head {
        &self.head
    }
}

/// A list of traits.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct TraitListEntry {
    /// Id, name, rule.
    pub head: Headed,
    /// Its traits.
    pub traits: List<TraitEntry>,
}

/// A trait.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct TraitEntry {
    /// Id, name and rules.
    #[schemars(flatten)]
    pub head: Headed,
    /// Whether it may be taken again: `true`, or a condition. Without it, once only.
    #[serde(default)]
    #[schemars(example = &"ruling.trait_repeat == 'any'")]
    pub repeats: Readable<Repeats>,
    /// What must be true before it is taken.
    #[serde(default)]
    #[schemars(example = &"rank('stealth') >= 2")]
    pub requires: Readable<PlacedFormula>,
    /// The same in words, after "Requires". Without it, the formula is put into words. `{formula}` may stand in it.
    #[serde(default)]
    #[schemars(example = &"two ranks of Stealth, or a patron")]
    pub message: Option<Filled>,
    /// What each one adds to stats and values.
    #[serde(default)]
    pub adds: List<ModifierEntry>,
    /// Options of which one is taken each time.
    #[serde(default)]
    pub options: Several<Titled>,
    /// What it does.
    pub text: SomeBody,
}

/// Whether a trait may be taken again.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Repeats(pub PlacedFormula);

impl<'de> Deserialize<'de> for Repeats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, repeats).map(Self)
    }
}

fn repeats(d: &mut Decoder, node: &Node) -> Option<PlacedFormula> {
    let yaml::Kind::Bool(truth) = node.kind else { return d.formula_of(node) };
    let text = truth.to_string();
    Some(PlacedFormula { formula: Formula::parse(&text).ok()?, place: d.place(node, &text) })
}

impl JsonSchema for Repeats {
    fn schema_name() -> Cow<'static, str> {
        "Repeats".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["boolean", "string", "number"] })
    }
}

/// A trait that a character took.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct TakenEntry {
    /// The trait.
    pub id: Located<String>,
    /// The option taken with it.
    pub option: Option<Located<String>>,
}
