//! Markup where none is read, which would be printed as it was typed.
//!
//! **In** a text, and what it is read as. **Out** the first marks in it that mean something in other texts and nothing here.
//! Signs that stand for themselves are left alone: `2d12!`, `2 * 3`, an asterisk for a footnote, 10:30:00.

use std::ops::Range;

use super::diagnostic::Severity;
use super::source::floor_boundary;

/// What a text is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As it stands.
    Plain,
    /// Formulas in braces are filled in.
    Filled,
    /// So are marks and icons.
    Marked,
    /// Markdown without formulas.
    Markdown,
}

/// What the text of an author was meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Markup {
    /// `[[kind:id]]` or `[words](address)`.
    Link,
    /// `**words**`.
    Strong,
    /// `*words*`.
    Emphasis,
    /// `:icon-id:`.
    Icon,
    /// `{formula}`.
    Formula,
    /// `**words` that nothing closes.
    Unclosed,
    /// `2*3*4` in Markdown, which takes the asterisks for italics.
    Product,
    /// `- one` where lists are not allowed.
    List,
    /// A list in a list in a list.
    DeepList,
    /// `- one` in a text whose lines YAML joins.
    FoldedList,
    /// `<b>`, `</b>`, `<br>`.
    Tag,
    /// `<!-- words -->`.
    Comment,
    /// `~~words~~`.
    Strike,
    /// `- [x] words`.
    Task,
    /// `[^1]`.
    Footnote,
    /// `## Words`.
    Heading,
    /// Lines of `| a | b |`.
    Table,
    /// `` `words` ``.
    Code,
    /// `_words_`.
    Underscore,
}

/// The elements of HTML that somebody writes into a text. Any other word in angle brackets, such as `<stat>`, is a word.
const TAGS: [&str; 56] = [
    "a",
    "abbr",
    "b",
    "big",
    "blockquote",
    "body",
    "br",
    "center",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "html",
    "i",
    "iframe",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "s",
    "script",
    "small",
    "span",
    "strike",
    "strong",
    "style",
    "sub",
    "summary",
    "sup",
    "svg",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "tt",
    "u",
    "ul",
];

impl Reading {
    const fn reads(self, markup: Markup) -> bool {
        match self {
            Self::Plain => false,
            // Messages and cures name what is to be typed in backticks.
            Self::Filled => matches!(markup, Markup::Formula | Markup::Code),
            Self::Marked => matches!(markup, Markup::Strong | Markup::Emphasis | Markup::Icon | Markup::Formula),
            // Icons are not read in Markdown, but there two colons may be part of code, of a table or of a list of terms.
            // What else is not read there is found by who reads Markdown.
            Self::Markdown => !matches!(markup, Markup::Formula),
        }
    }
}

impl Markup {
    /// What is wrong, given what an author wrote.
    pub fn message(self, shown: &str) -> String {
        let unread = |what: &str| format!("`{shown}` would be printed as it is: {what} are not supported here");
        match self {
            Self::Link => unread("links"),
            Self::Strong | Self::Emphasis => unread("asterisks for bold and italic words"),
            Self::Icon => unread("icons"),
            Self::Formula => unread("formulas"),
            Self::Unclosed => format!("`{shown}` opens bold or italic words that are never closed"),
            Self::Product => format!("the asterisks of `{shown}` make words italic and are not printed"),
            Self::List => format!("`{shown}` starts a list item, but lists are not allowed here"),
            Self::DeepList => format!("`{shown}` starts a third level of lists"),
            Self::FoldedList => format!("`{shown}` starts a list item, but YAML joins the lines of this text"),
            Self::Tag => unread("HTML tags"),
            Self::Comment => unread("HTML comments"),
            Self::Strike => unread("tildes for crossed-out words"),
            Self::Task => unread("task boxes"),
            Self::Footnote => unread("footnotes"),
            Self::Heading => unread("headings"),
            Self::Table => unread("tables"),
            Self::Code => unread("backticks for code"),
            Self::Underscore => unread("underscores for bold and italic words"),
        }
    }

    /// How bad it is: text that would have led somewhere, changed or been hidden is an error; the rest is printed whole, with signs
    /// too many.
    pub const fn severity(self) -> Severity {
        match self {
            Self::Link | Self::Strong | Self::Emphasis | Self::Icon | Self::Formula | Self::Comment => Severity::Error,
            Self::Unclosed
            | Self::Product
            | Self::List
            | Self::DeepList
            | Self::FoldedList
            | Self::Tag
            | Self::Strike
            | Self::Task
            | Self::Footnote
            | Self::Heading
            | Self::Table
            | Self::Code
            | Self::Underscore => Severity::Warning,
        }
    }

    /// The way out.
    pub const fn help(self) -> &'static str {
        match self {
            Self::Link => "remove the link: only Markdown has links, as in chapters and `details`",
            Self::Strong | Self::Emphasis => "remove the asterisks: this text has only one style",
            Self::Icon => "remove it: only texts of cards, sheets and notes have icons; elsewhere use the key `icon`",
            Self::Formula => "write the number or word itself, without braces",
            Self::Unclosed => "write the same asterisks after the words, or `\\*` for a literal asterisk",
            Self::Product => "write `\\*` for a literal asterisk, as in `2\\*3\\*4`",
            Self::List => {
                "write one sentence or several entries; for a list, use the `text` of a card, trait or ability"
            }
            Self::DeepList => "move the inner items one level up: lists have at most two levels",
            Self::FoldedList => "write `|` before the text, so that YAML keeps its lines",
            Self::Tag => "remove the tag; write `**words**` for bold and `*words*` for italic words",
            Self::Comment => "remove it, or write a YAML comment: a line that starts with `#`",
            Self::Strike => "remove the tildes, or the words with them",
            Self::Task => "remove the brackets, or use `lines` or `track` for something to fill in",
            Self::Footnote => "write the note into the text, or move the text into a chapter",
            Self::Heading => "make it `**bold**`, or use a `heading` block of a card",
            Self::Table => "put the table into a `table` block of a card, or into a chapter",
            Self::Code => "remove the backticks",
            Self::Underscore => "write `*words*` for italic words and `**words**` for bold ones",
        }
    }
}

/// The markup of a text that is not read in it, and where: of each kind the first.
pub fn unread(text: &str, reading: Reading) -> Vec<(Markup, Range<usize>)> {
    let closings = Closings::of(text);
    let mut found: Vec<(Markup, Range<usize>)> = Vec::new();
    let mut before = None;
    let mut at = 0;
    let mut code = None;
    while let Some(sign) = text[at..].chars().next() {
        let rest = &text[at..];
        let mut used = sign.len_utf8();
        if reading != Reading::Plain && code.is_none() && escaped(rest, reading).is_some() {
            used = 2;
        } else if reading == Reading::Markdown && sign == '`' {
            // The signs of code stand for themselves, from as many backticks to as many.
            used = rest.len() - rest.trim_start_matches('`').len();
            code = match code {
                None => Some(used),
                Some(ticks) if ticks == used => None,
                open => open,
            };
        } else if code.is_some() {
        } else if let Some((markup, length)) = closings.markup(text, at, before, reading) {
            if !reading.reads(markup) && !found.iter().any(|(known, _)| *known == markup) {
                found.push((markup, at..at + length));
            }
            // What stands in a formula are its own signs.
            used = length;
        } else if rest.starts_with("{#") && reading == Reading::Markdown {
            used = 2;
        }
        before = text[at..at + used].chars().next_back();
        at += used;
    }
    found
}

/// The sign behind a backslash that takes its meaning from it, if one stands here: any of ASCII that is no letter or figure; where
/// only formulas are read, a brace.
pub fn escaped(text: &str, reading: Reading) -> Option<char> {
    let sign = text.strip_prefix('\\')?.chars().next()?;
    let is_read = match reading {
        Reading::Plain => false,
        Reading::Filled => matches!(sign, '{' | '}'),
        Reading::Marked | Reading::Markdown => sign.is_ascii_punctuation(),
    };
    is_read.then_some(sign)
}

/// Where the last of what closes something stands: behind it nothing has to be searched for.
struct Closings {
    link: usize,
    address: usize,
    brace: usize,
    strong: usize,
    emphasis: usize,
    code: usize,
    underscore: usize,
}

impl Closings {
    fn of(text: &str) -> Self {
        let last = |sign: &str| text.rfind(sign).unwrap_or(0);
        let emphasis = text.match_indices('*').rev().find(|(at, _)| closes(text, *at)).map_or(0, |(at, _)| at);
        Self {
            link: last("]]"),
            address: last(")"),
            brace: last("}"),
            strong: last("**"),
            emphasis,
            code: last("`"),
            underscore: last("_"),
        }
    }

    /// What begins here that the text does not read, or a formula, and how long it is. Of what is read nobody asks for the end: to
    /// search for it at each beginning would take for ever.
    fn markup(&self, text: &str, at: usize, before: Option<char>, reading: Reading) -> Option<(Markup, usize)> {
        let rest = &text[at..];
        if reading == Reading::Markdown && !rest.starts_with('{') {
            return None;
        }
        let length = |closing: &str| rest.find(closing).map(|end| end + closing.len());
        let is_joined = before.is_some_and(|c| c.is_alphanumeric() || c == '*' || c == ':');
        match rest.as_bytes()[0] {
            b'[' if rest.starts_with("[[") && at < self.link => Some((Markup::Link, length("]]")?)),
            b']' if rest.starts_with("](http") && at < self.address => Some((Markup::Link, length(")")?)),
            b'{' if !rest.starts_with("{#") && at < self.brace => Some((Markup::Formula, length("}")?)),
            b'*' if is_joined || reading.reads(Markup::Emphasis) => None,
            b'*' if rest.starts_with("**") && opens(&rest[2..]) && at + 2 < self.strong => {
                Some((Markup::Strong, rest[2..].find("**")? + 4))
            }
            b'*' if opens(&rest[1..]) && at < self.emphasis => {
                let end = rest.match_indices('*').skip(1).find(|(end, _)| closes(text, at + end))?.0;
                Some((Markup::Emphasis, end + 1))
            }
            b':' if !is_joined && !reading.reads(Markup::Icon) => {
                let length = icon(rest)?.len() + 2;
                let is_alone = !rest[length..].starts_with(|c: char| c.is_alphanumeric());
                is_alone.then_some((Markup::Icon, length))
            }
            b'<' => tag(rest),
            b'~' if before != Some('~') => struck(rest).map(|length| (Markup::Strike, length)),
            b'[' if rest.starts_with("[^") => {
                let behind = rest[2..].trim_start_matches(char::is_alphanumeric);
                let label = rest.len() - 2 - behind.len();
                (label > 0 && behind.starts_with(']')).then_some((Markup::Footnote, label + 3))
            }
            b'[' if is_behind_item(&text[..at]) => box_of_task(rest).map(|length| (Markup::Task, length)),
            b'#' if is_line_start(&text[..at]) => {
                let signs = rest.len() - rest.trim_start_matches('#').len();
                // `# of dice` on one line is a label.
                let is_heading = (2..=6).contains(&signs) || signs == 1 && text.contains('\n');
                let words = rest[signs..].strip_prefix(' ')?;
                (is_heading && !words.trim_start().is_empty()).then(|| (Markup::Heading, line(rest).len()))
            }
            b'|' if is_line_start(&text[..at]) => {
                let below = rest[line(rest).len()..].strip_prefix('\n').map(line)?;
                let is_rule = below.contains("--") && below.chars().all(|c| "|-: ".contains(c));
                is_rule.then(|| (Markup::Table, line(rest).len()))
            }
            b'`' if at < self.code && !reading.reads(Markup::Code) => {
                let inner = rest[1..].find('`').filter(|length| *length > 0)?;
                Some((Markup::Code, inner + 2))
            }
            b'_' if !before.is_some_and(|c| c.is_alphanumeric() || c == '_') => {
                let signs = rest.len() - rest.trim_start_matches('_').len();
                let words = rest[signs..].starts_with(char::is_alphanumeric).then(|| &rest[signs..])?;
                let end = words.find('_').filter(|_| at < self.underscore)?;
                let behind = words[end..].trim_start_matches('_');
                let length = rest.len() - behind.len();
                let is_closed =
                    !words[..end].ends_with(char::is_whitespace) && !behind.starts_with(char::is_alphanumeric);
                is_closed.then_some((Markup::Underscore, length))
            }
            _ => None,
        }
    }
}

/// The tag or comment of HTML that begins here, and its length.
pub fn tag(text: &str) -> Option<(Markup, usize)> {
    // A tag is short; what is longer is searched for nothing.
    const LONGEST: usize = 300;
    if text.starts_with("<!--") {
        let line = line(text);
        return Some((Markup::Comment, line.find("-->").map_or(line.len(), |end| end + 3)));
    }
    let near = &text[..floor_boundary(text, LONGEST)];
    let inner = near[1..].strip_prefix('/').unwrap_or(&near[1..]);
    let name: String = inner.chars().take_while(char::is_ascii_alphanumeric).collect();
    let behind = &inner[name.len()..];
    let is_tag = TAGS.contains(&name.to_ascii_lowercase().as_str()) && behind.starts_with([' ', '>', '/']);
    let end = near.find('>').filter(|_| is_tag)?;
    // `<a creature>` is words in angle brackets: behind a name of one letter stands nothing, or an attribute.
    let is_word = name.len() == 1 && behind.starts_with(' ') && !near[..end].contains('=');
    (!is_word).then_some((Markup::Tag, end + 1))
}

/// The length of `~~words~~`, if they begin here.
pub fn struck(text: &str) -> Option<usize> {
    let words = text.strip_prefix("~~").filter(|words| !words.starts_with(['~', ' ']))?;
    // The end first, and then whether it is on this line: a line with many beginnings is long.
    let end = words.find("~~").filter(|end| !words[..*end].ends_with(' ') && !words[..*end].contains('\n'))?;
    (end > 0).then_some(end + 4)
}

/// The length of `[x]` or `[ ]`, if a text begins with it.
pub fn box_of_task(text: &str) -> Option<usize> {
    let is_box = ["[ ]", "[x]", "[X]"].iter().any(|sign| text.starts_with(sign));
    (is_box && !text[3..].starts_with(['(', '['])).then_some(3)
}

/// Whether the sign of an item of a list is all that stands on the line so far.
fn is_behind_item(before: &str) -> bool {
    let behind_sign = before.trim_end_matches(' ');
    let sign = behind_sign.strip_suffix(['-', '*', '+']).filter(|_| behind_sign.len() < before.len());
    sign.is_some_and(|indent| {
        let line_end = indent.trim_end_matches([' ', '\t']);
        line_end.is_empty() || line_end.ends_with('\n')
    })
}

/// Whether nothing stands on the line so far.
fn is_line_start(before: &str) -> bool {
    before.trim_end_matches(' ').is_empty() || before.trim_end_matches(' ').ends_with('\n')
}

fn line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Whether words follow an asterisk, as they do where it opens emphasis.
fn opens(behind: &str) -> bool {
    behind.starts_with(|c: char| c.is_alphanumeric() || "\"'(\u{2018}\u{201c}{:".contains(c))
}

/// Whether the asterisk here may end words in italics.
fn closes(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let is_word = before.is_some_and(|c| c.is_alphanumeric() || ".,;:!?%\"')}\u{2019}\u{201d}".contains(c));
    is_word && !text[at + 1..].starts_with(|c: char| c.is_alphanumeric() || c == '*')
}

/// The id in `:icon-id:`.
pub fn icon(text: &str) -> Option<&str> {
    let inner = text.strip_prefix(':')?;
    let id = &inner[..inner.find(':')?];
    let is_id = id.len() > 1
        && id.starts_with(|c: char| c.is_ascii_lowercase())
        && id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    is_id.then_some(id)
}
