//! `makeready merge`: parts of an output, made on several machines, as one.

use std::path::PathBuf;
use std::time::Instant;

use super::build::told;
use super::find_game::{default_content, outside_content};
use super::wanted::is_asset;
use super::{COULD_NOT_READ_OR_WRITE, CommandResult, Stop, say};
use crate::publish::parts::{self, Joined};
use crate::publish::{self, Terms};

/// Flags of `merge`.
#[derive(clap::Args, Debug)]
pub struct MergeArgs {
    /// The folders that `build --shard` made, in any order.
    #[arg(required = true, value_name = "DIR")]
    parts: Vec<PathBuf>,
    /// The output folder [default: `dist` here; next to the content folder if you are inside it].
    #[arg(long)]
    out: Option<PathBuf>,
    /// The content folder: it only decides where the output folder is [default: `content` here; otherwise the content folder
    /// you are in].
    #[arg(long, default_value_os_t = default_content(), hide_default_value = true)]
    content: PathBuf,
    /// Replace files of the output folder even if you changed them since the last build.
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub fn run(args: &MergeArgs) -> CommandResult {
    let start = Instant::now();
    let out = args.out.clone().unwrap_or_else(|| outside_content("dist", &args.content));
    let stop = |error: &dyn std::fmt::Display| {
        say(&format!("error: {error}"));
        Stop(COULD_NOT_READ_OR_WRITE)
    };
    let Joined { files, rules } = parts::joined(&args.parts).map_err(|fault| stop(&fault))?;
    let terms = Terms { content: &args.content, has_games: true, is_forced: args.force };
    let wait = || say(&format!("waiting for another build next to {}", out.display()));
    let earlier = publish::earlier_assets(&out, terms, &files, is_asset, wait).map_err(|error| stop(&error))?;
    let files = publish::with_manifest(files, earlier, &rules, None);
    publish::replace(&out, &files, terms, None, wait).map_err(|error| stop(&error))?;
    say(&told(&files, &out, start));
    Ok(())
}
