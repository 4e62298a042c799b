//! Several tagged documents as one.
//!
//! **In** PDF files that Typst has written, each with the structure of its own pages. **Out** one file with all their pages, in
//! order, one structure and one outline; its metadata are those of the last. **Fails** with [`PressError::Pdf`] when a
//! file is not as Typst writes them.
//!
//! A page that is laid out takes hundreds of times the memory of a written one, so that many pages are laid out and written in
//! portions, which are joined here (ISO 32000-1, 7.7.3, 12.3.3 and 14.7.4).

use lopdf::{Dictionary, Document, Object, ObjectId};
use rayon::prelude::*;

use super::error::PressError;
use super::objects::{self, File, integer};

/// Joins documents.
///
/// # Errors
/// [`PressError::Pdf`].
pub fn join(parts: &[Vec<u8>]) -> Result<Vec<u8>, PressError> {
    joined(parts).map_err(|error| PressError::Pdf(error.to_string()))
}

/// How many parts are read together; each is written and let go before the next are read.
const READ_AT_ONCE: usize = 2;

fn joined(parts: &[Vec<u8>]) -> Result<Vec<u8>, lopdf::Error> {
    let mut joint = Joint::new();
    let mut of_last = None;
    for parts in parts.chunks(READ_AT_ONCE) {
        let read: Vec<_> = parts.par_iter().map(|part| Document::load_mem(part)).collect();
        for part in read {
            if let Some(before) = of_last.replace(part?) {
                joint.add(before, false)?;
            }
        }
    }
    let mut trailer = of_last.map_or_else(|| Ok(Dictionary::new()), |last| joint.add(last, true))?;
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(part);
    }
    trailer.set("ID", objects::identity(hasher.finalize()));
    joint.file.ended(&trailer)
}

/// The objects that every document has once, whose numbers in the joined one are known from the beginning.
const PAGES: ObjectId = (1, 0);
const TREE: ObjectId = (2, 0);
/// The element that has all others in it.
const ROOT: ObjectId = (3, 0);
const OUTLINES: ObjectId = (4, 0);
/// The first number of other objects.
const OTHERS: u32 = 5;

/// The objects of a part that are joined to those of the others.
struct Frame {
    pages: ObjectId,
    tree: ObjectId,
    root: ObjectId,
    outlines: Option<ObjectId>,
}

impl Frame {
    fn of(part: &Document) -> Result<Self, lopdf::Error> {
        let catalog = part.catalog()?;
        let reference = |dictionary: &Dictionary, key: &[u8]| dictionary.get(key)?.as_reference();
        let tree = reference(catalog, b"StructTreeRoot")?;
        let root = match part.get_dictionary(tree)?.get(b"K")? {
            Object::Array(roots) => roots.first().ok_or(lopdf::Error::DictKey("K".to_owned()))?.as_reference()?,
            root => root.as_reference()?,
        };
        Ok(Self { pages: reference(catalog, b"Pages")?, tree, root, outlines: reference(catalog, b"Outlines").ok() })
    }

    /// With the numbers that they have when all are joined.
    fn renamed(&self) -> Vec<(ObjectId, ObjectId)> {
        let outlines = self.outlines.map(|outlines| (outlines, OUTLINES));
        [(self.pages, PAGES), (self.tree, TREE), (self.root, ROOT)].into_iter().chain(outlines).collect()
    }
}

/// Documents being joined.
struct Joint {
    file: File,
    pages: Vec<Object>,
    /// The elements of the first level.
    elements: Vec<Object>,
    /// What is in each page, by the number of the page.
    numbers: Vec<Object>,
    /// The next such number.
    number: i64,
    roles: Dictionary,
    outline: Outline,
}

/// Items of outlines being joined.
#[derive(Default)]
struct Outline {
    first: Option<ObjectId>,
    /// The last item of the parts so far, which is not written until it is known what follows.
    last: Option<(ObjectId, Object)>,
    count: i64,
}

impl Joint {
    fn new() -> Self {
        Self {
            file: File::begun(OTHERS),
            pages: Vec::new(),
            elements: Vec::new(),
            numbers: Vec::new(),
            number: 0,
            roles: Dictionary::new(),
            outline: Outline::default(),
        }
    }

    /// Adds a part, and returns its trailer. What a document has once is that of the last.
    fn add(&mut self, mut part: Document, is_last: bool) -> Result<Dictionary, lopdf::Error> {
        let frame = Frame::of(&part)?;
        let root = part.trailer.get(b"Root")?.as_reference()?;
        if !is_last {
            let joined = ["Pages", "StructTreeRoot", "Outlines"].map(str::as_bytes);
            let catalog = part.get_dictionary(root)?.iter().filter(|(key, _)| joined.contains(&key.as_slice()));
            let catalog = catalog.map(|(key, value)| (key.clone(), value.clone())).collect();
            part.objects.insert(root, Object::Dictionary(catalog));
            part.trailer = Dictionary::from_iter([("Root", Object::Reference(root))]);
        }
        objects::prune(&mut part);
        objects::renumber_but(&mut part, self.file.next_number(), &frame.renamed());
        part.compress();
        self.add_pages(&mut part)?;
        self.add_structure(&mut part)?;
        self.add_outline(&mut part)?;
        if is_last {
            self.frame(&mut part)?;
        } else {
            let root = part.trailer.get(b"Root")?.as_reference()?;
            [root, PAGES, TREE, ROOT, OUTLINES].iter().for_each(|once| drop(part.objects.remove(once)));
        }
        self.file.write_all(part.objects)?;
        Ok(part.trailer)
    }

    fn add_pages(&mut self, part: &mut Document) -> Result<(), lopdf::Error> {
        let pages: Vec<ObjectId> = part.page_iter().collect();
        for page in &pages {
            let page = part.get_dictionary_mut(*page)?;
            if let Ok(number) = page.get(b"StructParents").and_then(Object::as_i64) {
                page.set("StructParents", self.number + number);
            }
        }
        self.pages.extend(pages.into_iter().map(Object::Reference));
        Ok(())
    }

    /// Pages, and all else that has a number in the structure, are numbered through.
    fn add_structure(&mut self, part: &mut Document) -> Result<(), lopdf::Error> {
        self.elements.extend_from_slice(part.get_dictionary(ROOT)?.get(b"K")?.as_array()?);
        let tree = part.get_dictionary(TREE)?;
        let of_pages = part.dereference(tree.get(b"ParentTree")?)?.1.as_dict()?.get(b"Nums")?.as_array()?;
        let mut next = self.number;
        for pair in of_pages.chunks_exact(2) {
            let [number, parents] = pair else { continue };
            let number = self.number + number.as_i64()?;
            next = next.max(number + 1);
            self.numbers.extend([Object::Integer(number), parents.clone()]);
        }
        self.number = next;
        if let Ok(Object::Dictionary(roles)) = tree.get(b"RoleMap") {
            self.roles.extend(roles);
        }
        Ok(())
    }

    /// The first item of each part follows the last of the one before.
    fn add_outline(&mut self, part: &mut Document) -> Result<(), lopdf::Error> {
        let Ok(outlines) = part.get_dictionary(OUTLINES) else { return Ok(()) };
        let (Ok(first), Ok(last)) = (outlines.get(b"First"), outlines.get(b"Last")) else { return Ok(()) };
        let (first, last) = (first.as_reference()?, last.as_reference()?);
        self.outline.count += outlines.get(b"Count").and_then(Object::as_i64).unwrap_or_default();
        if let Some((before, mut item)) = self.outline.last.take() {
            item.as_dict_mut()?.set("Next", first);
            part.get_dictionary_mut(first)?.set("Prev", before);
            self.file.pack(before.0, item)?;
        }
        self.outline.first.get_or_insert(first);
        self.outline.last = part.objects.remove(&last).map(|item| (last, item));
        Ok(())
    }

    /// What the last part has once is made that of all.
    fn frame(&mut self, last: &mut Document) -> Result<(), lopdf::Error> {
        let pages = last.get_dictionary_mut(PAGES)?;
        pages.set("Count", integer(self.pages.len()));
        pages.set("Kids", Object::Array(std::mem::take(&mut self.pages)));
        last.get_dictionary_mut(ROOT)?.set("K", Object::Array(std::mem::take(&mut self.elements)));
        let mut parents = Dictionary::new();
        parents.set("Nums", Object::Array(std::mem::take(&mut self.numbers)));
        let tree = last.get_dictionary_mut(TREE)?;
        tree.set("ParentTree", Object::Dictionary(parents));
        tree.set("ParentTreeNextKey", self.number);
        if !self.roles.is_empty() {
            tree.set("RoleMap", Object::Dictionary(std::mem::take(&mut self.roles)));
        }
        let Outline { first, last: end, count } = std::mem::take(&mut self.outline);
        if let (Some(first), Some((end, item))) = (first, end) {
            let outlines = last.get_dictionary_mut(OUTLINES)?;
            outlines.set("First", first);
            outlines.set("Last", end);
            outlines.set("Count", count);
            last.objects.insert(end, item);
        }
        Ok(())
    }
}
