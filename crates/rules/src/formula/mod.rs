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

/// The known word most like `wanted`, when one is near enough to be a slip of the fingers.
pub fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = wanted.chars().collect();
    let most = (wanted.len() / 3).max(1);
    // Nobody misspells a word that long: to look for it would take the square of its length for every word there is.
    if wanted.len() > LONGEST_WORD {
        return None;
    }
    known
        .into_iter()
        // Each letter that one word has more than the other takes a step at least.
        .filter(|word| word.chars().take(wanted.len() + most + 1).count().abs_diff(wanted.len()) <= most)
        .map(|word| (edit_distance(&wanted, word), word))
        .filter(|(distance, _)| *distance <= most)
        .min()
        .map(|(_, word)| word)
}

/// The longest word for which another one is suggested, in characters.
const LONGEST_WORD: usize = 100;

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into another.
fn edit_distance(a: &[char], b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    // The row for the letters of `a` so far, and the two before it.
    let mut row: Vec<usize> = (0..=b.len()).collect();
    let (mut last, mut before) = (row.clone(), row.clone());
    for i in 1..=a.len() {
        (before, last, row) = (last, row, before);
        row[0] = i;
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row[j] = best;
        }
    }
    row[b.len()]
}
