//! Partial evaluation: folding what is known before the roll.
//!
//! A formula that is evaluated for thousands of outcomes names few things that differ between them. All else becomes a
//! constant here, once.

use super::ast::{Expr, ExprKind};
use super::eval::eval;
use super::fold::fold;
use super::frame::Frame;
use crate::value::Value;

/// The formula with every part evaluated that needs no name for which `is_open` holds. A part that fails stays as it
/// is: it may never be needed.
pub(crate) fn partial_eval(expr: &Expr, frame: &dyn Frame, is_open: &dyn Fn(&str) -> bool) -> Expr {
    // Choices that are decided by now leave one branch.
    fold(&evaluated(expr, frame, is_open), &|_| None)
}

fn evaluated(expr: &Expr, frame: &dyn Frame, is_open: &dyn Fn(&str) -> bool) -> Expr {
    if !needs(expr, is_open) {
        return known(expr, frame);
    }
    let mut part = |part: &Expr| evaluated(part, frame, is_open);
    let ExprKind::Chain(first, rest) = &expr.kind else { return expr.map_children(&mut part) };
    let closed = rest.iter().take_while(|(_, part)| !needs(part, is_open)).count();
    let closed = if needs(first, is_open) { 0 } else { closed };
    let beginning = match &rest[..closed] {
        [] => part(first),
        parts => {
            let at = expr.place_up_to(first, rest, closed - 1);
            known(&Expr { kind: ExprKind::Chain(first.clone(), parts.to_vec()), at }, frame)
        }
    };
    let rest = rest[closed..].iter().map(|(op, open)| (*op, part(open))).collect();
    Expr { kind: ExprKind::Chain(Box::new(beginning), rest), at: expr.at.clone() }
}

fn needs(expr: &Expr, is_open: &dyn Fn(&str) -> bool) -> bool {
    expr.names().into_iter().any(is_open)
}

fn known(expr: &Expr, frame: &dyn Frame) -> Expr {
    let kind = match eval(expr, frame) {
        Ok(Value::Number(number)) => ExprKind::Number(number),
        Ok(Value::Symbol(word)) => ExprKind::Symbol(word),
        Ok(Value::Bool(truth)) => ExprKind::Bool(truth),
        Ok(Value::Dice(_) | Value::Unknown(_)) | Err(_) => expr.kind.clone(),
    };
    Expr { kind, at: expr.at.clone() }
}
