//! `checks.yaml`: rolls whose outcomes mean something; and where an example or a chapter asks for odds.

pub mod used;
pub mod validate;

use std::borrow::Cow;
use std::collections::BTreeMap;

use makeready_rules::ability::Argument;
use makeready_rules::check::CheckDef;
use makeready_rules::rules::Rules;
use makeready_rules::system::RULING;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use crate::checked::{Checked, Written};
use crate::code::Code;
use crate::concept::argument::{ArgumentEntry, argument};
use crate::concept::parameter::{ParameterEntry, called_by_chapters};
use crate::concept::procedures::CallEntry;
use crate::concept::value::{ValueEntry, ValueWritten};
use crate::de::{List, Named, Readable, Several, by_hand_if_sound};
use crate::decode::{Decoder, PlacedFormula};
use crate::scalar::{FormatVersion, Headed, Label};
use crate::source::{Located, Span};
use crate::text::Text;
use crate::words::OutcomeKind;
use crate::yaml::{Kind, Node};

/// What stands beside the inputs where a chapter asks for odds; no input can be called like that.
pub const ODDS_KEYS: [&str; 3] = ["check", "who", "caption"];

/// Rolls whose outcomes mean something.
#[derive(Clone, Deserialize, JsonSchema)]
pub struct ChecksFile {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// The checks.
    pub checks: Several<Checked<CheckWritten>>,
}

/// A check.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct CheckEntry {
    /// Id, name, rule.
    pub head: Headed,
    /// Its parameters.
    pub inputs: Vec<ParameterEntry>,
    /// The dice.
    pub roll: Option<PlacedFormula>,
    /// What is rolled, in words; may be empty.
    pub how: Text,
    /// What the other side rolls.
    pub against: Option<PlacedFormula>,
    /// What the other side rolls, in words; may be empty.
    pub against_how: Text,
    /// How often it is rolled, where one of several rolls counts.
    pub times: Option<PlacedFormula>,
    /// Whether the worst of them counts.
    pub keeps_worst: bool,
    /// Computed for every outcome, in order.
    pub values: Vec<ValueEntry>,
    /// The value whose distribution is shown.
    pub result: Option<Located<String>>,
    /// What outcomes mean, in order.
    pub bands: Vec<BandEntry>,
    /// Bands after which everything is rolled again.
    pub again: Vec<Located<String>>,
    /// How many tries there are in a row.
    pub tries: Option<PlacedFormula>,
    /// Bands that end the row.
    pub stop: Vec<Located<String>>,
    /// One input and what it usually is.
    pub usual: Option<(Located<String>, Vec<Located<ArgumentEntry>>)>,
    /// Whose odds its page shows.
    pub who: Option<Located<String>>,
}

/// A roll whose outcomes mean something.
#[derive(Deserialize, JsonSchema)]
pub struct CheckWritten {
    /// Id, name and rules.
    #[schemars(flatten)]
    head: Headed,
    /// Its parameters.
    #[serde(default, deserialize_with = "inputs")]
    #[schemars(with = "List<ParameterEntry>")]
    inputs: Vec<ParameterEntry>,
    /// The dice: a formula.
    #[schemars(example = &"1d20 + power")]
    roll: Readable<PlacedFormula>,
    /// What is rolled, in one line of words for readers. Without it, words are made from the formula. Marks and `{formula}` may
    /// stand in it.
    #[serde(default)]
    #[schemars(example = &"2d10, 1 more for each level; the best 2 count")]
    how: Text,
    /// What the other side rolls: a formula.
    #[serde(default)]
    against: Readable<PlacedFormula>,
    /// What the other side rolls, in one line of words, as `how` says what is rolled.
    #[serde(default)]
    #[schemars(example = &"as many d12 as their dice; + their points")]
    against_how: Text,
    /// How often it is rolled, where one of several rolls counts: a formula.
    #[serde(default)]
    times: Readable<PlacedFormula>,
    /// Which of several rolls counts. Without it, the best.
    #[serde(default)]
    keep: Readable<Keep>,
    /// What is computed for every outcome, in order. `rolled` is what the dice show.
    #[serde(default)]
    values: List<ValueWritten>,
    /// The value whose distribution is shown, by id. Without it, what is rolled.
    #[serde(default)]
    result: Option<Located<String>>,
    /// What outcomes mean. The first band that holds is the one.
    bands: Several<Checked<BandWritten>>,
    /// Bands after which everything is rolled again, by id.
    #[serde(default)]
    again: List<Located<String>>,
    /// How many tries there are in a row: a formula.
    #[serde(default)]
    tries: Readable<PlacedFormula>,
    /// Bands that end the row of tries, by id.
    #[serde(default)]
    stop: List<Located<String>>,
    /// One input, and what it usually is: the cases that tables of odds show.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "dc": [8, 10, 12] }))]
    usual: Readable<Usual>,
    /// Whose odds its page shows, where it depends on who rolls: a character, by id. Without it, somebody whose success is least
    /// certain.
    #[serde(default)]
    who: Option<Located<String>>,
}

fn inputs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<ParameterEntry>, D::Error> {
    called_by_chapters(deserializer, &ODDS_KEYS)
}

/// Which of several rolls counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Keep {
    /// The best.
    Best,
    /// The worst.
    Worst,
}

impl Written for CheckWritten {
    type Entry = CheckEntry;

    fn entry(self, d: &mut Decoder, node: &Node) -> CheckEntry {
        let key_place = |key| node.key_place(key);
        if let (Some(at), None) = (key_place("keep"), key_place("times")) {
            d.error(Code::OneRoll, at, "`keep` chooses among several rolls, but this is rolled once").help =
                Some("add `times: ...`, or remove `keep`".to_owned());
        }
        if let (Some(at), None) = (key_place("stop"), key_place("tries")) {
            d.error(Code::NoTries, at, "`stop` ends a row of tries, but this check has no `tries`").help =
                Some("add `tries: ...`, or remove `stop`".to_owned());
        }
        CheckEntry {
            head: self.head,
            inputs: self.inputs,
            roll: self.roll.0,
            how: self.how,
            against: self.against.0,
            against_how: self.against_how,
            times: self.times.0,
            keeps_worst: *self.keep == Some(Keep::Worst),
            values: self.values.into_iter().map(ValueEntry::from).collect(),
            result: self.result,
            bands: self.bands.into_iter().map(|Checked(band)| band).collect(),
            again: self.again.0,
            tries: self.tries.0,
            stop: self.stop.0,
            usual: self.usual.0.map(|usual| (usual.input, usual.values)),
            who: self.who,
        }
    }
}

/// What some outcomes mean.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct BandEntry {
    /// Id, name, rule.
    pub head: Headed,
    /// Good or bad.
    pub on: OutcomeKind,
    /// Where `when` stands, if it does.
    pub when_at: Option<Span>,
    /// When it holds.
    pub when: Option<PlacedFormula>,
    /// When it holds, in words; may be empty.
    pub how: Text,
    /// Figures whose mean is shown.
    pub gives: Named<Readable<PlacedFormula>>,
    /// What happens.
    pub text: Text,
}

/// What some outcomes mean.
#[derive(Deserialize, JsonSchema)]
struct BandWritten {
    /// Id, name and rules.
    #[schemars(flatten)]
    head: Headed,
    /// Which way such a roll went.
    on: Readable<OutcomeKind>,
    /// When it holds: a formula. The last band holds for whatever is left, and has none.
    #[serde(default)]
    when: Readable<PlacedFormula>,
    /// When it holds, in one line of words for readers, as `how` says what is rolled. Without it, words are made from `when`.
    #[serde(default)]
    #[schemars(example = &"It is below the difficulty")]
    how: Text,
    /// Figures whose mean is shown: `name: formula`.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "damage": "rolled - 10" }))]
    gives: Named<Readable<PlacedFormula>>,
    /// What happens: text with marks and `{formulas}`.
    #[serde(default)]
    text: Text,
}

impl Written for BandWritten {
    type Entry = BandEntry;

    fn entry(self, _: &mut Decoder, node: &Node) -> BandEntry {
        BandEntry {
            head: self.head,
            on: self.on.unwrap_or(OutcomeKind::Special),
            when_at: node.key_place("when"),
            when: self.when.0,
            how: self.how,
            gives: self.gives,
            text: self.text,
        }
    }
}

/// One input and what it usually is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Usual {
    input: Located<String>,
    values: Vec<Located<ArgumentEntry>>,
}

impl<'de> Deserialize<'de> for Usual {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, usual)
    }
}

/// `usual: { dc: [8, 10, 12] }`
fn usual(d: &mut Decoder, node: &Node) -> Option<Usual> {
    let mut entries = d.map_entries(node).into_iter();
    let first = entries.next();
    if let Some((second, _)) = entries.next() {
        d.error(Code::TwoInputs, second.at, "only one input can have usual values").help =
            Some("keep the input that varies, and give the others a `default`".to_owned());
    }
    let Some((input, list)) = first else {
        if !d.has_fault_within(node.extent()) {
            d.error(Code::Empty, node.at, "`usual` is empty").help =
                Some("write `usual: { dc: [8, 10, 12] }`".to_owned());
        }
        return None;
    };
    if matches!(&list.kind, Kind::List(items) if items.is_empty()) {
        d.error(Code::Empty, list.at, format!("there are no usual values of `{}`", input.value)).help =
            Some("write them into the list: `[8, 10, 12]`".to_owned());
    }
    if let Some(first) = d.items(list).get(MOST_CASES) {
        d.error(Code::TooMany, first.at, format!("one case too many: the limit is {MOST_CASES}")).help =
            Some("remove some of them".to_owned());
    }
    let values = d.items(list).iter().map(|node| argument(d, node)).collect();
    Some(Usual { input, values })
}

impl JsonSchema for Usual {
    fn schema_name() -> Cow<'static, str> {
        "UsualValues".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<Located<ArgumentEntry>>();
        let values = json_schema!({ "type": "array", "items": value, "minItems": 1, "maxItems": MOST_CASES });
        json_schema!({ "type": "object", "additionalProperties": values, "minProperties": 1, "maxProperties": 1 })
    }
}

/// A check that an example is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckCall {
    /// The check and its arguments.
    pub call: CallEntry,
    /// What was rolled, where it is about one outcome.
    pub rolled: Option<Located<i64>>,
    /// What the other side rolled.
    pub against: Option<Located<i64>>,
}

/// What an example asks of a check, or of anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// `formula`: its value.
    Value,
    /// `chance`: how likely it is.
    Chance,
    /// `mean`: its mean.
    Mean,
    /// `once`: how likely it is at least once in the row.
    Once,
    /// `each`: how likely it is in every try.
    Each,
    /// `unstopped`: how likely no try ends the row.
    Unstopped,
    /// `total`: the mean of the sum over the row.
    Total,
}

impl Asks {
    /// All of them, as written in an example.
    pub const ALL: [(&'static str, Self); 7] = [
        ("formula", Self::Value),
        ("chance", Self::Chance),
        ("mean", Self::Mean),
        ("once", Self::Once),
        ("each", Self::Each),
        ("unstopped", Self::Unstopped),
        ("total", Self::Total),
    ];

    /// As written in an example.
    pub fn key(self) -> &'static str {
        Self::ALL.into_iter().find(|(_, asks)| *asks == self).map_or("formula", |(key, _)| key)
    }

    /// Whether it is about several tries.
    pub fn is_about_attempts(self) -> bool {
        matches!(self, Self::Once | Self::Each | Self::Unstopped | Self::Total)
    }
}

/// One thing that an example expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectEntry {
    /// What is asked.
    pub asks: Asks,
    /// Of what.
    pub formula: PlacedFormula,
    /// What must come out.
    pub is: PlacedFormula,
}

/// Odds that a chapter shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddsEntry {
    /// The check.
    pub check: Located<String>,
    /// Whose values it uses.
    pub who: Option<Located<String>>,
    /// What the figure is called; may be empty.
    pub caption: String,
    /// Its arguments; one parameter may have several.
    pub given: Vec<(Located<String>, Vec<Located<ArgumentEntry>>)>,
    /// Where it stands.
    pub at: Span,
}

/// A check that a card or a sheet shows the odds of, with the values of its character.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct UseEntry {
    /// The check, by its id in `checks.yaml`.
    pub check: Located<String>,
    /// What its line is called. Without it, the name of the check; on a card the first line is then called *Success*.
    #[serde(default)]
    pub label: Label,
    /// What the numbers above the chances are called, where that is not the name of the input that they are of.
    #[serde(default)]
    #[schemars(example = &"Defense + bonus")]
    pub columns: Label,
    /// Its arguments, by the ids of its parameters: formulas over the values of the character.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "attack": "power + 2" }))]
    pub with: Named<Readable<PlacedFormula>>,
    /// The roll that the card prints, as a formula. The check must roll the same. Required on a card with dice.
    #[serde(default)]
    #[schemars(example = &"strike.accuracy")]
    pub roll: Readable<PlacedFormula>,
    /// The value of the check that this roll is, by id. Without it, what the check rolls.
    #[serde(default, rename = "as")]
    #[schemars(example = &"total")]
    pub rolled_as: Option<Located<String>>,
}

/// Arguments of a check, for one case or several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckArguments {
    /// What is the same in every case.
    pub fixed: BTreeMap<String, Argument>,
    /// An input that differs, and what it is in each case.
    pub varied: Option<(String, Vec<Argument>)>,
}

impl CheckArguments {
    /// What a chapter puts in, where the check found that it fits.
    pub fn of(entry: &OddsEntry) -> Self {
        let mut arguments = Self::default();
        for (name, values) in &entry.given {
            let mut values: Vec<Argument> = values.iter().map(|value| value.value.argument()).collect();
            if values.len() > 1 {
                arguments.varied = Some((name.value.clone(), values));
            } else {
                arguments.fixed.extend(values.pop().map(|value| (name.value.clone(), value)));
            }
        }
        arguments
    }

    /// Takes what one input usually is, unless it is set.
    pub fn or_usual(mut self, check: &CheckDef) -> Self {
        let usual = check.usual.clone();
        self.varied = self.varied.take().or(usual.filter(|(name, _)| !self.fixed.contains_key(name)));
        self
    }

    /// Leaves one case where those of the usual input are alike, since the odds do not depend on it.
    #[must_use]
    pub fn settled(mut self, check: &CheckDef, rules: &Rules) -> Self {
        if let Some((name, values)) = self.varied.take_if(|varied| check.usual.as_ref() == Some(varied))
            && let Some(first) = values.first()
        {
            if self.decides(&name, check, rules) {
                self.varied = Some((name, values));
            } else {
                self.fixed.insert(name, first.clone());
            }
        }
        self
    }

    /// Whether the odds of a check can depend on an input, by the rulings in force and the options that are put in.
    pub fn decides(&self, input: &str, check: &CheckDef, rules: &Rules) -> bool {
        let decided = |name: &str| {
            if let Some(ruling) = name.strip_prefix(RULING) {
                return rules.chosen(ruling).map(str::to_owned);
            }
            let default = || check.parameters.get(name).and_then(|field| field.default.as_ref());
            match self.fixed.get(name).or_else(default)? {
                Argument::Symbol(word) if !self.varies(name) => Some(word.clone()),
                Argument::Symbol(_) | Argument::Number(_) => None,
            }
        };
        check.depends_on(input, &decided)
    }

    /// Whether this input differs from case to case.
    pub fn varies(&self, input: &str) -> bool {
        self.varied.as_ref().is_some_and(|(varied, _)| varied == input)
    }

    /// The inputs of which nothing is known.
    pub fn missing<'c>(&self, check: &'c CheckDef) -> Vec<&'c str> {
        let open = check
            .parameters
            .iter()
            .filter(|(id, field)| field.default.is_none() && !self.fixed.contains_key(*id) && !self.varies(id));
        open.map(|(id, _)| id.as_str()).collect()
    }

    /// The arguments, case by case, with that of the varied parameter.
    pub fn cases(&self) -> Vec<(Option<Argument>, BTreeMap<String, Argument>)> {
        let Some((name, values)) = &self.varied else { return vec![(None, self.fixed.clone())] };
        let with = |value: &Argument| {
            let mut arguments = self.fixed.clone();
            arguments.insert(name.clone(), value.clone());
            (Some(value.clone()), arguments)
        };
        values.iter().map(with).collect()
    }
}

/// The most cases beside one another.
pub const MOST_CASES: usize = 60;

/// The values in `8..16`, `8,10,12` or `8`.
///
/// # Errors
/// When a range has no end, runs backwards or is too long.
pub fn several(text: &str) -> Result<Vec<String>, String> {
    let mut values = Vec::new();
    for piece in text.split(',') {
        match piece.split_once("..") {
            None => values.push(piece.trim().to_owned()),
            Some((first, last)) => match (first.trim().parse::<i64>(), last.trim().parse::<i64>()) {
                (Ok(first), Ok(last)) if first <= last => {
                    let end = last.min(first.saturating_add(i64::try_from(MOST_CASES).unwrap_or(i64::MAX)));
                    values.extend((first..=end).map(|number| number.to_string()));
                }
                (Ok(first), Ok(last)) => return Err(format!("`{piece}` runs backwards; write `{last}..{first}`")),
                _ => return Err(format!("`{piece}` is not a range of numbers; write `8..16`")),
            },
        }
        if values.len() > MOST_CASES {
            return Err(format!("`{text}` has more than {MOST_CASES} cases; use fewer"));
        }
    }
    Ok(values)
}
