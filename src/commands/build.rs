//! `deckle build`: everything, into one folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Instant;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::documents::{self, Document};
use super::folder::{ContentFiles, Folder, load_files, read_files};
use super::print_flags::computing_failed;
use super::{CONTENT_HAS_ERRORS, COULD_NOT_READ_OR_WRITE, CommandResult, ContentArgs, Stop, links, say};
use crate::plan::{Key, KeyBuilder, Store};
use crate::publish::{self, Files, PublishError, Terms};
use deckle_content::diagnostic::{DiagnosticJson, to_json};
use deckle_content::game::{Game, Person};
use deckle_faces::book::Book;
use deckle_faces::credits::Used;
use deckle_faces::make::{BillData, FaceBuilder, KeywordData, SheetData, ability_data, book, keyword_data, sheet_data};
use deckle_press::Fits;
use deckle_press::workers::side_by_side;
use deckle_rules::formula::EvalError;

/// Flags of `build`.
#[derive(clap::Args, Debug)]
pub struct BuildArgs {
    #[command(flatten)]
    content: ContentArgs,
    /// The folder to make.
    #[arg(long, default_value = "dist")]
    out: PathBuf,
    /// Build this system only.
    #[arg(long, value_name = "ID")]
    system: Option<String>,
    /// Replace files of the output folder even where they were changed since they were made.
    #[arg(long)]
    force: bool,
    /// Make everything anew, and keep nothing for the next time: without the folder `.deckle` beside the content.
    #[arg(long)]
    no_cache: bool,
    /// Name the cards and sheets that are set smaller than usual or that go on over further ones.
    #[arg(long)]
    verbose: bool,
}

impl BuildArgs {
    /// The hash of all that the output is made from.
    fn key(&self, content: &ContentFiles) -> Option<Key> {
        Some(content.add_to(KeyBuilder::new("build")?).with_value(&self.system).finish())
    }
}

/// What the output of a build was in which there was nothing to find.
#[derive(Serialize, Deserialize)]
struct Unchanged {
    /// The hash of its manifest.
    manifest: String,
    /// The number of its files.
    files: usize,
    notes: Notes,
}

impl Unchanged {
    fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("strings and numbers serialize")
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}

/// Runs the command.
pub fn run(args: &BuildArgs, in_color: bool) -> CommandResult {
    let start = Instant::now();
    let store = if args.no_cache { Store::none() } else { Store::beside(&args.content.content) };
    let terms = Terms { content: &args.content.content, is_forced: args.force };
    let content = read_files(&args.content)?;
    let key = args.key(&content);
    if let Some(before) = key.and_then(|key| Unchanged::read(&store.get(key)?))
        && publish::stands(&args.out, terms, &before.manifest)
    {
        let seconds = start.elapsed().as_secs_f64();
        say(&format!("{} files in {}, as they should be ({seconds:.1} s)", before.files, args.out.display()));
        before.notes.report(args.verbose);
        return Ok(());
    }
    let folder = load_files(content, &args.content, args.system.as_deref())?;
    let games = folder.games_or_stop(in_color)?;
    // Reported, or refused, before the printing, which takes longest.
    if let Some(earlier) = publish::look(&args.out, terms).map_err(|error| refused(&error))? {
        say(&format!("replaces {}: {earlier}", args.out.display()));
    }
    let (files, notes) = make(&folder, games, &store, in_color)?;
    let rules = games.iter().map(|g| (g.entries.head.id.clone(), g.fingerprint.clone())).collect();
    let files = publish::with_manifest(files, &rules);
    let wait = || say(&format!("waits for another build beside {}", args.out.display()));
    publish::replace(&args.out, &files, terms, wait).map_err(|error| refused(&error))?;
    if let Some(key) = key.filter(|_| folder.diagnostics.is_empty()) {
        let manifest = blake3::hash(files.get(publish::MANIFEST).map_or(&[], Vec::as_slice)).to_hex().to_string();
        store.put(key, &Unchanged { manifest, files: files.len(), notes: notes.clone() }.to_bytes());
    }
    store.tidy();
    let megabytes = files.values().map(Vec::len).sum::<usize>() / 1_000_000;
    let seconds = start.elapsed().as_secs_f64();
    say(&format!("{} files, {megabytes} MB, in {} ({seconds:.1} s)", files.len(), args.out.display()));
    say(&format!("  start reading: {}", args.out.join("site").join("index.html").display()));
    say(&format!("  start printing: {}", args.out.join("print").display()));
    notes.report(args.verbose);
    outcome(&folder, games)
}

/// Whether everything in the folder is right; where it is not, who is left out and who is printed as a draft.
fn outcome(folder: &Folder, games: &[Game]) -> CommandResult {
    let errors = folder.counts().errors;
    if errors == 0 {
        return Ok(());
    }
    let left_out = games.iter().flat_map(|game| &game.set_aside).map(|one| one.id.as_str());
    let drafts = games.iter().flat_map(Game::people).filter(|who| !who.breaches.is_empty()).map(Person::id);
    for (what, ids) in [("left out", left_out.collect::<Vec<_>>()), ("printed as drafts", drafts.collect())] {
        if !ids.is_empty() {
            say(&format!("  {what}: {}", ids.join(", ")));
        }
    }
    say(&format!("{errors} {} in the content; all else was made", if errors == 1 { "error" } else { "errors" }));
    Err(Stop(CONTENT_HAS_ERRORS))
}

fn refused(error: &PublishError) -> Stop {
    say(&format!("error: {error}"));
    Stop(COULD_NOT_READ_OR_WRITE)
}

/// Every output file of the games, and notes on the prints among them.
fn make(folder: &Folder, games: &[Game], store: &Store, in_color: bool) -> Result<(Files, Notes), Stop> {
    let mut files = Files::new();
    let mut books = Vec::new();
    let mut documents = Vec::new();
    let view = |game| Ok((book(game, &folder.sources)?, data(folder, game)?));
    let views: Vec<Result<_, EvalError>> = games.par_iter().map(view).collect();
    for (game, made) in games.iter().zip(views) {
        let of_game = documents::all(game, &folder.campaign);
        let (mut made, data) = made.map_err(|error| computing_failed(&error))?;
        add_downloads(&mut made, &of_game);
        books.push(made);
        documents.extend(of_game);
        files.insert(format!("data/{}.json", game.entries.head.id), data);
    }
    // A broken link is reported before the printing, which takes longest.
    let pages = links::pages(folder, &books).map_err(|found| folder.refuse(&found, in_color))?;
    let (printed, used, notes) = print(&documents, store)?;
    files.extend(printed);
    files.extend(pages.finish(&used).into_iter().map(|(path, bytes)| (format!("site/{path}"), bytes)));
    Ok((files, notes))
}

/// The work of others that the prints of each system show, by its id.
type UsedIn = BTreeMap<String, Used>;

/// Prints all documents that were not printed before: large ones one after another, since each keeps all cores busy and decks
/// pass on hints on how cards fit; small ones in parallel.
fn print(documents: &[Document<'_>], store: &Store) -> Result<(Files, UsedIn, Notes), Stop> {
    let mut fits = Fits::default();
    let (large, small): (Vec<_>, Vec<_>) = documents.iter().partition(|document| document.is_large());
    let mut printed: Vec<_> = large.into_iter().map(|document| (document, document.made(store, &mut fits))).collect();
    printed.extend(side_by_side(small, |document| (document, document.made(store, &mut Fits::default()))));
    let mut files = Files::new();
    let mut used = UsedIn::new();
    let mut notes = Notes::default();
    let mut has_failed = false;
    for (document, result) in printed {
        match result {
            Ok(made) => {
                used.entry(document.system().to_owned()).or_default().extend(&made.used);
                notes.smaller.entry(document.name.clone()).or_default().extend(made.smaller);
                notes.longer.entry(document.name.clone()).or_default().extend(made.longer);
                files.extend(document.files.iter().map(|file| file.path.clone()).zip(made.files));
            }
            Err(failure) => {
                failure.tell(document.files.first().map_or("", |file| &file.path));
                has_failed = true;
            }
        }
    }
    if has_failed {
        return Err(Stop(CONTENT_HAS_ERRORS));
    }
    Ok((files, used, notes))
}

/// The cards, sheets and handouts that did not fit as they usually do, by the document that they are in.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Notes {
    smaller: BTreeMap<String, BTreeSet<String>>,
    longer: BTreeMap<String, BTreeSet<String>>,
}

impl Notes {
    /// Reports how many there are, and which on request.
    fn report(&self, is_verbose: bool) {
        let about = |what: &str, noted: &BTreeMap<String, BTreeSet<String>>| {
            let count: usize = noted.values().map(BTreeSet::len).sum();
            if count == 0 {
                return;
            }
            let hint = if is_verbose { ":" } else { " (`--verbose` lists them)" };
            say(&format!("note: {what}: {count} of the cards, sheets and handouts{hint}"));
            for (document, ids) in noted.iter().filter(|(_, ids)| is_verbose && !ids.is_empty()) {
                say(&format!("  {document}: {}", ids.iter().map(String::as_str).collect::<Vec<_>>().join(", ")));
            }
        };
        about("set smaller than usual", &self.smaller);
        about("goes on over further cards or places", &self.longer);
    }
}

/// Adds links to the files of documents, to the book or to whom they are about.
pub fn add_downloads(book: &mut Book, documents: &[Document<'_>]) {
    for document in documents {
        let links = document.files.iter().map(|file| (file.label.clone(), file.path.clone()));
        match document.subject {
            Some(id) => {
                let entry = book.entries.iter_mut().find(|e| e.id == id && e.sheet.is_some());
                entry.into_iter().for_each(|e| e.downloads.extend(links.clone()));
            }
            None => book.downloads.extend(links),
        }
    }
}

/// The content of `data/ID.json`. Serialized directly, since a tree of JSON takes ten times as much memory.
#[derive(Serialize)]
struct Data<'a> {
    system: &'a str,
    rules: &'a str,
    characters: Vec<SheetData>,
    keywords: Vec<KeywordData>,
    abilities: Vec<BillData>,
    diagnostics: Vec<DiagnosticJson>,
}

/// All values of all characters, all keywords, and the bills of all abilities as JSON.
pub fn data(folder: &Folder, game: &Game) -> Result<Vec<u8>, EvalError> {
    let characters = game.people().map(|who| sheet_data(&FaceBuilder::new(game, Some(who)), Vec::new()));
    let characters = characters.collect::<Result<_, _>>()?;
    let data = Data {
        system: &game.entries.head.id,
        rules: &game.fingerprint,
        characters,
        keywords: keyword_data(game),
        abilities: ability_data(game, &folder.sources)?,
        diagnostics: folder.diagnostics.iter().map(|d| to_json(d, &folder.sources)).collect(),
    };
    let mut text = serde_json::to_vec(&data).expect("views serialize");
    text.push(b'\n');
    Ok(text)
}
