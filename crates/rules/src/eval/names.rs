//! The names that a system has in formulas, and their types.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::formula::{FormulaError, FormulaFault, Frame, Origin, Query, SymbolKind, nearest};
use crate::model::system::{
    ABILITY_TOTAL, CountOf, DISTINCT, HIGHEST, ITEM_TOTAL, RULING, SECONDARY_TOTAL, STAT_PARTS, SkillDef, System,
    TotalOf, named,
};
use crate::value::Type;

impl Frame for System {
    fn parent(&self) -> Option<&dyn Frame> {
        None
    }

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
        if self.stats.contains_key(head) && STAT_PARTS.contains(&field) {
            return Some(Type::Number);
        }
        let choice = self.choices.get(head)?;
        match field {
            "name" => Some(Type::Symbol(None)),
            _ => choice.options.values().any(|o| o.values.contains_key(field)).then_some(Type::Number),
        }
    }

    fn origin(&self, name: &str) -> Option<Origin<'_>> {
        if let Some(value) = self.values.get(name) {
            return Some(Origin::Formula(&value.formula.expr));
        }
        let is_counted = self.inputs.get(name).is_some_and(|input| input.min >= 0);
        let of_choice = |(head, field): (&str, &str)| {
            let mut options = self.choices.get(head)?.options.values();
            Some(options.all(|option| option.values.get(field).is_none_or(|value| !value.is_negative())))
        };
        let is_chosen = name.split_once('.').and_then(of_choice).unwrap_or(false);
        (is_counted || is_chosen).then_some(Origin::NeverNegative)
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

    fn query_type(&self, query: Query, words: &[(String, Range<usize>)]) -> Result<Type, FormulaError> {
        let (first, first_at) = &words[0];
        let second = words.get(1);
        let checked = match query {
            Query::Bought | Query::Summed => {
                Err(FormulaError::new(first_at.clone(), FormulaFault::NotInAbility(query)))
            }
            Query::Count => {
                let words = || CountOf::WORDS.map(|(word, _)| word);
                known_symbol(first, first_at, SymbolKind::Count, named(&CountOf::WORDS, first).is_some(), words)
            }
            Query::Total => {
                let totals = || self.totals();
                known_symbol(first, first_at, SymbolKind::Total, self.has_total(first), totals)
            }
            Query::Times => {
                let traits = || self.traits.keys();
                known_symbol(first, first_at, SymbolKind::Trait, self.traits.contains_key(first), traits)?;
                let options = &self.traits[first].options;
                match second {
                    Some((_, at)) if options.is_empty() => {
                        Err(FormulaError::new(at.clone(), FormulaFault::NoOptions { of: first.clone() }))
                    }
                    Some((option, at)) => {
                        let is_known = options.contains_key(option);
                        known_symbol(option, at, SymbolKind::TraitOption, is_known, || options.keys())
                    }
                    None => Ok(()),
                }
            }
            Query::Held => {
                let is_known = self.trait_lists.contains_key(first);
                known_symbol(first, first_at, SymbolKind::TraitList, is_known, || self.trait_lists.keys())?;
                let how = |(how, at): &(String, Range<usize>)| {
                    known_symbol(how, at, SymbolKind::TraitCount, how == DISTINCT, || [DISTINCT])
                };
                second.map_or(Ok(()), how)
            }
            Query::Trained => self.known_entry(first, first_at),
            Query::Rank => {
                let is_known = self.skills.contains_key(first);
                known_symbol(first, first_at, SymbolKind::Skill, is_known, || self.skills.keys())?;
                let SkillDef { choose, secondary, .. } = &self.skills[first];
                if let Some((how, at)) = words.get(2) {
                    known_symbol(how, at, SymbolKind::RankCount, how == HIGHEST, || [HIGHEST])?;
                }
                match second {
                    Some((under, at)) if !secondary.is_empty() => {
                        let mut lists = secondary.iter().filter_map(|list| self.lists.get(list));
                        let is_known = lists.any(|list| list.entries.contains_key(under));
                        let entries = || self.entries_of(secondary);
                        known_symbol(under, at, SymbolKind::SecondarySkill, is_known, entries)
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
        known_symbol(&action.0, &action.1, SymbolKind::Action, is_known, || self.actions.keys())?;
        let is_known = self.item_fields.contains_key(&field.0);
        known_symbol(&field.0, &field.1, SymbolKind::ItemField, is_known, || self.item_fields.keys())?;
        Ok(self.item_fields[&field.0].kind.clone())
    }
}

impl System {
    /// Validates a word that a background may cover or an item may be tagged with.
    fn known_entry(&self, word: &str, at: &Range<usize>) -> Result<(), FormulaError> {
        let is_listed = self.lists.values().any(|list| list.entries.contains_key(word));
        let is_known = is_listed || self.actions.contains_key(word) || self.skills.contains_key(word);
        known_symbol(word, at, SymbolKind::Entry, is_known, || self.entries())
    }

    /// Whether `total` understands this.
    fn has_total(&self, word: &str) -> bool {
        let of_items = |field: &str| self.item_fields.get(field).is_some_and(|field| field.kind == Type::Number);
        let of_abilities = |value: &str| self.abilities.as_ref().is_some_and(|rules| rules.values.contains_key(value));
        let of_skills = |skill: &str| self.skills.get(skill).is_some_and(|skill| !skill.secondary.is_empty());
        named(&TotalOf::WORDS, word).is_some()
            || word.strip_prefix(ITEM_TOTAL).is_some_and(of_items)
            || word.strip_prefix(ABILITY_TOTAL).is_some_and(of_abilities)
            || word.strip_prefix(SECONDARY_TOTAL).is_some_and(of_skills)
    }

    /// Everything that `total` understands.
    fn totals(&self) -> Vec<String> {
        let numbers = self.item_fields.iter().filter(|(_, field)| field.kind == Type::Number);
        let fields = numbers.map(|(field, _)| format!("{ITEM_TOTAL}{field}"));
        let values = self.abilities.iter().flat_map(|rules| rules.values.keys());
        let values = values.map(|value| format!("{ABILITY_TOTAL}{value}"));
        let parents = self.skills.iter().filter(|(_, skill)| !skill.secondary.is_empty());
        let parents = parents.map(|(skill, _)| format!("{SECONDARY_TOTAL}{skill}"));
        TotalOf::WORDS.into_iter().map(|(word, _)| word.to_owned()).chain(fields).chain(values).chain(parents).collect()
    }
}

/// The most known words that an error lists.
const MOST_NAMED: usize = 12;

/// Validates a word; the known words are listed only when it is not among them.
fn known_symbol<W: AsRef<str>, K: IntoIterator<Item = W>>(
    word: &str,
    at: &Range<usize>,
    kind: SymbolKind,
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
    Err(FormulaError::new(at.clone(), FormulaFault::UnknownSymbol { kind, word: word.to_owned(), near, known: few }))
}
