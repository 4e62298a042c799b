//! Writing a laid out document as PDF: tagged for screen readers, validated as PDF/A-2b, and the same
//! bytes for the same document.
//!
//! **In** a [`PagedDocument`] and its title. **Out** the file's bytes. **Fails** with
//! [`PressError::Typeset`]: PDF/A validation refuses characters without a glyph, which plain PDF would
//! drop silently.

use std::collections::BTreeSet;

use typst::foundations::{Datetime, Smart};
use typst::model::DocumentInfo;
use typst_layout::{Page, PagedDocument};
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};
use xmp_writer::{LangId, XmpWriter};

use super::error::PressError;
use super::{guard, world};
use makeready_faces::credits::{Colophon, GameCredits, Used, drawn_by};

/// Written into every file, since PDF/A asks for a date and the same input must give the same bytes.
const DATE: (i32, u8, u8) = (2000, 1, 1);

/// Whether the file has the structure that screen readers follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tags {
    /// It does.
    Kept,
    /// It does not: faces for print sheets, which are half the size without it.
    Dropped,
}

/// The metadata of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Title of the document.
    pub title: String,
    /// Authors of the game.
    pub authors: Vec<String>,
    /// The credits of what it shows.
    pub subject: String,
    /// The game, and the licenses of it and the icons.
    pub keywords: Vec<String>,
    /// The license of the game; may be empty.
    pub rights: String,
    /// The language of the game, where documents are not written by Typst, which knows it.
    pub language: String,
}

impl About {
    /// A document with a title only.
    pub fn titled(title: &str) -> Self {
        Self { title: title.to_owned(), ..Self::default() }
    }

    /// A document about a game.
    pub fn of_game(title: &str, game: &GameCredits, used: &Used, colophon: &Colophon) -> Self {
        let rights = game.licence.as_ref().map_or(String::new(), |licence| match licence.url.is_empty() {
            true => licence.name.clone(),
            false => format!("{}, {}", licence.name, licence.url),
        });
        let licence = game.licence.iter().map(|licence| licence.name.clone());
        let icons: BTreeSet<String> =
            drawn_by(&used.icons).into_iter().map(|drawn| format!("icons {}", drawn.licence.name)).collect();
        let keywords = Some(game.title.clone()).into_iter().chain(licence).chain(icons);
        Self {
            title: title.to_owned(),
            authors: game.author_names().into_iter().map(str::to_owned).collect(),
            subject: colophon.phrases().join(" \u{b7} "),
            keywords: keywords.filter(|word| !word.is_empty()).collect(),
            rights,
            language: String::new(),
        }
    }

    /// As an XMP packet for print sheets; Typst writes one itself for all other documents.
    pub fn xmp(&self) -> String {
        let in_english = |text| [(None::<LangId<'_>>, text)];
        let mut xmp = XmpWriter::new();
        xmp.title(in_english(self.title.as_str()));
        if !self.authors.is_empty() {
            xmp.creator(self.authors.iter().map(String::as_str));
        }
        if !self.subject.is_empty() {
            xmp.description(in_english(self.subject.as_str()));
        }
        if !self.rights.is_empty() {
            xmp.rights(in_english(self.rights.as_str()));
        }
        if !self.keywords.is_empty() {
            xmp.pdf_keywords(&self.keywords.join(", "));
        }
        xmp.creator_tool(CREATOR).producer(CREATOR);
        xmp.finish(None)
    }

    fn write(&self, info: &mut DocumentInfo) {
        info.title = Some(self.title.as_str().into());
        info.author = self.authors.iter().map(|author| author.as_str().into()).collect();
        info.description = (!self.subject.is_empty()).then(|| self.subject.as_str().into());
        info.keywords = self.keywords.iter().map(|word| word.as_str().into()).collect();
        info.date = Smart::Custom(Datetime::from_ymd(DATE.0, DATE.1, DATE.2));
    }
}

/// Writes a document.
///
/// # Errors
/// [`PressError::Typeset`] when it breaks PDF/A-2b, [`PressError::Drawing`] when a picture in it is to blame.
pub fn export(mut document: PagedDocument, template: &str, about: &About, tags: Tags) -> Result<Vec<u8>, PressError> {
    about.write(document.info_mut());
    let options = PdfOptions {
        ident: Smart::Custom(format!("{template}: {}", about.title)),
        creator: Smart::Custom(Some(CREATOR.to_owned())),
        standards: PdfStandards::new(&[PdfStandard::A_2b])
            .map_err(|error| PressError::Pdf(error.message().to_string()))?,
        tagged: tags == Tags::Kept,
        ..PdfOptions::default()
    };
    let write = |document: &PagedDocument| {
        typst_pdf::pdf(document, &options).map_err(|errors| world::export_error(template, &errors))
    };
    let is_whole = |pages: &[Page]| std::ptr::eq(pages, document.pages());
    let pdf = guard::drawn(document.pages(), |pages| match is_whole(pages) {
        true => write(&document),
        false => {
            let mut alone = guard::document(pages);
            about.write(alone.info_mut());
            write(&alone)
        }
    })?;
    Ok(without_suspects(pdf))
}

/// Blanks an entry that says what holds without it, and that poppler 22 calls a syntax error. Nothing moves.
fn without_suspects(mut pdf: Vec<u8>) -> Vec<u8> {
    const ENTRY: &[u8] = b"/Suspects false";
    let marked = [b"/Marked true".as_slice(), ENTRY].concat();
    if let Some(at) = pdf.windows(marked.len()).rposition(|words| words == marked) {
        pdf[at + marked.len() - ENTRY.len()..at + marked.len()].fill(b' ');
    }
    pdf
}

/// The program that wrote the file.
pub const CREATOR: &str = "Makeready";
