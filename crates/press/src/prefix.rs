//! The longest prefix of a list that fits a place, found with few layouts.
//!
//! **In** the length of the list, a guess, and a function for the excess height of a prefix. **Out** a
//! [`Prefix`]. More things are never lower, so that a guess costs two layouts where it holds, and few where it does not.

use super::error::PressError;
use super::length::Mm;

/// The longest prefix that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// Its length.
    pub fitting: usize,
    /// The excess height of one more; zero when all fit.
    pub over: Mm,
}

/// Finds the longest prefix that fits. `over` lays out a prefix, of at least one, and returns its excess
/// height.
///
/// # Errors
/// The first that `over` returns.
pub fn longest(
    count: usize,
    guess: usize,
    mut over: impl FnMut(usize) -> Result<Option<Mm>, PressError>,
) -> Result<Prefix, PressError> {
    // The first `fitting` are known to fit; the first `failing` are known not to.
    let mut found = Prefix { fitting: 0, over: Mm::ZERO };
    let mut failing = count + 1;
    let (mut next, mut step) = (guess, 1);
    while found.fitting + 1 < failing {
        let tried = next.clamp(found.fitting + 1, failing - 1);
        match over(tried)? {
            None => found.fitting = tried,
            Some(over) => (failing, found.over) = (tried, over),
        }
        // Away from the guess in ever larger steps; once the answer lies between two layouts, bisection.
        next = match (found.fitting, failing) {
            (0, failing) => failing.saturating_sub(step),
            (fitting, failing) if failing > count => fitting + step,
            (fitting, failing) => usize::midpoint(fitting, failing),
        };
        step *= 2;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found when `fitting` of `count` fit, and how many layouts that takes.
    fn search(count: usize, fitting: usize, guess: usize) -> Result<(Prefix, usize), PressError> {
        let mut layouts = 0;
        let found = longest(count, guess, |tried| {
            assert!((1..=count).contains(&tried));
            layouts += 1;
            Ok((tried > fitting).then(|| Mm::from_um(i64::try_from(tried).unwrap_or(0))))
        })?;
        Ok((found, layouts))
    }

    #[test]
    fn every_prefix_is_found_from_every_guess() -> Result<(), PressError> {
        for count in 0..20 {
            for fitting in 0..=count {
                for guess in 0..25 {
                    let (found, _) = search(count, fitting, guess)?;
                    assert_eq!(found.fitting, fitting, "{fitting} of {count}, guess {guess}");
                    let over = if fitting < count { i64::try_from(fitting + 1).unwrap_or(0) } else { 0 };
                    assert_eq!(found.over, Mm::from_um(over));
                }
            }
        }
        Ok(())
    }

    #[test]
    fn a_guess_that_holds_costs_two_layouts() -> Result<(), PressError> {
        assert_eq!(search(1_000, 30, 30)?.1, 2);
        assert_eq!(search(1_000, 30, 31)?.1, 2);
        Ok(())
    }

    #[test]
    fn a_guess_far_off_costs_few_more() -> Result<(), PressError> {
        for (fitting, guess) in [(30, 500), (500, 30), (0, 1_000), (1_000, 1)] {
            let (_, layouts) = search(1_000, fitting, guess)?;
            assert!(layouts <= 20, "{fitting} from {guess}: {layouts}");
        }
        Ok(())
    }
}
