//! The WebAssembly module that reads games and prints. All of it is the package `makeready-page`.

use makeready_page as _;
