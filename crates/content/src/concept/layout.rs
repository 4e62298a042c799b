//! What stands on the card of every item, ally or ability: lines in which their own values stand.

use schemars::JsonSchema;
use serde::Deserialize;

use super::fact::FactEntry;
use crate::checked::Few;
use crate::de::{List, Readable, Several};
use crate::decode::PlacedFormula;
use crate::limits::MOST_ROWS;
use crate::scalar::{Label, Marked, Name, Whole};
use crate::source::Located;
use crate::text::Text;

/// The most lines to write on that a card may have.
const MOST_LINES: i64 = 20;
/// The most boxes to tick in a row.
const MOST_BOXES: i64 = 60;

/// How many lines there are to write on.
pub type LineCount = Whole<1, MOST_LINES>;

/// A labeled line that is laid out for every ability, item or ally.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct LayoutFactEntry {
    /// Label and text.
    #[serde(rename = "head")]
    #[schemars(flatten)]
    pub fact: FactEntry,
    /// When it stands there: a formula. Without it, always.
    #[serde(default)]
    pub when: Readable<PlacedFormula>,
    /// Whether it may share a line with another.
    #[serde(default, rename = "short")]
    pub is_short: bool,
    /// Whether it stands on a filled card in the one line at the foot, for what nobody asks during play.
    #[serde(default, rename = "at_foot")]
    pub is_at_foot: bool,
    /// What stands in front of the line on a blank card, where that is something else. Lines that share it are one line there.
    #[serde(default)]
    pub blank: Label,
}

/// What stands on the card of every item, or of every ally.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct CardLayoutEntry {
    /// The family of such cards, by id.
    pub family: Located<String>,
    /// The line under the name: text with marks and `{formulas}`.
    pub type_line: Marked,
    /// Labeled lines.
    pub facts: Few<Several<LayoutFactEntry>, MOST_ROWS>,
    /// Boxes to tick.
    #[serde(default)]
    pub tracks: Few<List<LayoutTrackEntry>, MOST_ROWS>,
    /// How many lines there are to write on, on a blank card.
    pub lines: LineCount,
}

impl CardLayoutEntry {
    /// The formulas in it.
    pub fn formulas(&self) -> Vec<PlacedFormula> {
        let texts = self.facts.iter().map(|line| &line.fact.text).chain([&*self.type_line]);
        let conditions = self.facts.iter().filter_map(|line| line.when.0.clone());
        let boxes = self.tracks.iter().filter_map(|track| track.boxes.0.clone());
        texts.flat_map(Text::formulas).chain(conditions).chain(boxes).collect()
    }
}

/// Boxes to tick.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct LayoutTrackEntry {
    /// What they count.
    pub label: Name,
    /// How many there are: a formula.
    pub boxes: Readable<PlacedFormula>,
    /// How many there are on a blank card.
    pub blank: Whole<1, MOST_BOXES>,
}
