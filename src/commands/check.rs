//! `deckle check`

use std::path::PathBuf;

use serde::Serialize;

use super::find_game::{FoundGames, find_games};
use super::folder::{Folder, Known, load_files, read_files};
use super::known::{self, Sound, counted};
use super::{CONTENT_HAS_ERRORS, CommandResult, ContentArgs, Format, Stop, findings, output, say};
use crate::plan::Store;
use deckle_content::diagnostic::{Counts, DiagnosticJson};

/// Flags of `check`.
#[derive(clap::Args, Debug)]
pub struct CheckArgs {
    /// A game by its id or folder, or a content folder [default: the game around the working directory, or all games].
    #[arg(value_name = "GAME")]
    game: Option<PathBuf>,
    #[command(flatten)]
    content: ContentArgs,
    /// Check this game only: the same as GAME.
    #[arg(long, value_name = "GAME", conflicts_with = "game")]
    system: Option<PathBuf>,
    /// How to write the findings.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
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
    let mut folder = load_files(files, &content, system.as_deref(), Known::LeftOut(&store), None)?;
    folder.validate_links();
    known::note(&store, &folder);
    store.tidy();
    let Counts { errors, warnings } = folder.counts();
    match args.format {
        Format::Json => {
            let (diagnostics, more) = findings::as_json(&folder.diagnostics, folder.more, &folder.sources);
            output::print_json(&Report { errors, warnings, diagnostics, more })?;
        }
        Format::Human => {
            folder.report(in_color);
            say(&summary(&folder, errors, warnings));
        }
    }
    if errors > 0 { Err(Stop(CONTENT_HAS_ERRORS)) } else { Ok(()) }
}

fn summary(folder: &Folder, errors: usize, warnings: usize) -> String {
    let mut games: Vec<Sound> = folder.games.iter().map(Sound::of).chain(folder.left_out.iter().cloned()).collect();
    games.sort();
    let mut lines: Vec<String> = games.into_iter().map(|game| game.summary).collect();
    lines.push(format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")));
    lines.join("\n")
}
