//! What can be asked of a game, answered as data.
//!
//! **In** a checked [`Game`](makeready_content::game::Game) and what somebody asks in words: names and values as they are typed.
//! **Out** the data of `docs/json.md`. **Fails** with every fault of what was asked, one sentence each. Both the command line and
//! the page ask here, so that they cannot differ.

pub mod abilities;
mod arguments;
pub mod cards;
pub mod forms;
pub mod npcs;
pub mod odds;
pub mod people;
pub mod procedures;
pub mod rulings;
pub mod values;

use makeready_rules::formula::EvalError;

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Fault {
    /// What was asked does not fit the game: every fault, one sentence each.
    Asked(Vec<String>),
    /// A value cannot be computed.
    NotComputed(EvalError),
}

impl From<EvalError> for Fault {
    fn from(error: EvalError) -> Self {
        Self::NotComputed(error)
    }
}
