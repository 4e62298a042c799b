//! Reading one file: regular files only, up to a limit.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use super::{Stop, io_stop};
use makeready_content::limits::LARGEST_FILE;

/// Why a file was not read.
#[derive(Debug)]
pub enum Unread {
    /// It is a folder, a pipe, a device or a socket: reading it could take forever.
    NotAFile,
    /// It is longer than it may be.
    TooLarge,
    /// Reading failed.
    Io(io::Error),
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The bytes of a file, of `most` at most.
///
/// # Errors
/// See [`Unread`].
pub fn read(path: &Path, most: usize) -> Result<Vec<u8>, Unread> {
    // Tested before it is opened: opening a pipe waits for a writer.
    if !path.metadata()?.is_file() {
        return Err(Unread::NotAFile);
    }
    let mut bytes = Vec::new();
    // A file may grow while it is read, and some special files report a length of 0 and never end.
    File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most { Err(Unread::TooLarge) } else { Ok(bytes) }
}

/// The text of a file that stands in no content folder, or a stop.
///
/// # Errors
/// When it cannot be read, or is larger than content files may be.
pub fn text(path: &Path) -> Result<String, Stop> {
    let text = read(path, LARGEST_FILE).and_then(|bytes| Ok(String::from_utf8(bytes).map_err(io::Error::other)?));
    text.map_err(|unread| match unread {
        Unread::Io(error) => io_stop("read", path, &error),
        Unread::NotAFile => io_stop("read", path, &io::Error::other("it is no file")),
        Unread::TooLarge => io_stop("read", path, &io::Error::other(format!("it has more than {LARGEST_FILE} bytes"))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_and_folders_are_not_read() {
        for path in ["/dev/zero", "/dev/null", "/", "/dev"] {
            assert!(matches!(read(Path::new(path), 1), Err(Unread::NotAFile)), "{path}");
        }
        assert!(matches!(read(Path::new("/no/such/file"), 1), Err(Unread::Io(_))));
    }
}
