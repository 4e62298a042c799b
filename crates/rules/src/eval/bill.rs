//! What an ability costs, what it gives, and which requirements it breaks.
//!
//! **In** the values of a character and an [`Ability`]. **Out** a [`Bill`]: a line for each keyword, the values of
//! the ability, and everything in it that is not legal, all at once. Every number carries its terms.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::compute::Evaluator;
use super::computed::Computed;
use super::worksheet::Worksheet;
use crate::formula::{EvalError, Expr, Frame, eval};
use crate::model::ability::{Ability, Argument, COST, PRICE, Requirement};
use crate::value::Value;

/// The bill of an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bill {
    /// One line for each keyword, in the author's order.
    pub lines: Vec<Line>,
    /// The values of the ability, by name, in the system's order.
    pub values: Vec<(String, Arc<Computed>)>,
    /// What is not legal.
    pub breaches: Vec<Breach>,
}

/// A keyword on a bill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The keyword.
    pub keyword: String,
    /// Its arguments.
    pub arguments: BTreeMap<String, Argument>,
    /// Its price in the list and in this ability, where abilities cost anything.
    pub prices: Option<LinePrices>,
    /// What it gives, by name.
    pub values: Vec<(String, Arc<Computed>)>,
    /// What it does, with its figures computed.
    pub text: String,
}

/// What a keyword costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePrices {
    /// In the list.
    pub list: Arc<Computed>,
    /// In this ability.
    pub here: Arc<Computed>,
}

/// What a keyword does in an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told<'a> {
    /// The place of its line.
    pub line: usize,
    /// The keyword.
    pub keyword: &'a str,
    /// What it does, with its figures computed.
    pub text: String,
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
    pub fn value(&self, name: &str) -> Option<&Computed> {
        self.values.iter().find(|(id, _)| id == name).map(|(_, value)| value.as_ref())
    }
}

/// The bill of an ability of this character. None when the system has no rules for abilities.
///
/// # Errors
/// When a formula cannot be computed for it.
pub fn bill(evaluator: &Evaluator, ability: &Ability) -> Result<Option<Bill>, EvalError> {
    Worksheet::ability(evaluator, ability).map(|sheet| sheet.bill()).transpose()
}

/// What a formula evaluates to for an ability of this character. None when the system has no rules for abilities.
///
/// # Errors
/// As [`eval`].
pub fn evaluate(evaluator: &Evaluator, ability: &Ability, expr: &Expr) -> Result<Option<Value>, EvalError> {
    Worksheet::ability(evaluator, ability).map(|sheet| eval(expr, &sheet.frame())).transpose()
}

/// The requirements that are not met. One that rests on an unknown value counts as met.
fn broken(requires: &[Requirement], frame: &dyn Frame, line: Option<usize>) -> Result<Vec<Breach>, EvalError> {
    let mut found = Vec::new();
    for requirement in requires {
        let place = |e: EvalError| e.in_value(&requirement.id);
        if eval(&requirement.require.expr, frame).map_err(place)? == Value::Bool(false) {
            found.push(Breach {
                id: requirement.id.clone(),
                message: requirement.message.fill(frame).map_err(place)?,
                cure: requirement.cure.fill(frame).map_err(place)?,
                rule: requirement.rule.clone(),
                line,
            });
        }
    }
    Ok(found)
}

impl Worksheet<'_> {
    /// What is not legal: the breaches of the bill, without the bill.
    ///
    /// # Errors
    /// When a requirement cannot be computed.
    pub fn breaches(&self) -> Result<Vec<Breach>, EvalError> {
        let Some(rules) = self.rules() else { return Ok(Vec::new()) };
        let mut breaches = Vec::new();
        for (line, section) in self.sections() {
            if let (Some((_, keyword)), Some(frame)) = (section.keyword, self.frame_of_line(line)) {
                breaches.extend(broken(&keyword.requires, &frame, Some(line))?);
            }
        }
        breaches.extend(broken(&rules.requires, &self.frame(), None)?);
        Ok(breaches)
    }

    /// What each keyword does: the texts of the bill, without the bill, of which no line on a sheet shows more.
    ///
    /// # Errors
    /// When a formula cannot be computed.
    pub fn told(&self) -> Result<Vec<Told<'_>>, EvalError> {
        let mut told = Vec::with_capacity(self.lines.len());
        for (line, section) in self.sections() {
            let (Some((keyword, def)), Some(frame)) = (section.keyword, self.frame_of_line(line)) else { continue };
            told.push(Told { line, keyword, text: def.text.fill(&frame)? });
        }
        Ok(told)
    }

    /// The bill.
    ///
    /// # Errors
    /// When a formula cannot be computed.
    pub fn bill(&self) -> Result<Bill, EvalError> {
        let line = |Told { line, keyword, text }: Told<'_>| {
            let arguments = self.section(Some(line)).and_then(|section| section.arguments);
            Ok(Line {
                keyword: keyword.to_owned(),
                arguments: arguments.cloned().unwrap_or_default(),
                prices: self.line_prices(line)?,
                values: self.all_computed(Some(line))?,
                text,
            })
        };
        let lines = self.told()?.into_iter().map(line).collect::<Result<_, _>>()?;
        Ok(Bill { lines, values: self.all_computed(None)?, breaches: self.breaches()? })
    }

    /// What the keyword of a line costs; none where abilities cost nothing.
    ///
    /// # Errors
    /// When a price cannot be computed.
    pub fn line_prices(&self, line: usize) -> Result<Option<LinePrices>, EvalError> {
        if self.prices().is_empty() {
            return Ok(None);
        }
        let (list, here) = (self.computed_on(Some(line), COST)?, self.computed_on(Some(line), PRICE)?);
        Ok(Some(LinePrices { list, here }))
    }

    fn all_computed(&self, line: Option<usize>) -> Result<Vec<(String, Arc<Computed>)>, EvalError> {
        let names =
            self.section(line).and_then(|section| section.values).map_or_else(Vec::new, |values| values.names());
        names.into_iter().map(|id| Ok((id.to_owned(), self.computed_on(line, id)?))).collect()
    }
}
