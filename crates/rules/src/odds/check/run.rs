//! A check run by one character with its arguments.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use indexmap::IndexMap;
use num_bigint::BigUint;

use super::super::limits::{Effort, limit_outcomes};
use super::super::{Distribution, Fraction};
use super::difference::{Form, form};
use super::outcome::{Outcome, known};
use super::{AGAINST, BAND, CheckDef, MOST_ATTEMPTS, MOST_TIMES, ROLLED};
use crate::dice::{Dice, OddsError};
use crate::eval::compute::Evaluator;
use crate::eval::{SheetFrame, Worksheet};
use crate::formula::{EvalError, EvalFault, Expr, ExprKind, Formula, eval, partial_eval};
use crate::model::ability::Argument;
use crate::number::Number;
use crate::value::Value;

/// The most outcomes that are evaluated.
const MOST_OUTCOMES: u64 = 400_000;
/// The most characters of formulas that are evaluated for all of them: about half a second.
const MOST_READING: u64 = 50_000_000;
/// The most figures that bands give: each is added up over all outcomes.
const MOST_FIGURES: usize = 100;
/// The cost of an outcome beside its formulas, and of a figure that is added up, in characters.
const READING_OF_OUTCOME: u64 = 40;

/// A check whose dice are known, with its formulas partially evaluated.
pub struct CheckRun<'a> {
    check: &'a CheckDef,
    before: Before<'a>,
    roll: Dice,
    rolled: Distribution,
    opposed: Option<(Dice, Distribution)>,
    times: u32,
    attempts: u32,
    /// The effort left for the difference of both rolls.
    effort: Effort,
    /// The cost of the outcomes evaluated so far, in the units of [`CheckRun::work`].
    reading: Cell<u64>,
    /// The names that are known only after the roll.
    open: BTreeSet<&'a str>,
    values: IndexMap<String, Expr>,
    bands: Vec<(String, Option<Expr>)>,
    /// What each band gives, by name; none where it gives nothing of it.
    gives: Vec<IndexMap<String, Option<Expr>>>,
}

/// The roll that was counted last: cases of a check often differ in what is rolled against alone.
#[derive(Debug, Default)]
pub struct LastRoll(Option<(Dice, Distribution, Effort)>);

impl LastRoll {
    /// The distribution of dice, and the effort left after it: the same, whether they were counted before or not.
    fn counted(&mut self, dice: &Dice) -> Result<(Distribution, Effort), OddsError> {
        if let Some((_, distribution, left)) = self.0.as_ref().filter(|(last, ..)| last == dice) {
            return Ok((distribution.clone(), *left));
        }
        let mut effort = Effort::default();
        let distribution = Distribution::within(dice, &mut effort)?;
        self.0 = Some((dice.clone(), distribution.clone(), effort));
        Ok((distribution, effort))
    }
}

/// A chance or a mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The result, with all that is cut off counted as the highest total that is kept.
    pub value: Fraction,
    /// A bound for its error: 0 unless exploding dice were cut off.
    pub off_by: Fraction,
}

impl Answer {
    /// Whether this may be the exact answer.
    pub fn is(&self, expected: &Fraction) -> bool {
        (&self.value - expected).abs() <= self.off_by
    }
}

/// What is known before the roll.
pub(super) struct Before<'a> {
    sheet: Worksheet<'a>,
}

impl<'a> Before<'a> {
    pub(super) fn frame(&self) -> SheetFrame<'_, 'a> {
        self.sheet.frame()
    }

    fn eval(&self, formula: &Formula) -> Result<Value, EvalError> {
        let expr = self.sheet.folded(&formula.expr);
        known(eval(&expr, &self.frame()), &expr)
    }

    fn dice(&self, formula: &Formula) -> Result<Dice, EvalError> {
        Ok(match self.eval(formula)? {
            Value::Dice(dice) => dice,
            Value::Number(points) => Dice::flat_only(points),
            other => return Err(EvalError::new(&formula.expr.at, EvalFault::NoRoll { value: other })),
        })
    }

    /// A whole number from 1 to a limit; 1 without a formula.
    fn number(&self, formula: Option<&Formula>, most: u32) -> Result<u32, EvalError> {
        let Some(formula) = formula else { return Ok(1) };
        let value = self.eval(formula)?;
        let number = value.as_number().and_then(Number::to_i64).and_then(|n| u32::try_from(n).ok());
        number
            .filter(|n| (1..=most).contains(n))
            .ok_or_else(|| EvalError::new(&formula.expr.at, EvalFault::NotCounted { value, most }))
    }
}

impl<'a> CheckRun<'a> {
    /// Evaluates what is rolled, and counts it.
    ///
    /// # Errors
    /// When something cannot be computed or is not known, or there are too many outcomes; the error names the part of
    /// the check.
    pub fn new(
        evaluator: &'a Evaluator<'a>,
        check: &'a CheckDef,
        arguments: &'a BTreeMap<String, Argument>,
    ) -> Result<Self, EvalError> {
        Self::after(&mut LastRoll::default(), evaluator, check, arguments)
    }

    /// The same after another run, of which the roll is not counted again where it is the same.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn after(
        last: &mut LastRoll,
        evaluator: &'a Evaluator<'a>,
        check: &'a CheckDef,
        arguments: &'a BTreeMap<String, Argument>,
    ) -> Result<Self, EvalError> {
        let before = Before { sheet: Worksheet::before_roll(evaluator, check, Some(arguments)) };
        let dice_of = |formula: &Formula, part: &str| before.dice(formula).map_err(|error| error.in_value(part));
        let roll = dice_of(&check.roll, "roll")?;
        let (rolled, mut effort) = last.counted(&roll).map_err(|error| refused(error, &check.roll).in_value("roll"))?;
        let mut opposed = None;
        if let Some(against) = &check.against {
            let dice = dice_of(against, AGAINST)?;
            let distribution = Distribution::within(&dice, &mut effort);
            let distribution = distribution.map_err(|error| refused(error, against).in_value(AGAINST))?;
            opposed = Some((dice, distribution));
        }
        let times = before.number(check.times.as_ref(), MOST_TIMES).map_err(|error| error.in_value("times"))?;
        let attempts =
            before.number(check.attempts.as_ref(), MOST_ATTEMPTS).map_err(|error| error.in_value("tries"))?;
        let rolled = rolled.one_of_within(times, !check.keeps_worst, &mut effort);
        let rolled = rolled.map_err(|error| refused(error, &check.roll).in_value("times"))?;
        let (reading, values, bands, gives) = (Cell::default(), IndexMap::new(), Vec::new(), Vec::new());
        let open = open(check);
        let mut run =
            Self { check, before, roll, rolled, opposed, times, attempts, effort, reading, open, values, bands, gives };
        run.values = check.values.iter().map(|(id, v)| (id.clone(), run.partial(&v.formula.expr))).collect();
        let when = |formula: &Formula| run.partial(&formula.expr);
        run.bands = check.bands.iter().map(|(id, band)| (id.clone(), band.when.as_ref().map(when))).collect();
        let names = check.gives();
        if names.len() > MOST_FIGURES {
            return Err(EvalError::whole(EvalFault::TooManyFigures { found: names.len(), most: MOST_FIGURES })
                .in_value("gives"));
        }
        let gives = check.bands.values().map(|band| {
            let figure = |name: &&str| ((*name).to_owned(), band.gives.get(*name).map(|f| run.partial(&f.expr)));
            names.iter().map(figure).collect()
        });
        run.gives = gives.collect();
        Ok(run)
    }

    /// The check.
    pub fn check(&self) -> &'a CheckDef {
        self.check
    }

    /// All that the odds follow from: runs of which it is written out alike have the same odds, at the same work. None where
    /// a formula asks for something that is not known by now.
    pub fn basis(&self) -> Option<impl fmt::Debug + '_> {
        let when = self.bands.iter().filter_map(|(_, when)| when.as_ref());
        let figures = self.gives.iter().flat_map(IndexMap::values).flatten();
        let mut formulas = self.values.values().chain(when).chain(figures);
        let check = self.check;
        let whole = || check.values.values().map(|value| value.may_be_fraction).collect::<Vec<_>>();
        formulas.all(|expr| self.is_known(expr)).then(|| {
            let of_check = (&check.result, check.keeps_worst, &check.rerolls, &check.ends_on, whole());
            let of_roll = (&self.roll, self.against(), self.times, self.attempts);
            (of_check, of_roll, &self.values, &self.bands, &self.gives)
        })
    }

    /// Whether a formula needs nothing but what differs between outcomes.
    fn is_known(&self, expr: &Expr) -> bool {
        let mut is_known = true;
        expr.walk(&mut |part| match &part.kind {
            ExprKind::Name(name) => is_known &= self.open.contains(name.as_str()),
            ExprKind::Query(..) | ExprKind::Wielded { .. } => is_known = false,
            ExprKind::Number(_)
            | ExprKind::Symbol(_)
            | ExprKind::Bool(_)
            | ExprKind::Negate(_)
            | ExprKind::Not(_)
            | ExprKind::Binary(..)
            | ExprKind::Chain(..)
            | ExprKind::If(..)
            | ExprKind::Call(..)
            | ExprKind::Table(..)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Change { .. } => {}
        });
        is_known
    }

    /// What is rolled.
    pub fn roll(&self) -> &Dice {
        &self.roll
    }

    /// What the other side rolls.
    pub fn against(&self) -> Option<&Dice> {
        self.opposed.as_ref().map(|(dice, _)| dice)
    }

    /// How many times it is rolled, of which one roll counts.
    pub fn times(&self) -> u32 {
        self.times
    }

    /// How many attempts there are in a row.
    pub fn attempts(&self) -> u32 {
        self.attempts
    }

    /// The work so far, in units of about a nanosecond: counting rolls, and evaluating outcomes.
    pub fn work(&self) -> u64 {
        self.effort.spent().saturating_add(self.reading.get())
    }

    /// A formula over outcomes with all evaluated that is the same for each of them.
    pub(super) fn partial(&self, expr: &Expr) -> Expr {
        partial_eval(&self.before.sheet.folded(expr), &self.before.frame(), &|name| self.open.contains(name))
    }

    /// The share of outcomes that may be another one, since exploding dice were cut off.
    pub(super) fn cut_off(&self) -> Fraction {
        let kept = |distribution: &Distribution| &Fraction::one() - &distribution.cut_off();
        let both = self.opposed.as_ref().map_or_else(Fraction::one, |(_, against)| kept(against));
        &Fraction::one() - &(&kept(&self.rolled) * &both)
    }

    pub(super) fn before(&self) -> &Before<'a> {
        &self.before
    }

    pub(super) fn values(&self) -> &IndexMap<String, Expr> {
        &self.values
    }

    pub(super) fn bands(&self) -> &[(String, Option<Expr>)] {
        &self.bands
    }

    /// What a band gives under a name; none where no band gives anything under it.
    pub(super) fn figure_of(&self, band: usize, name: &str) -> Option<&Option<Expr>> {
        self.gives[band].get(name)
    }

    /// Whether the check rolls these dice with these points: whether a value of it, or else the total of its dice, is distributed as
    /// they are.
    ///
    /// # Errors
    /// When one of the two cannot be counted.
    pub fn rolls(&self, dice: &Dice, value: Option<&str>) -> Result<bool, EvalError> {
        if value.is_none() && self.times == 1 && self.roll == *dice {
            return Ok(true);
        }
        let wanted = Distribution::within(dice, &mut self.effort.clone());
        let wanted = wanted.map_err(|error| refused(error, &self.check.roll).in_value("roll"))?;
        let mut found: BTreeMap<Number, BigUint> = BTreeMap::new();
        let out_of = match value {
            None => {
                found.extend(self.rolled.totals().map(|(total, ways)| (total, ways.clone())));
                self.rolled.out_of().clone()
            }
            Some(name) => self.each_outcome(&[], |outcome, ways| {
                let value = outcome.values().find(|(id, _)| *id == name).map(|(_, value)| value);
                let Some(total) = value.and_then(Value::as_number) else {
                    let value = value.cloned().unwrap_or_else(|| Value::Unknown(name.to_owned()));
                    return Err(EvalError::whole(EvalFault::NoNumber { value }).in_value(name));
                };
                *found.entry(total).or_default() += ways;
                Ok(())
            })?,
        };
        found.retain(|_, ways| *ways != BigUint::ZERO);
        let wanted_of = wanted.out_of().clone();
        let wanted = wanted.totals().filter(|(_, ways)| **ways != BigUint::ZERO);
        // Both as shares of the product of all ways.
        Ok(found
            .iter()
            .map(|(total, ways)| (*total, ways * &wanted_of))
            .eq(wanted.map(|(total, ways)| (total, ways * &out_of))))
    }

    /// What follows from one roll.
    ///
    /// # Errors
    /// When it cannot come up, or something that follows cannot be computed.
    pub fn outcome(&self, rolled: Number, against: Option<Number>) -> Result<Outcome<'_, 'a>, EvalError> {
        comes_up(&self.rolled, rolled, &self.check.roll.expr).map_err(|error| error.in_value("roll"))?;
        if let (Some((_, distribution)), Some(formula)) = (&self.opposed, &self.check.against) {
            let Some(against) = against else {
                return Err(
                    EvalError::new(&formula.expr.at, EvalFault::Unknown { name: AGAINST.to_owned() }).in_value(AGAINST)
                );
            };
            comes_up(distribution, against, &formula.expr).map_err(|error| error.in_value(AGAINST))?;
        }
        Outcome::new(self, rolled, against)
    }

    /// Visits every outcome with the ways to it, and returns the number of all ways. `asked` are the formulas that will be
    /// evaluated for them, beside the bands.
    pub(super) fn each_outcome(
        &self,
        asked: &[&Expr],
        mut visit: impl FnMut(&Outcome<'_, '_>, &BigUint) -> Result<(), EvalError>,
    ) -> Result<BigUint, EvalError> {
        let Some((_, against)) = &self.opposed else {
            self.limit_size(self.rolled.totals().len(), self.rolled.out_of().bits(), asked)?;
            for (rolled, ways) in self.rolled.totals().filter(|(_, ways)| **ways != BigUint::ZERO) {
                visit(&Outcome::new(self, rolled, None)?, ways)?;
            }
            return Ok(self.rolled.out_of().clone());
        };
        if let Some((differences, least)) = self.differences(asked, against) {
            self.limit_size(differences.totals().len(), differences.out_of().bits(), asked)?;
            for (difference, ways) in differences.totals().filter(|(_, ways)| **ways != BigUint::ZERO) {
                let rolled = difference.checked_add(least).unwrap_or(difference);
                visit(&Outcome::new(self, rolled, Some(least))?, ways)?;
            }
            return Ok(differences.out_of().clone());
        }
        let outcomes = self.rolled.totals().len().saturating_mul(against.totals().len());
        self.limit_size(outcomes, self.rolled.out_of().bits() + against.out_of().bits(), asked)?;
        for (rolled, ways) in self.rolled.totals().filter(|(_, ways)| **ways != BigUint::ZERO) {
            for (against, others) in against.totals().filter(|(_, ways)| **ways != BigUint::ZERO) {
                visit(&Outcome::new(self, rolled, Some(against))?, &(ways * others))?;
            }
        }
        Ok(self.rolled.out_of() * against.out_of())
    }

    /// Refuses what would take too long or too much memory: `outcomes` of them, with ways of `bits` bits.
    fn limit_size(&self, outcomes: usize, bits: u64, asked: &[&Expr]) -> Result<(), EvalError> {
        /// The cost of evaluating a formula, and of each of its characters.
        const WORK: (u64, u64) = (150, 10);
        let outcomes = outcomes as u64;
        let values = self.check.values.values().map(|value| &value.formula);
        let bands = self.check.bands.values().flat_map(|band| band.when.iter().chain(band.gives.values()));
        let own: usize = values.chain(bands).map(|formula| formula.text.len()).sum();
        let asked_for: usize = asked.iter().map(|expr| expr.at.len()).sum();
        let figures = (asked.len() as u64 + 2).saturating_mul(bits / 256 + 10);
        let reading = READING_OF_OUTCOME + figures + (own + asked_for) as u64;
        let refuse = |fault: EvalFault| Err(EvalError::new(&self.check.roll.expr.at, fault).in_value("roll"));
        if outcomes > MOST_OUTCOMES {
            return refuse(EvalFault::TooManyOutcomes { outcomes, most: MOST_OUTCOMES });
        }
        if outcomes.saturating_mul(reading) > MOST_READING {
            return refuse(EvalFault::TooManyForFormulas { outcomes, reading, most: MOST_READING / reading });
        }
        let formulas = (self.values.len() + self.bands.len() + asked.len()) as u64;
        let work =
            outcomes.saturating_mul(reading.saturating_mul(WORK.1).saturating_add(formulas.saturating_mul(WORK.0)));
        self.reading.set(self.reading.get().saturating_add(work));
        limit_outcomes(outcomes, bits).map_err(|_| self.too_many())
    }

    pub(super) fn too_many(&self) -> EvalError {
        refused(OddsError::TooMany, &self.check.roll).in_value("roll")
    }

    /// The differences of both rolls, and the least total of the other side, where no formula needs more.
    fn differences(&self, asked: &[&Expr], against: &Distribution) -> Option<(Distribution, Number)> {
        let mut forms: BTreeMap<&str, Form> = BTreeMap::new();
        for (name, expr) in &self.values {
            let found = form(expr, &forms);
            forms.insert(name, found);
        }
        // Values are evaluated for every outcome, needed or not: with a roll that never comes up, they might fail.
        if forms.values().any(|form| *form == Form::OfBoth) {
            return None;
        }
        for (name, expr) in self.gives.iter().flatten().filter_map(|(name, expr)| Some((name, expr.as_ref()?))) {
            let found = form(expr, &forms);
            let known = forms.get(name.as_str()).copied();
            let is_simple = found.needs_difference_only() && known.is_none_or(Form::needs_difference_only);
            forms.insert(name, if is_simple { Form::OfDifference } else { Form::OfBoth });
        }
        let bands = self.bands.iter().filter_map(|(_, when)| when.as_ref());
        let mut all = bands.chain(asked.iter().copied());
        if !all.all(|expr| form(expr, &forms).needs_difference_only()) {
            return None;
        }
        let (least, _) = against.totals().next()?;
        Some((self.rolled.plus_within(&against.negated(), &mut self.effort.clone()).ok()?, least))
    }
}

/// The names of a check that differ from outcome to outcome.
fn open(check: &CheckDef) -> BTreeSet<&str> {
    let figure = check.bands.values().flat_map(|band| band.gives.keys());
    let own = check.values.keys().chain(figure).map(String::as_str);
    own.chain([ROLLED, AGAINST, BAND]).collect()
}

fn refused(error: OddsError, formula: &Formula) -> EvalError {
    EvalError::new(&formula.expr.at, error)
}

/// Refuses a total that cannot come up. Beyond the part of exploding dice that was counted, any may.
fn comes_up(distribution: &Distribution, total: Number, expr: &Expr) -> Result<(), EvalError> {
    let mut totals = distribution.totals().filter(|(_, ways)| **ways != BigUint::ZERO).map(|(total, _)| total);
    let (low, high) = (totals.next(), totals.next_back());
    let is_beyond = distribution.cut_off() > Fraction::zero() && high.is_some_and(|high| total > high);
    let is_there = distribution.totals().any(|(known, ways)| known == total && *ways != BigUint::ZERO);
    if is_there || is_beyond {
        return Ok(());
    }
    let range = low.zip(high.or(low));
    Err(EvalError::new(&expr.at, EvalFault::CannotComeUp { total, range }))
}
