//! What the program carries with it: fonts, icons and print templates (listed by `build.rs`).

mod tables {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

pub use tables::{FONTS, TEMPLATES};

/// Families of `FONTS` that headings may be set in. The other ones are for reading only, and the site
/// does not bring them along as display faces.
pub const DISPLAY_FACES: [&str; 3] = ["Alegreya Sans", "Barlow Condensed", "Cinzel"];

/// Every icon: id and SVG.
pub fn icons() -> impl Iterator<Item = (&'static str, &'static str)> {
    tables::ICONS.iter().map(|(name, svg)| (name.strip_suffix(".svg").unwrap_or(name), *svg))
}
