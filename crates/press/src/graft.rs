//! Moving typeset pages into a document that printpdf made.
//!
//! **In** print sheets with placeholders, and PDF files whose pages are faces. **Out** the same
//! sheets, each placeholder replaced by a Form `XObject` that draws its face; fonts and color spaces
//! stay shared. printpdf's own importer loses color spaces and its Form `XObject`s lack a /`BBox`, so
//! this works on the objects below it. **Fails** with [`GraftError`] when a file is not as expected.

use std::collections::BTreeMap;
use std::fmt;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

use super::objects;

/// Why a page could not be moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraftError {
    /// A file cannot be read.
    Unreadable(String),
    /// A page lacks what every page has.
    NoSuchEntry(&'static str),
    /// There are fewer placeholders than faces, or other ones.
    NoPlaceholder(String),
}

impl fmt::Display for GraftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(message) => {
                write!(f, "Makeready cannot read the card faces that it has typeset: {message}")
            }
            Self::NoSuchEntry(key) => write!(f, "a typeset face has no /{key}"),
            Self::NoPlaceholder(name) => write!(f, "no place was kept for {name}"),
        }
    }
}

impl std::error::Error for GraftError {}

impl From<lopdf::Error> for GraftError {
    fn from(error: lopdf::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// Replaces the placeholders `name(0)`, `name(1)`, ... in `sheets` by the pages of `faces`.
///
/// # Errors
/// [`GraftError`] when `faces` is no such file or a placeholder is missing.
pub fn graft(sheets: &mut Document, faces: &[u8], name: impl Fn(usize) -> String) -> Result<(), GraftError> {
    let placeholders = placeholders(sheets)?;
    let mut faces = Document::load_mem(faces)?;
    objects::renumber(&mut faces, sheets.max_id + 1);
    let pages: Vec<ObjectId> = faces.page_iter().collect();
    for (index, page) in pages.into_iter().enumerate() {
        let name = name(index);
        let form = form(&mut faces, page)?;
        let place = placeholders.get(name.as_bytes()).ok_or(GraftError::NoPlaceholder(name))?;
        sheets.objects.insert(*place, Object::Stream(form));
    }
    sheets.max_id = sheets.max_id.max(faces.max_id);
    sheets.objects.extend(faces.objects.into_iter().filter(|(_, object)| !is_framework(object)));
    Ok(())
}

/// Whether an object is part of the file's structure, not of what it shows.
pub(super) fn is_framework(object: &Object) -> bool {
    let kind = object.type_name().unwrap_or_default();
    [b"Catalog".as_slice(), b"Pages", b"Page", b"ObjStm", b"XRef"].contains(&kind)
}

/// The objects that pages refer to by name. printpdf gives all pages one dictionary of them.
fn placeholders(sheets: &Document) -> Result<BTreeMap<Vec<u8>, ObjectId>, GraftError> {
    let page = sheets.page_iter().next().ok_or(GraftError::NoSuchEntry("Page"))?;
    let resources = sheets.get_dict_in_dict(sheets.get_dictionary(page)?, b"Resources")?;
    let called = sheets.get_dict_in_dict(resources, b"XObject")?;
    let named = called.iter().filter_map(|(name, id)| Some((name.clone(), id.as_reference().ok()?)));
    Ok(named.collect())
}

/// A page as a Form `XObject`. Its content stream is taken as it is, compressed.
pub(super) fn form(faces: &mut Document, page: ObjectId) -> Result<Stream, GraftError> {
    let page = faces.get_dictionary(page)?.clone();
    let mut dictionary = Dictionary::new();
    dictionary.set("Type", "XObject");
    dictionary.set("Subtype", "Form");
    dictionary.set("BBox", entry(&page, "MediaBox")?);
    dictionary.set("Resources", entry(&page, "Resources")?);
    if let Ok(group) = page.get(b"Group") {
        dictionary.set("Group", group.clone());
    }
    let contents = entry(&page, "Contents")?.as_reference()?;
    let content = faces.objects.remove(&contents).ok_or(GraftError::NoSuchEntry("Contents"))?;
    let Object::Stream(content) = content else { return Err(GraftError::NoSuchEntry("Contents")) };
    for key in [b"Filter".as_slice(), b"DecodeParms"] {
        if let Ok(value) = content.dict.get(key) {
            dictionary.set(key, value.clone());
        }
    }
    Ok(Stream::new(dictionary, content.content).with_compression(false))
}

fn entry(page: &Dictionary, key: &'static str) -> Result<Object, GraftError> {
    page.get(key.as_bytes()).cloned().map_err(|_| GraftError::NoSuchEntry(key))
}
