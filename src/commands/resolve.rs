//! `makeready resolve`

use std::path::Path;

use makeready_answers::forms::{self, Call};
use serde::Serialize;

use super::cast::Cast;
use super::columns::{self, text};
use super::find_game::{find_game, is_yaml, names_game, unnamed_game};
use super::folder::open;
use super::print_flags::computing_failed;
use super::{CommandResult, ContentArgs, Format, output, refuse_all};
use makeready_faces::make::{FaceBuilder, ProcedureData, listing, resolved};

/// Flags of `resolve`.
#[derive(clap::Args, Debug)]
pub struct ResolveArgs {
    /// A character file. Or a game (its id or folder), for values without a character. You can leave it out if you are in the
    /// folder of a game, or if there is only one game.
    #[arg(value_name = "CHARACTER.yaml | GAME")]
    subject: Option<String>,
    /// The procedure. Without it, all procedures are listed with their inputs.
    procedure: Option<String>,
    /// The inputs of the procedure: `rolled=30 class=physical`.
    #[arg(value_name = "NAME=VALUE")]
    given: Vec<String>,
    /// List the procedures of the game and their inputs.
    #[arg(long)]
    list: bool,
    /// The format of the answer.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    #[command(flatten)]
    content: ContentArgs,
}

/// Runs the command.
pub fn run(args: &ResolveArgs, in_color: bool) -> CommandResult {
    let subject = args.subject.as_deref().map(Path::new);
    if let Some(file) = subject.filter(|subject| is_yaml(subject)) {
        let cast = Cast::of(file, &args.content, in_color)?;
        let (game, who) = cast.person(in_color)?;
        return write(args, args.procedure.as_deref(), &args.given, &FaceBuilder::new(game, Some(who)));
    }
    let is_named = subject.is_none_or(|subject| names_game(subject, &args.content));
    if let Some(found) = unnamed_game(&args.content).filter(|_| !is_named) {
        let folder = open(&found.content, Some(&found.system))?;
        let game = folder.game_or_stop(&found.system, in_color)?;
        let procedures = &game.rules.system().procedures;
        if let Some(procedure) = args.subject.as_deref().filter(|procedure| procedures.contains_key(*procedure)) {
            let given: Vec<String> = args.procedure.iter().chain(&args.given).cloned().collect();
            return write(args, Some(procedure), &given, &FaceBuilder::new(game, None));
        }
    }
    let found = find_game(subject, &args.content)?;
    let folder = open(&found.content, Some(&found.system))?;
    let game = folder.game_or_stop(&found.system, in_color)?;
    write(args, args.procedure.as_deref(), &args.given, &FaceBuilder::new(game, None))
}

/// The procedures of a game, as data.
#[derive(Serialize)]
struct ProcedureList<'g> {
    system: &'g str,
    rules: &'g str,
    procedures: Vec<Call>,
}

fn write(args: &ResolveArgs, wanted: Option<&str>, given: &[String], faces: &FaceBuilder<'_>) -> CommandResult {
    let game = faces.game;
    let Some(wanted) = wanted.filter(|_| !args.list) else {
        return match args.format {
            Format::Json => output::print_json(&ProcedureList {
                system: &game.entries.head.id,
                rules: &game.fingerprint,
                procedures: forms::procedures(game),
            }),
            Format::Human => output::print(&listing(game)),
        };
    };
    let (def, arguments) =
        makeready_answers::procedures::call(game, wanted, given).map_err(|faults| refuse_all(&faults))?;
    let data = resolved(faces, wanted, def, &arguments).map_err(|error| computing_failed(&error))?;
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
