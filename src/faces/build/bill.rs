//! The bill of an ability as data: the JSON of `cost` (see `docs/json.md`).

use deckle_rules::ability::{Ability, AbilityValue, Purchase};
use deckle_rules::bill::{Bill, Line, bill};
use deckle_rules::compute::Computed;
use deckle_rules::formula::EvalError;
use indexmap::IndexMap;
use serde::Serialize;

use super::data::{Explanation, GivenData, explained};
use super::desk::Desk;
use crate::content::diagnostic::DiagnosticJson;

/// A bill as data.
#[derive(Debug, Serialize)]
pub struct BillData {
    system: String,
    ability: String,
    name: String,
    /// Whose values it was worked out with; empty when nobody's.
    character: String,
    rules: String,
    /// One for each keyword, in the author's order.
    pub items: Vec<ItemData>,
    /// What it costs in all.
    pub spent: Explanation,
    /// What it may cost.
    pub budget: Explanation,
    legal: bool,
    values: IndexMap<String, Explanation>,
    diagnostics: Vec<DiagnosticJson>,
}

/// A keyword on a bill.
#[derive(Debug, Serialize)]
pub struct ItemData {
    keyword: String,
    /// Printed name, with its family: `Range: Burst`.
    pub name: String,
    parameters: IndexMap<String, GivenData>,
    list_price: Explanation,
    /// What it costs in this ability.
    pub price: Explanation,
    rule: String,
    /// What it does.
    pub text: String,
    values: IndexMap<String, Explanation>,
}

/// An ability and its bill, before it is turned into data.
pub struct Priced<'a> {
    desk: &'a Desk<'a>,
    ability: &'a Ability,
    /// The bill.
    pub bill: Bill,
}

/// Works out an ability with the values of the desk's character. None when the system has no rules for abilities.
///
/// # Errors
/// When a formula cannot be computed.
pub fn priced<'a>(desk: &'a Desk<'a>, ability: &'a Ability) -> Result<Option<Priced<'a>>, EvalError> {
    Ok(bill(&desk.evaluator, ability)?.map(|bill| Priced { desk, ability, bill }))
}

impl Priced<'_> {
    /// The bill as data, with what was found about it.
    pub fn data(&self, diagnostics: Vec<DiagnosticJson>) -> Option<BillData> {
        let rules = self.desk.game.rules.abilities()?;
        let all = |values: &[(String, std::rc::Rc<Computed>)], defs: &IndexMap<String, AbilityValue>| {
            let known = values.iter().filter_map(|(id, value)| Some((id.clone(), of_value(value, defs.get(id)?))));
            known.collect::<IndexMap<_, _>>()
        };
        let values = all(&self.bill.values, &rules.values);
        let item = |(line, purchase): (&Line, &Purchase)| {
            let def = rules.keywords.get(&line.keyword)?;
            let families = &self.desk.game.entries.keywords;
            let family = families.iter().find(|family| family.head.id == def.family).map_or("", |f| &f.head.name);
            let price = def.price.as_ref().unwrap_or(&rules.price);
            Some(ItemData {
                keyword: line.keyword.clone(),
                name: format!("{family}: {}", def.name),
                parameters: purchase.parameters.iter().map(|(id, value)| (id.clone(), GivenData::of(value))).collect(),
                list_price: of(&line.cost, [&def.name, "", &def.rule, &def.cost.text]),
                price: of(&line.price, [&def.name, "", &def.rule, &price.text]),
                rule: def.rule.clone(),
                text: line.text.clone(),
                values: all(&line.values, &def.values),
            })
        };
        Some(BillData {
            system: self.desk.game.entries.head.id.clone(),
            ability: self.ability.id.clone(),
            name: self.ability.name.clone(),
            character: self.desk.evaluator.character().id.clone(),
            rules: self.desk.game.fingerprint.clone(),
            items: self.bill.lines.iter().zip(&self.ability.keywords).filter_map(item).collect(),
            spent: values.get(&rules.spent)?.clone(),
            budget: values.get(&rules.budget)?.clone(),
            legal: self.bill.breaches.is_empty(),
            values,
            diagnostics,
        })
    }
}

fn of_value(value: &Computed, def: &AbilityValue) -> Explanation {
    of(value, [&def.name, &def.unit, &def.rule, &def.formula.text])
}

fn of(value: &Computed, labels: [&str; 4]) -> Explanation {
    explained(&value.value, &value.terms, labels)
}
