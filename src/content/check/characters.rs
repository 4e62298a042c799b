//! Characters: from entries to the rules library's [`Character`], computed and judged.

use deckle_rules::character::{Ability, Background, Character, Extent, Item, Language, Ranks};
use deckle_rules::compute::Evaluator;
use deckle_rules::formula::EvalError;
use deckle_rules::legality::violations;
use deckle_rules::system::System;
use deckle_rules::value::Type;

use super::Checker;
use super::system::modifiers;
use crate::content::diagnostic::Diagnostic;
use crate::content::entries::{CharacterEntry, RanksEntry};
use crate::content::game::Game;
use crate::content::source::{Located, Span};

impl Checker {
    /// Checks the names in a character's file and builds the character.
    pub(super) fn character(&mut self, entry: &CharacterEntry, system: &System) -> Character {
        self.character_numbers(entry, system);
        self.character_lists(entry, system);
        for item in &entry.items {
            for (field, formula) in &item.fields {
                self.known("item field", field, system.item_fields.keys().map(String::as_str));
                if let (Some(formula), Some((kind, _))) = (formula, system.item_fields.get(&field.value)) {
                    let wanted = if *kind == Type::Dice { vec![Type::Number, Type::Dice] } else { vec![Type::Number] };
                    self.formula(formula, system, &wanted);
                }
            }
            for action in &item.wields {
                self.known("action", action, system.actions.keys().map(String::as_str));
            }
            for tag in &item.tags {
                self.known("list entry", tag, system.entries());
            }
            self.card_text(&item.note, system);
        }
        for modifier in entry.items.iter().flat_map(|i| &i.modifiers).chain(entry.abilities.iter().flat_map(|a| &a.modifiers)) {
            self.modifier(modifier, system);
        }
        for text in entry.abilities.iter().flat_map(|a| [&a.text, &a.note]).chain(entry.notes.iter().map(|(_, text)| text)) {
            self.card_text(text, system);
        }
        build(entry)
    }

    fn character_numbers(&mut self, entry: &CharacterEntry, system: &System) {
        for (input, value) in &entry.inputs {
            if self.known("input", input, system.inputs.keys().map(String::as_str)) {
                let def = &system.inputs[&input.value];
                if !(def.min..=def.max).contains(&value.value) {
                    let message = format!("{} is {}; it runs from {} to {}", def.name, value.value, def.min, def.max);
                    self.push(Diagnostic::error("out-of-range", value.at, message));
                }
            }
        }
        self.all_given("input", entry, system.inputs.keys(), entry.inputs.iter().map(|(k, _)| k));
        for (choice, option) in &entry.choices {
            if self.known("choice", choice, system.choices.keys().map(String::as_str)) {
                self.known("option", option, system.choices[&choice.value].options.keys().map(String::as_str));
            }
        }
        self.all_given("choice", entry, system.choices.keys(), entry.choices.iter().map(|(k, _)| k));
        for (stat, _) in &entry.stats {
            self.known("stat", stat, system.stats.keys().map(String::as_str));
        }
        self.all_given("stat", entry, system.stats.keys(), entry.stats.iter().map(|(k, _)| k));
    }

    fn all_given<'a>(
        &mut self,
        kind: &str,
        entry: &CharacterEntry,
        wanted: impl Iterator<Item = &'a String>,
        given: impl Iterator<Item = &'a Located<String>> + Clone,
    ) {
        for name in wanted {
            if !given.clone().any(|g| g.value == *name) {
                let message = format!("{} has no {kind} `{name}`", entry.head.name);
                self.push(Diagnostic::error("missing-value", entry.head.at, message));
            }
        }
    }

    fn character_lists(&mut self, entry: &CharacterEntry, system: &System) {
        for stat in &entry.advances {
            self.known("stat", stat, system.stats.keys().map(String::as_str));
        }
        let coverable: Vec<&str> = match &system.backgrounds {
            Some(b) => b.covers.iter().filter_map(|l| system.lists.get(l)).flat_map(|l| l.entries.keys()).map(String::as_str).collect(),
            None => system.entries(),
        };
        for entry in entry.backgrounds.iter().flat_map(|(_, covers)| covers) {
            self.known("list entry", entry, coverable.iter().copied());
        }
        for condition in &entry.conditions {
            self.known("condition", condition, system.conditions.keys().map(String::as_str));
        }
        for (skill, ranks) in &entry.skills {
            if self.known("skill", skill, system.skills.keys().map(String::as_str)) {
                self.ranks(skill, ranks, system);
            }
        }
        let items: Vec<(&str, Span)> = entry.items.iter().map(|i| (i.head.id.as_str(), i.head.at)).collect();
        self.unique_ids("items", items);
    }

    fn ranks(&mut self, skill: &Located<String>, ranks: &RanksEntry, system: &System) {
        let choose = &system.skills[&skill.value].choose;
        match ranks {
            RanksEntry::Plain(_, at) if !choose.is_empty() => {
                let message = format!("ranks in `{}` are bought for a kind each", skill.value);
                let help = format!("write `{}: {{ kind: ranks }}` with kinds of: {}", skill.value, choose.join(", "));
                self.push(Diagnostic::error("wrong-type", *at, message).help(help));
            }
            RanksEntry::Chosen(kinds) if choose.is_empty() => {
                let at = kinds.first().map_or(skill.at, |(kind, _)| kind.at);
                self.push(Diagnostic::error("wrong-type", at, format!("ranks in `{}` have no kinds", skill.value)));
            }
            RanksEntry::Chosen(kinds) => {
                let lists = choose.iter().filter_map(|l| system.lists.get(l));
                let known: Vec<&str> = lists.flat_map(|l| l.entries.keys()).map(String::as_str).collect();
                for (kind, _) in kinds {
                    self.known("list entry", kind, known.iter().copied());
                }
            }
            RanksEntry::Plain(..) => {}
        }
    }

    /// Computes every value of every character, and asks whether the character is legal.
    pub(super) fn computed(&mut self, game: &Game) {
        let all = game.entries.characters.iter().zip(&game.characters).chain(game.entries.npcs.iter().zip(&game.npcs));
        for (entry, character) in all {
            let evaluator = Evaluator::new(&game.rules, character);
            let names = game.rules.system().stats.keys().chain(game.rules.system().values.keys());
            let failures: Vec<EvalError> = names.filter_map(|name| evaluator.computed(name).err()).collect();
            if !failures.is_empty() {
                let mut failures = failures;
                failures.dedup();
                for failure in failures {
                    self.push(failed(game, entry, &failure));
                }
                continue;
            }
            match violations(&game.rules, character) {
                Err(failure) => self.push(failed(game, entry, &failure)),
                Ok(found) => {
                    for violation in found {
                        let at = subject(entry, &violation.subject);
                        let mut diagnostic = Diagnostic::error(&violation.id, at, &violation.message);
                        if violation.is_warning {
                            diagnostic = Diagnostic::warning(&violation.id, at, &violation.message);
                        }
                        if !violation.rule.is_empty() {
                            diagnostic.help = Some(format!("see rule {}", violation.rule));
                        }
                        self.push(diagnostic);
                    }
                }
            }
        }
    }
}

/// A formula that failed for one character: points at the formula, names the character.
fn failed(game: &Game, entry: &CharacterEntry, failure: &EvalError) -> Diagnostic {
    match game.formulas.get(&failure.value) {
        Some(place) => {
            let message = format!("`{}` cannot be computed for {}: {}", failure.value, entry.head.name, failure.message);
            Diagnostic::error("not-computable", place.span(&failure.at), message).related(entry.head.at, "for this character")
        }
        None => Diagnostic::error("not-computable", entry.head.at, &failure.message),
    }
}

/// Where in the file a subject of legality stands.
fn subject(entry: &CharacterEntry, subject: &str) -> Span {
    let parts: Vec<&str> = subject.split('/').collect();
    let at = match parts.as_slice() {
        ["stats", stat] => entry.stats.iter().find(|(k, _)| k.value == *stat).map(|(_, v)| v.at),
        ["skills", skill] => entry.skills.iter().find(|(k, _)| k.value == *skill).map(|(k, _)| k.at),
        ["skills", skill, kind] => {
            let ranks = entry.skills.iter().find(|(k, _)| k.value == *skill).map(|(_, r)| r);
            match ranks {
                Some(RanksEntry::Chosen(kinds)) => kinds.iter().find(|(k, _)| k.value == *kind).map(|(k, _)| k.at),
                Some(RanksEntry::Plain(_, at)) => Some(*at),
                None => None,
            }
        }
        ["advances", place] => place.parse().ok().and_then(|i: usize| entry.advances.get(i)).map(|a| a.at),
        ["backgrounds", place] => place.parse().ok().and_then(|i: usize| entry.backgrounds.get(i)).map(|(name, _)| name.at),
        _ => None,
    };
    at.unwrap_or(entry.head.at)
}

fn build(entry: &CharacterEntry) -> Character {
    let words = |list: &[Located<String>]| list.iter().map(|w| w.value.clone()).collect::<Vec<_>>();
    Character {
        extent: Extent::Whole,
        id: entry.head.id.clone(),
        name: entry.head.name.clone(),
        inputs: entry.inputs.iter().map(|(k, v)| (k.value.clone(), v.value)).collect(),
        choices: entry.choices.iter().map(|(k, v)| (k.value.clone(), v.value.clone())).collect(),
        stats: entry.stats.iter().map(|(k, v)| (k.value.clone(), v.value)).collect(),
        advances: words(&entry.advances),
        backgrounds: entry
            .backgrounds
            .iter()
            .map(|(name, covers)| Background { name: name.value.clone(), covers: words(covers) })
            .collect(),
        languages: entry.languages.iter().map(|(name, ranks)| Language { name: name.clone(), ranks: *ranks }).collect(),
        skills: entry
            .skills
            .iter()
            .map(|(skill, ranks)| {
                let ranks = match ranks {
                    RanksEntry::Plain(ranks, _) => Ranks::Plain(*ranks),
                    RanksEntry::Chosen(kinds) => Ranks::Chosen(kinds.iter().map(|(k, n)| (k.value.clone(), *n)).collect()),
                };
                (skill.value.clone(), ranks)
            })
            .collect(),
        items: entry
            .items
            .iter()
            .map(|item| Item {
                id: item.head.id.clone(),
                name: item.head.name.clone(),
                weight: item.weight,
                tags: words(&item.tags),
                fields: item
                    .fields
                    .iter()
                    .filter_map(|(field, formula)| Some((field.value.clone(), formula.as_ref()?.formula.clone())))
                    .collect(),
                wields: words(&item.wields),
                modifiers: modifiers(&item.modifiers),
            })
            .collect(),
        abilities: entry
            .abilities
            .iter()
            .map(|a| Ability { name: a.name.clone(), modifiers: modifiers(&a.modifiers) })
            .collect(),
        conditions: words(&entry.conditions),
        set: std::collections::BTreeMap::new(),
    }
}
