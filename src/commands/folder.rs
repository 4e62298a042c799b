//! Reading a content folder: every file of it, and nothing outside it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use rayon::prelude::*;

use super::find_game::{game_around, shown_content};
use super::known::{self, Sound};
use super::reading::{Unread, read};
use super::{CONTENT_HAS_ERRORS, ContentArgs, Stop, USAGE, findings, io_stop, say};
use crate::plan::{KeyBuilder, Store};
use makeready_content::code::Code;
use makeready_content::diagnostic::{Counts, Diagnostic, DiagnosticJson, listed, thin, thin_many, to_json};
use makeready_content::game::{Game, Person};
use makeready_content::icons::is_icon;
use makeready_content::intake::{self, Intake, is_read};
use makeready_content::limits::{DEEPEST_FOLDER, MOST_PATHS};
use makeready_content::overlooked::may_be_meant;
use makeready_content::picture::is_picture;
use makeready_content::source::{FileId, Sources};
use makeready_content::{
    CAMPAIGN, Campaign, Depth, Draft, Earlier, Loaded, Proofs, ReadBefore, SITE, SiteFile, faults, load_with,
    read_campaign, read_site, strays, systems,
};
use makeready_press::{CardPrint, CardSize, Paper};
use makeready_proof::PROOF;

/// A content folder and everything found in it.
pub struct Folder {
    /// Where it is.
    pub root: PathBuf,
    /// Its files.
    pub sources: Sources,
    /// The campaign.
    pub campaign: Campaign,
    /// What the site over all games says of itself.
    pub site: SiteFile,
    /// The systems that loaded, by id.
    pub games: Vec<Game>,
    /// Those with errors in what all of them rests on: nothing is made of them, but more can be found in them.
    pub drafts: Vec<Draft>,
    /// The systems that were left out, since there is nothing to find in them.
    pub left_out: Vec<Sound>,
    /// The findings, in order of place.
    pub diagnostics: Vec<Diagnostic>,
    /// How many more findings there are than are ever reported.
    pub more: Counts,
    /// Whether nothing is wrong outside the files of single people, abilities and archetypes.
    pub is_sound: bool,
    /// What was computed of each system without a finding, by id, for the next run.
    pub proofs: BTreeMap<String, Proofs>,
}

impl Folder {
    /// How many findings there are.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::of(&self.diagnostics);
        counts += self.more;
        counts
    }

    /// Draws all findings on stderr.
    pub fn report(&self, in_color: bool) {
        findings::draw(&self.diagnostics, self.more, &self.sources, in_color);
    }

    /// Draws findings on stderr, reports that they stop the command, and returns the stop.
    pub fn refuse(&self, findings: &[Diagnostic], in_color: bool) -> Stop {
        findings::draw(findings, Counts::default(), &self.sources, in_color);
        Self::stop(Counts::of(findings))
    }

    fn stop(Counts { errors, .. }: Counts) -> Stop {
        say(&format!("{errors} {} in the content; nothing was written", if errors == 1 { "error" } else { "errors" }));
        Stop(CONTENT_HAS_ERRORS)
    }

    /// Adds what shows only when the pages of the site are rendered: broken links.
    pub fn validate_links(&mut self) {
        let found = super::links::findings(self);
        self.add(found);
    }

    /// Adds findings of a later look.
    pub fn add(&mut self, found: Vec<Diagnostic>) {
        self.diagnostics.extend(found);
        self.more += thin(&mut self.diagnostics);
    }

    /// The games, or a stop, after reporting what is wrong. What is wrong with single people stops nothing.
    pub fn games_or_stop(&self, in_color: bool) -> Result<&[Game], Stop> {
        self.report(in_color);
        self.sound_games()
    }

    fn sound_games(&self) -> Result<&[Game], Stop> {
        if self.is_sound { Ok(&self.games) } else { Err(Self::stop(self.counts())) }
    }

    /// The game of this id, or a stop, after reporting what is wrong.
    pub fn game_or_stop(&self, id: &str, in_color: bool) -> Result<&Game, Stop> {
        self.report(in_color);
        self.sound_game(id)
    }

    fn sound_game(&self, id: &str) -> Result<&Game, Stop> {
        let games = self.sound_games()?;
        games.iter().find(|g| g.entries.head.id == id).ok_or_else(|| {
            let known: Vec<&str> = games.iter().map(|g| g.entries.head.id.as_str()).collect();
            say(&format!("error: there is no game `{id}`; {}", listed(&known)));
            Stop(USAGE)
        })
    }

    /// The same for a command about single people: what is wrong with others is not reported.
    pub fn game_quietly_or_stop(&self, id: &str, in_color: bool) -> Result<&Game, Stop> {
        if !self.is_sound {
            self.report(in_color);
        }
        self.sound_game(id)
    }

    /// The character that a file of the game describes, or a stop. Reported is what is wrong with this character; of what is
    /// wrong with others, that it is.
    pub fn person_or_stop<'g>(&self, game: &'g Game, path: &str, in_color: bool) -> Result<&'g Person, Stop> {
        let file = self.sources.find(path);
        if let Some(who) = game.people().find(|who| Some(who.entry.file()) == file) {
            self.report_about(who, in_color);
            return Ok(who);
        }
        if let Some(one) = game.set_aside.iter().find(|one| Some(one.file) == file) {
            let has_errors = |file| self.diagnostics.iter().any(|found| found.is_error() && found.concerns(file));
            let is_own = has_errors(one.file);
            let of_files = self.diagnostics.iter().filter(|found| {
                found.concerns(one.file) || one.abilities.iter().any(|ability| found.concerns(*ability))
            });
            findings::draw(&of_files.cloned().collect::<Vec<_>>(), Counts::default(), &self.sources, in_color);
            let what =
                if is_own || one.abilities.is_empty() { "has errors" } else { "uses an ability that has errors" };
            say(&format!("{path} {what}; nothing was written"));
            return Err(Stop(CONTENT_HAS_ERRORS));
        }
        self.report(in_color);
        say(&format!("error: {path} is not a character"));
        Err(Stop(USAGE))
    }

    /// What was found in the file of a person, or in a file of the game because of this person.
    pub fn about<'f>(&'f self, who: &Person) -> impl Iterator<Item = &'f Diagnostic> {
        let file = who.entry.file();
        self.diagnostics.iter().filter(move |found| found.concerns(file))
    }

    /// The same as JSON.
    pub fn findings_about(&self, who: &Person) -> Vec<DiagnosticJson> {
        self.about(who).map(|found| to_json(found, &self.sources)).collect()
    }

    fn report_about(&self, who: &Person, in_color: bool) {
        let found: Vec<Diagnostic> = self.about(who).cloned().collect();
        findings::draw(&found, Counts::default(), &self.sources, in_color);
        let others = self.counts().errors.saturating_sub(Counts::of(&found).errors);
        if others > 0 {
            let errors = if others == 1 { "error" } else { "errors" };
            say(&format!("note: {others} {errors} in other files of the game, which `makeready check` lists"));
        }
    }
}

/// The ids of the systems in a content folder, sorted.
pub fn systems_of(args: &ContentArgs) -> Result<Vec<String>, Stop> {
    systems_in(&args.content).map_err(|e| io_stop("read", &args.content, &e))
}

/// The same, without a message where the folder cannot be read.
pub fn systems_in(content: &Path) -> io::Result<Vec<String>> {
    let listing = fs::read_dir(content)?;
    let folders = listing.take(MOST_PATHS).filter_map(Result::ok).filter(|f| f.path().join("system.yaml").is_file());
    let mut ids: Vec<String> = folders.filter_map(|folder| folder.file_name().into_string().ok()).collect();
    ids.sort();
    Ok(ids)
}

/// The files of a content folder, as they were read.
#[derive(Clone)]
pub struct ContentFiles {
    sources: Sources,
    /// Whether there is more than a content folder may hold. The rest was not read.
    is_full: bool,
}

impl ContentFiles {
    /// The files.
    pub const fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Whether a system is made from the same files in both: its own, and those that stand in no folder. Where any file of the
    /// folder was added or removed it is not, since places of findings count files.
    pub fn agree_on(&self, system: &str, before: &Sources) -> bool {
        let now = &self.sources;
        let is_of_it = |path: &str| path.split_once('/').is_none_or(|(folder, _)| folder == system);
        let same_bytes = |path: &str| match (now.bytes(path), before.bytes(path)) {
            (Some(now), Some(before)) => now == before,
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        now.iter().count() == before.iter().count()
            && now.iter().zip(before.iter()).all(|((id, file), (id_before, file_before))| {
                file.path == file_before.path
                    && file.shown == file_before.shown
                    && now.fault(id) == before.fault(id_before)
                    && (!is_of_it(&file.path) || file.text == file_before.text && same_bytes(&file.path))
            })
    }

    /// What is made from them depends on nothing else in the folder.
    #[must_use]
    pub fn add_to(&self, mut key: KeyBuilder) -> KeyBuilder {
        for (id, file) in self.sources.iter() {
            let fault = self.sources.fault(id).map_or("", |fault| fault.code.as_str());
            key = key.with(file.path.as_bytes()).with(file.text.as_bytes()).with(fault.as_bytes());
        }
        for (path, bytes) in self.sources.all_bytes() {
            key = key.with(path.as_bytes()).with(bytes);
        }
        key.with(&[u8::from(self.is_full)])
    }
}

/// Reads and loads a content folder; with `only`, just that system.
pub fn open(args: &ContentArgs, only: Option<&str>) -> Result<Folder, Stop> {
    load_files(read_files(args)?, args, only, Known::Used(&Store::beside(&args.content)), None)
}

/// What is done with games in which an earlier run has found nothing.
#[derive(Clone, Copy)]
pub enum Known<'s> {
    /// They are loaded without a deeper look at them.
    Used(&'s Store),
    /// They are not loaded.
    LeftOut(&'s Store),
    /// Every game is taken for one of them: what a deeper look would find is found later.
    Assumed,
}

/// Reads the files of a content folder.
pub fn read_files(args: &ContentArgs) -> Result<ContentFiles, Stop> {
    let root = fs::canonicalize(&args.content).map_err(|e| io_stop("read", &args.content, &e))?;
    let mut reader = Reader { root: &root, intake: Intake::default(), paths: 0 };
    reader.folder(&root, &args.content, 0)?;
    if let Some(path) = &args.campaign {
        reader.intake.leave_out(CAMPAIGN);
        reader.file(CAMPAIGN, path)?;
    }
    let is_full = reader.intake.is_full();
    Ok(ContentFiles { sources: reader.intake.into_sources(Some(PROOF)), is_full })
}

/// Loads what was read; with `only`, just that system. `before` has files as they were read by an earlier call, and takes
/// those of this one.
pub fn load_files(
    files: ContentFiles,
    args: &ContentArgs,
    only: Option<&str>,
    known: Known<'_>,
    before: Option<&ReadBefore>,
) -> Result<Folder, Stop> {
    let ContentFiles { sources, is_full } = files;
    if is_full {
        // Files that were not read would be reported as missing.
        let diagnostics = faults(&sources);
        let (campaign, site, more) = (Campaign::default(), SiteFile::default(), Counts::default());
        return Ok(Folder {
            root: args.content.clone(),
            sources,
            campaign,
            site,
            games: Vec::new(),
            drafts: Vec::new(),
            left_out: Vec::new(),
            diagnostics,
            more,
            is_sound: false,
            proofs: BTreeMap::new(),
        });
    }
    let mut diagnostics = strays(&sources);
    let campaign = beside_games(&sources, CAMPAIGN, read_campaign, &mut diagnostics);
    print_on(&campaign, &mut diagnostics);
    let site = beside_games(&sources, SITE, read_site, &mut diagnostics);
    let (mut games, mut drafts) = (Vec::new(), Vec::new());
    let found = systems(&sources);
    if found.is_empty() {
        say(&format!("error: {} has no game: no folder in it has a system.yaml", args.content.display()));
        return Err(Stop(USAGE));
    }
    if let Some(only) = only.filter(|only| !found.iter().any(|s| s == only)) {
        let known: Vec<&str> = found.iter().map(String::as_str).collect();
        say(&format!("error: there is no game `{only}`; {}", listed(&known)));
        return Err(Stop(USAGE));
    }
    diagnostics.extend(campaign.unknown_systems(&found));
    let mut more = Counts::default();
    let mut is_sound = !diagnostics.iter().any(Diagnostic::is_error);
    let wanted: Vec<&String> = found.iter().filter(|s| only.is_none_or(|only| only == s.as_str())).collect();
    let load = |system: &String| {
        let load = |depth, proofs: Option<&Proofs>| {
            let earlier = Earlier { read: before, proofs };
            Ok(load_with(earlier, depth, &sources, system, &campaign.rulings_of(system)))
        };
        let compute = |store| load(Depth::Computed, known::proofs(store, system).as_ref());
        let found = |store| Sound::find(store, &sources, &campaign, system);
        match known {
            Known::Used(store) if found(store).is_some() => load(Depth::Named, None),
            Known::Used(store) => compute(store),
            Known::LeftOut(store) => found(store).map_or_else(|| compute(store), Err),
            Known::Assumed => load(Depth::Named, None),
        }
    };
    let systems = wanted.iter().copied().cloned();
    let loaded: Vec<Result<Loaded, Sound>> = wanted.par_iter().map(|system| load(system)).collect();
    let mut proofs = BTreeMap::new();
    let mut left_out = Vec::new();
    for (system, loaded) in systems.zip(loaded) {
        let loaded = match loaded {
            Ok(loaded) => loaded,
            Err(sound) => {
                left_out.push(sound);
                continue;
            }
        };
        diagnostics.extend(loaded.diagnostics);
        more += loaded.more;
        more += thin_many(&mut diagnostics);
        is_sound &= loaded.game.is_some();
        proofs.insert(system, loaded.proofs);
        games.extend(loaded.game);
        drafts.extend(loaded.draft);
    }
    games.sort_by(|a: &Game, b| (a.entries.place, &a.entries.head.id).cmp(&(b.entries.place, &b.entries.head.id)));
    more += thin(&mut diagnostics);
    let root = args.content.clone();
    Ok(Folder { root, sources, campaign, site, games, drafts, left_out, diagnostics, more, is_sound, proofs })
}

/// What stands in a file beside the games; as if it were empty where there is none, or where something is wrong with it.
fn beside_games<T: Default>(
    sources: &Sources,
    path: &str,
    read: impl Fn(&str, FileId) -> Result<T, Vec<Diagnostic>>,
    diagnostics: &mut Vec<Diagnostic>,
) -> T {
    let file = sources.find(path).filter(|file| sources.fault(*file).is_none());
    let read = file.map_or_else(|| Ok(T::default()), |file| read(&sources.file(file).text, file));
    read.unwrap_or_else(|found| {
        diagnostics.extend(found);
        T::default()
    })
}

/// Validates that the press knows paper and card size, since content itself knows nothing of printing.
fn print_on(campaign: &Campaign, diagnostics: &mut Vec<Diagnostic>) {
    let size = campaign.card_size.as_ref().map_or("poker", |size| &size.value);
    if let Some(asked) = &campaign.paper {
        match (Paper::find(&asked.value), CardSize::find(size)) {
            (Err(unknown), _) => {
                let finding = Diagnostic::error(Code::UnknownPaper, asked.at, unknown.message());
                diagnostics.push(finding.help(unknown.help()));
            }
            (Ok(paper), Ok(size)) => {
                if let Err(refused) = CardPrint::new(size, paper).plan() {
                    let finding = Diagnostic::error(Code::UnknownPaper, asked.at, refused.to_string());
                    diagnostics.push(finding.help("name a larger paper, or a smaller card as `card_size`"));
                }
            }
            (Ok(_), Err(_)) => {}
        }
    }
    if let Some(size) = &campaign.card_size
        && let Err(unknown) = CardSize::find(&size.value)
    {
        diagnostics.push(Diagnostic::error(Code::UnknownCardSize, size.at, unknown.message()).help(unknown.help()));
    }
}

/// Reads files; a fault of one of them is kept with the other findings.
struct Reader<'a> {
    root: &'a Path,
    intake: Intake,
    /// How many files and folders of any kind were found so far.
    paths: usize,
}

impl Reader<'_> {
    fn folder(&mut self, folder: &Path, shown: &Path, depth: usize) -> Result<(), Stop> {
        let listing = fs::read_dir(folder).map_err(|e| io_stop("read", shown, &e))?;
        let mut entries = BTreeMap::new();
        // Of a folder with too many files, one more than the limit is enough.
        for entry in listing.take(MOST_PATHS + 1) {
            let entry = entry.map_err(|e| io_stop("read", shown, &e))?;
            let name = entry.file_name();
            if !name.as_encoded_bytes().starts_with(b".") {
                entries.insert(name, entry);
            }
        }
        for (name, entry) in entries {
            if self.intake.is_full() {
                break;
            }
            self.entry(&entry, &shown.join(&name), depth)?;
        }
        Ok(())
    }

    fn entry(&mut self, entry: &fs::DirEntry, shown: &Path, depth: usize) -> Result<(), Stop> {
        let path = entry.path();
        let relative = path.strip_prefix(self.root).unwrap_or(&path);
        let parts: Vec<String> = relative.iter().map(|p| p.to_string_lossy().into_owned()).collect();
        let relative = parts.join("/");
        self.paths += 1;
        if self.paths > MOST_PATHS {
            let message = format!("the content folder has more than {MOST_PATHS} files and folders in it");
            self.intake.overflow(
                &relative,
                &shown.display().to_string(),
                Code::TooManyFiles,
                &message,
                "remove everything that is not content",
            );
            return Ok(());
        }
        if entry.file_name().to_str().is_none() && (is_read(&relative) || path.is_dir()) {
            let message = "the name of this file or folder is not UTF-8";
            self.fault(&relative, shown, Code::NotUtf8, message, "give it a name of letters, digits and hyphens");
            return Ok(());
        }
        let is_link = entry.file_type().is_ok_and(|t| t.is_symlink());
        let real = match fs::canonicalize(&path) {
            Ok(real) => real,
            Err(error) if is_link && error.kind() == io::ErrorKind::NotFound => {
                let help = "remove the link, or restore its target";
                self.fault(&relative, shown, Code::DeadLink, "this link is broken", help);
                return Ok(());
            }
            // It leads to itself, or from one link to another without an end.
            Err(error) if is_link && error.kind() != io::ErrorKind::PermissionDenied => {
                let message = "this link leads in a circle";
                self.fault(&relative, shown, Code::DeadLink, message, "remove the link, or put a file in its place");
                return Ok(());
            }
            Err(error) => return Err(io_stop("read", shown, &error)),
        };
        if !real.starts_with(self.root) {
            let message = "this link leads out of the content folder";
            self.fault(&relative, shown, Code::Outside, message, "copy its target into the content folder");
        } else if !real.is_dir() {
            if (is_picture(&relative) || is_icon(&relative)) && !is_of_same_game(self.root, &real, &relative) {
                let message = "this link leads out of the folder of its game";
                self.fault(&relative, shown, Code::Outside, message, "copy its target into the folder");
            } else if is_read(&relative) {
                self.file(&relative, shown)?;
            } else if real.is_file() && may_be_meant(&relative) {
                self.intake.overlook(&relative, &shown.display().to_string());
            }
        } else if is_link {
            // Such a link could lead in a circle, and what is inside is reached by its own path.
            let message = "this is a link to a folder, which is not followed";
            self.fault(&relative, shown, Code::LinkedFolder, message, "put the folder itself here, or remove the link");
        } else if depth == DEEPEST_FOLDER {
            let message = format!("this folder is nested more than {DEEPEST_FOLDER} levels deep");
            self.fault(&relative, shown, Code::TooDeep, &message, "move it up; no file of a game is that deep");
        } else {
            self.folder(&real, shown, depth + 1)?;
        }
        Ok(())
    }

    fn file(&mut self, path: &str, shown: &Path) -> Result<(), Stop> {
        let name = shown.display().to_string();
        if !self.intake.has_room(path, &name) {
            return Ok(());
        }
        match read(shown, intake::most(path)) {
            Ok(bytes) => self.intake.take(path, &name, bytes),
            Err(Unread::Io(error)) => return Err(io_stop("read", shown, &error)),
            Err(Unread::NotAFile) => {
                let message = "this is a folder, a pipe or a device, and only files are read";
                self.fault(path, shown, Code::NotAFile, message, "put a file in its place, or remove it");
            }
            Err(Unread::TooLarge) => self.intake.refuse_large(path, &name),
        }
        Ok(())
    }

    fn fault(&mut self, path: &str, shown: &Path, code: Code, message: &str, help: &str) {
        self.intake.fault(path, &shown.display().to_string(), code, message, help);
    }
}

/// Whether what a path within a content folder really leads to stands in the folder of the same game.
fn is_of_same_game(root: &Path, real: &Path, relative: &str) -> bool {
    relative.split_once('/').is_some_and(|(game, _)| real.starts_with(root.join(game)))
}

/// A file of a system on the command line: a character's, an ability's.
pub struct ContentPath {
    /// The content folder around it, as the user would write it.
    pub args: ContentArgs,
    /// The same folder, whichever way it was written.
    root: PathBuf,
    /// The system's id.
    pub system: String,
    /// Path within the content folder.
    pub path: String,
}

impl ContentPath {
    /// Stops unless the other file is of the same system, in the same content folder: one game is read, and a file
    /// of another one with the same name must not be mistaken for one of this.
    pub fn must_stand_with(&self, other: &Self) -> Result<(), Stop> {
        let here = self.args.content.display();
        let message = if self.root != other.root {
            format!(
                "{} belongs to the content folder {}, but {} belongs to {here}",
                other.path,
                other.args.content.display(),
                self.path
            )
        } else if self.system != other.system {
            format!("{} and {} belong to different games", self.path, other.path)
        } else {
            return Ok(());
        };
        say(&format!("error: {message}; run the command for each"));
        Err(Stop(USAGE))
    }
}

/// Whether a file is in a system.
pub fn is_within_system(file: &Path) -> Result<bool, Stop> {
    let real = fs::canonicalize(file).map_err(|e| io_stop("read", file, &e))?;
    Ok(game_around(&real).is_some())
}

/// Finds the system around a file.
pub fn locate(file: &Path, args: &ContentArgs) -> Result<ContentPath, Stop> {
    let real = fs::canonicalize(file).map_err(|e| io_stop("read", file, &e))?;
    let system = game_around(&real);
    let Some((system, content)) = system.and_then(|s| Some((s, s.parent()?))) else {
        say(&format!("error: {} does not belong to any game: no folder above it has a system.yaml", file.display()));
        return Err(Stop(USAGE));
    };
    let relative = real.strip_prefix(content).unwrap_or(&real);
    let parts: Vec<String> = relative.iter().map(|p| p.to_string_lossy().into_owned()).collect();
    Ok(ContentPath {
        args: ContentArgs { content: shown_content(content, file), campaign: args.campaign.clone() },
        root: content.to_path_buf(),
        system: system.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default(),
        path: parts.join("/"),
    })
}
