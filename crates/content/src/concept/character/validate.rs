//! Characters: from entries to the rules library's [`Character`], computed and judged.

use std::collections::BTreeMap;
use std::sync::Arc;

use deckle_rules::character::{Background, Character, Completeness, DescribedAbility, Item, Language, Ranks};
use deckle_rules::compute::Evaluator;
use deckle_rules::eval::Worksheet;
use deckle_rules::formula::{EvalError, EvalFault, ExprKind, Frame, eval};
use deckle_rules::item::ItemFrame;
use deckle_rules::legality::{Subject, Violation, violations};
use deckle_rules::passive::additions;
use deckle_rules::rules::Rules;
use deckle_rules::system::{Holds, ListDef, SkillDef, System};
use deckle_rules::traits::{PREREQUISITE, TAKEN_TWICE};
use deckle_rules::value::{Type, Value};
use rayon::prelude::*;

use crate::code::Code;
use crate::concept::block::CardBlock;
use crate::concept::building::BuildingEntry;
use crate::concept::chapter::ChapterPart;
use crate::concept::chapter::validate::placed_formulas;
use crate::concept::character::CharacterEntry;
use crate::concept::character::{OwnedEntry, PastEntry, RanksEntry};
use crate::concept::fact::FactEntry;
use crate::concept::head::Head;
use crate::concept::item::ItemEntry;
use crate::concept::modifier::definitions;
use crate::concept::sheet::BlockKind;
use crate::concept::traits::TraitEntry;
use crate::decode::PlacedFormula;
use crate::diagnostic::Diagnostic;
use crate::game::{Abilities, Game, Person};
use crate::kind::Kind;
use crate::load::{Definitions, Entries};
use crate::source::{Located, ScalarPlace, Span};
use crate::text::Text;
use crate::validate::{Computed, Faulty, Validator};

/// The most values and terms that are cached for all people together: a hundred megabytes.
const MOST_KEPT: usize = 400_000;

impl Validator {
    /// Checks the names in a character's file and builds the character.
    pub(crate) fn person(&mut self, entry: CharacterEntry, shelf: &Abilities, system: &System) -> Person {
        self.character_numbers(&entry, system);
        self.character_lists(&entry, system);
        entry.items.iter().for_each(|item| self.item(item, system));
        for modifier in entry.modifiers() {
            self.modifier(modifier, system);
        }
        for text in entry.described().flat_map(|a| [&a.text, &a.note]).chain(entry.notes.iter().map(|(_, text)| text)) {
            self.card_text(text, system);
        }
        let character = Character { built: self.owned(&entry, shelf, system), ..build(&entry) };
        Person::new(entry, character)
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
    ) -> Vec<Arc<deckle_rules::ability::Ability>> {
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
            if let (Some(formula), Some((kind, _))) = (&**formula, system.item_fields.get(&field.value)) {
                let wanted = match kind {
                    Type::Dice => vec![Type::Number, Type::Dice],
                    other => vec![other.clone()],
                };
                self.formula(formula, system, &wanted);
                if let (Type::Symbol(Some(words)), ExprKind::Symbol(word)) = (kind, &formula.formula.expr.kind) {
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

    pub(crate) fn input(&mut self, input: &Located<String>, value: &Located<i64>, system: &System) {
        if self.known_in(Kind::Input, input, &system.inputs) {
            let def = &system.inputs[&input.value];
            if !(def.min..=def.max).contains(&value.value) {
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
            let message = format!("{} is of the system `{}`, and this is `{id}`", entry.head.name, system.value);
            let help = "put the file into the folder of its own system, or take the key out";
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
                let help = format!("add `{name}: ...` under `{key}`");
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
                Diagnostic::error(Code::NoAdvances, advance.stat.at, "this system does not say what an advance adds")
                    .help(help),
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
                    "`{}` and `{}` are both of {name}, of which one holds at a time",
                    first.value, condition.value
                );
                let diagnostic =
                    Diagnostic::error(Code::TwoStates, condition.at, message).related(first.at, "the other is here");
                self.push(diagnostic.help("take one of the two out"));
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
                        format!("{} is held for `{}`, and so is {}", item.head.name, action.value, first.head.name);
                    let diagnostic =
                        Diagnostic::error(Code::TwoItems, action.at, message).related(place.at, "held here");
                    self.push(
                        diagnostic.help("an action uses one item: take the action out of one of the two `wields`"),
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
                Some((first(kinds), "are its own, and beside them those of secondary skills"))
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

    /// Computes every value and every text for the blank form and for every character, and asks whether
    /// the characters are legal.
    pub(crate) fn computed(&mut self, game: &Game) -> Computed {
        self.all_computed(game, std::iter::once(None).chain(game.people().map(Some)).collect())
    }

    /// The same for some people; `None` is the blank form.
    pub(crate) fn all_computed(&mut self, game: &Game, all: Vec<Option<&Person>>) -> Computed {
        // Side by side; only what fails is gone through once more, in order, to tell each fault once.
        let most = MOST_KEPT / all.len().max(1);
        let bad = &self.bad;
        let new = || Failures { bad: bad.clone(), ..Failures::default() };
        let all = all.into_par_iter().map(|who| (who, new().of(game, who, most)));
        let mut failures = new();
        let mut computed = Computed { is_whole: true, ..Computed::default() };
        let mut is_printable = true;
        for (who, fails) in all.collect::<Vec<_>>() {
            let found = if fails == Fails::Nothing { fails } else { failures.of(game, who, most) };
            let Some(who) = who else {
                computed.is_whole &= found != Fails::Numbers;
                is_printable &= found == Fails::Nothing;
                continue;
            };
            if found == Fails::Numbers {
                computed.failed.insert(who.id().to_owned());
                continue;
            }
            if found == Fails::Texts {
                computed.unprintable.insert(who.id().to_owned());
            }
            match self.breaches(game, who) {
                Ok(breaches) if breaches.is_empty() => {}
                Ok(breaches) => {
                    computed.breaches.insert(who.id().to_owned(), breaches);
                }
                Err(failure) => {
                    let rule = game.entries.legality.iter().find(|l| l.head.id == failure.value);
                    let place = rule.and_then(|l| l.require.as_ref()).map(|placed| &placed.place);
                    failures.note(game, Some(&who.entry), &failure, place);
                    computed.failed.insert(who.id().to_owned());
                }
            }
        }
        for fault in failures.found {
            self.failed_at.insert(fault.at);
            self.push_of_one(fault);
        }
        self.is_game_sound &= computed.is_whole && is_printable;
        computed
    }

    /// Reports what somebody breaks, and returns it in words.
    ///
    /// # Errors
    /// When it cannot be computed.
    fn breaches(&mut self, game: &Game, who: &Person) -> Result<Vec<String>, EvalError> {
        let evaluator = who.evaluator(&game.rules);
        let found = violations(&evaluator)?;
        let by_default = broken_by_default(game, |rules| violations(&who.evaluator(rules)));
        let mut breaches = Vec::new();
        for violation in found {
            let is_same = |other: &Violation| other.id == violation.id && other.subject == violation.subject;
            let is_of_campaign = by_default.as_ref().is_some_and(|known| !known.iter().any(is_same));
            let at = subject(who, &violation.subject);
            let help = match (violation.cure.as_str(), violation.rule.as_str()) {
                ("", "") => format!("`{}` under `legality` in system.yaml asks for this", violation.id),
                ("", rule) => format!("see rule {rule}"),
                (cure, "") => cure.to_owned(),
                (cure, rule) => format!("{cure} (rule {rule})"),
            };
            let code = match violation.id.as_str() {
                PREREQUISITE => Code::Prerequisite,
                TAKEN_TWICE => Code::TraitTakenTwice,
                own => Code::Own(own.to_owned()),
            };
            let is_warning = violation.is_warning || is_of_campaign;
            let make = if is_warning { Diagnostic::warning } else { Diagnostic::error };
            let why = if is_of_campaign { OF_CAMPAIGN } else { "" };
            if !is_warning {
                breaches.push(violation.message.clone());
            }
            self.push_of_one(make(code, at, violation.message).help(format!("{help}{why}")));
        }
        self.replaced(who, &evaluator);
        Ok(breaches)
    }

    /// Says what an ability adds in vain, because another one adds the same.
    fn replaced(&mut self, who: &Person, evaluator: &Evaluator<'_>) {
        // What cannot be computed has been told with the values.
        for bonus in additions(evaluator, None).unwrap_or_default() {
            if let Some(other) = &bonus.replaced_by {
                let to = evaluator.rules().label(bonus.to);
                let message =
                    format!("{} adds to {to} in vain: {} adds the same", bonus.ability.name, other.ability.name);
                let place = Subject::Keyword { ability: bonus.place, line: bonus.line };
                let at = subject(who, &place);
                let help =
                    "of such additions the last one counts; take one of the two out, or put the stronger one last";
                self.push(Diagnostic::warning(Code::Replaced, at, message).help(help));
            }
        }
    }
}

/// What is added where something is illegal only because of what a campaign has decided.
pub const OF_CAMPAIGN: &str = "; it is legal under the default readings, and the campaign has decided otherwise";

/// What is broken under the default readings, where a campaign has decided otherwise: content made for those must not
/// stop such a campaign. None where it has not, or when it cannot be told; then everything counts.
pub(crate) fn broken_by_default<T>(
    game: &Game,
    broken: impl FnOnce(&Rules) -> Result<Vec<T>, EvalError>,
) -> Option<Vec<T>> {
    if game.rules.differences().is_empty() { None } else { broken(&game.defaults).ok() }
}

/// What of a character cannot be computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fails {
    Nothing,
    /// Texts, from which no number is computed.
    Texts,
    Numbers,
}

/// Formulas that could not be computed; each is reported once, with the characters it failed for.
#[derive(Default)]
struct Failures {
    /// Formulas in which something is wrong: they are not computed.
    bad: Faulty,
    found: Vec<Diagnostic>,
    /// Which of them is about what place.
    places: BTreeMap<Span, usize>,
    /// How many there are, each as often as it names a character.
    count: usize,
}

impl Failures {
    /// Computes everything for one character; what failed. Otherwise caches up to `most` values.
    fn of(&mut self, game: &Game, who: Option<&Person>, most: usize) -> Fails {
        let (entry, evaluator) = (who.map(|who| &who.entry), game.evaluator(who));
        let character = evaluator.character();
        let before = self.count;
        // What is added comes first: a fault in it would look like one of the value it is added to.
        let texts = entry.map(own_texts).unwrap_or_default();
        let added = entry.map(|entry| own_formulas(&game.entries, entry)).unwrap_or_default();
        for placed in added.iter().chain(&texts) {
            self.try_formula(game, entry, placed, &evaluator);
        }
        if self.count > before {
            return Fails::Numbers;
        }
        let system = game.rules.system();
        for name in system.stats.keys().chain(system.values.keys()) {
            match evaluator.computed(name) {
                Err(failure) => self.note(game, entry, &failure, None),
                Ok(computed) => {
                    // What may stay open leaves open what needs it: lines to write on.
                    let may_stay_open = |name: &str| system.inputs.get(name).is_some_and(|input| input.is_optional);
                    if let (Some(_), Value::Unknown(missing)) = (entry, &computed.value)
                        && !may_stay_open(missing)
                        && !self.bad.leaves_open(missing)
                    {
                        let failure = EvalError::whole(EvalFault::Unknown { name: missing.clone() }).in_value(name);
                        self.note(game, entry, &failure, None);
                    }
                }
            }
        }
        if self.count > before {
            return Fails::Numbers;
        }
        if let Some(layout) = &game.entries.item_card {
            let formulas = layout.formulas();
            for item in &character.items {
                let frame = ItemFrame::new(&evaluator, item);
                for placed in &formulas {
                    self.try_in(game, entry, placed, &frame);
                }
            }
        }
        if let (Some(layout), Some(_)) = (&game.entries.ally_card, entry.and_then(|entry| entry.ally.as_ref())) {
            for placed in layout.formulas() {
                self.try_formula(game, entry, &placed, &evaluator);
            }
        }
        for ability in &character.built {
            let Some(sheet) = Worksheet::ability(&evaluator, ability) else { continue };
            let of_card = game.entries.building.iter().flat_map(BuildingEntry::card_formulas);
            let e = &game.entries;
            let blocks = e.sheet_front.iter().chain(&e.sheet_back).chain(e.handouts.blocks());
            let names = blocks.filter_map(|block| match &block.kind {
                BlockKind::AbilityNames(text, _) => Some(text.formulas()),
                _ => None,
            });
            let columns = game.entries.building.iter().flat_map(|building| &*building.columns);
            let columns = columns.flat_map(|column| placed_formulas(&column.text.0.0, &column.text.0.1));
            for placed in of_card.chain(names.flatten()).chain(columns) {
                self.try_in(game, entry, &placed, &sheet.frame());
            }
            let built = who.and_then(|who| game.built(who, &ability.id));
            for placed in built.into_iter().flat_map(|built| built.description.formulas()) {
                self.try_formula(game, entry, &placed, &evaluator);
            }
        }
        let mut texts = shared_texts(&game.entries);
        texts.extend(book_texts(&game.entries, entry));
        for placed in texts {
            self.try_formula(game, entry, &placed, &evaluator);
        }
        if self.count > before {
            return Fails::Texts;
        }
        game.keep(who, evaluator, most);
        Fails::Nothing
    }

    fn try_formula(
        &mut self,
        game: &Game,
        entry: Option<&CharacterEntry>,
        placed: &PlacedFormula,
        evaluator: &Evaluator<'_>,
    ) {
        self.try_in(game, entry, placed, evaluator);
    }

    fn try_in(&mut self, game: &Game, entry: Option<&CharacterEntry>, placed: &PlacedFormula, frame: &dyn Frame) {
        if self.bad.has(placed.place.at) {
            return;
        }
        if let Err(failure) = eval(&game.rules.fold(&placed.formula.expr), frame) {
            self.note(game, entry, &failure, Some(&placed.place));
        }
    }

    /// Notes a failure: in the formula of the value it names, or in the formula at `place`.
    fn note(&mut self, game: &Game, entry: Option<&CharacterEntry>, failure: &EvalError, place: Option<&ScalarPlace>) {
        if self.bad.explains(failure) {
            return;
        }
        let mut names = std::iter::once(failure.value.as_str()).chain(failure.circle());
        let at = match (names.find_map(|name| game.formulas.get(name)), place, entry) {
            (Some(place), ..) | (None, Some(place), _) => place.span(&failure.at),
            (None, None, Some(entry)) => entry.head.at,
            (None, None, None) => game.entries.head.at,
        };
        let what = if failure.value.is_empty() { "this".to_owned() } else { format!("`{}`", failure.value) };
        let same = self.places.get(&at).map(|place| &mut self.found[*place]);
        match (same, entry) {
            (Some(known), Some(entry)) => {
                // A fault that does not need a character has been told; for others, all of them are listed. Characters
                // come one after another, so that the last one listed is this one or another.
                let is_new = known.related.last().is_some_and(|(place, _)| *place != entry.head.at);
                if is_new {
                    known.related.push((entry.head.at, "and for this one".to_owned()));
                    self.count += 1;
                }
            }
            (Some(_), None) => {}
            (None, entry) => {
                let whom = entry.map_or_else(String::new, |e| format!(" for {}", e.head.name));
                let message = format!("{what} cannot be computed{whom}: {failure}");
                let mut diagnostic = Diagnostic::error(Code::NotComputable, at, message).help(failure.help());
                diagnostic.related.extend(entry.map(|e| (e.head.at, "for this character".to_owned())));
                self.count += 1 + diagnostic.related.len();
                self.places.insert(at, self.found.len());
                self.found.push(diagnostic);
            }
        }
    }
}

/// Formulas that only this character has: what its things, abilities and conditions add.
fn own_formulas(e: &Definitions, entry: &CharacterEntry) -> Vec<PlacedFormula> {
    let in_force = |id: &str| entry.conditions.iter().any(|c| c.value == id);
    let held = |id: &str| entry.traits.0.iter().any(|taken| taken.id.value == id);
    let chosen = |choice: &str, option: &str| {
        entry.choices.iter().any(|(taken, of)| taken.value == choice && of.value == option)
    };
    let traits = e.trait_lists.iter().flat_map(|list| &list.traits).filter(|t| held(&t.head.id)).flat_map(|t| &t.adds);
    let options = e.choices.iter().flat_map(|c| c.options.iter().filter(|o| chosen(&c.head.id, &o.head.id)));
    let modifiers =
        entry.modifiers().chain(e.conditions.iter().filter(|c| in_force(&c.head.id)).flat_map(|c| &c.modifiers));
    let modifiers = modifiers.chain(traits).chain(options.flat_map(|o| &o.modifiers));
    let fields = entry.items.iter().flat_map(|i| &i.fields).filter_map(|(_, formula)| formula.as_ref());
    modifiers.filter_map(|m| m.add.as_ref()).chain(fields).cloned().collect()
}

/// Formulas in texts that only this character has.
fn own_texts(entry: &CharacterEntry) -> Vec<PlacedFormula> {
    let abilities = entry.described().flat_map(|a| [&a.text, &a.note]);
    let texts = abilities.chain(entry.items.iter().map(|i| &*i.note)).chain(entry.notes.iter().map(|(_, text)| text));
    texts.flat_map(Text::formulas).collect()
}

/// Formulas in texts that are printed for everybody: cards, cost sets, sheets.
fn shared_texts(e: &Definitions) -> Vec<PlacedFormula> {
    let mut found = Vec::new();
    for card in e.cards() {
        let facts = |facts: &[FactEntry]| facts.iter().flat_map(|f| f.text.formulas()).collect::<Vec<_>>();
        found.extend(card.text.formulas());
        found.extend(card.reaction.formulas());
        found.extend(facts(&card.facts));
        found.extend(card.outcomes.iter().flat_map(|o| o.text.formulas()));
        for block in &card.blocks {
            match block {
                CardBlock::Text(text) => found.extend(text.formulas()),
                CardBlock::Facts(list) => found.extend(facts(list)),
                CardBlock::Table { rows, .. } => found.extend(rows.iter().flatten().flat_map(Text::formulas)),
                CardBlock::Heading(_) | CardBlock::Track(..) | CardBlock::Lines(_) => {}
            }
        }
    }
    for column in e.cost_sets.iter().flat_map(|set| set.columns.iter()) {
        found.extend(column.cost.iter().chain(column.extra.iter()).cloned());
        found.extend(column.extra_text.formulas());
    }
    found.extend(e.conditions.iter().flat_map(|c| &c.modifiers).filter_map(|m| m.add.0.clone()));
    for block in e.sheet_front.iter().chain(&e.sheet_back).chain(e.handouts.blocks()) {
        if let BlockKind::Text(text) | BlockKind::Allies(text, _) = &block.kind {
            found.extend(text.formulas());
        }
    }
    found
}

/// Formulas in texts of the rulebook: examples speak of their character, all else of nobody.
fn book_texts(e: &Definitions, entry: Option<&CharacterEntry>) -> Vec<PlacedFormula> {
    let mut found = Vec::new();
    let id = entry.map(|entry| entry.head.id.as_str());
    for part in e.chapters.iter().flat_map(|c| &c.parts) {
        match part {
            ChapterPart::Example(who, _, text) if who.as_ref().map(|who| who.value.as_str()) == id => {
                found.extend(text.formulas());
            }
            ChapterPart::Markdown(template, place) if id.is_none() => found.extend(placed_formulas(template, place)),
            ChapterPart::Note(text) if id.is_none() => found.extend(text.formulas()),
            _ => {}
        }
    }
    let held =
        |of: &TraitEntry| entry.is_none_or(|entry| entry.traits.0.iter().any(|taken| taken.id.value == of.head.id));
    let traits = e.trait_lists.iter().flat_map(|list| &list.traits).filter(|of| held(of));
    found.extend(traits.flat_map(|of| of.text.formulas()));
    found.extend(e.checks.iter().flat_map(|check| &check.bands).flat_map(|band| band.text.formulas()));
    if id.is_none() {
        let markdown = e.cards().map(|card| &card.details).chain(e.conditions.iter().map(|c| &c.text));
        found.extend(markdown.flat_map(|m| placed_formulas(&m.template, &m.place)));
    }
    found
}

/// Where in the file a subject of legality stands.
fn subject(who: &Person, subject: &Subject) -> Span {
    let entry = &who.entry;
    let at = match subject {
        Subject::Character => None,
        Subject::Stat(stat) => entry.stats.iter().find(|(k, _)| k.value == *stat).map(|(_, v)| v.at),
        Subject::Skill(skill) => entry.skills.iter().find(|(k, _)| k.value == *skill).map(|(k, _)| k.at),
        Subject::SkillPart { skill, part } => {
            let ranks = entry.skills.iter().find(|(k, _)| k.value == *skill).map(|(_, r)| r);
            match ranks {
                Some(RanksEntry::Chosen(kinds)) => kinds.iter().find(|(k, _)| k.value == *part).map(|(k, _)| k.at),
                Some(RanksEntry::WithSecondary { secondary, .. }) => {
                    secondary.iter().find(|(under, _)| under.value == *part).map(|(under, _)| under.at)
                }
                Some(RanksEntry::Plain(_, at)) => Some(*at),
                None => None,
            }
        }
        Subject::Advance(place) => entry.advances.get(*place).map(|advance| advance.stat.at),
        Subject::Background(place) => entry.backgrounds.get(*place).map(|background| background.at.0),
        Subject::Trait(place) => entry.traits.0.get(*place).map(|taken| taken.id.at),
        Subject::Ability(place) => built_at(who, *place, None),
        Subject::Keyword { ability, line } => built_at(who, *ability, Some(*line)),
    };
    at.unwrap_or(entry.head.at)
}

/// Where an ability that was built stands, or a keyword in it.
fn built_at(who: &Person, place: usize, line: Option<usize>) -> Option<Span> {
    let wanted = &who.character.built.get(place)?.id;
    who.entry.abilities.iter().find_map(|owned| match owned {
        OwnedEntry::Described(_) => None,
        OwnedEntry::Shared(id) => (id.value == *wanted).then_some(id.at),
        OwnedEntry::Built(built) => {
            let keyword = line.and_then(|line| built.keywords.get(line));
            (built.head.id == *wanted).then_some(keyword.map_or(built.head.at, |purchase| purchase.keyword.at))
        }
    })
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
        weight: item.weight.count(),
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
    }
}
