//! The small game, the slips made in it, and what has to be said about them.
//!
//! Most rows are loaded in memory, as the tests of a library are. Rows [`Row::on_disk`] are written to a
//! folder and read by the program itself: they are about files, or about what only the pages of the
//! site show.

pub mod building;
pub mod cards;
pub mod chapters;
pub mod checks;
pub mod disk;
pub mod files;
pub mod formulas;
pub mod held;
pub mod icons;
pub mod keys;
pub mod limits;
pub mod links;
pub mod markup;
pub mod names;
pub mod npcs;
pub mod numbers;
pub mod owned;
pub mod pictures;
pub mod procedures;
pub mod types;
pub mod unshown;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use makeready_content::diagnostic::{Diagnostic, render, sort};
use makeready_content::source::{SourceFile, Sources};
use makeready_content::{CAMPAIGN, Campaign, Depth, Earlier, load, load_with, read_campaign, strays, systems};
use makeready_faces::book::Book;
use makeready_faces::card::CardFace;
use makeready_faces::make::{FaceBuilder, book};
use makeready_faces::sheet::Sheet;

/// Marks where a finding has to point.
const MARKER: char = '§';

/// The files of a content folder, by path.
#[derive(Clone)]
pub struct Game {
    pub files: BTreeMap<String, String>,
    /// Symbolic links: path and what they lead to.
    links: Vec<(String, String)>,
    /// Files that are no text.
    raw: Vec<(String, Vec<u8>)>,
}

/// A folder that goes away with its owner.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new folder of the tests' own, empty.
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("broken-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("the folder for tests can be written");
        Self(folder)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left behind in the build folder does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A finding in the form that both ways of looking have in common.
#[derive(Debug)]
struct Told {
    code: String,
    place: String,
    message: String,
    help: String,
    is_error: bool,
}

/// What was found in a game.
pub struct Findings {
    pub sources: Sources,
    pub list: Vec<Diagnostic>,
    pub has_game: bool,
}

/// The program, in the tests of the package that builds it.
const PROGRAM: Option<&str> = option_env!("CARGO_BIN_EXE_makeready");

/// Views of a game.
pub struct Made {
    pub deck: Vec<CardFace>,
    pub sheets: Vec<Sheet>,
    pub book: Book,
}

impl Game {
    /// The game of `fixtures/small-game`.
    pub fn small() -> Self {
        Self::of(&makeready_testing::root().join("tests/fixtures/small-game"))
    }

    /// The games of a content folder.
    pub fn of(root: &Path) -> Self {
        let mut files = BTreeMap::new();
        read(root, root, &mut files);
        Self { files, links: Vec::new(), raw: Vec::new() }
    }

    /// One of several games, without what a campaign has decided.
    pub fn alone(&self, system: &str) -> Self {
        let mut files = self.files.clone();
        files.retain(|path, _| path.split('/').next() == Some(system));
        files.insert(CAMPAIGN.to_owned(), "format_version: 1\n".to_owned());
        Self { files, links: Vec::new(), raw: Vec::new() }
    }

    /// Puts `to` in the place of `from`, which must stand there once.
    pub fn replace(&mut self, file: &str, from: &str, to: &str) {
        let text = self.files.get_mut(file).unwrap_or_else(|| panic!("there is a file {file}"));
        assert_eq!(text.matches(from).count(), 1, "`{from}` stands once in {file}:\n{text}");
        *text = text.replace(from, to);
    }

    pub fn sources(&self) -> Sources {
        let file = |(path, text): (&String, &String)| SourceFile {
            path: path.clone(),
            shown: path.clone(),
            text: text.clone(),
        };
        Sources::new(self.files.iter().map(file).collect())
    }

    /// Writes the game into a folder.
    pub fn write(&self, root: &Path) {
        let texts = self.files.iter().map(|(path, text)| (path, text.as_bytes()));
        for (path, bytes) in texts.chain(self.raw.iter().map(|(path, bytes)| (path, bytes.as_slice()))) {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a file stands in a folder")).expect("the folder can be made");
            fs::write(path, bytes).expect("the file can be written");
        }
        for (path, target) in &self.links {
            std::os::unix::fs::symlink(target, root.join(path)).expect("the link can be made");
        }
    }

    /// What the program finds when the game is a folder, and whether it says that all is well.
    fn checked(&self) -> (Vec<Told>, bool) {
        let scratch = Scratch::new();
        let content = scratch.path().join("content");
        self.write(&content);
        fs::write(scratch.path().join("secret.md"), "A secret of somebody else.").expect("the file can be written");
        let mut command = Command::new(PROGRAM.expect("the program is there for its own tests"));
        command.args(["check", "--format", "json", "--content"]).arg(&content);
        let output = command.output().expect("the program runs");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
        assert!(!String::from_utf8_lossy(&output.stdout).contains("secret of"), "nothing outside the folder is read");
        let prefix = format!("{}/", content.display());
        let text = |d: &serde_json::Value, key: &str| d[key].as_str().unwrap_or_default().to_owned();
        let told = |d: &serde_json::Value| Told {
            code: text(d, "code"),
            place: format!("{}:{}:{}", text(d, "file").replace(&prefix, ""), d["line"], d["column"]),
            message: text(d, "message"),
            help: text(d, "help"),
            is_error: d["severity"] == "error",
        };
        let list: Vec<Told> = report["diagnostics"].as_array().expect("a list").iter().map(told).collect();
        let errors = list.iter().filter(|t| t.is_error).count();
        assert_eq!(report["errors"], errors, "the report counts its errors");
        assert_eq!(output.status.code(), Some(i32::from(errors > 0)), "the exit code says whether there are errors");
        (list, errors == 0)
    }

    fn campaign(sources: &Sources, found: &mut Vec<Diagnostic>) -> Campaign {
        let id = sources.find(CAMPAIGN).expect("the small game has a campaign");
        read_campaign(&sources.file(id).text, id).unwrap_or_else(|faults| {
            found.extend(faults);
            Campaign::default()
        })
    }

    /// Everything that is found in the folder, as `makeready check` finds it.
    pub fn findings(&self) -> Findings {
        self.findings_with(Earlier::default())
    }

    /// The same, with the files of an earlier load of the same folder.
    pub fn findings_with(&self, earlier: Earlier<'_>) -> Findings {
        let sources = self.sources();
        let mut list = strays(&sources);
        let campaign = Self::campaign(&sources, &mut list);
        let mut has_game = false;
        list.extend(campaign.unknown_systems(&systems(&sources)));
        for system in systems(&sources) {
            let loaded = load_with(earlier, Depth::Computed, &sources, &system, &campaign.rulings_of(&system));
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
        let loaded = load(&sources, "lantern", &campaign.rulings_of("lantern"));
        let game = loaded.game.unwrap_or_else(|| panic!("the game loads: {:#?}", loaded.diagnostics));
        let sheet = |who| FaceBuilder::new(&game, Some(who)).sheet().expect("the sheet is made");
        Made {
            deck: FaceBuilder::new(&game, None).deck().expect("the deck is made"),
            sheets: game.characters.values().map(sheet).collect(),
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
    fn told(&self) -> Vec<Told> {
        let told = |d: &Diagnostic| Told {
            code: d.code.as_str().to_owned(),
            place: self.place(d),
            message: d.message.clone(),
            help: d.help.clone().unwrap_or_default(),
            is_error: d.is_error(),
        };
        self.list.iter().map(told).collect()
    }

    /// All findings as a terminal shows them.
    pub fn drawn(&self) -> String {
        self.list.iter().map(|d| render(d, &self.sources, false) + "\n").collect()
    }

    pub fn has_errors(&self) -> bool {
        self.list.iter().any(Diagnostic::is_error)
    }

    /// `lantern/skills.yaml:10:13`
    pub fn place(&self, diagnostic: &Diagnostic) -> String {
        let (line, column) = self.sources.line_column(diagnostic.at);
        format!("{}:{line}:{column}", self.sources.file(diagnostic.at.file).path)
    }
}

/// Every row.
pub fn rows() -> Vec<Row> {
    let groups = [
        files::rows(),
        disk::rows(),
        keys::rows(),
        limits::rows(),
        types::rows(),
        names::rows(),
        formulas::rows(),
        numbers::rows(),
        building::rows(),
        held::rows(),
        owned::rows(),
        pictures::rows(),
        icons::rows(),
        procedures::rows(),
        checks::rows(),
        npcs::rows(),
        cards::rows(),
        chapters::rows(),
        links::rows(),
        markup::rows(),
        unshown::rows(),
    ];
    groups.into_iter().flatten().collect()
}

enum Edit {
    Replace(&'static str, &'static str, String),
    Add(&'static str, String),
    Remove(&'static str),
    Raw(&'static str, Vec<u8>),
    Link(&'static str, &'static str),
}

/// One kind of slip.
pub struct Row {
    /// What was done.
    pub name: &'static str,
    edits: Vec<Edit>,
    place: Option<&'static str>,
    code: &'static str,
    message: &'static str,
    help: &'static str,
    count: usize,
    is_warning: bool,
    pub is_on_disk: bool,
}

/// A slip without edits yet.
pub fn row(name: &'static str) -> Row {
    let edits = Vec::new();
    Row { name, edits, place: None, code: "", message: "", help: "", count: 1, is_warning: false, is_on_disk: false }
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

    /// Takes a file away.
    pub fn remove(mut self, file: &'static str) -> Self {
        self.edits.push(Edit::Remove(file));
        self
    }

    /// Writes a file that is no text.
    pub fn raw(mut self, file: &'static str, bytes: &[u8]) -> Self {
        self.edits.push(Edit::Raw(file, bytes.to_vec()));
        self.on_disk()
    }

    /// Makes a symbolic link.
    pub fn link(mut self, file: &'static str, target: &'static str) -> Self {
        self.edits.push(Edit::Link(file, target));
        self.on_disk()
    }

    /// The place of the finding, where no text can be marked: `lantern/skills.yaml:1:1`.
    pub fn at(mut self, place: &'static str) -> Self {
        self.place = Some(place);
        self
    }

    /// The program itself reads the game from a folder.
    pub fn on_disk(mut self) -> Self {
        self.is_on_disk = true;
        self
    }

    /// What is to be said: the code, part of the message, part of the help.
    pub fn says(mut self, code: &'static str, message: &'static str, help: &'static str) -> Self {
        (self.code, self.message, self.help) = (code, message, help);
        self
    }

    /// The code that is to be told.
    pub const fn code(&self) -> &'static str {
        self.code
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
                Edit::Remove(file) => {
                    game.files.remove(&full(file)).unwrap_or_else(|| panic!("{}: there is a file {file}", self.name));
                }
                Edit::Raw(file, bytes) => {
                    game.files.remove(&full(file));
                    game.raw.push((full(file), bytes.clone()));
                }
                Edit::Link(file, target) => game.links.push((full(file), (*target).to_owned())),
            }
        }
        let mut places: Vec<String> = self.place.map(str::to_owned).into_iter().collect();
        for (path, text) in &mut game.files {
            for (at, _) in text.match_indices(MARKER) {
                let (line, column) = line_column(text, at);
                places.push(format!("{path}:{line}:{column}"));
            }
            *text = text.replace(MARKER, "");
        }
        assert_eq!(places.len(), 1, "{}: one place is marked", self.name);
        (game, places.remove(0))
    }

    /// What is said, as a terminal without colors shows it.
    pub fn drawn(&self) -> String {
        self.broken().0.findings().drawn()
    }

    /// How what is said differs from what is to be said.
    pub fn fault(&self) -> Option<String> {
        let (game, place) = self.broken();
        let (list, is_playable, shown) = if self.is_on_disk {
            let (list, is_playable) = game.checked();
            let shown = format!("{list:#?}");
            (list, is_playable, shown)
        } else {
            let findings = game.findings();
            (findings.told(), findings.has_game && !findings.has_errors(), findings.drawn())
        };
        if std::env::var_os("SHOW_FINDINGS").is_some() {
            println!("## {}\n{shown}", self.name);
        }
        let faults = self.faults(&list, &place, is_playable);
        (!faults.is_empty()).then(|| format!("## {}\n{faults}{shown}", self.name))
    }

    fn faults(&self, list: &[Told], place: &str, is_playable: bool) -> String {
        let mut faults = String::new();
        match list.iter().find(|told| told.code == self.code && told.place == place) {
            None => faults += &format!("no `{}` at {place}\n", self.code),
            Some(found) => {
                for (part, whole) in [(self.message, &found.message), (self.help, &found.help)] {
                    if !whole.contains(part) || whole.is_empty() {
                        faults += &format!("`{part}` is not in `{whole}`\n");
                    }
                }
                if found.is_error == self.is_warning {
                    faults += "the wrong severity\n";
                }
            }
        }
        if list.len() != self.count {
            faults += &format!("{} findings, not {}\n", list.len(), self.count);
        }
        if self.is_warning != is_playable {
            faults += &format!("nothing stops the game: {is_playable}\n");
        }
        faults
    }
}

/// Line and column of a byte, from 1, counted on their own and not with what is tested.
fn line_column(text: &str, at: usize) -> (usize, usize) {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    (text[..at].matches('\n').count() + 1, text[start..at].chars().count() + 1)
}

/// Paths are within the system, but for those that start with `/`.
fn full(file: &str) -> String {
    file.strip_prefix('/').map_or_else(|| format!("lantern/{file}"), str::to_owned)
}
