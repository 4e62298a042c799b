//! `deckle build`: everything, into one folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;

use super::documents::{self, Document};
use super::folder::{Folder, open};
use super::print_flags::computing_failed;
use super::{CONTENT_HAS_ERRORS, COULD_NOT_READ_OR_WRITE, CommandResult, ContentArgs, Stop, links, say};
use crate::publish::{self, Files, PublishError, Terms};
use crate::seal::{Format, sealed};
use deckle_content::diagnostic::{DiagnosticJson, to_json};
use deckle_content::game::{Game, Person};
use deckle_faces::book::Book;
use deckle_faces::credits::Used;
use deckle_faces::make::{BillData, FaceBuilder, KeywordData, SheetData, ability_data, book, keyword_data, sheet_data};
use deckle_press::workers::side_by_side;
use deckle_press::{Fits, PressNote};

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
    /// Name the cards and sheets that are set smaller than usual or that go on over further ones.
    #[arg(long)]
    verbose: bool,
}

/// Runs the command.
pub fn run(args: &BuildArgs, in_color: bool) -> CommandResult {
    let start = Instant::now();
    let folder = open(&args.content, args.system.as_deref())?;
    let games = folder.games_or_stop(in_color)?;
    let terms = Terms { content: &args.content.content, is_forced: args.force };
    // Reported, or refused, before the printing, which takes longest.
    if let Some(earlier) = publish::look(&args.out, terms).map_err(|error| refused(&error))? {
        say(&format!("replaces {}: {earlier}", args.out.display()));
    }
    let (files, notes) = make(&folder, games, in_color)?;
    let rules = games.iter().map(|g| (g.entries.head.id.clone(), g.fingerprint.clone())).collect();
    let files = publish::with_manifest(files, &rules);
    let wait = || say(&format!("waits for another build beside {}", args.out.display()));
    publish::replace(&args.out, &files, terms, wait).map_err(|error| refused(&error))?;
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
fn make(folder: &Folder, games: &[Game], in_color: bool) -> Result<(Files, Notes), Stop> {
    let mut files = Files::new();
    let mut books = Vec::new();
    let mut documents = Vec::new();
    for game in games {
        let of_game = documents::all(game, &folder.campaign);
        let mut made = book(game, &folder.sources).map_err(|error| computing_failed(&error))?;
        add_downloads(&mut made, &of_game);
        books.push(made);
        documents.extend(of_game);
        files.insert(format!("data/{}.json", game.entries.head.id), data(folder, game)?);
    }
    // A broken link is reported before the printing, which takes longest.
    let pages = links::pages(folder, &books).map_err(|found| folder.refuse(&found, in_color))?;
    let (printed, used, notes) = print(&documents)?;
    files.extend(printed);
    files.extend(pages.finish(&used).into_iter().map(|(path, bytes)| (format!("site/{path}"), bytes)));
    Ok((files, notes))
}

/// The work of others that the prints of each system show, by its id.
type UsedIn = BTreeMap<String, Used>;

/// Typesets all documents: large ones one after another, since each keeps all cores busy and decks pass on hints on
/// how cards fit; small ones in parallel.
fn print(documents: &[Document<'_>]) -> Result<(Files, UsedIn, Notes), Stop> {
    let mut fits = Fits::default();
    let (large, small): (Vec<_>, Vec<_>) = documents.iter().partition(|document| document.is_large());
    let mut printed: Vec<_> = large.into_iter().map(|document| (document, document.print(&mut fits))).collect();
    printed.extend(side_by_side(small, |document| (document, document.print(&mut Fits::default()))));
    let mut files = Files::new();
    let mut used = UsedIn::new();
    let mut notes = Notes::default();
    let mut has_failed = false;
    for (document, result) in printed {
        match result {
            Ok(done) => {
                for (file, printed) in document.files.iter().zip(done) {
                    notes.add(&document.name, &printed.notes);
                    used.entry(document.system().to_owned()).or_default().extend(&printed.used);
                    files.insert(file.path.clone(), sealed(Format::Pdf, printed.pdf));
                }
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
#[derive(Default)]
struct Notes {
    smaller: BTreeMap<String, BTreeSet<String>>,
    longer: BTreeMap<String, BTreeSet<String>>,
}

impl Notes {
    /// Takes the notes on a document. It is printed on several papers, and each of its cards is noted once.
    fn add(&mut self, document: &str, notes: &[PressNote]) {
        for note in notes {
            let noted = match note {
                PressNote::Shrunk { .. } => &mut self.smaller,
                PressNote::Continued { .. } | PressNote::Flowed { .. } => &mut self.longer,
                PressNote::BleedReduced { .. }
                | PressNote::SharedCuts { .. }
                | PressNote::NoRoomForMarks
                | PressNote::MarksNearEdge
                | PressNote::NotFilled { .. }
                | PressNote::CreditsApart => continue,
            };
            let ids = note.subject().map(str::to_owned);
            noted.entry(document.to_owned()).or_default().extend(ids);
        }
    }

    /// Reports how many there are, and which on request.
    fn report(&self, is_verbose: bool) {
        let about = |what: &str, noted: &BTreeMap<String, BTreeSet<String>>| {
            let count: usize = noted.values().map(BTreeSet::len).sum();
            if count == 0 {
                return;
            }
            let hint = if is_verbose { ":" } else { " (`--verbose` lists them)" };
            say(&format!("note: {what}: {count} of the cards, sheets and handouts{hint}"));
            for (document, ids) in noted.iter().filter(|_| is_verbose) {
                say(&format!("  {document}: {}", ids.iter().map(String::as_str).collect::<Vec<_>>().join(", ")));
            }
        };
        about("set smaller than usual", &self.smaller);
        about("goes on over further cards or places", &self.longer);
    }
}

fn add_downloads(book: &mut Book, documents: &[Document<'_>]) {
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
fn data(folder: &Folder, game: &Game) -> Result<Vec<u8>, Stop> {
    let mut characters = Vec::new();
    for who in game.people() {
        characters.push(sheet_data(&FaceBuilder::new(game, Some(who)), Vec::new()).map_err(|e| computing_failed(&e))?);
    }
    let data = Data {
        system: &game.entries.head.id,
        rules: &game.fingerprint,
        characters,
        keywords: keyword_data(game),
        abilities: ability_data(game, &folder.sources).map_err(|error| computing_failed(&error))?,
        diagnostics: folder.diagnostics.iter().map(|d| to_json(d, &folder.sources)).collect(),
    };
    let mut text = serde_json::to_vec(&data).expect("views serialize");
    text.push(b'\n');
    Ok(text)
}
