//! How far a character is made: what the creation rules give, and how much of it is taken.

use super::creation::{Creation, Part, StatSource};
use crate::eval::compute::Evaluator;
use crate::formula::{EvalError, EvalFault, Formula, eval};
use crate::model::character::Character;
use crate::model::rules::Rules;
use crate::value::Value;

/// A part of a character that the creation rules bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Given {
    /// Stats.
    Stats,
    /// Advances.
    Advances,
    /// Backgrounds.
    Backgrounds,
    /// Traits.
    Traits,
    /// Traits, as many as somebody may have.
    TraitsAllowed,
    /// Ranks in secondary skills.
    Secondary,
    /// Ranks in skills.
    Ranks,
    /// Languages.
    Languages,
    /// The weight that a person carries.
    Load,
    /// Abilities.
    Abilities,
}

/// How much of something is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What.
    pub given: Given,
    /// The background that it is about, by its place.
    pub background: Option<usize>,
    /// How far it is.
    pub amount: Amount,
}

/// How far something is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// So many of so many.
    Of {
        /// Taken.
        done: i64,
        /// Given.
        goal: i64,
        /// Whether less is as good.
        is_limit: bool,
    },
    /// So many of these numbers, each of which goes to one stat.
    Numbers {
        /// Handed out.
        done: usize,
        /// The numbers.
        numbers: Vec<i64>,
    },
    /// Dice that are thrown for each stat: nobody can tell afterwards.
    Roll {
        /// The dice.
        dice: Value,
        /// How often they are thrown.
        times: usize,
        /// Whether more than two thirds of the stats are alike, as all are before anybody has thrown.
        is_alike: bool,
    },
}

impl Creation {
    /// How far a character is made, in the order in which one is made.
    ///
    /// # Errors
    /// Where a formula of these rules cannot be computed for the character.
    pub fn progress(&self, rules: &Rules, character: &Character) -> Result<Vec<Progress>, EvalError> {
        let amount = |part: Part| self.formula(part).map(|formula| number_for(rules, character, formula)).transpose();
        let mut all = Vec::new();
        let mut add = |given: Given, amount: Amount| all.push(Progress { given, background: None, amount });
        let of = |done: i64, goal: i64| Amount::Of { done, goal: goal.max(0), is_limit: false };
        let at_most = |done: i64, goal: i64| Amount::Of { done, goal: goal.max(0), is_limit: true };
        if let Some(stats) = self.stats_of(rules, character)? {
            add(Given::Stats, stats);
        }
        if let Some(goal) = amount(Part::Advances)? {
            add(Given::Advances, of(count(character.advances.len()), goal));
        }
        if let Some(goal) = amount(Part::Backgrounds)? {
            add(Given::Backgrounds, of(count(character.backgrounds.len()), goal));
        }
        if let Some(goal) = amount(Part::BackgroundEntries)? {
            for (place, background) in character.backgrounds.iter().enumerate() {
                let amount = of(count(background.covers.len()), goal);
                all.push(Progress { given: Given::Backgrounds, background: Some(place), amount });
            }
        }
        let mut add = |given: Given, amount: Amount| all.push(Progress { given, background: None, amount });
        let languages = character.languages.iter().map(|language| i64::from(language.ranks)).sum::<i64>();
        if let Some(goal) = amount(Part::RankBudget)? {
            let done = match amount(Part::RanksSpent)? {
                Some(spent) => spent,
                // Languages take ranks as well.
                None => {
                    character.skills.values().map(|ranks| i64::from(ranks.own())).fold(languages, i64::saturating_add)
                }
            };
            let least = amount(Part::RanksLeast)?.unwrap_or(goal);
            add(Given::Ranks, if (least..goal).contains(&done) { at_most(done, goal) } else { of(done, goal) });
        }
        if let Some(goal) = amount(Part::SecondaryBudget)? {
            let bought =
                || character.skills.values().map(|ranks| i64::from(ranks.secondary())).fold(0, i64::saturating_add);
            add(Given::Secondary, of(amount(Part::SecondarySpent)?.unwrap_or_else(bought), goal));
        }
        if let Some(free) = amount(Part::LanguagesFree)? {
            // Further ones cost ranks, which are counted above: nobody has to learn them.
            let spoken = count(character.languages.len());
            add(Given::Languages, of(spoken.min(free.max(0)), free));
        }
        let taken = count(character.traits.len());
        if let Some(most) = self.traits_allowed(rules, character)? {
            add(Given::TraitsAllowed, at_most(taken, most));
        } else if let Some(goal) = amount(Part::Traits)? {
            add(Given::Traits, of(taken, goal));
        }
        if let (Some(used), Some(room)) = (amount(Part::AbilitiesUsed)?, amount(Part::AbilitiesRoom)?) {
            add(Given::Abilities, at_most(used, room));
        }
        if let (Some(carried), Some(limit)) = (amount(Part::LoadCarried)?, amount(Part::LoadLimit)?) {
            add(Given::Load, at_most(carried, limit));
        }
        Ok(all)
    }

    /// How many traits somebody may have; none where nobody has said so.
    fn traits_allowed(&self, rules: &Rules, character: &Character) -> Result<Option<i64>, EvalError> {
        let Some(formula) = self.formula(Part::TraitsAllowed) else { return Ok(None) };
        match number_for(rules, character, formula) {
            Err(error) if matches!(*error.fault, EvalFault::Undecided { .. }) => Ok(None),
            most => most.map(Some),
        }
    }

    /// How stats come about; none where that gives no dice to this character.
    fn stats_of(&self, rules: &Rules, character: &Character) -> Result<Option<Amount>, EvalError> {
        Ok(Some(match &self.stats {
            StatSource::Roll(dice) => match value_for(rules, character, dice)? {
                dice @ Value::Dice(_) => {
                    let (times, stats) = (rules.system().stats.len(), &character.stats);
                    let alike = |stat| stats.values().filter(|other| *other == stat).count();
                    let most = stats.values().map(alike).max().unwrap_or_default();
                    Amount::Roll { dice, times, is_alike: most > 1 && most * 3 > stats.len() * 2 }
                }
                _ => return Ok(None),
            },
            StatSource::Array(numbers) => {
                let mut left = numbers.clone();
                for stat in character.stats.values() {
                    if let Some(place) = left.iter().position(|number| number == stat) {
                        left.swap_remove(place);
                    }
                }
                Amount::Numbers { done: numbers.len() - left.len(), numbers: numbers.clone() }
            }
            StatSource::Pool(pool) => Amount::Of {
                done: character.stats.values().copied().fold(0, i64::saturating_add),
                goal: number_for(rules, character, &pool.points)?,
                is_limit: false,
            },
        }))
    }
}

/// What a formula of the creation rules evaluates to for a character.
pub(super) fn value_for(rules: &Rules, character: &Character, formula: &Formula) -> Result<Value, EvalError> {
    match eval(&rules.fold(&formula.expr), &Evaluator::new(rules, character))? {
        Value::Unknown(name) => {
            let formula_text = formula.text.clone();
            Err(EvalError::new(&formula.expr.at, EvalFault::Undecided { formula: formula_text, name }))
        }
        known => Ok(known),
    }
}

/// The same as a whole number, rounded down.
pub(super) fn number_for(rules: &Rules, character: &Character, formula: &Formula) -> Result<i64, EvalError> {
    let value = value_for(rules, character, formula)?;
    value.as_number().and_then(|number| number.floor().to_i64()).ok_or_else(|| {
        let fault = EvalFault::NumberNeeded { formula: formula.text.clone(), value: value.clone() };
        EvalError::new(&formula.expr.at, fault)
    })
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
