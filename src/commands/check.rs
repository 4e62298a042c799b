//! `deckle check`

use serde::Serialize;

use super::folder::{Folder, open};
use super::{CONTENT_HAS_ERRORS, CommandResult, ContentArgs, Format, Stop, findings, output, say};
use deckle_content::diagnostic::{Counts, DiagnosticJson};

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
    /// How many are not listed.
    #[serde(skip_serializing_if = "is_none")]
    more: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_none(more: &usize) -> bool {
    *more == 0
}

/// Runs the command.
pub fn run(args: &CheckArgs, in_color: bool) -> CommandResult {
    let mut folder = open(&args.content, args.system.as_deref())?;
    folder.validate_links();
    let Counts { errors, warnings } = folder.counts();
    match args.format {
        Format::Json => {
            let (diagnostics, more) = findings::as_json(&folder.diagnostics, folder.more, &folder.sources);
            output::print_json(&Report { errors, warnings, diagnostics, more })?;
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
            counted(game.people().count(), "character"),
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
