//! What a game is and what a character is: data only, nothing computed.

pub mod ability;
pub mod character;
pub mod check;
pub mod field;
pub mod legality;
pub mod procedure;
pub mod rules;
pub mod system;
pub mod traits;
