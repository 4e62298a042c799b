//! Helpers for the tests of several packages: the shipped games, and the pages of `docs`.

#![allow(clippy::missing_panics_doc, reason = "what a test cannot get fails it")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use makeready_content::diagnostic::{Diagnostic, render};
use makeready_content::game::Game;
use makeready_content::icons::is_icon;
use makeready_content::picture::is_picture;
use makeready_content::source::{SourceFile, Sources};
use makeready_content::{load, systems};
use mimalloc::MiMalloc;

/// Tests allocate memory with mimalloc, as the program does.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The folder of the project.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Reads a file of the project.
pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A page of `docs`.
pub fn page(name: &str) -> String {
    read(&root().join("docs").join(name))
}

/// The files of the content folder.
pub static CONTENT: LazyLock<Sources> = LazyLock::new(|| {
    let (mut files, mut pictures) = (Vec::new(), BTreeMap::new());
    collect(&root().join("content"), "", &mut files, &mut pictures);
    Sources::new(files).with_bytes(pictures)
});

fn collect(folder: &Path, prefix: &str, files: &mut Vec<SourceFile>, pictures: &mut BTreeMap<String, Arc<[u8]>>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let entry = entry.expect("the listing can be read");
        let name = entry.file_name().into_string().expect("file names are UTF-8");
        let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
        if entry.path().is_dir() {
            collect(&entry.path(), &path, files, pictures);
        } else if [".yaml", ".md"].iter().any(|ending| name.ends_with(ending)) {
            files.push(SourceFile { shown: format!("content/{path}"), path, text: read(&entry.path()) });
        } else if is_picture(&path) || is_icon(&path) {
            let bytes = fs::read(entry.path()).unwrap_or_else(|error| panic!("{path}: {error}"));
            pictures.insert(path.clone(), bytes.into());
            files.push(SourceFile { shown: format!("content/{path}"), path, text: String::new() });
        }
    }
}

/// The shipped games with every ruling at its default, each loaded when it is asked for.
static SHIPPED: LazyLock<BTreeMap<String, OnceLock<Game>>> =
    LazyLock::new(|| systems(&CONTENT).into_iter().map(|id| (id, OnceLock::new())).collect());

fn loaded(system: &str, place: &'static OnceLock<Game>) -> &'static Game {
    place.get_or_init(|| game(&CONTENT, system))
}

/// A shipped game with every ruling at its default, loaded once for all tests of a program.
pub fn shipped(system: &str) -> &'static Game {
    loaded(system, SHIPPED.get(system).unwrap_or_else(|| panic!("no game {system} is shipped")))
}

/// All shipped games.
pub fn all_shipped() -> impl Iterator<Item = &'static Game> {
    SHIPPED.iter().map(|(system, place)| loaded(system, place))
}

/// Tri-Core with every ruling at its default.
pub static TRI_CORE: LazyLock<&Game> = LazyLock::new(|| shipped("tri-core"));

/// A system that must load without an error.
pub fn game(sources: &Sources, system: &str) -> Game {
    let loaded = load(sources, system, &[]);
    let errors: Vec<&Diagnostic> = loaded.diagnostics.iter().filter(|d| d.is_error()).collect();
    let drawn: Vec<String> = errors.iter().map(|d| render(d, sources, false)).collect();
    loaded.game.unwrap_or_else(|| panic!("{system} does not load:\n{}", drawn.join("\n")))
}

/// A fenced block of a page.
#[derive(Debug)]
pub struct Block<'a> {
    /// The first word after the fence.
    pub kind: &'a str,
    /// What follows it.
    pub info: &'a str,
    /// Its lines, without the fences.
    pub body: &'a str,
    /// The line of the page on which its body starts, from 1.
    pub line: usize,
}

/// Every fenced block of a page.
pub fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut at = 0;
    let mut open: Option<(&str, usize, usize)> = None;
    for (line, text) in (1..).zip(page.split_inclusive('\n')) {
        if let Some(info) = text.trim_end().strip_prefix("```") {
            match open.take() {
                None => open = Some((info, at + text.len(), line + 1)),
                Some((info, start, first)) => {
                    let (kind, info) = info.split_once(' ').unwrap_or((info, ""));
                    blocks.push(Block { kind, info: info.trim(), body: &page[start..at], line: first });
                }
            }
        }
        at += text.len();
    }
    assert!(open.is_none(), "a fenced block is never closed");
    blocks
}

/// A file of the source material, which stands beside the checkout on some machines. Tests that read it are ignored unless
/// they are asked for, and have `needs_shared` in their names, so that `test.sh` asks for them where the folder is.
pub fn ledger(file: &str) -> String {
    let folder = root().join("../shared/ledger");
    assert!(folder.is_dir(), "there is no folder `shared` with {file} beside this checkout");
    read(&folder.join(file))
}

/// Compares with a file that is generated; writes it instead when `MAKEREADY_BLESS` is set.
pub fn assert_current(path: &Path, wanted: &str) {
    if std::env::var_os("MAKEREADY_BLESS").is_some() {
        fs::write(path, wanted).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    let differing = found.lines().zip(wanted.lines()).enumerate().find(|(_, (a, b))| a != b);
    let place = differing.map_or_else(String::new, |(i, (a, b))| format!("line {}:\n- {a}\n+ {b}\n", i + 1));
    assert!(
        found == wanted,
        "{} is not current; run the tests with MAKEREADY_BLESS=1 and look at what changed\n{place}",
        path.display()
    );
}
