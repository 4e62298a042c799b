//! Exact fractions without limit, for chances and means.
//!
//! They are brought to lowest terms only where they are shown: that takes a time that grows with the square of their
//! length, and most chances are never shown exactly.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Sub};

use num_bigint::{BigInt, BigUint};
use num_rational::Ratio;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};

use crate::number::Number;

/// An exact fraction.
#[derive(Clone, Debug)]
pub struct Fraction {
    numerator: BigInt,
    /// Above zero.
    denominator: BigInt,
}

impl Fraction {
    /// `ways` out of `out_of`; zero out of zero is zero.
    pub fn of(ways: &BigUint, out_of: &BigUint) -> Self {
        Self::from_parts(ways.clone().into(), out_of)
    }

    /// Zero.
    pub fn zero() -> Self {
        Self { numerator: BigInt::zero(), denominator: BigInt::one() }
    }

    /// One.
    pub fn one() -> Self {
        Self { numerator: BigInt::one(), denominator: BigInt::one() }
    }

    /// One over ten to the power of `digits`.
    pub fn tenth_power(digits: u32) -> Self {
        Self { numerator: BigInt::one(), denominator: BigInt::from(10).pow(digits) }
    }

    /// The power with a whole exponent.
    pub fn power(&self, exponent: u32) -> Self {
        Self { numerator: self.numerator.pow(exponent), denominator: self.denominator.pow(exponent) }
    }

    /// Without its sign.
    pub fn abs(&self) -> Self {
        Self { numerator: self.numerator.abs(), denominator: self.denominator.clone() }
    }

    /// Numerator and denominator in lowest terms, as text.
    pub fn parts(&self) -> (String, String) {
        let lowest = self.in_lowest_terms();
        (lowest.numer().to_string(), lowest.denom().to_string())
    }

    fn in_lowest_terms(&self) -> Ratio<BigInt> {
        Ratio::new(self.numerator.clone(), self.denominator.clone())
    }

    /// The nearest floating point number, for charts and rounded figures.
    pub fn to_f64(&self) -> f64 {
        const BITS: u64 = 70;
        let (numerator, denominator) = (self.numerator.magnitude(), self.denominator.magnitude());
        // More bits of the quotient than an `f64` holds; of the rest only whether it is zero matters.
        let up = (BITS + denominator.bits()).saturating_sub(numerator.bits());
        let down = numerator.bits().saturating_sub(BITS + denominator.bits());
        let (numerator, denominator) = (numerator << up, denominator << down);
        let quotient = (&numerator / &denominator).to_u128().unwrap_or(u128::MAX);
        let has_rest = &numerator % &denominator != BigUint::ZERO;
        let scale = |by: u64| 2_f64.powi(i32::try_from(by).unwrap_or(i32::MAX));
        let size = (quotient | u128::from(has_rest)) as f64 / scale(up) * scale(down);
        if self.numerator.is_negative() { -size } else { size }
    }

    /// As a decimal with `places` places, rounded to the nearest, halves away from zero: `0.3024`.
    pub fn decimal(&self, places: u32) -> String {
        let scaled = self.numerator.abs() * BigInt::from(10).pow(places);
        let scaled: BigInt = (scaled * 2 + &self.denominator) / (&self.denominator * 2);
        let digits = format!("{:0>width$}", scaled.to_string(), width = places as usize + 1);
        let (whole, rest) = digits.split_at(digits.len() - places as usize);
        let minus = if self.numerator.is_negative() && !scaled.is_zero() { "\u{2212}" } else { "" };
        if rest.is_empty() { format!("{minus}{whole}") } else { format!("{minus}{whole}.{rest}") }
    }

    pub(crate) fn from_parts(numerator: BigInt, denominator: &BigUint) -> Self {
        if *denominator == BigUint::ZERO {
            return Self::zero();
        }
        Self { numerator, denominator: denominator.clone().into() }
    }

    /// How many of so many units each part has, where all parts are at least nothing: their sum is rounded once, and every part is
    /// the whole number below it or the one above, those with the greatest remainders, and of equal ones the first.
    pub fn shared_out(parts: &[Self], units: u32) -> Vec<u32> {
        let scaled: Vec<Self> = parts.iter().map(|part| part * &Self::from(Number::whole(units.into()))).collect();
        let whole = |part: &Self| part.numerator.clone() / part.denominator.clone();
        let mut shares: Vec<BigInt> = scaled.iter().map(whole).collect();
        let all = scaled.iter().fold(Self::zero(), |sum, part| &sum + part);
        let rounded: BigInt = (&all.numerator * 2 + &all.denominator) / (&all.denominator * 2);
        let left = usize::try_from(rounded - shares.iter().sum::<BigInt>()).unwrap_or(0);
        let remainder = |at: usize| &scaled[at] - &Self { numerator: shares[at].clone(), denominator: BigInt::one() };
        let mut order: Vec<(Self, usize)> = (0..scaled.len()).map(|at| (remainder(at), at)).collect();
        order.sort_by(|(a, _), (b, _)| b.cmp(a));
        for (_, at) in order.into_iter().take(left) {
            shares[at] += 1;
        }
        shares.iter().map(|share| u32::try_from(share).unwrap_or(units)).collect()
    }

    /// Both numerators over one denominator.
    fn over_one(&self, other: &Self, join: impl Fn(&BigInt, &BigInt) -> BigInt) -> Self {
        if self.denominator == other.denominator {
            return Self { numerator: join(&self.numerator, &other.numerator), denominator: self.denominator.clone() };
        }
        let (mine, others) = (&self.numerator * &other.denominator, &other.numerator * &self.denominator);
        Self { numerator: join(&mine, &others), denominator: &self.denominator * &other.denominator }
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

impl From<Number> for Fraction {
    fn from(number: Number) -> Self {
        let (numerator, denominator) = number.fraction();
        Self { numerator: numerator.into(), denominator: denominator.into() }
    }
}

impl Add for &Fraction {
    type Output = Fraction;

    fn add(self, other: Self) -> Fraction {
        self.over_one(other, |a, b| a + b)
    }
}

impl Sub for &Fraction {
    type Output = Fraction;

    fn sub(self, other: Self) -> Fraction {
        self.over_one(other, |a, b| a - b)
    }
}

impl Mul for &Fraction {
    type Output = Fraction;

    fn mul(self, other: Self) -> Fraction {
        Fraction { numerator: &self.numerator * &other.numerator, denominator: &self.denominator * &other.denominator }
    }
}

impl Div for &Fraction {
    type Output = Fraction;

    /// Division by zero yields zero.
    fn div(self, other: Self) -> Fraction {
        if other.numerator.is_zero() {
            return Fraction::zero();
        }
        Fraction {
            numerator: &self.numerator * &other.denominator * other.numerator.signum(),
            denominator: &self.denominator * other.numerator.abs(),
        }
    }
}

impl fmt::Display for Fraction {
    /// In lowest terms, as data: with an ASCII minus sign; a whole number alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lowest = self.in_lowest_terms();
        if lowest.is_negative() {
            f.write_str("-")?;
        }
        let size = lowest.abs();
        if size.is_integer() { size.numer().fmt(f) } else { write!(f, "{}/{}", size.numer(), size.denom()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(n: u32, d: u32) -> Fraction {
        Fraction::of(&n.into(), &d.into())
    }

    #[test]
    fn decimals_are_rounded_to_the_nearest() {
        assert_eq!(fraction(117, 128).decimal(6), "0.914063");
        assert_eq!((fraction(2, 3).decimal(0), fraction(1, 3).decimal(2)), ("1".to_owned(), "0.33".to_owned()));
        assert_eq!((&fraction(1, 8) - &fraction(1, 4)).decimal(3), "\u{2212}0.125");
    }

    #[test]
    fn shares_add_up() {
        let parts = [fraction(15, 16), fraction(24, 400), fraction(1, 400)];
        assert_eq!(Fraction::shared_out(&parts, 1_000), [938, 60, 2]);
        let thirds = [fraction(1, 3), fraction(1, 3), fraction(1, 3)];
        assert_eq!(Fraction::shared_out(&thirds, 1_000), [334, 333, 333]);
        assert_eq!(Fraction::shared_out(&[fraction(0, 1), fraction(1, 1)], 1_000), [0, 1_000]);
        assert_eq!(Fraction::shared_out(&[fraction(1, 8)], 1_000), [125]);
    }

    #[test]
    fn floating_point_numbers_are_the_nearest() {
        let bits = |fraction: Fraction| fraction.to_f64().to_bits();
        assert_eq!(bits(fraction(1, 3)), (1.0_f64 / 3.0).to_bits());
        assert_eq!((bits(fraction(7, 1)), bits(fraction(0, 9))), (7.0_f64.to_bits(), 0.0_f64.to_bits()));
        assert_eq!(bits(&fraction(1, 8) - &fraction(1, 4)), (-0.125_f64).to_bits());
        let tiny = Fraction::tenth_power(40).to_f64();
        assert!((tiny / 1e-40 - 1.0).abs() < 1e-15, "{tiny:e}");
    }

    #[test]
    fn lowest_terms_are_shown() {
        assert_eq!((fraction(4, 20).to_string(), fraction(40, 20).to_string()), ("1/5".to_owned(), "2".to_owned()));
        assert_eq!((&Fraction::zero() - &fraction(3, 6)).to_string(), "-1/2");
        assert_eq!(&fraction(1, 2) / &Fraction::zero(), Fraction::zero());
    }

    #[test]
    fn fractions_are_the_same_however_they_came_about() {
        let (third, sixths) = (fraction(1, 3), fraction(2, 6));
        assert!(third == sixths && third < fraction(1, 2) && &third - &sixths == Fraction::zero());
        let minus = &Fraction::zero() - &fraction(3, 4);
        assert_eq!((&minus / &minus, &minus / &third), (Fraction::one(), &Fraction::zero() - &fraction(9, 4)));
        assert_eq!((minus.decimal(1), fraction(1, 4).decimal(1)), ("\u{2212}0.8".to_owned(), "0.3".to_owned()));
        assert_eq!((&Fraction::zero() - &fraction(1, 40)).decimal(1), "0.0");
    }
}
