//! What a parameter takes: in print, on the command line, and in data.

use makeready_content::game::Game;
use makeready_rules::ability::{ParameterDef, ParameterKind};
use makeready_rules::system::System;
use makeready_words::Words;
use serde_json::{Value as Json, json};

/// What a parameter takes, as printed: `1 to 50`, `Half, Single or Double`.
pub fn printed(field: &ParameterDef, words: Words) -> String {
    match &field.kind {
        ParameterKind::Number { min, max } => between([*min, *max], words),
        ParameterKind::Stat => words.text("label.a_stat").to_owned(),
        ParameterKind::Text => words.text("label.own_words").to_owned(),
        ParameterKind::Choice(choice) => {
            let names: Vec<&str> = choice.options.values().map(|option| option.name.as_str()).collect();
            words.all_of("label.either", &names)
        }
    }
}

fn between(ends: [i64; 2], words: Words) -> String {
    let [least, most] = ends.map(|end| end.to_string().replace('-', "\u{2212}"));
    words.say("label.between", &[("least", &least), ("most", &most)])
}

/// The names of what is chosen from; empty where something else is put in. The bounds of numbers are no rules of the game.
pub fn options(field: &ParameterDef, system: &System) -> String {
    let options = field.kind.options(system).unwrap_or_default();
    options.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
}

/// The default of a parameter, as printed; empty when something must be set.
pub fn default(field: &ParameterDef, game: &Game) -> String {
    field.default.as_ref().map_or_else(String::new, |argument| field.kind.printed(argument, game.rules.system()))
}

/// What a parameter takes: `a whole number from 0 to 100`, `one of physical, mental`.
pub fn takes(field: &ParameterDef, system: &System) -> String {
    match (&field.kind, field.kind.options(system)) {
        (ParameterKind::Number { min, max }, _) => format!("a whole number from {min} to {max}"),
        (_, Some(options)) => format!("one of {}", options.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", ")),
        (_, None) => "words".to_owned(),
    }
}

/// The same as data.
pub fn data(field: &ParameterDef) -> Json {
    match &field.kind {
        ParameterKind::Number { min, max } => json!({ "min": min, "max": max }),
        ParameterKind::Choice(choice) => json!({ "options": choice.options.keys().collect::<Vec<_>>() }),
        ParameterKind::Stat => json!({ "of": "stats" }),
        ParameterKind::Text => json!({ "of": "words" }),
    }
}
