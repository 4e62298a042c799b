//! The WebAssembly module that reads the files of any game as well. All of it is the package `makeready-page`.

use makeready_page as _;
