//! What a worksheet stands on: a game, a game with its rulings decided, or a character of it.

use crate::formula::{Expr, Frame};
use crate::model::rules::Rules;
use crate::model::system::System;

/// The frame around a worksheet, with the game it belongs to. On a [`System`] formulas are checked, on [`Rules`] they
/// also read as printed, and with the values of a character they are evaluated.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    pub(super) frame: &'a dyn Frame,
    pub(super) system: &'a System,
    pub(super) rules: Option<&'a Rules>,
}

impl<'a> Ground<'a> {
    pub(super) fn new(frame: &'a dyn Frame, rules: &'a Rules) -> Self {
        Self { frame, system: rules.system(), rules: Some(rules) }
    }

    /// A formula under the rules in force, where they are decided.
    pub(super) fn fold(&self, expr: &Expr) -> Expr {
        self.rules.map_or_else(|| expr.clone(), |rules| rules.fold(expr))
    }
}

impl<'a> From<&'a System> for Ground<'a> {
    fn from(system: &'a System) -> Self {
        Self { frame: system, system, rules: None }
    }
}

impl<'a> From<&'a Rules> for Ground<'a> {
    fn from(rules: &'a Rules) -> Self {
        Self::new(rules, rules)
    }
}
