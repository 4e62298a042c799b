//! The odds of a check.

use std::collections::BTreeMap;

use deckle_content::concept::checks::{CheckArguments, several};
use deckle_content::game::Game;
use deckle_faces::make::OddsCall;
use deckle_rules::ability::Argument;
use deckle_rules::formula::EvalError;

use crate::arguments::{each, missing, or_nearest, value};

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
    call.arguments = arguments(read)?.or_usual(call.def);
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
                faults.push(format!("`{first}` and `{name}` are both several; one alone may be"));
            }
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(faults) }
}

/// What is said where the odds cannot be computed.
pub fn not_computed(error: &EvalError) -> String {
    format!("`{}` of the check cannot be worked out: {error}", error.value)
}
