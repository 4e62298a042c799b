//! Why a value is what it is: the terms of a sum, each with what went into it.
//!
//! The terms of a value always add up to it. A formula that is not a sum has a single term.

use super::ast::{Expr, ExprKind, Function};
use super::display::{readable, readable_with_values};
use super::eval::{add, eval};
use super::failure::EvalError;
use super::frame::{Frame, Verbatim};
use super::words::Summand;
use crate::number::{ArithmeticError, Number};
use crate::value::Value;

/// One summand of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The name, when the term is one name: `vitality`. Otherwise the formula in the author's words.
    pub name: String,
    /// As printed, without figures: `VIT`, `15 × LVL`.
    pub label: String,
    /// As printed, with figures: `VIT 4`, `15 × LVL 3 [45]`.
    pub text: String,
    /// In words for people, with figures: `15 × LVL 3`, `half of WIT 4 rounded down`.
    pub said: Summand,
    /// What it adds.
    pub value: Value,
    /// The names inside it and their values; empty when the term is a name itself.
    pub inputs: Vec<Input>,
}

/// A name inside a term and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The name.
    pub name: String,
    /// Its value.
    pub value: Value,
}

/// The terms of a formula that has been validated, and their sum.
///
/// # Errors
/// As [`eval`].
pub fn explain(expr: &Expr, frame: &dyn Frame) -> Result<(Value, Vec<Term>), EvalError> {
    let mut parts = Vec::new();
    split(expr, false, frame, &mut parts)?;
    let terms: Vec<Term> =
        parts.into_iter().map(|(part, is_negative)| term(part, is_negative, frame)).collect::<Result<_, _>>()?;
    let in_formula = |error: ArithmeticError| EvalError::new(&expr.at, error);
    // The first term is the start, so that a word, which nothing can be added to, is its own sum.
    let mut values = terms.iter().map(|term| term.value.clone());
    let first = values.next().unwrap_or(Value::Number(Number::ZERO));
    let sum = values.try_fold(first, |sum, value| add(&sum, &value)).map_err(in_formula)?;
    Ok((sum, terms))
}

/// Splits at the outermost plus and minus signs, and follows the branch that an `if` takes.
fn split<'a>(
    expr: &'a Expr,
    is_negative: bool,
    frame: &dyn Frame,
    parts: &mut Vec<(&'a Expr, bool)>,
) -> Result<(), EvalError> {
    if let Some(inner) = expr.summands() {
        return inner.into_iter().try_for_each(|(part, is_taken)| split(part, is_negative != is_taken, frame, parts));
    }
    if let ExprKind::If(condition, yes, no) = &expr.kind
        && let Value::Bool(holds) = eval(condition, frame)?
    {
        return split(if holds { yes } else { no }, is_negative, frame, parts);
    }
    parts.push((expr, is_negative));
    Ok(())
}

fn term(expr: &Expr, is_negative: bool, frame: &dyn Frame) -> Result<Term, EvalError> {
    let positive = eval(expr, frame)?;
    let value = match (&positive, is_negative) {
        (Value::Number(n), true) => {
            Value::Number(Number::ZERO.checked_sub(*n).map_err(|e| EvalError::new(&expr.at, e))?)
        }
        _ => positive.clone(),
    };
    let sign = if is_negative { "\u{2212}" } else { "" };
    let is_name = matches!(expr.kind, ExprKind::Name(_) | ExprKind::Query(..) | ExprKind::Wielded { .. });
    let in_sign = |text: String| if is_negative && is_open(expr) { format!("({text})") } else { text };
    let figures = in_sign(readable_with_values(expr, frame));
    let is_constant = figures == positive.to_string();
    let needs_result = !is_name && !is_constant && !value.is_unknown();
    let text = if needs_result { format!("{figures} [{value}]") } else { figures };
    let name = if let ExprKind::Name(name) = &expr.kind { name.clone() } else { readable(expr, &Verbatim) };
    let inputs = if matches!(expr.kind, ExprKind::Name(_)) { Vec::new() } else { inputs(expr, frame)? };
    let label = format!("{sign}{}", in_sign(readable(expr, frame)));
    let said = Summand::of(expr, is_negative, frame);
    Ok(Term { name, label, text: format!("{sign}{text}"), said, value, inputs })
}

/// Whether it prints with words at its end that reach as far as they can, so that a sign before it needs brackets:
/// −(AP ÷ 2 rounded up) is not −AP ÷ 2 rounded up.
fn is_open(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Call(Function::Floor | Function::Ceil | Function::Round, _) | ExprKind::Table(..))
}

fn inputs(expr: &Expr, frame: &dyn Frame) -> Result<Vec<Input>, EvalError> {
    let mut parts = Vec::new();
    used_names(expr, frame, &mut parts)?;
    let mut inputs: Vec<Input> = Vec::new();
    for part in parts {
        let name = readable(part, &Verbatim);
        if inputs.iter().all(|input| input.name != name) {
            inputs.push(Input { name, value: eval(part, frame)? });
        }
    }
    Ok(inputs)
}

/// The names and queries in a formula, without the fallback that something held takes the place of.
fn used_names<'a>(expr: &'a Expr, frame: &dyn Frame, parts: &mut Vec<&'a Expr>) -> Result<(), EvalError> {
    let mut held = Vec::new();
    let mut failure = None;
    expr.walk(&mut |part| {
        if matches!(part.kind, ExprKind::Name(_) | ExprKind::Query(..)) {
            parts.push(part);
        }
        if let ExprKind::Wielded { action, field, fallback } = &part.kind {
            match frame.wielded(&action.0, &field.0) {
                Ok(Some(_)) => held.push(&fallback.at),
                Ok(None) => {}
                Err(error) => failure = Some(error),
            }
        }
    });
    parts.retain(|part| !held.iter().any(|fallback| fallback.start <= part.at.start && part.at.end <= fallback.end));
    failure.map_or(Ok(()), Err)
}
