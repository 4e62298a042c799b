//! What names mean on a worksheet, or on a line of it.

use std::ops::Range;

use super::parameter::split;
use super::worksheet::{Address, Section, SheetOf, Values, Worksheet};
use crate::formula::{EvalError, FormulaError, Frame, Query};
use crate::model::ability::{AbilityRules, COST, PRICE};
use crate::model::character::Retagged;
use crate::model::field::{ParameterDef, ValueDef};
use crate::model::system::formula_name;
use crate::value::{Type, Value};

/// A worksheet as the formulas of a line see it, or those of the whole.
#[derive(Clone, Copy)]
pub struct SheetFrame<'s, 'a> {
    pub(super) sheet: &'s Worksheet<'a>,
    pub(super) line: Option<usize>,
    /// How many values of the whole worksheet are known.
    pub(super) visible: usize,
}

/// What a name means on a worksheet.
enum Meaning<'a> {
    /// A bound name, by its place.
    Bound(usize),
    /// A price of the keyword on a line.
    Price(Address<'a>),
    /// A value that is computed.
    Value(Address<'a>, &'a ValueDef),
    /// A parameter, or a part of one.
    Parameter(Section<'a>, &'a ParameterDef),
}

impl<'a> SheetFrame<'_, 'a> {
    /// Whether this is a value that is not computed yet.
    pub fn is_later(&self, name: &str) -> bool {
        let place = self.sheet.head.values.and_then(|values| values.value(name)).map(|(place, ..)| place);
        place.is_some_and(|place| place >= self.visible) && self.sheet.head.parameter(name).is_none()
    }

    /// What a name means on the line, or else on the whole worksheet.
    fn meaning(&self, name: &str) -> Option<Meaning<'a>> {
        let levels = self.line.map(Some).into_iter().chain([None]);
        levels.into_iter().find_map(|line| self.meaning_on(line, name))
    }

    fn meaning_on(&self, line: Option<usize>, name: &str) -> Option<Meaning<'a>> {
        if let (None, Some(place)) = (line, self.sheet.bound.iter().position(|bound| bound.name == name)) {
            return Some(Meaning::Bound(place));
        }
        if let (true, Some(price)) = (line.is_some(), self.sheet.prices().iter().find(|price| **price == name)) {
            return Some(Meaning::Price((line, price)));
        }
        let section = self.sheet.section(line)?;
        match section.values.and_then(|values| values.value(name)) {
            Some((place, id, value)) if line.is_some() || place < self.visible => {
                Some(Meaning::Value((line, id), value))
            }
            _ => {
                let (field, part) = (section.parameter(name)?, split(name).1);
                let is_there = part.is_empty() || field.kind.type_of(part, self.sheet.ground.system).is_some();
                is_there.then_some(Meaning::Parameter(section, field))
            }
        }
    }

    /// The tags that actions have in the ability, for a value of one of them, where they are others than elsewhere.
    fn retagged(&self, name: &str) -> Option<Retagged> {
        let rules = self.sheet.rules()?;
        let (action, _) = name.split_once('.')?;
        let is_of_action = self.sheet.ground.system.actions.keys().any(|id| formula_name(id) == action);
        is_of_action.then(|| self.sheet.retagged(rules)).flatten()
    }

    /// `die sides`, `half slots`: a part that says what it is of stands for itself.
    fn label_of_parameter(&self, field: &ParameterDef, part: &str) -> String {
        let label = self.phrase(&field.name);
        let is_name = part == "name" && matches!(self.sheet.of, SheetOf::Ability(_));
        let part = part.replace('_', " ");
        match part.as_str() {
            "" | "value" => label,
            _ if is_name => label,
            _ if part.contains(&label) => part,
            _ => format!("{label} {part}"),
        }
    }

    /// A name inside a line.
    fn phrase(&self, name: &str) -> String {
        match self.sheet.of {
            SheetOf::Ability(_) => within_a_sentence(name),
            SheetOf::Steps => in_sentence(name),
        }
    }

    /// What the keywords of an ability give under a name: `further squares from`, `list prices of`.
    fn summed(&self, rules: &AbilityRules, name: &str) -> String {
        match name {
            COST => "list prices of".to_owned(),
            PRICE => "prices of".to_owned(),
            _ => {
                let mut names =
                    rules.keywords.values().filter_map(|keyword| Some(keyword.values.get(name)?.name.as_str()));
                // Where keywords call it by several names, none of these is the name of all.
                let shared = names.next().filter(|first| names.all(|other| other == *first));
                format!("{} from", shared.map_or_else(|| name.replace('_', " "), |shared| self.phrase(shared)))
            }
        }
    }

    fn own_names(&self, line: Option<usize>) -> Vec<String> {
        let Some(section) = self.sheet.section(line) else { return Vec::new() };
        let bound = self.sheet.bound.iter().map(|bound| bound.name);
        let plain: Vec<&str> = if line.is_some() { self.sheet.prices().to_vec() } else { bound.collect() };
        let parameters = section.parameters.into_iter().flatten().flat_map(|(id, field)| field.kind.names(id));
        let values = section.values.map_or_else(Vec::new, Values::names);
        let visible = if line.is_some() { usize::MAX } else { self.visible };
        let own = plain.into_iter().chain(values.into_iter().take(visible)).map(str::to_owned);
        own.chain(parameters).collect()
    }
}

impl Frame for SheetFrame<'_, '_> {
    fn parent(&self) -> Option<&dyn Frame> {
        Some(self.sheet.ground.frame)
    }

    fn type_of(&self, name: &str) -> Option<Type> {
        match self.meaning(name) {
            Some(Meaning::Bound(place)) => Some(self.sheet.bound[place].kind.clone()),
            Some(Meaning::Price(_)) => Some(Type::Number),
            Some(Meaning::Value(address, _)) => Some(self.sheet.type_at(address)),
            Some(Meaning::Parameter(_, field)) => field.kind.type_of(split(name).1, self.sheet.ground.system),
            None => self.sheet.ground.frame.type_of(name),
        }
    }

    fn value(&self, name: &str) -> Result<Value, EvalError> {
        let ground = self.sheet.ground;
        match self.meaning(name) {
            Some(Meaning::Bound(place)) => Ok(self.sheet.bound[place].value.clone()),
            Some(Meaning::Price(address) | Meaning::Value(address, _)) => self.sheet.value_at(address),
            Some(Meaning::Parameter(section, field)) => {
                field.kind.value(section.argument(split(name).0), name, (ground.system, ground.frame))
            }
            None => match self.retagged(name) {
                Some(tags) => ground.frame.value_retagged(name, &tags),
                None => ground.frame.value(name),
            },
        }
    }

    fn label(&self, name: &str) -> String {
        match self.meaning(name) {
            Some(Meaning::Price((_, COST))) => "the list price".to_owned(),
            Some(Meaning::Value(_, value)) if value.abbr.is_empty() => self.phrase(&value.name),
            Some(Meaning::Value(_, value)) => value.abbr.clone(),
            Some(Meaning::Parameter(_, field)) => self.label_of_parameter(field, split(name).1),
            Some(Meaning::Bound(_) | Meaning::Price(_)) | None => self.sheet.ground.frame.label(name),
        }
    }

    fn names(&self) -> Vec<String> {
        let on_line = self.line.map_or_else(Vec::new, |line| self.own_names(Some(line)));
        [on_line, self.own_names(None), self.sheet.ground.frame.names()].concat()
    }

    fn query_type(&self, query: Query, words: &[(String, Range<usize>)]) -> Result<Type, FormulaError> {
        match self.sheet.of {
            SheetOf::Ability(rules) if query.is_of_ability() => {
                self.sheet.type_of_query(rules, self.line, query, words)
            }
            SheetOf::Ability(_) | SheetOf::Steps => self.sheet.ground.frame.query_type(query, words),
        }
    }

    fn query_kind(&self, query: Query, words: &[(String, Range<usize>)]) -> Type {
        match self.sheet.of {
            SheetOf::Ability(_) if query == Query::Summed => {
                self.sheet.type_of_sum(&words[0].0).unwrap_or(Type::Number)
            }
            SheetOf::Ability(_) if query.is_of_ability() => Type::Number,
            SheetOf::Ability(_) | SheetOf::Steps => self.sheet.ground.frame.query_kind(query, words),
        }
    }

    fn query(&self, query: Query, words: &[&str]) -> Result<Value, EvalError> {
        match self.sheet.of {
            SheetOf::Ability(_) if query == Query::Summed => self.sheet.sum(words[0]),
            SheetOf::Ability(_) if query == Query::Bought => Ok(self.sheet.count(self.line, words[0], &words[1..])),
            SheetOf::Ability(rules) if query.is_of_tags() => match self.sheet.retagged(rules) {
                Some(tags) => self.sheet.ground.frame.query_retagged(query, words, &tags),
                None => self.sheet.ground.frame.query(query, words),
            },
            SheetOf::Ability(_) | SheetOf::Steps => self.sheet.ground.frame.query(query, words),
        }
    }

    fn query_label(&self, query: Query, words: &[&str]) -> String {
        match self.sheet.of {
            SheetOf::Ability(rules) if query == Query::Summed => {
                format!("{} its keywords", self.summed(rules, words[0]))
            }
            SheetOf::Ability(rules) if query == Query::Bought => {
                format!("keywords of {}", rules.keyword_label(words[0]))
            }
            SheetOf::Ability(_) | SheetOf::Steps => self.sheet.ground.frame.query_label(query, words),
        }
    }
}

/// A name inside a line: `After armor` becomes `after armor`, `Your Speed` `your Speed`; `HP left` and `Effect Value rolled`
/// stay, which are called like that.
fn in_sentence(name: &str) -> String {
    let (first, rest) = name.split_at(name.find(' ').unwrap_or(name.len()));
    let is_no_name = matches!(first, "A" | "An" | "Her" | "His" | "Its" | "The" | "Their" | "This" | "Your");
    let has_capital = name.chars().skip(1).any(char::is_uppercase);
    if is_no_name || !has_capital { first.to_lowercase() + rest } else { name.to_owned() }
}

/// A name as it stands within a sentence: `Die` becomes `die`, `ACP invested` stays.
fn within_a_sentence(name: &str) -> String {
    let is_abbreviation = |word: &str| word.chars().filter(|c| c.is_uppercase()).count() > 1;
    let word = |word: &str| if is_abbreviation(word) { word.to_owned() } else { word.to_lowercase() };
    name.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
