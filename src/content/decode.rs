//! Reading typed values out of a YAML tree, noting every fault and going on.
//!
//! **In** a [`Node`]. **Out** values for the raw structs, with a stand-in where something was wrong;
//! the faults are in [`Decoder::diagnostics`], so a stand-in never gets further than this room.

use deckle_rules::formula::{Formula, FormulaError, nearest};
use deckle_rules::template::Template;

use super::diagnostic::Diagnostic;
use super::source::{FileId, Located, ScalarPlace, Span};
use super::text::{Text, template};
use super::yaml::{Kind, Node};

/// The version of the format that this program reads.
pub const FORMAT_VERSION: i64 = 1;
/// The longest id: ids become names of files.
const LONGEST_ID: usize = 60;
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
pub struct Decoder<'a> {
    /// The file.
    pub file: FileId,
    /// Its text.
    pub text: &'a str,
    /// What was wrong so far.
    pub diagnostics: Vec<Diagnostic>,
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
        let found = self.entries.iter().find(|(k, _)| matches!(&k.kind, Kind::Text(text) if text == key));
        found.map(|(_, value)| value).filter(|value| value.kind != Kind::Null)
    }

    /// Whether the key is there with something behind it. The key does not count as asked for.
    pub fn holds(&self, key: &str) -> bool {
        self.entries.iter().any(|(k, v)| matches!(&k.kind, Kind::Text(text) if text == key) && v.kind != Kind::Null)
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
        self.entries.iter().find(|(k, _)| matches!(&k.kind, Kind::Text(text) if text == key)).map(|(k, _)| k.at)
    }
}

impl Fields<'_> {
    /// Where the mapping begins, without its length.
    pub fn start(&self) -> Span {
        Span { end: self.at.start, ..self.at }
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
        let index = self.diagnostics.len();
        self.diagnostics.push(diagnostic);
        &mut self.diagnostics[index]
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
        self.error("wrong-type", node.at, format!("{wanted} is asked for here, and this is {found}")).help =
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
        if node.kind == Kind::Null {
            self.error("empty-file", node.at, "nothing stands in this file").help =
                Some(format!("start it with `format_version: {FORMAT_VERSION}`, or delete it"));
            return None;
        }
        let mut fields = self.fields(node)?;
        match fields.get("format_version") {
            None => {
                let at = Span { end: fields.at.start, ..fields.at };
                self.error("format-version", at, "this file does not say which format it is written in").help =
                    Some(format!("start it with `format_version: {FORMAT_VERSION}`"));
            }
            Some(Node { kind: Kind::Whole(FORMAT_VERSION), .. }) => {}
            Some(other) => {
                let message = format!("this program reads format {FORMAT_VERSION} only");
                self.error("format-version", other.at, message).help = Some(format!(
                    "write `format_version: {FORMAT_VERSION}`, or use the release of the program that wrote this file"
                ));
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
                    let diagnostic =
                        Diagnostic::error("duplicate-key", key.at, format!("the key `{shown}` stands here twice"));
                    self.push(diagnostic.related(first.at, "first here").help("take one of the two out"));
                }
                None if !matches!(key.kind, Kind::Text(_)) => self.wrong_type(key, "a word"),
                None => {}
            }
        }
        Some(Fields { entries, asked: Vec::new(), missing: Vec::new(), at: node.at, extent: node.extent() })
    }

    /// Reports keys that nobody asked for, and keys with nothing behind them.
    pub fn finish(&mut self, fields: &Fields<'_>) {
        for (key, value) in fields.entries {
            let Kind::Text(text) = &key.kind else { continue };
            match fields.asked.iter().find(|asked| *asked == text) {
                Some(asked) if value.kind == Kind::Null && !fields.missing.contains(asked) => {
                    let help = self.about_nothing(key.at.behind());
                    self.error("no-value", key.at, format!("nothing stands behind the key `{text}`")).help =
                        Some(help.to_owned());
                }
                Some(_) => {}
                None => self.unknown_key(fields, text, key.at),
            }
        }
    }

    fn unknown_key(&mut self, fields: &Fields<'_>, key: &str, at: Span) {
        let help = match nearest(key, fields.asked.iter().copied()) {
            Some(near) => {
                // One slip of the fingers is one finding: the key that was meant is not missing as well.
                let is_same = |d: &Diagnostic| {
                    d.code == "missing-key" && d.at == fields.start() && d.message.contains(&format!("`{near}`"))
                };
                self.diagnostics.retain(|d| !is_same(d));
                format!("did you mean `{near}`?")
            }
            None => format!("the keys here are: {}", fields.asked.join(", ")),
        };
        self.error("unknown-key", at, format!("there is no key `{key}` here")).help = Some(help);
    }

    /// A value that must be there.
    pub fn required<'n>(&mut self, fields: &mut Fields<'n>, key: &'static str) -> Option<&'n Node> {
        let found = fields.get(key);
        if found.is_none() {
            fields.missing.push(key);
            match fields.key_place(key) {
                Some(at) => {
                    let help = self.about_nothing(at.behind());
                    self.error("no-value", at, format!("nothing stands behind the key `{key}`")).help =
                        Some(help.to_owned());
                }
                None => {
                    let at = fields.start();
                    self.error("missing-key", at, format!("the key `{key}` is missing here")).help =
                        Some(format!("add `{key}: ...`"));
                }
            }
        }
        found
    }

    /// A list that must be there and hold something.
    pub fn required_list<'n>(&mut self, fields: &mut Fields<'n>, key: &'static str) -> Option<&'n Node> {
        let node = self.required(fields, key)?;
        if self.items(node).is_empty() && matches!(node.kind, Kind::List(_)) {
            self.error("empty", node.at, format!("`{key}` is empty")).help =
                Some("write at least one entry".to_owned());
        }
        Some(node)
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

    /// Text that must be there and not be empty.
    pub fn string(&mut self, fields: &mut Fields<'_>, key: &'static str) -> String {
        let Some(node) = self.required(fields, key) else { return String::new() };
        let text = self.text_of(node);
        if text.trim().is_empty() && matches!(node.kind, Kind::Text(_)) {
            self.error("empty", node.at, format!("`{key}` is empty")).help =
                Some("write something between the quotes".to_owned());
        }
        text
    }

    /// Text that may be missing.
    pub fn optional_string(&mut self, fields: &mut Fields<'_>, key: &'static str) -> String {
        fields.get(key).map(|node| self.text_of(node)).unwrap_or_default()
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

    fn word_id(&mut self, fields: &mut Fields<'_>, key: &'static str, joint: char) -> Located<String> {
        let Some(node) = self.required(fields, key) else {
            return Located { value: String::new(), at: fields.start() };
        };
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
            self.error("bad-id", name.at, message).help = Some("choose another name".to_owned());
        }
    }

    fn check_word(&mut self, word: &Located<String>, joint: char) {
        let (text, at) = (&word.value, word.at);
        let is_good = text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == joint);
        if !is_good {
            let shown: String = text.chars().take(40).collect();
            self.error("bad-id", at, format!("`{shown}` cannot be used as an id here")).help =
                Some(format!("use small letters, figures and `{joint}`, and start with a letter"));
        } else if text.len() > LONGEST_ID {
            self.error("bad-id", at, format!("this id has {} characters", text.len())).help =
                Some(format!("ids become names of files: use {LONGEST_ID} characters at most"));
        }
    }

    /// A word that refers to something, and its place.
    pub fn reference(&mut self, node: &Node) -> Located<String> {
        let value = self.text_of(node);
        if value.trim().is_empty() && matches!(node.kind, Kind::Text(_)) {
            self.error("empty", node.at, "a name is asked for here, and this is empty").help =
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
            // Of keys that are no words, and of repeated ones, enough has been said.
            if seen.contains(&&key.kind) || !matches!(key.kind, Kind::Text(_)) {
                continue;
            }
            seen.push(&key.kind);
            let name = self.reference(key);
            match name.value.split_once([' ', ':']) {
                Some((word, rest)) if value.kind == Kind::Null && !name.value.trim().is_empty() => {
                    let message = format!("there is no value behind `{}`", name.value);
                    self.error("no-value", key.at, message).help =
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
                self.error("out-of-range", node.at, format!("{value} is out of range here")).help =
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
        if matches!(node.kind, Kind::Text(_) | Kind::Whole(_) | Kind::Decimal) {
            self.error("unknown-word", node.at, format!("`{text}` is not one of the words for this")).help = Some(help);
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
        self.marked_text(&value, place)
    }

    /// Text with marks, of which only the characters and their place are known.
    pub fn marked_text(&mut self, value: &str, place: ScalarPlace) -> Text {
        let (text, errors) = Text::parse(value, place);
        self.formula_errors(&errors, &text.place);
        text
    }

    /// Text with marks that must be there and not be empty.
    pub fn required_marked(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Text {
        let Some(node) = self.required(fields, key) else { return Text::default() };
        let text = self.marked_of(node);
        if text.is_empty() && !self.has_fault_within(node.extent()) {
            self.error("empty", node.at, format!("`{key}` is empty")).help =
                Some("write something between the quotes".to_owned());
        }
        text
    }

    /// Text in which only formulas mean something.
    pub fn template_of(&mut self, node: &Node) -> (Template, ScalarPlace) {
        let value = self.text_of(node);
        let place = self.place(node, &value);
        let template = self.template(&value, &place);
        (template, place)
    }

    /// The formulas of a text, of which only the characters and their place are known.
    pub fn template(&mut self, value: &str, place: &ScalarPlace) -> Template {
        let (template, errors) = template(value);
        self.formula_errors(&errors, place);
        template
    }

    /// Markdown that may be missing.
    pub fn markdown(&mut self, fields: &mut Fields<'_>, key: &'static str) -> Markdown {
        let Some(node) = fields.get(key) else { return Markdown::default() };
        let value = self.text_of(node);
        let (template, place) = self.template_of(node);
        Markdown { value, template, place }
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
    diagnostic.help = Some(error.help.clone().unwrap_or_else(|| advice(&error.message).to_owned()));
    diagnostic
}

/// What to try where the rules library only says what is wrong.
fn advice(message: &str) -> &'static str {
    const ADVICE: [(&str, &str); 8] = [
        ("was expected", "look for a bracket, comma or value that is missing or one too many"),
        ("should end here", "put an operator such as `+` between two values"),
        ("arguments", "the functions are described in docs/formulas.md"),
        (
            "is not part of the formula language",
            "a formula has names, numbers, dice, brackets and `+ - * / ^ == != < <= > >=`",
        ),
        ("cannot be added", "add numbers and dice only"),
        ("never equal", "compare numbers with numbers and words with words"),
        ("the other side is", "give both sides of `if` the same type"),
        ("is asked for here", "numbers, dice, truths (`a < b`) and words ('light') do not stand in for one another"),
    ];
    ADVICE
        .iter()
        .find(|(words, _)| message.contains(words))
        .map_or("formulas are described in docs/formulas.md", |(_, help)| help)
}
