//! The characters that a command is about: of files in a content folder, and of files outside every one, each of which names
//! its system.

use std::path::{Path, PathBuf};

use super::find_game::game_here;
use super::folder::{ContentPath, Folder, is_within_system, locate, open};
use super::{CONTENT_HAS_ERRORS, CommandResult, ContentArgs, Stop, USAGE, findings, reading, say};
use makeready_content::diagnostic::{Counts, Diagnostic, DiagnosticJson, to_json};
use makeready_content::game::{Game, Person};
use makeready_content::source::{SourceFile, Sources};
use makeready_content::{read_characters, system_of};

/// A game, and the files of the characters that a command is about.
pub struct Cast {
    /// The content folder.
    pub folder: Folder,
    /// The files, in the order in which they were named.
    places: Vec<CharacterFile>,
    /// The characters of those that are in no content folder, in the same order.
    loose: Vec<Person>,
    /// What was found in these, and their texts.
    found: Vec<Diagnostic>,
    sources: Sources,
}

impl Cast {
    /// Opens the content folder around the files, or the one that is named, and reads the files that are in none.
    ///
    /// # Errors
    /// A stop, when the game or one of the files that are in no content folder has errors, or when they are of several games.
    pub fn open(files: &[PathBuf], args: &ContentArgs, in_color: bool) -> Result<Self, Stop> {
        let mut places = Vec::new();
        // The first reason to stop; the others are told as well.
        let mut stop = None;
        for file in files {
            match character_file(file, args) {
                Ok(place) => places.push(place),
                Err(unread) => {
                    stop.get_or_insert(unread.reported(in_color));
                }
            }
        }
        if let Some(stop) = stop {
            say("nothing was written");
            return Err(stop);
        }
        let system = places[0].system().to_owned();
        if let Some(other) = places.iter().find(|p| p.system() != system) {
            let (one, other) = (places[0].shown(), other.shown());
            say(&format!("error: {one} and {other} belong to different games; run the command for each"));
            return Err(Stop(USAGE));
        }
        // The content folder is that of the first file that is in one.
        let within: Vec<_> = places.iter().filter_map(CharacterFile::within).collect();
        within.iter().try_for_each(|place| within[0].must_stand_with(place))?;
        let folder = open(within.first().map_or(args, |place| &place.args), Some(&system))?;
        let game = folder.game_quietly_or_stop(&system, in_color)?;
        let sources = loose_sources(&places);
        let (loose, found) = read_characters(&sources, game);
        findings::draw(&found, Counts::default(), &sources, in_color);
        if loose.len() < places.len() - within.len() {
            say("nothing was written");
            return Err(Stop(CONTENT_HAS_ERRORS));
        }
        Ok(Self { folder, places, loose, found, sources })
    }

    /// The same for one file.
    ///
    /// # Errors
    /// As above.
    pub fn of(file: &Path, args: &ContentArgs, in_color: bool) -> Result<Self, Stop> {
        Self::open(&[file.to_owned()], args, in_color)
    }

    /// The game and its characters, in the order of their files.
    ///
    /// # Errors
    /// A stop, when one of the files is no character, or has errors.
    pub fn people(&self, in_color: bool) -> Result<(&Game, Vec<&Person>), Stop> {
        let game = self.folder.game_quietly_or_stop(self.places[0].system(), in_color)?;
        let mut loose = self.loose.iter();
        let mut people = Vec::new();
        for place in &self.places {
            match place {
                CharacterFile::Within(place) => people.push(self.folder.person_or_stop(game, &place.path, in_color)?),
                CharacterFile::Loose(..) => people.extend(loose.next()),
            }
        }
        Ok((game, people))
    }

    /// The game and its first character.
    ///
    /// # Errors
    /// As above.
    pub fn person(&self, in_color: bool) -> Result<(&Game, &Person), Stop> {
        let (game, people) = self.people(in_color)?;
        Ok((game, people[0]))
    }

    /// Stops unless these files and this one are of one game.
    ///
    /// # Errors
    /// A stop, when they are not.
    pub fn must_stand_with(&self, other: &ContentPath) -> Result<(), Stop> {
        match &self.places[0] {
            CharacterFile::Within(place) => other.must_stand_with(place),
            CharacterFile::Loose(file, system) if *system != other.system => {
                say(&format!("error: {} and {} belong to different games", other.path, file.shown));
                Err(Stop(USAGE))
            }
            CharacterFile::Loose(..) => Ok(()),
        }
    }

    /// What was found about the first character, as JSON.
    pub fn findings_of(&self, who: &Person) -> Vec<DiagnosticJson> {
        self.findings_at(0, who)
    }

    /// What was found about the character of one of the files, as JSON.
    pub fn findings_at(&self, place: usize, who: &Person) -> Vec<DiagnosticJson> {
        match &self.places[place] {
            CharacterFile::Within(_) => self.folder.findings_about(who),
            CharacterFile::Loose(..) => {
                let of_file = self.found.iter().filter(|found| found.concerns(who.entry.file()));
                of_file.map(|found| to_json(found, &self.sources)).collect()
            }
        }
    }
}

/// Says that drafts were printed: the exit code tells programs.
///
/// # Errors
/// A stop, when one of these people breaks rules.
pub fn warn_of_drafts<'p>(people: impl IntoIterator<Item = &'p Person>) -> CommandResult {
    let mut outcome = Ok(());
    for who in people.into_iter().filter(|who| !who.breaches.is_empty()) {
        let rules = if who.breaches.len() == 1 { "a rule" } else { "rules" };
        say(&format!("{} breaks {rules} of the game: this is a draft", who.entry.head.name));
        outcome = Err(Stop(CONTENT_HAS_ERRORS));
    }
    outcome
}

/// The texts of files that are in no content folder.
fn loose_sources(places: &[CharacterFile]) -> Sources {
    let files = places.iter().filter_map(|place| match place {
        CharacterFile::Loose(file, _) => Some(file.clone()),
        CharacterFile::Within(_) => None,
    });
    // Sources are kept in the order of their paths, so the number of each comes first.
    let numbered =
        files.enumerate().map(|(number, file)| SourceFile { path: format!("{number:08}-{}", file.path), ..file });
    Sources::new(numbered.collect()).beside_a_game()
}

/// A character's file.
enum CharacterFile {
    /// In a content folder.
    Within(ContentPath),
    /// Somewhere else: its text, and the id of its system.
    Loose(SourceFile, String),
}

impl CharacterFile {
    /// Its path in a content folder, if it is in one.
    const fn within(&self) -> Option<&ContentPath> {
        match self {
            Self::Within(place) => Some(place),
            Self::Loose(..) => None,
        }
    }

    /// The id of its system.
    fn system(&self) -> &str {
        match self {
            Self::Within(place) => &place.system,
            Self::Loose(_, system) => system,
        }
    }

    /// Its path in messages.
    fn shown(&self) -> &str {
        match self {
            Self::Within(place) => &place.path,
            Self::Loose(file, _) => &file.shown,
        }
    }
}

/// Why a character's file is none that a command can go on with.
enum Unread {
    /// It has been reported.
    Told(Stop),
    /// It is in no content folder and is not valid YAML, so it cannot name its system: the file, and its faults.
    Broken(SourceFile, Vec<Diagnostic>),
}

impl Unread {
    /// The stop, after the fault has been reported.
    fn reported(self, in_color: bool) -> Stop {
        match self {
            Self::Told(stop) => stop,
            Self::Broken(file, found) => {
                findings::draw(&found, Counts::default(), &Sources::new(vec![file]), in_color);
                Stop(CONTENT_HAS_ERRORS)
            }
        }
    }
}

impl From<Stop> for Unread {
    fn from(stop: Stop) -> Self {
        Self::Told(stop)
    }
}

/// Finds a character's file, inside or outside a content folder.
fn character_file(path: &Path, args: &ContentArgs) -> Result<CharacterFile, Unread> {
    if is_within_system(path)? {
        return Ok(CharacterFile::Within(locate(path, args)?));
    }
    let text = reading::text(path)?;
    let shown = path.display().to_string();
    let file = SourceFile { path: shown.clone(), shown, text };
    let named = system_of(&file.text);
    if let Ok(Some(system)) = named {
        return Ok(CharacterFile::Loose(file, system));
    }
    if let Some(here) = game_here(args) {
        return Ok(CharacterFile::Loose(file, here.system));
    }
    if let Err(found) = named {
        return Err(Unread::Broken(file, found));
    }
    say(&format!(
        "error: {} does not belong to any game: no folder above it has a system.yaml, and the file has no line \
         `system: ID`",
        path.display()
    ));
    Err(Unread::Told(Stop(USAGE)))
}
