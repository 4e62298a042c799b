//! One outcome of a check: what was rolled, and all that follows from it.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::run::CheckRun;
use super::{AGAINST, BAND, ROLLED};
use crate::eval::SheetFrame;
use crate::eval::computed::require_whole;
use crate::formula::{EvalError, EvalFault, Expr, Frame, eval};
use crate::number::Number;
use crate::value::Value;

/// What follows from one roll.
pub struct Outcome<'t, 'a> {
    run: &'t CheckRun<'a>,
    before: SheetFrame<'t, 'a>,
    rolled: Number,
    against: Option<Number>,
    /// The values computed so far.
    values: Vec<Value>,
    /// The place of its band, once that is known.
    band: Option<usize>,
    /// Figures of its band, evaluated on demand.
    figures: RefCell<BTreeMap<String, Value>>,
}

impl<'t, 'a> Outcome<'t, 'a> {
    pub(super) fn new(run: &'t CheckRun<'a>, rolled: Number, against: Option<Number>) -> Result<Self, EvalError> {
        let values = Vec::with_capacity(run.values().len());
        let before = run.before().frame();
        let mut outcome = Self { run, before, rolled, against, values, band: None, figures: RefCell::default() };
        for (name, expr) in run.values() {
            let value = known(eval(expr, &outcome), expr);
            let may_be_fraction = run.check().values.get(name).is_some_and(|def| def.may_be_fraction);
            let is_fit = |value: Value| require_whole(&value, may_be_fraction, &expr.at).map(|()| value);
            outcome.values.push(value.and_then(is_fit).map_err(|error| error.in_value(name))?);
        }
        for (place, (id, when)) in run.bands().iter().enumerate() {
            let holds = match when {
                Some(when) => known(eval(when, &outcome), when).map_err(|error| error.in_value(id))?,
                None => Value::Bool(true),
            };
            if holds == Value::Bool(true) {
                outcome.band = Some(place);
                break;
            }
        }
        Ok(outcome)
    }

    /// The place of its band.
    pub fn band(&self) -> usize {
        self.band.unwrap_or(self.run.bands().len().saturating_sub(1))
    }

    /// Every value in order, with its name.
    pub fn values(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.run.values().keys().map(String::as_str).zip(&self.values)
    }

    /// A figure of the band, evaluated once.
    fn figure(&self, name: &str, expr: &Expr) -> Result<Value, EvalError> {
        if let Some(known) = self.figures.borrow().get(name) {
            return Ok(known.clone());
        }
        let value = eval(expr, self).map_err(|error| error.in_value(name))?;
        self.figures.borrow_mut().insert(name.to_owned(), value.clone());
        Ok(value)
    }

    /// What a formula evaluates to. Nothing in it may be unknown.
    ///
    /// # Errors
    /// As [`eval`], or when something in it is unknown.
    pub fn eval(&self, expr: &Expr) -> Result<Value, EvalError> {
        self.eval_partial(&self.run.partial(expr))
    }

    /// What a formula evaluates to that has been partially evaluated for all outcomes.
    pub(super) fn eval_partial(&self, expr: &Expr) -> Result<Value, EvalError> {
        known(eval(expr, self), expr)
    }
}

/// Refuses an unknown value: then nothing has a chance.
pub(super) fn known(value: Result<Value, EvalError>, expr: &Expr) -> Result<Value, EvalError> {
    match value? {
        Value::Unknown(name) => Err(EvalError::new(&expr.at, EvalFault::Unknown { name })),
        value => Ok(value),
    }
}

impl Frame for Outcome<'_, '_> {
    fn parent(&self) -> Option<&dyn Frame> {
        Some(&self.before)
    }

    fn value(&self, name: &str) -> Result<Value, EvalError> {
        match (name, self.against, self.band) {
            (ROLLED, ..) => return Ok(Value::Number(self.rolled)),
            (AGAINST, Some(against), _) => return Ok(Value::Number(against)),
            (BAND, _, Some(band)) => return Ok(Value::Symbol(self.run.bands()[band].0.clone())),
            _ => {}
        }
        if let Some(value) = self.run.values().get_index_of(name).and_then(|place| self.values.get(place)) {
            return Ok(value.clone());
        }
        match self.band.and_then(|band| self.run.figure_of(band, name)) {
            Some(Some(expr)) => self.figure(name, expr),
            Some(None) => Ok(Value::Number(Number::ZERO)),
            None => self.before.value(name),
        }
    }
}
