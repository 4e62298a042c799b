//! Putting an output together that was made in parts, each in a folder of its own.
//!
//! **In** the folders, which may come from anybody. **Out** all files, the same as one build makes them.
//! **Fails** with [`PartsFault`] when a part is missing, damaged, there twice, or made from other content or by another program, and
//! when it lists what no build makes. Only regular files within the folders are read, and of each no more than its manifest says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::{fmt, io};

use makeready_rules::device::is_device_name;

use super::manifest::{Manifest, ManifestFile, Part};
use super::{Files, listed};

/// The most parts of an output: more than a content folder can have files.
pub const MOST_PARTS: usize = 10_000;
/// The largest file of a part, in bytes: a book with pictures on every page has a third of it.
const LARGEST_FILE: u64 = 256 << 20;
/// The largest output that is put together, in bytes: it is held in memory.
const LARGEST_OUTPUT: u64 = 2 << 30;
/// The longest path of a file of a part, in bytes: ids have 60 characters, and no page stands deeper than in six folders.
const LONGEST_PATH: usize = 1024;
/// The most folders in one another of a part.
const MOST_SLASHES: usize = 16;
/// The folders of an output.
const FOLDERS: [&str; 2] = ["site/", "data/"];

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
    /// The manifest says that there are so many parts, or that this is one that there is not.
    Count(PathBuf, Part),
    /// The manifest lists a file that no build makes.
    NotOfABuild(PathBuf, String),
    /// Two paths differ in small and capital letters alone, or one is a file and a folder.
    Clash(String, String),
    /// Something of this path is not a file, or is reached through a symbolic link.
    NotAFile(PathBuf),
    /// A file has more bytes than one may have.
    LargeFile(PathBuf),
    /// The files of all parts have more bytes than are put together; the limit was passed at this one.
    TooLarge(PathBuf),
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
                write!(f, "{} is not part of a build; make one with `makeready build --shard 1/2`", folder.display())
            }
            Self::OfAnother(one, other) => write!(
                f,
                "{} and {} do not belong together: their content, options, workshop modules, makeready or number of parts differ; \
                 build both again",
                one.display(),
                other.display()
            ),
            Self::Twice(number, one, other) => {
                write!(f, "{} and {} are both part {number}; leave one out", one.display(), other.display())
            }
            Self::Missing(missing, of) => {
                let missing = listed(missing.iter().map(|number| format!("{number}/{of}")));
                write!(f, "these parts are missing: {missing}; make them with `makeready build --shard`")
            }
            Self::Count(folder, Part { number, of, .. }) => write!(
                f,
                "the manifest of {} says that it is part {number} of {of}; an output has {MOST_PARTS} parts at most, and they are \
                 counted from 1",
                folder.display()
            ),
            Self::NotOfABuild(folder, path) => write!(
                f,
                "{} lists `{}`, which no build makes; build the part again with `makeready build --shard`",
                folder.display(),
                quoted(path)
            ),
            Self::Clash(one, other) => write!(
                f,
                "the parts have `{}` and `{}`, which are the same name on many computers; build the parts again",
                quoted(one),
                quoted(other)
            ),
            Self::NotAFile(path) => {
                write!(
                    f,
                    "{} is not a file, or is reached through a symbolic link; build its part again",
                    path.display()
                )
            }
            Self::LargeFile(path) => write!(f, "{} has more than {LARGEST_FILE} bytes", path.display()),
            Self::TooLarge(path) => {
                write!(f, "the parts have more than {LARGEST_OUTPUT} bytes; the limit was passed at {}", path.display())
            }
            Self::InBoth(path, one, other) => {
                write!(f, "{} and {} both have {path}; build both again", one.display(), other.display())
            }
            Self::Damaged(path) => {
                write!(f, "{} is missing, or you changed it since the build; build its part again", path.display())
            }
            Self::Io(path, error) => write!(f, "could not read {}: {error}", path.display()),
        }
    }
}

/// An output that was made in parts, without its manifest.
pub struct Joined {
    /// The files of all parts.
    pub files: Files,
    /// The fingerprint of each system's rules.
    pub rules: BTreeMap<String, String>,
}

/// The files of all parts.
///
/// # Errors
/// [`PartsFault`].
pub fn joined(folders: &[PathBuf]) -> Result<Joined, PartsFault> {
    let mut parts: Vec<(&Path, Part, Manifest)> = Vec::new();
    for folder in folders {
        let read = Manifest::read(folder).and_then(|manifest| Some((manifest.part().cloned()?, manifest)));
        let (part, manifest) = read.ok_or_else(|| PartsFault::NoPart(folder.clone()))?;
        if !(1..=MOST_PARTS).contains(&part.of) || !(1..=part.of).contains(&part.number) {
            return Err(PartsFault::Count(folder.clone(), part));
        }
        if let Some(file) = manifest.files().iter().find(|file| !is_of_a_build(&file.path)) {
            return Err(PartsFault::NotOfABuild(folder.clone(), file.path.clone()));
        }
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
    let mut homes: BTreeMap<&str, &Path> = BTreeMap::new();
    for (folder, _, manifest) in &parts {
        for file in manifest.files() {
            if let Some(earlier) = homes.insert(&file.path, folder) {
                return Err(PartsFault::InBoth(file.path.clone(), earlier.to_path_buf(), folder.to_path_buf()));
            }
        }
    }
    if let Some((one, other)) = clash(homes.keys().copied()) {
        return Err(PartsFault::Clash(one.to_owned(), other.to_owned()));
    }
    let listed =
        || parts.iter().flat_map(|(folder, _, manifest)| manifest.files().iter().map(move |file| (folder, file)));
    // Nothing is read before all of it is known to have room.
    let mut left = LARGEST_OUTPUT;
    for (folder, file) in listed() {
        let path = || folder.join(&file.path);
        if file.size > LARGEST_FILE {
            return Err(PartsFault::LargeFile(path()));
        }
        left = left.checked_sub(file.size).ok_or_else(|| PartsFault::TooLarge(path()))?;
    }
    let mut files = Files::new();
    for (folder, file) in listed() {
        files.insert(file.path.clone(), read(folder, file)?);
    }
    let rules = parts.first().map(|(_, _, manifest)| manifest.rules().clone()).unwrap_or_default();
    Ok(Joined { files, rules })
}

/// Whether a build may make a file of this path: within the folders of an output, and called so that it can be unpacked anywhere.
fn is_of_a_build(path: &str) -> bool {
    let is_sign = |c: char| !c.is_control() && !"\"*:<>?|\\".contains(c);
    let is_name = |name: &str| {
        !name.starts_with('.') && !name.ends_with(['.', ' ']) && name.chars().all(is_sign) && !is_device_name(name)
    };
    path.len() <= LONGEST_PATH
        && path.bytes().filter(|byte| *byte == b'/').count() <= MOST_SLASHES
        && FOLDERS.iter().any(|folder| path.starts_with(folder))
        && path.split('/').all(|name| !name.is_empty() && is_name(name))
}

/// Two paths that differ in small and capital letters alone, or of which one is a file and the other a folder.
fn clash<'p>(paths: impl Iterator<Item = &'p str>) -> Option<(&'p str, &'p str)> {
    // What was met so far, by its small letters: how it is written, and whether it is a folder.
    let mut met: BTreeMap<String, (&str, bool)> = BTreeMap::new();
    for path in paths {
        let folders = path.match_indices('/').map(|(end, _)| (&path[..end], true));
        for (written, is_folder) in folders.chain([(path, false)]) {
            let (first, was_folder) = *met.entry(written.to_lowercase()).or_insert((written, is_folder));
            if first != written || was_folder != is_folder {
                return Some((first, written));
            }
        }
    }
    None
}

/// The bytes of a file of a part, if they are those that its manifest lists.
fn read(folder: &Path, file: &ManifestFile) -> Result<Vec<u8>, PartsFault> {
    let path = folder.join(&file.path);
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => PartsFault::Damaged(path.clone()),
        _ => PartsFault::Io(path.clone(), error),
    };
    // Links are not followed: what they lead to is not of the part. A pipe or a device may have no end.
    for (end, _) in file.path.match_indices('/') {
        let around = folder.join(&file.path[..end]);
        if !fs::symlink_metadata(&around).map_err(failed)?.is_dir() {
            return Err(PartsFault::NotAFile(around));
        }
    }
    if !fs::symlink_metadata(&path).map_err(failed)?.is_file() {
        return Err(PartsFault::NotAFile(path));
    }
    // It may have become another one since: what counts is what was opened.
    let open = open_file(&path).map_err(failed)?.ok_or_else(|| PartsFault::NotAFile(path.clone()))?;
    if open.metadata().map_err(failed)?.len() != file.size {
        return Err(PartsFault::Damaged(path));
    }
    let mut bytes = Vec::new();
    open.take(file.size + 1).read_to_end(&mut bytes).map_err(failed)?;
    if file.is(&bytes) { Ok(bytes) } else { Err(PartsFault::Damaged(path)) }
}

/// Opens a file for reading; none that is a link or no file. It does not wait for whoever writes into a pipe.
fn open_file(path: &Path) -> io::Result<Option<File>> {
    #[cfg(unix)]
    let opened = {
        use rustix::fs::{Mode, OFlags};
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        match rustix::fs::open(path, flags, Mode::empty()) {
            Err(rustix::io::Errno::LOOP) => return Ok(None),
            opened => File::from(opened?),
        }
    };
    #[cfg(not(unix))]
    let opened = File::open(path)?;
    Ok(opened.metadata()?.is_file().then_some(opened))
}

/// A path of a manifest for a message, which may be of any length.
fn quoted(path: &str) -> String {
    const MOST: usize = 100;
    let mut signs = path.chars();
    let shown: String = signs.by_ref().take(MOST).collect();
    let more = if signs.next().is_some() { "..." } else { "" };
    format!("{}{more}", shown.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn what_has_become_a_link_or_a_pipe_is_not_opened() {
        let folder = std::env::temp_dir().join(format!("makeready-parts-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let [file, link, pipe] = ["file", "link", "pipe"].map(|name| folder.join(name));
        fs::write(&file, "text").expect("written");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
        for (path, is_opened) in [(&file, true), (&link, false), (&pipe, false), (&folder, false)] {
            assert_eq!(open_file(path).expect("it is there").is_some(), is_opened, "{}", path.display());
        }
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn only_paths_that_a_build_makes_are_taken() {
        for good in ["site/index.html", "site/print/a/cards-blank-a4.pdf", "data/a.json", "site/assets/x.1f3a9c2e.css"]
        {
            assert!(is_of_a_build(good), "{good}");
        }
        for bad in [
            "CNAME",
            ".git/hooks/post-checkout",
            "site",
            "site/",
            "site/.git/config",
            "site/con",
            "site/nul.html",
            "site/a/../b",
            "site/a:b",
            "site/a ",
            "site/a.",
            "manifest.json",
            "site/\u{1}",
            &format!("site/{}", "a".repeat(1_020)),
            &format!("site/{}a", "a/".repeat(16)),
        ] {
            assert!(!is_of_a_build(bad), "{bad}");
        }
    }

    #[test]
    fn paths_that_some_computers_take_for_one_clash() {
        assert_eq!(clash(["site/a/x", "site/b/x", "site/a/y"].into_iter()), None);
        assert_eq!(clash(["site/X", "site/x"].into_iter()), Some(("site/X", "site/x")));
        assert_eq!(clash(["site/A/x", "site/a/y"].into_iter()), Some(("site/A", "site/a")));
        assert_eq!(clash(["site/a", "site/a/y"].into_iter()), Some(("site/a", "site/a")));
    }
}
