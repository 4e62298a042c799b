//! Conditions of legality: what must be true of a character.

use makeready_rules::legality::Each;
use schemars::JsonSchema;
use serde::Deserialize;

use super::head::Head;
use crate::checked::Written;
use crate::de::{List, Readable};
use crate::decode::{Decoder, PlacedFormula};
use crate::scalar::{Filled, Id, RuleId};
use crate::yaml::Node;

/// A condition of legality.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct LegalityEntry {
    /// Id and rule.
    pub head: Head,
    /// What it is asked of.
    pub each: Each,
    /// What must be true.
    pub require: Option<PlacedFormula>,
    /// What to say where it is not.
    pub message: Filled,
    /// Whether it only warns.
    pub is_warning: bool,
}

/// What must be true of a character, or of each of their stats, skills, advances, backgrounds or items.
#[derive(Deserialize, JsonSchema)]
pub struct LegalityWritten {
    /// Id: what examples call it by.
    id: Id,
    /// The rule it rests on.
    #[serde(default)]
    #[schemars(example = &"LR-03")]
    rule: RuleId,
    /// Further rules it rests on.
    #[serde(default)]
    rules: List<RuleId>,
    /// What it is asked of. Without it, of the character.
    #[serde(default)]
    each: Option<Readable<EachWord>>,
    /// What must be true: a formula.
    #[schemars(example = &"rank <= level")]
    require: Readable<PlacedFormula>,
    /// What to say where it is not. `{formula}` may stand in it.
    message: Filled,
    /// Whether it is an error, or only warns.
    #[serde(default)]
    severity: Readable<SeverityWord>,
}

/// What a condition is asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum EachWord {
    /// The character.
    Character,
    /// Each stat.
    Stat,
    /// Each skill.
    Skill,
    /// Each kind of a skill that is bought by kinds.
    SkillChoice,
    /// Each secondary skill.
    Secondary,
    /// Each advance.
    Advance,
    /// Each background.
    Background,
    /// Each item.
    Item,
}

/// How bad a breach is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum SeverityWord {
    /// Such a character is not legal.
    Error,
    /// Such a character is legal, and unusual.
    Warning,
}

impl EachWord {
    const fn each(self) -> Each {
        match self {
            Self::Character => Each::Character,
            Self::Stat => Each::Stat,
            Self::Skill => Each::Skill,
            Self::SkillChoice => Each::SkillChoice,
            Self::Secondary => Each::Secondary,
            Self::Advance => Each::Advance,
            Self::Background => Each::Background,
            Self::Item => Each::Item,
        }
    }
}

impl Written for LegalityWritten {
    type Entry = LegalityEntry;

    fn entry(self, _: &mut Decoder, _: &Node) -> LegalityEntry {
        let Self { id, rule, rules, each, require, message, severity } = self;
        let rules = rules.into_iter().map(|rule| rule.0).collect();
        let head = Head { rule: rule.0, rules, at: id.at, id: id.0.value, ..Head::default() };
        let is_warning = *severity == Some(SeverityWord::Warning);
        match each.map(|each| each.0) {
            // Which names the formulas may use depends on it.
            Some(None) => {
                let (require, message) = (None, Filled::default());
                LegalityEntry { head, each: Each::Character, require, message, is_warning }
            }
            Some(Some(each)) => LegalityEntry { head, each: each.each(), require: require.0, message, is_warning },
            None => LegalityEntry { head, each: Each::Character, require: require.0, message, is_warning },
        }
    }
}
