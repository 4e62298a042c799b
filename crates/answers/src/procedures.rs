//! A procedure, such as what a hit does.

use std::collections::BTreeMap;

use makeready_content::game::Game;
use makeready_rules::ability::{Argument, ParameterDef};
use makeready_rules::procedure::ProcedureDef;

use crate::arguments::{each, missing, or_nearest, value};

/// A procedure and what it is given: `rolled=30 class=physical`.
///
/// # Errors
/// Every fault: there is no such procedure, something does not fit, or is missing.
pub fn call<'g>(
    game: &'g Game,
    procedure: &str,
    given: &[String],
) -> Result<(&'g ProcedureDef, BTreeMap<String, Argument>), Vec<String>> {
    let system = game.rules.system();
    let Some(def) = system.procedures.get(procedure) else {
        let known = system.procedures.keys().map(String::as_str);
        return Err(vec![format!("there is no procedure `{procedure}`{}", or_nearest(procedure, known))]);
    };
    let arguments = each(&def.parameters, given, |name, field, text| value(name, field, text, system))?;
    let is_missing = |(id, field): &(&String, &ParameterDef)| field.default.is_none() && !arguments.contains_key(*id);
    let faults: Vec<String> =
        def.parameters.iter().filter(is_missing).map(|(id, field)| missing(id, field, system)).collect();
    if faults.is_empty() { Ok((def, arguments)) } else { Err(faults) }
}
