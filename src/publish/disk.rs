//! The steps that publishing takes on a disk.
//!
//! Every change goes through [`Disk`], one system call each, so that tests can kill the program, or make the disk fail,
//! at every one of them.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

/// The steps.
pub trait Disk: Sync {
    /// Creates one folder.
    fn make_folder(&self, path: &Path) -> io::Result<()>;
    /// Writes a new file.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Gives a file a second name; [`io::ErrorKind::Unsupported`] where the system cannot.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Syncs files and folders to the disk.
    fn sync(&self, files: &[PathBuf], folders: &[PathBuf]) -> io::Result<()>;
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

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to).map_err(|error| match error.kind() {
            // Some file systems have one name for each file, or a limit.
            io::ErrorKind::PermissionDenied | io::ErrorKind::TooManyLinks | io::ErrorKind::CrossesDevices => {
                io::ErrorKind::Unsupported.into()
            }
            _ => error,
        })
    }

    fn sync(&self, files: &[PathBuf], folders: &[PathBuf]) -> io::Result<()> {
        sync(files, folders)
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

/// How many files are synced at once: whoever waits for the disk needs no core.
const SYNCED_AT_ONCE: usize = 16;

/// Syncs each file and folder by itself: one call for the whole disk would wait for whatever else is being written, such as a
/// copy of gigabytes, for minutes.
fn sync(files: &[PathBuf], folders: &[PathBuf]) -> io::Result<()> {
    each_at_once(files, |file| File::open(file)?.sync_data())?;
    if cfg!(unix) { each_at_once(folders, |folder| File::open(folder)?.sync_all()) } else { Ok(()) }
}

fn each_at_once(paths: &[PathBuf], sync: impl Fn(&PathBuf) -> io::Result<()> + Sync) -> io::Result<()> {
    let all = || paths.par_iter().try_for_each(&sync);
    // Where the system has no threads left, those that are there do it.
    match ThreadPoolBuilder::new().num_threads(SYNCED_AT_ONCE.min(paths.len()).max(1)).build() {
        Ok(pool) => pool.install(all),
        Err(_) => all(),
    }
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
