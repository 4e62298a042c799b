//! Content: from files to a checked model.
//!
//! **In** [`source::Sources`], the files of a content folder as text. **Out** a [`game::Game`] per
//! system, in which every name resolves and every formula types. **Fails** with every fault of every
//! file at once, each a [`diagnostic::Diagnostic`] with its place. Entry point: [`load`].

mod check;
pub mod decode;
pub mod diagnostic;
pub mod entries;
mod files;
pub mod game;
pub mod source;
pub mod text;
pub mod yaml;

pub use check::example_subject;
pub use files::campaign::{Campaign, read as read_campaign};

use decode::Decoder;
use diagnostic::Diagnostic;
use entries::Entries;
use game::Game;
use source::{FileId, Located, Sources, Span};

/// What came of loading one system.
#[derive(Debug)]
pub struct Loaded {
    /// The system, unless there was an error.
    pub game: Option<Game>,
    /// Everything that was found, in order of place.
    pub diagnostics: Vec<Diagnostic>,
}

/// The ids of the systems in a content folder: its folders that hold a `system.yaml`.
pub fn systems(sources: &Sources) -> Vec<String> {
    let found = sources.iter().filter_map(|(_, file)| file.path.strip_suffix("/system.yaml"));
    found.filter(|folder| !folder.contains('/')).map(str::to_owned).collect()
}

/// Loads and checks one system.
pub fn load(sources: &Sources, system: &str, campaign: &[(Located<String>, Located<String>)]) -> Loaded {
    let mut entries = Entries::default();
    let mut diagnostics = Vec::new();
    for (id, file) in sources.iter() {
        if let Some(path) = file.path.strip_prefix(system).and_then(|p| p.strip_prefix('/')) {
            diagnostics.extend(read_file(id, path, &file.text, &mut entries));
        }
    }
    if entries.head.id != system && !entries.head.id.is_empty() {
        let message = format!("the system's id is `{}`, but its folder is called `{system}`", entries.head.id);
        diagnostics.push(Diagnostic::error("id-and-folder", entries.head.at, message));
    }
    let could_read = !diagnostics.iter().any(Diagnostic::is_error);
    let (game, found) = check::check(entries, campaign);
    diagnostics.extend(found);
    diagnostic::sort(&mut diagnostics);
    Loaded { game: game.filter(|_| could_read), diagnostics }
}

fn read_file(id: FileId, path: &str, text: &str, entries: &mut Entries) -> Vec<Diagnostic> {
    let mut d = Decoder::new(id, text);
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    if extension == "md" {
        if let Some(slug) = path.strip_prefix("rules/").and_then(|p| p.strip_suffix(".md")) {
            entries.chapters.extend(files::chapter::read(&mut d, slug));
        }
        return d.diagnostics;
    }
    let node = match yaml::parse(text, id) {
        Ok(node) => node,
        Err(diagnostic) => return vec![*diagnostic],
    };
    let folder = path.split_once('/').map_or(path, |(folder, _)| folder);
    match folder {
        "system.yaml" => files::system::read(&mut d, &node, entries),
        "rulings.yaml" => files::rulings::read(&mut d, &node, entries),
        "conditions.yaml" => files::rulings::read_conditions(&mut d, &node, entries),
        "glossary.yaml" => files::rulings::read_glossary(&mut d, &node, entries),
        "skills.yaml" => files::skills::read(&mut d, &node, entries),
        "examples.yaml" => files::examples::read(&mut d, &node, entries),
        "actions" => files::actions::read(&mut d, &node, entries),
        "references" => files::actions::read_references(&mut d, &node, entries),
        "characters" => entries.characters.extend(files::character::read(&mut d, &node)),
        "npcs" => entries.npcs.extend(files::character::read(&mut d, &node)),
        _ => {
            let at = Span { file: id, start: 0, end: 0 };
            d.error("unknown-file", at, format!("a system has no file `{path}`")).help =
                Some("see docs/content.md for the files of a system".to_owned());
        }
    }
    d.diagnostics
}
