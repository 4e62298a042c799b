//! From a character to every value it has, each with its terms.
//!
//! **In** the rules in force and one character. **Out** [`Computed`] values, worked out once each
//! and on demand, so the order in which formulas are written does not matter.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use crate::bill::Workings;
use crate::character::{Character, Extent, Item, Modifier, Ranks};
use crate::formula::{Environment, EvalError, Query, Term, eval, explain};
use crate::formula::{Input, add};
use crate::lasting::additions;
use crate::number::Number;
use crate::rules::Rules;
use crate::system::{ABILITY_TOTAL, ITEM_TOTAL, RULING, SECONDARY_TOTAL, in_force};
use crate::traits::{held, times};
use crate::value::Value;

/// A value and the terms that add up to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computed {
    /// The value.
    pub value: Value,
    /// What it is made of. For numbers and dice, the sum of these is the value.
    pub terms: Vec<Term>,
}

/// Computes the values of one character.
pub struct Evaluator<'a> {
    rules: &'a Rules,
    character: &'a Character,
    done: RefCell<BTreeMap<String, Rc<Computed>>>,
    active: RefCell<Vec<String>>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator with nothing computed yet.
    #[must_use]
    pub fn new(rules: &'a Rules, character: &'a Character) -> Self {
        Self { rules, character, done: RefCell::default(), active: RefCell::default() }
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// The character.
    #[must_use]
    pub fn character(&self) -> &'a Character {
        self.character
    }

    /// A stat (`power`, `power.base`) or value (`hp_max`, `strike.accuracy`) with its terms.
    ///
    /// # Errors
    /// When its formula cannot be computed for this character, or needs itself through a modifier.
    pub fn computed(&self, name: &str) -> Result<Rc<Computed>, EvalError> {
        if let Some(done) = self.done.borrow().get(name) {
            return Ok(Rc::clone(done));
        }
        if self.active.borrow().iter().any(|active| active == name) {
            let path = self.active.borrow().join(" \u{2192} ");
            return Err(
                EvalError::new(&(0..0), format!("{path} \u{2192} {name} goes round in a circle")).in_value(name)
            );
        }
        self.active.borrow_mut().push(name.to_owned());
        let computed = self.compute(name).map_err(|e| e.in_value(name));
        self.active.borrow_mut().pop();
        let computed = Rc::new(computed?);
        self.done.borrow_mut().insert(name.to_owned(), Rc::clone(&computed));
        Ok(computed)
    }

    fn compute(&self, name: &str) -> Result<Computed, EvalError> {
        let mut terms = match (self.rules.formula(name), name.strip_suffix(".base")) {
            (Some(formula), _) => explain(formula, self, self.rules)?.1,
            (None, Some(stat)) => self.base_terms(stat)?,
            (None, None) => self.base_terms(name)?,
        };
        // What items and effects add to a stat is not part of its base. No modifier is ever `to` a base.
        self.add_modifiers(name, &mut terms)?;
        let value = sum(&terms).map_err(|message| EvalError::new(&(0..0), message))?;
        self.check_whole(name, &value)?;
        Ok(Computed { value, terms })
    }

    fn check_whole(&self, name: &str, value: &Value) -> Result<(), EvalError> {
        let may_be_fraction = self.rules.system().values.get(name).is_some_and(|v| v.may_be_fraction);
        let at = self.rules.formula(name).map_or(0..0, |f| f.at.clone());
        check_whole(value, may_be_fraction, &at)
    }

    /// A stat without what items and effects add: creation, then advances.
    fn base_terms(&self, stat: &str) -> Result<Vec<Term>, EvalError> {
        let abbr = self.rules.system().stats.get(stat).map_or(stat, |s| &s.abbr);
        let Some(creation) = self.character.stats.get(stat) else {
            return Ok(vec![plain_term(stat, abbr, Value::Unknown(stat.to_owned()))]);
        };
        let mut terms = vec![plain_term(stat, "creation", Value::whole(*creation))];
        let advances = self.character.advances.iter().filter(|advanced| *advanced == stat).count();
        if let (Some(bonus), true) = (&self.rules.system().advance_value, advances > 0) {
            let bonus = self.value(bonus)?;
            for _ in 0..advances {
                terms.push(plain_term("advance", "advance", bonus.clone()));
            }
        }
        Ok(terms)
    }

    fn add_modifiers(&self, name: &str, terms: &mut Vec<Term>) -> Result<(), EvalError> {
        for (source, modifier) in self.modifiers() {
            if modifier.to == name {
                let value = eval(&self.rules.fold(&modifier.add.expr), self)?;
                terms.push(plain_term(source, source, value));
            }
        }
        if self.character.built.is_empty() {
            return Ok(());
        }
        for lasting in additions(self, Some(name))?.iter().filter(|lasting| lasting.replaced_by.is_none()) {
            terms.push(plain_term(&lasting.ability.name, &lasting.ability.name, lasting.value(self)?));
        }
        Ok(())
    }

    fn modifiers(&self) -> impl Iterator<Item = (&'a str, &'a Modifier)> {
        let character = self.character;
        let items = character.items.iter().flat_map(|i| i.modifiers.iter().map(|m| (i.name.as_str(), m)));
        let abilities = character.abilities.iter().flat_map(|a| a.modifiers.iter().map(|m| (a.name.as_str(), m)));
        let known = &self.rules.system().conditions;
        let conditions = in_force(self.rules.system(), character).into_iter().filter_map(|id| known.get(id));
        let conditions = conditions.flat_map(|c| c.modifiers.iter().map(|m| (c.name.as_str(), m)));
        let choices = &self.rules.system().choices;
        let options = choices.iter().filter_map(|(id, choice)| choice.options.get(character.choices.get(id)?));
        let options = options.flat_map(|o| o.modifiers.iter().map(|m| (o.name.as_str(), m)));
        let traits = character.traits.iter().filter_map(|taken| self.rules.system().traits.get(&taken.id));
        let traits = traits.flat_map(|def| def.adds.iter().map(|m| (def.name.as_str(), m)));
        options.chain(traits).chain(items).chain(abilities).chain(conditions)
    }

    /// An action's id, its own tags, and the tags of what is held for it; for anything else the word itself.
    fn tags(&self, word: &str) -> Vec<&str> {
        let mut tags = vec![];
        if let Some((id, action)) = self.rules.system().actions.get_key_value(word) {
            tags.push(id.as_str());
            tags.extend(action.tags.iter().map(String::as_str));
            tags.extend(
                self.character.wielded(word).into_iter().flat_map(|i: &Item| i.tags.iter().map(String::as_str)),
            );
        }
        tags.sort_unstable();
        tags.dedup();
        tags
    }

    fn rank(&self, skill: &str, kind: Option<&str>) -> u32 {
        match (self.character.skills.get(skill), kind) {
            (None, _) => 0,
            (Some(ranks), None) => ranks.own(),
            (Some(Ranks::WithSecondary { secondary, .. }), Some(under)) => secondary.get(under).copied().unwrap_or(0),
            // Where no rank in a secondary skill was bought, the file may say the skill's own alone.
            (Some(Ranks::Plain(_)), Some(_)) if !self.rules.system().skills[skill].secondary.is_empty() => 0,
            (Some(Ranks::Plain(ranks)), Some(_)) => *ranks,
            (Some(Ranks::Chosen(kinds)), Some(kind)) => {
                let tags = self.tags(kind);
                let matches = |k: &str| k == kind || tags.contains(&k);
                kinds.iter().filter(|(k, _)| matches(k)).map(|(_, n)| *n).fold(0, u32::saturating_add)
            }
        }
    }

    fn is_trained(&self, word: &str) -> bool {
        let tags = self.tags(word);
        self.character.backgrounds.iter().flat_map(|b| &b.covers).any(|c| c == word || tags.contains(&c.as_str()))
    }

    fn count(&self, word: &str) -> usize {
        let character = self.character;
        match word {
            "backgrounds" => character.backgrounds.len(),
            "languages" => character.languages.len(),
            "advances" => character.advances.len(),
            "items" => character.items.len(),
            "abilities" => character.abilities.len() + character.built.len(),
            "conditions" => character.conditions.len(),
            _ => {
                let mut covered: Vec<&String> = character.backgrounds.iter().flat_map(|b| &b.covers).collect();
                let all = covered.len();
                covered.sort();
                covered.dedup();
                all - covered.len()
            }
        }
    }

    fn total(&self, word: &str) -> Result<Value, EvalError> {
        let character = self.character;
        if let Some(field) = word.strip_prefix(ITEM_TOTAL) {
            let fields = character.items.iter().filter_map(|item| item.fields.get(field));
            return summed(word, fields.map(|formula| eval(&self.rules.fold(&formula.expr), self)));
        }
        if let Some(name) = word.strip_prefix(ABILITY_TOTAL) {
            let workings = character.built.iter().filter_map(|ability| Workings::new(self, ability));
            return summed(word, workings.map(|workings| workings.value_of(name)));
        }
        let skills = || character.skills.values();
        if let Some(skill) = word.strip_prefix(SECONDARY_TOTAL) {
            return Ok(Value::whole(character.skills.get(skill).map_or(0, Ranks::secondary).into()));
        }
        Ok(Value::whole(match word {
            "primary" => skills().map(|r| i64::from(r.own())).sum(),
            "secondary" => skills().map(|r| i64::from(r.secondary())).sum(),
            "stats" => character.stats.values().copied().fold(0, i64::saturating_add),
            "weight" => character.items.iter().map(|i| i64::from(i.weight)).sum(),
            _ => {
                let skills: i64 = skills().map(|r| i64::from(r.total())).sum();
                skills + character.languages.iter().map(|l| i64::from(l.ranks)).sum::<i64>()
            }
        }))
    }
}

/// The sum of numbers. Values of abilities have a type only for each ability, so that only here it is seen what they are.
fn summed(word: &str, mut values: impl Iterator<Item = Result<Value, EvalError>>) -> Result<Value, EvalError> {
    values.try_fold(Value::whole(0), |sum, value| {
        let value = value?;
        if !matches!(value, Value::Number(_) | Value::Unknown(_)) {
            return Err(EvalError::new(&(0..0), format!("`{word}` is {value} here, and only numbers have a total")));
        }
        add(&sum, &value).map_err(|error| EvalError::new(&(0..0), error.to_string()))
    })
}

fn count_of(how_many: usize) -> Number {
    Number::whole(i64::try_from(how_many).unwrap_or(i64::MAX))
}

/// Refuses a fraction where none may be.
pub(crate) fn check_whole(value: &Value, may_be_fraction: bool, at: &Range<usize>) -> Result<(), EvalError> {
    let is_fraction = match value {
        Value::Number(number) => !number.is_whole(),
        Value::Dice(dice) => !dice.flat().is_whole(),
        Value::Truth(_) | Value::Word(_) | Value::Unknown(_) => false,
    };
    if is_fraction && !may_be_fraction {
        let message = format!("this comes out as {value}, which is no whole number; use `floor` or `ceil`");
        return Err(EvalError::new(at, message));
    }
    Ok(())
}

fn plain_term(name: &str, label: &str, value: Value) -> Term {
    let text = if value.is_unknown() { label.to_owned() } else { format!("{label} {value}") };
    Term { name: name.to_owned(), label: label.to_owned(), text, value, inputs: Vec::<Input>::new() }
}

fn sum(terms: &[Term]) -> Result<Value, String> {
    let (first, rest) = terms.split_first().expect("every value has a term");
    let mut sum = first.value.clone();
    for term in rest {
        sum = add(&sum, &term.value).map_err(|e| e.to_string())?;
    }
    Ok(sum)
}

impl Environment for Evaluator<'_> {
    fn value(&self, name: &str) -> Result<Value, EvalError> {
        let system = self.rules.system();
        if let Some(value) = self.character.set.get(name) {
            return Ok(value.clone());
        }
        let unknown = || Value::Unknown(name.to_owned());
        if let Some(ruling) = name.strip_prefix(RULING) {
            return Ok(self.rules.chosen(ruling).map_or_else(unknown, |option| Value::Word(option.to_owned())));
        }
        if system.inputs.contains_key(name) {
            let given = self.character.inputs.get(name).copied();
            let given = given.or_else(|| system.inputs[name].default.filter(|_| !self.character.is_blank()));
            return Ok(given.map_or_else(unknown, Value::whole));
        }
        if system.choices.contains_key(name) {
            return Ok(self.character.choices.get(name).map_or_else(unknown, |o| Value::Word(o.clone())));
        }
        if let Some((head, field)) = name.split_once('.') {
            if let Some(choice) = system.choices.get(head) {
                let option = self.character.choices.get(head).and_then(|o| choice.options.get(o));
                return Ok(match (option, field) {
                    (None, _) => unknown(),
                    (Some(option), "name") => Value::Word(option.name.clone()),
                    (Some(option), field) => option.values.get(field).map_or_else(unknown, |n| Value::Number(*n)),
                });
            }
        }
        Ok(self.computed(name)?.value.clone())
    }

    fn query(&self, query: Query, words: &[&str]) -> Result<Value, EvalError> {
        if self.character.extent == Extent::Blank {
            return Ok(Value::Unknown(words[0].to_owned()));
        }
        if query == Query::Total {
            return self.total(words[0]);
        }
        Ok(Value::Number(match query {
            Query::Rank => Number::whole(self.rank(words[0], words.get(1).copied()).into()),
            Query::Trained => Number::whole(self.is_trained(words[0]).into()),
            Query::Count => count_of(self.count(words[0])),
            Query::Times => count_of(times(self.character, words[0], words.get(1).copied())),
            Query::Held => count_of(held(self.rules.system(), self.character, words[0], words.len() > 1)),
            // Totals are answered above; the check lets the others stand only in formulas of abilities, which answer
            // them themselves.
            Query::Total | Query::Bought | Query::Summed => Number::ZERO,
        }))
    }

    fn wielded(&self, action: &str, field: &str) -> Result<Option<Value>, EvalError> {
        if self.character.extent == Extent::Blank {
            return Ok(Some(Value::Unknown(field.to_owned())));
        }
        let formula = self.character.wielded(action).and_then(|item| item.fields.get(field));
        formula.map(|f| eval(&self.rules.fold(&f.expr), self)).transpose()
    }
}
