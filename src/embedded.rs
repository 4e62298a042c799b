//! What the program carries with it: fonts, icons, ornaments and print templates (listed by `build.rs`).

mod tables {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

pub use tables::{FONTS, NEW_GAME, TEMPLATES};

/// A face that headings may be set in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisplayFace {
    /// The family, as paper and site know it.
    pub family: &'static str,
    /// Its bold in `FONTS`.
    pub file: &'static str,
    /// The text of its licence, beside it.
    pub licence: &'static str,
}

impl DisplayFace {
    /// The font.
    pub fn font(&self) -> Option<&'static [u8]> {
        FONTS.iter().find(|(name, _)| *name == self.file).map(|(_, font)| *font)
    }

    /// What its licence says.
    pub fn licence_text(&self) -> Option<&'static str> {
        tables::LICENCES.iter().find(|(name, _)| *name == self.licence).map(|(_, text)| *text)
    }
}

/// What headings may be set in. What is asked for under another name would fall back without a word.
pub const DISPLAY_FACES: [DisplayFace; 6] = [
    face("Alegreya Sans", "AlegreyaSans_700Bold.ttf", "OFL-alegreya-sans.txt"),
    face("Archivo", "Archivo_700Bold.ttf", "OFL-archivo.txt"),
    face("Baloo 2", "Baloo2_700Bold.ttf", "OFL-baloo-2.txt"),
    face("Cinzel", "Cinzel_700Bold.ttf", "OFL-cinzel.txt"),
    face("Spectral", "Spectral_700Bold.ttf", "OFL-spectral.txt"),
    face("Zilla Slab", "ZillaSlab_700Bold.ttf", "OFL-zilla-slab.txt"),
];

const fn face(family: &'static str, file: &'static str, licence: &'static str) -> DisplayFace {
    DisplayFace { family, file, licence }
}

/// Every icon: id and SVG.
pub fn icons() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    by_id(tables::ICONS)
}

/// The emblem of every look, drawn as one shape: id and SVG. `templates/print/back.typ` has a card back for each.
pub fn ornaments() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    by_id(tables::ORNAMENTS)
}

fn by_id(table: &'static [(&str, &str)]) -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    table.iter().map(|(name, svg)| (name.strip_suffix(".svg").unwrap_or(name), *svg))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::press::world;

    #[test]
    fn every_display_face_has_its_bold_and_its_licence() {
        for face in DISPLAY_FACES {
            assert!(face.font().is_some_and(|font| font.len() > 10_000), "{}", face.family);
            assert!(face.licence_text().is_some_and(|text| text.contains("SIL Open Font License")), "{}", face.family);
            assert!(world::font_families().iter().any(|family| family == face.family), "{}", face.family);
        }
    }

    /// What names of Western and Central Europe are written with, and the marks that headings hold.
    #[test]
    fn every_display_face_has_the_letters_of_names() {
        const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞß\
            àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿĀāĂăĄąĆćČčĎďĐđĒēĘęĚěĞğĪīİıŁłŃńŇňŌōŐőŒœŘřŚśŞşŠšŤťŪūŮůŰűŸŹźŻżŽž\
            .,:;!?¡¿'\"‘’“”‚„‹›«»-–—…·•&%()[]/+−×±=*#@§°";
        for face in DISPLAY_FACES {
            let font = face.font().expect("a font");
            let font = rustybuzz::ttf_parser::Face::parse(font, 0).expect("a font that can be read");
            let missing: String = LETTERS.chars().filter(|c| font.glyph_index(*c).is_none()).collect();
            assert_eq!(missing, "", "{}", face.family);
        }
    }
}
