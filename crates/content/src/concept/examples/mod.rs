//! `examples.yaml` and `examples/*.yaml`: worked examples, which are run.

pub mod validate;

use std::borrow::Cow;

use makeready_rules::formula::Formula;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use crate::checked::{Checked, Written};
use crate::code::Code;
use crate::concept::ability::{BuiltEntry, Parts};
use crate::concept::argument::{Arguments, word};
use crate::concept::character::PastEntry;
use crate::concept::checks::{Asks, CheckCall, ExpectEntry};
use crate::concept::head::Head;
use crate::concept::procedures::CallEntry;
use crate::de::{List, Named, Readable, by_hand_if_sound, read as read_value};
use crate::decode::{Decoder, PlacedFormula};
use crate::scalar::{Body, FormatVersion, Name, Remark, RuleId, Sentence, WholeAt};
use crate::source::{Located, Span};
use crate::text::Text;
use crate::yaml::{Kind, Node};

/// The farthest number that dice may have shown.
const FARTHEST: i64 = 1_000_000;

/// Worked examples.
#[derive(Clone, Deserialize, JsonSchema)]
pub struct ExamplesFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// The examples.
    pub examples: List<Checked<ExampleWritten>>,
}

/// A worked example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleEntry {
    /// Id (a rule ID), name, rules.
    pub head: Head,
    /// In words.
    pub text: Text,
    /// The character it is about.
    pub character: Option<Located<String>>,
    /// Values set by hand.
    pub set: Named<Readable<PlacedFormula>>,
    /// Backgrounds in place of the character's own, each with what it covers.
    pub backgrounds: List<PastEntry>,
    /// Rulings decided otherwise.
    pub rulings: Named<Located<String>>,
    /// What its formulas are about.
    pub subject: SubjectEntry,
    /// What must come out.
    pub expect: Vec<ExpectEntry>,
    /// Whether the ability, or without one the character, is legal.
    pub legal: Option<Located<bool>>,
    /// What it breaks, by id.
    pub breaks: List<Located<String>>,
    /// Why nothing is computed; empty when something is.
    pub not_run: String,
    /// What the source printed, when it differs.
    pub source_says: String,
    /// Why.
    pub differs: String,
}

/// A worked example: what is so, and what has to come out.
#[derive(Deserialize, JsonSchema)]
pub struct ExampleWritten {
    /// The rule it is an example of, by its ID; it is the id of the example as well.
    #[schemars(example = &"LR-03")]
    id: Located<String>,
    /// What is printed.
    name: Name,
    /// Further rules it rests on.
    #[serde(default)]
    rules: List<RuleId>,
    /// What has to come out, line by line.
    #[serde(default)]
    expect: List<Checked<ExpectWritten>>,
    /// Whether the ability, or without one the character, is legal.
    #[serde(default)]
    legal: Option<Located<bool>>,
    /// The example in words: text with marks and `{formulas}`.
    #[serde(default)]
    text: Body,
    /// The character it is about, by id.
    #[serde(default)]
    character: Option<Located<String>>,
    /// Values that are set by hand: `name: formula`.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "power": 4 }))]
    set: Named<Readable<PlacedFormula>>,
    /// Backgrounds in place of the character's own.
    #[serde(default)]
    backgrounds: List<PastEntry>,
    /// Rulings that are decided otherwise: `ruling: reading`.
    #[serde(default)]
    rulings: Named<Located<String>>,
    /// The check it is about, by id.
    #[serde(default)]
    check: Option<Located<String>>,
    /// What was rolled, where it is about one outcome of a check.
    #[serde(default)]
    rolled: Option<Rolled>,
    /// What the other side rolled.
    #[serde(default)]
    against: Option<Rolled>,
    /// What the check or procedure is given: `input: value`.
    #[serde(default)]
    given: Arguments,
    /// The procedure it is about, by id.
    #[serde(default)]
    procedure: Option<Located<String>>,
    /// The ability it is about: by id, or built here.
    #[serde(default)]
    ability: Option<AbilityWritten>,
    /// What it breaks: the ids of requirements or conditions of legality.
    #[serde(default)]
    breaks: List<Located<String>>,
    /// Why nothing is computed. An example without it is run.
    #[serde(default)]
    not_run: Option<Sentence>,
    /// What the source printed, where that differs.
    #[serde(default)]
    source_says: Remark,
    /// Why it differs.
    #[serde(default)]
    differs: Remark,
}

/// What dice have shown.
type Rolled = WholeAt<{ -FARTHEST }, FARTHEST>;

impl Written for ExampleWritten {
    type Entry = ExampleEntry;

    fn entry(mut self, d: &mut Decoder, node: &Node) -> ExampleEntry {
        let head = Head {
            name: std::mem::take(&mut self.name).0,
            rule: self.id.value.clone(),
            rules: std::mem::take(&mut self.rules).into_iter().map(|rule| rule.0).collect(),
            at: self.id.at,
            id: self.id.value.clone(),
            ..Head::default()
        };
        let example = ExampleEntry {
            subject: self.subject(d, node, &head),
            text: self.text.0,
            character: self.character,
            set: self.set,
            backgrounds: self.backgrounds,
            rulings: self.rulings,
            expect: self.expect.into_iter().filter_map(|Checked(expected)| expected).collect(),
            legal: self.legal,
            breaks: self.breaks,
            not_run: self.not_run.map(String::from).unwrap_or_default(),
            source_says: self.source_says.0,
            differs: self.differs.0,
            head,
        };
        if !d.has_fault_within(node.extent()) {
            complain(d, node, &example);
        }
        example
    }
}

impl ExampleWritten {
    /// `ability: surge`, `ability: { fields: ..., keywords: ... }`, or `procedure: damage` or `check: attack` with
    /// `given: { ... }`.
    fn subject(&mut self, d: &mut Decoder, node: &Node, head: &Head) -> SubjectEntry {
        let key_place = |key| node.key_place(key).unwrap_or(head.at);
        let given = std::mem::take(&mut self.given).0;
        let (rolled, against) = (self.rolled.take().map(|n| n.0), self.against.take().map(|n| n.0));
        if let Some(id) = self.check.take() {
            for (key, what) in [("procedure", "a check or a procedure"), ("ability", "a check or an ability")] {
                if node.holds(key) {
                    d.error(Code::TwoSubjects, key_place(key), format!("an example is about {what}")).help =
                        Some("divide it into two examples".to_owned());
                }
            }
            return SubjectEntry::Check(CheckCall { call: CallEntry { at: id.at, id, given }, rolled, against });
        }
        if let Some(number) = [&rolled, &against].into_iter().flatten().next() {
            let message = "this is the roll of a check, but the example names no check";
            d.error(Code::NoCheck, number.at, message).help = Some("add `check: ...`".to_owned());
        }
        match (self.procedure.take(), self.ability.take()) {
            (Some(_), Some(ability)) => {
                d.error(Code::TwoSubjects, key_place("ability"), "an example is about an ability or a procedure")
                    .help = Some("divide it into two examples".to_owned());
                ability.subject(head)
            }
            (Some(id), None) => SubjectEntry::Procedure(CallEntry { at: id.at, id, given }),
            (None, ability) => {
                if node.holds("given") {
                    let message = "`given` needs a procedure or a check";
                    d.error(Code::NoProcedure, key_place("given"), message).help =
                        Some("add `procedure: ...` or `check: ...`".to_owned());
                }
                ability.map_or(SubjectEntry::Character, |ability| ability.subject(head))
            }
        }
    }
}

/// The ability that an example is about.
#[derive(Debug)]
enum AbilityWritten {
    Named(Located<String>),
    Built(Option<Parts>, Span),
}

impl AbilityWritten {
    fn subject(self, head: &Head) -> SubjectEntry {
        match self {
            Self::Named(id) => SubjectEntry::Ability(id),
            Self::Built(None, _) => SubjectEntry::Character,
            Self::Built(Some(parts), at) => SubjectEntry::Built(Box::new(parts.under(Head {
                name: head.name.clone(),
                at,
                id: head.id.clone(),
                ..Head::default()
            }))),
        }
    }
}

impl<'de> Deserialize<'de> for AbilityWritten {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, |d, node| {
            let is_built = matches!(node.kind, Kind::Map(_));
            Some(if is_built { Self::Built(read_value(d, node), node.at) } else { Self::Named(d.reference(node)) })
        })
    }
}

impl JsonSchema for AbilityWritten {
    fn schema_name() -> Cow<'static, str> {
        "AbilityOfExample".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let built = generator.subschema_for::<Parts>();
        json_schema!({ "anyOf": [word(), built] })
    }
}

/// One thing that has to come out. Exactly one of the keys besides `is` says what is asked.
#[derive(Deserialize, JsonSchema)]
pub struct ExpectWritten {
    /// A formula, over what the example is about.
    #[serde(default)]
    formula: Readable<PlacedFormula>,
    /// Of a check: how likely this is.
    #[serde(default)]
    chance: Readable<PlacedFormula>,
    /// Of a check: what this is on average.
    #[serde(default)]
    mean: Readable<PlacedFormula>,
    /// Of a check: how likely this is at least once in the row of tries.
    #[serde(default)]
    once: Readable<PlacedFormula>,
    /// Of a check: how likely this is in every try.
    #[serde(default)]
    each: Readable<PlacedFormula>,
    /// Of a check: `true`, for how likely no try ends the row.
    #[serde(default)]
    unstopped: Readable<Unstopped>,
    /// Of a check: the mean of the sum of this over the row.
    #[serde(default)]
    total: Readable<PlacedFormula>,
    /// What it has to be: a formula.
    #[schemars(example = &"3/20")]
    is: Readable<PlacedFormula>,
}

/// `true`.
struct Unstopped(PlacedFormula);

impl<'de> Deserialize<'de> for Unstopped {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, |d, node| {
            if !d.word_truth(node) && !d.has_fault_within(node.at) {
                d.error(Code::WrongType, node.at, "`unstopped` can only be `true`").help =
                    Some("write `unstopped: true`".to_owned());
            }
            let formula = Formula::parse("true").ok()?;
            Some(Self(PlacedFormula { formula, place: d.place(node, "true") }))
        })
    }
}

impl JsonSchema for Unstopped {
    fn schema_name() -> Cow<'static, str> {
        "Unstopped".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "const": true })
    }
}

impl Written for ExpectWritten {
    type Entry = Option<ExpectEntry>;

    fn entry(self, d: &mut Decoder, node: &Node) -> Option<ExpectEntry> {
        let mut asked = Asks::ALL.into_iter().filter(|(key, _)| node.holds(key));
        let Some((key, asks)) = asked.next() else {
            if !d.has_fault_within(node.extent()) {
                d.required(node, "formula");
            }
            return None;
        };
        if let Some((second, _)) = asked.next() {
            let at = node.key_place(second).unwrap_or(node.at);
            d.error(Code::TwoQuestions, at, format!("one line asks one question, and this one already has `{key}`"))
                .help = Some("divide it into two lines".to_owned());
            return None;
        }
        let formula = match asks {
            Asks::Value => self.formula.0,
            Asks::Chance => self.chance.0,
            Asks::Mean => self.mean.0,
            Asks::Once => self.once.0,
            Asks::Each => self.each.0,
            Asks::Unstopped => self.unstopped.0.map(|Unstopped(formula)| formula),
            Asks::Total => self.total.0,
        };
        Some(ExpectEntry { asks, formula: formula?, is: self.is.0? })
    }
}

/// What the formulas of an example are about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubjectEntry {
    /// The character, or the values set by hand.
    Character,
    /// An ability of the game, by id.
    Ability(Located<String>),
    /// An ability built in the example itself.
    Built(Box<BuiltEntry>),
    /// A procedure and its arguments.
    Procedure(CallEntry),
    /// A check, its arguments, and what was rolled where that is said.
    Check(CheckCall),
}

/// Faults of an example that only show when all of it has been read.
fn complain(d: &mut Decoder, node: &Node, example: &ExampleEntry) {
    let key_place = |key| node.key_place(key);
    let at = example.head.at;
    let expects_something = !example.expect.is_empty() || example.legal.is_some() || !example.breaks.is_empty();
    if !expects_something && example.not_run.is_empty() {
        let message = format!("the example `{}` has no expected result", example.head.id);
        d.error(Code::NothingExpected, at, message).help =
            Some("add `expect: [ { formula: \"...\", is: \"...\" } ]`".to_owned());
    }
    if expects_something && !example.not_run.is_empty() {
        let at = key_place("not_run").unwrap_or(at);
        d.error(Code::RunAfterAll, at, "this example has an expected result, so it is run").help =
            Some("remove `not_run`".to_owned());
    }
    let legality = ["legal", "breaks"].into_iter().find_map(key_place);
    if let (SubjectEntry::Procedure(_), Some(at)) = (&example.subject, legality) {
        d.error(Code::NoLegality, at, "a procedure is neither legal nor illegal").help =
            Some("expect one of its steps".to_owned());
    }
    if let (SubjectEntry::Check(_), Some(at)) = (&example.subject, legality) {
        d.error(Code::NoLegality, at, "a check is neither legal nor illegal").help =
            Some("expect a chance, or the result of one roll".to_owned());
    }
    if !matches!(example.subject, SubjectEntry::Check(_))
        && let Some(odd) = example.expect.iter().find(|expected| expected.asks != Asks::Value)
    {
        let message = format!("`{}` needs a check, but this example names none", odd.asks.key());
        d.error(Code::NoCheck, odd.formula.place.at, message).help = Some("add `check: ...`".to_owned());
    }
    if let (Some(Located { value: true, .. }), [first, ..]) = (&example.legal, &example.breaks[..]) {
        d.error(Code::LegalAndBroken, first.at, "a legal example breaks nothing").help =
            Some("write `legal: false`, or remove `breaks`".to_owned());
    }
}
