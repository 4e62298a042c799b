//! What a parameter takes: in print, on the command line, and in data.

use deckle_content::game::Game;
use deckle_rules::ability::{ParameterDef, ParameterKind};
use deckle_rules::system::System;
use serde_json::{Value as Json, json};

/// What a parameter takes, as printed: `1 to 50`, `Half, Single or Double`.
pub fn printed(field: &ParameterDef) -> String {
    match &field.kind {
        ParameterKind::Number { min, max } => format!("{min} to {max}"),
        ParameterKind::Stat => "a stat".to_owned(),
        ParameterKind::Text => "words of your own".to_owned(),
        ParameterKind::Choice(choice) => {
            let names: Vec<&str> = choice.options.values().map(|option| option.name.as_str()).collect();
            match names.split_last() {
                Some((last, [])) => (*last).to_owned(),
                Some((last, others)) => format!("{} or {last}", others.join(", ")),
                None => String::new(),
            }
        }
    }
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
