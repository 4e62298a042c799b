//! What an ability costs, what it gives, and which requirements it breaks.
//!
//! **In** the values of a character and an [`Ability`]. **Out** a [`Bill`]: a line for each keyword, the values of
//! the ability, and everything in it that is not legal, all at once. Every number carries its terms.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::eval::compute::{Computed, Evaluator, check_terms, check_whole};
use crate::eval::inputs::{field_and_part, given_value};
use crate::eval::order::order;
use crate::formula::{
    Depth, Environment, EvalError, EvalFault, Expr, ExprKind, LEVELS_OF_VALUE, Labels, Query, Term, TermsOf, add, eval,
    explain, readable,
};
use crate::model::ability::{Ability, AbilityRules, COST, Given, KeywordDef, PRICE, Requirement};
use crate::model::rules::Rules;
use crate::value::Value;

/// The bill of an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bill {
    /// One line for each keyword, in the author's order.
    pub lines: Vec<Line>,
    /// The values of the ability, by name, in the system's order.
    pub values: Vec<(String, Rc<Computed>)>,
    /// What is not legal.
    pub breaches: Vec<Breach>,
}

/// A keyword on a bill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The keyword.
    pub keyword: String,
    /// Its price in the list and in this ability, where abilities cost anything.
    pub prices: Option<LinePrices>,
    /// What it gives, by name.
    pub values: Vec<(String, Rc<Computed>)>,
    /// What it does, with its figures worked out.
    pub text: String,
}

/// What a keyword costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePrices {
    /// In the list.
    pub list: Rc<Computed>,
    /// In this ability.
    pub here: Rc<Computed>,
}

/// A requirement that an ability breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// Id of the requirement.
    pub id: String,
    /// What is wrong.
    pub message: String,
    /// The smallest change that would cure it; may be empty.
    pub cure: String,
    /// Rule ID; may be empty.
    pub rule: String,
    /// The line that it is about; none when it is about the ability.
    pub line: Option<usize>,
}

impl Bill {
    /// A value of the ability.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Computed> {
        self.values.iter().find(|(id, _)| id == name).map(|(_, value)| value.as_ref())
    }
}

/// The bill of an ability of this character. None when the system has no rules for abilities.
///
/// # Errors
/// When a formula cannot be computed for it.
pub fn bill(evaluator: &Evaluator, ability: &Ability) -> Result<Option<Bill>, EvalError> {
    Workings::new(evaluator, ability).map(|workings| workings.bill()).transpose()
}

/// What a formula comes to for an ability of this character. None when the system has no rules for abilities.
///
/// # Errors
/// As [`eval`].
pub fn evaluate(evaluator: &Evaluator, ability: &Ability, expr: &Expr) -> Result<Option<Value>, EvalError> {
    Workings::new(evaluator, ability).map(|workings| eval(expr, &workings)).transpose()
}

fn work_out(name: &str, formula: Option<(&Expr, bool)>, env: &dyn Environment) -> Result<Value, EvalError> {
    let Some((expr, may_be_fraction)) = formula else {
        return Err(EvalError::whole(EvalFault::Unknown { name: name.to_owned() }));
    };
    let value = eval(expr, env)?;
    check_whole(&value, may_be_fraction, &expr.at)?;
    Ok(value)
}

/// The requirements that are not met. One that rests on an unknown value is not held against anyone.
fn broken(requires: &[Requirement], env: &dyn Environment, line: Option<usize>) -> Result<Vec<Breach>, EvalError> {
    let mut found = Vec::new();
    for requirement in requires {
        let place = |e: EvalError| e.in_value(&requirement.id);
        if eval(&requirement.require.expr, env).map_err(place)? == Value::Truth(false) {
            found.push(Breach {
                id: requirement.id.clone(),
                message: requirement.message.fill(env).map_err(place)?,
                cure: requirement.cure.fill(env).map_err(place)?,
                rule: requirement.rule.clone(),
                line,
            });
        }
    }
    Ok(found)
}

/// A value by the line it stands on, none for one of the ability, and its name.
type Place = (Option<usize>, String);

/// An ability of a character: its values, worked out once each, on demand, and behind what they need.
pub struct Workings<'a> {
    evaluator: &'a Evaluator<'a>,
    rules: &'a AbilityRules,
    ability: &'a Ability,
    done: RefCell<BTreeMap<Place, Rc<Computed>>>,
    /// How many terms there are by now.
    terms: Cell<usize>,
    known: RefCell<BTreeMap<Place, Value>>,
    /// What all keywords give together, by name.
    sums: RefCell<BTreeMap<String, Value>>,
    active: RefCell<Vec<Place>>,
}

/// A keyword in the ability.
struct Part<'a> {
    desk: &'a Workings<'a>,
    line: usize,
    keyword: &'a KeywordDef,
}

impl<'a> Workings<'a> {
    /// Nothing worked out yet. None when the system has no rules for abilities.
    #[must_use]
    pub fn new(evaluator: &'a Evaluator<'a>, ability: &'a Ability) -> Option<Self> {
        let rules = evaluator.rules().abilities()?;
        Some(Self {
            evaluator,
            rules,
            ability,
            done: RefCell::default(),
            terms: Cell::new(0),
            known: RefCell::default(),
            sums: RefCell::default(),
            active: RefCell::default(),
        })
    }

    /// A value of the ability.
    ///
    /// # Errors
    /// When it cannot be computed.
    pub fn of_ability(&self, name: &str) -> Result<Rc<Computed>, EvalError> {
        self.computed(None, name)
    }

    /// A value of the ability, without its terms.
    ///
    /// # Errors
    /// When it cannot be computed.
    pub fn value_of(&self, name: &str) -> Result<Value, EvalError> {
        self.known(None, name)
    }

    /// A formula with its terms, in which the ability's names may stand.
    ///
    /// # Errors
    /// As [`explain`].
    pub fn explain(&self, expr: &Expr) -> Result<(Value, Vec<Term>), EvalError> {
        explain(expr, self, &self.labels(None))
    }

    /// How formulas of the ability read.
    #[must_use]
    pub fn readable(&self, expr: &Expr) -> String {
        readable(expr, &self.labels(None))
    }

    /// What a formula comes to in which the names of a keyword may stand. None for a line that is not there.
    pub(crate) fn on_line(&self, line: usize, expr: &Expr) -> Result<Option<Value>, EvalError> {
        self.part(line).map(|part| eval(expr, &part)).transpose()
    }

    /// What is not legal: the breaches of the bill, without the bill.
    ///
    /// # Errors
    /// When a requirement cannot be computed.
    pub fn breaches(&self) -> Result<Vec<Breach>, EvalError> {
        let mut breaches = Vec::new();
        for part in self.parts().flatten() {
            breaches.extend(broken(&part.keyword.requires, &part, Some(part.line))?);
        }
        breaches.extend(broken(&self.rules.requires, self, None)?);
        Ok(breaches)
    }

    /// The bill.
    ///
    /// # Errors
    /// When a formula cannot be computed.
    pub fn bill(&self) -> Result<Bill, EvalError> {
        let mut lines = Vec::with_capacity(self.ability.keywords.len());
        for (index, (purchase, part)) in self.ability.keywords.iter().zip(self.parts()).enumerate() {
            let Some(part) = part else { continue };
            let names = part.keyword.values.keys();
            lines.push(Line {
                keyword: purchase.keyword.clone(),
                prices: match self.rules.prices {
                    Some(_) => Some(LinePrices {
                        list: self.computed(Some(index), COST)?,
                        here: self.computed(Some(index), PRICE)?,
                    }),
                    None => None,
                },
                values: names.map(|id| Ok((id.clone(), self.computed(Some(index), id)?))).collect::<Result<_, _>>()?,
                text: part.keyword.text.fill(&part)?,
            });
        }
        let names = self.rules.values.keys();
        let values = names.map(|id| Ok((id.clone(), self.computed(None, id)?))).collect::<Result<_, _>>()?;
        Ok(Bill { lines, values, breaches: self.breaches()? })
    }

    fn labels<'k>(&'k self, keyword: Option<&'k KeywordDef>) -> AbilityLabels<'k> {
        AbilityLabels { rules: self.evaluator.rules(), abilities: self.rules, keyword }
    }

    /// The keywords of the ability; none for one that the system does not know.
    fn parts(&'a self) -> impl Iterator<Item = Option<Part<'a>>> {
        self.ability.keywords.iter().enumerate().map(|(line, purchase)| {
            Some(Part { desk: self, line, keyword: self.rules.keywords.get(&purchase.keyword)? })
        })
    }

    fn part(&self, line: usize) -> Option<Part<'_>> {
        let purchase = self.ability.keywords.get(line)?;
        Some(Part { desk: self, line, keyword: self.rules.keywords.get(&purchase.keyword)? })
    }

    /// A value of the ability, or of the keyword on a line, with its terms.
    fn computed(&self, line: Option<usize>, name: &str) -> Result<Rc<Computed>, EvalError> {
        let key = (line, name.to_owned());
        if let Some(done) = self.done.borrow().get(&key) {
            return Ok(Rc::clone(done));
        }
        let value = self.known(line, name)?;
        let explained = match line.and_then(|line| self.part(line)) {
            Some(part) => part.formula(name).map(|(expr, _)| explain(expr, &part, &self.labels(Some(part.keyword)))),
            None => self.formula(name).map(|(expr, _)| explain(expr, self, &self.labels(None))),
        };
        let terms = explained.transpose().map_err(|e| e.in_value(name))?.map(|(_, terms)| terms).unwrap_or_default();
        self.terms.set(self.terms.get() + terms.len());
        check_terms(self.terms.get(), TermsOf::Ability).map_err(|e| e.in_value(name))?;
        let computed = Rc::new(Computed { value, terms });
        self.done.borrow_mut().insert(key, Rc::clone(&computed));
        Ok(computed)
    }

    /// The same without its terms: what other formulas ask for, and most values are never shown.
    fn known(&self, line: Option<usize>, name: &str) -> Result<Value, EvalError> {
        let key = (line, name.to_owned());
        if let Some(known) = self.known.borrow().get(&key) {
            return Ok(known.clone());
        }
        if self.active.borrow().is_empty() {
            for step in order([key.clone()], |place| self.needs(place)) {
                // What cannot be computed says so to whoever needs it.
                let _ = self.evaluated(&step.key);
            }
        }
        self.evaluated(&key)
    }

    fn evaluated(&self, key: &Place) -> Result<Value, EvalError> {
        if let Some(known) = self.known.borrow().get(key) {
            return Ok(known.clone());
        }
        let (line, name) = (key.0, key.1.as_str());
        if self.active.borrow().contains(key) {
            let mut path: Vec<String> = self.active.borrow().iter().map(|(_, name)| name.clone()).collect();
            path.push(name.to_owned());
            return Err(EvalError::whole(EvalFault::Cycle { path }).in_value(name));
        }
        self.depth().enter(LEVELS_OF_VALUE, &(0..0)).map_err(|error| error.in_value(name))?;
        self.active.borrow_mut().push(key.clone());
        let value = match line.and_then(|line| self.part(line)) {
            Some(part) => work_out(name, part.formula(name), &part),
            None => work_out(name, self.formula(name), self),
        };
        self.active.borrow_mut().pop();
        self.depth().leave(LEVELS_OF_VALUE);
        let value = value.map_err(|e| e.in_value(name))?;
        self.known.borrow_mut().insert(key.clone(), value.clone());
        Ok(value)
    }

    /// The values of the ability and of its keywords that a value may ask for and that are not known yet.
    fn needs(&self, (line, name): &Place) -> Vec<Place> {
        let part = line.and_then(|line| self.part(line));
        let formula = part.as_ref().map_or_else(|| self.formula(name), |part| part.formula(name));
        let mut needs: BTreeSet<Place> = BTreeSet::new();
        if let Some((expr, _)) = formula {
            expr.walk(&mut |asking| match &asking.kind {
                ExprKind::Name(name) if part.as_ref().is_some_and(|part| part.formula(name).is_some()) => {
                    needs.insert((*line, name.clone()));
                }
                ExprKind::Name(name) if self.rules.values.contains_key(name) => {
                    needs.insert((None, name.clone()));
                }
                ExprKind::Query(Query::Summed, words) => {
                    let giving = self.parts().flatten().filter(|part| part.formula(&words[0].0).is_some());
                    needs.extend(giving.map(|part| (Some(part.line), words[0].0.clone())));
                }
                _ => {}
            });
        }
        let known = self.known.borrow();
        needs.into_iter().filter(|need| !known.contains_key(need)).collect()
    }

    fn formula(&self, name: &str) -> Option<(&'a Expr, bool)> {
        self.rules.values.get(name).map(|value| (&value.formula.expr, value.may_be_fraction))
    }

    /// How many keywords have this id or family and are as wanted.
    fn count(&self, keyword: &str, is_wanted: impl Fn(&Part) -> bool) -> Value {
        let of = |part: &Part| (part.keyword.family == keyword || part.id() == keyword) && is_wanted(part);
        Value::whole(i64::try_from(self.parts().flatten().filter(of).count()).unwrap_or(i64::MAX))
    }

    fn sum(&self, name: &str) -> Result<Value, EvalError> {
        if let Some(known) = self.sums.borrow().get(name) {
            return Ok(known.clone());
        }
        let mut sum = Value::whole(0);
        for part in self.parts().flatten().filter(|part| part.formula(name).is_some()) {
            sum = add(&sum, &self.known(Some(part.line), name)?).map_err(EvalError::whole)?;
        }
        self.sums.borrow_mut().insert(name.to_owned(), sum.clone());
        Ok(sum)
    }
}

impl Environment for Workings<'_> {
    fn depth(&self) -> &Depth {
        self.evaluator.depth()
    }

    fn value(&self, name: &str) -> Result<Value, EvalError> {
        let (head, _) = field_and_part(name);
        if let Some(field) = self.rules.fields.get(head) {
            return given_value(self.evaluator, field, self.ability.fields.get(head), name);
        }
        if self.rules.values.contains_key(name) {
            return self.known(None, name);
        }
        self.evaluator.value(name)
    }

    fn query(&self, query: Query, words: &[&str]) -> Result<Value, EvalError> {
        match query {
            Query::Bought => Ok(self.count(words[0], |_| true)),
            Query::Summed => self.sum(words[0]),
            Query::Rank | Query::Trained | Query::Count | Query::Total | Query::Times | Query::Held => {
                self.evaluator.query(query, words)
            }
        }
    }

    fn wielded(&self, action: &str, field: &str) -> Result<Option<Value>, EvalError> {
        self.evaluator.wielded(action, field)
    }
}

impl<'a> Part<'a> {
    fn id(&self) -> &'a str {
        &self.desk.ability.keywords[self.line].keyword
    }

    /// What a parameter is set to.
    fn set(&self, name: &str) -> Option<&Given> {
        self.keyword.given(&self.desk.ability.keywords[self.line], name)
    }

    fn formula(&self, name: &str) -> Option<(&'a Expr, bool)> {
        match name {
            COST => self.keyword.cost.as_ref().map(|cost| (&cost.expr, false)),
            PRICE => self.desk.rules.price_of(self.keyword).map(|price| (&price.expr, false)),
            _ => self.keyword.values.get(name).map(|value| (&value.formula.expr, value.may_be_fraction)),
        }
    }
}

impl Environment for Part<'_> {
    fn depth(&self) -> &Depth {
        self.desk.depth()
    }

    fn value(&self, name: &str) -> Result<Value, EvalError> {
        if self.formula(name).is_some() {
            return self.desk.known(Some(self.line), name);
        }
        let (head, _) = field_and_part(name);
        match self.keyword.parameters.get(head) {
            Some(field) => {
                let given = self.desk.ability.keywords[self.line].parameters.get(head);
                given_value(self.desk.evaluator, field, given, name)
            }
            None => self.desk.value(name),
        }
    }

    fn query(&self, query: Query, words: &[&str]) -> Result<Value, EvalError> {
        match (query, words) {
            (Query::Bought, [keyword, parameters @ ..]) => {
                let is_alike = |part: &Part| parameters.iter().all(|name| part.set(name) == self.set(name));
                Ok(self.desk.count(keyword, is_alike))
            }
            _ => self.desk.query(query, words),
        }
    }

    fn wielded(&self, action: &str, field: &str) -> Result<Option<Value>, EvalError> {
        self.desk.wielded(action, field)
    }
}

/// The printed names of an ability's fields, parameters and values.
pub struct AbilityLabels<'a> {
    /// The rules in force.
    pub rules: &'a Rules,
    /// How abilities are built.
    pub abilities: &'a AbilityRules,
    /// The keyword in whose formula they stand.
    pub keyword: Option<&'a KeywordDef>,
}

impl Labels for AbilityLabels<'_> {
    fn name(&self, name: &str) -> String {
        let (head, _) = field_and_part(name);
        let parameter = self.keyword.and_then(|keyword| keyword.parameters.get(head));
        if let Some(field) = parameter.or_else(|| self.abilities.fields.get(head)) {
            return within_a_sentence(&field.name);
        }
        if let (COST, Some(_)) = (name, self.keyword) {
            return "list price".to_owned();
        }
        let own = self.keyword.and_then(|keyword| keyword.values.get(name));
        match own.or_else(|| self.abilities.values.get(name)) {
            Some(value) if value.abbr.is_empty() => within_a_sentence(&value.name),
            Some(value) => value.abbr.clone(),
            None => self.rules.name(name),
        }
    }

    fn query(&self, query: Query, words: &[&str]) -> String {
        match query {
            Query::Summed if words[0] == PRICE => "keywords".to_owned(),
            Query::Summed => format!("{} of keywords", words[0].replace('_', " ")),
            Query::Bought => self.abilities.keywords.get(words[0]).map_or(words[0], |def| &def.name).to_owned(),
            Query::Rank | Query::Trained | Query::Count | Query::Total | Query::Times | Query::Held => {
                self.rules.query(query, words)
            }
        }
    }

    fn field(&self, field: &str) -> String {
        self.rules.field(field)
    }
}

/// A name as it stands within a sentence: `Die` becomes `die`, `ACP invested` stays.
fn within_a_sentence(name: &str) -> String {
    let is_abbreviation = |word: &str| word.chars().filter(|c| c.is_uppercase()).count() > 1;
    let word = |word: &str| if is_abbreviation(word) { word.to_owned() } else { word.to_lowercase() };
    name.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
