//! The language of formulas inside YAML.
//!
//! **In** text such as `15 * level + vitality`. **Out** a [`Formula`]: parsed, validated against
//! the names of a system before anything is computed, and later evaluated exactly, explained term by
//! term, or printed in abbreviations. **Fails** with a [`FormulaError`] that knows its place.
//! The language is described in `docs/formulas.md`.

mod ast;
mod depth;
mod display;
mod eval;
mod explain;
mod failure;
mod fault;
mod fold;
mod foreign_dice;
mod foreign_if;
mod frame;
mod kind;
mod lex;
mod nearest;
mod parse;
mod partial;
mod sign;
pub mod template;
mod validate;
mod words;

use std::io::{self, Read, Write};

use borsh::{BorshDeserialize, BorshSerialize};

pub use ast::{BinaryOp, Expr, ExprKind, Function, Query};
pub(crate) use depth::LEVELS_OF_VALUE;
pub use depth::{DEEPEST_EVALUATION, Depth};
pub use display::{readable, readable_with_values};

pub use eval::{add, eval};
pub use explain::{Input, Term, explain};
pub use failure::{EvalError, EvalFault, TermsOf};
pub use fault::{FormulaError, FormulaFault, SymbolKind};
pub use fold::fold;
pub use frame::Frame;
pub use kind::kind;
pub use nearest::{listed, nearest};
pub(crate) use partial::partial_eval;
pub use sign::{Origin, may_be_negative};
pub use validate::validate;
pub use words::{Summand, said, said_in_sentence, sum_in_words, told};

/// A formula as written and as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// As the author wrote it.
    pub text: String,
    /// As parsed.
    pub expr: Expr,
}

/// As it is written: it is parsed again.
impl BorshSerialize for Formula {
    fn serialize<W: Write>(&self, out: &mut W) -> io::Result<()> {
        self.text.serialize(out)
    }
}

impl BorshDeserialize for Formula {
    fn deserialize_reader<R: Read>(from: &mut R) -> io::Result<Self> {
        Self::parse(&String::deserialize_reader(from)?).map_err(|_| io::ErrorKind::InvalidData.into())
    }
}

impl Formula {
    /// Reads a formula.
    ///
    /// # Errors
    /// A [`FormulaError`] for anything that is not in the language.
    ///
    /// ```
    /// let formula = makeready_rules::formula::Formula::parse("4 + floor(agility / 6)").unwrap();
    /// assert_eq!(formula.expr.names(), ["agility"]);
    /// ```
    pub fn parse(text: &str) -> Result<Self, FormulaError> {
        Ok(Self { text: text.to_owned(), expr: parse::parse(text)? })
    }
}
