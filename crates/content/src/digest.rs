//! A hash of all that something rests on.

/// Collects what something rests on.
pub struct Digest(blake3::Hasher);

impl Digest {
    /// For one kind of thing.
    pub fn new(kind: &str) -> Self {
        Self(blake3::Hasher::new()).with(kind.as_bytes())
    }

    /// Rests on these bytes too. Their length counts as well, so that no two lists of parts are the same bytes.
    #[must_use]
    pub fn with(mut self, part: &[u8]) -> Self {
        self.0.update(&(part.len() as u64).to_le_bytes()).update(part);
        self
    }

    /// The hash.
    pub fn finish(self) -> [u8; 32] {
        *self.0.finalize().as_bytes()
    }
}
