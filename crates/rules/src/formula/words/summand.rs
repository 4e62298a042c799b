//! Terms with their figures, and their sum: `as many d12 as 2 + Instinct 2; + PWR 5`.

use super::super::ast::{BinaryOp, Expr, ExprKind};
use super::super::eval::eval;
use super::super::explain::Term;
use super::super::frame::Frame;
use super::number::Sum;
use super::{Binds, Said, Speaker};
use crate::value::Value;

/// A summand in words, with the values of its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summand {
    /// Nothing where no words say it clearly; then its value stands for it.
    said: Option<Said>,
    is_negative: bool,
}

impl Summand {
    /// What a part of a sum is, with the cases decided that the frame knows.
    pub(in super::super) fn of(expr: &Expr, is_negative: bool, frame: &dyn Frame) -> Self {
        Self { said: Speaker { frame, with_values: true }.phrase(&decided(expr, frame)), is_negative }
    }
}

impl Summand {
    /// Words that are one thing.
    pub(crate) fn named(words: &str) -> Self {
        Self { said: Some(Said::new(words, Binds::Closed)), is_negative: false }
    }
}

/// The sum of terms in words. What cannot be said as part of it stands there as its value.
pub fn sum_in_words(terms: &[&Term]) -> String {
    if let [Term { said: Summand { said: Some(said), is_negative: false }, .. }] = terms {
        return said.words.clone();
    }
    let mut sum = Sum::default();
    for term in terms {
        let value = || {
            let words = term.value.printed().unwrap_or_default();
            match words.strip_prefix('\u{2212}') {
                Some(rest) => (Said { words: rest.to_owned(), binds: Binds::Closed }, true),
                None => (Said { words, binds: Binds::Closed }, false),
            }
        };
        let is_said = match &term.said {
            // Signs inside a sum are its own.
            Summand { said: Some(said), is_negative } => sum.add(said.clone(), *is_negative).is_ok(),
            Summand { said: None, .. } => false,
        };
        if !is_said {
            let (said, is_negative) = value();
            // A closed summand can always be added.
            let _ = sum.add(said, is_negative);
        }
    }
    sum.said().map_or_else(String::new, |said| said.words)
}

/// The formula without the cases that are decided, and without ranks and training that the character does not have.
fn decided(expr: &Expr, frame: &dyn Frame) -> Expr {
    match &expr.kind {
        ExprKind::If(condition, yes, no) => match eval(condition, frame) {
            Ok(Value::Bool(true)) => decided(yes, frame),
            Ok(Value::Bool(false)) => decided(no, frame),
            Ok(Value::Number(_) | Value::Dice(_) | Value::Symbol(_) | Value::Unknown(_)) | Err(_) => expr.clone(),
        },
        ExprKind::Wielded { action, field, fallback } => match frame.wielded(&action.0, &field.0) {
            Ok(Some(_)) => {
                let nothing = Expr { kind: ExprKind::Number(crate::number::Number::ZERO), at: fallback.at.clone() };
                let (action, field) = (action.clone(), field.clone());
                Expr { kind: ExprKind::Wielded { action, field, fallback: Box::new(nothing) }, at: expr.at.clone() }
            }
            Ok(None) => decided(fallback, frame),
            Err(_) => expr.clone(),
        },
        ExprKind::Table(subject, rows) => {
            let Ok(Value::Number(wanted)) = eval(subject, frame) else { return expr.clone() };
            let is_row = |key: &Expr| matches!(key.kind, ExprKind::Number(key) if key <= wanted);
            let row = rows.iter().rev().find(|(key, _)| is_row(key));
            row.map_or_else(|| expr.clone(), |(_, value)| decided(value, frame))
        }
        ExprKind::Chain(first, rest) if expr.summands().is_some() => {
            let is_nothing = |part: &Expr| {
                matches!(part.kind, ExprKind::Query(..)) && eval(part, frame).is_ok_and(|value| value.is_nothing())
            };
            let kept = rest.iter().filter(|(_, part)| !is_nothing(part));
            let mut rest: Vec<(BinaryOp, Expr)> = kept.map(|(op, part)| (*op, decided(part, frame))).collect();
            let first = match rest.first() {
                Some((BinaryOp::Add, _)) if is_nothing(first) => rest.remove(0).1,
                _ => decided(first, frame),
            };
            if rest.is_empty() {
                return first;
            }
            Expr { kind: ExprKind::Chain(Box::new(first), rest), at: expr.at.clone() }
        }
        _ => expr.map_children(&mut |part| decided(part, frame)),
    }
}
