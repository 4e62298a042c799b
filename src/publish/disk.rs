//! The steps that publishing takes on a disk.
//!
//! Every change goes through [`Disk`], one system call each, so that tests can kill the program, or make the disk fail,
//! at every one of them.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use rayon::prelude::*;

/// The steps.
pub trait Disk: Sync {
    /// Creates one folder.
    fn make_folder(&self, path: &Path) -> io::Result<()>;
    /// Writes a new file.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Syncs a folder and its files to the disk.
    fn sync(&self, folder: &Path) -> io::Result<()>;
    /// Moves a file or folder to a path where nothing exists.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Exchanges two folders in one step; [`io::ErrorKind::Unsupported`] where the system cannot.
    fn exchange(&self, one: &Path, other: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove_file(&self, path: &Path) -> io::Result<()>;
    /// Removes an empty folder.
    fn remove_folder(&self, path: &Path) -> io::Result<()>;
}

/// The real disk.
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

/// Syncs each file by itself: one call for the whole disk would wait for whatever else is being written, such as a copy of
/// gigabytes, for minutes.
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
    // In parallel they take about as long as the slowest.
    files.par_iter().try_for_each(|file| File::open(file)?.sync_data())?;
    if cfg!(unix) { folders.iter().try_for_each(|folder| File::open(folder)?.sync_all()) } else { Ok(()) }
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;

    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).map_err(|error| match error {
        // The errors of kernels and file systems without support for it.
        Errno::INVAL | Errno::NOSYS | Errno::NOTSUP => io::ErrorKind::Unsupported.into(),
        error => error.into(),
    })
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
