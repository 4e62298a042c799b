//! `campaign.yaml`: which rulings are in force, and what to print on.

use crate::content::decode::Decoder;
use crate::content::diagnostic::Diagnostic;
use crate::content::source::{FileId, Located};
use crate::content::yaml::{self, Node};

/// A campaign as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Campaign {
    /// Rulings and the readings chosen.
    pub rulings: Vec<(Located<String>, Located<String>)>,
    /// Paper, such as `a4`.
    pub paper: Option<Located<String>>,
    /// Card size, such as `poker`.
    pub card_size: Option<Located<String>>,
    /// Whether filled cards show chances.
    pub odds_on_cards: bool,
}

/// Reads a campaign file.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(text: &str, file: FileId) -> Result<Campaign, Vec<Diagnostic>> {
    let node: Node = yaml::parse(text, file).map_err(|d| vec![*d])?;
    let mut d = Decoder::new(file, text);
    let Some(mut f) = d.file_fields(&node) else { return Err(d.diagnostics) };
    let campaign = Campaign {
        rulings: d.entries(&mut f, "rulings").into_iter().map(|(key, node)| (key, d.reference(node))).collect(),
        paper: d.optional_reference(&mut f, "paper"),
        card_size: d.optional_reference(&mut f, "card_size"),
        odds_on_cards: d.flag(&mut f, "odds_on_cards"),
    };
    d.finish(&f);
    if d.diagnostics.is_empty() { Ok(campaign) } else { Err(d.diagnostics) }
}
