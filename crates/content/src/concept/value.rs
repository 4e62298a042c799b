//! Computed values, each with a formula: of a character, of an ability or keyword, of a procedure or check.

use makeready_rules::formula::Formula;
use makeready_rules::system::ValueDef;
use schemars::JsonSchema;
use serde::Deserialize;

use super::head::Head;
use crate::de::Readable;
use crate::decode::PlacedFormula;
use crate::scalar::{HeadedForFormulas, Label, Name, RemarkAt};
use crate::source::Located;
use crate::text::Text;

/// A value of the character, of an action or of a skill.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ValueEntry {
    /// Id, name, rule. The id is the part behind the dot for values of actions and skills.
    pub head: Head,
    /// `HP`; may be empty.
    pub abbr: String,
    /// Unit; may be empty.
    pub unit: String,
    /// What the figure is; may be empty.
    pub note: Located<String>,
    /// How a player computes it, in words; may be empty.
    pub how: Text,
    /// How it is computed.
    pub formula: Option<PlacedFormula>,
    /// Whether it may be a fraction.
    pub may_be_fraction: bool,
}

/// A derived value of every character.
#[derive(Clone, Deserialize, JsonSchema)]
pub struct DerivedWritten {
    /// Id, name and rules.
    #[schemars(flatten)]
    head: HeadedForFormulas,
    /// A short form of the name, for where there is little room.
    #[schemars(example = &"HP")]
    abbr: Name,
    /// How it is computed.
    #[schemars(flatten)]
    body: ValueBody,
}

/// A value of abilities, of a keyword or of a check.
#[derive(Deserialize, JsonSchema)]
pub struct ValueWritten {
    /// Id, name and rules.
    #[schemars(flatten)]
    head: HeadedForFormulas,
    /// A short form of the name, for where there is little room. Without it, the name is printed.
    #[serde(default)]
    #[schemars(example = &"HP")]
    abbr: Label,
    /// How it is computed.
    #[schemars(flatten)]
    body: ValueBody,
}

/// How a value is computed and shown.
#[derive(Clone, Deserialize, JsonSchema)]
struct ValueBody {
    /// What stands behind the figure.
    #[serde(default)]
    #[schemars(example = &"squares")]
    unit: Label,
    /// What the figure is, in a few words.
    #[serde(default)]
    note: RemarkAt,
    /// How a player computes it, in one line of words; where it has a box on a blank form, of at most 64 characters on a sheet and 40 letters on a card. Without
    /// it, words are made from the formula. Marks and `{formula}` may stand in it.
    #[serde(default)]
    #[schemars(example = &"Roll 2d12, one more for each rank; add Power")]
    how: Text,
    /// How it is computed: a formula.
    #[schemars(example = &"15 * level + vitality")]
    formula: Readable<PlacedFormula>,
    /// Whether it may be a fraction.
    #[serde(default)]
    fraction: bool,
}

impl ValueBody {
    fn value(self, head: HeadedForFormulas, abbr: String) -> ValueEntry {
        ValueEntry {
            head: head.0,
            abbr,
            unit: self.unit.0,
            note: self.note.0,
            how: self.how,
            formula: self.formula.0,
            may_be_fraction: self.fraction,
        }
    }
}

impl From<DerivedWritten> for ValueEntry {
    fn from(written: DerivedWritten) -> Self {
        written.body.value(written.head, written.abbr.0)
    }
}

impl From<ValueWritten> for ValueEntry {
    fn from(written: ValueWritten) -> Self {
        written.body.value(written.head, written.abbr.0)
    }
}

/// A value with its formula.
pub fn value_def(entry: &ValueEntry, formula: Formula) -> ValueDef {
    ValueDef {
        abbr: entry.abbr.clone(),
        name: entry.head.name.clone(),
        unit: entry.unit.clone(),
        rule: entry.head.rule.clone(),
        formula,
        may_be_fraction: entry.may_be_fraction,
    }
}
