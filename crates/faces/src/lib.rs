//! Faces: views of cards, sheets, handouts and the book.
//!
//! **In** computed values from the rules library. **Out** typed views in which every word and
//! figure is final. No lengths and no HTML here: the press and the site decide how it looks.

pub mod art;
pub mod bill;
pub mod book;
pub mod card;
pub mod credits;
pub mod entry_data;
pub mod listing;
pub mod make;
pub mod odds;
pub mod order;
pub mod share;
pub mod sheet;
pub mod shown;
pub mod text;

/// Suggestions, for the packages that depend on faces only.
pub use makeready_rules::device::is_device_name;
pub use makeready_rules::formula::nearest;
