//! The `deckle` program.

use std::process::ExitCode;

use clap::Parser;
use deckle::commands::Cli;

fn main() -> ExitCode {
    ExitCode::from(Cli::parse().run())
}
