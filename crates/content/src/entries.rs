//! What the files of a system say, entry by entry, with the place of everything that refers to
//! something else. Mirrors the YAML; `check` decides whether it holds together.

use std::ops::{Deref, DerefMut};

use crate::concept::ability::BuiltEntry;
use crate::concept::archetype::ArchetypeEntry;
use crate::concept::background::BackgroundEntry;
use crate::concept::building::BuildingEntry;
use crate::concept::card::CardEntry;
use crate::concept::chapter::ChapterEntry;
use crate::concept::character::CharacterEntry;
use crate::concept::checks::CheckEntry;
use crate::concept::choice::ChoiceEntry;
use crate::concept::conditions::{ConditionEntry, ConditionGroupEntry};
use crate::concept::cost_set::CostSetEntry;
use crate::concept::creation::CreationEntry;
use crate::concept::credits::GameCredits;
use crate::concept::examples::ExampleEntry;
use crate::concept::family::FamilyEntry;
use crate::concept::glossary::TermEntry;
use crate::concept::group::GroupEntry;
use crate::concept::handouts::HandoutsEntry;
use crate::concept::head::Head;
use crate::concept::input::InputEntry;
use crate::concept::item_fields::ItemFieldEntry;
use crate::concept::keyword::KeywordFamilyEntry;
use crate::concept::layout::CardLayoutEntry;
use crate::concept::legality::LegalityEntry;
use crate::concept::list::ListEntry;
use crate::concept::look::LookEntry;
use crate::concept::procedures::ProcedureEntry;
use crate::concept::resource::ResourceEntry;
use crate::concept::rulings::RulingEntry;
use crate::concept::sheet::BlockEntry;
use crate::concept::skill::SkillEntry;
use crate::concept::stat::StatEntry;
use crate::concept::traits::TraitListEntry;
use crate::concept::value::ValueEntry;
use crate::source::Located;

/// A system as its files say it.
#[derive(Debug, Default)]
pub struct Entries {
    /// What a game keeps unchanged.
    pub definitions: Definitions,
    /// Characters.
    pub characters: Vec<CharacterEntry>,
    /// NPCs.
    pub npcs: Vec<CharacterEntry>,
    /// Abilities.
    pub abilities: Vec<BuiltEntry>,
    /// The kinds of NPCs there are.
    pub archetypes: Vec<ArchetypeEntry>,
}

impl Deref for Entries {
    type Target = Definitions;

    fn deref(&self) -> &Definitions {
        &self.definitions
    }
}

impl DerefMut for Entries {
    fn deref_mut(&mut self) -> &mut Definitions {
        &mut self.definitions
    }
}

/// The entries of a system without people, abilities and archetypes, which a game keeps together with their definitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Definitions {
    /// Id, title (as name), rule.
    pub head: Head,
    /// One line for the cover.
    pub tagline: String,
    /// Edition.
    pub edition: String,
    /// Where it stands among the systems of a folder; those of one place stand in the order of their ids.
    pub place: i64,
    /// Its licence, its authors and what else is credited.
    pub credits: GameCredits,
    /// Inputs.
    pub inputs: Vec<InputEntry>,
    /// Groups of stats.
    pub groups: Vec<GroupEntry>,
    /// Stats.
    pub stats: Vec<StatEntry>,
    /// The value one advance adds.
    pub advance_value: Option<Located<String>>,
    /// Choices.
    pub choices: Vec<ChoiceEntry>,
    /// Derived values.
    pub derived: Vec<ValueEntry>,
    /// Resources.
    pub resources: Vec<ResourceEntry>,
    /// Cost sets.
    pub cost_sets: Vec<CostSetEntry>,
    /// Families.
    pub families: Vec<FamilyEntry>,
    /// Lists.
    pub lists: Vec<ListEntry>,
    /// Backgrounds.
    pub backgrounds: Option<BackgroundEntry>,
    /// Fields of items.
    pub item_fields: Vec<ItemFieldEntry>,
    /// What stands on the card of an item.
    pub item_card: Option<CardLayoutEntry>,
    /// What stands on the card of an ally.
    pub ally_card: Option<CardLayoutEntry>,
    /// Legality.
    pub legality: Vec<LegalityEntry>,
    /// Look.
    pub look: LookEntry,
    /// Front of the sheet.
    pub sheet_front: Vec<BlockEntry>,
    /// Back of the sheet.
    pub sheet_back: Vec<BlockEntry>,
    /// Handouts.
    pub handouts: HandoutsEntry,
    /// Rulings.
    pub rulings: Vec<RulingEntry>,
    /// Groups of skills.
    pub skill_groups: Vec<GroupEntry>,
    /// Skills.
    pub skills: Vec<SkillEntry>,
    /// Groups of conditions.
    pub condition_groups: Vec<ConditionGroupEntry>,
    /// Conditions.
    pub conditions: Vec<ConditionEntry>,
    /// Lists of traits.
    pub trait_lists: Vec<TraitListEntry>,
    /// Actions.
    pub actions: Vec<CardEntry>,
    /// Reference cards.
    pub references: Vec<CardEntry>,
    /// How abilities are built.
    pub building: Option<BuildingEntry>,
    /// Families of keywords.
    pub keywords: Vec<KeywordFamilyEntry>,
    /// Computations in steps.
    pub procedures: Vec<ProcedureEntry>,
    /// Rolls whose outcomes mean something.
    pub checks: Vec<CheckEntry>,
    /// How NPCs are made.
    pub creation: Option<CreationEntry>,
    /// Examples.
    pub examples: Vec<ExampleEntry>,
    /// Glossary.
    pub terms: Vec<TermEntry>,
    /// Chapters.
    pub chapters: Vec<ChapterEntry>,
}

impl Definitions {
    /// Every card there is.
    pub fn cards(&self) -> impl Iterator<Item = &CardEntry> {
        self.actions.iter().chain(self.skills.iter().map(|skill| &skill.card)).chain(&self.references)
    }
}
