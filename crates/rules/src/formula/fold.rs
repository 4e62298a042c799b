//! Folding decided rulings out of a formula.
//!
//! Once the rulings are chosen, `if(ruling.x == 'a', p, q)` is just `p` or `q`. What is left is
//! what the author of a card would have written, so it is what is printed.

use super::ast::{BinaryOp, Expr, ExprKind};
use crate::number::Number;

/// The formula with every name that `decided` knows replaced by its word, and every choice that
/// depends on nothing else evaluated.
pub fn fold(expr: &Expr, decided: &dyn Fn(&str) -> Option<String>) -> Expr {
    let kind = match &expr.kind {
        ExprKind::Name(name) => match decided(name) {
            Some(word) => ExprKind::Symbol(word),
            None => expr.kind.clone(),
        },
        ExprKind::Not(a) => match fold(a, decided) {
            Expr { kind: ExprKind::Bool(truth), .. } => ExprKind::Bool(!truth),
            folded => ExprKind::Not(Box::new(folded)),
        },
        ExprKind::Binary(op, a, b) => binary(*op, fold(a, decided), fold(b, decided)),
        ExprKind::Chain(first, rest) => return chain(expr, first, rest, decided),
        ExprKind::If(condition, yes, no) => match fold(condition, decided).kind {
            ExprKind::Bool(true) => return fold(yes, decided),
            ExprKind::Bool(false) => return fold(no, decided),
            kind => {
                let (yes, no) = (Box::new(fold(yes, decided)), Box::new(fold(no, decided)));
                ExprKind::If(Box::new(Expr { kind, at: condition.at.clone() }), yes, no)
            }
        },
        ExprKind::Number(_)
        | ExprKind::Symbol(_)
        | ExprKind::Bool(_)
        | ExprKind::Query(..)
        | ExprKind::Negate(_)
        | ExprKind::Call(..)
        | ExprKind::Wielded { .. }
        | ExprKind::Table(..)
        | ExprKind::Dice { .. }
        | ExprKind::Keep { .. }
        | ExprKind::Change { .. } => return expr.map_children(&mut |part| fold(part, decided)),
    };
    Expr { kind, at: expr.at.clone() }
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> ExprKind {
    match (op, &left.kind, &right.kind) {
        (BinaryOp::Equal, ExprKind::Symbol(a), ExprKind::Symbol(b)) => ExprKind::Bool(a == b),
        (BinaryOp::NotEqual, ExprKind::Symbol(a), ExprKind::Symbol(b)) => ExprKind::Bool(a != b),
        _ => ExprKind::Binary(op, Box::new(left), Box::new(right)),
    }
}

fn chain(expr: &Expr, first: &Expr, rest: &[(BinaryOp, Expr)], decided: &dyn Fn(&str) -> Option<String>) -> Expr {
    let mut left = fold(first, decided);
    // Whether the left side is a chain that began here, and not one within brackets.
    let mut goes_on = false;
    for (place, (op, part)) in rest.iter().enumerate() {
        let right = fold(part, decided);
        let at = expr.place_up_to(first, rest, place);
        let kind = match (decides(*op, &left.kind, &right.kind), left.kind) {
            (Some(Side::Left), kind) => kind,
            (Some(Side::Right), _) => {
                goes_on = false;
                right.kind
            }
            (None, ExprKind::Chain(first, mut rest)) if goes_on => {
                rest.push((*op, right));
                ExprKind::Chain(first, rest)
            }
            (None, kind) => {
                goes_on = true;
                ExprKind::Chain(Box::new(Expr { kind, at: left.at }), vec![(*op, right)])
            }
        };
        left = Expr { kind, at };
    }
    left
}

/// A side of an operator.
enum Side {
    Left,
    Right,
}

/// The side that is left, where one of both decides or adds nothing.
fn decides(op: BinaryOp, left: &ExprKind, right: &ExprKind) -> Option<Side> {
    match (op, left, right) {
        (BinaryOp::And, ExprKind::Bool(false), _) | (BinaryOp::Or, ExprKind::Bool(true), _) => Some(Side::Left),
        (BinaryOp::And, _, ExprKind::Bool(false)) | (BinaryOp::Or, _, ExprKind::Bool(true)) => Some(Side::Right),
        (BinaryOp::And, ExprKind::Bool(true), _) | (BinaryOp::Or, ExprKind::Bool(false), _) => Some(Side::Right),
        (BinaryOp::And, _, ExprKind::Bool(true)) | (BinaryOp::Or, _, ExprKind::Bool(false)) => Some(Side::Left),
        // A zero is not printed: an option that adds no dice leaves no `+ 0` behind.
        (BinaryOp::Add | BinaryOp::Subtract, _, ExprKind::Number(n)) if *n == Number::ZERO => Some(Side::Left),
        (BinaryOp::Add, ExprKind::Number(n), _) if *n == Number::ZERO => Some(Side::Right),
        _ => None,
    }
}
