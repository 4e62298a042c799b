//! The world of Typst: the embedded templates, fonts, icons and ornaments, the fonts and pictures of a game, and one file of
//! data.
//!
//! **In** the name of a template, the look of a game and the data. **Out** a laid out [`PagedDocument`]. **Fails** with
//! [`PressError::Typeset`], every message with the template's line. No file is read, no system font
//! and no clock is used, so the same data gives the same document on any machine.

use std::collections::HashMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use serde::Serialize;
use typst::comemo::Tracked;
use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::layout::Abs;
use typst::syntax::{DiagSpan, DiagSpanKind, FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook, FontInstance, FontVariant, FontVariations};
use typst::utils::LazyHash;
use typst::visualize::SvgImage;
use typst::{Library, LibraryExt, World, WorldExt};
use typst_layout::PagedDocument;

use super::breaks;
use super::error::PressError;
use super::pictures;
use super::widths::{HYPHENATED, LINE_WIDTH};
use makeready_faces::art::{Art, GameIcons, GamePicture, GamePictures, PictureKind, fenced};
use makeready_faces::book::{GameFonts, Look};

/// Where templates find icons, and emblems.
const ICONS: &str = "icons";
const ORNAMENTS: &str = "ornaments";

/// Everything embedded, prepared once for the process. Ids of files are never freed by Typst, so
/// each path is interned once, here.
struct Stock {
    library: LazyHash<Library>,
    fonts: Fonts,
    sources: HashMap<FileId, Source>,
    pictures: HashMap<FileId, Bytes>,
    data: FileId,
}

/// The fonts that text is set in.
pub struct Fonts {
    book: LazyHash<FontBook>,
    all: Vec<Font>,
    /// The same fonts, for shaping text.
    faces: Vec<FontInstance>,
}

impl Fonts {
    fn new(fonts: Vec<Font>) -> Self {
        Self {
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            faces: fonts.iter().map(as_designed).collect(),
            all: fonts,
        }
    }

    /// All of them: those embedded, then those of the game.
    pub fn all(&self) -> &[FontInstance] {
        &self.faces
    }

    /// The font of this family that comes nearest to the variant.
    pub fn find(&self, family: &str, variant: FontVariant) -> Option<&FontInstance> {
        self.faces.get(self.book.select(&family.to_lowercase(), variant)?)
    }
}

static STOCK: LazyLock<Stock> = LazyLock::new(|| {
    let fonts = makeready_embedded::FONTS.iter().flat_map(|(_, font)| Font::iter(Bytes::new(*font))).collect();
    let source = |(name, text): &(&str, &str)| {
        let id = file_id(&format!("/{name}"));
        (id, Source::new(id, (*text).to_owned()))
    };
    let picture = |folder: &'static str| {
        move |(id, svg): (&str, &'static str)| (file_id(&format!("/{folder}/{id}.svg")), Bytes::new(svg.as_bytes()))
    };
    let mut library = Library::default();
    for function in [&LINE_WIDTH, &HYPHENATED] {
        library.global.scope_mut().define_func_with_data(function);
    }
    Stock {
        library: LazyHash::new(library),
        fonts: Fonts::new(fonts),
        sources: makeready_embedded::TEMPLATES.iter().map(source).collect(),
        pictures: makeready_embedded::icons()
            .map(picture(ICONS))
            .chain(makeready_embedded::ornaments().map(picture(ORNAMENTS)))
            .collect(),
        data: file_id("/data.json"),
    }
});

fn file_id(path: &str) -> FileId {
    let path = VirtualPath::new(path).expect("embedded names are plain file names");
    RootedPath::new(VirtualRoot::Project, path).intern()
}

/// A font that has no axes to vary it along.
fn as_designed(font: &Font) -> FontInstance {
    font.clone().instantiate(FontVariant::default(), Abs::pt(1.0), &FontVariations::default())
}

/// The fonts that games brought so far. As with the ids of files, none is ever freed: there are as many as games with fonts.
static BROUGHT: Mutex<Vec<(Arc<GameFonts>, &'static Fonts)>> = Mutex::new(Vec::new());

/// The fonts of a world.
///
/// Nothing that Typst keeps may outlive the fonts that it was made with, so the world is asked for those that may differ.
pub fn fonts_of(world: &Tracked<dyn World + '_>) -> &'static Fonts {
    let book = world.book();
    if std::ptr::eq(book, &raw const STOCK.fonts.book) {
        return &STOCK.fonts;
    }
    let brought = BROUGHT.lock().unwrap_or_else(PoisonError::into_inner);
    let of_world = brought.iter().map(|(_, fonts)| *fonts).find(|fonts| std::ptr::eq(book, &raw const fonts.book));
    let fonts = of_world.unwrap_or(&STOCK.fonts);
    (STOCK.fonts.all.len()..fonts.all.len()).for_each(|own| drop(world.font(own)));
    fonts
}

/// The fonts for a game.
pub fn fonts(look: &Look) -> &'static Fonts {
    let own = &look.typefaces;
    if own.fonts.is_empty() {
        return &STOCK.fonts;
    }
    let mut brought = BROUGHT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, fonts)) = brought.iter().find(|(known, _)| known == own) {
        return fonts;
    }
    let own_fonts = own.fonts.iter().flat_map(|font| Font::iter(Bytes::new(Arc::clone(&font.data))));
    let fonts = STOCK.fonts.all.iter().cloned().chain(own_fonts).collect();
    let fonts: &'static Fonts = Box::leak(Box::new(Fonts::new(fonts)));
    brought.push((Arc::clone(own), fonts));
    fonts
}

struct PressWorld {
    fonts: &'static Fonts,
    /// The pictures of the game.
    art: Arc<GamePictures>,
    /// The icons of the game.
    icons: Arc<GameIcons>,
    main: FileId,
    data: Bytes,
}

impl World for PressWorld {
    fn library(&self) -> &LazyHash<Library> {
        &STOCK.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.fonts.book
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        STOCK.sources.get(&id).cloned().ok_or_else(|| not_found(id))
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if id == STOCK.data {
            return Ok(self.data.clone());
        }
        let embedded = STOCK.pictures.get(&id).cloned();
        embedded.or_else(|| self.picture(id)).ok_or_else(|| not_found(id))
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.all.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}

impl PressWorld {
    /// A picture of the game, by its name behind `/art/`, or an icon of it, where those that are embedded would be.
    fn picture(&self, id: FileId) -> Option<Bytes> {
        let path = id.get().vpath().get_with_slash();
        if let Some(name) = Art::name_at(path) {
            return Some(pictures::printed(pictures::find(&self.art, name)?));
        }
        let drawing = [ICONS, ORNAMENTS].iter().find_map(|folder| path.strip_prefix('/')?.strip_prefix(folder));
        let name = drawing?.strip_prefix('/')?.strip_suffix(".svg")?;
        Some(Bytes::new(self.icons.find(name)?.svg.clone().into_bytes()))
    }
}

fn not_found(id: FileId) -> FileError {
    FileError::NotFound(PathBuf::from(id.get().vpath().get_without_slash()))
}

/// Lays out `template` (`cards.typ`) with `data` as its `/data.json`, in the fonts of a game's look.
///
/// # Errors
/// [`PressError::Typeset`] when the template or its data is faulty, [`PressError::Drawing`] when a picture cannot be read.
pub fn lay_out(template: &str, look: &Look, data: &impl Serialize) -> Result<PagedDocument, PressError> {
    let json = breaks::to_json(data).map_err(|error| faulty(template, error.to_string()))?;
    tidy_after(json.len());
    let world = PressWorld {
        fonts: fonts(look),
        art: Arc::clone(&look.pictures),
        icons: Arc::clone(&look.icons),
        main: file_id(&format!("/{template}")),
        data: Bytes::new(json),
    };
    let compiled = fenced(|| typst::compile::<PagedDocument>(&world)).map_err(|reason| unreadable(look, reason))?;
    compiled.output.map(breaks::taken_out).map_err(|errors| PressError::Typeset {
        template: template.to_owned(),
        messages: errors.iter().map(|error| describe(&world, error)).collect(),
    })
}

/// Why a document could not be laid out: it is the pictures that cannot be read by themselves either.
fn unreadable(look: &Look, reason: String) -> PressError {
    let is_to_blame = |picture: &GamePicture| {
        picture.kind == PictureKind::Svg
            && !matches!(fenced(|| SvgImage::new(Bytes::new(picture.data.to_vec()))), Ok(Ok(_)))
    };
    let to_blame = look.pictures.0.iter().filter(|(_, picture)| is_to_blame(picture));
    let pictures: Vec<String> = to_blame.map(|(path, _)| path.clone()).collect();
    PressError::Drawing { is_certain: !pictures.is_empty(), pictures, reason }
}

/// How much data is laid out, in bytes, before intermediate results are dropped. They take a hundred times as much memory. What
/// decks share is kept as finished faces (see [`super::fitting`]), and need not be found here.
const PORTION: usize = 160 * 1024;

/// Data laid out so far, in bytes.
static LAID_OUT: AtomicUsize = AtomicUsize::new(0);

/// Drops, at the end of every portion, intermediate results that it did not use, so that however much there is to lay
/// out, no more than two portions of them are kept.
fn tidy_after(bytes: usize) {
    let before = LAID_OUT.fetch_add(bytes, Ordering::Relaxed);
    if before / PORTION != (before + bytes) / PORTION {
        typst::comemo::evict(1);
    }
}

fn faulty(template: &str, message: String) -> PressError {
    PressError::Typeset { template: template.to_owned(), messages: vec![message] }
}

/// `lib.typ:12: unknown variable: foo (hint: ...)`.
fn describe(world: &PressWorld, error: &SourceDiagnostic) -> String {
    let place = place(world, error.span).unwrap_or_default();
    let hints: Vec<_> = error.hints.iter().map(|hint| format!(" (hint: {})", hint.v)).collect();
    format!("{place}{}{}", error.message, hints.concat())
}

fn place(world: &PressWorld, span: DiagSpan) -> Option<String> {
    let id = match span.get() {
        DiagSpanKind::Detached => return None,
        DiagSpanKind::Number { id, .. } | DiagSpanKind::Range { id, .. } => id,
    };
    let name = id.get().vpath().file_name()?.to_owned();
    let range: Option<Range<usize>> = world.range(span);
    let line = range.and_then(|range| world.source(id).ok()?.lines().byte_to_line(range.start));
    Some(line.map_or_else(|| format!("{name}: "), |line| format!("{name}:{}: ", line + 1)))
}

/// The error of a failed export, such as a character that no font has.
pub fn export_error(template: &str, errors: &[SourceDiagnostic]) -> PressError {
    let main = file_id(&format!("/{template}"));
    let world =
        PressWorld { fonts: &STOCK.fonts, art: Arc::default(), icons: Arc::default(), main, data: Bytes::new([]) };
    PressError::Typeset {
        template: template.to_owned(),
        messages: errors.iter().map(|error| describe(&world, error)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use makeready_embedded::{DISPLAY_FACES, Typeface};
    use makeready_faces::art::Shown;

    use std::collections::BTreeMap;

    use crate::used::used;
    use makeready_faces::art::{ArtCredit, Ratio};

    /// The world with a template of a test's own.
    struct Sketch {
        world: PressWorld,
        template: Source,
    }

    impl World for Sketch {
        fn library(&self) -> &LazyHash<Library> {
            self.world.library()
        }

        fn book(&self) -> &LazyHash<FontBook> {
            self.world.book()
        }

        fn main(&self) -> FileId {
            self.template.id()
        }

        fn source(&self, id: FileId) -> FileResult<Source> {
            if id == self.template.id() { Ok(self.template.clone()) } else { self.world.source(id) }
        }

        fn file(&self, id: FileId) -> FileResult<Bytes> {
            self.world.file(id)
        }

        fn font(&self, index: usize) -> Option<Font> {
            self.world.font(index)
        }

        fn today(&self, offset: Option<Duration>) -> Option<Datetime> {
            self.world.today(offset)
        }
    }

    /// A game with two pictures, a drawing of Ada's and one of nobody in particular.
    fn pictured() -> Look {
        let picture = |name: &str, color: &str, credit: &str| {
            GamePicture {
            name: name.to_owned(),
            kind: PictureKind::Svg,
            ratio: Ratio { width: 200, height: 100 },
            shown: [Shown::Card].into(),
            credit: ArtCredit { credit: credit.to_owned(), licence: "CC BY 4.0".to_owned() },
            data: Arc::from(
                format!(
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 10\"><path fill=\"{color}\" d=\"M0 0h10v10H0z\"/></svg>"
                )
                .into_bytes(),
            ),
        }
        };
        let pictures: BTreeMap<_, _> = [
            ("art/a.svg".to_owned(), picture("aaaa.svg", "#ff0000", "Ada")),
            ("art/b.svg".to_owned(), picture("bbbb.svg", "#00ff00", "")),
        ]
        .into();
        Look { pictures: Arc::new(GamePictures(pictures)), ..Look::default() }
    }

    /// Lays out a page of one picture, 20 mm by 10 mm, around a point.
    fn drawn(path: &str, (across, down): (u8, u8), size: &str) -> Result<PagedDocument, String> {
        let look = pictured();
        let text = format!(
            "#import \"/lib.typ\": picture\n#set page(width: 20mm, height: 20mm, margin: 0mm)\n\
             #picture((path: \"{path}\", ratio: 2.0, focus: ({across}, {down}), alt: \"\"), {size})"
        );
        let main = file_id("/sketch.typ");
        let world = PressWorld {
            fonts: fonts(&look),
            art: Arc::clone(&look.pictures),
            icons: Arc::default(),
            main,
            data: Bytes::new(b"{}".as_slice()),
        };
        let sketch = Sketch { template: Source::new(main, text), world };
        typst::compile::<PagedDocument>(&sketch).output.map_err(|errors| format!("{errors:?}"))
    }

    #[test]
    fn a_picture_of_the_game_is_drawn_and_whoever_drew_it_is_found_on_the_page() {
        let look = pictured();
        let found = |path: &str| {
            let document = drawn(path, (50, 50), "20mm, 10mm").expect("it is laid out");
            used(&document, "sketch.typ", &look).expect("it is known").art
        };
        let credit = |credit: &str| ArtCredit { credit: credit.to_owned(), licence: "CC BY 4.0".to_owned() };
        assert_eq!(found("/art/aaaa.svg"), [credit("Ada")].into());
        assert_eq!(found("/art/bbbb.svg"), [credit("")].into());
        // To another game it is a picture that nobody is named for.
        let document = drawn("/art/aaaa.svg", (50, 50), "20mm, 10mm").expect("it is laid out");
        assert!(used(&document, "sketch.typ", &Look::default()).is_err());
    }

    #[test]
    fn a_template_finds_nothing_but_pictures_of_its_game() {
        for path in ["/art/cccc.svg", "/art/../data.json", "/etc/passwd", "art/a.svg"] {
            assert!(drawn(path, (50, 50), "20mm, 10mm").is_err(), "{path}");
        }
    }

    /// The left half of the drawing is red, the right half shows the paper.
    #[test]
    fn what_is_around_the_focus_stays_in_sight() {
        let middle = |focus| {
            let document = drawn("/art/aaaa.svg", focus, "20mm, 20mm").expect("it is laid out");
            let options = typst_render::RenderOptions::default();
            let pixels = typst_render::render(&document.pages()[0], &options);
            let pixel = pixels.pixel(pixels.width() / 2, pixels.height() / 2).expect("a pixel");
            (pixel.red(), pixel.green())
        };
        assert_eq!(middle((0, 50)), (255, 0), "the left end in a square");
        assert_eq!(middle((100, 50)), (255, 255), "the right end in a square");
    }

    #[test]
    fn embedded_names_are_unique() {
        let names: [Vec<&str>; 3] = [
            makeready_embedded::FONTS.iter().map(|(name, _)| *name).collect(),
            makeready_embedded::icons().map(|(id, _)| id).collect(),
            makeready_embedded::TEMPLATES.iter().map(|(name, _)| *name).collect(),
        ];
        for table in names {
            let unique: std::collections::BTreeSet<_> = table.iter().collect();
            assert_eq!(unique.len(), table.len(), "{table:?}");
        }
    }

    #[test]
    fn every_embedded_font_is_readable() {
        assert_eq!(STOCK.fonts.all.len(), makeready_embedded::FONTS.len());
    }

    #[test]
    fn a_missing_template_is_an_error_that_names_it() {
        let message = lay_out("none.typ", &Look::default(), &()).map(|_| ()).map_err(|error| error.to_string());
        assert!(message.is_err_and(|text| text.contains("none.typ")));
    }

    #[test]
    fn every_family_is_a_typeface_that_is_known() {
        for face in DISPLAY_FACES {
            assert!(face.font().is_some_and(|font| font.len() > 10_000), "{}", face.family);
            assert!(Typeface::find(face.family).is_some(), "{}", face.family);
            assert!(STOCK.fonts.book.families().any(|(family, _)| family == face.family), "{}", face.family);
        }
        for (family, _) in STOCK.fonts.book.families() {
            assert!(Typeface::find(family).is_some(), "{family}");
        }
    }

    /// What content is held against, and what Typst looks through for a glyph, are the same.
    #[test]
    fn the_table_of_characters_is_what_the_fonts_have() {
        let has =
            |c: char| STOCK.fonts.all().iter().any(|face| face.ttf().glyph_index(c).is_some_and(|glyph| glyph.0 > 0));
        let wrong: Vec<char> =
            ('\0'..=char::MAX).filter(|c| has(*c) != makeready_embedded::glyphs::has_glyph(*c)).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    /// The letters of names in Western and Central Europe, and the punctuation of headings.
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
