//! The files of a content folder, held in memory, and places in them.
//!
//! **In** paths relative to the content folder and their text; reading them is the business of
//! `commands`. **Out** [`Span`]s that every value of the model keeps, and line and column for messages.

use borsh::{BorshDeserialize, BorshSerialize};

use super::code::Code;
use super::packed::{read_number, read_place, write_number, write_place};
use super::picture::Proof;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use unicode_normalization::char::is_combining_mark;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// A file, by its place in [`Sources`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A byte range in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: usize,
    /// Byte behind the last.
    pub end: usize,
}

impl Span {
    /// The whole of `range` in `file`.
    pub fn new(file: FileId, range: Range<usize>) -> Self {
        Self { file, start: range.start, end: range.end }
    }

    /// The place right behind it.
    pub fn behind(self) -> Self {
        Self { start: self.end, ..self }
    }
}

/// A value and where it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub at: Span,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Path relative to the content folder, with `/` between parts.
    pub path: String,
    /// How the path is shown in messages, as the user would type it.
    pub shown: String,
    /// Contents.
    pub text: String,
}

/// Why a file could not be taken as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFault {
    /// What kind of finding it is.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// The next thing to try.
    pub help: String,
    /// Offset in the text that stands in for the file.
    pub at: usize,
}

/// All files of a content folder, ordered by path.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
    /// By path: a file may be no text, or lead somewhere else.
    faults: BTreeMap<String, FileFault>,
    /// By path: files that are no text, such as fonts.
    bytes: BTreeMap<String, Arc<[u8]>>,
    /// Test print of pictures and fonts; none if the caller prints nothing.
    proof: Option<Proof>,
    /// By path: files that are not read, although they may have been meant to be.
    overlooked: BTreeSet<String>,
    /// Of each file, once somebody asks.
    lines: Vec<OnceLock<Lines>>,
    /// The id of the first file.
    first: u32,
    /// By place among the files: where letters of several characters were joined to one, so that columns count what was written.
    joined: BTreeMap<usize, Joined>,
}

/// The id of the first file that is read beside a game: no content folder has so many files.
const BESIDE_A_GAME: u32 = 1 << 31;

impl Sources {
    /// Takes files in any order. Letters written as several characters, as `a` and a ring above it, become one, so that prints,
    /// pages, names of files and the search have one spelling of every word.
    pub fn new(mut files: Vec<SourceFile>) -> Self {
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let lines = vec![OnceLock::new(); files.len()];
        let joined =
            files.iter_mut().enumerate().filter_map(|(index, file)| Some((index, Joined::join(&mut file.text)?)));
        let joined = joined.collect();
        Self { files, lines, joined, ..Self::default() }
    }

    /// The same files, with ids that no file of a game has: a place in one is never taken for a place in the other.
    pub fn beside_a_game(self) -> Self {
        Self { first: BESIDE_A_GAME, ..self }
    }

    /// The same files, of which some could not be taken as they are.
    pub fn with_faults(mut self, faults: BTreeMap<String, FileFault>) -> Self {
        self.faults = faults;
        self
    }

    /// The same files, of which some are no text: it stands empty among the texts, and here with its path.
    pub fn with_bytes(mut self, bytes: BTreeMap<String, Arc<[u8]>>) -> Self {
        self.bytes = bytes;
        self
    }

    /// Sets the test print of pictures and fonts.
    pub fn with_proof(mut self, proof: Option<Proof>) -> Self {
        self.proof = proof;
        self
    }

    /// The test print of pictures and fonts.
    pub const fn proof(&self) -> Option<Proof> {
        self.proof
    }

    /// The same files, of which some are not read, although they may have been meant to be: no game has them.
    pub fn with_overlooked(mut self, overlooked: BTreeSet<String>) -> Self {
        self.overlooked = overlooked;
        self
    }

    /// Whether nothing reads this file, although it may have been meant to be.
    pub fn is_overlooked(&self, id: FileId) -> bool {
        self.overlooked.contains(&self.file(id).path)
    }

    /// The files that nothing reads, although they may have been meant to be.
    pub fn overlooked(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.iter().filter(move |(_, file)| self.overlooked.contains(&file.path))
    }

    /// The file of this path, if it is no text.
    pub fn bytes(&self, path: &str) -> Option<&Arc<[u8]>> {
        self.bytes.get(path)
    }

    /// All files that are no text, by path.
    pub fn all_bytes(&self) -> impl Iterator<Item = (&str, &Arc<[u8]>)> {
        self.bytes.iter().map(|(path, bytes)| (path.as_str(), bytes))
    }

    /// What is wrong with the file as a whole.
    pub fn fault(&self, id: FileId) -> Option<&FileFault> {
        self.faults.get(&self.file(id).path)
    }

    /// All files with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.numbered(0)
    }

    fn id(&self, index: usize) -> FileId {
        FileId(u32::try_from(index).map_or(u32::MAX, |index| self.first.saturating_add(index)))
    }

    /// The place of a file among these, if the id is of these sources.
    fn index(&self, id: FileId) -> Option<usize> {
        let index = usize::try_from(id.0.checked_sub(self.first)?).ok()?;
        (index < self.files.len()).then_some(index)
    }

    fn numbered(&self, first: usize) -> impl Iterator<Item = (FileId, &SourceFile)> {
        (first..).map(|index| self.id(index)).zip(&self.files[first..])
    }

    /// The files in a folder and below it, each with its path from there. Those that nothing reads are not among them.
    pub fn within<'s>(&'s self, folder: &str) -> impl Iterator<Item = (FileId, &'s SourceFile, &'s str)> {
        let folder = format!("{folder}/");
        let first = self.files.partition_point(|file| file.path < folder);
        let within =
            self.numbered(first).map_while(move |(id, file)| Some((id, file, file.path.strip_prefix(&folder)?)));
        within.filter(move |(_, file, _)| !self.overlooked.contains(&file.path))
    }

    /// One file.
    ///
    /// # Panics
    /// When the id is from other sources.
    pub fn file(&self, id: FileId) -> &SourceFile {
        self.get(id).expect("the id is of these sources")
    }

    /// One file, if the id is of these sources.
    pub(crate) fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(self.index(id)?)
    }

    /// The file of this path.
    pub fn find(&self, path: &str) -> Option<FileId> {
        let place = self.files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()?;
        Some(self.id(place))
    }

    /// Line and column of the start of a span, both from 1; the column counts characters.
    ///
    /// # Panics
    /// When the span is of other sources.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let text = &self.file(span.file).text;
        let index = self.index(span.file).expect("the id is of these sources");
        let lines = self.lines[index].get_or_init(|| Lines::of(text));
        let (line, column) = lines.line_column(text, span.start);
        let joined = self.joined.get(&index).map_or(0, |joined| joined.before(text, span.start));
        (line, column + joined)
    }
}

/// Where letters of several characters were joined to one, in bytes of the text as it is now: each place as often as characters
/// are gone from there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Joined(Vec<usize>);

impl Joined {
    /// Joins the letters of a text; none where there is nothing to join.
    fn join(text: &mut String) -> Option<Self> {
        if text.is_ascii() || is_nfc(text) {
            return None;
        }
        let mut joined = String::with_capacity(text.len());
        let mut places = Vec::new();
        let mut rest = text.as_str();
        while let Some(first) = rest.chars().next() {
            // A letter with all that is set on it, which no join goes beyond.
            let goes_on = |c: char| is_combining_mark(c) || matches!(c, '\u{1160}'..='\u{11ff}');
            let behind = &rest[first.len_utf8()..];
            let letter = &rest[..rest.len() - behind.trim_start_matches(goes_on).len()];
            joined.extend(letter.nfc());
            let is_now = letter.nfc().count();
            let gone = letter.chars().count().saturating_sub(is_now);
            places.extend(std::iter::repeat_n(joined.len(), gone));
            rest = &rest[letter.len()..];
        }
        *text = joined;
        Some(Self(places))
    }

    /// How many characters are gone from the line of this place in front of it.
    fn before(&self, text: &str, at: usize) -> usize {
        let at = floor_boundary(text, at);
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let up_to = |place: usize| self.0.partition_point(|joined| *joined <= place);
        up_to(at) - up_to(line)
    }
}

/// Places of a text at which line and column are known: thousands of findings in one file are placed without
/// counting from its beginning for each.
#[derive(Clone, Debug)]
struct Lines(Vec<Milestone>);

/// A place of which line and column are known, both from 1.
#[derive(Clone, Copy, Debug)]
struct Milestone {
    byte: usize,
    line: usize,
    column: usize,
}

impl Lines {
    /// How far apart milestones of one line are, in bytes.
    const APART: usize = 1024;

    fn of(text: &str) -> Self {
        let mut here = Milestone { byte: 0, line: 1, column: 1 };
        let mut milestones = vec![here];
        let mut last = 0;
        for (byte, c) in text.char_indices() {
            here.byte = byte;
            if byte >= last + Self::APART {
                milestones.push(here);
                last = byte;
            }
            here.column += 1;
            if c == '\n' {
                here = Milestone { byte: byte + 1, line: here.line + 1, column: 1 };
                milestones.push(here);
                last = here.byte;
            }
        }
        Self(milestones)
    }

    fn line_column(&self, text: &str, at: usize) -> (usize, usize) {
        let at = floor_boundary(text, at);
        let behind = self.0.partition_point(|milestone| milestone.byte <= at);
        let near = self.0[behind.saturating_sub(1)];
        (near.line, near.column + text[near.byte..at].chars().count())
    }
}

/// The nearest place at or before `at` that does not cut a character.
pub fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A scalar of YAML or a stretch of Markdown, able to say where a byte of its value stands in the file.
///
/// Quoted and folded scalars differ from their value (escapes, line breaks), so places inside a
/// formula or a text cannot be found by adding offsets alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScalarPlace {
    /// Where the scalar stands.
    pub at: Span,
    /// Stretches of the value in order; the last one begins at its end.
    stretches: Vec<Stretch>,
}

/// A part of a value, up to where the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    /// Its first byte in the value.
    value: usize,
    /// Where that is written in the file.
    written: usize,
    /// Whether it is written as it reads; else all of it has this one place, such as an escape.
    is_itself: bool,
}

impl Stretch {
    fn of(self, byte: usize) -> usize {
        self.written + if self.is_itself { byte - self.value } else { 0 }
    }
}

impl BorshSerialize for ScalarPlace {
    fn serialize<W: Write>(&self, out: &mut W) -> io::Result<()> {
        self.at.serialize(out)?;
        write_number(self.stretches.len() as u64, out)?;
        let mut before = 0;
        for stretch in &self.stretches {
            write_number((((stretch.value - before) as u64) << 1) | u64::from(stretch.is_itself), out)?;
            before = stretch.value;
            write_place(stretch.written, out)?;
        }
        Ok(())
    }
}

impl BorshDeserialize for ScalarPlace {
    fn deserialize_reader<R: Read>(from: &mut R) -> io::Result<Self> {
        let at = Span::deserialize_reader(from)?;
        let mut stretches = Vec::new();
        let mut value: usize = 0;
        for _ in 0..read_number(from)? {
            let number = read_number(from)?;
            let step = usize::try_from(number >> 1).ok();
            value = step.and_then(|step| value.checked_add(step)).ok_or(io::ErrorKind::InvalidData)?;
            stretches.push(Stretch { value, written: read_place(from)?, is_itself: number & 1 == 1 });
        }
        Ok(Self { at, stretches })
    }
}

impl ScalarPlace {
    /// Aligns a value with the raw text it was read from.
    pub fn align(raw: &str, value: &str, at: Span) -> Self {
        let style = Style::of(raw);
        let mut stretches: Vec<Stretch> = Vec::new();
        let mut pos = style.opening(raw);
        for (byte, c) in value.char_indices() {
            let written = style.written(raw, pos, c);
            let is_itself = raw[written.clone()].starts_with(c);
            let next = Stretch { value: byte, written: at.start + written.start, is_itself };
            let goes_on = |last: &Stretch| is_itself && last.is_itself && last.of(byte) == next.written;
            if !stretches.last().is_some_and(goes_on) {
                stretches.push(next);
            }
            pos = written.end;
        }
        stretches.push(Stretch { value: value.len(), written: at.start + pos.min(raw.len()), is_itself: false });
        Self { at, stretches }
    }

    /// The place of text that stands in the file just as it reads.
    pub fn verbatim(at: Span) -> Self {
        let length = at.end - at.start;
        let whole = Stretch { value: 0, written: at.start, is_itself: true };
        Self { at, stretches: vec![whole, Stretch { value: length, written: at.end, is_itself: false }] }
    }

    /// The place of a part of the value, itself a place.
    pub fn part(&self, range: &Range<usize>) -> Self {
        let at = self.span(range);
        let length = range.end.saturating_sub(range.start);
        let first = self.stretch(range.start);
        let begin = Stretch { value: 0, written: at.start, is_itself: first.is_some_and(|first| first.is_itself) };
        let up_to = |byte: usize| self.stretches.partition_point(|stretch| stretch.value < byte);
        let inner = self.stretches.get(up_to(range.start + 1)..up_to(range.end)).unwrap_or_default();
        let inner = inner.iter().map(|stretch| Stretch { value: stretch.value - range.start, ..*stretch });
        let end = Stretch { value: length, written: at.end, is_itself: false };
        let begin = (length > 0).then_some(begin);
        Self { at, stretches: begin.into_iter().chain(inner).chain([end]).collect() }
    }

    /// The span of a byte range of the value.
    pub fn span(&self, range: &Range<usize>) -> Span {
        let find = |byte: usize| self.stretch(byte).map_or(self.at.start, |stretch| stretch.of(byte));
        let start = find(range.start);
        Span { file: self.at.file, start, end: find(range.end).max(start) }
    }

    fn stretch(&self, byte: usize) -> Option<Stretch> {
        let behind = self.stretches.partition_point(|stretch| stretch.value <= byte);
        self.stretches.get(behind.checked_sub(1)?).copied()
    }
}

/// The ways in which YAML writes a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// `one two`
    Plain,
    /// `'one two'`, in which `''` is a quote.
    Single,
    /// `"one two"`, in which `\` starts an escape.
    Double,
    /// `|` or `>` and the lines below it.
    Block,
}

impl Style {
    fn of(raw: &str) -> Self {
        match raw.as_bytes().first() {
            Some(b'"') => Self::Double,
            Some(b'\'') => Self::Single,
            Some(b'|' | b'>') => Self::Block,
            _ => Self::Plain,
        }
    }

    /// How many bytes open the scalar: a quote, or the header line of a block scalar.
    fn opening(self, raw: &str) -> usize {
        match self {
            Self::Plain => 0,
            Self::Single | Self::Double => 1,
            Self::Block => raw.find('\n').map_or(raw.len(), |at| at + 1),
        }
    }

    /// Where the next character of the value is written, at or behind `pos`.
    fn written(self, raw: &str, pos: usize, wanted: char) -> Range<usize> {
        let mut pos = pos;
        while let Some(length) = joined_lines(&raw[pos..]).filter(|_| self == Self::Double) {
            pos += length;
        }
        if !is_blank(wanted) {
            // Indentation, and what is left of a line break that was read as a space.
            pos += blank(&raw[pos..]);
        }
        let rest = &raw[pos..];
        let length = match self {
            Self::Double if rest.starts_with('\\') => escape(rest),
            Self::Single if rest.starts_with("''") => 2,
            _ if rest.starts_with(wanted) => wanted.len_utf8(),
            // A folded line break reads as one space.
            _ => blank(rest),
        };
        pos..pos + length
    }
}

/// The white space of YAML. All other is part of a text, such as the space that does not break.
const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// The length of the white space at the beginning.
fn blank(text: &str) -> usize {
    text.len() - text.trim_start_matches(is_blank).len()
}

/// The length of an escaped line break and the indentation behind it, which read as nothing.
fn joined_lines(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('\\')?;
    rest.starts_with(['\n', '\r']).then(|| 1 + blank(rest))
}

/// The length of an escape in double quotes.
fn escape(text: &str) -> usize {
    let width = match text.as_bytes().get(1) {
        Some(b'x') => 3,
        Some(b'u') => 5,
        Some(b'U') => 9,
        Some(_) => 1,
        None => 0,
    };
    floor_boundary(text, 1 + width).max(1)
}
