//! What makes a character legal: conditions written as formulas, each with its message.
//!
//! **In** the values of a character. **Out** every condition that is broken, with the
//! message filled in. A condition that rests on an unknown value counts as met.

use std::collections::BTreeSet;

use super::compute::Evaluator;
use super::ground::Ground;
use super::item::ItemFrame;
pub use super::violation::{Subject, Violation};
use super::worksheet::{Bound, Worksheet};
use crate::formula::{EvalError, Frame as _, eval};
use crate::model::character::{Character, Item, Ranks};
pub use crate::model::legality::{Each, LegalityRule};
use crate::model::system::System;
use crate::value::{Type, Value};

/// Every condition that the character breaks, every trait whose prerequisite it did not meet, and every requirement
/// that an ability built by it breaks.
///
/// # Errors
/// When a value that a condition needs cannot be computed.
pub fn violations(evaluator: &Evaluator<'_>) -> Result<Vec<Violation>, EvalError> {
    let (rules, character) = (evaluator.rules(), evaluator.character());
    let mut found = Vec::new();
    for rule in &rules.system().legality {
        for (subject, values) in subjects(rule.each, evaluator)? {
            let item = match &subject {
                Subject::Item(place) => character.items.get(*place).map(|item| ItemFrame::new(evaluator, item)),
                _ => None,
            };
            let ground = item.as_ref().map_or_else(|| evaluator.into(), |item| Ground::new(item, rules));
            let sheet = bound(ground, rule.each, values);
            let frame = sheet.frame();
            let place = |e: EvalError| e.in_value(&rule.id);
            if eval(&rule.require.expr, &frame).map_err(place)? == Value::Bool(false) {
                found.push(Violation {
                    id: rule.id.clone(),
                    message: rule.message.fill(&frame).map_err(place)?,
                    cure: String::new(),
                    rule: rule.rule.clone(),
                    is_warning: rule.is_warning,
                    subject,
                });
            }
        }
    }
    found.extend(super::traits::violations(rules, character)?);
    for (place, ability) in character.built.iter().enumerate() {
        let Some(sheet) = Worksheet::ability(evaluator, ability) else { continue };
        found.extend(sheet.breaches()?.into_iter().map(|breach| Violation {
            message: format!("{}: {}", ability.name, breach.message),
            subject: match breach.line {
                Some(line) => Subject::Keyword { ability: place, line },
                None => Subject::Ability(place),
            },
            id: breach.id,
            cure: breach.cure,
            rule: breach.rule,
            is_warning: false,
        }));
    }
    Ok(found)
}

/// A part of a character, and the values of the names that a condition binds for it, in the order of [`Each::names`].
type Asked = (Subject, Vec<Value>);

fn subjects(each: Each, evaluator: &Evaluator) -> Result<Vec<Asked>, EvalError> {
    let character = evaluator.character();
    let system = evaluator.rules().system();
    let word = |text: &str| Value::Symbol(text.to_owned());
    let count = |n: usize| Value::whole(i64::try_from(n).unwrap_or(i64::MAX));
    Ok(match each {
        Each::Character => vec![(Subject::Character, Vec::new())],
        Each::Stat => {
            let mut subjects = Vec::new();
            for (id, stat) in &system.stats {
                let creation = character.stats.get(id).map_or(Value::Unknown(id.clone()), |n| Value::whole(*n));
                let base = evaluator.value(&format!("{id}.base"))?;
                let names = vec![word(&stat.name), creation, base, evaluator.value(id)?];
                subjects.push((Subject::Stat(id.clone()), names));
            }
            subjects
        }
        Each::Skill => character
            .skills
            .iter()
            .map(|(id, ranks)| {
                let names = vec![
                    word(system.entry_name(id)),
                    Value::whole(ranks.own().into()),
                    Value::whole(ranks.secondary().into()),
                ];
                (Subject::Skill(id.clone()), names)
            })
            .collect(),
        Each::SkillChoice => skill_choices(character, system),
        Each::Secondary => secondary_skills(character, system),
        Each::Advance => character
            .advances
            .iter()
            .enumerate()
            .map(|(i, stat)| {
                let name = system.stats.get(stat).map_or(stat.as_str(), |s| &s.name);
                (Subject::Advance(i), vec![word(name), count(i + 1)])
            })
            .collect(),
        Each::Item => {
            let named = |(place, item): (usize, &Item)| (Subject::Item(place), vec![word(&item.name)]);
            character.items.iter().enumerate().map(named).collect()
        }
        Each::Background => character
            .backgrounds
            .iter()
            .enumerate()
            .map(|(i, b)| {
                let lists: BTreeSet<_> = b.covers.iter().map(|covered| system.list_of(covered)).collect();
                (Subject::Background(i), vec![word(&b.name), count(b.covers.len()), count(lists.len())])
            })
            .collect(),
    })
}

fn skill_choices(character: &Character, system: &System) -> Vec<Asked> {
    let mut subjects = Vec::new();
    for (skill, ranks) in &character.skills {
        let Ranks::Chosen(kinds) = ranks else { continue };
        for (choice, ranks) in kinds {
            let names = vec![
                Value::Symbol(skill.clone()),
                Value::Symbol(choice.clone()),
                Value::Symbol(system.list_of(choice).unwrap_or_default().to_owned()),
                Value::Symbol(system.entry_name(choice).to_owned()),
                Value::whole((*ranks).into()),
            ];
            subjects.push((Subject::SkillPart { skill: skill.clone(), part: choice.clone() }, names));
        }
    }
    subjects
}

fn secondary_skills(character: &Character, system: &System) -> Vec<Asked> {
    let mut subjects = Vec::new();
    for (skill, ranks) in &character.skills {
        let Ranks::WithSecondary { own, secondary } = ranks else { continue };
        for (under, ranks) in secondary {
            let names = vec![
                Value::Symbol(skill.clone()),
                Value::Symbol(under.clone()),
                Value::Symbol(system.entry_name(under).to_owned()),
                Value::whole((*ranks).into()),
                Value::whole((*own).into()),
            ];
            subjects.push((Subject::SkillPart { skill: skill.clone(), part: under.clone() }, names));
        }
    }
    subjects
}

/// The names of a system and those that a condition binds; `item` has those of any item of the system.
pub fn frame_of_each<'a>(system: &'a System, item: &'a ItemFrame<'a>, each: Each) -> Worksheet<'a> {
    let unknown = |(name, _): &(&str, Type)| Value::Unknown((*name).to_owned());
    let ground = match each {
        Each::Item => Ground { frame: item, system, rules: None },
        _ => system.into(),
    };
    bound(ground, each, each.names().iter().map(unknown))
}

/// The names that a condition binds, with their values in order.
fn bound<'a>(ground: impl Into<Ground<'a>>, each: Each, values: impl IntoIterator<Item = Value>) -> Worksheet<'a> {
    let named = each.names().iter().zip(values);
    let bound = named.map(|((name, kind), value)| Bound { name, kind: kind.clone(), value });
    Worksheet::of_names(ground, bound.collect())
}
