//! Procedures: computations in steps, such as what a hit does.
//!
//! **In** a [`ProcedureDef`] as part of a checked system, the values of a character, and what is put in. **Out** a
//! [`Run`]: every step in order, each with its value and its terms. A step may use what is put in, the values of the
//! character and the steps before it, so that a run always comes to its end. What is not known stays unknown.

use std::collections::BTreeMap;
use std::ops::Range;

use indexmap::IndexMap;

use crate::eval::compute::{Computed, Evaluator, check_terms, check_whole};
use crate::eval::inputs::{OwnLabels, input_names, input_type, input_value};
use crate::formula::{
    Depth, Environment, EvalError, Expr, FormulaError, Query, Scope, TermsOf, eval, explain, fold, kind,
};
use crate::model::ability::Given;
pub use crate::model::procedure::{ProcedureDef, StepDef};
use crate::model::rules::Rules;
use crate::model::system::System;
use crate::value::{Type, Value};

/// The names that a step may use: those of the system, what is put in, and the steps before it.
pub struct ProcedureScope<'a> {
    system: &'a System,
    procedure: &'a ProcedureDef,
    /// The types of the steps that are known, in their order.
    known: Vec<Type>,
}

impl<'a> ProcedureScope<'a> {
    /// Names of the first step.
    #[must_use]
    pub fn new(system: &'a System, procedure: &'a ProcedureDef) -> Self {
        Self { system, procedure, known: Vec::new() }
    }

    /// Names that are known when all steps are done.
    #[must_use]
    pub fn whole(system: &'a System, procedure: &'a ProcedureDef) -> Self {
        let mut scope = Self::new(system, procedure);
        while scope.advance() {}
        scope
    }

    /// Takes the next step for done, so that others may use it; whether there was one.
    pub fn advance(&mut self) -> bool {
        let Some((_, step)) = self.procedure.steps.get_index(self.known.len()) else { return false };
        let found = kind(&step.value.formula.expr, &mut |name| self.type_of(name).unwrap_or(Type::Number), self);
        self.known.push(found);
        true
    }

    /// Whether this is a step that is not done yet.
    #[must_use]
    pub fn is_later(&self, name: &str) -> bool {
        let is_step = self.procedure.steps.get_index_of(name).is_some_and(|index| index >= self.known.len());
        is_step && !self.procedure.inputs.contains_key(name)
    }
}

impl Scope for ProcedureScope<'_> {
    fn type_of(&self, name: &str) -> Option<Type> {
        if let Some(known) = self.procedure.steps.get_index_of(name).and_then(|index| self.known.get(index)) {
            return Some(known.clone());
        }
        input_type(self.system, &self.procedure.inputs, name, self.procedure.steps.contains_key(name))
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = input_names(&self.procedure.inputs).collect();
        names.extend(self.procedure.steps.keys().take(self.known.len()).cloned());
        names.extend(self.system.names());
        names
    }

    fn check_query(&self, query: Query, words: &[(String, Range<usize>)]) -> Result<Type, FormulaError> {
        self.system.check_query(query, words)
    }

    fn field_type(
        &self,
        action: &(String, Range<usize>),
        field: &(String, Range<usize>),
    ) -> Result<Type, FormulaError> {
        self.system.field_type(action, field)
    }
}

/// A procedure gone through for one character.
pub struct Run<'a> {
    evaluator: &'a Evaluator<'a>,
    procedure: &'a ProcedureDef,
    given: &'a BTreeMap<String, Given>,
    done: IndexMap<&'a str, Computed>,
}

impl<'a> Run<'a> {
    /// Goes through all steps. What is neither put in nor has a default is unknown.
    ///
    /// # Errors
    /// When a step cannot be computed; the error names it.
    pub fn new(
        evaluator: &'a Evaluator<'a>,
        procedure: &'a ProcedureDef,
        given: &'a BTreeMap<String, Given>,
    ) -> Result<Self, EvalError> {
        let mut run = Self { evaluator, procedure, given, done: IndexMap::with_capacity(procedure.steps.len()) };
        let mut terms = 0;
        for (id, step) in &procedure.steps {
            let computed = run.work_out(step).map_err(|error| error.in_value(id))?;
            terms += computed.terms.len();
            check_terms(terms, TermsOf::Procedure).map_err(|error| error.in_value(id))?;
            run.done.insert(id, computed);
        }
        Ok(run)
    }

    fn work_out(&self, step: &StepDef) -> Result<Computed, EvalError> {
        let value = |name: &str| self.procedure.steps.get(name).map(|step| &step.value);
        let labels = OwnLabels { rules: self.evaluator.rules(), inputs: &self.procedure.inputs, value: &value };
        // Words that were put in are decided like rulings: what is left is what counts in this case.
        let words =
            |name: &str| match self.given.get(name).or_else(|| self.procedure.inputs.get(name)?.default.as_ref()) {
                Some(Given::Word(word)) => Some(word.clone()),
                Some(Given::Number(_)) | None => None,
            };
        let expr = fold(&self.evaluator.rules().fold(&step.value.formula.expr), &words);
        let (value, terms) = explain(&expr, self, &labels)?;
        check_whole(&value, step.value.may_be_fraction, &expr.at)?;
        Ok(Computed { value, terms })
    }

    /// Every step with what it came to, in order.
    pub fn steps(&self) -> impl Iterator<Item = (&'a str, &'a StepDef, &Computed)> {
        self.procedure.steps.iter().filter_map(|(id, step)| Some((id.as_str(), step, self.done.get(id.as_str())?)))
    }

    /// What a formula comes to when all steps are done.
    ///
    /// # Errors
    /// As [`eval`].
    pub fn eval(&self, expr: &Expr) -> Result<Value, EvalError> {
        eval(&self.evaluator.rules().fold(expr), self)
    }

    /// What a step means, with its figures worked out. Empty where nothing is known of them.
    ///
    /// # Errors
    /// As [`eval`].
    pub fn text(&self, step: &StepDef) -> Result<String, EvalError> {
        for (formula, _) in step.text.formulas() {
            if self.eval(&formula.expr)?.is_unknown() {
                return Ok(String::new());
            }
        }
        step.text.fill(self)
    }
}

impl Environment for Run<'_> {
    fn depth(&self) -> &Depth {
        self.evaluator.depth()
    }

    fn value(&self, name: &str) -> Result<Value, EvalError> {
        if let Some(step) = self.done.get(name) {
            return Ok(step.value.clone());
        }
        if self.procedure.steps.contains_key(name) {
            // The check lets no step use a later one.
            return Ok(Value::Unknown(name.to_owned()));
        }
        input_value(self.evaluator, &self.procedure.inputs, self.given, name)
    }

    fn query(&self, query: Query, words: &[&str]) -> Result<Value, EvalError> {
        self.evaluator.query(query, words)
    }

    fn wielded(&self, action: &str, field: &str) -> Result<Option<Value>, EvalError> {
        self.evaluator.wielded(action, field)
    }
}

/// How a step reads under the rules in force, in the words of its procedure.
#[must_use]
pub fn readable_step(rules: &Rules, procedure: &ProcedureDef, step: &StepDef) -> String {
    let value = |name: &str| procedure.steps.get(name).map(|step| &step.value);
    let labels = OwnLabels { rules, inputs: &procedure.inputs, value: &value };
    crate::formula::readable(&rules.fold(&step.value.formula.expr), &labels)
}
