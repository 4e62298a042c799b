//! Abilities made up to test keywords with, and their bills.

use std::collections::BTreeMap;

use deckle_rules::ability::{Ability, AbilityRules, Argument, KeywordDef, ParameterDef, ParameterKind, Purchase};
use deckle_rules::bill::bill;
use deckle_rules::compute::Evaluator;
use deckle_rules::rules::Rules;

use crate::people::{character, system};

/// What keywords that depend on a ruling cost, give, say and require, by keyword, under the rules of the game: bought in
/// abilities of every type and core, with several arguments for each parameter, and all keywords together. Under
/// `abilities` what abilities make of it.
pub fn billed(rules: &Rules, ruling: &str) -> BTreeMap<String, String> {
    let evaluator = Evaluator::new(rules, character("kael"));
    // The formulas as written, in which the ruling is still undecided.
    let abilities = system().abilities.as_ref().expect("there are rules for abilities");
    let question = format!("ruling.{ruling}");
    let asks = |text: String| text.contains(&format!("\"{question}\""));
    let is_general = asks(format!("{:?}{:?}{:?}", abilities.prices, abilities.values, abilities.requires));
    let plain = |(id, def): (&String, &KeywordDef)| probes(abilities, id, def).swap_remove(0).keywords.swap_remove(0);
    let all: Vec<Purchase> = abilities.keywords.iter().map(plain).collect();
    let mut places: BTreeMap<String, String> = BTreeMap::new();
    for (id, def) in &abilities.keywords {
        let is_asking = asks(format!("{def:?}"));
        let mut tried = probes(abilities, id, def);
        match (is_asking, is_general) {
            (true, _) => {
                let mut with_all = tried[0].clone();
                with_all.keywords.extend(all.iter().cloned());
                tried.push(with_all);
            }
            (false, true) => tried.truncate(12),
            (false, false) => continue,
        }
        for ability in tried {
            let bill = bill(&evaluator, &ability).expect("it computes").expect("there are rules for abilities");
            let (of_keyword, of_ability): (Vec<_>, Vec<_>) = bill.breaches.iter().partition(|b| b.line == Some(0));
            let keyword = places.entry(format!("keyword {id}")).or_default();
            keyword.push_str(&format!("{:?}{of_keyword:?}", bill.lines[0]));
            places.entry("abilities".to_owned()).or_default().push_str(&format!("{:?}{of_ability:?}", bill.values));
        }
    }
    places
}

/// Abilities with just this keyword.
fn probes(rules: &AbilityRules, id: &str, def: &KeywordDef) -> Vec<Ability> {
    let plain: BTreeMap<String, Argument> =
        def.parameters.iter().map(|(name, field)| (name.clone(), settings(field).swap_remove(0))).collect();
    let mut parameters = vec![plain.clone()];
    for (name, field) in &def.parameters {
        for setting in settings(field).into_iter().skip(1) {
            parameters.push(plain.clone().into_iter().chain([(name.clone(), setting)]).collect());
        }
    }
    let types = settings(&rules.parameters["type"]);
    let cores = settings(&rules.parameters["core"]);
    let slots = settings(&rules.parameters["slot"]);
    let with = |(nth, parameters): (usize, &BTreeMap<String, Argument>)| {
        let purchase = Purchase { keyword: id.to_owned(), arguments: parameters.clone() };
        let core = cores[nth % cores.len()].clone();
        let slot = slots[nth % slots.len()].clone();
        let of_type = move |kind: &Argument| {
            let fields = [("type", kind.clone()), ("core", core.clone()), ("slot", slot.clone())];
            let fixed = [("aspect", Argument::Symbol("hinder".to_owned())), ("drawback", Argument::Number(12))];
            let fields = fields.into_iter().chain(fixed).map(|(name, given)| (name.to_owned(), given)).collect();
            Ability {
                id: "probe".to_owned(),
                name: "Probe".to_owned(),
                arguments: fields,
                keywords: vec![purchase.clone(); 2],
            }
        };
        types.iter().map(of_type).collect::<Vec<_>>()
    };
    parameters.iter().enumerate().flat_map(with).collect()
}

/// Arguments for a parameter, the plainest first.
fn settings(field: &ParameterDef) -> Vec<Argument> {
    let default = field.default.clone().into_iter();
    let all: Vec<Argument> = match &field.kind {
        ParameterKind::Number { min, max } => {
            [*min, 3, 7, 40, 400].into_iter().filter(|n| (min..=max).contains(&n)).map(Argument::Number).collect()
        }
        ParameterKind::Choice(choice) => choice.options.keys().cloned().map(Argument::Symbol).collect(),
        ParameterKind::Stat => system().stats.keys().step_by(4).cloned().map(Argument::Symbol).collect(),
        ParameterKind::Text => vec![Argument::Symbol("words".to_owned())],
    };
    default.chain(all).collect()
}
