//! Which formulas may come out below zero, as far as their shape tells.
//!
//! **In** a formula and the frame that it stands in. **Out** whether nothing rules out that its value is negative. What characters
//! and conditions add to a value is not looked at.

use std::collections::BTreeMap;

use super::ast::{BinaryOp, Expr, ExprKind, Function, Query};
use super::frame::Frame;
use crate::model::system::{ABILITY_TOTAL, ITEM_TOTAL};

/// What is known of a name before it has a value.
#[derive(Clone, Copy, Debug)]
pub enum Origin<'a> {
    /// It is computed like this.
    Formula(&'a Expr),
    /// It is never below zero.
    NeverNegative,
}

/// Whether the value of a formula may be below zero.
pub fn may_be_negative(expr: &Expr, frame: &dyn Frame) -> bool {
    !Signs { frame, known: BTreeMap::new() }.never_negative(expr)
}

struct Signs<'f> {
    frame: &'f dyn Frame,
    /// Of each name whether it is never negative; of one that is being looked at, not.
    known: BTreeMap<String, bool>,
}

impl Signs<'_> {
    fn never_negative(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Number(number) => !number.is_negative(),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Chain(first, rest) => {
                self.never_negative(first)
                    && rest.iter().all(|(op, part)| *op != BinaryOp::Subtract && self.never_negative(part))
            }
            ExprKind::Binary(BinaryOp::Power, base, _) => self.never_negative(base),
            ExprKind::If(_, yes, no) => self.never_negative(yes) && self.never_negative(no),
            ExprKind::Call(function, arguments) => match function {
                Function::Max => arguments.iter().any(|argument| self.never_negative(argument)),
                Function::Min | Function::Sum | Function::Floor | Function::Ceil | Function::Round => {
                    arguments.iter().all(|argument| self.never_negative(argument))
                }
                Function::Clamp => arguments.get(1).is_some_and(|low| self.never_negative(low)),
                Function::Abs | Function::DiceIn | Function::SidesIn => true,
                Function::PointsIn => false,
            },
            ExprKind::Query(Query::Summed, _) => false,
            // Stats, fields of items and values of abilities may be below zero; ranks and weights are not.
            ExprKind::Query(Query::Total, words) => words.first().is_some_and(|(word, _)| {
                word != "stats" && !word.starts_with(ITEM_TOTAL) && !word.starts_with(ABILITY_TOTAL)
            }),
            ExprKind::Query(..) => true,
            ExprKind::Table(_, rows) => rows.iter().all(|(_, value)| self.never_negative(value)),
            ExprKind::Symbol(_)
            | ExprKind::Bool(_)
            | ExprKind::Negate(_)
            | ExprKind::Not(_)
            | ExprKind::Binary(..)
            | ExprKind::Wielded { .. }
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Change { .. } => false,
        }
    }

    fn name(&mut self, name: &str) -> bool {
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        self.known.insert(name.to_owned(), false);
        let frame = self.frame;
        let is_never = match frame.origin(name) {
            Some(Origin::Formula(expr)) => self.never_negative(expr),
            Some(Origin::NeverNegative) => true,
            None => false,
        };
        self.known.insert(name.to_owned(), is_never);
        is_never
    }
}

#[cfg(test)]
mod tests {
    use super::may_be_negative;
    use crate::formula::Formula;
    use crate::formula::frame::Verbatim;

    #[test]
    fn totals_of_what_may_be_below_zero_may_be_so() {
        let may_be = |text: &str| may_be_negative(&Formula::parse(text).unwrap().expr, &Verbatim);
        for text in ["total('stats')", "total('item.slots')", "1 + total('ability.slots')", "summed('squares')"] {
            assert!(may_be(text), "{text}");
        }
        for text in ["rank('stealth')", "total('ranks')", "total('weight')", "count('items')", "max(0, total('stats'))"]
        {
            assert!(!may_be(text), "{text}");
        }
    }
}
