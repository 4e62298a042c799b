//! `deckle handout`

use std::path::PathBuf;

use super::folder::{locate, open};
use super::handout_flags::HandoutFlags;
use super::sheet::find;
use super::{ContentArgs, Outcome};

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
pub fn run(args: &HandoutArgs, in_color: bool) -> Outcome {
    let places = args.npcs.iter().map(|npc| locate(npc, &args.content)).collect::<Result<Vec<_>, _>>()?;
    let first = &places[0];
    places.iter().try_for_each(|place| first.must_stand_with(place))?;
    let folder = open(&first.args, Some(&first.system))?;
    let game = folder.game_or_stop(&first.system, in_color)?;
    let npcs = places.iter().map(|place| find(&folder, game, place)).collect::<Result<Vec<_>, _>>()?;
    args.flags.print(game, &folder.campaign, &npcs)
}
