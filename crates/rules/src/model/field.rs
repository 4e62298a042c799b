//! What is set, and what is computed from it: the parts that characters, abilities, procedures and checks are made of.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::formula::Formula;
use crate::number::Number;

/// Something to set: on an ability, or on a keyword in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterDef {
    /// `Slot`
    pub name: String,
    /// What it takes.
    pub kind: ParameterKind,
    /// Taken when the author sets nothing; without one, something must be set.
    pub default: Option<Argument>,
}

/// What a field takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// A whole number.
    Number {
        /// Least.
        min: i64,
        /// Greatest.
        max: i64,
    },
    /// One of some options, whose numbers formulas reach as `field.number`.
    Choice(ChoiceDef),
    /// A stat, whose value formulas reach as `field.value`.
    Stat,
    /// Words of the author's own.
    Text,
}

/// What an author set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Argument {
    /// A number.
    Number(i64),
    /// An option or a stat, by id.
    Symbol(String),
}

/// Options of which a character takes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceDef {
    /// `Tier`
    pub name: String,
    /// By id.
    pub options: IndexMap<String, OptionDef>,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDef {
    /// Name.
    pub name: String,
    /// Numbers that formulas may use: `tier.die`.
    pub values: BTreeMap<String, Number>,
    /// What it does to values of whoever takes it. Only choices of characters have these.
    pub modifiers: Vec<Modifier>,
}

/// A value that is computed, never written: of a character, an ability, or a keyword in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueDef {
    /// `HP`
    pub abbr: String,
    /// `Health Points`
    pub name: String,
    /// `HP`, `squares`; may be empty.
    pub unit: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// How it is computed.
    pub formula: Formula,
    /// Whether it may come out as a fraction.
    pub may_be_fraction: bool,
}

/// Something that raises or lowers a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// The name of the stat or value.
    pub to: String,
    /// What it adds.
    pub add: Formula,
}

impl AsRef<Self> for ValueDef {
    fn as_ref(&self) -> &Self {
        self
    }
}
