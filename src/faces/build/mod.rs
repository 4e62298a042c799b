//! Making faces: from a checked game and a character to the views.

mod bill;
mod book;
mod card;
mod data;
mod desk;
mod sheet;

pub use bill::{BillData, bill_data};
pub use book::{book, look};
pub use data::{Explanation, SheetData, explanation, sheet_data};
pub use desk::{Desk, join_terms};
