//! What kind of NPC to make: weights, and lists to choose from. Texts in them are passed on unread.

use indexmap::IndexMap;

use crate::formula::Formula;
use crate::model::character::Item;

/// An archetype.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Archetype {
    /// Kebab-case id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Parts of a name: one word of each list.
    pub names: Vec<Vec<String>>,
    /// Parts of a description: one sentence of each list.
    pub looks: Vec<Vec<String>>,
    /// Its inputs, by name; computed when its stats are known.
    pub inputs: IndexMap<String, Formula>,
    /// Options of which it has one, by choice.
    pub choices: IndexMap<String, Vec<String>>,
    /// How much each stat matters, by name. A stat that is not named weighs 1.
    pub stats: IndexMap<String, u32>,
    /// Backgrounds to choose from.
    pub backgrounds: Vec<BackgroundOffer>,
    /// Languages to choose from, the native one first.
    pub languages: Vec<String>,
    /// How much each trait is wanted, by id.
    pub traits: IndexMap<String, u32>,
    /// How much each skill matters, by id.
    pub skills: IndexMap<String, Weights>,
    /// Gear: one thing of each group.
    pub gear: Vec<GearGroup>,
    /// Abilities to choose from and how much each is wanted, by id.
    pub abilities: IndexMap<String, u32>,
    /// Notes by id: one text of each list.
    pub notes: IndexMap<String, Vec<Offer<String>>>,
}

/// How much ranks in a skill matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Weights {
    /// For the skill.
    Plain(u32),
    /// For each kind.
    Chosen(IndexMap<String, u32>),
    /// For the skill itself, and for each of the secondary skills under it.
    WithSecondary {
        /// The skill itself.
        own: u32,
        /// By secondary skill.
        secondary: IndexMap<String, u32>,
    },
}

/// A background to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackgroundOffer {
    /// What it may be called.
    pub names: Vec<String>,
    /// What it may cover.
    pub covers: Vec<String>,
}

/// Things of which an NPC has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GearGroup {
    /// Who has one; everyone, without a condition.
    pub when: Option<Formula>,
    /// The things.
    pub one_of: Vec<Offer<Gear>>,
}

/// A thing to carry, and a remark about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gear {
    /// The thing. Its formulas are evaluated when it is taken.
    pub item: Item,
    /// The remark; may be empty.
    pub note: String,
}

/// Something to choose, under a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer<T> {
    /// Who may have it; everyone, without a condition.
    pub when: Option<Formula>,
    /// What is offered.
    pub of: T,
}
