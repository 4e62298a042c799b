//! `deckle handout`

use std::path::PathBuf;

use super::cast::{Cast, warn_of_drafts};
use super::handout_flags::HandoutFlags;
use super::{CommandResult, ContentArgs};

/// Flags of `handout`.
#[derive(clap::Args, Debug)]
pub struct HandoutArgs {
    /// Files of NPCs or characters of one system, in the order of printing; a file may be named several times.
    #[arg(value_name = "NPC.yaml", required = true)]
    npcs: Vec<PathBuf>,
    #[command(flatten)]
    flags: HandoutFlags,
    #[command(flatten)]
    content: ContentArgs,
}

/// Runs the command.
pub fn run(args: &HandoutArgs, in_color: bool) -> CommandResult {
    let cast = Cast::open(&args.npcs, &args.content, in_color)?;
    let (game, people) = cast.people(in_color)?;
    let handouts = args.flags.of(game, people.iter().copied())?;
    args.flags.print(&cast.folder, game, &handouts, "handouts")?;
    warn_of_drafts(people)
}
