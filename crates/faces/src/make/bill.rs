//! The bill of an ability, as a view for pages and as data: the JSON of `cost` (see `docs/json.md`).

use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexMap;
use makeready_rules::ability::{Ability, Argument, COST, KeywordDef, PRICE, ParameterDef};
use makeready_rules::bill::{Bill, Breach, Line, bill};
use makeready_rules::compute::Computed;
use makeready_rules::formula::EvalError;
use makeready_rules::system::ValueDef;
use serde::Serialize;

use super::book;
use super::data::{ArgumentData, Explanation, explained};
use super::face_builder::FaceBuilder;
use super::filling::join_terms;
use super::wording::Wording;
use crate::bill::{AbilityBill, BillFinding, BillItem, BillPrices, BillTotals};
use crate::book::{EntryLink, Explained};
use makeready_content::diagnostic::DiagnosticJson;
use makeready_content::game::Game;

/// A bill as data.
#[derive(Debug, Serialize)]
pub struct BillData {
    system: String,
    ability: String,
    name: String,
    /// Id of the character whose values it was computed with; empty without one.
    character: String,
    rules: String,
    /// One for each keyword, in the author's order.
    pub items: Vec<ItemData>,
    /// What it costs in all, where abilities cost anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<Explanation>,
    /// What it may cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<Explanation>,
    legal: bool,
    /// The ids of the requirements that it breaks.
    broken: Vec<String>,
    values: IndexMap<String, Explanation>,
    diagnostics: Vec<DiagnosticJson>,
}

/// A keyword on a bill.
#[derive(Debug, Serialize)]
pub struct ItemData {
    keyword: String,
    /// Printed name, with its family: `Range V: Burst`.
    pub name: String,
    parameters: IndexMap<String, ArgumentData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    list_price: Option<Explanation>,
    /// What it costs in this ability, where abilities cost anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Explanation>,
    rule: String,
    /// What it does.
    pub text: String,
    values: IndexMap<String, Explanation>,
}

/// An ability and its bill, before it is turned into data.
pub struct Priced<'a> {
    pub(super) faces: &'a FaceBuilder<'a>,
    pub(super) ability: &'a Ability,
    /// The bill.
    pub bill: Bill,
}

/// Computes an ability with the values of the builder's character. None when the system has no rules for abilities.
///
/// # Errors
/// When a formula cannot be computed.
pub fn priced<'a>(faces: &'a FaceBuilder<'a>, ability: &'a Ability) -> Result<Option<Priced<'a>>, EvalError> {
    Ok(bill(&faces.evaluator, ability)?.map(|bill| Priced { faces, ability, bill }))
}

/// The bills of the abilities that the builder's character has built.
///
/// # Errors
/// When a formula cannot be computed.
pub fn bills(faces: &FaceBuilder<'_>) -> Result<Vec<BillData>, EvalError> {
    let mut bills = Vec::new();
    for ability in &faces.evaluator.character().built {
        bills.extend(priced(faces, ability)?.and_then(|priced| priced.data(Vec::new())));
    }
    Ok(bills)
}

impl BillData {
    /// The name of the ability.
    pub fn label(&self) -> &str {
        &self.name
    }

    /// Whether it meets every requirement.
    pub const fn is_legal(&self) -> bool {
        self.legal
    }

    /// A number of the ability by its name: `surge.spent`, or `surge.1.price` for its first keyword.
    pub fn explanation(&self, name: &str) -> Option<&Explanation> {
        let name = name.strip_prefix(self.ability.as_str())?.strip_prefix('.')?;
        let Some((line, name)) = name.split_once('.') else { return self.values.get(name) };
        let item = self.items.get(line.parse::<usize>().ok()?.checked_sub(1)?)?;
        match name {
            COST => item.list_price.as_ref(),
            PRICE => item.price.as_ref(),
            _ => item.values.get(name),
        }
    }

    /// The names of all its numbers.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.values.keys().map(|id| format!("{}.{id}", self.ability)).collect();
        for (line, item) in self.items.iter().enumerate() {
            let prices = item.price.iter().flat_map(|_| [COST, PRICE]);
            let all = prices.chain(item.values.keys().map(String::as_str));
            names.extend(all.map(|id| format!("{}.{}.{id}", self.ability, line + 1)));
        }
        names
    }
}

impl Priced<'_> {
    /// The bill as data, with diagnostics about it.
    pub fn data(&self, diagnostics: Vec<DiagnosticJson>) -> Option<BillData> {
        let rules = self.faces.game.rules.abilities()?;
        let all = |values: &[(String, Arc<Computed>)], defs: &IndexMap<String, ValueDef>| {
            let known = values.iter().filter_map(|(id, value)| Some((id.clone(), of_value(value, defs.get(id)?))));
            known.collect::<IndexMap<_, _>>()
        };
        let values = all(&self.bill.values, &rules.values);
        let item = |line: &Line| {
            let def = rules.keywords.get(&line.keyword)?;
            let (family, keyword) = self.faces.game.keyword(&line.keyword)?;
            let priced = |line: &Line| {
                let (prices, list, here) = (line.prices.as_ref()?, def.cost.as_ref()?, rules.price_of(def)?);
                let labels = |formula| [def.name.as_str(), "", &def.rule, formula];
                Some((of(&prices.list, labels(&list.text)), of(&prices.here, labels(&here.text))))
            };
            let (list_price, price) = priced(line).unzip();
            Some(ItemData {
                keyword: line.keyword.clone(),
                name: keyword.full_name(family),
                parameters: line.arguments.iter().map(|(id, value)| (id.clone(), ArgumentData::of(value))).collect(),
                list_price,
                price,
                rule: def.rule.clone(),
                text: line.text.clone(),
                values: all(&line.values, &def.values),
            })
        };
        Some(BillData {
            system: self.faces.game.entries.head.id.clone(),
            ability: self.ability.id.clone(),
            name: self.ability.name.clone(),
            character: self.faces.evaluator.character().id.clone(),
            rules: self.faces.game.fingerprint.clone(),
            items: self.bill.lines.iter().filter_map(item).collect(),
            spent: rules.prices.as_ref().and_then(|prices| values.get(&prices.spent)).cloned(),
            budget: rules.prices.as_ref().and_then(|prices| values.get(&prices.budget)).cloned(),
            legal: self.bill.breaches.is_empty(),
            broken: self.bill.breaches.iter().map(|breach| breach.id.clone()).collect(),
            values,
            diagnostics,
        })
    }
}

impl Priced<'_> {
    /// The bill as a view for pages. `left_out` keywords of the ability are not on it.
    pub fn view(&self, left_out: usize) -> Option<AbilityBill> {
        let game = self.faces.game;
        let rules = game.rules.abilities()?;
        let total = |id: &String| self.values().into_iter().find(|value| value.id == *id);
        let item = |line: &Line| {
            let def = rules.keywords.get(&line.keyword)?;
            let (family, keyword) = game.keyword(&line.keyword)?;
            let wording = Wording::new(game, rules, Some(def));
            let name = keyword.full_name(family);
            let unit = rules.total().map_or("", |total| &total.unit);
            let labels = |id: &str| [id.to_owned(), name.clone(), unit.to_owned(), def.rule.clone()];
            let prices = |line: &Line| {
                let (prices, list, here) = (line.prices.as_ref()?, def.cost.as_ref()?, rules.price_of(def)?);
                Some(BillPrices {
                    list: figure(&prices.list, labels(COST), wording.told(&list.expr)),
                    here: figure(&prices.here, labels(PRICE), wording.told(&here.expr)),
                })
            };
            Some(BillItem {
                keyword: line.keyword.clone(),
                parameters: decided(def, &line.arguments, game),
                prices: prices(line),
                text: line.text.clone(),
                name,
            })
        };
        let finding = |breach: &Breach| BillFinding {
            message: breach.message.clone(),
            cure: breach.cure.clone(),
            rule: breach.rule.clone(),
            keyword: breach.line.map_or_else(String::new, |line| self.ability.keywords[line].keyword.clone()),
        };
        let findings = self.bill.breaches.iter().filter(|_| left_out == 0).map(finding);
        Some(AbilityBill {
            ability: self.ability.id.clone(),
            name: self.ability.name.clone(),
            builder: self.builder(),
            items: self.bill.lines.iter().filter_map(item).collect(),
            left_out,
            totals: match &rules.prices {
                Some(prices) => Some(BillTotals { spent: total(&prices.spent)?, budget: total(&prices.budget)? }),
                None => None,
            },
            findings: findings.collect(),
        })
    }

    /// Every value of the ability.
    pub fn values(&self) -> Vec<Explained> {
        let game = self.faces.game;
        let Some(rules) = game.rules.abilities() else { return Vec::new() };
        let wording = Wording::new(game, rules, None);
        let value = |(id, computed): &(String, Arc<Computed>)| {
            let def = rules.values.get(id)?;
            // What nobody knows yet is counted in nothing.
            let printed = computed.value.printed();
            let unit =
                printed.map_or_else(String::new, |text| game.entries.lang.counted(&text, &def.unit).into_owned());
            let labels = [id.clone(), def.name.clone(), unit, def.rule.clone()];
            let entry =
                game.entries.building.iter().flat_map(|building| &building.values).find(|v| v.head.id == *id)?;
            Some(figure(computed, labels, wording.told_by(&entry.how, &def.formula.expr)))
        };
        self.bill.values.iter().filter_map(value).collect()
    }

    fn builder(&self) -> Option<(EntryLink, String)> {
        let character = self.faces.evaluator.character();
        let link = || book::person_link(self.faces.game, &character.id);
        (!character.is_blank()).then(|| (link(), character.name.clone()))
    }
}

/// A figure and its terms.
fn figure(computed: &Computed, [id, name, unit, rule]: [String; 4], formula: String) -> Explained {
    let is_plain = matches!(computed.terms.as_slice(), [only] if only.text == only.value.to_string());
    Explained {
        id,
        name,
        text: computed.value.printed().unwrap_or_else(|| computed.value.to_string()),
        is_known: !computed.value.is_unknown(),
        unit,
        terms: if is_plain || computed.value.is_unknown() { String::new() } else { join_terms(&computed.terms) },
        formula,
        rule,
    }
}

/// The arguments of a keyword behind their names, in the order of its parameters: `Squares`, `3`.
fn decided(keyword: &KeywordDef, arguments: &BTreeMap<String, Argument>, game: &Game) -> Vec<(String, String)> {
    let words = |(id, field): (&String, &ParameterDef)| {
        let argument = arguments.get(id)?;
        Some((field.name.clone(), field.kind.printed(argument, game.rules.system())))
    };
    keyword.parameters.iter().filter_map(words).collect()
}

fn of_value(value: &Computed, def: &ValueDef) -> Explanation {
    of(value, [&def.name, &def.unit, &def.rule, &def.formula.text])
}

fn of(value: &Computed, labels: [&str; 4]) -> Explanation {
    explained(&value.value, &value.terms, labels)
}
