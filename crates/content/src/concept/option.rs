//! Options: what a choice or a parameter may be set to, each with its numbers.

use std::borrow::Cow;
use std::ops::Deref;

use makeready_rules::number::Number as Exact;
use makeready_rules::system::{ChoiceDef, OptionDef};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

use super::argument::Number;
use super::modifier::{self, ModifierEntry};
use crate::code::Code;
use crate::de::{List, Named, by_hand, read};
use crate::decode::Decoder;
use crate::limits::LONGEST_NAME;
use crate::scalar::Headed;
use crate::yaml::Node;

/// An option of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct OptionEntry {
    /// Id, name and rules.
    #[schemars(flatten)]
    pub head: Headed,
    /// Its numbers, which formulas know as `choice.name`: `name: number`.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "reach": 2 }))]
    pub values: OptionValues,
    /// What it does to stats and values of whoever takes it.
    #[serde(default)]
    pub modifiers: List<ModifierEntry>,
}

/// An option of a parameter: nobody has it, so it modifies nothing.
#[derive(Deserialize, JsonSchema)]
pub struct ParameterOption {
    /// Id, name and rules.
    #[schemars(flatten)]
    head: Headed,
    /// Its numbers, which formulas know as `parameter.name`: `name: number`.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "reach": 2 }))]
    values: OptionValues,
}

impl From<ParameterOption> for OptionEntry {
    fn from(option: ParameterOption) -> Self {
        Self { head: option.head, values: option.values, modifiers: List::default() }
    }
}

/// Numbers of an option, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct OptionValues(pub Vec<(String, i64)>);

impl Deref for OptionValues {
    type Target = Vec<(String, i64)>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<'de> Deserialize<'de> for OptionValues {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, values)
    }
}

fn values(d: &mut Decoder, node: &Node) -> OptionValues {
    let numbers: Named<Number> = read(d, node).unwrap_or_default();
    for (name, _) in &numbers {
        d.check_formula_name(name);
        if name.value == "name" {
            d.error(Code::BadId, name.at, "`name` is already the printed name of an option").help =
                Some("choose another name for this value".to_owned());
        }
    }
    OptionValues(numbers.into_iter().map(|(name, number)| (name.value, number.0)).collect())
}

impl JsonSchema for OptionValues {
    fn schema_name() -> Cow<'static, str> {
        "OptionValues".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Named::<Number>::json_schema(generator);
        let names = serde_json::json!({ "pattern": "^[a-z][a-z0-9_]*$", "maxLength": LONGEST_NAME, "not": { "const": "name" } });
        schema.insert("propertyNames".to_owned(), names);
        schema
    }
}

/// A choice of the rules library.
pub fn choice_def(name: &str, options: &[OptionEntry]) -> ChoiceDef {
    let options = options.iter().map(|o| {
        let values = o.values.iter().map(|(name, n)| (name.clone(), Exact::whole(*n))).collect();
        let modifiers = modifier::definitions(&o.modifiers);
        (o.head.id.clone(), OptionDef { name: o.head.name.clone(), values, modifiers })
    });
    ChoiceDef { name: name.to_owned(), options: options.collect() }
}
