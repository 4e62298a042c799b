//! Families of cards: each has a color, an icon and a notch by which it is found in a fan.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::concept::art::ArtEntry;
use crate::de::Readable;
use crate::scalar::{Headed, Name, Whole};
use crate::source::Located;

/// A kind of card.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct FamilyEntry {
    /// Id, name and rules.
    #[schemars(flatten)]
    pub head: Headed,
    /// The color of its cards, by its name in the palette.
    pub color: Located<String>,
    /// Its icon, by name.
    pub icon: Located<String>,
    /// The picture of its cards that have none of their own.
    #[serde(default)]
    pub art: Readable<ArtEntry>,
    /// Where on the edge its mark stands, from the top.
    pub notch: Whole<0, 11>,
    /// The line under the name of its cards.
    pub type_line: Name,
}
