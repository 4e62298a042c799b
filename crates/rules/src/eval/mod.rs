//! From a game and a character to values, each with its terms.
//!
//! A place where formulas stand is a [`Frame`](crate::formula::Frame): a system (`names`), its rules (`labels`), a
//! character ([`compute`]), an item of it, and a [`Worksheet`], behind which abilities, keywords, procedures and checks
//! stand. What a value needs is evaluated before it (`order`, `memo`).

mod ability;
pub mod bill;
pub mod compute;
pub(crate) mod computed;
mod counted;
mod dependents;
mod ground;
pub mod item;
mod labels;
pub mod legality;
mod memo;
mod names;
mod order;
mod parameter;
pub mod passive;
pub mod procedure;
mod sheet_frame;
pub mod traits;
mod violation;
pub(crate) mod worksheet;

pub use counted::in_force;
pub use ground::Ground;
pub use labels::CardFrame;
pub use sheet_frame::SheetFrame;
pub use worksheet::Worksheet;
