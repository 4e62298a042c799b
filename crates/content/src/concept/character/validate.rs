//! Characters: from entries to the rules library's [`Character`].

use std::collections::BTreeMap;
use std::sync::Arc;

use makeready_rules::character::{Background, Character, Completeness, DescribedAbility, Item, Language, Ranks};
use makeready_rules::formula::ExprKind;
use makeready_rules::system::{Holds, ListDef, SkillDef, System};
use makeready_rules::value::Type;

use crate::code::Code;
use crate::concept::character::{
    CharacterEntry, EnteredNumber, LARGEST, MAY_STAY_OPEN, OwnedEntry, PastEntry, ROLE, RanksEntry,
};
use crate::concept::head::Head;
use crate::concept::item::ItemEntry;
use crate::concept::modifier::definitions;
use crate::diagnostic::Diagnostic;
use crate::game::{Abilities, Person};
use crate::kind::Kind;
use crate::load::Entries;
use crate::source::{Located, Span};
use crate::validate::Validator;

impl Validator {
    /// Checks the names in a character's file and builds the character.
    pub(crate) fn person(&mut self, entry: CharacterEntry, shelf: &Abilities, system: &System) -> Person {
        self.character_numbers(&entry, system);
        self.character_lists(&entry, system);
        entry.items.iter().for_each(|item| self.item(item, system));
        for modifier in entry.modifiers() {
            self.modifier(modifier, system);
        }
        self.known_to_players(&entry, system);
        for text in entry.described().flat_map(|a| [&a.text, &a.note]).chain(entry.notes.iter().map(|(_, text)| text)) {
            self.card_text(text, system);
        }
        let character = Character { built: self.owned(&entry, shelf, system), ..build(&entry) };
        Person::new(entry, character)
    }

    /// Checks what the players are said to know of somebody.
    fn known_to_players(&mut self, entry: &CharacterEntry, system: &System) {
        let abilities: Vec<Located<String>> = entry.abilities.iter().filter_map(OwnedEntry::id).collect();
        let own =
            entry.notes.iter().map(|(id, _)| id.value.as_str()).chain(abilities.iter().map(|id| id.value.as_str()));
        let named = system.inputs.keys().chain(system.choices.keys()).chain(system.stats.keys());
        let named = named.chain(system.values.keys()).map(String::as_str);
        let known: Vec<&str> = std::iter::once(ROLE).chain(own).chain(named).collect();
        for thing in &entry.known {
            self.known(Kind::KnownToPlayers, thing, known.iter().copied());
        }
        self.unique_ids("things in `known`", entry.known.iter().map(|thing| (thing.value.as_str(), thing.at)));
    }

    /// Checks what people have to do with each other, and that no two cards of one deck share an id.
    pub(crate) fn people(&mut self, e: &Entries) {
        let everybody = || e.characters.iter().chain(&e.npcs);
        let by_id: BTreeMap<&str, &CharacterEntry> =
            everybody().collect::<Vec<_>>().into_iter().rev().map(|c| (c.head.id.as_str(), c)).collect();
        let shared: BTreeMap<&str, Span> = e.cards().map(|card| (card.head.id.as_str(), card.head.at)).collect();
        let mut allies: BTreeMap<&str, Vec<&Head>> = BTreeMap::new();
        for (ally, head) in everybody().filter_map(|c| Some((c.ally.as_ref()?, &*c.head))) {
            allies.entry(&ally.of.value).or_default().push(head);
        }
        for entry in everybody() {
            if let Some(ally) = &*entry.ally {
                let owner = by_id.get(ally.of.value.as_str());
                let ids = || everybody().map(|c| c.head.id.as_str()).collect();
                if self.known_if(owner.is_some(), Kind::Character, &ally.of, ids)
                    && let (Some(owner), Some(through)) = (owner, &ally.through)
                {
                    let ids: Vec<Located<String>> = owner.abilities.iter().filter_map(OwnedEntry::id).collect();
                    self.known(Kind::AbilityOfOwner, through, ids.iter().map(|id| id.value.as_str()));
                }
            }
            let built: Vec<Located<String>> = entry.abilities.iter().filter_map(OwnedEntry::id).collect();
            // What is there twice among abilities, or among items, is reported where those are validated.
            let abilities: BTreeMap<&str, Span> = built.iter().rev().map(|id| (id.value.as_str(), id.at)).collect();
            let items = entry.items.iter().rev().filter(|_| e.item_card.is_some());
            let items: BTreeMap<&str, Span> = items.map(|item| (item.head.id.as_str(), item.head.at)).collect();
            let called = allies.get(entry.head.id.as_str()).into_iter().flatten();
            let own = abilities.into_iter().chain(items).chain(called.map(|ally| (ally.id.as_str(), ally.at)));
            let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
            for (id, at) in own {
                let first = seen.insert(id, at).or_else(|| shared.get(id).copied());
                if let Some(first) = first.filter(|first| *first != at && !id.is_empty()) {
                    let message = format!("{} would have two cards with the id `{id}`", entry.head.name);
                    let diagnostic =
                        Diagnostic::error(Code::DuplicateId, at, message).related(first, "the other is here");
                    self.push(diagnostic.help("give one of them another id"));
                }
            }
        }
    }

    /// The abilities that a character has built, or taken from the shelf.
    fn owned(
        &mut self,
        entry: &CharacterEntry,
        shelf: &Abilities,
        system: &System,
    ) -> Vec<Arc<makeready_rules::ability::Ability>> {
        let mut built = Vec::new();
        let mut ids = Vec::new();
        for owned in &entry.abilities {
            match owned {
                OwnedEntry::Described(_) => {}
                OwnedEntry::Shared(id) => {
                    self.known_in(Kind::Ability, id, shelf);
                    if let Some(ability) = shelf.get(&id.value) {
                        ids.push((id.value.as_str(), id.at));
                        built.push(Arc::clone(&ability.def));
                    }
                }
                OwnedEntry::Built(on_the_spot) => {
                    ids.push((on_the_spot.head.id.as_str(), on_the_spot.head.at));
                    built.push(Arc::new(self.ability(on_the_spot, system)));
                }
            }
        }
        self.unique_ids("abilities", ids);
        built
    }

    /// Checks the names and formulas of a thing, but not what it does to values.
    pub(crate) fn item(&mut self, item: &ItemEntry, system: &System) {
        for (field, formula) in &item.fields {
            self.known_in(Kind::ItemField, field, &system.item_fields);
            if let (Some(formula), Some(def)) = (&**formula, system.item_fields.get(&field.value)) {
                let wanted = match &def.kind {
                    Type::Dice => vec![Type::Number, Type::Dice],
                    other => vec![other.clone()],
                };
                self.formula(formula, system, &wanted);
                if let (Type::Symbol(Some(words)), false, ExprKind::Symbol(word)) =
                    (&def.kind, def.is_open, &formula.formula.expr.kind)
                {
                    let word = Located { value: word.clone(), at: formula.place.at };
                    self.known(Kind::Option, &word, words.iter().map(String::as_str));
                }
            }
        }
        for action in &item.wields {
            self.known_in(Kind::Action, action, &system.actions);
        }
        for tag in &item.tags {
            self.list_entry(tag, system);
        }
        self.card_text(&item.note, system);
    }

    fn character_numbers(&mut self, entry: &CharacterEntry, system: &System) {
        for (input, value) in &entry.inputs {
            self.input(input, value, system);
        }
        let wanted = system.inputs.iter().filter(|(_, def)| def.default.is_none() && !def.is_optional);
        let wanted = wanted.map(|(id, _)| id);
        self.all_given("input", entry, wanted, entry.inputs.iter().map(|(k, _)| k));
        for (choice, option) in &entry.choices {
            self.choice(choice, option, system);
        }
        self.all_given("choice", entry, system.choices.keys(), entry.choices.iter().map(|(k, _)| k));
        for (stat, _) in &entry.stats {
            self.known_in(Kind::Stat, stat, &system.stats);
        }
        self.all_given("stat", entry, system.stats.keys(), entry.stats.iter().map(|(k, _)| k));
    }

    pub(crate) fn input(&mut self, input: &Located<String>, value: &EnteredNumber, system: &System) {
        if self.known_in(Kind::Input, input, &system.inputs) && value.is_read {
            let def = &system.inputs[&input.value];
            // What could not be read as a number has been reported, and has the least of all in its place.
            let is_stand_in = value.value == -LARGEST && self.faulty.contains(&value.at.file);
            if !is_stand_in && !(def.min..=def.max).contains(&value.value) {
                let message = format!("{} {} does not exist", def.name, value.value);
                let help = format!("write a number from {} to {}", def.min, def.max);
                self.push(Diagnostic::error(Code::OutOfRange, value.at, message).help(help));
            }
        }
    }

    pub(crate) fn choice(&mut self, choice: &Located<String>, option: &Located<String>, system: &System) {
        if self.known_in(Kind::Choice, choice, &system.choices) {
            self.known_in(Kind::Option, option, &system.choices[&choice.value].options);
        }
    }

    /// A file that says which system it is of has to be right.
    pub(crate) fn of_system(&mut self, entry: &CharacterEntry, id: &str) {
        if let Some(system) = entry.system.as_ref().filter(|system| system.value != id) {
            let message = format!("{} belongs to the game `{}`, but this is `{id}`", entry.head.name, system.value);
            let help = "move the file into the folder of its game, or remove the key";
            self.push(Diagnostic::error(Code::OtherSystem, system.at, message).help(help));
        }
    }

    fn all_given<'a>(
        &mut self,
        kind: &str,
        entry: &CharacterEntry,
        wanted: impl Iterator<Item = &'a String>,
        given: impl Iterator<Item = &'a Located<String>>,
    ) {
        let given: Vec<&String> = given.map(|given| &given.value).collect();
        for name in wanted {
            if !given.contains(&name) {
                let message = format!("{} has no {kind} `{name}`", entry.head.name);
                let key = format!("{kind}s");
                let open = if kind == "choice" { "" } else { MAY_STAY_OPEN };
                let help = format!("add `{name}: ...` under `{key}`");
                let help = if open.is_empty() { help } else { format!("{help}: {open}") };
                self.push(Diagnostic::error(Code::MissingValue, entry.head.at, message).help(help));
            }
        }
    }

    fn character_lists(&mut self, entry: &CharacterEntry, system: &System) {
        for advance in &entry.advances {
            self.known_in(Kind::Stat, &advance.stat, &system.stats);
        }
        if let (Some(advance), None) = (entry.advances.first(), &system.advance_value) {
            let help = "write `advance_value: ...` in system.yaml: the derived value that one advance adds";
            self.push(
                Diagnostic::error(Code::NoAdvances, advance.stat.at, "this game has no `advance_value`").help(help),
            );
        }
        self.covered(&entry.backgrounds, system);
        for condition in &entry.conditions {
            self.known_in(Kind::Condition, condition, &system.conditions);
        }
        self.states(&entry.conditions, system);
        self.taken(&entry.traits.0, system);
        for (skill, ranks) in &entry.skills {
            if self.known_in(Kind::Skill, skill, &system.skills) {
                self.ranks(skill, ranks, system);
            }
        }
        let items: Vec<(&str, Span)> = entry.items.iter().map(|i| (i.head.id.as_str(), i.head.at)).collect();
        self.unique_ids("items", items);
        self.unique_ids("conditions", entry.conditions.iter().map(|c| (c.value.as_str(), c.at)));
        self.one_item_each(entry);
    }

    /// Of some groups of conditions there is always exactly one.
    fn states(&mut self, conditions: &[Located<String>], system: &System) {
        let state = |condition: &Located<String>| {
            let group = system.conditions.get(&condition.value)?.group.as_ref()?;
            let rule = system.condition_groups.get(group)?;
            (rule.holds == Holds::One).then(|| (group.clone(), rule.name.clone()))
        };
        let mut seen: BTreeMap<String, &Located<String>> = BTreeMap::new();
        for condition in conditions {
            let Some((group, name)) = state(condition) else { continue };
            if let Some(first) = seen.insert(group, condition).filter(|first| first.value != condition.value) {
                let message = format!(
                    "`{}` and `{}` are both of {name}, where only one applies at a time",
                    first.value, condition.value
                );
                let diagnostic =
                    Diagnostic::error(Code::TwoStates, condition.at, message).related(first.at, "the other is here");
                self.push(diagnostic.help("remove one of the two"));
            }
        }
    }

    /// Checks what backgrounds cover.
    pub(crate) fn covered(&mut self, backgrounds: &[PastEntry], system: &System) {
        for entry in backgrounds.iter().flat_map(|background| &background.covers) {
            self.coverable(entry, system);
        }
    }

    /// Checks a word that a background covers.
    pub(crate) fn coverable(&mut self, entry: &Located<String>, system: &System) {
        let lists = coverable_lists(system);
        let is_listed = lists.iter().flatten().any(|list| list.entries.contains_key(&entry.value));
        let is_known = is_listed || lists.is_none() && is_entry(system, &entry.value);
        self.known_if(is_known, Kind::ListEntry, entry, || match &lists {
            Some(lists) => lists.iter().flat_map(|list| list.entries.keys()).map(String::as_str).collect(),
            None => system.entries(),
        });
    }

    /// Checks a word that items and cards are tagged with.
    pub(crate) fn list_entry(&mut self, entry: &Located<String>, system: &System) {
        self.known_if(is_entry(system, &entry.value), Kind::ListEntry, entry, || system.entries());
    }

    /// Two items held for one action: formulas would use the first and never look at the second.
    fn one_item_each(&mut self, entry: &CharacterEntry) {
        let held = entry.items.iter().flat_map(|item| item.wields.iter().map(move |action| (item, action)));
        let mut seen: Vec<(&ItemEntry, &Located<String>)> = Vec::new();
        for (item, action) in held {
            match seen.iter().find(|(_, earlier)| earlier.value == action.value) {
                Some((first, place)) => {
                    let message =
                        format!("{} is used for `{}`, and so is {}", item.head.name, action.value, first.head.name);
                    let diagnostic =
                        Diagnostic::error(Code::TwoItems, action.at, message).related(place.at, "used here");
                    self.push(
                        diagnostic.help("an action uses one item: remove the action from one of the two `wields`"),
                    );
                }
                None => seen.push((item, action)),
            }
        }
    }

    pub(crate) fn ranks(&mut self, skill: &Located<String>, ranks: &RanksEntry, system: &System) {
        let SkillDef { choose, secondary: under, .. } = &system.skills[&skill.value];
        let help = match (&choose[..], &under[..]) {
            ([], []) => format!("write `{}: 2`", skill.value),
            ([], under) => {
                format!(
                    "write `{}: {{ rank: 2, secondary: {{ ... }} }}` with those of: {}",
                    skill.value,
                    under.join(", ")
                )
            }
            (choose, _) => {
                format!("write `{}: {{ kind: ranks }}` with kinds of: {}", skill.value, choose.join(", "))
            }
        };
        let first = |kinds: &[(Located<String>, u32)]| kinds.first().map_or(skill.at, |(kind, _)| kind.at);
        let wrong = match ranks {
            RanksEntry::Plain(_, at) if !choose.is_empty() => Some((*at, "are bought for a kind each")),
            RanksEntry::WithSecondary { at, .. } if !choose.is_empty() => Some((*at, "are bought for a kind each")),
            RanksEntry::Chosen(kinds) if !under.is_empty() => {
                Some((first(kinds), "are its own ranks and those of secondary skills"))
            }
            RanksEntry::Chosen(kinds) if choose.is_empty() => Some((first(kinds), "have no kinds")),
            RanksEntry::WithSecondary { at, .. } if under.is_empty() => {
                Some((*at, "have no secondary skills under them"))
            }
            RanksEntry::Plain(..) | RanksEntry::Chosen(_) | RanksEntry::WithSecondary { .. } => None,
        };
        if let Some((at, what)) = wrong {
            let message = format!("ranks in `{}` {what}", skill.value);
            self.push(Diagnostic::error(Code::WrongType, at, message).help(help));
            return;
        }
        let (kind, lists, kinds) = match ranks {
            RanksEntry::Plain(..) => return,
            RanksEntry::Chosen(kinds) => (Kind::ListEntry, choose, kinds),
            RanksEntry::WithSecondary { secondary, .. } => (Kind::SecondarySkill, under, secondary),
        };
        let known = system.entries_of(lists);
        for (chosen, _) in kinds {
            self.known(kind, chosen, known.iter().copied());
        }
    }
}

/// Backgrounds of the rules library.
pub(crate) fn backgrounds(entries: &[PastEntry]) -> Vec<Background> {
    let covers = |covers: &[Located<String>]| covers.iter().map(|covered| covered.value.clone()).collect();
    entries.iter().map(|entry| Background { name: entry.name.0.clone(), covers: covers(&entry.covers) }).collect()
}

/// The lists that backgrounds cover entries of; none where they may cover anything. With an unknown list among them,
/// all of its entries would be unknown as well.
fn coverable_lists(system: &System) -> Option<Vec<&ListDef>> {
    system.backgrounds.as_ref()?.covers.iter().map(|list| system.lists.get(list)).collect()
}

/// Whether there is such a word among [`System::entries`].
fn is_entry(system: &System, word: &str) -> bool {
    let is_listed = || system.lists.values().any(|list| list.entries.contains_key(word));
    system.actions.contains_key(word) || system.skills.contains_key(word) || is_listed()
}

/// A thing as the rules library has it.
pub(crate) fn built_item(item: &ItemEntry) -> Item {
    let words = |list: &[Located<String>]| list.iter().map(|w| w.value.clone()).collect::<Vec<_>>();
    Item {
        id: item.head.id.clone(),
        name: item.head.name.clone(),
        weight: item.weight.0,
        tags: words(&item.tags),
        fields: item
            .fields
            .iter()
            .filter_map(|(field, formula)| Some((field.value.clone(), formula.as_ref()?.formula.clone())))
            .collect(),
        wields: words(&item.wields),
        modifiers: definitions(&item.modifiers),
    }
}

fn build(entry: &CharacterEntry) -> Character {
    let words = |list: &[Located<String>]| list.iter().map(|w| w.value.clone()).collect::<Vec<_>>();
    Character {
        completeness: Completeness::Whole,
        id: entry.head.id.clone(),
        name: entry.head.name.clone(),
        inputs: entry.inputs.iter().map(|(k, v)| (k.value.clone(), v.value)).collect(),
        choices: entry.choices.iter().map(|(k, v)| (k.value.clone(), v.value.clone())).collect(),
        stats: entry.stats.iter().map(|(k, v)| (k.value.clone(), v.value)).collect(),
        advances: entry.advances.iter().map(|advance| advance.stat.value.clone()).collect(),
        backgrounds: backgrounds(&entry.backgrounds),
        languages: entry
            .languages
            .iter()
            .map(|l| Language { name: l.name.0.clone(), ranks: l.ranks.count() })
            .collect(),
        skills: entry
            .skills
            .iter()
            .map(|(skill, ranks)| {
                let ranks = match ranks {
                    RanksEntry::Plain(ranks, _) => Ranks::Plain(*ranks),
                    RanksEntry::Chosen(kinds) => {
                        Ranks::Chosen(kinds.iter().map(|(k, n)| (k.value.clone(), *n)).collect())
                    }
                    RanksEntry::WithSecondary { own, secondary, .. } => Ranks::WithSecondary {
                        own: *own,
                        secondary: secondary.iter().map(|(k, n)| (k.value.clone(), *n)).collect(),
                    },
                };
                (skill.value.clone(), ranks)
            })
            .collect(),
        items: entry.items.iter().map(built_item).collect(),
        built: Vec::new(),
        abilities: entry
            .described()
            .map(|a| DescribedAbility { name: a.name.0.clone(), modifiers: definitions(&a.modifiers) })
            .collect(),
        traits: entry.traits.0.iter().map(crate::concept::traits::validate::taken).collect(),
        conditions: words(&entry.conditions),
        set: std::collections::BTreeMap::new(),
        retagged: None,
    }
}
