//! What the program carries with it: fonts, icons and print templates (listed by `build.rs`).

mod tables {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

pub use tables::{FONTS, NEW_GAME, TEMPLATES};

/// Families of `FONTS` that headings may be set in: those that paper and site know by the same name. What is
/// asked for under another one would fall back without a word.
pub const DISPLAY_FACES: [&str; 2] = ["Alegreya Sans", "Cinzel"];

/// Every icon: id and SVG.
pub fn icons() -> impl Iterator<Item = (&'static str, &'static str)> {
    tables::ICONS.iter().map(|(name, svg)| (name.strip_suffix(".svg").unwrap_or(name), *svg))
}
