//! What a game system is, as far as numbers go.
//!
//! **In** checked content. **Out** [`System`], which is valid once content has been
//! validated: its names exist and its formulas have types. How things look is not kept here.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::ability::AbilityRules;
use super::check::CheckDef;
use super::field::Modifier;
pub use super::field::{ChoiceDef, OptionDef, ValueDef};
use super::legality::LegalityRule;
use super::procedure::ProcedureDef;
use super::traits::TraitDef;
use crate::value::Type;

/// A whole number that an author sets, such as a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputDef {
    /// `LVL`
    pub abbr: String,
    /// `Level`
    pub name: String,
    /// Least value.
    pub min: i64,
    /// Greatest value.
    pub max: i64,
    /// The value when a character sets nothing; without one, something must be set, unless it may stay open.
    pub default: Option<i64>,
    /// Whether it may stay open: it is then unknown, and printed as a line to write on.
    pub is_optional: bool,
}

/// A stat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatDef {
    /// `PWR`
    pub abbr: String,
    /// `Power`
    pub name: String,
}

/// Where a value belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner<'a> {
    /// The character as a whole.
    Character,
    /// An action, by id.
    Action(&'a str),
    /// A skill, by id.
    Skill(&'a str),
}

/// A question the rules leave open, and its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingDef {
    /// Ids of the readings; the first is the default.
    pub options: Vec<String>,
}

/// A skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillDef {
    /// Name.
    pub name: String,
    /// Lists whose entries ranks are bought for; empty for a skill with plain ranks.
    pub choose: Vec<String>,
    /// Lists whose entries are secondary skills under it, with ranks of their own beside its plain ones.
    pub secondary: Vec<String>,
}

/// An action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionDef {
    /// Name.
    pub name: String,
    /// Its own tags.
    pub tags: Vec<String>,
    /// Tags that it has as long as nothing is held for it.
    pub tags_without_item: Vec<String>,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionDef {
    /// Name.
    pub name: String,
    /// What it does to values while it lasts.
    pub modifiers: Vec<Modifier>,
    /// The group it is one of, if any.
    pub group: Option<String>,
}

/// Conditions that exclude or supersede each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionGroupDef {
    /// Name.
    pub name: String,
    /// Which of them count.
    pub holds: Holds,
}

/// Which conditions of a group count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Of those in force only the last one in the order of the system counts.
    Worst,
    /// Always exactly one: where none is named, the first one in the order of the system.
    One,
}

/// A closed list of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListDef {
    /// Name.
    pub name: String,
    /// Names by id.
    pub entries: IndexMap<String, String>,
}

/// A field that items may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemFieldDef {
    /// Name.
    pub name: String,
    /// Its type. Formulas may compare a word only with the words of this type.
    pub kind: Type,
    /// Whether an item may hold any other word.
    pub is_open: bool,
}

/// What backgrounds are in this system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackgroundDef {
    /// `Trade`
    pub name: String,
    /// `Trades`
    pub plural: String,
    /// Lists they may cover entries of.
    pub covers: Vec<String>,
}

/// A game system: everything that determines a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct System {
    /// Inputs by name.
    pub inputs: IndexMap<String, InputDef>,
    /// Stats by name.
    pub stats: IndexMap<String, StatDef>,
    /// Choices by name.
    pub choices: IndexMap<String, ChoiceDef>,
    /// Derived values, then values of actions and skills, by name.
    pub values: IndexMap<String, ValueDef>,
    /// The types of values, where they have been noted: see [`System::note_types`].
    pub types: BTreeMap<String, Type>,
    /// Rulings by name.
    pub rulings: IndexMap<String, RulingDef>,
    /// Skills by id.
    pub skills: IndexMap<String, SkillDef>,
    /// Actions by id.
    pub actions: IndexMap<String, ActionDef>,
    /// Conditions by id.
    pub conditions: IndexMap<String, ConditionDef>,
    /// Groups of conditions by id.
    pub condition_groups: IndexMap<String, ConditionGroupDef>,
    /// Names of lists of traits, by id.
    pub trait_lists: IndexMap<String, String>,
    /// Traits by id.
    pub traits: IndexMap<String, TraitDef>,
    /// Lists by id.
    pub lists: IndexMap<String, ListDef>,
    /// Backgrounds, where the system has them.
    pub backgrounds: Option<BackgroundDef>,
    /// Fields of items by id.
    pub item_fields: IndexMap<String, ItemFieldDef>,
    /// Numbers computed from the fields of an item, by name; each may use those before it.
    pub item_values: IndexMap<String, ValueDef>,
    /// The value that one advance adds to a stat.
    pub advance_value: Option<String>,
    /// What makes a character legal.
    pub legality: Vec<LegalityRule>,
    /// How abilities are built, where the system has such rules.
    pub abilities: Option<AbilityRules>,
    /// Computations in steps, by id.
    pub procedures: IndexMap<String, ProcedureDef>,
    /// Rolls whose outcomes mean something, by id.
    pub checks: IndexMap<String, CheckDef>,
}

/// What `count` counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountOf {
    /// Backgrounds.
    Backgrounds,
    /// Languages.
    Languages,
    /// Advances.
    Advances,
    /// Items.
    Items,
    /// Abilities, built ones and those described in words.
    Abilities,
    /// Conditions.
    Conditions,
    /// Entries that backgrounds cover more than once.
    Repeated,
}

impl CountOf {
    /// Each with its word in formulas.
    pub const WORDS: [(&'static str, Self); 7] = [
        ("backgrounds", Self::Backgrounds),
        ("languages", Self::Languages),
        ("advances", Self::Advances),
        ("items", Self::Items),
        ("abilities", Self::Abilities),
        ("conditions", Self::Conditions),
        ("repeated", Self::Repeated),
    ];
}

/// What `total` adds up of a character, beside fields of items, values of abilities and secondary skills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TotalOf {
    /// Ranks of all skills and languages.
    Ranks,
    /// Ranks of skills themselves.
    Primary,
    /// Ranks of secondary skills.
    Secondary,
    /// Stats.
    Stats,
    /// Weights of items.
    Weight,
}

impl TotalOf {
    /// Each with its word in formulas.
    pub const WORDS: [(&'static str, Self); 5] = [
        ("ranks", Self::Ranks),
        ("primary", Self::Primary),
        ("secondary", Self::Secondary),
        ("stats", Self::Stats),
        ("weight", Self::Weight),
    ];
}

/// What a word means, if it is one of these.
pub(crate) fn named<T: Copy>(words: &[(&str, T)], word: &str) -> Option<T> {
    words.iter().find(|(known, _)| *known == word).map(|(_, meant)| *meant)
}

/// The prefix of a field of items in `total`: `total('item.slots')` of all that is carried.
pub const ITEM_TOTAL: &str = "item.";
/// The prefix of a skill in `total`: `total('secondary.melee')` of the secondary skills under it.
pub const SECONDARY_TOTAL: &str = "secondary.";
/// The prefix of a value of abilities in `total`: `total('ability.slots')` of all that were built.
pub const ABILITY_TOTAL: &str = "ability.";

/// The second word of `held` that counts each trait once.
pub const DISTINCT: &str = "distinct";
/// The word with which `rank` takes the most ranks of one kind, and not those of all that match.
pub const HIGHEST: &str = "highest";

/// What formulas may ask of a stat: `power.base` is creation and advances, `power.creation` creation alone.
pub const STAT_PARTS: [&str; 2] = ["base", "creation"];

/// A stat by its own name or by that of one of its parts.
pub fn stat_of(name: &str) -> &str {
    let part = name.rsplit_once('.').filter(|(_, part)| STAT_PARTS.contains(part));
    part.map_or(name, |(stat, _)| stat)
}

/// The prefix of rulings in formulas.
pub const RULING: &str = "ruling.";

/// The formula name of a kebab-case id.
pub fn formula_name(id: &str) -> String {
    id.replace('-', "_")
}

/// The kebab-case id with this formula name: ids have no `_`.
pub fn id_of(formula_name: &str) -> String {
    formula_name.replace('_', "-")
}

impl System {
    /// The list in which an entry stands, if any.
    pub fn list_of(&self, entry: &str) -> Option<&str> {
        self.lists.iter().find(|(_, list)| list.entries.contains_key(entry)).map(|(id, _)| id.as_str())
    }

    /// The printed name of a list entry, action or skill.
    pub fn entry_name<'a>(&'a self, entry: &'a str) -> &'a str {
        let listed = self.lists.values().find_map(|list| list.entries.get(entry)).map(String::as_str);
        let action = || self.actions.get(entry).map(|a| a.name.as_str());
        let skill = || self.skills.get(entry).map(|s| s.name.as_str());
        listed.or_else(action).or_else(skill).unwrap_or(entry)
    }

    /// Whose a value is: `strike.accuracy` is one of the action `strike`.
    pub fn owner(&self, value: &str) -> Owner<'_> {
        let Some((head, _)) = value.split_once('.') else { return Owner::Character };
        let id = id_of(head);
        match (self.actions.get_key_value(&id), self.skills.get_key_value(&id)) {
            (Some((id, _)), _) => Owner::Action(id),
            (None, Some((id, _))) => Owner::Skill(id),
            (None, None) => Owner::Character,
        }
    }

    /// The entries of some lists.
    pub fn entries_of(&self, lists: &[String]) -> Vec<&str> {
        let lists = lists.iter().filter_map(|list| self.lists.get(list));
        lists.flat_map(|list| list.entries.keys()).map(String::as_str).collect()
    }

    /// Every word that a background may cover or an item may be tagged with.
    pub fn entries(&self) -> Vec<&str> {
        let listed = self.lists.values().flat_map(|list| list.entries.keys());
        listed.chain(self.actions.keys()).chain(self.skills.keys()).map(String::as_str).collect()
    }
}
