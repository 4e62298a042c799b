//! What formulas may say of an item of a character: its fields, and what it is held for.
//!
//! **In** an item and its owner's values. **Out** an environment in which `item.hands` is a field of the item,
//! `item.weight` its weight in pounds, `item.tags` and `item.adds` words, and `item.strike` whether it is held for
//! Strike. A field that the item does not have is unknown.

use std::ops::Range;

use crate::eval::compute::Evaluator;
use crate::formula::{
    Depth, Environment, EvalError, Expr, FormulaError, Labels, Query, Scope, Term, eval, explain, readable,
};
use crate::model::character::Item;
use crate::model::system::{ITEM_TOTAL, System, formula_name};
use crate::value::{Type, Value};

/// The names that stand for words about every item.
const WORDS: [&str; 3] = ["tags", "adds", "held"];
/// The weight of an item, in pounds.
const WEIGHT: &str = "weight";

/// The names of a system, and those of an item.
pub struct ItemScope<'a>(pub &'a System);

impl Scope for ItemScope<'_> {
    fn type_of(&self, name: &str) -> Option<Type> {
        let Some(part) = name.strip_prefix(ITEM_TOTAL) else { return self.0.type_of(name) };
        if let Some((kind, _)) = self.0.item_fields.get(part) {
            return Some(kind.clone());
        }
        if WORDS.contains(&part) {
            return Some(Type::Word(None));
        }
        if part == WEIGHT {
            return Some(Type::Number);
        }
        self.0.actions.keys().any(|action| formula_name(action) == part).then_some(Type::Truth)
    }

    fn names(&self) -> Vec<String> {
        let fields = self.0.item_fields.keys().cloned();
        let actions = self.0.actions.keys().map(|action| formula_name(action));
        let own = WORDS.into_iter().chain([WEIGHT]).map(str::to_owned);
        let mut names: Vec<String> =
            fields.chain(own).chain(actions).map(|part| ITEM_TOTAL.to_owned() + &part).collect();
        names.extend(self.0.names());
        names
    }

    fn check_query(&self, query: Query, words: &[(String, Range<usize>)]) -> Result<Type, FormulaError> {
        self.0.check_query(query, words)
    }

    fn field_type(
        &self,
        action: &(String, Range<usize>),
        field: &(String, Range<usize>),
    ) -> Result<Type, FormulaError> {
        self.0.field_type(action, field)
    }
}

/// An item of a character.
pub struct ItemWorkings<'a> {
    evaluator: &'a Evaluator<'a>,
    item: &'a Item,
}

impl<'a> ItemWorkings<'a> {
    /// The item in its owner's hands.
    #[must_use]
    pub fn new(evaluator: &'a Evaluator<'a>, item: &'a Item) -> Self {
        Self { evaluator, item }
    }

    /// A formula with its terms, in which the item's names may stand.
    ///
    /// # Errors
    /// As [`explain`].
    pub fn explain(&self, expr: &Expr) -> Result<(Value, Vec<Term>), EvalError> {
        explain(expr, self, self)
    }

    /// A formula as it reads.
    #[must_use]
    pub fn readable(&self, expr: &Expr) -> String {
        readable(expr, self)
    }

    /// What it does to values, in words: `PA +2`.
    fn adds(&self) -> Result<String, EvalError> {
        let rules = self.evaluator.rules();
        let mut all = Vec::new();
        for modifier in &self.item.modifiers {
            let value = eval(&rules.fold(&modifier.add.expr), self.evaluator)?.to_string();
            let sign = if value.starts_with('\u{2212}') { "" } else { "+" };
            all.push(format!("{} {sign}{value}", Labels::name(rules, &modifier.to)));
        }
        Ok(all.join(", "))
    }
}

impl Environment for ItemWorkings<'_> {
    fn depth(&self) -> &Depth {
        self.evaluator.depth()
    }

    fn value(&self, name: &str) -> Result<Value, EvalError> {
        let Some(part) = name.strip_prefix(ITEM_TOTAL) else { return self.evaluator.value(name) };
        let system = self.evaluator.rules().system();
        if system.item_fields.contains_key(part) {
            let Some(formula) = self.item.fields.get(part) else { return Ok(Value::Unknown(name.to_owned())) };
            return eval(&self.evaluator.rules().fold(&formula.expr), self.evaluator);
        }
        let listed = |ids: &[String]| ids.iter().map(|id| system.entry_name(id)).collect::<Vec<_>>().join(", ");
        Ok(match part {
            WEIGHT => Value::whole(self.item.weight.into()),
            "tags" => Value::Word(listed(&self.item.tags)),
            "held" => Value::Word(listed(&self.item.wields)),
            "adds" => Value::Word(self.adds()?),
            action => Value::Truth(self.item.wields.iter().any(|held| formula_name(held) == action)),
        })
    }

    fn query(&self, query: Query, words: &[&str]) -> Result<Value, EvalError> {
        self.evaluator.query(query, words)
    }

    fn wielded(&self, action: &str, field: &str) -> Result<Option<Value>, EvalError> {
        self.evaluator.wielded(action, field)
    }
}

impl Labels for ItemWorkings<'_> {
    fn name(&self, name: &str) -> String {
        let rules = self.evaluator.rules();
        match name.strip_prefix(ITEM_TOTAL) {
            Some(part) => match rules.system().item_fields.get(part) {
                Some((_, label)) => label.clone(),
                None => part.replace('_', " "),
            },
            None => Labels::name(rules, name),
        }
    }

    fn query(&self, query: Query, words: &[&str]) -> String {
        Labels::query(self.evaluator.rules(), query, words)
    }

    fn field(&self, field: &str) -> String {
        self.evaluator.rules().field(field)
    }
}
