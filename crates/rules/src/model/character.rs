//! One character, as its author wrote it: choices and numbers, nothing derived.

use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexMap;

pub use super::field::Modifier;
use super::traits::Taken;
use crate::formula::Formula;
use crate::number::Number;
use crate::value::Value;

/// The word in names of files where the id of a person stands in others: the file is the form for anybody.
pub const BLANK: &str = "blank";

/// How much of a character is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Completeness {
    /// A complete character: what is not listed is not there.
    #[default]
    Whole,
    /// A case with some values set by hand: stats not set are unknown, ranks not set are 0.
    Partial,
    /// The form to write on: everything is unknown.
    Blank,
}

/// Ranks in a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ranks {
    /// In the skill.
    Plain(u32),
    /// In each of the chosen kinds.
    Chosen(IndexMap<String, u32>),
    /// In the skill itself, and in each of the secondary skills under it.
    WithSecondary {
        /// In the skill itself.
        own: u32,
        /// By secondary skill.
        secondary: IndexMap<String, u32>,
    },
}

impl Ranks {
    /// All ranks together.
    pub fn total(&self) -> u32 {
        self.own().saturating_add(self.secondary())
    }

    /// Ranks in the skill itself; for one with kinds, all of them together.
    pub fn own(&self) -> u32 {
        match self {
            Self::Plain(ranks) => *ranks,
            Self::Chosen(kinds) => all(kinds),
            Self::WithSecondary { own, .. } => *own,
        }
    }

    /// Ranks in the secondary skills under it, all together.
    pub fn secondary(&self) -> u32 {
        match self {
            Self::Plain(_) | Self::Chosen(_) => 0,
            Self::WithSecondary { secondary, .. } => all(secondary),
        }
    }
}

fn all(kinds: &IndexMap<String, u32>) -> u32 {
    kinds.values().copied().fold(0, u32::saturating_add)
}

/// What a background covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Background {
    /// Name.
    pub name: String,
    /// Ids of list entries, actions or skills.
    pub covers: Vec<String>,
}

/// A language and the ranks bought in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Language {
    /// Name.
    pub name: String,
    /// Ranks; 0 for one known from the start.
    pub ranks: u32,
}

/// A thing carried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Kebab-case id, unique in the character.
    pub id: String,
    /// Name.
    pub name: String,
    /// Pounds, all copies together; tenths and other decimals are exact.
    pub weight: Number,
    /// List entries that describe it: `swords`, `slice`.
    pub tags: Vec<String>,
    /// Fields that the system's items have, such as its dice.
    pub fields: BTreeMap<String, Formula>,
    /// Actions it is held for.
    pub wields: Vec<String>,
    /// What it does to values.
    pub modifiers: Vec<Modifier>,
}

/// An ability described in words, not built from keywords.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedAbility {
    /// Name.
    pub name: String,
    /// What it does to values.
    pub modifiers: Vec<Modifier>,
}

/// One character.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Character {
    /// How much is known.
    pub completeness: Completeness,
    /// Kebab-case id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Level and the like.
    pub inputs: BTreeMap<String, i64>,
    /// Option chosen, by choice.
    pub choices: BTreeMap<String, String>,
    /// Stats at creation.
    pub stats: BTreeMap<String, i64>,
    /// Stats raised, in the order of the advances.
    pub advances: Vec<String>,
    /// Backgrounds.
    pub backgrounds: Vec<Background>,
    /// Languages.
    pub languages: Vec<Language>,
    /// Ranks by skill.
    pub skills: IndexMap<String, Ranks>,
    /// Things carried.
    pub items: Vec<Item>,
    /// Abilities described in words.
    pub abilities: Vec<DescribedAbility>,
    /// Abilities built from keywords. Their bills are computed with this character's values.
    pub built: Vec<Arc<super::ability::Ability>>,
    /// Traits, in the order in which they were taken.
    pub traits: Vec<Taken>,
    /// Conditions in force, by id.
    pub conditions: Vec<String>,
    /// Values set by hand, by name. Only worked examples have these.
    pub set: BTreeMap<String, Value>,
    /// What makes the tags of its actions others: an ability that is worked out.
    pub retagged: Option<Retagged>,
}

/// Tags of actions that are others than usual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retagged {
    /// A tag that every action has.
    pub tag: String,
    /// The lists of which no other entry is a tag then.
    pub lists: Vec<String>,
}

impl Character {
    /// The form to write on.
    pub fn blank() -> Self {
        Self { completeness: Completeness::Blank, ..Self::default() }
    }

    /// Whether this is the form to write on.
    pub fn is_blank(&self) -> bool {
        self.completeness == Completeness::Blank
    }

    /// The item held for an action.
    pub fn wielded(&self, action: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.wields.iter().any(|a| a == action))
    }
}
