//! Inputs: numbers that are entered for a character, such as a level.

use schemars::JsonSchema;
use serde::Deserialize;

use super::argument::Number;
use super::head::Head;
use super::parameter::refuse_reversed;
use crate::checked::Written;
use crate::code::Code;
use crate::decode::Decoder;
use crate::scalar::{HeadedForFormulas, Name};
use crate::yaml::Node;

/// An input.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct InputEntry {
    /// Id, name, rule.
    pub head: Head,
    /// `LVL`
    pub abbr: String,
    /// Least value.
    pub min: i64,
    /// Greatest value.
    pub max: i64,
    /// Taken when a character sets nothing.
    pub default: Option<i64>,
    /// Whether it may stay open.
    pub is_optional: bool,
    /// Whether it is not told beside the name.
    pub is_quiet: bool,
}

/// A number that is entered for a character.
#[derive(Deserialize, JsonSchema)]
pub struct InputWritten {
    /// Id, name and rules.
    #[schemars(flatten)]
    head: HeadedForFormulas,
    /// A short form of the name, for where there is little room.
    #[schemars(example = &"LVL")]
    abbr: Name,
    /// The least it may be.
    min: Number,
    /// The most it may be.
    max: Number,
    /// What it is where a character sets nothing.
    #[serde(default)]
    default: Option<Number>,
    /// Whether it may stay open: a line to write on.
    #[serde(default)]
    optional: bool,
    /// Whether it is left out of the line under the name.
    #[serde(default)]
    quiet: bool,
}

impl Written for InputWritten {
    type Entry = InputEntry;

    fn entry(self, d: &mut Decoder, node: &Node) -> InputEntry {
        let entry = InputEntry {
            head: self.head.0,
            abbr: self.abbr.0,
            min: self.min.0,
            max: self.max.0,
            default: self.default.map(|number| number.0),
            is_optional: self.optional,
            is_quiet: self.quiet,
        };
        let key_place = |key| node.key_place(key).unwrap_or(node.at);
        if entry.is_optional && entry.default.is_some() {
            let message = format!("`{}` has a `default`, so it is never empty", entry.head.id);
            d.error(Code::NeverOpen, key_place("optional"), message).help =
                Some("remove `optional` or `default`".to_owned());
        }
        if let Some(default) = entry.default.filter(|n| entry.min <= entry.max && !(entry.min..=entry.max).contains(n))
        {
            let message = format!("`default` is {default}, which is out of range");
            d.error(Code::OutOfRange, key_place("default"), message).help =
                Some(format!("write a number from {} to {}", entry.min, entry.max));
        }
        refuse_reversed(d, node, entry.min, entry.max);
        entry
    }
}
