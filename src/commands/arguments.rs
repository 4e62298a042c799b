//! Arguments of checks and procedures on the command line: `rolled=30 class=physical`.

use deckle_rules::ability::{Argument, ParameterDef};
use deckle_rules::formula::nearest;
use deckle_rules::system::System;
use indexmap::IndexMap;

use super::{Stop, USAGE, say};
use deckle_faces::make::takes;

/// The name and the value of `name=value`.
pub fn pair<'a>(
    inputs: &'a IndexMap<String, ParameterDef>,
    written: &'a str,
) -> Result<(&'a str, &'a ParameterDef, &'a str), String> {
    let Some((name, value)) = written.split_once('=') else {
        return Err(format!("`{written}` puts nothing in; write `name=value`"));
    };
    match inputs.get(name) {
        Some(field) => Ok((name, field, value)),
        None => {
            let known: Vec<&str> = inputs.keys().map(String::as_str).collect();
            let help = match nearest(name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are: {}", known.join(", ")),
            };
            Err(format!("nothing called `{name}` is put in here; {help}"))
        }
    }
}

/// An argument, if the parameter takes it.
pub fn value(name: &str, field: &ParameterDef, value: &str, system: &System) -> Result<Argument, String> {
    let misfit = |near: String| format!("`{name}` cannot be `{value}`; it takes {}{near}", takes(field, system));
    field.kind.typed(value, system).ok_or_else(|| {
        let options = field.kind.options(system).unwrap_or_default();
        misfit(or_nearest(value, options.iter().map(|(id, _)| *id)))
    })
}

/// The message on a parameter without an argument.
pub fn missing(id: &str, field: &ParameterDef, system: &System) -> String {
    format!("`{id}` is missing: add `{id}=...` ({}; {})", field.name, takes(field, system))
}

/// `; did you mean ...?`, where there is a suggestion.
pub fn or_nearest<'a>(wanted: &str, known: impl Iterator<Item = &'a str>) -> String {
    nearest(wanted, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// Reports what is wrong with the command line, and stops.
pub fn refuse(message: &str) -> Stop {
    say(&format!("error: {message}"));
    Stop(USAGE)
}
