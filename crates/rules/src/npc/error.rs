//! Why no NPC could be made.

use std::fmt;

use super::Part;
use crate::formula::{EvalError, nearest};

/// Why no NPC could be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NpcError {
    /// The request names something that does not exist.
    Unknown {
        /// `archetype`, `choice`
        kind: String,
        /// What was requested.
        wanted: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The request sets a number that an input does not take.
    OutOfRange {
        /// Name of the input.
        input: String,
        /// The number.
        wanted: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// An archetype does not offer enough to choose from.
    TooFew {
        /// Id of the archetype.
        archetype: String,
        /// What there is too little of.
        what: &'static str,
        /// How many are needed.
        wanted: i64,
    },
    /// Every attempt broke a rule.
    Illegal {
        /// Id of the archetype.
        archetype: String,
        /// Attempts made.
        attempts: u64,
        /// What the last one broke.
        broken: Vec<String>,
    },
    /// A formula of the creation rules could not be computed, or exceeds a limit.
    Rule {
        /// Which.
        part: Part,
        /// Why not.
        error: EvalError,
    },
    /// Another formula could not be computed.
    NotComputable(EvalError),
}

impl NpcError {
    pub(super) fn unknown<'k>(kind: &str, wanted: &str, known: impl IntoIterator<Item = &'k String>) -> Self {
        Self::Unknown { kind: kind.to_owned(), wanted: wanted.to_owned(), known: known.into_iter().cloned().collect() }
    }
}

impl From<EvalError> for NpcError {
    fn from(error: EvalError) -> Self {
        Self::NotComputable(error)
    }
}

impl fmt::Display for NpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { kind, wanted, known } => {
                write!(f, "there is no {kind} `{wanted}`; ")?;
                match nearest(wanted, known.iter().map(String::as_str)) {
                    Some(near) => write!(f, "did you mean `{near}`?"),
                    None if known.is_empty() => f.write_str("there are none yet"),
                    None => write!(f, "there are: {}", known.join(", ")),
                }
            }
            Self::OutOfRange { input, wanted, min, max } => {
                write!(f, "{input} {wanted} does not exist; use a number from {min} to {max}")
            }
            Self::TooFew { archetype, what, wanted } => {
                write!(f, "the archetype `{archetype}` offers too few {what}: {wanted} more are needed")
            }
            Self::Illegal { archetype, attempts, broken } => write!(
                f,
                "the archetype `{archetype}` made no legal NPC: the last of {attempts} attempts broke this: {}",
                broken.join(" ")
            ),
            Self::Rule { part, error } => {
                write!(f, "`{}` of the creation rules cannot be computed: {}", part.key(), error)
            }
            Self::NotComputable(error) if error.value.is_empty() => error.fmt(f),
            Self::NotComputable(error) => write!(f, "`{}` cannot be computed: {}", error.value, error),
        }
    }
}

impl std::error::Error for NpcError {}
