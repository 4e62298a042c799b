//! The type of a formula, found without validating it: enough to type the names that use it.

use super::ast::{BinaryOp, Expr, ExprKind};
use super::frame::Frame;
use crate::value::Type;

/// The type that a formula has if nothing is wrong with it. A name that is not there counts as a number.
pub fn kind(expr: &Expr, frame: &dyn Frame) -> Type {
    match &expr.kind {
        ExprKind::Number(_) | ExprKind::Negate(_) | ExprKind::Call(..) | ExprKind::Table(..) => Type::Number,
        ExprKind::Symbol(word) => Type::Symbol(Some(vec![word.clone()])),
        ExprKind::Bool(_) | ExprKind::Not(_) => Type::Bool,
        ExprKind::Dice { .. } | ExprKind::Keep { .. } | ExprKind::Change { .. } => Type::Dice,
        ExprKind::Name(name) => frame.type_of(name).unwrap_or(Type::Number),
        ExprKind::Query(query, words) => frame.query_kind(*query, words),
        ExprKind::If(_, yes, no) => either(kind(yes, frame), kind(no, frame)),
        ExprKind::Wielded { action, field, fallback } => match frame.field_type(action, field) {
            Ok(Type::Number) | Err(_) => kind(fallback, frame),
            Ok(found) => found,
        },
        ExprKind::Binary(BinaryOp::Power, ..) => Type::Number,
        ExprKind::Binary(..) => Type::Bool,
        ExprKind::Chain(first, rest) => match rest[0].0 {
            BinaryOp::And | BinaryOp::Or => Type::Bool,
            BinaryOp::Add | BinaryOp::Subtract => {
                let first = kind(first, frame);
                rest.iter().fold(first, |found, (_, part)| either(found, kind(part, frame)))
            }
            BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Power
            | BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessOrEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterOrEqual => Type::Number,
        },
    }
}

fn either(a: Type, b: Type) -> Type {
    match (a, b) {
        (Type::Symbol(a), Type::Symbol(b)) => Type::either_symbol(a, b),
        (Type::Number, found) | (found, _) => found,
    }
}
