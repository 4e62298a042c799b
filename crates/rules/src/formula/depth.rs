//! How deep an evaluation goes.
//!
//! A formula names values whose formulas name others, through what items, traits, conditions and abilities add. Each level
//! takes some of the stack, of which a thread has 2 MB. All that is evaluated for one character counts together.

use std::cell::Cell;
use std::ops::Range;

use super::failure::{EvalError, EvalFault};

/// The most levels: parts of formulas within parts, through all values that are evaluated on the way. The deepest
/// formula that can be written has fewer, and values that do not need each other are no deeper than one of them. On 2 MB,
/// this leaves half of the stack to the caller.
pub const DEEPEST_EVALUATION: u32 = 600;
/// How many levels a value within a value counts for, by what it takes of the stack.
pub(crate) const LEVELS_OF_VALUE: u32 = 4;

/// How many levels deep an evaluation is.
#[derive(Debug, Default)]
pub struct Depth {
    levels: Cell<u32>,
    /// Whether something was too deep since this was last read.
    was_too_deep: Cell<bool>,
}

impl Depth {
    /// Goes this many levels deeper.
    #[inline]
    pub(crate) fn enter(&self, levels: u32, at: &Range<usize>) -> Result<(), EvalError> {
        let depth = self.levels.get() + levels;
        if depth > DEEPEST_EVALUATION {
            return Err(self.too_deep(at));
        }
        self.levels.set(depth);
        Ok(())
    }

    /// Comes back from them.
    #[inline]
    pub(crate) fn leave(&self, levels: u32) {
        self.levels.set(self.levels.get() - levels);
    }

    /// The result of an evaluation, and whether it would be the same elsewhere: not where it was too deep.
    pub(crate) fn watch<T>(&self, evaluate: impl FnOnce() -> T) -> (T, bool) {
        let before = self.was_too_deep.replace(false);
        let found = evaluate();
        let is_same = !self.was_too_deep.get();
        self.was_too_deep.set(before || !is_same);
        (found, is_same)
    }

    #[cold]
    fn too_deep(&self, at: &Range<usize>) -> EvalError {
        self.was_too_deep.set(true);
        EvalError::new(at, EvalFault::TooDeep)
    }
}
