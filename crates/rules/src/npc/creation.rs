//! How a system makes characters: what is decided, in numbers that its formulas give.

use indexmap::IndexMap;

use crate::formula::Formula;

/// The creation rules of a system. Every formula is one of a character, unless it says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Creation {
    /// Inputs where nobody asks for another number, by name.
    pub inputs: IndexMap<String, i64>,
    /// Choices where nobody asks for another option, by name.
    pub choices: IndexMap<String, String>,
    /// The input that says how far an NPC has come.
    pub level: Option<String>,
    /// The choice that says how large NPCs are.
    pub tier: Option<String>,
    /// Where stats come from.
    pub stats: StatSource,
    /// How many advances are taken.
    pub advances: Option<Formula>,
    /// Backgrounds.
    pub backgrounds: Option<BackgroundRule>,
    /// How many traits are taken.
    pub traits: Option<Formula>,
    /// Ranks in secondary skills.
    pub secondary: Option<RankRule>,
    /// Ranks.
    pub ranks: Option<RankRule>,
    /// Languages.
    pub languages: Option<LanguageRule>,
    /// What may be carried.
    pub load: Option<LoadRule>,
    /// Abilities.
    pub abilities: Option<AbilityRule>,
}

/// Where the stats of a new character come from. The best goes where an archetype leans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatSource {
    /// One throw of these dice for each stat.
    Roll(Formula),
    /// These numbers, one for each stat.
    Array(Vec<i64>),
    /// Points to share out.
    Pool(Box<PoolRule>),
}

/// Points to share out among the stats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolRule {
    /// How many.
    pub points: Formula,
    /// The least in one stat.
    pub least: Formula,
    /// The most in one stat.
    pub most: Formula,
}

/// How many backgrounds there are, and how much each covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackgroundRule {
    /// Backgrounds.
    pub count: Formula,
    /// Entries that each covers. None is covered twice.
    pub entries: Formula,
}

/// Ranks to spend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankRule {
    /// How many.
    pub budget: Formula,
    /// The most in one skill.
    pub each_at_most: Formula,
}

/// Languages known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageRule {
    /// Those that cost nothing.
    pub free: Formula,
    /// Those learnt besides.
    pub further: Formula,
    /// The ranks that each of those takes.
    pub ranks: Formula,
}

/// What may be carried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadRule {
    /// What is carried.
    pub carried: Formula,
    /// The most.
    pub limit: Formula,
}

/// Abilities taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbilityRule {
    /// The room that they take up together.
    pub used: Formula,
    /// The room there is for them.
    pub room: Formula,
    /// The most that an NPC has, so that a handout can be read under pressure.
    pub most: Formula,
}
