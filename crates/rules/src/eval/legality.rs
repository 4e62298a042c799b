//! What makes a character legal: conditions written as formulas, each with its message.
//!
//! **In** the rules in force and a character. **Out** every condition that is broken, with the
//! message filled in. A condition that rests on an unknown value is not held against anyone.

use crate::eval::bill::Workings;
use crate::eval::compute::Evaluator;
use crate::formula::{Depth, Environment, EvalError, Query, Scope, eval};
use crate::model::character::{Character, Ranks};
pub use crate::model::legality::{Each, LegalityRule};
use crate::model::rules::Rules;
use crate::model::system::System;
use crate::value::{Type, Value};
use std::fmt;

/// A broken condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Id of the condition.
    pub id: String,
    /// What to say.
    pub message: String,
    /// The smallest change that would cure it; may be empty.
    pub cure: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// Whether it is only a warning.
    pub is_warning: bool,
    /// Where to point in the character.
    pub subject: Subject,
}

/// A part of a character that a condition is asked of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// All of it.
    Character,
    /// A stat, by id.
    Stat(String),
    /// A skill, by id.
    Skill(String),
    /// A kind of a skill, or a secondary skill under it.
    SkillPart {
        /// Id of the skill.
        skill: String,
        /// Id of the kind or secondary skill.
        part: String,
    },
    /// An advance, by its place.
    Advance(usize),
    /// A background, by its place.
    Background(usize),
    /// A trait, by its place among those taken.
    Trait(usize),
    /// An ability that was built, by its place.
    Ability(usize),
    /// A keyword of one.
    Keyword {
        /// Place of the ability.
        ability: usize,
        /// Place of the keyword in it.
        line: usize,
    },
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character => Ok(()),
            Self::Stat(stat) => write!(f, "stats/{stat}"),
            Self::Skill(skill) => write!(f, "skills/{skill}"),
            Self::SkillPart { skill, part } => write!(f, "skills/{skill}/{part}"),
            Self::Advance(place) => write!(f, "advances/{place}"),
            Self::Background(place) => write!(f, "backgrounds/{place}"),
            Self::Trait(place) => write!(f, "traits/{place}"),
            Self::Ability(place) => write!(f, "built/{place}"),
            Self::Keyword { ability, line } => write!(f, "built/{ability}/{line}"),
        }
    }
}

/// Every condition that the character breaks, every trait whose prerequisite it did not meet, and every requirement
/// that an ability built by it breaks.
///
/// # Errors
/// When a value that a condition needs cannot be computed.
pub fn violations(rules: &Rules, character: &Character) -> Result<Vec<Violation>, EvalError> {
    let evaluator = Evaluator::new(rules, character);
    let mut found = Vec::new();
    for rule in &rules.system().legality {
        for (subject, names) in subjects(rule.each, &evaluator)? {
            let env = WithNames { inner: &evaluator, names };
            let place = |e: EvalError| e.in_value(&rule.id);
            if eval(&rule.require.expr, &env).map_err(place)? == Value::Truth(false) {
                found.push(Violation {
                    id: rule.id.clone(),
                    message: rule.message.fill(&env).map_err(place)?,
                    cure: String::new(),
                    rule: rule.rule.clone(),
                    is_warning: rule.is_warning,
                    subject,
                });
            }
        }
    }
    found.extend(crate::eval::traits::violations(rules, character)?);
    for (place, ability) in character.built.iter().enumerate() {
        let Some(workings) = Workings::new(&evaluator, ability) else { continue };
        found.extend(workings.breaches()?.into_iter().map(|breach| Violation {
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

type Names = Vec<(&'static str, Value)>;

fn subjects(each: Each, evaluator: &Evaluator) -> Result<Vec<(Subject, Names)>, EvalError> {
    let character = evaluator.character();
    let system = evaluator.rules().system();
    let word = |text: &str| Value::Word(text.to_owned());
    let count = |n: usize| Value::whole(i64::try_from(n).unwrap_or(i64::MAX));
    Ok(match each {
        Each::Character => vec![(Subject::Character, Vec::new())],
        Each::Stat => {
            let mut subjects = Vec::new();
            for (id, stat) in &system.stats {
                let creation = character.stats.get(id).map_or(Value::Unknown(id.clone()), |n| Value::whole(*n));
                let base = evaluator.value(&format!("{id}.base"))?;
                let names = vec![
                    ("name", word(&stat.name)),
                    ("creation", creation),
                    ("base", base),
                    ("total", evaluator.value(id)?),
                ];
                subjects.push((Subject::Stat(id.clone()), names));
            }
            subjects
        }
        Each::Skill => character
            .skills
            .iter()
            .map(|(id, ranks)| {
                let names = vec![
                    ("name", word(system.entry_name(id))),
                    ("ranks", Value::whole(ranks.own().into())),
                    ("secondary", Value::whole(ranks.secondary().into())),
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
                (Subject::Advance(i), vec![("name", word(name)), ("place", count(i + 1))])
            })
            .collect(),
        Each::Background => character
            .backgrounds
            .iter()
            .enumerate()
            .map(|(i, b)| (Subject::Background(i), vec![("name", word(&b.name)), ("entries", count(b.covers.len()))]))
            .collect(),
    })
}

fn skill_choices(character: &Character, system: &System) -> Vec<(Subject, Names)> {
    let mut subjects = Vec::new();
    for (skill, ranks) in &character.skills {
        let Ranks::Chosen(kinds) = ranks else { continue };
        for (choice, ranks) in kinds {
            let names = vec![
                ("skill", Value::Word(skill.clone())),
                ("choice", Value::Word(choice.clone())),
                ("list", Value::Word(system.list_of(choice).unwrap_or_default().to_owned())),
                ("name", Value::Word(system.entry_name(choice).to_owned())),
                ("ranks", Value::whole((*ranks).into())),
            ];
            subjects.push((Subject::SkillPart { skill: skill.clone(), part: choice.clone() }, names));
        }
    }
    subjects
}

fn secondary_skills(character: &Character, system: &System) -> Vec<(Subject, Names)> {
    let mut subjects = Vec::new();
    for (skill, ranks) in &character.skills {
        let Ranks::WithSecondary { own, secondary } = ranks else { continue };
        for (under, ranks) in secondary {
            let names = vec![
                ("skill", Value::Word(skill.clone())),
                ("choice", Value::Word(under.clone())),
                ("name", Value::Word(system.entry_name(under).to_owned())),
                ("ranks", Value::whole((*ranks).into())),
                ("own", Value::whole((*own).into())),
            ];
            subjects.push((Subject::SkillPart { skill: skill.clone(), part: under.clone() }, names));
        }
    }
    subjects
}

/// The names of a system and those that a condition binds.
pub struct LegalityScope<'a> {
    /// The system.
    pub system: &'a System,
    /// What the condition is asked of.
    pub each: Each,
}

impl Scope for LegalityScope<'_> {
    fn type_of(&self, name: &str) -> Option<Type> {
        let bound = self.each.names().iter().find(|(bound, _)| *bound == name);
        bound.map(|(_, t)| t.clone()).or_else(|| self.system.type_of(name))
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.each.names().iter().map(|(name, _)| (*name).to_owned()).collect();
        names.extend(self.system.names());
        names
    }

    fn check_query(
        &self,
        query: Query,
        words: &[(String, std::ops::Range<usize>)],
    ) -> Result<Type, crate::formula::FormulaError> {
        self.system.check_query(query, words)
    }

    fn field_type(
        &self,
        action: &(String, std::ops::Range<usize>),
        field: &(String, std::ops::Range<usize>),
    ) -> Result<Type, crate::formula::FormulaError> {
        self.system.field_type(action, field)
    }
}

struct WithNames<'a> {
    inner: &'a Evaluator<'a>,
    names: Names,
}

impl Environment for WithNames<'_> {
    fn depth(&self) -> &Depth {
        self.inner.depth()
    }

    fn value(&self, name: &str) -> Result<Value, EvalError> {
        match self.names.iter().find(|(bound, _)| *bound == name) {
            Some((_, value)) => Ok(value.clone()),
            None => self.inner.value(name),
        }
    }

    fn query(&self, query: Query, words: &[&str]) -> Result<Value, EvalError> {
        self.inner.query(query, words)
    }

    fn wielded(&self, action: &str, field: &str) -> Result<Option<Value>, EvalError> {
        self.inner.wielded(action, field)
    }
}
