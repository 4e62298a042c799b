//! Embedded files: fonts, icons, ornaments and templates (listed by `build.rs`).

pub mod coverage;
pub mod credits;
pub mod glyphs;

mod tables {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

pub use tables::{FONTS, ICON_IDS, NEW_GAME, ORNAMENT_IDS, PAGES, TEMPLATES};

/// A display face for headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisplayFace {
    /// The family, as paper and site know it.
    pub family: &'static str,
    /// Its bold in `FONTS`.
    pub file: &'static str,
}

impl DisplayFace {
    /// The font.
    pub fn font(&self) -> Option<&'static [u8]> {
        FONTS.iter().find(|(name, _)| *name == self.file).map(|(_, font)| *font)
    }
}

/// The display faces. Any other name would fall back silently.
pub const DISPLAY_FACES: [DisplayFace; 6] = [
    face("Alegreya Sans", "AlegreyaSans_700Bold.ttf"),
    face("Archivo", "Archivo_700Bold.ttf"),
    face("Baloo 2", "Baloo2_700Bold.ttf"),
    face("Cinzel", "Cinzel_700Bold.ttf"),
    face("Spectral", "Spectral_700Bold.ttf"),
    face("Zilla Slab", "ZillaSlab_700Bold.ttf"),
];

const fn face(family: &'static str, file: &'static str) -> DisplayFace {
    DisplayFace { family, file }
}

/// A typeface and its license.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Typeface {
    /// Its name.
    pub name: &'static str,
    /// The family name in its fonts, where that differs.
    family: &'static str,
    /// The prefix of its files in `FONTS`.
    prefix: &'static str,
    /// The file with the text of its license, beside the fonts.
    pub licence: &'static str,
}

/// The license of all typefaces.
pub const FONT_LICENCE: &str = "OFL 1.1";

/// Every typeface of `fonts/`.
pub const TYPEFACES: [Typeface; 9] = [
    typeface("Alegreya Sans", "Alegreya Sans", "AlegreyaSans_", "OFL-alegreya-sans.txt"),
    typeface("Archivo", "Archivo", "Archivo_", "OFL-archivo.txt"),
    typeface(
        "Atkinson Hyperlegible",
        "Atkinson Hyperlegible",
        "AtkinsonHyperlegible_",
        "OFL-atkinson-hyperlegible.txt",
    ),
    typeface("Baloo 2", "Baloo 2", "Baloo2_", "OFL-baloo-2.txt"),
    typeface("Barlow Condensed", "Barlow", "BarlowCondensed_", "OFL-barlow-condensed.txt"),
    typeface("Cinzel", "Cinzel", "Cinzel_", "OFL-cinzel.txt"),
    typeface("Makeready Signs", "Makeready Signs", "MakereadySigns_", "OFL-makeready-signs.txt"),
    typeface("Spectral", "Spectral", "Spectral_", "OFL-spectral.txt"),
    typeface("Zilla Slab", "Zilla Slab", "ZillaSlab_", "OFL-zilla-slab.txt"),
];

const fn typeface(name: &'static str, family: &'static str, prefix: &'static str, licence: &'static str) -> Typeface {
    Typeface { name, family, prefix, licence }
}

impl Typeface {
    /// The typeface of this name, or of this family name in fonts.
    pub fn find(name: &str) -> Option<&'static Self> {
        TYPEFACES.iter().find(|face| face.name == name || face.family == name)
    }

    /// The text of its license.
    pub fn licence_text(&self) -> Option<&'static str> {
        tables::LICENCES.iter().find(|(name, _)| *name == self.licence).map(|(_, text)| *text)
    }

    /// The style sheet that declares on pages what nearly all of them show of it, and its stand-in; none for a typeface of paper
    /// alone.
    pub fn web_style(&self) -> Option<&'static str> {
        self.sheet("")
    }

    /// The style sheet that declares the rest of its characters; none where there are no others.
    pub fn web_style_of_rest(&self) -> Option<&'static str> {
        self.sheet("-rest")
    }

    fn sheet(&self, ending: &str) -> Option<&'static str> {
        let name = format!("{}{ending}", self.licence.strip_prefix("OFL-")?.strip_suffix(".txt")?);
        by_id(tables::WEB_STYLES, ".css").find(|(id, _)| *id == name).map(|(_, style)| style)
    }

    /// The files that these style sheets load, beside them in the folder `fonts`: name and contents.
    pub fn web_fonts(&self) -> impl Iterator<Item = (&'static str, &'static [u8])> {
        tables::WEB_FONTS.iter().copied().filter(|(name, _)| name.starts_with(self.prefix))
    }

    /// Its copyright: the first line of its license.
    pub fn copyright(&self) -> &'static str {
        let line = self.licence_text().and_then(|text| text.lines().next()).unwrap_or_default();
        line.trim_start_matches('\u{feff}').trim()
    }
}

/// Every icon: id and SVG.
pub fn icons() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    by_id(tables::ICONS, ".svg")
}

/// The emblem of every look, drawn as one shape: id and SVG. `templates/print/back.typ` has a card back for each.
pub fn ornaments() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    by_id(tables::ORNAMENTS, ".svg")
}

/// The pattern of every emblem, as `templates/print/patterns.typ` draws it, for pages: id and SVG.
pub fn patterns() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    by_id(tables::PATTERNS, ".svg")
}

fn by_id(
    table: &'static [(&str, &str)],
    ending: &'static str,
) -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    table.iter().map(move |(name, text)| (name.strip_suffix(ending).unwrap_or(name), *text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_emblem_has_a_pattern() {
        assert!(ornaments().map(|(id, _)| id).eq(patterns().map(|(id, _)| id)));
        assert!(ornaments().map(|(id, _)| id).eq(ORNAMENT_IDS.iter().copied()));
    }

    #[test]
    fn style_sheets_of_typefaces_load_their_own_fonts_and_no_others() {
        let mut loaded = Vec::new();
        for face in TYPEFACES {
            let Some(style) = face.web_style() else { continue };
            let style = style.to_owned() + face.web_style_of_rest().unwrap_or_default();
            for (name, font) in face.web_fonts() {
                assert!(style.contains(&format!("url(fonts/{name})")), "{}: {name}", face.name);
                assert!(font.starts_with(b"wOF2"), "{name}");
                loaded.push(name);
            }
            assert_eq!(style.matches("url(").count(), face.web_fonts().count(), "{}", face.name);
            assert!(style.contains(&format!("font-family:\"{}\"", face.name)), "{}", face.name);
        }
        assert_eq!(loaded.len(), tables::WEB_FONTS.len(), "{loaded:?}");
        for display in DISPLAY_FACES {
            assert!(Typeface::find(display.family).and_then(Typeface::web_style).is_some(), "{}", display.family);
        }
    }

    #[test]
    fn every_font_file_is_of_one_typeface_whose_licence_and_owner_are_known() {
        for (file, _) in FONTS {
            let faces: Vec<_> = TYPEFACES.iter().filter(|face| file.starts_with(face.prefix)).collect();
            assert_eq!(faces.len(), 1, "{file}: {faces:?}");
        }
        for face in TYPEFACES {
            let text = face.licence_text().unwrap_or_else(|| panic!("no licence of {}", face.name));
            assert!(text.contains("SIL Open Font License, Version 1.1"), "{}", face.name);
            assert!(face.copyright().starts_with("Copyright 20"), "{}: {}", face.name, face.copyright());
            assert!(FONTS.iter().any(|(file, _)| file.starts_with(face.prefix)), "{}", face.name);
        }
    }
}
