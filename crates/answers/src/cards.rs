//! Which cards there are.

use makeready_faces::make::FaceBuilder;
use makeready_rules::formula::EvalError;
use serde::Serialize;

/// A card of a deck.
#[derive(Debug, Serialize)]
pub struct Listed {
    id: String,
    /// Empty for the form to write on.
    name: String,
    family: String,
    family_name: String,
}

/// The cards of the deck of the builder's character, or of the blank one, in order.
///
/// # Errors
/// When a value cannot be computed.
pub fn listed(faces: &FaceBuilder<'_>) -> Result<Vec<Listed>, EvalError> {
    let listed = faces.deck()?.into_iter().map(|card| Listed {
        id: card.id,
        name: card.name,
        family: card.family.id,
        family_name: card.family.name,
    });
    Ok(listed.collect())
}
