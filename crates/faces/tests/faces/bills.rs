//! Abilities of Tri-Core: prices against a second computation written from the rules, and what is refused.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use makeready_content::game::Person;
use makeready_content::source::{FileId, Located, SourceFile, Sources, Span};
use makeready_content::{Depth, Earlier, ReadBefore, load_with};
use makeready_rules::ability::{Ability, Argument, Purchase};
use makeready_rules::bill::{Bill, bill};
use makeready_rules::compute::Evaluator;
use makeready_rules::number::Number;
use proptest::prelude::*;

use crate::people::{character, system};
use makeready_testing::{CONTENT, TRI_CORE};

fn number(n: i64) -> Argument {
    Argument::Number(n)
}

fn word(text: &str) -> Argument {
    Argument::Symbol(text.to_owned())
}

fn purchase(keyword: &str, parameters: &[(&str, Argument)]) -> Purchase {
    let parameters = parameters.iter().map(|(name, given)| ((*name).to_owned(), given.clone())).collect();
    Purchase { keyword: keyword.to_owned(), arguments: parameters }
}

fn ability(kind: &str, slot: &str, keywords: Vec<Purchase>) -> Ability {
    let fields = [("core", "body"), ("slot", slot), ("type", kind), ("aspect", "boost")];
    let fields: BTreeMap<String, Argument> = fields.iter().map(|(name, set)| ((*name).to_owned(), word(set))).collect();
    Ability { id: "tried".to_owned(), name: "Tried".to_owned(), arguments: fields, keywords }
}

fn billed(ability: &Ability, who: &str) -> Bill {
    let evaluator = Evaluator::new(&TRI_CORE.rules, character(who));
    bill(&evaluator, ability).expect("it computes").expect("there are rules for abilities")
}

fn value(bill: &Bill, name: &str) -> i64 {
    let value = bill.value(name).unwrap_or_else(|| panic!("there is no value {name}"));
    value.value.as_number().and_then(Number::to_i64).unwrap_or_else(|| panic!("{name} is {}", value.value))
}

/// A keyword to buy, and its price in the list by the rules: computed here, not by the formulas of the content.
fn priced() -> impl Strategy<Value = (Purchase, i64)> {
    let die = prop::sample::select(vec![4_i64, 6, 8, 10, 12]);
    let (many, some) = (1_i64..40, 1_i64..10);
    let stat = prop::sample::select(system().stats.keys().cloned().collect::<Vec<_>>());
    prop_oneof![
        (die.clone(), some.clone(), any::<bool>()).prop_map(|(sides, dice, at_ap)| {
            let surcharge = if at_ap { 2 } else { 0 };
            let price = (3 + surcharge) * sides + (4 + surcharge) * sides * (dice - 1);
            let harms = word(if at_ap { "ap" } else { "hp" });
            let set = [("dice_bought", number(dice)), ("die", word(&format!("d{sides}"))), ("harms", harms)];
            (purchase("empower-i", &set), price)
        }),
        many.clone().prop_map(|n| (purchase("range-i", &[("squares", number(n + 1))]), n)),
        many.clone().prop_map(|n| (purchase("range-ii", &[("squares", number(n))]), 2 * n)),
        some.clone().prop_map(|n| {
            let rows: i64 = (1..=n).map(|row| 2 * row + 1).sum();
            (purchase("range-iii", &[("rows", number(n))]), 2 * rows)
        }),
        some.clone().prop_map(|n| (purchase("range-iv", &[("side", number(n))]), 2 * n * n * n)),
        some.clone().prop_map(|n| {
            let rings: i64 = (1..=n).map(|ring| 16 * ring).sum();
            (purchase("range-v", &[("reach_of_burst", number(n))]), rings)
        }),
        many.clone().prop_map(|n| (purchase("boost-ii", &[("points", number(n))]), 4 * n)),
        (many.clone(), stat).prop_map(|(n, stat)| {
            (purchase("boost-i", &[("points", number(n)), ("boosted_stat", word(&stat))]), 30 * n)
        }),
        many.clone().prop_map(|n| (purchase("boost-vii", &[("points", number(n))]), 8 * n)),
        many.clone().prop_map(|n| (purchase("boost-x", &[("points", number(n))]), 12 * n)),
        many.clone().prop_map(|n| (purchase("charge-i", &[("dice_a_step", number(n))]), 20 * n)),
        many.clone().prop_map(|n| (purchase("cognition-i", &[("ap_bought", number(n))]), 15 * n)),
        (1_i64..14).prop_map(|n| (purchase("cognition-ii", &[("traits", number(n))]), 10 * n)),
        Just((purchase("cognition-v", &[]), 24)),
        Just((purchase("affliction-i", &[]), 20)),
        Just((purchase("affliction-xv", &[]), 20)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bill_is_the_one_worked_out_by_hand(
        chosen in prop::collection::vec(priced(), 1..6),
        slot in prop::sample::select(vec!["half", "single", "double"]),
        kind in prop::sample::select(vec!["active", "trigger", "passive"]),
        who in prop::sample::select(vec!["kael", "ilse", "bruna"]),
    ) {
        // Boost I and II are always Passive, and pay double whatever the ability says.
        let always = |keyword: &str| matches!(keyword, "boost-i" | "boost-ii");
        let of = |(purchase, price): &(Purchase, i64)| {
            if kind == "passive" || always(&purchase.keyword) { 2 * price } else { *price }
        };
        let spent: i64 = chosen.iter().map(of).sum();
        let list: i64 = chosen.iter().map(|(_, price)| price).sum();
        let bill = billed(&ability(kind, slot, chosen.into_iter().map(|(purchase, _)| purchase).collect()), who);
        prop_assert_eq!(value(&bill, "spent"), spent);
        prop_assert_eq!(value(&bill, "list_total"), list);
        let person = character(who);
        let bonus = |stat: &str| {
            let rounds = i64::try_from(person.advances.iter().filter(|advance| *advance == stat).count()).expect("few");
            rounds * match person.choices["tier"].as_str() {
                "commoner" => 1, "adventurer" => 2, "heroic" => 3, "legendary" => 4, _ => 5,
            }
        };
        let body: i64 = ["power", "vitality", "endurance"].iter().map(|stat| person.stats[*stat] + bonus(stat)).sum();
        let single = 15 + 5 * person.inputs["level"] + body;
        let budget = match slot { "half" => single / 2, "single" => single, _ => 2 * single };
        prop_assert_eq!(value(&bill, "budget"), budget);
        prop_assert_eq!(bill.breaches.iter().any(|breach| breach.id == "over-budget"), spent > budget);
        let resource = match (kind, slot) { ("passive", _) => 0, ("trigger", "double") => 4, ("trigger", _) | (_, "double") => 2, _ => 1 };
        prop_assert_eq!(value(&bill, "resource_cost"), resource);
    }

    #[test]
    fn one_keyword_more_never_costs_less(chosen in prop::collection::vec(priced(), 2..6)) {
        let all: Vec<Purchase> = chosen.into_iter().map(|(purchase, _)| purchase).collect();
        let fewer = value(&billed(&ability("active", "single", all[1..].to_vec()), "kael"), "spent");
        let more = value(&billed(&ability("active", "single", all), "kael"), "spent");
        prop_assert!(more > fewer);
    }
}

/// Parsed files of the game, shared by all loads: each load changes one file.
static READ: LazyLock<ReadBefore> = LazyLock::new(ReadBefore::default);

/// The diagnostics of an ability written in a file: code and message of each.
fn told(fields: &str, keywords: &str, campaign: &[(&str, &str)]) -> Vec<(String, String)> {
    let text = format!(
        "format_version: 1\nid: tried\nname: Tried\nfields: {{ {fields} }}\nkeywords:\n{keywords}description: \"Tried.\"\n"
    );
    let mut files: Vec<SourceFile> = CONTENT.iter().map(|(_, file)| file.clone()).collect();
    files.push(SourceFile { path: "tri-core/abilities/tried.yaml".to_owned(), shown: "tried.yaml".to_owned(), text });
    let at = Span { file: FileId(0), start: 0, end: 0 };
    let located = |text: &&str| Located { value: (*text).to_owned(), at };
    let campaign: Vec<_> = campaign.iter().map(|(ruling, option)| (located(ruling), located(option))).collect();
    let sources = Sources::new(files);
    let earlier = Earlier { read: Some(&READ), proofs: None };
    let loaded = load_with(earlier, Depth::Computed, &sources, "tri-core", &campaign);
    let of_file = |d: &&makeready_content::diagnostic::Diagnostic| sources.file(d.at.file).shown == "tried.yaml";
    loaded.diagnostics.iter().filter(of_file).map(|d| (d.code.as_str().to_owned(), d.message.clone())).collect()
}

/// One thing that is refused: what it is, the fields, the keywords, the code and a part of the message.
type Refused = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// What the rules say that a validator of abilities must reject.
const REFUSED: [Refused; 16] = [
    (
        "Cognition as Passive",
        "core: mind, type: passive, aspect: hinder",
        "  - cognition-v\n",
        "cognition-v-never-passive",
        "Passive",
    ),
    (
        "Empower I as Passive",
        "core: body, type: passive, aspect: damage",
        "  - empower-i: { dice_bought: 1, die: d6 }\n",
        "empower-i-passive",
        "a Passive ability cannot have it",
    ),
    (
        "Boost I not Passive",
        "core: body, type: active, aspect: boost",
        "  - boost-i: { points: 1, boosted_stat: power }\n",
        "boost-i-passive",
        "always Passive",
    ),
    (
        "Boost II not Passive",
        "core: body, type: trigger, aspect: boost",
        "  - boost-ii: { points: 1 }\n",
        "boost-ii-passive",
        "always Passive",
    ),
    (
        "Boost VIII not Passive",
        "core: body, type: active, aspect: boost",
        "  - boost-viii: { points: 1 }\n",
        "boost-viii-passive",
        "always Passive",
    ),
    (
        "Creation IV not Passive",
        "core: mind, type: active, aspect: boost",
        "  - creation-iv: { ranks_above_common: 1 }\n",
        "creation-iv-passive",
        "always Passive",
    ),
    (
        "a Boost of the resource it costs",
        "core: spirit, type: active, aspect: boost",
        "  - boost-v: { points: 1, boosted_pool: mp }\n",
        "boost-v-own-resource",
        "MP",
    ),
    (
        "Empower IV with a stat in use",
        "core: body, type: active, aspect: damage, action: strike",
        "  - empower-iv: { added_stat: power }\n",
        "empower-iv-stat-in-use",
        "in the Effect Value already",
    ),
    (
        "Reinforce with a stat in use",
        "core: body, type: passive, aspect: boost",
        "  - reinforce-i: { added_stat: vitality }\n",
        "reinforce-i-stat-in-use",
        "already includes Vitality",
    ),
    (
        "Reinforce with a stat twice",
        "core: body, type: passive, aspect: boost",
        "  - reinforce-i: { added_stat: power }\n  - reinforce-i: { added_stat: power }\n",
        "reinforce-i-stat-in-use",
        "already includes Power",
    ),
    (
        "a third Sub-Stat for one value",
        "core: body, type: passive, aspect: boost",
        "  - reinforce-i: { added_stat: power }\n  - reinforce-i: { added_stat: acuity }\n  - reinforce-i: { added_stat: attunement }\n",
        "reinforce-i-too-many",
        "at most two more Sub-Stats, not 3",
    ),
    (
        "Charge by no dice",
        "core: body, type: active, aspect: damage",
        "  - charge-i: { dice_a_step: 0 }\n",
        "out-of-range",
        "0 does not exist",
    ),
    (
        "a kind of die that there is not",
        "core: body, type: active, aspect: damage",
        "  - empower-i: { dice_bought: 1, die: d20 }\n",
        "unknown-option",
        "d20",
    ),
    (
        "a core that there is not",
        "core: soul, type: active, aspect: damage",
        "  - affliction-i\n",
        "unknown-option",
        "soul",
    ),
    ("no type", "core: body, aspect: damage", "  - affliction-i\n", "missing-value", "`type` is missing"),
    (
        "a Trigger without its event",
        "core: body, type: trigger, aspect: damage",
        "  - empower-ii: { bonus: 1 }\n",
        "trigger-without-event",
        "none is stated",
    ),
];

#[test]
#[ignore = "slow: loads the game for each refusal"]
fn whatever_the_rules_refuse_is_refused_with_a_reason() {
    for (what, fields, keywords, code, message) in REFUSED {
        let found = told(fields, keywords, &[]);
        let is_told = found.iter().any(|(found, said)| found == code && said.contains(message));
        assert!(is_told, "{what}: {found:?}");
    }
}

#[test]
fn a_sub_stat_of_another_core_is_refused_where_the_table_says_so() {
    let (fields, keywords) = ("core: body, type: active, aspect: damage", "  - empower-iv: { added_stat: acuity }\n");
    assert_eq!(told(fields, keywords, &[]), []);
    let found = told(fields, keywords, &[("sub_stat_of_core", "core_only")]);
    assert!(found.iter().any(|(code, said)| code == "empower-iv-core" && said.contains("another Core")), "{found:?}");
}

#[test]
fn a_fourth_immunity_is_refused() {
    let immune = |kinds: &[&str]| -> String {
        kinds.iter().map(|kind| format!("  - anatomy-iv: {{ resisted: {kind}, fifties: 2 }}\n")).collect()
    };
    let fields = "core: body, type: passive, aspect: boost";
    assert_eq!(told(fields, &immune(&["fire", "water", "wind"]), &[]), []);
    let found = told(fields, &immune(&["fire", "water", "wind", "acid"]), &[]);
    assert!(found.iter().any(|(_, said)| said.contains("immunities") || said.contains("immune")), "{found:?}");
}

#[test]
fn what_costs_more_than_its_budget_is_refused_with_what_to_save() {
    let dear =
        ability("active", "single", vec![purchase("empower-i", &[("dice_bought", number(3)), ("die", word("d12"))])]);
    let bill = billed(&dear, "kael");
    let breach = bill.breaches.iter().find(|breach| breach.id == "over-budget").expect("132 is more than Kael has");
    let allowed = value(&bill, "allowed");
    assert_eq!(breach.message, format!("it costs 132 ACP, and {allowed} are allowed"));
    assert!(breach.cure.contains(&format!("{} ACP", 132 - allowed)), "{}", breach.cure);
}

#[test]
fn cognition_takes_two_action_points_at_least() {
    for (weight, ap) in [("light", 2), ("moderate", 2), ("heavy", 3)] {
        let mut mind = ability("active", "single", vec![purchase("cognition-v", &[])]);
        mind.arguments.insert("weight".to_owned(), word(weight));
        assert_eq!(value(&billed(&mind, "ilse"), "ap_cost"), ap, "{weight}");
    }
}

#[test]
fn every_ability_of_the_content_is_legal_for_somebody() {
    assert!(TRI_CORE.abilities.len() >= 30);
    for (id, ability) in &TRI_CORE.abilities {
        let is_legal = |who: &Person| {
            let bill = bill(&who.evaluator(&TRI_CORE.rules), &ability.def);
            bill.is_ok_and(|bill| bill.is_some_and(|bill| bill.breaches.is_empty()))
        };
        assert!(TRI_CORE.characters.values().any(is_legal), "{id} is legal for nobody");
    }
}
