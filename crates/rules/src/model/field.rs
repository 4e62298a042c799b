//! Parameters, arguments and computed values: the parts of characters, abilities, procedures and checks.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::formula::Formula;
use crate::number::Number;

/// A parameter: of an ability, a keyword, a procedure or a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterDef {
    /// `Slot`
    pub name: String,
    /// What it takes.
    pub kind: ParameterKind,
    /// The argument when nothing is set; without a default, something must be.
    pub default: Option<Argument>,
}

/// What a parameter takes.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum ParameterKind {
    /// A whole number.
    Number {
        /// Least.
        min: i64,
        /// Greatest.
        max: i64,
    },
    /// One of some options, whose numbers formulas reach as `parameter.number`.
    Choice(ChoiceDef),
    /// A stat, whose value formulas reach as `parameter.value`.
    Stat,
    /// Free text.
    Text,
}

/// The argument of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Argument {
    /// A number.
    Number(i64),
    /// An option or a stat, by id.
    Symbol(String),
}

/// Options of which a character takes one.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ChoiceDef {
    /// `Tier`
    pub name: String,
    /// By id.
    pub options: IndexMap<String, OptionDef>,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
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
    /// Whether it may be a fraction.
    pub may_be_fraction: bool,
}

/// Something that raises or lowers a value.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
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
