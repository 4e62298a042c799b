//! Deckle in a page: what the command line answers, answered to messages.
//!
//! **In** a [`message`]: what is asked, as JSON, and behind it the files that are no text. **Out** an answer as JSON, in the
//! shapes of `docs/json.md`. **Fails** never: what is wrong is an answer as well, with the diagnostics of the command line. What may be
//! asked is in `docs/page.md`.

mod desk;
#[cfg(target_arch = "wasm32")]
mod exports;
pub mod message;

pub use desk::Desk;
