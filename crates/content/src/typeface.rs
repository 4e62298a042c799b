//! Typefaces that a game brings in its folder `fonts/`: characters that the program's own lack are taken from them.
//!
//! **In** the files of that folder. **Out** [`GameFonts`]. Fonts that cannot be read, may not be used, or have no license beside
//! them are findings at their files.

use std::path::Path;
use std::sync::Arc;

use makeready_embedded::Typeface;
use makeready_embedded::coverage::{Coverage, covered, rows};
use makeready_embedded::glyphs::is_in;
use ttf_parser::{Face, GlyphId, OutlineBuilder, Permissions, name_id};

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::limits::MOST_FONTS;
use crate::picture::Proof;
use crate::source::{FileId, SourceFile, Sources, Span};

/// The folder of a game with its fonts.
pub const FONTS: &str = "fonts/";

/// Endings of fonts that are read.
const READ: [&str; 2] = ["ttf", "otf"];
/// Endings of fonts that are not.
const UNREAD: [&str; 5] = ["ttc", "otc", "woff", "woff2", "eot"];
/// The ending of licenses.
const LICENCE: &str = "txt";

/// The typefaces of a game's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct GameFonts {
    /// The fonts, in order of their files.
    pub fonts: Vec<GameFont>,
    /// The licenses of all of them.
    pub licences: Vec<FontLicence>,
}

/// A font that a game brings.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct GameFont {
    /// Its file, within `fonts/`.
    pub file: String,
    /// The typeface that it is of.
    pub family: String,
    /// Whom it says it belongs to, in one line; may be empty.
    pub copyright: String,
    /// How heavy it is, from 100 to 900.
    pub weight: u16,
    /// Whether it is slanted.
    pub is_italic: bool,
    /// The file itself.
    pub data: Arc<[u8]>,
    /// The characters it has.
    covered: Coverage,
}

/// The license of fonts that a game brings.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct FontLicence {
    /// Its file, within `fonts/`.
    pub file: String,
    /// Its text.
    pub text: String,
}

impl GameFonts {
    /// Whether one of them has a character.
    pub fn have(&self, c: char) -> bool {
        self.fonts.iter().any(|font| is_in(&font.covered, c))
    }
}

/// Whether the file at a path within a content folder is a font or a license of one, in a place where they are looked for.
pub fn is_of_fonts(path: &str) -> bool {
    path.split_once('/').is_some_and(|(_, inner)| is_of_fonts_within(inner))
}

/// The same for a path within a system.
pub(crate) fn is_of_fonts_within(path: &str) -> bool {
    let name = path.strip_prefix(FONTS).filter(|name| !name.contains('/'));
    name.is_some_and(|name| is_font(name) || has_ending(name, &[LICENCE]))
}

/// Whether a file is a font, by its name.
pub fn is_font(name: &str) -> bool {
    has_ending(name, &READ) || has_ending(name, &UNREAD)
}

fn has_ending(name: &str, endings: &[&str]) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| endings.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

/// The fonts of a system, and what is wrong with them.
///
/// `files` are its fonts and licenses, each with its path within the system.
pub(crate) fn read(sources: &Sources, files: &[(FileId, &SourceFile, &str)]) -> (GameFonts, Vec<Diagnostic>) {
    let mut own = GameFonts::default();
    let mut found = Vec::new();
    let files = files.iter().map(|(id, file, path)| (*id, *file, path.strip_prefix(FONTS).unwrap_or(path)));
    let (fonts, licences): (Vec<_>, Vec<_>) = files.partition(|(_, _, name)| is_font(name));
    for (id, file, name) in licences {
        if file.text.trim().is_empty() && sources.fault(id).is_none() {
            let help = "put the text of the font's license into it";
            found.push(fault(Code::NoFontLicense, id, "this license is empty".to_owned(), help));
        }
        own.licences.push(FontLicence { file: name.to_owned(), text: file.text.clone() });
    }
    if let Some((id, ..)) = fonts.get(MOST_FONTS) {
        let message = format!("a game has at most {MOST_FONTS} fonts");
        found.push(fault(Code::TooLarge, *id, message, "remove fonts that no text needs"));
    }
    for (id, file, name) in fonts.into_iter().take(MOST_FONTS) {
        if own.licences.is_empty() {
            let message = format!("the font `{name}` in `{FONTS}` has no license");
            let help = "add the text of its license as `fonts/LICENSE.txt`";
            found.push(fault(Code::NoFontLicense, id, message, help));
        }
        // What is wrong with the file as a whole is reported with all files.
        if sources.fault(id).is_some() {
            continue;
        }
        match font(file, name, sources.bytes(&file.path), sources.proof()) {
            Ok(font) => own.fonts.push(font),
            Err((message, help)) => found.push(fault(Code::BadFont, id, message, help)),
        }
    }
    (own, found)
}

fn fault(code: Code, file: FileId, message: String, help: &str) -> Diagnostic {
    Diagnostic::error(code, Span { file, start: 0, end: 0 }, message).help(help)
}

/// One font; or what is wrong with it, and the next thing to try.
fn font(
    file: &SourceFile,
    name: &str,
    data: Option<&Arc<[u8]>>,
    proof: Option<Proof>,
) -> Result<GameFont, (String, &'static str)> {
    const TAKE: &str = "use the TrueType or OpenType font (`.ttf`, `.otf`) of the same typeface";
    if has_ending(name, &UNREAD) {
        return Err((format!("`{name}` is a web font, or contains several fonts"), TAKE));
    }
    let Some(data) = data else {
        return Err((format!("nobody has read `{}`", file.path), TAKE));
    };
    let covered = covered(data).map_err(|error| (format!("`{name}` cannot be read as a font: {error}"), TAKE))?;
    let face = Face::parse(data, 0).map_err(|error| (format!("`{name}` cannot be read as a font: {error}"), TAKE))?;
    let named = |wanted: u16| {
        let mut names = face.names().into_iter().filter(|name| name.name_id == wanted && name.is_unicode());
        names.find_map(|name| name.to_string()).unwrap_or_default()
    };
    // The older of the two names has the weight in it.
    let family = Some(named(name_id::TYPOGRAPHIC_FAMILY)).filter(|name| !name.is_empty());
    let family = family.unwrap_or_else(|| named(name_id::FAMILY));
    if family.trim().is_empty() {
        return Err((format!("`{name}` has no typeface name"), TAKE));
    }
    if Typeface::find(&family).is_some() {
        return Err((format!("Makeready already has the typeface {family}"), "remove this font"));
    }
    if matches!(face.permissions(), Some(Permissions::Restricted)) {
        return Err((
            format!("`{name}` does not allow embedding in documents"),
            "use a typeface that allows it, for example under the SIL Open Font License",
        ));
    }
    // A font may list characters for which it draws nothing: those are found where a text needs them.
    let drawn: Vec<(u16, char)> = characters(&covered).filter_map(|c| Some((drawn(&face, c)?.0, c))).collect();
    if let Some(Proof { font, .. }) = proof {
        font(data, &drawn).map_err(|reason| (format!("`{name}` cannot be embedded in documents: {reason}"), TAKE))?;
    }
    let covered = rows(drawn.iter().map(|(_, c)| u32::from(*c)).collect());
    let copyright = named(name_id::COPYRIGHT_NOTICE).split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(GameFont {
        file: name.to_owned(),
        family,
        copyright,
        weight: face.weight().to_number(),
        is_italic: face.is_italic(),
        data: Arc::clone(data),
        covered,
    })
}

/// The characters of rows of code points.
fn characters(covered: &Coverage) -> impl Iterator<Item = char> + '_ {
    covered.iter().flat_map(|(first, last)| *first..=*last).filter_map(char::from_u32)
}

/// The glyph of a character, if it draws what the character is: something, unless the character itself shows nothing.
fn drawn(face: &Face, c: char) -> Option<GlyphId> {
    let glyph = face.glyph_index(c).filter(|glyph| glyph.0 < face.number_of_glyphs())?;
    (shows_nothing(c) || is_seen(face, glyph)).then_some(glyph)
}

/// Whether there is anything to see of a glyph.
fn is_seen(face: &Face, glyph: GlyphId) -> bool {
    let mut outline = Seen(false);
    face.outline_glyph(glyph, &mut outline);
    let has_image = || face.glyph_svg_image(glyph).is_some() || face.glyph_raster_image(glyph, u16::MAX).is_some();
    outline.0 || face.is_color_glyph(glyph) || has_image()
}

/// Whether a character is a space, or a sign that says how others are set.
fn shows_nothing(c: char) -> bool {
    const UNSEEN: [(char, char); 16] = [
        ('\u{ad}', '\u{ad}'),
        ('\u{34f}', '\u{34f}'),
        ('\u{61c}', '\u{61c}'),
        ('\u{115f}', '\u{1160}'),
        ('\u{17b4}', '\u{17b5}'),
        ('\u{180b}', '\u{180f}'),
        ('\u{200b}', '\u{200f}'),
        ('\u{202a}', '\u{202e}'),
        ('\u{2060}', '\u{206f}'),
        ('\u{2800}', '\u{2800}'),
        ('\u{3164}', '\u{3164}'),
        ('\u{fe00}', '\u{fe0f}'),
        ('\u{feff}', '\u{feff}'),
        ('\u{ffa0}', '\u{ffa0}'),
        ('\u{fff0}', '\u{fffb}'),
        ('\u{e0000}', '\u{e0fff}'),
    ];
    c.is_whitespace() || c.is_control() || UNSEEN.iter().any(|(first, last)| (*first..=*last).contains(&c))
}

/// Sees whether a glyph has an outline.
struct Seen(bool);

impl OutlineBuilder for Seen {
    fn move_to(&mut self, _: f32, _: f32) {}
    fn line_to(&mut self, _: f32, _: f32) {
        self.0 = true;
    }
    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {
        self.0 = true;
    }
    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
        self.0 = true;
    }
    fn close(&mut self) {}
}
