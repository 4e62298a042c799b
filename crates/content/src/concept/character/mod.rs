//! `characters/*.yaml` and `npcs/*.yaml`: somebody with everything that a sheet shows.

pub mod computed;
pub mod validate;

use std::borrow::Cow;
use std::ops::Deref;

use makeready_rules::formula::{ExprKind, Formula};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use crate::code::Code;
use crate::concept::ability::BuiltEntry;
use crate::concept::argument::word;
use crate::concept::art::ArtEntry;
use crate::concept::item::ItemEntry;
use crate::concept::modifier::ModifierEntry;
use crate::concept::traits::TakenEntry;
use crate::de::{Bounded, List, Named, Readable, by_hand, by_hand_if_sound, names, read};
use crate::decode::Decoder;
use crate::limits::MOST_HELD;
use crate::scalar::{Body, CalledPerson, FormatVersion, Here, Label, LabelAt, Name, Remark, Whole, WholeAt};
use crate::source::{FileId, Located, Span};
use crate::yaml::{Kind, Node};

/// The greatest number that is entered for anybody.
pub const LARGEST: i64 = 1_000_000;
/// The word that tells, under `known`, that players know what role somebody has.
pub const ROLE: &str = "role";
/// The most ranks in one thing.
pub const MOST_RANKS: i64 = 100;

/// Somebody: a character or an NPC.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct CharacterEntry {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// Id and name.
    #[schemars(flatten)]
    pub head: CalledPerson,
    /// The system they are of, by id. A file outside every content folder has to say it.
    #[serde(default)]
    pub system: Option<Located<String>>,
    /// A line that describes them.
    #[serde(default)]
    pub portrait: Remark,
    /// Their picture, on sheets, handouts and pages.
    #[serde(default)]
    pub art: Readable<ArtEntry>,
    /// What they do in a fight, or what they are, in a word or two. It stands beside the name on handouts.
    #[serde(default)]
    #[schemars(example = &"Ambusher")]
    pub role: LabelAt,
    /// What the players know of them, and their handout tells: notes, inputs, choices, stats and values by id, abilities by
    /// id, or `role`.
    #[serde(default)]
    #[schemars(example = serde_json::json!(["role", "tactics", "speed"]))]
    pub known: Bounded<Located<String>, MOST_HELD>,
    /// Whose ally they are.
    #[serde(default)]
    pub ally: Readable<AllyEntry>,
    /// What is entered, such as a level: `input: number`.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "level": 4 }))]
    pub inputs: Named<EnteredNumber>,
    /// What is chosen: `choice: option`.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "rank": "veteran" }))]
    pub choices: Named<Located<String>>,
    /// Stats at creation: `stat: number`.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "power": 3, "wit": 5 }))]
    pub stats: Named<EnteredNumber>,
    /// The advances taken since, in order.
    #[serde(default)]
    pub advances: List<AdvanceEntry>,
    /// Backgrounds.
    #[serde(default)]
    pub backgrounds: Bounded<PastEntry, MOST_HELD>,
    /// Languages.
    #[serde(default)]
    pub languages: Bounded<SpokenLanguageEntry, MOST_HELD>,
    /// Ranks in skills, by id of the skill.
    #[serde(default)]
    #[schemars(example = serde_json::json!({
        "stealth": 3,
        "instinct": { "parry": 2, "dodge": 1 },
        "climbing": { "rank": 2, "secondary": { "ropes": 1 } }
    }))]
    pub skills: Named<RanksEntry>,
    /// What they carry.
    #[serde(default)]
    pub items: Bounded<ItemEntry, MOST_HELD>,
    /// Their abilities.
    #[serde(default)]
    pub abilities: Bounded<OwnedEntry, MOST_HELD>,
    /// Their traits, in the order of taking.
    #[serde(default)]
    #[schemars(example = serde_json::json!(["tough", { "skilled": "wider" }]))]
    pub traits: TraitsTaken,
    /// Conditions that are in force, by id.
    #[serde(default)]
    pub conditions: Bounded<Located<String>, MOST_HELD>,
    /// Notes for sheets and handouts, by the id under which these print them. Marks and `{formula}` may stand in them.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "tactics": "Strikes first, for {strike.damage}." }))]
    pub notes: Named<Body>,
}

/// A number that is entered for somebody.
type Entered = WholeAt<{ -LARGEST }, LARGEST>;

/// A number that is entered for somebody, or what stands where one should.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct EnteredNumber {
    number: Located<i64>,
    /// Whether it is what was written, and no stand-in.
    pub is_read: bool,
}

impl Deref for EnteredNumber {
    type Target = Located<i64>;

    fn deref(&self) -> &Located<i64> {
        &self.number
    }
}

impl<'de> Deserialize<'de> for EnteredNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, node| {
            let help = match &node.kind {
                Kind::Null => Some(MAY_STAY_OPEN),
                Kind::Text(text)
                    if Formula::parse(text)
                        .is_ok_and(|formula| !matches!(formula.expr.kind, ExprKind::Name(_) | ExprKind::Number(_))) =>
                {
                    Some("formulas and dice are not allowed here: write the resulting number")
                }
                _ => None,
            };
            let number = match help {
                Some(help) => {
                    d.error(Code::WrongType, node.at, format!("expected a whole number, found {}", node.kind.name()))
                        .help = Some(help.to_owned());
                    None
                }
                None => read::<Entered>(d, node).filter(|_| !d.has_fault_within(node.extent())),
            };
            let is_read = number.is_some();
            Self { number: number.map_or(Located { value: 0, at: node.at }, |number| number.0), is_read }
        })
    }
}

impl JsonSchema for EnteredNumber {
    fn schema_name() -> Cow<'static, str> {
        Entered::schema_name()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Entered::json_schema(generator)
    }
}

/// What to try where a number is not there: leaving it out is a fault as well, unless the game lets it stay open.
pub(super) const MAY_STAY_OPEN: &str =
    "write a number; only `inputs` in system.yaml can be empty, with `optional: true`";

/// Ranks in something.
type RankCount = Whole<0, MOST_RANKS>;

impl CharacterEntry {
    /// The file it stands in.
    pub fn file(&self) -> FileId {
        self.head.at.file
    }

    /// The abilities that are described in words.
    pub fn described(&self) -> impl Iterator<Item = &AbilityEntry> {
        self.abilities.iter().filter_map(|ability| match ability {
            OwnedEntry::Described(described) => Some(described),
            OwnedEntry::Shared(_) | OwnedEntry::Built(_) => None,
        })
    }

    /// Everything that it says of modifiers.
    pub fn modifiers(&self) -> impl Iterator<Item = &ModifierEntry> {
        self.items.iter().flat_map(|item| &item.modifiers).chain(self.described().flat_map(|a| &a.modifiers))
    }
}

/// Whose ally somebody is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct AllyEntry {
    /// The character or NPC, by id.
    pub of: Located<String>,
    /// The ability that called the ally, by id.
    #[serde(default)]
    pub through: Option<Located<String>>,
}

/// A stat that was raised.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct AdvanceEntry {
    /// The stat, by id.
    pub stat: Located<String>,
}

/// What somebody was before.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct PastEntry {
    /// Where it stands.
    #[serde(rename = "head")]
    #[schemars(skip)]
    pub at: Here,
    /// What it is called.
    #[schemars(example = &"Innkeeper")]
    pub name: Name,
    /// What it covers: actions, skills or entries of lists, by id.
    #[serde(default)]
    pub covers: List<Located<String>>,
}

/// A language that somebody speaks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct SpokenLanguageEntry {
    /// Where it stands.
    #[serde(rename = "head")]
    #[schemars(skip)]
    pub at: Here,
    /// What it is called.
    pub name: Name,
    /// Ranks in it; none where a language is known or not.
    #[serde(default)]
    pub ranks: RankCount,
}

/// Ranks in a skill.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum RanksEntry {
    /// So many.
    Plain(u32, Span),
    /// So many for each kind.
    Chosen(Vec<(Located<String>, u32)>),
    /// So many in the skill itself, and in each secondary skill under it.
    WithSecondary {
        /// In the skill itself.
        own: u32,
        /// By secondary skill.
        secondary: Vec<(Located<String>, u32)>,
        /// Where it stands.
        at: Span,
    },
}

/// Ranks in a skill that has secondary skills under it.
#[derive(Deserialize, JsonSchema)]
struct RanksWithSecondary {
    /// In the skill itself.
    #[serde(default)]
    rank: RankCount,
    /// In each secondary skill, by id.
    #[serde(default)]
    secondary: Named<RankCount>,
}

impl<'de> Deserialize<'de> for RanksEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, ranks)
    }
}

/// `2`, `{ strike: 1 }`, or `{ rank: 2, secondary: { bash: 1 } }`.
fn ranks(d: &mut Decoder, node: &Node) -> Option<RanksEntry> {
    let counts =
        |ranks: Named<RankCount>| ranks.into_iter().map(|(name, ranks)| (name, ranks.count())).collect::<Vec<_>>();
    Some(if ["rank", "secondary"].into_iter().any(|key| node.value(key).is_some()) {
        let RanksWithSecondary { rank, secondary } = read(d, node)?;
        RanksEntry::WithSecondary { own: rank.count(), secondary: counts(secondary), at: node.at }
    } else if let Kind::Map(_) = node.kind {
        RanksEntry::Chosen(counts(read(d, node)?))
    } else {
        RanksEntry::Plain(read::<RankCount>(d, node)?.count(), node.at)
    })
}

impl JsonSchema for RanksEntry {
    fn schema_name() -> Cow<'static, str> {
        "Ranks".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let plain = generator.subschema_for::<RankCount>();
        let mut by_kind = Named::<RankCount>::json_schema(generator);
        // With one of these words it is the other form.
        by_kind.insert(
            "propertyNames".to_owned(),
            json_schema!({ "allOf": [names(), { "not": { "enum": ["rank", "secondary"] } }] }).into(),
        );
        let with_secondary = generator.subschema_for::<RanksWithSecondary>();
        json_schema!({
            "description": "Ranks: a number; for a skill that is bought by kinds, `kind: ranks` for each; \
                for one with secondary skills, `rank` and `secondary`.",
            "anyOf": [plain, with_secondary, by_kind]
        })
    }
}

/// Traits that a character took, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct TraitsTaken(pub Vec<TakenEntry>);

impl<'de> Deserialize<'de> for TraitsTaken {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, list| Self(traits(d, list)))
    }
}

/// `- tough`, or `- skilled: wider` with the option that was taken.
fn traits(d: &mut Decoder, list: &Node) -> Vec<TakenEntry> {
    let mut taken = Vec::new();
    for node in d.items(list) {
        if !matches!(node.kind, Kind::Map(_)) {
            taken.push(TakenEntry { id: d.reference(node), option: None });
            continue;
        }
        let entries = d.map_entries(node);
        if entries.len() != 1 {
            d.error(Code::NotOneTrait, node.at, "one trait with its option is written as `- trait: option`").help =
                Some("write each trait on its own line after `- `".to_owned());
        }
        taken.extend(entries.into_iter().map(|(id, node)| TakenEntry { id, option: Some(d.reference(node)) }));
    }
    taken
}

impl JsonSchema for TraitsTaken {
    fn schema_name() -> Cow<'static, str> {
        "TraitsTaken".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut list = List::<Located<String>>::json_schema(generator);
        let word = generator.subschema_for::<Located<String>>();
        let with_option = json_schema!({
            "type": "object", "additionalProperties": word, "minProperties": 1, "maxProperties": 1,
            "propertyNames": names()
        });
        list.insert("items".to_owned(), json_schema!({ "anyOf": [word, with_option] }).into());
        list
    }
}

/// An ability of a character.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
#[expect(clippy::large_enum_variant, reason = "a person has some ten of them")]
pub enum OwnedEntry {
    /// Described in words.
    Described(AbilityEntry),
    /// One of `abilities/*.yaml`, by id.
    Shared(Located<String>),
    /// Built from keywords on the spot.
    Built(BuiltEntry),
}

impl OwnedEntry {
    /// The id of one that was built, and where it stands.
    pub fn id(&self) -> Option<Located<String>> {
        match self {
            Self::Described(_) => None,
            Self::Shared(id) => Some(id.clone()),
            Self::Built(built) => Some(Located { value: built.head.id.clone(), at: built.head.at }),
        }
    }
}

impl<'de> Deserialize<'de> for OwnedEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, owned)
    }
}

/// `surge` for one of `abilities/*.yaml`; a mapping with `keywords` is built on the spot, any other described.
fn owned(d: &mut Decoder, node: &Node) -> Option<OwnedEntry> {
    if let Kind::Text(_) = node.kind {
        return Some(OwnedEntry::Shared(d.reference(node)));
    }
    if !node.holds("keywords") {
        return read(d, node).map(OwnedEntry::Described);
    }
    read(d, node).map(OwnedEntry::Built)
}

impl JsonSchema for OwnedEntry {
    fn schema_name() -> Cow<'static, str> {
        "OwnedAbility".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let built = generator.subschema_for::<BuiltEntry>();
        let described = generator.subschema_for::<AbilityEntry>();
        json_schema!({
            "description": "An ability: one of `abilities/*.yaml` by its id; one that is built here, with `keywords`; \
                or one that is described in words.",
            "anyOf": [word(), built, described]
        })
    }
}

/// An ability that is described in words.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct AbilityEntry {
    /// What it is called.
    pub name: Name,
    /// What type of ability it is, in a word.
    #[serde(default, rename = "type")]
    #[schemars(example = &"active")]
    pub kind: Label,
    /// What it costs.
    #[serde(default)]
    #[schemars(example = &"1 SP")]
    pub cost: Label,
    /// What it does. Marks and `{formula}` may stand in it.
    #[serde(default)]
    pub text: Body,
    /// A remark. Marks and `{formula}` may stand in it.
    #[serde(default)]
    pub note: Body,
    /// What it does to stats and values of whoever has it.
    #[serde(default)]
    pub modifiers: List<ModifierEntry>,
}
