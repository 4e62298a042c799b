//! What the files about making NPCs say. Mirrors the YAML of `creation.yaml` and `archetypes/*.yaml`.

use deckle_rules::npc::Part;

use super::decode::PlacedFormula;
use super::entries::{Head, ItemEntry, RanksEntry};
use super::source::{Located, Span};
use super::text::Text;

/// `creation.yaml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreationEntry {
    /// Where the file starts.
    pub at: Span,
    /// The input that says how far an NPC has come.
    pub level: Option<Located<String>>,
    /// The choice that says how large NPCs are.
    pub tier: Option<Located<String>>,
    /// Inputs where nobody asks for another number.
    pub inputs: Vec<(Located<String>, Located<i64>)>,
    /// Choices where nobody asks for another option.
    pub choices: Vec<(Located<String>, Located<String>)>,
    /// Where stats come from.
    pub stats: Option<StatSourceEntry>,
    /// How many advances are taken.
    pub advances: Option<PlacedFormula>,
    /// How many backgrounds, and entries of each.
    pub backgrounds: Option<[Option<PlacedFormula>; 2]>,
    /// How many traits are taken.
    pub traits: Option<PlacedFormula>,
    /// Ranks to spend in secondary skills, and the most in one.
    pub secondary: Option<[Option<PlacedFormula>; 2]>,
    /// Ranks to spend, and the most in one skill.
    pub ranks: Option<[Option<PlacedFormula>; 2]>,
    /// Free languages, further ones, and the ranks of each of those.
    pub languages: Option<[Option<PlacedFormula>; 3]>,
    /// What is carried, and the most.
    pub load: Option<[Option<PlacedFormula>; 2]>,
    /// Room for abilities, what one takes, and the most of them.
    pub abilities: Option<[Option<PlacedFormula>; 3]>,
}

impl CreationEntry {
    /// A formula of these rules with its place; none where they say nothing of it, or it could not be read.
    pub fn formula(&self, part: Part) -> Option<&PlacedFormula> {
        fn at<const N: usize>(rule: Option<&[Option<PlacedFormula>; N]>, place: usize) -> Option<&PlacedFormula> {
            rule?.get(place)?.as_ref()
        }
        let pool = match &self.stats {
            Some(StatSourceEntry::Pool(pool)) => Some(&**pool),
            Some(StatSourceEntry::Roll(_) | StatSourceEntry::Array(..)) | None => None,
        };
        match part {
            Part::StatRoll => match &self.stats {
                Some(StatSourceEntry::Roll(dice)) => dice.as_ref(),
                Some(StatSourceEntry::Pool(_) | StatSourceEntry::Array(..)) | None => None,
            },
            Part::StatPoints => at(pool, 0),
            Part::StatLeast => at(pool, 1),
            Part::StatMost => at(pool, 2),
            Part::Advances => self.advances.as_ref(),
            Part::Backgrounds => at(self.backgrounds.as_ref(), 0),
            Part::BackgroundEntries => at(self.backgrounds.as_ref(), 1),
            Part::Traits => self.traits.as_ref(),
            Part::SecondaryBudget => at(self.secondary.as_ref(), 0),
            Part::SecondaryMost => at(self.secondary.as_ref(), 1),
            Part::RankBudget => at(self.ranks.as_ref(), 0),
            Part::RankMost => at(self.ranks.as_ref(), 1),
            Part::LanguagesFree => at(self.languages.as_ref(), 0),
            Part::LanguagesFurther => at(self.languages.as_ref(), 1),
            Part::LanguageRanks => at(self.languages.as_ref(), 2),
            Part::LoadCarried => at(self.load.as_ref(), 0),
            Part::LoadLimit => at(self.load.as_ref(), 1),
            Part::AbilitiesUsed => at(self.abilities.as_ref(), 0),
            Part::AbilitiesRoom => at(self.abilities.as_ref(), 1),
            Part::AbilitiesMost => at(self.abilities.as_ref(), 2),
        }
    }
}

/// Where stats come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatSourceEntry {
    /// Dice for each.
    Roll(Option<PlacedFormula>),
    /// Numbers, one for each.
    Array(Vec<i64>, Span),
    /// Points to share out: how many, the least and the most in one.
    Pool(Box<[Option<PlacedFormula>; 3]>),
}

/// An archetype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchetypeEntry {
    /// Id, name, summary.
    pub head: Head,
    /// Parts of a name.
    pub names: Vec<Vec<String>>,
    /// Parts of a description.
    pub looks: Vec<Vec<String>>,
    /// What is entered for it, by input.
    pub inputs: Vec<(Located<String>, Option<PlacedFormula>)>,
    /// Options of which it has one, by choice.
    pub choices: Vec<(Located<String>, Vec<Located<String>>)>,
    /// How much each trait is wanted.
    pub traits: Vec<(Located<String>, u32)>,
    /// How much each stat matters.
    pub stats: Vec<(Located<String>, u32)>,
    /// Names of a background, and what it may cover.
    pub backgrounds: Vec<(Vec<String>, Vec<Located<String>>)>,
    /// Languages.
    pub languages: Vec<String>,
    /// How much each skill matters; ranks are weights here.
    pub skills: Vec<(Located<String>, RanksEntry)>,
    /// Gear.
    pub items: Vec<GearGroupEntry>,
    /// Abilities, and how much each is wanted.
    pub abilities: Vec<(Located<String>, u32)>,
    /// Notes.
    pub notes: Vec<(Located<String>, Vec<NoteOffer>)>,
}

/// Things of which an NPC has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GearGroupEntry {
    /// Who has one.
    pub when: Option<PlacedFormula>,
    /// The things.
    pub one_of: Vec<GearOffer>,
}

/// A thing to carry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GearOffer {
    /// Who may have it.
    pub when: Option<PlacedFormula>,
    /// The thing.
    pub item: ItemEntry,
    /// Its remark as it was written.
    pub note: String,
}

/// A text to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteOffer {
    /// For whom it is there.
    pub when: Option<PlacedFormula>,
    /// The text.
    pub text: Text,
    /// As it was written.
    pub written: String,
}
