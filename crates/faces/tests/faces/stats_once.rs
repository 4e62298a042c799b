//! No stat counts twice in an Effect Value: every Core Action, with every keyword that adds a Sub-Stat and every pair of them,
//! for every stat, under every reading that decides what an action adds.

use std::collections::{BTreeMap, BTreeSet};

use makeready_rules::ability::{Ability, Argument, Purchase};
use makeready_rules::bill::bill;
use makeready_rules::character::Character;
use makeready_rules::compute::Evaluator;
use makeready_rules::rules::Rules;

use crate::people::{character, decided, system};

const ACTIONS: [&str; 7] = ["strike", "volley", "grab", "collide", "block", "dodge", "parry"];
/// What adds a whole stat or half of one to an Effect Value.
const ADDING: [&str; 2] = ["empower-iv", "reinforce-vii"];
/// Stats that an action is said to add, where its Effect Value as the game computes it does not have them: a Grab deals none.
const NAMED_ONLY: [(&str, &str); 2] = [("grab", "vitality"), ("parry", "intelligence")];

fn word(text: &str) -> Argument {
    Argument::Symbol(text.to_owned())
}

fn ability(action: &str, added: &[(&str, &str)]) -> Ability {
    // What an action may not do with this aspect is another requirement.
    let fields = [("core", "body"), ("slot", "double"), ("type", "active"), ("aspect", "boost"), ("action", action)];
    let arguments: BTreeMap<String, Argument> =
        fields.iter().map(|(name, set)| ((*name).to_owned(), word(set))).collect();
    let purchase = |(keyword, stat): &(&str, &str)| Purchase {
        keyword: (*keyword).to_owned(),
        arguments: [("added_stat".to_owned(), word(stat))].into(),
    };
    Ability {
        id: "tried".to_owned(),
        name: "Tried".to_owned(),
        arguments,
        keywords: added.iter().map(purchase).collect(),
    }
}

/// The requirements on stats in use that an ability breaks.
fn in_use(rules: &Rules, who: &Character, ability: &Ability) -> Vec<String> {
    let bill = bill(&Evaluator::new(rules, who), ability).expect("it computes").expect("abilities are built here");
    bill.breaches.iter().map(|breach| breach.id.clone()).filter(|id| id.ends_with("stat-in-use")).collect()
}

/// The stats that are terms of the Effect Value of an action by itself.
fn adds_by_itself(rules: &Rules, action: &str) -> BTreeSet<String> {
    let value = if action == "parry" { "parry.riposte".to_owned() } else { format!("{action}.effect") };
    let evaluator = Evaluator::new(rules, character("kael"));
    // A Grab has an Effect Value under some readings only.
    let Ok(computed) = evaluator.computed(&value) else { return BTreeSet::new() };
    let is_stat = |name: &String| system().stats.contains_key(name);
    computed.terms.iter().map(|term| term.name.clone()).filter(is_stat).collect()
}

#[test]
fn no_stat_counts_twice_in_an_effect_value() {
    let kael = character("kael");
    let mut tried = 0;
    for ruling in ["key_stat_applies_to", "block_bonus", "dodge_reduction", "parry_intelligence"] {
        for option in &system().rulings[ruling].options {
            let rules = decided(&[(ruling, option)]);
            for action in ACTIONS {
                let own = adds_by_itself(&rules, action);
                for stat in system().stats.keys().map(String::as_str) {
                    let is_named = NAMED_ONLY.contains(&(action, stat));
                    for keyword in ADDING {
                        tried += 1;
                        let broken = in_use(&rules, kael, &ability(action, &[(keyword, stat)]));
                        let place = format!("{action}, {keyword} with {stat}, {ruling}: {option}");
                        assert!(!own.contains(stat) || !broken.is_empty(), "{place}: counts twice");
                        assert!(own.contains(stat) || is_named || broken.is_empty(), "{place}: refused for nothing");
                        for other in ADDING {
                            tried += 1;
                            let broken = in_use(&rules, kael, &ability(action, &[(keyword, stat), (other, stat)]));
                            assert!(!broken.is_empty(), "{place}, and {other} with it: counts twice");
                        }
                    }
                }
            }
        }
    }
    assert!(tried > 3_000, "only {tried} abilities");
}
