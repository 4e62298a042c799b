//! The `makeready` program.

use std::process::ExitCode;

use clap::Parser;
use makeready::commands::Cli;
use makeready_content::fence;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| cli.run())) {
        Ok(code) => ExitCode::from(code),
        Err(panic) => {
            // It has been printed, unless something was being drawn behind a fence at the same time.
            fence::held_back().iter().for_each(|message| eprintln!("panicked at {message}"));
            std::panic::resume_unwind(panic)
        }
    }
}
