//! Traits for the rules library, and what is validated of them.

use crate::code::Code;
use crate::concept::modifier::definitions;
use crate::concept::traits::{TakenEntry, TraitEntry, TraitListEntry};
use crate::diagnostic::Diagnostic;
use crate::kind::Kind;
use crate::load::Entries;
use crate::scalar::Filled;
use crate::validate::Validator;
use indexmap::IndexMap;
use makeready_rules::formula::Formula;
use makeready_rules::system::System;
use makeready_rules::traits::{MOST_TRAITS, Taken, TraitDef};
use makeready_rules::value::Type;

/// The traits of the rules library, by id.
pub(crate) fn trait_defs(e: &Entries) -> IndexMap<String, TraitDef> {
    let def = |list: &TraitListEntry, entry: &TraitEntry| TraitDef {
        name: entry.head.name.clone(),
        list: list.head.id.clone(),
        rule: entry.head.rule.clone(),
        repeats: entry.repeats.as_ref().map_or_else(never, |repeats| repeats.0.formula.clone()),
        requires: entry.requires.as_ref().map(|placed| placed.formula.clone()),
        message: entry.message.as_ref().map(|message| message.0.0.clone()),
        adds: definitions(&entry.adds),
        options: entry.options.iter().map(|option| (option.id.clone(), option.name.clone())).collect(),
    };
    let of_list = |list| move |entry: &TraitEntry| (entry.head.id.clone(), def(list, entry));
    e.trait_lists.iter().flat_map(|list| list.traits.iter().map(of_list(list))).collect()
}

/// A trait that does not say so is taken once only.
fn never() -> Formula {
    Formula::parse("false").expect("it is a truth")
}

/// A trait as the rules library has it.
pub(crate) fn taken(entry: &TakenEntry) -> Taken {
    Taken { id: entry.id.value.clone(), option: entry.option.as_ref().map(|option| option.value.clone()) }
}

impl Validator {
    /// Checks ids, prerequisites, texts and what traits add.
    pub(crate) fn traits(&mut self, e: &Entries, system: &System) {
        self.unique_beside_numbers("lists of traits", e.trait_lists.iter().map(|list| &*list.head));
        let traits = || e.trait_lists.iter().flat_map(|list| &list.traits);
        self.unique_beside_numbers("traits", traits().map(|entry| &*entry.head));
        for entry in traits() {
            self.unique("options", entry.options.iter().map(|option| &**option));
            for placed in entry.repeats.iter().map(|repeats| &repeats.0).chain(entry.requires.iter()) {
                self.formula(placed, system, &[Type::Bool]);
            }
            if let Some(Filled((template, place))) = &entry.message {
                self.template_of_rule(template, place, system);
                // Of a prerequisite that cannot be read enough has been said.
                if entry.requires.is_none() && !self.faulty.contains(&place.at.file) {
                    let message = format!("`{}` has a `message` but no `requires`", entry.head.id);
                    let help = "add `requires: ...` with the formula, or remove `message`";
                    self.push(Diagnostic::error(Code::MissingKey, place.at, message).help(help));
                }
            }
            entry.adds.iter().for_each(|added| self.modifier(added, system));
            self.marked(&entry.text, system);
        }
    }

    /// Checks the names of the traits that somebody took.
    pub(crate) fn taken(&mut self, traits: &[TakenEntry], system: &System) {
        if let Some(first) = traits.get(MOST_TRAITS) {
            let message = format!("one trait too many: the limit is {MOST_TRAITS}");
            self.push(Diagnostic::error(Code::TooManyTraits, first.id.at, message).help("remove some of them"));
        }
        for entry in traits {
            if !self.known_in(Kind::Trait, &entry.id, &system.traits) {
                continue;
            }
            let options = &system.traits[&entry.id.value].options;
            match &entry.option {
                Some(option) if options.is_empty() => {
                    let message = format!("the trait `{}` has no options", entry.id.value);
                    let help = format!("write `- {}`", entry.id.value);
                    self.push(Diagnostic::error(Code::UnknownOption, option.at, message).help(help));
                }
                Some(option) => {
                    self.known(Kind::Option, option, options.keys().map(String::as_str));
                }
                None if options.is_empty() => {}
                None => {
                    let known: Vec<&str> = options.keys().map(String::as_str).collect();
                    let message = format!("the trait `{}` needs one option each time", entry.id.value);
                    let help = format!("write `- {}: ...` with one of: {}", entry.id.value, known.join(", "));
                    self.push(Diagnostic::error(Code::MissingValue, entry.id.at, message).help(help));
                }
            }
        }
    }
}
