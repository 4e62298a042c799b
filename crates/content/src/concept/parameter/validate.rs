//! Parameters for the rules library, and arguments against what their parameter takes.

use crate::code::Code;
use crate::concept::argument::ArgumentEntry;
use crate::concept::list::ListEntry;
use crate::concept::option::{OptionEntry, choice_def};
use crate::concept::parameter::{MOST_CHARACTERS, ParameterEntry, ParameterEntryKind, noun};
use crate::diagnostic::{Diagnostic, listed};
use crate::kind::Kind;
use crate::load::Entries;
use crate::source::Located;
use crate::validate::Validator;
use makeready_rules::ability::{ParameterDef, ParameterKind};
use makeready_rules::system::{ChoiceDef, OptionDef, System};
use std::collections::BTreeMap;

/// What a parameter takes, behind the line that is to be added for it; nothing where it takes any words.
pub fn behind_missing(kind: &ParameterKind, system: &System) -> String {
    let known: Vec<&str> = match kind {
        ParameterKind::Number { min, max } => return format!(", a number from {min} to {max}"),
        ParameterKind::Choice(choice) => choice.options.keys().map(String::as_str).collect(),
        ParameterKind::Stat => system.stats.keys().map(String::as_str).collect(),
        ParameterKind::Text => return String::new(),
    };
    format!("; {}", listed(&known))
}

/// The parameters, for the rules library.
pub fn definitions<C: FromIterator<(String, ParameterDef)>>(entries: &[ParameterEntry], lists: &[ListEntry]) -> C {
    let def = |field: &ParameterEntry| {
        let kind = match &field.kind {
            ParameterEntryKind::Plain(kind) => kind.clone(),
            ParameterEntryKind::Options(options) => ParameterKind::Choice(choice_def(&field.head.name, options)),
            ParameterEntryKind::Listed(taken, further) => {
                ParameterKind::Choice(listed_choice(&field.head.name, taken, further, lists))
            }
        };
        let default = field.default.as_ref().map(|(default, _)| default.argument());
        (field.head.id.clone(), ParameterDef { name: field.head.name.clone(), kind, default })
    };
    entries.iter().map(def).collect()
}

/// The entries of lists, and further options before them.
fn listed_choice(name: &str, taken: &[Located<String>], further: &[OptionEntry], lists: &[ListEntry]) -> ChoiceDef {
    let mut choice = choice_def(name, further);
    let lists = taken.iter().filter_map(|id| lists.iter().find(|list| list.head.id == id.value));
    let entries = lists.flat_map(|list| &list.entries);
    for entry in entries {
        choice.options.entry(entry.id.clone()).or_insert_with(|| OptionDef {
            name: entry.name.clone(),
            values: BTreeMap::new(),
            modifiers: Vec::new(),
        });
    }
    choice
}

impl Validator {
    /// Validates what parameters are where nobody sets them.
    pub fn defaults(&mut self, entries: &[ParameterEntry], e: &Entries, system: &System) {
        for entry in entries {
            if let ParameterEntryKind::Options(options) | ParameterEntryKind::Listed(_, options) = &entry.kind {
                self.unique("options", options.iter().map(|option| &*option.head));
            }
            if let ParameterEntryKind::Listed(lists, _) = &entry.kind {
                let mut all_known = true;
                for list in lists {
                    all_known &= self.known(Kind::List, list, e.lists.iter().map(|list| list.head.id.as_str()));
                }
                if !all_known {
                    continue;
                }
            }
            if let Some((default, at)) = &entry.default {
                let defs: BTreeMap<String, ParameterDef> = definitions(std::slice::from_ref(entry), &e.lists);
                self.fits(&defs[&entry.head.id], &Located { value: default.clone(), at: *at }, system);
            }
        }
    }

    /// Validates an argument against what its parameter takes.
    pub fn fits(&mut self, field: &ParameterDef, given: &Located<ArgumentEntry>, system: &System) -> bool {
        let options = field.kind.options(system);
        match (&field.kind, options, &given.value) {
            // A range the wrong way round has been reported where it stands.
            (ParameterKind::Number { min, max }, _, ArgumentEntry::Number(_)) if min > max => false,
            (ParameterKind::Number { min, max }, _, ArgumentEntry::Number(number)) => {
                let is_within = (min..=max).contains(&number);
                if !is_within {
                    let message = format!("{} {number} does not exist", field.name);
                    let help = format!("write a number from {min} to {max}");
                    self.push(Diagnostic::error(Code::OutOfRange, given.at, message).help(help));
                }
                is_within
            }
            (ParameterKind::Number { min, max }, _, ArgumentEntry::Symbol(word)) => {
                let message = format!("expected a whole number, found `{word}`");
                let help = format!("write a number from {min} to {max}");
                self.push(Diagnostic::error(Code::WrongType, given.at, message).help(help));
                false
            }
            (kind, Some(options), ArgumentEntry::Symbol(word)) => {
                let word = Located { value: word.clone(), at: given.at };
                self.known(noun(kind), &word, options.iter().map(|(id, _)| *id))
            }
            (_, None, ArgumentEntry::Symbol(words)) => {
                let is_short = words.chars().count() <= MOST_CHARACTERS;
                if !is_short {
                    let message = format!("{} has {} characters", field.name, words.chars().count());
                    let help = format!("the limit is {MOST_CHARACTERS}; a longer story belongs in `description`");
                    self.push(Diagnostic::error(Code::TooLong, given.at, message).help(help));
                }
                is_short
            }
            (_, options, ArgumentEntry::Number(number)) => {
                let message = format!("expected a word, found {number}");
                let help = match options {
                    Some(options) => listed(&options.iter().map(|(id, _)| *id).collect::<Vec<_>>()),
                    None => format!("put it in quotes: \"{number}\""),
                };
                self.push(Diagnostic::error(Code::WrongType, given.at, message).help(help));
                false
            }
        }
    }
}
