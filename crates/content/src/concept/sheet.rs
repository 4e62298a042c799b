//! Blocks of sheets and handouts: what each shows, and how wide it is.

use std::borrow::Cow;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

use crate::checked::Few;
use crate::concept::checks::UseEntry;
use crate::de::{List, Readable, Several, by_hand, by_hand_if_sound, read};
use crate::decode::{Decoder, PlacedFormula};
use crate::limits::{MOST_BLOCKS, MOST_COLUMNS, MOST_ROWS};
use crate::scalar::{Label, Marked, Name, SomeBody, Tag, Whole};
use crate::source::{Located, Span};
use crate::text::Text;
use crate::words::Form;
use crate::yaml::Node;

/// The most lines to write on, or boxes to tick, of a block.
const MOST_LINES: i64 = 60;
/// How many lines there are to write on where nothing is said.
const USUAL_LINES: u32 = 4;

/// The two sides of the sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct SheetEntry {
    /// The blocks of the front.
    #[serde(default)]
    pub front: Blocks<List<BlockEntry>>,
    /// The blocks of the back.
    #[serde(default)]
    pub back: Blocks<List<BlockEntry>>,
}

/// A list of blocks, whose key says where they stand and not what they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Blocks<L>(pub L);

impl<L> Deref for Blocks<L> {
    type Target = L;

    fn deref(&self) -> &L {
        &self.0
    }
}

impl<'de, L: DeserializeOwned + Default> Deserialize<'de> for Blocks<L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, list| {
            d.too_many(list, "block", MOST_BLOCKS);
            Self(read(d, list).unwrap_or_default())
        })
    }
}

impl<L: JsonSchema> JsonSchema for Blocks<L> {
    fn schema_name() -> Cow<'static, str> {
        Few::<L, MOST_BLOCKS>::schema_name()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Few::<L, MOST_BLOCKS>::json_schema(generator)
    }
}

/// A block of a sheet or handout.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct BlockEntry {
    /// Title; may be empty.
    pub title: String,
    /// Columns of twelve.
    pub span: u8,
    /// When it is there; always without it.
    pub when: Readable<PlacedFormula>,
    /// The form that alone has it, if not both.
    pub form: Readable<Form>,
    /// What it shows.
    pub kind: BlockKind,
    /// Where it stands.
    pub at: Span,
}

/// What a block of a sheet shows.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum BlockKind {
    /// Lines about the character: `name`, inputs, choices, `backgrounds`, `languages`.
    Identity(Vec<Located<String>>),
    /// The line that describes the character, or so many sentences of it.
    Portrait(Option<u32>),
    /// All stats.
    Stats,
    /// Resources, by id.
    Resources(Vec<Located<String>>),
    /// Values, by name.
    Values(Vec<Located<String>>),
    /// Rolls of actions: ids, and columns of label and value id.
    Rolls(Vec<Located<String>>, Vec<RollColumn>),
    /// All skills; on a handout those with ranks, and these.
    Skills(Vec<Located<String>>),
    /// Items, with so many lines on a blank.
    Items(u32),
    /// Traits, with so many lines on a blank; on a handout by name, or shown in full.
    Traits(u32, bool),
    /// Conditions in force, with so many lines to write further ones on.
    Conditions(u32),
    /// Abilities, with so many lines on a blank, and whether what they do is shown in full or by keywords.
    Abilities(u32, bool),
    /// Abilities by name, each with a few words in which the names of an ability may stand, and whether with keywords.
    AbilityNames(Text, bool),
    /// Allies, each with a few words in its own values, with so many lines on a blank and for who has none.
    Allies(Text, u32),
    /// Boxes.
    Tracks(Vec<BoxesEntry>),
    /// Text.
    Text(Text),
    /// A note of the character, by its id, or so many sentences of it.
    Notes(Located<String>, Option<u32>),
    /// Chances of checks.
    Odds(Vec<UseEntry>),
    /// Values with the sums that make them, by name.
    Sums(Vec<Located<String>>),
    /// Empty lines.
    Lines(u32),
    /// Lines with a label each.
    Fields(Vec<Name>),
}

/// A column of rolls.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct RollColumn {
    /// Its heading.
    pub label: Name,
    /// The value of the actions that stands in it, by id.
    pub value: Located<String>,
    /// The label of a fact of the actions that is printed behind the value, such as how many of the dice are kept.
    #[serde(default)]
    #[schemars(example = &"Keep")]
    pub fact: Option<Located<String>>,
}

/// Boxes to tick.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct BoxesEntry {
    /// What they count.
    pub label: Name,
    /// How many there are.
    pub boxes: Whole<1, MOST_LINES>,
}

/// A list that a block shows row by row.
type Rows<L> = Few<L, MOST_ROWS>;
/// How many lines there are to write on, where that is said.
type LineCount = Option<Whole<1, MOST_LINES>>;

fn lines(count: LineCount) -> u32 {
    count.map_or(USUAL_LINES, Whole::count)
}

/// Declares the kinds of blocks: the word that authors write, the keys besides the title and the width, and what
/// becomes of them.
macro_rules! blocks {
    ($($(#[$doc:meta])* $word:literal $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* } => $kind:expr;)*) => {
        $(
            $(#[$doc])*
            #[derive(Deserialize, JsonSchema)]
            struct $name {
                /// What the block shows.
                #[allow(dead_code, reason = "it has told which of these types is read")]
                #[schemars(extend("const" = $word))]
                block: Tag,
                /// What stands above it.
                #[serde(default)]
                title: Label,
                /// How wide it is, in twelfths of the page.
                span: Whole<1, 12>,
                /// When it is there: a formula that comes out true. What is not known yet leaves it there.
                #[serde(default)]
                #[schemars(example = &"ruling.strike_target != 'not_used'")]
                when: Readable<PlacedFormula>,
                /// Which form alone has it, the blank one or that of a character. Without it, both.
                #[serde(default)]
                form: Readable<Form>,
                $($(#[$field_doc])* $field: $type,)*
            }
        )*

        /// What the block is by its word, and how it is read.
        const KINDS: &[(&str, fn(&mut Decoder, &Node) -> Option<BlockEntry>)] = &[$(($word, |d, node| {
            let $name { title, span, when, form, $($field,)* .. } = read(d, node)?;
            let span = u8::try_from(span.0).unwrap_or(12);
            Some(BlockEntry { title: title.0, span, when, form, kind: $kind, at: node.at })
        })),*];

        /// The schema of each kind.
        pub fn schemas(generator: &mut SchemaGenerator) -> Vec<Schema> {
            vec![$($name::json_schema(generator)),*]
        }
    };
}

blocks! {
    /// Lines about the character.
    "identity" IdentityBlock {
        /// What they tell: `name`, `backgrounds`, `languages`, or an input or choice by id.
        lines: Rows<Several<Located<String>>>,
    } => BlockKind::Identity(lines.0.0);

    /// The line that describes the character.
    "portrait" PortraitBlock {
        /// How many sentences of it; without it, all.
        #[serde(default)]
        sentences: LineCount,
    } => BlockKind::Portrait(sentences.map(Whole::count));

    /// All stats.
    "stats" StatsBlock {} => BlockKind::Stats;

    /// Resources.
    "resources" ResourcesBlock {
        /// Which, by id.
        resources: Rows<Several<Located<String>>>,
    } => BlockKind::Resources(resources.0.0);

    /// Values.
    "values" ValuesBlock {
        /// Which, by the names that formulas use.
        values: Rows<Several<Located<String>>>,
    } => BlockKind::Values(values.0.0);

    /// Rolls of actions.
    "rolls" RollsBlock {
        /// The actions, by id.
        actions: Rows<Several<Located<String>>>,
        /// What is shown of each.
        columns: Few<Several<RollColumn>, MOST_COLUMNS>,
    } => BlockKind::Rolls(actions.0.0, columns.0.0);

    /// All skills; on a handout those with ranks.
    "skills" SkillsBlock {
        /// Skills that a handout shows without ranks as well, by id.
        #[serde(default)]
        always: List<Located<String>>,
    } => BlockKind::Skills(always.0);

    /// What the character carries.
    "items" ItemsBlock {
        /// How many lines there are to write on, on a blank sheet.
        #[serde(default)]
        lines: LineCount,
    } => BlockKind::Items(self::lines(lines));

    /// Traits.
    "traits" TraitsBlock {
        /// How many lines there are to write on, on a blank sheet.
        #[serde(default)]
        lines: LineCount,
        /// Whether a handout tells in full what they do.
        #[serde(default)]
        effects: bool,
    } => BlockKind::Traits(self::lines(lines), effects);

    /// Conditions in force, with what they do.
    "conditions" ConditionsBlock {
        /// How many lines there are for these and further ones; without it the block is there only for who has some.
        #[serde(default)]
        lines: LineCount,
    } => BlockKind::Conditions(lines.map_or(0, Whole::count));

    /// Abilities, with what they do.
    "abilities" AbilitiesBlock {
        /// How many lines there are to write on, on a blank sheet.
        #[serde(default)]
        lines: LineCount,
        /// Whether what they do is shown in full, or by their keywords.
        #[serde(default)]
        effects: bool,
    } => BlockKind::Abilities(self::lines(lines), effects);

    /// Abilities by name.
    "ability-names" AbilityNamesBlock {
        /// What is shown of each, in a few words: the names of an ability may stand in `{formulas}`.
        text: Marked,
        /// Whether their keywords are told as well.
        #[serde(default)]
        keywords: bool,
    } => BlockKind::AbilityNames(text.0, keywords);

    /// Allies.
    "allies" AlliesBlock {
        /// What is shown of each, in a few words: the ally's values may stand in `{formulas}`.
        text: Marked,
        /// How many lines there are to write on for who has none.
        #[serde(default)]
        lines: LineCount,
    } => BlockKind::Allies(text.0, self::lines(lines));

    /// Boxes to tick.
    "tracks" TracksBlock {
        /// What is counted.
        tracks: Rows<Several<BoxesEntry>>,
    } => BlockKind::Tracks(tracks.0.0);

    /// Text.
    "text" TextBlock {
        /// The text, with marks and `{formulas}`.
        text: SomeBody,
    } => BlockKind::Text(text.0);

    /// A note of the character.
    "notes" NotesBlock {
        /// Which, by the id under which the character's file has it.
        notes: Located<String>,
        /// How many sentences of it; without it, all.
        #[serde(default)]
        sentences: LineCount,
    } => BlockKind::Notes(notes, sentences.map(Whole::count));

    /// Chances of checks.
    "odds" OddsBlock {
        /// The checks, each with its arguments.
        checks: Rows<Several<UseEntry>>,
    } => BlockKind::Odds(checks.0.0);

    /// Values, each with the sum that makes it. A blank form has no such block.
    "sums" SumsBlock {
        /// Which, by the names that formulas use.
        values: Rows<Several<Located<String>>>,
    } => BlockKind::Sums(values.0.0);

    /// Lines to write on.
    "lines" LinesBlock {
        /// How many.
        #[serde(default)]
        count: LineCount,
    } => BlockKind::Lines(lines(count));

    /// Lines to write on, each with what it is for.
    "fields" FieldsBlock {
        /// What stands before each.
        labels: Rows<Several<Name>>,
    } => BlockKind::Fields(labels.0.0);
}

impl<'de> Deserialize<'de> for BlockEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, |d, node| {
            let read = d.tag(node, "block", KINDS)?;
            read(d, node)
        })
    }
}

impl JsonSchema for BlockEntry {
    fn schema_name() -> Cow<'static, str> {
        "SheetBlock".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A block of a sheet or handout. The word behind `block` tells what it shows.",
            "oneOf": schemas(generator)
        })
    }
}
