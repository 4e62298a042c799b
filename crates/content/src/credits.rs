//! What a game says of its making.

use serde::Serialize;

use deckle_embedded::credits::Named;

/// Somebody who made a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Author {
    /// Name, and an address, which may be empty.
    #[serde(flatten)]
    pub named: Named,
    /// What they did; may be empty.
    pub role: String,
}

/// Something in a game that somebody is to be thanked for. Whatever is not known is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CreditLine {
    /// What it is; or a line in the author's own words.
    pub what: String,
    /// Who made it.
    pub who: String,
    /// The terms it is under.
    pub licence: String,
    /// Where it is found.
    pub url: String,
}

impl CreditLine {
    /// On one line, without the address.
    pub fn text(&self) -> String {
        let terms = [&self.who, &self.licence].into_iter().filter(|part| !part.is_empty());
        let terms = terms.map(String::as_str).collect::<Vec<_>>().join(", ");
        match (self.what.is_empty(), terms.is_empty()) {
            (false, false) => format!("{}: {terms}", self.what),
            (false, true) => self.what.clone(),
            (true, _) => terms,
        }
    }
}

/// What a game says of its making.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GameCredits {
    /// Title of the game.
    pub title: String,
    /// The terms that the game is under.
    pub licence: Option<Named>,
    /// Who made it.
    pub authors: Vec<Author>,
    /// What else there is to be said.
    pub credits: Vec<CreditLine>,
}

impl GameCredits {
    /// Names of the authors.
    pub fn author_names(&self) -> Vec<&str> {
        self.authors.iter().map(|author| author.named.name.as_str()).collect()
    }
}
