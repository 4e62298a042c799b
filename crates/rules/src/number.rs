//! Exact numbers.
//!
//! **In** whole numbers and decimals from content. **Out** [`Number`], a fraction of two 128-bit
//! integers whose operations report overflow instead of wrapping. Nothing here is a float, so a
//! formula gives the same result on every machine.

use std::fmt;
use std::io::{self, Read, Write};

use borsh::{BorshDeserialize, BorshSerialize};
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, Signed, Zero};

use crate::dice::{MOST_DICE, MOST_POOLS};

/// An exact fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(Ratio<i128>);

/// Why arithmetic could not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArithmeticError {
    /// The result needs more than 128 bits.
    Overflow,
    /// A division by zero.
    DivisionByZero,
    /// An exponent was a fraction, or larger than 64 either way.
    BadExponent,
    /// Dice were added to a pool of which only some dice count.
    DiceBesideKept,
    /// Points among dice of which only some count.
    PointsInKept,
    /// Dice were kept from pools that keep some of their own.
    KeepInKept,
    /// The die of a bonus is not one plain die.
    OneDieExpected,
    /// More dice of one kind than a roll may have.
    TooManyDice,
    /// More pools of dice than a roll may have.
    TooManyPools,
    /// Values of types that do not go together. Validation reports this earlier.
    WrongType,
}

impl fmt::Display for ArithmeticError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooManyDice => return write!(f, "a roll has at most {MOST_DICE} dice of one kind"),
            Self::TooManyPools => return write!(f, "a roll has at most {MOST_POOLS} pools of dice"),
            Self::Overflow => "the number grows too large",
            Self::DivisionByZero => "division by zero",
            Self::BadExponent => "an exponent must be a whole number from -64 to 64",
            Self::DiceBesideKept => "dice cannot be added to a pool where only some dice count",
            Self::PointsInKept => "points cannot be among dice where only some count",
            Self::KeepInKept => "dice cannot be picked from dice with a `kh` or `kl` of their own",
            Self::OneDieExpected => "expected one plain die",
            Self::WrongType => "values of these types cannot be combined",
        })
    }
}

/// As the two whole numbers of the fraction.
impl BorshSerialize for Number {
    fn serialize<W: Write>(&self, out: &mut W) -> io::Result<()> {
        (self.0.numer(), self.0.denom()).serialize(out)
    }
}

impl BorshDeserialize for Number {
    fn deserialize_reader<R: Read>(from: &mut R) -> io::Result<Self> {
        match <(i128, i128)>::deserialize_reader(from)? {
            (numer, denom @ 1..) => Ok(Self(Ratio::new(numer, denom))),
            (_, _) => Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

impl Number {
    /// Zero.
    pub const ZERO: Self = Self(Ratio::new_raw(0, 1));
    /// One.
    pub const ONE: Self = Self(Ratio::new_raw(1, 1));

    /// A whole number.
    pub const fn whole(value: i64) -> Self {
        Self(Ratio::new_raw(value as i128, 1))
    }

    /// Reads `12` or `0.5`. Returns `None` for anything else, or more than 18 digits.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let is_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !is_digits(whole) || !is_digits(fraction) || whole.len() + fraction.len() > 18 {
            return None;
        }
        let scale = 10_i128.pow(u32::try_from(fraction.len()).ok()?);
        let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
        Some(Self(Ratio::new(digits, scale)))
    }

    /// Whether there is no fractional part.
    pub fn is_whole(self) -> bool {
        self.0.is_integer()
    }

    /// The value as a whole number, when it is one and fits.
    pub fn to_i64(self) -> Option<i64> {
        if self.is_whole() { i64::try_from(*self.0.numer()).ok() } else { None }
    }

    /// Numerator and denominator in lowest terms; the denominator is positive.
    pub fn fraction(self) -> (i128, i128) {
        (*self.0.numer(), *self.0.denom())
    }

    /// Whether the value is below zero.
    pub fn is_negative(self) -> bool {
        self.0.is_negative()
    }

    /// The greatest whole number not above the value.
    pub fn floor(self) -> Self {
        Self(Ratio::from_integer(self.0.numer().div_euclid(*self.0.denom())))
    }

    /// The least whole number not below the value.
    pub fn ceil(self) -> Self {
        // `Ratio::ceil` adds the denominator first, which can overflow.
        Self(Ratio::from_integer(self.floor().0.numer() + i128::from(!self.is_whole())))
    }

    /// The nearest whole number; halves go away from zero.
    pub fn round(self) -> Self {
        Self(self.0.round())
    }

    /// Without its sign.
    pub fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// The integers, where both are whole. Most are, and fractions look for a common divisor in every step.
    fn both_whole(self, other: Self) -> Option<(i128, i128)> {
        (self.is_whole() && other.is_whole()).then(|| (*self.0.numer(), *other.0.numer()))
    }

    /// Sum.
    ///
    /// # Errors
    /// [`ArithmeticError::Overflow`].
    pub fn checked_add(self, other: Self) -> Result<Self, ArithmeticError> {
        within_range(match self.both_whole(other) {
            Some((one, other)) => one.checked_add(other).map(Ratio::from_integer),
            None => self.0.checked_add(&other.0),
        })
    }

    /// Difference.
    ///
    /// # Errors
    /// [`ArithmeticError::Overflow`].
    pub fn checked_sub(self, other: Self) -> Result<Self, ArithmeticError> {
        within_range(match self.both_whole(other) {
            Some((one, other)) => one.checked_sub(other).map(Ratio::from_integer),
            None => self.0.checked_sub(&other.0),
        })
    }

    /// Product.
    ///
    /// # Errors
    /// [`ArithmeticError::Overflow`].
    pub fn checked_mul(self, other: Self) -> Result<Self, ArithmeticError> {
        within_range(match self.both_whole(other) {
            Some((one, other)) => one.checked_mul(other).map(Ratio::from_integer),
            None => self.0.checked_mul(&other.0),
        })
    }

    /// Quotient.
    ///
    /// # Errors
    /// [`ArithmeticError::DivisionByZero`] or [`ArithmeticError::Overflow`].
    pub fn checked_div(self, other: Self) -> Result<Self, ArithmeticError> {
        if other.0.is_zero() {
            return Err(ArithmeticError::DivisionByZero);
        }
        // `Ratio::checked_div` moves the sign last, which can overflow.
        let (numerator, denominator) = other.fraction();
        let reciprocal = Ratio::new_raw(denominator * numerator.signum(), numerator.abs());
        within_range(self.0.checked_mul(&reciprocal))
    }

    /// Power with a whole exponent from -64 to 64.
    ///
    /// # Errors
    /// [`ArithmeticError::BadExponent`], [`ArithmeticError::DivisionByZero`] for zero to a negative
    /// power, or [`ArithmeticError::Overflow`].
    pub fn checked_pow(self, exponent: Self) -> Result<Self, ArithmeticError> {
        let exponent = exponent.to_i64().filter(|e| e.abs() <= 64).ok_or(ArithmeticError::BadExponent)?;
        let mut result = Self::ONE;
        for _ in 0..exponent.abs() {
            result = result.checked_mul(self)?;
        }
        if exponent < 0 { Self::ONE.checked_div(result) } else { Ok(result) }
    }
}

/// The least `i128` has no opposite, so it counts as too large: every number can change its sign.
fn within_range(result: Option<Ratio<i128>>) -> Result<Number, ArithmeticError> {
    result.filter(|ratio| *ratio.numer() != i128::MIN).map(Number).ok_or(ArithmeticError::Overflow)
}

impl fmt::Display for Number {
    /// With the minus sign U+2212; a fraction as `7/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numerator, denominator) = self.fraction();
        if numerator < 0 {
            f.write_str("\u{2212}")?;
        }
        write!(f, "{}", numerator.unsigned_abs())?;
        if denominator == 1 { Ok(()) } else { write!(f, "/{denominator}") }
    }
}

impl Number {
    /// In decimals to the nearest hundredth, `2.72`, and whether that is exact; none of a number that is too large for it.
    pub fn hundredths(self) -> Option<(String, bool)> {
        let (numerator, denominator) = self.fraction();
        let (size, denominator) = (numerator.unsigned_abs().checked_mul(200)?, denominator.unsigned_abs());
        let hundredths = size.checked_add(denominator)? / denominator.checked_mul(2)?;
        // What rounds to nothing has no sign.
        let minus = if numerator < 0 && hundredths > 0 { "\u{2212}" } else { "" };
        let text = format!("{minus}{}.{:02}", hundredths / 100, hundredths % 100);
        let text = text.trim_end_matches('0').trim_end_matches('.').to_owned();
        Some((text, (size / 2) % denominator == 0))
    }

    /// In decimals, `0.125`; none where they do not end within 18 figures.
    pub fn decimal(self) -> Option<String> {
        const MOST: usize = 18;
        let (numerator, denominator) = self.fraction();
        let (size, denominator) = (numerator.unsigned_abs(), denominator.unsigned_abs());
        let mut text = format!("{}{}", if numerator < 0 { "\u{2212}" } else { "" }, size / denominator);
        let mut rest = size % denominator;
        let point = text.len();
        while rest > 0 {
            if text.len() > point + MOST {
                return None;
            }
            if text.len() == point {
                text.push('.');
            }
            rest = rest.checked_mul(10)?;
            text += &(rest / denominator).to_string();
            rest %= denominator;
        }
        Some(text)
    }

    /// As people write it: halves and quarters after the whole, `12½`; other fractions as they are.
    pub fn mixed(&self) -> String {
        const SIGNS: [(u128, u128, char); 3] = [(1, 2, '\u{bd}'), (1, 4, '\u{bc}'), (3, 4, '\u{be}')];
        let (numerator, denominator) = (*self).fraction();
        let (size, denominator) = (numerator.unsigned_abs(), denominator.unsigned_abs());
        let (whole, rest) = (size / denominator, size % denominator);
        let Some((.., sign)) = SIGNS.iter().find(|(n, d, _)| (*n, *d) == (rest, denominator)) else {
            return self.to_string();
        };
        let minus = if numerator < 0 { "\u{2212}" } else { "" };
        if whole == 0 { format!("{minus}{sign}") } else { format!("{minus}{whole}{sign}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact_or_rounded_to_hundredths() {
        let of = |n: i64, d: i64| Number::whole(n).checked_div(Number::whole(d)).unwrap();
        let decimal = |n, d| of(n, d).decimal();
        assert_eq!((decimal(1, 10).as_deref(), decimal(7, 1).as_deref()), (Some("0.1"), Some("7")));
        assert_eq!((decimal(-5, 8).as_deref(), decimal(1, 3)), (Some("\u{2212}0.625"), None));
        let hundredths = |n, d| of(n, d).hundredths().unwrap();
        assert_eq!(hundredths(68, 25), ("2.72".to_owned(), true));
        assert_eq!(hundredths(7, 2), ("3.5".to_owned(), true));
        assert_eq!(hundredths(-7, 3), ("\u{2212}2.33".to_owned(), false));
        assert_eq!(hundredths(-1, 400), ("0".to_owned(), false));
        assert_eq!(hundredths(-1, 200), ("\u{2212}0.01".to_owned(), false));
        assert_eq!(hundredths(1, 400), ("0".to_owned(), false));
    }

    #[test]
    fn halves_and_quarters_stand_behind_the_whole() {
        let mixed = |n: i64, d: i64| Number::whole(n).checked_div(Number::whole(d)).unwrap().mixed();
        assert_eq!(mixed(25, 2), "12\u{bd}");
        assert_eq!(mixed(-3, 4), "\u{2212}\u{be}");
        assert_eq!(mixed(-7, 3), "\u{2212}7/3");
        assert_eq!(mixed(7, 5), "7/5");
        assert_eq!(mixed(8, 2), "4");
    }

    #[test]
    fn tenths_are_exact() {
        let tenth = Number::parse("0.1").unwrap();
        let fifth = Number::parse("0.2").unwrap();
        let sum = tenth.checked_add(fifth).unwrap().checked_mul(Number::whole(10)).unwrap();
        assert_eq!(sum.floor(), Number::whole(3));
    }

    #[test]
    fn floor_goes_down_below_zero() {
        let half = Number::whole(-7).checked_div(Number::whole(2)).unwrap();
        assert_eq!(
            (half.floor(), half.ceil(), half.round()),
            (Number::whole(-4), Number::whole(-3), Number::whole(-4))
        );
    }

    #[test]
    fn overflow_is_reported() {
        let big = Number::whole(i64::MAX);
        let square = big.checked_mul(big).unwrap();
        assert_eq!(square.checked_mul(big), Err(ArithmeticError::Overflow));
        assert_eq!(big.checked_div(Number::ZERO), Err(ArithmeticError::DivisionByZero));
    }

    #[test]
    fn text_has_a_real_minus() {
        assert_eq!(Number::whole(-3).to_string(), "\u{2212}3");
        assert_eq!(Number::parse("2.5").unwrap().to_string(), "5/2");
        assert_eq!(Number::parse("1e3"), None);
    }
}
