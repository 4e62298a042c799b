//! The output before the last, kept as the beginning of the next one.
//!
//! Most of what a build writes is what stands there already, and most of the time of publishing went into thousands of links and
//! folders that were made and removed again. So the folder that a build replaces is not removed but kept: the next build changes
//! of it what is different. Its files are second names of those of the output, or were replaced there since.
//!
//! Until it has become the new folder, a spare has a manifest that lists what is in it, whenever this is interrupted.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::disk::Disk;
use super::manifest::{MANIFEST, Manifest};
use super::standing::Standing;
use super::swap::{around, by_depth};

/// Where a spare is kept: on the disk of the output, in a folder that the program may write.
#[derive(Clone, Debug)]
pub struct Spare {
    /// The folder.
    pub folder: PathBuf,
    /// Where its next manifest is made ready.
    pub manifest: PathBuf,
}

impl Spare {
    /// Within a folder of the program's own. Two builds may be at it at once, so the manifest is named after the process: what is
    /// left of a killed one goes with other unfinished files.
    pub fn within(around: &Path) -> Self {
        Self { folder: around.join("output"), manifest: around.join(format!("begun-{}-output", std::process::id())) }
    }

    /// Makes of the spare the beginning of the new folder: its manifest, those of its folders that there are, and the files that
    /// have a name in `out` too and are the `same` there. None where there is no spare, or a folder of that name is not one.
    ///
    /// # Errors
    /// Where the disk fails. What is left has a manifest that lists it.
    pub fn begin(
        &self,
        disk: &dyn Disk,
        fresh: &Path,
        out: &Path,
        same: &BTreeSet<&str>,
        new: &New<'_>,
    ) -> io::Result<Option<Begun>> {
        if !fs::symlink_metadata(&self.folder).is_ok_and(|found| found.is_dir()) {
            return Ok(None);
        }
        // On another disk, or taken by another build just now.
        if disk.rename(&self.folder, fresh).is_err() {
            return Ok(None);
        }
        let standing = Manifest::read(fresh).and_then(|listed| Standing::of(fresh, &listed).ok());
        let Some(standing) = standing.filter(|found| found.foreign.is_empty()) else {
            disk.rename(fresh, &self.folder)?;
            return Ok(None);
        };
        let is_kept = |path: &&String| same.contains(path.as_str()) && is_one_file(&fresh.join(path), &out.join(path));
        let (kept, gone): (Vec<&String>, Vec<&String>) = standing.ours.par_iter().partition(is_kept);
        gone.par_iter().try_for_each(|path| disk.remove_file(&fresh.join(path)))?;
        let folders = standing.folders.iter().map(String::as_str);
        let (had, obsolete): (BTreeSet<&str>, BTreeSet<&str>) =
            folders.partition(|folder| new.folders.contains(folder));
        let remove = |folder: &&str| disk.remove_folder(&fresh.join(folder));
        let levels = by_depth(obsolete.iter().copied());
        levels.into_values().rev().try_for_each(|level| level.par_iter().try_for_each(remove))?;
        disk.write(&self.manifest, new.manifest)?;
        disk.rename(&self.manifest, &fresh.join(MANIFEST))?;
        let lost = gone.into_iter().map(String::as_str).chain(obsolete);
        Ok(Some(Begun {
            kept: kept.into_iter().cloned().collect(),
            touched: lost.map(|path| around(path).to_owned()).collect(),
            folders: had.into_iter().map(str::to_owned).collect(),
        }))
    }

    /// Keeps a folder in which nothing is but what its manifest lists. False where that cannot be.
    pub fn keep(&self, disk: &dyn Disk, folder: &Path) -> bool {
        fs::symlink_metadata(&self.folder).is_err() && disk.rename(folder, &self.folder).is_ok()
    }
}

/// What a spare is to become.
pub struct New<'a> {
    /// The text of its manifest.
    pub manifest: &'a [u8],
    /// The folders of its files.
    pub folders: &'a BTreeSet<&'a str>,
}

/// What a spare has of the new folder.
#[derive(Default)]
pub struct Begun {
    /// Files that are there.
    pub kept: BTreeSet<String>,
    /// Folders that are there.
    pub folders: BTreeSet<String>,
    /// Folders out of which something was removed.
    pub touched: BTreeSet<String>,
}

/// Whether two paths name one file.
#[cfg(unix)]
fn is_one_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(one), Ok(other)) = (fs::symlink_metadata(one), fs::symlink_metadata(other)) else { return false };
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_one_file(_: &Path, _: &Path) -> bool {
    false
}
