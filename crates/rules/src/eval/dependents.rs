//! What needs what, seen in the formulas alone: dependents, circles, chains, and the types of values.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::order::{Step, order};
use crate::formula::{Expr, ExprKind, Frame, Query, kind};
use crate::model::ability::{AbilityRules, AddTo};
use crate::model::field::ValueDef;
use crate::model::system::{System, stat_of};
use crate::value::Type;

impl System {
    /// The ids of all values that use `name`, directly or through others, in the system's order: through formulas,
    /// through stats that advances raise, and through what conditions add to values.
    pub fn dependents(&self, name: &str) -> Vec<&str> {
        let mut reached: BTreeSet<&str> = BTreeSet::from([name]);
        let options = || self.choices.values().flat_map(|choice| choice.options.values());
        let modifiers = || {
            let of_options = options().flat_map(|option| &option.modifiers);
            let of_traits = self.traits.values().flat_map(|def| &def.adds);
            self.conditions.values().flat_map(|c| &c.modifiers).chain(of_options).chain(of_traits)
        };
        loop {
            let before = reached.len();
            let uses =
                |expr: &Expr, reached: &BTreeSet<&str>| expr.names().iter().any(|used| reached.contains(stat_of(used)));
            for (id, value) in &self.values {
                if uses(&value.formula.expr, &reached) {
                    reached.insert(id);
                }
            }
            for modifier in modifiers() {
                if uses(&modifier.add.expr, &reached) {
                    reached.insert(&modifier.to);
                }
            }
            if let Some(rules) = &self.abilities {
                reached.extend(rules.passive_dependents(self, &|expr| uses(expr, &reached)));
            }
            if self.advance_value.as_ref().is_some_and(|advance| reached.contains(advance.as_str())) {
                reached.extend(self.stats.keys().map(String::as_str));
            }
            if reached.len() == before {
                break;
            }
        }
        self.values.keys().map(String::as_str).filter(|id| *id != name && reached.contains(id)).collect()
    }

    /// The ids of values whose own formula uses `name`.
    pub fn direct_dependents(&self, name: &str) -> Vec<&str> {
        self.values.iter().filter(|(_, v)| v.formula.expr.names().contains(&name)).map(|(id, _)| id.as_str()).collect()
    }

    /// The ids of values whose own formula asks for ranks in a skill.
    pub fn ranked_by(&self, skill: &str) -> Vec<&str> {
        let asks = |expr: &Expr| {
            let mut found = false;
            expr.walk(&mut |part| {
                found |= matches!(&part.kind, ExprKind::Query(Query::Rank, words) if words[0].0 == skill);
            });
            found
        };
        self.values.iter().filter(|(_, value)| asks(&value.formula.expr)).map(|(id, _)| id.as_str()).collect()
    }

    /// The circles in which values depend on themselves, each as its path; empty when there are none. Of all the circles
    /// that end with one value the first is reported.
    pub fn cycles(&self) -> Vec<Vec<&str>> {
        let steps = self.in_order();
        let places = places(&steps);
        let parent = |key: &str| steps[places[key]].wanted_for;
        let mut cycles = Vec::new();
        for (place, step) in steps.iter().enumerate() {
            // What a value needs comes before it, unless it needs that value in turn.
            let back = self.needed_by(step.key).into_iter().find(|need| places[need] >= place);
            let Some(back) = back else { continue };
            let mut cycle = vec![back];
            let mut at = Some(step.key);
            while let Some(key) = at {
                cycle.push(key);
                at = if key == back { None } else { parent(key) };
            }
            cycle.reverse();
            cycles.push(cycle);
        }
        cycles
    }

    /// The lengths of chains of values of which each needs the next, by the first of them; without those in circles, and
    /// those that need them.
    pub fn chains(&self) -> BTreeMap<&str, usize> {
        let mut chains: BTreeMap<&str, usize> = BTreeMap::new();
        for step in self.in_order() {
            let needed = self.needed_by(step.key);
            let lengths: Option<Vec<usize>> = needed.iter().map(|need| chains.get(need).copied()).collect();
            if let Some(lengths) = lengths {
                chains.insert(step.key, 1 + lengths.into_iter().max().unwrap_or(0));
            }
        }
        chains
    }

    /// Finds the types of all values, once for all formulas that name them. To be called when the last value is there.
    pub fn note_types(&mut self) {
        self.types = BTreeMap::new();
        self.types = self.types_of(self.values.keys().map(String::as_str));
    }

    /// The types of some values and of all that they need. One that needs itself counts as a number there; such circles
    /// are reported elsewhere.
    pub(super) fn types_of<'s>(&'s self, wanted: impl IntoIterator<Item = &'s str>) -> BTreeMap<String, Type> {
        let mut types: BTreeMap<String, Type> = BTreeMap::new();
        for step in order(wanted, |id| self.needed_by(id)) {
            let found = kind(&self.values[step.key].formula.expr, &Typed { system: self, types: &types });
            types.insert(step.key.to_owned(), found);
        }
        types
    }

    /// All values, each behind those that its formula names.
    fn in_order(&self) -> Vec<Step<&str>> {
        order(self.values.keys().map(String::as_str), |id| self.needed_by(id))
    }

    /// The values that the formula of a value names, each once.
    fn needed_by(&self, id: &str) -> Vec<&str> {
        let Some(value) = self.values.get(id) else { return Vec::new() };
        let mut seen = BTreeSet::new();
        let named = value.formula.expr.names().into_iter().filter(|name| seen.insert(*name));
        named.filter_map(|name| self.values.get_key_value(name)).map(|(known, _)| known.as_str()).collect()
    }
}

impl AbilityRules {
    /// The stats and values to which keywords add what uses a name, directly or through others within the ability.
    fn passive_dependents<'a>(&'a self, system: &'a System, uses: &dyn Fn(&Expr) -> bool) -> Vec<&'a str> {
        let of_ability = |expr: &Expr| uses_within(expr, &self.values, uses);
        let is_all = self.passive.as_ref().is_some_and(|passive| of_ability(&passive.expr));
        let mut found = Vec::new();
        for keyword in self.keywords.values() {
            for addition in &keyword.adds {
                let through = |expr: &Expr| uses(expr) || uses_within(expr, &self.values, uses);
                let uses_it = |expr: &Expr| uses_within(expr, &keyword.values, &through);
                if is_all || uses_it(&addition.add.expr) || addition.when.iter().any(|when| uses_it(&when.expr)) {
                    match &addition.to {
                        AddTo::Value(name) => found.push(name.as_str()),
                        AddTo::Stat(_) => found.extend(system.stats.keys().map(String::as_str)),
                    }
                }
            }
        }
        found
    }
}

/// Whether a formula uses something, itself or through the values that it names.
fn uses_within(expr: &Expr, values: &IndexMap<String, ValueDef>, uses: &dyn Fn(&Expr) -> bool) -> bool {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        if uses(expr) {
            return true;
        }
        for name in expr.names() {
            if let Some((id, value)) = values.get_key_value(name)
                && seen.insert(id)
            {
                open.push(&value.formula.expr);
            }
        }
    }
    false
}

fn places<'s>(steps: &[Step<&'s str>]) -> BTreeMap<&'s str, usize> {
    steps.iter().enumerate().map(|(place, step)| (step.key, place)).collect()
}

/// A system only some of whose values have a type yet.
struct Typed<'s> {
    system: &'s System,
    types: &'s BTreeMap<String, Type>,
}

impl Frame for Typed<'_> {
    fn parent(&self) -> Option<&dyn Frame> {
        Some(self.system)
    }

    fn type_of(&self, name: &str) -> Option<Type> {
        if self.system.values.contains_key(name) { self.types.get(name).cloned() } else { self.system.type_of(name) }
    }
}
