//! Checks: what is rolled, and what each outcome means.
//!
//! **In** a [`CheckDef`] as part of a checked system, the values of a character, and arguments. **Out** a [`CheckRun`]: its
//! exact [`Odds`], the chance or mean of any formula over its outcomes, and what follows from one outcome.

mod difference;
mod odds;
mod outcome;
mod run;

mod frames;

use crate::eval::Worksheet;
use crate::formula::{Formula, told};
pub use crate::model::check::{AGAINST, BAND, BandDef, CheckDef, MOST_ATTEMPTS, MOST_TIMES, ROLLED};
use crate::model::rules::Rules;

pub use odds::{BandOdds, Odds, RowOdds, TotalOdds};
pub use outcome::Outcome;
pub use run::{Answer, CheckRun, LastRoll};

/// What a formula of a check is under the rules in force, in the words of the check.
pub fn told_part(rules: &Rules, check: &CheckDef, part: &Formula) -> String {
    told(&rules.fold(&part.expr), &Worksheet::rolled(rules, check).frame())
}
