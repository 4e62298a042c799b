//! Making faces: from a checked game and a character to the views.

mod bill;
mod book;
mod card;
mod data;
mod desk;
mod examples;
mod procedure;
mod sheet;

pub use bill::{BillData, priced};
pub use book::{book, look};
pub use data::{Explanation, SheetData, explanation, sheet_data};
pub use desk::{Desk, join_terms};
pub use procedure::{ProcedureData, listing, resolved};
