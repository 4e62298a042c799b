//! The secret of the user who runs the program: 32 random bytes in a file of their own.
//!
//! A store signs its results with it. Whoever hands over a game may hand over a store beside it, and can compute any plain hash;
//! without the secret nothing in that store is accepted.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// The length of a secret, in bytes: that of a BLAKE3 key.
const LENGTH: usize = blake3::KEY_LEN;

/// The name of the file, in the user's cache folder.
const FILE: &str = "makeready/store.key";

/// A secret of one user.
#[derive(Clone)]
pub struct Secret([u8; LENGTH]);

impl Secret {
    /// The secret of the user who runs the program, made at the first use.
    ///
    /// # Errors
    /// When there is no folder for it, or it can neither be read nor written.
    pub fn of_user() -> io::Result<Self> {
        let folder = cache_folder().ok_or_else(|| io::Error::other("there is no cache folder of this user"))?;
        Self::at(&folder.join(FILE))
    }

    /// The secret in a file, made where there is none.
    ///
    /// # Errors
    /// When it can neither be read nor written.
    pub fn at(path: &Path) -> io::Result<Self> {
        if let Ok(found) = read(path)? {
            return Ok(found);
        }
        let is_new = fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
        make(path, is_new)?;
        // Another run may have been first: all of them take the one that is there.
        read(path)?.map_err(|unusable| io::Error::other(format!("{}: {unusable}", path.display())))
    }

    /// The signature of the bytes before a result. They begin with the magic of a store, which no key does.
    pub fn sign_label(&self, label: &[u8]) -> blake3::Hash {
        blake3::keyed_hash(&self.0, label)
    }

    /// The signature of a result: a keyed hash of its key and its bytes.
    pub fn sign(&self, key: &[u8; 32], result: &[u8]) -> blake3::Hash {
        blake3::Hasher::new_keyed(&self.0).update(key).update(result).finalize()
    }
}

/// The folder in which programs keep what this user can do without.
fn cache_folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        return named("LOCALAPPDATA");
    }
    named("XDG_CACHE_HOME").or_else(|| Some(std::env::home_dir()?.join(".cache")).filter(|path| path.is_absolute()))
}

/// Why the secret in a file is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unusable {
    /// There is no such file.
    Missing,
    /// It is a folder or a device.
    NotAFile,
    /// It has so many bytes.
    Length(u64),
    /// Others can read it: its permissions.
    Shared(u32),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => write!(f, "it is missing"),
            Self::NotAFile => write!(f, "it is not a file, so it is not used"),
            Self::Length(length) => write!(f, "it has {length} bytes and not {LENGTH}, so it is not used"),
            Self::Shared(mode) => write!(f, "others can read it (mode {mode:03o}), so it is not used"),
        }
    }
}

/// The secret in a file, or why it is not used.
fn read(path: &Path) -> io::Result<Result<Secret, Unusable>> {
    let found = match fs::metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Err(Unusable::Missing)),
        Err(error) => return Err(error),
    };
    if !found.is_file() {
        return Ok(Err(Unusable::NotAFile));
    }
    if found.len() != LENGTH as u64 {
        return Ok(Err(Unusable::Length(found.len())));
    }
    if let Some(mode) = shared_mode(&found) {
        return Ok(Err(Unusable::Shared(mode)));
    }
    let mut secret = [0; LENGTH];
    fs::File::open(path)?.read_exact(&mut secret)?;
    Ok(Ok(Secret(secret)))
}

fn random_digits() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Writes a new secret under another name first, so that nobody reads half of it.
fn make(path: &Path, is_new: bool) -> io::Result<()> {
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    fs::create_dir_all(folder)?;
    let mut secret = [0; LENGTH];
    getrandom::fill(&mut secret).map_err(|error| io::Error::other(error.to_string()))?;
    // Runs in several containers may have the same number and the same folder.
    let fresh = folder.join(format!("store.key-{}", random_digits()?));
    let mut file = private().write(true).create_new(true).open(&fresh)?;
    let written = file.write_all(&secret).and_then(|()| file.sync_all());
    let moved = written.and_then(|()| match is_new.then(|| fs::hard_link(&fresh, path)) {
        Some(Ok(())) => Ok(()),
        Some(Err(error)) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        // A file system whose files have one name each, or a file in the way that holds no secret.
        Some(Err(_)) | None => fs::rename(&fresh, path),
    });
    let _ = fs::remove_file(&fresh);
    moved
}

/// The permissions of a file that others can read; none where nobody else can.
#[cfg(unix)]
fn shared_mode(file: &fs::Metadata) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = file.permissions().mode() & 0o777;
    (mode & 0o077 != 0).then_some(mode)
}

/// What lies in the user's own folder is theirs alone.
#[cfg(not(unix))]
fn shared_mode(_: &fs::Metadata) -> Option<u32> {
    None
}

/// Makes files that nobody else can read.
#[cfg(unix)]
fn private() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

#[cfg(not(unix))]
fn private() -> OpenOptions {
    OpenOptions::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(secret: &Secret) -> blake3::Hash {
        secret.sign(&[0; 32], b"result")
    }

    #[test]
    fn a_secret_is_made_once() {
        let folder = std::env::temp_dir().join(format!("makeready-secret-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let path = folder.join(FILE);
        let first = Secret::at(&path).expect("it is made");
        assert_eq!(signature(&first), signature(&Secret::at(&path).expect("it is there")));
        assert_eq!(fs::read_dir(path.parent().expect("a folder")).expect("it is there").count(), 1);
        // Half of one is replaced, and so is one that others could read.
        fs::write(&path, b"half").expect("written");
        let second = Secret::at(&path).expect("it is made anew");
        assert_ne!(signature(&first), signature(&second));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = || fs::metadata(&path).expect("it is there").permissions().mode() & 0o777;
            assert_eq!(mode(), 0o600);
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("set");
            let unusable = read(&path).expect("it can be read").err().expect("others can as well");
            assert_eq!(unusable.to_string(), "others can read it (mode 644), so it is not used");
            assert_ne!(signature(&second), signature(&Secret::at(&path).expect("it is made anew")));
            assert_eq!(mode(), 0o600);
        }
        fs::remove_dir_all(&folder).expect("removed");
    }
}
