//! `deckle handout`

use std::path::PathBuf;

use super::folder::open;
use super::handout_flags::HandoutFlags;
use super::loose::{CharacterFile, character_file};
use super::sheet::find;
use super::{CONTENT_HAS_ERRORS, CommandResult, ContentArgs, Stop, USAGE, findings, say};
use deckle_content::diagnostic::{Counts, Diagnostic};
use deckle_content::game::{Game, Person};
use deckle_content::read_characters;
use deckle_content::source::{SourceFile, Sources};

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
    let places = args.npcs.iter().map(|npc| character_file(npc, &args.content)).collect::<Result<Vec<_>, _>>()?;
    let first = &places[0];
    if let Some(other) = places.iter().find(|p| p.system() != first.system()) {
        let (one, other) = (first.shown(), other.shown());
        say(&format!("error: {one} and {other} are of two systems; print them one after the other"));
        return Err(Stop(USAGE));
    }
    // The content folder is that of the first file that is in one.
    let within: Vec<_> = places.iter().filter_map(CharacterFile::within).collect();
    within.iter().try_for_each(|place| within[0].must_stand_with(place))?;
    let folder = open(within.first().map_or(&args.content, |place| &place.args), Some(first.system()))?;
    let game = folder.game_or_stop(first.system(), in_color)?;
    let loose = read_loose(&places, game, in_color)?;
    let mut read = loose.iter();
    let mut cast = Vec::new();
    for place in &places {
        match place {
            CharacterFile::Within(place) => cast.push(find(&folder, game, place)?),
            CharacterFile::Loose(..) => cast.extend(read.next()),
        }
    }
    args.flags.print(game, &folder.campaign, cast, "handouts")
}

/// The characters of files outside every content folder, in their order.
fn read_loose(places: &[CharacterFile], game: &Game, in_color: bool) -> Result<Vec<Person>, Stop> {
    let files = places.iter().filter_map(|place| match place {
        CharacterFile::Loose(file, _) => Some(file.clone()),
        CharacterFile::Within(_) => None,
    });
    // Sources are kept in the order of their paths, so the number of each comes first.
    let numbered =
        files.enumerate().map(|(number, file)| SourceFile { path: format!("{number:08}-{}", file.path), ..file });
    let sources = Sources::new(numbered.collect());
    let (cast, diagnostics) = read_characters(&sources, game);
    findings::draw(&diagnostics, Counts::default(), &sources, in_color);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(Stop(CONTENT_HAS_ERRORS));
    }
    Ok(cast)
}
