//! `makeready book`

use std::path::PathBuf;

use super::find_game::find_game;
use super::folder::open;
use super::kept_prints::{key_of_view, printed_as};
use super::press_findings::PrintSource;
use super::print_flags::{PrintArgs, computing_failed, usage};
use super::rests_on::with_game;
use super::{CommandResult, ContentArgs};
use crate::plan::KeyBuilder;
use makeready_content::game::Game;
use makeready_content::source::Sources;
use makeready_faces::make::{self, look};
use makeready_press::{BookPrint, Paper, PrintStyle, print_book};

/// Flags of `book`.
#[derive(clap::Args, Debug)]
pub struct BookArgs {
    /// The game: its id or its folder [default: the game whose folder you are in, or the only game].
    #[arg(value_name = "GAME")]
    game: Option<PathBuf>,
    /// Print a booklet: two pages on each side of a sheet, in the order for folding.
    #[arg(long)]
    booklet: bool,
    #[command(flatten)]
    print: PrintArgs,
    #[command(flatten)]
    content: ContentArgs,
}

/// Runs the command.
pub fn run(args: &BookArgs, in_color: bool) -> CommandResult {
    let found = find_game(args.game.as_deref(), &args.content)?;
    let folder = open(&found.content, Some(&found.system))?;
    let game = folder.game_or_stop(&found.system, in_color)?;
    let print = BookPrint { is_booklet: args.booklet, ..of_game(game, args.print.paper(&folder.campaign)?) };
    let print = BookPrint { style: args.print.style(), ..print };
    print.check().map_err(|error| usage(&error))?;
    let key = made_from(&folder.sources, game).map(|key| printed_as(key, &print));
    let book = make::book(game, &folder.sources).map_err(|error| computing_failed(&error))?;
    let name = if args.booklet { "booklet.pdf" } else { "book.pdf" };
    let of = PrintSource { folder: &folder, game, in_color };
    args.print.write(of, key, || print_book(&book, &print), name)
}

/// The book of a game on a paper, with the usual settings.
pub fn of_game(game: &Game, paper: Paper) -> BookPrint {
    BookPrint {
        paper,
        is_booklet: false,
        style: PrintStyle::default(),
        title: game.entries.head.name.clone(),
        credits: game.entries.credits.clone(),
    }
}

/// What a book is made from, whatever the paper: all that there is of a game, since it says all of it.
pub fn made_from(sources: &Sources, game: &Game) -> Option<KeyBuilder> {
    Some(with_game(key_of_view(&look(game), &game.fingerprint)?, sources, game))
}
