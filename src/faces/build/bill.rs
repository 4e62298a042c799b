//! The bill of an ability as data: the JSON of `cost` (see `docs/json.md`).

use deckle_rules::ability::{Ability, AbilityValue, Given, Purchase};
use deckle_rules::bill::{Bill, Line};
use deckle_rules::compute::Computed;
use indexmap::IndexMap;
use serde::Serialize;

use super::data::{Explanation, explained};
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

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum GivenData {
    Number(i64),
    Word(String),
}

/// The bill of an ability as data, with what was found about it. None when the system has no rules for abilities.
pub fn bill_data(
    desk: &Desk<'_>,
    ability: &Ability,
    bill: &Bill,
    diagnostics: Vec<DiagnosticJson>,
) -> Option<BillData> {
    let rules = desk.game.rules.abilities()?;
    let all = |values: &[(String, std::rc::Rc<Computed>)], defs: &IndexMap<String, AbilityValue>| {
        let known = values.iter().filter_map(|(id, value)| Some((id.clone(), of_value(value, defs.get(id)?))));
        known.collect::<IndexMap<_, _>>()
    };
    let values = all(&bill.values, &rules.values);
    let item = |(line, purchase): (&Line, &Purchase)| {
        let def = rules.keywords.get(&line.keyword)?;
        let families = &desk.game.entries.keywords;
        let family = families.iter().find(|family| family.head.id == def.family).map_or("", |f| &f.head.name);
        let price = def.price.as_ref().unwrap_or(&rules.price);
        let given = |given: &Given| match given {
            Given::Number(number) => GivenData::Number(*number),
            Given::Word(word) => GivenData::Word(word.clone()),
        };
        Some(ItemData {
            keyword: line.keyword.clone(),
            name: format!("{family}: {}", def.name),
            parameters: purchase.parameters.iter().map(|(id, value)| (id.clone(), given(value))).collect(),
            list_price: of(&line.cost, [&def.name, "", &def.rule, &def.cost.text]),
            price: of(&line.price, [&def.name, "", &def.rule, &price.text]),
            rule: def.rule.clone(),
            text: line.text.clone(),
            values: all(&line.values, &def.values),
        })
    };
    Some(BillData {
        system: desk.game.entries.head.id.clone(),
        ability: ability.id.clone(),
        name: ability.name.clone(),
        character: desk.evaluator.character().id.clone(),
        rules: desk.game.fingerprint.clone(),
        items: bill.lines.iter().zip(&ability.keywords).filter_map(item).collect(),
        spent: values.get(&rules.spent)?.clone(),
        budget: values.get(&rules.budget)?.clone(),
        legal: bill.breaches.is_empty(),
        values,
        diagnostics,
    })
}

fn of_value(value: &Computed, def: &AbilityValue) -> Explanation {
    of(value, [&def.name, &def.unit, &def.rule, &def.formula.text])
}

fn of(value: &Computed, labels: [&str; 4]) -> Explanation {
    explained(&value.value, &value.terms, labels)
}
