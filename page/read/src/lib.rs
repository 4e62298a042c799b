//! The WebAssembly module that reads any game and prints nothing. All of it is the package `makeready-page`.

use makeready_page as _;
