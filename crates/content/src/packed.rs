//! What the files of a game say, as bytes: whoever publishes it hands them over, and a page opens it without reading YAML.
//!
//! **In** [`Entries`], as they were read from files in which no error is. **Out** bytes, and of those the same entries again. They
//! are read by the version of the program that wrote them; bytes that do not fit are no entries, whatever is in them.

use std::cell::{Cell, RefCell};
use std::io::{self, Read, Write};

use borsh::{BorshDeserialize, BorshSerialize};

use crate::limits::MOST_FILES;
use crate::load::Entries;
use crate::source::{FileId, Sources, Span};

thread_local! {
    /// The end of the last place that was written or read: the next one begins near it.
    static LAST: Cell<usize> = const { Cell::new(0) };
    /// The first file of the game that is written, after which the others are counted; the files of the one that is read.
    static FIRST: Cell<u32> = const { Cell::new(0) };
    static FILES: RefCell<Vec<FileId>> = const { RefCell::new(Vec::new()) };
}

/// The entries of a system, and the paths of its files, by which they are found among others.
pub(crate) fn pack(entries: &Entries, sources: &Sources, system: &str) -> Vec<u8> {
    let files: Vec<_> = sources.within(system).collect();
    let paths: Vec<&str> = files.iter().map(|(_, file, _)| &*file.path).collect();
    LAST.set(0);
    FIRST.set(files.first().map_or(0, |(id, ..)| id.0));
    borsh::to_vec(&(paths, entries)).expect("memory takes what is written")
}

/// The paths of the files of a game that was published.
pub fn paths(bytes: &[u8]) -> Option<Vec<String>> {
    paths_of(&mut &*bytes)
}

fn paths_of(bytes: &mut &[u8]) -> Option<Vec<String>> {
    let paths = Vec::<String>::deserialize(bytes).ok()?;
    (!paths.is_empty() && paths.len() <= MOST_FILES).then_some(paths)
}

/// The entries of a system whose files have these paths among the sources.
pub(crate) fn unpack(mut bytes: &[u8], sources: &Sources, system: &str) -> Option<Entries> {
    let folder = format!("{system}/");
    let paths = paths_of(&mut bytes)?;
    if !paths.iter().all(|path| path.starts_with(&folder)) {
        return None;
    }
    // One that is gone stands nowhere.
    let place = |path: &String| sources.find(path).unwrap_or(FileId(u32::MAX));
    LAST.set(0);
    FILES.set(paths.iter().map(place).collect());
    let mut entries = Entries::deserialize(&mut bytes).ok()?;
    entries.fetch_art(sources, system);
    bytes.is_empty().then_some(entries)
}

fn unsound(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// A number in seven bits a byte, the lowest first: most are small.
pub(crate) fn write_number(mut number: u64, out: &mut impl Write) -> io::Result<()> {
    loop {
        let low = (number & 0x7f) as u8;
        number >>= 7;
        out.write_all(&[if number > 0 { low | 0x80 } else { low }])?;
        if number == 0 {
            return Ok(());
        }
    }
}

pub(crate) fn read_number(from: &mut impl Read) -> io::Result<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = u8::deserialize_reader(from)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(unsound("a number"))
}

/// A place in a file, from where the last one was.
pub(crate) fn write_place(place: usize, out: &mut impl Write) -> io::Result<()> {
    let step = (place as u64).wrapping_sub(LAST.replace(place) as u64).cast_signed();
    write_number(((step << 1) ^ (step >> 63)).cast_unsigned(), out)
}

pub(crate) fn read_place(from: &mut impl Read) -> io::Result<usize> {
    let number = read_number(from)?;
    let step = (number >> 1).cast_signed() ^ -(number & 1).cast_signed();
    let place = i64::try_from(LAST.get()).ok().and_then(|last| last.checked_add(step));
    let place = place.and_then(|place| usize::try_from(place).ok()).ok_or_else(|| unsound("a place"))?;
    LAST.set(place);
    Ok(place)
}

impl BorshSerialize for FileId {
    fn serialize<W: Write>(&self, out: &mut W) -> io::Result<()> {
        // What stands in no file has the place that is the same everywhere.
        let number = self.0.checked_sub(FIRST.get()).map_or(0, |number| u64::from(number) + 1);
        write_number(number, out)
    }
}

impl BorshDeserialize for FileId {
    fn deserialize_reader<R: Read>(from: &mut R) -> io::Result<Self> {
        let Some(number) = read_number(from)?.checked_sub(1) else { return Ok(Self::default()) };
        let number = usize::try_from(number).map_err(|_| unsound("a file"))?;
        FILES.with_borrow(|files| files.get(number).copied()).ok_or_else(|| unsound("a file"))
    }
}

impl BorshSerialize for Span {
    fn serialize<W: Write>(&self, out: &mut W) -> io::Result<()> {
        self.file.serialize(out)?;
        write_place(self.start, out)?;
        write_place(self.end, out)
    }
}

impl BorshDeserialize for Span {
    fn deserialize_reader<R: Read>(from: &mut R) -> io::Result<Self> {
        Ok(Self { file: FileId::deserialize_reader(from)?, start: read_place(from)?, end: read_place(from)? })
    }
}
