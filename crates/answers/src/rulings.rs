//! Rulings: what there is to decide, and what a decision changes.

use deckle_content::game::{Game, Person};
use deckle_faces::make::FaceBuilder;
use deckle_rules::formula::EvalError;
use serde::Serialize;

/// A question that the rules leave open.
#[derive(Debug, Serialize)]
pub struct RulingForm {
    id: String,
    name: String,
    question: String,
    /// Id and text of each reading, the default first.
    readings: Vec<(String, String)>,
    /// The reading in force.
    chosen: String,
}

/// The questions of a game, in its order.
pub fn questions(game: &Game) -> Vec<RulingForm> {
    let rulings = game.entries.rulings.iter().map(|ruling| RulingForm {
        id: ruling.head.id.clone(),
        name: ruling.head.name.clone(),
        question: ruling.question.to_string(),
        readings: ruling.options.iter().map(|one| (one.id.value.clone(), one.text.to_string())).collect(),
        chosen: game.rules.chosen(&ruling.head.id).unwrap_or_default().to_owned(),
    });
    rulings.collect()
}

/// What differs for somebody between two states of the rules.
#[derive(Debug, Serialize)]
pub struct Changed {
    id: String,
    name: String,
    values: Vec<ChangedValue>,
}

/// A value that differs, in final words.
#[derive(Debug, Serialize)]
struct ChangedValue {
    name: String,
    before: String,
    after: String,
}

/// What differs between two states of the rules of a game, for everybody who is in both: values and stats as they are printed, and
/// whether they are legal.
///
/// # Errors
/// When a value cannot be computed.
pub fn changes(before: &Game, after: &Game) -> Result<Vec<Changed>, EvalError> {
    let mut changed = Vec::new();
    for now in after.people() {
        let Some(earlier) = before.people().find(|one| one.id() == now.id()) else { continue };
        let values = changed_values(before, earlier, after, now)?;
        if !values.is_empty() {
            changed.push(Changed { id: now.id().to_owned(), name: now.character.name.clone(), values });
        }
    }
    Ok(changed)
}

fn changed_values(before: &Game, earlier: &Person, after: &Game, now: &Person) -> Result<Vec<ChangedValue>, EvalError> {
    let [of_before, of_after] = [FaceBuilder::new(before, Some(earlier)), FaceBuilder::new(after, Some(now))];
    let system = after.rules.system();
    let mut values = Vec::new();
    for name in system.stats.keys().chain(system.values.keys()) {
        let [was, is] = [of_before.value_cell(name)?, of_after.value_cell(name)?];
        // Values without a name are parts of others.
        if was.text != is.text && !is.name.is_empty() {
            let name = match card_of(after, name) {
                Some(card) => format!("{card}: {}", is.name),
                None => is.name,
            };
            let [before, after] = [was.text, is.text].map(Option::unwrap_or_default);
            values.push(ChangedValue { name, before, after });
        }
    }
    Ok(values)
}

/// The name of the card that has a value, if it is one of a card: `strike.accuracy`.
fn card_of<'g>(game: &'g Game, value: &str) -> Option<&'g str> {
    let (id, _) = value.split_once('.')?;
    let cards = game.entries.actions.iter().chain(game.entries.skills.iter().map(|skill| &skill.card));
    cards.map(|card| &card.head).find(|head| head.id == id).map(|head| head.name.as_str())
}
