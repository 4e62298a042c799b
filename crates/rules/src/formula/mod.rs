//! The language of formulas inside YAML.
//!
//! **In** text such as `15 * level + vitality`. **Out** a [`Formula`]: read, checked against the
//! names of a system before anything is computed, and later evaluated exactly, explained term by
//! term, or printed in abbreviations. **Fails** with a [`FormulaError`] that knows its place.
//! The language is described in `docs/formulas.md`.

mod ast;
mod check;
mod depth;
mod display;
mod eval;
mod explain;
mod failure;
mod fault;
mod fold;
mod kind;
mod lex;
mod parse;
mod settle;
pub mod template;

pub use ast::{BinaryOp, Expr, ExprKind, Function, Query};
pub use check::{Scope, check};
pub(crate) use depth::LEVELS_OF_VALUE;
pub use depth::{DEEPEST_EVALUATION, Depth};
pub use display::{Labels, readable, readable_with_values};
pub(crate) use eval::add;
pub use eval::{Environment, eval};
pub use explain::{Input, Term, explain};
pub use failure::{EvalError, EvalFault, TermsOf};
pub use fault::{FormulaError, FormulaFault, WordKind};
pub use fold::fold;
pub use kind::kind;
pub(crate) use settle::settle;

/// A formula as written and as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// As the author wrote it.
    pub text: String,
    /// As read.
    pub expr: Expr,
}

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    /// A [`FormulaError`] for anything that is not in the language.
    ///
    /// ```
    /// let formula = deckle_rules::formula::Formula::parse("4 + floor(agility / 6)").unwrap();
    /// assert_eq!(formula.expr.names(), ["agility"]);
    /// ```
    pub fn parse(text: &str) -> Result<Self, FormulaError> {
        Ok(Self { text: text.to_owned(), expr: parse::parse(text)? })
    }
}

/// As many words as fit a line or two, and how many more there are.
pub fn listed(words: &[&str]) -> String {
    const MOST: usize = 24;
    let more = words.len().saturating_sub(MOST);
    let shown = words[..words.len() - more].join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// The known word most like `wanted`, when one is near enough to be a slip of the fingers: a third of its letters
/// inserted, left out, replaced or swapped with a neighbor, and one in any case. Upper and lower case are alike.
///
/// ```
/// use deckle_rules::formula::nearest;
/// assert_eq!(nearest("Vigro", ["rigor", "vigor"]), Some("vigor"));
/// assert_eq!(nearest("WIT", ["grit", "wit"]), Some("wit"));
/// assert_eq!(nearest("wit", ["nerve", "with-it"]), None);
/// ```
pub fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = wanted.to_lowercase();
    let length = wanted.chars().count();
    let most = (length / 3).max(1);
    // Nobody misspells a word that long: to look for it would take the square of its length for every word there is.
    if length > LONGEST_WORD {
        return None;
    }
    known
        .into_iter()
        // Each letter that one word has more than the other takes a step at least.
        .filter(|word| word.chars().take(length + most + 1).count().abs_diff(length) <= most)
        .map(|word| (strsim::osa_distance(&wanted, &word.to_lowercase()), word))
        .filter(|(distance, _)| *distance <= most)
        .min()
        .map(|(_, word)| word)
}

/// The longest word for which another one is suggested, in characters.
const LONGEST_WORD: usize = 100;
