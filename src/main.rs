//! The `deckle` program.

use std::process::ExitCode;

use clap::Parser;
use deckle::commands::Cli;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(Cli::parse().run())
}
