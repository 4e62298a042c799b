//! Why a file is no YAML that can be read, in words an author can act on.
//!
//! The reader and the scanner below it say of which kind a fault is; their sentences are for programmers.

use granit_parser::ErrorKind;
use serde_yaml::Error;
use serde_yaml::budget::BudgetBreach;

/// What the reader stopped at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum YamlFault {
    /// A tab where only spaces may stand.
    Tab,
    /// A quote that is not closed.
    OpenQuote,
    /// A colon that has no place where it stands.
    Colon,
    /// A bracket that is not closed.
    OpenBracket,
    /// Neither a comma nor a closing bracket between two entries.
    NoComma,
    /// A closing bracket without an opening one.
    StrayBracket,
    /// Something behind a text in quotes.
    BehindQuote,
    /// A key without its colon.
    NoColon,
    /// `*` in front of a word that nothing marks.
    UnknownAnchor,
    /// A sign that no value starts with.
    Sign,
    /// A `\` that means nothing.
    Escape,
    /// A second document in one file.
    SecondDocument,
    /// A number such as `.inf`.
    NotFinite,
    /// `<<`
    Merge,
    /// A word behind `!`.
    Tag,
    /// Lists and mappings too deep in one another.
    TooDeep,
    /// `*` repeats too much.
    Repeats,
    /// More values than a file may have.
    TooMany,
    /// Another fault, in the words of the reader.
    Other(String),
}

impl YamlFault {
    /// The fault behind an error of the reader.
    pub fn of(error: &Error, text: &str) -> Self {
        match error.without_snippet() {
            Error::AliasError { error, .. } => Self::of(error, text),
            Error::MultipleDocuments { .. } => Self::SecondDocument,
            Error::NonFiniteFloat { .. } => Self::NotFinite,
            Error::MergeKeyNotAllowed { .. } | Error::MergeValueNotMapOrSeqOfMaps { .. } => Self::Merge,
            Error::UnsupportedTag { .. }
            | Error::InvalidBinaryBase64 { .. }
            | Error::BinaryNotUtf8 { .. }
            | Error::TaggedScalarCannotDeserializeIntoString { .. } => Self::Tag,
            Error::UnknownAnchor { .. } => Self::UnknownAnchor,
            Error::AliasReplayCounterOverflow { .. }
            | Error::AliasReplayLimitExceeded { .. }
            | Error::AliasExpansionLimitExceeded { .. }
            | Error::AliasReplayStackDepthExceeded { .. }
            | Error::RecursiveReferencesRequireWeakTypes { .. } => Self::Repeats,
            Error::Budget { breach, .. } => Self::of_budget(breach),
            // All others come from the scanner, which is asked itself.
            _ => Self::of_scanner(text).unwrap_or_else(|| Self::Other(error.to_string())),
        }
    }

    const fn of_budget(breach: &BudgetBreach) -> Self {
        match breach {
            BudgetBreach::Depth { .. } => Self::TooDeep,
            BudgetBreach::Aliases { .. } | BudgetBreach::Anchors { .. } | BudgetBreach::AliasAnchorRatio { .. } => {
                Self::Repeats
            }
            BudgetBreach::MergeKeys { .. } => Self::Merge,
            BudgetBreach::Documents { .. } => Self::SecondDocument,
            // Events, values, bytes: one file has too much of them.
            _ => Self::TooMany,
        }
    }

    fn of_scanner(text: &str) -> Option<Self> {
        let options = granit_parser::options! { emit_comments: false };
        let mut events = granit_parser::Parser::new_from_str_with_options(text, options);
        let error = events.find_map(Result::err)?;
        Some(match error.kind() {
            ErrorKind::TabNotAllowed
            | ErrorKind::TabInBlockIndentation
            | ErrorKind::TabAtBlockScalarStart
            | ErrorKind::TabInIndentation
            | ErrorKind::TabInPlainScalar => Self::Tab,
            ErrorKind::InvalidQuotedScalarIndent => Self::OpenQuote,
            ErrorKind::MappingValueNotAllowed => Self::Colon,
            ErrorKind::InvalidColonPlacement | ErrorKind::UnclosedFlowCollection { .. } => Self::OpenBracket,
            ErrorKind::ExpectedFlowMappingSeparator => Self::NoComma,
            ErrorKind::MisplacedFlowCollectionEnd => Self::StrayBracket,
            ErrorKind::InvalidTrailingSingleQuotedScalar | ErrorKind::InvalidTrailingDoubleQuotedScalar => {
                Self::BehindQuote
            }
            ErrorKind::SimpleKeyExpected => Self::NoColon,
            ErrorKind::UnknownAnchor => Self::UnknownAnchor,
            ErrorKind::UnexpectedCharacter { .. } => Self::Sign,
            ErrorKind::UnknownQuotedScalarEscape
            | ErrorKind::InvalidQuotedScalarHexEscape
            | ErrorKind::InvalidLowSurrogateHexEscape
            | ErrorKind::InvalidLowSurrogate
            | ErrorKind::MissingLowSurrogate
            | ErrorKind::UnpairedLowSurrogate
            | ErrorKind::InvalidUnicodeEscape => Self::Escape,
            ErrorKind::MultipleDocumentsUnsupported => Self::SecondDocument,
            ErrorKind::UndeclaredTagHandle
            | ErrorKind::InvalidTagEscape
            | ErrorKind::InvalidTagTerminator
            | ErrorKind::MissingTagUri
            | ErrorKind::UnclosedVerbatimTag => Self::Tag,
            ErrorKind::RecursionLimitExceeded => Self::TooDeep,
            kind => Self::Other(kind.to_string()),
        })
    }

    /// What is wrong.
    pub fn message(&self) -> String {
        match self {
            Self::Tab => "there is a tab here",
            Self::OpenQuote => "this quote is never closed",
            Self::Colon => "unexpected `:`",
            Self::OpenBracket => "this bracket is never closed",
            Self::NoComma => "a `,` or a closing bracket was expected here",
            Self::StrayBracket => "this bracket was never opened",
            Self::BehindQuote => "unexpected text after the closing quote",
            Self::NoColon => "this key has no `:` after it",
            Self::UnknownAnchor => "`*` repeats the value that `&` marks, but no `&` has this name",
            Self::Sign => "a value cannot start with this character",
            Self::Escape => "invalid `\\` in double quotes",
            Self::SecondDocument => "a second document starts here",
            Self::NotFinite => "formulas cannot use this number",
            Self::Merge => "`<<` is not supported",
            Self::Tag => "tags with `!` are not supported",
            Self::TooDeep => "lists and mappings are nested too deeply here",
            Self::Repeats => "`*` repeats too many values here",
            Self::TooMany => "this file has too many values",
            Self::Other(said) => return format!("this cannot be read as YAML: {said}"),
        }
        .to_owned()
    }

    /// The next thing to try.
    pub const fn help(&self) -> &'static str {
        match self {
            Self::Tab => "indent with spaces; YAML does not allow tabs for indentation",
            Self::OpenQuote => {
                "close it with the same kind of quote; a quote inside a text in double quotes is written `\\\"`"
            }
            Self::Colon => "put a text with a colon in quotes, and give all keys of a mapping the same indentation",
            Self::OpenBracket => "close it, or put the text in quotes if the bracket is part of it",
            Self::NoComma => {
                "put `,` between the entries, close the bracket after the last, and put a text with commas or \
                 brackets in quotes"
            }
            Self::StrayBracket => "remove it, or put the text in quotes",
            Self::BehindQuote => "put the whole text in quotes; a quote inside it is written `\\\"`",
            Self::NoColon => "write `key: value`, with a space after the colon",
            Self::UnknownAnchor => "put a text that starts with `*` in quotes",
            Self::Sign => "put the text in quotes",
            Self::Escape => "write `\\\\` for a backslash, or use single quotes",
            Self::SecondDocument => "a file has one document: remove the line `---` or `...`",
            Self::NotFinite => "write a whole number",
            Self::Merge => "write the keys out where they belong",
            Self::Tag => "put a text that starts with `!` in quotes",
            Self::TooDeep => "use fewer levels",
            Self::Repeats => "write the values out",
            Self::TooMany => "split it into several files",
            Self::Other(_) => {
                "look here and on the lines before for a quote or bracket that is not closed, and for a text that needs \
                 quotes"
            }
        }
    }
}
