//! The WebAssembly module that opens published games. A page loads it first. All of it is the package `makeready-page`.

#[cfg(not(target_arch = "wasm32"))]
use makeready_page as _;

#[cfg(target_arch = "wasm32")]
makeready_page::module!(makeready_page::Skills::NONE);
