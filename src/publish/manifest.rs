//! `manifest.json`: lists the files of an output folder, and marks it as ours.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::Files;

/// The file that lists all others.
pub const MANIFEST: &str = "manifest.json";

/// The prefix of the generator's name.
const GENERATOR: &str = "deckle ";

/// The largest manifest that is read: a million files.
const LARGEST: u64 = 256 * 1024 * 1024;

/// The files of an output folder.
#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    generator: String,
    rules: BTreeMap<String, String>,
    files: Vec<ManifestFile>,
}

/// One file of it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ManifestFile {
    /// From the output folder, with `/` between parts.
    pub path: String,
    /// In bytes.
    pub size: u64,
    /// Of its bytes, in hexadecimal digits.
    pub blake3: String,
}

impl Manifest {
    /// Of these files, and the fingerprint of each system's rules.
    pub fn of(files: &Files, rules: &BTreeMap<String, String>) -> Self {
        let list = files.par_iter().map(|(path, bytes)| ManifestFile {
            path: path.clone(),
            size: bytes.len() as u64,
            blake3: blake3::hash(bytes).to_hex().to_string(),
        });
        let generator = format!("{GENERATOR}{}", env!("CARGO_PKG_VERSION"));
        Self { generator, rules: rules.clone(), files: list.collect() }
    }

    /// The manifest of a folder; none where there is none, or one that another program wrote.
    pub fn read(folder: &Path) -> Option<Self> {
        Self::parse(&Self::text_of(folder)?)
    }

    /// The manifest of a folder as it is written.
    pub fn text_of(folder: &Path) -> Option<Vec<u8>> {
        let path = folder.join(MANIFEST);
        if !fs::symlink_metadata(&path).ok()?.is_file() {
            return None;
        }
        let mut bytes = Vec::new();
        File::open(&path).ok()?.take(LARGEST).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    /// A manifest as it is written; none that another program wrote.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let manifest: Self = serde_json::from_slice(text).ok()?;
        let is_ours =
            manifest.generator.starts_with(GENERATOR) && manifest.files.iter().all(|file| is_plain(&file.path));
        is_ours.then_some(manifest)
    }

    /// The files, without the manifest itself.
    pub fn files(&self) -> &[ManifestFile] {
        &self.files
    }

    /// The folders of these files.
    pub fn folders(&self) -> BTreeSet<&str> {
        let paths = self.files.iter().map(|file| file.path.as_str());
        paths.flat_map(|path| path.match_indices('/').map(|(end, _)| &path[..end])).collect()
    }
}

/// Whether a path stays inside its folder.
pub fn is_plain(path: &str) -> bool {
    path.split('/').all(|part| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', '\0']))
}
