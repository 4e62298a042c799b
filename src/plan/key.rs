//! The key of a result: a hash of all that it is made from.

use std::fs::File;
use std::io;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// A hash of all that a result is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Key([u8; 32]);

impl Key {
    /// Its bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// In hexadecimal digits.
    pub fn to_hex(self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }
}

/// The program that is running, as a hash: another one may make other results from the same. None where it cannot be read.
static PROGRAM: LazyLock<Option<blake3::Hash>> = LazyLock::new(|| {
    let mut hasher = blake3::Hasher::new();
    let file = std::env::current_exe().and_then(File::open).ok()?;
    hasher.update_reader(io::BufReader::with_capacity(1 << 20, file)).ok()?;
    Some(hasher.finalize())
});

/// Collects what a result is made from.
#[derive(Clone)]
pub struct KeyBuilder(blake3::Hasher);

impl KeyBuilder {
    /// For one kind of result; none where nothing can be kept, since the program does not know itself.
    pub fn new(kind: &str) -> Option<Self> {
        let program = (*PROGRAM)?;
        Some(Self(blake3::Hasher::new()).with(program.as_bytes()).with(kind.as_bytes()))
    }

    /// Made from these bytes too. Their length counts as well, so that no two lists of parts are the same bytes.
    #[must_use]
    pub fn with(mut self, part: &[u8]) -> Self {
        self.0.update(&(part.len() as u64).to_le_bytes()).update(part);
        self
    }

    /// Made from this value too.
    ///
    /// # Panics
    /// Never: views hold only strings and numbers, which serialize.
    #[must_use]
    pub fn with_value(self, value: &impl Serialize) -> Self {
        let mut inner = blake3::Hasher::new();
        serde_json::to_writer(&mut inner, value).expect("views hold only strings and numbers");
        self.with(inner.finalize().as_bytes())
    }

    /// The key.
    pub fn finish(self) -> Key {
        Key(*self.0.finalize().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_into_each_other() {
        let key = |parts: &[&[u8]]| {
            parts
                .iter()
                .fold(KeyBuilder::new("test").expect("the test can be read"), |key, part| key.with(part))
                .finish()
        };
        assert_eq!(key(&[b"ab", b"c"]), key(&[b"ab", b"c"]));
        assert_ne!(key(&[b"ab", b"c"]), key(&[b"a", b"bc"]));
        assert_ne!(key(&[b"abc"]), key(&[b"abc", b""]));
    }
}
