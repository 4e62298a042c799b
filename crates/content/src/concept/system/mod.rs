//! `system.yaml`: what a game is made of.

pub mod validate;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::checked::{Checked, Few};
use crate::concept::background::BackgroundEntry;
use crate::concept::choice::ChoiceEntry;
use crate::concept::cost_set::CostSetEntry;
use crate::concept::credits::{Author, CreditLine, GameCredits, Licence, MOST_AUTHORS, MOST_CREDITS};
use crate::concept::family::FamilyEntry;
use crate::concept::group::GroupEntry;
use crate::concept::handouts::HandoutsEntry;
use crate::concept::head::Head;
use crate::concept::input::InputWritten;
use crate::concept::item_fields::{AlliesEntry, ItemsEntry};
use crate::concept::legality::LegalityWritten;
use crate::concept::list::ListEntry;
use crate::concept::look::LookEntry;
use crate::concept::resource::ResourceEntry;
use crate::concept::sheet::SheetEntry;
use crate::concept::stat::StatEntry;
use crate::concept::value::{DerivedWritten, ValueEntry};
use crate::de::{List, Readable};
use crate::decode::Decoder;
use crate::entries::Entries;
use crate::limits::MOST_ON_SHEET;
use crate::scalar::{FormatVersion, Id, Label, Name, Sentence, Whole};
use crate::source::Located;
use crate::yaml::Node;

/// Where systems stand that do not say where.
const LAST_PLACE: i64 = 1000;

/// A list that sheets show, or look through, all of.
type Shown<T> = Few<List<T>, MOST_ON_SHEET>;

/// What a game is made of.
#[derive(Deserialize, JsonSchema)]
pub struct SystemFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// Id: the name of the folder.
    id: Id,
    /// What the game is called.
    title: Name,
    /// The rule it rests on.
    #[serde(default)]
    rule: Label,
    /// Further rules it rests on.
    #[serde(default)]
    rules: List<Located<String>>,
    /// One line for the cover.
    tagline: Sentence,
    /// The edition, which is printed at the foot of everything.
    #[schemars(example = &"1.0")]
    edition: Name,
    /// Where it stands among the games of a folder; those of one place stand in the order of their ids.
    #[serde(default)]
    place: Option<Whole<1, LAST_PLACE>>,
    /// The terms that it is under.
    #[serde(default)]
    licence: Readable<Licence>,
    /// Who made it.
    #[serde(default)]
    authors: Few<List<Author>, MOST_AUTHORS>,
    /// What else there is to be said of its making.
    #[serde(default)]
    credits: Few<List<CreditLine>, MOST_CREDITS>,
    /// Numbers that are entered for a character.
    #[serde(default)]
    inputs: Shown<Checked<InputWritten>>,
    /// Groups of stats, in the order of the sheet.
    #[serde(default)]
    groups: List<GroupEntry>,
    /// Stats.
    #[serde(default)]
    stats: Shown<StatEntry>,
    /// The value that one advance adds to a stat, by id.
    #[serde(default)]
    advance_value: Option<Located<String>>,
    /// Words that are chosen for a character.
    #[serde(default)]
    choices: Shown<ChoiceEntry>,
    /// Derived values, in the order of the sheet.
    #[serde(default)]
    derived: List<DerivedWritten>,
    /// What is spent and recovered in play.
    #[serde(default)]
    resources: Shown<ResourceEntry>,
    /// Ways to pay that several actions share.
    #[serde(default)]
    cost_sets: List<CostSetEntry>,
    /// Families of cards.
    #[serde(default)]
    families: List<FamilyEntry>,
    /// Closed lists of words.
    #[serde(default)]
    lists: Shown<ListEntry>,
    /// What backgrounds are, where the game has any.
    #[serde(default)]
    backgrounds: Readable<BackgroundEntry>,
    /// What there is to say of things that are carried.
    #[serde(default)]
    items: Readable<ItemsEntry>,
    /// What there is to say of allies.
    #[serde(default)]
    allies: Readable<AlliesEntry>,
    /// What makes a character legal.
    #[serde(default)]
    legality: List<Checked<LegalityWritten>>,
    /// Colors and ornaments.
    look: Readable<LookEntry>,
    /// The character sheet.
    sheet: Readable<SheetEntry>,
    /// What handouts show.
    #[serde(default)]
    handouts: Readable<HandoutsEntry>,
}

/// Reads `system.yaml` into `entries`.
pub fn read(d: &mut Decoder, node: &Node, entries: &mut Entries) {
    let Some(file) = d.file::<SystemFile>(node) else { return };
    let title = file.title.0;
    entries.head = Head {
        name: title.clone(),
        rule: file.rule.0,
        rules: file.rules.into_iter().map(|rule| rule.value).collect(),
        summary: String::new(),
        at: file.id.at,
        id: file.id.0.value,
    };
    entries.tagline = file.tagline.0;
    entries.edition = file.edition.0;
    entries.place = file.place.map_or(LAST_PLACE, |place| place.0);
    entries.credits = GameCredits {
        title,
        licence: file.licence.0.map(|licence| licence.0),
        authors: file.authors.0.0,
        credits: file.credits.0.0,
    };
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
        entries.item_card = items.card.0;
    }
    entries.ally_card = file.allies.0.and_then(|allies| allies.card.0);
    entries.legality = file.legality.into_iter().map(|Checked(rule)| rule).collect();
    entries.look = file.look.0.unwrap_or_default();
    let sheet = file.sheet.0.unwrap_or_default();
    (entries.sheet_front, entries.sheet_back) = (sheet.front.0.0, sheet.back.0.0);
    entries.handouts = file.handouts.0.unwrap_or_default();
}
