//! `deckle handout`

use std::path::PathBuf;

use super::documents::HANDOUTS_PER_PAGE;
use super::folder::{locate, open};
use super::print_flags::{PrintArgs, computing_failed};
use super::sheet::find;
use super::{ContentArgs, Outcome};
use crate::faces::build::{Desk, look};
use crate::press::{HandoutPrint, print_handouts};

/// Flags of `handout`.
#[derive(clap::Args, Debug)]
pub struct HandoutArgs {
    /// Files of NPCs or characters of one system, in the order of printing.
    #[arg(value_name = "NPC.yaml", required = true)]
    npcs: Vec<PathBuf>,
    /// Handouts on a page: 1, 2 or 4.
    #[arg(long, value_name = "N", default_value_t = HANDOUTS_PER_PAGE, value_parser = per_page)]
    per_page: u8,
    #[command(flatten)]
    print: PrintArgs,
    #[command(flatten)]
    content: ContentArgs,
}

fn per_page(text: &str) -> Result<u8, String> {
    match text {
        "1" => Ok(1),
        "2" => Ok(2),
        "4" => Ok(4),
        _ => Err("1, 2 or 4".to_owned()),
    }
}

/// Runs the command.
pub fn run(args: &HandoutArgs, in_color: bool) -> Outcome {
    let places = args.npcs.iter().map(|npc| locate(npc, &args.content)).collect::<Result<Vec<_>, _>>()?;
    let first = &places[0];
    places.iter().try_for_each(|place| first.must_stand_with(place))?;
    let folder = open(&first.args, Some(&first.system))?;
    let game = folder.game_or_stop(&first.system, in_color)?;
    let mut handouts = Vec::new();
    for place in &places {
        let (entry, npc) = find(&folder, game, place)?;
        handouts.push(Desk::new(game, npc).handout(entry).map_err(|e| computing_failed(&e))?);
    }
    let title = format!("{}: NPC handouts", game.entries.head.name);
    let paper = args.print.paper(&folder.campaign)?;
    let print = HandoutPrint { paper, per_page: args.per_page, manner: args.print.manner(), title };
    args.print.write(print_handouts(&handouts, &look(game), &print), "handouts.pdf")
}
