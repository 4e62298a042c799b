//! Building faces: from a validated game and a character to the views.

mod ability;
mod ability_data;
mod ability_entries;
mod ability_tables;
mod art;
mod bill;
mod blank;
mod book;
mod book_maker;
mod card;
mod columns;
mod conditions;
mod data;
mod draft;
mod examples;
mod face_builder;
mod filling;
mod handout;
mod layout;
mod odds;
mod parameter;
mod procedure;
mod sheet;
mod sums;
mod traits;
mod wording;

pub use ability_data::{KeywordData, ability_data, keyword_data};
pub use bill::{BillData, bills, priced};
pub use book::{draft_book, look};
pub use book_maker::{BookMaker, book};
pub use data::{Explanation, SheetData, explanation, sheet_data};
pub use face_builder::FaceBuilder;
pub use filling::join_terms;
pub use odds::{OddsCall, OddsCase, OddsData, listed_checks};
pub use parameter::takes;
pub use procedure::{ProcedureData, listing, resolved};
