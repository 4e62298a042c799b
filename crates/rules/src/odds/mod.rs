//! Odds: exact distributions of rolls, and of checks.
//!
//! **In** [`Dice`](crate::dice::Dice), or a check made by a character. **Out** a [`Distribution`], the ways to every
//! total: [`sums`] where dice are added up, [`kept`] where only some of them count; and what [`check`] counts with it.

pub mod check;
mod distribution;
mod fraction;
mod kept;
mod limits;
mod sums;
mod whole;

pub use distribution::Distribution;
pub use fraction::Fraction;
