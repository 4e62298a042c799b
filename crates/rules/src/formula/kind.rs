//! The type of a formula, found without checking it: enough to type the names that use it.

use super::ast::{BinaryOp, Expr, ExprKind};
use super::check::Scope;
use crate::value::Type;

/// The type that a formula has if nothing is wrong with it. `names` tells the types of names.
pub fn kind(expr: &Expr, names: &mut dyn FnMut(&str) -> Type, scope: &dyn Scope) -> Type {
    match &expr.kind {
        ExprKind::Number(_) | ExprKind::Negate(_) | ExprKind::Call(..) | ExprKind::Table(..) => Type::Number,
        ExprKind::Word(word) => Type::Word(Some(vec![word.clone()])),
        ExprKind::Truth(_) | ExprKind::Not(_) => Type::Truth,
        ExprKind::Dice { .. } | ExprKind::Pick { .. } => Type::Dice,
        ExprKind::Name(name) => names(name),
        ExprKind::Query(query, words) => scope.check_query(*query, words).unwrap_or(Type::Number),
        ExprKind::If(_, yes, no) => either(yes, no, names, scope),
        ExprKind::Wielded { action, field, fallback } => match scope.field_type(action, field) {
            Ok(Type::Number) | Err(_) => kind(fallback, names, scope),
            Ok(found) => found,
        },
        ExprKind::Binary(op, a, b) => match op {
            BinaryOp::Add | BinaryOp::Subtract => either(a, b, names, scope),
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Power => Type::Number,
            _ => Type::Truth,
        },
    }
}

fn either(a: &Expr, b: &Expr, names: &mut dyn FnMut(&str) -> Type, scope: &dyn Scope) -> Type {
    match (kind(a, names, scope), kind(b, names, scope)) {
        (Type::Word(Some(mut a)), Type::Word(Some(b))) => {
            a.extend(b);
            Type::Word(Some(a))
        }
        (Type::Word(_), Type::Word(_)) => Type::Word(None),
        (Type::Number, found) | (found, _) => found,
    }
}
