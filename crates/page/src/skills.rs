//! Optional functions of a desk. Every desk opens published games.
//!
//! The linker leaves out the code of functions that a module does not pass. So `rules.wasm` is a tenth of `press.wasm`.

use makeready_content::picture::Proof;
use makeready_content::source::Sources;
use makeready_content::{Depth, Earlier, Loaded, load_with};

use crate::desk::{Made, Open, Ruled};
use crate::print::{FilesAnswer, How, Picture, PictureAnswer, Print, PrintAnswer, Tabletop};

/// Optional functions of a desk. Every desk opens published games.
#[derive(Clone, Copy, Default)]
pub struct Skills {
    /// Reads the files of any game.
    pub(crate) load: Option<Load>,
    /// Prints.
    pub(crate) prints: Option<Prints>,
}

/// Reads the files of a system: [`load_with`].
type Load = fn(Earlier<'_>, Depth, &Sources, &str, &[Ruled]) -> Loaded;

/// Print functions: they answer [`Ask::Print`](crate::message::Ask::Print) and the like.
#[derive(Clone, Copy)]
pub struct Prints {
    /// Prints something.
    pub printed: fn(&Open, &Print, &How) -> Made<PrintAnswer>,
    /// Draws a card, or the pages of a sheet or a handout.
    pub picture: fn(&Open, &Picture) -> Made<PictureAnswer>,
    /// Makes the files of a deck for Tabletop Simulator.
    pub tabletop: fn(&Open, &Tabletop) -> Made<FilesAnswer>,
    /// Test print of the pictures and fonts of a game.
    pub proof: Proof,
}

impl Skills {
    /// Opens published games, and nothing else.
    pub const NONE: Self = Self { load: None, prints: None };
    /// Reads any game, and prints nothing.
    pub const READS: Self = Self { load: Some(load_with), ..Self::NONE };

    /// Reads any game, and prints.
    pub const fn printing(prints: Prints) -> Self {
        Self { prints: Some(prints), ..Self::READS }
    }
}
