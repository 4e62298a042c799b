//! Booklets: the pages of a book, two on each side of a sheet, in the order in which sheets that are folded in the middle and laid
//! into one another make a book.
//!
//! **In** the pages as PDF, and the sheet. **Out** the sheets, front and back of one after another, to be turned over the short
//! edge. **Fails** with [`PressError::Pdf`] when the pages are not as Typst writes them.

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

use super::error::PressError;
use super::graft::{self, GraftError};
use super::length::{Mm, Size};
use super::objects;
use super::pdf::About;

/// The pages on one side of a sheet, left and right; none where there is nothing to print.
type Side = [Option<usize>; 2];

/// The sides of all sheets of a booklet with so many pages, counted from 0.
fn sides(pages: usize) -> Vec<Side> {
    let all = pages.next_multiple_of(4);
    let there = |page: usize| Some(page).filter(|page| *page < pages);
    let of_sheet = |sheet: usize| {
        let (first, last) = (2 * sheet, all - 1 - 2 * sheet);
        [[there(last), there(first)], [there(first + 1), there(last - 1)]]
    };
    (0..all / 4).flat_map(of_sheet).collect()
}

/// The sheets of a booklet.
///
/// # Errors
/// [`PressError::Pdf`].
pub fn imposed(pages: &[u8], sheet: Size, about: &About) -> Result<Vec<u8>, PressError> {
    impose(pages, sheet, about).map_err(|error| PressError::Pdf(error.to_string()))
}

fn impose(bytes: &[u8], sheet: Size, about: &About) -> Result<Vec<u8>, GraftError> {
    let mut document = Document::load_mem(bytes)?;
    let pages: Vec<ObjectId> = document.page_iter().collect();
    let forms = pages.iter().map(|page| {
        let form = graft::form(&mut document, *page)?;
        Ok(document.add_object(form))
    });
    let forms = forms.collect::<Result<Vec<ObjectId>, GraftError>>()?;
    let (width, height) = (sheet.width.max(sheet.height), sheet.width.min(sheet.height));
    let tree = document.new_object_id();
    let mut kids = Vec::new();
    for side in sides(forms.len()) {
        let page = side_of(&mut document, side, &forms, (width, height), tree)?;
        kids.push(Object::Reference(document.add_object(page)));
    }
    let mut list = Dictionary::new();
    list.set("Type", "Pages");
    list.set("Count", i64::try_from(kids.len()).unwrap_or(i64::MAX));
    list.set("Kids", kids);
    document.objects.insert(tree, Object::Dictionary(list));
    let metadata = Stream::new(
        Dictionary::from_iter([("Type", Object::from("Metadata")), ("Subtype", Object::from("XML"))]),
        about.xmp().into_bytes(),
    );
    let metadata = document.add_object(metadata.with_compression(false));
    let mut catalog = Dictionary::new();
    catalog.set("Type", "Catalog");
    catalog.set("Pages", tree);
    catalog.set("Lang", Object::string_literal(about.language.as_str()));
    catalog.set("Metadata", metadata);
    // Printers that read it turn sheets over the edge that makes a book.
    let preferences = [("Duplex", Object::from("DuplexFlipShortEdge")), ("DisplayDocTitle", Object::Boolean(true))];
    catalog.set("ViewerPreferences", Dictionary::from_iter(preferences));
    let root = document.add_object(catalog);
    document.trailer.set("Root", root);
    Ok(objects::write(document, blake3::hash(bytes))?)
}

/// One side of a sheet with its two pages.
fn side_of(
    document: &mut Document,
    side: Side,
    forms: &[ObjectId],
    (width, height): (Mm, Mm),
    tree: ObjectId,
) -> Result<Dictionary, GraftError> {
    let mut drawn = Vec::new();
    let mut named = Dictionary::new();
    for (place, page) in side.into_iter().enumerate() {
        let Some(form) = page.and_then(|page| forms.get(page)) else { continue };
        let name = format!("P{place}");
        let left = if place == 0 { 0.0 } else { width.half().to_pt().to_f32() };
        let matrix = [1.0, 0.0, 0.0, 1.0, left, 0.0].map(Object::Real).to_vec();
        drawn.push(Operation::new("q", Vec::new()));
        drawn.push(Operation::new("cm", matrix));
        drawn.push(Operation::new("Do", vec![Object::Name(name.clone().into_bytes())]));
        drawn.push(Operation::new("Q", Vec::new()));
        named.set(name, *form);
    }
    let content = document.add_object(Stream::new(Dictionary::new(), Content { operations: drawn }.encode()?));
    let mut page = Dictionary::new();
    page.set("Type", "Page");
    page.set("Parent", tree);
    let corners = [0.0, 0.0, width.to_pt().to_f32(), height.to_pt().to_f32()];
    page.set("MediaBox", corners.map(Object::Real).to_vec());
    page.set("Resources", Dictionary::from_iter([("XObject", Object::Dictionary(named))]));
    page.set("Contents", content);
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_laid_into_one_another_are_a_book() {
        let numbers = |pages: usize| -> Vec<[usize; 2]> {
            sides(pages).into_iter().map(|side| side.map(|page| page.map_or(0, |page| page + 1))).collect()
        };
        assert_eq!(numbers(8), [[8, 1], [2, 7], [6, 3], [4, 5]]);
        assert_eq!(numbers(5), [[0, 1], [2, 0], [0, 3], [4, 5]]);
        assert_eq!(numbers(0), [[0; 2]; 0]);
    }
}
