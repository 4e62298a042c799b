//! Keywords and abilities as data, for `data/<system>.json` (see `docs/json.md`).

use indexmap::IndexMap;
use makeready_rules::ability::ParameterDef;
use makeready_rules::formula::EvalError;
use makeready_rules::system::ValueDef;
use serde::Serialize;
use serde_json::Value as Json;

use super::bill::{BillData, priced};
use super::data::ArgumentData;
use super::face_builder::FaceBuilder;
use makeready_content::breach_diagnostic;
use makeready_content::concept::keyword::{KeywordEntry, KeywordFamilyEntry};
use makeready_content::diagnostic::to_json;
use makeready_content::game::{Game, Listed};
use makeready_content::source::Sources;

/// A keyword as data. Formulas are as the author wrote them.
#[derive(Debug, Serialize)]
pub struct KeywordData {
    keyword: String,
    family: String,
    numeral: String,
    name: String,
    rule: String,
    summary: String,
    parameters: IndexMap<String, ParameterData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    list_price: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<String>,
    values: IndexMap<String, ValueData>,
}

#[derive(Debug, Serialize)]
struct ParameterData {
    name: String,
    takes: Json,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<ArgumentData>,
}

#[derive(Debug, Serialize)]
struct ValueData {
    name: String,
    unit: String,
    rule: String,
    formula: String,
}

/// Every keyword, in the order of the content.
pub fn keyword_data(game: &Game) -> Vec<KeywordData> {
    let families = game.entries.keywords.iter();
    let keywords = families.flat_map(|family| family.keywords.iter().map(move |keyword| (family, keyword)));
    keywords.filter_map(|(family, keyword)| of_keyword(game, family, keyword)).collect()
}

fn of_keyword(game: &Game, family: &KeywordFamilyEntry, keyword: &KeywordEntry) -> Option<KeywordData> {
    let rules = game.rules.abilities()?;
    let def = rules.keywords.get(&keyword.head.id)?;
    let value = |(id, value): (&String, &ValueDef)| {
        let data = ValueData {
            name: value.name.clone(),
            unit: value.unit.clone(),
            rule: value.rule.clone(),
            formula: value.formula.text.clone(),
        };
        (id.clone(), data)
    };
    Some(KeywordData {
        keyword: keyword.head.id.clone(),
        family: family.head.id.clone(),
        numeral: keyword.numeral.to_string(),
        name: keyword.full_name(family),
        rule: keyword.head.rule.clone(),
        summary: keyword.head.summary.clone(),
        parameters: def.parameters.iter().map(|(id, field)| (id.clone(), parameter(field))).collect(),
        list_price: def.cost.as_ref().map(|cost| cost.text.clone()),
        price: rules.price_of(def).map(|price| price.text.clone()),
        values: def.values.iter().map(value).collect(),
    })
}

fn parameter(field: &ParameterDef) -> ParameterData {
    let takes = super::parameter::data(field);
    let default = field.default.as_ref().map(ArgumentData::of);
    ParameterData { name: field.name.clone(), takes, default }
}

/// The bill of every ability, computed for the same character as on its page.
///
/// # Errors
/// When a formula cannot be computed.
pub fn ability_data(game: &Game, sources: &Sources) -> Result<Vec<BillData>, EvalError> {
    let mut all = Vec::new();
    for Listed { entry, def: ability } in game.abilities.values() {
        let faces = FaceBuilder::new(game, game.builder(&ability.id));
        let Some(priced) = priced(&faces, ability)? else { continue };
        let breaches = priced.bill.breaches.iter();
        let found = breaches.map(|breach| to_json(&breach_diagnostic(entry, breach), sources)).collect();
        all.extend(priced.data(found));
    }
    Ok(all)
}
