//! A value of a character, and where it comes from.

use makeready_faces::make::{BillData, Explanation, FaceBuilder, bills, explanation};

use crate::Fault;
use crate::arguments::or_nearest;

/// A value by its name: `hp_max`, `strike.accuracy`; of an ability `surge.spent`, of its first keyword `surge.1.price`.
///
/// # Errors
/// [`Fault::Asked`] when there is none of this name; [`Fault::NotComputed`].
pub fn explained(faces: &FaceBuilder<'_>, name: &str) -> Result<Explanation, Fault> {
    let system = faces.game.rules.system();
    let bills = bills(faces)?;
    if let Some(of_ability) = bills.iter().find_map(|bill| bill.explanation(name)) {
        return Ok(of_ability.clone());
    }
    let names = system.inputs.keys().chain(system.stats.keys()).chain(system.values.keys()).map(String::as_str);
    if names.clone().any(|known| known == name) {
        return Ok(explanation(faces, name)?);
    }
    let of_abilities: Vec<String> = bills.iter().flat_map(BillData::names).collect();
    let names = names.chain(of_abilities.iter().map(String::as_str));
    Err(Fault::Asked(vec![format!("there is no value `{name}`{}", or_nearest(name, names))]))
}
