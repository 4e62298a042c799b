//! `deckle handout`

use std::path::PathBuf;

use super::documents::HANDOUTS_PER_PAGE;
use deckle_rules::character::Character;

use super::folder::{Folder, open};
use super::loose::{Place, place};
use super::print_flags::{PrintArgs, computing_failed};
use super::sheet::find;
use super::{CONTENT_HAS_ERRORS, ContentArgs, Outcome, Stop, USAGE, say};
use crate::content::diagnostic::{Diagnostic, render};
use crate::content::entries::CharacterEntry;
use crate::content::game::Game;
use crate::content::read_characters;
use crate::content::source::{SourceFile, Sources};
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
    let places = args.npcs.iter().map(|npc| place(npc, &args.content)).collect::<Result<Vec<_>, _>>()?;
    let first = &places[0];
    if let Some(other) = places.iter().find(|p| p.system() != first.system()) {
        let (one, other) = (first.shown(), other.shown());
        say(&format!("error: {one} and {other} are of two systems; print them one after the other"));
        return Err(Stop(USAGE));
    }
    // The content folder is the one around the first file that stands in one.
    let within = places.iter().find_map(|place| match place {
        Place::Within(place) => Some(&place.args),
        Place::Loose(..) => None,
    });
    let folder = open(within.unwrap_or(&args.content), Some(first.system()))?;
    let game = folder.game_or_stop(first.system(), in_color)?;
    let loose = read_loose(&places, game, in_color)?;
    let mut read = loose.iter().map(|(entry, npc)| (entry, npc));
    let mut cast = Vec::new();
    for place in &places {
        match place {
            Place::Within(place) => cast.push(find(&folder, game, place)?),
            Place::Loose(..) => cast.extend(read.next()),
        }
    }
    print_cast(&cast, game, &folder, args.per_page, &args.print, "handouts.pdf")
}

/// The characters of files outside every content folder, in their order.
fn read_loose(places: &[Place], game: &Game, in_color: bool) -> Result<Vec<(CharacterEntry, Character)>, Stop> {
    let files = places.iter().filter_map(|place| match place {
        Place::Loose(file, _) => Some(file.clone()),
        Place::Within(_) => None,
    });
    // Sources are kept in the order of their paths, so the number of each comes first.
    let numbered =
        files.enumerate().map(|(number, file)| SourceFile { path: format!("{number:04}-{}", file.path), ..file });
    let sources = Sources::new(numbered.collect());
    let (cast, diagnostics) = read_characters(&sources, game);
    diagnostics.iter().for_each(|diagnostic| say(&render(diagnostic, &sources, in_color)));
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(Stop(CONTENT_HAS_ERRORS));
    }
    Ok(cast)
}

/// Prints the handouts of some characters.
pub fn print_cast(
    cast: &[(&CharacterEntry, &Character)],
    game: &Game,
    folder: &Folder,
    per_page: u8,
    print: &PrintArgs,
    default_name: &str,
) -> Outcome {
    let handouts = cast.iter().map(|(entry, npc)| Desk::new(game, npc).handout(entry));
    let handouts = handouts.collect::<Result<Vec<_>, _>>().map_err(|error| computing_failed(&error))?;
    let title = format!("{}: NPC handouts", game.entries.head.name);
    let paper = print.paper(&folder.campaign)?;
    let how = HandoutPrint { paper, per_page, manner: print.manner(), title };
    print.write(print_handouts(&handouts, &look(game), &how), default_name)
}
