//! From YAML text to a tree in which every value knows its place.
//!
//! **In** one file. **Out** a [`Node`]. **Fails** with one diagnostic on a fault of syntax or on a
//! file that is larger, deeper or more repetitive than content needs to be, and with one each for tags and for lists
//! and mappings that are too long. Duplicate keys stay in the tree, so that all of them can be reported.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use granit_parser::Event;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_yaml::{Location, Spanned};

use super::code::Code;
use super::diagnostic::{Diagnostic, Severity};
use super::limits::{DEEPEST, LARGEST_FILE, MOST_ITEMS, MOST_KEYS, MOST_NODES};
use super::source::{FileId, Span, floor_boundary};
use super::yaml_fault::YamlFault;

/// A value of YAML.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub at: Span,
    /// Where its characters stand: elsewhere for `*name`, which repeats what `&name` marks.
    pub written: Span,
}

impl Node {
    /// From its first character to the last of what it holds. `at` of a list or mapping is only its beginning.
    pub fn extent(&self) -> Span {
        let inner = |node: &Self| node.extent().end;
        let end = match &self.kind {
            Kind::List(items) => items.last().map(inner),
            Kind::Map(entries) => entries.last().map(|(key, value)| inner(key).max(inner(value))),
            _ => None,
        };
        Span { end: end.unwrap_or(self.at.end).max(self.at.end), ..self.at }
    }

    /// Whether it is a mapping that has something behind this key.
    pub fn holds(&self, key: &str) -> bool {
        self.value(key).is_some_and(|value| value.kind != Kind::Null)
    }

    /// The place of a key itself, when it is a mapping that has the key.
    pub fn key_place(&self, key: &str) -> Option<Span> {
        self.entry(key).map(|(key, _)| key.at)
    }

    /// What stands behind a key, when it is a mapping that has the key.
    pub fn value(&self, key: &str) -> Option<&Self> {
        self.entry(key).map(|(_, value)| value)
    }

    fn entry(&self, key: &str) -> Option<&(Self, Self)> {
        let Kind::Map(entries) = &self.kind else { return None };
        entries.iter().find(|(k, _)| matches!(&k.kind, Kind::Text(word) if word == key))
    }
}

/// Kinds of values.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Whole(i64),
    /// Any other number.
    Decimal,
    /// Text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A mapping, in the order of the file, repeats included.
    Map(Vec<(Node, Node)>),
}

impl Kind {
    /// What it is called in messages.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Bool(_) => "true or false",
            Self::Whole(_) => "a number",
            Self::Decimal => "a number that is not whole, or not written plainly",
            Self::Text(_) => "text",
            Self::List(_) => "a list",
            Self::Map(_) => "a mapping",
        }
    }
}

/// Reads one file.
///
/// # Errors
/// One diagnostic on a fault of syntax; one for every tag, or for every list and mapping that is too long.
pub fn parse(text: &str, file: FileId) -> Result<Node, Vec<Diagnostic>> {
    let start = Span { file, start: 0, end: 0 };
    if text.len() > LARGEST_FILE {
        let message = format!("this file has {} bytes; the limit is {LARGEST_FILE}", text.len());
        return Err(vec![Diagnostic::error(Code::TooLarge, start, message).help("split it into several files")]);
    }
    let tags: Vec<Diagnostic> = tags(text, file).map(|at| fault(&YamlFault::Tag, at, text)).collect();
    if !tags.is_empty() {
        return Err(tags);
    }
    let options = serde_yaml::options! {
        budget: serde_yaml::budget! {
            max_depth: DEEPEST,
            max_nodes: MOST_NODES,
            max_events: 2 * MOST_NODES,
            // What `*` repeats counts as often as it is repeated.
            max_total_scalar_bytes: 2 * LARGEST_FILE,
            max_aliases: 100,
            max_anchors: 100,
            flow_nesting_limit: DEEPEST,
        },
        alias_limits: serde_yaml::alias_limits! {
            max_total_replayed_events: 20_000,
            max_replay_stack_depth: 8,
            max_alias_expansions_per_anchor: 1_000,
        },
        duplicate_keys: serde_yaml::DuplicateKeyPolicy::LastWins,
        // Both would change what an entry holds without a trace in the entry itself.
        merge_keys: serde_yaml::MergeKeyPolicy::Error,
        strict_booleans: true,
        // Comments are for people; the reader would refuse more than a few dozen lines of them in a row.
        emit_comments: false,
        with_snippet: false,
    };
    match serde_yaml::from_str_with_options::<Spanned<Raw>>(text, options) {
        Ok(raw) => {
            let node = located(raw, file, text);
            let mut too_long = Vec::new();
            note_too_long(&node, &mut too_long);
            if too_long.is_empty() { Ok(node) } else { Err(too_long) }
        }
        Err(error) => {
            let at = error.location().map_or(start, |location| span(&location, file, text));
            Err(vec![fault(&YamlFault::of(&error, text), at, text)])
        }
    }
}

/// Where tags stand. The reader obeys some of them, such as `!!binary`, and takes no notice of others; what is read
/// should be what is written. Only the parser below it knows what is a tag and what is the text of a value.
fn tags(text: &str, file: FileId) -> impl Iterator<Item = Span> {
    let parser = text.contains('!').then(|| {
        let options = granit_parser::options! { emit_comments: false };
        granit_parser::Parser::new_from_str_with_options(text, options)
    });
    // A fault of syntax ends the events; the reader reports it.
    let events = parser.into_iter().flatten().map_while(Result::ok);
    events.filter_map(move |(_, span)| Some(Span::new(file, span.tag_span()?.byte_range()?)))
}

/// Warns of every anchor, `&name`, that nothing repeats with `*name`. A fault of syntax ends the search; it is reported elsewhere.
pub fn unused_anchors(text: &str, file: FileId) -> Vec<Diagnostic> {
    if !text.contains('&') {
        return Vec::new();
    }
    let options = granit_parser::options! { emit_comments: false, emit_anchor_events: true };
    let mut anchors: BTreeMap<usize, (String, Span)> = BTreeMap::new();
    for (event, span) in granit_parser::Parser::new_from_str_with_options(text, options).map_while(Result::ok) {
        match event {
            Event::Anchor(id, name) => {
                let at = span.byte_range().map_or(Span { file, start: 0, end: 0 }, |range| Span::new(file, range));
                anchors.insert(id, (name.into_owned(), at));
            }
            Event::Alias(id) => drop(anchors.remove(&id)),
            _ => {}
        }
    }
    let unused = anchors.into_values().map(|(name, at)| {
        let message = format!("anchor `&{name}` is never used");
        let help = format!("use it as `*{name}`, or remove it; put a text that starts with `&` in quotes");
        Diagnostic::warning(Code::NotShown, at, message).help(help)
    });
    unused.collect()
}

/// Notes every list and mapping that has more in it than content needs.
fn note_too_long(node: &Node, found: &mut Vec<Diagnostic>) {
    let mut refuse = |at: Span, what: &str, most: usize, code: Code, help: &str| {
        let message = format!("one {what} too many: the limit is {most}");
        found.push(Diagnostic::error(code, at, message).help(help));
    };
    match &node.kind {
        Kind::List(items) => {
            if let Some(first) = items.get(MOST_ITEMS) {
                refuse(
                    first.at,
                    "item",
                    MOST_ITEMS,
                    Code::ListTooLong,
                    "divide it into several lists, in several files",
                );
            }
            items.iter().for_each(|item| note_too_long(item, found));
        }
        Kind::Map(entries) => {
            if let Some((first, _)) = entries.get(MOST_KEYS) {
                refuse(first.at, "key", MOST_KEYS, Code::MappingTooLarge, "remove some of the keys");
            }
            for (key, value) in entries {
                note_too_long(key, found);
                note_too_long(value, found);
            }
        }
        Kind::Null | Kind::Bool(_) | Kind::Whole(_) | Kind::Decimal | Kind::Text(_) => {}
    }
}

/// Reads a file of which there are no warnings: a comment that cuts off a text is an error.
///
/// # Errors
/// As [`parse`], or one for every such comment.
pub fn parse_strictly(text: &str, file: FileId) -> Result<Node, Vec<Diagnostic>> {
    let node = parse(text, file)?;
    let mut found = cut_off(&node, text);
    found.extend(unused_anchors(text, file));
    found.iter_mut().for_each(|warning| warning.severity = Severity::Error);
    if found.is_empty() { Ok(node) } else { Err(found) }
}

/// Warnings of texts of which a `#` takes the rest: one right in front of a letter or figure, which reads as part of the text.
pub fn cut_off(node: &Node, text: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    note_cut_off(node, text, &mut found);
    found
}

fn note_cut_off(node: &Node, text: &str, found: &mut Vec<Diagnostic>) {
    match &node.kind {
        // Where something is repeated, what it repeats is looked at.
        Kind::Text(_) if node.at == node.written => found.extend(comment_behind(node.written, text)),
        Kind::List(items) => items.iter().for_each(|item| note_cut_off(item, text, found)),
        Kind::Map(entries) => entries.iter().for_each(|(_, value)| note_cut_off(value, text, found)),
        Kind::Text(_) | Kind::Null | Kind::Bool(_) | Kind::Whole(_) | Kind::Decimal => {}
    }
}

/// The warning for a comment that cuts off what stands at this place.
fn comment_behind(at: Span, text: &str) -> Option<Diagnostic> {
    let written = &text[at.start..at.end];
    let header = block_header(at, text);
    let from = header.as_ref().map_or(at.end, |header| header.start);
    let line = text[from..].lines().next().unwrap_or_default();
    let hash = match header {
        Some(_) => line.find(" #")? + 1,
        None => {
            let blank = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
            let gap = blank(line);
            // In brackets, a comma may stand between the text and what is cut off.
            line[gap..].strip_prefix(',').map_or(gap, |behind| gap + 1 + blank(behind))
        }
    };
    let comment = line.get(hash..)?.strip_prefix('#')?;
    if hash == 0 && !written.starts_with(['"', '\'']) || !comment.starts_with(char::is_alphanumeric) {
        return None;
    }
    let shown: String = comment.chars().take(40).collect();
    let place = Span { start: from + hash, end: from + line.trim_end().len(), ..at };
    let message = format!("`#{}` is a comment in YAML and is not read", shown.trim_end());
    let help = "put the whole text in quotes, or write `# ` if a comment is meant";
    Some(Diagnostic::warning(Code::CutOff, place, message).help(help))
}

/// The sign of a block scalar, `|` or `>`, and what else stands on its line; none where the text is no such scalar. The parser
/// gives the place of the sign or that of the text below it.
pub fn block_header(at: Span, text: &str) -> Option<Range<usize>> {
    let line_end = |start: usize| start + text[start..].find('\n').unwrap_or(text.len() - start);
    if text[at.start..].starts_with(['|', '>']) {
        return Some(at.start..line_end(at.start));
    }
    let before = text[..at.start].trim_end_matches([' ', '\t']).strip_suffix('\n')?;
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let head = before[line..].find(" #").map_or(&before[line..], |comment| &before[line..line + comment]).trim_end();
    let sign = head.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'));
    let is_sign = sign.ends_with(['|', '>']) && sign[..sign.len() - 1].ends_with([' ', '\t']);
    is_sign.then(|| line + sign.len() - 1..before.len())
}

/// A fault of syntax, at the place that an author has to look at.
fn fault(fault: &YamlFault, at: Span, text: &str) -> Diagnostic {
    let line = text[..at.start].rfind('\n').map_or(0, |end| end + 1);
    let is_invisible = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    let invisible = || text[line..].lines().next()?.char_indices().find(|(_, c)| is_invisible(*c));
    let at = match fault {
        YamlFault::Tab => tab_near(text, at),
        YamlFault::OpenQuote => quote_before(text, at),
        YamlFault::SecondDocument => marker_before(text, at),
        YamlFault::OpenBracket => bracket_before(text, at),
        YamlFault::Sign => {
            if let Some((place, sign)) = invisible() {
                let at = Span { start: line + place, end: line + place + sign.len_utf8(), ..at };
                let said = "there is an invisible control character here";
                return Diagnostic::error(Code::Yaml, at, said)
                    .help("delete it; it often comes in when text is pasted");
            }
            at
        }
        YamlFault::Colon
        | YamlFault::NoComma
        | YamlFault::StrayBracket
        | YamlFault::BehindQuote
        | YamlFault::NoColon
        | YamlFault::UnknownAnchor
        | YamlFault::Escape
        | YamlFault::NotFinite
        | YamlFault::Merge
        | YamlFault::Tag
        | YamlFault::TooDeep
        | YamlFault::Repeats
        | YamlFault::TooMany
        | YamlFault::Other(_) => at,
    };
    Diagnostic::error(Code::Yaml, at, fault.message()).help(fault.help())
}

/// The reader stops at the value in front of a tab: the tab itself, where one starts a line.
fn tab_near(text: &str, at: Span) -> Span {
    let line = text[..at.start].rfind('\n').map_or(0, |end| end + 1);
    let mut place = line;
    for line in text[line..].split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        if let Some(tab) = line[..indent].find('\t') {
            return Span { start: place + tab, end: place + tab + 1, ..at };
        }
        place += line.len();
    }
    at
}

/// The reader stops where the line behind the quote begins: the quote that was opened before.
fn quote_before(text: &str, at: Span) -> Span {
    let opens = |(place, quote): &(usize, &str)| {
        let before = text[..*place].trim_end_matches(' ');
        before.ends_with([':', ',', '[', '{', '-']) && !text[place + quote.len()..at.start].trim_end().ends_with(quote)
    };
    let quotes = text[..at.start].rmatch_indices(['"', '\'']);
    let opening = quotes.into_iter().find(opens);
    opening.map_or(at, |(start, quote)| Span { start, end: start + quote.len(), ..at })
}

/// The reader stops at what cannot stand in brackets: the last bracket that is still open there.
fn bracket_before(text: &str, at: Span) -> Span {
    let mut open: Vec<usize> = Vec::new();
    let mut quote: Option<char> = None;
    let mut before = '\n';
    let mut is_escaped = false;
    // An unclosed bracket may be where the reader stops, so that character counts.
    for (place, c) in text.char_indices().take_while(|(place, _)| *place <= at.start) {
        let starts_value = matches!(before, '\n' | ':' | ',' | '[' | '{' | '-');
        match (quote, c) {
            (Some('"'), '\\') => is_escaped = !is_escaped,
            (Some(opened), _) if c == opened && !is_escaped => quote = None,
            (Some(_), _) => is_escaped = false,
            (None, '"' | '\'') if starts_value => quote = Some(c),
            (None, '[' | '{') if starts_value || !open.is_empty() => open.push(place),
            (None, ']' | '}') => drop(open.pop()),
            (None, _) => {}
        }
        if c != ' ' {
            before = c;
        }
    }
    open.last().map_or(at, |start| Span { start: *start, end: start + 1, ..at })
}

/// The reader stops where the second document begins: the line that parts it from the first.
fn marker_before(text: &str, at: Span) -> Span {
    let line = |marker: &str| text[..at.start].rfind(&format!("\n{marker}")).map(|place| place + 1);
    let marker = line("---").max(line("..."));
    marker.map_or(at, |start| Span { start, end: start + 3, ..at })
}

/// A value as the YAML reader hands it over.
enum Raw {
    Null,
    Bool(bool),
    Whole(i64),
    Decimal,
    Text(String),
    List(Vec<Spanned<Raw>>),
    Map(Vec<(Spanned<Raw>, Spanned<Raw>)>),
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        Raw::deserialize(deserializer)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Raw, E> {
        Ok(Raw::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Raw, E> {
        Ok(Raw::Whole(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Raw, E> {
        Ok(i64::try_from(value).map_or(Raw::Decimal, Raw::Whole))
    }

    fn visit_i128<E: de::Error>(self, _: i128) -> Result<Raw, E> {
        Ok(Raw::Decimal)
    }

    fn visit_u128<E: de::Error>(self, _: u128) -> Result<Raw, E> {
        Ok(Raw::Decimal)
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<Raw, E> {
        Ok(Raw::Decimal)
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Raw, E> {
        Ok(Raw::Text(value.to_owned()))
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<Raw, E> {
        Ok(Raw::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Raw, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Raw::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Raw, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = access.next_entry()? {
            entries.push(entry);
        }
        Ok(Raw::Map(entries))
    }
}

fn located(raw: Spanned<Raw>, file: FileId, text: &str) -> Node {
    let (at, written) = (span(&raw.referenced, file, text), span(&raw.defined, file, text));
    let inner = |raw| located(raw, file, text);
    let kind = match raw.value {
        Raw::Null => Kind::Null,
        Raw::Bool(value) => Kind::Bool(value),
        Raw::Whole(value) => Kind::Whole(value),
        Raw::Decimal => Kind::Decimal,
        Raw::Text(value) => Kind::Text(value),
        Raw::List(items) => Kind::List(items.into_iter().map(inner).collect()),
        Raw::Map(entries) => Kind::Map(entries.into_iter().map(|(k, v)| (inner(k), inner(v))).collect()),
    };
    Node { kind, at, written }
}

fn span(location: &Location, file: FileId, text: &str) -> Span {
    let span = location.span();
    let bytes = (span.byte_offset(), span.byte_len());
    let (start, end) = match bytes {
        (Some(start), length) => {
            let start = usize::try_from(start).unwrap_or(usize::MAX);
            (start, start.saturating_add(length.and_then(|l| usize::try_from(l).ok()).unwrap_or(0)))
        }
        (None, _) => {
            let start = at_line_column(text, location.line(), location.column());
            (start, start)
        }
    };
    let start = floor_boundary(text, start);
    Span { file, start, end: floor_boundary(text, end).max(start) }
}

fn at_line_column(text: &str, line: u64, column: u64) -> usize {
    let line = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
    let column = usize::try_from(column.saturating_sub(1)).unwrap_or(0);
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = &text[start.min(text.len())..];
    start + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at)
}
