//! `abilities/*.yaml`: abilities that were built from keywords.

use std::borrow::Cow;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use super::argument::{ArgumentEntry, Arguments, argument, word};
use super::head::Head;
use crate::code::Code;
use crate::concept::art::ArtEntry;
use crate::de::{Readable, by_hand, names};
use crate::decode::Decoder;
use crate::scalar::{CalledFile, FormatVersion, Label, SomeBody};
use crate::source::{Located, Span};
use crate::text::Text;
use crate::yaml::{Kind, Node};

/// An ability that is built from keywords.
#[derive(Clone, Deserialize, JsonSchema)]
pub struct AbilityFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// What it is.
    #[serde(rename = "body")]
    #[schemars(flatten)]
    pub ability: BuiltEntry,
}

/// An ability that is built from keywords.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct BuiltEntry {
    /// Id and name.
    #[schemars(flatten)]
    pub head: CalledFile,
    /// Its picture. Without it, that of the family of its card.
    #[serde(default)]
    pub art: Readable<ArtEntry>,
    /// The fields of abilities that `building.yaml` declares: `field: value`.
    #[serde(default)]
    pub fields: Arguments,
    /// What it is built from, line by line: a keyword by id, or `keyword: { parameter: value }`.
    #[schemars(example = serde_json::json!(["lasting", { "range": { "squares": 6 } }]))]
    pub keywords: Purchases,
    /// What it does. Marks and `{formula}` may stand in it.
    pub description: SomeBody,
    /// What it does in a few words, for stat blocks and as the sentence beside its card. Without them the rules of its keywords tell it.
    #[serde(default)]
    pub summary: Label,
}

/// What an ability is built from, where it has neither a name nor a text of its own.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Parts {
    /// The fields of abilities that `building.yaml` declares: `field: value`.
    #[serde(default)]
    fields: Arguments,
    /// What it is built from, line by line: a keyword by id, or `keyword: { parameter: value }`.
    #[schemars(example = serde_json::json!(["lasting", { "range": { "squares": 6 } }]))]
    keywords: Purchases,
}

impl Parts {
    /// The ability, under the name of something else.
    pub fn under(self, head: Head) -> BuiltEntry {
        let description = SomeBody(Text::default());
        BuiltEntry {
            head: CalledFile(head),
            art: Readable(None),
            fields: self.fields,
            keywords: self.keywords,
            description,
            summary: Label::default(),
        }
    }
}

/// The keywords of an ability.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Purchases {
    /// Where they stand.
    pub at: Span,
    /// Each as it was bought.
    pub bought: Vec<PurchaseEntry>,
}

/// A keyword in an ability.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct PurchaseEntry {
    /// The keyword.
    pub keyword: Located<String>,
    /// What the buyer decided.
    pub parameters: Vec<(Located<String>, Located<ArgumentEntry>)>,
}

impl Deref for Purchases {
    type Target = Vec<PurchaseEntry>;

    fn deref(&self) -> &Vec<PurchaseEntry> {
        &self.bought
    }
}

impl<'de> Deserialize<'de> for Purchases {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, |d, list| Self { at: list.at, bought: purchases(d, list) })
    }
}

/// `- range-v: { rings: 2 }`, or `- cognition-v` for a keyword without parameters.
fn purchases(d: &mut Decoder, list: &Node) -> Vec<PurchaseEntry> {
    let mut bought = Vec::new();
    for node in d.items(list) {
        if let Kind::Text(_) = node.kind {
            bought.push(PurchaseEntry { keyword: d.reference(node), parameters: Vec::new() });
            continue;
        }
        let entries = d.map_entries(node);
        if let [_, (second, _), ..] = &entries[..] {
            d.error(Code::TwoKeywords, second.at, "a line has only one keyword: this is one too many").help =
                Some(format!("start a new line: `- {}: ...`", second.value));
        }
        if matches!(&node.kind, Kind::Map(entries) if entries.is_empty()) {
            d.error(Code::Empty, node.at, "this line has no keyword").help =
                Some("write its id, or remove the line".to_owned());
        }
        if let Some((keyword, node)) = entries.into_iter().next() {
            let parameters = d.map_entries(node);
            let parameters = parameters.into_iter().map(|(name, node)| (name, argument(d, node))).collect();
            bought.push(PurchaseEntry { keyword, parameters });
        }
    }
    bought
}

impl JsonSchema for Purchases {
    fn schema_name() -> Cow<'static, str> {
        "Purchases".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let parameters = generator.subschema_for::<Arguments>();
        json_schema!({
            "type": "array",
            "items": {
                "anyOf": [word(), {
                    "type": "object", "additionalProperties": parameters, "minProperties": 1, "maxProperties": 1,
                    "propertyNames": names()
                }]
            },
            "maxItems": crate::limits::MOST_ITEMS
        })
    }
}
