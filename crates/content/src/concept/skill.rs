//! `skills.yaml`: what characters have ranks in.

use schemars::JsonSchema;
use serde::Deserialize;

use super::card::{CardBody, CardEntry};
use super::fact::FactEntry;
use super::group::GroupEntry;
use crate::checked::{Checked, Few, Written};
use crate::code::Code;
use crate::concept::head::Head;
use crate::concept::value::ValueEntry;
use crate::de::{List, Readable};
use crate::decode::{Decoder, PlacedFormula};
use crate::diagnostic::Diagnostic;
use crate::limits::MOST_ON_SHEET;
use crate::scalar::{FormatVersion, Headed, Name, Remark};
use crate::source::Located;
use crate::text::Text;
use crate::yaml::Node;

/// Keys that say what stands on a card.
const CARD_ONLY: [&str; 13] = [
    "art",
    "type_line",
    "target",
    "text",
    "reaction_sign",
    "reaction",
    "facts",
    "outcomes",
    "blocks",
    "cost",
    "cost_set",
    "cost_more",
    "extra_cost_box",
];

/// What characters have ranks in.
#[derive(Clone, Deserialize, JsonSchema)]
pub struct SkillsFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// Groups of skills, in the order of the sheet.
    #[serde(default)]
    pub skill_groups: List<GroupEntry>,
    /// The skills.
    pub skills: Few<List<Checked<SkillWritten>>, MOST_ON_SHEET>,
}

/// A skill. With a `family` it has a card, and may have whatever an action has.
#[derive(Deserialize, JsonSchema)]
pub struct SkillWritten {
    /// Id, name and rules.
    #[schemars(flatten)]
    head: Headed,
    /// The family of cards it is one of, by its id in `system.yaml`. Without it, the skill has no card.
    #[serde(default)]
    family: Option<Located<String>>,
    /// The group it is one of.
    group: Located<String>,
    /// What is rolled: a formula, which other formulas know as `roll` behind the id and a dot.
    #[serde(default)]
    #[schemars(example = &"1d20 + rank('stealth')")]
    roll: Readable<PlacedFormula>,
    /// How a player computes the roll on a blank form, in one short line. Without it, words are made from the formula. Marks
    /// and `{formula}` may stand in it.
    #[serde(default)]
    #[schemars(example = &"1d20, best of two if you are trained; add Wits")]
    how: Text,
    /// Lists of which every entry is a kind that ranks are bought for.
    #[serde(default)]
    choose: List<Located<String>>,
    /// In place of `choose`: lists whose entries are skills under this one, with ranks of their own.
    #[serde(default)]
    secondary: List<Located<String>>,
    /// The stats it goes with.
    #[serde(default)]
    stats: List<Located<String>>,
    /// How it is used, in a few words.
    #[serde(default, rename = "use")]
    usage: Remark,
    /// What a roll has to meet: the line "Against" of its card. Text with marks and `{formulas}`.
    #[serde(default)]
    target: Text,
    /// What stands on its card.
    #[schemars(flatten)]
    body: CardBody,
}

/// A skill.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct SkillEntry {
    /// What its card shows. Its roll is the value `roll`.
    pub card: CardEntry,
    /// Group.
    pub group: Located<String>,
    /// Lists whose entries ranks are bought for.
    pub choose: Vec<Located<String>>,
    /// Lists whose entries are secondary skills under it.
    pub secondary: Vec<Located<String>>,
    /// Stats that it joins, for lists.
    pub stats: Vec<Located<String>>,
    /// How it is used.
    pub usage: String,
}

impl Written for SkillWritten {
    type Entry = SkillEntry;

    fn entry(self, d: &mut Decoder, node: &Node) -> SkillEntry {
        let Self { head: Headed(head), family, group, roll, how, choose, mut secondary, stats, usage, target, body } =
            self;
        if let (Some(_), Some(under)) = (choose.first(), secondary.first()) {
            let message =
                format!("ranks in `{}` are bought for each kind, so it cannot have secondary skills as well", head.id);
            d.error(Code::TwoKindsOfRanks, under.at, message).help =
                Some("write either `choose` or `secondary`".to_owned());
            secondary = List::default();
        }
        if family.is_none() {
            warn_of_no_card(d, node, &head);
        }
        let roll = roll.0.map(|formula| rolled(&head, formula, how));
        let mut card = body.card(d, node, head, family);
        if let Some(roll) = roll {
            card.values.insert(0, roll);
        }
        if !target.is_empty() {
            card.facts.insert(0, FactEntry { label: Name("Against".to_owned()), text: target });
        }
        SkillEntry { card, group, choose: choose.0, secondary: secondary.0, stats: stats.0, usage: usage.0 }
    }
}

/// Warns of what would stand on the card of a skill that has none.
fn warn_of_no_card(d: &mut Decoder, node: &Node, head: &Head) {
    if d.has_fault_within(node.extent()) {
        return;
    }
    for key in CARD_ONLY.iter().filter(|key| node.holds(key)) {
        let at = node.key_place(key).unwrap_or(head.at);
        let message = format!("`{key}` is not printed: the skill `{}` has no `family`, so it has no card", head.id);
        d.warn(Diagnostic::warning(Code::NoCard, at, message).help("add `family: ...`, or remove this key"));
    }
}

/// The roll of a skill.
fn rolled(skill: &Head, formula: PlacedFormula, how: Text) -> ValueEntry {
    ValueEntry {
        head: Head {
            id: "roll".to_owned(),
            name: skill.name.clone(),
            rule: skill.rule.clone(),
            at: skill.at,
            ..Head::default()
        },
        abbr: String::new(),
        unit: String::new(),
        note: Located::default(),
        how,
        formula: Some(formula),
        may_be_fraction: false,
    }
}
