//! Procedures: computations in steps, such as what a hit does.

use indexmap::IndexMap;

use super::field::{ParameterDef, ValueDef};
use crate::formula::template::Template;

/// A computation in steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcedureDef {
    /// `What a hit does`
    pub name: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// What it is given, by name.
    pub parameters: IndexMap<String, ParameterDef>,
    /// Its steps by name, in order.
    pub steps: IndexMap<String, StepDef>,
    /// The steps that are its outcome, by name.
    pub results: Vec<String>,
}

/// A step of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepDef {
    /// What it is and how it is computed. Without an abbreviation, terms use its name.
    pub value: ValueDef,
    /// What it means; may be empty.
    pub text: Template,
}

impl AsRef<ValueDef> for StepDef {
    fn as_ref(&self) -> &ValueDef {
        &self.value
    }
}
