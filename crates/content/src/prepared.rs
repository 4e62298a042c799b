//! Files as they were looked into once, as bytes: whoever publishes a game hands them over beside its files, so that opening it
//! needs no second reading of YAML, and no picture is measured again.
//!
//! **In** the files of a game that nothing is wrong with. **Out** bytes for each file where they save time. Whoever reads them
//! has the file beside them; bytes that do not fit it are no answer, and the file is read as if they were not there.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::limits::DEEPEST;
use crate::picture::{self, PictureKind, Ratio, is_picture};
use crate::source::{FileId, Sources, Span};
use crate::yaml::{self, Kind, Node};

/// What is known of files, by their paths.
pub type Prepared = BTreeMap<String, Vec<u8>>;

/// What is worth handing over of the files of a game.
pub fn of_game(sources: &Sources, system: &str) -> Prepared {
    let prepared = sources.within(system).filter_map(|(id, file, _)| {
        let bytes = if is_picture(&file.path) {
            of_picture(sources.bytes(&file.path)?)?
        } else if file.path.ends_with(".yaml") {
            of_tree(&yaml::parse(&file.text, id).ok()?, &file.text)
        } else {
            return None;
        };
        Some((file.path.clone(), bytes))
    });
    prepared.collect()
}

/// Kinds of pictures, by their numbers here.
const PICTURES: [PictureKind; 3] = [PictureKind::Png, PictureKind::Jpeg, PictureKind::Svg];

fn of_picture(data: &[u8]) -> Option<Vec<u8>> {
    let (kind, ratio) = picture::examine(data).ok()?;
    let mut out = Packer::default();
    out.number(PICTURES.iter().position(|known| *known == kind)? as u64);
    out.number(ratio.width.into());
    out.number(ratio.height.into());
    Some(out.bytes)
}

/// What a picture is and how large, as it was measured before.
pub fn picture(bytes: &[u8]) -> Option<(PictureKind, Ratio)> {
    let mut read = Unpacker { bytes, place: 0, text: "", file: FileId::default() };
    let kind = *PICTURES.get(usize::try_from(read.number()?).ok()?)?;
    let mut side = || u32::try_from(read.number()?).ok().filter(|side| *side > 0);
    Some((kind, Ratio { width: side()?, height: side()? }))
}

fn of_tree(tree: &Node, text: &str) -> Vec<u8> {
    let mut out = Packer::default();
    out.node(tree, text);
    out.bytes
}

/// The tree of a file, as it was read before.
pub fn tree(bytes: &[u8], text: &str, file: FileId) -> Option<Node> {
    let mut read = Unpacker { bytes, place: 0, text, file };
    let node = read.node(DEEPEST)?;
    read.bytes.is_empty().then_some(node)
}

/// What a node is, in the lower bits of its first byte.
mod kinds {
    pub const NULL: u8 = 0;
    pub const FALSE: u8 = 1;
    pub const TRUE: u8 = 2;
    pub const WHOLE: u8 = 3;
    pub const DECIMAL: u8 = 4;
    /// Text that stands in the file as it is.
    pub const PLAIN: u8 = 5;
    /// The same within quotes.
    pub const QUOTED: u8 = 6;
    /// Text that follows here: the file has it folded, escaped or indented.
    pub const TEXT: u8 = 7;
    pub const LIST: u8 = 8;
    pub const MAP: u8 = 9;
}

/// Set in the first byte of a node that stands elsewhere than its characters.
const REPEATS: u8 = 0x80;

#[derive(Default)]
struct Packer {
    bytes: Vec<u8>,
    /// The end of the last node: the next one begins near it.
    place: usize,
}

impl Packer {
    fn number(&mut self, mut number: u64) {
        loop {
            let low = (number & 0x7f) as u8;
            number >>= 7;
            self.bytes.push(if number > 0 { low | 0x80 } else { low });
            if number == 0 {
                return;
            }
        }
    }

    /// A number that may be below zero.
    fn signed(&mut self, number: i64) {
        self.number(((number << 1) ^ (number >> 63)).cast_unsigned());
    }

    fn span(&mut self, at: Span) {
        self.signed((at.start as u64).wrapping_sub(self.place as u64).cast_signed());
        self.number((at.end - at.start) as u64);
        self.place = at.end;
    }

    fn node(&mut self, node: &Node, text: &str) {
        let repeats = if node.written == node.at { 0 } else { REPEATS };
        let kind = match &node.kind {
            Kind::Null => kinds::NULL,
            Kind::Bool(false) => kinds::FALSE,
            Kind::Bool(true) => kinds::TRUE,
            Kind::Whole(_) => kinds::WHOLE,
            Kind::Decimal => kinds::DECIMAL,
            Kind::Text(said) if text.get(plain(node.written)) == Some(said) => kinds::PLAIN,
            Kind::Text(said) if text.get(quoted(node.written)) == Some(said) => kinds::QUOTED,
            Kind::Text(_) => kinds::TEXT,
            Kind::List(_) => kinds::LIST,
            Kind::Map(_) => kinds::MAP,
        };
        self.bytes.push(kind | repeats);
        self.span(node.at);
        if repeats != 0 {
            self.span(node.written);
        }
        match &node.kind {
            Kind::Whole(number) => self.signed(*number),
            Kind::Text(said) if kind == kinds::TEXT => {
                self.number(said.len() as u64);
                self.bytes.extend_from_slice(said.as_bytes());
            }
            Kind::Null | Kind::Bool(_) | Kind::Decimal | Kind::Text(_) => {}
            Kind::List(items) => {
                self.number(items.len() as u64);
                items.iter().for_each(|item| self.node(item, text));
            }
            Kind::Map(entries) => {
                self.number(entries.len() as u64);
                for (key, value) in entries {
                    self.node(key, text);
                    self.node(value, text);
                }
            }
        }
    }
}

fn plain(at: Span) -> Range<usize> {
    at.start..at.end
}

/// Between the quotes. Of what has none, a range that is none.
fn quoted(at: Span) -> Range<usize> {
    at.start + 1..at.end.saturating_sub(1)
}

/// Reads what a [`Packer`] wrote; whatever does not fit is none.
struct Unpacker<'b> {
    bytes: &'b [u8],
    place: usize,
    text: &'b str,
    file: FileId,
}

impl Unpacker<'_> {
    fn byte(&mut self) -> Option<u8> {
        self.bytes.split_off_first().copied()
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    /// How many items follow; each takes a byte or more.
    fn count(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok().filter(|count| *count <= self.bytes.len())
    }

    fn span(&mut self) -> Option<Span> {
        let start = i64::try_from(self.place).ok()?.checked_add(self.signed()?)?;
        let start = usize::try_from(start).ok()?;
        let end = start.checked_add(usize::try_from(self.number()?).ok()?)?;
        self.text.get(start..end)?;
        self.place = end;
        Some(Span { file: self.file, start, end })
    }

    fn node(&mut self, depth_left: usize) -> Option<Node> {
        let depth_left = depth_left.checked_sub(1)?;
        let first = self.byte()?;
        let at = self.span()?;
        let written = if first & REPEATS == 0 { at } else { self.span()? };
        let slice = |text: &str, range: Range<usize>| Some(Kind::Text(text.get(range)?.to_owned()));
        let kind = match first & !REPEATS {
            kinds::NULL => Kind::Null,
            kinds::FALSE => Kind::Bool(false),
            kinds::TRUE => Kind::Bool(true),
            kinds::WHOLE => Kind::Whole(self.signed()?),
            kinds::DECIMAL => Kind::Decimal,
            kinds::PLAIN => slice(self.text, plain(written))?,
            kinds::QUOTED => slice(self.text, quoted(written))?,
            kinds::TEXT => {
                let length = self.count()?;
                let said = self.bytes.split_off(..length)?;
                Kind::Text(std::str::from_utf8(said).ok()?.to_owned())
            }
            kinds::LIST => {
                let count = self.count()?;
                Kind::List((0..count).map(|_| self.node(depth_left)).collect::<Option<_>>()?)
            }
            kinds::MAP => {
                let count = self.count()?;
                let mut entry = || Some((self.node(depth_left)?, self.node(depth_left)?));
                Kind::Map((0..count).map(|_| entry()).collect::<Option<_>>()?)
            }
            _ => return None,
        };
        Some(Node { kind, at, written })
    }
}
