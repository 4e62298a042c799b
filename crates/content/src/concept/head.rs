//! What most entries begin with: id, name and rules.

use crate::source::Span;

/// What every entry has.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Head {
    /// Id: kebab-case for things, snake_case for names of formulas.
    pub id: String,
    /// Printed name.
    pub name: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// Further rules it rests on.
    pub rules: Vec<String>,
    /// One or two plain sentences.
    pub summary: String,
    /// Where they stand.
    #[borsh(skip)]
    pub summary_at: Span,
    /// Further words that the search finds it by.
    pub also: Vec<String>,
    /// Where the id stands.
    pub at: Span,
}
