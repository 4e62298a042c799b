//! The views of a character sheet and of an NPC handout.
//!
//! **In** a computed character and the block list of the system. **Out** [`Sheet`], sides of
//! blocks on a grid of twelve columns. Filled and blank have the same blocks; on a blank every
//! value is `None`, which asks for a box to write in.

use serde::Serialize;

pub use makeready_content::words::{Layout, View};

use super::art::Art;
use super::card::{Block, Table, Track};
use super::text::Paragraph;

/// What stands in a cell, from which follows how wide a box to write it in has to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holds {
    /// A number, such as `73`.
    #[default]
    Number,
    /// A roll, such as `5d12 + 7`.
    Dice,
    /// A word, or a few of them.
    Words,
}

/// A labeled value with its formula.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ValueCell {
    /// Id, such as `hp_max`.
    pub id: String,
    /// `Health Points`
    pub name: String,
    /// `HP`
    pub abbr: String,
    /// `73`; `None` asks for a write-in box.
    pub text: Option<String>,
    /// What it is, whether or not it is known.
    pub holds: Holds,
    /// `HP`, `squares`; may be empty.
    pub unit: String,
    /// What a screen shows beside the name: the abbreviation, where other numbers are worded with it and the name does not say it.
    pub beside_name: String,
    /// The unit that a screen shows: empty where it is the abbreviation.
    pub beside_value: String,
    /// What is done with a roll, behind its figure: `2 highest out; best 3 dice`. May be empty.
    pub after: String,
    /// Small print: terms when filled, the formula in abbreviations when blank.
    pub terms: String,
    /// Whether they say more than the value: `HP 84` below 84 does not.
    pub is_sum: bool,
    /// Rule ID; may be empty.
    pub rule: String,
}

/// One stat: what it was at creation, what was added, and the total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StatCell {
    /// `Power`
    pub name: String,
    /// `PWR`
    pub abbr: String,
    /// At creation, with advances.
    pub base: Option<String>,
    /// What items and effects add; empty when nothing does.
    pub bonus: String,
    /// The total.
    pub total: Option<String>,
}

/// A group of stats and its total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StatGroup {
    /// `Body`
    pub name: String,
    /// `#rrggbb`
    pub color: String,
    /// The group's own value, when the system derives one.
    pub total: Option<ValueCell>,
    /// Its stats.
    pub stats: Vec<StatCell>,
}

/// A resource with room to keep count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ResourceCell {
    /// Its maximum.
    pub max: ValueCell,
    /// `#rrggbb`
    pub color: String,
    /// Whether it has a track below zero.
    pub goes_negative: bool,
    /// Boxes to tick, when the maximum is small enough (at most 60); 0 for a write-in line.
    pub boxes: u32,
    /// Whether there is a field for a shield on it.
    pub has_shield: bool,
}

/// One line of a roll table: a skill or an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RollRow {
    /// `Strike`
    pub name: String,
    /// Icon id; may be empty.
    pub icon: String,
    /// Small remark, such as `triggered`, or the chosen kinds of a skill. May be empty.
    pub note: String,
    /// Ranks, for skills; `None` elsewhere and on a blank.
    pub ranks: Option<String>,
    /// One cell per column of the block.
    pub cells: Vec<ValueCell>,
    /// What is paid, each thing by itself: `1 / 2 / 3 AP`, or `2 AP` and `3 Stamina`.
    pub costs: Vec<String>,
}

/// What a block is there for, which its content does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// What is to be read before anything else: that a draft breaks rules.
    Notice,
    /// Anything else.
    #[default]
    Play,
    /// What the character can do that others cannot: abilities, traits.
    Abilities,
    /// What the character has.
    Things,
    /// How likely its rolls succeed.
    Chances,
    /// Where its numbers come from.
    Sums,
}

/// What a block shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SheetContent {
    /// Labeled lines: name, level, trades.
    Identity {
        /// Label and text; `None` asks for a write-in line.
        lines: Vec<(String, Option<String>)>,
    },
    /// All stats by group.
    Stats {
        /// The groups in order.
        groups: Vec<StatGroup>,
    },
    /// Resources with boxes.
    Resources {
        /// In order.
        resources: Vec<ResourceCell>,
    },
    /// Values, set large.
    Values {
        /// In order.
        values: Vec<ValueCell>,
    },
    /// A table of rolls, with a column of ranks where `has_ranks`.
    Rolls {
        /// Headings of the cells.
        columns: Vec<String>,
        /// Whether rows have ranks.
        has_ranks: bool,
        /// Lines.
        rows: Vec<RollRow>,
    },
    /// A table of text: items, abilities.
    Table(Table),
    /// Running text.
    Text {
        /// The paragraphs.
        paragraphs: Vec<Paragraph>,
    },
    /// Boxes to tick.
    Tracks {
        /// The tracks in order.
        tracks: Vec<Track>,
    },
    /// Lines to write on.
    Lines {
        /// How many.
        lines: u32,
    },
    /// Mixed parts, as on a reference card.
    Blocks {
        /// The parts.
        blocks: Vec<Block>,
    },
}

/// One block of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SheetBlock {
    /// Title; may be empty.
    pub title: String,
    /// Columns of twelve that it takes.
    pub span: u8,
    /// What it is there for.
    pub purpose: Purpose,
    /// What it shows.
    pub content: SheetContent,
}

/// A character sheet: one leaf, two sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sheet {
    /// The character's id, or `blank`.
    pub id: String,
    /// The character's name; empty on a blank.
    pub name: String,
    /// `Level 3 Adventurer`; empty on a blank.
    pub subtitle: String,
    /// That it breaks rules, for the sides that do not show the subtitle; empty if it does not.
    pub draft: String,
    /// A line that says what the character looks like. May be empty.
    pub looks: String,
    /// The character's picture.
    pub portrait: Option<Art>,
    /// Whether this is the form to write on.
    pub is_blank: bool,
    /// Blocks of the front.
    pub front: Vec<SheetBlock>,
    /// Blocks of the back.
    pub back: Vec<SheetBlock>,
    /// Blocks of a third page, which is printed on request; usually none.
    pub further: Vec<SheetBlock>,
    /// `Small 1 · rules 4f2a91`
    pub edition: String,
    /// The system's title.
    pub system: String,
}

/// A stat block of one NPC, made to be read under pressure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Handout {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// What it does in a fight, or what it is, in a word or two: `Ambusher`. May be empty.
    pub role: String,
    /// How dangerous it is: `Level 3 · Adventurer`; may be empty.
    pub subtitle: String,
    /// Its parts, `Level 3` and `Adventurer`.
    pub subtitle_parts: Vec<String>,
    /// The NPC's picture.
    pub portrait: Option<Art>,
    /// Who may read it: `GM`; empty when everybody may.
    pub readers: String,
    /// Blocks in reading order.
    pub blocks: Vec<SheetBlock>,
    /// `Small 1 · rules 4f2a91`
    pub edition: String,
}
