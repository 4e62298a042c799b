//! The icons built into the program.

include!(concat!(env!("OUT_DIR"), "/icons.rs"));

/// The ids of all icons, in order.
pub fn ids() -> impl Iterator<Item = &'static str> {
    ICONS.iter().map(|(id, _)| *id)
}

/// The SVG of an icon.
pub fn svg(id: &str) -> Option<&'static str> {
    ICONS.iter().find(|(known, _)| *known == id).map(|(_, svg)| *svg)
}
