//! Distributions of rolls.
//!
//! **In** [`Dice`], or what was made of them. **Out** a [`Distribution`]: for every total the exact number of ways to it,
//! out of all ways. Exploding dice have no highest total; all that lies farther is counted as the highest that is
//! kept, so that the chance to reach a number is exact. [`Distribution::cut_off`] is that share: below 1e-16 for one roll.

use num_bigint::{BigInt, BigUint};

use super::fraction::Fraction;
use super::kept::kept_sums;
use super::limits::{Effort, limit_size};
use super::sums::{Pool, sums};
use super::whole::{Whole, counted};
use crate::dice::{Dice, DieKind, Keep, KeepRule, Kept, OddsError};
use crate::number::Number;

/// The ways to every total of a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// The least total.
    low: Number,
    /// Ways to it, and to every total that is one higher in turn. Neither the first nor the last is 0.
    ways: Vec<BigUint>,
    /// The number of all ways.
    out_of: BigUint,
    /// How many of them were cut off, and belong to higher totals.
    cut: BigUint,
}

impl Distribution {
    /// The distribution of a roll.
    ///
    /// # Errors
    /// When its outcomes have no end or are too many to count.
    ///
    /// ```
    /// use makeready_rules::dice::{Dice, DieKind, Keep};
    /// use makeready_rules::odds::Distribution;
    /// let two = Dice::new(2, DieKind { sides: 6, explodes: false, keep: Keep::All });
    /// let seven = Distribution::of(&two).unwrap().totals().nth(5).map(|(total, ways)| (total.to_string(), ways.to_string()));
    /// assert_eq!(seven, Some(("7".to_owned(), "6".to_owned())));
    /// ```
    pub fn of(dice: &Dice) -> Result<Self, OddsError> {
        Self::within(dice, &mut Effort::default())
    }

    /// The same within an effort that other rolls share.
    pub(crate) fn within(dice: &Dice, effort: &mut Effort) -> Result<Self, OddsError> {
        if let Some(kept) = dice.kept() {
            let found = kept_sums(&dice.pools(), kept, effort)?;
            return Self::new(0, found.ways, found.out_of).plus_points(dice.flat());
        }
        let counts_all = |keep: Keep, count: u32| match keep {
            Keep::All => true,
            Keep::Highest(n) | Keep::Lowest(n) => n >= count,
        };
        let (whole, partly_kept): (Vec<_>, Vec<_>) =
            dice.pools().iter().copied().partition(|(kind, count)| counts_all(kind.keep, *count));
        let pool = |(kind, count): (DieKind, u32)| Pool { kind, count };
        let whole: Vec<Pool> = whole.into_iter().map(pool).collect();
        let found = sums(&whole, effort)?;
        let mut all = Self::new(found.low, found.ways, found.out_of);
        // Pools that keep some of their dice are often equal, so the last one is reused.
        let mut last: Option<((DieKind, u32), Self)> = None;
        for (kind, count) in partly_kept {
            let (rule, wanted) = match kind.keep {
                Keep::All => continue,
                Keep::Highest(n) => (KeepRule::Highest, n),
                Keep::Lowest(n) => (KeepRule::Lowest, n),
            };
            let again = last.take_if(|(pool, _)| *pool == (kind, count));
            let one = match again {
                Some((_, one)) => one,
                None => {
                    let kept = Kept::all_of(count).and_then(rule, wanted);
                    let found = kept_sums(&[(kind, count)], kept, effort)?;
                    Self::new(0, found.ways, found.out_of)
                }
            };
            all = all.plus_within(&one, effort)?;
            last = Some(((kind, count), one));
        }
        all.plus_points(dice.flat())
    }

    /// Ways to totals from a whole number upwards.
    fn new(low: i64, mut ways: Vec<BigUint>, out_of: BigUint) -> Self {
        while ways.last().is_some_and(|ways| *ways == BigUint::ZERO) {
            ways.pop();
        }
        let cut = &out_of - ways.iter().sum::<BigUint>();
        if let Some(highest) = ways.last_mut() {
            *highest += &cut;
        }
        let empty = ways.iter().take_while(|ways| **ways == BigUint::ZERO).count();
        ways.drain(..empty);
        let low = Number::whole(low.saturating_add(i64::try_from(empty).unwrap_or(i64::MAX)));
        Self { low, ways, out_of, cut }
    }

    /// Every total with the ways to it, in order; some may have none.
    pub fn totals(&self) -> impl DoubleEndedIterator<Item = (Number, &BigUint)> + ExactSizeIterator {
        let step = |index: usize| Number::whole(i64::try_from(index).unwrap_or(i64::MAX));
        // The highest total was reached by adding, so this never overflows.
        let total = move |index: usize| self.low.checked_add(step(index)).unwrap_or(self.low);
        self.ways.iter().enumerate().map(move |(index, ways)| (total(index), ways))
    }

    /// The number of all ways.
    pub fn out_of(&self) -> &BigUint {
        &self.out_of
    }

    /// The part of all ways that was cut off, and counts as the highest total: 0 unless dice explode.
    pub fn cut_off(&self) -> Fraction {
        Fraction::of(&self.cut, &self.out_of)
    }

    /// The chance of what holds for some totals.
    pub fn chance(&self, holds: impl Fn(Number) -> bool) -> Fraction {
        let ways: BigUint = self.totals().filter(|(total, _)| holds(*total)).map(|(_, ways)| ways).sum();
        Fraction::of(&ways, &self.out_of)
    }

    /// The mean of all totals.
    pub fn mean(&self) -> Fraction {
        let above: BigInt = self.ways.iter().enumerate().map(|(index, ways)| BigInt::from(ways.clone()) * index).sum();
        &Fraction::from(self.low) + &Fraction::from_parts(above, &self.out_of)
    }

    /// The same with points more.
    ///
    /// # Errors
    /// [`OddsError::TooLarge`].
    pub fn plus_points(mut self, points: Number) -> Result<Self, OddsError> {
        self.low = self.low.checked_add(points).map_err(|_| OddsError::TooLarge)?;
        let width = Number::whole(i64::try_from(self.ways.len()).unwrap_or(i64::MAX));
        self.low.checked_add(width).map_err(|_| OddsError::TooLarge)?;
        Ok(self)
    }

    /// With the opposite sign.
    pub(crate) fn negated(&self) -> Self {
        let highest = self.totals().next_back().map_or(self.low, |(total, _)| total);
        // Every number has an opposite.
        let low = Number::ZERO.checked_sub(highest).unwrap_or(highest);
        Self { low, ways: self.ways.iter().rev().cloned().collect(), ..self.clone() }
    }

    /// Both together.
    ///
    /// # Errors
    /// When there are too many totals to count.
    pub fn plus(&self, other: &Self) -> Result<Self, OddsError> {
        self.plus_within(other, &mut Effort::default())
    }

    /// The same within an effort that other rolls share.
    pub(crate) fn plus_within(&self, other: &Self, effort: &mut Effort) -> Result<Self, OddsError> {
        let out_of = &self.out_of * &other.out_of;
        let (long, short) = if self.ways.len() < other.ways.len() { (other, self) } else { (self, other) };
        let totals = (long.ways.len() + short.ways.len()) as u64;
        limit_size(1, totals, out_of.bits())?;
        let products = (long.ways.len() as u64).saturating_mul(short.ways.len() as u64);
        effort.spend_products(products, long.out_of.bits(), short.out_of.bits())?;
        let ways = counted!(out_of.bits(), convolved(&long.ways, &short.ways));
        let low = self.low.checked_add(other.low).map_err(|_| OddsError::TooLarge)?;
        let cut = &out_of - (&self.out_of - &self.cut) * (&other.out_of - &other.cut);
        Self { cut, ..Self::new(0, ways, out_of) }.plus_points(low)
    }

    /// The best of `rolls` such rolls, or the worst of them.
    ///
    /// # Errors
    /// When the numbers of ways grow too large.
    pub fn one_of(&self, rolls: u32, is_best: bool) -> Result<Self, OddsError> {
        self.one_of_within(rolls, is_best, &mut Effort::default())
    }

    /// The same within an effort that other rolls share.
    pub(crate) fn one_of_within(&self, rolls: u32, is_best: bool, effort: &mut Effort) -> Result<Self, OddsError> {
        if rolls == 1 {
            return Ok(self.clone());
        }
        let (totals, bits) = (self.ways.len() as u64, self.out_of.bits() * u64::from(rolls));
        limit_size(1, totals, bits)?;
        // The last squaring takes as long as all before it.
        effort.spend_products(totals * 3, bits / 2, bits / 2)?;
        // Ways of all rolls to stay within each total, counted from the end that loses.
        let mut ways = self.ways.clone();
        let (mut within, mut before) = (BigUint::ZERO, BigUint::ZERO);
        let mut take = |ways: &mut BigUint| {
            within += &*ways;
            let powers = within.pow(rolls);
            *ways = &powers - &before;
            before = powers;
        };
        if is_best {
            ways.iter_mut().for_each(&mut take);
        } else {
            ways.iter_mut().rev().for_each(&mut take);
        }
        let out_of = self.out_of.pow(rolls);
        let cut = &out_of - (&self.out_of - &self.cut).pow(rolls);
        Ok(Self { low: self.low, ways, out_of, cut })
    }
}

/// The ways to every sum of one of these and one of those.
fn convolved<W: Whole>(long: &[BigUint], short: &[BigUint]) -> Vec<W> {
    let long: Vec<W> = long.iter().map(W::of).collect();
    let mut ways = vec![W::from(0); long.len() + short.len()];
    for (at, few) in short.iter().map(W::of).enumerate() {
        for (sum, many) in ways[at..].iter_mut().zip(&long) {
            *sum += &many.times(&few);
        }
    }
    ways
}
