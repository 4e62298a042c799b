//! The names of an item of a character in formulas: its fields, and what it is held for.
//!
//! **In** an item and its owner's values. **Out** a frame in which `item.hands` is a field of the item,
//! `item.weight` its weight in pounds, `item.tags` and `item.adds` words, and `item.strike` whether it is held for
//! Strike. A field that the item does not have is unknown.

use super::compute::Evaluator;
use crate::formula::{EvalError, Frame, eval};
use crate::model::character::Item;
use crate::model::system::{ITEM_TOTAL, System, formula_name};
use crate::value::{Type, Value, signed};

/// The names that every item has and whose values are words.
const WORDS: [&str; 3] = ["tags", "adds", "held"];
/// The weight of an item, in pounds.
const WEIGHT: &str = "weight";

/// The names of an item: of any one, where formulas are checked, or of one in its owner's hands.
pub struct ItemFrame<'a> {
    around: &'a dyn Frame,
    system: &'a System,
    item: Option<(&'a Evaluator<'a>, &'a Item)>,
}

impl<'a> ItemFrame<'a> {
    /// An item in its owner's hands.
    pub fn new(evaluator: &'a Evaluator<'a>, item: &'a Item) -> Self {
        Self { around: evaluator, system: evaluator.rules().system(), item: Some((evaluator, item)) }
    }

    /// Any item.
    pub fn of_any(system: &'a System) -> Self {
        Self { around: system, system, item: None }
    }

    /// What it does to values, in words: `PA +2`.
    fn adds(evaluator: &Evaluator<'_>, item: &Item) -> Result<String, EvalError> {
        let mut all = Vec::new();
        for modifier in &item.modifiers {
            let value = eval(&evaluator.rules().fold(&modifier.add.expr), evaluator)?.to_string();
            all.push(format!("{} {}", evaluator.label(&modifier.to), signed(&value)));
        }
        Ok(all.join(", "))
    }
}

impl Frame for ItemFrame<'_> {
    fn parent(&self) -> Option<&dyn Frame> {
        Some(self.around)
    }

    fn type_of(&self, name: &str) -> Option<Type> {
        let Some(part) = name.strip_prefix(ITEM_TOTAL) else { return self.around.type_of(name) };
        if let Some((kind, _)) = self.system.item_fields.get(part) {
            return Some(kind.clone());
        }
        if WORDS.contains(&part) {
            return Some(Type::Symbol(None));
        }
        if part == WEIGHT {
            return Some(Type::Number);
        }
        self.system.actions.keys().any(|action| formula_name(action) == part).then_some(Type::Bool)
    }

    fn names(&self) -> Vec<String> {
        let fields = self.system.item_fields.keys().cloned();
        let actions = self.system.actions.keys().map(|action| formula_name(action));
        let own = WORDS.into_iter().chain([WEIGHT]).map(str::to_owned);
        let parts = fields.chain(own).chain(actions);
        parts.map(|part| ITEM_TOTAL.to_owned() + &part).chain(self.around.names()).collect()
    }

    fn value(&self, name: &str) -> Result<Value, EvalError> {
        let (Some(part), Some((evaluator, item))) = (name.strip_prefix(ITEM_TOTAL), self.item) else {
            return self.around.value(name);
        };
        if self.system.item_fields.contains_key(part) {
            let Some(formula) = item.fields.get(part) else { return Ok(Value::Unknown(name.to_owned())) };
            return eval(&evaluator.rules().fold(&formula.expr), evaluator);
        }
        let listed = |ids: &[String]| ids.iter().map(|id| self.system.entry_name(id)).collect::<Vec<_>>().join(", ");
        Ok(match part {
            WEIGHT => Value::whole(item.weight.into()),
            "tags" => Value::Symbol(listed(&item.tags)),
            "held" => Value::Symbol(listed(&item.wields)),
            "adds" => Value::Symbol(Self::adds(evaluator, item)?),
            action => Value::Bool(item.wields.iter().any(|held| formula_name(held) == action)),
        })
    }

    fn label(&self, name: &str) -> String {
        match name.strip_prefix(ITEM_TOTAL) {
            Some(part) => match self.system.item_fields.get(part) {
                Some((_, label)) => label.clone(),
                None => part.replace('_', " "),
            },
            None => self.around.label(name),
        }
    }
}
