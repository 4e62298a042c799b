//! From a character to every value it has, each with its terms.
//!
//! **In** the rules in force and one character. **Out** values and [`Computed`] values with their terms. Each is evaluated
//! once and on demand, and what it needs before it, so that the order in which formulas are written does not matter and
//! a chain of values takes no more of the stack than one: [`needs`]. [`queries`] answers queries such as `rank('stealth')`.
//! What was evaluated can be [kept](Values) for the next evaluator of the same character.

mod kept;
mod needs;
mod queries;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

use super::computed::require_whole;
pub use super::computed::{Computed, MOST_TERMS};
use super::ground::Ground;
use super::memo::Memo;
use super::worksheet::Worksheet;
use crate::eval::in_force;
use crate::eval::passive::{Possible, additions, possible_additions};
use crate::formula::{Depth, EvalError, Frame, Input, Query, Summand, Term, add, eval, explain};
use crate::model::character::{Character, Modifier, Retagged};
use crate::model::rules::Rules;
use crate::model::system::{RULING, stat_of};
use crate::value::Value;
pub use kept::Values;

/// The most terms that are cached: some ten megabytes.
const MOST_TERMS_KEPT: usize = 20_000;
/// Computes the values of one character.
pub struct Evaluator<'a> {
    rules: &'a Rules,
    character: &'a Character,
    /// Values without their terms, which are many times as large and rarely needed; or why there is no value.
    memo: Memo<String>,
    done: RefCell<BTreeMap<String, Arc<Computed>>>,
    terms_kept: Cell<usize>,
    /// Queries as they are written, and their answers.
    answers: RefCell<BTreeMap<String, Option<Value>>>,
    depth: Depth,
    /// What raises or lowers values, by what it is added to, each with the name of what it comes from.
    modifiers: BTreeMap<&'a str, Vec<(&'a str, &'a Modifier)>>,
    possible: OnceCell<BTreeMap<String, Vec<Possible>>>,
    of_abilities: OnceCell<Vec<String>>,
}

/// Whether a value says only how many dice another has more or fewer.
fn is_change(value: &Value) -> bool {
    matches!(value, Value::Dice(dice) if dice.change_alone().is_some())
}

impl<'a> Evaluator<'a> {
    /// An evaluator with nothing computed yet.
    pub fn new(rules: &'a Rules, character: &'a Character) -> Self {
        Self {
            rules,
            character,
            memo: Memo::new(true),
            done: RefCell::default(),
            terms_kept: Cell::new(0),
            answers: RefCell::default(),
            depth: Depth::default(),
            modifiers: modifiers(rules, character),
            possible: OnceCell::new(),
            of_abilities: OnceCell::new(),
        }
    }

    /// The rules in force.
    pub fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// The character.
    pub fn character(&self) -> &'a Character {
        self.character
    }

    /// A stat (`power`, `power.base`, `power.creation`) or value (`hp_max`, `strike.accuracy`) with its terms.
    ///
    /// # Errors
    /// When its formula cannot be computed for this character, or needs itself through a modifier.
    pub fn computed(&self, name: &str) -> Result<Arc<Computed>, EvalError> {
        if let Some(done) = self.done.borrow().get(name) {
            return Ok(Arc::clone(done));
        }
        let value = self.known(name)?;
        let terms = self.terms(name).map_err(|error| error.in_value(name))?;
        let computed = Arc::new(Computed { value, terms });
        let kept = self.terms_kept.get() + computed.terms.len();
        if kept <= MOST_TERMS_KEPT {
            self.terms_kept.set(kept);
            self.done.borrow_mut().insert(name.to_owned(), Arc::clone(&computed));
        }
        Ok(computed)
    }

    fn terms(&self, name: &str) -> Result<Vec<Term>, EvalError> {
        let mut terms = match self.rules.formula(name) {
            Some(formula) => explain(formula, self)?.1,
            None => self.base_terms(name)?,
        };
        terms.extend(self.added(name)?.into_iter().map(|(source, value)| plain_term(source, source, value)));
        sum(terms.iter().map(|term| &term.value))?;
        Ok(terms)
    }

    /// A stat or value without its terms. All that it needs is evaluated before it.
    fn known(&self, name: &str) -> Result<Value, EvalError> {
        if let Some(known) = self.memo.get(name) {
            return known;
        }
        self.memo.find(&name.to_owned(), &self.depth, |name| self.needs(name), &|name| self.evaluate(name))
    }

    /// Evaluates a query, unless it needs itself.
    fn within<T>(&self, asked: &String, evaluate: impl FnOnce() -> Result<T, EvalError>) -> Result<T, EvalError> {
        self.memo.within(asked, &self.depth, evaluate)
    }
    fn evaluate(&self, name: &str) -> Result<Value, EvalError> {
        let own = match self.rules.formula(name) {
            Some(formula) => eval(formula, self)?,
            None => sum(self.base_terms(name)?.iter().map(|term| &term.value))?,
        };
        // What items and effects add to a stat is not part of its base. No modifier is ever `to` a base.
        let added = self.added(name)?;
        let value = match sum(std::iter::once(&own).chain(added.iter().map(|(_, value)| value)))? {
            Value::Dice(dice) if !is_change(&own) => Value::Dice(dice.complete()),
            value => value,
        };
        self.require_whole(name, &value)?;
        Ok(value)
    }

    fn require_whole(&self, name: &str, value: &Value) -> Result<(), EvalError> {
        let may_be_fraction = self.rules.system().values.get(name).is_some_and(|v| v.may_be_fraction);
        let at = self.rules.formula(name).map_or(0..0, |f| f.at.clone());
        require_whole(value, may_be_fraction, &at)
    }

    /// A stat without what items and effects add: creation, then advances, unless creation alone is named.
    fn base_terms(&self, name: &str) -> Result<Vec<Term>, EvalError> {
        let stat = stat_of(name);
        let is_creation = name.ends_with(".creation");
        let abbr = self.rules.system().stats.get(stat).map_or(stat, |s| &s.abbr);
        let Some(creation) = self.character.stats.get(stat) else {
            return Ok(vec![plain_term(stat, abbr, Value::Unknown(stat.to_owned()))]);
        };
        let mut terms = vec![plain_term(stat, "creation", Value::whole(*creation))];
        let advances = self.character.advances.iter().filter(|advanced| *advanced == stat).count();
        if let (Some(bonus), true) = (&self.rules.system().advance_value, advances > 0 && !is_creation) {
            let bonus = self.value(bonus)?;
            for _ in 0..advances {
                terms.push(plain_term("advance", "advance", bonus.clone()));
            }
        }
        Ok(terms)
    }

    /// What items, effects and abilities add to a value, and which of them.
    fn added(&self, name: &str) -> Result<Vec<(&'a str, Value)>, EvalError> {
        let mut added = Vec::new();
        for (source, modifier) in self.modifiers_of(name) {
            added.push((*source, eval(&self.rules.fold(&modifier.add.expr), self)?));
        }
        let mut sheet: Option<(usize, Worksheet<'_>)> = None;
        for bonus in additions(self, Some(name))?.iter().filter(|bonus| bonus.replaced_by.is_none()) {
            if sheet.as_ref().is_none_or(|(place, _)| *place != bonus.place) {
                sheet = Worksheet::ability(self, bonus.ability).map(|sheet| (bonus.place, sheet));
            }
            let value = match &sheet {
                Some((_, sheet)) => bonus.value(sheet)?,
                None => Value::Unknown(name.to_owned()),
            };
            added.push((bonus.ability.name.as_str(), value));
        }
        Ok(added)
    }

    /// What abilities may add, by what it is added to.
    pub(crate) fn possible_additions(&self) -> &BTreeMap<String, Vec<Possible>> {
        self.possible.get_or_init(|| possible_additions(self.rules, self.character))
    }

    fn modifiers_of(&self, name: &str) -> &[(&'a str, &'a Modifier)] {
        self.modifiers.get(name).map_or(&[], Vec::as_slice)
    }
}

fn modifiers<'a>(rules: &'a Rules, character: &'a Character) -> BTreeMap<&'a str, Vec<(&'a str, &'a Modifier)>> {
    let system = rules.system();
    let options = system.choices.iter().filter_map(|(id, choice)| choice.options.get(character.choices.get(id)?));
    let options = options.flat_map(|o| o.modifiers.iter().map(|m| (o.name.as_str(), m)));
    let traits = character.traits.iter().filter_map(|taken| system.traits.get(&taken.id));
    let traits = traits.flat_map(|def| def.adds.iter().map(|m| (def.name.as_str(), m)));
    let items = character.items.iter().flat_map(|i| i.modifiers.iter().map(|m| (i.name.as_str(), m)));
    let abilities = character.abilities.iter().flat_map(|a| a.modifiers.iter().map(|m| (a.name.as_str(), m)));
    let conditions = in_force(system, character).into_iter().filter_map(|id| system.conditions.get(id));
    let conditions = conditions.flat_map(|c| c.modifiers.iter().map(|m| (c.name.as_str(), m)));
    let mut by_name: BTreeMap<&str, Vec<(&str, &Modifier)>> = BTreeMap::new();
    for (source, modifier) in options.chain(traits).chain(items).chain(abilities).chain(conditions) {
        by_name.entry(&modifier.to).or_default().push((source, modifier));
    }
    by_name
}

fn plain_term(name: &str, label: &str, value: Value) -> Term {
    let text = if value.is_unknown() { label.to_owned() } else { format!("{label} {value}") };
    let said = Summand::named(&value.printed().map_or_else(|| label.to_owned(), |value| format!("{label} {value}")));
    Term { name: name.to_owned(), label: label.to_owned(), text, said, value, inputs: Vec::<Input>::new() }
}

fn sum<'v>(values: impl IntoIterator<Item = &'v Value>) -> Result<Value, EvalError> {
    let mut values = values.into_iter();
    let first = values.next().cloned().unwrap_or(Value::whole(0));
    values.try_fold(first, |sum, value| add(&sum, value)).map_err(EvalError::whole)
}

impl<'a> From<&'a Evaluator<'_>> for Ground<'a> {
    fn from(evaluator: &'a Evaluator<'_>) -> Self {
        Self::new(evaluator, evaluator.rules)
    }
}

impl Frame for Evaluator<'_> {
    fn parent(&self) -> Option<&dyn Frame> {
        Some(self.rules)
    }

    fn value(&self, name: &str) -> Result<Value, EvalError> {
        let system = self.rules.system();
        if let Some(value) = self.character.set.get(name) {
            return Ok(value.clone());
        }
        let unknown = || Value::Unknown(name.to_owned());
        if let Some(ruling) = name.strip_prefix(RULING) {
            return Ok(self.rules.chosen(ruling).map_or_else(unknown, |option| Value::Symbol(option.to_owned())));
        }
        if system.inputs.contains_key(name) {
            let given = self.character.inputs.get(name).copied();
            let given = given.or_else(|| system.inputs[name].default.filter(|_| !self.character.is_blank()));
            return Ok(given.map_or_else(unknown, Value::whole));
        }
        if system.choices.contains_key(name) {
            return Ok(self.character.choices.get(name).map_or_else(unknown, |o| Value::Symbol(o.clone())));
        }
        if let Some((head, field)) = name.split_once('.')
            && let Some(choice) = system.choices.get(head)
        {
            let option = self.character.choices.get(head).and_then(|o| choice.options.get(o));
            return Ok(match (option, field) {
                (None, _) => unknown(),
                (Some(option), "name") => Value::Symbol(option.name.clone()),
                (Some(option), field) => option.values.get(field).map_or_else(unknown, |n| Value::Number(*n)),
            });
        }
        self.known(name)
    }

    fn depth(&self) -> Option<&Depth> {
        Some(&self.depth)
    }

    fn query(&self, query: Query, words: &[&str]) -> Result<Value, EvalError> {
        self.answer(query, words)
    }

    fn value_retagged(&self, name: &str, tags: &Retagged) -> Result<Value, EvalError> {
        self.with_tags(name, tags, |evaluator| evaluator.value(name))
    }

    fn query_retagged(&self, query: Query, words: &[&str], tags: &Retagged) -> Result<Value, EvalError> {
        let asked = format!("{}('{}')", query.name(), words.join("', '"));
        self.with_tags(&asked, tags, |evaluator| evaluator.query(query, words))
    }

    fn wielded(&self, action: &str, field: &str) -> Result<Option<Value>, EvalError> {
        self.field_held(action, field)
    }
}
