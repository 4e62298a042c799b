//! The rules library of Deckle: a game system as data, and every number with the reason why.
//!
//! Pure: no files, no clock, no global state. **In** a [`system::System`] (what a game is) and a
//! [`character::Character`] (what an author wrote). **Out** [`compute::Computed`] values with the
//! terms that add up to them, and [`legality::Violation`]s.
//!
//! | module | holds |
//! |---|---|
//! | [`number`] | exact fractions |
//! | [`dice`] | rolls as values |
//! | [`value`] | what formulas yield, and its types |
//! | [`formula`] | the language of formulas: read, check, compute, explain, print |
//! | [`template`] | text with formulas in braces |
//! | [`system`] | stats, derived values, skills, actions, conditions, rulings |
//! | [`rules`] | a system with its rulings decided |
//! | [`character`] | one character as written |
//! | [`compute`] | from a character to its values |
//! | [`legality`] | what makes a character legal |
//! | [`item`] | what formulas may say of an item |
//! | [`ability`] | abilities and the keywords that they are built from |
//! | [`bill`] | what an ability costs, gives and breaks |
//! | [`lasting`] | what abilities add to their owner at all times |
//! | [`check`] | rolls whose outcomes mean something, and their odds |
//! | [`procedure`] | computations in steps, such as what a hit does |
//! | `order` | what needs what, each behind what it needs |
//! | `inputs` | what is put into a procedure, check or ability by name |
//! | [`traits`] | what a character takes one after another, each with a prerequisite |
//! | [`npc`] | characters made from a seed |

pub mod ability;
pub mod bill;
pub mod character;
pub mod check;
pub mod compute;
pub mod dice;
pub mod formula;
mod inputs;
pub mod item;
pub mod lasting;
pub mod legality;
pub mod npc;
pub mod number;
mod order;
pub mod procedure;
pub mod rules;
pub mod system;
pub mod template;
pub mod traits;
pub mod value;
