//! Traits: what a character takes, one after another, each with a prerequisite.
//!
//! **In** [`TraitDef`]s as part of a checked system, and the traits of a character in the order of taking. **Out** how
//! often each is held, and a [`Violation`] for each that was taken before its prerequisite was met. A prerequisite is
//! evaluated for the character as it was before the purchase: with the traits taken earlier and no others.

use super::compute::Evaluator;
pub use super::counted::{held, times};
use super::violation::{Subject, Violation};
use crate::formula::{EvalError, Expr, eval, told};
use crate::model::character::Character;
use crate::model::rules::Rules;
pub use crate::model::traits::{MOST_TRAITS, Taken, TraitDef};
use crate::value::Value;

/// Id of the condition that a trait is taken after its prerequisite is met.
pub const PREREQUISITE: &str = "prerequisite";
/// Id of the condition that a trait is taken no more often than it may be.
pub const TAKEN_TWICE: &str = "trait-taken-twice";

/// Why a character cannot take a trait now: the code and the message; none when it can.
///
/// # Errors
/// When the prerequisite cannot be computed.
pub fn objection(evaluator: &Evaluator<'_>, id: &str) -> Result<Option<(&'static str, String)>, EvalError> {
    let (rules, character) = (evaluator.rules(), evaluator.character());
    let Some(def) = rules.system().traits.get(id) else { return Ok(None) };
    let holds = |expr: &Expr| Ok(eval(expr, evaluator).map_err(|e: EvalError| e.in_value(id))? != Value::Bool(false));
    if times(character, id, None) > 0 && !holds(&rules.fold(&def.repeats.expr))? {
        return Ok(Some((TAKEN_TWICE, format!("{} can be taken once only", def.name))));
    }
    let Some(requires) = &def.requires else { return Ok(None) };
    let wanted = rules.fold(&requires.expr);
    if holds(&wanted)? {
        return Ok(None);
    }
    let words = match &def.message {
        Some(message) => format!("for {}", message.fill(evaluator).map_err(|e| e.in_value(id))?),
        None => format!("that {}", told(&wanted, rules)),
    };
    let message = format!("{} asks {words}, before it is taken", def.name);
    Ok(Some((PREREQUISITE, message)))
}

/// Every trait that was taken before its prerequisite was met, or once too often.
pub(crate) fn violations(rules: &Rules, character: &Character) -> Result<Vec<Violation>, EvalError> {
    let mut earlier = Character { traits: Vec::new(), ..character.clone() };
    let mut found = Vec::new();
    for (place, taken) in character.traits.iter().enumerate() {
        if let Some((id, message)) = objection(&Evaluator::new(rules, &earlier), &taken.id)? {
            found.push(Violation {
                id: id.to_owned(),
                message: format!("{message}."),
                cure: String::new(),
                rule: rules.system().traits[&taken.id].rule.clone(),
                is_warning: false,
                subject: Subject::Trait(place),
            });
        }
        earlier.traits.push(taken.clone());
    }
    Ok(found)
}
