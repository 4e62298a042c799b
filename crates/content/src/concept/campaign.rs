//! `campaign.yaml`: which rulings are in force, and what to print on.

use std::borrow::Cow;
use std::collections::BTreeSet;

use makeready_rules::formula::nearest;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use crate::code::Code;
use crate::de::{Named, by_hand, names};
use crate::decode::Decoder;
use crate::diagnostic::{Diagnostic, listed};
use crate::scalar::FormatVersion;
use crate::source::{FileId, Located};
use crate::yaml::{self, Kind, Node};

/// What a table plays by and prints on: it stands beside the folders of the systems.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct Campaign {
    /// The version of the format.
    #[allow(dead_code, reason = "checked when it is read")]
    format_version: FormatVersion,
    /// The chosen options of rulings: `ruling: option`, under the id of the game if there are several games.
    #[serde(default)]
    #[schemars(example = serde_json::json!({ "my-game": { "initiative": "by_side" } }))]
    pub rulings: Readings,
    /// The paper to print on.
    #[serde(default)]
    #[schemars(example = &"a4")]
    pub paper: Option<Located<String>>,
    /// The size of cards.
    #[serde(default)]
    #[schemars(example = &"poker")]
    pub card_size: Option<Located<String>>,
    /// Whether filled cards show chances.
    #[serde(default)]
    pub odds_on_cards: bool,
    /// Whether `makeready build` prints the rulebooks too, which takes as long as all else.
    #[serde(default)]
    pub books: bool,
}

/// The readings chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readings(pub Vec<ChosenReading>);

/// A reading chosen for a ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenReading {
    /// The system whose ruling it is; without it, the only one of the folder.
    pub system: Option<Located<String>>,
    /// The ruling.
    pub ruling: Located<String>,
    /// The reading.
    pub option: Located<String>,
}

impl<'de> Deserialize<'de> for Readings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand(deserializer, readings)
    }
}

/// `react_stats: a`, or the same under the id of a system.
fn readings(d: &mut Decoder, node: &Node) -> Readings {
    let mut chosen = Vec::new();
    for (key, node) in d.map_entries(node) {
        if !matches!(node.kind, Kind::Map(_)) {
            chosen.push(ChosenReading { system: None, ruling: key, option: d.reference(node) });
            continue;
        }
        for (ruling, node) in d.map_entries(node) {
            chosen.push(ChosenReading { system: Some(key.clone()), ruling, option: d.reference(node) });
        }
    }
    Readings(chosen)
}

impl JsonSchema for Readings {
    fn schema_name() -> Cow<'static, str> {
        "Readings".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let reading = generator.subschema_for::<Located<String>>();
        let of_system = generator.subschema_for::<Named<Located<String>>>();
        json_schema!({
            "description": "The options chosen: `RULING: OPTION`, or these under the id of a game.",
            "type": "object", "additionalProperties": { "anyOf": [reading, of_system] }, "propertyNames": names()
        })
    }
}

impl Campaign {
    /// The readings chosen for one system.
    pub fn rulings_of(&self, system: &str) -> Vec<(Located<String>, Located<String>)> {
        let is_of_it = |chosen: &&ChosenReading| chosen.system.as_ref().is_none_or(|of| of.value == system);
        let pair = |chosen: &ChosenReading| (chosen.ruling.clone(), chosen.option.clone());
        self.rulings.0.iter().filter(is_of_it).map(pair).collect()
    }

    /// What is wrong with the names of systems, where these are all there are.
    pub fn unknown_systems(&self, systems: &[String]) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = Vec::new();
        let known: BTreeSet<&str> = systems.iter().map(String::as_str).collect();
        let mut told = BTreeSet::new();
        for chosen in &self.rulings.0 {
            match &chosen.system {
                None if systems.len() > 1 => {
                    let message = format!("the ruling `{}` does not name its game", chosen.ruling.value);
                    let (system, ruling) = (&systems[0], &chosen.ruling.value);
                    let help = format!("write it under the id of its game: `{system}: {{ {ruling}: ... }}`");
                    found.push(Diagnostic::error(Code::RulingOfNoSystem, chosen.ruling.at, message).help(help));
                }
                Some(system) if !known.contains(system.value.as_str()) => {
                    if !told.insert(system.at) {
                        continue;
                    }
                    let message = format!("there is no game `{}`", system.value);
                    let help = match nearest(&system.value, known.iter().copied()) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => listed(&known.iter().copied().collect::<Vec<_>>()),
                    };
                    found.push(Diagnostic::error(Code::UnknownSystem, system.at, message).help(help));
                }
                _ => {}
            }
        }
        found
    }
}

/// Reads a campaign file.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(text: &str, file: FileId) -> Result<Campaign, Vec<Diagnostic>> {
    let node: Node = yaml::parse_strictly(text, file)?;
    let mut d = Decoder::new(file, text);
    match d.file(&node) {
        Some(campaign) if d.is_clean() => Ok(campaign),
        _ => Err(d.into_diagnostics()),
    }
}
