//! Watching the files of a folder, as the system tells of them.
//!
//! Editors save by writing another file and renaming it, so folders are watched and not files. What has changed is not kept:
//! who waits reads the folder again, and finds out.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};

/// Saving takes several steps; when nothing has happened for so long, it is done. Where it was not, the next step is one more
/// change, and what was read in between is shown for a moment only.
const CALM: Duration = Duration::from_millis(4);
/// Who changes files without pause is not waited for any longer.
const LONGEST: Duration = Duration::from_millis(300);

/// A folder that is watched, and possibly one file elsewhere.
pub struct Watch {
    changes: Receiver<()>,
    /// Watches until it is dropped.
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Begins to watch a folder with all that is in it, and a file.
    ///
    /// # Errors
    /// When the folder is not there, or the system can watch no more.
    pub fn new(folder: &Path, file: Option<&Path>) -> io::Result<Self> {
        let root = fs::canonicalize(folder)?;
        let file = file.map(Place::of).transpose()?;
        let (sender, changes) = channel();
        let seen = (root.clone(), file.clone());
        let heard = move |event: notify::Result<Event>| {
            // What could not be told may be anything.
            if event.is_ok_and(|event| !is_change(&event, &seen.0, seen.1.as_ref())) {
                return;
            }
            // Nobody listens any more when the program ends.
            let _ = sender.send(());
        };
        let mut watcher = notify::recommended_watcher(heard).map_err(io::Error::other)?;
        watcher.watch(&root, RecursiveMode::Recursive).map_err(io::Error::other)?;
        if let Some(place) = file.filter(|place| !place.folder.starts_with(&root)) {
            watcher.watch(&place.folder, RecursiveMode::NonRecursive).map_err(io::Error::other)?;
        }
        Ok(Self { changes, _watcher: watcher })
    }

    /// Waits until something has changed and is calm again; with `patience` no longer than that.
    pub fn wait(&self, patience: Option<Duration>) -> Waited {
        let first = match patience {
            Some(patience) => self.changes.recv_timeout(patience),
            None => self.changes.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match first {
            Ok(()) => {}
            Err(RecvTimeoutError::Timeout) => return Waited::InVain,
            Err(RecvTimeoutError::Disconnected) => return Waited::Over,
        }
        let latest = Instant::now() + LONGEST;
        while Instant::now() < latest {
            match self.changes.recv_timeout(CALM) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Waited::Over,
            }
        }
        Waited::Changed
    }
}

/// What came of waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waited {
    /// Something has changed.
    Changed,
    /// Nothing has, for as long as patience lasted.
    InVain,
    /// Nothing is watched any more.
    Over,
}

/// A file by its folder, which is there even while the file is being replaced.
#[derive(Clone)]
struct Place {
    folder: PathBuf,
    name: OsString,
}

impl Place {
    fn of(file: &Path) -> io::Result<Self> {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
        Ok(Self { folder: fs::canonicalize(folder)?, name: file.file_name().unwrap_or_default().to_owned() })
    }
}

/// Whether an event is about something that is read. Reading is an event as well, and no change; hidden files are what
/// editors and version control keep for themselves.
fn is_change(event: &Event, root: &Path, file: Option<&Place>) -> bool {
    if event.kind.is_access() {
        return false;
    }
    let is_hidden = |part: &std::ffi::OsStr| part.as_encoded_bytes().starts_with(b".");
    let is_within = |path: &Path| path.strip_prefix(root).is_ok_and(|within| !within.iter().any(is_hidden));
    let is_file = |path: &Path| file.is_some_and(|place| path == place.folder.join(&place.name));
    event.need_rescan() || event.paths.iter().any(|path| is_within(path) || is_file(path))
}

#[cfg(test)]
mod tests {
    use notify::EventKind;
    use notify::event::{AccessKind, ModifyKind};

    use super::*;

    fn event(kind: EventKind, path: &str) -> Event {
        Event::new(kind).add_path(PathBuf::from(path))
    }

    #[test]
    fn reading_and_hidden_files_are_no_change() {
        let root = Path::new("/games");
        let change = EventKind::Modify(ModifyKind::Any);
        assert!(is_change(&event(change, "/games/lantern/system.yaml"), root, None));
        assert!(!is_change(&event(change, "/games/lantern/.system.yaml.swp"), root, None));
        assert!(!is_change(&event(change, "/games/.git/index"), root, None));
        assert!(!is_change(&event(EventKind::Access(AccessKind::Any), "/games/lantern/system.yaml"), root, None));
    }

    #[test]
    fn beside_the_folder_one_file_counts() {
        let place = Place { folder: PathBuf::from("/table"), name: OsString::from("friday.yaml") };
        let change = EventKind::Modify(ModifyKind::Any);
        assert!(is_change(&event(change, "/table/friday.yaml"), Path::new("/games"), Some(&place)));
        assert!(!is_change(&event(change, "/table/monday.yaml"), Path::new("/games"), Some(&place)));
    }
}
