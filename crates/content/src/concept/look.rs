//! The look of a game: colors, display face, backs of cards and ornament.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::de::Named;
use crate::source::Located;

/// Colors and ornaments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct LookEntry {
    /// Colors by name, `#rrggbb`.
    #[schemars(example = serde_json::json!({ "rust": "#8c3b1f" }))]
    pub palette: Named<Located<String>>,
    /// The typeface of titles.
    pub display_font: Located<String>,
    /// The emblem and pattern of the backs of cards.
    pub back: Located<String>,
    /// The emblem on fronts, sheets and title pages. Without it, that of the back.
    #[serde(default)]
    pub ornament: Option<Located<String>>,
}
