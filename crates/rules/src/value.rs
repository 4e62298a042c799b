//! Values of formulas, and their types.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use crate::dice::Dice;
use crate::number::Number;

/// The type of a formula, known before anything is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// An exact number.
    Number,
    /// A roll. A number is accepted where dice are expected.
    Dice,
    /// True or false.
    Bool,
    /// A word. With a list, one of these and no other.
    Symbol(Option<Vec<String>>),
}

/// The most words in the type of a formula. What may be one of more words may be compared with any: choices that are made
/// of choices could have more words than there are formulas.
const MOST_SYMBOLS: usize = 1000;

impl Type {
    /// The name used in messages.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Dice => "dice",
            Self::Bool => "true or false",
            Self::Symbol(_) => "a word",
        }
    }

    /// A word that is one of these.
    pub(crate) fn one_of<'a>(words: impl IntoIterator<Item = &'a String>) -> Self {
        let mut words = words.into_iter();
        let known: Vec<String> = words.by_ref().take(MOST_SYMBOLS).cloned().collect();
        Self::Symbol(words.next().is_none().then_some(known))
    }

    /// The union of two sets of words.
    pub(crate) fn either_symbol(some: Option<Vec<String>>, others: Option<Vec<String>>) -> Self {
        let (Some(mut all), Some(others)) = (some, others) else { return Self::Symbol(None) };
        let known: BTreeSet<&str> = all.iter().map(String::as_str).collect();
        let new: Vec<String> = others.into_iter().filter(|word| !known.contains(word.as_str())).collect();
        all.extend(new);
        Self::Symbol((all.len() <= MOST_SYMBOLS).then_some(all))
    }
}

/// Values of formulas, and their types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An exact number.
    Number(Number),
    /// A roll.
    Dice(Dice),
    /// True or false.
    Bool(bool),
    /// A word.
    Symbol(String),
    /// Unknown: the name of what is missing. Prints as a write-in blank; never 0.
    Unknown(String),
}

impl Value {
    /// A whole number.
    pub const fn whole(value: i64) -> Self {
        Self::Number(Number::whole(value))
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<Number> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Dice(_) | Self::Bool(_) | Self::Symbol(_) | Self::Unknown(_) => None,
        }
    }

    /// Whether the value is missing.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown(_))
    }

    /// Whether it adds nothing to a sum.
    pub fn is_nothing(&self) -> bool {
        match self {
            Self::Number(number) => *number == Number::ZERO,
            Self::Dice(dice) => dice.is_flat() && dice.flat() == Number::ZERO,
            Self::Bool(_) | Self::Symbol(_) | Self::Unknown(_) => false,
        }
    }

    /// As printed on a card, or `None` when it is unknown and a blank is wanted.
    pub fn printed(&self) -> Option<String> {
        match self {
            Self::Dice(dice) => Some(dice.printed()),
            Self::Unknown(_) => None,
            Self::Number(number) => Some(number.mixed()),
            Self::Bool(_) | Self::Symbol(_) => Some(self.to_string()),
        }
    }

    /// The value behind its name: an option, which is an id in formulas, as words.
    pub fn in_words(&self) -> String {
        match self {
            Self::Symbol(word) => words_of(word),
            other => other.to_string(),
        }
    }
}

/// An id as words.
pub(crate) fn words_of(id: &str) -> String {
    id.replace(['_', '-'], " ")
}

/// What is added to something, as it is printed, with its sign: `+2`, `−1`.
pub fn signed(added: &str) -> Cow<'_, str> {
    if added.starts_with(['+', '\u{2212}']) { added.into() } else { format!("+{added}").into() }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Dice(dice) => dice.fmt(f),
            Self::Bool(true) => f.write_str("yes"),
            Self::Bool(false) => f.write_str("no"),
            Self::Symbol(word) => f.write_str(word),
            Self::Unknown(_) => f.write_str("unknown"),
        }
    }
}
