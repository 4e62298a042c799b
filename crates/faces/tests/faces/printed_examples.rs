//! The worked examples of the printed rules, figure by figure, against what the rules compute.
//!
//! Their inputs and figures are read from the source material, which is beside the checkout on some machines.

use std::collections::{BTreeMap, BTreeSet};

use makeready_rules::character::{Background, Character, Completeness, Ranks};
use makeready_rules::compute::Evaluator;
use makeready_rules::formula::{Formula, eval};
use makeready_rules::legality::violations;
use makeready_rules::value::Value;
use serde_json::Value as Json;

use crate::amount::{Amount, Fraction, literal};
use crate::people::{character, system};
use makeready_testing::{TRI_CORE, ledger};

/// An example whose figures the rules compute.
struct Case {
    id: &'static str,
    /// A character of the content; without one, only what is set is known.
    who: &'static str,
    /// Values set by hand: a name and the input of the example, or a figure of our own.
    set: &'static [(&'static str, &'static str)],
    /// A key of the example's figures, and a formula. `{key}` in it is an input of the example. A prefix
    /// selects a part of a roll: `dice:`, `sides:`, `flat:`, `low:`, `high:`.
    figures: &'static [(&'static str, &'static str)],
    /// Further keys that are no figures, or that no rule of the game leads to.
    told: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        id: "TC-EX-001",
        who: "ottla",
        set: &[],
        figures: &[
            ("pool", "stat_pool"),
            ("mean_9d4", "9 * (1 + tier.die) / 2"),
            ("mean_9d4_exploding", "9 * (1 + tier.die) / 2 * tier.die / (tier.die - 1)"),
        ],
        told: &[],
    },
    Case {
        id: "TC-EX-002",
        who: "kael",
        set: &[("level", "10")],
        figures: &[("die", "tier.die"), ("bonus", "advance_bonus"), ("bonus_count", "advances_allowed")],
        told: &["rolls"],
    },
    Case {
        id: "TC-EX-003",
        who: "",
        set: &[],
        figures: &[("c_extra_ap", "react_cost"), ("c_extra_ap", "light_ap + react_cost - light_ap")],
        told: &["b_extra_ap"],
    },
    Case {
        id: "TC-EX-004",
        who: "",
        set: &[("level", "{level}"), ("body", "{body}")],
        figures: &[("resolve_cl", "resolve_cl_body"), ("resolve_cl", "legerity_body")],
        told: &[],
    },
    Case {
        id: "TC-EX-005",
        who: "",
        set: &[("speed_rank", "{speed_rank}"), ("agility", "{agility}")],
        figures: &[
            ("sprint", "sprint.squares"),
            ("run", "run.squares"),
            ("hustle", "hustle.squares"),
            ("walk", "walk.squares"),
            ("prowl", "prowl.squares"),
            ("climb", "climb.squares"),
            ("swim", "swim.squares"),
        ],
        told: &[],
    },
    Case {
        id: "TC-EX-006",
        who: "",
        set: &[("agility", "{agility}")],
        figures: &[("base_speed_rank", "speed_rank"), ("boost_needed", "15 - speed_rank")],
        told: &["speed_rank"],
    },
    Case {
        id: "TC-EX-007",
        who: "",
        set: &[("strength", "{strength}")],
        figures: &[
            ("lift_lb", "lift_lb"),
            ("difference_lb", "{weight_lb} - lift_lb"),
            ("strength_needed", "{weight_lb} / (lift_lb / strength)"),
            ("points_short", "{weight_lb} / (lift_lb / strength) - strength"),
            ("cl", "ceil(({weight_lb} - lift_lb) / 20)"),
        ],
        told: &["successes"],
    },
    Case {
        id: "TC-EX-008",
        who: "kael",
        set: &[],
        figures: &[("bonus_effect_value", "specialty_rank * {ranks}")],
        told: &["bonus"],
    },
    Case {
        id: "TC-EX-009",
        who: "",
        set: &[],
        figures: &[
            ("base_ap", "moderate_ap"),
            ("increase", "moderate_item_ap + light_item_ap"),
            ("total_ap", "moderate_ap + moderate_item_ap + light_item_ap"),
        ],
        told: &[],
    },
    Case {
        id: "TC-EX-013",
        who: "",
        set: &[],
        figures: &[("seconds", "{minutes} * 60"), ("ap", "{minutes} * 60 * ap_per_second")],
        told: &[],
    },
    Case {
        id: "TC-EX-019",
        who: "",
        set: &[],
        figures: &[("dice", "-vulnerable_dice")],
        told: &["vulnerable", "affected"],
    },
    Case { id: "TC-EX-022", who: "ottla", set: &[], figures: &[("bonus_die_sides", "sides:instinct_rank")], told: &[] },
    Case {
        id: "TC-EX-023",
        who: "ottla",
        set: &[],
        figures: &[
            ("bonus.0", "specialty_rank * {ranks.0}"),
            ("bonus.1", "specialty_rank * {ranks.1}"),
            ("bonus.2", "specialty_rank * {ranks.2}"),
            ("effect_value_bonus_per_rank", "specialty_rank"),
        ],
        told: &[],
    },
    Case {
        id: "TC-EX-024",
        who: "",
        set: &[],
        figures: &[
            ("cl.0", "challenge_base + challenge_step * {levels.0}"),
            ("cl.1", "challenge_base + challenge_step * {levels.1}"),
        ],
        told: &[],
    },
    Case {
        id: "TC-EX-025",
        who: "ottla",
        set: &[("intelligence", "{stat_sum} - 3"), ("acuity", "3")],
        figures: &[("roll", "technology.roll")],
        told: &["roll_heading", "roll_group_header", "skill_bonus"],
    },
    Case {
        id: "TC-EX-026",
        who: "kael",
        set: &[("acuity", "{acuity}"), ("attunement", "{attunement}")],
        figures: &[("flat_bonus", "flat:observe.roll")],
        told: &["skill_bonus"],
    },
    Case {
        id: "TC-EX-027",
        who: "kael",
        set: &[("acuity", "{acuity}"), ("attunement", "{attunement}")],
        figures: &[
            ("dice", "dice:observe.roll"),
            ("flat", "flat:observe.roll"),
            ("minimum", "low:observe.roll"),
            ("maximum", "high:observe.roll"),
        ],
        told: &[],
    },
    Case {
        id: "TC-EX-028",
        who: "ottla",
        set: &[("vitality", "{vitality}"), ("finesse", "{finesse}")],
        figures: &[
            ("dice", "dice:stealth.roll"),
            ("flat", "flat:stealth.roll"),
            ("minimum", "low:stealth.roll"),
            ("maximum", "high:stealth.roll"),
        ],
        told: &[],
    },
    Case {
        id: "TC-EX-029",
        who: "",
        set: &[("acuity", "4"), ("attunement", "3")],
        figures: &[("total", "{dice.0} + {dice.1} + {dice.2} + acuity + attunement")],
        told: &[],
    },
    Case {
        id: "TC-EX-030",
        who: "",
        set: &[("vitality", "4"), ("finesse", "5")],
        figures: &[("total", "{dice.0} + {dice.1} + {dice.2} + {dice.3} + vitality + finesse")],
        told: &[],
    },
    Case {
        id: "TC-EX-031",
        who: "",
        set: &[("vitality", "4"), ("finesse", "5"), ("acuity", "4"), ("attunement", "3")],
        figures: &[("margin", "(11 + 10 + 6 + 2 + vitality + finesse) - (11 + 7 + 4 + acuity + attunement)")],
        told: &["success"],
    },
    Case { id: "TC-EX-032", who: "kael", set: &[], figures: &[("bonus_dice", "trained('strike')")], told: &[] },
    Case { id: "TC-EX-033", who: "yevane", set: &[], figures: &[("bonus_applied", "trained('volley')")], told: &[] },
    Case {
        id: "TC-EX-037",
        who: "",
        set: &[("physical_guard", "{guard}"), ("physical_armor", "{armor}")],
        figures: &[
            ("after_armor", "{damage} - physical_guard - physical_armor"),
            ("hp_damage", "max(0, {damage} - physical_guard - physical_armor - {shield})"),
            ("least_damage_for_1_hp", "1 + physical_guard + physical_armor + {shield}"),
        ],
        told: &[],
    },
    Case {
        id: "TC-EX-043",
        who: "",
        set: &[("power", "3"), ("vitality", "3")],
        figures: &[
            ("added", "{passive} + {trigger} + {active}"),
            ("dice", "dice:ucb + ({passive})d12! + ({trigger})d12! + ({active})d12!"),
        ],
        told: &[],
    },
    Case {
        id: "TC-EX-046",
        who: "",
        set: &[],
        figures: &[("ap", "light_ap + heavy_ap"), ("ap_parry_and_riposte", "heavy_ap")],
        told: &[
            "light_active",
            "heavy_parry",
            "trigger",
            "riposte_in_chain",
            "total_in_chain",
            "total_single_riposte",
            "total_with_active",
        ],
    },
    Case {
        id: "TC-EX-047",
        who: "",
        set: &[("intelligence", "{intelligence}")],
        figures: &[
            ("total", "{dice} + heavy_dice + intelligence"),
            ("heavy_dice", "heavy_dice"),
            ("intelligence_dice", "intelligence"),
        ],
        told: &[],
    },
    Case {
        id: "TC-EX-048",
        who: "",
        set: &[],
        figures: &[("minimum", "low:({dice})d12!"), ("maximum", "high:({dice})d12!")],
        told: &[],
    },
    Case {
        id: "TC-EX-062",
        who: "",
        set: &[("power", "{power}")],
        figures: &[("melee_bonus", "flat:strike.accuracy")],
        told: &[],
    },
    Case {
        id: "TC-EX-072",
        who: "",
        set: &[],
        figures: &[("dice", "{acp} / 20 * floor({extra_ap} / 3) + heavy_dice"), ("ap", "heavy_ap + {extra_ap}")],
        told: &[],
    },
    Case {
        id: "TC-EX-077",
        who: "",
        set: &[("speed_rank", "5"), ("agility", "6")],
        figures: &[("sprint_ap", "sprint.cost")],
        told: &["speed_rank_bonus"],
    },
    Case {
        id: "TC-EX-094",
        who: "",
        set: &[
            ("level", "1"),
            ("vitality", "1"),
            ("endurance", "1"),
            ("finesse", "1"),
            ("ardor", "1"),
            ("morale", "1"),
        ],
        figures: &[("total", "hp_max - 15 * level + {added}")],
        told: &[],
    },
];

/// The examples of the source by their ids.
pub fn examples() -> BTreeMap<String, Json> {
    let text = ledger("tri-core-examples.yaml");
    let all: Json = serde_yaml::from_str(&text).expect("it is YAML");
    let all = all["examples"].as_array().expect("it lists examples").iter();
    all.map(|example| (example["id"].as_str().expect("an id").to_owned(), example.clone())).collect()
}

/// `bonus.1` is the second of a list.
fn at<'j>(data: &'j Json, path: &str) -> Option<&'j Json> {
    let found = match path.split_once('.') {
        Some((key, place)) => &data[key][place.parse::<usize>().expect("a place")],
        None => &data[path],
    };
    (!found.is_null()).then_some(found)
}

/// A figure of an example: under the default rulings if it names it there, else what its rules give, else what it says.
pub fn wanted<'j>(example: &'j Json, key: &str) -> Option<&'j Json> {
    ["under_default_rulings", "computed", "expected"].iter().find_map(|part| at(&example[*part], key))
}

fn amount(figure: &Json) -> Amount {
    match figure {
        Json::Number(number) => {
            let text = number.to_string();
            let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
            let scale = 10_i128.pow(u32::try_from(decimals.len()).expect("few digits"));
            let points = Fraction::new(format!("{whole}{decimals}").parse().expect("digits"), scale);
            Amount { points, ..Amount::whole(0) }
        }
        Json::String(text) => literal(text),
        other => panic!("{other} is no figure"),
    }
}

/// A formula with the inputs of the example filled in.
fn filled(formula: &str, example: &Json) -> String {
    let mut text = String::new();
    for (nth, part) in formula.split(['{', '}']).enumerate() {
        match nth % 2 {
            0 => text += part,
            _ => text += &at(&example["inputs"], part).unwrap_or_else(|| panic!("no input {part}")).to_string(),
        }
    }
    text
}

fn subject(case: &Case, example: &Json) -> Character {
    let mut who = match case.who {
        "" => Character { completeness: Completeness::Partial, ..Character::default() },
        id => character(id).clone(),
    };
    for (name, formula) in case.set {
        let value = computed(&filled(formula, example), &who);
        who.set.insert((*name).to_owned(), value);
    }
    who
}

fn computed(formula: &str, who: &Character) -> Value {
    let read = Formula::parse(formula).unwrap_or_else(|error| panic!("`{formula}`: {error}"));
    let folded = TRI_CORE.rules.fold(&read.expr);
    eval(&folded, &Evaluator::new(&TRI_CORE.rules, who)).unwrap_or_else(|error| panic!("`{formula}`: {error}"))
}

/// What the rules compute: an amount, or the selected part of a roll.
fn found(formula: &str, who: &Character) -> Amount {
    let (ask, formula) = formula.split_once(':').unwrap_or(("", formula));
    let value = computed(formula, who);
    assert!(matches!(value, Value::Number(_) | Value::Dice(_)), "`{formula}` is {value}");
    let amount = literal(&value.to_string());
    let points = |points| Amount { points, ..Amount::whole(0) };
    match ask {
        "" => amount,
        "dice" => Amount::whole(amount.dice.values().sum()),
        "sides" => Amount::whole(amount.dice.keys().map(|(sides, ..)| i128::from(*sides)).max().unwrap_or(0)),
        "flat" => points(amount.points),
        "low" => points(amount.range().0),
        "high" => points(amount.range().1),
        other => panic!("`{other}` cannot be asked of a roll"),
    }
}

/// The examples write `2d12+8` and do not mention explosions.
fn without_explosions(amount: &Amount) -> Amount {
    let mut plain = Amount { points: amount.points, ..Amount::whole(0) };
    for ((sides, _, high, low), count) in &amount.dice {
        *plain.dice.entry((*sides, false, *high, *low)).or_default() += count;
    }
    plain
}

#[test]
#[ignore = "needs ../shared"]
fn every_figure_of_the_printed_examples_comes_out_needs_shared() {
    let examples = examples();
    let mut compared = 0;
    let mut faults = Vec::new();
    for case in CASES {
        let example = &examples[case.id];
        let who = subject(case, example);
        for (key, formula) in case.figures {
            let Some(figure) = wanted(example, key) else { panic!("{} has no figure `{key}`", case.id) };
            let found = found(&filled(formula, example), &who);
            compared += 1;
            if without_explosions(&found) != amount(figure) {
                faults.push(format!("{}: {key} is {figure}, but `{formula}` gives {found:?}", case.id));
            }
        }
        // No figure is skipped silently.
        let parts =
            ["under_default_rulings", "computed", "expected"].iter().filter_map(|part| example[*part].as_object());
        let keys: BTreeSet<&String> = parts.flat_map(|part| part.keys()).collect();
        for key in keys {
            let is_compared = case.figures.iter().any(|(k, _)| k.split('.').next() == Some(key));
            assert!(is_compared || case.told.contains(&key.as_str()), "{}: what about `{key}`?", case.id);
            assert!(!(is_compared && case.told.contains(&key.as_str())), "{}: `{key}` is compared after all", case.id);
        }
    }
    println!("{compared} figures of {} examples were compared", CASES.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// TC-EX-034: the same entry three times is no Trade.
#[test]
fn a_trade_of_three_times_strike_is_not_legal() {
    let broken = |covers: [&str; 3]| {
        let covers = covers.map(str::to_owned).to_vec();
        let trade = Background { name: "Duellist".to_owned(), covers };
        let who = Character { backgrounds: vec![trade], ..character("kael").clone() };
        let found = violations(&Evaluator::new(&TRI_CORE.rules, &who)).unwrap_or_else(|error| panic!("{error}"));
        found.iter().any(|violation| violation.id == "trade-no-duplicates")
    };
    assert!(broken(["strike", "strike", "strike"]));
    assert!(!broken(["strike", "swords", "parry"]));
}

/// TC-EX-100: fifteen skills are claimed, fourteen are there: four, five and five.
#[test]
fn there_are_fourteen_skills() {
    let in_group = |group: &str| TRI_CORE.entries.skills.iter().filter(|skill| skill.group.value == group).count();
    assert_eq!(["physical", "mental", "spiritual"].map(in_group), [4, 5, 5]);
    assert_eq!(system().skills.len(), 14);
}

#[test]
#[ignore = "needs ../shared"]
fn the_source_counts_as_many_skills_needs_shared() {
    assert_eq!(wanted(&examples()["TC-EX-100"], "skills"), Some(&Json::from(system().skills.len())));
}

/// The examples of the market and of the Specialty take these ranks for granted.
#[test]
fn the_characters_have_the_ranks_that_the_examples_speak_of() {
    let ranks = |who: &str, skill: &str| match &character(who).skills[skill] {
        Ranks::Plain(ranks) => *ranks,
        chosen @ (Ranks::Chosen(_) | Ranks::WithSecondary { .. }) => chosen.total(),
    };
    assert_eq!([ranks("kael", "observe"), ranks("ottla", "stealth"), ranks("ottla", "technology")], [2, 2, 1]);
    assert_eq!(ranks("kael", "specialty"), 1);
}
