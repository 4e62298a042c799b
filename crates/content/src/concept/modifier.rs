//! What a condition, an item, a trait or an ability does to stats and values.

use std::borrow::Cow;
use std::ops::Deref;

use makeready_rules::character::Modifier;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use crate::de::{Readable, Several, by_hand, read};
use crate::decode::PlacedFormula;
use crate::scalar::Name;
use crate::source::Located;
use crate::text::Text;
use crate::yaml;

/// A sum that is added to stats or values.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ModifierEntry {
    /// The stat or value, by id; or a list of them.
    pub to: Targets,
    /// What is added: a formula.
    #[schemars(example = &"-2")]
    pub add: Readable<PlacedFormula>,
    /// How much that is, in words, where a figure alone does not say it. Without it, words are made from the formula. Marks and
    /// `{formula}` may stand in it.
    #[serde(default)]
    #[schemars(example = &"−2, down to 0")]
    pub how: Text,
    /// What it is added to in a word or two, in place of the names of all: `All rolls`.
    #[serde(default)]
    #[schemars(example = &"All rolls")]
    pub label: Name,
    /// Whether it only keeps count for other formulas: then nobody is told of it, and what it does is said by those that read
    /// it.
    #[serde(default)]
    pub counter: bool,
}

/// What something is added to: one stat or value, or a list of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Targets(Vec<Located<String>>);

impl Deref for Targets {
    type Target = [Located<String>];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Targets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |decoder, node| {
            let is_list = matches!(node.kind, yaml::Kind::List(_));
            let several = is_list.then(|| read::<Several<_>>(decoder, node)).flatten();
            let one = (!is_list).then(|| read(decoder, node)).flatten();
            Self(several.into_iter().flatten().chain(one).collect())
        })
    }
}

impl JsonSchema for Targets {
    fn schema_name() -> Cow<'static, str> {
        "Targets".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<Located<String>>();
        let several = generator.subschema_for::<Several<Located<String>>>();
        json_schema!({ "anyOf": [one, several] })
    }
}

/// Modifiers whose formulas could be read, one for each thing that is added to.
pub fn definitions(entries: &[ModifierEntry]) -> Vec<Modifier> {
    let built = entries.iter().flat_map(|m| {
        let to = m.add.as_ref().map_or(&[][..], |_| &m.to);
        to.iter().filter_map(|to| Some(Modifier { to: to.value.clone(), add: m.add.as_ref()?.formula.clone() }))
    });
    built.collect()
}
