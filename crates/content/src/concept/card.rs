//! `actions/*.yaml` and `references/*.yaml`: what stands on cards.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

use super::block::CardBlock;
use super::bulk::refuse_bulk;
use super::fact::{FactEntry, FigureWritten, OutcomeEntry};
use crate::checked::{Checked, Written};
use crate::code::Code;
use crate::concept::art::ArtEntry;
use crate::concept::checks::UseEntry;
use crate::concept::head::Head;
use crate::concept::value::ValueEntry;
use crate::de::{List, Readable};
use crate::decode::{Decoder, Markdown, PlacedFormula};
use crate::scalar::{Body, FormatVersion, Headed, Label};
use crate::source::Located;
use crate::text::Text;
use crate::yaml::Node;

/// What characters do: each action is a card.
#[derive(Clone, Deserialize, JsonSchema)]
pub struct ActionsFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// The actions.
    pub actions: List<Checked<CardWritten>>,
}

/// Cards to look things up on.
#[derive(Clone, Deserialize, JsonSchema)]
pub struct ReferencesFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// The reference cards.
    pub references: List<Checked<ReferenceWritten>>,
}

/// A card.
#[derive(Deserialize, JsonSchema)]
pub struct CardWritten {
    /// Id, name and rules.
    #[schemars(flatten)]
    head: Headed,
    /// The family of cards it is one of, by its id in `system.yaml`.
    family: Located<String>,
    /// What stands on it.
    #[schemars(flatten)]
    body: CardBody,
}

/// What stands on a card of any kind.
#[derive(Deserialize, JsonSchema)]
pub struct CardBody {
    /// The line under the name. Without it, that of the family.
    #[serde(default)]
    type_line: Label,
    /// The icon, by its name. Without it, that of the family.
    #[serde(default)]
    icon: Option<Located<String>>,
    /// Its picture. Without it, that of the family.
    #[serde(default)]
    art: Readable<ArtEntry>,
    /// What it costs: a formula, which other formulas know as `cost` behind its id and a dot.
    #[serde(default)]
    #[schemars(example = &"2 + pace")]
    cost: Readable<PlacedFormula>,
    /// What stands behind the cost.
    #[serde(default)]
    cost_unit: Label,
    /// In place of `cost`: the id of a set of costs in `system.yaml`, which several cards share.
    #[serde(default)]
    cost_set: Option<Located<String>>,
    /// What is added to every cost of the set, for whoever has the card: a formula. Where it is not known, nothing is.
    #[serde(default)]
    #[schemars(example = &"if(wielded('strike', 'hands', 1) == 2, 2, 0)")]
    cost_more: Readable<PlacedFormula>,
    /// Whether there is a box to write a further cost into.
    #[serde(default)]
    extra_cost_box: bool,
    /// Words that formulas ask for, beside the id.
    #[serde(default)]
    tags: List<Located<String>>,
    /// Words that formulas ask for as long as nothing is held for it.
    #[serde(default)]
    tags_without_item: List<Located<String>>,
    /// Figures, computed for whoever has the card.
    #[serde(default)]
    values: List<FigureWritten>,
    /// Labeled lines.
    #[serde(default)]
    facts: List<FactEntry>,
    /// The body, one to three short paragraphs: text with marks and `{formulas}`.
    #[serde(default)]
    text: Body,
    /// What happens on which result.
    #[serde(default)]
    outcomes: List<OutcomeEntry>,
    /// Further parts, such as tables.
    #[serde(default)]
    blocks: List<CardBlock>,
    /// The usual price as a reaction, such as `+1`, as a sign at the corner: text with `{formulas}`.
    #[serde(default)]
    #[schemars(example = &"+{react_cost}")]
    reaction_sign: Text,
    /// What it is as a reaction: text with marks and `{formulas}`.
    #[serde(default)]
    reaction: Text,
    /// Markdown in which `{formula}` may stand, for its page in the rulebook only.
    #[serde(default)]
    details: Markdown,
    /// In whose deck it is: a truth about the character. Without it, in everybody's.
    #[serde(default)]
    #[schemars(example = &"times('hardy') > 0")]
    when: Readable<PlacedFormula>,
    /// The check whose chances a filled card shows, where they are wanted.
    #[serde(default)]
    odds: Readable<UseEntry>,
}

/// How an action is paid for.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum CostEntry {
    /// Nothing is said.
    None,
    /// One figure.
    Single(PlacedFormula, String),
    /// A shared set.
    Set(Located<String>),
}

/// An action, a skill or a reference card: what stands on its card.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct CardEntry {
    /// Id, name, rule.
    pub head: Head,
    /// Id of its family.
    pub family: Option<Located<String>>,
    /// Icon; empty takes the family's.
    pub icon: Option<Located<String>>,
    /// Its picture; without one, that of the family.
    pub art: Option<ArtEntry>,
    /// How it is paid for.
    pub cost: CostEntry,
    /// What is added to every cost of a set.
    pub cost_more: Option<PlacedFormula>,
    /// Whether there is a box for extra cost.
    pub has_extra_cost_box: bool,
    /// Tags.
    pub tags: Vec<Located<String>>,
    /// Tags as long as nothing is held for it.
    pub tags_without_item: Vec<Located<String>>,
    /// Figures.
    pub values: Vec<ValueEntry>,
    /// Labeled lines.
    pub facts: Vec<FactEntry>,
    /// Body.
    pub text: Text,
    /// Results.
    pub outcomes: Vec<OutcomeEntry>,
    /// Further parts.
    pub blocks: Vec<CardBlock>,
    /// The usual price as a reaction, as a sign.
    pub reaction_sign: Text,
    /// As a reaction.
    pub reaction: Text,
    /// Markdown for its page.
    pub details: Markdown,
    /// Line under the name; empty takes the family's.
    pub type_line: String,
    /// In whose deck it is; without it, in everybody's.
    pub when: Option<PlacedFormula>,
    /// The check whose chances a filled card shows, where they are wanted.
    pub odds: Option<UseEntry>,
}

impl Written for CardWritten {
    type Entry = CardEntry;

    fn entry(self, d: &mut Decoder, node: &Node) -> CardEntry {
        self.body.card(d, node, self.head.0, Some(self.family))
    }
}

impl CardBody {
    /// The card of this head and family.
    pub fn card(self, d: &mut Decoder, node: &Node, head: Head, family: Option<Located<String>>) -> CardEntry {
        let card = CardEntry {
            head,
            family,
            icon: self.icon,
            art: self.art.0,
            cost: cost(d, node, self.cost_set, self.cost.0, self.cost_unit.0),
            cost_more: self.cost_more.0,
            has_extra_cost_box: self.extra_cost_box,
            tags: self.tags.0,
            tags_without_item: self.tags_without_item.0,
            values: self.values.into_iter().map(ValueEntry::from).collect(),
            facts: self.facts.0,
            text: self.text.0,
            outcomes: self.outcomes.0,
            blocks: self.blocks.0,
            reaction_sign: self.reaction_sign,
            reaction: self.reaction,
            details: self.details,
            type_line: self.type_line.0,
            when: self.when.0,
            odds: self.odds.0,
        };
        refuse_bulk(d, &card);
        card
    }
}

fn cost(
    d: &mut Decoder,
    node: &Node,
    set: Option<Located<String>>,
    single: Option<PlacedFormula>,
    unit: String,
) -> CostEntry {
    if node.holds("cost_unit") && !node.holds("cost") {
        let at = node.key_place("cost_unit").unwrap_or(node.at);
        let help =
            if set.is_some() { "remove this: a cost set has its own unit" } else { "add `cost: ...`, or remove this" };
        d.error(Code::UnitWithoutCost, at, "there is no `cost` for this unit").help = Some(help.to_owned());
    }
    if let Some(at) = node.key_place("cost_more").filter(|_| set.is_none()) {
        let help = "add `cost_set: ...`, or remove this";
        d.error(Code::UnitWithoutCost, at, "there is no `cost_set` to add this to").help = Some(help.to_owned());
    }
    match (set, single) {
        (Some(set), Some(single)) => {
            let message = "an action has either `cost` or `cost_set`, not both";
            d.error(Code::TwoCosts, single.place.at, message).help = Some("remove one of the two".to_owned());
            CostEntry::Set(set)
        }
        (Some(set), None) => CostEntry::Set(set),
        (None, Some(single)) => CostEntry::Single(single, unit),
        (None, None) => CostEntry::None,
    }
}

/// A reference card. It has no roll and no cost: nobody plays it, so nothing computes them.
#[derive(Deserialize)]
pub struct ReferenceWritten(CardWritten);

/// The keys that reference cards do not have.
const NOT_ON_REFERENCE: [&str; 4] = ["values", "cost", "tags", "tags_without_item"];

impl Written for ReferenceWritten {
    type Entry = CardEntry;

    fn entry(self, d: &mut Decoder, node: &Node) -> CardEntry {
        let held = NOT_ON_REFERENCE.into_iter().filter(|key| node.holds(key));
        for (key, at) in held.filter_map(|key| Some((key, node.key_place(key)?))) {
            d.error(Code::NotOnReference, at, format!("a reference card has no `{key}`")).help = Some(match key {
                "values" => "show numbers in a `facts` or `table` block, as `{hp_max}`".to_owned(),
                _ => "make it an action, or remove this key".to_owned(),
            });
        }
        self.0.entry(d, node)
    }
}

impl JsonSchema for ReferenceWritten {
    fn schema_name() -> Cow<'static, str> {
        "ReferenceCard".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = CardWritten::json_schema(generator);
        schema.insert("description".to_owned(), "A card to look something up on.".into());
        if let Some(keys) = schema.get_mut("properties").and_then(|keys| keys.as_object_mut()) {
            // A unit without a cost is refused as well.
            keys.retain(|key, _| !NOT_ON_REFERENCE.contains(&key.as_str()) && key != "cost_unit");
        }
        generator.definitions_mut().remove(FigureWritten::schema_name().as_ref());
        schema
    }
}
