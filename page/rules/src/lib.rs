//! The WebAssembly module that opens published games. A page loads it first. All of it is the package `makeready-page`.

use makeready_page as _;
