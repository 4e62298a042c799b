//! Reading typed values out of a YAML tree, noting every fault and going on.
//!
//! **In** a [`Node`]. **Out** values for the raw structs, with a stand-in where something was wrong;
//! the faults are in [`Decoder::diagnostics`], so a stand-in never gets further than this room.
//!
//! [`mapping`] opens and closes mappings that are read by derive, and tells their missing and unknown keys; [`value`]
//! reads what stands behind one key.

mod mapping;
mod value;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use makeready_rules::formula::Formula;
use makeready_rules::system::RULING;

pub use mapping::FORMAT_VERSION;
use mapping::Mapping;
pub use value::{
    Markdown, PlacedFormula, RESERVED, Room, control_character, device_name, formula_error, is_obeyed, no_glyph,
};

use super::code::Code;
use super::diagnostic::Diagnostic;
use super::limits::LONGEST_FORMULAS;
use super::source::{FileId, Located, ScalarPlace, Span};
use super::typeface::GameFonts;
use super::yaml::{Kind, Node};

/// Keys whose values are words, pictures or colors: where one is missing, all else of its entry is as it was written.
const WORDS: [&str; 16] = [
    "abbr",
    "back",
    "color",
    "display_font",
    "edition",
    "heading",
    "icon",
    "label",
    "meaning",
    "name",
    "question",
    "reason",
    "summary",
    "tagline",
    "text",
    "title",
];

/// Reads the nodes of one file.
pub struct Decoder {
    /// The file.
    pub file: FileId,
    /// Its text.
    pub text: Rc<str>,
    /// Whether its texts are printed; those of other files stand on pages only.
    pub is_printed: bool,
    /// The typefaces that the game brings.
    pub typefaces: Arc<GameFonts>,
    /// What was wrong so far.
    diagnostics: Vec<Diagnostic>,
    /// How many of these left everything in its place.
    remarks: usize,
    /// Keys that are missing, which may turn out to be misspelled.
    missing: Vec<(&'static str, Diagnostic)>,
    /// Where that is: first byte to the least of the ends.
    faults: BTreeMap<usize, usize>,
    /// How many characters of formulas may still come; none once there were more.
    formulas_left: Option<usize>,
    /// Texts that would not be printed as they were meant. The values are what they should be, so nothing is a stand-in.
    of_words: Vec<Diagnostic>,
    /// The rules that something rests on.
    cited: Vec<Located<String>>,
    /// The mappings around what is read by derive, the outermost first.
    open: Vec<Mapping>,
    /// The rulings that its formulas read.
    rulings: BTreeSet<String>,
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
            is_printed: true,
            typefaces: Arc::default(),
            diagnostics: Vec::new(),
            remarks: 0,
            missing: Vec::new(),
            faults: BTreeMap::new(),
            formulas_left,
            of_words: Vec::new(),
            cited: Vec::new(),
            open: Vec::new(),
            rulings: BTreeSet::new(),
        }
    }

    /// The rulings that formulas of the file read, and those that its texts name in links and directives.
    pub fn rulings_read(&self) -> BTreeSet<String> {
        let named = |mark: &str| {
            let id =
                |rest: &str| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().map(str::to_owned);
            self.text.split(mark).skip(1).filter_map(id).collect::<Vec<_>>()
        };
        self.rulings.iter().cloned().chain(named("[[ruling:")).chain(named("```ruling id=")).collect()
    }

    fn note_rulings(&mut self, formula: &Formula) {
        let names = formula.expr.names().into_iter();
        let read = names.filter_map(|name| name.strip_prefix(RULING)).map(str::to_owned);
        self.rulings.extend(read);
    }

    /// How many characters of formulas are left for further files.
    pub const fn formulas_left(&self) -> Option<usize> {
        self.formulas_left
    }

    /// Hands over what is wrong with words alone, and the rules that something rests on.
    pub fn take_words(&mut self) -> (Vec<Diagnostic>, Vec<Located<String>>) {
        (std::mem::take(&mut self.of_words), std::mem::take(&mut self.cited))
    }

    /// Takes formulas of so many characters, unless there were too many by now, which is reported at the first of them.
    fn takes_formulas(&mut self, characters: usize, at: Span) -> bool {
        let Some(left) = self.formulas_left else { return false };
        self.formulas_left = left.checked_sub(characters);
        if self.formulas_left.is_none() {
            let message = format!("the formulas of this game have more than {LONGEST_FORMULAS} characters together");
            self.error(Code::TooLarge, at, message).help =
                Some("define values for repeated parts, or divide the content into several games".to_owned());
        }
        self.formulas_left.is_some()
    }

    /// Whether nothing was wrong so far.
    pub fn is_clean(&self) -> bool {
        self.diagnostics.is_empty() && self.missing.is_empty() && self.of_words.is_empty()
    }

    /// Whether nothing was wrong so far but what is worth a warning.
    pub fn has_no_error(&self) -> bool {
        self.missing.is_empty() && self.diagnostics.iter().chain(&self.of_words).all(|found| !found.is_error())
    }

    /// Everything that was wrong.
    pub fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        self.diagnostics.append(&mut self.of_words);
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

    /// Notes an error that leaves all that can be read as it was written: what follows from it can be looked at.
    pub fn remark(&mut self, diagnostic: Diagnostic) {
        self.remarks += 1;
        self.diagnostics.push(diagnostic);
    }

    /// Notes a warning: nothing is missing because of it.
    pub fn warn(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Whether something could not be read, so that a stand-in is in its place, or it is missing.
    pub fn has_stand_ins(&self) -> bool {
        let errors = self.diagnostics.iter().filter(|found| found.is_error()).count();
        errors > self.remarks || self.missing.iter().any(|(key, _)| !WORDS.contains(key))
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
                "a list" => "write `[one, two]`, or each item on its own line after `- `",
                "a mapping" => "write `{ key: value }`, or each key on its own line",
                "text" | "a word" => "write a word, or put the text in quotes",
                "a whole number" if matches!(node.kind, Kind::Decimal) => "write digits only, without decimals: `3`",
                "a whole number" => "write digits only, without quotes: `3`",
                "a weight" => "write digits only, without quotes: `3` or `0.1`",
                "true or false" => "write `true` or `false`, without quotes",
                _ => "write a number or a formula; put a formula with signs in quotes",
            },
        };
        self.error(Code::WrongType, node.at, format!("expected {wanted}, found {found}")).help = Some(help.to_owned());
    }

    /// What to try where nothing stands behind a key: often a `#` was taken for a comment.
    fn about_nothing(&self, at: Span) -> &'static str {
        let line = self.text[at.start..].lines().next().unwrap_or_default();
        if line.trim_start_matches([':', ' ']).starts_with('#') {
            "`#` starts a comment in YAML: put the value in quotes"
        } else {
            "write a value after it, or remove the key"
        }
    }

    /// The key whose value is read by derive.
    fn here(&self) -> &'static str {
        self.open.last().map_or("", |mapping| mapping.here)
    }

    /// Whether a fault has been noted inside this place already, so that a follow-up would only be noise.
    pub fn has_fault_within(&self, at: Span) -> bool {
        self.faults.range(at.start..=at.end).any(|(_, end)| *end <= at.end)
    }

    /// The place of a scalar's characters.
    pub fn place(&self, node: &Node, value: &str) -> ScalarPlace {
        ScalarPlace::align(&self.text[node.written.start..node.written.end], value, node.written)
    }
}
