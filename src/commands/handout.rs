//! `makeready handout`

use std::path::PathBuf;

use serde::Serialize;

use super::cast::{Cast, warn_of_drafts};
use super::find_game::{find_game, is_yaml};
use super::folder::open;
use super::handout_flags::HandoutFlags;
use super::press_findings::PrintSource;
use super::print_flags::{computing_failed, usage};
use super::{CommandResult, ContentArgs, output};
use crate::markdown;
use makeready_content::diagnostic::DiagnosticJson;
use makeready_content::game::Person;
use makeready_faces::make::{FaceBuilder, SheetData, sheet_data};
use makeready_faces::sheet::View;

/// Kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum HandoutFormat {
    /// Handouts to print.
    Pdf,
    /// Every value and its calculation, as from `makeready sheet`.
    Json,
    /// Handouts as Markdown.
    Md,
}

/// Flags of `handout`.
#[derive(clap::Args, Debug)]
pub struct HandoutArgs {
    /// Files of NPCs or characters of one game, in printing order. To print one several times, name it several times. Or a game
    /// (its id or folder), for all its NPCs [default: the game whose folder you are in, or the only game].
    #[arg(value_name = "NPC.yaml | GAME")]
    npcs: Vec<PathBuf>,
    /// The kind of file to write.
    #[arg(long, value_enum, default_value_t = HandoutFormat::Pdf)]
    format: HandoutFormat,
    #[command(flatten)]
    flags: HandoutFlags,
    #[command(flatten)]
    content: ContentArgs,
}

/// Runs the command.
pub fn run(args: &HandoutArgs, in_color: bool) -> CommandResult {
    if args.format == HandoutFormat::Json && args.flags.view() == View::Player {
        return Err(usage(&"JSON has every value, so it cannot leave out information for the game master"));
    }
    let subject = match &args.npcs[..] {
        [] => None,
        // What is there and no folder is a file, whatever its name.
        [one] if !is_yaml(one) && (one.is_dir() || !one.exists()) => Some(one.as_path()),
        files => {
            let cast = Cast::open(files, &args.content, in_color)?;
            let (game, people) = cast.people(in_color)?;
            let of = PrintSource { folder: &cast.folder, game, in_color };
            return write(args, of, &people, |at, who| cast.findings_at(at, who));
        }
    };
    let found = find_game(subject, &args.content)?;
    let folder = open(&found.content, Some(&found.system))?;
    let game = folder.game_or_stop(&found.system, in_color)?;
    let people: Vec<&Person> = game.npcs.values().collect();
    if people.is_empty() {
        return Err(usage(&format!("{} has no NPCs", game.entries.head.name)));
    }
    let of = PrintSource { folder: &folder, game, in_color };
    write(args, of, &people, |_, who| folder.findings_about(who))
}

/// Handouts as data.
#[derive(Serialize)]
struct HandoutList<'g> {
    system: &'g str,
    rules: &'g str,
    handouts: Vec<SheetData>,
}

fn write(
    args: &HandoutArgs,
    of: PrintSource<'_>,
    people: &[&Person],
    found: impl Fn(usize, &Person) -> Vec<DiagnosticJson>,
) -> CommandResult {
    let game = of.game;
    let handouts = || args.flags.of(game, people.iter().copied());
    match args.format {
        HandoutFormat::Pdf => args.flags.print(of, &handouts()?, "handouts")?,
        HandoutFormat::Md => args.flags.output().write_text(&markdown::handouts(&handouts()?))?,
        HandoutFormat::Json => {
            let of = |(at, who): (usize, &&Person)| sheet_data(&FaceBuilder::new(game, Some(who)), found(at, who));
            let handouts = people.iter().enumerate().map(of).collect::<Result<_, _>>();
            let handouts = handouts.map_err(|error| computing_failed(&error))?;
            let (system, rules) = (game.entries.head.id.as_str(), game.fingerprint.as_str());
            args.flags.output().write_text(&output::json(&HandoutList { system, rules, handouts }))?;
        }
    }
    warn_of_drafts(people.iter().copied())
}
