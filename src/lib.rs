//! Deckle: print-and-play cards, sheets, handouts and rulebooks from YAML.
//!
//! The pipeline: text -> entries ([`deckle_content`]) -> values ([`deckle_rules`]) -> views ([`deckle_faces`]) ->
//! bytes ([`deckle_press`], [`deckle_site`], [`markdown`]) -> one folder ([`publish`]). Arrows run one way; nothing imports
//! [`commands`]. See `docs/ARCHITECTURE.md`.

pub mod commands;
pub mod markdown;
pub mod plan;
pub mod publish;
pub mod serve;
