//! The small game, the slips made in it, and what has to be said about them.

pub mod cards;
pub mod chapters;
pub mod files;
pub mod formulas;
pub mod keys;
pub mod names;
pub mod numbers;
pub mod types;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use deckle::content::diagnostic::{Diagnostic, render, sort};
use deckle::content::source::{SourceFile, Sources};
use deckle::content::{CAMPAIGN, Campaign, load, read_campaign, strays, systems};
use deckle::faces::book::Book;
use deckle::faces::build::{Desk, book};
use deckle::faces::card::CardFace;
use deckle::faces::sheet::Sheet;
use deckle_rules::character::Character;

/// Marks where a finding has to point.
const MARKER: char = '§';

/// The files of a content folder, by path.
#[derive(Clone)]
pub struct Game {
    pub files: BTreeMap<String, String>,
}

/// What was found in a game.
pub struct Findings {
    pub sources: Sources,
    pub list: Vec<Diagnostic>,
    pub has_game: bool,
}

/// Views of a game.
pub struct Made {
    pub deck: Vec<CardFace>,
    pub sheets: Vec<Sheet>,
    pub book: Book,
}

impl Game {
    /// The game of `fixtures/small-game`.
    pub fn small() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/small-game");
        let mut files = BTreeMap::new();
        read(&root, &root, &mut files);
        Self { files }
    }

    /// Puts `to` in the place of `from`, which must stand there once.
    pub fn replace(&mut self, file: &str, from: &str, to: &str) {
        let text = self.files.get_mut(file).unwrap_or_else(|| panic!("there is a file {file}"));
        assert_eq!(text.matches(from).count(), 1, "`{from}` stands once in {file}:\n{text}");
        *text = text.replace(from, to);
    }

    pub fn sources(&self) -> Sources {
        let file = |(path, text): (&String, &String)| SourceFile { path: path.clone(), shown: path.clone(), text: text.clone() };
        Sources::new(self.files.iter().map(file).collect())
    }

    fn campaign(sources: &Sources, found: &mut Vec<Diagnostic>) -> Campaign {
        let id = sources.find(CAMPAIGN).expect("the small game has a campaign");
        read_campaign(&sources.file(id).text, id).unwrap_or_else(|faults| {
            found.extend(faults);
            Campaign::default()
        })
    }

    /// Everything that is found in the folder, as `deckle check` finds it.
    pub fn findings(&self) -> Findings {
        let sources = self.sources();
        let mut list = strays(&sources);
        let campaign = Self::campaign(&sources, &mut list);
        let mut has_game = false;
        for system in systems(&sources) {
            let loaded = load(&sources, &system, &campaign.rulings);
            list.extend(loaded.diagnostics);
            has_game |= loaded.game.is_some();
        }
        sort(&mut list);
        Findings { sources, list, has_game }
    }

    /// The blank deck, the sheets and the book.
    pub fn made(&self) -> Made {
        let sources = self.sources();
        let campaign = Self::campaign(&sources, &mut Vec::new());
        let loaded = load(&sources, "lantern", &campaign.rulings);
        let game = loaded.game.unwrap_or_else(|| panic!("the game loads: {:#?}", loaded.diagnostics));
        let blank = Character::blank();
        let pairs = game.entries.characters.iter().zip(&game.characters);
        let sheets = pairs.map(|(entry, character)| Desk::new(&game, character).sheet(Some(entry)).expect("the sheet is made"));
        Made {
            deck: Desk::new(&game, &blank).deck().expect("the deck is made"),
            sheets: sheets.collect(),
            book: book(&game, &sources).expect("the book is made"),
        }
    }
}

fn read(root: &Path, folder: &Path, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("the fixture is there") {
        let path = entry.expect("the fixture can be listed").path();
        if path.is_dir() {
            read(root, &path, files);
        } else {
            let parts: Vec<_> = path.strip_prefix(root).expect("inside").iter().map(|p| p.to_string_lossy()).collect();
            files.insert(parts.join("/"), fs::read_to_string(&path).expect("the fixture is text"));
        }
    }
}

impl Findings {
    /// All findings as a terminal shows them.
    pub fn drawn(&self) -> String {
        self.list.iter().map(|d| render(d, &self.sources, false) + "\n").collect()
    }

    /// `lantern/skills.yaml:10:13`
    pub fn place(&self, diagnostic: &Diagnostic) -> String {
        let (line, column) = self.sources.line_column(diagnostic.at);
        format!("{}:{line}:{column}", self.sources.file(diagnostic.at.file).path)
    }
}

enum Edit {
    Replace(&'static str, &'static str, String),
    Add(&'static str, String),
}

/// One kind of slip.
pub struct Row {
    /// What was done.
    pub name: &'static str,
    edits: Vec<Edit>,
    code: &'static str,
    message: &'static str,
    help: &'static str,
    count: usize,
    is_warning: bool,
}

/// A slip without edits yet.
pub fn row(name: &'static str) -> Row {
    Row { name, edits: Vec::new(), code: "", message: "", help: "", count: 1, is_warning: false }
}

impl Row {
    /// Puts `to` in the place of `from`, in a file of the system.
    pub fn edit(mut self, file: &'static str, from: &'static str, to: impl Into<String>) -> Self {
        self.edits.push(Edit::Replace(file, from, to.into()));
        self
    }

    /// Adds a file, or text at the end of one.
    pub fn add(mut self, file: &'static str, text: impl Into<String>) -> Self {
        self.edits.push(Edit::Add(file, text.into()));
        self
    }

    /// What is to be said: the code, part of the message, part of the help.
    pub fn says(mut self, code: &'static str, message: &'static str, help: &'static str) -> Self {
        (self.code, self.message, self.help) = (code, message, help);
        self
    }

    /// How many findings there are, where one slip rightly has several.
    pub fn of(mut self, count: usize) -> Self {
        self.count = count;
        self
    }

    /// The finding is a warning.
    pub fn warns(mut self) -> Self {
        self.is_warning = true;
        self
    }

    /// Makes the slip; the place that is marked, as `file:line:column`.
    fn broken(&self) -> (Game, String) {
        let mut game = Game::small();
        for edit in &self.edits {
            match edit {
                Edit::Replace(file, from, to) => game.replace(&full(file), from, to),
                Edit::Add(file, text) => game.files.entry(full(file)).or_default().push_str(text),
            }
        }
        let mut places = Vec::new();
        for (path, text) in &mut game.files {
            for at in text.match_indices(MARKER).map(|(at, _)| at).collect::<Vec<_>>() {
                let line = text[..at].lines().count() + usize::from(text[..at].ends_with('\n') || at == 0);
                let column = text[..at].lines().last().filter(|_| !text[..at].ends_with('\n')).map_or(0, |l| l.chars().count()) + 1;
                places.push(format!("{path}:{line}:{column}"));
            }
            *text = text.replace(MARKER, "");
        }
        assert_eq!(places.len(), 1, "{}: one place is marked", self.name);
        (game, places.remove(0))
    }

    /// How what is said differs from what is to be said.
    pub fn fault(&self) -> Option<String> {
        let (game, place) = self.broken();
        let findings = game.findings();
        let found = findings.list.iter().find(|d| d.code == self.code && findings.place(d) == place);
        let mut faults = String::new();
        match found {
            None => writeln!(faults, "no `{}` at {place}", self.code).expect("writing to a string"),
            Some(found) => {
                let help = found.help.as_deref().unwrap_or("");
                for (part, whole) in [(self.message, found.message.as_str()), (self.help, help)] {
                    if !whole.contains(part) || whole.is_empty() {
                        writeln!(faults, "`{part}` is not in `{whole}`").expect("writing to a string");
                    }
                }
                if found.is_error() == self.is_warning {
                    writeln!(faults, "severity {:?}", found.severity).expect("writing to a string");
                }
            }
        }
        if findings.list.len() != self.count {
            writeln!(faults, "{} findings, not {}", findings.list.len(), self.count).expect("writing to a string");
        }
        if self.is_warning != findings.has_game {
            writeln!(faults, "there is a game: {}", findings.has_game).expect("writing to a string");
        }
        if std::env::var_os("SHOW_FINDINGS").is_some() {
            println!("## {}\n{}", self.name, findings.drawn());
        }
        (!faults.is_empty()).then(|| format!("## {}\n{faults}{}", self.name, findings.drawn()))
    }
}

/// Paths are within the system, but for those that start with `/`.
fn full(file: &str) -> String {
    file.strip_prefix('/').map_or_else(|| format!("lantern/{file}"), str::to_owned)
}
