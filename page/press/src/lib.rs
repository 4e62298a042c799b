//! The WebAssembly module that reads games and prints. All of it is the packages `makeready-page` and
//! `makeready-page-press`.

#[cfg(not(target_arch = "wasm32"))]
use {makeready_page as _, makeready_page_press as _};

#[cfg(target_arch = "wasm32")]
makeready_page::module!(makeready_page::Skills::printing(makeready_page_press::PRINTS));
