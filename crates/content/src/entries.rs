//! What the files of a system say, entry by entry, with the place of everything that refers to
//! something else. Mirrors the YAML; `check` decides whether it holds together.

use deckle_rules::formula::Formula;
use deckle_rules::template::Template;

use super::building::{BuildingEntry, BuiltEntry, KeywordFamilyEntry};
use super::checks::{CheckEntry, OddsEntry, UseEntry};
use super::decode::PlacedFormula;
use super::examples::ExampleEntry;
use super::procedures::{CallEntry, ProcedureEntry};
use super::source::{FileId, Located, ScalarPlace, Span};
use super::tables::TableEntry;
use super::text::Text;
use crate::concept::archetype::ArchetypeEntry;
use crate::concept::card::CardEntry;
pub use crate::concept::character::CharacterEntry;
pub use crate::concept::conditions::{Again, ConditionEntry, ConditionGroupEntry};
use crate::concept::creation::CreationEntry;
use crate::concept::fact::FactEntry;
pub use crate::concept::glossary::TermEntry;
use crate::concept::group::GroupEntry;
pub use crate::concept::modifier::ModifierEntry;
pub use crate::concept::rulings::{ReadingEntry, RulingEntry, RulingKind};
use crate::concept::skill::SkillEntry;
use crate::concept::traits::TraitListEntry;
use crate::credits::GameCredits;
use crate::words::{Layout, View};

/// What every entry has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Id: kebab-case for things, snake_case for names of formulas.
    pub id: String,
    /// Printed name.
    pub name: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// Further rules it rests on.
    pub rules: Vec<String>,
    /// One or two plain sentences.
    pub summary: String,
    /// Where the id stands.
    pub at: Span,
}

/// An input, a stat or an option, and what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputEntry {
    /// Id, name, rule.
    pub head: Head,
    /// `LVL`
    pub abbr: String,
    /// Least value.
    pub min: i64,
    /// Greatest value.
    pub max: i64,
    /// Taken when a character sets nothing.
    pub default: Option<i64>,
    /// Whether it may stay open.
    pub is_optional: bool,
    /// Whether it is not told beside the name.
    pub is_quiet: bool,
}

/// A stat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatEntry {
    /// Id, name, rule.
    pub head: Head,
    /// `PWR`
    pub abbr: String,
    /// Id of its group.
    pub group: Located<String>,
}

/// A choice and its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceEntry {
    /// Id, name, rule.
    pub head: Head,
    /// Options, each with its numbers.
    pub options: Vec<OptionEntry>,
    /// Whether it is not told beside the name.
    pub is_quiet: bool,
}

/// An option of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionEntry {
    /// Id, name, rule.
    pub head: Head,
    /// Numbers by name.
    pub values: Vec<(String, i64)>,
    /// What it does to values of whoever takes it.
    pub modifiers: Vec<ModifierEntry>,
}

/// A value of the character, of an action or of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueEntry {
    /// Id, name, rule. The id is the part behind the dot for values of actions and skills.
    pub head: Head,
    /// `HP`; may be empty.
    pub abbr: String,
    /// Unit; may be empty.
    pub unit: String,
    /// What the figure is; may be empty.
    pub note: String,
    /// How it is computed.
    pub formula: Option<PlacedFormula>,
    /// Whether it may be a fraction.
    pub may_be_fraction: bool,
}

/// A resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceEntry {
    /// Id.
    pub id: Located<String>,
    /// The derived value that is its maximum.
    pub max: Located<String>,
    /// Name of a palette colour.
    pub color: Located<String>,
    /// Whether it may go below zero.
    pub goes_negative: bool,
    /// Whether a shield may lie on it.
    pub has_shield: bool,
    /// Whether it is counted in boxes.
    pub boxes: bool,
}

/// A way to pay, shared by several actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostSetEntry {
    /// Id.
    pub id: Located<String>,
    /// Unit; may be empty.
    pub unit: String,
    /// Columns.
    pub columns: Vec<CostColumn>,
}

/// A column of costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostColumn {
    /// `Light`; may be empty.
    pub label: String,
    /// How much.
    pub cost: Option<PlacedFormula>,
    /// How much more it brings; a zero prints nothing.
    pub extra: Option<PlacedFormula>,
    /// What it brings.
    pub extra_text: Text,
}

/// A kind of card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyEntry {
    /// Id, name, rule.
    pub head: Head,
    /// Name of a palette colour.
    pub color: Located<String>,
    /// Icon.
    pub icon: Located<String>,
    /// 0 to 11.
    pub notch: u8,
    /// Line under the name of its cards.
    pub type_line: String,
}

/// A closed list of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListEntry {
    /// Id, name, rule.
    pub head: Head,
    /// Its words.
    pub entries: Vec<Head>,
}

/// What backgrounds are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BackgroundEntry {
    /// Name and rule.
    pub head: Head,
    /// Plural.
    pub plural: String,
    /// Lists they cover entries of.
    pub covers: Vec<Located<String>>,
}

/// A field that items may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemFieldEntry {
    /// Id.
    pub id: Located<String>,
    /// Printed name.
    pub name: String,
    /// Its type.
    pub kind: deckle_rules::value::Type,
}

/// A condition of legality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalityEntry {
    /// Id and rule.
    pub head: Head,
    /// What it is asked of.
    pub each: deckle_rules::legality::Each,
    /// What must be true.
    pub require: Option<PlacedFormula>,
    /// What to say.
    pub message: Template,
    /// Where the message stands.
    pub message_place: ScalarPlace,
    /// Whether it only warns.
    pub is_warning: bool,
}

/// Colours and ornaments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LookEntry {
    /// Colours by name, `#rrggbb`.
    pub palette: Vec<(Located<String>, Located<String>)>,
    /// Display face.
    pub display_font: Option<Located<String>>,
    /// Emblem and pattern of the backs of cards.
    pub back: Option<Located<String>>,
    /// Emblem on fronts, sheets and title pages.
    pub ornament: Option<Located<String>>,
}

/// A block of a sheet or handout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockEntry {
    /// Title; may be empty.
    pub title: String,
    /// Columns of twelve.
    pub span: u8,
    /// What it shows.
    pub kind: BlockKind,
    /// Where it stands.
    pub at: Span,
}

/// What handouts show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandoutsEntry {
    /// Inputs and choices that players are not told beside the name.
    pub hidden: Vec<Located<String>>,
    /// Blocks of a strip.
    pub short: Vec<HandoutBlockEntry>,
    /// Blocks of a quarter of a page.
    pub standard: Vec<HandoutBlockEntry>,
    /// Blocks of a page.
    pub full: Vec<HandoutBlockEntry>,
}

impl HandoutsEntry {
    /// The blocks of a layout.
    pub fn of(&self, layout: Layout) -> &[HandoutBlockEntry] {
        match layout {
            Layout::Short => &self.short,
            Layout::Standard => &self.standard,
            Layout::Full => &self.full,
        }
    }

    /// The blocks of all layouts.
    pub fn blocks(&self) -> impl Iterator<Item = &BlockEntry> {
        self.short.iter().chain(&self.standard).chain(&self.full).map(|shown| &shown.block)
    }
}

/// A block of a handout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandoutBlockEntry {
    /// The block.
    pub block: BlockEntry,
    /// Who alone sees it, if not everybody.
    pub only: Option<View>,
}

/// What a block of a sheet shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// Lines about the character: `name`, inputs, choices, `backgrounds`, `languages`.
    Identity(Vec<Located<String>>),
    /// The line that describes the character.
    Portrait,
    /// All stats.
    Stats,
    /// Resources, by id.
    Resources(Vec<Located<String>>),
    /// Values, by name.
    Values(Vec<Located<String>>),
    /// Rolls of actions: ids, and columns of label and value id.
    Rolls(Vec<Located<String>>, Vec<(String, Located<String>)>),
    /// All skills; on a handout those with ranks, and these.
    Skills(Vec<Located<String>>),
    /// Items, with so many lines on a blank.
    Items(u32),
    /// Traits, with so many lines on a blank; on a handout by name, or told in full.
    Traits(u32, bool),
    /// Abilities, with so many lines on a blank, and whether what they do is told in full or by keywords.
    Abilities(u32, bool),
    /// Abilities by name, each with a few words in which the names of an ability may stand, and whether with keywords.
    AbilityNames(Text, bool),
    /// Allies, each with a few words in its own values, with so many lines on a blank and for who has none.
    Allies(Text, u32),
    /// Boxes.
    Tracks(Vec<(String, u32)>),
    /// Text.
    Text(Text),
    /// A note of the character, by its id.
    Notes(Located<String>),
    /// Chances of checks.
    Odds(Vec<UseEntry>),
    /// Empty lines.
    Lines(u32),
}

/// A labelled line that is laid out for every ability, item or ally.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutFactEntry {
    /// Label and text.
    pub fact: FactEntry,
    /// When it stands there; without it, always.
    pub when: Option<PlacedFormula>,
    /// Whether it may share a line with another.
    pub is_short: bool,
}

/// What stands on the card of every item, or of every ally.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardLayoutEntry {
    /// The family of such cards.
    pub family: Located<String>,
    /// Line under the name.
    pub type_line: Text,
    /// Labelled lines.
    pub facts: Vec<LayoutFactEntry>,
    /// Boxes to tick: label, how many, and how many on a blank card.
    pub tracks: Vec<TrackEntry>,
    /// Lines to write on, on a blank card.
    pub lines: u32,
}

impl CardLayoutEntry {
    /// The formulas in it.
    pub fn formulas(&self) -> Vec<PlacedFormula> {
        let texts = self.facts.iter().map(|line| &line.fact.text).chain([&self.type_line]);
        let conditions = self.facts.iter().filter_map(|line| line.when.clone());
        let boxes = self.tracks.iter().filter_map(|track| track.boxes.clone());
        texts.flat_map(Text::formulas).chain(conditions).chain(boxes).collect()
    }
}

/// Boxes to tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackEntry {
    /// What they count.
    pub label: String,
    /// How many.
    pub boxes: Option<PlacedFormula>,
    /// How many there are on a blank card.
    pub blank: u32,
}

/// A chapter before its directives are resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChapterEntry {
    /// The file's stem.
    pub slug: String,
    /// Title.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// The file.
    pub file: FileId,
    /// Offset of the body in the file.
    pub body_start: usize,
    /// Parts.
    pub parts: Vec<ChapterPart>,
    /// Ids that stand in it: `{#LR-1}` behind a heading, `[[#LR-2]]` in a text.
    pub anchors: Vec<Located<String>>,
}

/// A part of a chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChapterPart {
    /// Markdown in which `{formula}` may stand.
    Markdown(Template, ScalarPlace),
    /// A card, by id of an action, skill or reference.
    Card(Located<String>),
    /// An example.
    Example(Option<Located<String>>, String, Text),
    /// A remark.
    Note(Text),
    /// A ruling, by id.
    Ruling(Located<String>),
    /// A table made from data.
    Table(TableEntry),
    /// The bill of an ability.
    Bill(BillPart),
    /// A procedure gone through: whose values, and what the table is called.
    Procedure(CallEntry, Option<Located<String>>, String),
    /// The odds of a check.
    Odds(OddsEntry),
}

/// The bill of an ability in a chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BillPart {
    /// The ability.
    pub ability: Located<String>,
    /// The character whose values it is worked out with; without one, whoever the ability's own page takes.
    pub who: Option<Located<String>>,
    /// How many of its keywords are shown, from the first; all without it.
    pub keywords: Option<Located<usize>>,
}

/// A system as its files say it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries {
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
    /// Characters.
    pub characters: Vec<CharacterEntry>,
    /// NPCs.
    pub npcs: Vec<CharacterEntry>,
    /// How abilities are built.
    pub building: Option<BuildingEntry>,
    /// Families of keywords.
    pub keywords: Vec<KeywordFamilyEntry>,
    /// Abilities.
    pub abilities: Vec<BuiltEntry>,
    /// Computations in steps.
    pub procedures: Vec<ProcedureEntry>,
    /// Rolls whose outcomes mean something.
    pub checks: Vec<CheckEntry>,
    /// How NPCs are made.
    pub creation: Option<CreationEntry>,
    /// The kinds of NPCs there are.
    pub archetypes: Vec<ArchetypeEntry>,
    /// Examples.
    pub examples: Vec<ExampleEntry>,
    /// Glossary.
    pub terms: Vec<TermEntry>,
    /// Chapters.
    pub chapters: Vec<ChapterEntry>,
}

/// The formula of a value, when it could be read.
pub fn formula(entry: &ValueEntry) -> Option<&Formula> {
    entry.formula.as_ref().map(|placed| &placed.formula)
}
