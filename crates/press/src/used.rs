//! The work of others that a laid out document shows.
//!
//! **In** pages as Typst made them. **Out** the icons, pictures and typefaces that are actually on them, found in the frames, so that no
//! list of where they are used has to be kept. **Fails** with [`PressError::Typeset`] when a picture is drawn that is
//! not embedded: it has no known artist.

use std::sync::LazyLock;

use typst::layout::{Frame, FrameItem};
use typst::visualize::ImageKind;
use typst_layout::PagedDocument;

use super::error::PressError;
use super::pictures;
use makeready_embedded::{Typeface, icons, ornaments};
use makeready_faces::book::Look;
use makeready_faces::credits::Used;

/// The placeholder for the color of an icon, which templates replace.
const COLOR: &str = "currentColor";

/// An embedded picture: its SVG before and after its color.
struct Carried {
    before: &'static str,
    behind: &'static str,
    /// Its id, when it is an icon; ornaments are the project's own.
    icon: Option<&'static str>,
}

static CARRIED: LazyLock<Vec<Carried>> = LazyLock::new(|| {
    let icons = icons().map(|(id, svg)| (Some(id), svg));
    let all = icons.chain(ornaments().map(|(_, svg)| (None, svg)));
    all.filter_map(|(icon, svg)| svg.split_once(COLOR).map(|(before, behind)| Carried { before, behind, icon }))
        .collect()
});

/// The picture of a drawing, whatever its color.
fn carried(drawing: &str) -> Option<&'static Carried> {
    let is_color = |text: &str| text.starts_with('#') && text[1..].chars().all(|c| c.is_ascii_hexdigit());
    CARRIED.iter().find(|picture| {
        let inner = drawing.strip_suffix(picture.behind).and_then(|rest| rest.strip_prefix(picture.before));
        inner.is_some_and(is_color)
    })
}

/// The icons and typefaces on the pages of a document.
///
/// # Errors
/// [`PressError::Typeset`] when a picture is not embedded.
pub fn used(document: &PagedDocument, template: &str, look: &Look) -> Result<Used, PressError> {
    let mut used = Used::default();
    document.pages().iter().try_for_each(|page| collect(&page.frame, template, look, &mut used))?;
    Ok(used)
}

fn collect(frame: &Frame, template: &str, look: &Look, used: &mut Used) -> Result<(), PressError> {
    let unknown = |what: &str| PressError::Typeset {
        template: template.to_owned(),
        messages: vec![format!("there is no credit for {what}, because the program does not include it")],
    };
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => collect(&group.frame, template, look, used)?,
            FrameItem::Text(text) => {
                let family = text.font.font().info().family.as_str();
                match Typeface::find(family) {
                    Some(face) => {
                        used.typefaces.insert(face.name);
                    }
                    None if !look.typefaces.fonts.is_empty() => {
                        used.own_typefaces.insert(family.to_owned());
                    }
                    None => return Err(unknown(&format!("the typeface `{family}`"))),
                }
            }
            FrameItem::Image(image, ..) => {
                let (drawing, data) = match image.kind() {
                    ImageKind::Svg(svg) => (std::str::from_utf8(svg.data()).ok(), svg.data()),
                    ImageKind::Raster(raster) => (None, raster.data()),
                    ImageKind::Pdf(_) => return Err(unknown("a document that is drawn as a picture")),
                };
                if let Some(picture) = drawing.and_then(carried) {
                    used.icons.extend(picture.icon.map(str::to_owned));
                } else if let Some(icon) = drawing.and_then(|drawing| look.icons.whose(drawing)) {
                    used.note_art(&icon.credit);
                } else if let Some(picture) = pictures::whose(&look.pictures, data) {
                    used.note_art(&picture.credit);
                } else {
                    return Err(unknown("a picture"));
                }
            }
            FrameItem::Shape(..) | FrameItem::Link(..) | FrameItem::Tag(_) => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_has_one_color_and_is_known_by_what_is_around_it() {
        assert_eq!(CARRIED.len(), icons().count() + ornaments().count());
        for (id, svg) in icons() {
            assert_eq!(svg.matches(COLOR).count(), 1, "{id}");
            let found = carried(&svg.replace(COLOR, "#1f1c1a")).and_then(|picture| picture.icon);
            assert_eq!(found, Some(id));
        }
        for (id, svg) in ornaments() {
            let found = carried(&svg.replace(COLOR, "#1f1c1aff"));
            assert!(found.is_some_and(|picture| picture.icon.is_none()), "{id}");
        }
        assert!(carried("<svg/>").is_none());
    }
}
