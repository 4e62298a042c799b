//! What people's files say beyond stats and skills, key by key: what each holds, and where the words for it come from.

use serde::Serialize;

/// A key of a mapping, and what stands behind it.
pub(super) struct Key {
    pub key: &'static str,
    pub holds: Holds,
}

/// What stands behind a key.
pub(super) enum Holds {
    /// A line of text.
    Line,
    /// Text of several lines.
    Text,
    /// A formula.
    Formula,
    /// A number, with decimals where it needs them.
    Decimal,
    /// Ranks.
    Ranks,
    /// Yes or no.
    Flag,
    /// A point of a picture: percent from the left, and from the top.
    Point,
    /// One word of these.
    One(Names),
    /// A list of words: of these, or without them any.
    Many(Option<Names>),
    /// One word, or a list of words.
    OneOrMany(Names),
    /// A mapping. One that has a short form is written as the value of this key alone.
    Record(&'static [Key], Option<&'static str>),
    /// A list of mappings.
    Records(&'static [Key]),
    /// What the items of the game are described by: a formula or a word for each.
    ItemFields,
    /// What is set on every ability.
    AbilityFields,
    /// What an ability is built from.
    Keywords,
}

/// Where words come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Names {
    /// Stats.
    Stats,
    /// Actions.
    Actions,
    /// Entries of lists.
    Entries,
    /// What backgrounds may cover.
    Covered,
    /// Stats and values.
    Values,
    /// What the players may know of somebody.
    Knowable,
    /// People.
    People,
    /// Abilities.
    Abilities,
    /// Keywords of abilities.
    Keywords,
    /// Conditions.
    Conditions,
}

const fn key(key: &'static str, holds: Holds) -> Key {
    Key { key, holds }
}

/// Who somebody is, beyond name and line.
pub(super) const PERSON: &[Key] = &[
    key("role", Holds::Line),
    key("id", Holds::Line),
    key("also", Holds::Many(None)),
    key("known", Holds::Many(Some(Names::Knowable))),
    key("art", Holds::Record(ART, Some("file"))),
    key("ally", Holds::Record(ALLY, None)),
];

pub(super) const ADVANCE: &[Key] = &[key("stat", Holds::One(Names::Stats))];

pub(super) const BACKGROUND: &[Key] = &[key("name", Holds::Line), key("covers", Holds::Many(Some(Names::Covered)))];

pub(super) const LANGUAGE: &[Key] = &[key("name", Holds::Line), key("ranks", Holds::Ranks)];

pub(super) const ITEM: &[Key] = &[
    key("name", Holds::Line),
    key("weight", Holds::Decimal),
    key("note", Holds::Text),
    key("tags", Holds::Many(Some(Names::Entries))),
    key("wields", Holds::Many(Some(Names::Actions))),
    key("effect", Holds::ItemFields),
    key("modifiers", Holds::Records(MODIFIER)),
    key("id", Holds::Line),
    key("also", Holds::Many(None)),
    key("art", Holds::Record(ART, Some("file"))),
];

/// An ability that is described in words.
pub(super) const DESCRIBED: &[Key] = &[
    key("name", Holds::Line),
    key("type", Holds::Line),
    key("cost", Holds::Line),
    key("text", Holds::Text),
    key("note", Holds::Text),
    key("modifiers", Holds::Records(MODIFIER)),
];

/// An ability that is built in the file.
pub(super) const BUILT: &[Key] = &[
    key("name", Holds::Line),
    key("description", Holds::Text),
    key("summary", Holds::Line),
    key("fields", Holds::AbilityFields),
    key("keywords", Holds::Keywords),
    key("id", Holds::Line),
    key("also", Holds::Many(None)),
    key("art", Holds::Record(ART, Some("file"))),
];

const MODIFIER: &[Key] = &[
    key("to", Holds::OneOrMany(Names::Values)),
    key("add", Holds::Formula),
    key("how", Holds::Text),
    key("label", Holds::Line),
    key("counter", Holds::Flag),
];

const ART: &[Key] = &[
    key("file", Holds::Line),
    key("focus", Holds::Point),
    key("alt", Holds::Line),
    key("credit", Holds::Line),
    key("licence", Holds::Line),
];

const ALLY: &[Key] = &[key("of", Holds::One(Names::People)), key("through", Holds::One(Names::Abilities))];
