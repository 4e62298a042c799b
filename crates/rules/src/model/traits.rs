//! Traits: what a character takes, one after another, each with a prerequisite.

use indexmap::IndexMap;

use super::field::Modifier;
use crate::formula::Formula;
use crate::formula::template::Template;

/// The most traits of a character: the prerequisite of each is evaluated with all that were taken before it.
pub const MOST_TRAITS: usize = 200;

/// A trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraitDef {
    /// `Push the Body`
    pub name: String,
    /// Id of the list it is on.
    pub list: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// Whether it may be taken again.
    pub repeats: Formula,
    /// What must be true before it is taken.
    pub requires: Option<Formula>,
    /// How the author words that; the formula is put into words where there is none.
    pub message: Option<Template>,
    /// What each one adds to stats and values.
    pub adds: Vec<Modifier>,
    /// Names of its options by id, of which one is taken each time; empty for a trait without.
    pub options: IndexMap<String, String>,
}

/// A trait as a character took it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The trait, by id.
    pub id: String,
    /// The option taken with it.
    pub option: Option<String>,
}
