//! `procedures.yaml`: computations in steps, which chapters and examples go through.

pub mod validate;

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

use crate::code::Code;
use crate::concept::argument::ArgumentEntry;
use crate::concept::parameter::ParameterEntry;
use crate::concept::value::{ValueEntry, ValueWritten};
use crate::de::{List, Several, by_hand_if_sound, list_as, read as read_value};
use crate::decode::Decoder;
use crate::scalar::{Filled, FormatVersion, Headed};
use crate::source::{Located, Span};
use crate::yaml::Node;

/// What stands beside the inputs where a chapter goes through a procedure; no input can be called like that.
pub const CALL_KEYS: [&str; 3] = ["id", "who", "caption"];

/// Computations in steps.
#[derive(Deserialize, JsonSchema)]
pub struct ProceduresFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// The procedures.
    pub procedures: Several<ProcedureEntry>,
}

/// A computation in steps.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ProcedureEntry {
    /// Id, name and rules.
    #[schemars(flatten)]
    pub head: Headed,
    /// Its parameters.
    #[serde(default, deserialize_with = "list_as::<_, Input, _>")]
    #[schemars(with = "List<Input>")]
    pub inputs: Vec<ParameterEntry>,
    /// Its steps, in order.
    pub steps: Several<StepEntry>,
    /// The steps that are its outcome, by id.
    pub results: Several<Located<String>>,
}

/// A parameter of a procedure.
struct Input(ParameterEntry);

impl From<Input> for ParameterEntry {
    fn from(input: Input) -> Self {
        input.0
    }
}

impl<'de> Deserialize<'de> for Input {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, |d, node| parameter_but(d, node, &CALL_KEYS).map(Self))
    }
}

/// Reads a parameter that is not called like one of some words, which chapters write for something else.
pub fn parameter_but(d: &mut Decoder, node: &Node, taken: &[&str]) -> Option<ParameterEntry> {
    let input: ParameterEntry = read_value(d, node)?;
    if taken.contains(&input.head.id.as_str()) {
        let message = format!("chapters write `{}=` for something else", input.head.id);
        d.error(Code::BadId, input.head.at, message).help = Some("choose another id for this input".to_owned());
    }
    Some(input)
}

impl JsonSchema for Input {
    fn schema_name() -> Cow<'static, str> {
        ParameterEntry::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        ParameterEntry::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        ParameterEntry::json_schema(generator)
    }
}

/// A step of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepEntry {
    /// Id, name, rule, and how it is computed.
    pub value: ValueEntry,
    /// What it means.
    pub text: Filled,
}

/// A step of a procedure.
#[derive(Deserialize, JsonSchema)]
struct StepWritten {
    /// Id, name, rules, and how it is computed.
    #[serde(rename = "head")]
    #[schemars(flatten)]
    value: ValueWritten,
    /// What it means. `{formula}` may stand in it.
    #[serde(default)]
    text: Filled,
}

impl<'de> Deserialize<'de> for StepEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let StepWritten { value, text } = StepWritten::deserialize(deserializer)?;
        Ok(Self { value: value.into(), text })
    }
}

impl JsonSchema for StepEntry {
    fn schema_name() -> Cow<'static, str> {
        "Step".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        StepWritten::json_schema(generator)
    }
}

/// A procedure to go through, and what is put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallEntry {
    /// The procedure.
    pub id: Located<String>,
    /// What is put in.
    pub given: Vec<(Located<String>, Located<ArgumentEntry>)>,
    /// Where it stands.
    pub at: Span,
}
