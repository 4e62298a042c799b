//! The objects of a PDF: going through them, each once, and writing them.
//!
//! lopdf's own ways of numbering objects anew and of dropping those that nothing leads to look every reference up in a list,
//! so that the time they take grows with the square of the objects, of which large decks have tens of thousands; and its
//! way of writing copies every object and keeps all copies to the end. Here each is let go once it is written.

use std::collections::{BTreeMap, HashMap, HashSet};

use lopdf::{Dictionary, Document, Object, ObjectId, ObjectStream, Stream, StringFormat, dictionary};

use super::error::PressError;

/// Writes a document, without what nothing leads to. `hash` identifies it: of a file that is made from the same it is the same.
///
/// # Errors
/// When it cannot be written.
pub fn write(mut document: Document, hash: blake3::Hash) -> Result<Vec<u8>, lopdf::Error> {
    document.trailer.set("ID", identity(hash));
    prune(&mut document);
    renumber(&mut document, 1);
    document.compress();
    let mut file = File::begun(1);
    file.write_all(document.objects)?;
    file.ended(&document.trailer)
}

/// The identity of a file that is made from what has this hash.
pub fn identity(hash: blake3::Hash) -> Object {
    let id = Object::String(hash.as_bytes()[..16].to_vec(), StringFormat::Hexadecimal);
    Object::Array(vec![id.clone(), id])
}

/// A file that is being written: version 1.7, with most objects packed into streams and a compressed list of where they are
/// (ISO 32000-1, 7.5.7 and 7.5.8).
pub struct File {
    bytes: Vec<u8>,
    /// Where each object is, by its number.
    places: Vec<Place>,
    /// Objects that are packed together next.
    open: ObjectStream,
}

/// Where an object is.
#[derive(Clone, Copy)]
enum Place {
    /// There is none of this number.
    Nowhere,
    /// In the file.
    At(u32),
    /// In a stream of objects.
    In { stream: u32, index: u16 },
}

impl Place {
    /// As the list has it: one byte, four and two.
    fn entry(self) -> [u8; 7] {
        let (kind, where_to, index) = match self {
            // The first of the free objects, of which there are no more.
            Self::Nowhere => (0, 0, 65_535),
            Self::At(offset) => (1, offset, 0),
            Self::In { stream, index } => (2, stream, index),
        };
        let ([a, b, c, d], [e, f]) = (where_to.to_be_bytes(), index.to_be_bytes());
        [kind, a, b, c, d, e, f]
    }
}

/// How many objects are packed together: a reader unpacks them all to see one.
const PACKED_TOGETHER: usize = 100;

fn object_stream() -> ObjectStream {
    ObjectStream::builder().max_objects(PACKED_TOGETHER).build()
}

impl File {
    /// A file in which numbers below `first` are reserved.
    pub fn begun(first: u32) -> Self {
        // What follows the version says that the file is not text.
        let bytes = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n".to_vec();
        Self { bytes, places: vec![Place::Nowhere; first as usize], open: object_stream() }
    }

    /// The first number of which nothing has been written, and nothing with a higher one.
    pub fn next_number(&self) -> u32 {
        u32::try_from(self.places.len()).unwrap_or(u32::MAX)
    }

    /// Writes objects.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn write_all(&mut self, objects: BTreeMap<ObjectId, Object>) -> Result<(), lopdf::Error> {
        let end = objects.keys().next_back().map_or(0, |last| last.0 as usize + 1);
        self.places.resize(self.places.len().max(end), Place::Nowhere);
        for ((id, _), object) in objects {
            match object {
                Object::Stream(stream) => self.write(id, stream)?,
                object => self.pack(id, object)?,
            }
        }
        Ok(())
    }

    /// Writes a stream as the object of this number.
    fn write(&mut self, id: u32, mut stream: Stream) -> Result<(), lopdf::Error> {
        stream.dict.set("Length", integer(stream.content.len()));
        self.places[id as usize] = Place::At(self.offset()?);
        self.bytes.extend(format!("{id} 0 obj\n").into_bytes());
        self.bytes.extend(written(stream.dict)?);
        self.bytes.extend(b"stream\n");
        self.bytes.extend(stream.content);
        self.bytes.extend(b"\nendstream\nendobj\n");
        Ok(())
    }

    /// Packs an object that is no stream. Its number is one of those written so far, or reserved.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn pack(&mut self, id: u32, object: Object) -> Result<(), lopdf::Error> {
        self.open.add_object((id, 0), object)?;
        if self.open.object_count() < PACKED_TOGETHER { Ok(()) } else { self.write_packed() }
    }

    /// Writes the objects that are packed together.
    fn write_packed(&mut self) -> Result<(), lopdf::Error> {
        let packed = std::mem::replace(&mut self.open, object_stream());
        let mut ids: Vec<u32> = packed.objects.keys().map(|id| id.0).collect();
        ids.sort_unstable();
        if ids.is_empty() {
            return Ok(());
        }
        let content = packed.build_stream_content()?;
        drop(packed);
        // Before the objects stand the number of each and where it begins.
        let mut spaces = content.iter().enumerate().filter(|(_, byte)| **byte == b' ');
        let first = spaces.nth(2 * ids.len() - 1).map(|(last, _)| last + 1).ok_or_else(unknown)?;
        let dictionary = dictionary! { "Type" => "ObjStm", "N" => integer(ids.len()), "First" => integer(first) };
        let stream = self.next();
        for (index, id) in (0..).zip(ids) {
            self.places[id as usize] = Place::In { stream, index };
        }
        self.write(stream, compressed(dictionary, content)?)
    }

    /// Where what is written next begins.
    fn offset(&self) -> Result<u32, lopdf::Error> {
        Ok(u32::try_from(self.bytes.len())?)
    }

    /// A new number.
    fn next(&mut self) -> u32 {
        let number = self.next_number();
        self.places.push(Place::Nowhere);
        number
    }

    /// The whole file. The list of objects is a stream, whose dictionary is the trailer.
    ///
    /// # Errors
    /// When what is still open cannot be written.
    pub fn ended(mut self, trailer: &Dictionary) -> Result<Vec<u8>, lopdf::Error> {
        self.write_packed()?;
        let (list, start) = (self.next(), self.offset()?);
        self.places[list as usize] = Place::At(start);
        let content = self.places.iter().flat_map(|place| place.entry()).collect();
        let widths = [1, 4, 2].map(Object::Integer).to_vec();
        let mut dictionary = dictionary! { "Type" => "XRef", "Size" => integer(self.places.len()), "W" => widths };
        for key in ["Root", "Info", "ID"] {
            if let Ok(value) = trailer.get(key.as_bytes()) {
                dictionary.set(key, value.clone());
            }
        }
        self.write(list, compressed(dictionary, content)?)?;
        self.bytes.extend(format!("startxref\n{start}\n%%EOF").into_bytes());
        Ok(self.bytes)
    }
}

fn compressed(dictionary: Dictionary, content: Vec<u8>) -> Result<Stream, lopdf::Error> {
    let mut stream = Stream::new(dictionary, content);
    stream.compress()?;
    Ok(stream)
}

/// A dictionary as bytes. lopdf writes single objects only as the content of a stream of objects, behind number and place.
fn written(dictionary: Dictionary) -> Result<Vec<u8>, lopdf::Error> {
    let mut alone = object_stream();
    alone.add_object((0, 0), Object::Dictionary(dictionary))?;
    let content = alone.build_stream_content()?;
    content.strip_prefix(b"0 0 ".as_slice()).map(<[u8]>::to_vec).ok_or_else(unknown)
}

fn unknown() -> lopdf::Error {
    lopdf::Error::InvalidObjectStream("it does not begin with numbers and places".to_owned())
}

/// A length, or how many there are.
pub fn integer(number: usize) -> Object {
    Object::Integer(i64::try_from(number).unwrap_or(i64::MAX))
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
    renumber_but(document, first, &[]);
}

/// The same, but for those that get the numbers named here, which are lower.
pub fn renumber_but(document: &mut Document, first: u32, renamed: &[(ObjectId, ObjectId)]) {
    let mut new: HashMap<ObjectId, ObjectId> = renamed.iter().copied().collect();
    let others: Vec<ObjectId> = document.objects.keys().copied().filter(|old| !new.contains_key(old)).collect();
    new.extend(others.into_iter().zip(first..).map(|(old, number)| (old, (number, 0))));
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
pub fn prune(document: &mut Document) {
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
    fn what_is_written_is_read_back_as_it_was() {
        let mut written = document();
        let many: Vec<Object> = (0..450).map(|n| Object::Reference((100 + n, 0))).collect();
        for (n, id) in (100u32..550).zip(0..) {
            let text = Object::String([b"( 0\\".as_slice(), &n.to_be_bytes()].concat(), StringFormat::Literal);
            let dictionary = dictionary! { "Number" => id, "Share" => 0.25, "Text" => text, "Flag" => true };
            written.objects.insert((n, 0), Object::Dictionary(dictionary));
        }
        // One that is not compressed again, and one that will be.
        let raw = dictionary! { "Filter" => "DCTDecode" };
        written.objects.insert((600, 0), Object::Stream(Stream::new(raw, vec![0, 255, 10, 13])));
        written.objects.insert((601, 0), Object::Stream(Stream::new(dictionary! {}, b"0 0 m ".repeat(100))));
        let streams = [600, 601].map(|number| Object::Reference((number, 0)));
        let catalog = written.catalog_mut().expect("a catalog");
        catalog.set("Many", Object::Array(many));
        catalog.set("Streams", Object::Array(streams.to_vec()));
        let mut expected = written.clone();
        prune(&mut expected);
        renumber(&mut expected, 1);
        expected.compress();

        let bytes = write(written.clone(), blake3::hash(b"all")).expect("written");
        let read = Document::load_mem(&bytes).expect("read");
        for (id, object) in &expected.objects {
            let found = read.get_object(*id).expect("read back");
            match (object, found) {
                (Object::Stream(one), Object::Stream(other)) => assert_eq!(one.content, other.content, "{id:?}"),
                (one, other) => assert_eq!(one, other, "{id:?}"),
            }
        }
        assert_eq!(reference(&read.trailer, b"Root"), reference(&expected.trailer, b"Root"));
        assert_eq!(bytes, write(written, blake3::hash(b"all")).expect("written"));
    }

    #[test]
    fn what_nothing_leads_to_is_dropped_and_no_more() {
        let mut document = document();
        prune(&mut document);
        assert_eq!(document.objects.keys().map(|id| id.0).collect::<Vec<_>>(), [3, 7, 9]);
    }
}
