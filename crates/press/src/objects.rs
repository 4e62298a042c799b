//! The objects of a PDF: going through them, each once, and writing them.
//!
//! lopdf's own ways of numbering objects anew and of dropping those that nothing leads to look every reference up in a list,
//! so that the time they take grows with the square of the objects, of which large decks have tens of thousands.

use std::collections::{HashMap, HashSet};

use lopdf::{Document, Object, ObjectId, StringFormat};

use super::error::PressError;

/// Writes a document, without what nothing leads to. `hash` identifies it: of a file that is made from the same it is the same.
///
/// # Errors
/// When it cannot be written.
pub fn write(mut document: Document, hash: blake3::Hash) -> Result<Vec<u8>, lopdf::Error> {
    let id = Object::String(hash.as_bytes()[..16].to_vec(), StringFormat::Hexadecimal);
    document.trailer.set("ID", Object::Array(vec![id.clone(), id]));
    prune(&mut document);
    renumber(&mut document, 1);
    document.compress();
    let mut bytes = Vec::new();
    document.save_modern(&mut bytes)?;
    Ok(bytes)
}

/// A document with its objects packed: the structure of a book is thousands of small ones, which take two thirds of the file as
/// Typst writes them.
///
/// # Errors
/// [`PressError::Pdf`] when it cannot be read or written.
pub fn packed(pdf: &[u8]) -> Result<Vec<u8>, PressError> {
    let document = Document::load_mem(pdf);
    let packed = document.and_then(|document| write(document, blake3::hash(pdf)));
    packed.map_err(|error| PressError::Pdf(error.to_string()))
}

/// Numbers the objects of a document from `first` on, in their order.
pub fn renumber(document: &mut Document, first: u32) {
    let numbered = document.objects.keys().zip(first..).map(|(old, number)| (*old, (number, old.1)));
    let new: HashMap<ObjectId, ObjectId> = numbered.collect();
    let rename = |id: &mut ObjectId| *id = new.get(id).copied().unwrap_or(*id);
    for (_, object) in &mut document.trailer {
        each_reference(object, &mut |id| rename(id));
    }
    let objects = std::mem::take(&mut document.objects);
    document.objects = objects
        .into_iter()
        .map(|(mut id, mut object)| {
            rename(&mut id);
            each_reference(&mut object, &mut |id| rename(id));
            (id, object)
        })
        .collect();
    document.max_id = document.objects.keys().next_back().map_or(first.saturating_sub(1), |last| last.0);
}

/// Drops the objects to which nothing leads.
fn prune(document: &mut Document) {
    let mut found: HashSet<ObjectId> = HashSet::new();
    let mut open: Vec<ObjectId> = Vec::new();
    for (_, object) in &mut document.trailer {
        each_reference(object, &mut |id| open.push(*id));
    }
    while let Some(id) = open.pop() {
        if found.insert(id)
            && let Some(object) = document.objects.get_mut(&id)
        {
            each_reference(object, &mut |id| open.push(*id));
        }
    }
    document.objects.retain(|id, _| found.contains(id));
}

fn each_reference(object: &mut Object, act: &mut impl FnMut(&mut ObjectId)) {
    match object {
        Object::Reference(id) => act(id),
        Object::Array(parts) => parts.iter_mut().for_each(|part| each_reference(part, act)),
        Object::Dictionary(dictionary) => dictionary.iter_mut().for_each(|(_, part)| each_reference(part, act)),
        Object::Stream(stream) => stream.dict.iter_mut().for_each(|(_, part)| each_reference(part, act)),
        Object::Null
        | Object::Boolean(_)
        | Object::Integer(_)
        | Object::Real(_)
        | Object::Name(_)
        | Object::String(..) => {}
    }
}

#[cfg(test)]
mod tests {
    use lopdf::{Dictionary, dictionary};

    use super::*;

    /// A catalog with pages, a page that nothing leads to, and a hole in the numbers.
    fn document() -> Document {
        let mut document = Document::with_version("1.7");
        document.objects.insert((3, 0), Object::Dictionary(dictionary! { "Type" => "Catalog", "Pages" => (7, 0) }));
        document.objects.insert((5, 0), Object::Dictionary(dictionary! { "Parent" => (7, 0) }));
        let kids = vec![Object::Reference((9, 0))];
        document.objects.insert((7, 0), Object::Dictionary(dictionary! { "Type" => "Pages", "Kids" => kids }));
        let page = dictionary! { "Type" => "Page", "Parent" => (7, 0) };
        document.objects.insert((9, 0), Object::Dictionary(page));
        document.trailer.set("Root", (3, 0));
        document.max_id = 9;
        document
    }

    fn reference(dictionary: &Dictionary, key: &[u8]) -> ObjectId {
        dictionary.get(key).and_then(Object::as_reference).expect("a reference")
    }

    #[test]
    fn numbers_have_no_holes_and_references_follow_them() {
        let mut document = document();
        renumber(&mut document, 20);
        assert_eq!(document.objects.keys().map(|id| id.0).collect::<Vec<_>>(), [20, 21, 22, 23]);
        assert_eq!(document.max_id, 23);
        assert_eq!(reference(&document.trailer, b"Root"), (20, 0));
        assert_eq!(reference(document.catalog().expect("a catalog"), b"Pages"), (22, 0));
        assert_eq!(document.page_iter().collect::<Vec<_>>(), [(23, 0)]);
    }

    #[test]
    fn what_nothing_leads_to_is_dropped_and_no_more() {
        let mut document = document();
        prune(&mut document);
        assert_eq!(document.objects.keys().map(|id| id.0).collect::<Vec<_>>(), [3, 7, 9]);
    }
}
