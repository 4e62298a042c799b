//! Writing a laid out document as PDF: tagged for reading aloud, checked as PDF/A-2b, and the same
//! bytes for the same document.
//!
//! **In** a [`PagedDocument`] and its title. **Out** the file's bytes. **Fails** with
//! [`PressError::Typeset`]: PDF/A checking refuses characters without a glyph, which plain PDF would
//! drop in silence.

use typst::foundations::{Datetime, Smart};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

use super::error::PressError;
use super::world;

/// Written into every file, since PDF/A asks for a date and the same input must give the same bytes.
const DATE: (i32, u8, u8) = (2000, 1, 1);

/// Whether the file carries the structure that screen readers follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tags {
    /// It does.
    Kept,
    /// It does not: faces on their way to a print sheet, which are half the size without.
    Dropped,
}

/// Writes a document.
///
/// # Errors
/// [`PressError::Typeset`] when it breaks PDF/A-2b.
pub fn export(mut document: PagedDocument, template: &str, title: &str, tags: Tags) -> Result<Vec<u8>, PressError> {
    let info = document.info_mut();
    info.title = Some(title.into());
    info.date = Smart::Custom(Datetime::from_ymd(DATE.0, DATE.1, DATE.2));
    let options = PdfOptions {
        ident: Smart::Custom(format!("{template}: {title}")),
        creator: Smart::Custom(Some(CREATOR.to_owned())),
        standards: PdfStandards::new(&[PdfStandard::A_2b])
            .map_err(|error| PressError::Pdf(error.message().to_string()))?,
        tagged: tags == Tags::Kept,
        ..PdfOptions::default()
    };
    typst_pdf::pdf(&document, &options).map_err(|errors| world::export_error(template, &errors))
}

/// Who made the file.
pub const CREATOR: &str = "Deckle";
