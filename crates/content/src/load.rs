//! What the files of a system say: the kinds of files that there are, one row each, and the entries that they fill.
//!
//! Entries mirror the YAML, with the place of everything that refers to something else; `validate` decides whether it
//! holds together.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use makeready_words::Lang;
#[cfg(feature = "schemas")]
use schemars::Schema;

use crate::checked::{Checked, Written};
use crate::concept::ability::{AbilityFile, BuiltEntry};
use crate::concept::archetype::ArchetypeEntry;
use crate::concept::art::{ArtEntry, ArtFile};
use crate::concept::background::BackgroundEntry;
use crate::concept::building::BuildingEntry;
use crate::concept::card::{ActionsFile, CardEntry, ReferencesFile};
use crate::concept::chapter::ChapterEntry;
use crate::concept::character::CharacterEntry;
use crate::concept::checks::{CheckEntry, ChecksFile};
use crate::concept::choice::ChoiceEntry;
use crate::concept::conditions::{ConditionEntry, ConditionGroupEntry, ConditionsFile};
use crate::concept::cost_set::CostSetEntry;
use crate::concept::creation::CreationEntry;
use crate::concept::credits::GameCredits;
use crate::concept::examples::{ExampleEntry, ExamplesFile};
use crate::concept::family::FamilyEntry;
use crate::concept::glossary::{GlossaryFile, TermEntry};
use crate::concept::group::GroupEntry;
use crate::concept::handouts::HandoutsEntry;
use crate::concept::head::Head;
use crate::concept::input::InputEntry;
use crate::concept::item_fields::ItemFieldEntry;
use crate::concept::keyword::{KeywordFamilyEntry, KeywordsFile};
use crate::concept::layout::CardLayoutEntry;
use crate::concept::legality::LegalityEntry;
use crate::concept::list::ListEntry;
use crate::concept::look::LookEntry;
use crate::concept::paths::PathEntry;
use crate::concept::procedures::{ProcedureEntry, ProceduresFile};
use crate::concept::resource::ResourceEntry;
use crate::concept::rulings::{RulingEntry, RulingsFile};
#[cfg(feature = "schemas")]
use crate::concept::schema;
use crate::concept::sheet::BlockEntry;
use crate::concept::skill::{SkillEntry, SkillsFile};
use crate::concept::stat::StatEntry;
use crate::concept::system::{LAST_PLACE, SystemFile};
use crate::concept::traits::{TraitListEntry, TraitsFile};
use crate::concept::value::ValueEntry;
use crate::decode::Decoder;
use crate::diagnostic::Diagnostic;
use crate::icons::GameIcons;
use crate::picture::{ArtCredit, GamePictures};
use crate::source::Located;
use crate::typeface::GameFonts;
use crate::yaml::Node;

/// A kind of file that a system has.
pub struct FileKind {
    /// Its path within the system; with `/` at the end, that of a folder of such files.
    pub name: &'static str,
    /// Reads one; none where nothing of it can be read.
    pub read: fn(&mut Decoder, &Node) -> Option<FileSays>,
    /// Its JSON schema.
    #[cfg(feature = "schemas")]
    pub schema: fn() -> Schema,
}

/// Declares the kinds: name, the type of such a file, what is looked at in the whole of one, and where in the entries what it
/// says belongs.
macro_rules! kinds {
    ($($name:literal $kind:ident($file:ty $(, $look:path)?) => |$entries:ident, $said:pat_param| $take:expr;)*) => {
        /// Every kind of file but chapters, which are Markdown.
        pub const KINDS: &[FileKind] = &[$(FileKind {
            name: $name,
            read: |d, node| {
                let file = d.file::<$file>(node)?;
                $($look(&file, d);)?
                Some(FileSays::$kind(Box::new(file)))
            },
            #[cfg(feature = "schemas")]
            schema: schema::<$file>,
        }),*];

        /// The names of these kinds.
        pub const NAMES: &[&str] = &[$($name),*];

        /// What a file says, before it stands among the entries of its system.
        #[derive(Clone)]
        pub enum FileSays {
            /// A chapter.
            Chapter(Box<ChapterEntry>),
            $(
                #[doc = concat!("What stands in `", $name, "`.")]
                $kind(Box<$file>),
            )*
        }

        impl FileSays {
            /// Puts it among the entries of its system.
            pub fn put_into(self, entries: &mut Entries) {
                match self {
                    Self::Chapter(chapter) => entries.chapters.push(*chapter),
                    $(Self::$kind(said) => {
                        let ($entries, $said) = (entries, *said);
                        $take;
                    })*
                }
            }
        }
    };
}

kinds! {
    "system.yaml" System(SystemFile) => |entries, file| system(entries, file);
    "rulings.yaml" Rulings(RulingsFile, RulingsFile::check) => |entries, file| entries.rulings.extend(file.rulings);
    "conditions.yaml" Conditions(ConditionsFile) => |entries, file| {
        entries.condition_groups.extend(file.groups);
        entries.conditions.extend(file.conditions);
    };
    "glossary.yaml" Glossary(GlossaryFile) => |entries, file| entries.terms.extend(file.terms.into_iter().map(TermEntry::from));
    "skills.yaml" Skills(SkillsFile) => |entries, file| {
        entries.skill_groups.extend(file.skill_groups);
        entries.skills.extend(sound(file.skills.0));
    };
    "examples.yaml" Examples(ExamplesFile) => |entries, file| entries.examples.extend(sound(file.examples));
    "building.yaml" Building(BuildingEntry) => |entries, building| entries.building = Some(building);
    "procedures.yaml" Procedures(ProceduresFile) => |entries, file| entries.procedures.extend(file.procedures);
    "checks.yaml" Checks(ChecksFile) => |entries, file| entries.checks.extend(sound(file.checks));
    "creation.yaml" Creation(CreationEntry) => |entries, creation| entries.creation = Some(creation);
    "actions/" Actions(ActionsFile) => |entries, file| entries.actions.extend(sound(file.actions));
    "references/" References(ReferencesFile) => |entries, file| entries.references.extend(sound(file.references));
    "characters/" Character(CharacterEntry) => |entries, character| entries.characters.push(character);
    "npcs/" Npc(CharacterEntry) => |entries, npc| entries.npcs.push(npc);
    "traits/" Traits(TraitsFile) => |entries, file| entries.trait_lists.extend(file.list());
    "keywords/" Keywords(KeywordsFile) => |entries, KeywordsFile { family, keywords, .. }| {
        let family = family.0.map(|family| KeywordFamilyEntry { head: family.head, keywords: keywords.0 });
        entries.keywords.extend(family);
    };
    "abilities/" Ability(AbilityFile) => |entries, file| entries.abilities.push(file.ability);
    "archetypes/" Archetype(ArchetypeEntry) => |entries, archetype| entries.archetypes.push(archetype);
    "examples/" MoreExamples(ExamplesFile) => |entries, file| entries.examples.extend(sound(file.examples));
}

/// The entries of a list whose keys have been looked at together.
fn sound<W: Written>(list: impl IntoIterator<Item = Checked<W>>) -> impl Iterator<Item = W::Entry> {
    list.into_iter().map(|Checked(entry)| entry)
}

/// The kind of the file at a path within a system.
pub fn kind_of(path: &str) -> Option<&'static FileKind> {
    let name = name_of_kind(path)?;
    KINDS.iter().find(|kind| kind.name == name)
}

/// Its name alone: who asks for that needs no reader of any kind.
fn name_of_kind(path: &str) -> Option<&'static str> {
    let is_it = |name: &&str| match name.strip_suffix('/') {
        Some(folder) => path.split_once('/').is_some_and(|(first, _)| first == folder),
        None => path == *name,
    };
    NAMES.iter().copied().find(is_it)
}

/// Whether no number comes of the file at a path within a system, and nothing is named that others ask for: chapters and worked
/// examples.
pub fn is_of_book_alone(path: &str) -> bool {
    const EXAMPLES: [&str; 2] = ["examples.yaml", "examples/"];
    path.starts_with("rules/") || name_of_kind(path).is_some_and(|name| EXAMPLES.contains(&name))
}

/// Whether texts of the file at a path within a system are printed: those of others stand on pages only.
pub fn is_printed(path: &str) -> bool {
    const PAGES_ONLY: [&str; 4] = ["examples.yaml", "examples/", "glossary.yaml", "rulings.yaml"];
    name_of_kind(path).is_some_and(|name| !PAGES_ONLY.contains(&name))
}

/// What `system.yaml` says.
fn system(entries: &mut Entries, file: SystemFile) {
    let title = file.title.0;
    entries.head = Head {
        name: title.clone(),
        rule: file.rule.0,
        rules: file.rules.into_iter().map(|rule| rule.0).collect(),
        at: file.id.at,
        id: file.id.0.value,
        ..Head::default()
    };
    entries.tagline = file.tagline.0;
    entries.edition = file.edition.0;
    entries.lang = file.lang.0;
    entries.place = file.place.map_or(LAST_PLACE, |place| place.0);
    entries.credits = GameCredits {
        title,
        licence: file.licence.0.map(|licence| licence.0),
        authors: file.authors.0.0,
        credits: file.credits.0.0,
    };
    entries.art = file.art.0;
    entries.paths = file.paths.0.0;
    entries.art_credit = file.pictures.0.map(ArtCredit::from).unwrap_or_default();
    entries.icon_credits =
        file.icon_credits.into_iter().map(|(name, credit)| (name, ArtCredit::from(credit))).collect();
    entries.inputs = file.inputs.0.into_iter().map(|Checked(input)| input).collect();
    entries.groups = file.groups.0;
    entries.stats = file.stats.0.0;
    entries.advance_value = file.advance_value;
    entries.choices = file.choices.0.0;
    entries.derived = file.derived.into_iter().map(ValueEntry::from).collect();
    entries.resources = file.resources.0.0;
    entries.cost_sets = file.cost_sets.0;
    entries.families = file.families.0;
    entries.lists = file.lists.0.0;
    entries.backgrounds = file.backgrounds.0;
    if let Some(items) = file.items.0 {
        entries.item_fields = items.fields.0;
        entries.item_values = items.values;
        entries.item_card = items.card.0;
    }
    entries.ally_card = file.allies.0.and_then(|allies| allies.card.0);
    entries.legality = file.legality.into_iter().map(|Checked(rule)| rule).collect();
    entries.look = file.look.0.unwrap_or_default();
    let sheet = file.sheet.0.unwrap_or_default();
    (entries.sheet_front, entries.sheet_back) = (sheet.front.0.0, sheet.back.0.0);
    entries.handouts = file.handouts.0.unwrap_or_default();
}

/// A system as its files say it.
#[derive(Debug, Default, borsh::BorshSerialize, borsh::BorshDeserialize)]
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
    /// The files that read or name each ruling: their paths within the system, without the endings.
    pub readers: BTreeMap<String, BTreeSet<String>>,
    /// The files of its folder `art/`, by their paths within it.
    pub(crate) art_files: BTreeMap<String, ArtFile>,
    /// The pictures that an earlier load has looked into.
    #[borsh(skip)]
    pub(crate) pictures_before: Arc<GamePictures>,
    /// What is wrong with words alone: nothing else rests on it.
    #[borsh(skip)]
    pub of_words: Vec<Diagnostic>,
    /// The rules that something rests on.
    pub cited: Vec<Located<String>>,
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
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Definitions {
    /// Id, title (as name), rule.
    pub head: Head,
    /// One line for the cover.
    pub tagline: String,
    /// Edition.
    pub edition: String,
    /// The language that it is written in.
    pub lang: Lang,
    /// Where it stands among the systems of a folder; those of one place stand in the order of their ids.
    pub place: i64,
    /// Its licence, its authors and what else is credited.
    pub credits: GameCredits,
    /// The picture on its cover.
    pub art: Option<ArtEntry>,
    /// Ways through the book.
    pub paths: Vec<PathEntry>,
    /// Who drew the pictures that do not say so themselves.
    pub art_credit: ArtCredit,
    /// The pictures that it shows.
    pub pictures: Arc<GamePictures>,
    /// Who drew icons of its own, by their names, where they say otherwise than of all pictures.
    pub icon_credits: Vec<(Located<String>, ArtCredit)>,
    /// The icons that it brings.
    pub icons: Arc<GameIcons>,
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
    /// Values of items.
    pub item_values: Vec<ValueEntry>,
    /// What stands on the card of an item.
    pub item_card: Option<CardLayoutEntry>,
    /// What stands on the card of an ally.
    pub ally_card: Option<CardLayoutEntry>,
    /// Legality.
    pub legality: Vec<LegalityEntry>,
    /// Look.
    pub look: LookEntry,
    /// The typefaces that it brings.
    pub typefaces: Arc<GameFonts>,
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
    #[borsh(skip)]
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

    /// The family of the cards of abilities that are described in words: that of abilities that are built; where the system has no
    /// cards for these, the last whose cards are neither things, allies nor reference cards.
    pub fn family_of_described(&self) -> Option<&FamilyEntry> {
        if let Some(card) = self.building.as_ref().and_then(|building| building.card.as_ref()) {
            return self.families.iter().find(|family| family.head.id == card.family.value);
        }
        let of_others: Vec<&str> = [&self.item_card, &self.ally_card]
            .into_iter()
            .flatten()
            .map(|layout| &layout.family)
            .chain(self.references.iter().filter_map(|reference| reference.family.as_ref()))
            .map(|family| family.value.as_str())
            .collect();
        let own = self.families.iter().rev().find(|family| !of_others.contains(&family.head.id.as_str()));
        own.or_else(|| self.families.last())
    }
}
