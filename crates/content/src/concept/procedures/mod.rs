//! `procedures.yaml`: computations in steps, which chapters and examples go through.

pub mod validate;

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

use crate::concept::argument::ArgumentEntry;
use crate::concept::parameter::{ParameterEntry, called_by_chapters};
use crate::concept::value::{ValueEntry, ValueWritten};
use crate::de::{List, Several};
use crate::scalar::{Filled, FormatVersion, Headed};
use crate::source::{Located, Span};

/// What stands beside the inputs where a chapter goes through a procedure; no input can be called like that.
pub const CALL_KEYS: [&str; 3] = ["id", "who", "caption"];

/// Computations in steps.
#[derive(Clone, Deserialize, JsonSchema)]
pub struct ProceduresFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// The procedures.
    pub procedures: Several<ProcedureEntry>,
}

/// A computation in steps.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ProcedureEntry {
    /// Id, name and rules.
    #[schemars(flatten)]
    pub head: Headed,
    /// Its parameters.
    #[serde(default, deserialize_with = "inputs")]
    #[schemars(with = "List<ParameterEntry>")]
    pub inputs: Vec<ParameterEntry>,
    /// Its steps, in order.
    pub steps: Several<StepEntry>,
    /// The steps that are its outcome, by id.
    pub results: Several<Located<String>>,
}

fn inputs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<ParameterEntry>, D::Error> {
    called_by_chapters(deserializer, &CALL_KEYS)
}

/// A step of a procedure.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
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

/// A procedure to go through, and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallEntry {
    /// The procedure.
    pub id: Located<String>,
    /// Its arguments.
    pub given: Vec<(Located<String>, Located<ArgumentEntry>)>,
    /// Where it stands.
    pub at: Span,
}
