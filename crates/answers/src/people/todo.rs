//! What is still to do for somebody: what the creation rules give, and how much of it is taken.

use makeready_content::game::{Game, Person};
use makeready_rules::npc::{Amount, Given, Progress};
use serde::Serialize;

use crate::Fault;

/// Something that the creation rules give.
#[derive(Debug, Serialize)]
pub struct Todo {
    /// What it is, by the part of the form where it is taken.
    part: &'static str,
    /// What it is about, where that is one thing of several.
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    /// How much is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<i64>,
    /// How much there is, or how often dice are thrown.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<i64>,
    /// Whether less than that is as good.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_limit: bool,
    /// The numbers that are handed out, or the dice that are thrown for each.
    #[serde(skip_serializing_if = "String::is_empty")]
    of: String,
    /// Whether dice are still to be rolled: more than two thirds of the stats are equal.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_alike: bool,
    /// Whether that is a suggestion: the rules of the game say nothing of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_editorial: bool,
}

/// What the creation rules of a game give to somebody, in their order; nothing where it has none.
///
/// # Errors
/// [`Fault::NotComputed`].
pub fn todo(game: &Game, who: &Person) -> Result<Vec<Todo>, Fault> {
    let Some(creation) = &game.creation else { return Ok(Vec::new()) };
    let told = |progress: Progress| {
        let Progress { given, background, amount } = progress;
        let name = background.and_then(|place| Some(who.character.backgrounds.get(place)?.name.clone()));
        let is_alike = matches!(amount, Amount::Roll { is_alike: true, .. });
        let (done, goal, is_limit, of) = match amount {
            Amount::Of { done, goal, is_limit } => (Some(done), Some(goal), is_limit, String::new()),
            Amount::Numbers { done, numbers } => {
                let said: Vec<String> = numbers.iter().map(i64::to_string).collect();
                (i64::try_from(done).ok(), i64::try_from(numbers.len()).ok(), false, said.join(", "))
            }
            Amount::Roll { dice, times, .. } => (None, i64::try_from(times).ok(), false, dice.to_string()),
        };
        let is_editorial = creation.editorial.contains(&given);
        // Where no rule asks for traits, nobody has to have any.
        let is_limit = is_limit || is_editorial && given == Given::Traits;
        Todo { part: part(given), name: name.unwrap_or_default(), done, goal, is_limit, of, is_alike, is_editorial }
    };
    Ok(creation.progress(&game.rules, &who.character)?.into_iter().map(told).collect())
}

const fn part(given: Given) -> &'static str {
    match given {
        Given::Stats => "stats",
        Given::Advances => "advances",
        Given::Backgrounds => "backgrounds",
        Given::Traits | Given::TraitsAllowed => "traits",
        Given::Secondary => "secondary",
        Given::Ranks => "skills",
        Given::Languages => "languages",
        Given::Load => "items",
        Given::Abilities => "abilities",
    }
}
