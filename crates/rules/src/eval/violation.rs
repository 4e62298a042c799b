//! What a character breaks, and where.

use std::fmt;

/// A broken condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Id of the condition.
    pub id: String,
    /// The message.
    pub message: String,
    /// The smallest change that would cure it; may be empty.
    pub cure: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// Whether it is a warning only.
    pub is_warning: bool,
    /// Where to point in the character.
    pub subject: Subject,
}

/// A part of a character that a condition is evaluated for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// All of it.
    Character,
    /// A stat, by id.
    Stat(String),
    /// A skill, by id.
    Skill(String),
    /// A kind of a skill, or a secondary skill under it.
    SkillPart {
        /// Id of the skill.
        skill: String,
        /// Id of the kind or secondary skill.
        part: String,
    },
    /// An advance, by its place.
    Advance(usize),
    /// A background, by its place.
    Background(usize),
    /// An item, by its place.
    Item(usize),
    /// A trait, by its place among those taken.
    Trait(usize),
    /// An ability that was built, by its place.
    Ability(usize),
    /// A keyword of one.
    Keyword {
        /// Place of the ability.
        ability: usize,
        /// Place of the keyword in it.
        line: usize,
    },
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character => Ok(()),
            Self::Stat(stat) => write!(f, "stats/{stat}"),
            Self::Skill(skill) => write!(f, "skills/{skill}"),
            Self::SkillPart { skill, part } => write!(f, "skills/{skill}/{part}"),
            Self::Advance(place) => write!(f, "advances/{place}"),
            Self::Background(place) => write!(f, "backgrounds/{place}"),
            Self::Item(place) => write!(f, "items/{place}"),
            Self::Trait(place) => write!(f, "traits/{place}"),
            Self::Ability(place) => write!(f, "built/{place}"),
            Self::Keyword { ability, line } => write!(f, "built/{ability}/{line}"),
        }
    }
}
