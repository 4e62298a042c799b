//! The rules library of Makeready: a game system as data, and every number with its terms.
//!
//! Pure: no files, no clock, no global state. **In** a [`system::System`] (what a game is) and a
//! [`character::Character`] (what an author wrote). **Out** [`compute::Computed`] values with the
//! terms that add up to them, and [`legality::Violation`]s.
//!
//! | folder or module | holds |
//! |---|---|
//! | [`number`], [`dice`], [`value`] | exact fractions, rolls as values, and values of formulas |
//! | [`formula`] | the language of formulas: parse, validate, evaluate, explain, print; text with formulas in braces |
//! | [`model`] | data only: what a game is (a system, its rulings decided), and one character as written |
//! | [`eval`] | from a game and a character to values: abilities and their bills, procedures, legality |
//! | [`odds`] | exact distributions of rolls, and of checks, whose outcomes mean something |
//! | [`npc`] | characters made from a seed |

pub mod device;
pub mod dice;
pub mod eval;
pub mod formula;
pub mod model;
pub mod npc;
pub mod number;
pub mod odds;
pub mod value;

pub use eval::{bill, compute, item, legality, passive, procedure, traits};
pub use formula::template;
pub use model::{ability, character, rules, system};
pub use odds::check;
