//! What can be asked of a game, as forms show it: names, limits and options.

use indexmap::IndexMap;
use makeready_content::concept::checks::CheckEntry;
use makeready_content::concept::procedures::ProcedureEntry;
use makeready_content::game::Game;
use makeready_rules::ability::{Argument, ParameterDef, ParameterKind};
use makeready_rules::system::{ChoiceDef, InputDef};
use serde::Serialize;

use crate::odds;
use crate::people::Names;

/// A field to fill in.
#[derive(Debug, Serialize)]
pub struct Field {
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) takes: Takes,
    /// What it is when nothing is put in, as it is typed; without one, something must be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) default: Option<String>,
}

/// What a field takes.
#[derive(Debug, Serialize)]
#[serde(tag = "takes", rename_all = "snake_case")]
pub(crate) enum Takes {
    /// A whole number.
    Number {
        /// Least.
        min: i64,
        /// Greatest.
        max: i64,
    },
    /// One of these.
    Options {
        /// Id and name of each.
        options: Vec<(String, String)>,
    },
    /// A line of words.
    Words,
    /// Words in several lines.
    Text,
    /// A formula.
    Formula,
    /// A word that is written in single quotes, as formulas have words.
    Quoted,
    /// A number, with decimals where it needs them.
    Decimal,
    /// Yes or no.
    Flag,
    /// One of the words that stand beside the form under this name.
    Names {
        /// Which.
        names: Names,
    },
}

/// A check or a procedure.
#[derive(Debug, Serialize)]
pub struct Call {
    id: String,
    name: String,
    rule: String,
    fields: Vec<Field>,
    /// The field that usually differs from case to case, and what it is in each.
    #[serde(skip_serializing_if = "Option::is_none")]
    usual: Option<(String, Vec<String>)>,
    /// Whether a card or a line of the sheet puts somebody's values into it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_used: bool,
}

/// How NPCs are asked for.
#[derive(Debug, Serialize)]
pub struct NpcForm {
    /// Its choices, then its inputs.
    fields: Vec<Field>,
    /// Which of the fields is the tier.
    #[serde(skip_serializing_if = "Option::is_none")]
    tier: Option<String>,
    /// Which of the fields is the level.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    /// Id and name of each archetype.
    archetypes: Vec<(String, String)>,
}

/// How abilities are built.
#[derive(Debug, Serialize)]
pub struct BuildingForm {
    /// What is set on each.
    fields: Vec<Field>,
    /// What they are built from.
    keywords: Vec<KeywordForm>,
}

/// A keyword to buy.
#[derive(Debug, Serialize)]
struct KeywordForm {
    id: String,
    name: String,
    /// What its buyer decides.
    fields: Vec<Field>,
}

/// How abilities are built, where the game has rules for them.
pub fn building(game: &Game) -> Option<BuildingForm> {
    let rules = game.rules.abilities()?;
    let keyword = |id: &String| {
        let (family, keyword) = game.keyword(id)?;
        let def = rules.keywords.get(id)?;
        Some(KeywordForm { id: id.clone(), name: keyword.full_name(family), fields: fields(&def.parameters, game) })
    };
    Some(BuildingForm {
        fields: fields(&rules.parameters, game),
        keywords: rules.keywords.keys().filter_map(keyword).collect(),
    })
}

/// The checks of a game, in its order.
pub fn checks(game: &Game) -> Vec<Call> {
    let system = game.rules.system();
    let form = |entry: &CheckEntry| {
        let def = system.checks.get(&entry.head.id)?;
        let typed = |(name, values): &(String, Vec<Argument>)| (name.clone(), values.iter().map(as_typed).collect());
        Some(Call {
            id: entry.head.id.clone(),
            name: entry.head.name.clone(),
            rule: entry.head.rule.clone(),
            fields: fields(&def.parameters, game),
            usual: def.usual.as_ref().map(typed),
            is_used: odds::is_used(game, &entry.head.id),
        })
    };
    game.entries.checks.iter().filter_map(form).collect()
}

/// The procedures of a game, in its order.
pub fn procedures(game: &Game) -> Vec<Call> {
    let form = |entry: &ProcedureEntry| {
        let def = game.rules.system().procedures.get(&entry.head.id)?;
        Some(Call {
            id: entry.head.id.clone(),
            name: def.name.clone(),
            rule: def.rule.clone(),
            fields: fields(&def.parameters, game),
            usual: None,
            is_used: false,
        })
    };
    game.entries.procedures.iter().filter_map(form).collect()
}

/// How NPCs are asked for, where the game says how characters are made.
pub fn npcs(game: &Game) -> Option<NpcForm> {
    let creation = game.creation.as_ref()?;
    let system = game.rules.system();
    let inputs = system.inputs.iter().map(|(id, input)| of_input(id, input, creation.inputs.get(id).copied()));
    let choices = system.choices.iter().map(|(id, choice)| of_choice(id, choice, creation.choices.get(id).cloned()));
    Some(NpcForm {
        fields: choices.chain(inputs).collect(),
        tier: creation.tier.clone(),
        level: creation.level.clone(),
        archetypes: game.archetypes.iter().map(|(id, one)| (id.clone(), one.entry.head.name.clone())).collect(),
    })
}

pub(crate) fn of_choice(id: &str, choice: &ChoiceDef, default: Option<String>) -> Field {
    let options = choice.options.iter().map(|(id, option)| (id.clone(), option.name.clone())).collect();
    Field { id: id.to_owned(), name: choice.name.clone(), takes: Takes::Options { options }, default }
}

pub(crate) fn of_input(id: &str, input: &InputDef, default: Option<i64>) -> Field {
    Field {
        id: id.to_owned(),
        name: input.name.clone(),
        takes: Takes::Number { min: input.min, max: input.max },
        default: default.or(input.default).map(|number| number.to_string()),
    }
}

pub(crate) fn fields(parameters: &IndexMap<String, ParameterDef>, game: &Game) -> Vec<Field> {
    let field = |(id, field): (&String, &ParameterDef)| Field {
        id: id.clone(),
        name: field.name.clone(),
        takes: takes(field, game),
        default: field.default.as_ref().map(as_typed),
    };
    parameters.iter().map(field).collect()
}

fn takes(field: &ParameterDef, game: &Game) -> Takes {
    match (&field.kind, field.kind.options(game.rules.system())) {
        (ParameterKind::Number { min, max }, _) => Takes::Number { min: *min, max: *max },
        (ParameterKind::Choice(_) | ParameterKind::Stat | ParameterKind::Text, Some(options)) => {
            let owned = |(id, name): (&str, &str)| (id.to_owned(), name.to_owned());
            Takes::Options { options: options.into_iter().map(owned).collect() }
        }
        (ParameterKind::Choice(_) | ParameterKind::Stat | ParameterKind::Text, None) => Takes::Words,
    }
}

/// An argument as it is typed.
pub(crate) fn as_typed(argument: &Argument) -> String {
    match argument {
        Argument::Number(number) => number.to_string(),
        Argument::Symbol(symbol) => symbol.clone(),
    }
}
