//! Why the outcomes of a roll are not counted, and the limits.

use std::fmt;

/// The most different totals of a roll.
pub(crate) const MOST_TOTALS: u64 = 200_000;
/// The longest number of ways, in bits: some 4,900 decimal digits. To bring a chance to lowest terms takes a time that grows
/// with their square.
pub(crate) const MOST_BITS: u64 = 16_384;
/// The most work for the rolls of a check, in units of about a nanosecond.
pub(crate) const MOST_WORK: u64 = 1_000_000_000;

/// Why odds could not be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddsError {
    /// A die of one side that explodes is rolled forever.
    NeverStops,
    /// There are too many dice, or too large ones, to count all outcomes.
    TooMany,
    /// The points added need more than 128 bits.
    TooLarge,
}

impl fmt::Display for OddsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeverStops => f.write_str("a die of one side that explodes never stops"),
            Self::TooMany => write!(
                f,
                "these are too many dice, or too large ones, to count every outcome: at most {MOST_TOTALS} totals, \
                 {MOST_BITS} bits of ways and {MOST_WORK} steps are counted"
            ),
            Self::TooLarge => f.write_str("the number grows too large"),
        }
    }
}
