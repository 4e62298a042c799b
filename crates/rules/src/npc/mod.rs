//! NPCs, made by the system's own creation rules.
//!
//! **In** the rules in force, [`Creation`] (what a new character is given), [`Archetype`]s (what kind of people there
//! are), the system's abilities, and a [`Request`]. **Out** [`Npc`]s, each a [`Character`] that meets every condition
//! of legality, warnings included, and the log of all that was decided for it. **Fails** with [`NpcError`].
//!
//! Each step stays within what the formulas of the creation rules allow, and the whole is validated by the same
//! conditions as characters that people write. What breaks one all the same is banned, and the NPC made anew.

mod archetype;
mod creation;
mod draft;
mod error;
mod kit;
mod progress;
mod stats;
mod stream;
mod taking;
mod training;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use archetype::{Archetype, BackgroundOffer, Gear, GearGroup, Offer, Weights};
pub use creation::{
    AbilityRule, BackgroundRule, Creation, LanguageRule, LoadRule, MOST_DICE_OF_STAT, MOST_POINTS, Part, PoolRule,
    RankRule, StatSource,
};
pub use error::NpcError;
pub use progress::{Amount, Given, Progress};
pub use stream::{Stream, Topic};

use crate::eval::legality::Subject;
use crate::model::ability::Ability;
use crate::model::character::Character;
use crate::model::rules::Rules;
use draft::{Draft, Key};

/// Attempts at one NPC before it is given up.
const MOST_ATTEMPTS: u64 = 32;

/// What NPCs are made from.
#[derive(Clone, Debug)]
pub struct Generator<'a> {
    /// The rules in force.
    pub rules: &'a Rules,
    /// How characters are made.
    pub creation: &'a Creation,
    /// The kinds there are.
    pub archetypes: Vec<&'a Archetype>,
    /// The abilities there are.
    pub abilities: Vec<&'a Arc<Ability>>,
}

/// What to make.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Inputs, by name.
    pub inputs: BTreeMap<String, i64>,
    /// Options, by choice.
    pub choices: BTreeMap<String, String>,
    /// Id of the archetype; without one each NPC draws its own.
    pub archetype: Option<String>,
    /// How many. Each has a name of its own.
    pub count: u32,
    /// Seed of the random numbers. The first NPCs of a seed do not depend on how many are made.
    pub seed: u64,
}

/// An NPC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Npc {
    /// The character.
    pub character: Character,
    /// Id of its archetype.
    pub archetype: String,
    /// A line that describes it.
    pub portrait: String,
    /// A remark about each item, in their order; some are empty.
    pub item_notes: Vec<String>,
    /// Notes, by id.
    pub notes: Vec<(String, String)>,
    /// What was decided, in order.
    pub log: Vec<Decision>,
}

/// Something that was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What about: `stats/power`, `backgrounds/0`.
    pub what: String,
    /// What there was to choose from; of a long list the beginning, and how many more there are.
    pub options: Vec<String>,
    /// What was taken; empty when nothing was.
    pub taken: String,
    /// Why.
    pub why: String,
}

impl Generator<'_> {
    /// Makes NPCs.
    ///
    /// # Errors
    /// [`NpcError`], for the first one that cannot be made.
    pub fn generate(&self, request: &Request) -> Result<Vec<Npc>, NpcError> {
        self.validate(request)?;
        let mut names = BTreeSet::new();
        let mut made = Vec::new();
        for index in 0..u64::from(request.count) {
            let npc = self.one(request, index, &names)?;
            names.insert(npc.character.id.clone());
            made.push(npc);
        }
        Ok(made)
    }

    /// Makes one NPC whose id is none of those taken.
    fn one(&self, request: &Request, index: u64, taken: &BTreeSet<String>) -> Result<Npc, NpcError> {
        let archetype = self.archetype(request, index)?;
        let mut banned = BTreeSet::new();
        let mut broken = Vec::new();
        for attempt in 0..MOST_ATTEMPTS {
            let key = Key { seed: request.seed, index, attempt };
            let mut draft = Draft::new(self, archetype, key, &banned);
            draft.make(request, taken)?;
            let found = draft.broken()?;
            if found.is_empty() {
                return Ok(draft.npc);
            }
            // Ranks that a rule refuses are not offered again; everything else is drawn anew.
            let is_skill = |subject: &&Subject| matches!(subject, Subject::Skill(_) | Subject::SkillPart { .. });
            banned.extend(found.iter().map(|b| &b.subject).filter(is_skill).cloned());
            broken = found;
        }
        Err(NpcError::Illegal {
            archetype: archetype.id.clone(),
            attempts: MOST_ATTEMPTS,
            broken: broken.into_iter().map(|b| b.message).collect(),
        })
    }

    fn archetype(&self, request: &Request, index: u64) -> Result<&Archetype, NpcError> {
        let known = &self.archetypes;
        let Some(wanted) = &request.archetype else {
            let place = Stream::new(request.seed, index, 0, Topic::Archetype).place(known.len());
            return known.get(place).copied().ok_or_else(|| NpcError::unknown("archetype", "any", []));
        };
        let found = known.iter().copied().find(|archetype| archetype.id == *wanted);
        found.ok_or_else(|| NpcError::unknown("archetype", wanted, known.iter().map(|archetype| &archetype.id)))
    }

    fn validate(&self, request: &Request) -> Result<(), NpcError> {
        let system = self.rules.system();
        for (name, wanted) in &request.inputs {
            let input = system.inputs.get(name);
            let input = input.ok_or_else(|| NpcError::unknown("input", name, system.inputs.keys()))?;
            if !(input.min..=input.max).contains(wanted) {
                let (input, min, max) = (input.name.clone(), input.min, input.max);
                return Err(NpcError::OutOfRange { input, wanted: *wanted, min, max });
            }
        }
        for (name, wanted) in &request.choices {
            let choice = system.choices.get(name);
            let choice = choice.ok_or_else(|| NpcError::unknown("choice", name, system.choices.keys()))?;
            if !choice.options.contains_key(wanted) {
                return Err(NpcError::unknown(name, wanted, choice.options.keys()));
            }
        }
        Ok(())
    }
}
