//! Handouts: what the game master and the players are shown of an NPC.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::sheet::{BlockEntry, Blocks, schemas};
use crate::de::{List, Readable, Several};
use crate::source::Located;
use crate::words::{Layout, View};

/// What handouts show.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize,
)]
pub struct HandoutsEntry {
    /// Inputs and choices that players are not told beside the name, by id.
    #[serde(default)]
    pub hidden: List<Located<String>>,
    /// What tells the game master how dangerous somebody is, beside the name: inputs, choices, stats and values by id. Without
    /// it all inputs and choices that are not at their default.
    #[serde(default)]
    pub threat: List<Located<String>>,
    /// The blocks of a strip, ten to a page.
    pub short: LayoutBlocks,
    /// The blocks of a quarter of a page.
    pub standard: LayoutBlocks,
    /// The blocks of a page.
    pub full: LayoutBlocks,
}

/// The blocks of a layout.
type LayoutBlocks = Blocks<Several<HandoutBlockEntry>>;

impl HandoutsEntry {
    /// The blocks of a layout.
    pub fn of(&self, layout: Layout) -> &[HandoutBlockEntry] {
        match layout {
            Layout::Short => &self.short,
            Layout::Standard => &self.standard,
            Layout::Full => &self.full,
        }
    }

    /// The blocks of all layouts.
    pub fn blocks(&self) -> impl Iterator<Item = &BlockEntry> {
        let layouts = [&self.short, &self.standard, &self.full];
        layouts.into_iter().flat_map(|blocks| blocks.iter()).map(|shown| &shown.block)
    }
}

/// A block of a handout.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct HandoutBlockEntry {
    /// Who alone sees it, if not everybody.
    #[serde(default, rename = "view")]
    pub only: Readable<View>,
    /// The block.
    #[serde(rename = "body")]
    pub block: BlockEntry,
}

impl JsonSchema for HandoutBlockEntry {
    fn schema_name() -> Cow<'static, str> {
        "HandoutBlock".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut view = View::json_schema(generator);
        view.insert("description".to_owned(), "Who alone sees it. Without it, everybody.".into());
        let mut kinds = schemas(generator);
        for keys in kinds.iter_mut().filter_map(|kind| kind.get_mut("properties")?.as_object_mut()) {
            keys.insert("view".to_owned(), view.clone().into());
        }
        json_schema!({
            "description": "A block of a handout. The word behind `block` tells what it shows.",
            "oneOf": kinds
        })
    }
}
