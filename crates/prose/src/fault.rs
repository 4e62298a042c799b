//! What can be wrong with a link, or with another name that is looked up.

use std::fmt;

use makeready_faces::book::Book;

/// A broken link, or another name that does not exist, with its place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkProblem {
    /// The chapter's file; `small/action:strike` for the text of an entry; the system's id otherwise.
    pub file: String,
    /// First byte of the name in that text.
    pub offset: usize,
    /// Its length in bytes; 0 when it has no place in a text.
    pub len: usize,
    /// What is wrong.
    pub fault: LinkFault,
    /// A suggestion, as it would be written.
    pub suggestion: Option<String>,
}

impl LinkProblem {
    /// A problem of a book, without a place in a text.
    pub fn of_book(book: &Book, fault: LinkFault) -> Self {
        Self { file: book.id.clone(), offset: 0, len: 0, fault, suggestion: None }
    }
}

/// Why a link is broken, or a part of a book cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkFault {
    /// There is nothing of this kind and id.
    Missing {
        /// `action`, `rule`, `chapter`
        kind: String,
        /// Its id.
        id: String,
    },
    /// A link does not name the kind of its target.
    NoKind {
        /// The link.
        link: String,
    },
    /// A link names a kind that does not exist.
    UnknownKind {
        /// The kind.
        kind: String,
    },
    /// A link is never closed.
    Unclosed,
    /// A link to an address that is neither on the web nor in the book.
    BadAddress {
        /// The address.
        to: String,
    },
    /// A link to a heading or rule that does not exist.
    NoHeading {
        /// Its id.
        id: String,
        /// Whether it should stand on the same page.
        is_here: bool,
    },
    /// The place of a rule, whose id is not written as those of rules are.
    BadRuleId {
        /// The id.
        id: String,
    },
    /// A rule that stands twice on a page.
    RepeatedRule {
        /// Its id.
        id: String,
    },
    /// A picture in Markdown.
    Picture,
    /// A comment of HTML, which would be published as text.
    Comment,
    /// A link to an entry with a `|` and no words behind it, which nobody could see.
    NoWords,
    /// A row of a table with more cells than its head, of which the last ones would be dropped.
    SurplusCells {
        /// How many the head has.
        columns: usize,
        /// How many the row has.
        cells: usize,
    },
    /// An icon that does not exist.
    NoIcon {
        /// Its id.
        id: String,
    },
    /// An icon without a known artist.
    NoArtist {
        /// Its id.
        icon: String,
    },
    /// A display face that no file provides.
    NoDisplayFace {
        /// Name of the family.
        family: String,
    },
    /// Words of the glossary whose target does not exist.
    DeadWord {
        /// The words.
        words: Vec<String>,
        /// The kind of what they lead to.
        kind: String,
        /// Its id.
        id: String,
    },
    /// Something that does not exist is said to use an entry.
    MissingUser {
        /// Its kind.
        kind: String,
        /// Its id.
        id: String,
    },
    /// A file to print that is not inside the output folder.
    OutsideOutput {
        /// Its path.
        path: String,
    },
    /// Two pages of one address.
    RepeatedAddress {
        /// The address.
        path: String,
    },
}

impl fmt::Display for LinkFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { kind, id } => write!(f, "there is no {kind} `{id}`"),
            Self::NoKind { link } => {
                write!(f, "the link `{link}` has no kind; write `kind:id`")
            }
            Self::UnknownKind { kind } => write!(f, "`{kind}` is not a kind of thing that a link can name"),
            Self::Unclosed => f.write_str(
                "this link does not end here: `]]` is missing, or the backslash in front of a `|` in a table",
            ),
            Self::BadAddress { to } => {
                write!(f, "a link may lead to http, https, mailto, a chapter or a heading, not to `{to}`")
            }
            Self::NoHeading { id, is_here: true } => write!(f, "there is no heading or rule `{id}` on this page"),
            Self::NoHeading { id, is_here: false } => write!(f, "there is no heading or rule `{id}` in that chapter"),
            Self::BadRuleId { id } => {
                write!(f, "`{id}` is not a rule ID: use capitals and digits in groups, as in `AB-REACT-02`")
            }
            Self::RepeatedRule { id } => write!(f, "the rule `{id}` is already on this page"),
            Self::Picture => f.write_str("pictures in Markdown are not part of the site"),
            Self::Comment => f.write_str("every reader could see this HTML comment"),
            Self::NoWords => f.write_str("this link has no words after its `|`, so nobody could see it"),
            Self::SurplusCells { columns, cells } => {
                write!(
                    f,
                    "this row has {cells} cells, but the head of the table has {columns}: the others would be lost"
                )
            }
            Self::NoIcon { id } => write!(f, "there is no icon `{id}`"),
            Self::NoArtist { icon } => write!(f, "the icon `{icon}` has no artist in the credits"),
            Self::NoDisplayFace { family } => write!(f, "the site has no display face `{family}`"),
            Self::DeadWord { words, kind, id } => {
                write!(f, "the word `{}` leads to {kind} `{id}`, which does not exist", words.join("`, `"))
            }
            Self::MissingUser { kind, id } => write!(f, "there is no {kind} `{id}`, which is said to use this"),
            Self::OutsideOutput { path } => write!(f, "`{path}` is not a path inside the output folder"),
            Self::RepeatedAddress { path } => write!(f, "two pages have the address `{path}`"),
        }
    }
}

impl LinkFault {
    /// The kind and id of a target that does not exist, where it may have been misspelled.
    pub fn wanted(&self) -> Option<(&str, &str)> {
        match self {
            Self::Missing { kind, id } | Self::DeadWord { kind, id, .. } => Some((kind, id)),
            Self::NoKind { .. }
            | Self::UnknownKind { .. }
            | Self::Unclosed
            | Self::BadAddress { .. }
            | Self::NoHeading { .. }
            | Self::BadRuleId { .. }
            | Self::RepeatedRule { .. }
            | Self::Picture
            | Self::Comment
            | Self::NoWords
            | Self::SurplusCells { .. }
            | Self::NoIcon { .. }
            | Self::NoArtist { .. }
            | Self::NoDisplayFace { .. }
            | Self::MissingUser { .. }
            | Self::OutsideOutput { .. }
            | Self::RepeatedAddress { .. } => None,
        }
    }

    /// Help: the next thing to try, where there is no suggestion.
    pub const fn help(&self) -> &'static str {
        match self {
            Self::Unclosed => "close it with `]]`; in a table, write `\\|` for the `|` inside a link",
            Self::Picture => "remove the picture, or describe it in words",
            Self::Comment => "remove the comment; put private notes into a file whose name starts with a dot",
            Self::NoWords => "write words after the `|`, or remove the `|`",
            Self::SurplusCells { .. } => "add a column to the head, or write `\\|` for a `|` inside a cell",
            Self::BadAddress { .. } => {
                "write the whole address with `https://`, or the file of a chapter, such as `03-react.md`"
            }
            Self::NoHeading { .. } => "a heading gets an id with `{#my-id}` after it",
            Self::NoDisplayFace { .. } => "use one of the faces in `fonts/`",
            Self::NoIcon { .. } => "use one of the icons in `site/icons`, or remove it",
            Self::NoArtist { .. } => "name its artist in `site/icons/credits.yaml`, or use another icon",
            Self::RepeatedAddress { .. } => "give one of the two another id or name of its file",
            Self::Missing { .. }
            | Self::NoKind { .. }
            | Self::UnknownKind { .. }
            | Self::BadRuleId { .. }
            | Self::RepeatedRule { .. }
            | Self::DeadWord { .. }
            | Self::MissingUser { .. }
            | Self::OutsideOutput { .. } => {
                "links look like `[[action:strike]]`; docs/content.md lists all kinds of them"
            }
        }
    }
}
