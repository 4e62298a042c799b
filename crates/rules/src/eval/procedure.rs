//! Procedures: computations in steps, such as what a hit does.
//!
//! **In** a [`ProcedureDef`] as part of a checked system, the values of a character, and arguments. **Out** a
//! [`ProcedureRun`]: every step in order, each with its value and its terms. A step may use the arguments, the values of
//! the character and the steps before it, so every run ends. What is not known stays unknown.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::compute::Evaluator;
use super::computed::Computed;
use super::ground::Ground;
use super::worksheet::Worksheet;
use crate::formula::{EvalError, Expr, eval, told};
use crate::model::field::Argument;
pub use crate::model::procedure::{ProcedureDef, StepDef};
use crate::model::rules::Rules;
use crate::value::Value;

impl<'a> Worksheet<'a> {
    /// A procedure, with its arguments where they are known.
    pub fn procedure(
        ground: impl Into<Ground<'a>>,
        procedure: &'a ProcedureDef,
        arguments: Option<&'a BTreeMap<String, Argument>>,
    ) -> Self {
        Self::steps(ground.into(), &procedure.parameters, arguments, Some(&procedure.steps))
    }
}

/// A procedure run for one character.
pub struct ProcedureRun<'a> {
    procedure: &'a ProcedureDef,
    sheet: Worksheet<'a>,
    done: Vec<Arc<Computed>>,
}

impl<'a> ProcedureRun<'a> {
    /// Runs all steps. A parameter with neither argument nor default is unknown.
    ///
    /// # Errors
    /// When a step cannot be computed; the error names it.
    pub fn new(
        evaluator: &'a Evaluator<'a>,
        procedure: &'a ProcedureDef,
        arguments: &'a BTreeMap<String, Argument>,
    ) -> Result<Self, EvalError> {
        let sheet = Worksheet::procedure(evaluator, procedure, Some(arguments));
        let done = procedure.steps.keys().map(|id| sheet.computed(id)).collect::<Result<_, _>>()?;
        Ok(Self { procedure, sheet, done })
    }

    /// Every step with its value, in order.
    pub fn steps(&self) -> impl Iterator<Item = (&'a str, &'a StepDef, &Computed)> {
        let steps = self.procedure.steps.iter().zip(&self.done);
        steps.map(|((id, step), computed)| (id.as_str(), step, computed.as_ref()))
    }

    /// What a formula evaluates to when all steps are done.
    ///
    /// # Errors
    /// As [`eval`].
    pub fn eval(&self, expr: &Expr) -> Result<Value, EvalError> {
        eval(&self.sheet.ground.fold(expr), &self.sheet.frame())
    }

    /// What a step means, with its figures computed. Empty where they are unknown.
    ///
    /// # Errors
    /// As [`eval`].
    pub fn text(&self, step: &StepDef) -> Result<String, EvalError> {
        for (formula, _) in step.text.formulas() {
            if self.eval(&formula.expr)?.is_unknown() {
                return Ok(String::new());
            }
        }
        step.text.fill(&self.sheet.frame())
    }
}

/// How a step is computed under the rules in force, in the words of its procedure.
pub fn told_step(rules: &Rules, procedure: &ProcedureDef, step: &StepDef) -> String {
    let sheet = Worksheet::procedure(rules, procedure, None);
    told(&rules.fold(&step.value.formula.expr), &sheet.frame())
}
