//! Checks: what is rolled, and what each outcome means.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::field::{Argument, ParameterDef, ValueDef};
use crate::formula::{Expr, ExprKind, Formula, fold};

/// The total of `roll`, in formulas.
pub const ROLLED: &str = "rolled";
/// The total of the other side, in formulas.
pub const AGAINST: &str = "against";
/// The band of an outcome, by id.
pub const BAND: &str = "band";
/// The most attempts in a row.
pub const MOST_ATTEMPTS: u32 = 100;
/// The most rolls of which one counts.
pub const MOST_TIMES: u32 = 100;

/// A check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckDef {
    /// `Attack`
    pub name: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// What it is given, by name.
    pub parameters: IndexMap<String, ParameterDef>,
    /// The dice.
    pub roll: Formula,
    /// A second roll, of the other side.
    pub against: Option<Formula>,
    /// How often `roll` is thrown, where one of several rolls counts.
    pub times: Option<Formula>,
    /// Whether the worst of several rolls counts rather than the best.
    pub keeps_worst: bool,
    /// Computed for every outcome, by name, in order.
    pub values: IndexMap<String, ValueDef>,
    /// The value whose distribution is shown; without it, `rolled`.
    pub result: Option<String>,
    /// What outcomes mean, by id: the first that holds counts.
    pub bands: IndexMap<String, BandDef>,
    /// Bands after which everything is rerolled.
    pub rerolls: Vec<String>,
    /// How many attempts there are in a row.
    pub attempts: Option<Formula>,
    /// Bands that end the row of attempts.
    pub ends_on: Vec<String>,
    /// One parameter, and its usual arguments.
    pub usual: Option<(String, Vec<Argument>)>,
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
    /// Figures whose mean is reported, by name.
    pub gives: IndexMap<String, Formula>,
}

impl CheckDef {
    /// Every figure that a band gives, in order of the bands.
    pub fn gives(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let names = self.bands.values().flat_map(|band| band.gives.keys()).map(String::as_str);
        names.filter(|name| seen.insert(*name)).collect()
    }

    /// Whether the odds can depend on an input, where the words that `decided` knows are decided: rulings, and inputs
    /// that are set to an option.
    pub fn depends_on(&self, input: &str, decided: &dyn Fn(&str) -> Option<String>) -> bool {
        let folded = |formula: &Formula| fold(&formula.expr, decided);
        let mut open: Vec<Expr> =
            [Some(&self.roll), self.against.as_ref(), self.times.as_ref(), self.attempts.as_ref()]
                .into_iter()
                .flatten()
                .map(folded)
                .collect();
        for band in self.bands.values() {
            let when = band.when.as_ref().map(folded);
            if when.as_ref().is_some_and(|when| matches!(when.kind, ExprKind::Bool(false))) {
                continue;
            }
            let is_last = when.as_ref().is_none_or(|when| matches!(when.kind, ExprKind::Bool(true)));
            open.extend(when);
            open.extend(band.gives.values().map(folded));
            if is_last {
                break;
            }
        }
        let result = self.result.as_ref().and_then(|result| self.values.get(result));
        open.extend(result.map(|value| folded(&value.formula)));
        let mut seen: BTreeSet<String> = BTreeSet::new();
        while let Some(expr) = open.pop() {
            for name in expr.names() {
                if name.split('.').next() == Some(input) {
                    return true;
                }
                if let (Some(value), true) = (self.values.get(name), seen.insert(name.to_owned())) {
                    open.push(folded(&value.formula));
                }
            }
        }
        false
    }

    /// The printed name of the result.
    pub fn result_name(&self) -> Option<&str> {
        self.values.get(self.result.as_ref()?).map(|value| value.name.as_str())
    }
}
