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
        ExprKind::If(_, yes, no) => either(kind(yes, names, scope), kind(no, names, scope)),
        ExprKind::Wielded { action, field, fallback } => match scope.field_type(action, field) {
            Ok(Type::Number) | Err(_) => kind(fallback, names, scope),
            Ok(found) => found,
        },
        ExprKind::Binary(BinaryOp::Power, ..) => Type::Number,
        ExprKind::Binary(..) => Type::Truth,
        ExprKind::Chain(first, rest) => match rest[0].0 {
            BinaryOp::And | BinaryOp::Or => Type::Truth,
            BinaryOp::Add | BinaryOp::Subtract => {
                let first = kind(first, names, scope);
                rest.iter().fold(first, |found, (_, part)| either(found, kind(part, names, scope)))
            }
            _ => Type::Number,
        },
    }
}

fn either(a: Type, b: Type) -> Type {
    match (a, b) {
        (Type::Word(a), Type::Word(b)) => Type::either_word(a, b),
        (Type::Number, found) | (found, _) => found,
    }
}
