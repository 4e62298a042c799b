//! Watching the files of a folder, as the system tells of them.
//!
//! Editors save by writing another file and renaming it, so folders are watched and not files. What has changed is not kept:
//! who waits reads the folder again, and finds out.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};

/// Saving takes several steps; when nothing has happened for so long, it is done. Where it was not, the next step is one more
/// change, and what was read in between is shown for a moment only.
const CALM: Duration = Duration::from_millis(4);
/// Who changes files without pause is not waited for any longer.
const LONGEST: Duration = Duration::from_millis(300);

/// How often it is looked whether what is watched is still what has its name: a folder that was moved away takes the watch with it.
const LOOK: Duration = Duration::from_secs(1);

/// A folder that is watched, and possibly one file elsewhere.
pub struct Watch {
    changes: Receiver<()>,
    /// Where the folder and the file are, as events name them.
    places: Arc<Mutex<Places>>,
    folders: Vec<Watched>,
    /// Whether it was said that a folder is not watched any more.
    is_deaf: bool,
    /// Watches until it is dropped.
    watcher: RecommendedWatcher,
}

/// Where what is watched is, links followed.
#[derive(Clone)]
struct Places {
    root: PathBuf,
    file: Option<Place>,
}

/// A folder for the system to tell of.
struct Watched {
    /// As it was asked for.
    asked: PathBuf,
    mode: RecursiveMode,
    /// What it was when the watch began: another folder may take its name.
    was: Option<Identity>,
    /// Its path then.
    real: PathBuf,
}

impl Watched {
    fn begin(asked: &Path, mode: RecursiveMode, watcher: &mut RecommendedWatcher) -> io::Result<Self> {
        let (real, was) = (fs::canonicalize(asked)?, Identity::of(asked));
        watcher.watch(&real, mode).map_err(io::Error::other)?;
        Ok(Self { asked: asked.to_path_buf(), mode, was, real })
    }
}

impl Watch {
    /// Begins to watch a folder with all that is in it, and a file.
    ///
    /// # Errors
    /// When the folder is not there, or the system can watch no more.
    pub fn new(folder: &Path, file: Option<&Path>) -> io::Result<Self> {
        let root = fs::canonicalize(folder)?;
        let beside = file.map(around);
        let file = file.map(Place::of).transpose()?;
        let places = Arc::new(Mutex::new(Places { root: root.clone(), file: file.clone() }));
        let (sender, changes) = channel();
        let seen = Arc::clone(&places);
        let heard = move |event: notify::Result<Event>| {
            // What could not be told may be anything.
            let places = seen.lock().unwrap_or_else(PoisonError::into_inner);
            if event.is_ok_and(|event| !is_change(&event, &places.root, places.file.as_ref())) {
                return;
            }
            // Nobody listens any more when the program ends.
            let _ = sender.send(());
        };
        let mut watcher = notify::recommended_watcher(heard).map_err(io::Error::other)?;
        let mut folders = vec![Watched::begin(folder, RecursiveMode::Recursive, &mut watcher)?];
        if let Some(beside) = beside.filter(|_| file.is_some_and(|place| !place.folder.starts_with(&root))) {
            folders.push(Watched::begin(beside, RecursiveMode::NonRecursive, &mut watcher)?);
        }
        Ok(Self { changes, places, folders, is_deaf: false, watcher })
    }

    /// Waits until something has changed and is calm again; with `patience` no longer than that.
    pub fn wait(&mut self, patience: Option<Duration>) -> Waited {
        let until = patience.map(|patience| Instant::now() + patience);
        loop {
            match self.watch_again(Watched::begin) {
                Ok(true) => break,
                Ok(false) => {}
                Err(_) if self.is_deaf => {}
                Err(error) => {
                    self.is_deaf = true;
                    return Waited::Deaf(error.to_string());
                }
            }
            let left = until.map_or(LOOK, |until| until.saturating_duration_since(Instant::now()).min(LOOK));
            match self.changes.recv_timeout(left) {
                Ok(()) => break,
                Err(RecvTimeoutError::Timeout) if until.is_some_and(|until| Instant::now() >= until) => {
                    return Waited::InVain;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Waited::Over,
            }
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

    /// Watches folders that have taken the names of those that were watched. Whether there was one. `begin` is what begins to
    /// watch a folder.
    ///
    /// # Errors
    /// When a folder cannot be watched again. It is tried once more the next time.
    fn watch_again(
        &mut self,
        begin: impl Fn(&Path, RecursiveMode, &mut RecommendedWatcher) -> io::Result<Watched>,
    ) -> io::Result<bool> {
        let (mut has_changed, mut failed) = (false, None);
        for watched in &mut self.folders {
            // While it is gone there is nothing to watch.
            let Some(now) = Identity::of(&watched.asked) else { continue };
            if watched.was.as_ref().is_some_and(|was| !was.is_replaced_by(&now)) {
                continue;
            }
            // The system may have ended the watch already.
            let _ = self.watcher.unwatch(&watched.real);
            match begin(&watched.asked, watched.mode, &mut self.watcher) {
                Ok(again) => {
                    *watched = again;
                    has_changed = true;
                }
                Err(error) => {
                    watched.was = None;
                    failed = Some(error);
                }
            }
        }
        if has_changed {
            let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
            let mut real = self.folders.iter().map(|watched| watched.real.clone());
            if let Some(root) = real.next() {
                places.root = root;
            }
            if let (Some(folder), Some(file)) = (real.next(), &mut places.file) {
                file.folder = folder;
            }
        }
        match failed {
            Some(error) => Err(error),
            None => {
                self.is_deaf = false;
                Ok(has_changed)
            }
        }
    }
}

/// What a folder is, whatever it is called.
#[derive(Clone, Debug)]
struct Identity {
    /// Its path, links followed.
    real: PathBuf,
    /// Numbers are given again when a folder is removed: its age tells two of them apart, where the system knows it.
    born: Option<SystemTime>,
    /// Its device and number, where folders have one.
    number: (u64, u64),
    /// When something in it was made or removed, and what is in it: some file systems give a folder another number each time.
    modified: Option<SystemTime>,
    names: Vec<OsString>,
}

impl Identity {
    /// None while there is no such folder.
    fn of(folder: &Path) -> Option<Self> {
        let real = fs::canonicalize(folder).ok()?;
        let found = fs::metadata(&real).ok().filter(fs::Metadata::is_dir)?;
        let entries = fs::read_dir(&real).ok()?;
        let mut names: Vec<OsString> = entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect();
        names.sort();
        Some(Self { real, born: found.created().ok(), number: number(&found), modified: found.modified().ok(), names })
    }

    /// Whether another folder has taken its name.
    fn is_replaced_by(&self, now: &Self) -> bool {
        let is_other_age = self.born.zip(now.born).is_some_and(|(was, is)| was != is);
        let is_other_listing = (&self.names, self.modified) != (&now.names, now.modified);
        self.real != now.real || is_other_age || (self.number != now.number && is_other_listing)
    }
}

/// Device and inode; the same for all folders where there are none.
fn number(folder: &fs::Metadata) -> (u64, u64) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        (folder.dev(), folder.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        (0, 0)
    }
}

/// What came of waiting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waited {
    /// Something has changed.
    Changed,
    /// Nothing has, for as long as patience lasted.
    InVain,
    /// A folder cannot be watched any more, and why. Said once, until it is watched again.
    Deaf(String),
    /// Nothing is watched any more.
    Over,
}

/// A file by its folder, which is there even while the file is being replaced.
#[derive(Clone)]
struct Place {
    folder: PathBuf,
    name: OsString,
}

/// The folder of a file.
fn around(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}

impl Place {
    fn of(file: &Path) -> io::Result<Self> {
        Ok(Self { folder: fs::canonicalize(around(file))?, name: file.file_name().unwrap_or_default().to_owned() })
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

    /// What a checkout of another branch and back does: the folder is another one, of the same name.
    #[test]
    fn a_folder_that_was_moved_away_and_came_back_is_heard_again() {
        let scratch = std::env::temp_dir().join(format!("makeready-watch-{}", std::process::id()));
        let _ = fs::remove_dir_all(&scratch);
        let (folder, aside) = (scratch.join("games"), scratch.join("aside"));
        fs::create_dir_all(folder.join("lantern")).expect("a folder");
        let mut watch = Watch::new(&folder, None).expect("it is watched");
        let settle = |watch: &mut Watch| while watch.wait(Some(Duration::from_millis(1500))) == Waited::Changed {};
        for round in 0..2 {
            fs::rename(&folder, &aside).expect("moved");
            if round == 1 {
                // For a while there is none.
                settle(&mut watch);
            }
            fs::create_dir_all(folder.join("lantern")).expect("a folder");
            fs::remove_dir_all(&aside).expect("removed");
            assert_eq!(watch.wait(Some(Duration::from_secs(10))), Waited::Changed, "round {round}");
            settle(&mut watch);
            fs::write(folder.join("lantern/system.yaml"), "edited").expect("written");
            assert_eq!(watch.wait(Some(Duration::from_secs(10))), Waited::Changed, "round {round}");
            settle(&mut watch);
        }
        fs::remove_dir_all(&scratch).expect("removed");
    }

    #[test]
    fn a_folder_that_cannot_be_watched_again_is_said_once_and_tried_again() {
        let scratch = std::env::temp_dir().join(format!("makeready-deaf-{}", std::process::id()));
        let _ = fs::remove_dir_all(&scratch);
        let folder = scratch.join("games");
        fs::create_dir_all(&folder).expect("a folder");
        let mut watch = Watch::new(&folder, None).expect("it is watched");
        fs::rename(&folder, scratch.join("aside")).expect("moved");
        fs::create_dir_all(folder.join("lantern")).expect("a folder");
        for _ in 0..2 {
            let failed = watch.watch_again(|_, _, _| Err(io::Error::other("no more watches")));
            assert_eq!(failed.expect_err("it is not watched").to_string(), "no more watches");
        }
        watch.is_deaf = true;
        assert_eq!(watch.wait(Some(Duration::from_secs(10))), Waited::Changed, "it is watched again");
        assert!(!watch.is_deaf);
        fs::remove_dir_all(&scratch).expect("removed");
    }

    #[test]
    fn a_folder_whose_number_alone_is_another_is_the_same() {
        let was = Identity {
            real: PathBuf::from("/games"),
            born: None,
            number: (1, 2),
            modified: Some(SystemTime::UNIX_EPOCH),
            names: vec![OsString::from("lantern")],
        };
        let with_number = Identity { number: (1, 3), ..was.clone() };
        assert!(!was.is_replaced_by(&was.clone()) && !was.is_replaced_by(&with_number));
        let emptied = Identity { names: Vec::new(), ..was.clone() };
        assert!(!was.is_replaced_by(&emptied), "a game was taken out of it");
        assert!(was.is_replaced_by(&Identity { names: Vec::new(), ..with_number.clone() }));
        let born = |seconds| Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        let old = Identity { born: born(1), ..was.clone() };
        assert!(!old.is_replaced_by(&was) && !was.is_replaced_by(&old), "no age is known");
        assert!(old.is_replaced_by(&Identity { born: born(2), ..was }));
    }

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
