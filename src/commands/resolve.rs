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
    /// The character's file, or a game by its id or folder, for nobody's values. A game may be left out in its folder, or where
    /// there is only one.
    #[arg(value_name = "CHARACTER.yaml | GAME")]
    subject: Option<String>,
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
