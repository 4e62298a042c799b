//! A cache of the values of a character. An evaluator belongs to one thread and borrows the character; its cached values
//! do neither.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Computed, Evaluator};
use crate::formula::EvalError;
use crate::model::character::Character;
use crate::model::rules::Rules;
use crate::value::Value;

/// The values of a character under some rules, with their terms unless these are too many.
#[derive(Clone, Debug)]
pub struct Values {
    /// The rules that they hold under.
    rules: Rules,
    known: BTreeMap<String, Result<Value, EvalError>>,
    done: BTreeMap<String, Arc<Computed>>,
    answers: BTreeMap<String, Option<Value>>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator that begins with cached values of this character, if they are of the same rules.
    pub fn resumed(rules: &'a Rules, character: &'a Character, found: Option<&Values>) -> Self {
        let evaluator = Self::new(rules, character);
        if let Some(found) = found.filter(|found| found.rules.is_same(rules)) {
            evaluator.memo.known.borrow_mut().clone_from(&found.known);
            evaluator.terms_kept.set(number_of_terms(&found.done));
            evaluator.done.borrow_mut().clone_from(&found.done);
            evaluator.answers.borrow_mut().clone_from(&found.answers);
        }
        evaluator
    }

    /// The values, if they are at most `most`; with their terms, if both together are.
    pub fn into_values(self, most: usize) -> Option<Values> {
        let (mut known, answers) = (self.memo.known.into_inner(), self.answers.into_inner());
        known.retain(|_, found| found.is_ok());
        let left = most.checked_sub(known.len() + answers.len())?;
        let done = Some(self.done.into_inner()).filter(|done| number_of_terms(done) <= left).unwrap_or_default();
        Some(Values { rules: self.rules.clone(), known, done, answers })
    }
}

fn number_of_terms(done: &BTreeMap<String, Arc<Computed>>) -> usize {
    done.values().map(|computed| computed.terms.len()).sum()
}
