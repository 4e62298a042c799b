//! Single values: texts, words, numbers and formulas, each within its limits.

use std::ops::Range;
use std::rc::Rc;

use makeready_rules::character::BLANK;
use makeready_rules::device::is_device_name;
use makeready_rules::formula::{Formula, FormulaError, FormulaFault, nearest};
use makeready_rules::number::Number;
use makeready_rules::template::Template;

use super::Decoder;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::limits::{DEEPEST_MARKDOWN, LONGEST_ID, LONGEST_LINE, LONGEST_MARKDOWN, LONGEST_NAME, LONGEST_TEXT};
use crate::list_lines::{Item, items};
use crate::markdown::{Unshown, too_deep, unshown};
use crate::markup::{Markup, Reading, unread};
use crate::source::{Located, ScalarPlace, Span};
use crate::text::Text;
use crate::yaml::{Kind, Node, block_header};
use makeready_embedded::glyphs;

/// Words of the formula language, which no value can be called.
pub const RESERVED: [&str; 6] = ["and", "or", "not", "true", "false", "ruling"];

const TOO_LONG_A_NAME: &str = "shorten it: it is printed on one line";
const TOO_LONG_A_LINE: &str = "shorten it: longer texts belong in a chapter";

/// How much room a text has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// One line: further paragraphs are joined to the first, and there are no lists.
    Line,
    /// Paragraphs and lists.
    Block,
}

/// A formula and its place.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct PlacedFormula {
    /// The formula.
    pub formula: Formula,
    /// Where its characters stand.
    pub place: ScalarPlace,
}

/// Markdown as it stands, and the formulas in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Markdown {
    /// The Markdown.
    pub value: String,
    /// The same, with its formulas read.
    pub template: Template,
    /// Where its characters stand.
    pub place: ScalarPlace,
}

/// What is said of a name that no file or folder can have on Windows.
pub fn device_name(name: &str, at: Span) -> Diagnostic {
    let device = name.split('.').next().unwrap_or(name);
    let message = format!("Windows reserves the name `{device}`, so no file or folder can be named `{name}`");
    Diagnostic::error(Code::ReservedName, at, message).help(format!("choose another name, such as `the-{name}`"))
}

impl Decoder {
    /// Text; a number is taken as the author wrote it.
    pub fn text_of(&mut self, node: &Node) -> String {
        match &node.kind {
            Kind::Text(text) => {
                self.refuse_control(text, node);
                text.clone()
            }
            Kind::Whole(_) | Kind::Decimal => self.text[node.written.start..node.written.end].trim().to_owned(),
            _ => {
                self.wrong_type(node, "text");
                String::new()
            }
        }
    }

    /// Reports signs that a terminal or a browser would obey. They stay in the text: nothing is written while they are there.
    fn refuse_control(&mut self, text: &str, node: &Node) {
        if let Some((at, sign)) = text.char_indices().find(|(_, c)| is_obeyed(*c)) {
            let place = self.place(node, text).span(&(at..at + sign.len_utf8()));
            self.remark(control_character(sign, place));
        }
    }

    /// Reports characters of a text that is printed and that no font has.
    fn refuse_unprintable(&mut self, text: &str, node: &Node) {
        if let Some((at, missing)) = glyphs::missing(text, |c| self.typefaces.have(c)).filter(|_| self.is_printed) {
            let place = self.place(node, text).span(&(at..at + missing[0].len_utf8()));
            self.remark(no_glyph(&missing, place));
        }
    }

    /// Text for paper, of so many characters at most.
    fn printed(&mut self, node: &Node, most: usize, help: &str) -> String {
        let text = self.bounded(node, most, help);
        self.refuse_unprintable(&text, node);
        text
    }

    /// Text of so many characters at most; of longer text nothing, since it has been reported.
    fn bounded(&mut self, node: &Node, most: usize, help: &str) -> String {
        let text = self.text_of(node);
        let length = if text.len() > most { text.chars().count() } else { 0 };
        if length <= most {
            return text;
        }
        self.error(Code::TooLong, node.at, format!("this text has {length} characters; the limit is {most}")).help =
            Some(help.to_owned());
        // Words are cut from nothing else.
        self.remarks += 1;
        String::new()
    }

    /// Notes that something rests on a rule.
    pub fn cite(&mut self, rule: &str, at: Span) {
        if !rule.is_empty() {
            self.cited.push(Located { value: rule.to_owned(), at });
        }
    }

    /// A text that is set as one line, or a word.
    pub fn name_of(&mut self, node: &Node) -> String {
        self.printed(node, LONGEST_NAME, TOO_LONG_A_NAME)
    }

    /// A text that is set as one line, as it stands.
    pub fn plain_name_of(&mut self, node: &Node) -> String {
        let text = self.name_of(node);
        self.refuse_markup(node, &text, Reading::Plain);
        text
    }

    /// A paragraph that is printed as it stands.
    pub fn plain_sentence_of(&mut self, node: &Node) -> String {
        let text = self.sentence_of(node);
        self.refuse_markup(node, &text, Reading::Plain);
        text
    }

    /// Reports markup that is not read in a text, so that it would be printed as it was typed.
    pub fn refuse_markup(&mut self, node: &Node, text: &str, reading: Reading) {
        let (whole, written) = (Rc::clone(&self.text), node.written);
        self.refuse_markup_in(text, reading, || ScalarPlace::align(&whole[written.start..written.end], text, written));
    }

    /// The same in a text of which only the characters and their place are known.
    pub fn refuse_markup_in(&mut self, text: &str, reading: Reading, place: impl FnOnce() -> ScalarPlace) {
        let found = unread(text, reading);
        if !found.is_empty() {
            self.unread(&found, text, &place());
        }
    }

    /// Reports what is not read as it was meant.
    fn unread(&mut self, found: &[(Markup, Range<usize>)], text: &str, place: &ScalarPlace) {
        for (markup, at) in found {
            let shown: String = text[at.clone()].chars().take(40).collect();
            let message = markup.message(shown.trim_end());
            let fault = Diagnostic::error(Code::UnreadMarkup, place.span(at), message).help(markup.help());
            self.of_words.push(Diagnostic { severity: markup.severity(), ..fault });
        }
    }

    /// A paragraph, however it is read.
    pub fn sentence_of(&mut self, node: &Node) -> String {
        self.printed(node, LONGEST_LINE, TOO_LONG_A_LINE)
    }

    /// A plain paragraph that stands on pages only.
    pub fn prose_of(&mut self, node: &Node) -> String {
        self.bounded(node, LONGEST_LINE, TOO_LONG_A_LINE)
    }

    /// A text for cards, sheets and handouts.
    fn long_of(&mut self, node: &Node) -> String {
        self.printed(node, LONGEST_TEXT, "shorten it, or divide it: longer texts belong in a chapter")
    }

    /// Reports a text that has to say something and does not.
    pub fn refuse_empty(&mut self, node: &Node) {
        self.empty_text(node, self.here());
    }

    fn empty_text(&mut self, node: &Node, key: &str) {
        if matches!(&node.kind, Kind::Text(text) if says_nothing(text)) {
            self.error(Code::Empty, node.at, format!("`{key}` is empty")).help =
                Some("write something between the quotes".to_owned());
        }
    }

    /// A name for formulas.
    pub fn formula_name_of(&mut self, node: &Node) -> Located<String> {
        let id = self.id_of(node, '_');
        self.not_reserved(&id);
        id
    }

    /// An id by which a file or folder is called.
    pub fn file_name_of(&mut self, node: &Node) -> Located<String> {
        let id = self.id_of(node, '-');
        if is_device_name(&id.value) {
            self.push(device_name(&id.value, id.at));
        }
        id
    }

    /// The id of a character or NPC: files are called by it, beside those of the blank forms.
    pub fn person_id_of(&mut self, node: &Node) -> Located<String> {
        let id = self.file_name_of(node);
        if id.value == BLANK {
            let message = format!("`{BLANK}` cannot be the id of a character or NPC: the blank forms have this name");
            self.error(Code::ReservedName, id.at, message).help =
                Some(format!("choose another id, such as `{BLANK}-1`, and rename the file"));
        }
        id
    }

    /// A word of `[a-z0-9]` and a joint.
    pub fn id_of(&mut self, node: &Node, joint: char) -> Located<String> {
        let id = Located { value: self.text_of(node), at: node.at };
        if matches!(node.kind, Kind::Text(_) | Kind::Whole(_) | Kind::Decimal) {
            self.check_word(&id, joint);
        }
        id
    }

    /// The id of a rule.
    pub fn rule_of(&mut self, node: &Node) -> String {
        let text = self.bounded(node, LONGEST_ID, "shorten it: ids of rules are printed beside the text");
        let is_sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
        let is_end = |c: char| c.is_ascii_alphanumeric();
        let is_good = text.starts_with(is_end) && text.ends_with(is_end) && text.chars().all(is_sign);
        if !is_good && !self.has_fault_within(node.at) {
            let shown: String = text.chars().take(40).collect();
            let message = format!("`{shown}` is not the id of a rule");
            let finding = Diagnostic::error(Code::BadId, node.at, message);
            self.remark(finding.help("use letters, digits, dots and hyphens, as in `AB-REACT-02`, or remove the key"));
        }
        if is_good {
            self.cite(&text, node.at);
        }
        text
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
                Some(format!("use lowercase letters, digits and `{joint}`, and start with a letter"));
        } else if text.len() > LONGEST_ID {
            self.error(Code::BadId, at, format!("this id has {} characters", text.len())).help =
                Some(format!("ids become file names: use at most {LONGEST_ID} characters"));
        }
    }

    /// A word that refers to something, and its place.
    pub fn reference(&mut self, node: &Node) -> Located<String> {
        // A character that no font has is in no id: what refers to nothing is reported where that is looked for.
        let value = self.bounded(node, LONGEST_NAME, TOO_LONG_A_NAME);
        if matches!(&node.kind, Kind::Text(text) if says_nothing(text)) {
            self.error(Code::Empty, node.at, "expected a name, found an empty text").help =
                Some("write an id, or remove the key".to_owned());
        }
        Located { value, at: node.at }
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

    /// A weight up to the most: a number with decimals.
    pub fn weight_of(&mut self, node: &Node, most: i64) -> Number {
        if !matches!(node.kind, Kind::Whole(_) | Kind::Decimal) {
            self.wrong_type(node, "a weight");
            return Number::ZERO;
        }
        let text = self.text_of(node);
        let number = match node.kind {
            Kind::Whole(whole) => Some(Number::whole(whole)),
            _ => Number::parse(&text),
        };
        match number {
            Some(number) if (Number::ZERO..=Number::whole(most)).contains(&number) => number,
            Some(_) => {
                self.error(Code::OutOfRange, node.at, format!("{text} is out of range here")).help =
                    Some(format!("write a number from 0 to {most}"));
                Number::ZERO
            }
            None => {
                self.error(Code::WrongType, node.at, format!("`{text}` is not a weight")).help =
                    Some("write a number with a decimal point: `3` or `0.1`".to_owned());
                Number::ZERO
            }
        }
    }

    /// `true` or `false` in a list.
    pub fn word_truth(&mut self, node: &Node) -> bool {
        if let Kind::Bool(value) = node.kind {
            return value;
        }
        self.wrong_type(node, "true or false");
        false
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
            self.error(Code::UnknownWord, node.at, format!("`{text}` is not one of the allowed words")).help =
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
        self.refuse_unprintable(&value, node);
        let place = self.place(node, &value);
        match Formula::parse(&value) {
            Ok(formula) => {
                self.note_rulings(&formula);
                Some(PlacedFormula { formula, place })
            }
            Err(error) => {
                self.push(formula_error(&error, &place));
                None
            }
        }
    }

    /// Text with marks that is set on one line.
    pub fn marked_of(&mut self, node: &Node) -> Text {
        let value = self.long_of(node);
        let place = self.place(node, &value);
        self.marked_text(&value, place, Room::Line)
    }

    /// Text with marks that has paragraphs and lists.
    pub fn body_of(&mut self, node: &Node) -> Text {
        let value = self.long_of(node);
        let place = self.place(node, &value);
        self.refuse_folded_list(node, &value);
        self.marked_text(&value, place, Room::Block)
    }

    /// Reports a list of which YAML joins the lines: all texts over several lines but those behind `|`. One line that begins like an
    /// item may be a sentence that was wrapped there.
    fn refuse_folded_list(&mut self, node: &Node, value: &str) {
        let whole = Rc::clone(&self.text);
        let raw = &whole[node.written.start..node.written.end];
        if !raw.contains('\n') {
            return;
        }
        let header = block_header(node.written, &whole);
        if header.as_ref().is_some_and(|header| whole[header.start..].starts_with('|')) {
            return;
        }
        let start = match header {
            Some(header) => header.end.saturating_sub(node.written.start).min(raw.len()),
            None => usize::from(raw.starts_with(['"', '\''])),
        };
        // What stands in a formula are its own signs, also in front of a line.
        let (mut is_formula, mut from) = (false, start);
        let mut is_of_words = |item: &Item| {
            for sign in raw[from..start + item.at.start].bytes() {
                is_formula = sign == b'{' || is_formula && sign != b'}';
            }
            from = start + item.at.start;
            !is_formula
        };
        let written: Vec<Item> = items(&raw[start..]).into_iter().filter(|item| is_of_words(item)).collect();
        if let [first, _, ..] = &written[..]
            && items(value).len() < written.len()
        {
            let first = start + first.at.start;
            let line = raw[first..].lines().next().unwrap_or_default().trim_end();
            let place = ScalarPlace::verbatim(node.written);
            self.unread(&[(Markup::FoldedList, first..first + line.len())], raw, &place);
        }
    }

    /// Text with marks, of which only the characters and their place are known.
    pub fn marked_text(&mut self, value: &str, place: ScalarPlace, room: Room) -> Text {
        self.refuse_markup_in(value, Reading::Marked, || place.clone());
        let (text, faults) = Text::parse(value, place);
        let mut found: Vec<_> = faults.unclosed.into_iter().map(|at| (Markup::Unclosed, at)).collect();
        found.extend(faults.list.filter(|_| room == Room::Line).map(|at| (Markup::List, at)));
        found.extend(faults.deep.map(|at| (Markup::DeepList, at)));
        self.unread(&found, value, &text.place);
        self.formula_errors(&faults.formulas, &text.place);
        self.takes_formulas(text.formulas_length(), text.place.span(&(0..0)));
        text.formulas().iter().for_each(|placed| self.note_rulings(&placed.formula));
        text
    }

    /// Text with marks that must not be empty.
    pub fn some_marked_of(&mut self, node: &Node) -> Text {
        self.some_marked(node, self.here())
    }

    /// Text with paragraphs and lists that must not be empty.
    pub fn some_body_of(&mut self, node: &Node) -> Text {
        let text = self.body_of(node);
        self.not_empty(node, self.here(), text)
    }

    fn some_marked(&mut self, node: &Node, key: &str) -> Text {
        let text = self.marked_of(node);
        self.not_empty(node, key, text)
    }

    fn not_empty(&mut self, node: &Node, key: &str, text: Text) -> Text {
        if (text.is_empty() || matches!(&node.kind, Kind::Text(text) if says_nothing(text)))
            && !self.has_fault_within(node.extent())
        {
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
        self.refuse_markup_in(&value, Reading::Filled, || place.clone());
        (template, place)
    }

    /// The formulas of a text, of which only the characters and their place are known.
    pub fn template(&mut self, value: &str, place: &ScalarPlace) -> Template {
        let (template, errors) = Template::read(value);
        self.formula_errors(&errors, place);
        let length = template.formulas().map(|(formula, _)| formula.text.len()).sum();
        self.takes_formulas(length, place.span(&(0..0)));
        template.formulas().for_each(|(formula, _)| self.note_rulings(formula));
        template
    }

    /// Markdown.
    pub fn markdown_of(&mut self, node: &Node) -> Markdown {
        let value = self.bounded(node, LONGEST_MARKDOWN, "shorten it: longer texts belong in a chapter");
        let place = self.place(node, &value);
        self.refuse_folded_list(node, &value);
        let template = self.template(&value, &place);
        self.check_markdown(&value, &place);
        Markdown { value, template, place }
    }

    /// Reports Markdown in which something stands in more than pages can show, that no page shows, or that elsewhere means more.
    pub fn check_markdown(&mut self, markdown: &str, place: &ScalarPlace) {
        self.unread(&crate::markdown::unread(markdown), markdown, place);
        if let Some(at) = too_deep(markdown) {
            let message = format!("this is nested more than {DEEPEST_MARKDOWN} levels deep");
            self.error(Code::TooDeep, place.span(&(at.start..at.start)), message).help =
                Some("use fewer nested lists, quotations or marks".to_owned());
            return;
        }
        for (at, what) in unshown(markdown) {
            let (message, help) = match what {
                Unshown::Reference(label) => (
                    format!("no link in this text uses the address `[{label}]`"),
                    format!("use it in a link, as in `[words][{label}]`, or remove it"),
                ),
                Unshown::Attribute(words) => (
                    format!("`{words}` is not allowed after a heading"),
                    "remove it; only an id can follow a heading, as in `{#my-id}`".to_owned(),
                ),
            };
            self.warn(Diagnostic::warning(Code::NotShown, place.span(&at), message).help(help));
        }
    }

    fn formula_errors(&mut self, errors: &[FormulaError], place: &ScalarPlace) {
        for error in errors {
            self.push(formula_error(error, place));
        }
    }
}

/// Whether a terminal, a browser or a reader's program obeys a sign in place of showing it: it moves, or turns round what stands
/// behind it.
pub fn is_obeyed(sign: char) -> bool {
    let turns = matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || sign.is_control() && !matches!(sign, '\n' | '\t' | '\r')
}

/// Whether nobody sees anything of a text: it has white space only, and signs that take no room.
fn says_nothing(text: &str) -> bool {
    let takes_no_room = |c: char| {
        matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{3164}')
            || matches!(c, '\u{feff}' | '\u{ffa0}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
            || matches!(c, '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}')
    };
    text.chars().all(|c| c.is_whitespace() || takes_no_room(c))
}

/// A sign that a terminal or a browser would obey.
pub fn control_character(sign: char, at: Span) -> Diagnostic {
    let message = format!("invisible control character U+{:04X}", u32::from(sign));
    Diagnostic::error(Code::ControlCharacter, at, message).help("delete it")
}

/// Characters that no font has, of a text that is printed.
pub fn no_glyph(missing: &[char], at: Span) -> Diagnostic {
    const MOST: usize = 8;
    let shown = |c: &char| format!("`{c}` (U+{:04X})", u32::from(*c));
    let listed: Vec<String> = missing.iter().take(MOST).map(shown).collect();
    let more = if missing.len() > MOST { format!(" and {} others", missing.len() - MOST) } else { String::new() };
    let message = format!("no typeface has {}{more}", listed.join(", "));
    let help = "add a font with these characters, and its license, to `fonts/` in the folder of the game; or use \
                letters of the Latin alphabet, or an icon such as `:moon:`";
    Diagnostic::error(Code::NoGlyph, at, message).help(help)
}

/// A fault of a formula as a diagnostic.
pub fn formula_error(error: &FormulaError, place: &ScalarPlace) -> Diagnostic {
    let code = if matches!(*error.fault, FormulaFault::UnknownName { .. }) { Code::UnknownName } else { Code::Formula };
    Diagnostic::error(code, place.span(&error.at), error.to_string()).help(error.help())
}
