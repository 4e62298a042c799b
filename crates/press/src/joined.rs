//! Several tagged documents as one.
//!
//! **In** PDF files that Typst has written, each with the structure of its own pages. **Out** one file with all their pages, in
//! order, one structure and one outline; its metadata are those of the last. **Fails** with [`PressError::Pdf`] when a
//! file is not as Typst writes them.
//!
//! A page that is laid out takes hundreds of times the memory of a written one, so that many pages are laid out and written in
//! portions, which are joined here (ISO 32000-1, 7.7.3, 12.3.3 and 14.7.4).

use lopdf::{Dictionary, Document, Object, ObjectId};

use super::error::PressError;
use super::objects;

/// Joins documents.
///
/// # Errors
/// [`PressError::Pdf`].
pub fn join(parts: &[Vec<u8>]) -> Result<Vec<u8>, PressError> {
    joined(parts).map_err(|error| PressError::Pdf(error.to_string()))
}

fn joined(parts: &[Vec<u8>]) -> Result<Vec<u8>, lopdf::Error> {
    let mut all = Document::with_version("1.7");
    let mut joints = Vec::new();
    for part in parts {
        let mut part = Document::load_mem(part)?;
        objects::renumber(&mut part, all.max_id + 1);
        joints.push(Joint::of(&part)?);
        all.max_id = part.max_id;
        all.version = part.version;
        all.trailer = part.trailer;
        // A copy takes less memory: dictionaries that were read have room for what is never added.
        all.objects.extend(part.objects.into_iter().map(|(id, object)| (id, object.clone())));
    }
    if let Some(last) = joints.last() {
        let last = last.frame;
        pages(&mut all, &joints, last)?;
        structure(&mut all, &joints, last)?;
        outline(&mut all, &joints, last)?;
    }
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(part);
    }
    objects::write(all, hasher.finalize())
}

/// The objects that every document has once.
#[derive(Clone, Copy)]
struct Frame {
    pages: ObjectId,
    tree: ObjectId,
    /// The element that has all others in it.
    root: ObjectId,
    outlines: Option<ObjectId>,
}

/// What of a part is joined to the others.
struct Joint {
    frame: Frame,
    /// Its pages, in order.
    pages: Vec<ObjectId>,
    /// The elements of the first level.
    elements: Vec<Object>,
    /// What is in each page, by the number of the page.
    parents: Vec<Object>,
}

impl Joint {
    fn of(part: &Document) -> Result<Self, lopdf::Error> {
        let catalog = part.catalog()?;
        let reference = |dictionary: &Dictionary, key: &[u8]| dictionary.get(key)?.as_reference();
        let tree = reference(catalog, b"StructTreeRoot")?;
        let dictionary = part.get_dictionary(tree)?;
        let root = match dictionary.get(b"K")? {
            Object::Array(roots) => roots.first().ok_or(lopdf::Error::DictKey("K".to_owned()))?.as_reference()?,
            root => root.as_reference()?,
        };
        let of_pages = part.dereference(dictionary.get(b"ParentTree")?)?.1.as_dict()?.get(b"Nums")?.as_array()?;
        let pages = part.page_iter().collect();
        let frame =
            Frame { pages: reference(catalog, b"Pages")?, tree, root, outlines: reference(catalog, b"Outlines").ok() };
        let elements = part.get_dictionary(root)?.get(b"K")?.as_array()?.clone();
        Ok(Self { frame, pages, elements, parents: of_pages.clone() })
    }
}

/// All pages in one list.
fn pages(all: &mut Document, joints: &[Joint], last: Frame) -> Result<(), lopdf::Error> {
    let pages: Vec<ObjectId> = joints.iter().flat_map(|joint| joint.pages.iter().copied()).collect();
    for page in &pages {
        all.get_dictionary_mut(*page)?.set("Parent", last.pages);
    }
    let list = all.get_dictionary_mut(last.pages)?;
    list.set("Count", integer(pages.len()));
    list.set("Kids", Object::Array(pages.into_iter().map(Object::Reference).collect()));
    Ok(())
}

/// One structure: pages, and all else that has a number in it, are numbered through.
fn structure(all: &mut Document, joints: &[Joint], last: Frame) -> Result<(), lopdf::Error> {
    let (mut elements, mut numbers, mut roles) = (Vec::new(), Vec::new(), Dictionary::new());
    let mut first = 0i64;
    for joint in joints {
        let mut next = first;
        for pair in joint.parents.chunks_exact(2) {
            let [number, parents] = pair else { continue };
            let number = first + number.as_i64()?;
            next = next.max(number + 1);
            numbers.extend([Object::Integer(number), parents.clone()]);
        }
        for page in &joint.pages {
            let page = all.get_dictionary_mut(*page)?;
            if let Ok(number) = page.get(b"StructParents").and_then(Object::as_i64) {
                page.set("StructParents", first + number);
            }
        }
        for element in &joint.elements {
            all.get_dictionary_mut(element.as_reference()?)?.set("P", last.root);
        }
        if let Ok(Object::Dictionary(of_part)) = all.get_dictionary(joint.frame.tree)?.get(b"RoleMap").cloned() {
            roles.extend(&of_part);
        }
        elements.extend(joint.elements.iter().cloned());
        first = next;
    }
    all.get_dictionary_mut(last.root)?.set("K", Object::Array(elements));
    let mut parents = Dictionary::new();
    parents.set("Nums", Object::Array(numbers));
    let tree = all.get_dictionary_mut(last.tree)?;
    tree.set("ParentTree", Object::Dictionary(parents));
    tree.set("ParentTreeNextKey", first);
    if !roles.is_empty() {
        tree.set("RoleMap", Object::Dictionary(roles));
    }
    Ok(())
}

/// One outline: the first item of each part follows the last of the one before.
fn outline(all: &mut Document, joints: &[Joint], last: Frame) -> Result<(), lopdf::Error> {
    let Some(root) = last.outlines else { return Ok(()) };
    let (mut ends, mut count): (Option<(ObjectId, ObjectId)>, i64) = (None, 0);
    for outlines in joints.iter().filter_map(|joint| joint.frame.outlines) {
        let dictionary = all.get_dictionary(outlines)?;
        let (Ok(begin), Ok(end)) = (dictionary.get(b"First"), dictionary.get(b"Last")) else { continue };
        let (begin, end) = (begin.as_reference()?, end.as_reference()?);
        count += dictionary.get(b"Count").and_then(Object::as_i64).unwrap_or_default();
        let mut item = Some(begin);
        while let Some(id) = item {
            let dictionary = all.get_dictionary_mut(id)?;
            dictionary.set("Parent", root);
            item = dictionary.get(b"Next").and_then(Object::as_reference).ok();
        }
        ends = Some(match ends {
            None => (begin, end),
            Some((first, before)) => {
                all.get_dictionary_mut(before)?.set("Next", begin);
                all.get_dictionary_mut(begin)?.set("Prev", before);
                (first, end)
            }
        });
    }
    if let Some((first, end)) = ends {
        let outlines = all.get_dictionary_mut(root)?;
        outlines.set("First", first);
        outlines.set("Last", end);
        outlines.set("Count", count);
    }
    Ok(())
}

fn integer(number: usize) -> Object {
    Object::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}
