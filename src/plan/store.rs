//! Results of earlier runs, by the keys of what they were made from.
//!
//! The folder `.makeready` beside the content; to be deleted whenever one likes. Each result is a file with a head: its key, its
//! length, and keyed hashes of the head and of the result, under a [`Secret`] of this user. The head is read alone first. One that is damaged, of another program or put there by somebody else does
//! not match, and counts as not there. Where the folder is not ours, cannot be written or is full, or where there is no secret, nothing
//! is kept, and nothing else changes.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use super::Key;
use super::secret::Secret;

/// The name of the folder, beside the content.
pub const FOLDER: &str = ".makeready";

/// Says to programs that make backups, and to us, what the folder is (bford.info/cachedir).
const TAG: &str = "CACHEDIR.TAG";
const TAG_TEXT: &str = "Signature: 8a477f597d28d172789f06886806bc55\n\
    # Results that makeready keeps to be faster. It is safe to delete the whole folder.\n";

/// The first bytes of every result.
const MAGIC: &[u8; 11] = b"makeready 3";
/// The magic, the key, the length of the result, the signature of both, and that of the key and the result.
const HEAD: usize = LABEL + 32 + 32;
/// What the first signature is of.
const LABEL: usize = MAGIC.len() + 32 + 8;

/// Results lie in folders named with so many digits of their keys.
const SHARD: usize = 2;

/// How many bytes are kept in all; the results that were not used for longest go first.
const MOST: u64 = 512 * 1024 * 1024;
/// The largest result that is read.
const LARGEST: u64 = MOST;

/// Results of earlier runs; possibly none.
pub struct Store {
    folder: Option<PathBuf>,
    /// What results are signed with, once one is asked for or kept.
    secret: OnceLock<io::Result<Secret>>,
    /// How many bytes this run has added.
    added: AtomicU64,
}

impl Store {
    /// Keeps nothing and knows nothing.
    pub const fn none() -> Self {
        Self { folder: None, secret: OnceLock::new(), added: AtomicU64::new(0) }
    }

    /// The store beside a content folder. It comes into being with the first result that is kept.
    pub fn beside(content: &Path) -> Self {
        Self::at(content, |folder| is_free(folder) || is_ours(folder))
    }

    /// The same where it is there already: who prints one file begins no folder.
    pub fn begun(content: &Path) -> Self {
        Self::at(content, is_ours)
    }

    fn at(content: &Path, is_usable: impl Fn(&Path) -> bool) -> Self {
        let around = fs::canonicalize(content).ok().and_then(|content| Some(content.parent()?.to_path_buf()));
        let folder = around.map(|around| around.join(FOLDER)).filter(|folder| is_usable(folder));
        Self { folder, secret: OnceLock::new(), added: AtomicU64::new(0) }
    }

    /// The folder, which may not be there yet.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Whether anything is kept.
    pub const fn keeps(&self) -> bool {
        self.folder.is_some()
    }

    /// Why nothing was taken from the store, and nothing kept: this user has no secret to sign results with. None where
    /// there is one, or where nobody has asked for a result yet.
    pub fn refusal(&self) -> Option<String> {
        let error = self.secret.get()?.as_ref().err()?;
        Some(format!("the cache is off: no secret to sign it with: {error}"))
    }

    fn secret(&self) -> Option<&Secret> {
        self.secret.get_or_init(Secret::of_user).as_ref().ok()
    }

    /// The result that was made from this, as it was kept; none that is missing or damaged, or that somebody else has made.
    pub fn get(&self, key: Key) -> Option<Vec<u8>> {
        let path = path_of(self.folder.as_deref()?, key);
        if !fs::symlink_metadata(&path).ok()?.is_file() {
            return None;
        }
        let mut file = File::open(path).ok()?;
        let mut head = [0; HEAD];
        file.read_exact(&mut head).ok()?;
        // Nothing that somebody else has written is read any further, however much it is.
        let secret = self.secret()?;
        let length = u64::from_le_bytes(*head[..LABEL].last_chunk()?);
        let is_ours = head[..LABEL + 32] == signed_label(secret, key, length);
        if !is_ours || length > LARGEST || file.metadata().ok()?.len() != HEAD as u64 + length {
            return None;
        }
        let mut result = Vec::with_capacity(usize::try_from(length).ok()?);
        (&file).take(length).read_to_end(&mut result).ok()?;
        let signature = blake3::Hash::from_slice(&head[LABEL + 32..]).ok()?;
        if result.len() as u64 != length || signature != secret.sign(key.bytes(), &result) {
            return None;
        }
        // Used just now, so that it is not the first to go.
        let _ = file.set_modified(SystemTime::now());
        Some(result)
    }

    /// Keeps a result. Where that fails it is made again the next time.
    pub fn put(&self, key: Key, result: &[u8]) {
        if let Some(folder) = &self.folder
            && let Some(secret) = self.secret()
            && write(folder, secret, key, result).is_ok()
        {
            self.added.fetch_add(result.len() as u64, Ordering::Relaxed);
        }
    }

    /// Removes what was not used for longest, where there is more than is kept. To be called when all is done.
    pub fn tidy(&self) {
        if self.added.load(Ordering::Relaxed) > 0
            && let Some(folder) = &self.folder
        {
            // What cannot be removed now can be the next time.
            let _ = shrink(folder, MOST);
        }
    }
}

/// Whether there is nothing of this name.
fn is_free(folder: &Path) -> bool {
    fs::symlink_metadata(folder).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Whether a folder is a store. Links are not followed: what they lead to is not ours.
fn is_ours(folder: &Path) -> bool {
    let is_folder = fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir());
    let tag = folder.join(TAG);
    let is_file = fs::symlink_metadata(&tag).is_ok_and(|found| found.is_file());
    is_folder && is_file && fs::read(tag).is_ok_and(|text| text == TAG_TEXT.as_bytes())
}

fn path_of(folder: &Path, key: Key) -> PathBuf {
    let name = key.to_hex();
    folder.join(&name[..SHARD]).join(&name[SHARD..])
}

/// The first part of a head: what a result is of, how long it is, and the signature of both.
fn signed_label(secret: &Secret, key: Key, length: u64) -> Vec<u8> {
    let label = [MAGIC, key.bytes().as_slice(), &length.to_le_bytes()].concat();
    let signature = secret.sign_label(&label);
    [label.as_slice(), signature.as_bytes()].concat()
}

fn head(secret: &Secret, key: Key, result: &[u8]) -> Vec<u8> {
    let label = signed_label(secret, key, result.len() as u64);
    [label.as_slice(), secret.sign(key.bytes(), result).as_bytes()].concat()
}

/// Writes a result under another name first, so that nobody reads half of it.
fn write(folder: &Path, secret: &Secret, key: Key, result: &[u8]) -> io::Result<()> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    if is_free(folder) {
        begin(folder)?;
    }
    let path = path_of(folder, key);
    let parent = path.parent().unwrap_or(folder);
    match fs::create_dir(parent) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ if !fs::symlink_metadata(parent)?.is_dir() => return Err(io::ErrorKind::NotADirectory.into()),
        _ => {}
    }
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let fresh = folder.join(format!("{BEGUN}{}-{number}", std::process::id()));
    let mut file = OpenOptions::new().write(true).create_new(true).open(&fresh)?;
    let written = file.write_all(&head(secret, key, result)).and_then(|()| file.write_all(result));
    let moved = written.and_then(|()| fs::rename(&fresh, &path));
    if moved.is_err() {
        let _ = fs::remove_file(&fresh);
    }
    moved
}

/// The beginning of the names of results that are being written.
const BEGUN: &str = "begun-";

fn begin(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        // Another run began it just now.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(()),
        made => made?,
    }
    fs::write(folder.join(".gitignore"), "*\n")?;
    fs::write(folder.join(TAG), TAG_TEXT)
}

/// Removes the results that were not used for longest until no more than so many bytes are left, and what a run that was killed has
/// left unfinished.
fn shrink(folder: &Path, most: u64) -> io::Result<()> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_file() && is_left_over(&entry.file_name(), &entry.metadata()?) {
            fs::remove_file(entry.path())?;
        }
        if !kind.is_dir() || entry.file_name().len() != SHARD {
            continue;
        }
        for result in fs::read_dir(entry.path())? {
            let result = result?;
            let about = result.metadata()?;
            if about.is_file() {
                found.push((about.modified()?, about.len(), result.path()));
            }
        }
    }
    found.sort();
    let mut sum: u64 = found.iter().map(|(_, size, _)| size).sum();
    for (_, size, path) in found {
        if sum <= most {
            break;
        }
        fs::remove_file(path)?;
        sum -= size;
    }
    Ok(())
}

/// Whether a file is a result whose writing was begun an hour ago.
fn is_left_over(name: &OsStr, about: &fs::Metadata) -> bool {
    const LONG: u64 = 60 * 60;
    let age = about.modified().ok().and_then(|then| then.elapsed().ok()).unwrap_or_default();
    name.to_str().is_some_and(|name| name.starts_with(BEGUN)) && age.as_secs() > LONG
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::KeyBuilder;

    /// A folder with a content folder in it, removed in the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("makeready-store-{}-{name}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(folder.join("content")).expect("a folder");
            Self(folder)
        }

        fn store(&self) -> Store {
            self.signed(Store::beside(&self.0.join("content")), "key")
        }

        fn begun(&self) -> Store {
            self.signed(Store::begun(&self.0.join("content")), "key")
        }

        /// A store with the secret in this file.
        fn signed(&self, store: Store, file: &str) -> Store {
            Store { secret: OnceLock::from(Secret::at(&self.0.join(file))), ..store }
        }

        fn kept(&self) -> PathBuf {
            path_of(&self.0.join(FOLDER), key("one"))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn key(name: &str) -> Key {
        KeyBuilder::new("test").expect("the test can be read").with(name.as_bytes()).finish()
    }

    #[test]
    fn what_is_kept_is_found_by_what_it_was_made_from() {
        let scratch = Scratch::new("found");
        scratch.begun().put(key("one"), b"result");
        assert!(!scratch.0.join(FOLDER).exists(), "this one was not begun");
        assert_eq!(scratch.store().get(key("one")), None);
        assert!(!scratch.0.join(FOLDER).exists(), "nothing is written for nothing");
        scratch.store().put(key("one"), b"result");
        assert_eq!(scratch.store().get(key("one")).as_deref(), Some(&b"result"[..]));
        assert_eq!(scratch.begun().get(key("one")).as_deref(), Some(&b"result"[..]));
        assert_eq!(scratch.store().get(key("two")), None);
        scratch.store().put(key("one"), b"");
        assert_eq!(scratch.store().get(key("one")).as_deref(), Some(&b""[..]));
    }

    #[test]
    fn what_is_damaged_is_not_there() {
        let scratch = Scratch::new("damaged");
        scratch.store().put(key("one"), b"a result of some length");
        let good = fs::read(scratch.kept()).expect("it was kept");
        for cut in 0..good.len() {
            fs::write(scratch.kept(), &good[..cut]).expect("written");
            assert_eq!(scratch.store().get(key("one")), None, "cut at {cut}");
            let mut other = good.clone();
            other[cut] ^= 1;
            fs::write(scratch.kept(), &other).expect("written");
            assert_eq!(scratch.store().get(key("one")), None, "changed at {cut}");
        }
        // A result of something else under this name.
        scratch.store().put(key("two"), b"another");
        fs::copy(path_of(&scratch.0.join(FOLDER), key("two")), scratch.kept()).expect("copied");
        assert_eq!(scratch.store().get(key("one")), None);
        scratch.store().put(key("one"), b"new");
        assert_eq!(scratch.store().get(key("one")).as_deref(), Some(&b"new"[..]));
    }

    #[test]
    fn a_result_of_somebody_else_is_not_there() {
        let scratch = Scratch::new("forged");
        scratch.store().put(key("one"), b"a result of some length");
        let good = fs::read(scratch.kept()).expect("it was kept");
        // Whoever has no secret can write a plain hash.
        let forged = b"other words of the same";
        let plain = |hash: blake3::Hash| [&good[..HEAD - 32], hash.as_bytes(), forged].concat();
        assert_eq!(good.len(), HEAD + forged.len());
        let keyed = blake3::Hasher::new_keyed(&[0; 32]).update(key("one").bytes()).update(forged).finalize();
        for hash in [blake3::hash(forged), keyed] {
            fs::write(scratch.kept(), plain(hash)).expect("written");
            assert_eq!(scratch.store().get(key("one")), None);
        }
        // A store that another user has signed.
        let content = scratch.0.join("content");
        let other = scratch.signed(Store::beside(&content), "other");
        other.put(key("one"), forged);
        assert_eq!(other.get(key("one")).as_deref(), Some(&forged[..]));
        assert_eq!(scratch.store().get(key("one")), None);
        assert_eq!(scratch.store().refusal(), None);
        // Without a secret nothing is read, and nothing is kept.
        scratch.store().put(key("one"), b"result");
        fs::write(scratch.0.join("file"), "").expect("written");
        let unsigned = scratch.signed(Store::beside(&content), "file/key");
        assert_eq!(unsigned.get(key("one")), None);
        unsigned.put(key("two"), b"another");
        assert_eq!(scratch.store().get(key("two")), None);
        assert!(unsigned.refusal().is_some());
    }

    /// A file of somebody else may be of any size, most of it holes.
    #[test]
    fn a_result_is_not_read_before_its_head_is_known_to_be_ours() {
        let scratch = Scratch::new("long");
        scratch.store().put(key("one"), b"a result");
        let good = fs::read(scratch.kept()).expect("it was kept");
        for change in [None, Some(MAGIC.len() + 32), Some(LABEL)] {
            let mut head = good.clone();
            if let Some(at) = change {
                head[at] ^= 1;
            }
            fs::write(scratch.kept(), &head).expect("written");
            File::options().write(true).open(scratch.kept()).and_then(|file| file.set_len(400 << 20)).expect("holes");
            let start = std::time::Instant::now();
            assert_eq!(scratch.store().get(key("one")), None);
            assert!(start.elapsed() < std::time::Duration::from_millis(50), "{change:?}");
        }
        // A head that is ours, of a result that is shorter than it says.
        fs::write(scratch.kept(), &good[..good.len() - 1]).expect("written");
        assert_eq!(scratch.store().get(key("one")), None);
        fs::write(scratch.kept(), &good).expect("written");
        assert_eq!(scratch.store().get(key("one")).as_deref(), Some(&b"a result"[..]));
    }

    #[test]
    fn a_folder_of_somebody_else_is_left_alone() {
        let scratch = Scratch::new("foreign");
        let folder = scratch.0.join(FOLDER);
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("notes.txt"), "mine").expect("a file");
        scratch.store().put(key("one"), b"result");
        assert_eq!(scratch.store().get(key("one")), None);
        assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let scratch = Scratch::new("links");
        scratch.store().put(key("one"), b"result");
        let (folder, moved) = (scratch.0.join(FOLDER), scratch.0.join("elsewhere"));
        fs::rename(&folder, &moved).expect("moved");
        std::os::unix::fs::symlink(&moved, &folder).expect("a link");
        assert_eq!(scratch.store().get(key("one")), None);
        scratch.store().put(key("two"), b"another");
        assert!(!path_of(&moved, key("two")).exists());
    }

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let scratch = Scratch::new("old");
        let store = scratch.store();
        for (age, name) in [(30, "one"), (20, "two"), (10, "three")] {
            store.put(key(name), &[0; 1000]);
            let file = File::options().write(true).open(path_of(&scratch.0.join(FOLDER), key(name))).expect("kept");
            let then = SystemTime::now() - std::time::Duration::from_secs(age);
            file.set_modified(then).expect("set");
        }
        assert!(store.get(key("one")).is_some(), "and is used now");
        shrink(&scratch.0.join(FOLDER), 2500).expect("it shrinks");
        let left = ["one", "two", "three"].map(|name| store.get(key(name)).is_some());
        assert_eq!(left, [true, false, true]);
    }
}
