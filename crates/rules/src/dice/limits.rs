//! How much may be counted, and what is said beyond that.

use std::fmt;

/// The most different totals of a roll.
pub(super) const MOST_TOTALS: u64 = 200_000;
/// The most memory for them, in words of 64 bits: 64 MB.
const MOST_WORDS: u64 = 8_000_000;
/// The most work, in operations on words: about a second.
const MOST_WORK: u64 = 600_000_000;

/// Why odds could not be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddsError {
    /// A die of one side that explodes is rolled for ever.
    NeverStops,
    /// There are too many dice, or too large ones, to count all outcomes.
    TooMany,
    /// The points added need more than 128 bits.
    TooLarge,
}

impl fmt::Display for OddsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NeverStops => "a die of one side that explodes never stops",
            Self::TooMany => "these are too many dice, or too large ones, to count every outcome",
            Self::TooLarge => "the number grows too large",
        })
    }
}

/// Refuses a table that needs too much memory: so many states, each with so many totals, of numbers of so many bits.
pub(super) fn check_table(states: u64, totals: u64, bits: u64) -> Result<(), OddsError> {
    let words = states.saturating_mul(totals).saturating_mul(bits / 64 + 1);
    if words > MOST_WORDS { Err(OddsError::TooMany) } else { Ok(()) }
}

/// Refuses what would take too long or too much memory: so many different totals, numbers of so many bits, so many
/// passes over all of them.
pub(super) fn check(totals: u64, bits: u64, passes: u64) -> Result<(), OddsError> {
    let words = bits / 64 + 1;
    let memory = totals.saturating_mul(words);
    let is_too_much = totals > MOST_TOTALS || memory > MOST_WORDS || memory.saturating_mul(passes) > MOST_WORK;
    if is_too_much { Err(OddsError::TooMany) } else { Ok(()) }
}
