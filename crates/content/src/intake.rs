//! Taking files in: of all that a folder holds, those that Deckle reads, within the limits of content.
//!
//! **In** files one after another, each with its path and its bytes, wherever they come from. **Out** [`Sources`], in which a file
//! that could not be taken is a [`FileFault`]. Nothing here touches a disk.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::code::Code;
use crate::icons::is_icon;
use crate::limits::{LARGEST_FILE, LARGEST_FOLDER, LARGEST_FONT, LARGEST_PICTURE, LARGEST_PICTURES, MOST_FILES};
use crate::picture::is_picture;
use crate::source::{FileFault, SourceFile, Sources};
use crate::typeface::{is_font, is_of_fonts};

/// Files being taken in.
#[derive(Debug, Default)]
pub struct Intake {
    files: Vec<SourceFile>,
    /// Fonts and pictures of games, by path.
    binary: BTreeMap<String, Arc<[u8]>>,
    faults: BTreeMap<String, FileFault>,
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
        if self.files.len() == MOST_FILES {
            let message = format!("the content folder has more than {MOST_FILES} files");
            let help = "put several entries into one file, or make several content folders of it";
            self.overflow(path, shown, Code::TooManyFiles, &message, help);
        }
        !self.is_full
    }

    /// Takes a file.
    pub fn take(&mut self, path: &str, shown: &str, bytes: Vec<u8>) {
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
                    format!("up to here the pictures of the content folder have more than {LARGEST_PICTURES} bytes");
                self.overflow(path, shown, Code::TooLarge, &message, "make them smaller, or take some out");
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
                self.binary.insert(path.to_owned(), bytes.into());
            }
        }
    }

    fn take_text(&mut self, path: &str, shown: &str, bytes: Vec<u8>) {
        self.bytes += bytes.len();
        if self.bytes > LARGEST_FOLDER {
            let message = format!("up to here the files of the content folder have more than {LARGEST_FOLDER} bytes");
            self.overflow(path, shown, Code::TooLarge, &message, "make several content folders of it");
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

    /// Reports a file that is larger than it may be.
    pub fn refuse_large(&mut self, path: &str, shown: &str) {
        let message = format!("this file has more than {} bytes", most(path));
        self.fault(path, shown, Code::TooLarge, &message, Format::of(path).help());
    }

    /// Reports something that cannot be taken as a file: it is listed among the files without text.
    pub fn fault(&mut self, path: &str, shown: &str, code: Code, message: &str, help: &str) {
        let fault = FileFault { code, message: message.to_owned(), help: help.to_owned(), at: 0 };
        self.faults.insert(path.to_owned(), fault);
        self.push(path, shown, String::new());
    }

    /// Reports the first thing that exceeds a limit of content folders.
    pub fn overflow(&mut self, path: &str, shown: &str, code: Code, message: &str, help: &str) {
        self.is_full = true;
        self.fault(path, shown, code, message, help);
    }

    fn push(&mut self, path: &str, shown: &str, text: String) {
        self.files.push(SourceFile { path: path.to_owned(), shown: shown.to_owned(), text });
    }

    /// Lets a file go again, in whose place another is taken.
    pub fn leave_out(&mut self, path: &str) {
        self.files.retain(|file| file.path != path);
        self.faults.remove(path);
    }

    /// All that was taken.
    pub fn into_sources(self) -> Sources {
        Sources::new(self.files).with_faults(self.faults).with_bytes(self.binary)
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
            Self::Font => "take a font with fewer characters",
            Self::Picture => "make it smaller: a card shows no more than 1,800 pixels across",
        }
    }
}
