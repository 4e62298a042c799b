//! How a system makes characters: what a new one is given, as formulas.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::progress::Given;
use crate::formula::Formula;
use crate::model::traits::MOST_TRAITS;

/// The most points that are shared out among the stats, beyond the least in each: they are given out one by one. Enough for
/// ten stats of a hundred, ten times over.
pub const MOST_POINTS: i64 = 10_000;
/// The most ranks that are bought, one by one.
pub const MOST_RANKS: i64 = 10_000;
/// The most advances of a new character.
pub const MOST_ADVANCES: i64 = 1000;
/// The most backgrounds of a new character: each is compared with those before it.
pub const MOST_BACKGROUNDS: i64 = 100;
/// The most dice that are thrown for one stat.
pub const MOST_DICE_OF_STAT: u32 = 100;

/// A formula of the creation rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The dice of one stat.
    StatRoll,
    /// Points to share out among the stats.
    StatPoints,
    /// The least in one stat.
    StatLeast,
    /// The most in one stat.
    StatMost,
    /// How many advances are taken.
    Advances,
    /// How many backgrounds there are.
    Backgrounds,
    /// Entries that each background covers.
    BackgroundEntries,
    /// How many traits are taken.
    Traits,
    /// How many traits somebody may have at most, where that is known.
    TraitsAllowed,
    /// Ranks in secondary skills.
    SecondaryBudget,
    /// The most ranks in one secondary skill.
    SecondaryMost,
    /// Ranks in secondary skills that are spent.
    SecondarySpent,
    /// Ranks.
    RankBudget,
    /// The most ranks in one skill.
    RankMost,
    /// Ranks that are spent.
    RanksSpent,
    /// The ranks that somebody has been given at least.
    RanksLeast,
    /// Languages that cost nothing.
    LanguagesFree,
    /// Further languages, which cost ranks.
    LanguagesFurther,
    /// The ranks that each of those takes.
    LanguageRanks,
    /// What is carried.
    LoadCarried,
    /// The most that is carried.
    LoadLimit,
    /// The room that abilities take up.
    AbilitiesUsed,
    /// The room there is for them.
    AbilitiesRoom,
    /// The most abilities.
    AbilitiesMost,
}

impl Part {
    /// Its key in the creation rules, as an author writes it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::StatRoll => "stats.roll",
            Self::StatPoints => "stats.pool.points",
            Self::StatLeast => "stats.pool.least",
            Self::StatMost => "stats.pool.most",
            Self::Advances => "advances",
            Self::Backgrounds => "backgrounds.count",
            Self::BackgroundEntries => "backgrounds.entries",
            Self::Traits => "traits.count",
            Self::TraitsAllowed => "traits.allowed",
            Self::SecondaryBudget => "secondary.budget",
            Self::SecondaryMost => "secondary.each_at_most",
            Self::SecondarySpent => "secondary.spent",
            Self::RankBudget => "ranks.budget",
            Self::RankMost => "ranks.each_at_most",
            Self::RanksSpent => "ranks.spent",
            Self::RanksLeast => "ranks.least",
            Self::LanguagesFree => "languages.free",
            Self::LanguagesFurther => "languages.further",
            Self::LanguageRanks => "languages.ranks",
            Self::LoadCarried => "load.carried",
            Self::LoadLimit => "load.limit",
            Self::AbilitiesUsed => "abilities.used",
            Self::AbilitiesRoom => "abilities.room",
            Self::AbilitiesMost => "abilities.most",
        }
    }

    /// The greatest value, where that many things are done one by one.
    pub fn most(self) -> Option<i64> {
        match self {
            Self::Advances => Some(MOST_ADVANCES),
            Self::Backgrounds => Some(MOST_BACKGROUNDS),
            Self::Traits => i64::try_from(MOST_TRAITS).ok(),
            Self::SecondaryBudget | Self::RankBudget => Some(MOST_RANKS),
            // The points left are limited when the least of each stat is known.
            Self::StatRoll | Self::StatPoints | Self::StatLeast | Self::StatMost => None,
            // Of what an archetype offers, each is taken once.
            Self::BackgroundEntries | Self::LanguagesFree | Self::LanguagesFurther | Self::AbilitiesMost => None,
            // These are only compared.
            Self::SecondaryMost | Self::SecondarySpent | Self::RankMost | Self::RanksSpent | Self::LanguageRanks => {
                None
            }
            Self::LoadCarried | Self::LoadLimit | Self::AbilitiesUsed | Self::AbilitiesRoom => None,
            Self::TraitsAllowed | Self::RanksLeast => None,
        }
    }
}

/// The creation rules of a system. Every formula is evaluated for a character, unless it says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Creation {
    /// Inputs where the request sets none, by name.
    pub inputs: IndexMap<String, i64>,
    /// Choices where the request makes none, by name.
    pub choices: IndexMap<String, String>,
    /// The input that is the level of an NPC.
    pub level: Option<String>,
    /// The choice that is the tier of an NPC.
    pub tier: Option<String>,
    /// Where stats come from.
    pub stats: StatSource,
    /// How many advances are taken.
    pub advances: Option<Formula>,
    /// Backgrounds.
    pub backgrounds: Option<BackgroundRule>,
    /// How many traits are taken.
    pub traits: Option<Formula>,
    /// How many traits somebody may have at most. It may be unknown for some.
    pub traits_allowed: Option<Formula>,
    /// Ranks in secondary skills.
    pub secondary: Option<RankRule>,
    /// Ranks.
    pub ranks: Option<RankRule>,
    /// The ranks that somebody has been given at least, where that depends on what they were before.
    pub ranks_least: Option<Formula>,
    /// Languages.
    pub languages: Option<LanguageRule>,
    /// What may be carried.
    pub load: Option<LoadRule>,
    /// Abilities.
    pub abilities: Option<AbilityRule>,
    /// What of this no rule of the sources gives.
    pub editorial: BTreeSet<Given>,
}

impl Creation {
    /// A formula of these rules; none where they have none.
    pub fn formula(&self, part: Part) -> Option<&Formula> {
        let pool = match &self.stats {
            StatSource::Pool(pool) => Some(pool),
            StatSource::Roll(_) | StatSource::Array(_) => None,
        };
        match part {
            Part::StatRoll => match &self.stats {
                StatSource::Roll(dice) => Some(dice),
                StatSource::Array(_) | StatSource::Pool(_) => None,
            },
            Part::StatPoints => pool.map(|pool| &pool.points),
            Part::StatLeast => pool.map(|pool| &pool.least),
            Part::StatMost => pool.map(|pool| &pool.most),
            Part::Advances => self.advances.as_ref(),
            Part::Backgrounds => self.backgrounds.as_ref().map(|rule| &rule.count),
            Part::BackgroundEntries => self.backgrounds.as_ref().map(|rule| &rule.entries),
            Part::Traits => self.traits.as_ref(),
            Part::TraitsAllowed => self.traits_allowed.as_ref(),
            Part::SecondaryBudget => self.secondary.as_ref().map(|rule| &rule.budget),
            Part::SecondaryMost => self.secondary.as_ref().map(|rule| &rule.each_at_most),
            Part::SecondarySpent => self.secondary.as_ref()?.spent.as_ref(),
            Part::RankBudget => self.ranks.as_ref().map(|rule| &rule.budget),
            Part::RankMost => self.ranks.as_ref().map(|rule| &rule.each_at_most),
            Part::RanksSpent => self.ranks.as_ref()?.spent.as_ref(),
            Part::RanksLeast => self.ranks_least.as_ref(),
            Part::LanguagesFree => self.languages.as_ref().map(|rule| &rule.free),
            Part::LanguagesFurther => self.languages.as_ref().map(|rule| &rule.further),
            Part::LanguageRanks => self.languages.as_ref().map(|rule| &rule.ranks),
            Part::LoadCarried => self.load.as_ref().map(|rule| &rule.carried),
            Part::LoadLimit => self.load.as_ref().map(|rule| &rule.limit),
            Part::AbilitiesUsed => self.abilities.as_ref().map(|rule| &rule.used),
            Part::AbilitiesRoom => self.abilities.as_ref().map(|rule| &rule.room),
            Part::AbilitiesMost => self.abilities.as_ref().map(|rule| &rule.most),
        }
    }
}

/// Where the stats of a new character come from. The best goes to the stat with the greatest weight.
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
    /// How many are spent, where that is not all that somebody has.
    pub spent: Option<Formula>,
}

/// Languages known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageRule {
    /// Those that cost nothing.
    pub free: Formula,
    /// Further ones, which cost ranks.
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
