//! What a value may need, as far as it can be seen before anything is evaluated.
//!
//! An upper bound: of an `if`, both sides. What shows only during evaluation is evaluated there.

use std::collections::BTreeSet;

use super::{Evaluator, stat_of};
use crate::formula::{Expr, ExprKind, Query};
use crate::model::ability::{AbilityRules, Argument, KeywordDef};
use crate::model::system::{ABILITY_TOTAL, ITEM_TOTAL};

/// The names found so far.
struct Found<'e, 'a> {
    evaluator: &'e Evaluator<'a>,
    names: BTreeSet<&'a str>,
    /// Fields of items that have been looked into, by item and name.
    fields: BTreeSet<(&'a str, &'a str)>,
    /// Whether the formulas of abilities are needed.
    asks_abilities: bool,
}

impl Evaluator<'_> {
    /// The stats and values that a stat or value may need and that were not evaluated yet.
    pub(super) fn needs(&self, name: &str) -> Vec<String> {
        let mut found: Found<'_, '_> = Found::new(self);
        match self.rules.formula(name) {
            Some(formula) => found.look_into(formula),
            None => {
                let is_raised = self.character.advances.iter().any(|stat| stat == stat_of(name));
                found.names.extend(self.rules.system().advance_value.as_deref().filter(|_| is_raised));
            }
        }
        for (_, modifier) in self.modifiers_of(name) {
            found.look_into(&modifier.add.expr);
        }
        if found.asks_abilities || self.possible_additions().contains_key(name) {
            found.names.extend(self.names_of_abilities().iter().map(String::as_str));
        }
        let is_open = |name: &&str| self.is_computed(name) && self.memo.is_open(*name);
        found.names.into_iter().filter(is_open).map(str::to_owned).collect()
    }

    /// Whether it is a stat or value that is computed.
    fn is_computed(&self, name: &str) -> bool {
        let is_there = self.rules.formula(name).is_some() || self.rules.system().stats.contains_key(stat_of(name));
        is_there && !self.character.set.contains_key(name)
    }

    /// The names in all formulas of the abilities that the character built.
    fn names_of_abilities(&self) -> &[String] {
        self.of_abilities.get_or_init(|| {
            let Some(rules) = self.rules.abilities() else { return Vec::new() };
            let mut found = Found::new(self);
            formulas_of_every(rules).for_each(|expr| found.look_into(expr));
            let mut keywords: BTreeSet<&str> = BTreeSet::new();
            for ability in &self.character.built {
                found.names.extend(ability.arguments.values().filter_map(symbol));
                for purchase in &ability.keywords {
                    found.names.extend(purchase.arguments.values().filter_map(symbol));
                    if let Some(keyword) = rules.keywords.get(&purchase.keyword)
                        && keywords.insert(&purchase.keyword)
                    {
                        formulas_of(keyword).for_each(|expr| found.look_into(expr));
                    }
                }
            }
            found.names.into_iter().filter(|name| self.is_computed(name)).map(str::to_owned).collect()
        })
    }
}

impl<'e, 'a> Found<'e, 'a> {
    fn new(evaluator: &'e Evaluator<'a>) -> Self {
        Self { evaluator, names: BTreeSet::new(), fields: BTreeSet::new(), asks_abilities: false }
    }

    /// Adds the names in a formula, and those in the fields of items that it reads.
    fn look_into(&mut self, expr: &'a Expr) {
        let character = self.evaluator.character;
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            expr.walk(&mut |part| {
                if let ExprKind::Name(name) = &part.kind {
                    self.names.insert(name);
                }
                if let ExprKind::Wielded { action: (action, _), field: (field, _), .. } = &part.kind
                    && let Some(item) = character.wielded(action)
                    && self.fields.insert((&item.id, field))
                {
                    open.extend(item.fields.get(field).map(|formula| &formula.expr));
                }
                if let ExprKind::Query(Query::Total, words) = &part.kind {
                    let (total, _) = &words[0];
                    self.asks_abilities |= total.starts_with(ABILITY_TOTAL);
                    let field = total.strip_prefix(ITEM_TOTAL);
                    for (item, field) in
                        field.into_iter().flat_map(|field| character.items.iter().map(move |i| (i, field)))
                    {
                        if self.fields.insert((&item.id, field)) {
                            open.extend(item.fields.get(field).map(|formula| &formula.expr));
                        }
                    }
                }
            });
        }
    }
}

fn symbol(argument: &Argument) -> Option<&str> {
    match argument {
        Argument::Symbol(word) => Some(word),
        Argument::Number(_) => None,
    }
}

fn formulas_of_every(rules: &AbilityRules) -> impl Iterator<Item = &Expr> {
    let prices = rules.prices.iter().map(|prices| &prices.price);
    let formulas = prices.chain(rules.values.values().map(|value| &value.formula)).chain(&rules.passive);
    formulas.map(|formula| &formula.expr)
}

fn formulas_of(keyword: &KeywordDef) -> impl Iterator<Item = &Expr> {
    let formulas = keyword.values.values().map(|value| &value.formula);
    let formulas = formulas.chain(&keyword.cost).chain(&keyword.price);
    let formulas = formulas.chain(keyword.adds.iter().flat_map(|add| add.when.iter().chain([&add.add])));
    formulas.map(|formula| &formula.expr)
}
