//! Reading a content folder: every file of it, and nothing outside it.

use std::fs;
use std::path::{Path, PathBuf};

use super::{CONTENT_HAS_ERRORS, ContentArgs, Stop, USAGE, io_stop, say};
use crate::content::diagnostic::{Diagnostic, render};
use crate::content::game::Game;
use crate::content::source::{SourceFile, Sources};
use crate::content::yaml::LARGEST_FILE;
use crate::content::{Campaign, load, read_campaign, systems};

/// The most files that a content folder may hold.
const MOST_FILES: usize = 20_000;
/// The file that decides rulings.
const CAMPAIGN: &str = "campaign.yaml";

/// A content folder and everything found in it.
pub struct Folder {
    /// Its files.
    pub sources: Sources,
    /// What the campaign decides.
    pub campaign: Campaign,
    /// The systems that loaded, by id.
    pub games: Vec<Game>,
    /// What was found, in order of place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Folder {
    /// Whether there is an error among the findings.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Draws all findings on stderr.
    pub fn report(&self, in_color: bool) {
        for diagnostic in &self.diagnostics {
            say(&render(diagnostic, &self.sources, in_color));
        }
    }

    /// The games, or a stop after reporting what is wrong.
    pub fn games_or_stop(&self, in_color: bool) -> Result<&[Game], Stop> {
        self.report(in_color);
        if self.has_errors() {
            let errors = self.diagnostics.iter().filter(|d| d.is_error()).count();
            say(&format!("{errors} {} in the content; nothing was written", if errors == 1 { "error" } else { "errors" }));
            return Err(Stop(CONTENT_HAS_ERRORS));
        }
        Ok(&self.games)
    }

    /// The game of this id, or a stop.
    pub fn game_or_stop(&self, id: &str, in_color: bool) -> Result<&Game, Stop> {
        let games = self.games_or_stop(in_color)?;
        games.iter().find(|g| g.entries.head.id == id).ok_or_else(|| {
            let known: Vec<&str> = games.iter().map(|g| g.entries.head.id.as_str()).collect();
            say(&format!("error: there is no system `{id}`; there are: {}", known.join(", ")));
            Stop(USAGE)
        })
    }
}

/// Reads and loads a content folder; with `only`, just that system.
pub fn open(args: &ContentArgs, only: Option<&str>) -> Result<Folder, Stop> {
    let mut files = Vec::new();
    let root = fs::canonicalize(&args.content).map_err(|e| io_stop("read", &args.content, &e))?;
    read_folder(&root, &root, &args.content, &mut files)?;
    if let Some(path) = &args.campaign {
        let text = read_text(path)?;
        files.retain(|f: &SourceFile| f.path != CAMPAIGN);
        files.push(SourceFile { path: CAMPAIGN.to_owned(), shown: path.display().to_string(), text });
    }
    let sources = Sources::new(files);
    let mut diagnostics = Vec::new();
    let campaign = campaign(&sources, &mut diagnostics);
    let mut games = Vec::new();
    let found = systems(&sources);
    if found.is_empty() {
        say(&format!("error: {} holds no system: no folder in it has a system.yaml", args.content.display()));
        return Err(Stop(USAGE));
    }
    for system in found.iter().filter(|s| only.is_none_or(|only| only == s.as_str())) {
        let loaded = load(&sources, system, &campaign.rulings);
        diagnostics.extend(loaded.diagnostics);
        games.extend(loaded.game);
    }
    crate::content::diagnostic::sort(&mut diagnostics);
    Ok(Folder { sources, campaign, games, diagnostics })
}

fn campaign(sources: &Sources, diagnostics: &mut Vec<Diagnostic>) -> Campaign {
    let Some(file) = sources.find(CAMPAIGN) else { return Campaign::default() };
    match read_campaign(&sources.file(file).text, file) {
        Ok(campaign) => campaign,
        Err(found) => {
            diagnostics.extend(found);
            Campaign::default()
        }
    }
}

fn read_folder(root: &Path, folder: &Path, shown: &Path, files: &mut Vec<SourceFile>) -> Result<(), Stop> {
    let listing = fs::read_dir(folder).map_err(|e| io_stop("read", shown, &e))?;
    for entry in listing {
        let entry = entry.map_err(|e| io_stop("read", shown, &e))?;
        let Ok(name) = entry.file_name().into_string() else {
            say(&format!("error: a file name in {} is not UTF-8", shown.display()));
            return Err(Stop(CONTENT_HAS_ERRORS));
        };
        if name.starts_with('.') {
            continue;
        }
        let shown = shown.join(&name);
        let real = fs::canonicalize(entry.path()).map_err(|e| io_stop("read", &shown, &e))?;
        if !real.starts_with(root) {
            say(&format!("error[outside]: {} leads out of the content folder", shown.display()));
            return Err(Stop(CONTENT_HAS_ERRORS));
        }
        if real.is_dir() {
            // A link to a folder could lead in a circle; folders inside are reached by their own name.
            if !entry.file_type().is_ok_and(|t| t.is_symlink()) {
                read_folder(root, &real, &shown, files)?;
            }
        } else if is_content(&name) {
            let path = entry.path();
            let relative = path.strip_prefix(root).unwrap_or(&path);
            let parts: Vec<String> = relative.iter().map(|p| p.to_string_lossy().into_owned()).collect();
            files.push(SourceFile { path: parts.join("/"), shown: shown.display().to_string(), text: read_text(&shown)? });
            if files.len() > MOST_FILES {
                say(&format!("error: more than {MOST_FILES} files in the content folder"));
                return Err(Stop(CONTENT_HAS_ERRORS));
            }
        }
    }
    Ok(())
}

fn is_content(name: &str) -> bool {
    [".yaml", ".yml", ".md"].iter().any(|ending| name.ends_with(ending))
}

fn read_text(path: &Path) -> Result<String, Stop> {
    let size = fs::metadata(path).map_err(|e| io_stop("read", path, &e))?.len();
    if size > 2 * LARGEST_FILE as u64 {
        say(&format!("error[too-large]: {} has {size} bytes; {LARGEST_FILE} is the most", path.display()));
        return Err(Stop(CONTENT_HAS_ERRORS));
    }
    let bytes = fs::read(path).map_err(|e| io_stop("read", path, &e))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1;
        say(&format!("error[not-utf-8]: {}:{line}: this file is not UTF-8", path.display()));
        Stop(CONTENT_HAS_ERRORS)
    })
}

/// A character's file on the command line: its content folder, system and id of the file.
pub struct CharacterPath {
    /// The content folder around it.
    pub args: ContentArgs,
    /// The system's id.
    pub system: String,
    /// Path within the content folder.
    pub path: String,
}

/// Finds the system around a character's file.
pub fn locate(file: &Path, args: &ContentArgs) -> Result<CharacterPath, Stop> {
    let real = fs::canonicalize(file).map_err(|e| io_stop("read", file, &e))?;
    let system = real.ancestors().skip(1).find(|folder| folder.join("system.yaml").is_file());
    let Some((system, content)) = system.and_then(|s| Some((s, s.parent()?))) else {
        say(&format!("error: {} stands in no system: no folder above it has a system.yaml", file.display()));
        return Err(Stop(USAGE));
    };
    let relative = real.strip_prefix(content).unwrap_or(&real);
    let parts: Vec<String> = relative.iter().map(|p| p.to_string_lossy().into_owned()).collect();
    let shown = shown_root(file, parts.len()).unwrap_or_else(|| content.to_path_buf());
    Ok(CharacterPath {
        args: ContentArgs { content: shown, campaign: args.campaign.clone() },
        system: system.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default(),
        path: parts.join("/"),
    })
}

/// The content folder as the user would write it: the path given, less its last parts.
fn shown_root(file: &Path, parts: usize) -> Option<PathBuf> {
    let mut root = file;
    for _ in 0..parts {
        root = root.parent()?;
    }
    let root = if root.as_os_str().is_empty() { Path::new(".") } else { root };
    root.is_dir().then(|| root.to_path_buf())
}
