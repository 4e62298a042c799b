//! Files that are the same for every page: styles, scripts, fonts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use makeready_embedded::Typeface;
use makeready_faces::book::{Book, HeadStyle};
use makeready_words::Words;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::chrome::LibraryView;
use super::fault::LinkFault;
use super::workshop_page::{self, Workshop};
use super::{LinkProblem, SiteOptions, address, hashed, own_icons, palette, search};

/// What every page waits for.
const STYLE: &str = include_str!("../../../site/site.css");
/// What opens over a page, or is added to it by scripts: no page waits for it.
const LATE_STYLE: &str = include_str!("../../../site/pins.css");
/// What comes with the dialog of the search.
const DIALOG_STYLE: &str = include_str!("../../../site/search.css");

/// A part of the style that pages load which have such things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum StylePart {
    /// Cards, and boxes to write in.
    Cards,
    /// Sheets and stat blocks.
    Sheets,
    /// Chances and bills.
    Figures,
    /// Pages of entries.
    Entries,
    /// Lists, and pages that are lists of names.
    Lists,
    /// Covers, and the front page.
    Covers,
    /// A whole book.
    Whole,
    /// A workshop.
    Workshop,
}

/// Cards, sheets and figures.
const THINGS_STYLE: &str = concat!(
    include_str!("../../../site/cards.css"),
    include_str!("../../../site/sheets.css"),
    include_str!("../../../site/figures.css")
);

impl StylePart {
    const ALL: [Self; 8] = [
        Self::Cards,
        Self::Sheets,
        Self::Figures,
        Self::Entries,
        Self::Lists,
        Self::Covers,
        Self::Whole,
        Self::Workshop,
    ];

    const fn file(self) -> (&'static str, &'static str) {
        match self {
            // Most pages with one of these have another: one more file to wait for costs more than what is not needed.
            Self::Cards | Self::Sheets | Self::Figures => ("assets/things.css", THINGS_STYLE),
            Self::Entries => ("assets/entries.css", include_str!("../../../site/entries.css")),
            Self::Lists => ("assets/lists.css", include_str!("../../../site/lists.css")),
            Self::Covers => ("assets/covers.css", include_str!("../../../site/covers.css")),
            Self::Whole => ("assets/whole.css", include_str!("../../../site/whole.css")),
            Self::Workshop => ("assets/workshop.css", include_str!("../../../site/workshop.css")),
        }
    }
}
const PRINT_STYLE: &str = include_str!("../../../site/print.css");

/// It keeps its name, which browsers and the manifest ask for.
const FAVICON: &str = include_str!("../../../site/favicon.svg");

/// Where `site.js` names the script of the search, and the style of its dialog.
const SEARCH_SCRIPT: &str = "assets/search.js";
const SEARCH_STYLE: &str = "assets/search.css";

/// What says the words of the interface to the other scripts: called with the words of a language.
const WORDS_SCRIPT: &str = include_str!("../../../site/words.js");

/// What every page can do, in one file.
const SITE_PARTS: [&str; 2] = [include_str!("../../../site/site.js"), include_str!("../../../site/pins.js")];

/// Where `site.js` names the script that keeps books, for which no page waits.
const KEEP_SCRIPT: &str = "assets/keep.js";
/// That script.
const KEEP: &str = include_str!("../../../site/keep.js");

/// Where the search names the script with common words of English.
const ENGLISH_SCRIPT: &str = "assets/english.js";
/// Common words of English: the search never reads one of them as a slip.
const ENGLISH: &str = include_str!("../../../site/search/english.txt");

/// The parts of the search, in one scope: what they declare all of them see.
const SEARCH_PARTS: [&str; 14] = [
    include_str!("../../../site/search/stems.js"),
    include_str!("../../../site/search/stems-de.js"),
    include_str!("../../../site/search/words.js"),
    include_str!("../../../site/search/slips.js"),
    include_str!("../../../site/search/bits.js"),
    include_str!("../../../site/search/books.js"),
    include_str!("../../../site/search/english.js"),
    include_str!("../../../site/search/query.js"),
    include_str!("../../../site/search/filters.js"),
    include_str!("../../../site/search/find.js"),
    include_str!("../../../site/search/marks.js"),
    include_str!("../../../site/search/snippets.js"),
    include_str!("../../../site/search/start.js"),
    include_str!("../../../site/search/dialog.js"),
];

/// What workshops ask.
const ENGINE: &str = include_str!("../../../site/workshop/engine.js");

/// The parts of the workshop, in one scope.
const WORKSHOP_PARTS: [&str; 26] = [
    include_str!("../../../site/workshop/dom.js"),
    include_str!("../../../site/workshop/fields.js"),
    include_str!("../../../site/workshop/blocks.js"),
    include_str!("../../../site/workshop/links.js"),
    include_str!("../../../site/workshop/parts.js"),
    include_str!("../../../site/workshop/markdown.js"),
    include_str!("../../../site/workshop/obsidian.js"),
    include_str!("../../../site/workshop/foundry.js"),
    include_str!("../../../site/workshop/written.js"),
    include_str!("../../../site/workshop/person_form.js"),
    include_str!("../../../site/workshop/own_games.js"),
    include_str!("../../../site/workshop/store.js"),
    include_str!("../../../site/workshop/readings.js"),
    include_str!("../../../site/workshop/kept.js"),
    include_str!("../../../site/workshop/press.js"),
    include_str!("../../../site/workshop/saves.js"),
    include_str!("../../../site/workshop/odds.js"),
    include_str!("../../../site/workshop/people.js"),
    include_str!("../../../site/workshop/abilities.js"),
    include_str!("../../../site/workshop/npcs.js"),
    include_str!("../../../site/workshop/decks.js"),
    include_str!("../../../site/workshop/rulings.js"),
    include_str!("../../../site/workshop/zip.js"),
    include_str!("../../../site/workshop/own_archive.js"),
    include_str!("../../../site/workshop/own.js"),
    include_str!("../../../site/workshop/start.js"),
];

/// The family of running text.
const TEXT_FACE: &str = "Alegreya Sans";
/// The family of figures and labels.
const NARROW_FACE: &str = "Barlow Condensed";
/// The family of headings where a book names none.
const HOUSE_FACE: &str = "Cinzel";
/// The family of the signs that stand beside dice.
const SIGNS: &str = "Makeready Signs";

/// The families that the style sheet of all pages declares.
const OWN_FAMILIES: [&str; 4] = [TEXT_FACE, NARROW_FACE, HOUSE_FACE, SIGNS];

fn own_faces() -> impl Iterator<Item = &'static Typeface> {
    OWN_FAMILIES.into_iter().filter_map(Typeface::find)
}

/// The files that rest on the program alone, each under a name that changes with it.
pub struct Program {
    /// Path to bytes.
    files: BTreeMap<String, Vec<u8>>,
    /// The paths of those that pages load.
    pub loaded: Loaded,
    /// The paths of the parts of the style that only some pages load.
    parts: BTreeMap<StylePart, String>,
    /// The paths of the style sheets that hold drawings.
    drawn: BTreeSet<String>,
    /// The names of fonts in `assets/fonts`, by those in the style sheets of their typefaces.
    fonts: BTreeMap<&'static str, String>,
}

/// The paths of what pages load, from the root of the site.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Loaded {
    theme: String,
    style: String,
    print_style: String,
    late_style: String,
    script: String,
    lists: String,
    /// The theme, and what opens a game: one file, because what stands behind it in the page is asked for when it has run.
    engine: String,
    workshop: String,
}

impl Program {
    /// Reads and names all of them.
    pub fn new() -> Self {
        let fonts = makeready_embedded::TYPEFACES.iter().flat_map(Typeface::web_fonts);
        let fonts = fonts.map(|(name, font)| (name, hashed::name(name, font))).collect();
        let mut program = Self {
            files: BTreeMap::new(),
            loaded: Loaded::default(),
            parts: BTreeMap::new(),
            drawn: BTreeSet::new(),
            fonts,
        };
        // A typeface that is declared later makes browsers lay out everything once more.
        let styles = own_faces().flat_map(|face| [face.web_style(), face.web_style_of_rest()].map(|css| (face, css)));
        let faces: String = styles.map(|(face, css)| program.named(face, css)).collect();
        let style = faces + &palette::neutral_stylesheet() + &bare_style(STYLE);
        for part in StylePart::ALL {
            let (path, css) = part.file();
            let path = program.add(path, bare_style(css));
            program.parts.insert(part, path);
        }
        let english = program.add(ENGLISH_SCRIPT, search::common_words("en", ENGLISH));
        let search = program.add(SEARCH_SCRIPT, scope(&SEARCH_PARTS).replace(ENGLISH_SCRIPT, &english));
        let dialog = program.add(SEARCH_STYLE, bare_style(DIALOG_STYLE));
        let keep = program.add(KEEP_SCRIPT, bare(&[KEEP]));
        let script = bare(&SITE_PARTS)
            .replace(SEARCH_SCRIPT, &search)
            .replace(SEARCH_STYLE, &dialog)
            .replace(KEEP_SCRIPT, &keep);
        program.loaded = Loaded {
            theme: program.add("assets/theme.js", program.theme_script()),
            style: program.add("assets/site.css", style),
            print_style: program.add("assets/print.css", bare_style(PRINT_STYLE)),
            late_style: program.add("assets/late.css", bare_style(LATE_STYLE)),
            script: program.add("assets/site.js", script),
            lists: program.add("assets/lists.js", bare(&[include_str!("../../../site/lists.js")])),
            engine: program.add("assets/engine.js", program.theme_script() + &scope(&[ENGINE])),
            workshop: program.add("assets/workshop.js", scope(&WORKSHOP_PARTS)),
        };
        program
    }

    /// Adds a file and returns its name.
    fn add(&mut self, path: &str, text: String) -> String {
        let path = hashed::name(path, text.as_bytes());
        if holds_drawings(&text) {
            self.drawn.insert(path.clone());
        }
        self.files.insert(path.clone(), text.into_bytes());
        path
    }

    /// Whether one of these style sheets of the program holds drawings.
    pub fn are_drawn(&self, styles: &[String]) -> bool {
        styles.iter().any(|path| self.drawn.contains(path))
    }

    /// The paths of the files with these parts of the style.
    pub fn styles(&self, parts: impl IntoIterator<Item = StylePart>) -> BTreeSet<String> {
        parts.into_iter().filter_map(|part| self.parts.get(&part).cloned()).collect()
    }

    /// A style sheet that declares a typeface, with its fonts as they are named.
    fn named(&self, face: &Typeface, style: Option<&str>) -> String {
        let style = style.unwrap_or_default().to_owned();
        face.web_fonts().fold(style, |style, (name, _)| {
            style.replace(&format!("({FONTS}{name})"), &format!("({FONTS}{})", self.fonts[name]))
        })
    }

    /// The script that runs before a page is drawn. A browser is told by it of fonts before it has read a style sheet: of those
    /// that all pages are set in from their first line on. A card is set in all weights.
    fn theme_script(&self) -> String {
        let [regular, others] = [true, false].map(|is_regular| {
            let faces = [TEXT_FACE, NARROW_FACE].into_iter().filter_map(Typeface::find);
            let fonts = faces.flat_map(|face| {
                let upright = first_parts(face).filter(|name| !name.contains("Italic")).enumerate();
                upright.filter(move |(at, _)| (*at == 0) == is_regular).map(|(_, name)| name)
            });
            json!(fonts.filter_map(|name| self.fonts.get(name)).collect::<Vec<_>>())
        });
        format!("{}({regular}, {others});\n", bare(&[include_str!("../../../site/theme.js")]))
    }

    /// The font of the headings of a book, or of the pages over all books: its name in `assets/fonts`.
    pub fn display_font(&self, book: Option<&Book>) -> String {
        let face = Typeface::find(book.map_or(HOUSE_FACE, display_family));
        face.and_then(|face| first_parts(face).next())
            .and_then(|name| self.fonts.get(name).cloned())
            .unwrap_or_default()
    }
}

/// The files of a typeface that have what nearly every page shows.
fn first_parts(face: &Typeface) -> impl Iterator<Item = &'static str> {
    let names = face.web_fonts().map(|(name, _)| name);
    names.filter(|name| !["_latin", "_more"].iter().any(|part| name.contains(part)))
}

/// The folder of fonts, from that of style sheets.
const FONTS: &str = "fonts/";

/// The typefaces that the pages of a book are set in.
pub fn typefaces(book: &Book) -> BTreeSet<&'static str> {
    let set_in = [TEXT_FACE, NARROW_FACE, display_family(book), SIGNS];
    set_in.into_iter().filter_map(Typeface::find).map(|face| face.name).collect()
}

/// The paths of the fonts that the pages over all books are set in.
pub fn own_fonts(program: &Program) -> impl Iterator<Item = String> {
    own_faces().flat_map(Typeface::web_fonts).map(move |(name, _)| format!("assets/{FONTS}{}", program.fonts[name]))
}

/// Those of the pages over all books.
pub fn house_typefaces() -> BTreeSet<&'static str> {
    OWN_FAMILIES.into_iter().collect()
}

/// The family of a book's headings.
fn display_family(book: &Book) -> &str {
    if book.look.display_font.is_empty() { HOUSE_FACE } else { &book.look.display_font }
}

/// All shared files.
pub fn files(
    books: &[&Book],
    library: &[LibraryView],
    options: &SiteOptions,
    program: &Program,
) -> BTreeMap<String, Vec<u8>> {
    let display_faces = &options.display_faces;
    let mut files = program.files.clone();
    files.extend(options.workshop.iter().flat_map(Workshop::files));
    for (path, text) in [books_file(library), shelf_style(books, options, program)] {
        files.insert(path, text.into_bytes());
    }
    for words in books.iter().map(|book| book.lang.words).chain([options.about.lang.words]) {
        let of_workshop = options.workshop.as_ref().map(|_| workshop_page::words_file(words));
        for (path, script) in [words_file(words)].into_iter().chain(of_workshop) {
            files.insert(path, script.into_bytes());
        }
    }
    files.insert("assets/favicon.svg".to_owned(), FAVICON.as_bytes().to_vec());
    let brought = books.iter().filter_map(|book| brought(book, display_faces));
    for face in own_faces().chain(brought) {
        let fonts = face.web_fonts();
        let fonts = fonts.map(|(name, font)| (format!("assets/{FONTS}{}", program.fonts[name]), font.to_vec()));
        files.extend(fonts);
        let licence = face.licence_text().unwrap_or_default();
        files.insert(format!("assets/fonts/{}", face.licence), licence.as_bytes().to_vec());
    }
    for book in books {
        let own = &book.look.typefaces;
        let fonts = own.fonts.iter().map(|font| font.data.to_vec()).enumerate();
        files.extend(fonts.map(|(number, font)| (format!("assets/{}", own_font(book, number)), font)));
        let licences = own.licences.iter().map(|licence| licence.text.as_bytes().to_vec()).enumerate();
        files.extend(licences.map(|(number, text)| (own_licence(book, number), text)));
    }
    files
}

/// The words that scripts say in a language, in the script that says them: its path and its text.
pub fn words_file(words: Words) -> (String, String) {
    let texts = serde_json::to_string(&words.of_scripts()).expect("texts serialize").replace('<', "\\u003c");
    let mark = words.text("format.decimal");
    let script = format!("{}({:?}, {mark:?}, {texts});\n", bare(&[WORDS_SCRIPT]), words.tag());
    (hashed::name(&format!("assets/words-{}.js", words.tag()), script.as_bytes()), script)
}

/// The books of the site, for the search, in a script that names them: its path and its text.
pub fn books_file(library: &[LibraryView]) -> (String, String) {
    let books: Vec<_> = library.iter().map(|book| (&book.id, &book.title)).collect();
    let books = serde_json::to_string(&books).expect("texts serialize").replace('<', "\\u003c");
    let script = format!("makereadyBooks({books});\n");
    (hashed::name("assets/books.js", script.as_bytes()), script)
}

/// Whether pages of a book ask for a shared file while it is read: for nothing of its workshop, and for no typeface and no words of
/// other books.
pub fn is_read_with(book: &Book, path: &str, program: &Program) -> bool {
    let Program { loaded, parts, fonts, .. } = program;
    if let Some(font) = path.strip_prefix("assets/fonts/") {
        let own = format!("{}/font-", address::segment(&book.id));
        let faces = typefaces(book).into_iter().filter_map(Typeface::find);
        return font.starts_with(&own) || faces.flat_map(Typeface::web_fonts).any(|(name, _)| fonts[name] == font);
    }
    if path.starts_with("assets/words-") {
        return path == words_file(book.lang.words).0;
    }
    let others = [&loaded.engine, &loaded.workshop, &parts[&StylePart::Workshop]];
    !workshop_page::may_be(path) && !path.starts_with("assets/shelf.") && others.iter().all(|other| *other != path)
}

/// Parts of a script in one function, without comments and indentation, which would travel with every first use.
fn scope(parts: &[&str]) -> String {
    format!("(() => {{\n\"use strict\";\n{}\n}})();\n", bare(parts))
}

/// Scripts one after another without comments and indentation.
pub fn bare(parts: &[&str]) -> String {
    let lines = parts.iter().flat_map(|part| part.lines()).map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty() && !line.starts_with("//")).collect();
    lines.join("\n")
}

/// A style sheet without comments and indentation.
pub fn bare_style(css: &str) -> String {
    let mut bare = String::new();
    let mut rest = css;
    while let Some((before, comment)) = rest.split_once("/*") {
        bare.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, behind)| behind);
    }
    bare.push_str(rest);
    let lines = bare.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.fold(String::new(), |css, line| css + line + "\n")
}

/// The path of a font that a book brings, from the folder of style sheets.
fn own_font(book: &Book, number: usize) -> String {
    let path = format!("{FONTS}{}/font-{}", address::segment(&book.id), number + 1);
    hashed::name(&path, &book.look.typefaces.fonts[number].data)
}

/// The path of a license of fonts that a book brings.
pub fn own_licence(book: &Book, number: usize) -> String {
    format!("assets/fonts/{}/license-{}.txt", address::segment(&book.id), number + 1)
}

/// The part of a book's style sheet that takes characters from the typefaces that it brings where all others lack them.
fn own_font_style(book: &Book) -> String {
    let fonts = &book.look.typefaces.fonts;
    let mut css = String::new();
    for (number, font) in fonts.iter().enumerate() {
        let style = if font.is_italic { "italic" } else { "normal" };
        let (family, weight, file) = (quoted(&font.family), font.weight, own_font(book, number));
        let _ = writeln!(
            css,
            "@font-face{{font-family:{family};font-weight:{weight};font-style:{style};font-display:swap;src:url({file});}}"
        );
    }
    let families: BTreeSet<String> = fonts.iter().map(|font| quoted(&font.family)).collect();
    let families = families.into_iter().collect::<Vec<_>>().join(",");
    if !families.is_empty() {
        let id = address::segment(&book.id);
        let stack = |family: &str| format!("{},\"{SIGNS}\",{families},{}", quoted(family), stand_in(family));
        let (text, narrow, display) = (stack(TEXT_FACE), stack(NARROW_FACE), stack(display_family(book)));
        let _ = writeln!(
            css,
            "[data-book=\"{id}\"]{{--text:{text},system-ui,sans-serif;--narrow:{narrow},sans-serif;\
             --display:{display},serif;}}"
        );
    }
    css
}

/// The display face of a book, unless the style sheet of all pages declares it already.
fn brought(book: &Book, display_faces: &[&'static Typeface]) -> Option<&'static Typeface> {
    let family = book.look.display_font.as_str();
    display_faces.iter().copied().find(|face| face.name == family && !OWN_FAMILIES.contains(&family))
}

/// The part of a book's style sheet that loads its display face: all of it, or what nearly every heading shows.
fn font_style(book: &Book, display_faces: &[&'static Typeface], program: &Program, is_whole: bool) -> String {
    let styles = |face: &'static Typeface| {
        let rest = face.web_style_of_rest().filter(|_| is_whole);
        [face.web_style(), rest].map(|css| program.named(face, css)).concat()
    };
    let mut css = brought(book, display_faces).map(styles).unwrap_or_default();
    let family = display_family(book);
    if family != HOUSE_FACE {
        let at = palette::selector(book);
        let _ = writeln!(css, "{at}{{--display:{},{},serif;}}", quoted(family), stand_in(family));
    }
    css + &own_font_style(book)
}

/// The fonts that text is about as wide in until its typeface has come, as the style sheets of typefaces name them.
fn stand_in(family: &str) -> String {
    quoted(&format!("{family} stand-in"))
}

/// The pattern of the emblem of a book that brings its own (`templates/print/patterns.typ`).
const PLAIN_PATTERN: &str = "lozenges";

/// The pattern in the heads of a book's cards: its name and drawing; none where the look has no emblem.
fn pattern(book: &Book) -> Option<(&'static str, &'static str)> {
    let emblem = book.look.ornament.as_str();
    let named = |name: &str| makeready_embedded::patterns().find(|(id, _)| *id == name);
    if emblem.is_empty() { None } else { named(emblem).or_else(|| named(PLAIN_PATTERN)) }
}

/// What the heads of a book's cards show, as pictures: its pattern, and its emblem for the small cards of its cover. Path and
/// contents of each.
pub fn ornament_files(book: &Book, ornaments: &BTreeMap<String, String>) -> Vec<(String, Vec<u8>)> {
    let files = [emblem_file(book, ornaments), pattern(book).map(|(id, svg)| (pattern_path(id, svg), svg.to_owned()))];
    files.into_iter().flatten().map(|(path, svg)| (format!("assets/{path}"), svg.into_bytes())).collect()
}

/// The emblem for the small cards of a book's cover: its path from the folder of style sheets, and itself.
fn emblem_file(book: &Book, ornaments: &BTreeMap<String, String>) -> Option<(String, String)> {
    let svg = ornaments.get(&book.look.ornament)?.replace("\"currentColor\"", "\"#000\" fill-opacity=\".17\"");
    let path = format!("ornaments/{}.svg", address::segment(&book.look.ornament));
    Some((hashed::name(&path, svg.as_bytes()), svg))
}

/// The path of a pattern from the folder of style sheets.
fn pattern_path(id: &str, svg: &str) -> String {
    hashed::name(&format!("patterns/{id}.svg"), svg.as_bytes())
}

/// Whether a style sheet holds drawings, which the policy of a page has to allow.
pub fn holds_drawings(css: &str) -> bool {
    css.contains("url(\"data:")
}

/// The style sheet of a book: its path and its text. It rests on the book's look alone, not on what its pages show, so that a page
/// knows its name without any other page.
pub fn book_style(book: &Book, options: &SiteOptions, program: &Program) -> (String, String) {
    let css = palette::stylesheet(book)
        + &font_style(book, &options.display_faces, program, true)
        + &ornament_style(book, &options.ornaments)
        + &own_icons::style(book);
    (hashed::name(&format!("assets/book-{}.css", address::segment(&book.id)), css.as_bytes()), css)
}

/// The style sheet of the front page, which shows a cover of each book and nothing else of it: its path and its text.
pub fn shelf_style(books: &[&Book], options: &SiteOptions, program: &Program) -> (String, String) {
    let of_book = |book: &&Book| {
        let is_whole = !book.title.is_ascii();
        palette::shelf_stylesheet(book)
            + &font_style(book, &options.display_faces, program, is_whole)
            + &own_icons::style_of(book, &book.look.ornament)
    };
    let css: String = books.iter().map(of_book).collect();
    (hashed::name("assets/shelf.css", css.as_bytes()), css)
}

/// The part of a book's style sheet that puts its pattern and its emblem onto cards, as on paper.
fn ornament_style(book: &Book, ornaments: &BTreeMap<String, String>) -> String {
    let (id, emblem) = (address::segment(&book.id), &book.look.ornament);
    let mut css = String::new();
    if let Some((pattern, svg)) = pattern(book) {
        let path = pattern_path(pattern, svg);
        let _ = writeln!(css, "[data-book=\"{id}\"]{{--pattern:url({path});}}");
        match book.look.card_head {
            // On paper the pattern stands in the family's color, so it is cut out of that.
            HeadStyle::Block | HeadStyle::Plain => {
                css += &own_icons::mask(&format!("[data-book=\"{id}\"] .card-window::after"), svg);
            }
            HeadStyle::Banner | HeadStyle::Cartouche | HeadStyle::Slab => {}
        }
    }
    let drawing = ornaments.get(emblem).or_else(|| book.look.icons.find(emblem).map(|icon| &icon.svg));
    if let Some(drawing) = drawing {
        css += &own_icons::cut_out(&format!("[data-book=\"{id}\"] .emblem"), drawing);
    }
    if let Some((path, _)) = emblem_file(book, ornaments) {
        let picture = format!("url({path}) right -1.4rem center/5.2rem no-repeat");
        let _ = writeln!(css, "[data-book=\"{id}\"] .mini-head{{background:{picture},var(--c-solid);}}");
    }
    css
}

/// Display faces that no file provides: a browser would fall back silently.
pub fn problems(books: &[&Book], display_faces: &[&Typeface]) -> Vec<LinkProblem> {
    let is_known = |family: &str| {
        family.is_empty() || OWN_FAMILIES.contains(&family) || display_faces.iter().any(|face| face.name == family)
    };
    let unknown = books.iter().filter(|book| !is_known(&book.look.display_font));
    unknown
        .map(|book| LinkProblem::of_book(book, LinkFault::NoDisplayFace { family: book.look.display_font.clone() }))
        .collect()
}

fn quoted(family: &str) -> String {
    let plain: String = family.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-')).collect();
    format!("\"{plain}\"")
}
