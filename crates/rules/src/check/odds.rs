//! The exact odds of a check, and answers to questions about its outcomes.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use num_bigint::{BigInt, BigUint};

use super::ROLLED;
use super::outcome::Outcome;
use super::trial::{Answer, Trial};
use crate::dice::Fraction;
use crate::formula::{EvalError, Expr, ExprKind};
use crate::number::Number;
use crate::value::Value;

/// The most ways that are kept, for every result and band.
const MOST_CELLS: usize = 1_000_000;

/// The odds of a check. All ways are out of the same number. Outcomes after which everything is rolled again are no
/// outcomes: they count neither as ways nor among all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The bands in order.
    pub bands: Vec<BandOdds>,
    /// All ways there are.
    pub out_of: BigUint,
    /// The chance of one roll that everything has to be rolled again; 0 where that never happens.
    pub again: Fraction,
    /// What the result may be, in order.
    pub totals: Vec<TotalOdds>,
    /// The mean of the result.
    pub mean: Answer,
    /// The mean of each figure that bands give, by name.
    pub gives: IndexMap<String, Answer>,
    /// Several tries in a row, where the check has tries.
    pub row: Option<RowOdds>,
    /// How much of all ways may be another outcome in truth: 0 unless dice explode.
    pub cut_off: Fraction,
}

/// How likely a band is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BandOdds {
    /// The band.
    pub id: String,
    /// Ways to it.
    pub ways: BigUint,
    /// Whether everything is rolled again after it, so that there are no ways to stay in it.
    pub is_again: bool,
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

/// Several tries in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowOdds {
    /// How many at most.
    pub tries: u32,
    /// The chance of each band to come up at least once.
    pub once: Vec<Fraction>,
    /// The chance that no try ends the row, where bands do.
    pub unstopped: Option<Fraction>,
    /// The mean of each figure over the whole row, by name.
    pub totals: IndexMap<String, Fraction>,
}

impl Odds {
    /// The chance of a band.
    #[must_use]
    pub fn chance(&self, band: usize) -> Fraction {
        Fraction::of(&self.bands[band].ways, &self.out_of)
    }

    /// The chance of a result.
    #[must_use]
    pub fn chance_of(&self, total: &TotalOdds) -> Fraction {
        Fraction::of(&total.ways, &self.out_of)
    }

    /// The chance of a result in one band.
    #[must_use]
    pub fn chance_in(&self, total: &TotalOdds, band: usize) -> Fraction {
        Fraction::of(&total.in_bands[band], &self.out_of)
    }
}

/// A mean in the making.
#[derive(Default)]
struct Sum {
    /// Whole numbers times their ways.
    whole: BigInt,
    /// Fractions times their ways.
    rest: Option<Fraction>,
}

impl Sum {
    fn add(&mut self, number: Number, ways: &BigUint) {
        let (numerator, denominator) = number.fraction();
        if numerator == 0 {
            return;
        }
        let weighed = BigInt::from(ways.clone()) * numerator;
        if denominator == 1 {
            self.whole += weighed;
        } else {
            let denominator = BigUint::from(denominator.unsigned_abs());
            let part = Fraction::from_parts(weighed, &denominator);
            self.rest = Some(self.rest.take().map_or(part.clone(), |rest| &rest + &part));
        }
    }

    fn over(self, ways: &BigUint) -> Fraction {
        let whole = Fraction::from_parts(self.whole, ways);
        match self.rest {
            Some(rest) => &whole + &(&rest / &Fraction::of(ways, &1_u32.into())),
            None => whole,
        }
    }
}

/// How some outcomes are shared between those that end a row and those that do not.
struct Shares {
    going_on: BigUint,
    ending: BigUint,
}

/// The outcomes that count: all ways to them, and all ways there are.
struct Counted {
    out_of: BigUint,
    again: Fraction,
    cut_off: Fraction,
}

impl Counted {
    fn chance(&self, ways: &BigUint) -> Fraction {
        Fraction::of(ways, &self.out_of)
    }

    /// What was cut off may be large, but hardly ever comes up.
    fn mean(&self, sum: Sum) -> Answer {
        let value = sum.over(&self.out_of);
        let size = std::cmp::max(value.abs(), Fraction::one());
        let off_by = if self.cut_off > Fraction::zero() { &size * &Fraction::tenth_power(9) } else { Fraction::zero() };
        Answer { value, off_by }
    }
}

impl Trial<'_> {
    /// Its odds.
    ///
    /// # Errors
    /// When something cannot be computed for some outcome, or every outcome is rolled again.
    pub fn odds(&self) -> Result<Odds, EvalError> {
        let result = self.result();
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
            mean.add(total, ways);
            totals.entry(total).or_insert_with(|| vec![BigUint::ZERO; count])[outcome.band()] += ways;
            if totals.len() * count > MOST_CELLS {
                return Err(self.too_many());
            }
            for (sum, expr) in sums.iter_mut().zip(&gives) {
                sum.add(number(outcome, expr)?, ways);
            }
            Ok(())
        })?;
        let gives = names.into_iter().zip(sums).map(|(name, sum)| (name, counted.mean(sum))).collect();
        let row = self.check().tries.is_some().then(|| self.row(&bands, &counted, &gives));
        let is_again = |place: usize| self.check().again.contains(&self.bands()[place].0);
        let band = |(place, ways): (usize, BigUint)| BandOdds {
            id: self.bands()[place].0.clone(),
            ways,
            is_again: is_again(place),
        };
        let total =
            |(value, in_bands): (Number, Vec<BigUint>)| TotalOdds { value, ways: in_bands.iter().sum(), in_bands };
        Ok(Odds {
            cut_off: counted.cut_off.clone(),
            mean: counted.mean(mean),
            bands: bands.into_iter().enumerate().map(band).collect(),
            totals: totals.into_iter().map(total).collect(),
            again: counted.again,
            out_of: counted.out_of,
            gives,
            row,
        })
    }

    fn row(&self, bands: &[BigUint], counted: &Counted, gives: &IndexMap<String, Answer>) -> RowOdds {
        let stops = |place: usize| self.check().stop.contains(&self.bands()[place].0);
        let ending: BigUint = (0..bands.len()).filter(|place| stops(*place)).map(|place| &bands[place]).sum();
        let going_on = &counted.out_of - &ending;
        let once = (0..bands.len()).map(|place| {
            let mut others = Shares { going_on: going_on.clone(), ending: ending.clone() };
            let share = if stops(place) { &mut others.ending } else { &mut others.going_on };
            *share -= &bands[place];
            self.once_from(&others, counted)
        });
        let going_on = counted.chance(&going_on);
        RowOdds {
            tries: self.tries(),
            once: once.collect(),
            unstopped: (!self.check().stop.is_empty()).then(|| going_on.power(self.tries())),
            totals: gives.iter().map(|(name, mean)| (name.clone(), self.over_row(&mean.value, &going_on))).collect(),
        }
    }

    /// At least once in the row, from how likely one try is not to.
    fn once_from(&self, others: &Shares, counted: &Counted) -> Fraction {
        let (going_on, ending) = (counted.chance(&others.going_on), counted.chance(&others.ending));
        let never = (0..self.tries()).fold(Fraction::one(), |never, _| &ending + &(&going_on * &never));
        &Fraction::one() - &never
    }

    /// The mean over a row whose next try takes place with this chance.
    fn over_row(&self, mean: &Fraction, going_on: &Fraction) -> Fraction {
        (0..self.tries()).fold(Fraction::zero(), |later, _| mean + &(going_on * &later))
    }

    /// The value whose distribution is shown.
    fn result(&self) -> Expr {
        named(self.check().result.as_deref().unwrap_or(ROLLED))
    }

    /// Goes through all outcomes after which nothing is rolled again.
    fn each_final(
        &self,
        asked: &[&Expr],
        mut visit: impl FnMut(&Outcome<'_>, &BigUint) -> Result<(), EvalError>,
    ) -> Result<Counted, EvalError> {
        let is_again: Vec<bool> = self.bands().iter().map(|(id, _)| self.check().again.contains(id)).collect();
        let mut again = BigUint::ZERO;
        let all = self.each_outcome(asked, |outcome, ways| {
            if is_again[outcome.band()] {
                again += ways;
                return Ok(());
            }
            visit(outcome, ways)
        })?;
        let out_of = &all - &again;
        if out_of == BigUint::ZERO {
            let message = "every outcome is rolled again, so that it never ends";
            return Err(EvalError::new(&self.check().roll.expr.at, message).in_value("again"));
        }
        let cut_off = &self.cut_off() / &Fraction::of(&out_of, &all);
        Ok(Counted { again: Fraction::of(&again, &all), out_of, cut_off })
    }

    /// The chance that something is true of an outcome.
    ///
    /// # Errors
    /// When it cannot be computed for some outcome.
    pub fn chance(&self, truth: &Expr) -> Result<Answer, EvalError> {
        let (mut those, _, counted) = self.shares(truth)?;
        those.going_on += those.ending;
        Ok(Answer { value: counted.chance(&those.going_on), off_by: counted.cut_off })
    }

    /// The mean of a number over all outcomes.
    ///
    /// # Errors
    /// When it cannot be computed for some outcome.
    pub fn mean(&self, of: &Expr) -> Result<Answer, EvalError> {
        let of = self.settled(of);
        let mut sum = Sum::default();
        let counted = self.each_final(&[&of], |outcome, ways| {
            sum.add(number(outcome, &of)?, ways);
            Ok(())
        })?;
        Ok(counted.mean(sum))
    }

    /// The chance that something is true in at least one of the tries.
    ///
    /// # Errors
    /// When it cannot be computed for some outcome.
    pub fn once(&self, truth: &Expr) -> Result<Answer, EvalError> {
        let (_, others, counted) = self.shares(truth)?;
        Ok(self.answer(self.once_from(&others, &counted), &counted))
    }

    /// The chance that all tries take place, and something is true in each of them.
    ///
    /// # Errors
    /// When it cannot be computed for some outcome.
    pub fn each(&self, truth: &Expr) -> Result<Answer, EvalError> {
        let (those, _, counted) = self.shares(truth)?;
        let going_on = counted.chance(&those.going_on);
        let last = counted.chance(&(&those.going_on + &those.ending));
        Ok(self.answer(&going_on.power(self.tries() - 1) * &last, &counted))
    }

    /// The chance that no try ends the row.
    ///
    /// # Errors
    /// When a band cannot be told for some outcome.
    pub fn unstopped(&self) -> Result<Answer, EvalError> {
        let (all, _, counted) = self.shares(&Expr { kind: ExprKind::Truth(true), at: 0..0 })?;
        Ok(self.answer(counted.chance(&all.going_on).power(self.tries()), &counted))
    }

    /// The mean of the sum of a number over the tries that take place.
    ///
    /// # Errors
    /// When it cannot be computed for some outcome.
    pub fn total(&self, of: &Expr) -> Result<Answer, EvalError> {
        let (all, _, counted) = self.shares(&Expr { kind: ExprKind::Truth(true), at: 0..0 })?;
        let mean = self.mean(of)?;
        let tries = Fraction::from(Number::whole(self.tries().into()));
        let value = self.over_row(&mean.value, &counted.chance(&all.going_on));
        Ok(Answer { value, off_by: &mean.off_by * &tries })
    }

    fn answer(&self, value: Fraction, counted: &Counted) -> Answer {
        let tries = Fraction::from(Number::whole(self.tries().into()));
        Answer { value, off_by: &counted.cut_off * &tries }
    }

    /// The outcomes of which something is true, and the others.
    fn shares(&self, truth: &Expr) -> Result<(Shares, Shares, Counted), EvalError> {
        let truth = self.settled(truth);
        let stops: Vec<bool> = self.bands().iter().map(|(id, _)| self.check().stop.contains(id)).collect();
        let mut ways_of = [BigUint::ZERO, BigUint::ZERO, BigUint::ZERO, BigUint::ZERO];
        let counted = self.each_final(&[&truth], |outcome, ways| {
            let is_true = outcome.settled(&truth)? == Value::Truth(true);
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

fn number(outcome: &Outcome<'_>, expr: &Expr) -> Result<Number, EvalError> {
    match outcome.settled(expr)? {
        Value::Number(number) => Ok(number),
        other => Err(EvalError::new(&expr.at, format!("this is {other}, which is no number"))),
    }
}
