//! Whole numbers to count ways with: the smallest type that suffices, or `BigUint`.

use std::ops::{AddAssign, MulAssign, SubAssign};

use num_bigint::BigUint;

/// A whole number to count ways with.
pub(super) trait Whole:
    Clone
    + From<u32>
    + Into<BigUint>
    + TryFrom<BigUint>
    + for<'a> AddAssign<&'a Self>
    + for<'a> SubAssign<&'a Self>
    + for<'a> MulAssign<&'a Self>
    + PartialEq
{
    /// Whether it is zero.
    fn is_none(&self) -> bool;

    /// The quotient, where there is no remainder.
    fn divided(self, by: u32) -> Self;

    /// Converts a number that is known to fit.
    fn of(number: &BigUint) -> Self {
        Self::try_from(number.clone()).unwrap_or_else(|_| unreachable!("numbers are chosen to hold all ways there are"))
    }

    /// The product of both.
    fn times(&self, other: &Self) -> Self {
        let mut product = self.clone();
        product *= other;
        product
    }

    /// The power with a whole exponent.
    fn power(&self, exponent: u32) -> Self {
        let (mut result, mut base, mut left) = (Self::from(1), self.clone(), exponent);
        while left > 0 {
            if left % 2 == 1 {
                result *= &base;
            }
            left /= 2;
            if left > 0 {
                base = base.times(&base);
            }
        }
        result
    }
}

impl Whole for u64 {
    fn is_none(&self) -> bool {
        *self == 0
    }

    fn divided(self, by: u32) -> Self {
        self / Self::from(by)
    }
}

impl Whole for u128 {
    fn is_none(&self) -> bool {
        *self == 0
    }

    fn divided(self, by: u32) -> Self {
        self / Self::from(by)
    }
}

impl Whole for BigUint {
    fn is_none(&self) -> bool {
        *self == Self::ZERO
    }

    fn divided(self, by: u32) -> Self {
        self / by
    }
}

/// Runs `$count::<W>($arguments)` with the smallest type that holds what is below two to the power of `$bits`, and
/// returns the ways as `BigUint`.
macro_rules! counted {
    ($bits:expr, $count:ident($($argument:expr),*)) => {
        match $bits {
            0..=62 => $count::<u64>($($argument),*).into_iter().map(Into::into).collect(),
            63..=126 => $count::<u128>($($argument),*).into_iter().map(Into::into).collect(),
            _ => $count::<num_bigint::BigUint>($($argument),*),
        }
    };
}
pub(super) use counted;
