//! `traits/*.yaml`: what characters may take, what must be true before, and what it adds.

use std::borrow::Cow;
use std::ops::Deref;

use deckle_rules::formula::Formula;
use deckle_rules::system::System;
use deckle_rules::traits::{MOST_TRAITS, Taken, TraitDef};
use deckle_rules::value::Type;
use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use super::modifier::ModifierEntry;
use crate::code::Code;
use crate::concept::head::Head;
use crate::concept::modifier::definitions;
use crate::de::{List, Readable, Several, by_hand_if_sound};
use crate::decode::{Decoder, PlacedFormula};
use crate::diagnostic::Diagnostic;
use crate::entries::Entries;
use crate::kind::Kind;
use crate::scalar::{FormatVersion, Headed, Marked};
use crate::source::Located;
use crate::validate::Validator;
use crate::yaml::{self, Node};

/// A list of traits, such as all advantages.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct TraitsFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// What the list is called.
    list: Readable<Titled>,
    /// The traits, in the order of the rulebook.
    #[serde(default)]
    traits: List<TraitEntry>,
}

impl TraitsFile {
    /// The list, if it says what it is called.
    pub fn list(self) -> Option<TraitListEntry> {
        Some(TraitListEntry { head: self.list.0?.head, traits: self.traits })
    }
}

/// Something of which only an id and a name are told.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct Titled {
    /// Id, name and rules.
    #[schemars(flatten)]
    pub head: Headed,
}

impl Deref for Titled {
    type Target = Head;

    fn deref(&self) -> &Head {
        &self.head
    }
}

/// A list of traits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraitListEntry {
    /// Id, name, rule.
    pub head: Headed,
    /// Its traits.
    pub traits: List<TraitEntry>,
}

/// A trait.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct TraitEntry {
    /// Id, name and rules.
    #[schemars(flatten)]
    pub head: Headed,
    /// Whether it may be taken again: `true`, or a condition. Without it, once only.
    #[serde(default)]
    #[schemars(example = &"ruling.trait_repeat == 'any'")]
    pub repeats: Readable<Repeats>,
    /// What must be true before it is taken.
    #[serde(default)]
    #[schemars(example = &"rank('stealth') >= 2")]
    pub requires: Readable<PlacedFormula>,
    /// What each one adds to stats and values.
    #[serde(default)]
    pub adds: List<ModifierEntry>,
    /// Options of which one is taken each time.
    #[serde(default)]
    pub options: Several<Titled>,
    /// What it does.
    pub text: Marked,
}

/// Whether a trait may be taken again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeats(pub PlacedFormula);

impl<'de> Deserialize<'de> for Repeats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, repeats).map(Self)
    }
}

fn repeats(d: &mut Decoder, node: &Node) -> Option<PlacedFormula> {
    let yaml::Kind::Bool(truth) = node.kind else { return d.formula_of(node) };
    let text = truth.to_string();
    Some(PlacedFormula { formula: Formula::parse(&text).ok()?, place: d.place(node, &text) })
}

impl JsonSchema for Repeats {
    fn schema_name() -> Cow<'static, str> {
        "Repeats".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["boolean", "string", "number"] })
    }
}

/// A trait that a character took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenEntry {
    /// The trait.
    pub id: Located<String>,
    /// The option taken with it.
    pub option: Option<Located<String>>,
}

/// The traits of the rules library, by id.
pub(crate) fn trait_defs(e: &Entries) -> IndexMap<String, TraitDef> {
    let def = |list: &TraitListEntry, entry: &TraitEntry| TraitDef {
        name: entry.head.name.clone(),
        list: list.head.id.clone(),
        rule: entry.head.rule.clone(),
        repeats: entry.repeats.as_ref().map_or_else(never, |repeats| repeats.0.formula.clone()),
        requires: entry.requires.as_ref().map(|placed| placed.formula.clone()),
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
        self.unique("lists of traits", e.trait_lists.iter().map(|list| &*list.head));
        let traits = || e.trait_lists.iter().flat_map(|list| &list.traits);
        self.unique("traits", traits().map(|entry| &*entry.head));
        for entry in traits() {
            self.unique("options", entry.options.iter().map(|option| &**option));
            for placed in entry.repeats.iter().map(|repeats| &repeats.0).chain(entry.requires.iter()) {
                self.formula(placed, system, &[Type::Bool]);
            }
            entry.adds.iter().for_each(|added| self.modifier(added, system));
            self.marked(&entry.text, system);
        }
    }

    /// Checks the names of the traits that somebody took.
    pub(crate) fn taken(&mut self, traits: &[TakenEntry], system: &System) {
        if let Some(first) = traits.get(MOST_TRAITS) {
            let message = format!("this is one trait too many: {MOST_TRAITS} is the most");
            self.push(Diagnostic::error(Code::TooManyTraits, first.id.at, message).help("take some of them out"));
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
                    let message = format!("of the trait `{}` one option is taken each time", entry.id.value);
                    let help = format!("write `- {}: ...` with one of: {}", entry.id.value, known.join(", "));
                    self.push(Diagnostic::error(Code::MissingValue, entry.id.at, message).help(help));
                }
            }
        }
    }
}
