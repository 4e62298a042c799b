//! `deckle resolve`

use std::collections::BTreeMap;
use std::path::PathBuf;

use deckle_rules::ability::{FieldDef, FieldKind, Given};
use deckle_rules::formula::nearest;
use deckle_rules::procedure::ProcedureDef;
use deckle_rules::system::System;

use super::folder::{locate, open};
use super::print_flags::computing_failed;
use super::sheet::find;
use super::{ContentArgs, Format, Outcome, Stop, USAGE, output, say};
use crate::faces::build::{Desk, ProcedureData, listing, resolved, takes};

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
pub fn run(args: &ResolveArgs, in_color: bool) -> Outcome {
    let place = locate(&args.character, &args.content)?;
    let folder = open(&place.args, Some(&place.system))?;
    let game = folder.game_or_stop(&place.system, in_color)?;
    let (_, character) = find(&folder, game, &place)?;
    let system = game.rules.system();
    let wanted = match &args.procedure {
        Some(wanted) if !args.list => wanted,
        _ => return output::print(&listing(game)),
    };
    let Some(def) = system.procedures.get(wanted) else {
        let known = system.procedures.keys().map(String::as_str);
        return Err(refuse(&format!("there is no procedure `{wanted}`{}", or_nearest(wanted, known))));
    };
    let given = given(def, &args.given, system)?;
    let desk = Desk::new(game, character);
    let data = resolved(&desk, wanted, def, &given).map_err(|error| computing_failed(&error))?;
    match args.format {
        Format::Json => output::print_json(&data),
        Format::Human => output::print(&human(&data)),
    }
}

/// Reads what is put in. Every fault is told before the command stops.
fn given(def: &ProcedureDef, pairs: &[String], system: &System) -> Result<BTreeMap<String, Given>, Stop> {
    let mut given = BTreeMap::new();
    let mut stop = None;
    for pair in pairs {
        match read(def, pair, system) {
            Ok((name, _)) if given.contains_key(&name) => stop = Some(refuse(&format!("`{name}` is put in twice"))),
            Ok((name, value)) => {
                given.insert(name, value);
            }
            Err(message) => stop = Some(refuse(&message)),
        }
    }
    let is_missing = |(id, field): &(&String, &FieldDef)| field.default.is_none() && !given.contains_key(*id);
    if stop.is_none() {
        for (id, field) in def.inputs.iter().filter(is_missing) {
            stop =
                Some(refuse(&format!("`{id}` is missing: add `{id}=...` ({}; {})", field.name, takes(field, system))));
        }
    }
    stop.map_or(Ok(given), Err)
}

fn read(def: &ProcedureDef, pair: &str, system: &System) -> Result<(String, Given), String> {
    let Some((name, value)) = pair.split_once('=') else {
        return Err(format!("`{pair}` puts nothing in; write `name=value`"));
    };
    let Some(field) = def.inputs.get(name) else {
        let known: Vec<&str> = def.inputs.keys().map(String::as_str).collect();
        let help = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are: {}", known.join(", ")),
        };
        return Err(format!("nothing called `{name}` is put in here; {help}"));
    };
    let misfit = |near: String| format!("`{name}` cannot be `{value}`; it takes {}{near}", takes(field, system));
    let options = field.kind.options(system);
    let read = match (&field.kind, options) {
        (FieldKind::Number { min, max }, _) => match value.parse() {
            Ok(number) if (*min..=*max).contains(&number) => Ok(Given::Number(number)),
            _ => Err(misfit(String::new())),
        },
        (_, Some(options)) if options.iter().all(|(id, _)| *id != value) => {
            Err(misfit(or_nearest(value, options.iter().map(|(id, _)| *id))))
        }
        _ => Ok(Given::Word(value.to_owned())),
    };
    read.map(|given| (name.to_owned(), given))
}

fn or_nearest<'a>(wanted: &str, known: impl Iterator<Item = &'a str>) -> String {
    nearest(wanted, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

fn refuse(message: &str) -> Stop {
    say(&format!("error: {message}"));
    Stop(USAGE)
}

fn human(data: &ProcedureData) -> String {
    let width = |text: &str| text.chars().count();
    let widest = data.steps.values().map(|step| width(step.value.labels().0)).max().unwrap_or(0);
    let mut lines = vec![data.name.clone()];
    for (id, step) in &data.steps {
        let (label, unit, _) = step.value.labels();
        let mark = if data.results.contains(id) { '=' } else { ' ' };
        let padding = " ".repeat(widest - width(label));
        let line = format!("{mark} {label}{padding}  {:>5} {unit}", step.value.text());
        lines.push(format!("{}  {}", line.trim_end(), step.meaning).trim_end().to_owned());
        lines.extend(
            step.value.term_texts().filter(|term| *term != step.value.text()).map(|term| format!("      {term}")),
        );
    }
    lines.join("\n") + "\n"
}
