//! `deckle build`: everything, into one folder.

use std::path::PathBuf;
use std::time::Instant;

use super::documents::{self, Document};
use super::folder::{Folder, open};
use super::print_flags::computing_failed;
use super::{CONTENT_HAS_ERRORS, COULD_NOT_READ_OR_WRITE, ContentArgs, Outcome, Stop, links, say};
use crate::content::diagnostic::to_json;
use crate::content::game::Game;
use crate::faces::book::Book;
use crate::faces::build::{Desk, book, sheet_data};
use crate::publish::{self, Files};

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
}

/// Runs the command.
pub fn run(args: &BuildArgs, in_color: bool) -> Outcome {
    let start = Instant::now();
    let folder = open(&args.content, args.system.as_deref())?;
    let games = folder.games_or_stop(in_color)?;
    let files = make(&folder, games, in_color)?;
    let rules = games.iter().map(|g| (g.entries.head.id.clone(), g.fingerprint.clone())).collect();
    let files = publish::with_manifest(files, &rules);
    publish::replace(&args.out, &files).map_err(|error| {
        say(&format!("error: {error}"));
        Stop(COULD_NOT_READ_OR_WRITE)
    })?;
    let megabytes = files.values().map(Vec::len).sum::<usize>() / 1_000_000;
    let seconds = start.elapsed().as_secs_f64();
    say(&format!("{} files, {megabytes} MB, in {} ({seconds:.1} s)", files.len(), args.out.display()));
    say(&format!("  start reading: {}", args.out.join("site").join("index.html").display()));
    say(&format!("  start printing: {}", args.out.join("print").display()));
    Ok(())
}

/// Every output file of the games.
fn make(folder: &Folder, games: &[Game], in_color: bool) -> Result<Files, Stop> {
    let mut files = Files::new();
    let mut books = Vec::new();
    let mut documents = Vec::new();
    for game in games {
        let of_game = documents::all(game).map_err(|error| computing_failed(&error))?;
        let mut made = book(game, &folder.sources).map_err(|error| computing_failed(&error))?;
        add_downloads(&mut made, &of_game);
        books.push(made);
        documents.extend(of_game);
        files.insert(format!("data/{}.json", game.entries.head.id), data(folder, game)?);
    }
    // A broken link is told before the printing, which takes longest.
    let pages = links::pages(folder, &books).map_err(|found| folder.refuse(&found, in_color))?;
    files.extend(pages.into_iter().map(|(path, bytes)| (format!("site/{path}"), bytes)));
    files.extend(print(&documents, &mut Vec::new())?);
    Ok(files)
}

/// Typesets documents one after another: Typst uses all cores within a document, and documents at a time
/// only crowd its cache.
fn print(documents: &[Document], notes: &mut Vec<String>) -> Result<Files, Stop> {
    let printed: Vec<_> = documents.iter().map(|d| (d, d.print())).collect();
    let mut files = Files::new();
    let mut has_failed = false;
    for (document, result) in printed {
        match result {
            Ok(done) => {
                notes.extend(done.notes.iter().map(|n| format!("{}: {n}", document.path)));
                files.insert(document.path.clone(), done.pdf);
            }
            Err(error) => {
                say(&format!("error[press]: {}: {error}", document.path));
                has_failed = true;
            }
        }
    }
    if has_failed { Err(Stop(CONTENT_HAS_ERRORS)) } else { Ok(files) }
}

fn add_downloads(book: &mut Book, documents: &[Document]) {
    for document in documents {
        let link = (document.label.clone(), document.path.clone());
        match &document.subject {
            Some(id) => {
                let entry = book.entries.iter_mut().find(|e| e.id == *id && e.sheet.is_some());
                entry.into_iter().for_each(|e| e.downloads.push(link.clone()));
            }
            None => book.downloads.push(link),
        }
    }
}

/// All values of all characters as JSON.
fn data(folder: &Folder, game: &Game) -> Result<Vec<u8>, Stop> {
    let mut characters = Vec::new();
    for character in game.characters.iter().chain(&game.npcs) {
        characters.push(sheet_data(&Desk::new(game, character), Vec::new(), true).map_err(|e| computing_failed(&e))?);
    }
    let diagnostics: Vec<_> = folder.diagnostics.iter().map(|d| to_json(d, &folder.sources)).collect();
    let data = serde_json::json!({
        "system": game.entries.head.id,
        "rules": game.fingerprint,
        "characters": characters,
        "diagnostics": diagnostics,
    });
    let mut text = serde_json::to_vec(&data).expect("views serialize");
    text.push(b'\n');
    Ok(text)
}
