//! The look of a game: colors, display face, backs of cards and ornament.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::de::Named;
use crate::source::Located;
use crate::words::{HeadStyle, PanelStyle, PlateStyle};

/// Colors and ornaments.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize,
)]
pub struct LookEntry {
    /// Colors by name, `#rrggbb`.
    #[schemars(example = serde_json::json!({ "rust": "#8c3b1f" }))]
    pub palette: Named<Located<String>>,
    /// The typeface of titles.
    pub display_font: Located<String>,
    /// The emblem and pattern of the backs of cards: one that Makeready has, or an icon of the game's own.
    pub back: Located<String>,
    /// The emblem on fronts, sheets and title pages, likewise. Without it there is none.
    #[serde(default)]
    pub ornament: Option<Located<String>>,
    /// What stands above the text of cards.
    #[serde(default)]
    pub card_head: HeadStyle,
    /// How the large figures of cards are set.
    #[serde(default)]
    pub card_plate: PlateStyle,
    /// How the results of cards are set off.
    #[serde(default)]
    pub card_panel: PanelStyle,
}
