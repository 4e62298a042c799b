//! Makeready in a page: what the command line answers, answered to messages.
//!
//! **In** a [`message`]: what is asked, as JSON, and behind it the files that come with it. **Out** an answer as JSON, in the
//! shapes of `docs/json.md`, and behind it the files that come of it: with all [`Skills`] those are prints, by the press of the
//! command line. **Fails** never: what is wrong is an answer as well, with the diagnostics of the command line. What may be
//! asked is in `docs/internals.md`.

mod desk;
mod exports;
pub mod message;
pub mod print;
mod skills;

pub use desk::{Desk, Made, Open, Refusal, Subject};
pub use exports::Calls;
pub use skills::{Prints, Skills};
