//! A value with the terms that add up to it, and what is refused of them.

use std::ops::Range;

use crate::formula::{EvalError, EvalFault, Term, TermsOf};
use crate::value::Value;

/// The most terms of all values of an ability, or of all steps of a procedure: some forty megabytes. A keyword that is bought
/// sixty times has sixty times its terms.
pub const MOST_TERMS: usize = 100_000;

/// A value and the terms that add up to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computed {
    /// The value.
    pub value: Value,
    /// What it is made of. For numbers and dice, the sum of these is the value.
    pub terms: Vec<Term>,
}

/// Refuses a fraction where none may be.
pub(crate) fn require_whole(value: &Value, may_be_fraction: bool, at: &Range<usize>) -> Result<(), EvalError> {
    let is_fraction = match value {
        Value::Number(number) => !number.is_whole(),
        Value::Dice(dice) => !dice.flat().is_whole(),
        Value::Bool(_) | Value::Symbol(_) | Value::Unknown(_) => false,
    };
    if is_fraction && !may_be_fraction {
        return Err(EvalError::new(at, EvalFault::NotWhole { value: value.clone() }));
    }
    Ok(())
}

/// Refuses more terms than are reported at once.
pub(super) fn limit_terms(so_far: usize, of: TermsOf) -> Result<(), EvalError> {
    if so_far <= MOST_TERMS {
        return Ok(());
    }
    Err(EvalError::whole(EvalFault::TooManyTerms { of, most: MOST_TERMS }))
}
