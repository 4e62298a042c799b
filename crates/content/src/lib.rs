//! Content: from files to a checked model.
//!
//! **In** [`source::Sources`], the files of a content folder as text. **Out** a [`game::Game`] per
//! system, in which every name resolves and every formula types. **Fails** with every fault of every
//! file at once, each a [`diagnostic::Diagnostic`] with its place. Entry point: [`load`].

pub mod amend;
mod checked;
pub mod code;
pub mod concept;
pub mod de;
pub mod decode;
pub mod diagnostic;
mod digest;
pub mod fence;
pub mod game;
pub mod gaps;
pub mod icons;
pub mod intake;
mod kind;
pub mod limits;
mod list_lines;
pub mod load;
pub mod markdown;
mod marks;
pub mod markup;
pub mod overlooked;
pub mod packed;
mod person;
pub mod picture;
pub mod quotes;
mod reading;
pub mod scalar;
pub mod source;
pub mod text;
pub mod typeface;
mod validate;
pub mod words;
mod written;
pub mod yaml;
mod yaml_fault;

pub use concept::building::validate::diagnostic as breach_diagnostic;
pub use concept::campaign::{Campaign, read as read_campaign};
pub use concept::checks::used::{other_roll, used_with};
pub use concept::deck::{CardLine, DeckList, read as read_deck_list};
pub use concept::examples::validate::{rules_of as example_rules, subject as example_subject};
pub use concept::procedures::validate::call_arguments;
pub use concept::site::{SiteFile, read as read_site};
pub use reading::ReadBefore;
pub use validate::Depth;
pub use validate::proofs::Proofs;
pub use written::npc_file;

use std::collections::BTreeSet;
use std::sync::Arc;

use code::Code;
use decode::Decoder;
use diagnostic::{Counts, Diagnostic};
use digest::Digest;
use game::{Game, OwnFile, Person, SetAside};
use gaps::Gaps;
use limits::{LARGEST_FILE, LONGEST_FORMULAS};
use load::Entries;
use makeready_rules::formula::nearest;
use rayon::prelude::*;
use reading::{InSystem, Reading, Readings};
use source::{FileId, Located, SourceFile, Sources, Span};
use validate::proofs::{Computing, FileHashes};
use validate::{Checked, Read};

/// What came of loading one system.
#[derive(Debug)]
pub struct Loaded {
    /// The system, unless there was an error in what the whole game rests on. One in the file of a person or an ability is a
    /// matter of that file: it is set aside, or marked as a draft.
    pub game: Option<Game>,
    /// The same where there was such an error, as far as it goes: nothing is printed of it, but more can be found in it.
    pub draft: Option<Draft>,
    /// What was found, in order of place.
    pub diagnostics: Vec<Diagnostic>,
    /// How much more was found than is ever told.
    pub more: Counts,
    /// What was computed without a finding, for the next time; empty where computing found anything, or was not asked for.
    pub proofs: Proofs,
}

/// What is left of earlier loads of the same content folder, so that not all is done again. Whatever it holds, a load finds
/// what it would find without it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Earlier<'e> {
    /// Files as they were read.
    pub read: Option<&'e ReadBefore>,
    /// What was computed without a finding.
    pub proofs: Option<&'e Proofs>,
}

/// A system with errors in what the whole game rests on.
#[derive(Debug)]
pub struct Draft {
    /// What could be read of it.
    pub game: Game,
    /// Of what kinds links may lead to something in a file that could not be read: as they are called in links.
    pub lost_links: BTreeSet<&'static str>,
}

/// The ids of the systems in a content folder: its folders that hold a `system.yaml`.
pub fn systems(sources: &Sources) -> Vec<String> {
    let found = sources.iter().filter_map(|(_, file)| file.path.strip_suffix("/system.yaml"));
    found.filter(|folder| !folder.contains('/')).map(str::to_owned).collect()
}

/// How much text is read side by side before it is seen whether a game has too much of it, in bytes.
const AT_A_TIME: usize = 2 * LARGEST_FILE;

/// Parts files in portions of about [`AT_A_TIME`].
fn portions<'f, 's>(files: &'f [InSystem<'s>]) -> Vec<&'f [InSystem<'s>]> {
    let mut size = 0;
    let mut number = 0;
    let portion = |one: &InSystem<'_>| {
        size += one.file.text.len();
        if size > AT_A_TIME {
            (size, number) = (one.file.text.len(), number + 1);
        }
        number
    };
    let numbers: Vec<usize> = files.iter().map(portion).collect();
    let mut rest = files;
    numbers.chunk_by(|a, b| a == b).map(|same| rest.split_off(..same.len()).unwrap_or_default()).collect()
}

/// Loads and checks one system.
pub fn load(sources: &Sources, system: &str, campaign: &[(Located<String>, Located<String>)]) -> Loaded {
    load_to(Depth::Computed, sources, system, campaign)
}

/// Loads a system, and looks at it as deeply as is asked.
pub fn load_to(
    depth: Depth,
    sources: &Sources,
    system: &str,
    campaign: &[(Located<String>, Located<String>)],
) -> Loaded {
    load_with(Earlier::default(), depth, sources, system, campaign)
}

/// The same, where not all has to be done again that was done before.
pub fn load_with(
    earlier: Earlier<'_>,
    depth: Depth,
    sources: &Sources,
    system: &str,
    campaign: &[(Located<String>, Located<String>)],
) -> Loaded {
    let all = FilesRead::of(sources, system, false, earlier.read);
    let known = Proofs::default();
    let known = earlier.proofs.unwrap_or(&known);
    let computing = || Computing { known, files: FileHashes::new(sources, system, campaign) };
    let computing = (depth == Depth::Computed).then(computing);
    let loaded = all.checked::<false>(system, computing.as_ref(), campaign);
    let game = loaded.game.as_ref().or(loaded.draft.as_ref().map(|draft| &draft.game));
    if let (Some(before), Some(game)) = (earlier.read, game) {
        before.keep_pictures(system, &game.entries.pictures);
    }
    loaded
}

/// What the files of a system say, in bytes of which [`open_published`] makes the game: whoever publishes it hands them over
/// instead of the files. None where there is an error in them.
pub fn published(sources: &Sources, system: &str) -> Option<Vec<u8>> {
    let FilesRead { mut entries, diagnostics, .. } = FilesRead::of(sources, system, true, None);
    entries.measure_art();
    let is_sound = !diagnostics.iter().any(Diagnostic::is_error);
    is_sound.then(|| packed::pack(&entries, sources, system))
}

/// Whether the file at a path within a system is asked for as it is written where a game was [`published`]: places are told in it, or it
/// is edited.
pub fn is_told_as_written(path: &str) -> bool {
    OwnFile::of(path).is_some() && path.ends_with(".yaml")
}

/// Opens a game that was [`published`]. Nothing is looked for that would have been found then; what is other since, new or gone is
/// looked at: the files of abilities at the paths in `edited`. Of all other files `sources` needs the paths alone, and the bytes of
/// pictures where they are printed.
///
/// None where the bytes are not those of this system, made by this version of the program.
pub fn open_published(
    bytes: &[u8],
    edited: &BTreeSet<String>,
    sources: &Sources,
    system: &str,
    campaign: &[(Located<String>, Located<String>)],
) -> Option<Loaded> {
    let entries = packed::unpack(bytes, sources, system)?;
    let mut all = FilesRead { entries, ..FilesRead::default() };
    let is_edited = |file: &SourceFile| edited.contains(&file.path);
    // One that is gone stands in no file.
    let stays = |file: FileId| sources.get(file).is_some_and(|file| !is_edited(file));
    all.entries.abilities.retain(|ability| stays(ability.head.at.file));
    let typefaces = Arc::clone(&all.entries.typefaces);
    for (id, file, path) in sources.within(system).filter(|(_, file, _)| is_edited(file)) {
        let one = InSystem { id, file, path, is_skimmed: false };
        match fault(sources, id) {
            Some(fault) => all.take_fault(&one, Some(fault)),
            None => all.take(&one, Reading::of_ability(&one, &typefaces)),
        }
    }
    all.entries.abilities.sort_by_key(|ability| ability.head.at.file);
    Some(all.checked::<true>(system, None, campaign))
}

/// What is wrong with files as files: that they could not be taken, or how they are called.
fn wrong_as_files(sources: &Sources, files: &[(FileId, &SourceFile, &str)]) -> impl Iterator<Item = Diagnostic> {
    files.iter().filter_map(|(id, _, path)| fault(sources, *id).or_else(|| reading::reserved(path, *id)))
}

/// A hash of what files hold that are no text.
fn hash_of_bytes(sources: &Sources, files: &[(FileId, &SourceFile, &str)]) -> [u8; 32] {
    let add = |digest: Digest, (_, file, _): &(FileId, &SourceFile, &str)| {
        digest.with(file.path.as_bytes()).with(sources.bytes(&file.path).map_or(&[], |bytes| bytes))
    };
    files.iter().fold(Digest::new("bytes"), add).finish()
}

/// What the files of a system say, and what is wrong with them.
struct FilesRead {
    entries: Entries,
    diagnostics: Vec<Diagnostic>,
    more: Counts,
    faulty: BTreeSet<FileId>,
    wrong: BTreeSet<FileId>,
    gaps: Gaps,
    set_aside: Vec<SetAside>,
    /// How many characters of formulas may still come; none once there were more.
    formulas_left: Option<usize>,
}

impl Default for FilesRead {
    fn default() -> Self {
        Self {
            entries: Entries::default(),
            diagnostics: Vec::new(),
            more: Counts::default(),
            faulty: BTreeSet::new(),
            wrong: BTreeSet::new(),
            gaps: Gaps::default(),
            set_aside: Vec::new(),
            formulas_left: Some(LONGEST_FORMULAS),
        }
    }
}

impl FilesRead {
    /// Reads the files of a system, with what was read of it before; of chapters the heads alone and no worked examples where it
    /// `is_skimmed`.
    fn of(sources: &Sources, system: &str, is_skimmed: bool, before: Option<&ReadBefore>) -> Self {
        let mut all = Self::default();
        let (of_fonts, files): (Vec<_>, Vec<_>) =
            sources.within(system).partition(|(_, _, path)| typeface::is_of_fonts_within(path));
        let (typefaces, found) = typeface::read(sources, &of_fonts);
        all.push_of_files(wrong_as_files(sources, &of_fonts).chain(found).collect());
        all.entries.typefaces = Arc::new(typefaces);
        let (of_art, files): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|(_, _, path)| picture::is_picture_within(path));
        all.push_of_files(wrong_as_files(sources, &of_art).collect());
        all.entries.art_files = concept::art::files(sources, &of_art);
        all.entries.pictures_before = before.map(|before| before.pictures(system)).unwrap_or_default();
        let (of_icons, files): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|(_, _, path)| icons::is_icon_within(path));
        let (own, found) = icons::read(sources, &of_icons);
        all.push_of_files(wrong_as_files(sources, &of_icons).chain(found).collect());
        all.entries.icons = Arc::new(own);
        let in_system = |(id, file, path)| {
            let is_skimmed = is_skimmed && load::is_of_book_alone(path);
            InSystem { id, file, path, is_skimmed }
        };
        let files: Vec<InSystem<'_>> = files.into_iter().map(in_system).collect();
        all.read(sources, &files, before.map(|before| (before, system, hash_of_bytes(sources, &of_fonts))));
        // Names sort letter by letter: the tenth chapter stands before the ninth where that is called `9-end.md`.
        all.entries.chapters.sort_by(|one, other| one.order().cmp(&other.order()));
        all
    }

    /// What comes of it, see [`validate::validate`].
    fn checked<const IS_KNOWN_SOUND: bool>(
        self,
        system: &str,
        computing: Option<&Computing<'_>>,
        campaign: &[(Located<String>, Located<String>)],
    ) -> Loaded {
        let Self { mut entries, mut diagnostics, mut more, mut faulty, wrong, gaps, set_aside, formulas_left } = self;
        if entries.head.id != system && !entries.head.id.is_empty() {
            let message = format!("the game's id is `{}`, but its folder is named `{system}`", entries.head.id);
            let help = format!("write `id: {system}`, or rename the folder");
            faulty.insert(entries.head.at.file);
            diagnostics.push(Diagnostic::error(Code::IdAndFolder, entries.head.at, message).help(help));
        }
        let (mut game, mut draft) = (None, None);
        let mut proofs = Proofs::default();
        let lost_links = gaps.links();
        // Everything would be reported as unknown where nothing is known.
        if gaps.is_everything || formulas_left.is_none() {
            diagnostics.append(&mut entries.of_words);
        } else {
            let read = Read { faulty, wrong, set_aside, gaps };
            let (checked, found, beyond) = validate::validate::<IS_KNOWN_SOUND>(computing, entries, campaign, read);
            diagnostics.extend(found);
            more += beyond;
            match checked {
                Some(Checked { game: sound, is_sound: true, proofs: found }) => {
                    game = Some(sound);
                    proofs = found;
                }
                Some(Checked { game, is_sound: false, .. }) => draft = Some(Draft { game, lost_links }),
                None => {}
            }
        }
        more += diagnostic::thin(&mut diagnostics);
        Loaded { game, draft, diagnostics, more, proofs }
    }

    /// Notes what is wrong with files that are no text.
    fn push_of_files(&mut self, found: Vec<Diagnostic>) {
        self.wrong.extend(found.iter().map(|fault| fault.at.file));
        self.diagnostics.extend(found);
    }

    /// Reads files, with what was read before of the system and a hash of its typefaces.
    fn read(&mut self, sources: &Sources, files: &[InSystem<'_>], before: Option<(&ReadBefore, &str, [u8; 32])>) {
        let typefaces = Arc::clone(&self.entries.typefaces);
        let mut kept = before.map_or_else(Readings::default, |(before, system, fonts)| before.of_system(system, fonts));
        for files in portions(files) {
            let read = |one: &InSystem<'_>| {
                // All of them as if each were the first; what is too much is seen below.
                let read = || Reading::of(one, &typefaces, LONGEST_FORMULAS);
                sources.fault(one.id).is_none().then(|| kept.find(one, read))
            };
            let read: Vec<_> = files.par_iter().map(|one| (one, read(one))).collect();
            for (one, reading) in read {
                let Some(formulas_left) = self.formulas_left else {
                    // What is not read would be reported as missing.
                    break;
                };
                let Some((key, reading)) = reading else {
                    self.take_fault(one, fault(sources, one.id));
                    continue;
                };
                match reading.left_of(formulas_left) {
                    Some(left) => {
                        if before.is_some() {
                            kept.note(key, &reading);
                        }
                        self.formulas_left = Some(left);
                        self.take(one, Arc::unwrap_or_clone(reading));
                    }
                    None => {
                        let reading = Reading::of(one, &typefaces, formulas_left);
                        self.formulas_left = reading.formulas_left;
                        self.take(one, reading);
                    }
                }
            }
        }
        if let Some((before, system, _)) = before {
            before.keep(system, kept);
        }
    }

    /// Takes what a file says.
    fn take(&mut self, file: &InSystem<'_>, reading: Reading) {
        let Reading { says, found, of_words, has_stand_ins, cited, rulings, .. } = reading;
        if let Some(says) = says {
            says.put_into(&mut self.entries);
        }
        for ruling in rulings {
            self.entries.readers.entry(ruling).or_default().insert(name_of(file.path).to_owned());
        }
        self.entries.of_words.extend(of_words);
        self.entries.cited.extend(cited);
        self.take_found(file, found, has_stand_ins);
    }

    /// Takes a file that is no file of text.
    fn take_fault(&mut self, file: &InSystem<'_>, fault: Option<Diagnostic>) {
        self.take_found(file, fault.into_iter().collect(), true);
    }

    fn take_found(&mut self, file: &InSystem<'_>, found: Vec<Diagnostic>, has_stand_ins: bool) {
        let leaves_gap = found.iter().any(is_gap);
        if leaves_gap {
            match OwnFile::of(file.path) {
                Some((kind, stem)) => {
                    let (id, name) = (stem.to_owned(), stem.to_owned());
                    self.set_aside.push(SetAside { kind, id, name, file: file.id, abilities: Vec::new() });
                }
                None => {
                    let is_stray = found.iter().all(|fault| !is_gap(fault) || fault.code == Code::UnknownFile);
                    self.gaps.note(meant(file.path), is_stray);
                }
            }
        }
        // Nothing of a file that could not be read at all stands among the entries.
        self.faulty.extend(has_stand_ins.then_some(file.id).filter(|_| !leaves_gap));
        self.wrong.extend(found.iter().filter(|d| d.is_error()).map(|d| d.at.file));
        self.diagnostics.extend(found);
        self.more += diagnostic::thin_many(&mut self.diagnostics);
    }
}

/// The id of the system that a character's file names under `system`, if it names one.
///
/// # Errors
/// The faults of a file that is not valid YAML. Their places are in the file with the default id.
pub fn system_of(text: &str) -> Result<Option<String>, Vec<Diagnostic>> {
    let tree = yaml::parse(text, FileId::default())?;
    let mut d = Decoder::new(FileId::default(), text);
    Ok(tree.value("system").filter(|_| tree.holds("system")).map(|system| d.reference(system).value))
}

/// Reads characters from files that stand in no content folder, for a game that is loaded. Those of faulty files are
/// left out; every fault is reported. The files are taken [`Sources::beside_a_game`].
pub fn read_characters(sources: &Sources, game: &Game) -> (Vec<Person>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut entries = Vec::new();
    let files: Vec<_> = sources.iter().collect();
    let read: Vec<_> = files.into_par_iter().map(|(id, file)| (id, file, yaml::parse(&file.text, id))).collect();
    for (id, file, tree) in read {
        let mut d = Decoder::new(id, &file.text);
        d.typefaces = Arc::clone(&game.entries.typefaces);
        match (fault(sources, id), tree) {
            (Some(fault), _) => diagnostics.push(fault),
            (None, Err(found)) => diagnostics.extend(found),
            (None, Ok(node)) => {
                diagnostics.extend(yaml::cut_off(&node, &file.text));
                entries.extend(d.file(&node).filter(|_| d.has_no_error()));
            }
        }
        diagnostics.extend(d.into_diagnostics());
    }
    let anybody = entries.first().map(|entry: &concept::character::CharacterEntry| entry.head.at).unwrap_or_default();
    let (people, found) = validate::validate_characters(entries, game);
    diagnostics.extend(found.into_iter().map(|found| placed_in(sources, found, anybody)));
    diagnostic::sort(&mut diagnostics);
    (people, diagnostics)
}

/// A finding with places in these files alone: a formula that cannot be computed for somebody stands in a file of the game.
fn placed_in(sources: &Sources, mut found: Diagnostic, otherwise: Span) -> Diagnostic {
    let is_here = |at: Span| sources.get(at.file).is_some();
    if !is_here(found.at) {
        let here = found.related.iter().map(|(at, _)| *at).find(|at| is_here(*at));
        found.at = here.unwrap_or(otherwise);
    }
    let at = found.at;
    found.related.retain(|(place, _)| is_here(*place) && *place != at);
    found
}

/// Files that belong to no system: nothing would read them.
pub fn strays(sources: &Sources) -> Vec<Diagnostic> {
    let systems: BTreeSet<String> = systems(sources).into_iter().collect();
    let belongs = |path: &str| {
        [CAMPAIGN, SITE].contains(&path)
            || is_readme(path)
            || path.split_once('/').is_some_and(|(folder, _)| systems.contains(folder))
    };
    let strays = sources.iter().filter(|(id, file)| !belongs(&file.path) && !sources.is_overlooked(*id));
    let told = strays.map(|(id, file)| {
        fault(sources, id).unwrap_or_else(|| {
            let at = Span { file: id, start: 0, end: 0 };
            let help = "move it into the folder of a game (a folder with a `system.yaml`), or delete it";
            Diagnostic::error(Code::UnknownFile, at, format!("`{}` does not belong to any game", file.path)).help(help)
        })
    });
    let of_all = [CAMPAIGN, SITE].into_iter().filter_map(|path| fault(sources, sources.find(path)?));
    told.chain(of_all).chain(overlooked::findings(sources, &systems)).collect()
}

/// What is wrong with files as a whole.
pub fn faults(sources: &Sources) -> Vec<Diagnostic> {
    sources.iter().filter_map(|(id, _)| fault(sources, id)).collect()
}

/// The file that decides rulings.
pub const CAMPAIGN: &str = "campaign.yaml";

/// The file with what the site over all systems says of itself.
pub const SITE: &str = "site.yaml";

/// A file for people who look into the folder.
fn is_readme(path: &str) -> bool {
    path.rsplit('/').next() == Some("README.md")
}

fn fault(sources: &Sources, id: FileId) -> Option<Diagnostic> {
    let fault = sources.fault(id)?;
    let at = Span { file: id, start: fault.at, end: fault.at };
    Some(Diagnostic::error(fault.code.clone(), at, &fault.message).help(&fault.help))
}

/// Whether a finding means that nothing of the file was read.
fn is_gap(diagnostic: &Diagnostic) -> bool {
    match diagnostic.code {
        Code::Yaml
        | Code::EmptyFile
        | Code::TooLarge
        | Code::NotUtf8
        | Code::Outside
        | Code::LinkedFolder
        | Code::DeadLink
        | Code::NotAFile
        | Code::ListTooLong
        | Code::MappingTooLarge
        | Code::FrontMatter => true,
        Code::WrongType => diagnostic.at.start == 0,
        // A misspelled file is missing under its right name.
        Code::UnknownFile => true,
        _ => false,
    }
}

/// The path of a file without its ending.
fn name_of(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(name, _)| name)
}

/// The folders of a system.
fn folders() -> impl Iterator<Item = &'static str> + Clone {
    load::NAMES.iter().copied().filter(|name| name.ends_with('/')).chain([CHAPTERS])
}

/// The files of a system that stand in no folder of it.
fn files() -> impl Iterator<Item = &'static str> + Clone {
    load::NAMES.iter().copied().filter(|name| !name.ends_with('/'))
}

/// The folder of chapters.
const CHAPTERS: &str = "rules/";

/// The kind of file that the one at a path is, or was meant to be: a file of a system, or a folder of such files.
fn meant(path: &str) -> Option<&'static str> {
    match path.split_once('/') {
        Some((folder, _)) => {
            let near = nearest(folder, folders().map(|name| name.trim_end_matches('/')))?;
            folders().find(|name| name.trim_end_matches('/') == near)
        }
        None => nearest(path, files()),
    }
}

fn unknown_file(d: &mut Decoder, path: &str) {
    let help = match meant(path) {
        Some(near) if path.ends_with(".md") && near != CHAPTERS => {
            format!("`{near}` contains YAML; put chapters into `rules/`")
        }
        Some(near) if path.starts_with(near) => "YAML files end in `.yaml`, chapters in `.md`".to_owned(),
        Some(near) => format!("did you mean `{near}`?"),
        None if path.ends_with(".md") => "put chapters into `rules/`, with names such as `03-react.md`".to_owned(),
        None => {
            let (files, folders) = (files().collect::<Vec<_>>(), folders().map(|name| name.trim_end_matches('/')));
            let folders: Vec<&str> = folders.collect();
            format!("there are: {}, and the folders {}", files.join(", "), folders.join(", "))
        }
    };
    let at = Span { file: d.file, start: 0, end: 0 };
    d.error(Code::UnknownFile, at, format!("a game has no file `{path}`")).help = Some(help);
}
