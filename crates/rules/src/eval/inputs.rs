//! What is put into a computation by name, as a number or a word: its value, its type, and how it reads.
//!
//! **In** the [`FieldDef`]s of a procedure, a check or an ability, and what was [`Given`]. **Out** values and types of
//! names such as `slot` and `slot.cost`. Names that are no input are the character's, and are passed on.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::eval::compute::Evaluator;
use crate::formula::{Environment, EvalError, Labels, Query, Scope};
use crate::model::ability::{FieldDef, FieldKind, Given};
use crate::model::rules::Rules;
use crate::model::system::{System, ValueDef};
use crate::value::{Type, Value};

/// The value of a name that is an input or the character's.
pub(crate) fn input_value(
    evaluator: &Evaluator,
    inputs: &IndexMap<String, FieldDef>,
    given: &BTreeMap<String, Given>,
    name: &str,
) -> Result<Value, EvalError> {
    let (head, _) = field_and_part(name);
    match inputs.get(head) {
        Some(field) => given_value(evaluator, field, given.get(head), name),
        None => evaluator.value(name),
    }
}

/// The type of a name that is an input, or else the system's, unless it is `later`: worked out here, and not yet known.
pub(crate) fn input_type(
    system: &System,
    inputs: &IndexMap<String, FieldDef>,
    name: &str,
    later: bool,
) -> Option<Type> {
    let (head, part) = field_and_part(name);
    match inputs.get(head) {
        Some(field) if part.is_empty() => Some(field.kind.type_of(system)),
        Some(field) => field.kind.type_of_part(part),
        None if later => None,
        None => system.type_of(name),
    }
}

/// Every name that inputs have in formulas.
pub(crate) fn input_names(inputs: &IndexMap<String, FieldDef>) -> impl Iterator<Item = String> {
    inputs.iter().flat_map(|(id, field)| field.kind.names(id))
}

/// What was set in a field, or in a part of it: `slot`, `slot.cost`, `key_stat.value`.
pub(crate) fn given_value(
    evaluator: &Evaluator,
    field: &FieldDef,
    given: Option<&Given>,
    name: &str,
) -> Result<Value, EvalError> {
    let unknown = || Value::Unknown(name.to_owned());
    let (_, part) = field_and_part(name);
    Ok(match (given.or(field.default.as_ref()), &field.kind, part) {
        (None, ..) => unknown(),
        (Some(Given::Number(number)), ..) => Value::whole(*number),
        (Some(Given::Word(word)), _, "") => Value::Word(word.clone()),
        (Some(Given::Word(word)), FieldKind::Stat, "name") => {
            Value::Word(evaluator.rules().system().stats.get(word).map_or(word, |stat| &stat.name).clone())
        }
        (Some(Given::Word(word)), FieldKind::Stat, _) => evaluator.value(word)?,
        (Some(Given::Word(word)), FieldKind::Choice(choice), part) => match (choice.options.get(word), part) {
            (None, _) => unknown(),
            (Some(option), "name") => Value::Word(option.name.clone()),
            (Some(option), part) => option.values.get(part).map_or_else(unknown, |n| Value::Number(*n)),
        },
        (Some(Given::Word(_)), FieldKind::Number { .. } | FieldKind::Words, _) => unknown(),
    })
}

/// `slot.cost` as field and part, `slot` as a field alone.
pub(crate) fn field_and_part(name: &str) -> (&str, &str) {
    name.split_once('.').unwrap_or((name, ""))
}

/// The printed names of what is put in and of what is worked out from it.
pub(crate) struct OwnLabels<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) inputs: &'a IndexMap<String, FieldDef>,
    pub(crate) value: &'a dyn Fn(&str) -> Option<&'a ValueDef>,
}

impl Labels for OwnLabels<'_> {
    fn name(&self, name: &str) -> String {
        if let Some(ValueDef { abbr, name, .. }) = (self.value)(name) {
            return if abbr.is_empty() { in_sentence(name) } else { abbr.clone() };
        }
        let (head, part) = field_and_part(name);
        match self.inputs.get(head) {
            Some(field) if part.is_empty() || part == "value" => in_sentence(&field.name),
            Some(field) => format!("{} {}", in_sentence(&field.name), part.replace('_', " ")),
            None => self.rules.name(name),
        }
    }

    fn query(&self, query: Query, words: &[&str]) -> String {
        self.rules.query(query, words)
    }

    fn field(&self, field: &str) -> String {
        self.rules.field(field)
    }
}

/// A name inside a line: `After armor` becomes `after armor`; `HP left` and `Effect Value rolled` stay.
fn in_sentence(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().to_string()).unwrap_or_default();
    if letters.clone().any(char::is_uppercase) { name.to_owned() } else { first + letters.as_str() }
}
