//! `makeready check`

use std::path::PathBuf;

use serde::Serialize;

use super::documents::{self, Document};
use super::find_game::{FoundGames, find_games};
use super::folder::{Folder, Known, load_files, read_files};
use super::known::{self, Sound, counted};
use super::progress::Progress;
use super::{CONTENT_HAS_ERRORS, CommandResult, ContentArgs, Stop, findings, output, prints, sarif, say};
use crate::plan::{KeyBuilder, Store};
use makeready_content::diagnostic::{Counts, Diagnostic, DiagnosticJson};

/// How the findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum CheckFormat {
    /// For people.
    Human,
    /// For programs.
    Json,
    /// SARIF 2.1.0, for code hosts: they show each finding at its line.
    Sarif,
}

/// Flags of `check`.
#[derive(clap::Args, Debug)]
pub struct CheckArgs {
    /// The game: its id, its folder, or a content folder [default: the game whose folder you are in; otherwise all games].
    #[arg(value_name = "GAME")]
    game: Option<PathBuf>,
    #[command(flatten)]
    content: ContentArgs,
    /// Check only this game. Does the same as GAME.
    #[arg(long, value_name = "GAME", conflicts_with = "game")]
    system: Option<PathBuf>,
    /// Skip the check that everything can be printed.
    #[arg(long)]
    no_print: bool,
    /// The format of the findings.
    #[arg(long, value_enum, default_value_t = CheckFormat::Human)]
    format: CheckFormat,
}

#[derive(Serialize)]
struct Report {
    errors: usize,
    warnings: usize,
    diagnostics: Vec<DiagnosticJson>,
    /// How many are not listed.
    #[serde(skip_serializing_if = "is_none")]
    more: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_none(more: &usize) -> bool {
    *more == 0
}

/// Runs the command.
pub fn run(args: &CheckArgs, in_color: bool) -> CommandResult {
    let FoundGames { content, system } = find_games(args.game.as_deref().or(args.system.as_deref()), &args.content)?;
    let store = Store::beside(&content.content);
    let files = read_files(&content)?;
    let printable = KeyBuilder::new("printable").filter(|_| !args.no_print);
    let printable = printable.map(|key| files.add_to(key).with_value(&system).finish());
    let needs_printing = !args.no_print && printable.is_none_or(|key| store.get(key).is_none());
    let known = if needs_printing { Known::Used(&store) } else { Known::LeftOut(&store) };
    let mut folder = load_files(files, &content, system.as_deref(), known, None)?;
    folder.validate_links();
    known::note(&store, &folder);
    let mut has_failed = false;
    if needs_printing && folder.is_sound {
        let is_quiet = args.format != CheckFormat::Human;
        let (found, is_program_at_fault) = print(&folder, &store, is_quiet);
        folder.add(found);
        has_failed = is_program_at_fault;
        if !has_failed && folder.counts().errors == 0 {
            printable.into_iter().for_each(|key| store.put(key, &[]));
        }
    }
    store.tidy();
    let Counts { errors, warnings } = folder.counts();
    match args.format {
        CheckFormat::Sarif => {
            output::print_json(&sarif::log(&folder.diagnostics, folder.more, &folder.sources, !has_failed))?;
        }
        CheckFormat::Json => {
            let (diagnostics, more) = findings::as_json(&folder.diagnostics, folder.more, &folder.sources);
            output::print_json(&Report { errors, warnings, diagnostics, more })?;
        }
        CheckFormat::Human => {
            folder.report(in_color);
            known::unsigned(&store);
            say(&summary(&folder, errors, warnings));
        }
    }
    if errors > 0 || has_failed { Err(Stop(CONTENT_HAS_ERRORS)) } else { Ok(()) }
}

/// What the press refuses of all that `build` prints, and whether the program itself is at fault, which was reported. What was
/// printed is kept for `build`.
fn print(folder: &Folder, store: &Store, is_quiet: bool) -> (Vec<Diagnostic>, bool) {
    let documents = |game| documents::all(game, &folder.campaign, &folder.sources);
    let all: Vec<Document<'_>> = folder.games.iter().flat_map(documents).collect();
    let all: Vec<&Document<'_>> = all.iter().collect();
    let progress = Progress::of("prints", all.len(), is_quiet);
    let printed = prints::printed(&all, store, &progress, Result::err);
    drop(progress);
    let failures: Vec<_> = printed.into_iter().filter_map(|(document, failure)| Some((document, failure?))).collect();
    prints::findings(&failures, folder)
}

fn summary(folder: &Folder, errors: usize, warnings: usize) -> String {
    let mut games: Vec<Sound> = folder.games.iter().map(Sound::of).chain(folder.left_out.iter().cloned()).collect();
    games.sort();
    let mut lines: Vec<String> = games.into_iter().map(|game| game.summary).collect();
    lines.push(format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")));
    lines.join("\n")
}
