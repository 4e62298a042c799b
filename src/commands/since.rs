//! What an earlier build has made, to be compared with: the lists of entries of its site.
//!
//! **In** the folder of a build, or its site. **Out** the list of each game. **Fails** where it is no such folder, where a
//! list in it cannot be read, and where it has no game of those that are built: who asks for changes is not told that everything is new.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use super::wanted::SITE;
use makeready_site::Earlier;

/// The name of the list in the folder of a game.
const LIST: &str = "entries.json";

/// The largest list that is read, in bytes: one of a hundred thousand entries is smaller.
const LARGEST: u64 = 64 * 1024 * 1024;

/// Why there is nothing to compare with.
#[derive(Debug)]
pub enum SinceFault {
    /// Reading failed.
    Io(PathBuf, io::Error),
    /// The folder has no list of entries.
    NoLists(PathBuf),
    /// This file is no list of entries.
    NoList(PathBuf),
    /// The games in it, none of which is built now.
    OtherGames(PathBuf, Vec<String>),
}

impl fmt::Display for SinceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "could not read {}: {error}", path.display()),
            Self::NoLists(folder) => write!(
                f,
                "{} is not an earlier build with a site: there is no `{LIST}` in the folders of games; give `--changes-from` \
                 a folder that `makeready build` made",
                folder.display()
            ),
            Self::NoList(file) => write!(
                f,
                "{} is not the list of entries that `makeready build` writes; run the earlier build again",
                file.display()
            ),
            Self::OtherGames(folder, games) => {
                write!(f, "{} is a build of other games: {}", folder.display(), games.join(", "))
            }
        }
    }
}

/// The games of an earlier build by their ids. `built` are those that are built now.
///
/// # Errors
/// [`SinceFault`].
pub fn read<'b>(folder: &Path, built: impl Iterator<Item = &'b str>) -> Result<BTreeMap<String, Earlier>, SinceFault> {
    let of_build = folder.join(SITE);
    let site = if of_build.is_dir() { of_build } else { folder.to_path_buf() };
    let fail = |error| SinceFault::Io(site.clone(), error);
    let mut games = BTreeMap::new();
    for entry in fs::read_dir(&site).map_err(fail)? {
        let list = entry.map_err(fail)?.path().join(LIST);
        // A link or a pipe is none that a build has written.
        let Ok(about) = fs::symlink_metadata(&list) else { continue };
        if !about.is_file() || about.len() > LARGEST {
            return Err(SinceFault::NoList(list));
        }
        let bytes = fs::read(&list).map_err(|error| SinceFault::Io(list.clone(), error))?;
        let earlier = Earlier::read(&bytes).ok_or(SinceFault::NoList(list))?;
        games.insert(earlier.system.clone(), earlier);
    }
    if games.is_empty() {
        return Err(SinceFault::NoLists(folder.to_path_buf()));
    }
    if !built.into_iter().any(|id| games.contains_key(id)) {
        return Err(SinceFault::OtherGames(folder.to_path_buf(), games.into_keys().collect()));
    }
    Ok(games)
}
