//! Checks: what is rolled, and what each outcome means.
//!
//! **In** a [`CheckDef`] as part of a checked system, the values of a character, and what is put in. **Out** a [`Trial`]:
//! its exact [`Odds`], the chance or mean of any formula over its outcomes, and what one outcome comes to.

mod difference;
mod odds;
mod outcome;
mod trial;

use std::collections::BTreeSet;
use std::ops::Range;

use indexmap::IndexMap;

use crate::ability::{FieldDef, Given};
use crate::formula::{Formula, FormulaError, Query, Scope, kind, readable};
use crate::inputs::{OwnLabels, input_names, input_type};
use crate::rules::Rules;
use crate::system::{System, ValueDef};
use crate::value::Type;

pub use odds::{BandOdds, Odds, RowOdds, TotalOdds};
pub use outcome::Outcome;
pub use trial::{Answer, Trial};

/// What `roll` came to, in formulas.
pub const ROLLED: &str = "rolled";
/// What the other side rolled.
pub const AGAINST: &str = "against";
/// The band of an outcome, by id.
pub const BAND: &str = "band";
/// The most tries in a row.
pub const MOST_TRIES: u32 = 100;
/// The most rolls of which one counts.
pub const MOST_TIMES: u32 = 100;

/// A check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckDef {
    /// `Attack`
    pub name: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// What is put in, by name.
    pub inputs: IndexMap<String, FieldDef>,
    /// The dice.
    pub roll: Formula,
    /// A second roll, of the other side.
    pub against: Option<Formula>,
    /// How often `roll` is thrown, where one of several rolls counts.
    pub times: Option<Formula>,
    /// Whether the worst of several rolls counts rather than the best.
    pub keeps_worst: bool,
    /// Worked out for every outcome, by name, in order.
    pub values: IndexMap<String, ValueDef>,
    /// The value whose distribution is shown; without it, `rolled`.
    pub result: Option<String>,
    /// What outcomes mean, by id: the first that holds counts.
    pub bands: IndexMap<String, BandDef>,
    /// Bands after which everything is rolled again.
    pub again: Vec<String>,
    /// How many tries there are in a row.
    pub tries: Option<Formula>,
    /// Bands that end the row.
    pub stop: Vec<String>,
    /// One input, and what it usually is.
    pub usual: Option<(String, Vec<Given>)>,
}

/// What some outcomes mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BandDef {
    /// `Hit`
    pub name: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// When it holds; without it, always.
    pub when: Option<Formula>,
    /// Figures whose mean is told, by name.
    pub gives: IndexMap<String, Formula>,
}

impl CheckDef {
    /// Every figure that a band gives, in order of the bands.
    #[must_use]
    pub fn gives(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let names = self.bands.values().flat_map(|band| band.gives.keys()).map(String::as_str);
        names.filter(|name| seen.insert(*name)).collect()
    }

    /// The name that is printed for what is shown.
    #[must_use]
    pub fn result_name(&self) -> Option<&str> {
        self.values.get(self.result.as_ref()?).map(|value| value.name.as_str())
    }
}

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
