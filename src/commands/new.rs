//! `deckle new`: a content folder to begin with.

use std::fs;
use std::path::PathBuf;

use super::{CommandResult, Stop, USAGE, io_stop, say};
use deckle_embedded::NEW_GAME;

/// Flags of `new`.
#[derive(clap::Args, Debug)]
pub struct NewArgs {
    /// The content folder to make; it must not be there yet, or be empty.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Runs the command.
pub fn run(args: &NewArgs) -> CommandResult {
    let folder = &args.folder;
    match fs::read_dir(folder) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                say(&format!("error: {} is not empty; nothing was written", folder.display()));
                say("  = help: name a folder that is not there yet");
                return Err(Stop(USAGE));
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(io_stop("read", folder, &error)),
    }
    for (path, text) in NEW_GAME {
        let file = folder.join(path);
        let parent = file.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| io_stop("make", parent, &error))?;
        fs::write(&file, text).map_err(|error| io_stop("write", &file, &error))?;
    }
    let shown = folder.display();
    say(&format!("{} files in {shown}", NEW_GAME.len()));
    say(&format!("  make everything: deckle build --content {shown}"));
    say(&format!("  check it while you change it: deckle check --content {shown}"));
    Ok(())
}
