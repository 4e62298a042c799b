//! Mappings and lists: which keys are there, which are missing, and which nobody knows.

use std::collections::{BTreeMap, BTreeSet};

use makeready_rules::formula::nearest;
use serde::de::DeserializeOwned;

use super::Decoder;
use crate::code::Code;
use crate::de::{PARTS, read};
use crate::diagnostic::Diagnostic;
use crate::source::{Located, Span};
use crate::yaml::{Kind, Node};

/// The version of the format that this program reads.
pub const FORMAT_VERSION: i64 = 1;

/// A mapping that is read by derive.
pub(super) struct Mapping {
    /// Where it begins, without its length.
    start: Span,
    /// Its keys that are words, and whether something stands behind them.
    keys: Vec<(String, Span, bool)>,
    /// The keys that it may have.
    known: Vec<&'static str>,
    /// Those that were told already as having nothing behind them.
    told: Vec<&'static str>,
    /// The key whose value is read.
    pub(super) here: &'static str,
    /// Whether these are keys of the mapping around it, which several kinds of entries share.
    is_part: bool,
}

impl Decoder {
    /// The entries of a mapping. Reports repeated keys, and keys that are no words.
    pub fn mapping<'n>(&mut self, node: &'n Node) -> Option<&'n [(Node, Node)]> {
        let Kind::Map(entries) = &node.kind else {
            self.wrong_type(node, "a mapping");
            return None;
        };
        let mut words: BTreeMap<&str, Span> = BTreeMap::new();
        let mut others: Vec<&Node> = Vec::new();
        for (key, _) in entries {
            let first = match &key.kind {
                Kind::Text(word) => words.get(word.as_str()).copied(),
                _ => others.iter().find(|earlier| earlier.kind == key.kind).map(|earlier| earlier.at),
            };
            match (first, &key.kind) {
                (Some(first), _) => {
                    let shown = key_text(key);
                    let diagnostic = Diagnostic::error(Code::DuplicateKey, key.at, format!("duplicate key `{shown}`"));
                    self.push(diagnostic.related(first, "first here").help("remove one of the two"));
                }
                (None, Kind::Text(word)) => drop(words.insert(word, key.at)),
                (None, _) => {
                    others.push(key);
                    self.wrong_type(key, "a word");
                }
            }
        }
        Some(entries)
    }

    /// Opens a mapping that may have these keys. Gives those that are there with something behind them, and the number
    /// of their entry; [`PARTS`] stand for the mapping itself.
    pub fn open(&mut self, node: &Node, known: &'static [&'static str]) -> Option<Vec<(&'static str, Option<usize>)>> {
        let is_part = self.is_in_part();
        let entries = match &node.kind {
            // Of its repeated keys the mapping around it has told.
            Kind::Map(entries) if is_part => entries,
            _ => self.mapping(node)?,
        };
        let word = |(key, value): &(Node, Node)| match &key.kind {
            Kind::Text(word) => Some((word.clone(), key.at, value.kind != Kind::Null)),
            _ => None,
        };
        let mut there: Vec<_> = known.iter().filter(|key| PARTS.contains(key)).map(|part| (*part, None)).collect();
        for (number, (key, value)) in entries.iter().enumerate() {
            let Kind::Text(word) = &key.kind else { continue };
            let Some(key) = known.iter().find(|known| **known == word && !PARTS.contains(known)) else { continue };
            if value.kind != Kind::Null && !there.iter().any(|(earlier, _)| earlier == key) {
                there.push((*key, Some(number)));
            }
        }
        self.open.push(Mapping {
            start: start(node),
            keys: entries.iter().filter_map(word).collect(),
            known: known.iter().copied().filter(|key| !PARTS.contains(key)).collect(),
            told: Vec::new(),
            here: "",
            is_part,
        });
        Some(there)
    }

    /// Says whose value is read next.
    pub fn at_key(&mut self, key: &'static str) {
        if let Some(mapping) = self.open.last_mut() {
            mapping.here = key;
        }
    }

    /// Notes that a key which has to be there is not.
    pub fn missing_key(&mut self, key: &'static str) {
        let Some(mapping) = self.open.last_mut() else { return };
        let at = mapping.start;
        match mapping.keys.iter().find(|(word, ..)| word == key) {
            Some(&(_, at, _)) => {
                mapping.told.push(key);
                self.no_value(key, at);
            }
            None if key == "format_version" => self.no_version(at),
            None => self.missing(key, at),
        }
    }

    /// Reports keys of the innermost mapping that it does not have, and keys with nothing behind them. Of a part, the
    /// mapping around it tells them.
    pub fn close(&mut self) {
        let Some(Mapping { start, keys, known, told, is_part, .. }) = self.open.pop() else { return };
        if let (true, Some(around)) = (is_part, self.open.last_mut()) {
            // Keys are listed in the order of the docs: those of the head first.
            let place = if around.here == "head" { 0 } else { around.known.len() };
            around.known.splice(place..place, known);
            around.told.extend(told);
            return;
        }
        let mut meant = BTreeSet::new();
        for (key, at, has_value) in &keys {
            match known.iter().find(|known| *known == key) {
                Some(known) if !has_value && !told.contains(known) => self.no_value(key, *at),
                Some(_) => {}
                None => {
                    let near = nearest(key, known.iter().copied());
                    let is_lost = near.is_some_and(|near| keys.iter().all(|(key, ..)| key != near));
                    self.unknown_key(&known, key, *at, near, is_lost);
                    meant.extend(near);
                }
            }
        }
        self.missing.retain(|(key, finding)| finding.at != start || !meant.contains(key));
    }

    fn no_value(&mut self, key: &str, at: Span) {
        let help = self.about_nothing(at.behind());
        self.error(Code::NoValue, at, format!("key `{key}` has no value")).help = Some(help.to_owned());
    }

    fn missing(&mut self, key: &'static str, at: Span) {
        let message = format!("key `{key}` is missing");
        let finding = Diagnostic::error(Code::MissingKey, at, message).help(format!("add `{key}: ...`"));
        self.note_fault(at);
        self.missing.push((key, finding));
    }

    fn no_version(&mut self, at: Span) {
        self.error(Code::FormatVersion, at, "this file has no `format_version`").help =
            Some(format!("start it with `format_version: {FORMAT_VERSION}`"));
    }

    /// Checks the version of the format.
    pub fn format_version(&mut self, node: &Node) {
        if node.kind == Kind::Whole(FORMAT_VERSION) {
            return;
        }
        let message = format!("this program reads format {FORMAT_VERSION} only");
        let help = match &node.kind {
            Kind::Whole(version) if *version > FORMAT_VERSION => {
                "use the release of the program that this file was written for".to_owned()
            }
            _ => format!("write `format_version: {FORMAT_VERSION}`"),
        };
        self.error(Code::FormatVersion, node.at, message).help = Some(help);
    }

    /// Reads a whole file by derive.
    pub fn file<T: DeserializeOwned>(&mut self, node: &Node) -> Option<T> {
        if self.refuse_empty_file(node) { None } else { read(self, node) }
    }

    /// Reports a file in which nothing stands.
    pub fn refuse_empty_file(&mut self, node: &Node) -> bool {
        let is_empty = node.kind == Kind::Null;
        if is_empty {
            self.error(Code::EmptyFile, node.at, "this file is empty").help =
                Some(format!("start it with `format_version: {FORMAT_VERSION}`, or delete it"));
        }
        is_empty
    }

    /// Reports a key that is not known here. What stands behind it is lost if another key was meant that is not there.
    fn unknown_key(&mut self, known: &[&str], key: &str, at: Span, near: Option<&str>, is_lost: bool) {
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the keys here are: {}", known.join(", ")),
        };
        let finding = Diagnostic::error(Code::UnknownKey, at, format!("there is no key `{key}` here")).help(help);
        if is_lost {
            self.push(finding);
        } else {
            self.remark(finding);
        }
    }

    /// A value that must be there, in a mapping that is not read by derive.
    pub fn required<'n>(&mut self, node: &'n Node, key: &'static str) -> Option<&'n Node> {
        let found = node.value(key).filter(|value| value.kind != Kind::Null);
        if found.is_none() {
            match node.key_place(key) {
                Some(at) => self.no_value(key, at),
                None => self.missing(key, start(node)),
            }
        }
        found
    }

    fn empty_list(&mut self, node: &Node, key: &str) {
        if matches!(&node.kind, Kind::List(items) if items.is_empty()) {
            self.error(Code::Empty, node.at, format!("`{key}` is empty")).help =
                Some("write at least one entry".to_owned());
        }
    }

    /// Reports a list that has to hold something and does not.
    pub fn refuse_empty_list(&mut self, node: &Node) {
        self.empty_list(node, self.here());
    }

    /// Reports a list that has more in it than `most`, which are called after its key.
    pub fn refuse_more(&mut self, list: &Node, most: usize) {
        let key = self.here();
        self.too_many(list, &one_of(key), most);
    }

    /// Reports a list that has more in it than `most`. `what` is one of them.
    pub fn too_many(&mut self, list: &Node, what: &str, most: usize) {
        if let Kind::List(items) = &list.kind
            && let Some(first) = items.get(most)
        {
            let message = format!("one {what} too many: the limit is {most}");
            self.error(Code::TooMany, first.at, message).help = Some("remove some of them".to_owned());
        }
    }

    /// The items of a list.
    pub fn items<'n>(&mut self, node: &'n Node) -> &'n [Node] {
        if let Kind::List(items) = &node.kind {
            return items;
        }
        self.wrong_type(node, "a list");
        &[]
    }

    /// The entries of a mapping whose keys are free.
    pub fn map_entries<'n>(&mut self, node: &'n Node) -> Vec<(Located<String>, &'n Node)> {
        let Some(inner) = self.mapping(node) else { return Vec::new() };
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut entries = Vec::new();
        for (key, value) in inner {
            // Of keys that are no words, and of repeated ones, enough has been said.
            if !matches!(&key.kind, Kind::Text(word) if seen.insert(word)) {
                continue;
            }
            let name = self.reference(key);
            match name.value.split_once([' ', ':']) {
                Some((word, rest)) if value.kind == Kind::Null && !name.value.trim().is_empty() => {
                    let message = format!("`{}` has no value", name.value);
                    self.error(Code::NoValue, key.at, message).help =
                        Some(format!("write `{word}: {}`, with a colon and a space", rest.trim()));
                }
                _ => entries.push((name, value)),
            }
        }
        entries
    }

    /// The word behind a key that tells how the whole mapping is read. Of one that is missing or unknown the other keys
    /// say nothing: they are taken for known.
    pub fn tag<T: Copy>(&mut self, node: &Node, key: &'static str, known: &[(&str, T)]) -> Option<T> {
        if let Some(word) = node.value(key).filter(|word| matches!(&word.kind, Kind::Text(_)))
            && known.iter().any(|(known, _)| matches!(&word.kind, Kind::Text(word) if word == known))
        {
            return self.word(word, known);
        }
        match self.open.last_mut().filter(|around| PARTS.contains(&around.here)) {
            Some(around) => around.keys.clear(),
            None => drop(self.mapping(node)?),
        }
        let Some(word) = self.required(node, key) else {
            let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
            if let Some((_, finding)) = self.missing.last_mut().filter(|(missing, _)| *missing == key) {
                finding.help = Some(format!("add `{key}: ...`; it is one of: {}", words.join(", ")));
            }
            return None;
        };
        self.word(word, known)
    }

    /// Whether what is read next is a part of the mapping that is open.
    fn is_in_part(&self) -> bool {
        self.open.last().is_some_and(|around| PARTS.contains(&around.here))
    }
}

/// Where a mapping begins, without its length.
fn start(node: &Node) -> Span {
    Span { end: node.at.start, ..node.at }
}

/// What one of many is called: `column` of `columns`, `ability` of `abilities`.
fn one_of(key: &str) -> String {
    match key.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => key.strip_suffix('s').unwrap_or(key).to_owned(),
    }
}

fn key_text(key: &Node) -> String {
    match &key.kind {
        Kind::Text(text) => text.clone(),
        Kind::Whole(value) => value.to_string(),
        other => other.name().to_owned(),
    }
}
