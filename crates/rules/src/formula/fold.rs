//! Taking decided questions out of a formula.
//!
//! Once the rulings are chosen, `if(ruling.x == 'a', p, q)` is just `p` or `q`. What is left is
//! what the author of a card would have written, so it is what is printed.

use super::ast::{BinaryOp, Expr, ExprKind};

/// The formula with every name that `decided` knows replaced by its word, and every choice that
/// depends on nothing else carried out.
#[must_use]
pub fn fold(expr: &Expr, decided: &dyn Fn(&str) -> Option<String>) -> Expr {
    let inner = |part: &Expr| Box::new(fold(part, decided));
    let kind = match &expr.kind {
        ExprKind::Name(name) => match decided(name) {
            Some(word) => ExprKind::Word(word),
            None => expr.kind.clone(),
        },
        ExprKind::Number(_) | ExprKind::Word(_) | ExprKind::Truth(_) | ExprKind::Query(..) => expr.kind.clone(),
        ExprKind::Negate(a) => ExprKind::Negate(inner(a)),
        ExprKind::Not(a) => match fold(a, decided) {
            Expr { kind: ExprKind::Truth(truth), .. } => ExprKind::Truth(!truth),
            folded => ExprKind::Not(Box::new(folded)),
        },
        ExprKind::Binary(op, a, b) => binary(*op, *inner(a), *inner(b)),
        ExprKind::If(condition, yes, no) => match fold(condition, decided).kind {
            ExprKind::Truth(true) => return fold(yes, decided),
            ExprKind::Truth(false) => return fold(no, decided),
            kind => ExprKind::If(Box::new(Expr { kind, at: condition.at.clone() }), inner(yes), inner(no)),
        },
        ExprKind::Call(function, arguments) => {
            ExprKind::Call(*function, arguments.iter().map(|a| fold(a, decided)).collect())
        }
        ExprKind::Wielded { action, field, fallback } => {
            ExprKind::Wielded { action: action.clone(), field: field.clone(), fallback: inner(fallback) }
        }
        ExprKind::Table(subject, rows) => ExprKind::Table(
            inner(subject),
            rows.iter().map(|(key, value)| (fold(key, decided), fold(value, decided))).collect(),
        ),
        ExprKind::Dice { count, sides, explodes, keep } => {
            ExprKind::Dice { count: inner(count), sides: *sides, explodes: *explodes, keep: *keep }
        }
        ExprKind::Pick { picking, count, dice } => {
            ExprKind::Pick { picking: *picking, count: inner(count), dice: inner(dice) }
        }
    };
    Expr { kind, at: expr.at.clone() }
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> ExprKind {
    match (op, &left.kind, &right.kind) {
        (BinaryOp::Equal, ExprKind::Word(a), ExprKind::Word(b)) => ExprKind::Truth(a == b),
        (BinaryOp::NotEqual, ExprKind::Word(a), ExprKind::Word(b)) => ExprKind::Truth(a != b),
        (BinaryOp::And, ExprKind::Truth(false), _) | (BinaryOp::And, _, ExprKind::Truth(false)) => {
            ExprKind::Truth(false)
        }
        (BinaryOp::Or, ExprKind::Truth(true), _) | (BinaryOp::Or, _, ExprKind::Truth(true)) => ExprKind::Truth(true),
        (BinaryOp::And, ExprKind::Truth(true), _) | (BinaryOp::Or, ExprKind::Truth(false), _) => right.kind,
        (BinaryOp::And, _, ExprKind::Truth(true)) | (BinaryOp::Or, _, ExprKind::Truth(false)) => left.kind,
        // Nothing added is nothing to print: an option that adds no dice leaves no `+ 0` behind.
        (BinaryOp::Add | BinaryOp::Subtract, _, ExprKind::Number(n)) if *n == crate::number::Number::ZERO => left.kind,
        (BinaryOp::Add, ExprKind::Number(n), _) if *n == crate::number::Number::ZERO => right.kind,
        _ => ExprKind::Binary(op, Box::new(left), Box::new(right)),
    }
}
