//! Somebody of a game: what their file says, what the rules know of it, and their values.

use std::sync::OnceLock;

use deckle_rules::character::Character;
use deckle_rules::compute::{Evaluator, Values};
use deckle_rules::rules::Rules;

use crate::concept::character::CharacterEntry;

/// A character or an NPC.
#[derive(Clone, Debug)]
pub struct Person {
    /// What the file says.
    pub entry: CharacterEntry,
    /// The same for the rules library.
    pub character: Character,
    /// What the check has found, for all cards, sheets, handouts, pages and data.
    pub(crate) values: OnceLock<Values>,
}

impl Person {
    /// Somebody of whom nothing is computed yet.
    pub(crate) fn new(entry: CharacterEntry, character: Character) -> Self {
        Self { entry, character, values: OnceLock::new() }
    }

    /// Their id.
    pub fn id(&self) -> &str {
        &self.entry.head.id
    }

    /// Computes their values, each of which is found once for all who ask.
    pub fn evaluator<'a>(&'a self, rules: &'a Rules) -> Evaluator<'a> {
        Evaluator::resumed(rules, &self.character, self.values.get())
    }
}
