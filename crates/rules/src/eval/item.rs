//! The names of an item of a character in formulas: its fields, and what it is held for.
//!
//! **In** an item and its owner's values. **Out** a frame in which `item.hands` is a field of the item,
//! `item.weight` its weight in pounds, `item.tags` and `item.adds` words, `item.adds.guard` what it adds to a value, and
//! `item.strike` whether it is held for Strike. A field that the item does not have is unknown, and in the values that are
//! computed for every item it is nothing: 0, or no dice.

use super::compute::Evaluator;
use crate::dice::Dice;
use crate::formula::{EvalError, Frame, add, eval};
use crate::model::character::Item;
use crate::model::system::{ITEM_TOTAL, System, formula_name};
use crate::number::Number;
use crate::value::{Type, Value, signed};

/// The names that every item has and whose values are words.
const WORDS: [&str; 3] = ["tags", "adds", "held"];
/// The weight of an item, in pounds.
const WEIGHT: &str = "weight";
/// What stands before a value to which an item may add something.
const ADDS: &str = "adds.";

/// The names of an item: of any one, where formulas are checked, or of one in its owner's hands.
pub struct ItemFrame<'a> {
    around: &'a dyn Frame,
    system: &'a System,
    item: Option<(&'a Evaluator<'a>, &'a Item)>,
    /// How many values of items are known, and whether a field that the item does not have is nothing: in those values.
    visible: usize,
    is_in_values: bool,
}

impl<'a> ItemFrame<'a> {
    /// An item in its owner's hands.
    pub fn new(evaluator: &'a Evaluator<'a>, item: &'a Item) -> Self {
        let system = evaluator.rules().system();
        let item = Some((evaluator, item));
        Self { around: evaluator, system, item, visible: usize::MAX, is_in_values: false }
    }

    /// Any item.
    pub fn of_any(system: &'a System) -> Self {
        Self { around: system, system, item: None, visible: usize::MAX, is_in_values: false }
    }

    /// The same as the value of items at a place sees it: without those behind it.
    #[must_use]
    pub fn in_value(&self, place: usize) -> Self {
        Self { visible: place, is_in_values: true, ..*self }
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

    /// What it adds to one value.
    fn added_to(evaluator: &Evaluator<'_>, item: &Item, name: &str) -> Result<Value, EvalError> {
        let mut modifiers = item.modifiers.iter().filter(|modifier| modifier.to == name);
        modifiers.try_fold(Value::whole(0), |sum, modifier| {
            let value = eval(&evaluator.rules().fold(&modifier.add.expr), evaluator)?;
            add(&sum, &value).map_err(EvalError::whole)
        })
    }
}

impl Frame for ItemFrame<'_> {
    fn parent(&self) -> Option<&dyn Frame> {
        Some(self.around)
    }

    fn type_of(&self, name: &str) -> Option<Type> {
        let Some(part) = name.strip_prefix(ITEM_TOTAL) else { return self.around.type_of(name) };
        if let Some(field) = self.system.item_fields.get(part) {
            return Some(field.kind.clone());
        }
        if self.system.item_values.get_index_of(part).is_some_and(|place| place < self.visible) || part == WEIGHT {
            return Some(Type::Number);
        }
        if WORDS.contains(&part) {
            return Some(Type::Symbol(None));
        }
        if let Some(name) = part.strip_prefix(ADDS) {
            return self.system.type_of(name).filter(|kind| matches!(kind, Type::Number | Type::Dice));
        }
        self.system.actions.keys().any(|action| formula_name(action) == part).then_some(Type::Bool)
    }

    fn names(&self) -> Vec<String> {
        let fields = self.system.item_fields.keys().cloned();
        let values = self.system.item_values.keys().take(self.visible).cloned();
        let actions = self.system.actions.keys().map(|action| formula_name(action));
        let own = WORDS.into_iter().chain([WEIGHT]).map(str::to_owned);
        let parts = fields.chain(values).chain(own).chain(actions);
        parts.map(|part| ITEM_TOTAL.to_owned() + &part).chain(self.around.names()).collect()
    }

    fn value(&self, name: &str) -> Result<Value, EvalError> {
        let (Some(part), Some((evaluator, item))) = (name.strip_prefix(ITEM_TOTAL), self.item) else {
            return self.around.value(name);
        };
        if let Some(field) = self.system.item_fields.get(part) {
            return match (item.fields.get(part), &field.kind) {
                (Some(formula), _) => eval(&evaluator.rules().fold(&formula.expr), evaluator),
                (None, Type::Number) if self.is_in_values => Ok(Value::whole(0)),
                (None, Type::Dice) if self.is_in_values => Ok(Value::Dice(Dice::flat_only(Number::ZERO))),
                (None, _) => Ok(Value::Unknown(name.to_owned())),
            };
        }
        if let Some((place, _, value)) = self.system.item_values.get_full(part) {
            return eval(&evaluator.rules().fold(&value.formula.expr), &self.in_value(place));
        }
        if let Some(name) = part.strip_prefix(ADDS) {
            return Self::added_to(evaluator, item, name);
        }
        let listed = |ids: &[String]| ids.iter().map(|id| self.system.entry_name(id)).collect::<Vec<_>>().join(", ");
        Ok(match part {
            WEIGHT => Value::Number(item.weight),
            "tags" => Value::Symbol(listed(&item.tags)),
            "held" => Value::Symbol(listed(&item.wields)),
            "adds" => Value::Symbol(Self::adds(evaluator, item)?),
            action => Value::Bool(item.wields.iter().any(|held| formula_name(held) == action)),
        })
    }

    fn label(&self, name: &str) -> String {
        let Some(part) = name.strip_prefix(ITEM_TOTAL) else { return self.around.label(name) };
        if let Some(field) = self.system.item_fields.get(part) {
            return field.name.clone();
        }
        match (self.system.item_values.get(part), part.strip_prefix(ADDS)) {
            (Some(value), _) => value.name.clone(),
            (None, Some(name)) => self.around.label(name),
            (None, None) => part.replace('_', " "),
        }
    }
}
