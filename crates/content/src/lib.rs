//! Content: from files to a checked model.
//!
//! **In** [`source::Sources`], the files of a content folder as text. **Out** a [`game::Game`] per
//! system, in which every name resolves and every formula types. **Fails** with every fault of every
//! file at once, each a [`diagnostic::Diagnostic`] with its place. Entry point: [`load`].

mod checked;
pub mod code;
pub mod concept;
pub mod de;
pub mod decode;
pub mod diagnostic;
pub mod game;
mod gaps;
pub mod icons;
mod kind;
pub mod limits;
pub mod load;
pub mod markdown;
pub mod markup;
mod person;
pub mod picture;
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
pub use concept::checks::validate::used_with;
pub use concept::deck::{CardLine, DeckList, read as read_deck_list};
pub use concept::examples::validate::{rules_of as example_rules, subject as example_subject};
pub use concept::procedures::validate::call_arguments;
pub use validate::Depth;
pub use written::npc_file;

use std::collections::BTreeSet;
use std::sync::Arc;

use code::Code;
use deckle_rules::formula::nearest;
use decode::Decoder;
use diagnostic::{Counts, Diagnostic};
use game::{Game, OwnFile, Person, SetAside};
use gaps::Gaps;
use limits::{LARGEST_FILE, LONGEST_FORMULAS};
use load::Entries;
use rayon::prelude::*;
use source::{FileId, Located, SourceFile, Sources, Span};
use validate::{Checked, Read};
use yaml::Node;

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

/// How much text is read before its trees are turned into entries, in bytes: trees take more room than both.
const AT_A_TIME: usize = 2 * LARGEST_FILE;

/// Parts files in portions of about [`AT_A_TIME`].
fn portions<'f, 's>(files: &'f [(FileId, &'s SourceFile, &'s str)]) -> Vec<&'f [(FileId, &'s SourceFile, &'s str)]> {
    let mut size = 0;
    let mut number = 0;
    let portion = |(_, file, _): &(FileId, &SourceFile, &str)| {
        size += file.text.len();
        if size > AT_A_TIME {
            (size, number) = (file.text.len(), number + 1);
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
    let mut entries = Entries::default();
    let mut diagnostics = Vec::new();
    let mut more = Counts::default();
    let (mut faulty, mut wrong) = (BTreeSet::new(), BTreeSet::new());
    let mut gaps = Gaps::default();
    let mut set_aside = Vec::new();
    let mut formulas_left = Some(LONGEST_FORMULAS);
    let (of_fonts, files): (Vec<_>, Vec<_>) =
        sources.within(system).partition(|(_, _, path)| typeface::is_of_fonts_within(path));
    let (typefaces, found) = typeface::read(sources, &of_fonts);
    let found = of_fonts.iter().filter_map(|(id, ..)| fault(sources, *id)).chain(found);
    diagnostics.extend(found);
    wrong.extend(diagnostics.iter().map(|fault| fault.at.file));
    entries.typefaces = Arc::new(typefaces);
    let (of_art, files): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|(_, _, path)| picture::is_picture_within(path));
    let found: Vec<Diagnostic> = of_art.iter().filter_map(|(id, ..)| fault(sources, *id)).collect();
    wrong.extend(found.iter().map(|fault| fault.at.file));
    diagnostics.extend(found);
    entries.art_files = concept::art::files(sources, &of_art);
    let (of_icons, files): (Vec<_>, Vec<_>) = files.into_iter().partition(|(_, _, path)| icons::is_icon_within(path));
    let (own, found) = icons::read(sources, &of_icons);
    let found: Vec<Diagnostic> = of_icons.iter().filter_map(|(id, ..)| fault(sources, *id)).chain(found).collect();
    wrong.extend(found.iter().map(|fault| fault.at.file));
    diagnostics.extend(found);
    entries.icons = Arc::new(own);
    for files in portions(&files) {
        // Reading YAML takes longest, and no file needs another for it.
        let tree = |(id, file, path): &(FileId, &SourceFile, &str)| is_yaml(path).then(|| yaml::parse(&file.text, *id));
        let read: Vec<_> = files.par_iter().map(|file| (file, tree(file))).collect();
        for ((id, file, path), tree) in read {
            if formulas_left.is_none() {
                // What is not read would be reported as missing.
                break;
            }
            let (found, has_stand_ins) = match fault(sources, *id) {
                Some(fault) => (vec![fault], true),
                None => {
                    let mut d = Decoder::within(*id, &file.text, formulas_left);
                    d.is_printed = load::is_printed(path);
                    d.typefaces = Arc::clone(&entries.typefaces);
                    read_file(&mut d, path, tree, &mut entries);
                    formulas_left = d.formulas_left();
                    for ruling in d.rulings_read() {
                        entries.readers.entry(ruling).or_default().insert(name_of(path).to_owned());
                    }
                    let (of_words, cited) = d.take_words();
                    entries.of_words.extend(of_words);
                    entries.cited.extend(cited);
                    let has_stand_ins = d.has_stand_ins();
                    (d.into_diagnostics(), has_stand_ins)
                }
            };
            let is_gap = found.iter().any(is_gap);
            if is_gap {
                match OwnFile::of(path) {
                    Some((kind, stem)) => {
                        set_aside.push(SetAside { kind, id: stem.to_owned(), name: stem.to_owned(), file: *id });
                    }
                    None => gaps.note(meant(path)),
                }
            }
            // Nothing of a file that could not be read at all stands among the entries.
            faulty.extend(has_stand_ins.then_some(*id).filter(|_| !is_gap));
            wrong.extend(found.iter().filter(|d| d.is_error()).map(|d| d.at.file));
            diagnostics.extend(found);
            more += diagnostic::thin_many(&mut diagnostics);
        }
    }
    if entries.head.id != system && !entries.head.id.is_empty() {
        let message = format!("the system's id is `{}`, but its folder is called `{system}`", entries.head.id);
        let help = format!("write `id: {system}`, or rename the folder");
        faulty.insert(entries.head.at.file);
        diagnostics.push(Diagnostic::error(Code::IdAndFolder, entries.head.at, message).help(help));
    }
    let (mut game, mut draft) = (None, None);
    let lost_links = gaps.links();
    // Everything would be reported as unknown where nothing is known.
    if gaps.is_everything || formulas_left.is_none() {
        diagnostics.append(&mut entries.of_words);
    } else {
        let read = Read { faulty, wrong, set_aside, gaps };
        let (checked, found, beyond) = validate::validate(depth, entries, campaign, read);
        diagnostics.extend(found);
        more += beyond;
        match checked {
            Some(Checked { game: sound, is_sound: true }) => game = Some(sound),
            Some(Checked { game, is_sound: false }) => draft = Some(Draft { game, lost_links }),
            None => {}
        }
    }
    more += diagnostic::thin(&mut diagnostics);
    Loaded { game, draft, diagnostics, more }
}

/// The system that a character's file says it is of, if it can be read and says so.
pub fn system_of(text: &str) -> Option<String> {
    let tree = yaml::parse(text, FileId::default()).ok()?;
    let mut d = Decoder::new(FileId::default(), text);
    let system = tree.value("system").filter(|_| tree.holds("system"))?;
    Some(d.reference(system).value)
}

/// Reads characters from files that stand in no content folder, for a game that is loaded. Those of faulty files are
/// left out; every fault is reported.
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
                entries.extend(d.file(&node).filter(|_| d.is_clean()));
            }
        }
        diagnostics.extend(d.into_diagnostics());
    }
    let (people, found) = validate::validate_characters(entries, game);
    diagnostics.extend(found);
    diagnostic::sort(&mut diagnostics);
    (people, diagnostics)
}

/// Files that belong to no system: nothing would read them.
pub fn strays(sources: &Sources) -> Vec<Diagnostic> {
    let systems: BTreeSet<String> = systems(sources).into_iter().collect();
    let belongs = |path: &str| {
        path == CAMPAIGN || is_readme(path) || path.split_once('/').is_some_and(|(folder, _)| systems.contains(folder))
    };
    let strays = sources.iter().filter(|(_, file)| !belongs(&file.path));
    let told = strays.map(|(id, file)| {
        fault(sources, id).unwrap_or_else(|| {
            let at = Span { file: id, start: 0, end: 0 };
            let help = "put it into the folder of a system, which is one with a `system.yaml`, or take it out";
            Diagnostic::error(Code::UnknownFile, at, format!("`{}` belongs to no system", file.path)).help(help)
        })
    });
    let campaign = sources.find(CAMPAIGN).and_then(|id| fault(sources, id));
    told.chain(campaign).collect()
}

/// What is wrong with files as a whole.
pub fn faults(sources: &Sources) -> Vec<Diagnostic> {
    sources.iter().filter_map(|(id, _)| fault(sources, id)).collect()
}

/// The file that decides rulings.
pub const CAMPAIGN: &str = "campaign.yaml";

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
        // A misspelt file is missing under its right name.
        Code::UnknownFile => true,
        _ => false,
    }
}

/// The path of a file without its ending.
fn name_of(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(name, _)| name)
}

fn is_yaml(path: &str) -> bool {
    path.ends_with(".yaml")
}

fn read_file(d: &mut Decoder, path: &str, tree: Option<Result<Node, Vec<Diagnostic>>>, entries: &mut Entries) {
    if is_readme(path) {
        return;
    }
    if path.ends_with(".md") {
        match path.strip_prefix("rules/").and_then(|p| p.strip_suffix(".md")) {
            Some(slug) => entries.chapters.extend(concept::chapter::read(d, slug)),
            None => unknown_file(d, path),
        }
        return;
    }
    let node = match tree {
        None => {
            unknown_file(d, path);
            return;
        }
        Some(Ok(node)) => node,
        Some(Err(found)) => {
            for fault in found {
                d.push(fault);
            }
            return;
        }
    };
    match load::kind_of(path) {
        Some(kind) => (kind.read)(d, &node, entries),
        None => unknown_file(d, path),
    }
}

/// The folders of a system.
fn folders() -> impl Iterator<Item = &'static str> + Clone {
    load::KINDS.iter().map(|kind| kind.name).filter(|name| name.ends_with('/')).chain([CHAPTERS])
}

/// The files of a system that stand in no folder of it.
fn files() -> impl Iterator<Item = &'static str> + Clone {
    load::KINDS.iter().map(|kind| kind.name).filter(|name| !name.ends_with('/'))
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
            format!("`{near}` holds YAML; chapters stand in `rules/`")
        }
        Some(near) if path.starts_with(near) => "YAML files end in `.yaml`, chapters in `.md`".to_owned(),
        Some(near) => format!("did you mean `{near}`?"),
        None if path.ends_with(".md") => "chapters stand in `rules/`, called like `03-react.md`".to_owned(),
        None => {
            let (files, folders) = (files().collect::<Vec<_>>(), folders().map(|name| name.trim_end_matches('/')));
            let folders: Vec<&str> = folders.collect();
            format!("there are: {}, and the folders {}", files.join(", "), folders.join(", "))
        }
    };
    let at = Span { file: d.file, start: 0, end: 0 };
    d.error(Code::UnknownFile, at, format!("a system has no file `{path}`")).help = Some(help);
}
