//! The state of an output folder: files listed in its manifest are ours, and no others.
//!
//! Links are never followed: their targets are not in the folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, DirEntry, File};
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::manifest::{MANIFEST, Manifest, ManifestFile};

/// The state of a folder with a manifest of ours. All paths are from that folder.
#[derive(Debug, Default)]
pub struct Standing {
    /// Files that are listed and exist. Not the manifest itself.
    pub ours: Vec<String>,
    /// Folders of listed files, existing or not, inner ones first.
    pub folders: Vec<String>,
    /// Of `ours`, those changed since they were written.
    pub changed: Vec<String>,
    /// Unlisted files, links and devices, and folders without any listed file.
    pub foreign: Vec<PathBuf>,
}

impl Standing {
    /// Walks a folder.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of(folder: &Path, manifest: &Manifest) -> io::Result<Self> {
        let mut search = Search {
            files: manifest.files().iter().map(|file| (file.path.as_str(), file)).collect(),
            folders: manifest.folders(),
            found: Self::default(),
        };
        search.look(folder, "")?;
        Ok(search.found)
    }

    /// The same, and which of the files were changed since they were written.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn compared(folder: &Path, manifest: &Manifest) -> io::Result<Self> {
        let found = Self::of(folder, manifest)?;
        let files: BTreeMap<&str, &ManifestFile> =
            manifest.files().iter().map(|file| (file.path.as_str(), file)).collect();
        let is_changed = |path: &String| match is_as_written(&folder.join(path), files[path.as_str()]) {
            Ok(is_same) => Ok(Some(!is_same)),
            // Removed since the folder was listed, as if it had been missing then.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        };
        let are_changed = found.ours.par_iter().map(is_changed).collect::<io::Result<Vec<Option<bool>>>>()?;
        let (mut ours, mut changed) = (Vec::new(), Vec::new());
        for (path, is_changed) in found.ours.into_iter().zip(are_changed) {
            changed.extend((is_changed == Some(true)).then(|| path.clone()));
            ours.extend(is_changed.map(|_| path));
        }
        Ok(Self { ours, changed, ..found })
    }
}

struct Search<'a> {
    files: BTreeMap<&'a str, &'a ManifestFile>,
    folders: BTreeSet<&'a str>,
    found: Standing,
}

impl Search<'_> {
    /// Walks the folder `prefix`, which ends in `/` or is the outermost.
    fn look(&mut self, folder: &Path, prefix: &str) -> io::Result<()> {
        let listing = match fs::read_dir(folder) {
            // Removed since the folder around it was listed.
            Err(error) if error.kind() == io::ErrorKind::NotFound && !prefix.is_empty() => return Ok(()),
            listing => listing?,
        };
        let mut entries = listing.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by_key(DirEntry::file_name);
        for entry in entries {
            let kind = entry.file_type()?;
            let listed = entry.file_name().into_string().map(|name| format!("{prefix}{name}"));
            match listed {
                Ok(path) if kind.is_dir() && self.folders.contains(path.as_str()) => {
                    self.look(&entry.path(), &format!("{path}/"))?;
                    self.found.folders.push(path);
                }
                Ok(path) if kind.is_file() && path == MANIFEST => {}
                Ok(path) if kind.is_file() && self.files.contains_key(path.as_str()) => self.found.ours.push(path),
                _ => self.found.foreign.push(Path::new(prefix).join(entry.file_name())),
            }
        }
        Ok(())
    }
}

fn is_as_written(path: &Path, file: &ManifestFile) -> io::Result<bool> {
    if fs::symlink_metadata(path)?.len() != file.size {
        return Ok(false);
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(File::open(path)?)?;
    Ok(hasher.finalize().to_hex().as_str() == file.blake3)
}

/// Plans moving `foreign` from one folder to another: what can be moved, and what cannot since something else is there.
/// Folders that exist on both sides are merged.
///
/// # Errors
/// When a folder cannot be read.
pub fn moves(from: &Path, foreign: &[PathBuf], to: &Path) -> io::Result<Moves> {
    let mut moves = Moves::default();
    for path in foreign {
        moves.plan(from, path, to)?;
    }
    Ok(moves)
}

/// What can be moved, and what cannot.
#[derive(Debug, Default)]
pub struct Moves {
    /// Can be moved.
    pub free: Vec<PathBuf>,
    /// Something else is at the target.
    pub blocked: Vec<PathBuf>,
    /// Folders that exist on both sides, inner ones first: to be removed once they are empty.
    pub joined: Vec<PathBuf>,
}

impl Moves {
    fn plan(&mut self, from: &Path, path: &Path, to: &Path) -> io::Result<()> {
        let has_room = path.ancestors().skip(1).all(|folder| match fs::symlink_metadata(to.join(folder)) {
            Ok(found) => found.is_dir(),
            Err(_) => true,
        });
        match fs::symlink_metadata(to.join(path)) {
            Err(error) if has_room && error.kind() == io::ErrorKind::NotFound => self.free.push(path.to_path_buf()),
            Ok(there) if has_room && there.is_dir() && fs::symlink_metadata(from.join(path))?.is_dir() => {
                let mut entries = fs::read_dir(from.join(path))?.collect::<io::Result<Vec<_>>>()?;
                entries.sort_by_key(DirEntry::file_name);
                for entry in entries {
                    self.plan(from, &path.join(entry.file_name()), to)?;
                }
                self.joined.push(path.to_path_buf());
            }
            _ => self.blocked.push(path.to_path_buf()),
        }
        Ok(())
    }
}
