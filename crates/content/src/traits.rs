//! What the files about traits say. Mirrors the YAML of `traits/*.yaml`.

use super::decode::PlacedFormula;
use super::entries::{Head, ModifierEntry};
use super::source::Located;
use super::text::Text;

/// A list of traits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraitListEntry {
    /// Id, name, rule.
    pub head: Head,
    /// Its traits.
    pub traits: Vec<TraitEntry>,
}

/// A trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraitEntry {
    /// Id, name, rule.
    pub head: Head,
    /// Whether it may be taken again; without it, once only.
    pub repeats: Option<PlacedFormula>,
    /// What must be true before it is taken.
    pub requires: Option<PlacedFormula>,
    /// What each one adds to stats and values.
    pub adds: Vec<ModifierEntry>,
    /// Options of which one is taken each time.
    pub options: Vec<Head>,
    /// What it does.
    pub text: Text,
}

/// A trait that a character took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenEntry {
    /// The trait.
    pub id: Located<String>,
    /// The option taken with it.
    pub option: Option<Located<String>>,
}
