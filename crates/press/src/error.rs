//! Errors of the press, and notes on a successful print.

use std::fmt;

use super::impose::ImposeError;
use super::length::{Mm, Size};

/// Why nothing could be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PressError {
    /// There is no card, sheet or handout.
    NothingToPrint,
    /// Cards do not fit on the paper.
    Impose(ImposeError),
    /// A template, or the data for it, is faulty.
    Typeset {
        /// The template.
        template: String,
        /// The messages of Typst, one line each, with line numbers and hints.
        messages: Vec<String>,
    },
    /// No embedded font has this character.
    MissingGlyph {
        /// What it is in.
        subject: Subject,
        /// The text that it is in.
        text: String,
        /// The font requested.
        font: String,
    },
    /// A word is wider than its page.
    TooWide {
        /// What it is in.
        subject: Subject,
        /// The text.
        text: String,
        /// By how much.
        over: Mm,
    },
    /// A name or label does not fit its place.
    TooLong {
        /// What it is in.
        subject: Subject,
        /// The text.
        text: String,
        /// By how much.
        over: Mm,
    },
    /// A part can be neither shrunk enough nor divided.
    TooTall {
        /// What it is in.
        subject: Subject,
        /// The part of it.
        field: String,
        /// By how much it is too high at the smallest size.
        over: Mm,
    },
    /// A page has no room for a book.
    PageTooSmall {
        /// The page.
        page: Size,
        /// The least there is room on.
        least: Size,
    },
    /// A finished document could not be written or read back.
    Pdf(String),
    /// A picture could not be encoded.
    Picture(String),
    /// Several cards cannot be printed.
    Several(Vec<PressError>),
    /// What was made is not what was asked for: a card would be missing, or a file left over.
    Lost(String),
    /// A document could not be drawn.
    Drawing {
        /// The paths of the pictures that are to blame; where nobody knows, of all that are shown.
        pictures: Vec<String>,
        /// Whether they cannot be drawn by themselves either.
        is_certain: bool,
        /// Where and why what draws it failed, in its words.
        reason: String,
    },
}

impl PressError {
    /// All of these as one, in their order; none where there is none.
    pub fn all(mut errors: Vec<Self>) -> Option<Self> {
        match errors.len() {
            0 | 1 => errors.pop(),
            _ => Some(Self::Several(errors)),
        }
    }

    /// All results, or all errors among them.
    ///
    /// # Errors
    /// All errors as one, in their order.
    pub fn collected<T>(results: impl IntoIterator<Item = Result<T, Self>>) -> Result<Vec<T>, Self> {
        let (mut made, mut errors) = (Vec::new(), Vec::new());
        for result in results {
            match result {
                Ok(one) => made.push(one),
                Err(Self::Several(several)) => errors.extend(several),
                Err(error) => errors.push(error),
            }
        }
        Self::all(errors).map_or(Ok(made), Err)
    }

    /// Each by itself.
    pub fn each(&self) -> &[Self] {
        match self {
            Self::Several(errors) => errors,
            one => std::slice::from_ref(one),
        }
    }

    /// What it is about, where that is one card, sheet or handout.
    pub fn subject(&self) -> Option<&Subject> {
        self.place().map(|(subject, _)| subject)
    }

    /// The author's text that cannot be printed, as it was set.
    pub fn text(&self) -> Option<&str> {
        self.place().and_then(|(_, text)| text)
    }

    /// The subject and the text of a fault of an author.
    fn place(&self) -> Option<(&Subject, Option<&str>)> {
        match self {
            Self::MissingGlyph { subject, text, .. }
            | Self::TooWide { subject, text, .. }
            | Self::TooLong { subject, text, .. } => Some((subject, Some(text))),
            Self::TooTall { subject, .. } => Some((subject, None)),
            Self::NothingToPrint
            | Self::Impose(_)
            | Self::Typeset { .. }
            | Self::PageTooSmall { .. }
            | Self::Pdf(_)
            | Self::Picture(_)
            | Self::Several(_)
            | Self::Lost(_)
            | Self::Drawing { .. } => None,
        }
    }

    /// What an author can do about it.
    pub const fn help(&self) -> Option<&'static str> {
        Some(match self {
            Self::MissingGlyph { .. } => "write it with other characters, or add a typeface that has them",
            Self::TooWide { subject: Subject::Card(_), .. } | Self::TooLong { subject: Subject::Card(_), .. } => {
                "shorten the words, put spaces or hyphens into them, or print on larger cards, as with `--size tarot`"
            }
            Self::TooWide { .. } | Self::TooLong { .. } => "shorten the words, or put spaces or hyphens into them",
            Self::TooTall { subject: Subject::Card(_), .. } => {
                "shorten it, divide it into several parts, or print on larger cards, as with `--size tarot`"
            }
            Self::TooTall { .. } => "shorten it, divide it into several parts, or print on larger paper",
            Self::PageTooSmall { .. } => "name a larger paper",
            Self::Drawing { .. } => "save the picture again, or as PNG",
            Self::NothingToPrint
            | Self::Impose(_)
            | Self::Typeset { .. }
            | Self::Pdf(_)
            | Self::Picture(_)
            | Self::Several(_)
            | Self::Lost(_) => return None,
        })
    }

    /// Whether nothing that an author writes may lead to it: it is a fault of a template, or of the program.
    pub fn is_internal(&self) -> bool {
        match self {
            Self::Several(errors) => errors.iter().any(Self::is_internal),
            Self::Typeset { .. } | Self::Pdf(_) | Self::Picture(_) | Self::Lost(_) => true,
            Self::Drawing { pictures, .. } => pictures.is_empty(),
            Self::NothingToPrint
            | Self::Impose(_)
            | Self::MissingGlyph { .. }
            | Self::TooWide { .. }
            | Self::TooLong { .. }
            | Self::TooTall { .. }
            | Self::PageTooSmall { .. } => false,
        }
    }
}

impl fmt::Display for PressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingToPrint => write!(f, "there is nothing to print"),
            Self::Impose(error) => error.fmt(f),
            Self::Typeset { template, messages } => {
                write!(f, "{template} could not be typeset: {}", messages.join("; "))
            }
            Self::MissingGlyph { subject, text, font } => write!(
                f,
                "{subject}: the text `{text}` has a character that no embedded font can show \
                 (asked for in {font})"
            ),
            Self::TooWide { subject, text, over } => {
                write!(f, "{subject}: the text `{text}` sticks out of the page by {over}")
            }
            Self::TooLong { subject, text, over } => {
                write!(f, "{subject}: `{text}` is too long for its place by {over}, even at the smallest size")
            }
            Self::TooTall { subject, field, over } => write!(
                f,
                "{subject}: {field} is {over} too high even at the smallest size and cannot be \
                 divided"
            ),
            Self::PageTooSmall { page, least } => {
                write!(f, "a page of {page} is too small for a book, which needs at least {least}")
            }
            Self::Pdf(message) => write!(f, "the PDF could not be written: {message}"),
            Self::Picture(message) => write!(f, "the picture could not be encoded: {message}"),
            Self::Lost(message) => write!(f, "{message}"),
            Self::Several(errors) => {
                let lines: Vec<String> = errors.iter().map(Self::to_string).collect();
                write!(f, "{}", lines.join("\n"))
            }
            Self::Drawing { pictures, is_certain, reason } => {
                let named: Vec<String> = pictures.iter().map(|path| format!("`{path}`")).collect();
                let named = named.join(", ");
                match (pictures.len(), is_certain) {
                    (0, _) => write!(f, "it could not be drawn ({reason})"),
                    (1, true) => write!(f, "the picture {named} cannot be drawn ({reason})"),
                    (_, true) => write!(f, "the pictures {named} cannot be drawn ({reason})"),
                    (_, false) => {
                        write!(f, "it could not be drawn, perhaps for one of its pictures: {named} ({reason})")
                    }
                }
            }
        }
    }
}

impl std::error::Error for PressError {}

impl From<ImposeError> for PressError {
    fn from(error: ImposeError) -> Self {
        Self::Impose(error)
    }
}

/// What an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The card of this id.
    Card(String),
    /// The sheet of the person with this id.
    Sheet(String),
    /// The handout of the NPC with this id.
    Handout(String),
    /// A part that no entry stands for: `the book`, `card back`.
    Other(String),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(id) => write!(f, "card `{id}`"),
            Self::Sheet(id) => write!(f, "sheet `{id}`"),
            Self::Handout(id) => write!(f, "handout `{id}`"),
            Self::Other(words) => write!(f, "{words}"),
        }
    }
}

/// A note on a print for its reader.
#[derive(Clone, Debug, PartialEq)]
pub enum PressNote {
    /// Text was set smaller than declared.
    Shrunk {
        /// Id of the card, sheet or handout.
        id: String,
        /// The part that takes most room.
        field: String,
        /// By how much it was too high as declared.
        over: Mm,
        /// Its size in percent of the declared one.
        percent: u32,
    },
    /// A card was continued on further faces.
    Continued {
        /// Id of the card.
        id: String,
        /// The first part on the second face.
        field: String,
        /// By how much the card was too high at the smallest size.
        over: Mm,
        /// How many characters stand on the faces after the first.
        cut: usize,
        /// Number of faces.
        parts: u32,
    },
    /// A sheet or handout takes more than one page or cell.
    Flowed {
        /// Id of the sheet or handout.
        id: String,
        /// The block that takes most room.
        field: String,
        /// By how much it was too high.
        over: Mm,
        /// Pages of a sheet, or cells of a handout page, that it takes.
        places: u32,
    },
    /// The requested bleed does not fit.
    BleedReduced {
        /// The requested bleed.
        wanted: Mm,
        /// The bleed that fits: at the sides, and above and below.
        used: Size,
    },
    /// Neighbors share a cut, since a gutter would be too narrow to cut out: side by side, or above each other.
    SharedCuts {
        /// Whether those side by side do.
        is_across: bool,
        /// Whether those above each other do.
        is_down: bool,
    },
    /// Some cuts could not be marked; `--paper` or the printer margin leaves no room.
    NoRoomForMarks,
    /// Crop marks are nearer to the edge of the paper than some printers reach.
    MarksNearEdge,
    /// Some places of the last sheet stay empty, since every card to fill them with takes more.
    NotFilled {
        /// How many.
        places: usize,
    },
    /// The credits are on a card, block or handout of their own.
    CreditsApart,
}

impl PressNote {
    /// Whether `--strict` turns it into an error: text that was shrunk or continued elsewhere.
    pub const fn is_about_fit(&self) -> bool {
        match self {
            Self::Shrunk { .. } | Self::Continued { .. } | Self::Flowed { .. } => true,
            Self::BleedReduced { .. }
            | Self::SharedCuts { .. }
            | Self::NoRoomForMarks
            | Self::MarksNearEdge
            | Self::NotFilled { .. }
            | Self::CreditsApart => false,
        }
    }

    /// Id of the card, sheet or handout that it is about.
    pub fn subject(&self) -> Option<&str> {
        match self {
            Self::Shrunk { id, .. } | Self::Continued { id, .. } | Self::Flowed { id, .. } => Some(id),
            Self::BleedReduced { .. }
            | Self::SharedCuts { .. }
            | Self::NoRoomForMarks
            | Self::MarksNearEdge
            | Self::NotFilled { .. }
            | Self::CreditsApart => None,
        }
    }
}

impl fmt::Display for PressNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shrunk { id, field, over, percent } => {
                write!(f, "{id}: {over} too high, shrunk to {percent} % ({field} needs most space)")
            }
            Self::Continued { id, field, over, cut, parts } => {
                write!(
                    f,
                    "{id}: {over} too high, continues on {parts} faces from {field}; about {cut} fewer characters \
                     would fit on one"
                )
            }
            Self::Flowed { id, field, over, places } => {
                write!(f, "{id}: {over} too high for one place, needs {places} ({field} needs most space)")
            }
            Self::BleedReduced { wanted, used } => write!(
                f,
                "a bleed of {wanted} does not fit between the cards; used {} at the sides and {} above and below",
                used.width, used.height
            ),
            Self::SharedCuts { is_across, is_down } => {
                let which = match (is_across, is_down) {
                    (true, true) => "cards",
                    (true, false) => "cards side by side",
                    (false, _) => "cards above each other",
                };
                write!(f, "{which} share their cuts, because there is no space for gutters of 2 mm between them")
            }
            Self::NoRoomForMarks => {
                write!(f, "some cuts have no crop marks, because the bleed fills the margin")
            }
            Self::MarksNearEdge => {
                write!(
                    f,
                    "some crop marks are less than 4.2 mm from the edge of the paper, which some printers do not reach"
                )
            }
            Self::NotFilled { places } => {
                write!(f, "{places} of the last sheet's places stay empty, because the blank cards need more space")
            }
            Self::CreditsApart => {
                write!(f, "the margin has no space for the credits, so they get a place of their own")
            }
        }
    }
}
