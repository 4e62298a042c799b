//! Reading typed values out of a YAML tree, noting every fault and going on.
//!
//! **In** a [`Node`]. **Out** values for the raw structs, with a stand-in where something was wrong;
//! the faults are in [`Decoder::diagnostics`], so a stand-in never gets further than this room.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use deckle_rules::formula::{Formula, FormulaError, FormulaFault, nearest};
use deckle_rules::template::Template;
use serde::de::DeserializeOwned;

use super::code::Code;
use super::concept::head::Head;
use super::de::{PARTS, read};
use super::diagnostic::Diagnostic;
use super::limits::{
    DEEPEST_MARKDOWN, LONGEST_FORMULAS, LONGEST_ID, LONGEST_LINE, LONGEST_MARKDOWN, LONGEST_NAME, LONGEST_TEXT,
};
use super::markdown::too_deep;
use super::source::{FileId, Located, ScalarPlace, Span};
use super::text::Text;
use super::yaml::{Kind, Node};

/// The version of the format that this program reads.
pub const FORMAT_VERSION: i64 = 1;
/// Words of the formula language, which no value can be called.
const RESERVED: [&str; 6] = ["and", "or", "not", "true", "false", "ruling"];

/// A formula and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedFormula {
    /// The formula.
    pub formula: Formula,
    /// Where its characters stand.
    pub place: ScalarPlace,
}

/// Reads the nodes of one file.
pub struct Decoder {
    /// The file.
    pub file: FileId,
    /// Its text.
    pub text: Rc<str>,
    /// What was wrong so far.
    diagnostics: Vec<Diagnostic>,
    /// Keys that are missing, which may turn out to be misspelt.
    missing: Vec<(&'static str, Diagnostic)>,
    /// Where that is: first byte to the least of the ends.
    faults: BTreeMap<usize, usize>,
    /// How many characters of formulas may still come; none once there were more.
    formulas_left: Option<usize>,
    /// The mappings around what is read by derive, the outermost first.
    open: Vec<Mapping>,
}

/// A mapping that is read by derive.
struct Mapping {
    /// Where it begins, without its length.
    start: Span,
    /// Its keys that are words, and whether something stands behind them.
    keys: Vec<(String, Span, bool)>,
    /// The keys that it may have.
    known: Vec<&'static str>,
    /// Those that were told already as having nothing behind them.
    told: Vec<&'static str>,
    /// The key whose value is read.
    here: &'static str,
    /// Whether these are keys of the mapping around it, which several kinds of entries share.
    is_part: bool,
}

/// Markdown as it stands, and the formulas in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markdown {
    /// The Markdown.
    pub value: String,
    /// The same, with its formulas read.
    pub template: Template,
    /// Where its characters stand.
    pub place: ScalarPlace,
}

/// A mapping being read: which keys it has and which were asked for.
pub struct Fields<'n> {
    entries: &'n [(Node, Node)],
    asked: Vec<&'static str>,
    /// Keys that have to be there and are not.
    missing: Vec<&'static str>,
    /// Where the mapping begins.
    pub at: Span,
    /// From its first character to its last.
    pub extent: Span,
}

impl<'n> Fields<'n> {
    /// The value of a key, if it is there and is not null.
    pub fn get(&mut self, key: &'static str) -> Option<&'n Node> {
        self.asked.push(key);
        self.entry(key).map(|(_, value)| value).filter(|value| value.kind != Kind::Null)
    }

    fn entry(&self, key: &str) -> Option<&'n (Node, Node)> {
        self.entries.iter().find(|(k, _)| matches!(&k.kind, Kind::Text(text) if text == key))
    }

    /// Whether the key is there with something behind it. The key does not count as asked for.
    pub fn holds(&self, key: &str) -> bool {
        self.entry(key).is_some_and(|(_, value)| value.kind != Kind::Null)
    }

    /// The first key, when it is a word.
    pub fn first_key(&self) -> Option<&'n str> {
        self.entries.first().and_then(|(key, _)| match &key.kind {
            Kind::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// The place of the first key; of the mapping, when it is empty.
    pub fn first_key_place(&self) -> Span {
        self.entries.first().map_or(self.at, |(key, _)| key.at)
    }

    /// Takes all keys for known: nothing can be said about them where the kind of entry is unclear.
    pub fn forgive(&mut self) {
        self.entries = &[];
    }

    /// The place of a key itself.
    pub fn key_place(&self, key: &str) -> Option<Span> {
        self.entry(key).map(|(key, _)| key.at)
    }
}

impl Fields<'_> {
    /// Where the mapping begins, without its length.
    pub fn start(&self) -> Span {
        Span { end: self.at.start, ..self.at }
    }
}

impl Decoder {
    /// A decoder for one file.
    pub fn new(file: FileId, text: &str) -> Self {
        Self::within(file, text, Some(LONGEST_FORMULAS))
    }

    /// A decoder for one file of many, of which so many characters of formulas are left.
    pub fn within(file: FileId, text: &str, formulas_left: Option<usize>) -> Self {
        Self {
            file,
            text: text.into(),
            diagnostics: Vec::new(),
            missing: Vec::new(),
            faults: BTreeMap::new(),
            formulas_left,
            open: Vec::new(),
        }
    }

    /// How many characters of formulas are left for further files.
    pub const fn formulas_left(&self) -> Option<usize> {
        self.formulas_left
    }

    /// Takes formulas of so many characters, unless there were too many by now, which is told at the first of them.
    fn takes_formulas(&mut self, characters: usize, at: Span) -> bool {
        let Some(left) = self.formulas_left else { return false };
        self.formulas_left = left.checked_sub(characters);
        if self.formulas_left.is_none() {
            let message = format!("up to here the formulas of this game have more than {LONGEST_FORMULAS} characters");
            self.error(Code::TooLarge, at, message).help =
                Some("let values stand for what is written often, or make several games of it".to_owned());
        }
        self.formulas_left.is_some()
    }

    /// Whether nothing was wrong so far.
    pub fn is_clean(&self) -> bool {
        self.diagnostics.is_empty() && self.missing.is_empty()
    }

    /// Everything that was wrong.
    pub fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        self.diagnostics.extend(self.missing.into_iter().map(|(_, finding)| finding));
        self.diagnostics
    }

    /// Notes an error.
    pub fn error(&mut self, code: Code, at: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Diagnostic::error(code, at, message))
    }

    /// Notes a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        let index = self.diagnostics.len();
        self.note_fault(diagnostic.at);
        self.diagnostics.push(diagnostic);
        &mut self.diagnostics[index]
    }

    fn note_fault(&mut self, at: Span) {
        self.faults.entry(at.start).and_modify(|end| *end = at.end.min(*end)).or_insert(at.end);
    }

    fn wrong_type(&mut self, node: &Node, wanted: &str) {
        let found = node.kind.name();
        let help = match node.kind {
            Kind::Null => self.about_nothing(node.at),
            Kind::List(_) | Kind::Map(_)
                if self.text[node.at.start..].starts_with(['{', '['])
                    && wanted != "a list"
                    && wanted != "a mapping" =>
            {
                "put a text that starts with a bracket in quotes"
            }
            _ => match wanted {
                "a list" => "write `[one, two]`, or each item on a line of its own behind `- `",
                "a mapping" => "write `{ key: value }`, or each key on a line of its own",
                "text" | "a word" => "write a word, or put the text in quotes",
                "a whole number" => "write figures only, without quotes: `3`",
                "true or false" => "write `true` or `false`, without quotes",
                _ => "write a number or a formula; a formula with signs in it goes in quotes",
            },
        };
        self.error(Code::WrongType, node.at, format!("{wanted} is asked for here, and this is {found}")).help =
            Some(help.to_owned());
    }

    /// What to try where nothing stands behind a key: often a `#` was taken for a comment.
    fn about_nothing(&self, at: Span) -> &'static str {
        let line = self.text[at.start..].lines().next().unwrap_or_default();
        if line.trim_start_matches([':', ' ']).starts_with('#') {
            "`#` starts a comment in YAML: put the value in quotes"
        } else {
            "write a value behind it, or leave the key out"
        }
    }

    /// The fields of the whole file; checks `format_version`.
    pub fn file_fields<'n>(&mut self, node: &'n Node) -> Option<Fields<'n>> {
        if self.refuse_empty_file(node) {
            return None;
        }
        let mut fields = self.fields(node)?;
        match fields.get("format_version") {
            None => self.no_version(fields.start()),
            Some(version) => self.format_version(version),
        }
        Some(fields)
    }

    /// The fields of a mapping. Reports repeated keys.
    pub fn fields<'n>(&mut self, node: &'n Node) -> Option<Fields<'n>> {
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
                    let diagnostic =
                        Diagnostic::error(Code::DuplicateKey, key.at, format!("the key `{shown}` stands here twice"));
                    self.push(diagnostic.related(first, "first here").help("take one of the two out"));
                }
                (None, Kind::Text(word)) => drop(words.insert(word, key.at)),
                (None, _) => {
                    others.push(key);
                    self.wrong_type(key, "a word");
                }
            }
        }
        Self::mapping(node)
    }

    /// The fields of a mapping about which everything has been said.
    pub fn mapping(node: &Node) -> Option<Fields<'_>> {
        let Kind::Map(entries) = &node.kind else { return None };
        Some(Fields { entries, asked: Vec::new(), missing: Vec::new(), at: node.at, extent: node.extent() })
    }

    /// Reports keys that nobody asked for, and keys with nothing behind them.
    pub fn finish(&mut self, fields: &Fields<'_>) {
        let mut meant = BTreeSet::new();
        for (key, value) in fields.entries {
            let Kind::Text(text) = &key.kind else { continue };
            match fields.asked.iter().find(|asked| *asked == text) {
                Some(asked) if value.kind == Kind::Null && !fields.missing.contains(asked) => {
                    self.no_value(text, key.at);
                }
                Some(_) => {}
                None => meant.extend(self.unknown_key(&fields.asked, text, key.at)),
            }
        }
        // One slip of the fingers is one finding: keys that were misspelt are not missing as well.
        let start = fields.start();
        self.missing.retain(|(key, finding)| finding.at != start || !meant.contains(key));
    }

    /// Opens a mapping that may have these keys. Gives those that are there with something behind them, and the number
    /// of their entry; [`PARTS`] stand for the mapping itself.
    pub fn open(&mut self, node: &Node, known: &'static [&'static str]) -> Option<Vec<(&'static str, Option<usize>)>> {
        let is_part = self.open.last().is_some_and(|around| PARTS.contains(&around.here));
        let fields = if is_part { Self::mapping(node)? } else { self.fields(node)? };
        let word = |(key, value): &(Node, Node)| match &key.kind {
            Kind::Text(word) => Some((word.clone(), key.at, value.kind != Kind::Null)),
            _ => None,
        };
        let mut there: Vec<_> = known.iter().filter(|key| PARTS.contains(key)).map(|part| (*part, None)).collect();
        for (number, (key, value)) in fields.entries.iter().enumerate() {
            let Kind::Text(word) = &key.kind else { continue };
            let Some(key) = known.iter().find(|known| **known == word && !PARTS.contains(known)) else { continue };
            if value.kind != Kind::Null && !there.iter().any(|(earlier, _)| earlier == key) {
                there.push((*key, Some(number)));
            }
        }
        self.open.push(Mapping {
            start: fields.start(),
            keys: fields.entries.iter().filter_map(word).collect(),
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
            around.known.extend(known);
            around.told.extend(told);
            return;
        }
        let mut meant = BTreeSet::new();
        for (key, at, has_value) in keys {
            match known.iter().find(|known| **known == key) {
                Some(known) if !has_value && !told.contains(known) => self.no_value(&key, at),
                Some(_) => {}
                None => meant.extend(self.unknown_key(&known, &key, at)),
            }
        }
        self.missing.retain(|(key, finding)| finding.at != start || !meant.contains(key));
    }

    fn no_value(&mut self, key: &str, at: Span) {
        let help = self.about_nothing(at.behind());
        self.error(Code::NoValue, at, format!("nothing stands behind the key `{key}`")).help = Some(help.to_owned());
    }

    fn missing(&mut self, key: &'static str, at: Span) {
        let message = format!("the key `{key}` is missing here");
        let finding = Diagnostic::error(Code::MissingKey, at, message).help(format!("add `{key}: ...`"));
        self.note_fault(at);
        self.missing.push((key, finding));
    }

    fn no_version(&mut self, at: Span) {
        self.error(Code::FormatVersion, at, "this file does not say which format it is written in").help =
            Some(format!("start it with `format_version: {FORMAT_VERSION}`"));
    }

    /// Checks the version of the format.
    pub fn format_version(&mut self, node: &Node) {
        if node.kind == Kind::Whole(FORMAT_VERSION) {
            return;
        }
        let message = format!("this program reads format {FORMAT_VERSION} only");
        self.error(Code::FormatVersion, node.at, message).help = Some(format!(
            "write `format_version: {FORMAT_VERSION}`, or use the release of the program that wrote this file"
        ));
    }

    /// Reads a whole file by derive.
    pub fn file<T: DeserializeOwned>(&mut self, node: &Node) -> Option<T> {
        if self.refuse_empty_file(node) { None } else { read(self, node) }
    }

    /// Reports a file in which nothing stands.
    pub fn refuse_empty_file(&mut self, node: &Node) -> bool {
        let is_empty = node.kind == Kind::Null;
        if is_empty {
            self.error(Code::EmptyFile, node.at, "nothing stands in this file").help =
                Some(format!("start it with `format_version: {FORMAT_VERSION}`, or delete it"));
        }
        is_empty
    }

    /// Reports a key that is not known here, and returns the one that was meant, if it can be told.
    fn unknown_key(&mut self, known: &[&'static str], key: &str, at: Span) -> Option<&'static str> {
        let near = nearest(key, known.iter().copied());
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the keys here are: {}", known.join(", ")),
        };
        self.error(Code::UnknownKey, at, format!("there is no key `{key}` here")).help = Some(help);
        near
    }

    /// A value that must be there.
    pub fn required<'n>(&mut self, fields: &mut Fields<'n>, key: &'static str) -> Option<&'n Node> {
        let found = fields.get(key);
        if found.is_none() {
            fields.missing.push(key);
            match fields.key_place(key) {
                Some(at) => self.no_value(key, at),
                None => self.missing(key, fields.start()),
            }
        }
        found
    }

    /// A list that must be there and hold something.
    pub fn required_list<'n>(&mut self, fields: &mut Fields<'n>, key: &'static str) -> Option<&'n Node> {
        let node = self.required(fields, key)?;
        self.items(node);
        self.empty_list(node, key);
        Some(node)
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

    /// The key whose value is read by derive.
    fn here(&self) -> &'static str {
        self.open.last().map_or("", |mapping| mapping.here)
    }

    /// Text; a number is taken as the author wrote it.
    pub fn text_of(&mut self, node: &Node) -> String {
        match &node.kind {
            Kind::Text(text) => text.clone(),
            Kind::Whole(_) | Kind::Decimal => self.text[node.written.start..node.written.end].trim().to_owned(),
            _ => {
                self.wrong_type(node, "text");
                String::new()
            }
        }
    }

    /// Text of so many characters at most; of longer text nothing, since it has been reported.
    fn bounded(&mut self, node: &Node, most: usize, help: &str) -> String {
        let text = self.text_of(node);
        let length = if text.len() > most { text.chars().count() } else { 0 };
        if length <= most {
            return text;
        }
        self.error(Code::TooLong, node.at, format!("this text has {length} characters; {most} is the most")).help =
            Some(help.to_owned());
        String::new()
    }

    /// A text that is set as one line, or a word.
    pub fn name_of(&mut self, node: &Node) -> String {
        self.bounded(node, LONGEST_NAME, "shorten it: it stands on one line")
    }

    /// A plain paragraph.
    pub fn sentence_of(&mut self, node: &Node) -> String {
        self.bounded(node, LONGEST_LINE, "shorten it: longer texts belong into a chapter")
    }

    /// A text for cards, sheets and handouts.
    fn long_of(&mut self, node: &Node) -> String {
        self.bounded(node, LONGEST_TEXT, "shorten it, or divide it: longer texts belong into a chapter")
    }

    /// A name, a label or a unit that must be there and not be empty.
    pub fn string(&mut self, fields: &mut Fields<'_>, key: &'static str) -> String {
        let Some(node) = self.required(fields, key) else { return String::new() };
        self.empty_text(node, key);
        self.name_of(node)
    }

    /// A name, a label or a unit that may be missing.
    pub fn optional_string(&mut self, fields: &mut Fields<'_>, key: &'static str) -> String {
        fields.get(key).map(|node| self.name_of(node)).unwrap_or_default()
    }

    /// A plain paragraph that must be there and not be empty.
    pub fn sentence(&mut self, fields: &mut Fields<'_>, key: &'static str) -> String {
        let Some(node) = self.required(fields, key) else { return String::new() };
        self.empty_text(node, key);
        self.sentence_of(node)
    }

    /// A plain paragraph that may be missing.
    pub fn optional_sentence(&mut self, fields: &mut Fields<'_>, key: &'static str) -> String {
        fields.get(key).map(|node| self.sentence_of(node)).unwrap_or_default()
    }

    /// Reports a text that has to say something and does not.
    pub fn refuse_empty(&mut self, node: &Node) {
        self.empty_text(node, self.here());
    }

    fn empty_text(&mut self, node: &Node, key: &str) {
        if matches!(&node.kind, Kind::Text(text) if text.trim().is_empty()) {
            self.error(Code::Empty, node.at, format!("`{key}` is empty")).help =
                Some("write something between the quotes".to_owned());
        }
    }

    /// A word of `[a-z0-9]` and hyphens.
    pub fn id(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Located<String> {
        self.word_id(fields, key, '-')
    }

    /// A name for formulas: `[a-z0-9_]`.
    pub fn formula_name(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Located<String> {
        let id = self.word_id(fields, key, '_');
        self.not_reserved(&id);
        id
    }

    /// A name for formulas.
    pub fn formula_name_of(&mut self, node: &Node) -> Located<String> {
        let id = self.id_of(node, '_');
        self.not_reserved(&id);
        id
    }

    /// `id`, `name`, `rule`, `rules` and `summary` of a mapping that is read by derive.
    pub fn head_of(&mut self, node: &Node, joint: char) -> Head {
        self.part(node, |d, fields| {
            let id = d.word_id(fields, "id", joint);
            if joint == '_' {
                d.not_reserved(&id);
            }
            Head {
                name: d.string(fields, "name"),
                rule: d.optional_string(fields, "rule"),
                rules: d.strings(fields, "rules"),
                summary: d.optional_sentence(fields, "summary"),
                at: id.at,
                id: id.value,
            }
        })
    }

    /// `id` and `name` of a mapping that is read by derive.
    pub fn called_of(&mut self, node: &Node) -> Head {
        self.part(node, |d, fields| {
            let id = d.id(fields, "id");
            Head { name: d.string(fields, "name"), at: id.at, id: id.value, ..Head::default() }
        })
    }

    /// Reads a part of a mapping that is read by derive.
    fn part(&mut self, node: &Node, read: impl FnOnce(&mut Self, &mut Fields<'_>) -> Head) -> Head {
        let Some(mut fields) = Self::mapping(node) else { return Head::default() };
        let head = read(self, &mut fields);
        if let Some(mapping) = self.open.last_mut() {
            mapping.told.append(&mut fields.missing);
            mapping.known.splice(0..0, fields.asked);
        }
        head
    }

    fn word_id(&mut self, fields: &mut Fields<'_>, key: &'static str, joint: char) -> Located<String> {
        let Some(node) = self.required(fields, key) else {
            return Located { value: String::new(), at: fields.start() };
        };
        self.id_of(node, joint)
    }

    /// A word of `[a-z0-9]` and a joint.
    pub fn id_of(&mut self, node: &Node, joint: char) -> Located<String> {
        let id = Located { value: self.text_of(node), at: node.at };
        if matches!(node.kind, Kind::Text(_) | Kind::Whole(_) | Kind::Decimal) {
            self.check_word(&id, joint);
        }
        id
    }

    /// Checks that a key of a free mapping can be used in formulas.
    pub fn check_formula_name(&mut self, name: &Located<String>) {
        self.check_word(name, '_');
        self.not_reserved(name);
    }

    fn not_reserved(&mut self, name: &Located<String>) {
        if RESERVED.contains(&name.value.as_str()) {
            let message =
                format!("`{}` is a word of the formula language, so no formula could use this name", name.value);
            self.error(Code::BadId, name.at, message).help = Some("choose another name".to_owned());
        }
    }

    fn check_word(&mut self, word: &Located<String>, joint: char) {
        let (text, at) = (&word.value, word.at);
        let is_good = text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == joint);
        if !is_good {
            let shown: String = text.chars().take(40).collect();
            self.error(Code::BadId, at, format!("`{shown}` cannot be used as an id here")).help =
                Some(format!("use small letters, figures and `{joint}`, and start with a letter"));
        } else if text.len() > LONGEST_ID {
            self.error(Code::BadId, at, format!("this id has {} characters", text.len())).help =
                Some(format!("ids become names of files: use {LONGEST_ID} characters at most"));
        }
    }

    /// A word that refers to something, and its place.
    pub fn reference(&mut self, node: &Node) -> Located<String> {
        let value = self.name_of(node);
        if matches!(&node.kind, Kind::Text(text) if text.trim().is_empty()) {
            self.error(Code::Empty, node.at, "a name is asked for here, and this is empty").help =
                Some("write the id of what is meant, or leave the key out".to_owned());
        }
        Located { value, at: node.at }
    }

    /// A reference that may be missing.
    pub fn optional_reference(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Option<Located<String>> {
        let node = fields.get(key)?;
        Some(self.reference(node))
    }

    /// A list of references; missing means empty.
    pub fn references(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Vec<Located<String>> {
        self.list(fields, key).iter().map(|node| self.reference(node)).collect()
    }

    /// A list of references that must be there and hold something.
    pub fn required_references(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Vec<Located<String>> {
        let Some(node) = self.required_list(fields, key) else { return Vec::new() };
        self.items(node).iter().map(|node| self.reference(node)).collect()
    }

    /// A list of texts; missing means empty.
    pub fn strings(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Vec<String> {
        self.references(fields, key).into_iter().map(|text| text.value).collect()
    }

    /// A list; missing means empty.
    pub fn list<'n>(&mut self, fields: &mut Fields<'n>, key: &'static str) -> &'n [Node] {
        fields.get(key).map_or(&[], |node| self.items(node))
    }

    /// Reports a list under `key` that has more in it than `most`. `what` is one of them.
    pub fn at_most(&mut self, fields: &Fields<'_>, key: &str, what: &str, most: usize) {
        if let Some((_, list)) = fields.entry(key) {
            self.too_many(list, what, most);
        }
    }

    /// Reports a list that has more in it than `most`, which are called after its key.
    pub fn refuse_more(&mut self, list: &Node, most: usize) {
        let key = self.here();
        self.too_many(list, &one_of(key), most);
    }

    fn too_many(&mut self, list: &Node, what: &str, most: usize) {
        if let Kind::List(items) = &list.kind
            && let Some(first) = items.get(most)
        {
            let message = format!("this is one {what} too many: {most} is the most");
            self.error(Code::TooMany, first.at, message).help = Some("take some of them out".to_owned());
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

    /// The entries of a mapping whose keys are free; missing means none. Repeats are reported.
    pub fn entries<'n>(&mut self, fields: &mut Fields<'n>, key: &'static str) -> Vec<(Located<String>, &'n Node)> {
        let Some(node) = fields.get(key) else { return Vec::new() };
        self.map_entries(node)
    }

    /// The entries of a mapping whose keys are free.
    pub fn map_entries<'n>(&mut self, node: &'n Node) -> Vec<(Located<String>, &'n Node)> {
        let Some(inner) = self.fields(node) else { return Vec::new() };
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut entries = Vec::new();
        for (key, value) in inner.entries {
            // Of keys that are no words, and of repeated ones, enough has been said.
            if !matches!(&key.kind, Kind::Text(word) if seen.insert(word)) {
                continue;
            }
            let name = self.reference(key);
            match name.value.split_once([' ', ':']) {
                Some((word, rest)) if value.kind == Kind::Null && !name.value.trim().is_empty() => {
                    let message = format!("there is no value behind `{}`", name.value);
                    self.error(Code::NoValue, key.at, message).help =
                        Some(format!("write `{word}: {}`, with a colon and a space", rest.trim()));
                }
                _ => entries.push((name, value)),
            }
        }
        entries
    }

    /// A whole number within limits.
    pub fn whole_of(&mut self, node: &Node, least: i64, most: i64) -> i64 {
        match node.kind {
            Kind::Whole(value) if (least..=most).contains(&value) => value,
            Kind::Whole(value) => {
                self.error(Code::OutOfRange, node.at, format!("{value} is out of range here")).help =
                    Some(format!("write a number from {least} to {most}"));
                least
            }
            _ => {
                self.wrong_type(node, "a whole number");
                least
            }
        }
    }

    /// A whole number that may be missing.
    pub fn whole(&mut self, fields: &mut Fields<'_>, key: &'static str, least: i64, most: i64) -> Option<i64> {
        let node = fields.get(key)?;
        Some(self.whole_of(node, least, most))
    }

    /// A whole number that must be there.
    pub fn required_whole(&mut self, fields: &mut Fields<'_>, key: &'static str, least: i64, most: i64) -> i64 {
        self.required(fields, key).map_or(least, |node| self.whole_of(node, least, most))
    }

    /// `true` or `false`; missing means false.
    pub fn flag(&mut self, fields: &mut Fields<'_>, key: &'static str) -> bool {
        match fields.get(key) {
            None => false,
            Some(node) => self.word_truth(node),
        }
    }

    /// `true` or `false` in a list.
    pub fn word_truth(&mut self, node: &Node) -> bool {
        if let Kind::Truth(value) = node.kind {
            return value;
        }
        self.wrong_type(node, "true or false");
        false
    }

    /// Whether a fault has been noted inside this place already, so that a follow-up would only be noise.
    pub fn has_fault_within(&self, at: Span) -> bool {
        self.faults.range(at.start..=at.end).any(|(_, end)| *end <= at.end)
    }

    /// The word behind a key that tells how the whole mapping is read. Of one that is missing or unknown the other keys
    /// say nothing: they are taken for known.
    pub fn tag<T: Copy>(&mut self, node: &Node, key: &'static str, known: &[(&str, T)]) -> Option<T> {
        if let Some(word) = node.value(key).filter(|word| matches!(&word.kind, Kind::Text(_)))
            && known.iter().any(|(known, _)| matches!(&word.kind, Kind::Text(word) if word == known))
        {
            return self.word(word, known);
        }
        let is_part = self.open.last().is_some_and(|around| PARTS.contains(&around.here));
        let mut fields = if is_part { Self::mapping(node)? } else { self.fields(node)? };
        if let Some(around) = self.open.last_mut().filter(|_| is_part) {
            around.keys.clear();
        }
        let word = self.required(&mut fields, key)?;
        self.word(word, known)
    }

    /// One of a closed set of words.
    pub fn word<T: Copy>(&mut self, node: &Node, known: &[(&str, T)]) -> Option<T> {
        let text = self.text_of(node);
        if let Some((_, value)) = known.iter().find(|(word, _)| *word == text) {
            return Some(*value);
        }
        let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
        let help = match nearest(&text, words.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it is one of: {}", words.join(", ")),
        };
        if matches!(node.kind, Kind::Text(_) | Kind::Whole(_) | Kind::Decimal) {
            self.error(Code::UnknownWord, node.at, format!("`{text}` is not one of the words for this")).help =
                Some(help);
        }
        None
    }

    /// A formula.
    pub fn formula_of(&mut self, node: &Node) -> Option<PlacedFormula> {
        let value = match &node.kind {
            Kind::Text(_) | Kind::Whole(_) | Kind::Decimal => self.text_of(node),
            _ => {
                self.wrong_type(node, "a formula");
                return None;
            }
        };
        if !self.takes_formulas(value.len(), node.at) {
            return None;
        }
        let place = self.place(node, &value);
        match Formula::parse(&value) {
            Ok(formula) => Some(PlacedFormula { formula, place }),
            Err(error) => {
                self.push(formula_error(&error, &place));
                None
            }
        }
    }

    /// A formula that must be there.
    pub fn formula(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Option<PlacedFormula> {
        let node = self.required(fields, key)?;
        self.formula_of(node)
    }

    /// A formula that may be missing.
    pub fn optional_formula(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Option<PlacedFormula> {
        let node = fields.get(key)?;
        self.formula_of(node)
    }

    /// Text with marks.
    pub fn marked_of(&mut self, node: &Node) -> Text {
        let value = self.long_of(node);
        let place = self.place(node, &value);
        self.marked_text(&value, place)
    }

    /// Text with marks, of which only the characters and their place are known.
    pub fn marked_text(&mut self, value: &str, place: ScalarPlace) -> Text {
        let (text, errors) = Text::parse(value, place);
        self.formula_errors(&errors, &text.place);
        self.takes_formulas(text.formulas_length(), text.place.span(&(0..0)));
        text
    }

    /// Text with marks that must be there and not be empty.
    pub fn required_marked(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Text {
        let Some(node) = self.required(fields, key) else { return Text::default() };
        self.some_marked(node, key)
    }

    /// Text with marks that must not be empty.
    pub fn some_marked_of(&mut self, node: &Node) -> Text {
        self.some_marked(node, self.here())
    }

    fn some_marked(&mut self, node: &Node, key: &str) -> Text {
        let text = self.marked_of(node);
        if text.is_empty() && !self.has_fault_within(node.extent()) {
            self.error(Code::Empty, node.at, format!("`{key}` is empty")).help =
                Some("write something between the quotes".to_owned());
        }
        text
    }

    /// Text in which only formulas mean something.
    pub fn template_of(&mut self, node: &Node) -> (Template, ScalarPlace) {
        let value = self.long_of(node);
        let place = self.place(node, &value);
        let template = self.template(&value, &place);
        (template, place)
    }

    /// The formulas of a text, of which only the characters and their place are known.
    pub fn template(&mut self, value: &str, place: &ScalarPlace) -> Template {
        let (template, errors) = Template::read(value);
        self.formula_errors(&errors, place);
        let length = template.formulas().map(|(formula, _)| formula.text.len()).sum();
        self.takes_formulas(length, place.span(&(0..0)));
        template
    }

    /// Markdown that may be missing.
    pub fn markdown(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Markdown {
        fields.get(key).map(|node| self.markdown_of(node)).unwrap_or_default()
    }

    /// Markdown.
    pub fn markdown_of(&mut self, node: &Node) -> Markdown {
        let value = self.bounded(node, LONGEST_MARKDOWN, "shorten it: longer texts belong into a chapter");
        let place = self.place(node, &value);
        let template = self.template(&value, &place);
        self.refuse_deep(&value, &place);
        Markdown { value, template, place }
    }

    /// Reports Markdown in which something stands in more than pages can show.
    pub fn refuse_deep(&mut self, markdown: &str, place: &ScalarPlace) {
        if let Some(at) = too_deep(markdown) {
            let message = format!("this stands in more than {DEEPEST_MARKDOWN} other parts of the text");
            self.error(Code::TooDeep, place.span(&(at.start..at.start)), message).help =
                Some("write it with fewer lists, quotations or marks inside one another".to_owned());
        }
    }

    fn formula_errors(&mut self, errors: &[FormulaError], place: &ScalarPlace) {
        for error in errors {
            self.push(formula_error(error, place));
        }
    }

    /// Text with marks that may be missing.
    pub fn marked(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Text {
        fields.get(key).map(|node| self.marked_of(node)).unwrap_or_default()
    }

    /// The place of a scalar's characters.
    pub fn place(&self, node: &Node, value: &str) -> ScalarPlace {
        ScalarPlace::align(&self.text[node.written.start..node.written.end], value, node.written)
    }
}

/// What one of many is called: `column` of `columns`, `ability` of `abilities`.
fn one_of(key: &str) -> String {
    // Sides of sheets and layouts of handouts are called after where their blocks stand.
    if ["front", "back", "short", "standard", "full"].contains(&key) {
        return "block".to_owned();
    }
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

/// A fault of a formula as a diagnostic.
pub fn formula_error(error: &FormulaError, place: &ScalarPlace) -> Diagnostic {
    let code = if matches!(*error.fault, FormulaFault::UnknownName { .. }) { Code::UnknownName } else { Code::Formula };
    Diagnostic::error(code, place.span(&error.at), error.to_string()).help(error.help())
}
