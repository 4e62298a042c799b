//! `rulings.yaml`: questions that the rules leave open, and the readings to choose from.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::code::Code;
use crate::de::{List, Readable};
use crate::decode::Decoder;
use crate::diagnostic::Diagnostic;
use crate::game::OwnFile;
use crate::load::Entries;
use crate::scalar::{FormatVersion, FormulaName, HeadedForFormulas, Prose, Sentence};
use crate::source::Located;
use crate::validate::Validator;

/// Questions that the rules leave open. A campaign may choose other readings than the first.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct RulingsFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// The rulings, in the order of the rulebook.
    pub rulings: List<RulingEntry>,
}

/// A question that the rules leave open.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
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
    /// What it decides: the files of the game in which a formula reads it, or a text names it, each by its path without the
    /// ending.
    #[serde(default)]
    #[schemars(required, example = serde_json::json!(["system", "actions/deeds", "rules/06-react"]))]
    pub affects: List<Located<String>>,
    /// Whether the sources give nothing to go on, so that the default is an editor's choice.
    #[serde(default, rename = "editorial")]
    pub is_editorial: bool,
}

/// Why there is a question.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize,
)]
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
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ReadingEntry {
    /// Id, as a campaign and formulas write it.
    pub id: FormulaName,
    /// The answer, in one line.
    pub text: Sentence,
}

impl RulingsFile {
    /// Notes what is wrong between the keys of each ruling.
    pub fn check(&self, d: &mut Decoder) {
        self.rulings.iter().for_each(|ruling| ruling.check(d));
    }
}

impl RulingEntry {
    /// Notes what is wrong between its keys.
    fn check(&self, d: &mut Decoder) {
        if self.options.len() < 2 {
            let message = format!("the ruling `{}` needs at least two options", self.head.id);
            d.error(Code::TooFewReadings, self.head.at, message).help =
                Some("write them under `options`, the default first".to_owned());
        }
    }
}

impl Validator {
    /// Holds every ruling to what it says that it affects.
    pub(crate) fn rulings(&mut self, e: &Entries) {
        // What could not be read may read any of them.
        if !self.faulty.is_empty() || !self.missing.is_empty() || !self.gaps.is_empty() {
            return;
        }
        let nowhere = BTreeSet::new();
        // What reads a ruling that there is not has been reported, and may have meant another one.
        let known: BTreeSet<&String> = e.rulings.iter().map(|ruling| &ruling.head.id).collect();
        let strays: BTreeSet<&String> =
            e.readers.iter().filter(|(id, _)| !known.contains(id)).flat_map(|(_, files)| files).collect();
        for ruling in &e.rulings {
            let id = &ruling.head.id;
            let readers = e.readers.get(id).unwrap_or(&nowhere);
            if readers.is_empty() {
                let message = format!("no formula or text uses the ruling `{id}`");
                let help = "use it in a formula, as in `ruling.ID == 'option'`, or remove it";
                self.push(Diagnostic::error(Code::UnreadRuling, ruling.head.at, message).help(help));
                continue;
            }
            let all = || readers.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            let named: BTreeSet<&String> = ruling.affects.iter().map(|file| &file.value).collect();
            // The file of one person may read it: that changes nothing for others, so `affects` need not name it.
            let is_left = |file: &&String| !named.contains(*file) && OwnFile::of(file).is_none();
            let left: Vec<&str> = readers.iter().filter(is_left).map(String::as_str).collect();
            if !left.is_empty() {
                let message =
                    format!("the ruling `{id}` is used in {}, but `affects` does not list it", left.join(", "));
                let help = format!("write `affects: [{}]`", all());
                self.push(Diagnostic::error(Code::Affects, ruling.head.at, message).help(help));
            }
            let is_wrong = |file: &&Located<String>| !readers.contains(&file.value) && !strays.contains(&file.value);
            for file in ruling.affects.iter().filter(is_wrong) {
                let message = format!("`{}` does not use the ruling `{id}`", file.value);
                self.push(Diagnostic::error(Code::Affects, file.at, message).help(format!("it is used in: {}", all())));
            }
        }
    }
}
