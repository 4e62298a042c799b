//! The exact odds of a check, and chances and means of formulas over its outcomes.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use num_bigint::{BigInt, BigUint};

use super::super::Fraction;
use super::super::limits::limit_reducing;
use super::ROLLED;
use super::outcome::Outcome;
use super::run::{Answer, CheckRun};
use crate::formula::{EvalError, EvalFault, Expr, ExprKind};
use crate::number::Number;
use crate::value::Value;

/// The most counts that are kept: one for every result and band.
const MOST_CELLS: usize = 1_000_000;
/// The most denominators of a figure, and the longest that their mean may have, in bits: some 1,200 decimal digits. That
/// of `1 / rolled` grows with the number of outcomes.
const MOST_DENOMINATORS: usize = 1000;
const LONGEST_DENOMINATOR: u64 = 4096;

/// The odds of a check. All ways are out of the same number. Outcomes that are rerolled are no outcomes: they
/// count neither as ways nor among all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The bands in order.
    pub bands: Vec<BandOdds>,
    /// The number of all ways.
    pub out_of: BigUint,
    /// The chance that a roll is rerolled; 0 where none ever is.
    pub reroll: Fraction,
    /// What the result may be, in order.
    pub totals: Vec<TotalOdds>,
    /// The mean of the result.
    pub mean: Answer,
    /// The mean of each figure that bands give, by name.
    pub gives: IndexMap<String, Answer>,
    /// Several attempts in a row, where the check has attempts.
    pub row: Option<RowOdds>,
    /// The share of all ways whose outcome was cut off and may be another one: 0 unless dice explode.
    pub cut_off: Fraction,
}

/// How likely a band is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BandOdds {
    /// The band.
    pub id: String,
    /// Ways to it.
    pub ways: BigUint,
    /// Whether it is rerolled, so that no outcome stays in it.
    pub is_rerolled: bool,
}

/// How likely a result is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TotalOdds {
    /// The result.
    pub value: Number,
    /// Ways to it.
    pub ways: BigUint,
    /// Ways to it in each band, in order.
    pub in_bands: Vec<BigUint>,
}

/// Several attempts in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowOdds {
    /// How many at most.
    pub attempts: u32,
    /// The chance that each band comes up at least once.
    pub once: Vec<Fraction>,
    /// The chance that no attempt ends the row, where bands do.
    pub never_ended: Option<Fraction>,
    /// The mean of each figure over the whole row, by name.
    pub totals: IndexMap<String, Fraction>,
}

impl Odds {
    /// The chance of a band.
    pub fn chance(&self, band: usize) -> Fraction {
        Fraction::of(&self.bands[band].ways, &self.out_of)
    }

    /// The chance of some results together.
    pub fn chance_of(&self, totals: &[TotalOdds]) -> Fraction {
        Fraction::of(&totals.iter().map(|total| &total.ways).sum(), &self.out_of)
    }

    /// The chance of some results together, each in one band.
    pub fn chance_in(&self, totals: &[TotalOdds], band: usize) -> Fraction {
        Fraction::of(&totals.iter().map(|total| &total.in_bands[band]).sum(), &self.out_of)
    }

    /// How many results, one after another, are less likely together than a limit.
    pub fn rarer_than<'o>(&self, limit: &Fraction, totals: impl Iterator<Item = &'o TotalOdds>) -> usize {
        let mut together = BigUint::ZERO;
        let is_rare = |total: &&TotalOdds| {
            together += &total.ways;
            Fraction::of(&together, &self.out_of) < *limit
        };
        totals.take_while(is_rare).count()
    }
}

/// A sum of numbers, weighted by their ways.
#[derive(Default)]
struct Sum {
    /// Numbers times their ways, by their denominators.
    parts: BTreeMap<i128, BigInt>,
}

impl Sum {
    fn add(&mut self, number: Number, ways: &BigUint) -> Result<(), EvalError> {
        let (numerator, denominator) = number.fraction();
        if numerator != 0 {
            *self.parts.entry(denominator).or_default() += BigInt::from(ways.clone()) * numerator;
        }
        if self.parts.len() > MOST_DENOMINATORS { Err(too_fine()) } else { Ok(()) }
    }

    /// Divided by all ways.
    fn over(self, ways: &BigUint) -> Result<Fraction, EvalError> {
        let mut common = BigUint::from(1_u32);
        for denominator in self.parts.keys().map(|denominator| BigUint::from(denominator.unsigned_abs())) {
            common = least_common_multiple(common, &denominator);
            if common.bits() > LONGEST_DENOMINATOR {
                return Err(too_fine());
            }
        }
        let whole = BigInt::from(common.clone());
        let sum: BigInt = self.parts.iter().map(|(denominator, part)| part * (&whole / denominator)).sum();
        Ok(Fraction::from_parts(sum, &(common * ways)))
    }
}

fn too_fine() -> EvalError {
    EvalError::whole(EvalFault::TooFine { denominators: MOST_DENOMINATORS, bits: LONGEST_DENOMINATOR })
}

fn least_common_multiple(a: BigUint, b: &BigUint) -> BigUint {
    let (mut divisor, mut rest) = (b.clone(), &a % b);
    while rest != BigUint::ZERO {
        (divisor, rest) = (rest.clone(), divisor % rest);
    }
    a * (b / divisor)
}

/// How some outcomes are shared between those that end a row and those that do not.
struct Shares {
    going_on: BigUint,
    ending: BigUint,
}

/// The outcomes that count: the number of ways to them, and the shares rerolled and cut off.
struct Counted {
    out_of: BigUint,
    reroll: Fraction,
    cut_off: Fraction,
}

impl Counted {
    fn chance(&self, ways: &BigUint) -> Fraction {
        Fraction::of(ways, &self.out_of)
    }

    /// A total that was cut off may be large, but hardly ever comes up: the error bound covers it.
    fn mean(&self, sum: Sum) -> Result<Answer, EvalError> {
        let value = sum.over(&self.out_of)?;
        let size = std::cmp::max(value.abs(), Fraction::one());
        let off_by = if self.cut_off > Fraction::zero() { &size * &Fraction::tenth_power(9) } else { Fraction::zero() };
        Ok(Answer { value, off_by })
    }

    /// A row of attempts none of which has some outcomes: ways to go on, and to end, without them.
    fn row(&self, others: &Shares, attempts: u32) -> Row {
        let whole = |ways: &BigUint| BigInt::from(ways.clone());
        Row { going_on: whole(&others.going_on), ending: whole(&others.ending), out_of: whole(&self.out_of), attempts }
    }
}

/// Attempts in a row, each with the same ways.
struct Row {
    going_on: BigInt,
    ending: BigInt,
    out_of: BigInt,
    attempts: u32,
}

impl Row {
    /// The chance that every attempt that takes place is one of these.
    fn all(&self) -> Fraction {
        // From the last attempt to the first: it ends the row, or goes on to those after it.
        let (mut ways, mut out_of) = (BigInt::from(1), BigInt::from(1));
        for _ in 0..self.attempts {
            ways = &self.ending * &out_of + &self.going_on * ways;
            out_of *= &self.out_of;
        }
        Fraction::from_parts(ways, out_of.magnitude())
    }

    /// The mean number of attempts that take place.
    fn taking_place(&self) -> Fraction {
        let (mut attempts, mut out_of) = (BigInt::from(0), BigInt::from(1));
        for _ in 0..self.attempts {
            out_of *= &self.out_of;
            attempts = &out_of + &self.going_on * attempts;
        }
        Fraction::from_parts(attempts, out_of.magnitude())
    }
}

impl CheckRun<'_> {
    /// Its odds.
    ///
    /// # Errors
    /// When something cannot be computed for some outcome, or every outcome is rerolled.
    pub fn odds(&self) -> Result<Odds, EvalError> {
        let shown = self.check().result.as_deref().unwrap_or(ROLLED);
        let result = named(shown);
        let names: Vec<String> = self.check().gives().into_iter().map(str::to_owned).collect();
        let gives: Vec<Expr> = names.iter().map(|name| named(name)).collect();
        let asked: Vec<&Expr> = gives.iter().chain([&result]).collect();
        let count = self.bands().len();
        let mut bands = vec![BigUint::ZERO; count];
        let mut totals: BTreeMap<Number, Vec<BigUint>> = BTreeMap::new();
        let mut sums: Vec<Sum> = names.iter().map(|_| Sum::default()).collect();
        let mut mean = Sum::default();
        let counted = self.each_final(&asked, |outcome, ways| {
            bands[outcome.band()] += ways;
            let total = number(outcome, &result)?;
            mean.add(total, ways).map_err(|error| error.in_value(shown))?;
            totals.entry(total).or_insert_with(|| vec![BigUint::ZERO; count])[outcome.band()] += ways;
            if totals.len() * count > MOST_CELLS {
                return Err(self.too_many());
            }
            for ((sum, expr), name) in sums.iter_mut().zip(&gives).zip(&names) {
                sum.add(number(outcome, expr)?, ways).map_err(|error| error.in_value(name))?;
            }
            Ok(())
        })?;
        self.limit_reducing(bands.len() + names.len(), &counted)?;
        let gives = names.into_iter().zip(sums).map(|(name, sum)| {
            let mean = counted.mean(sum).map_err(|error| error.in_value(&name))?;
            Ok((name, mean))
        });
        let gives = gives.collect::<Result<IndexMap<_, _>, EvalError>>()?;
        let mean = counted.mean(mean).map_err(|error| error.in_value(shown))?;
        let row = self.check().attempts.is_some().then(|| self.row(&bands, &counted, &gives));
        let is_rerolled = |place: usize| self.check().rerolls.contains(&self.bands()[place].0);
        let band = |(place, ways): (usize, BigUint)| BandOdds {
            id: self.bands()[place].0.clone(),
            ways,
            is_rerolled: is_rerolled(place),
        };
        let total =
            |(value, in_bands): (Number, Vec<BigUint>)| TotalOdds { value, ways: in_bands.iter().sum(), in_bands };
        Ok(Odds {
            cut_off: counted.cut_off.clone(),
            mean,
            bands: bands.into_iter().enumerate().map(band).collect(),
            totals: totals.into_iter().map(total).collect(),
            reroll: counted.reroll,
            out_of: counted.out_of,
            gives,
            row,
        })
    }

    fn row(&self, bands: &[BigUint], counted: &Counted, gives: &IndexMap<String, Answer>) -> RowOdds {
        let stops = |place: usize| self.check().ends_on.contains(&self.bands()[place].0);
        let ending: BigUint = (0..bands.len()).filter(|place| stops(*place)).map(|place| &bands[place]).sum();
        let going_on = &counted.out_of - &ending;
        let once = (0..bands.len()).map(|place| {
            let mut others = Shares { going_on: going_on.clone(), ending: ending.clone() };
            let share = if stops(place) { &mut others.ending } else { &mut others.going_on };
            *share -= &bands[place];
            self.once_from(&others, counted)
        });
        let taking_place = counted.row(&Shares { going_on: going_on.clone(), ending: BigUint::ZERO }, self.attempts());
        let taking_place = taking_place.taking_place();
        let going_on = counted.chance(&going_on);
        RowOdds {
            attempts: self.attempts(),
            once: once.collect(),
            never_ended: (!self.check().ends_on.is_empty()).then(|| going_on.power(self.attempts())),
            totals: gives.iter().map(|(name, mean)| (name.clone(), &mean.value * &taking_place)).collect(),
        }
    }

    /// The chance of at least once in the row, from the outcomes of one attempt that do not count.
    fn once_from(&self, others: &Shares, counted: &Counted) -> Fraction {
        &Fraction::one() - &counted.row(others, self.attempts()).all()
    }

    /// Refuses figures that would take too long to bring to lowest terms, each of them once for all attempts.
    fn limit_reducing(&self, figures: usize, counted: &Counted) -> Result<(), EvalError> {
        let bits = counted.out_of.bits().saturating_mul(u64::from(self.attempts()));
        limit_reducing(figures as u64 + 1, bits).map_err(|_| self.too_many())
    }

    /// Visits all outcomes that are not rerolled.
    fn each_final(
        &self,
        asked: &[&Expr],
        mut visit: impl FnMut(&Outcome<'_, '_>, &BigUint) -> Result<(), EvalError>,
    ) -> Result<Counted, EvalError> {
        let is_rerolled: Vec<bool> = self.bands().iter().map(|(id, _)| self.check().rerolls.contains(id)).collect();
        let mut reroll = BigUint::ZERO;
        let all = self.each_outcome(asked, |outcome, ways| {
            if is_rerolled[outcome.band()] {
                reroll += ways;
                return Ok(());
            }
            visit(outcome, ways)
        })?;
        let out_of = &all - &reroll;
        if out_of == BigUint::ZERO {
            return Err(EvalError::new(&self.check().roll.expr.at, EvalFault::NeverEnds).in_value("again"));
        }
        let cut_off = &self.cut_off() / &Fraction::of(&out_of, &all);
        Ok(Counted { reroll: Fraction::of(&reroll, &all), out_of, cut_off })
    }

    /// The chance that something is true of an outcome.
    ///
    /// # Errors
    /// When it cannot be computed for some outcome.
    pub fn chance(&self, condition: &Expr) -> Result<Answer, EvalError> {
        let (mut those, _, counted) = self.shares(condition)?;
        those.going_on += those.ending;
        Ok(Answer { value: counted.chance(&those.going_on), off_by: counted.cut_off })
    }

    /// The mean of a number over all outcomes.
    ///
    /// # Errors
    /// When it cannot be computed for some outcome.
    pub fn mean(&self, of: &Expr) -> Result<Answer, EvalError> {
        let of = self.partial(of);
        let mut sum = Sum::default();
        let counted = self.each_final(&[&of], |outcome, ways| sum.add(number(outcome, &of)?, ways))?;
        counted.mean(sum)
    }

    /// The chance that something is true in at least one of the attempts.
    ///
    /// # Errors
    /// When it cannot be computed for some outcome.
    pub fn once(&self, condition: &Expr) -> Result<Answer, EvalError> {
        let (_, others, counted) = self.shares(condition)?;
        self.limit_reducing(1, &counted)?;
        Ok(self.answer(self.once_from(&others, &counted), &counted))
    }

    /// The chance that all attempts take place, and something is true in each of them.
    ///
    /// # Errors
    /// When it cannot be computed for some outcome.
    pub fn each(&self, condition: &Expr) -> Result<Answer, EvalError> {
        let (those, _, counted) = self.shares(condition)?;
        self.limit_reducing(1, &counted)?;
        let going_on = counted.chance(&those.going_on);
        let last = counted.chance(&(&those.going_on + &those.ending));
        Ok(self.answer(&going_on.power(self.attempts() - 1) * &last, &counted))
    }

    /// The chance that no attempt ends the row.
    ///
    /// # Errors
    /// When a band cannot be computed for some outcome.
    pub fn never_ended(&self) -> Result<Answer, EvalError> {
        let (all, _, counted) = self.shares(&Expr { kind: ExprKind::Bool(true), at: 0..0 })?;
        self.limit_reducing(1, &counted)?;
        Ok(self.answer(counted.chance(&all.going_on).power(self.attempts()), &counted))
    }

    /// The mean of the sum of a number over the attempts that take place.
    ///
    /// # Errors
    /// When it cannot be computed for some outcome.
    pub fn total(&self, of: &Expr) -> Result<Answer, EvalError> {
        let (all, _, counted) = self.shares(&Expr { kind: ExprKind::Bool(true), at: 0..0 })?;
        let mean = self.mean(of)?;
        let attempts = Fraction::from(Number::whole(self.attempts().into()));
        self.limit_reducing(1, &counted)?;
        let row = counted.row(&Shares { ending: BigUint::ZERO, ..all }, self.attempts());
        let value = &mean.value * &row.taking_place();
        Ok(Answer { value, off_by: &mean.off_by * &attempts })
    }

    fn answer(&self, value: Fraction, counted: &Counted) -> Answer {
        let attempts = Fraction::from(Number::whole(self.attempts().into()));
        Answer { value, off_by: &counted.cut_off * &attempts }
    }

    /// The outcomes of which something is true, and the others.
    fn shares(&self, condition: &Expr) -> Result<(Shares, Shares, Counted), EvalError> {
        let condition = self.partial(condition);
        let stops: Vec<bool> = self.bands().iter().map(|(id, _)| self.check().ends_on.contains(id)).collect();
        let mut ways_of = [BigUint::ZERO, BigUint::ZERO, BigUint::ZERO, BigUint::ZERO];
        let counted = self.each_final(&[&condition], |outcome, ways| {
            let is_true = outcome.eval_partial(&condition)? == Value::Bool(true);
            ways_of[2 * usize::from(!is_true) + usize::from(stops[outcome.band()])] += ways;
            Ok(())
        })?;
        let [a, b, c, d] = ways_of;
        Ok((Shares { going_on: a, ending: b }, Shares { going_on: c, ending: d }, counted))
    }
}

fn named(name: &str) -> Expr {
    Expr { kind: ExprKind::Name(name.to_owned()), at: 0..0 }
}

fn number(outcome: &Outcome<'_, '_>, expr: &Expr) -> Result<Number, EvalError> {
    match outcome.eval_partial(expr)? {
        Value::Number(number) => Ok(number),
        other => Err(EvalError::new(&expr.at, EvalFault::NoNumber { value: other })),
    }
}
