//! Exact fractions without limit, for chances and means.

use std::fmt;
use std::ops::{Add, Div, Mul, Sub};

use num_bigint::{BigInt, BigUint};
use num_rational::Ratio;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};

use crate::number::Number;

/// An exact fraction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fraction(Ratio<BigInt>);

impl Fraction {
    /// So many ways out of so many; nothing out of nothing is nothing.
    #[must_use]
    pub fn of(ways: &BigUint, out_of: &BigUint) -> Self {
        if *out_of == BigUint::ZERO {
            return Self::zero();
        }
        Self(Ratio::<BigInt>::new(ways.clone().into(), out_of.clone().into()))
    }

    /// Nothing.
    #[must_use]
    pub fn zero() -> Self {
        Self(Ratio::<BigInt>::zero())
    }

    /// One.
    #[must_use]
    pub fn one() -> Self {
        Self(Ratio::<BigInt>::one())
    }

    /// One over ten to the power of `digits`.
    #[must_use]
    pub fn tenth_power(digits: u32) -> Self {
        Self(Ratio::<BigInt>::new(BigInt::one(), BigInt::from(10).pow(digits)))
    }

    /// This multiplied by itself so often.
    #[must_use]
    pub fn power(&self, exponent: u32) -> Self {
        Self(Ratio::new_raw(self.0.numer().pow(exponent), self.0.denom().pow(exponent)))
    }

    /// Without its sign.
    #[must_use]
    pub fn abs(&self) -> Self {
        Self(self.0.abs())
    }

    /// Numerator and denominator in lowest terms, as text.
    #[must_use]
    pub fn parts(&self) -> (String, String) {
        (self.0.numer().to_string(), self.0.denom().to_string())
    }

    /// The nearest floating point number, for scales and for people.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        const BITS: u64 = 70;
        let (numerator, denominator) = (self.0.numer().magnitude(), self.0.denom().magnitude());
        // So many bits of the quotient that the rest only says whether there is one.
        let up = (BITS + denominator.bits()).saturating_sub(numerator.bits());
        let down = numerator.bits().saturating_sub(BITS + denominator.bits());
        let (numerator, denominator) = (numerator << up, denominator << down);
        let quotient = (&numerator / &denominator).to_u128().unwrap_or(u128::MAX);
        let has_rest = &numerator % &denominator != BigUint::ZERO;
        let scale = |by: u64| 2_f64.powi(i32::try_from(by).unwrap_or(i32::MAX));
        let size = (quotient | u128::from(has_rest)) as f64 / scale(up) * scale(down);
        if self.0.is_negative() { -size } else { size }
    }

    /// As a decimal with so many places, rounded to the nearest, halves away from zero: `0.3024`.
    #[must_use]
    pub fn decimal(&self, places: u32) -> String {
        let scaled = (&self.0 * Ratio::<BigInt>::from(BigInt::from(10).pow(places))).round().to_integer();
        let digits = format!("{:0>width$}", scaled.abs().to_string(), width = places as usize + 1);
        let (whole, rest) = digits.split_at(digits.len() - places as usize);
        let minus = if scaled.is_negative() { "\u{2212}" } else { "" };
        if rest.is_empty() { format!("{minus}{whole}") } else { format!("{minus}{whole}.{rest}") }
    }

    pub(crate) fn from_parts(numerator: BigInt, denominator: &BigUint) -> Self {
        if *denominator == BigUint::ZERO {
            return Self::zero();
        }
        Self(Ratio::<BigInt>::new(numerator, denominator.clone().into()))
    }
}

impl From<Number> for Fraction {
    fn from(number: Number) -> Self {
        let (numerator, denominator) = number.fraction();
        Self(Ratio::<BigInt>::new(numerator.into(), denominator.into()))
    }
}

impl Add for &Fraction {
    type Output = Fraction;

    fn add(self, other: Self) -> Fraction {
        Fraction(&self.0 + &other.0)
    }
}

impl Sub for &Fraction {
    type Output = Fraction;

    fn sub(self, other: Self) -> Fraction {
        Fraction(&self.0 - &other.0)
    }
}

impl Mul for &Fraction {
    type Output = Fraction;

    fn mul(self, other: Self) -> Fraction {
        Fraction(&self.0 * &other.0)
    }
}

impl Div for &Fraction {
    type Output = Fraction;

    /// Nothing is had from dividing by nothing.
    fn div(self, other: Self) -> Fraction {
        if other.0.is_zero() { Fraction::zero() } else { Fraction(&self.0 / &other.0) }
    }
}

impl fmt::Display for Fraction {
    /// In lowest terms with a real minus sign; a whole number alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_negative() {
            f.write_str("\u{2212}")?;
        }
        let size = self.0.abs();
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
        assert_eq!((&Fraction::zero() - &fraction(3, 6)).to_string(), "\u{2212}1/2");
        assert_eq!(&fraction(1, 2) / &Fraction::zero(), Fraction::zero());
    }
}
