//! Checks: what is rolled, and what each outcome means.
//!
//! **In** a [`CheckDef`] as part of a checked system, the values of a character, and what is put in. **Out** a [`Trial`]:
//! its exact [`Odds`], the chance or mean of any formula over its outcomes, and what one outcome comes to.

mod difference;
mod odds;
mod outcome;
mod trial;

use std::ops::Range;

use crate::eval::inputs::{OwnLabels, input_names, input_type};
use crate::formula::{Formula, FormulaError, Query, Scope, kind, readable};
pub use crate::model::check::{AGAINST, BAND, BandDef, CheckDef, MOST_TIMES, MOST_TRIES, ROLLED};
use crate::model::rules::Rules;
use crate::model::system::System;
use crate::value::Type;

pub use odds::{BandOdds, Odds, RowOdds, TotalOdds};
pub use outcome::Outcome;
pub use trial::{Answer, Trial};

/// How a formula of a check reads under the rules in force, in the words of the check.
#[must_use]
pub fn readable_part(rules: &Rules, check: &CheckDef, part: &Formula) -> String {
    let value = |name: &str| check.values.get(name);
    readable(&rules.fold(&part.expr), &OwnLabels { rules, inputs: &check.inputs, value: &value })
}

/// How much of an outcome a formula of a check knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    /// What is put in.
    Inputs,
    /// The dice, and so many of the values.
    Values(usize),
    /// The band, and what it gives.
    Outcome,
}

/// The names that a formula of a check may use.
pub struct CheckScope<'a> {
    system: &'a System,
    check: &'a CheckDef,
    known: Known,
    /// The types of the values that are known, in their order.
    types: Vec<Type>,
}

impl<'a> CheckScope<'a> {
    /// Before anything is rolled: what is put in, and the names of the system.
    #[must_use]
    pub fn before(system: &'a System, check: &'a CheckDef) -> Self {
        Self { system, check, known: Known::Inputs, types: Vec::new() }
    }

    /// With the dice rolled: names of the first value.
    #[must_use]
    pub fn rolled(system: &'a System, check: &'a CheckDef) -> Self {
        Self { known: Known::Values(0), ..Self::before(system, check) }
    }

    /// With all values worked out: names of the bands.
    #[must_use]
    pub fn valued(system: &'a System, check: &'a CheckDef) -> Self {
        let mut scope = Self::rolled(system, check);
        while scope.advance() {}
        scope
    }

    /// With everything known: names of questions about an outcome.
    #[must_use]
    pub fn whole(system: &'a System, check: &'a CheckDef) -> Self {
        Self { known: Known::Outcome, ..Self::valued(system, check) }
    }

    /// Takes the next value for worked out, so that others may use it; whether there was one.
    pub fn advance(&mut self) -> bool {
        let Some((_, value)) = self.check.values.get_index(self.types.len()) else { return false };
        let found = kind(&value.formula.expr, &mut |name| self.type_of(name).unwrap_or(Type::Number), self);
        self.types.push(found);
        self.known = Known::Values(self.types.len());
        true
    }

    /// Whether this is a value that is not worked out yet.
    #[must_use]
    pub fn is_later(&self, name: &str) -> bool {
        self.check.values.get_index_of(name).is_some_and(|index| index >= self.types.len())
    }

    fn own(&self, name: &str) -> Option<Type> {
        if self.known >= Known::Values(0) {
            match name {
                ROLLED => return Some(Type::Number),
                AGAINST => return self.check.against.is_some().then_some(Type::Number),
                _ => {}
            }
        }
        if self.known == Known::Outcome {
            if name == BAND {
                return Some(Type::one_of(self.check.bands.keys()));
            }
            if self.check.bands.values().any(|band| band.gives.contains_key(name)) {
                return Some(Type::Number);
            }
        }
        self.check.values.get_index_of(name).and_then(|index| self.types.get(index)).cloned()
    }
}

impl Scope for CheckScope<'_> {
    fn type_of(&self, name: &str) -> Option<Type> {
        if let Some(own) = self.own(name) {
            return Some(own);
        }
        input_type(self.system, &self.check.inputs, name, self.check.values.contains_key(name))
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = input_names(&self.check.inputs).collect();
        let own = [ROLLED, AGAINST, BAND].into_iter().chain(self.check.gives());
        names.extend(own.filter(|name| self.own(name).is_some()).map(str::to_owned));
        names.extend(self.check.values.keys().take(self.types.len()).cloned());
        names.extend(self.system.names());
        names
    }

    fn check_query(&self, query: Query, words: &[(String, Range<usize>)]) -> Result<Type, FormulaError> {
        self.system.check_query(query, words)
    }

    fn field_type(
        &self,
        action: &(String, Range<usize>),
        field: &(String, Range<usize>),
    ) -> Result<Type, FormulaError> {
        self.system.field_type(action, field)
    }
}
