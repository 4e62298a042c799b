//! Deckle: print-and-play cards, sheets, handouts and rulebooks from YAML.
//!
//! A datum's way: text -> entries ([`content`]) -> values (`deckle-rules`) -> views ([`faces`]) ->
//! bytes ([`press`], [`site`], [`markdown`]) -> one folder ([`publish`]). Arrows run one way; nothing imports
//! [`commands`]. See `docs/ARCHITECTURE.md`.

pub mod commands;
pub mod content;
pub mod embedded;
pub mod faces;
pub mod markdown;
pub mod press;
pub mod publish;
pub mod seal;
pub mod site;
