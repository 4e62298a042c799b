//! `deckle resolve`

use std::collections::BTreeMap;
use std::path::PathBuf;

use deckle_rules::ability::{FieldDef, Given};
use deckle_rules::procedure::ProcedureDef;
use deckle_rules::system::System;

use super::columns::{self, text};
use super::folder::{locate, open};
use super::given::{self, or_nearest, refuse};
use super::print_flags::computing_failed;
use super::sheet::find;
use super::{ContentArgs, Format, Outcome, Stop, output};
use deckle_faces::make::{Desk, ProcedureData, listing, resolved};

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
    let given = put_in(def, &args.given, system)?;
    let desk = Desk::new(game, character);
    let data = resolved(&desk, wanted, def, &given).map_err(|error| computing_failed(&error))?;
    match args.format {
        Format::Json => output::print_json(&data),
        Format::Human => output::print(&human(&data)),
    }
}

/// Reads what is put in. Every fault is told before the command stops.
fn put_in(def: &ProcedureDef, pairs: &[String], system: &System) -> Result<BTreeMap<String, Given>, Stop> {
    let mut put_in = BTreeMap::new();
    let mut stop = None;
    for written in pairs {
        let read = given::pair(&def.inputs, written)
            .and_then(|(name, field, text)| Ok((name.to_owned(), given::value(name, field, text, system)?)));
        match read {
            Ok((name, _)) if put_in.contains_key(&name) => stop = Some(refuse(&format!("`{name}` is put in twice"))),
            Ok((name, value)) => {
                put_in.insert(name, value);
            }
            Err(message) => stop = Some(refuse(&message)),
        }
    }
    let is_missing = |(id, field): &(&String, &FieldDef)| field.default.is_none() && !put_in.contains_key(*id);
    if stop.is_none() {
        for (id, field) in def.inputs.iter().filter(is_missing) {
            stop = Some(refuse(&given::missing(id, field, system)));
        }
    }
    stop.map_or(Ok(put_in), Err)
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
