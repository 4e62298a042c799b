//! What `checks.yaml` says, and where an example or a chapter asks for odds. Mirrors the YAML.

use std::collections::BTreeMap;

use deckle_rules::ability::Given;
use deckle_rules::check::CheckDef;
use schemars::JsonSchema;
use serde::Deserialize;

use super::building::{FieldEntry, GivenEntry};
use super::de::{Named, Readable};
use super::decode::PlacedFormula;
use super::entries::{Head, ValueEntry};
use super::procedures::CallEntry;
use super::scalar::Label;
use super::source::{Located, Span};
use super::text::Text;
use crate::words::OutcomeKind;

/// A check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckEntry {
    /// Id, name, rule.
    pub head: Head,
    /// What is put in.
    pub inputs: Vec<FieldEntry>,
    /// The dice.
    pub roll: Option<PlacedFormula>,
    /// What the other side rolls.
    pub against: Option<PlacedFormula>,
    /// How often it is rolled, where one of several rolls counts.
    pub times: Option<PlacedFormula>,
    /// Whether the worst of them counts.
    pub keeps_worst: bool,
    /// Worked out for every outcome, in order.
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
    pub usual: Option<(Located<String>, Vec<Located<GivenEntry>>)>,
}

/// What some outcomes mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BandEntry {
    /// Id, name, rule.
    pub head: Head,
    /// Good or bad.
    pub on: OutcomeKind,
    /// Where `when` stands, if it does.
    pub when_at: Option<Span>,
    /// When it holds.
    pub when: Option<PlacedFormula>,
    /// Figures whose mean is told.
    pub gives: Vec<(Located<String>, Option<PlacedFormula>)>,
    /// What happens.
    pub text: Text,
}

/// A check that an example is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckCall {
    /// The check and what is put in.
    pub call: CallEntry,
    /// What was rolled, where it is about one outcome.
    pub rolled: Option<Located<i64>>,
    /// What the other side rolled.
    pub against: Option<Located<i64>>,
}

/// What an example asks of a check, or of anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// `formula`: what it comes to.
    Value,
    /// `chance`: how likely it is.
    Chance,
    /// `mean`: what it comes to on average.
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
    pub fn is_about_tries(self) -> bool {
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
    /// What is put in; one input may have several values.
    pub given: Vec<(Located<String>, Vec<Located<GivenEntry>>)>,
    /// Where it stands.
    pub at: Span,
}

/// A check that a card or a sheet shows the odds of, with the values of its character.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct UseEntry {
    /// The check, by its id in `checks.yaml`.
    pub check: Located<String>,
    /// What its line is called. Without it, the name of the check.
    #[serde(default)]
    pub label: Label,
    /// What is put in, by the ids of the inputs: formulas over the values of the character.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "attack": "power + 2" }))]
    pub with: Named<Readable<PlacedFormula>>,
}

/// What is put into a check, for one case or several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PutIn {
    /// What is the same in every case.
    pub given: BTreeMap<String, Given>,
    /// An input that differs, and what it is in each case.
    pub varied: Option<(String, Vec<Given>)>,
}

impl PutIn {
    /// What a chapter puts in, where the check found that it fits.
    pub fn of(entry: &OddsEntry) -> Self {
        let mut put_in = Self::default();
        for (name, values) in &entry.given {
            let mut values: Vec<Given> = values.iter().map(|value| value.value.given()).collect();
            if values.len() > 1 {
                put_in.varied = Some((name.value.clone(), values));
            } else {
                put_in.given.extend(values.pop().map(|value| (name.value.clone(), value)));
            }
        }
        put_in
    }

    /// Takes what one input usually is, unless it is put in.
    pub fn or_usual(mut self, check: &CheckDef) -> Self {
        let usual = check.usual.clone();
        self.varied = self.varied.take().or(usual.filter(|(name, _)| !self.given.contains_key(name)));
        self
    }

    /// Whether this input differs from case to case.
    pub fn varies(&self, input: &str) -> bool {
        self.varied.as_ref().is_some_and(|(varied, _)| varied == input)
    }

    /// The inputs of which nothing is known.
    pub fn missing<'c>(&self, check: &'c CheckDef) -> Vec<&'c str> {
        let open = check
            .inputs
            .iter()
            .filter(|(id, field)| field.default.is_none() && !self.given.contains_key(*id) && !self.varies(id));
        open.map(|(id, _)| id.as_str()).collect()
    }

    /// What is put in, case by case, with what the varied input is.
    pub fn cases(&self) -> Vec<(Option<Given>, BTreeMap<String, Given>)> {
        let Some((name, values)) = &self.varied else { return vec![(None, self.given.clone())] };
        let with = |value: &Given| {
            let mut given = self.given.clone();
            given.insert(name.clone(), value.clone());
            (Some(value.clone()), given)
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
                _ => return Err(format!("`{piece}` is no range of numbers; write `8..16`")),
            },
        }
        if values.len() > MOST_CASES {
            return Err(format!("`{text}` are more than {MOST_CASES} cases; take fewer at once"));
        }
    }
    Ok(values)
}
