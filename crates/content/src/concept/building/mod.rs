//! `building.yaml`: how abilities are built, and what stands on their cards.

pub mod validate;

use std::borrow::Cow;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

use crate::checked::Few;
use crate::concept::layout::{LayoutFactEntry, LineCount};
use crate::concept::parameter::ParameterEntry;
use crate::concept::requirement::RequirementEntry;
use crate::concept::value::{ValueEntry, ValueWritten};
use crate::de::{List, Readable, Several, by_hand, list_as, read};
use crate::decode::PlacedFormula;
use crate::limits::{MOST_COLUMNS, MOST_ROWS};
use crate::scalar::{Filled, FormatVersion, Here, Marked, Name};
use crate::source::Located;
use crate::text::Text;

/// How abilities are built.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct BuildingEntry {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// Where the file starts.
    #[serde(rename = "head")]
    #[schemars(skip)]
    pub at: Here,
    /// What an author sets on every ability.
    pub fields: Few<Several<ParameterEntry>, MOST_ROWS>,
    /// What abilities cost, where they cost anything.
    #[serde(rename = "body")]
    #[schemars(flatten)]
    pub prices: Prices,
    /// Values of every ability.
    #[serde(default, deserialize_with = "list_as::<_, ValueWritten, _>")]
    #[schemars(with = "List<ValueWritten>")]
    pub values: Vec<ValueEntry>,
    /// What every ability must meet.
    #[serde(default)]
    pub requires: List<RequirementEntry>,
    /// Whether what its keywords add holds at all times: a formula.
    #[serde(default)]
    #[schemars(example = &"type == 'passive'")]
    pub lasting: Readable<PlacedFormula>,
    /// Which tags of actions are others in an ability.
    #[serde(default)]
    pub action_tags: Readable<ActionTagsEntry>,
    /// What stands on the card of an ability.
    #[serde(default)]
    pub card: Readable<AbilityCardEntry>,
    /// What lists of abilities tell of each.
    #[serde(default)]
    pub columns: Few<List<AbilityColumnEntry>, MOST_COLUMNS>,
}

/// What abilities cost, where they cost anything.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Prices(pub Option<PricesEntry>);

/// What abilities cost.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct PricesEntry {
    /// What a keyword costs in an ability: a formula.
    pub price: Readable<PlacedFormula>,
    /// The value that says what an ability costs in all, by id.
    pub spent: Located<String>,
    /// The value that says what it may cost, by id.
    pub budget: Located<String>,
}

impl Deref for Prices {
    type Target = Option<PricesEntry>;

    fn deref(&self) -> &Option<PricesEntry> {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Prices {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // With one of the keys, all of them have to be there.
        by_hand(deserializer, |d, node| {
            Self(["price", "spent", "budget"].iter().any(|key| node.holds(key)).then(|| read(d, node)).flatten())
        })
    }
}

/// Which tags of actions are others in an ability: `rank` and `trained` go by them in its formulas.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ActionTagsEntry {
    /// The field whose word is a tag of every action, where it is an entry of one of the lists.
    pub field: Located<String>,
    /// The lists, by id: other entries of theirs are then no tags of an action.
    pub lists: Several<Located<String>>,
}

/// What stands on the card of an ability, and on its line of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct AbilityCardEntry {
    /// The family of such cards, by id.
    pub family: Located<String>,
    /// The line under the name: text with marks and `{formulas}`.
    pub type_line: Marked,
    /// What a use costs.
    #[serde(default)]
    pub costs: Few<List<UseCost>, MOST_COLUMNS>,
    /// Labeled lines.
    pub facts: Few<Several<LayoutFactEntry>, MOST_ROWS>,
    /// Heading of the list of keywords.
    pub keyword: Name,
    /// Heading of what each costs, where abilities cost anything.
    #[serde(default)]
    pub price: Option<Located<String>>,
    /// Lines for keywords on a blank card.
    pub keyword_lines: LineCount,
    /// Lines for the description on a blank card.
    pub lines: LineCount,
    /// What stands over the lines for the description on a blank card.
    pub description: Name,
    /// Heading of the last column of lists on sheets: what the ability does.
    pub effect: Name,
}

/// What a use of an ability costs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct UseCost {
    /// The value of abilities that says how much, by id.
    pub cost: Located<String>,
    /// What stands behind it: text with marks and `{formulas}`.
    pub unit: Marked,
}

/// A column of lists of abilities.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct AbilityColumnEntry {
    /// Its heading.
    pub label: Name,
    /// What stands in it. `{formula}` may stand in it.
    pub text: Filled,
    /// Of which abilities something stands there; without it, of all.
    #[serde(default)]
    #[schemars(example = &"ap_cost > 0")]
    pub when: Readable<PlacedFormula>,
}

impl BuildingEntry {
    /// The formulas in the texts of an ability's card.
    pub fn card_formulas(&self) -> Vec<PlacedFormula> {
        let Some(card) = &*self.card else { return Vec::new() };
        let facts = card.facts.iter().map(|line| &line.fact.text);
        let texts = facts.chain(card.costs.iter().map(|cost| &*cost.unit)).chain([&*card.type_line]);
        let conditions = card.facts.iter().filter_map(|line| line.when.0.clone());
        texts.flat_map(Text::formulas).chain(conditions).collect()
    }
}

impl JsonSchema for Prices {
    fn schema_name() -> Cow<'static, str> {
        PricesEntry::schema_name()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = PricesEntry::json_schema(generator);
        schema.remove("required");
        let all = ["price", "spent", "budget"];
        let needed: serde_json::Map<_, _> = all.iter().map(|key| ((*key).to_owned(), all.into())).collect();
        schema.insert("dependencies".to_owned(), needed.into());
        schema
    }
}
