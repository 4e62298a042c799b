//! What publishing does to a disk, step by step.
//!
//! Every change goes through [`Disk`], one system call each, so that tests can end the program, or make the disk fail,
//! at every single one.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use rayon::prelude::*;

/// The steps.
pub trait Disk: Sync {
    /// Makes one folder.
    fn make_folder(&self, path: &Path) -> io::Result<()>;
    /// Writes a new file.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Makes sure that a folder and what is in it would outlive a loss of power.
    fn sync(&self, folder: &Path) -> io::Result<()>;
    /// Moves a file or folder to a place where nothing stands.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Lets two folders change places in one step; [`io::ErrorKind::Unsupported`] where the system cannot.
    fn exchange(&self, one: &Path, other: &Path) -> io::Result<()>;
    /// Takes a file away.
    fn remove_file(&self, path: &Path) -> io::Result<()>;
    /// Takes an empty folder away.
    fn remove_folder(&self, path: &Path) -> io::Result<()>;
}

/// The disk itself.
pub struct Real;

impl Disk for Real {
    fn make_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        fs::write(path, bytes)
    }

    fn sync(&self, folder: &Path) -> io::Result<()> {
        sync(folder)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn exchange(&self, one: &Path, other: &Path) -> io::Result<()> {
        exchange(one, other)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir(path)
    }
}

/// Waits for each file of its own: one call for the whole disk would wait for whatever else is being written, a copy of
/// gigabytes for one, and stand still for minutes.
fn sync(folder: &Path) -> io::Result<()> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    let mut next = 0;
    while let Some(folder) = folders.get(next).cloned() {
        next += 1;
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() { folders.push(entry.path()) } else { files.push(entry.path()) }
        }
    }
    // Together they take about as long as the slowest of them.
    files.par_iter().try_for_each(|file| File::open(file)?.sync_data())?;
    if cfg!(unix) { folders.iter().try_for_each(|folder| File::open(folder)?.sync_all()) } else { Ok(()) }
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;

    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).map_err(|error| match error {
        // What kernels and file systems answer that do not know how.
        Errno::INVAL | Errno::NOSYS | Errno::NOTSUP => io::ErrorKind::Unsupported.into(),
        error => error.into(),
    })
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
