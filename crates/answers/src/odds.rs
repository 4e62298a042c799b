//! The odds of a check.

use std::collections::BTreeMap;

use makeready_content::concept::checks::{CheckArguments, several};
use makeready_content::game::{Game, Person};
use makeready_content::used_with;
use makeready_faces::make::OddsCall;
use makeready_rules::ability::Argument;
use makeready_rules::formula::EvalError;
use serde::Serialize;

use crate::arguments::{each, missing, or_nearest, value};
use crate::forms::as_typed;

/// A check with what is put in: `dc=11 style=striking`. One of them may be several: `dc=8..16`, `dc=8,10,12`.
///
/// # Errors
/// Every fault: there is no such check, something does not fit, or is missing.
pub fn call<'g>(game: &'g Game, check: &str, given: &[String]) -> Result<OddsCall<'g>, Vec<String>> {
    let system = game.rules.system();
    let Some(mut call) = OddsCall::new(game, check) else {
        let known = system.checks.keys().map(String::as_str);
        return Err(vec![format!("there is no check `{check}`{}", or_nearest(check, known))]);
    };
    let read = each(&call.def.parameters, given, |name, field, text| -> Result<Vec<Argument>, String> {
        several(text)?.iter().map(|text| value(name, field, text, system)).collect()
    })?;
    call.arguments = arguments(read)?.or_usual(call.def).settled(call.def, &game.rules);
    let missing = call.arguments.missing(call.def).into_iter();
    let faults: Vec<String> = missing.map(|id| missing_of(&call, id, game)).collect();
    if faults.is_empty() { Ok(call) } else { Err(faults) }
}

fn missing_of(call: &OddsCall<'_>, id: &str, game: &Game) -> String {
    missing(id, &call.def.parameters[id], game.rules.system())
}

/// What is put in, of which one alone may be several.
fn arguments(read: BTreeMap<String, Vec<Argument>>) -> Result<CheckArguments, Vec<String>> {
    let (mut all, mut faults) = (CheckArguments::default(), Vec::new());
    for (name, mut values) in read {
        match (values.len(), &all.varied) {
            (1, _) => {
                all.fixed.extend(values.pop().map(|value| (name, value)));
            }
            (_, None) => all.varied = Some((name, values)),
            (_, Some((first, _))) => {
                faults.push(format!("`{first}` and `{name}` both have several values; only one input may"));
            }
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(faults) }
}

/// How a check is used.
#[derive(Debug, Serialize)]
pub struct Use {
    /// What uses it: a card, or a line of the sheet.
    name: String,
    /// What is put in, as it is typed.
    given: Vec<(String, String)>,
}

/// What the cards and the sheet of somebody put into a check; those for which something is unknown, or out of bounds, are left
/// out.
pub fn uses(game: &Game, check: &str, who: Option<&Person>) -> Vec<Use> {
    let Some(call) = OddsCall::new(game, check) else { return Vec::new() };
    let evaluator = game.evaluator(who);
    let mut found: Vec<Use> = Vec::new();
    for (name, used) in game.check_uses().filter(|(_, used)| used.check.value == check) {
        let Ok(Some(arguments)) = used_with(&evaluator, used, call.def) else { continue };
        let named = |(id, _): &(&String, &Argument)| used.with.iter().any(|(known, _)| known.value == **id);
        let given = arguments.fixed.iter().filter(named).map(|(id, value)| (id.clone(), as_typed(value)));
        let given: Vec<_> = given.collect();
        // What the sheet says again of a card is there already.
        let is_new = found.iter().all(|one| given.iter().any(|pair| !one.given.contains(pair)));
        if is_new {
            found.push(Use { name: if name.is_empty() { call.def.name.clone() } else { name.to_owned() }, given });
        }
    }
    found
}

/// Whether a card or a line of the sheet uses a check.
pub(crate) fn is_used(game: &Game, check: &str) -> bool {
    game.check_uses().any(|(_, used)| used.check.value == check)
}

/// What is said where the odds cannot be computed.
pub fn not_computed(error: &EvalError) -> String {
    format!("`{}` of the check cannot be computed: {error}", error.value)
}
