//! From one file to what it says. No file needs another for it, so that files are read side by side, and once only while
//! they stay the same.
//!
//! **In** the text of a file, its path within its system, and the typefaces of the game. **Out** a [`Reading`]: what the file
//! says, and what is wrong with it. [`ReadBefore`] keeps the readings of the files of a content folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use makeready_rules::device::is_device_name;

use crate::code::Code;
use crate::concept::chapter;
use crate::decode::{Decoder, device_name};
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::limits::LONGEST_FORMULAS;
use crate::load::{self, FileSays};
use crate::picture::GamePictures;
use crate::source::{FileId, Located, SourceFile, Span};
use crate::typeface::GameFonts;
use crate::yaml::{self, Node};
use crate::{is_readme, unknown_file};

/// What came of reading one file.
#[derive(Clone)]
pub struct Reading {
    /// What it says; none where nothing of it could be read, and of a file that says nothing.
    pub says: Option<FileSays>,
    /// What is wrong with it.
    pub found: Vec<Diagnostic>,
    /// What is wrong with its words alone.
    pub of_words: Vec<Diagnostic>,
    /// Whether something could not be read, so that a stand-in is in its place.
    pub has_stand_ins: bool,
    /// The rules that something in it rests on.
    pub cited: Vec<Located<String>>,
    /// The rulings that it reads or names.
    pub rulings: BTreeSet<String>,
    /// How many characters of formulas may come behind it; none once there were more.
    pub formulas_left: Option<usize>,
}

impl Reading {
    /// Reads a file for which there are so many characters of formulas left.
    pub fn of(file: &InSystem<'_>, typefaces: &Arc<GameFonts>, formulas_left: usize) -> Self {
        Self::by(says, file, typefaces, formulas_left)
    }

    /// Reads the file of an ability, which may have as many formulas as a game of nothing else.
    pub fn of_ability(file: &InSystem<'_>, typefaces: &Arc<GameFonts>) -> Self {
        let read = |d: &mut Decoder, _: &InSystem<'_>| {
            let tree = tree(d)?;
            d.file(&tree).map(|file| FileSays::Ability(Box::new(file)))
        };
        Self::by(read, file, typefaces, LONGEST_FORMULAS)
    }

    fn by(
        says: impl FnOnce(&mut Decoder, &InSystem<'_>) -> Option<FileSays>,
        file: &InSystem<'_>,
        typefaces: &Arc<GameFonts>,
        formulas_left: usize,
    ) -> Self {
        let mut d = Decoder::within(file.id, &file.file.text, Some(formulas_left));
        d.is_printed = load::is_printed(file.path);
        d.typefaces = Arc::clone(typefaces);
        let says = says(&mut d, file);
        let (of_words, cited) = d.take_words();
        let (rulings, formulas_left, has_stand_ins) = (d.rulings_read(), d.formulas_left(), d.has_stand_ins());
        let mut found = d.into_diagnostics();
        // Where its id is called so too, enough is said there.
        if !found.iter().any(|finding| finding.code == Code::ReservedName) {
            found.extend(reserved(file.path, file.id));
        }
        Self { says, found, of_words, has_stand_ins, cited, rulings, formulas_left }
    }

    /// What is left of so many characters of formulas behind a file that was read as the first of all; none where that is
    /// too few for it, so that it has to be read with what there is.
    pub fn left_of(&self, formulas_left: usize) -> Option<usize> {
        let used = LONGEST_FORMULAS - self.formulas_left?;
        formulas_left.checked_sub(used)
    }
}

/// What is wrong with the path of a file: on Windows no file or folder can be called so.
pub fn reserved(path: &str, file: FileId) -> Option<Diagnostic> {
    let name = path.split('/').find(|part| is_device_name(part))?;
    Some(device_name(name, Span { file, start: 0, end: 0 }))
}

/// A file of a system.
#[derive(Clone, Copy)]
pub struct InSystem<'s> {
    /// Its place among the files of the content folder.
    pub id: FileId,
    /// Its text.
    pub file: &'s SourceFile,
    /// Its path within the system.
    pub path: &'s str,
    /// Whether only the head of a chapter is read, and nothing of other files.
    pub is_skimmed: bool,
}

impl InSystem<'_> {
    /// A hash of all that its reading rests on, given that of the typefaces.
    fn key(&self, typefaces: &[u8; 32]) -> Key {
        let kind = if self.is_skimmed { "skimming" } else { "reading" };
        let key = Digest::new(kind).with(typefaces).with(&self.id.0.to_le_bytes());
        key.with(self.path.as_bytes()).with(self.file.text.as_bytes()).finish()
    }
}

type Key = [u8; 32];

/// Files as they were read before, for whoever loads a content folder again and again: a file that stands in the same place
/// with the same text is not read once more, and no picture is looked into again.
///
/// Of each system it holds what the last load has read, so that it takes about as much memory as the games themselves.
#[derive(Default)]
pub struct ReadBefore(Mutex<BTreeMap<String, OfSystem>>);

/// What the last load of a system has read.
#[derive(Clone, Default)]
struct OfSystem {
    files: BTreeMap<Key, Arc<Reading>>,
    pictures: Arc<GamePictures>,
}

impl fmt::Debug for ReadBefore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadBefore").finish_non_exhaustive()
    }
}

impl ReadBefore {
    /// The readings of a system for one load of it. `typefaces` is a hash of those that the game brings.
    pub(crate) fn of_system(&self, system: &str, typefaces: [u8; 32]) -> Readings {
        let known = self.with(system, |kept| kept.files.clone());
        Readings { typefaces, known, used: BTreeMap::new() }
    }

    /// Keeps what a load has used, and nothing else of the system.
    pub(crate) fn keep(&self, system: &str, readings: Readings) {
        self.with(system, |kept| kept.files = readings.used);
    }

    /// The pictures of a system that were looked into.
    pub(crate) fn pictures(&self, system: &str) -> Arc<GamePictures> {
        self.with(system, |kept| Arc::clone(&kept.pictures))
    }

    /// Keeps the pictures of a load.
    pub(crate) fn keep_pictures(&self, system: &str, pictures: &Arc<GamePictures>) {
        self.with(system, |kept| kept.pictures = Arc::clone(pictures));
    }

    fn with<T>(&self, system: &str, work: impl FnOnce(&mut OfSystem) -> T) -> T {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        work(kept.entry(system.to_owned()).or_default())
    }
}

/// The readings of one system: those of the load before, and those of this one.
#[derive(Default)]
pub struct Readings {
    typefaces: [u8; 32],
    known: BTreeMap<Key, Arc<Reading>>,
    used: BTreeMap<Key, Arc<Reading>>,
}

impl Readings {
    /// The reading of a file, as it was kept or made anew. The key is for [`Self::note`].
    pub fn find(&self, file: &InSystem<'_>, read: impl FnOnce() -> Reading) -> (Key, Arc<Reading>) {
        let key = file.key(&self.typefaces);
        (key, self.known.get(&key).map_or_else(|| Arc::new(read()), Arc::clone))
    }

    /// Notes that a reading was used.
    pub fn note(&mut self, key: Key, reading: &Arc<Reading>) {
        self.used.insert(key, Arc::clone(reading));
    }
}

/// The tree of a file; none where it is no YAML, which is noted.
fn tree(d: &mut Decoder) -> Option<Node> {
    let text = Rc::clone(&d.text);
    match yaml::parse(&text, d.file) {
        Ok(tree) => {
            yaml::unused_anchors(&text, d.file).into_iter().for_each(|found| d.warn(found));
            yaml::cut_off(&tree, &text).into_iter().for_each(|warning| d.warn(warning));
            Some(tree)
        }
        Err(found) => {
            for fault in found {
                d.push(fault);
            }
            None
        }
    }
}

/// Reads what a file says. What is wrong with it is noted in the decoder.
fn says(d: &mut Decoder, file: &InSystem<'_>) -> Option<FileSays> {
    let path = file.path;
    if is_readme(path) {
        return None;
    }
    if path.ends_with(".md") {
        let Some(slug) = path.strip_prefix("rules/").and_then(|p| p.strip_suffix(".md")) else {
            unknown_file(d, path);
            return None;
        };
        return chapter::read(d, slug, file.is_skimmed).map(|chapter| FileSays::Chapter(Box::new(chapter)));
    }
    if file.is_skimmed {
        return None;
    }
    if !path.ends_with(".yaml") {
        unknown_file(d, path);
        return None;
    }
    let tree = tree(d)?;
    match load::kind_of(path) {
        Some(kind) => (kind.read)(d, &tree),
        None => {
            unknown_file(d, path);
            None
        }
    }
}
