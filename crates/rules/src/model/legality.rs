//! What makes a character legal: conditions written as formulas, each with its message.

use crate::formula::Formula;
use crate::formula::template::Template;
use crate::value::Type;

/// What a condition is evaluated for, one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum Each {
    /// The character as a whole.
    Character,
    /// Every stat: `name`, `creation`, `base`, `total`.
    Stat,
    /// Every skill with ranks: `name`, `ranks` (its own), `secondary` (those under it).
    Skill,
    /// Every secondary skill with ranks: `skill`, `choice`, `name`, `ranks`, `own` (of the skill it is under).
    Secondary,
    /// Every chosen kind of a skill: `skill`, `choice`, `list`, `name`, `ranks`.
    SkillChoice,
    /// Every advance: `name`, `place`.
    Advance,
    /// Every background: `name`, `entries`, and of how many different lists these are, `lists`.
    Background,
    /// Every item: `name`, and the names that items have on their cards, `item.range`.
    Item,
}

impl Each {
    /// The names it binds, and their types.
    pub fn names(self) -> &'static [(&'static str, Type)] {
        const WORD: Type = Type::Symbol(None);
        const NUMBER: Type = Type::Number;
        match self {
            Self::Character => &[],
            Self::Stat => &[("name", WORD), ("creation", NUMBER), ("base", NUMBER), ("total", NUMBER)],
            Self::Skill => &[("name", WORD), ("ranks", NUMBER), ("secondary", NUMBER)],
            Self::Secondary => &[("skill", WORD), ("choice", WORD), ("name", WORD), ("ranks", NUMBER), ("own", NUMBER)],
            Self::SkillChoice => {
                &[("skill", WORD), ("choice", WORD), ("list", WORD), ("name", WORD), ("ranks", NUMBER)]
            }
            Self::Advance => &[("name", WORD), ("place", NUMBER)],
            Self::Item => &[("name", WORD)],
            Self::Background => &[("name", WORD), ("entries", NUMBER), ("lists", NUMBER)],
        }
    }
}

/// A condition that a legal character meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalityRule {
    /// Kebab-case id; the code of the diagnostic.
    pub id: String,
    /// What it is evaluated for.
    pub each: Each,
    /// What must be true.
    pub require: Formula,
    /// The message when it is not.
    pub message: Template,
    /// Rule ID; may be empty.
    pub rule: String,
    /// Whether breaking it is a warning only.
    pub is_warning: bool,
}
