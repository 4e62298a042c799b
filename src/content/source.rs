//! The files of a content folder, held in memory, and places in them.
//!
//! **In** paths relative to the content folder and their text; reading them is the business of
//! `commands`. **Out** [`Span`]s that every value of the model keeps, and line and column for messages.

use std::collections::BTreeMap;
use std::ops::Range;

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
    #[must_use]
    pub fn behind(self) -> Self {
        Self { start: self.end, ..self }
    }
}

/// A value and where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Stable kebab-case name.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// The next thing to try.
    pub help: String,
    /// Offset in the text that stands in for the file.
    pub at: usize,
}

/// All files of a content folder, ordered by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    files: Vec<SourceFile>,
    /// By path: a file may be no text, or lead somewhere else.
    faults: BTreeMap<String, FileFault>,
}

impl Sources {
    /// Takes files in any order.
    pub fn new(mut files: Vec<SourceFile>) -> Self {
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Self { files, faults: BTreeMap::new() }
    }

    /// The same files, of which some could not be taken as they are.
    #[must_use]
    pub fn with_faults(mut self, faults: BTreeMap<String, FileFault>) -> Self {
        self.faults = faults;
        self
    }

    /// What is wrong with the file as a whole.
    pub fn fault(&self, id: FileId) -> Option<&FileFault> {
        self.faults.get(&self.file(id).path)
    }

    /// All files with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, file)| (FileId(u32::try_from(i).unwrap_or(u32::MAX)), file))
    }

    /// One file.
    ///
    /// # Panics
    /// When the id is from other sources.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The file of this path.
    pub fn find(&self, path: &str) -> Option<FileId> {
        self.iter().find(|(_, file)| file.path == path).map(|(id, _)| id)
    }

    /// Line and column of the start of a span, both from 1; the column counts characters.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let text = &self.file(span.file).text;
        let before = &text[..floor_boundary(text, span.start)];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
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
    /// For each byte of the value, its offset in the file; one more for the end.
    offsets: Vec<usize>,
}

impl ScalarPlace {
    /// Aligns a value with the raw text it was read from.
    pub fn align(raw: &str, value: &str, at: Span) -> Self {
        let style = Style::of(raw);
        let mut offsets = Vec::with_capacity(value.len() + 1);
        let mut pos = style.opening(raw);
        for c in value.chars() {
            let written = style.written(raw, pos, c);
            // The bytes of a character lie side by side where it is written as itself; an escape is one place.
            let is_itself = raw[written.clone()].starts_with(c);
            offsets.extend((0..c.len_utf8()).map(|byte| at.start + written.start + if is_itself { byte } else { 0 }));
            pos = written.end;
        }
        offsets.push(at.start + pos.min(raw.len()));
        Self { at, offsets }
    }

    /// The place of text that stands in the file just as it reads.
    pub fn verbatim(at: Span) -> Self {
        Self { at, offsets: (at.start..=at.end).collect() }
    }

    /// The place of a part of the value, itself a place.
    #[must_use]
    pub fn part(&self, range: &Range<usize>) -> Self {
        let last = self.offsets.len().saturating_sub(1);
        let offsets = self.offsets.get(range.start.min(last)..=range.end.min(last)).unwrap_or_default();
        Self { at: self.span(range), offsets: offsets.to_vec() }
    }

    /// The span of a byte range of the value.
    pub fn span(&self, range: &Range<usize>) -> Span {
        let last = self.offsets.len().saturating_sub(1);
        let find = |byte: usize| self.offsets.get(byte.min(last)).copied().unwrap_or(self.at.start);
        let start = find(range.start);
        Span { file: self.at.file, start, end: find(range.end).max(start) }
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
        if !wanted.is_whitespace() {
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

/// The length of the white space at the beginning.
fn blank(text: &str) -> usize {
    text.len() - text.trim_start().len()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::yaml::Kind;

    fn place(raw: &str, value: &str, wanted: &str) -> String {
        let place = ScalarPlace::align(raw, value, Span { file: FileId(0), start: 0, end: raw.len() });
        let start = value.find(wanted).unwrap();
        let span = place.span(&(start..start + wanted.len()));
        raw[span.start..span.end].to_owned()
    }

    #[test]
    fn plain_and_quoted_scalars_align() {
        assert_eq!(place("1 + nmae", "1 + nmae", "nmae"), "nmae");
        assert_eq!(place("\"a \\\"b\\\" nmae\"", "a \"b\" nmae", "nmae"), "nmae");
        assert_eq!(place("'it''s nmae'", "it's nmae", "nmae"), "nmae");
        assert_eq!(place(r"'\'' nmae'", r"\' nmae", "nmae"), "nmae");
        assert_eq!(place(r#""\\\\nmae""#, r"\\nmae", "nmae"), "nmae");
        assert_eq!(place(r#""\x41\u00e9\U0001F319 nmae""#, "A\u{e9}\u{1f319} nmae", "nmae"), "nmae");
        assert_eq!(place("\"\u{1f319}\u{e9} nmae\"", "\u{1f319}\u{e9} nmae", "nmae"), "nmae");
    }

    #[test]
    fn folded_scalars_align() {
        assert_eq!(place(">-\n    one\n    two nmae\n", "one two nmae", "nmae"), "nmae");
        assert_eq!(place("|\n  one\n    two\n", "one\n  two\n", "two"), "two");
        assert_eq!(place("one\n  two\r\n  nmae", "one two nmae", "nmae"), "nmae");
    }

    /// The same text as the reader of YAML takes it, in every style of writing it.
    #[test]
    fn places_agree_with_the_reader_of_yaml() {
        let scalars = [
            r"'a ''''b'' \ {nmae}'",
            r#""say \"{{now}}\": \\ \t \u2014 {nmae}""#,
            r#"plain \n ''text" here {nmae}"#,
            "\"folded   \n\n\n  over \\\n  lines {nmae}\"",
            ">-\n    a\n\n    b\n      c \\ '' {nmae}\n",
            "|2-\n    a\n\n   b {nmae}\n",
        ];
        for scalar in scalars {
            let text = format!("key: {scalar}\n");
            let tree = crate::content::yaml::parse(&text, FileId(0)).unwrap();
            let Kind::Map(entries) = tree.kind else { panic!("a mapping") };
            let node = &entries[0].1;
            let Kind::Text(value) = &node.kind else { panic!("a text") };
            let place = ScalarPlace::align(&text[node.at.start..node.at.end], value, node.at);
            let start = value.find("nmae").unwrap();
            let span = place.span(&(start..start + "nmae".len()));
            assert_eq!(&text[span.start..span.end], "nmae", "{scalar}");
        }
    }
}
