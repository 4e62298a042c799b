//! `glossary.yaml`: words that link themselves to what they mean.

use schemars::JsonSchema;
use serde::Deserialize;

use super::head::Head;
use crate::de::{List, Several};
use crate::scalar::{FormatVersion, Id, RuleId, Sentence, Word, words};
use crate::source::Located;

/// Words that link themselves to what they mean, once in every section.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GlossaryFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// The words.
    pub terms: List<TermWritten>,
}

/// A word of the glossary.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct TermWritten {
    /// Id.
    id: Id,
    /// The word in all forms that the text may have, the one to print first.
    #[schemars(example = serde_json::json!(["reaction", "reactions"]))]
    words: Several<Word>,
    /// Further words that the search finds it by, which texts do not have.
    #[serde(default)]
    also: List<Word>,
    /// The rule that says so.
    #[serde(default)]
    rule: RuleId,
    /// Further rules.
    #[serde(default)]
    rules: List<RuleId>,
    /// What it means, in a sentence or two.
    meaning: Sentence,
    /// The chapter that explains it.
    #[serde(default)]
    chapter: Option<Located<String>>,
}

/// A word of the glossary.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct TermEntry {
    /// Id and rules; the first word as name.
    pub head: Head,
    /// Its forms.
    pub words: Vec<String>,
    /// What it means.
    pub meaning: String,
    /// Chapter that explains it.
    pub chapter: Option<Located<String>>,
}

impl From<TermWritten> for TermEntry {
    fn from(term: TermWritten) -> Self {
        let forms: Vec<String> = term.words.into_iter().map(String::from).collect();
        let head = Head {
            name: forms.first().cloned().unwrap_or_default(),
            rule: term.rule.0,
            rules: term.rules.into_iter().map(|rule| rule.0).collect(),
            also: words(term.also),
            at: term.id.at,
            id: term.id.0.value,
            ..Head::default()
        };
        Self { head, words: forms, meaning: term.meaning.0, chapter: term.chapter }
    }
}
