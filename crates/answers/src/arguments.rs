//! Arguments as they are typed: `rolled=30 class=physical`.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use makeready_faces::make::takes;
use makeready_rules::ability::{Argument, ParameterDef};
use makeready_rules::formula::nearest;
use makeready_rules::system::System;

/// Reads pairs of `name=value`, each value with `of`.
///
/// # Errors
/// Every fault.
pub(crate) fn each<T>(
    parameters: &IndexMap<String, ParameterDef>,
    pairs: &[String],
    of: impl Fn(&str, &ParameterDef, &str) -> Result<T, String>,
) -> Result<BTreeMap<String, T>, Vec<String>> {
    let (mut read, mut faults) = (BTreeMap::new(), Vec::new());
    for written in pairs {
        let one =
            pair(parameters, written).and_then(|(name, field, text)| Ok((name.to_owned(), of(name, field, text)?)));
        match one {
            Ok((name, _)) if read.contains_key(&name) => faults.push(format!("`{name}` is given twice")),
            Ok((name, value)) => {
                read.insert(name, value);
            }
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok(read) } else { Err(faults) }
}

/// The name and the value of `name=value`.
fn pair<'a>(
    parameters: &'a IndexMap<String, ParameterDef>,
    written: &'a str,
) -> Result<(&'a str, &'a ParameterDef, &'a str), String> {
    let Some((name, value)) = written.split_once('=') else {
        return Err(format!("`{written}` has no `=`; write `name=value`"));
    };
    match parameters.get(name) {
        Some(field) => Ok((name, field, value)),
        None => {
            let known: Vec<&str> = parameters.keys().map(String::as_str).collect();
            let help = match nearest(name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are: {}", known.join(", ")),
            };
            Err(format!("there is no input `{name}`; {help}"))
        }
    }
}

/// An argument, if the parameter takes it.
pub(crate) fn value(name: &str, field: &ParameterDef, value: &str, system: &System) -> Result<Argument, String> {
    let misfit = |near: String| format!("`{name}` cannot be `{value}`; it takes {}{near}", takes(field, system));
    field.kind.typed(value, system).ok_or_else(|| {
        let options = field.kind.options(system).unwrap_or_default();
        misfit(or_nearest(value, options.iter().map(|(id, _)| *id)))
    })
}

/// The message on a parameter without an argument.
pub(crate) fn missing(id: &str, field: &ParameterDef, system: &System) -> String {
    format!("`{id}` is missing: add `{id}=...` ({}; {})", field.name, takes(field, system))
}

/// `; did you mean ...?`, where there is a suggestion.
pub(crate) fn or_nearest<'a>(wanted: &str, known: impl Iterator<Item = &'a str>) -> String {
    nearest(wanted, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}
