//! Files that are the same for every page: styles, scripts, fonts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use deckle_embedded::Typeface;
use deckle_faces::book::{Book, HeadStyle};

use super::fault::LinkFault;
use super::{LinkProblem, SiteFont, address, own_icons, palette};

const STYLE: &str = include_str!("../../../site/site.css");
const SEARCH_STYLE: &str = include_str!("../../../site/search.css");
const PRINT_STYLE: &str = include_str!("../../../site/print.css");

const TEXT_FILES: [(&str, &str); 8] = [
    ("theme.js", include_str!("../../../site/theme.js")),
    ("site.js", include_str!("../../../site/site.js")),
    ("favicon.svg", include_str!("../../../site/favicon.svg")),
    ("fonts/OFL-alegreya-sans.txt", include_str!("../../../site/fonts/OFL-alegreya-sans.txt")),
    ("fonts/OFL-barlow-condensed.txt", include_str!("../../../site/fonts/OFL-barlow-condensed.txt")),
    ("fonts/OFL-cinzel.txt", include_str!("../../../site/fonts/OFL-cinzel.txt")),
    ("fonts/OFL-deckle-signs.txt", include_str!("../../../site/fonts/OFL-deckle-signs.txt")),
    ("print.css", PRINT_STYLE),
];

/// The parts of the search, in one scope: what they declare all of them see.
const SEARCH_PARTS: [&str; 12] = [
    include_str!("../../../site/search/stems.js"),
    include_str!("../../../site/search/words.js"),
    include_str!("../../../site/search/slips.js"),
    include_str!("../../../site/search/bits.js"),
    include_str!("../../../site/search/books.js"),
    include_str!("../../../site/search/query.js"),
    include_str!("../../../site/search/filters.js"),
    include_str!("../../../site/search/find.js"),
    include_str!("../../../site/search/marks.js"),
    include_str!("../../../site/search/snippets.js"),
    include_str!("../../../site/search/start.js"),
    include_str!("../../../site/search/dialog.js"),
];

/// The family of headings where a book names none.
const HOUSE_FACE: &str = "Cinzel";
/// The family of the signs that stand beside dice.
const SIGNS: &str = "Deckle Signs";

const FONT_FILES: [(&str, &[u8]); 7] = [
    ("AlegreyaSans_400Regular.ttf", include_bytes!("../../../site/fonts/AlegreyaSans_400Regular.ttf")),
    ("AlegreyaSans_400Regular_Italic.ttf", include_bytes!("../../../site/fonts/AlegreyaSans_400Regular_Italic.ttf")),
    ("AlegreyaSans_700Bold.ttf", include_bytes!("../../../site/fonts/AlegreyaSans_700Bold.ttf")),
    ("BarlowCondensed_500Medium.ttf", include_bytes!("../../../site/fonts/BarlowCondensed_500Medium.ttf")),
    ("BarlowCondensed_600SemiBold.ttf", include_bytes!("../../../site/fonts/BarlowCondensed_600SemiBold.ttf")),
    ("Cinzel_700Bold.ttf", include_bytes!("../../../site/fonts/Cinzel_700Bold.ttf")),
    ("DeckleSigns_400Regular.ttf", include_bytes!("../../../site/fonts/DeckleSigns_400Regular.ttf")),
];

/// Families the style sheet itself declares.
const OWN_FAMILIES: [&str; 4] = ["Alegreya Sans", "Barlow Condensed", HOUSE_FACE, SIGNS];

/// Path of a book's style sheet.
pub fn book_style(book_id: &str) -> String {
    format!("assets/book-{}.css", address::segment(book_id))
}

/// The typefaces that the pages of a book are set in.
pub fn typefaces(book: &Book) -> BTreeSet<&'static str> {
    let display = if book.look.display_font.is_empty() { HOUSE_FACE } else { &book.look.display_font };
    let set_in = ["Alegreya Sans", "Barlow Condensed", display, SIGNS];
    set_in.into_iter().filter_map(Typeface::find).map(|face| face.name).collect()
}

/// Those of the pages over all books.
pub fn house_typefaces() -> BTreeSet<&'static str> {
    OWN_FAMILIES.into_iter().collect()
}

/// All shared files.
pub fn files(books: &[&Book], fonts: &[SiteFont]) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for (name, text) in TEXT_FILES {
        files.insert(format!("assets/{name}"), text.as_bytes().to_vec());
    }
    for (name, bytes) in FONT_FILES {
        files.insert(format!("assets/fonts/{name}"), bytes.to_vec());
    }
    for font in books.iter().filter_map(|book| brought(book, fonts)) {
        let (licence, text) = font.licence;
        files.insert(format!("assets/fonts/{}", font.file_name), font.bytes.to_vec());
        files.insert(format!("assets/fonts/{licence}"), text.as_bytes().to_vec());
    }
    for book in books {
        let own = &book.look.typefaces;
        let fonts = own.fonts.iter().map(|font| font.data.to_vec()).enumerate();
        files.extend(fonts.map(|(number, font)| (format!("assets/{}", own_font(book, number)), font)));
        let licences = own.licences.iter().map(|licence| licence.text.as_bytes().to_vec()).enumerate();
        files.extend(licences.map(|(number, text)| (own_licence(book, number), text)));
    }
    files.insert("assets/search.js".to_string(), search_script().into_bytes());
    let style = format!("{}{STYLE}{SEARCH_STYLE}", palette::neutral_stylesheet());
    files.insert("assets/site.css".to_string(), style.into_bytes());
    files
}

/// The script of the search: its parts in one function, without comments and indentation, which would travel with every
/// first search.
fn search_script() -> String {
    let lines = SEARCH_PARTS.iter().flat_map(|part| part.lines()).map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty() && !line.starts_with("//")).collect();
    format!("(() => {{\n\"use strict\";\n{}\n}})();\n", lines.join("\n"))
}

/// The path of a font that a book brings, from the folder of style sheets.
fn own_font(book: &Book, number: usize) -> String {
    format!("fonts/{}/font-{}", address::segment(&book.id), number + 1)
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
        let display = quoted(if book.look.display_font.is_empty() { HOUSE_FACE } else { &book.look.display_font });
        let _ = writeln!(
            css,
            "[data-book=\"{id}\"]{{--text:\"Alegreya Sans\",\"{SIGNS}\",{families},system-ui,sans-serif;\
             --narrow:\"Barlow Condensed\",\"{SIGNS}\",{families},sans-serif;--display:{display},{families},serif;}}"
        );
    }
    css
}

/// The display face of a book, unless the style sheet declares it already.
fn brought<'f>(book: &Book, fonts: &'f [SiteFont]) -> Option<&'f SiteFont> {
    let family = book.look.display_font.as_str();
    fonts.iter().find(|font| font.family == family && !OWN_FAMILIES.contains(&family))
}

/// The part of a book's style sheet that loads its display face.
pub fn font_style(book: &Book, fonts: &[SiteFont]) -> String {
    let mut css = String::new();
    let family = &book.look.display_font;
    if let Some(SiteFont { weight, file_name, .. }) = brought(book, fonts) {
        let _ = writeln!(
            css,
            "@font-face{{font-family:{};font-weight:{weight};font-display:swap;src:url(fonts/{file_name}) format(\"truetype\");}}",
            quoted(family)
        );
    }
    if !family.is_empty() && family != HOUSE_FACE {
        let id = address::segment(&book.id);
        let _ = writeln!(css, "[data-book=\"{id}\"]{{--display:{},\"Cinzel\",serif;}}", quoted(family));
    }
    css + &own_font_style(book)
}

/// The pattern of the emblem of a book that brings its own (`templates/print/patterns.typ`).
const PLAIN_PATTERN: &str = "lozenges";

/// The pattern in the heads of a book's cards: its name and drawing; none where the look has no emblem.
fn pattern(book: &Book) -> Option<(&'static str, &'static str)> {
    let emblem = book.look.ornament.as_str();
    let named = |name: &str| deckle_embedded::patterns().find(|(id, _)| *id == name);
    if emblem.is_empty() { None } else { named(emblem).or_else(|| named(PLAIN_PATTERN)) }
}

/// What the heads of a book's cards show, as pictures: its pattern, and its emblem for the small cards of its cover. Path and
/// contents of each.
pub fn ornament_files(book: &Book, ornaments: &BTreeMap<String, String>) -> Vec<(String, Vec<u8>)> {
    let emblem = ornaments.get(&book.look.ornament).map(|svg| {
        let svg = svg.replace("\"currentColor\"", "\"#000\" fill-opacity=\".17\"");
        (format!("assets/ornaments/{}.svg", address::segment(&book.look.ornament)), svg.into_bytes())
    });
    let pattern = pattern(book).map(|(id, svg)| (format!("assets/patterns/{id}.svg"), svg.as_bytes().to_vec()));
    emblem.into_iter().chain(pattern).collect()
}

/// The part of a book's style sheet that puts its pattern and its emblem onto cards, as on paper.
pub fn ornament_style(book: &Book, ornaments: &BTreeMap<String, String>) -> String {
    let (id, emblem) = (address::segment(&book.id), &book.look.ornament);
    let mut css = String::new();
    if let Some((pattern, svg)) = pattern(book) {
        let _ = writeln!(css, "[data-book=\"{id}\"]{{--pattern:url(patterns/{pattern}.svg);}}");
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
        css += &own_icons::mask(&format!("[data-book=\"{id}\"] .emblem"), drawing);
    }
    if ornaments.contains_key(emblem) {
        let picture = format!("url(ornaments/{}.svg) right -1.4rem center/5.2rem no-repeat", address::segment(emblem));
        let _ = writeln!(css, "[data-book=\"{id}\"] .mini-head{{background:{picture},var(--c-solid);}}");
    }
    css
}

/// Display faces that no file provides: a browser would fall back silently.
pub fn problems(books: &[&Book], fonts: &[SiteFont]) -> Vec<LinkProblem> {
    let is_known = |family: &str| {
        family.is_empty() || OWN_FAMILIES.contains(&family) || fonts.iter().any(|font| font.family == family)
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
