//! What a game system is, as far as numbers go.
//!
//! **In** checked content. **Out** [`System`], which cannot hold a name that does not exist or a
//! formula that does not check: [`System::check`] is its gate. How things look is not kept here.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use indexmap::IndexMap;

use crate::ability::AbilityRules;
use crate::character::{Character, Modifier};
use crate::check::CheckDef;
use crate::formula::{Expr, Formula, FormulaError, FormulaFault, Query, Scope, WordKind, kind, nearest};
use crate::legality::LegalityRule;
use crate::number::Number;
use crate::order::{Step, order};
use crate::procedure::ProcedureDef;
use crate::traits::TraitDef;
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
    /// Taken when a character sets nothing; without one, something must be set, unless it may stay open.
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

/// Options of which a character takes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceDef {
    /// `Tier`
    pub name: String,
    /// By id.
    pub options: IndexMap<String, OptionDef>,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDef {
    /// Name.
    pub name: String,
    /// Numbers that formulas may use: `tier.die`.
    pub values: BTreeMap<String, Number>,
    /// What it does to values of whoever takes it. Only choices of characters have these.
    pub modifiers: Vec<Modifier>,
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

/// A value that is computed, never written: of a character, an ability, or a keyword in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueDef {
    /// `HP`
    pub abbr: String,
    /// `Health Points`
    pub name: String,
    /// `HP`, `squares`; may be empty.
    pub unit: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// How it is computed.
    pub formula: Formula,
    /// Whether it may come out as a fraction.
    pub may_be_fraction: bool,
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

/// Conditions that have to do with each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionGroupDef {
    /// Name.
    pub name: String,
    /// How those of the group stand together.
    pub holds: Holds,
}

/// How conditions of a group stand together.
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

/// A game system: everything that decides a number.
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
    /// Fields of items: type and name.
    pub item_fields: IndexMap<String, (Type, String)>,
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

/// What a word stands for, if it is one of these.
pub(crate) fn named<T: Copy>(words: &[(&str, T)], word: &str) -> Option<T> {
    words.iter().find(|(known, _)| *known == word).map(|(_, meant)| *meant)
}

/// What stands before a field of items in `total`: `total('item.slots')` of all that is carried.
pub const ITEM_TOTAL: &str = "item.";
/// What stands before a skill in `total`: `total('secondary.melee')` of the secondary skills under it.
pub const SECONDARY_TOTAL: &str = "secondary.";
/// What stands before a value of abilities in `total`: `total('ability.slots')` of all that were built.
pub const ABILITY_TOTAL: &str = "ability.";

/// The second word of `held` that counts each trait once.
pub const DISTINCT: &str = "distinct";

/// The prefix of rulings in formulas.
pub const RULING: &str = "ruling.";

/// The formula name of a kebab-case id.
#[must_use]
pub fn formula_name(id: &str) -> String {
    id.replace('-', "_")
}

/// The conditions of a character that count, by id, in the order of the system: what is listed, but of a group of which
/// only the worst counts only that one, and of a group of which always one holds the first where none is listed.
#[must_use]
pub fn in_force<'s>(system: &'s System, character: &Character) -> Vec<&'s str> {
    let listed: BTreeSet<&str> = character.conditions.iter().map(String::as_str).collect();
    let mut groups: BTreeMap<&str, Members<'s>> = BTreeMap::new();
    for (id, def) in &system.conditions {
        if let Some(group) = &def.group {
            let members = groups.entry(group).or_insert(Members { first: id, first_listed: None, last_listed: None });
            if listed.contains(id.as_str()) {
                members.first_listed.get_or_insert(id);
                members.last_listed = Some(id);
            }
        }
    }
    let counts = |id: &str, def: &ConditionDef| {
        let group = def
            .group
            .as_ref()
            .and_then(|group| Some((groups.get(group.as_str())?, system.condition_groups.get(group)?)));
        let Some((members, rule)) = group else { return listed.contains(id) };
        match rule.holds {
            Holds::Worst => members.last_listed == Some(id),
            Holds::One if character.is_blank() => false,
            Holds::One => members.first_listed.unwrap_or(members.first) == id,
        }
    };
    system.conditions.iter().filter(|(id, def)| counts(id, def)).map(|(id, _)| id.as_str()).collect()
}

/// Conditions of a group, by id, in the order of the system.
struct Members<'s> {
    first: &'s str,
    first_listed: Option<&'s str>,
    last_listed: Option<&'s str>,
}

impl System {
    /// The list in which an entry stands, if any.
    #[must_use]
    pub fn list_of(&self, entry: &str) -> Option<&str> {
        self.lists.iter().find(|(_, list)| list.entries.contains_key(entry)).map(|(id, _)| id.as_str())
    }

    /// The printed name of a list entry, action or skill.
    #[must_use]
    pub fn entry_name<'a>(&'a self, entry: &'a str) -> &'a str {
        let listed = self.lists.values().find_map(|list| list.entries.get(entry)).map(String::as_str);
        let action = || self.actions.get(entry).map(|a| a.name.as_str());
        let skill = || self.skills.get(entry).map(|s| s.name.as_str());
        listed.or_else(action).or_else(skill).unwrap_or(entry)
    }

    /// Whose a value is: `strike.accuracy` is one of the action `strike`.
    #[must_use]
    pub fn owner(&self, value: &str) -> Owner<'_> {
        let Some((head, _)) = value.split_once('.') else { return Owner::Character };
        let action = self.actions.keys().find(|id| formula_name(id) == head);
        let skill = || self.skills.keys().find(|id| formula_name(id) == head);
        match action {
            Some(id) => Owner::Action(id),
            None => skill().map_or(Owner::Character, |id| Owner::Skill(id)),
        }
    }

    /// The entries of some lists.
    #[must_use]
    pub fn entries_of(&self, lists: &[String]) -> Vec<&str> {
        let lists = lists.iter().filter_map(|list| self.lists.get(list));
        lists.flat_map(|list| list.entries.keys()).map(String::as_str).collect()
    }

    /// Every word that a background may cover or an item may be tagged with.
    #[must_use]
    pub fn entries(&self) -> Vec<&str> {
        let listed = self.lists.values().flat_map(|list| list.entries.keys());
        listed.chain(self.actions.keys()).chain(self.skills.keys()).map(String::as_str).collect()
    }

    /// The ids of all values that use `name`, at any remove, in the system's order: through formulas,
    /// through stats that advances raise, and through what conditions add to values.
    #[must_use]
    pub fn dependents(&self, name: &str) -> Vec<&str> {
        let mut reached: BTreeSet<&str> = BTreeSet::from([name]);
        let options = || self.choices.values().flat_map(|choice| choice.options.values());
        let modifiers = || {
            let of_options = options().flat_map(|option| &option.modifiers);
            let of_traits = self.traits.values().flat_map(|def| &def.adds);
            self.conditions.values().flat_map(|c| &c.modifiers).chain(of_options).chain(of_traits)
        };
        loop {
            let before = reached.len();
            let uses = |expr: &Expr, reached: &BTreeSet<&str>| {
                expr.names().iter().any(|used| reached.contains(used.strip_suffix(".base").unwrap_or(used)))
            };
            for (id, value) in &self.values {
                if uses(&value.formula.expr, &reached) {
                    reached.insert(id);
                }
            }
            for modifier in modifiers() {
                if uses(&modifier.add.expr, &reached) {
                    reached.insert(&modifier.to);
                }
            }
            if let Some(rules) = &self.abilities {
                reached.extend(rules.lasting_dependents(self, &|expr| uses(expr, &reached)));
            }
            if self.advance_value.as_ref().is_some_and(|advance| reached.contains(advance.as_str())) {
                reached.extend(self.stats.keys().map(String::as_str));
            }
            if reached.len() == before {
                break;
            }
        }
        self.values.keys().map(String::as_str).filter(|id| *id != name && reached.contains(id)).collect()
    }

    /// The ids of values whose own formula uses `name`.
    #[must_use]
    pub fn direct_dependents(&self, name: &str) -> Vec<&str> {
        self.values.iter().filter(|(_, v)| v.formula.expr.names().contains(&name)).map(|(id, _)| id.as_str()).collect()
    }

    /// The circles in which values depend on themselves, each as its path; empty when there are none. Of all the circles
    /// that end with one value the first is told.
    #[must_use]
    pub fn cycles(&self) -> Vec<Vec<&str>> {
        let steps = self.in_order();
        let places = places(&steps);
        let parent = |key: &str| steps[places[key]].wanted_for;
        let mut cycles = Vec::new();
        for (place, step) in steps.iter().enumerate() {
            // What a value needs stands before it, unless it needs that value in turn.
            let back = self.needed_by(step.key).into_iter().find(|need| places[need] >= place);
            let Some(back) = back else { continue };
            let mut cycle = vec![back];
            let mut at = Some(step.key);
            while let Some(key) = at {
                cycle.push(key);
                at = if key == back { None } else { parent(key) };
            }
            cycle.reverse();
            cycles.push(cycle);
        }
        cycles
    }

    /// How many values stand in a row of which each needs the next, by the first of them; without those in circles, and
    /// those that need them.
    #[must_use]
    pub fn chains(&self) -> BTreeMap<&str, usize> {
        let mut chains: BTreeMap<&str, usize> = BTreeMap::new();
        for step in self.in_order() {
            let needed = self.needed_by(step.key);
            let lengths: Option<Vec<usize>> = needed.iter().map(|need| chains.get(need).copied()).collect();
            if let Some(lengths) = lengths {
                chains.insert(step.key, 1 + lengths.into_iter().max().unwrap_or(0));
            }
        }
        chains
    }

    /// Finds the types of all values, once for all formulas that name them. To be called when the last value is there.
    pub fn note_types(&mut self) {
        self.types = BTreeMap::new();
        self.types = self.types_of(self.values.keys().map(String::as_str));
    }

    /// The types of some values and of all that they need. One that needs itself counts as a number there; such circles
    /// are reported elsewhere.
    fn types_of<'s>(&'s self, wanted: impl IntoIterator<Item = &'s str>) -> BTreeMap<String, Type> {
        let mut types: BTreeMap<String, Type> = BTreeMap::new();
        for step in order(wanted, |id| self.needed_by(id)) {
            let mut of_name = |name: &str| match self.values.contains_key(name) {
                true => types.get(name).cloned().unwrap_or(Type::Number),
                false => self.type_of(name).unwrap_or(Type::Number),
            };
            let found = kind(&self.values[step.key].formula.expr, &mut of_name, self);
            types.insert(step.key.to_owned(), found);
        }
        types
    }

    /// All values, each behind those that its formula names.
    fn in_order(&self) -> Vec<Step<&str>> {
        order(self.values.keys().map(String::as_str), |id| self.needed_by(id))
    }

    /// The values that the formula of a value names, each once.
    fn needed_by(&self, id: &str) -> Vec<&str> {
        let Some(value) = self.values.get(id) else { return Vec::new() };
        let mut seen = BTreeSet::new();
        let named = value.formula.expr.names().into_iter().filter(|name| seen.insert(*name));
        named.filter_map(|name| self.values.get_key_value(name)).map(|(known, _)| known.as_str()).collect()
    }
}

fn places<'s>(steps: &[Step<&'s str>]) -> BTreeMap<&'s str, usize> {
    steps.iter().enumerate().map(|(place, step)| (step.key, place)).collect()
}

impl Scope for System {
    fn type_of(&self, name: &str) -> Option<Type> {
        if let Some(ruling) = name.strip_prefix(RULING) {
            return self.rulings.get(ruling).map(|r| Type::one_of(&r.options));
        }
        if self.inputs.contains_key(name) || self.stats.contains_key(name) {
            return Some(Type::Number);
        }
        if let Some((name, _)) = self.values.get_key_value(name) {
            let noted = self.types.get(name).cloned();
            return noted.or_else(|| self.types_of([name.as_str()]).remove(name));
        }
        if let Some(choice) = self.choices.get(name) {
            return Some(Type::one_of(choice.options.keys()));
        }
        let (head, field) = name.split_once('.')?;
        if self.stats.contains_key(head) && field == "base" {
            return Some(Type::Number);
        }
        let choice = self.choices.get(head)?;
        match field {
            "name" => Some(Type::Word(None)),
            _ => choice.options.values().any(|o| o.values.contains_key(field)).then_some(Type::Number),
        }
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        names.extend(self.inputs.keys().cloned());
        names.extend(self.stats.keys().cloned());
        names.extend(self.values.keys().cloned());
        names.extend(self.rulings.keys().map(|r| format!("{RULING}{r}")));
        for (id, choice) in &self.choices {
            names.push(id.clone());
            let fields: BTreeSet<&String> = choice.options.values().flat_map(|o| o.values.keys()).collect();
            names.extend(fields.into_iter().map(|field| format!("{id}.{field}")));
        }
        names
    }

    fn check_query(&self, query: Query, words: &[(String, Range<usize>)]) -> Result<Type, FormulaError> {
        let (first, first_at) = &words[0];
        let second = words.get(1);
        let checked = match query {
            Query::Bought | Query::Summed => {
                Err(FormulaError::new(first_at.clone(), FormulaFault::NotInAbility(query)))
            }
            Query::Count => {
                let words = || CountOf::WORDS.map(|(word, _)| word);
                known_word(first, first_at, WordKind::Count, named(&CountOf::WORDS, first).is_some(), words)
            }
            Query::Total => {
                let totals = || self.totals();
                known_word(first, first_at, WordKind::Total, self.has_total(first), totals)
            }
            Query::Times => {
                let traits = || self.traits.keys();
                known_word(first, first_at, WordKind::Trait, self.traits.contains_key(first), traits)?;
                let options = &self.traits[first].options;
                match second {
                    Some((_, at)) if options.is_empty() => {
                        Err(FormulaError::new(at.clone(), FormulaFault::NoOptions { of: first.clone() }))
                    }
                    Some((option, at)) => {
                        let is_known = options.contains_key(option);
                        known_word(option, at, WordKind::TraitOption, is_known, || options.keys())
                    }
                    None => Ok(()),
                }
            }
            Query::Held => {
                let is_known = self.trait_lists.contains_key(first);
                known_word(first, first_at, WordKind::TraitList, is_known, || self.trait_lists.keys())?;
                let how = |(how, at): &(String, Range<usize>)| {
                    known_word(how, at, WordKind::TraitCount, how == DISTINCT, || [DISTINCT])
                };
                second.map_or(Ok(()), how)
            }
            Query::Trained => self.known_entry(first, first_at),
            Query::Rank => {
                let is_known = self.skills.contains_key(first);
                known_word(first, first_at, WordKind::Skill, is_known, || self.skills.keys())?;
                let SkillDef { choose, secondary, .. } = &self.skills[first];
                match second {
                    Some((under, at)) if !secondary.is_empty() => {
                        let mut lists = secondary.iter().filter_map(|list| self.lists.get(list));
                        let is_known = lists.any(|list| list.entries.contains_key(under));
                        let entries = || self.entries_of(secondary);
                        known_word(under, at, WordKind::SecondarySkill, is_known, entries)
                    }
                    Some((choice, at)) if !choose.is_empty() => self.known_entry(choice, at),
                    Some((_, at)) => Err(FormulaError::new(at.clone(), FormulaFault::NoKinds { of: first.clone() })),
                    None => Ok(()),
                }
            }
        };
        checked.map(|()| Type::Number)
    }

    fn field_type(
        &self,
        action: &(String, Range<usize>),
        field: &(String, Range<usize>),
    ) -> Result<Type, FormulaError> {
        let is_known = self.actions.contains_key(&action.0);
        known_word(&action.0, &action.1, WordKind::Action, is_known, || self.actions.keys())?;
        let is_known = self.item_fields.contains_key(&field.0);
        known_word(&field.0, &field.1, WordKind::ItemField, is_known, || self.item_fields.keys())?;
        Ok(self.item_fields[&field.0].0.clone())
    }
}

impl System {
    /// Checks a word that a background may cover or an item may be tagged with.
    fn known_entry(&self, word: &str, at: &Range<usize>) -> Result<(), FormulaError> {
        let is_listed = self.lists.values().any(|list| list.entries.contains_key(word));
        let is_known = is_listed || self.actions.contains_key(word) || self.skills.contains_key(word);
        known_word(word, at, WordKind::Entry, is_known, || self.entries())
    }

    /// Whether `total` understands this.
    fn has_total(&self, word: &str) -> bool {
        let of_items = |field: &str| self.item_fields.get(field).is_some_and(|(kind, _)| *kind == Type::Number);
        let of_abilities = |value: &str| self.abilities.as_ref().is_some_and(|rules| rules.values.contains_key(value));
        let of_skills = |skill: &str| self.skills.get(skill).is_some_and(|skill| !skill.secondary.is_empty());
        named(&TotalOf::WORDS, word).is_some()
            || word.strip_prefix(ITEM_TOTAL).is_some_and(of_items)
            || word.strip_prefix(ABILITY_TOTAL).is_some_and(of_abilities)
            || word.strip_prefix(SECONDARY_TOTAL).is_some_and(of_skills)
    }

    /// Everything that `total` understands.
    fn totals(&self) -> Vec<String> {
        let numbers = self.item_fields.iter().filter(|(_, (kind, _))| *kind == Type::Number);
        let fields = numbers.map(|(field, _)| format!("{ITEM_TOTAL}{field}"));
        let values = self.abilities.iter().flat_map(|rules| rules.values.keys());
        let values = values.map(|value| format!("{ABILITY_TOTAL}{value}"));
        let parents = self.skills.iter().filter(|(_, skill)| !skill.secondary.is_empty());
        let parents = parents.map(|(skill, _)| format!("{SECONDARY_TOTAL}{skill}"));
        TotalOf::WORDS.into_iter().map(|(word, _)| word.to_owned()).chain(fields).chain(values).chain(parents).collect()
    }
}

/// The most words that a fault names as those there are.
const MOST_NAMED: usize = 12;

/// Checks a word; what is known beside it is only gone through when it is not.
fn known_word<W: AsRef<str>, K: IntoIterator<Item = W>>(
    word: &str,
    at: &Range<usize>,
    kind: WordKind,
    is_known: bool,
    known: impl FnOnce() -> K,
) -> Result<(), FormulaError> {
    if is_known {
        return Ok(());
    }
    let known: Vec<W> = known().into_iter().collect();
    let known = || known.iter().map(AsRef::as_ref);
    let near = nearest(word, known()).map(str::to_owned);
    let few = if known().count() <= MOST_NAMED { known().map(str::to_owned).collect() } else { Vec::new() };
    Err(FormulaError::new(at.clone(), FormulaFault::UnknownWord { kind, word: word.to_owned(), near, known: few }))
}
