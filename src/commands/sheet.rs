//! `deckle sheet`

use std::path::PathBuf;

use super::folder::{CharacterPath, Folder, locate, open};
use super::{CONTENT_HAS_ERRORS, ContentArgs, Outcome, Stop, USAGE, output, say};
use crate::content::diagnostic::to_json;
use crate::content::entries::CharacterEntry;
use crate::content::game::Game;
use crate::faces::build::{Desk, sheet_data};
use deckle_rules::character::Character;

/// Flags of `sheet`.
#[derive(clap::Args, Debug)]
pub struct SheetArgs {
    /// The character's file.
    #[arg(value_name = "CHARACTER.yaml")]
    character: PathBuf,
    #[command(flatten)]
    content: ContentArgs,
}

/// Runs the command.
pub fn run(args: &SheetArgs, in_color: bool) -> Outcome {
    let place = locate(&args.character, &args.content)?;
    let folder = open(&place.args, Some(&place.system))?;
    let game = folder.game_or_stop(&place.system, in_color)?;
    let (_, character) = find(&folder, game, &place)?;
    json(&folder, game, character)
}

/// The character that a file describes.
pub fn find<'g>(
    folder: &Folder,
    game: &'g Game,
    place: &CharacterPath,
) -> Result<(&'g CharacterEntry, &'g Character), Stop> {
    let file = folder.sources.find(&place.path);
    let characters = game.entries.characters.iter().zip(&game.characters);
    let npcs = game.entries.npcs.iter().zip(&game.npcs);
    characters.chain(npcs).find(|(entry, _)| Some(entry.file) == file).ok_or_else(|| {
        say(&format!("error: {} is no character", place.path));
        Stop(USAGE)
    })
}

fn json(folder: &Folder, game: &Game, character: &Character) -> Outcome {
    let diagnostics = folder.diagnostics.iter().map(|d| to_json(d, &folder.sources)).collect();
    let data = sheet_data(&Desk::new(game, character), diagnostics, true).map_err(|error| {
        say(&format!("error: {error}"));
        Stop(CONTENT_HAS_ERRORS)
    })?;
    output::print_json(&data)
}
