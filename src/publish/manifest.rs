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
const GENERATOR: &str = "makeready ";

/// The largest manifest that is read: a million files.
const LARGEST: u64 = 256 * 1024 * 1024;

/// The files of an output folder.
#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    generator: String,
    /// Where it is a part of an output that is made in several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<Part>,
    rules: BTreeMap<String, String>,
    files: Vec<ManifestFile>,
}

/// Which part of an output a folder is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// From 1.
    pub number: usize,
    /// How many parts there are.
    pub of: usize,
    /// The hash of all that the output is made from: the content, the program, and what was asked for.
    pub made_from: String,
}

/// One file of it.
#[derive(Debug, Serialize, Deserialize)]
pub struct ManifestFile {
    /// From the output folder, with `/` between parts.
    pub path: String,
    /// In bytes.
    pub size: u64,
    /// Of its bytes, in hexadecimal digits.
    pub blake3: String,
    /// Whether only the build before has made it.
    #[serde(default, rename = "earlier", skip_serializing_if = "is_of_this_build")]
    pub is_earlier: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_of_this_build(is_earlier: &bool) -> bool {
    !*is_earlier
}

impl ManifestFile {
    /// Its bytes in a folder; none where it is missing, was changed, or is reached through a link.
    pub fn read_in(&self, folder: &Path) -> Option<Vec<u8>> {
        let mut ends = self.path.match_indices('/').map(|(end, _)| end);
        let is_folder =
            |end: usize| fs::symlink_metadata(folder.join(&self.path[..end])).is_ok_and(|found| found.is_dir());
        let path = folder.join(&self.path);
        let is_file = fs::symlink_metadata(&path).is_ok_and(|found| found.is_file() && found.len() == self.size);
        let bytes = (is_file && ends.all(is_folder)).then(|| fs::read(&path).ok())?;
        bytes.filter(|bytes| self.is(bytes))
    }

    /// Whether these are its bytes.
    pub fn is(&self, bytes: &[u8]) -> bool {
        self.size == bytes.len() as u64 && self.blake3 == blake3::hash(bytes).to_hex().as_str()
    }
}

impl Manifest {
    /// Of these files, of which those of `earlier` are of the build before, and the fingerprint of each system's rules.
    pub fn of(files: &Files, earlier: &BTreeSet<String>, rules: &BTreeMap<String, String>, part: Option<Part>) -> Self {
        let list = files.par_iter().map(|(path, bytes)| ManifestFile {
            path: path.clone(),
            size: bytes.len() as u64,
            blake3: blake3::hash(bytes).to_hex().to_string(),
            is_earlier: earlier.contains(path),
        });
        let generator = format!("{GENERATOR}{}", env!("CARGO_PKG_VERSION"));
        Self { generator, part, rules: rules.clone(), files: list.collect() }
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

    /// Which part of an output it is of; none where it is of all of it.
    pub const fn part(&self) -> Option<&Part> {
        self.part.as_ref()
    }

    /// The fingerprint of each system's rules.
    pub const fn rules(&self) -> &BTreeMap<String, String> {
        &self.rules
    }

    /// Whether the output was built from games. Otherwise it is the workshop without a game.
    pub fn has_games(&self) -> bool {
        !self.rules.is_empty()
    }

    /// The files, without the manifest itself.
    pub fn files(&self) -> &[ManifestFile] {
        &self.files
    }

    /// The files that only the build before has made.
    pub fn earlier(&self) -> BTreeSet<String> {
        self.files.iter().filter(|file| file.is_earlier).map(|file| file.path.clone()).collect()
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
