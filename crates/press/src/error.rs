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
        /// Card, sheet or handout.
        subject: String,
        /// The text that it is in.
        text: String,
        /// The font requested.
        font: String,
    },
    /// A word is wider than its page.
    TooWide {
        /// Card, sheet or handout.
        subject: String,
        /// The text.
        text: String,
        /// By how much.
        over: Mm,
    },
    /// A name or label does not fit its place.
    TooLong {
        /// Card, sheet or handout.
        subject: String,
        /// The text.
        text: String,
        /// By how much.
        over: Mm,
    },
    /// A part can be neither shrunk enough nor divided.
    TooTall {
        /// Card, sheet or handout.
        subject: String,
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
}

impl PressError {
    /// Whether nothing that an author writes may lead to it: it is a fault of a template, or of the program.
    pub const fn is_internal(&self) -> bool {
        match self {
            Self::Typeset { .. } | Self::Pdf(_) | Self::Picture(_) => true,
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
                write!(f, "a page of {page} has no room for a book, which takes {least} at least")
            }
            Self::Pdf(message) => write!(f, "the PDF could not be written: {message}"),
            Self::Picture(message) => write!(f, "the picture could not be encoded: {message}"),
        }
    }
}

impl std::error::Error for PressError {}

impl From<ImposeError> for PressError {
    fn from(error: ImposeError) -> Self {
        Self::Impose(error)
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
                write!(f, "{id}: {over} too high, set at {percent} % ({field} takes most room)")
            }
            Self::Continued { id, field, over, cut, parts } => {
                write!(
                    f,
                    "{id}: {over} too high, goes on over {parts} cards from {field}; some {cut} characters less would fit one"
                )
            }
            Self::Flowed { id, field, over, places } => {
                write!(f, "{id}: {over} too high for one place, takes {places} ({field} takes most room)")
            }
            Self::BleedReduced { wanted, used } => write!(
                f,
                "a bleed of {wanted} does not fit beside each other; used {} at the sides and {} \
                 above and below",
                used.width, used.height
            ),
            Self::SharedCuts { is_across, is_down } => {
                let which = match (is_across, is_down) {
                    (true, true) => "cards",
                    (true, false) => "cards side by side",
                    (false, _) => "cards above each other",
                };
                write!(f, "{which} share their cuts, since there is no room for gutters of 2 mm between them")
            }
            Self::NoRoomForMarks => {
                write!(f, "some cuts have no crop marks, since the bleed takes all of the margin")
            }
            Self::MarksNearEdge => {
                write!(
                    f,
                    "some crop marks are less than 6 mm from the edge of the paper, which a few printers do not reach"
                )
            }
            Self::NotFilled { places } => {
                write!(f, "{places} of the last sheet's places stay empty, since the blank cards take more")
            }
            Self::CreditsApart => {
                write!(f, "the margin has no room for the credits, so they stand in a place of their own")
            }
        }
    }
}
