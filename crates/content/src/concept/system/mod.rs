//! `system.yaml`: what a game is made of.

pub mod validate;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::checked::{Checked, Few};
use crate::concept::art::{ArtEntry, PicturesEntry};
use crate::concept::background::BackgroundEntry;
use crate::concept::choice::ChoiceEntry;
use crate::concept::cost_set::CostSetEntry;
use crate::concept::credits::{Author, CreditLine, Licence, MOST_AUTHORS, MOST_CREDITS};
use crate::concept::family::FamilyEntry;
use crate::concept::group::GroupEntry;
use crate::concept::handouts::HandoutsEntry;
use crate::concept::input::InputWritten;
use crate::concept::item_fields::{AlliesEntry, ItemsEntry};
use crate::concept::lang::LangEntry;
use crate::concept::legality::LegalityWritten;
use crate::concept::list::ListEntry;
use crate::concept::look::LookEntry;
use crate::concept::paths::{MOST_PATHS, PathEntry};
use crate::concept::resource::ResourceEntry;
use crate::concept::sheet::SheetEntry;
use crate::concept::stat::StatEntry;
use crate::concept::value::DerivedWritten;
use crate::de::{List, Named, Readable};
use crate::limits::MOST_ON_SHEET;
use crate::scalar::{FileName, FormatVersion, Name, RuleId, Sentence, Whole};
use crate::source::Located;

/// Where systems stand that do not say where.
pub const LAST_PLACE: i64 = 1000;

/// A list that sheets show, or look through, all of.
type Shown<T> = Few<List<T>, MOST_ON_SHEET>;

/// What a game is made of.
#[derive(Clone, Deserialize, JsonSchema)]
pub struct SystemFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// Id: the name of the folder.
    pub id: FileName,
    /// What the game is called.
    pub title: Name,
    /// The rule it rests on.
    #[serde(default)]
    pub rule: RuleId,
    /// Further rules it rests on.
    #[serde(default)]
    pub rules: List<RuleId>,
    /// One line for the cover.
    pub tagline: Sentence,
    /// The edition, which is printed at the foot of everything.
    #[schemars(example = &"1.0")]
    pub edition: Name,
    /// The language that it is written in, which its pages speak as well. English unless it says otherwise.
    #[serde(default)]
    pub lang: LangEntry,
    /// Where it stands among the games of a folder; those of one place stand in the order of their ids.
    #[serde(default)]
    pub place: Option<Whole<1, LAST_PLACE>>,
    /// The terms that it is under.
    #[serde(default)]
    pub licence: Readable<Licence>,
    /// Who made it.
    #[serde(default)]
    pub authors: Few<List<Author>, MOST_AUTHORS>,
    /// What else there is to be said of its making.
    #[serde(default)]
    pub credits: Few<List<CreditLine>, MOST_CREDITS>,
    /// The picture on the cover of its book.
    #[serde(default)]
    pub art: Readable<ArtEntry>,
    /// Ways through the book, for players, for game masters, for who comes back: the cover shows them.
    #[serde(default)]
    pub paths: Few<List<PathEntry>, MOST_PATHS>,
    /// Who drew the pictures that do not say so themselves. Without it, whoever made the game.
    #[serde(default)]
    pub pictures: Readable<PicturesEntry>,
    /// Who drew icons of the game's own, by their names, where it is somebody else.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "lantern": { "credit": "Ada", "licence": "CC BY 4.0" } }))]
    pub icon_credits: Named<PicturesEntry>,
    /// Numbers that are entered for a character.
    #[serde(default)]
    pub inputs: Shown<Checked<InputWritten>>,
    /// Groups of stats, in the order of the sheet.
    #[serde(default)]
    pub groups: List<GroupEntry>,
    /// Stats.
    #[serde(default)]
    pub stats: Shown<StatEntry>,
    /// The value that one advance adds to a stat, by id.
    #[serde(default)]
    pub advance_value: Option<Located<String>>,
    /// Words that are chosen for a character.
    #[serde(default)]
    pub choices: Shown<ChoiceEntry>,
    /// Derived values, in the order of the sheet.
    #[serde(default)]
    pub derived: List<DerivedWritten>,
    /// What is spent and recovered in play.
    #[serde(default)]
    pub resources: Shown<ResourceEntry>,
    /// Ways to pay that several actions share.
    #[serde(default)]
    pub cost_sets: List<CostSetEntry>,
    /// Families of cards.
    #[serde(default)]
    pub families: List<FamilyEntry>,
    /// Closed lists of words.
    #[serde(default)]
    pub lists: Shown<ListEntry>,
    /// What backgrounds are, where the game has any.
    #[serde(default)]
    pub backgrounds: Readable<BackgroundEntry>,
    /// What there is to say of things that are carried.
    #[serde(default)]
    pub items: Readable<ItemsEntry>,
    /// What there is to say of allies.
    #[serde(default)]
    pub allies: Readable<AlliesEntry>,
    /// What makes a character legal.
    #[serde(default)]
    pub legality: List<Checked<LegalityWritten>>,
    /// Colors and ornaments.
    pub look: Readable<LookEntry>,
    /// The character sheet.
    pub sheet: Readable<SheetEntry>,
    /// What handouts show.
    #[serde(default)]
    pub handouts: Readable<HandoutsEntry>,
}
