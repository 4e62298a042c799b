//! Markup where none is read, which would be printed as it was typed.
//!
//! **In** a text, and what it is read as. **Out** the first marks in it that mean something in other texts and nothing here.
//! Signs that stand for themselves are left alone: `2d12!`, `2 * 3`, an asterisk for a footnote, 10:30:00.

use std::ops::Range;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}

impl Reading {
    const fn reads(self, markup: Markup) -> bool {
        match self {
            Self::Plain => false,
            Self::Filled => matches!(markup, Markup::Formula),
            Self::Marked => !matches!(markup, Markup::Link),
            // Icons are not read in Markdown, but there two colons may be part of code, of a table or of a list of terms.
            Self::Markdown => !matches!(markup, Markup::Formula),
        }
    }
}

impl Markup {
    /// What it is called in a message.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Link => "links",
            Self::Strong | Self::Emphasis => "asterisks for bold and italic words",
            Self::Icon => "icons",
            Self::Formula => "formulas",
        }
    }

    /// The way out.
    pub const fn help(self) -> &'static str {
        match self {
            Self::Link => "write the words alone: links are read in Markdown only, as in chapters and `details`",
            Self::Strong | Self::Emphasis => "take the asterisks out: the text stands in one style",
            Self::Icon => "take it out: icons are read in texts of cards, sheets and notes, and named by `icon`",
            Self::Formula => "write the figure or word itself, without braces",
        }
    }
}

/// The first markup of a text that is not read in it, and where.
pub fn unread(text: &str, reading: Reading) -> Option<(Markup, Range<usize>)> {
    let closings = Closings::of(text);
    let mut before = None;
    let mut at = 0;
    let mut code = None;
    while let Some(sign) = text[at..].chars().next() {
        let rest = &text[at..];
        let mut used = sign.len_utf8();
        if reading == Reading::Markdown && sign == '`' {
            // The signs of code stand for themselves, from as many backticks to as many.
            used = rest.len() - rest.trim_start_matches('`').len();
            code = match code {
                None => Some(used),
                Some(ticks) if ticks == used => None,
                open => open,
            };
        } else if code.is_some() {
        } else if let Some((markup, length)) = closings.markup(text, at, before) {
            if !reading.reads(markup) {
                return Some((markup, at..at + length));
            }
            if markup == Markup::Formula {
                // What stands in the formula are its own signs.
                used = length;
            }
        } else if rest.starts_with("{#") && reading == Reading::Markdown {
            used = 2;
        }
        before = text[at..at + used].chars().next_back();
        at += used;
    }
    None
}

/// Where the last of what closes something stands: behind it nothing has to be searched for.
struct Closings {
    link: usize,
    brace: usize,
    strong: usize,
    emphasis: usize,
}

impl Closings {
    fn of(text: &str) -> Self {
        let last = |sign: &str| text.rfind(sign).unwrap_or(0);
        let emphasis = text.match_indices('*').rev().find(|(at, _)| closes(text, *at)).map_or(0, |(at, _)| at);
        Self { link: last("]]"), brace: last("}"), strong: last("**"), emphasis }
    }

    /// What begins here, and how long it is.
    fn markup(&self, text: &str, at: usize, before: Option<char>) -> Option<(Markup, usize)> {
        let rest = &text[at..];
        let length = |closing: &str| rest.find(closing).map(|end| end + closing.len());
        let is_joined = before.is_some_and(|c| c.is_alphanumeric() || c == '*' || c == ':');
        match rest.as_bytes()[0] {
            b'[' if rest.starts_with("[[") && at < self.link => Some((Markup::Link, length("]]")?)),
            b']' if rest.starts_with("](http") => Some((Markup::Link, length(")")?)),
            b'{' if !rest.starts_with("{#") && at < self.brace => Some((Markup::Formula, length("}")?)),
            b'*' if is_joined => None,
            b'*' if rest.starts_with("**") && opens(&rest[2..]) && at + 2 < self.strong => {
                Some((Markup::Strong, rest[2..].find("**")? + 4))
            }
            b'*' if opens(&rest[1..]) && at < self.emphasis => {
                let end = rest.match_indices('*').skip(1).find(|(end, _)| closes(text, at + end))?.0;
                Some((Markup::Emphasis, end + 1))
            }
            b':' if !is_joined => {
                let length = icon(rest)?.len() + 2;
                let is_alone = !rest[length..].starts_with(|c: char| c.is_alphanumeric());
                is_alone.then_some((Markup::Icon, length))
            }
            _ => None,
        }
    }
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
