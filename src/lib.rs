//! Makeready: print-and-play cards, sheets, handouts and rulebooks from YAML.
//!
//! The pipeline: text -> entries ([`makeready_content`]) -> values ([`makeready_rules`]) -> views ([`makeready_faces`]) ->
//! bytes ([`makeready_press`], [`makeready_site`], [`markdown`]) -> one folder ([`publish`]). Arrows run one way; nothing imports
//! [`commands`]. See `docs/ARCHITECTURE.md`.

pub mod commands;
pub mod markdown;
pub mod plan;
pub mod publish;
pub mod serve;
