//! Characters in files outside every content folder: each names its system.

use std::io;
use std::path::Path;

use super::folder::{ContentPath, is_within_system, locate};
use super::reading::{Unread, read};
use super::{ContentArgs, Stop, USAGE, io_stop, say};
use deckle_content::limits::LARGEST_FILE;
use deckle_content::source::SourceFile;
use deckle_content::system_of;

/// A character's file.
pub enum CharacterFile {
    /// In a content folder.
    Within(ContentPath),
    /// Somewhere else: its text, and the id of its system.
    Loose(SourceFile, String),
}

impl CharacterFile {
    /// Its path in a content folder, if it is in one.
    pub const fn within(&self) -> Option<&ContentPath> {
        match self {
            Self::Within(place) => Some(place),
            Self::Loose(..) => None,
        }
    }

    /// The id of its system.
    pub fn system(&self) -> &str {
        match self {
            Self::Within(place) => &place.system,
            Self::Loose(_, system) => system,
        }
    }

    /// Its path in messages.
    pub fn shown(&self) -> &str {
        match self {
            Self::Within(place) => &place.path,
            Self::Loose(file, _) => &file.shown,
        }
    }
}

/// Finds a character's file, inside or outside a content folder.
pub fn character_file(path: &Path, args: &ContentArgs) -> Result<CharacterFile, Stop> {
    if is_within_system(path)? {
        return locate(path, args).map(CharacterFile::Within);
    }
    let text = read(path).and_then(|bytes| Ok(String::from_utf8(bytes).map_err(io::Error::other)?));
    let text = text.map_err(|unread| match unread {
        Unread::Io(error) => io_stop("read", path, &error),
        Unread::NotAFile => io_stop("read", path, &io::Error::other("it is no file")),
        Unread::TooLarge => io_stop("read", path, &io::Error::other(format!("it has more than {LARGEST_FILE} bytes"))),
    })?;
    let shown = path.display().to_string();
    let file = SourceFile { path: shown.clone(), shown, text };
    match system_of(&file.text) {
        Some(system) => Ok(CharacterFile::Loose(file, system)),
        None => {
            say(&format!(
                "error: {} stands in no system: no folder above it has a system.yaml, and the file has no line `system: ID`",
                path.display()
            ));
            Err(Stop(USAGE))
        }
    }
}
