//! What names mean on a worksheet, or on a line of it.

use std::ops::Range;

use super::parameter::split;
use super::worksheet::{SheetOf, Worksheet};
use crate::formula::{EvalError, FormulaError, Frame, Query};
use crate::model::ability::{COST, PRICE};
use crate::value::{Type, Value};

/// A worksheet as the formulas of a line see it, or those of the whole.
#[derive(Clone, Copy)]
pub struct SheetFrame<'s, 'a> {
    pub(super) sheet: &'s Worksheet<'a>,
    pub(super) line: Option<usize>,
    /// How many values of the whole worksheet are known.
    pub(super) visible: usize,
}

impl SheetFrame<'_, '_> {
    /// Whether this is a value that is not computed yet.
    #[must_use]
    pub fn is_later(&self, name: &str) -> bool {
        let place = self.sheet.head.values.and_then(|values| values.value(name)).map(|(place, ..)| place);
        place.is_some_and(|place| place >= self.visible) && self.sheet.head.parameter(name).is_none()
    }

    /// The line, where it is on one, and then the whole worksheet.
    fn levels(&self) -> impl Iterator<Item = Option<usize>> {
        self.line.map(Some).into_iter().chain([None])
    }

    /// Whether it is a price that the keyword of a line has.
    fn is_price(&self, line: Option<usize>, name: &str) -> bool {
        let has_prices = matches!(self.sheet.of, SheetOf::Ability(rules) if rules.prices.is_some());
        line.is_some() && has_prices && (name == COST || name == PRICE)
    }

    fn own_type(&self, line: Option<usize>, name: &str) -> Option<Type> {
        if let (None, Some(bound)) = (line, self.sheet.bound.iter().find(|bound| bound.name == name)) {
            return Some(bound.kind.clone());
        }
        if self.is_price(line, name) {
            return Some(Type::Number);
        }
        let section = self.sheet.section(line)?;
        match section.values.and_then(|values| values.value(name)) {
            Some((place, name, _)) if line.is_some() || place < self.visible => Some(self.sheet.type_at((line, name))),
            _ => section.parameter(name)?.kind.type_of(split(name).1, self.sheet.ground.system),
        }
    }

    fn own_value(&self, line: Option<usize>, name: &str) -> Option<Result<Value, EvalError>> {
        if let (None, Some(bound)) = (line, self.sheet.bound.iter().find(|bound| bound.name == name)) {
            return Some(Ok(bound.value.clone()));
        }
        if let Some(address) = self.sheet.address(line, name) {
            return Some(self.sheet.value_at(address));
        }
        let section = self.sheet.section(line)?;
        let (ground, (head, part)) = (self.sheet.ground, split(name));
        let kind = &section.parameter(name)?.kind;
        kind.type_of(part, ground.system)?;
        Some(kind.value(section.argument(head), name, (ground.system, ground.frame)))
    }

    fn own_label(&self, line: Option<usize>, name: &str) -> Option<String> {
        let section = self.sheet.section(line)?;
        if let Some((_, _, value)) = section.values.and_then(|values| values.value(name)) {
            return Some(if value.abbr.is_empty() { self.phrase(&value.name) } else { value.abbr.clone() });
        }
        if line.is_some() && name == COST {
            return Some("list price".to_owned());
        }
        let label = self.phrase(&section.parameter(name)?.name);
        let part = split(name).1;
        let is_plain = match self.sheet.of {
            // Where something is set, its figure says which part it is of.
            SheetOf::Ability(_) => section.arguments.is_some() || part == "name",
            SheetOf::Steps => false,
        };
        let names_whole = is_plain || matches!(part, "" | "value");
        Some(if names_whole { label } else { format!("{label} {}", part.replace('_', " ")) })
    }

    /// A name inside a line.
    fn phrase(&self, name: &str) -> String {
        match self.sheet.of {
            SheetOf::Ability(_) => within_a_sentence(name),
            SheetOf::Steps => in_sentence(name),
        }
    }

    fn own_names(&self, line: Option<usize>) -> Vec<String> {
        let mut names: Vec<String> =
            [COST, PRICE].into_iter().filter(|name| self.is_price(line, name)).map(str::to_owned).collect();
        let Some(section) = self.sheet.section(line) else { return names };
        if line.is_none() {
            names.extend(self.sheet.bound.iter().map(|bound| bound.name.to_owned()));
        }
        let parameters = section.parameters.into_iter().flatten();
        names.extend(parameters.flat_map(|(id, field)| field.kind.names(id)));
        let values = section.values.map_or_else(Vec::new, |values| values.names());
        let visible = if line.is_some() { usize::MAX } else { self.visible };
        names.extend(values.into_iter().take(visible).map(str::to_owned));
        names
    }
}

impl Frame for SheetFrame<'_, '_> {
    fn parent(&self) -> Option<&dyn Frame> {
        Some(self.sheet.ground.frame)
    }

    fn type_of(&self, name: &str) -> Option<Type> {
        let own = self.levels().find_map(|line| self.own_type(line, name));
        own.or_else(|| self.sheet.ground.frame.type_of(name))
    }

    fn value(&self, name: &str) -> Result<Value, EvalError> {
        let own = self.levels().find_map(|line| self.own_value(line, name));
        own.unwrap_or_else(|| self.sheet.ground.frame.value(name))
    }

    fn label(&self, name: &str) -> String {
        let own = self.levels().find_map(|line| self.own_label(line, name));
        own.unwrap_or_else(|| self.sheet.ground.frame.label(name))
    }

    fn names(&self) -> Vec<String> {
        let own = self.levels().flat_map(|line| self.own_names(line));
        own.chain(self.sheet.ground.frame.names()).collect()
    }

    fn query_type(&self, query: Query, words: &[(String, Range<usize>)]) -> Result<Type, FormulaError> {
        let own = self.sheet.type_of_query(self.line, query, words);
        own.unwrap_or_else(|| self.sheet.ground.frame.query_type(query, words))
    }

    fn query(&self, query: Query, words: &[&str]) -> Result<Value, EvalError> {
        let own = self.sheet.answer(self.line, query, words);
        own.unwrap_or_else(|| self.sheet.ground.frame.query(query, words))
    }

    fn query_label(&self, query: Query, words: &[&str]) -> String {
        let own = self.sheet.label_of_query(query, words);
        own.unwrap_or_else(|| self.sheet.ground.frame.query_label(query, words))
    }
}

/// A name inside a line: `After armor` becomes `after armor`; `HP left` and `Effect Value rolled` stay.
fn in_sentence(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().to_string()).unwrap_or_default();
    if letters.clone().any(char::is_uppercase) { name.to_owned() } else { first + letters.as_str() }
}

/// A name as it stands within a sentence: `Die` becomes `die`, `ACP invested` stays.
fn within_a_sentence(name: &str) -> String {
    let is_abbreviation = |word: &str| word.chars().filter(|c| c.is_uppercase()).count() > 1;
    let word = |word: &str| if is_abbreviation(word) { word.to_owned() } else { word.to_lowercase() };
    name.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
