//! Characters for the tests: those of the content, and variants of them in extreme situations.

use std::collections::BTreeMap;
use std::sync::Arc;

use makeready_rules::ability::{Ability, Argument, Purchase};
use makeready_rules::character::{Background, Character, Completeness, Item, Ranks};
use makeready_rules::compute::Evaluator;
use makeready_rules::formula::Formula;
use makeready_rules::number::Number;
use makeready_rules::rules::Rules;
use makeready_rules::system::System;

use makeready_testing::TRI_CORE;

pub fn system() -> &'static System {
    TRI_CORE.rules.system()
}

/// Every character and NPC.
pub fn everybody() -> impl Iterator<Item = &'static Character> {
    TRI_CORE.people().map(|who| &who.character)
}

pub fn character(id: &str) -> &'static Character {
    &TRI_CORE.person(id).unwrap_or_else(|| panic!("there is no character {id}")).character
}

/// The rules with some rulings decided otherwise.
pub fn decided(choices: &[(&str, &str)]) -> Rules {
    let choices = choices.iter().map(|(r, o)| ((*r).to_owned(), (*o).to_owned())).collect();
    TRI_CORE.rules.with(&choices).expect("these rulings exist")
}

/// A value as text, with a plain minus sign.
pub fn printed(evaluator: &Evaluator<'_>, name: &str) -> String {
    match evaluator.computed(name) {
        Ok(computed) => computed.value.to_string().replace('\u{2212}', "-"),
        Err(error) => format!("error: {error}"),
    }
}

/// All characters as they are, the blank form, and all in every situation in which a ruling might matter.
pub fn crowd() -> Vec<Character> {
    let mut crowd: Vec<Character> = everybody().cloned().collect();
    crowd.push(Character::blank());
    crowd.push(torn());
    crowd.push(of_the_place());
    crowd.push(holding("2"));
    for (nth, who) in everybody().enumerate() {
        crowd.push(in_trouble(who, nth));
        if nth % 2 == 0 {
            crowd.push(generous(who, nth));
        }
    }
    crowd
}

/// With an Advantage and a Disadvantage, which cancel or do not.
fn torn() -> Character {
    let conditions = vec!["advantage".to_owned(), "disadvantage".to_owned()];
    Character { id: "torn".to_owned(), conditions, ..character("kael").clone() }
}

/// With a passive ability whose target is what is natural to it.
fn of_the_place() -> Character {
    let word = |text: &str| Argument::Symbol(text.to_owned());
    let fields =
        [("core", "body"), ("slot", "double"), ("type", "passive"), ("aspect", "boost"), ("target", "natural")];
    let ability = Ability {
        id: "rooted".to_owned(),
        name: "Rooted".to_owned(),
        arguments: fields.iter().map(|(name, set)| ((*name).to_owned(), word(set))).collect(),
        keywords: vec![
            Purchase {
                keyword: "reinforce-iv".to_owned(),
                arguments: [("added_stat".to_owned(), word("vitality"))].into(),
            },
            Purchase { keyword: "boost-xi".to_owned(), arguments: [("points".to_owned(), Argument::Number(1))].into() },
        ],
    };
    Character { id: "of-the-place".to_owned(), built: vec![Arc::new(ability)], ..character("kael").clone() }
}

/// With a saber for this many hands.
fn holding(hands: &str) -> Character {
    let mut who = character("kael").clone();
    who.id = format!("with-{hands}-hands");
    who.items[0].fields.insert("hands".to_owned(), Formula::parse(hands).expect("a number"));
    who
}

/// Nothing held, overloaded, and with every condition at once, at a notable level.
fn in_trouble(who: &Character, nth: usize) -> Character {
    let load = Item {
        id: "anvil".to_owned(),
        name: "Anvil".to_owned(),
        weight: Number::whole(2_000),
        tags: vec![],
        fields: BTreeMap::new(),
        wields: vec![],
        modifiers: vec![],
    };
    let levels = [1, 4, 5, 9, 10, 14, 15, 19, 20, 7];
    Character {
        completeness: Completeness::Partial,
        id: format!("{}-in-trouble", who.id),
        inputs: BTreeMap::from([("level".to_owned(), levels[nth % levels.len()]), ("slots_traded".to_owned(), 2)]),
        items: vec![load],
        conditions: system().conditions.keys().cloned().collect(),
        ..who.clone()
    }
}

/// Ranks in everything, training in everything, stats of the other parity, another tier.
fn generous(who: &Character, nth: usize) -> Character {
    let system = system();
    let tiers: Vec<&String> = system.choices["tier"].options.keys().collect();
    let ranks = system.skills.iter().map(|(id, skill)| {
        let kinds = skill.choose.iter().flat_map(|list| system.lists[list].entries.keys());
        let chosen = Ranks::Chosen(kinds.map(|kind| (kind.clone(), 2)).collect());
        (id.clone(), if skill.choose.is_empty() { Ranks::Plain(3) } else { chosen })
    });
    let odd = |i: usize| i64::try_from(i % 2).expect("0 or 1");
    let covers = system.entries().into_iter().map(str::to_owned).collect();
    Character {
        id: format!("{}-generous", who.id),
        choices: BTreeMap::from([("tier".to_owned(), tiers[nth % tiers.len()].clone())]),
        stats: who.stats.iter().enumerate().map(|(i, (stat, n))| (stat.clone(), n + odd(i))).collect(),
        skills: ranks.collect(),
        backgrounds: vec![Background { name: "All".to_owned(), covers }],
        ..who.clone()
    }
}
