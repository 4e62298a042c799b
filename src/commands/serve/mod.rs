//! `makeready serve`: everything in the browser while it is written.

mod edition;
mod keeper;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::{process, thread};

use tokio::runtime::Builder;
use tokio::sync::watch;

use self::keeper::Keeper;
use super::find_game::{FoundGames, find_games};
use super::known::unsigned;
use super::{COULD_NOT_READ_OR_WRITE, CommandResult, ContentArgs, Stop, io_stop, output, say};
use crate::serve::Showing;
use crate::serve::http::Doors;
use crate::serve::watch::Watch;
use makeready_content::fence;

/// The exit code of programs that panic.
const PANICKED: i32 = 101;

/// Flags of `serve`.
#[derive(clap::Args, Debug)]
pub struct ServeArgs {
    /// The game: its id, its folder, or a content folder [default: the game whose folder you are in; otherwise all games].
    #[arg(value_name = "GAME")]
    game: Option<PathBuf>,
    #[command(flatten)]
    content: ContentArgs,
    /// Serve only this game. Does the same as GAME.
    #[arg(long, value_name = "GAME", conflicts_with = "game")]
    system: Option<PathBuf>,
    /// The port to use on this computer; 0 means any free port.
    #[arg(long, default_value_t = 4173)]
    port: u16,
}

/// Runs the command.
pub fn run(args: &ServeArgs, in_color: bool) -> CommandResult {
    // Watched before it is read for the first time, so that no edit falls in between.
    let FoundGames { content, system } = find_games(args.game.as_deref().or(args.system.as_deref()), &args.content)?;
    let folder = content.content.clone();
    let folder = folder.as_path();
    let mut watch = Watch::new(folder, content.campaign.as_deref()).map_err(|e| io_stop("watch", folder, &e))?;
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(|e| failed(&e))?;
    let doors = runtime.block_on(Doors::open(args.port)).map_err(|error| port_failed(args.port, &error))?;
    output::print(&format!("{}\n", doors.address()))?;
    say(&format!("serving {}; press Ctrl-C to stop", folder.display()));
    let (showing, shown) = watch::channel(Showing::default());
    let keeper = Keeper::new(content, system, showing, in_color);
    let store = keeper.store();
    thread::spawn(move || {
        if catch_unwind(AssertUnwindSafe(|| keeper.run(&mut watch))).is_err() {
            // It has been printed, unless something was being drawn behind a fence at the same time.
            fence::held_back().iter().for_each(|message| say(&format!("panicked at {message}")));
            say("error: internal error: changes of the content are not shown any more. This is a bug in Makeready: \
                 please report it");
            process::exit(PANICKED);
        }
    });
    runtime.block_on(doors.serve(shown)).map_err(|error| failed(&error))?;
    // What is being made is left unfinished: what is kept comes into being in one step.
    runtime.shutdown_background();
    unsigned(&store);
    store.tidy();
    Ok(())
}

fn failed(error: &io::Error) -> Stop {
    say(&format!("error: could not serve: {error}"));
    Stop(COULD_NOT_READ_OR_WRITE)
}

fn port_failed(port: u16, error: &io::Error) -> Stop {
    say(&format!("error: could not listen on port {port}: {error}"));
    say("  = help: choose another with `--port`; `--port 0` uses any free port");
    Stop(COULD_NOT_READ_OR_WRITE)
}
