//! Parameters: what a buyer, an author or a player decides of an ability, a keyword, a procedure or a check.

pub mod validate;

use std::borrow::Cow;

use makeready_rules::ability::ParameterKind;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use crate::code::Code;
use crate::concept::argument::{ArgumentEntry, Number};
use crate::concept::head::Head;
use crate::concept::option::{OptionEntry, ParameterOption};
use crate::de::{List, Readable, Several, by_hand, by_hand_if_sound, read};
use crate::decode::Decoder;
use crate::kind::Kind;
use crate::scalar::{HeadedForFormulas, Here};
use crate::source::{Located, Span};
use crate::yaml::Node;

/// The most characters of a field that takes words.
pub const MOST_CHARACTERS: usize = 120;

/// A field of abilities, or a parameter of a keyword.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct ParameterEntry {
    /// Id, name, rule.
    pub head: Head,
    /// What it takes.
    pub kind: ParameterEntryKind,
    /// Taken when nothing is set.
    pub default: Option<(ArgumentEntry, Span)>,
}

/// What a field takes.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum ParameterEntryKind {
    /// What needs nothing else to be known: numbers, stats, text.
    Plain(ParameterKind),
    /// One of these.
    Options(Vec<OptionEntry>),
    /// An entry of lists of the system, or one of these.
    Listed(Vec<Located<String>>, Vec<OptionEntry>),
}

/// What its arguments are, in findings.
pub const fn noun(kind: &ParameterKind) -> Kind {
    match kind {
        ParameterKind::Stat => Kind::Stat,
        ParameterKind::Choice(_) | ParameterKind::Number { .. } | ParameterKind::Text => Kind::Option,
    }
}

/// A parameter that is set to a number.
#[derive(Deserialize, JsonSchema)]
struct NumberParameter {
    /// Id, name and rules.
    #[schemars(flatten)]
    head: HeadedForFormulas,
    /// The least it may be.
    min: Number,
    /// The most it may be.
    max: Number,
    /// What it is when nobody sets it.
    #[serde(default)]
    default: Option<Located<ArgumentEntry>>,
}

/// A parameter that is set to one of some options.
#[derive(Deserialize, JsonSchema)]
struct ChoiceParameter {
    /// Id, name and rules.
    #[schemars(flatten)]
    head: HeadedForFormulas,
    /// The options.
    options: Several<ParameterOption>,
    /// What it is when nobody sets it.
    #[serde(default)]
    default: Option<Located<ArgumentEntry>>,
}

/// A parameter that is set to an entry of lists.
#[derive(Deserialize, JsonSchema)]
struct ListedParameter {
    /// Id, name and rules.
    #[schemars(flatten)]
    head: HeadedForFormulas,
    /// The lists of `system.yaml` whose entries it may be, by id.
    lists: List<Located<String>>,
    /// What it may be besides.
    #[serde(default)]
    options: List<ParameterOption>,
    /// What it is when nobody sets it.
    #[serde(default)]
    default: Option<Located<ArgumentEntry>>,
}

/// A parameter that is set to a stat, or to words.
#[derive(Deserialize, JsonSchema)]
struct OpenParameter {
    /// Id, name and rules.
    #[schemars(flatten)]
    head: HeadedForFormulas,
    /// What it is set to.
    of: Readable<Of>,
    /// What it is when nobody sets it. Words may always be left out.
    #[serde(default)]
    default: Option<Located<ArgumentEntry>>,
    /// Where it stands.
    #[serde(rename = "body")]
    #[schemars(skip)]
    at: Here,
}

/// What a parameter without options or limits is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Of {
    /// A stat.
    Stats,
    /// Any words.
    Words,
}

impl<'de> Deserialize<'de> for ParameterEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_hand_if_sound(deserializer, parameter)
    }
}

/// The keys that are there tell what it takes.
fn parameter(d: &mut Decoder, node: &Node) -> Option<ParameterEntry> {
    let placed = |default: Option<Located<ArgumentEntry>>| default.map(|argument| (argument.value, argument.at));
    let options = |options: Vec<ParameterOption>| options.into_iter().map(OptionEntry::from).collect();
    Some(if node.holds("lists") {
        let ListedParameter { head, lists, options: further, default } = read(d, node)?;
        let kind = ParameterEntryKind::Listed(lists.0, options(further.0));
        ParameterEntry { head: head.0, kind, default: placed(default) }
    } else if node.holds("options") {
        let ChoiceParameter { head, options: all, default } = read(d, node)?;
        ParameterEntry { head: head.0, kind: ParameterEntryKind::Options(options(all.0)), default: placed(default) }
    } else if node.holds("of") {
        let OpenParameter { head, of, default, at } = read(d, node)?;
        let (kind, empty) = match *of {
            Some(Of::Words) => (ParameterKind::Text, Some((ArgumentEntry::Symbol(String::new()), at.0))),
            Some(Of::Stats) | None => (ParameterKind::Stat, None),
        };
        ParameterEntry { head: head.0, kind: ParameterEntryKind::Plain(kind), default: placed(default).or(empty) }
    } else {
        let NumberParameter { head, min: Number { 0: min }, max: Number { 0: max }, default } = read(d, node)?;
        refuse_reversed(d, node, min, max);
        ParameterEntry {
            head: head.0,
            kind: ParameterEntryKind::Plain(ParameterKind::Number { min, max }),
            default: placed(default),
        }
    })
}

/// Reads the parameters of something that chapters call, of which none may be called like a word that stands beside its
/// arguments there.
///
/// # Errors
/// When it is read from anything but content.
pub fn called_by_chapters<'de, D: Deserializer<'de>>(
    deserializer: D,
    taken: &[&str],
) -> Result<Vec<ParameterEntry>, D::Error> {
    by_hand(deserializer, |d, list| {
        let parameters: List<ParameterEntry> = read(d, list).unwrap_or_default();
        for ParameterEntry { head, .. } in parameters.iter().filter(|one| taken.contains(&one.head.id.as_str())) {
            let message = format!("`{}=` has another meaning in chapters", head.id);
            d.error(Code::BadId, head.at, message).help = Some("choose another id for this input".to_owned());
        }
        parameters.0
    })
}

/// Reports limits between which there is no number.
pub fn refuse_reversed(d: &mut Decoder, node: &Node, min: i64, max: i64) {
    if min > max && !d.has_fault_within(node.extent()) {
        let message = format!("`min` is {min} and `max` is {max}, so no value is allowed");
        let at = node.key_place("max").unwrap_or(node.at);
        d.error(Code::OutOfRange, at, message).help = Some("swap the two".to_owned());
    }
}

impl JsonSchema for ParameterEntry {
    fn schema_name() -> Cow<'static, str> {
        "Parameter".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A parameter: a number with `min` and `max`, one of some `options`, an entry of `lists`, or \
                whatever `of` says.",
            "anyOf": [
                generator.subschema_for::<NumberParameter>(),
                generator.subschema_for::<ChoiceParameter>(),
                generator.subschema_for::<ListedParameter>(),
                generator.subschema_for::<OpenParameter>(),
            ]
        })
    }
}
