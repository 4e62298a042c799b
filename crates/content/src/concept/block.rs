//! The further parts of a card: headings, texts, tables, boxes, labeled lines and lines to write on.

use std::borrow::Cow;

use makeready_rules::formula::nearest;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use super::fact::FactEntry;
use crate::checked::{Checked, Few, Written};
use crate::code::Code;
use crate::de::{List, Readable, Several, by_hand_if_sound, read};
use crate::decode::Decoder;
use crate::limits::MOST_COLUMNS;
use crate::scalar::{Label, Name, SomeBody, Whole};
use crate::text::Text;
use crate::yaml::{Kind, Node};

/// The most boxes to tick in a row.
const MOST_BOXES: i64 = 60;
/// The most lines to write on that a block may have.
const MOST_LINES: i64 = 20;
/// The keys that tell what a block is.
const BLOCKS: [&str; 7] = ["heading", "text", "table", "track", "facts", "rulings", "lines"];

/// A part of a card.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum CardBlock {
    /// A small heading.
    Heading(String),
    /// Text.
    Text(Text),
    /// A table.
    Table {
        /// Headings.
        columns: Vec<String>,
        /// Which columns hold figures.
        numeric: Vec<bool>,
        /// Whether the first cell of each row says which value stands in it.
        names_values: bool,
        /// Cells.
        rows: Vec<Vec<Text>>,
    },
    /// Boxes.
    Track(String, u32),
    /// Labeled lines.
    Facts(Vec<FactEntry>),
    /// The rulings that a campaign has decided otherwise.
    Rulings(RulingsTable),
    /// Empty lines.
    Lines(u32),
}

/// A small heading.
#[derive(Deserialize, JsonSchema)]
struct HeadingBlock {
    /// A small heading.
    heading: Name,
}

/// A text.
#[derive(Deserialize, JsonSchema)]
struct TextBlock {
    /// A text with marks and `{formulas}`.
    text: SomeBody,
}

/// A table.
#[derive(Deserialize, JsonSchema)]
struct TableBlock {
    /// A table.
    table: Readable<Checked<TableWritten>>,
}

/// Boxes to tick.
#[derive(Deserialize, JsonSchema)]
struct TrackBlock {
    /// Boxes to tick.
    track: Readable<TrackWritten>,
}

/// Labeled lines.
#[derive(Deserialize, JsonSchema)]
struct FactsBlock {
    /// Labeled lines.
    facts: Several<FactEntry>,
}

/// The rulings that a campaign has decided otherwise than the book.
#[derive(Deserialize, JsonSchema)]
struct RulingsBlock {
    /// A table of the rulings that are not at their default, with the readings in force.
    rulings: Readable<RulingsTable>,
}

/// A table of rulings.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct RulingsTable {
    /// The heading of the rulings.
    #[schemars(example = &"Question")]
    pub question: Name,
    /// The heading of the readings.
    #[schemars(example = &"At this table")]
    pub reading: Name,
    /// What stands there when every ruling is at its default: text with marks and `{formulas}`.
    pub none: SomeBody,
}

/// Lines to write on.
#[derive(Deserialize, JsonSchema)]
struct LinesBlock {
    /// How many lines there are to write on.
    lines: Whole<1, MOST_LINES>,
}

/// Boxes to tick.
#[derive(Deserialize, JsonSchema)]
struct TrackWritten {
    /// What they count.
    label: Name,
    /// How many boxes there are.
    boxes: Whole<1, MOST_BOXES>,
}

/// A table.
#[derive(Deserialize, JsonSchema)]
struct TableWritten {
    /// The headings of the columns.
    columns: Few<Several<Label>, MOST_COLUMNS>,
    /// For each column, whether figures stand in it. Without it, none has any.
    #[serde(default)]
    #[schemars(example = serde_json::json!([false, true]))]
    numeric: List<bool>,
    /// Whether the first cell of each row says which value stands in it. Where that is not known yet, there is a place to write it in
    /// then, instead of its name a second time.
    #[serde(default)]
    names_values: bool,
    /// The rows, each with a cell for every column: text with marks and `{formulas}`. An empty cell is `""`.
    rows: Several<List<Text>>,
}

impl Written for TableWritten {
    type Entry = CardBlock;

    fn entry(self, d: &mut Decoder, node: &Node) -> CardBlock {
        let width = self.columns.len();
        if self.numeric.len() != width && !self.numeric.is_empty() {
            let message = format!("`numeric` has {} entries, but the table has {width} columns", self.numeric.len());
            let at = node.key_place("numeric").unwrap_or(node.at);
            d.error(Code::TableColumns, at, message).help = Some("write true or false for each column".to_owned());
        }
        if let Some(Kind::List(rows)) = node.value("rows").map(|rows| &rows.kind) {
            for row in rows {
                let Kind::List(cells) = &row.kind else { continue };
                if cells.len() != width && width > 0 {
                    let message = format!("this row has {} cells, but the table has {width} columns", cells.len());
                    d.error(Code::TableRow, row.at, message).help = Some("an empty cell is written `\"\"`".to_owned());
                }
            }
        }
        let mut numeric = self.numeric.0;
        numeric.resize(width, false);
        CardBlock::Table {
            columns: self.columns.0.into_iter().map(String::from).collect(),
            numeric,
            names_values: self.names_values,
            rows: self.rows.into_iter().map(|row| row.0).collect(),
        }
    }
}

impl<'de> Deserialize<'de> for CardBlock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, block)
    }
}

/// The one key of a block tells what it is.
fn block(d: &mut Decoder, node: &Node) -> Option<CardBlock> {
    let held: Vec<&str> = BLOCKS.into_iter().filter(|kind| node.holds(kind)).collect();
    let count = |number: i64| u32::try_from(number).unwrap_or(1);
    match held[..] {
        ["heading"] => read(d, node).map(|HeadingBlock { heading }| CardBlock::Heading(heading.into())),
        ["text"] => read(d, node).map(|TextBlock { text }| CardBlock::Text(text.0)),
        ["table"] => read(d, node).and_then(|TableBlock { table }| table.0).map(|Checked(table)| table),
        ["track"] => read(d, node)
            .and_then(|TrackBlock { track }| track.0)
            .map(|TrackWritten { label, boxes }| CardBlock::Track(label.into(), count(boxes.0))),
        ["facts"] => read(d, node).map(|FactsBlock { facts }| CardBlock::Facts(facts.0)),
        ["rulings"] => read(d, node).and_then(|RulingsBlock { rulings }| rulings.0).map(CardBlock::Rulings),
        ["lines"] => read(d, node).map(|LinesBlock { lines }| CardBlock::Lines(count(lines.0))),
        [] => no_block(d, node),
        [_, second, ..] => two_blocks(d, node, second),
        [_] => None,
    }
}

fn two_blocks(d: &mut Decoder, node: &Node, second: &str) -> Option<CardBlock> {
    d.mapping(node)?;
    let at = node.key_place(second).unwrap_or(node.at);
    d.error(Code::TwoBlocks, at, format!("a block has only one key: `{second}` is one too many")).help =
        Some(format!("start a new block: `- {second}: ...`"));
    None
}

fn no_block(d: &mut Decoder, node: &Node) -> Option<CardBlock> {
    let entries = d.mapping(node)?;
    if let Some(kind) = BLOCKS.into_iter().find(|kind| node.key_place(kind).is_some()) {
        d.required(node, kind);
        return None;
    }
    let first = entries.first().map(|(key, _)| key);
    let word = first.and_then(|key| if let Kind::Text(word) = &key.kind { Some(word.as_str()) } else { None });
    let help = match word.and_then(|key| nearest(key, BLOCKS)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are: {}", BLOCKS.join(", ")),
    };
    d.error(Code::UnknownBlock, first.map_or(node.at, |key| key.at), "there is no such kind of block").help =
        Some(help);
    None
}

impl JsonSchema for CardBlock {
    fn schema_name() -> Cow<'static, str> {
        "CardBlock".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A part of a card. Its one key tells what it is.",
            "oneOf": [
                generator.subschema_for::<HeadingBlock>(),
                generator.subschema_for::<TextBlock>(),
                generator.subschema_for::<TableBlock>(),
                generator.subschema_for::<TrackBlock>(),
                generator.subschema_for::<FactsBlock>(),
                generator.subschema_for::<RulingsBlock>(),
                generator.subschema_for::<LinesBlock>(),
            ]
        })
    }
}
