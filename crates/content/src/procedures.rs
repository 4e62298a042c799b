//! What `procedures.yaml` says, and where a chapter or an example goes through a procedure. Mirrors the YAML.

use deckle_rules::template::Template;

use super::building::{FieldEntry, GivenEntry};
use super::entries::{Head, ValueEntry};
use super::source::{Located, ScalarPlace, Span};

/// A computation in steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcedureEntry {
    /// Id, name, rule.
    pub head: Head,
    /// What is put in.
    pub inputs: Vec<FieldEntry>,
    /// Its steps, in order.
    pub steps: Vec<StepEntry>,
    /// The steps that are its outcome.
    pub results: Vec<Located<String>>,
}

/// A step of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepEntry {
    /// Id, name, rule, and how it is computed.
    pub value: ValueEntry,
    /// What it means, and where that stands.
    pub text: (Template, ScalarPlace),
}

/// A procedure to go through, and what is put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallEntry {
    /// The procedure.
    pub id: Located<String>,
    /// What is put in.
    pub given: Vec<(Located<String>, Located<GivenEntry>)>,
    /// Where it stands.
    pub at: Span,
}
