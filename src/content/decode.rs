//! Reading typed values out of a YAML tree, noting every fault and going on.
//!
//! **In** a [`Node`]. **Out** values for the raw structs, with a stand-in where something was wrong;
//! the faults are in [`Decoder::diagnostics`], so a stand-in never gets further than this room.

use deckle_rules::formula::{Formula, FormulaError, nearest};

use super::diagnostic::Diagnostic;
use super::source::{FileId, Located, ScalarPlace, Span};
use super::text::Text;
use super::yaml::{Kind, Node};

/// The version of the format that this program reads.
pub const FORMAT_VERSION: i64 = 1;

/// A formula and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedFormula {
    /// The formula.
    pub formula: Formula,
    /// Where its characters stand.
    pub place: ScalarPlace,
}

/// Reads the nodes of one file.
pub struct Decoder<'a> {
    /// The file.
    pub file: FileId,
    /// Its text.
    pub text: &'a str,
    /// What was wrong so far.
    pub diagnostics: Vec<Diagnostic>,
}

/// A mapping being read: which keys it has and which were asked for.
pub struct Fields<'n> {
    entries: &'n [(Node, Node)],
    asked: Vec<&'static str>,
    /// Where the mapping stands.
    pub at: Span,
}

impl<'n> Fields<'n> {
    /// The value of a key, if it is there and is not null.
    pub fn get(&mut self, key: &'static str) -> Option<&'n Node> {
        self.asked.push(key);
        let found = self.entries.iter().find(|(k, _)| matches!(&k.kind, Kind::Text(text) if text == key));
        found.map(|(_, value)| value).filter(|value| value.kind != Kind::Null)
    }

    /// The place of a key itself.
    pub fn key_place(&self, key: &str) -> Option<Span> {
        self.entries.iter().find(|(k, _)| matches!(&k.kind, Kind::Text(text) if text == key)).map(|(k, _)| k.at)
    }
}

impl<'a> Decoder<'a> {
    /// A decoder for one file.
    pub fn new(file: FileId, text: &'a str) -> Self {
        Self { file, text, diagnostics: Vec::new() }
    }

    /// Notes an error.
    pub fn error(&mut self, code: &str, at: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Diagnostic::error(code, at, message))
    }

    /// Notes a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        self.diagnostics.push(diagnostic);
        self.diagnostics.last_mut().expect("it was just pushed")
    }

    fn wrong_type(&mut self, node: &Node, wanted: &str) {
        let found = node.kind.name();
        self.error("wrong-type", node.at, format!("{wanted} is asked for here, and this is {found}"));
    }

    /// The fields of the whole file; checks `format_version`.
    pub fn file_fields<'n>(&mut self, node: &'n Node) -> Option<Fields<'n>> {
        let mut fields = self.fields(node)?;
        match fields.get("format_version") {
            None => {
                let at = Span { end: fields.at.start, ..fields.at };
                self.error("format-version", at, "this file does not say which format it is written in").help =
                    Some(format!("start it with `format_version: {FORMAT_VERSION}`"));
            }
            Some(Node { kind: Kind::Whole(FORMAT_VERSION), .. }) => {}
            Some(other) => {
                self.error("format-version", other.at, format!("this program reads format {FORMAT_VERSION} only"));
            }
        }
        Some(fields)
    }

    /// The fields of a mapping. Reports repeated keys.
    pub fn fields<'n>(&mut self, node: &'n Node) -> Option<Fields<'n>> {
        let Kind::Map(entries) = &node.kind else {
            self.wrong_type(node, "a mapping");
            return None;
        };
        for (i, (key, _)) in entries.iter().enumerate() {
            match entries[..i].iter().find(|(earlier, _)| earlier.kind == key.kind) {
                Some((first, _)) => {
                    let shown = key_text(key);
                    let diagnostic = Diagnostic::error("duplicate-key", key.at, format!("the key `{shown}` stands here twice"));
                    self.push(diagnostic.related(first.at, "first here"));
                }
                None if !matches!(key.kind, Kind::Text(_)) => self.wrong_type(key, "a word"),
                None => {}
            }
        }
        Some(Fields { entries, asked: Vec::new(), at: node.at })
    }

    /// Reports keys that nobody asked for.
    pub fn finish(&mut self, fields: &Fields<'_>) {
        for (key, _) in fields.entries {
            let Kind::Text(text) = &key.kind else { continue };
            if fields.asked.contains(&text.as_str()) {
                continue;
            }
            let help = match nearest(text, fields.asked.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the keys here are: {}", fields.asked.join(", ")),
            };
            self.error("unknown-key", key.at, format!("there is no key `{text}` here")).help = Some(help);
        }
    }

    /// A value that must be there.
    pub fn required<'n>(&mut self, fields: &mut Fields<'n>, key: &'static str) -> Option<&'n Node> {
        let found = fields.get(key);
        if found.is_none() {
            let at = fields.key_place(key).unwrap_or(Span { end: fields.at.start, ..fields.at });
            self.error("missing-key", at, format!("the key `{key}` is missing here"));
        }
        found
    }

    /// Text; a number is taken as the author wrote it.
    pub fn text_of(&mut self, node: &Node) -> String {
        match &node.kind {
            Kind::Text(text) => text.clone(),
            Kind::Whole(_) | Kind::Decimal => self.text[node.at.start..node.at.end].trim().to_owned(),
            _ => {
                self.wrong_type(node, "text");
                String::new()
            }
        }
    }

    /// Text that must be there and not be empty.
    pub fn string(&mut self, fields: &mut Fields<'_>, key: &'static str) -> String {
        let Some(node) = self.required(fields, key) else { return String::new() };
        let text = self.text_of(node);
        if text.trim().is_empty() && matches!(node.kind, Kind::Text(_)) {
            self.error("empty", node.at, format!("`{key}` is empty"));
        }
        text
    }

    /// Text that may be missing.
    pub fn optional_string(&mut self, fields: &mut Fields<'_>, key: &'static str) -> String {
        fields.get(key).map(|node| self.text_of(node)).unwrap_or_default()
    }

    /// A word of `[a-z0-9]` and hyphens.
    pub fn id(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Located<String> {
        let Some(node) = self.required(fields, key) else {
            return Located { value: String::new(), at: fields.at };
        };
        let value = self.text_of(node);
        self.check_word(&value, node, '-', "kebab-case");
        Located { value, at: node.at }
    }

    /// A name for formulas: `[a-z0-9_]`.
    pub fn formula_name(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Located<String> {
        let Some(node) = self.required(fields, key) else {
            return Located { value: String::new(), at: fields.at };
        };
        let value = self.text_of(node);
        self.check_word(&value, node, '_', "snake_case");
        Located { value, at: node.at }
    }

    fn check_word(&mut self, word: &str, node: &Node, joint: char, style: &str) {
        let is_good = word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == joint);
        if !is_good && matches!(node.kind, Kind::Text(_) | Kind::Whole(_) | Kind::Decimal) {
            let shown: String = word.chars().take(40).collect();
            self.error("bad-id", node.at, format!("`{shown}` is no {style} name")).help =
                Some(format!("use small letters, figures and `{joint}`, and start with a letter"));
        }
    }

    /// A word that refers to something, and its place.
    pub fn reference(&mut self, node: &Node) -> Located<String> {
        Located { value: self.text_of(node), at: node.at }
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

    /// A list of texts; missing means empty.
    pub fn strings(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Vec<String> {
        self.references(fields, key).into_iter().map(|text| text.value).collect()
    }

    /// A list; missing means empty.
    pub fn list<'n>(&mut self, fields: &mut Fields<'n>, key: &'static str) -> &'n [Node] {
        fields.get(key).map_or(&[], |node| self.items(node))
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
        let mut seen: Vec<&Kind> = Vec::new();
        let mut entries = Vec::new();
        for (key, value) in inner.entries {
            if !seen.contains(&&key.kind) {
                seen.push(&key.kind);
                entries.push((self.reference(key), value));
            }
        }
        entries
    }

    /// A whole number within limits.
    pub fn whole_of(&mut self, node: &Node, least: i64, most: i64) -> i64 {
        match node.kind {
            Kind::Whole(value) if (least..=most).contains(&value) => value,
            Kind::Whole(value) => {
                self.error("out-of-range", node.at, format!("{value} is outside {least} to {most}"));
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
        self.diagnostics.iter().any(|d| d.at.file == at.file && d.at.start >= at.start && d.at.end <= at.end)
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
        self.error("unknown-word", node.at, format!("`{text}` is not one of the words for this")).help = Some(help);
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
        let value = self.text_of(node);
        let place = self.place(node, &value);
        match Text::parse(&value, place) {
            Ok(text) => text,
            Err((error, place)) => {
                self.push(formula_error(&error, &place));
                Text::default()
            }
        }
    }

    /// Text with marks that may be missing.
    pub fn marked(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Text {
        fields.get(key).map(|node| self.marked_of(node)).unwrap_or_default()
    }

    /// The place of a scalar's characters.
    pub fn place(&self, node: &Node, value: &str) -> ScalarPlace {
        ScalarPlace::align(&self.text[node.at.start..node.at.end], value, node.at)
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
    let code = if error.message.starts_with("there is nothing named") { "unknown-name" } else { "formula" };
    let mut diagnostic = Diagnostic::error(code, place.span(&error.at), &error.message);
    diagnostic.help.clone_from(&error.help);
    diagnostic
}
