//! Taking files in: of all that a folder holds, those that Makeready reads, within the limits of content.
//!
//! **In** files one after another, each with its path and its bytes, wherever they come from. **Out** [`Sources`], in which a file
//! that could not be taken is a [`FileFault`]. Nothing here touches a disk. A letter that a path writes as several characters, as file systems
//! of Apple do, becomes one, as in texts: a text names the file however either is written. What is shown stays as it was.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::code::Code;
use crate::icons::is_icon;
use crate::limits::{LARGEST_FILE, LARGEST_FOLDER, LARGEST_FONT, LARGEST_PICTURE, LARGEST_PICTURES, MOST_FILES};
use crate::picture::{Proof, as_shown, is_picture};
use crate::source::{FileFault, SourceFile, Sources};
use crate::typeface::{is_font, is_of_fonts};

/// The most files that are noted although they are not read.
const MOST_OVERLOOKED: usize = 1_000;

/// Files being taken in.
#[derive(Debug, Default)]
pub struct Intake {
    files: Vec<SourceFile>,
    /// Fonts and pictures of games, by path.
    binary: BTreeMap<String, Arc<[u8]>>,
    faults: BTreeMap<String, FileFault>,
    /// Files that are not read, although they may have been meant to be, by path.
    overlooked: BTreeSet<String>,
    /// How many bytes of pictures were taken so far.
    pictures: usize,
    /// How many bytes of text were taken so far.
    bytes: usize,
    is_full: bool,
}

impl Intake {
    /// Whether there is more than a content folder may hold. The rest is not taken.
    pub const fn is_full(&self) -> bool {
        self.is_full
    }

    /// Whether there is room for a file more; if not, that is reported at its path.
    pub fn has_room(&mut self, path: &str, shown: &str) -> bool {
        if self.files.len() - self.overlooked.len() >= MOST_FILES {
            let message = format!("the content folder has more than {MOST_FILES} files");
            let help = "put several entries into one file, or divide the content into several folders";
            self.overflow(path, shown, Code::TooManyFiles, &message, help);
        }
        !self.is_full
    }

    /// Takes a file.
    pub fn take(&mut self, path: &str, shown: &str, bytes: Vec<u8>) {
        let path = &self.composed(path);
        if !self.has_room(path, shown) {
            return;
        }
        if bytes.len() > most(path) {
            self.refuse_large(path, shown);
            return;
        }
        let format = Format::of(path);
        if matches!(format, Format::Picture) {
            self.pictures += bytes.len();
            if self.pictures > LARGEST_PICTURES {
                let message =
                    format!("the pictures of the content folder have more than {LARGEST_PICTURES} bytes together");
                self.overflow(path, shown, Code::TooLarge, &message, "make them smaller, or remove some");
                return;
            }
        }
        match format {
            Format::Text => self.take_text(path, shown, bytes),
            Format::Font | Format::Picture => {
                // Findings in drawings show where; all else is no text.
                let is_drawing = matches!(format, Format::Picture) && path.to_lowercase().ends_with(".svg");
                let text = std::str::from_utf8(&bytes).ok().filter(|_| is_drawing).unwrap_or_default().to_owned();
                self.push(path, shown, text);
                // From here on nobody has what cameras note in pictures: not prints, not pages, not workshops.
                let is_picture = matches!(format, Format::Picture);
                let bytes = Some(&bytes).filter(|_| is_picture).and_then(|bytes| as_shown(bytes)).unwrap_or(bytes);
                self.binary.insert(path.to_owned(), bytes.into());
            }
        }
    }

    fn take_text(&mut self, path: &str, shown: &str, bytes: Vec<u8>) {
        self.bytes += bytes.len();
        if self.bytes > LARGEST_FOLDER {
            let message = format!("the files of the content folder have more than {LARGEST_FOLDER} bytes together");
            self.overflow(path, shown, Code::TooLarge, &message, "divide it into several content folders");
            return;
        }
        let text = String::from_utf8(bytes).unwrap_or_else(|error| {
            let fault = FileFault {
                code: Code::NotUtf8,
                message: "this file is not UTF-8 from here on".to_owned(),
                help: "save it as UTF-8 in your editor".to_owned(),
                at: error.utf8_error().valid_up_to(),
            };
            self.faults.insert(path.to_owned(), fault);
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        });
        self.push(path, shown, text);
    }

    /// Notes a file that is not read, although it may have been meant to be. Nobody needs to hear of more than a thousand.
    pub fn overlook(&mut self, path: &str, shown: &str) {
        let path = &self.composed(path);
        if self.overlooked.len() < MOST_OVERLOOKED && self.files.len() < MOST_FILES {
            self.overlooked.insert(path.to_owned());
            self.push(path, shown, String::new());
        }
    }

    /// Reports a file that is larger than it may be.
    pub fn refuse_large(&mut self, path: &str, shown: &str) {
        let message = format!("this file has more than {} bytes", most(path));
        self.fault(path, shown, Code::TooLarge, &message, Format::of(path).help());
    }

    /// Reports something that cannot be taken as a file: it is listed among the files without text.
    pub fn fault(&mut self, path: &str, shown: &str, code: Code, message: &str, help: &str) {
        let path = &self.composed(path);
        let fault = FileFault { code, message: message.to_owned(), help: help.to_owned(), at: 0 };
        self.faults.insert(path.to_owned(), fault);
        self.push(path, shown, String::new());
    }

    /// Reports the first thing that exceeds a limit of content folders.
    pub fn overflow(&mut self, path: &str, shown: &str, code: Code, message: &str, help: &str) {
        self.is_full = true;
        self.fault(path, shown, code, message, help);
    }

    /// A path with letters of one character each. Of two files whose names only differ in that, the second keeps the other spelling.
    fn composed(&self, path: &str) -> String {
        if path.is_ascii() {
            return path.to_owned();
        }
        let composed = if is_nfc(path) { path.to_owned() } else { path.nfc().collect() };
        let is_taken = self.files.iter().any(|file| file.path == composed);
        if is_taken { path.nfd().collect() } else { composed }
    }

    fn push(&mut self, path: &str, shown: &str, text: String) {
        self.files.push(SourceFile { path: path.to_owned(), shown: shown.to_owned(), text });
    }

    /// Lets a file go again, in whose place another is taken.
    pub fn leave_out(&mut self, path: &str) {
        let path: &str = &path.nfc().collect::<String>();
        self.files.retain(|file| file.path != path);
        self.faults.remove(path);
    }

    /// Returns the collected files. `proof` is the test print of pictures and fonts, for callers that print.
    pub fn into_sources(self, proof: Option<Proof>) -> Sources {
        let sources = Sources::new(self.files).with_faults(self.faults).with_bytes(self.binary);
        sources.with_overlooked(self.overlooked).with_proof(proof)
    }
}

/// Whether a file at this path within a content folder is read.
pub fn is_read(path: &str) -> bool {
    let lower = path.to_lowercase();
    let is_text = [".yaml", ".yml", ".md"].iter().any(|ending| lower.ends_with(ending));
    is_text || is_of_fonts(path) || is_picture(path) || is_icon(path)
}

/// The most bytes of a file at this path.
pub fn most(path: &str) -> usize {
    match Format::of(path) {
        Format::Text => LARGEST_FILE,
        Format::Font => LARGEST_FONT,
        Format::Picture => LARGEST_PICTURE,
    }
}

/// How a file is read.
#[derive(Clone, Copy)]
enum Format {
    Text,
    Font,
    Picture,
}

impl Format {
    /// Of the file at a path within a content folder.
    fn of(path: &str) -> Self {
        if is_of_fonts(path) && is_font(path) {
            Self::Font
        } else if is_picture(path) || is_icon(path) {
            Self::Picture
        } else {
            Self::Text
        }
    }

    /// What to do about one that is too large.
    const fn help(self) -> &'static str {
        match self {
            Self::Text => "split it into several files",
            Self::Font => "use a font with fewer characters",
            Self::Picture => "make it smaller: a card shows no more than 1,800 pixels across",
        }
    }
}
