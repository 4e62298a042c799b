//! Putting an output together that was made in parts, each in a folder of its own.
//!
//! **In** the folders. **Out** all files with their manifest, the same as one build makes them. **Fails** with [`PartsFault`]
//! when a part is missing, damaged, there twice, or made from other content or by another program.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use super::manifest::{Manifest, Part};
use super::{Files, listed, with_manifest};

/// Why parts do not make a whole.
#[derive(Debug)]
pub enum PartsFault {
    /// The folder is no part that was made with `build --shard`.
    NoPart(PathBuf),
    /// Two parts are of different outputs: other content, another program, or another number of parts.
    OfAnother(PathBuf, PathBuf),
    /// Two folders are the same part.
    Twice(usize, PathBuf, PathBuf),
    /// These of so many are not there.
    Missing(Vec<usize>, usize),
    /// Two parts have a file of this path.
    InBoth(String, PathBuf, PathBuf),
    /// This file is missing, or was changed since it was made.
    Damaged(PathBuf),
    /// Reading failed.
    Io(PathBuf, io::Error),
}

impl fmt::Display for PartsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPart(folder) => {
                write!(f, "{} is no part of an output; make one with `deckle build --shard 1/2`", folder.display())
            }
            Self::OfAnother(one, other) => write!(
                f,
                "{} and {} do not belong together: they were made from other content, by another deckle, or as parts of another \
                 number; make both anew",
                one.display(),
                other.display()
            ),
            Self::Twice(number, one, other) => {
                write!(f, "{} and {} are both part {number}; leave one out", one.display(), other.display())
            }
            Self::Missing(missing, of) => {
                let missing = listed(missing.iter().map(|number| format!("{number}/{of}")));
                write!(f, "these parts are missing: {missing}; make them with `deckle build --shard`")
            }
            Self::InBoth(path, one, other) => {
                write!(f, "{} and {} both have {path}; make both anew", one.display(), other.display())
            }
            Self::Damaged(path) => {
                write!(f, "{} is missing, or was changed since it was made; make its part anew", path.display())
            }
            Self::Io(path, error) => write!(f, "could not read {}: {error}", path.display()),
        }
    }
}

/// The files of all parts, with the manifest of the whole.
///
/// # Errors
/// [`PartsFault`].
pub fn joined(folders: &[PathBuf]) -> Result<Files, PartsFault> {
    let mut parts: Vec<(&Path, Part, Manifest)> = Vec::new();
    for folder in folders {
        let read = Manifest::read(folder).and_then(|manifest| Some((manifest.part().cloned()?, manifest)));
        let (part, manifest) = read.ok_or_else(|| PartsFault::NoPart(folder.clone()))?;
        let is_other = |(_, first, of_first): &&(&Path, Part, Manifest)| {
            (first.of, &first.made_from) != (part.of, &part.made_from) || of_first.rules() != manifest.rules()
        };
        if let Some((first, ..)) = parts.first().filter(is_other) {
            return Err(PartsFault::OfAnother(first.to_path_buf(), folder.clone()));
        }
        if let Some((earlier, ..)) = parts.iter().find(|(_, earlier, _)| earlier.number == part.number) {
            return Err(PartsFault::Twice(part.number, earlier.to_path_buf(), folder.clone()));
        }
        parts.push((folder, part, manifest));
    }
    let there: BTreeSet<usize> = parts.iter().map(|(_, part, _)| part.number).collect();
    let of = parts.first().map_or(0, |(_, part, _)| part.of);
    let missing: Vec<usize> = (1..=of).filter(|number| !there.contains(number)).collect();
    if !missing.is_empty() {
        return Err(PartsFault::Missing(missing, of));
    }
    let mut files = Files::new();
    let mut homes: BTreeMap<&str, &Path> = BTreeMap::new();
    for (folder, _, manifest) in &parts {
        for file in manifest.files() {
            if let Some(earlier) = homes.insert(&file.path, folder) {
                return Err(PartsFault::InBoth(file.path.clone(), earlier.to_path_buf(), folder.to_path_buf()));
            }
            let path = folder.join(&file.path);
            let bytes = match fs::read(&path) {
                Ok(bytes) if file.is(&bytes) => bytes,
                Ok(_) => return Err(PartsFault::Damaged(path)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(PartsFault::Damaged(path)),
                Err(error) => return Err(PartsFault::Io(path, error)),
            };
            files.insert(file.path.clone(), bytes);
        }
    }
    let rules = parts.first().map(|(_, _, manifest)| manifest.rules().clone()).unwrap_or_default();
    Ok(with_manifest(files, &rules, None))
}
