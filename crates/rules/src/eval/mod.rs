//! From a game and a character to values: each with its terms, what it needs computed before it.

mod ability;
pub mod bill;
pub mod compute;
mod conditions;
mod dependents;
pub(crate) mod inputs;
pub mod item;
mod labels;
pub mod lasting;
pub mod legality;
mod names;
mod order;
pub mod procedure;
pub mod traits;

pub use ability::AbilityScope;
pub use conditions::in_force;
