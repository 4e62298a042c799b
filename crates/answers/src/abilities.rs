//! What an ability costs, and what of it breaks rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use makeready_content::breach_diagnostic;
use makeready_content::concept::ability::BuiltEntry;
use makeready_content::diagnostic::{Diagnostic, to_json};
use makeready_content::game::{Game, Listed};
use makeready_content::source::Sources;
use makeready_faces::make::{BillData, FaceBuilder, priced};
use makeready_rules::ability::{Ability, Argument};
use serde::Serialize;

use crate::Fault;
use crate::forms::as_typed;

/// A bill, and what was found in it: the same that it says as data.
#[derive(Debug)]
pub struct Bill {
    /// The JSON of `cost`.
    pub data: BillData,
    /// Which rules the ability breaks, and where.
    pub found: Vec<Diagnostic>,
}

/// What an ability costs the builder's character.
///
/// # Errors
/// [`Fault::Asked`] where the game does not say how abilities are built; [`Fault::NotComputed`].
pub fn bill(
    faces: &FaceBuilder<'_>,
    ability: &Listed<BuiltEntry, Arc<Ability>>,
    sources: &Sources,
) -> Result<Bill, Fault> {
    let priced = priced(faces, &ability.def)?;
    let breaches = priced.iter().flat_map(|priced| &priced.bill.breaches);
    let found: Vec<Diagnostic> = breaches.map(|breach| breach_diagnostic(&ability.entry, breach)).collect();
    let diagnostics = found.iter().map(|one| to_json(one, sources)).collect();
    match priced.and_then(|priced| priced.data(diagnostics)) {
        Some(data) => Ok(Bill { data, found }),
        None => Err(Fault::Asked(vec!["this game does not say how abilities are built".to_owned()])),
    }
}

/// An ability as its file has it, for a form.
#[derive(Debug, Serialize)]
pub struct Built {
    id: String,
    name: String,
    /// The id of the first of those who have built it.
    #[serde(skip_serializing_if = "Option::is_none")]
    builder: Option<String>,
    /// What is set on it, by field, as it is typed.
    fields: Vec<(String, String)>,
    /// What it is built from: each keyword with what its buyer decided, as it is typed.
    keywords: Vec<(String, Vec<(String, String)>)>,
}

/// What an ability is built from.
pub fn built(game: &Game, ability: &Ability) -> Built {
    let typed = |arguments: &BTreeMap<String, Argument>| {
        arguments.iter().map(|(name, argument)| (name.clone(), as_typed(argument))).collect()
    };
    Built {
        id: ability.id.clone(),
        name: ability.name.clone(),
        builder: game.builder(&ability.id).map(|who| who.id().to_owned()),
        fields: typed(&ability.arguments),
        keywords: ability.keywords.iter().map(|bought| (bought.keyword.clone(), typed(&bought.arguments))).collect(),
    }
}
