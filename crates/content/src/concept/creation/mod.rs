//! `creation.yaml`: how NPCs are made.

pub mod validate;

use std::borrow::Cow;

use makeready_rules::npc::{Given, Part};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use crate::concept::character::EnteredNumber;
use crate::de::{List, Named, Readable, Several, by_hand_if_sound, read};
use crate::decode::{Decoder, PlacedFormula};
use crate::scalar::{FormatVersion, Here, Whole};
use crate::source::{Located, Span};
use crate::yaml::{Kind, Node};

/// The largest number of an array of stats.
const LARGEST: i64 = 1_000_000;

/// How NPCs are made: what they get to choose and to spend.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct CreationEntry {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// Where the file starts.
    #[serde(rename = "head")]
    #[schemars(skip)]
    pub at: Here,
    /// The chapter that tells how characters are made, by the name of its file without the ending. It leads to the workshop.
    #[serde(default)]
    #[schemars(example = &"03-your-character")]
    pub chapter: Option<Located<String>>,
    /// The input that says how far an NPC has come, by id.
    #[serde(default)]
    #[schemars(example = &"level")]
    pub level: Option<Located<String>>,
    /// The choice that says how large NPCs are, by id.
    #[serde(default)]
    #[schemars(example = &"rank")]
    pub tier: Option<Located<String>>,
    /// What is entered where nobody asks for another number: `input: number`.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "level": 1 }))]
    pub inputs: Named<EnteredNumber>,
    /// What is chosen where nobody asks for another option: `choice: option`.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "rank": "novice" }))]
    pub choices: Named<Located<String>>,
    /// Where stats come from: `roll`, `array` or `pool`.
    #[schemars(example = serde_json::json!({ "pool": { "points": "20 + level", "least": "1", "most": "6" } }))]
    pub stats: Readable<StatSourceEntry>,
    /// How many advances are taken.
    #[serde(default)]
    #[schemars(example = &"floor(level / 2)")]
    pub advances: Readable<PlacedFormula>,
    /// Backgrounds.
    #[serde(default)]
    pub backgrounds: Readable<BackgroundRuleEntry>,
    /// Traits.
    #[serde(default)]
    pub traits: Readable<TraitRuleEntry>,
    /// Ranks in secondary skills.
    #[serde(default)]
    pub secondary: Readable<RankRuleEntry>,
    /// Ranks in skills.
    #[serde(default)]
    pub ranks: Readable<RankRuleEntry>,
    /// Languages.
    #[serde(default)]
    pub languages: Readable<LanguageRuleEntry>,
    /// How much a person may carry.
    #[serde(default)]
    pub load: Readable<LoadRuleEntry>,
    /// Abilities of the shelf.
    #[serde(default)]
    pub abilities: Readable<AbilityRuleEntry>,
    /// Rules here that your source does not give, by their keys: the workshop shows them as suggestions.
    #[serde(default)]
    #[schemars(example = serde_json::json!(["stats", "ranks"]))]
    pub editorial: List<Readable<GivenWord>>,
}

/// A key of the creation rules.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum GivenWord {
    /// Stats.
    Stats,
    /// Advances.
    Advances,
    /// Backgrounds.
    Backgrounds,
    /// Traits.
    Traits,
    /// Ranks in secondary skills.
    Secondary,
    /// Ranks in skills.
    Ranks,
    /// Languages.
    Languages,
    /// How much a person may carry.
    Load,
    /// Abilities of the shelf.
    Abilities,
}

impl From<GivenWord> for Given {
    fn from(word: GivenWord) -> Self {
        match word {
            GivenWord::Stats => Self::Stats,
            GivenWord::Advances => Self::Advances,
            GivenWord::Backgrounds => Self::Backgrounds,
            GivenWord::Traits => Self::Traits,
            GivenWord::Secondary => Self::Secondary,
            GivenWord::Ranks => Self::Ranks,
            GivenWord::Languages => Self::Languages,
            GivenWord::Load => Self::Load,
            GivenWord::Abilities => Self::Abilities,
        }
    }
}

/// How many backgrounds there are.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct BackgroundRuleEntry {
    /// How many: a formula.
    pub count: Readable<PlacedFormula>,
    /// How many things each of them covers: a formula.
    pub entries: Readable<PlacedFormula>,
}

/// How many traits are taken.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct TraitRuleEntry {
    /// How many: a formula.
    pub count: Readable<PlacedFormula>,
    /// The most that somebody may have: a formula. Where it is known for a character, the workshop counts up to it, and not to `count`.
    #[serde(default)]
    #[schemars(example = &"traits_allowed")]
    pub allowed: Readable<PlacedFormula>,
}

/// Ranks to spend.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct RankRuleEntry {
    /// How many there are to spend: a formula.
    pub budget: Readable<PlacedFormula>,
    /// The most in one skill: a formula.
    pub each_at_most: Readable<PlacedFormula>,
    /// How many are spent: a formula. Left out where that is all ranks that somebody has. The workshop counts with it what is left.
    #[serde(default)]
    pub spent: Readable<PlacedFormula>,
    /// How many somebody has been given at least, where `budget` depends on what they were at earlier levels: a formula. Whoever has spent that
    /// many has nothing left to do.
    #[serde(default)]
    pub least: Readable<PlacedFormula>,
}

/// How many languages are spoken.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct LanguageRuleEntry {
    /// How many cost nothing: a formula.
    pub free: Readable<PlacedFormula>,
    /// How many more are learned: a formula.
    pub further: Readable<PlacedFormula>,
    /// The ranks that each of those takes: a formula.
    pub ranks: Readable<PlacedFormula>,
}

/// How much is carried.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct LoadRuleEntry {
    /// What somebody carries: a formula.
    pub carried: Readable<PlacedFormula>,
    /// The most that may be carried: a formula.
    pub limit: Readable<PlacedFormula>,
}

/// How many abilities are taken.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct AbilityRuleEntry {
    /// The room that the abilities taken so far take up: a formula.
    pub used: Readable<PlacedFormula>,
    /// The room there is for them: a formula.
    pub room: Readable<PlacedFormula>,
    /// The most abilities: a formula.
    pub most: Readable<PlacedFormula>,
}

/// Where stats come from.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum StatSourceEntry {
    /// Dice for each.
    Roll(Readable<PlacedFormula>),
    /// Numbers, one for each.
    Array(Vec<i64>, Span),
    /// Points to share out.
    Pool(Box<PoolEntry>),
}

/// Stats are rolled.
#[derive(Deserialize, JsonSchema)]
struct RollSource {
    /// Dice for each stat.
    #[schemars(example = &"3d6")]
    roll: Readable<PlacedFormula>,
}

/// Stats are numbers that are handed out.
#[derive(Deserialize, JsonSchema)]
struct ArraySource {
    /// The numbers, one for each stat; the greatest mostly goes to the stat that matters most.
    #[schemars(example = serde_json::json!([15, 14, 13, 12, 10, 8]))]
    array: Several<Whole<{ -LARGEST }, LARGEST>>,
}

/// Stats are bought with points.
#[derive(Deserialize, JsonSchema)]
struct PoolSource {
    /// The points.
    pool: Readable<PoolEntry>,
}

/// Points to share out among the stats.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct PoolEntry {
    /// How many there are: a formula.
    pub points: Readable<PlacedFormula>,
    /// The least in one stat: a formula.
    pub least: Readable<PlacedFormula>,
    /// The most in one stat: a formula.
    pub most: Readable<PlacedFormula>,
}

impl<'de> Deserialize<'de> for StatSourceEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, stats)
    }
}

/// `roll: FORMULA`, `array: [...]` or `pool: { points, least, most }`.
fn stats(d: &mut Decoder, node: &Node) -> Option<StatSourceEntry> {
    let given = |key| node.value(key).filter(|value| value.kind != Kind::Null);
    if let Some(list) = given("array") {
        let ArraySource { array } = read(d, node)?;
        Some(StatSourceEntry::Array(array.into_iter().map(|number| number.0).collect(), list.at))
    } else if given("pool").is_some() {
        let PoolSource { pool } = read(d, node)?;
        Some(StatSourceEntry::Pool(Box::new(pool.0?)))
    } else {
        let RollSource { roll } = read(d, node)?;
        Some(StatSourceEntry::Roll(roll))
    }
}

impl JsonSchema for StatSourceEntry {
    fn schema_name() -> Cow<'static, str> {
        "StatSource".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let roll = generator.subschema_for::<RollSource>();
        let array = generator.subschema_for::<ArraySource>();
        let pool = generator.subschema_for::<PoolSource>();
        json_schema!({ "anyOf": [roll, array, pool] })
    }
}

impl GivenWord {
    /// Its key.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Stats => "stats",
            Self::Advances => "advances",
            Self::Backgrounds => "backgrounds",
            Self::Traits => "traits",
            Self::Secondary => "secondary",
            Self::Ranks => "ranks",
            Self::Languages => "languages",
            Self::Load => "load",
            Self::Abilities => "abilities",
        }
    }
}

impl CreationEntry {
    /// Whether these rules say anything of it.
    pub fn gives(&self, word: GivenWord) -> bool {
        match word {
            GivenWord::Stats => self.stats.is_some(),
            GivenWord::Advances => self.advances.is_some(),
            GivenWord::Backgrounds => self.backgrounds.is_some(),
            GivenWord::Traits => self.traits.is_some(),
            GivenWord::Secondary => self.secondary.is_some(),
            GivenWord::Ranks => self.ranks.is_some(),
            GivenWord::Languages => self.languages.is_some(),
            GivenWord::Load => self.load.is_some(),
            GivenWord::Abilities => self.abilities.is_some(),
        }
    }

    /// A formula of these rules with its place; none where they say nothing of it, or it could not be read.
    pub fn formula(&self, part: Part) -> Option<&PlacedFormula> {
        let pool = || match &*self.stats {
            Some(StatSourceEntry::Pool(pool)) => Some(pool),
            Some(StatSourceEntry::Roll(_) | StatSourceEntry::Array(..)) | None => None,
        };
        let placed = match part {
            Part::StatRoll => match &*self.stats {
                Some(StatSourceEntry::Roll(dice)) => dice,
                Some(StatSourceEntry::Pool(_) | StatSourceEntry::Array(..)) | None => return None,
            },
            Part::StatPoints => &pool()?.points,
            Part::StatLeast => &pool()?.least,
            Part::StatMost => &pool()?.most,
            Part::Advances => &self.advances,
            Part::Backgrounds => &self.backgrounds.as_ref()?.count,
            Part::BackgroundEntries => &self.backgrounds.as_ref()?.entries,
            Part::Traits => &self.traits.as_ref()?.count,
            Part::TraitsAllowed => &self.traits.as_ref()?.allowed,
            Part::SecondaryBudget => &self.secondary.as_ref()?.budget,
            Part::SecondaryMost => &self.secondary.as_ref()?.each_at_most,
            Part::SecondarySpent => &self.secondary.as_ref()?.spent,
            Part::RankBudget => &self.ranks.as_ref()?.budget,
            Part::RankMost => &self.ranks.as_ref()?.each_at_most,
            Part::RanksSpent => &self.ranks.as_ref()?.spent,
            Part::RanksLeast => &self.ranks.as_ref()?.least,
            Part::LanguagesFree => &self.languages.as_ref()?.free,
            Part::LanguagesFurther => &self.languages.as_ref()?.further,
            Part::LanguageRanks => &self.languages.as_ref()?.ranks,
            Part::LoadCarried => &self.load.as_ref()?.carried,
            Part::LoadLimit => &self.load.as_ref()?.limit,
            Part::AbilitiesUsed => &self.abilities.as_ref()?.used,
            Part::AbilitiesRoom => &self.abilities.as_ref()?.room,
            Part::AbilitiesMost => &self.abilities.as_ref()?.most,
        };
        placed.as_ref()
    }
}
