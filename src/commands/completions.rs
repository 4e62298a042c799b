//! Completions of shells: what the Tab key fills in.

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::{Cli, CommandResult, output};

/// Flags of `completions`.
#[derive(clap::Args, Debug)]
pub struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

/// Runs the command.
pub fn run(args: &CompletionsArgs) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "makeready", &mut script);
    output::print_bytes(&script)
}
