//! Icons: one-color drawings, cut out in the color of the text. They stand in style sheets, so that a browser loads each drawing once
//! and no page repeats it; a browser takes no masks from other files on a disk, so that no page can lead to the drawings themselves.
//!
//! Only the view box and paths of a file are used, so that nothing else in it reaches a page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use makeready_faces::book::Book;
use makeready_faces::nearest;
use serde::{Deserialize, Serialize};

use super::{address, hashed, own_icons};

/// The drawing of an icon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Drawing {
    /// Its id.
    pub id: String,
    /// `0 0 512 512`
    pub view_box: String,
    /// Path data.
    pub paths: Vec<String>,
}

impl Drawing {
    /// As a picture of its own.
    fn svg(&self) -> String {
        let paths = self.paths.iter().fold(String::new(), |mut all, path| {
            let _ = write!(all, "<path d=\"{path}\"/>");
            all
        });
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{}\">{paths}</svg>", self.view_box)
    }
}

/// The class of elements that show an icon.
pub fn class(id: &str) -> String {
    format!("icon--{id}")
}

/// A style sheet with drawings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Sheet {
    /// Those that the cards of a book name, by its id.
    OfBook(String),
    /// One icon.
    Of(String),
    /// All embedded icons.
    All,
}

/// A page with more icons than these takes all of its book in one file; one with fewer loads these alone, which are less.
const FEW: usize = 6;

/// The style sheets for a page that shows these icons, of the books that it is about.
pub fn sheets(shown: &BTreeSet<String>, books: &[&Book]) -> BTreeSet<Sheet> {
    if books.is_empty() && shown.len() > FEW {
        return BTreeSet::from([Sheet::All]);
    }
    let has = |book: &Book, id: &String| shown.len() > FEW && book.look.card_icons.contains(id);
    let sheet = |id: &String| match books.iter().find(|book| has(book, id)) {
        Some(book) => Sheet::OfBook(book.id.clone()),
        None => Sheet::Of(id.clone()),
    };
    shown.iter().map(sheet).collect()
}

/// The rules of style sheets that cut out icons, by the ids of all icons.
pub struct Icons(BTreeMap<String, String>);

impl Icons {
    /// Reads SVG files by id. A file without a path is left out, so that using it is reported.
    pub fn new(files: &BTreeMap<String, String>) -> Self {
        let rule = |(id, svg): (&String, &String)| {
            let rule = own_icons::cut_out(&format!(".{}", class(id)), &drawing(id, svg)?.svg());
            Some((id.clone(), rule))
        };
        Self(files.iter().filter_map(rule).collect())
    }

    /// Whether there is such an icon.
    pub fn has(&self, id: &str) -> bool {
        self.0.contains_key(id)
    }

    /// The file of a style sheet of one of these books: its path and its text.
    pub fn file(&self, sheet: &Sheet, books: &[&Book]) -> (String, String) {
        let rule = |id: &String| self.0.get(id).map_or("", String::as_str);
        let (name, css) = match sheet {
            Sheet::Of(id) => (id.clone(), rule(id).to_owned()),
            Sheet::All => ("all--".to_owned(), self.0.values().map(String::as_str).collect()),
            Sheet::OfBook(id) => {
                let book = books.iter().find(|book| book.id == *id);
                let css = book.into_iter().flat_map(|book| &book.look.card_icons).map(rule).collect();
                // No icon has two dashes in a row.
                (format!("of--{}", address::segment(id)), css)
            }
        };
        (hashed::name(&format!("{FOLDER}{name}.css"), css.as_bytes()), css)
    }

    /// The style sheet at a path, of those that pages of these books may load.
    pub fn at(&self, path: &str, books: &[&Book]) -> Option<String> {
        let name = path.strip_prefix(FOLDER)?.split('.').next()?;
        let of_book = books.iter().map(|book| Sheet::OfBook(book.id.clone()));
        let mut sheets = of_book.chain([Sheet::Of(name.to_owned()), Sheet::All]).map(|sheet| self.file(&sheet, books));
        sheets.find(|(at, _)| at == path).map(|(_, css)| css)
    }

    /// The icon with the nearest name.
    pub fn nearest(&self, id: &str) -> Option<String> {
        nearest(id, self.0.keys().map(String::as_str)).map(str::to_owned)
    }
}

/// The folder of the style sheets.
const FOLDER: &str = "assets/icons/";

/// The drawing of an SVG file; none when it has no path.
pub fn drawing(id: &str, svg: &str) -> Option<Drawing> {
    let is_data = |text: &&str| text.chars().all(|c| c.is_ascii_alphanumeric() || " ,.+-\n\t".contains(c));
    let view_box = attributes(svg, "viewBox").next().filter(is_data).unwrap_or("0 0 512 512").to_string();
    let paths: Vec<String> = attributes(svg, "d").filter(is_data).map(str::to_string).collect();
    (!paths.is_empty()).then(|| Drawing { id: id.to_string(), view_box, paths })
}

fn attributes<'a>(svg: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let opening = format!(" {name}=\"");
    let mut rest = svg;
    std::iter::from_fn(move || {
        let start = rest.find(&opening)? + opening.len();
        let end = start + rest[start..].find('"')?;
        let value = &rest[start..end];
        rest = &rest[end..];
        Some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_are_taken_from_a_file() {
        let svg = r#"<svg viewBox="0 0 10 10" onload="x()"><script>1</script><path id="d" d="M0 0h1z"/></svg>"#;
        let drawing = drawing("dot", svg).expect("a drawing");
        assert_eq!((drawing.view_box.as_str(), drawing.paths), ("0 0 10 10", vec!["M0 0h1z".to_string()]));
        assert_eq!(super::drawing("bad", r#"<svg><path d="&quot;"/></svg>"#), None);
    }
}
