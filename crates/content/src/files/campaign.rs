//! `campaign.yaml`: which rulings are in force, and what to print on.

use std::collections::BTreeSet;

use crate::code::Code;
use crate::decode::{Decoder, Fields};
use crate::diagnostic::{Diagnostic, listed};
use crate::source::{FileId, Located};
use crate::yaml::{self, Kind, Node};
use deckle_rules::formula::nearest;

/// A campaign as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Campaign {
    /// Rulings and the readings chosen.
    pub rulings: Vec<ChosenReading>,
    /// Paper, such as `a4`.
    pub paper: Option<Located<String>>,
    /// Card size, such as `poker`.
    pub card_size: Option<Located<String>>,
    /// Whether filled cards show chances.
    pub odds_on_cards: bool,
}

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

impl Campaign {
    /// The readings chosen for one system.
    #[must_use]
    pub fn rulings_of(&self, system: &str) -> Vec<(Located<String>, Located<String>)> {
        let is_of_it = |chosen: &&ChosenReading| chosen.system.as_ref().is_none_or(|of| of.value == system);
        let pair = |chosen: &ChosenReading| (chosen.ruling.clone(), chosen.option.clone());
        self.rulings.iter().filter(is_of_it).map(pair).collect()
    }

    /// What is wrong with the names of systems, where these are all there are.
    #[must_use]
    pub fn unknown_systems(&self, systems: &[String]) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = Vec::new();
        let known: BTreeSet<&str> = systems.iter().map(String::as_str).collect();
        let mut told = BTreeSet::new();
        for chosen in &self.rulings {
            match &chosen.system {
                None if systems.len() > 1 => {
                    let message = format!("`{}` does not say of which system it is", chosen.ruling.value);
                    let (system, ruling) = (&systems[0], &chosen.ruling.value);
                    let help = format!("write it under the id of its system: `{system}: {{ {ruling}: ... }}`");
                    found.push(Diagnostic::error(Code::RulingOfNoSystem, chosen.ruling.at, message).help(help));
                }
                Some(system) if !known.contains(system.value.as_str()) => {
                    if !told.insert(system.at) {
                        continue;
                    }
                    let message = format!("there is no system `{}`", system.value);
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
    let node: Node = yaml::parse(text, file)?;
    let mut d = Decoder::new(file, text);
    let Some(mut f) = d.file_fields(&node) else { return Err(d.into_diagnostics()) };
    let campaign = Campaign {
        rulings: rulings(&mut d, &mut f),
        paper: d.optional_reference(&mut f, "paper"),
        card_size: d.optional_reference(&mut f, "card_size"),
        odds_on_cards: d.flag(&mut f, "odds_on_cards"),
    };
    d.finish(&f);
    if d.is_clean() { Ok(campaign) } else { Err(d.into_diagnostics()) }
}

/// `react_stats: a`, or the same under the id of a system.
fn rulings(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> Vec<ChosenReading> {
    let mut chosen = Vec::new();
    for (key, node) in d.entries(f, "rulings") {
        if !matches!(node.kind, Kind::Map(_)) {
            chosen.push(ChosenReading { system: None, ruling: key, option: d.reference(node) });
            continue;
        }
        for (ruling, node) in d.map_entries(node) {
            chosen.push(ChosenReading { system: Some(key.clone()), ruling, option: d.reference(node) });
        }
    }
    chosen
}
