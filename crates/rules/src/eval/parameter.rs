//! Arguments of parameters, and their parts: `slot`, `slot.cost`, `key_stat.value`.

use crate::formula::{EvalError, Frame};
use crate::model::field::{Argument, ChoiceDef, ParameterKind};
use crate::model::system::System;
use crate::number::Number;
use crate::value::{Type, Value};

/// `slot.cost` as parameter and part, `slot` as a parameter alone.
pub(super) fn split(name: &str) -> (&str, &str) {
    name.split_once('.').unwrap_or((name, ""))
}

impl ParameterKind {
    /// The options, each id with its printed name; none where it is no choice.
    pub fn options<'a>(&'a self, system: &'a System) -> Option<Vec<(&'a str, &'a str)>> {
        match self {
            Self::Choice(choice) => Some(choice.options.iter().map(|(id, o)| (id.as_str(), o.name.as_str())).collect()),
            Self::Stat => Some(system.stats.iter().map(|(id, stat)| (id.as_str(), stat.name.as_str())).collect()),
            Self::Number { .. } | Self::Text => None,
        }
    }

    /// The options with their numbers, where it has any of its own.
    pub const fn choice(&self) -> Option<&ChoiceDef> {
        match self {
            Self::Choice(choice) => Some(choice),
            Self::Number { .. } | Self::Stat | Self::Text => None,
        }
    }

    /// The type of its arguments, for formulas that compute one.
    pub fn argument_type(&self) -> Type {
        match self {
            Self::Number { .. } => Type::Number,
            Self::Choice(_) | Self::Stat | Self::Text => Type::Symbol(None),
        }
    }

    /// The argument that a value is, if it takes it.
    pub fn argument(&self, value: &Value) -> Option<Argument> {
        match (self, value) {
            (Self::Number { min, max }, value) => {
                let whole = value.as_number().and_then(Number::to_i64)?;
                (*min..=*max).contains(&whole).then_some(Argument::Number(whole))
            }
            (Self::Choice(choice), Value::Symbol(word)) => {
                choice.options.contains_key(word).then(|| Argument::Symbol(word.clone()))
            }
            (Self::Stat | Self::Text, Value::Symbol(word)) => Some(Argument::Symbol(word.clone())),
            (Self::Choice(_) | Self::Stat | Self::Text, _) => None,
        }
    }

    /// The argument that somebody types, if it takes it.
    pub fn typed(&self, text: &str, system: &System) -> Option<Argument> {
        match self {
            Self::Number { .. } => self.argument(&Value::whole(text.parse().ok()?)),
            Self::Choice(_) | Self::Stat | Self::Text => {
                let is_known = self.options(system).is_none_or(|options| options.iter().any(|(id, _)| *id == text));
                is_known.then(|| Argument::Symbol(text.to_owned()))
            }
        }
    }

    /// An argument as printed: options and stats by their names.
    pub fn printed(&self, argument: &Argument, system: &System) -> String {
        match argument {
            Argument::Number(number) => Value::whole(*number).to_string(),
            Argument::Symbol(word) => {
                let options = self.options(system).unwrap_or_default();
                options.iter().find(|(id, _)| id == word).map_or(word.as_str(), |(_, name)| name).to_owned()
            }
        }
    }

    /// The type of a part, or of the whole where the part is empty; none where it has no such part.
    pub(super) fn type_of(&self, part: &str, system: &System) -> Option<Type> {
        match (self, part) {
            (Self::Number { .. }, "") | (Self::Stat, "value") => Some(Type::Number),
            (Self::Choice(choice), "") => Some(Type::one_of(choice.options.keys())),
            (Self::Stat, "") => Some(Type::one_of(system.stats.keys())),
            (Self::Text, "") | (Self::Choice(_) | Self::Stat, "name") => Some(Type::Symbol(None)),
            (Self::Choice(choice), part) => {
                choice.options.values().any(|option| option.values.contains_key(part)).then_some(Type::Number)
            }
            (Self::Number { .. } | Self::Stat | Self::Text, _) => None,
        }
    }

    /// The names that formulas reach it by.
    pub(super) fn names(&self, id: &str) -> Vec<String> {
        let mut names = vec![id.to_owned()];
        match self {
            Self::Number { .. } | Self::Text => {}
            Self::Stat => names.push(format!("{id}.value")),
            Self::Choice(choice) => {
                let parts = choice.options.values().flat_map(|option| option.values.keys());
                names.extend(parts.map(|part| format!("{id}.{part}")));
            }
        }
        names
    }

    /// The value of a part, unknown where nothing is set. Stats get theirs from the frame around.
    pub(super) fn value(
        &self,
        argument: Option<&Argument>,
        name: &str,
        (system, around): (&System, &dyn Frame),
    ) -> Result<Value, EvalError> {
        let unknown = || Value::Unknown(name.to_owned());
        Ok(match (argument, self, split(name).1) {
            (None, ..) => unknown(),
            (Some(Argument::Number(number)), ..) => Value::whole(*number),
            (Some(Argument::Symbol(word)), _, "") => Value::Symbol(word.clone()),
            (Some(Argument::Symbol(word)), Self::Stat, "name") => {
                Value::Symbol(system.stats.get(word).map_or(word, |stat| &stat.name).clone())
            }
            (Some(Argument::Symbol(word)), Self::Stat, _) => around.value(word)?,
            (Some(Argument::Symbol(word)), Self::Choice(choice), part) => match (choice.options.get(word), part) {
                (None, _) => unknown(),
                (Some(option), "name") => Value::Symbol(option.name.clone()),
                (Some(option), part) => option.values.get(part).map_or_else(unknown, |n| Value::Number(*n)),
            },
            (Some(Argument::Symbol(_)), Self::Number { .. } | Self::Text, _) => unknown(),
        })
    }
}
