//! `archetypes/*.yaml`: kinds of NPCs, and what they choose from.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use super::character::RanksEntry;
use super::item::ItemEntry;
use crate::code::Code;
use crate::concept::art::ArtEntry;
use crate::de::{List, Named, Readable, Several, by_hand, read};
use crate::decode::{Decoder, PlacedFormula};
use crate::scalar::{FormatVersion, HeadedFile, Whole, Word, Written};
use crate::source::Located;
use crate::yaml::{Kind, Node};

/// The heaviest weight: more than that means the same.
const HEAVIEST: i64 = 1_000;

/// A kind of NPC, and what it chooses from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ArchetypeEntry {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// Id, name and summary.
    #[schemars(flatten)]
    pub head: HeadedFile,
    /// The picture of all of its kind, on handouts and pages.
    #[serde(default)]
    pub art: Readable<ArtEntry>,
    /// The parts of a name, in order: of each list one is taken.
    #[schemars(example = serde_json::json!([["Abel", "Bess"], ["Reed", "of the Mill"]]))]
    pub names: Several<Phrase>,
    /// The parts of a description, in order: of each list one is taken.
    pub looks: Several<Phrase>,
    /// What is entered for it: `input: formula`.
    #[serde(default)]
    pub inputs: Named<Readable<PlacedFormula>>,
    /// Options of which it has one: `choice: [option, option]`.
    #[serde(default)]
    pub choices: Named<List<Located<String>>>,
    /// How much each trait is wanted: `trait: weight`.
    #[serde(default)]
    pub traits: Named<Weight>,
    /// How much each stat matters: `stat: weight`.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "power": 5, "wit": 2 }))]
    pub stats: Named<Weight>,
    /// Backgrounds to choose from.
    #[serde(default)]
    pub backgrounds: List<BackgroundOfferEntry>,
    /// Languages to choose from, those that are always spoken first.
    #[serde(default)]
    pub languages: List<Located<String>>,
    /// How much each skill matters: weights, written like the ranks of a character.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "stealth": 3, "instinct": { "parry": 2, "dodge": 1 } }))]
    pub skills: Named<RanksEntry>,
    /// What it carries: of each group one thing.
    #[serde(default)]
    pub items: List<GearGroupEntry>,
    /// How much each ability of `abilities/*.yaml` is wanted: `ability: weight`.
    #[serde(default)]
    pub abilities: Named<Weight>,
    /// Notes for handouts, by the id under which these print them: a text, or several of which one is taken.
    #[serde(default)]
    pub notes: Named<NoteOffers>,
}

impl ArchetypeEntry {
    /// Everything that it may carry.
    pub fn gear(&self) -> impl Iterator<Item = &ItemEntry> {
        self.items.iter().flat_map(|group| group.one_of.iter()).map(|offer| &offer.item)
    }
}

/// How much something is wanted.
pub type Weight = Whole<0, HEAVIEST>;

/// Words of which one is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Phrase(pub Vec<String>);

impl<'de> Deserialize<'de> for Phrase {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, list| {
            if matches!(&list.kind, Kind::List(words) if words.is_empty()) {
                d.error(Code::Empty, list.at, "this list has no entry to choose from").help =
                    Some("write at least one".to_owned());
            }
            Self(d.items(list).iter().filter_map(|word| read::<Word>(d, word)).map(String::from).collect())
        })
    }
}

impl JsonSchema for Phrase {
    fn schema_name() -> Cow<'static, str> {
        "Phrase".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Several::<Word>::json_schema(generator)
    }
}

/// Names of a background, and what it may cover.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct BackgroundOfferEntry {
    /// What it is called: one of these.
    pub names: Several<Word>,
    /// What it may cover: actions, skills or entries of lists, by id.
    pub covers: Several<Located<String>>,
}

/// Things of which an NPC has one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct GearGroupEntry {
    /// Who has one: a formula. Everybody without it.
    #[serde(default)]
    #[schemars(example = &"level >= 5")]
    pub when: Readable<PlacedFormula>,
    /// The things.
    pub one_of: Several<GearOffer>,
}

/// A thing to carry.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct GearOffer {
    /// The thing.
    #[serde(rename = "head")]
    #[schemars(flatten)]
    pub item: ItemEntry,
    /// Who may have it: a formula. Everybody without it.
    #[serde(default)]
    #[schemars(example = &"level >= 5")]
    pub when: Readable<PlacedFormula>,
}

/// Texts of which one is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct NoteOffers(pub Vec<NoteOffer>);

/// A text to choose.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct NoteOffer {
    /// For whom it is there: a formula.
    #[schemars(example = &"level >= 5")]
    pub when: Readable<PlacedFormula>,
    /// The text. Marks and `{formula}` may stand in it.
    pub text: Written,
}

impl<'de> Deserialize<'de> for NoteOffers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, node| {
            let offers = if let Kind::List(offers) = &node.kind { offers } else { std::slice::from_ref(node) };
            let is_list = matches!(node.kind, Kind::List(_));
            Self(offers.iter().filter_map(|offer| note(d, offer, is_list)).collect())
        })
    }
}

/// A text alone, or in a list as `{ when, text }`.
fn note(d: &mut Decoder, node: &Node, may_be_mapping: bool) -> Option<NoteOffer> {
    if may_be_mapping && matches!(node.kind, Kind::Map(_)) {
        return read(d, node);
    }
    Some(NoteOffer { when: Readable(None), text: read(d, node)? })
}

impl JsonSchema for NoteOffers {
    fn schema_name() -> Cow<'static, str> {
        "Notes".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let text = generator.subschema_for::<Written>();
        let mut several = List::<NoteOffer>::json_schema(generator);
        let some = generator.subschema_for::<NoteOffer>();
        several.insert("items".to_owned(), json_schema!({ "anyOf": [text, some] }).into());
        json_schema!({
            "description": "A text, or several of which one is taken; `{ when, text }` is there for some only.",
            "anyOf": [text, several]
        })
    }
}
