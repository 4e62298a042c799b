//! What the names of a check mean, before it is rolled and after.

use std::collections::BTreeMap;

use super::{AGAINST, BAND, CheckDef, ROLLED};
use crate::eval::worksheet::Bound;
use crate::eval::{Ground, Worksheet};
use crate::model::field::Argument;
use crate::value::{Type, Value};

impl<'a> Worksheet<'a> {
    /// A check before the roll: its arguments, where they are known.
    pub fn before_roll(
        ground: impl Into<Ground<'a>>,
        check: &'a CheckDef,
        arguments: Option<&'a BTreeMap<String, Argument>>,
    ) -> Self {
        Self::steps(ground.into(), &check.parameters, arguments, None)
    }

    /// A check with the dice rolled, and its values computed in order.
    pub fn rolled(ground: impl Into<Ground<'a>>, check: &'a CheckDef) -> Self {
        let mut sheet = Self::steps(ground.into(), &check.parameters, None, Some(&check.values));
        let rolls = [(ROLLED, true), (AGAINST, check.against.is_some())];
        let rolls = rolls.into_iter().filter(|(_, is_rolled)| *is_rolled);
        sheet.bound.extend(rolls.map(|(name, _)| unknown(name, Type::Number)));
        sheet
    }

    /// A check with everything known: the names of formulas about an outcome.
    pub fn outcome(ground: impl Into<Ground<'a>>, check: &'a CheckDef) -> Self {
        let mut sheet = Self::rolled(ground, check);
        sheet.bound.push(unknown(BAND, Type::one_of(check.bands.keys())));
        sheet.bound.extend(check.gives().into_iter().map(|name| unknown(name, Type::Number)));
        sheet
    }
}

/// A name that is known only after the roll.
fn unknown(name: &str, kind: Type) -> Bound<'_> {
    Bound { name, kind, value: Value::Unknown(name.to_owned()) }
}
