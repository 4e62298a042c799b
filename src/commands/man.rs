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
    let mut cli = Cli::command();
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
    Man::new(command)
        .source(concat!("makeready ", env!("CARGO_PKG_VERSION")))
        .render(&mut page)
        .expect("memory takes what is written");
    output::print_bytes(&page)
}
