//! What stands on cards line by line: labeled lines, results and figures.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::concept::head::Head;
use crate::concept::value::ValueEntry;
use crate::de::{List, Readable};
use crate::decode::PlacedFormula;
use crate::scalar::{FormulaName, Label, Marked, Name, RemarkAt, RuleId};
use crate::text::Text;
use crate::words::OutcomeKind;

/// A labeled line.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct FactEntry {
    /// What stands in front of the line.
    #[schemars(example = &"Range")]
    pub label: Name,
    /// What the line says: text with marks and `{formulas}`. An empty one is a line to write on.
    #[serde(default)]
    pub text: Text,
}

/// What happens on a result.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct OutcomeEntry {
    /// Which result it is.
    pub on: Readable<OutcomeKind>,
    /// The game's own word for the result. Without it, the usual one is printed.
    #[serde(default)]
    pub label: Label,
    /// What happens: text with marks and `{formulas}`.
    pub text: Marked,
}

impl OutcomeEntry {
    /// Which result it is.
    #[must_use]
    pub fn on(&self) -> OutcomeKind {
        self.on.unwrap_or(OutcomeKind::Special)
    }
}

/// A figure of an action or a skill, computed for whoever has the card.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FigureWritten {
    /// Its name in formulas, behind the id of the action or skill and a dot.
    #[schemars(example = &"accuracy")]
    id: FormulaName,
    /// What stands in front of the figure.
    label: Name,
    /// The rule it rests on.
    #[serde(default)]
    rule: RuleId,
    /// Further rules it rests on.
    #[serde(default)]
    rules: List<RuleId>,
    /// One or two plain sentences.
    #[serde(default)]
    summary: RemarkAt,
    /// A short form of the label, for where there is little room.
    #[serde(default)]
    #[schemars(example = &"EV")]
    abbr: Label,
    /// What stands behind the figure.
    #[serde(default)]
    #[schemars(example = &"points")]
    unit: Label,
    /// What the figure is, in a few words.
    #[serde(default)]
    note: RemarkAt,
    /// How a player computes it on a blank form, in one short line of at most 64 characters on a sheet and 40 letters on a card. Without it, words are made from
    /// the formula. Marks and `{formula}` may stand in it.
    #[serde(default)]
    #[schemars(example = &"Roll 2d12, one more for each rank; add Power")]
    how: Text,
    /// How it is computed: a formula, which may roll dice.
    #[schemars(example = &"1d20 + power")]
    formula: Readable<PlacedFormula>,
    /// Whether it may be a fraction.
    #[serde(default)]
    fraction: bool,
}

impl From<FigureWritten> for ValueEntry {
    fn from(figure: FigureWritten) -> Self {
        Self {
            head: Head {
                name: figure.label.into(),
                rule: figure.rule.into(),
                rules: figure.rules.into_iter().map(|rule| rule.0).collect(),
                summary: figure.summary.0.value,
                summary_at: figure.summary.0.at,
                also: Vec::new(),
                at: figure.id.at,
                id: figure.id.0.value,
            },
            abbr: figure.abbr.into(),
            unit: figure.unit.into(),
            note: figure.note.0,
            how: figure.how,
            formula: figure.formula.0,
            may_be_fraction: figure.fraction,
        }
    }
}
