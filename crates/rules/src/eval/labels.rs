//! The printed names of a system.

use crate::formula::{Frame, Query};
use crate::model::rules::Rules;
use crate::model::system::{ABILITY_TOTAL, ITEM_TOTAL, Owner, SECONDARY_TOTAL, STAT_PARTS, System, ValueDef};

/// `Armor of all items`, `Slots of all abilities`, `Parry ranks`.
fn total_label(rules: &Rules, of: &str) -> String {
    if let Some(field) = of.strip_prefix(ITEM_TOTAL) {
        return format!("{} of all items", rules.field_label(field));
    }
    if let Some(value) = of.strip_prefix(ABILITY_TOTAL) {
        let def = rules.abilities().and_then(|known| known.values.get(value));
        return format!("{} of all abilities", def.map_or(value, |def| &def.name));
    }
    if let Some(skill) = of.strip_prefix(SECONDARY_TOTAL) {
        return format!("all ranks under {}", rules.system().entry_name(skill));
    }
    format!("all {of}")
}

/// The short name of a value.
fn short(value: &ValueDef) -> &str {
    if value.abbr.is_empty() { &value.name } else { &value.abbr }
}

/// A name of a value. Where several actions or skills have one of that name, it says whose it is: `Strike Accuracy`.
fn value_label(system: &System, name: &str, value: &ValueDef, label_of: fn(&ValueDef) -> &str) -> String {
    let label = label_of(value);
    let (Owner::Action(owner) | Owner::Skill(owner)) = system.owner(name) else { return label.to_owned() };
    let owner = system.entry_name(owner);
    let alike = system.values.iter().filter(|(id, other)| id.contains('.') && label_of(other) == label);
    if alike.count() > 1 && !label.contains(owner) { format!("{owner} {label}") } else { label.to_owned() }
}

/// The frame in which a value of a card is told: on it, what is its own needs no owner.
pub struct CardFrame<'a> {
    rules: &'a Rules,
    owner: Owner<'a>,
}

impl Rules {
    /// The frame in which a value is told.
    pub fn frame_of<'a>(&'a self, value: &'a str) -> CardFrame<'a> {
        CardFrame { rules: self, owner: self.system().owner(value) }
    }

    /// The whole name of an input, stat or value, of which [`Frame::label`] gives the short form: `Power` for `power`.
    pub fn whole_name(&self, name: &str) -> String {
        let system = self.system();
        if let Some(input) = system.inputs.get(name) {
            return input.name.clone();
        }
        if let Some(stat) = system.stats.get(name) {
            return stat.name.clone();
        }
        match system.values.get(name) {
            Some(value) => value_label(system, name, value, |value| &value.name),
            None => self.label(name),
        }
    }
}

impl Frame for CardFrame<'_> {
    fn parent(&self) -> Option<&dyn Frame> {
        Some(self.rules)
    }

    fn label(&self, name: &str) -> String {
        let system = self.rules.system();
        match system.values.get(name) {
            Some(value) if self.owner != Owner::Character && system.owner(name) == self.owner => {
                short(value).to_owned()
            }
            _ => self.rules.label(name),
        }
    }

    fn query_label(&self, query: Query, words: &[&str]) -> String {
        match (query, words) {
            (Query::Rank, [skill]) if self.owner == Owner::Skill(skill) => "ranks".to_owned(),
            _ => self.rules.query_label(query, words),
        }
    }
}

impl Frame for Rules {
    fn parent(&self) -> Option<&dyn Frame> {
        Some(self.system())
    }

    fn label(&self, name: &str) -> String {
        let system = self.system();
        if let Some(input) = system.inputs.get(name) {
            return input.abbr.clone();
        }
        if let Some(stat) = system.stats.get(name) {
            return stat.abbr.clone();
        }
        if let Some(value) = system.values.get(name) {
            return value_label(system, name, value, short);
        }
        match name.split_once('.') {
            Some((head, part)) if STAT_PARTS.contains(&part) && system.stats.contains_key(head) => {
                format!("{part} {}", system.stats[head].abbr)
            }
            Some((head, field)) if system.choices.contains_key(head) => {
                format!("{} {}", system.choices[head].name, field.replace('_', " "))
            }
            _ => name.replace(['_', '.'], " "),
        }
    }

    fn query_label(&self, query: Query, words: &[&str]) -> String {
        let system = self.system();
        match query {
            // The name of a secondary skill is label enough.
            Query::Rank if system.skills.get(words[0]).is_some_and(|s| !s.secondary.is_empty()) && words.len() > 1 => {
                system.entry_name(words[1]).to_owned()
            }
            Query::Rank => system.entry_name(words[0]).to_owned(),
            Query::Trained => system.backgrounds.as_ref().map_or("training", |b| &b.name).to_owned(),
            Query::Count | Query::Total if words[0] == "backgrounds" => {
                system.backgrounds.as_ref().map_or("backgrounds", |b| &b.plural).to_owned()
            }
            Query::Count => words[0].to_owned(),
            Query::Total => total_label(self, words[0]),
            Query::Times => system.traits.get(words[0]).map_or(words[0], |def| &def.name).to_owned(),
            Query::Held => system.trait_lists.get(words[0]).map_or(words[0], String::as_str).to_owned(),
            Query::Bought | Query::Summed => words[0].replace(['_', '-'], " "),
        }
    }

    fn field_label(&self, field: &str) -> String {
        self.system().item_fields.get(field).map_or_else(|| field.to_owned(), |def| def.name.clone())
    }
}
