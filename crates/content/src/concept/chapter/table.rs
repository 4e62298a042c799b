//! The tables that a chapter can show, by what its directive writes behind `of=`.

use crate::source::Located;

/// A table, as a chapter asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// What stands behind `of=`.
    pub of: Located<String>,
    /// Of what it is.
    pub table: TableOf,
    /// What stands behind the colon; empty where there is none.
    pub ids: String,
    /// What stands above it; may be empty.
    pub caption: String,
}

/// A kind of table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableOf {
    /// All stats.
    Stats,
    /// All skills.
    Skills,
    /// All conditions.
    Conditions,
    /// The traits of a list.
    Traits,
    /// All rulings, with the readings in force.
    Rulings,
    /// The options of a choice.
    Choice,
    /// Derived values, by their ids.
    Derived,
    /// The actions of a family.
    Actions,
    /// The entries of a list.
    List,
    /// The groups of stats.
    Groups,
    /// The keywords of a family.
    Keywords,
    /// What the keywords of a family give.
    KeywordValues,
    /// All abilities.
    Abilities,
    /// The abilities with an option of a field.
    AbilitiesWith,
    /// The fields of abilities.
    Fields,
}

impl TableOf {
    /// What authors write; ids stand behind a colon.
    pub const WORDS: [(&'static str, Self); 15] = [
        ("stats", Self::Stats),
        ("skills", Self::Skills),
        ("conditions", Self::Conditions),
        ("traits:", Self::Traits),
        ("rulings", Self::Rulings),
        ("choice:", Self::Choice),
        ("derived:", Self::Derived),
        ("actions:", Self::Actions),
        ("list:", Self::List),
        ("groups", Self::Groups),
        ("keywords:", Self::Keywords),
        ("keyword-values:", Self::KeywordValues),
        ("abilities", Self::Abilities),
        ("abilities:", Self::AbilitiesWith),
        ("fields", Self::Fields),
    ];

    /// The table that is written, and the ids behind its colon.
    pub fn read(written: &str) -> Option<(Self, &str)> {
        let behind = written.find(':').map_or(written.len(), |colon| colon + 1);
        let (word, ids) = written.split_at(behind);
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, table)| (*table, ids))
    }
}
