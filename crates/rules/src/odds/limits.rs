//! How much may be counted.

use crate::dice::{MOST_BITS, MOST_TOTALS, MOST_WORK, OddsError};

/// The most memory for them, in words of 64 bits: 64 MB.
const MOST_WORDS: u64 = 8_000_000;
/// The most work to bring the chances and means of a check to lowest terms, in the same units.
const MOST_REDUCING: u64 = 500_000_000;

/// The work that may still be spent on counting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    left: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { left: MOST_WORK }
    }
}

impl Effort {
    /// Spends `steps` sums, or products with small numbers, of numbers of `bits` bits.
    pub(super) fn spend(&mut self, steps: u64, bits: u64) -> Result<(), OddsError> {
        self.spend_units(steps.saturating_mul(match bits {
            0..=62 => 2,
            63..=126 => 5,
            // A `BigUint` lies on the heap.
            _ => 30 + bits / 64,
        }))
    }

    /// Spends `products` products of a number of `bits` bits and one of `others` bits.
    pub(super) fn spend_products(&mut self, products: u64, bits: u64, others: u64) -> Result<(), OddsError> {
        self.spend_units(products.saturating_mul(match bits.saturating_add(others) {
            0..=62 => 2,
            63..=126 => 8,
            _ => (50 + bits / 64).saturating_add((bits / 64 + 1).saturating_mul(others / 64 + 1)),
        }))
    }

    /// What was spent so far, in units of about a nanosecond.
    pub(crate) const fn spent(self) -> u64 {
        MOST_WORK - self.left
    }

    /// Whether more is left than of the other.
    pub(super) fn is_more_than(self, other: Self) -> bool {
        self.left > other.left
    }

    fn spend_units(&mut self, units: u64) -> Result<(), OddsError> {
        self.left = self.left.checked_sub(units).ok_or(OddsError::TooMany)?;
        Ok(())
    }
}

/// Refuses outcomes that would take too much memory, each with a number of ways of `bits` bits.
pub(crate) fn limit_outcomes(outcomes: u64, bits: u64) -> Result<(), OddsError> {
    let words = outcomes.saturating_mul(bits / 64 + 1);
    if bits > MOST_BITS || words > MOST_WORDS { Err(OddsError::TooMany) } else { Ok(()) }
}

/// Refuses fractions of numbers of `bits` bits that would take too long to bring to lowest terms.
pub(crate) fn limit_reducing(figures: u64, bits: u64) -> Result<(), OddsError> {
    let units = figures.saturating_mul(bits).saturating_mul(bits / 64 + 1);
    if units > MOST_REDUCING { Err(OddsError::TooMany) } else { Ok(()) }
}

/// Refuses what would take too much memory: `numbers` numbers of `bits` bits for each of `totals` totals.
pub(super) fn limit_size(numbers: u64, totals: u64, bits: u64) -> Result<(), OddsError> {
    let words = numbers.saturating_mul(totals).saturating_mul(bits / 64 + 1);
    if totals > MOST_TOTALS || bits > MOST_BITS || words > MOST_WORDS { Err(OddsError::TooMany) } else { Ok(()) }
}
