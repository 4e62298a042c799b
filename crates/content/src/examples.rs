//! What worked examples say. Mirrors the YAML of `examples.yaml` and `examples/*.yaml`.

use super::building::BuiltEntry;
use super::checks::{CheckCall, ExpectEntry};
use super::decode::PlacedFormula;
use super::entries::Head;
use super::procedures::CallEntry;
use super::source::Located;
use super::text::Text;
use crate::concept::character::PastEntry;
use crate::de::List;

/// A worked example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleEntry {
    /// Id (a rule ID), name, rules.
    pub head: Head,
    /// In words.
    pub text: Text,
    /// The character it is about.
    pub character: Option<Located<String>>,
    /// Values put in by hand.
    pub set: Vec<(Located<String>, Option<PlacedFormula>)>,
    /// Backgrounds in place of the character's own, each with what it covers.
    pub backgrounds: List<PastEntry>,
    /// Rulings decided otherwise.
    pub rulings: Vec<(Located<String>, Located<String>)>,
    /// What its formulas are about.
    pub subject: SubjectEntry,
    /// What must come out.
    pub expect: Vec<ExpectEntry>,
    /// Whether the ability, or without one the character, is legal.
    pub legal: Option<Located<bool>>,
    /// What it breaks, by id.
    pub breaks: Vec<Located<String>>,
    /// Why nothing is computed; empty when something is.
    pub not_run: String,
    /// What the source printed, when it differs.
    pub source_says: String,
    /// Why.
    pub differs: String,
}

/// What the formulas of an example are about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubjectEntry {
    /// The character, or the values put in by hand.
    Character,
    /// An ability of the game, by id.
    Ability(Located<String>),
    /// An ability built in the example itself.
    Built(Box<BuiltEntry>),
    /// A procedure and what is put in.
    Procedure(CallEntry),
    /// A check, what is put in, and what was rolled where that is said.
    Check(CheckCall),
}
