//! `keywords/*.yaml`: what abilities are built from, one family a file.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use super::parameter::ParameterEntry;
use super::requirement::RequirementEntry;
use super::traits::Titled;
use super::value::{ValueEntry, ValueWritten};
use crate::de::{List, Readable, Several, by_hand_if_sound, list_as, read};
use crate::decode::{Decoder, PlacedFormula};
use crate::scalar::{Filled, FormatVersion, Headed, Label};
use crate::source::Located;
use crate::yaml::Node;

/// A family of keywords.
#[derive(Clone, Deserialize, JsonSchema)]
pub struct KeywordsFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// The family.
    pub family: Readable<Titled>,
    /// Its keywords, in the order of the rulebook.
    pub keywords: Several<KeywordEntry>,
}

/// A family of keywords.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct KeywordFamilyEntry {
    /// Id, name, rule.
    pub head: Headed,
    /// Its keywords.
    pub keywords: Vec<KeywordEntry>,
}

/// A keyword.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct KeywordEntry {
    /// Id, name and rules.
    #[schemars(flatten)]
    pub head: Headed,
    /// Its number within the family, which stands behind the name of that.
    #[serde(default)]
    #[schemars(example = &"IV")]
    pub numeral: Label,
    /// What stands before its text on a sheet, where its name would say again what the text says.
    #[serde(default)]
    #[schemars(example = &"OnPass")]
    pub heading: Label,
    /// What a buyer decides.
    #[serde(default)]
    pub parameters: List<ParameterEntry>,
    /// What it gives: values computed from its parameters.
    #[serde(default, deserialize_with = "list_as::<_, ValueWritten, _>")]
    #[schemars(with = "List<ValueWritten>")]
    pub values: Vec<ValueEntry>,
    /// Its price in the list: a formula.
    #[serde(default)]
    #[schemars(example = &"2 * squares")]
    pub cost: Readable<PlacedFormula>,
    /// What it costs in an ability, where that is not as for all keywords: a formula.
    #[serde(default)]
    pub price: Readable<PlacedFormula>,
    /// What a legal purchase meets.
    #[serde(default)]
    pub requires: List<RequirementEntry>,
    /// What it adds to stats and values of the owner.
    #[serde(default)]
    pub adds: List<AdditionEntry>,
    /// What it does. `{formula}` may stand in it.
    pub text: Filled,
    /// What it does in general, where its text does not read well as long as nobody has decided anything: then each figure is
    /// told by the name of what is decided. `{formula}` may stand in it.
    #[serde(default)]
    #[schemars(example = &"Raises, lowers or destroys {points} AP.")]
    pub how: Readable<Filled>,
}

impl KeywordEntry {
    /// What it is called among all keywords: `Range V`, or `Range` where it has no numeral.
    pub fn short_name(&self, family: &KeywordFamilyEntry) -> String {
        format!("{} {}", family.head.name, self.numeral).trim_end().to_owned()
    }

    /// What it is called where it stands for itself: `Range V`, or with its own name where it has no numeral, `Boost React`.
    pub fn called(&self, family: &KeywordFamilyEntry) -> String {
        let distinct = if self.numeral.is_empty() { &self.head.name } else { &*self.numeral };
        format!("{} {distinct}", family.head.name)
    }

    /// With its own name: `Range V: Burst`.
    pub fn full_name(&self, family: &KeywordFamilyEntry) -> String {
        let short = self.short_name(family);
        if self.head.name == family.head.name || self.head.name == short {
            short
        } else {
            format!("{short}: {}", self.head.name)
        }
    }
}

/// What a keyword adds to a value of the owner.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct AdditionEntry {
    /// The stat or value, or with `is_chosen` the parameter that is set to one.
    pub to: Located<String>,
    /// Whether `to` is a parameter.
    pub is_chosen: bool,
    /// How much.
    pub add: Option<PlacedFormula>,
    /// In which abilities it is there; without it, in all.
    pub when: Option<PlacedFormula>,
    /// Parameters that set one addition apart from another.
    pub apart_by: Vec<Located<String>>,
}

/// What is added to a stat or value.
#[derive(Deserialize, JsonSchema)]
struct AdditionToOne {
    /// The stat or value, by id.
    to: Located<String>,
    /// How much is added: a formula.
    add: Readable<PlacedFormula>,
    /// In which abilities it is there: a truth about the ability and the keyword in it. Without it, in all.
    #[serde(default)]
    #[schemars(example = &"action == 'strike'")]
    when: Readable<PlacedFormula>,
    /// Parameters that set one addition apart from another: without them, only the last one counts.
    #[serde(default)]
    apart_by: List<Located<String>>,
}

/// What is added to a stat that the buyer chose.
#[derive(Deserialize, JsonSchema)]
struct AdditionToChosen {
    /// The parameter that is set to a stat, by id.
    to_chosen: Located<String>,
    /// How much is added: a formula.
    add: Readable<PlacedFormula>,
    /// In which abilities it is there: a truth about the ability and the keyword in it. Without it, in all.
    #[serde(default)]
    #[schemars(example = &"action == 'strike'")]
    when: Readable<PlacedFormula>,
    /// Parameters that set one addition apart from another: without them, only the last one counts.
    #[serde(default)]
    apart_by: List<Located<String>>,
}

impl<'de> Deserialize<'de> for AdditionEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, addition)
    }
}

fn addition(d: &mut Decoder, node: &Node) -> Option<AdditionEntry> {
    let is_chosen = node.holds("to_chosen");
    Some(if is_chosen {
        let AdditionToChosen { to_chosen, add, when, apart_by } = read(d, node)?;
        AdditionEntry { to: to_chosen, is_chosen, add: add.0, when: when.0, apart_by: apart_by.0 }
    } else {
        let AdditionToOne { to, add, when, apart_by } = read(d, node)?;
        AdditionEntry { to, is_chosen, add: add.0, when: when.0, apart_by: apart_by.0 }
    })
}

impl JsonSchema for AdditionEntry {
    fn schema_name() -> Cow<'static, str> {
        "Addition".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let to_one = generator.subschema_for::<AdditionToOne>();
        let to_chosen = generator.subschema_for::<AdditionToChosen>();
        json_schema!({ "anyOf": [to_one, to_chosen] })
    }
}
