//! `deckle resolve`

use std::path::PathBuf;

use super::cast::Cast;
use super::columns::{self, text};
use super::print_flags::computing_failed;
use super::{CommandResult, ContentArgs, Format, output, refuse_all};
use deckle_faces::make::{FaceBuilder, ProcedureData, listing, resolved};

/// Flags of `resolve`.
#[derive(clap::Args, Debug)]
pub struct ResolveArgs {
    /// The character's file.
    #[arg(value_name = "CHARACTER.yaml")]
    character: PathBuf,
    /// The procedure; without one, all of them are listed with what they take.
    procedure: Option<String>,
    /// What is put in: `rolled=30 class=physical`.
    #[arg(value_name = "NAME=VALUE")]
    given: Vec<String>,
    /// List the procedures of the system and what they take.
    #[arg(long)]
    list: bool,
    /// How to write the answer.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    #[command(flatten)]
    content: ContentArgs,
}

/// Runs the command.
pub fn run(args: &ResolveArgs, in_color: bool) -> CommandResult {
    let cast = Cast::of(&args.character, &args.content, in_color)?;
    let (game, who) = cast.person(in_color)?;
    let wanted = match &args.procedure {
        Some(wanted) if !args.list => wanted,
        _ => return output::print(&listing(game)),
    };
    let (def, arguments) =
        deckle_answers::procedures::call(game, wanted, &args.given).map_err(|faults| refuse_all(&faults))?;
    let faces = FaceBuilder::new(game, Some(who));
    let data = resolved(&faces, wanted, def, &arguments).map_err(|error| computing_failed(&error))?;
    match args.format {
        Format::Json => output::print_json(&data),
        Format::Human => output::print(&human(&data)),
    }
}

fn human(data: &ProcedureData) -> String {
    let rows = data.steps.iter().map(|(id, step)| {
        let (label, unit, _) = step.value.labels();
        let mark = if data.results.contains(id) { '=' } else { ' ' };
        let value = format!("{:>5} {unit}", step.value.text());
        [text(format!("{mark} {label}")), text(format!("{}  {}", value.trim_end(), step.meaning))]
    });
    let mut lines = vec![data.name.clone()];
    for (step, row) in data.steps.values().zip(columns::lines(rows)) {
        lines.push(row);
        let terms = step.value.term_texts().filter(|term| *term != step.value.text());
        lines.extend(terms.map(|term| format!("      {term}")));
    }
    lines.join("\n") + "\n"
}
