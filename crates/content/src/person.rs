//! People: an entry, its character in the rules library, and the values of that character.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use makeready_rules::character::Character;
use makeready_rules::compute::{Evaluator, Values};
use makeready_rules::rules::Rules;

use crate::concept::character::CharacterEntry;
use crate::source::Span;

/// A rule of the game that somebody breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenRule {
    /// Id of the rule, or of the requirement of an ability.
    pub id: String,
    /// What is wrong, in one sentence.
    pub message: String,
}

/// A character or an NPC.
#[derive(Clone, Debug)]
pub struct Person {
    /// The entry.
    pub entry: CharacterEntry,
    /// Its character in the rules library.
    pub character: Character,
    /// The rules that it breaks; empty for a legal one. Who breaks rules is printed as a draft.
    pub breaches: Vec<BrokenRule>,
    /// Where chances are left off its cards and sheet, since they cannot be computed for it: the places of `check`.
    pub without_odds: BTreeSet<Span>,
    /// Computed by validation, for all cards, sheets, handouts, pages and data.
    pub(crate) values: OnceLock<Values>,
}

impl Person {
    /// A person without cached values.
    pub(crate) fn new(entry: CharacterEntry, character: Character) -> Self {
        Self { entry, character, breaches: Vec::new(), without_odds: BTreeSet::new(), values: OnceLock::new() }
    }

    /// The id.
    pub fn id(&self) -> &str {
        &self.entry.head.id
    }

    /// An evaluator under these rules; it has the cached values if they are of the same rules.
    pub fn evaluator<'a>(&'a self, rules: &'a Rules) -> Evaluator<'a> {
        Evaluator::resumed(rules, &self.character, self.values.get())
    }
}
