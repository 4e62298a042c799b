//! The paths of an output folder, and of the temporary ones beside it.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::PublishError;

/// An output folder, links followed.
#[derive(Debug)]
pub struct OutputPaths {
    /// The folder.
    pub out: PathBuf,
    /// Beside it, so that both are on one disk: where the new folder is prepared and the old one removed.
    pub fresh: PathBuf,
    /// Where the old folder is for a moment, on systems that cannot exchange two folders.
    pub old: PathBuf,
}

impl OutputPaths {
    /// Finds an output folder, which may not exist yet; its parents are created.
    pub fn of(out: &Path, content: &Path) -> Result<Self, PublishError> {
        if let Some(place) = Self::existing(out, content)? {
            return Ok(place);
        }
        let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
        fs::create_dir_all(parent).map_err(PublishError::io(parent))?;
        let parent = fs::canonicalize(parent).map_err(PublishError::io(parent))?;
        let name = out.file_name().ok_or_else(|| PublishError::NotAFolder(out.to_path_buf()))?;
        Ok(Self::at(&parent.join(name)))
    }

    /// Finds an existing output folder.
    pub fn existing(out: &Path, content: &Path) -> Result<Option<Self>, PublishError> {
        let real = match fs::canonicalize(out) {
            Ok(real) => real,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let is_link = fs::symlink_metadata(out).is_ok();
                return if is_link { Err(PublishError::DeadLink(out.to_path_buf())) } else { Ok(None) };
            }
            Err(error) => return Err(PublishError::Io(out.to_path_buf(), error)),
        };
        if !real.is_dir() {
            return Err(PublishError::NotAFolder(out.to_path_buf()));
        }
        match fs::canonicalize(content) {
            Ok(content) if content.starts_with(&real) => Err(PublishError::HoldsContent(out.to_path_buf())),
            Ok(_) => Ok(Some(Self::at(&real))),
            // Where there is no content folder, no output contains it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Some(Self::at(&real))),
            Err(error) => Err(PublishError::Io(content.to_path_buf(), error)),
        }
    }

    fn at(out: &Path) -> Self {
        let beside = |what: &str| {
            let mut name = OsString::from(".");
            name.push(out.file_name().unwrap_or_default());
            name.push(what);
            out.with_file_name(name)
        };
        Self { out: out.to_path_buf(), fresh: beside(".makeready-new"), old: beside(".makeready-old") }
    }

    /// A lock on the parent folder among processes that publish there, until it is dropped or the process ends, however
    /// it ends. None where the system cannot lock a folder.
    pub fn turn(&self, wait: impl FnOnce()) -> Option<File> {
        let around = File::open(self.out.parent()?).ok()?;
        match around.try_lock() {
            Ok(()) => Some(around),
            Err(TryLockError::WouldBlock) => {
                wait();
                around.lock().ok()?;
                Some(around)
            }
            Err(TryLockError::Error(_)) => None,
        }
    }
}
