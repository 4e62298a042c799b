//! Arguments: what an author sets a parameter to.

use std::borrow::Cow;

use makeready_rules::ability::Argument;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use crate::de::{Named, by_hand_if_sound};
use crate::decode::Decoder;
use crate::limits::LONGEST_NAME;
use crate::scalar::Whole;
use crate::source::Located;
use crate::yaml::{Kind, Node};

/// The largest number that a parameter may take, up or down.
pub const LARGEST: i64 = 1_000_000;

/// A number that a parameter may take.
pub type Number = Whole<{ -LARGEST }, LARGEST>;

/// Arguments by the id of their parameter.
pub type Arguments = Named<Located<ArgumentEntry>>;

/// What an author set.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum ArgumentEntry {
    /// A number.
    Number(i64),
    /// A word.
    Symbol(String),
}

impl ArgumentEntry {
    /// The same for the rules.
    pub fn argument(&self) -> Argument {
        match self {
            Self::Number(number) => Argument::Number(*number),
            Self::Symbol(word) => Argument::Symbol(word.clone()),
        }
    }
}

impl From<&Argument> for ArgumentEntry {
    fn from(given: &Argument) -> Self {
        match given {
            Argument::Number(number) => Self::Number(*number),
            Argument::Symbol(word) => Self::Symbol(word.clone()),
        }
    }
}

/// Reads an argument: figures are a number, anything else is a word.
pub fn argument(d: &mut Decoder, node: &Node) -> Located<ArgumentEntry> {
    let value = match node.kind {
        Kind::Whole(_) | Kind::Decimal => ArgumentEntry::Number(d.whole_of(node, -LARGEST, LARGEST)),
        Kind::Text(_) | Kind::Bool(_) | Kind::Null | Kind::List(_) | Kind::Map(_) => {
            ArgumentEntry::Symbol(d.reference(node).value)
        }
    };
    Located { value, at: node.at }
}

impl<'de> Deserialize<'de> for Located<ArgumentEntry> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, |d, node| Some(argument(d, node)))
    }
}

impl JsonSchema for Located<ArgumentEntry> {
    fn schema_name() -> Cow<'static, str> {
        "Argument".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let number = generator.subschema_for::<Number>();
        json_schema!({ "anyOf": [number, word()] })
    }
}

/// The schema of a word where a number would mean something else.
pub fn word() -> Schema {
    json_schema!({ "type": "string", "pattern": "\\S", "maxLength": LONGEST_NAME })
}
