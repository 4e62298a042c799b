//! What the program carries with it: fonts, icons and print templates (listed by `build.rs`).

mod tables {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

pub use tables::{FONTS, TEMPLATES};

/// Every icon: id and SVG.
pub fn icons() -> impl Iterator<Item = (&'static str, &'static str)> {
    tables::ICONS.iter().map(|(name, svg)| (name.strip_suffix(".svg").unwrap_or(name), *svg))
}
