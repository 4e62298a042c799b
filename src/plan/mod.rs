//! What is made out of what, and what of it was made before.
//!
//! A recipe has a [`Key`], a hash of all that its result is made from, the program itself among it. A [`Store`] keeps results by
//! their keys, beside the content, signed with a secret of the user. What is kept is looked at before it is used, and made again
//! where anything is wrong with it: nothing depends on whether there is a store.

mod key;
mod secret;
mod store;

pub use key::{Key, KeyBuilder};
pub use store::Store;
