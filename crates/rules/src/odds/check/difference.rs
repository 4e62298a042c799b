//! Opposed rolls whose outcome depends on their difference alone.
//!
//! Two rolls with a hundred totals each have ten thousand outcomes, but only two hundred differences. Where every formula
//! needed depends on the difference only, as comparisons of two sums do, only those are evaluated.

use std::collections::BTreeMap;

use super::{AGAINST, BAND, ROLLED};
use crate::formula::{BinaryOp, Expr, ExprKind};
use crate::number::Number;

/// How a formula depends on both rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A multiple of `rolled` and one of `against`, plus something that is the same for every outcome.
    Sum(Number, Number),
    /// Anything made of the difference alone.
    OfDifference,
    /// Anything else.
    OfBoth,
}

const CONSTANT: Form = Form::Sum(Number::ZERO, Number::ZERO);

impl Form {
    /// Whether the difference is all it needs.
    pub(super) fn needs_difference_only(self) -> bool {
        match self {
            Self::Sum(rolled, against) => rolled.checked_add(against) == Ok(Number::ZERO),
            Self::OfDifference => true,
            Self::OfBoth => false,
        }
    }

    fn with(self, other: Self) -> Self {
        if self.needs_difference_only() && other.needs_difference_only() { Self::OfDifference } else { Self::OfBoth }
    }

    fn less(self, other: Self) -> Self {
        self.plus(other.times(Number::whole(-1)))
    }

    fn plus(self, other: Self) -> Self {
        let (Self::Sum(a, b), Self::Sum(c, d)) = (self, other) else { return self.with(other) };
        match (a.checked_add(c), b.checked_add(d)) {
            (Ok(rolled), Ok(against)) => Self::Sum(rolled, against),
            _ => Self::OfBoth,
        }
    }

    fn times(self, by: Number) -> Self {
        let Self::Sum(a, b) = self else { return self };
        match (a.checked_mul(by), b.checked_mul(by)) {
            (Ok(rolled), Ok(against)) => Self::Sum(rolled, against),
            _ => Self::OfBoth,
        }
    }
}

/// How a partially evaluated formula depends on both rolls, with the forms of the values of the check.
pub(super) fn form(expr: &Expr, values: &BTreeMap<&str, Form>) -> Form {
    let of = |part: &Expr| form(part, values);
    match &expr.kind {
        ExprKind::Name(name) => match name.as_str() {
            ROLLED => Form::Sum(Number::ONE, Number::ZERO),
            AGAINST => Form::Sum(Number::ZERO, Number::ONE),
            // Used only where all bands depend on the difference alone.
            BAND => Form::OfDifference,
            name => values.get(name).copied().unwrap_or(CONSTANT),
        },
        ExprKind::Negate(a) => of(a).times(Number::whole(-1)),
        ExprKind::Chain(first, rest) => {
            // Only a number that begins the chain is a plain factor: after it comes what it is multiplied by.
            let mut factor = if let ExprKind::Number(by) = first.kind { Some(by) } else { None };
            rest.iter().fold(of(first), |left, (op, part)| {
                let factor = factor.take();
                match (op, &part.kind, factor) {
                    (BinaryOp::Add, ..) => left.plus(of(part)),
                    (BinaryOp::Subtract, ..) => left.less(of(part)),
                    (BinaryOp::Multiply, ExprKind::Number(by), None) => left.times(*by),
                    (BinaryOp::Multiply, _, Some(by)) => of(part).times(by),
                    _ => left.with(of(part)).with(CONSTANT),
                }
            })
        }
        ExprKind::Binary(
            BinaryOp::Less
            | BinaryOp::LessOrEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterOrEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual,
            a,
            b,
        ) => of(a).less(of(b)).with(CONSTANT),
        ExprKind::Number(_)
        | ExprKind::Symbol(_)
        | ExprKind::Bool(_)
        | ExprKind::Not(_)
        | ExprKind::Binary(..)
        | ExprKind::If(..)
        | ExprKind::Call(..)
        | ExprKind::Query(..)
        | ExprKind::Wielded { .. }
        | ExprKind::Table(..)
        | ExprKind::Dice { .. }
        | ExprKind::Keep { .. }
        | ExprKind::Change { .. } => {
            let parts = expr.children().into_iter().map(of);
            parts.reduce(Form::with).map_or(CONSTANT, |form| form.with(CONSTANT))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Formula;

    fn needs_difference_only(text: &str) -> bool {
        let formula = Formula::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let values = BTreeMap::from([("margin", Form::Sum(Number::ONE, Number::whole(-1))), ("near", Form::OfBoth)]);
        form(&formula.expr, &values).needs_difference_only()
    }

    #[test]
    fn comparisons_of_two_sums_see_only_the_difference() {
        for text in ["rolled + 3 >= against - 2", "max(0, rolled - against)", "2 * rolled < against * 2", "margin > 7"]
        {
            assert!(needs_difference_only(text), "{text}");
        }
    }

    #[test]
    fn a_roll_by_itself_is_more() {
        for text in [
            "rolled",
            "rolled > 3",
            "rolled >= against and rolled >= 20",
            "rolled < 2 * against",
            "near",
            "floor(rolled / 2) > against",
            "if(margin > 2, against, 0)",
        ] {
            assert!(!needs_difference_only(text), "{text}");
        }
    }
}
