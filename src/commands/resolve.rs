//! `deckle resolve`

use std::collections::BTreeMap;
use std::path::PathBuf;

use deckle_rules::ability::{Argument, ParameterDef};
use deckle_rules::procedure::ProcedureDef;
use deckle_rules::system::System;

use super::arguments::{self, or_nearest, refuse};
use super::cast::Cast;
use super::columns::{self, text};
use super::print_flags::computing_failed;
use super::{CommandResult, ContentArgs, Format, Stop, output};
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
    let system = game.rules.system();
    let wanted = match &args.procedure {
        Some(wanted) if !args.list => wanted,
        _ => return output::print(&listing(game)),
    };
    let Some(def) = system.procedures.get(wanted) else {
        let known = system.procedures.keys().map(String::as_str);
        return Err(refuse(&format!("there is no procedure `{wanted}`{}", or_nearest(wanted, known))));
    };
    let arguments = read_arguments(def, &args.given, system)?;
    let faces = FaceBuilder::new(game, Some(who));
    let data = resolved(&faces, wanted, def, &arguments).map_err(|error| computing_failed(&error))?;
    match args.format {
        Format::Json => output::print_json(&data),
        Format::Human => output::print(&human(&data)),
    }
}

/// Reads the arguments. Every fault is reported before the command stops.
fn read_arguments(def: &ProcedureDef, pairs: &[String], system: &System) -> Result<BTreeMap<String, Argument>, Stop> {
    let mut arguments = BTreeMap::new();
    let mut stop = None;
    for written in pairs {
        let read = arguments::pair(&def.parameters, written)
            .and_then(|(name, field, text)| Ok((name.to_owned(), arguments::value(name, field, text, system)?)));
        match read {
            Ok((name, _)) if arguments.contains_key(&name) => stop = Some(refuse(&format!("`{name}` is put in twice"))),
            Ok((name, value)) => {
                arguments.insert(name, value);
            }
            Err(message) => stop = Some(refuse(&message)),
        }
    }
    let is_missing = |(id, field): &(&String, &ParameterDef)| field.default.is_none() && !arguments.contains_key(*id);
    if stop.is_none() {
        for (id, field) in def.parameters.iter().filter(is_missing) {
            stop = Some(refuse(&arguments::missing(id, field, system)));
        }
    }
    stop.map_or(Ok(arguments), Err)
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
