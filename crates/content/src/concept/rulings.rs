//! `rulings.yaml`: questions that the rules leave open, and the readings to choose from.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::code::Code;
use crate::de::{List, Readable};
use crate::decode::Decoder;
use crate::scalar::{FormatVersion, FormulaName, HeadedForFormulas, Prose, Sentence};

/// Questions that the rules leave open. A campaign may choose other readings than the first.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RulingsFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// The rulings, in the order of the rulebook.
    pub rulings: List<RulingEntry>,
}

/// A question that the rules leave open.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct RulingEntry {
    /// Id, as formulas write it behind `ruling.`; name and rules.
    #[schemars(flatten)]
    pub head: HeadedForFormulas,
    /// Why there is a question.
    #[schemars(example = &"contradiction")]
    pub kind: Readable<RulingKind>,
    /// The question.
    #[schemars(example = &"Which stats make up a React roll?")]
    pub question: Sentence,
    /// The readings, at least two, the default first.
    #[serde(default)]
    #[schemars(required, length(min = 2))]
    pub options: List<ReadingEntry>,
    /// Why the default is the default. Markdown.
    pub reason: Prose,
    /// Whether the sources give nothing to go on, so that the default is an editor's choice.
    #[serde(default, rename = "editorial")]
    pub is_editorial: bool,
}

/// Why there is a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RulingKind {
    /// The sources say two things.
    Contradiction,
    /// What they say can be read in two ways.
    Ambiguity,
    /// They use what they do not define.
    Undefined,
    /// They say nothing.
    Missing,
    /// Their words are at odds with what is meant.
    Wording,
    /// They leave it to the table.
    Optional,
}

/// A way to answer the question.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ReadingEntry {
    /// Id, as a campaign and formulas write it.
    pub id: FormulaName,
    /// The answer, in one line.
    pub text: Sentence,
}

impl RulingEntry {
    /// Notes what is wrong between its keys.
    pub fn check(&self, d: &mut Decoder) {
        if self.options.len() < 2 {
            let message = format!("the ruling `{}` needs at least two readings", self.head.id);
            d.error(Code::TooFewReadings, self.head.at, message).help =
                Some("write them under `options`, the default first".to_owned());
        }
    }
}
