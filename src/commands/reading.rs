//! Reading one file: only what is one, and no more of it than content may have.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use deckle_content::limits::LARGEST_FILE;

/// Why a file was not read.
#[derive(Debug)]
pub enum Unread {
    /// It is a folder, a pipe, a device or a socket: reading it could last for ever.
    NotAFile,
    /// It goes on behind [`LARGEST_FILE`] bytes.
    TooLarge,
    /// The system says no.
    Io(io::Error),
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The bytes of a file.
///
/// # Errors
/// See [`Unread`].
pub fn read(path: &Path) -> Result<Vec<u8>, Unread> {
    // Asked before it is opened: opening a pipe waits for somebody to write into it.
    if !path.metadata()?.is_file() {
        return Err(Unread::NotAFile);
    }
    let most = LARGEST_FILE as u64;
    let mut bytes = Vec::new();
    // A file may grow while it is read, and some have no end although they are said to be empty.
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() > LARGEST_FILE { Err(Unread::TooLarge) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_and_folders_are_not_read() {
        for path in ["/dev/zero", "/dev/null", "/", "/dev"] {
            assert!(matches!(read(Path::new(path)), Err(Unread::NotAFile)), "{path}");
        }
        assert!(matches!(read(Path::new("/no/such/file")), Err(Unread::Io(_))));
    }
}
