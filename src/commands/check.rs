//! `deckle check`

use serde::Serialize;

use super::folder::{Folder, open};
use super::{CONTENT_HAS_ERRORS, ContentArgs, Format, Outcome, Stop, output, say};
use crate::content::diagnostic::{DiagnosticJson, Severity, to_json};

/// Flags of `check`.
#[derive(clap::Args, Debug)]
pub struct CheckArgs {
    #[command(flatten)]
    content: ContentArgs,
    /// Check this system only.
    #[arg(long, value_name = "ID")]
    system: Option<String>,
    /// How to write the findings.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Serialize)]
struct Report {
    errors: usize,
    warnings: usize,
    diagnostics: Vec<DiagnosticJson>,
}

/// Runs the command.
pub fn run(args: &CheckArgs, in_color: bool) -> Outcome {
    let mut folder = open(&args.content, args.system.as_deref())?;
    folder.check_links();
    let count = |severity| folder.diagnostics.iter().filter(|d| d.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    match args.format {
        Format::Json => {
            let diagnostics = folder.diagnostics.iter().map(|d| to_json(d, &folder.sources)).collect();
            output::print_json(&Report { errors, warnings, diagnostics })?;
        }
        Format::Human => {
            folder.report(in_color);
            say(&summary(&folder, errors, warnings));
        }
    }
    if errors > 0 { Err(Stop(CONTENT_HAS_ERRORS)) } else { Ok(()) }
}

fn summary(folder: &Folder, errors: usize, warnings: usize) -> String {
    let mut parts = Vec::new();
    for game in &folder.games {
        let e = &game.entries;
        parts.push(format!(
            "{}: {}, {}, {}, {}, {}, {}",
            e.head.name,
            counted(game.rules.system().values.len(), "value"),
            counted(
                e.actions.len() + e.references.len() + e.skills.iter().filter(|s| s.card.family.is_some()).count(),
                "card"
            ),
            counted(e.rulings.len(), "ruling"),
            counted(e.characters.len() + e.npcs.len(), "character"),
            counted(e.examples.len(), "example"),
            counted(e.chapters.len(), "chapter"),
        ));
    }
    parts.push(format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")));
    parts.join("\n")
}

/// `1 error`, `2 errors`
fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
