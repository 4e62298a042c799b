//! Deckle: print-and-play cards, sheets, handouts and rulebooks from YAML.

pub mod faces;
pub mod press;
