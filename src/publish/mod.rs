//! Publishing: writing a set of finished files as one consistent folder.
//!
//! **In** every output file, path to bytes, in memory. **Out** the output folder, replaced in one step and described by
//! `manifest.json`. **Fails** without touching the folder that was there.
//!
//! Files listed in a manifest of ours are ours, and are replaced. A folder without one is never touched, nor is one that
//! holds the content. Files not listed are kept: they move to the new folder. `docs/output.md` has the rules for users.

mod disk;
pub mod file;
mod manifest;
pub mod parts;
mod paths;
mod spare;
mod standing;
mod swap;
#[cfg(test)]
mod tests;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fmt, io};

use self::disk::Real;
use self::manifest::{Manifest, ManifestFile};
use self::paths::OutputPaths;
use self::standing::Standing;

pub use self::manifest::{MANIFEST, Part};
pub use self::spare::Spare;

/// Finished files: path from the output folder, with `/` between parts, to bytes.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Adds files to others.
///
/// # Errors
/// [`PublishError::Twice`] when one of them is there already: one of the two would be lost.
pub fn add(files: &mut Files, more: impl IntoIterator<Item = (String, Vec<u8>)>) -> Result<(), PublishError> {
    for (path, bytes) in more {
        match files.entry(path) {
            Entry::Vacant(free) => free.insert(bytes),
            Entry::Occupied(taken) => return Err(PublishError::Twice(taken.key().clone())),
        };
    }
    Ok(())
}

/// How many paths a message lists before it counts the rest.
const NAMED: usize = 5;

/// Why the folder was not replaced.
#[derive(Debug)]
pub enum PublishError {
    /// The output folder holds the content, or is a part of the path to it.
    HoldsContent(PathBuf),
    /// It is not a folder.
    NotAFolder(PathBuf),
    /// It is a broken link.
    DeadLink(PathBuf),
    /// The folder is not empty, and has no manifest of ours.
    NotOurs(PathBuf),
    /// It was built from games, and the new output is the workshop without a game.
    HasGames(PathBuf),
    /// It is the workshop without a game, and the new output was built from games.
    HasWorkshop(PathBuf),
    /// These files of an earlier build were changed since.
    Changed(PathBuf, Vec<String>),
    /// These are not ours, and are where something of ours should be.
    InTheWay(PathBuf, Vec<PathBuf>),
    /// Something that is not ours has the name of the temporary folder.
    Reserved(PathBuf),
    /// A path leads out of the folder.
    BadPath(String),
    /// Two files would have this path: one of them would be lost.
    Twice(String),
    /// Reading or writing failed.
    Io(PathBuf, io::Error),
}

impl PublishError {
    fn io(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Io(path.to_path_buf(), error)
    }

    /// Whether something is not there any more that was there just now.
    fn is_missing(&self) -> bool {
        matches!(self, Self::Io(_, error) if error.kind() == io::ErrorKind::NotFound)
    }
}

impl fmt::Display for PublishError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HoldsContent(path) => write!(
                f,
                "{} contains the content, so it cannot be the output folder; choose a folder next to or below it",
                path.display()
            ),
            Self::NotAFolder(path) => {
                write!(f, "{} is not a folder; choose another --out, or remove it", path.display())
            }
            Self::DeadLink(path) => {
                write!(f, "{} is a broken link; create the folder that it points to", path.display())
            }
            Self::NotOurs(path) => write!(
                f,
                "{} has no {MANIFEST} of makeready, so makeready did not make it and does not change it; choose another \
                 --out or empty it",
                path.display()
            ),
            Self::HasGames(path) => write!(
                f,
                "{} contains a build of games, not the workshop without a game; choose another --out, or replace it \
                 with --force",
                path.display()
            ),
            Self::HasWorkshop(path) => write!(
                f,
                "{} contains the workshop without a game, not a build of games; choose another --out, or replace it \
                 with --force",
                path.display()
            ),
            Self::Changed(path, files) => write!(
                f,
                "{} has files that you changed since makeready made them: {}; copy what you need, then build with \
                 --force, which replaces them",
                path.display(),
                listed(files.iter().cloned())
            ),
            Self::InTheWay(path, files) => write!(
                f,
                "{} has your own files where makeready must write: {}; move or rename them",
                path.display(),
                listed(files.iter().map(|file| file.display().to_string()))
            ),
            Self::Reserved(path) => write!(
                f,
                "makeready needs the name {}, but the file or folder with this name is not its own; rename it",
                path.display()
            ),
            Self::BadPath(path) => write!(f, "`{path}` would lead out of the output folder"),
            Self::Twice(path) => write_twice(f, Path::new(path)),
            Self::Io(path, error) => write!(f, "could not write {}: {error}", path.display()),
        }
    }
}

/// Two files want one path.
fn write_twice(f: &mut fmt::Formatter<'_>, path: &Path) -> fmt::Result {
    write!(
        f,
        "internal error: two files have the path `{}`; nothing was written. This is a bug in Makeready: please report \
         it",
        path.display()
    )
}

/// The first few, and how many more.
pub fn listed(mut names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(NAMED);
    let first: Vec<String> = names.by_ref().take(NAMED).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    first.join(", ") + &more
}

/// The output of an earlier build, and the other files in its folder.
#[derive(Debug)]
pub struct Earlier {
    /// The number of its files.
    pub files: usize,
    /// Files that are not ours and will be kept.
    pub kept: Vec<PathBuf>,
}

impl fmt::Display for Earlier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} files of an earlier build", self.files)?;
        if !self.kept.is_empty() {
            let kept = listed(self.kept.iter().map(|path| path.display().to_string()));
            write!(f, "; files that makeready did not make stay: {kept}")?;
        }
        Ok(())
    }
}

/// What a build may do to its output folder.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// The content folder, which must not lie in the output.
    pub content: &'a Path,
    /// Whether the new output is built from games. It replaces an output of the other kind only if it is forced.
    pub has_games: bool,
    /// Whether files that were changed since they were made are replaced too.
    pub is_forced: bool,
}

/// What `replace` would replace, without doing it; none when there is nothing. A kill in an earlier build may have
/// left more to recover, which `replace` does. `wait` is called before waiting for another build.
///
/// # Errors
/// [`PublishError`] when `replace` would refuse.
pub fn look(out: &Path, terms: Terms<'_>, wait: impl FnOnce()) -> Result<Option<Earlier>, PublishError> {
    let Some(place) = OutputPaths::existing(out, terms.content)? else { return Ok(None) };
    // Another build may be exchanging the folder: the manifest of one output would be compared with the files of the other.
    let _turn = place.turn(wait);
    let found = swap::standing(&place, terms)?;
    Ok(found.map(|Standing { ours, foreign, .. }| Earlier { files: ours.len() + 1, kept: foreign }))
}

/// Whether the folder is as a build has left it whose manifest has this hash: no file of it is missing or changed, and nothing
/// is left beside it of a build that was killed.
pub fn stands(out: &Path, terms: Terms<'_>, manifest: &str) -> bool {
    let Ok(Some(place)) = OutputPaths::existing(out, terms.content) else { return false };
    let text = Manifest::text_of(&place.out).filter(|text| blake3::hash(text).to_hex().as_str() == manifest);
    let Some(listed) = text.and_then(|text| Manifest::parse(&text)) else { return false };
    let is_clear = [&place.fresh, &place.old].iter().all(|left| std::fs::symlink_metadata(left).is_err());
    let is_whole = |found: Standing| found.changed.is_empty() && found.ours.len() == listed.files().len();
    is_clear && Standing::compared(&place.out, &listed).is_ok_and(is_whole)
}

/// The files of an earlier build that are to stay as they are; none where there is no such build. `wait` is called before
/// waiting for another build.
///
/// # Errors
/// [`PublishError`] when the folder is not ours, when such a file was changed since it was made, or cannot be read.
pub fn staying(
    out: &Path,
    terms: Terms<'_>,
    stays: impl Fn(&str) -> bool,
    wait: impl FnOnce(),
) -> Result<Files, PublishError> {
    let Some(place) = OutputPaths::existing(out, terms.content)? else { return Ok(Files::new()) };
    let _turn = place.turn(wait);
    let Some(found) = swap::standing(&place, terms)? else { return Ok(Files::new()) };
    // An output of the other kind is replaced as a whole.
    let same_kind = Manifest::read(&place.out).filter(|manifest| manifest.has_games() == terms.has_games);
    let Some(earlier) = same_kind.map(|manifest| manifest.earlier()) else { return Ok(Files::new()) };
    let read = |path: String| {
        let file = place.out.join(&path);
        std::fs::read(&file).map(|bytes| (path, bytes)).map_err(PublishError::io(&file))
    };
    found.ours.into_iter().filter(|path| !earlier.contains(path) && stays(path)).map(read).collect()
}

/// The assets of an earlier build that `files` has no more. A page that was opened before the build may still ask for them. They are
/// kept for one build: those that the earlier build has kept from the one before it are left out, unless `files` has all of its own.
/// What was changed since, or cannot be read, is left out as well.
///
/// # Errors
/// [`PublishError`] when the folder may not be the output.
pub fn earlier_assets(
    out: &Path,
    terms: Terms<'_>,
    files: &Files,
    is_asset: impl Fn(&str) -> bool,
    wait: impl FnOnce(),
) -> Result<Files, PublishError> {
    let Some(place) = OutputPaths::existing(out, terms.content)? else { return Ok(Files::new()) };
    let _turn = place.turn(wait);
    let Some(manifest) = Manifest::read(&place.out) else { return Ok(Files::new()) };
    let gone = manifest.files().iter().filter(|file| is_asset(&file.path) && !files.contains_key(&file.path));
    let (older, last): (Vec<&ManifestFile>, Vec<&ManifestFile>) = gone.partition(|file| file.is_earlier);
    let kept = if last.is_empty() { older } else { last };
    Ok(kept.into_iter().filter_map(|file| Some((file.path.clone(), file.read_in(&place.out)?))).collect())
}

/// Replaces the folder `out` by these files. Two builds into sibling folders take turns; `wait` is called before
/// waiting for the other. The folder that is replaced becomes the spare, where one may be kept, and the next replacement begins
/// with it.
///
/// # Errors
/// [`PublishError`]; the folder is as it was.
pub fn replace(
    out: &Path,
    files: &Files,
    terms: Terms<'_>,
    spare: Option<&Spare>,
    wait: impl FnOnce(),
) -> Result<(), PublishError> {
    let place = OutputPaths::of(out, terms.content)?;
    let _turn = place.turn(wait);
    swap::replace(&Real, &place, files, terms, spare)
}

/// Adds the assets of an earlier build, and the manifest: path, size and hash of every file, and the fingerprint of each system's rules.
///
/// # Panics
/// Never: a manifest holds only strings and numbers, which serialize.
pub fn with_manifest(mut files: Files, earlier: Files, rules: &BTreeMap<String, String>, part: Option<Part>) -> Files {
    let paths: BTreeSet<String> = earlier.keys().filter(|path| !files.contains_key(*path)).cloned().collect();
    for (path, bytes) in earlier {
        files.entry(path).or_insert(bytes);
    }
    let manifest = Manifest::of(&files, &paths, rules, part);
    let mut text = serde_json::to_vec_pretty(&manifest).expect("a manifest serializes");
    text.push(b'\n');
    files.insert(MANIFEST.to_owned(), text);
    files
}
