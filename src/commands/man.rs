//! Manual pages, from the same texts as the help.

use clap::CommandFactory as _;
use clap_mangen::Man;

use super::{Cli, CommandResult, Stop, USAGE, output, say};

/// Flags of `man`.
#[derive(clap::Args, Debug)]
pub struct ManArgs {
    /// The command whose page to print [default: the page of makeready].
    command: Option<String>,
}

/// Runs the command.
pub fn run(args: &ManArgs) -> CommandResult {
    // Packages have no page of `help`, and the page of one program says nothing of the modules in another.
    let mut cli = Cli::command().disable_help_subcommand(true).long_version(None::<&str>);
    // Gives the commands their full names and the options that all of them have.
    cli.build();
    let command = match &args.command {
        None => cli,
        Some(name) => cli.find_subcommand(name).cloned().ok_or_else(|| {
            say(&format!("error: there is no command `{name}`; `makeready help` lists all"));
            Stop(USAGE)
        })?,
    };
    let mut page = Vec::new();
    let source = concat!("makeready ", env!("CARGO_PKG_VERSION"));
    Man::new(command).source(source).render(&mut page).expect("memory takes what is written");
    // Without a date its place stays empty; the library leaves the place out.
    let page =
        String::from_utf8_lossy(&page).replacen(&format!(" 1  \"{source}\""), &format!(" 1 \"\" \"{source}\""), 1);
    output::print(&page)
}
