//! Publishing: a set of finished files becomes one consistent folder.
//!
//! **In** every output file, path to bytes, in memory. **Out** the output folder, replaced in one
//! move and described by `manifest.json`. **Fails** without touching the folder that was there. A
//! folder that this program did not make is never replaced.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

use rayon::prelude::*;
use serde::Serialize;

/// Finished files: path from the output folder, with `/` between parts, to bytes.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The file that names all others.
pub const MANIFEST: &str = "manifest.json";

#[derive(Serialize)]
struct Manifest<'a> {
    generator: &'static str,
    rules: &'a BTreeMap<String, String>,
    files: Vec<ManifestFile<'a>>,
}

#[derive(Serialize)]
struct ManifestFile<'a> {
    path: &'a str,
    size: usize,
    blake3: String,
}

/// Why the folder was not replaced.
#[derive(Debug)]
pub enum PublishError {
    /// The folder holds something that this program did not make.
    NotOurs(PathBuf),
    /// A path leads out of the folder.
    BadPath(String),
    /// Reading or writing failed.
    Io(PathBuf, io::Error),
}

impl std::fmt::Display for PublishError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotOurs(path) => write!(
                f,
                "{} has no {MANIFEST}, so it was not made by deckle and is left alone; choose another --out or empty it",
                path.display()
            ),
            Self::BadPath(path) => write!(f, "`{path}` would lead out of the output folder"),
            Self::Io(path, error) => write!(f, "could not write {}: {error}", path.display()),
        }
    }
}

/// Adds the manifest: path, size and hash of every file, and the fingerprint of each system's rules.
///
/// # Panics
/// Never: a manifest holds only strings and numbers, which serialize.
pub fn with_manifest(mut files: Files, rules: &BTreeMap<String, String>) -> Files {
    let list = files.par_iter().map(|(path, bytes)| ManifestFile {
        path,
        size: bytes.len(),
        blake3: blake3::hash(bytes).to_hex().to_string(),
    });
    let manifest = Manifest { generator: concat!("deckle ", env!("CARGO_PKG_VERSION")), rules, files: list.collect() };
    let mut text = serde_json::to_vec_pretty(&manifest).expect("a manifest serializes");
    text.push(b'\n');
    files.insert(MANIFEST.to_owned(), text);
    files
}

/// Replaces the folder `out` by these files.
///
/// # Errors
/// [`PublishError`]; the folder is as it was.
pub fn replace(out: &Path, files: &Files) -> Result<(), PublishError> {
    check_ours(out)?;
    let fresh = beside(out, "new");
    let written = write_all(&fresh, files).and_then(|()| swap(out, &fresh));
    if written.is_err() {
        // The fault is reported; what is left of the attempt is not worth a second one.
        let _ = fs::remove_dir_all(&fresh);
    }
    written
}

fn check_ours(out: &Path) -> Result<(), PublishError> {
    let io = |e| PublishError::Io(out.to_path_buf(), e);
    match fs::read_dir(out) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(e) => Err(io(e)),
        Ok(mut listing) => {
            if listing.next().is_none() || out.join(MANIFEST).is_file() {
                Ok(())
            } else {
                Err(PublishError::NotOurs(out.to_path_buf()))
            }
        }
    }
}

/// `dist.new-4711`: beside the folder, so that the move stays on one disk.
fn beside(out: &Path, what: &str) -> PathBuf {
    let mut name: OsString = out.file_name().map_or_else(|| "dist".into(), OsString::from);
    name.push(format!(".{what}-{}", std::process::id()));
    out.with_file_name(name)
}

fn write_all(folder: &Path, files: &Files) -> Result<(), PublishError> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for path in files.keys() {
        let is_plain =
            path.split('/').all(|part| !part.is_empty() && part != "." && part != ".." && !part.contains('\\'));
        if !is_plain {
            return Err(PublishError::BadPath(path.clone()));
        }
        folders.extend(folder.join(path).parent().map(Path::to_path_buf));
    }
    folders.sort();
    folders.dedup();
    for folder in folders {
        fs::create_dir_all(&folder).map_err(|e| PublishError::Io(folder.clone(), e))?;
    }
    files.par_iter().try_for_each(|(path, bytes)| {
        let path = folder.join(path);
        fs::write(&path, bytes).map_err(|e| PublishError::Io(path, e))
    })
}

fn swap(out: &Path, fresh: &Path) -> Result<(), PublishError> {
    let io = |e| PublishError::Io(out.to_path_buf(), e);
    let old = beside(out, "old");
    let had_old = out.exists();
    if had_old {
        fs::rename(out, &old).map_err(io)?;
    }
    if let Err(error) = fs::rename(fresh, out) {
        if had_old {
            fs::rename(&old, out).map_err(io)?;
        }
        return Err(io(error));
    }
    if had_old {
        fs::remove_dir_all(&old).map_err(|e| PublishError::Io(old.clone(), e))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("deckle-publish-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn files(text: &str) -> Files {
        with_manifest(Files::from([("a/b.txt".to_owned(), text.as_bytes().to_vec())]), &BTreeMap::new())
    }

    #[test]
    fn a_folder_of_ours_is_replaced_whole() {
        let folder = scratch("replace");
        let out = folder.join("dist");
        replace(&out, &files("one")).unwrap();
        fs::write(out.join("stale.txt"), "stale").unwrap();
        replace(&out, &files("two")).unwrap();
        assert_eq!(fs::read_to_string(out.join("a/b.txt")).unwrap(), "two");
        assert!(!out.join("stale.txt").exists());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside the folder");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_strange_folder_is_left_alone() {
        let folder = scratch("strange");
        fs::write(folder.join("letter.txt"), "dear").unwrap();
        assert!(matches!(replace(&folder, &files("x")), Err(PublishError::NotOurs(_))));
        assert!(folder.join("letter.txt").exists());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_path_out_of_the_folder_writes_nothing() {
        let folder = scratch("escape");
        let bad = Files::from([("../x".to_owned(), vec![])]);
        assert!(matches!(replace(&folder.join("dist"), &bad), Err(PublishError::BadPath(_))));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(folder).unwrap();
    }
}
