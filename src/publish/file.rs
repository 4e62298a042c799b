//! Writing single files where a user wants them.
//!
//! It writes through links, and into devices and pipes. A file is replaced in one step, so that
//! no reader ever sees a half of it, and only if it is ours: empty, the same as what is to be written, or sealed and not
//! changed since. Nothing is written before all files of a set are known to be replaceable.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use makeready_jobs::seal;

/// Why a file was not written.
#[derive(Debug)]
pub enum FileError {
    /// It exists, and is not ours or was changed since it was written.
    NotOurs(PathBuf),
    /// Two files would have this path: one of them would be lost.
    Twice(PathBuf),
    /// Reading or writing failed.
    Io(PathBuf, io::Error),
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotOurs(path) => write!(
                f,
                "{} already exists, and makeready did not make it or you changed it since; --force replaces it",
                path.display()
            ),
            Self::Twice(path) => super::write_twice(f, path),
            Self::Io(path, error) => write!(f, "could not write {}: {error}", path.display()),
        }
    }
}

/// Writes files, each in one step.
///
/// # Errors
/// An error for each file that must not be replaced, and nothing is written; or the one at which writing failed.
pub fn write<B: AsRef<[u8]>>(files: &[(PathBuf, B)], is_forced: bool) -> Result<(), Vec<FileError>> {
    let mut targets = Vec::new();
    let mut faults = Vec::new();
    let mut paths = BTreeSet::new();
    faults.extend(files.iter().filter(|(path, _)| !paths.insert(path)).map(|(path, _)| FileError::Twice(path.clone())));
    for (path, bytes) in files {
        let bytes = bytes.as_ref();
        match Target::of(path, bytes, is_forced) {
            Ok(target) => targets.push((target, path, bytes)),
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    for (target, path, bytes) in targets {
        target.write(bytes).map_err(|error| vec![FileError::Io(path.clone(), error)])?;
    }
    Ok(())
}

/// What became of files that an earlier run has written and that are not written any more.
#[derive(Debug, Default)]
pub struct Removed {
    /// So many are gone.
    pub gone: usize,
    /// Makeready did not make these, or they were changed since: they stay.
    pub left: Vec<PathBuf>,
}

/// Removes the files of a folder with this ending that are ours, unchanged, and none of these.
///
/// # Errors
/// When the folder cannot be read, or a file cannot be removed.
pub fn remove_others(folder: &Path, ending: &str, stays: &BTreeSet<OsString>) -> Result<Removed, FileError> {
    let fail = |path: &Path| {
        let path = path.to_path_buf();
        move |error| FileError::Io(path, error)
    };
    let mut removed = Removed::default();
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>).map_err(fail(folder))?;
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    for path in paths {
        let has_ending = path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending));
        if !has_ending || path.file_name().is_some_and(|name| stays.contains(name)) {
            continue;
        }
        // What a link leads to may be anybody's, and so may the link.
        let is_file = fs::symlink_metadata(&path).map_err(fail(&path))?.is_file();
        if is_file && seal::is_intact(&fs::read(&path).map_err(fail(&path))?) {
            fs::remove_file(&path).map_err(fail(&path))?;
            removed.gone += 1;
        } else {
            removed.left.push(path);
        }
    }
    Ok(removed)
}

/// The target of the bytes of a file.
enum Target {
    /// A stream: a device, a pipe, a descriptor of this process.
    Stream(PathBuf),
    /// A file, links followed, which may exist or not.
    File(PathBuf),
    /// A file that already has these bytes.
    Finished,
}

impl Target {
    fn of(path: &Path, bytes: &[u8], is_forced: bool) -> Result<Self, FileError> {
        let fail = |error| FileError::Io(path.to_path_buf(), error);
        if is_descriptor(path) {
            return Ok(Self::Stream(path.to_path_buf()));
        }
        let found = match fs::metadata(path) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self::File(behind_links(path).map_err(fail)?));
            }
            Err(error) => return Err(fail(error)),
        };
        if found.is_dir() {
            return Err(fail(io::ErrorKind::IsADirectory.into()));
        }
        if !found.is_file() {
            return Ok(Self::Stream(path.to_path_buf()));
        }
        if !is_forced && found.len() > 0 {
            let there = fs::read(path).map_err(fail)?;
            if there == bytes {
                return Ok(Self::Finished);
            }
            if !seal::is_intact(&there) {
                return Err(FileError::NotOurs(path.to_path_buf()));
            }
        }
        // A write-protected file is not replaced either, though its folder would allow it.
        OpenOptions::new().append(true).open(path).map_err(fail)?;
        Ok(Self::File(fs::canonicalize(path).map_err(fail)?))
    }

    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Finished => Ok(()),
            Self::Stream(path) => {
                let written = OpenOptions::new().append(true).open(path)?.write_all(bytes);
                // The reader of the pipe has closed it.
                written.or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
            }
            Self::File(path) => replace(path, bytes),
        }
    }
}

/// Whether a path names a descriptor that the caller opened for this program.
fn is_descriptor(path: &Path) -> bool {
    let folders = ["/dev/fd", "/proc/self/fd"];
    let names = ["/dev/stdin", "/dev/stdout", "/dev/stderr"];
    names.iter().any(|name| path == Path::new(name))
        || folders.iter().any(|folder| path.parent() == Some(Path::new(folder)))
}

/// The path at which a missing file is created: a link may lead elsewhere.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows (`MAXSYMLINKS`).
    const MOST_LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or_else(|| Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("these links lead in a circle"))
}

/// Writes a temporary file beside the target, then renames it.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    fs::create_dir_all(folder)?;
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".makeready-");
    sweep(folder, &prefix)?;
    let mut name = prefix;
    name.push(std::process::id().to_string());
    let temporary = folder.join(name);
    let written = write_new(&temporary, bytes, path).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The error is reported; a partial temporary file is of no use.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write_new(temporary: &Path, bytes: &[u8], like: &Path) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(temporary)?;
    // Where files cannot be locked, none are swept either.
    let _ = file.try_lock();
    if let Ok(found) = fs::metadata(like) {
        file.set_permissions(found.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}

/// Removes temporary files of killed runs: those still being written are locked.
fn sweep(folder: &Path, prefix: &OsString) -> io::Result<()> {
    let prefix = prefix.as_encoded_bytes();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let number = name.as_encoded_bytes().strip_prefix(prefix);
        let is_ours = number.is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit));
        if is_ours && entry.file_type()?.is_file() && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
