//! Faces: what stands on a card, a sheet, a handout and in the book.
//!
//! **In** computed values from the rules library. **Out** typed views in which every word and
//! figure is final. No lengths and no HTML here: the press and the site decide how it looks.

pub mod bill;
pub mod book;
pub mod card;
pub mod credits;
pub mod make;
pub mod odds;
pub mod sheet;
pub mod text;

/// What was perhaps meant, for those that know the rules by their faces only.
pub use deckle_rules::formula::nearest;
