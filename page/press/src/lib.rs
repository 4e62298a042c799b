//! The WebAssembly module that prints as well. All of it is the package `makeready-page`.

use makeready_page as _;
