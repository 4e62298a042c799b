//! Every ruling that affects a number is flipped, for all characters: what depends on it may change, and nothing else.

use std::collections::BTreeSet;
use std::sync::Arc;

use makeready_rules::ability::{Ability, Argument, Purchase};
use makeready_rules::character::Character;
use makeready_rules::compute::{Computed, Evaluator};
use makeready_rules::formula::Formula;
use makeready_rules::legality::violations;
use makeready_rules::rules::Rules;
use makeready_rules::system::RULING;
use makeready_rules::value::Value;

use crate::amount::{Amount, sum};
use crate::closure::{Texts, words};
use crate::people::{character, crowd, decided, everybody, system};
use makeready_testing::TRI_CORE;

/// Rulings named where numbers come from: formulas of values, and what conditions add.
pub fn rulings_of_numbers() -> Vec<&'static str> {
    let system = system();
    let named = |id: &str| !system.dependents(&format!("{RULING}{id}")).is_empty();
    system.rulings.keys().map(String::as_str).filter(|id| named(id)).collect()
}

/// Rulings named in what makes a character legal, but not where numbers come from.
pub fn rulings_of_legality() -> Vec<&'static str> {
    let numbers = rulings_of_numbers();
    let required = |id: &str| {
        let name = format!("{RULING}{id}");
        system().legality.iter().any(|rule| words(&rule.require.text).contains(name.as_str()))
    };
    system().rulings.keys().map(String::as_str).filter(|id| required(id) && !numbers.contains(id)).collect()
}

/// Every reading but the default of the rulings named.
fn flips(rulings: &[&'static str]) -> Vec<(&'static str, &'static str)> {
    let of = |ruling: &'static str| {
        system().rulings[ruling].options[1..].iter().map(move |option| (ruling, option.as_str()))
    };
    rulings.iter().copied().flat_map(of).collect()
}

type Figures = Vec<(&'static str, Arc<Computed>)>;

/// Every stat and value.
fn figures(rules: &Rules, who: &Character) -> Figures {
    let evaluator = Evaluator::new(rules, who);
    let of = |name: &'static String| match evaluator.computed(name) {
        Ok(computed) => (name.as_str(), computed),
        Err(error) => panic!("{name} of {} under {:?}: {error}", who.id, rules.differences()),
    };
    system().stats.keys().chain(system().values.keys()).map(of).collect()
}

/// The names whose values differ for anybody in the crowd. Asserts that nothing outside `closure` differs, not even in
/// its terms, and that what does differ is still the sum of its terms.
fn differing(
    before: &[Figures],
    rules: &Rules,
    crowd: &[Character],
    closure: &BTreeSet<&str>,
) -> BTreeSet<&'static str> {
    let mut names = BTreeSet::new();
    for (who, before) in crowd.iter().zip(before) {
        for ((name, old), (_, new)) in before.iter().zip(figures(rules, who)) {
            if **old == *new {
                continue;
            }
            let place = || format!("{name} of {} under {:?}", who.id, rules.differences());
            assert!(
                closure.contains(name),
                "{}: {} has become {}, which does not depend on it",
                place(),
                old.value,
                new.value
            );
            assert_adds_up(&new, place);
            if old.value != new.value {
                names.insert(*name);
            }
        }
    }
    names
}

fn assert_adds_up(computed: &Computed, place: impl Fn() -> String) {
    if computed.value.is_unknown() {
        assert!(computed.terms.iter().any(|term| term.value.is_unknown()), "{}", place());
        return;
    }
    if let Value::Number(_) | Value::Dice(_) = computed.value {
        let terms: Vec<Amount> = computed.terms.iter().map(|term| Amount::of_value(&term.value)).collect();
        assert_eq!(sum(&terms), sum([&Amount::of_value(&computed.value)]), "{}", place());
    }
}

#[test]
fn the_library_and_the_text_agree_on_what_depends_on_each_ruling() {
    let texts = Texts::read();
    for ruling in system().rulings.keys() {
        let name = format!("{RULING}{ruling}");
        let library: BTreeSet<&str> = system().dependents(&name).into_iter().collect();
        let mut text = texts.dependents(&name);
        // The library lists values only.
        text.retain(|id| !system().stats.contains_key(*id));
        assert_eq!(library, text, "{ruling}");
    }
}

/// Readings that change a number only together with another ruling that is decided otherwise.
const ONLY_TOGETHER: [(&str, &str, (&str, &str)); 0] = [];

/// The idle flips of a share of all flips.
fn idle(share: &[(&'static str, &'static str)], texts: &Texts) -> Vec<(&'static str, &'static str)> {
    let crowd = crowd();
    let before: Vec<Figures> = crowd.iter().map(|who| figures(&TRI_CORE.rules, who)).collect();
    let changes_nothing = |(ruling, option): &&(&str, &str)| {
        let closure = texts.dependents(&format!("{RULING}{ruling}"));
        differing(&before, &decided(&[(ruling, option)]), &crowd, &closure).is_empty()
    };
    share.iter().filter(changes_nothing).copied().collect()
}

#[test]
fn each_ruling_changes_its_dependents_and_nothing_else() {
    let rulings = rulings_of_numbers();
    let flips = flips(&rulings);
    let texts = Texts::read();
    let halves = flips.split_at(flips.len() / 2);
    let found = std::thread::scope(|scope| {
        let other = scope.spawn(|| idle(halves.0, &texts));
        let mut found = idle(halves.1, &texts);
        found.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        found
    });
    println!("{} readings of {} rulings, {} of them idle by themselves", flips.len(), rulings.len(), found.len());
    let told: Vec<(&str, &str)> = ONLY_TOGETHER.iter().map(|(ruling, option, _)| (*ruling, *option)).collect();
    assert_eq!(found, told, "readings that change no number of anybody by themselves");
    assert!(flips.len() >= 70, "only {} readings were tried", flips.len());
}

#[test]
fn readings_that_matter_only_together_do_matter_then() {
    let (crowd, texts) = (crowd(), Texts::read());
    for (ruling, option, (other, with)) in ONLY_TOGETHER {
        let base = decided(&[(other, with)]);
        let before: Vec<Figures> = crowd.iter().map(|who| figures(&base, who)).collect();
        let closure = texts.dependents(&format!("{RULING}{ruling}"));
        let changed = differing(&before, &decided(&[(other, with), (ruling, option)]), &crowd, &closure);
        assert!(!changed.is_empty(), "{ruling}: {option} changes nothing even with {other}: {with}");
    }
}

#[test]
fn each_ruling_on_legality_decides_about_somebody() {
    let crowd: Vec<Character> = everybody().cloned().chain(crowd()).chain(unlikely()).collect();
    let judged = |rules: &Rules| -> Vec<_> {
        let judge = |who| violations(&Evaluator::new(rules, who)).unwrap_or_else(|error| panic!("{error}"));
        crowd.iter().map(judge).collect()
    };
    let before = judged(&TRI_CORE.rules);
    let rulings = rulings_of_legality();
    assert!(rulings.len() >= 4, "{rulings:?}");
    for (ruling, option) in flips(&rulings) {
        assert!(judged(&decided(&[(ruling, option)])) != before, "{ruling}: {option} judges nobody otherwise");
    }
}

/// No character of the game is like this, but some rulings depend on it.
fn unlikely() -> [Character; 4] {
    let kael = character("kael");
    let mut heavy = Character { id: "heavily-armed".to_owned(), ..kael.clone() };
    heavy.items[0].fields.insert("effect".to_owned(), Formula::parse("20d12!").expect("dice"));
    let word = |text: &str| Argument::Symbol(text.to_owned());
    let fields = [("core", "body"), ("type", "passive"), ("aspect", "boost")];
    let stays = [("invested".to_owned(), Argument::Number(0)), ("stay".to_owned(), word("permanent-stay"))];
    let calls = Arc::new(Ability {
        id: "calls".to_owned(),
        name: "Calls".to_owned(),
        arguments: fields.iter().map(|(name, set)| ((*name).to_owned(), word(set))).collect(),
        keywords: vec![Purchase { keyword: "ally-i".to_owned(), arguments: stays.into() }],
    });
    let all = |n: i64| kael.stats.keys().map(|stat| (stat.clone(), n)).collect();
    let inputs = [("level".to_owned(), 3), ("ally_points".to_owned(), 63)].into();
    [
        Character { id: "lucky".to_owned(), stats: all(9), ..kael.clone() },
        Character { id: "ally".to_owned(), inputs, stats: all(7), ..kael.clone() },
        heavy,
        // One more than at level 3 when numbers of allies are rounded down.
        Character { id: "caller".to_owned(), built: vec![calls; 3], ..kael.clone() },
    ]
}

#[test]
fn fatigue_makes_every_action_dearer_that_costs_anything() {
    let tired = Character { conditions: vec!["fatigue".to_owned()], ..character("kael").clone() };
    let cost = |rules: &Rules, name: &str| {
        Evaluator::new(rules, &tired).computed(name).unwrap_or_else(|error| panic!("{error}")).value.to_string()
    };
    assert_eq!(["jump.cost", "drop.cost", "light_ap"].map(|name| cost(&TRI_CORE.rules, name)), ["4", "3", "3"]);
    assert_eq!(["walk.cost", "recover.cost"].map(|name| cost(&TRI_CORE.rules, name)), ["0", "0"]);
    // A Jump that is part of another Stride is free as well.
    assert_eq!(cost(&decided(&[("jump_cost", "part_of_stride")]), "jump.cost"), "0");
    let all = [("jump_cost", "part_of_stride"), ("fatigue_free_actions", "all_actions")];
    assert_eq!(["jump.cost", "walk.cost", "recover.cost"].map(|name| cost(&decided(&all), name)), ["2", "2", "2"]);
}

/// What costs Action Points by itself costs more of them when its owner is tired; sub-actions are part of another action.
#[test]
fn fatigue_and_exhaustion_leave_out_no_cost() {
    let costs: BTreeSet<&str> = TRI_CORE
        .entries
        .actions
        .iter()
        .filter(|action| action.family.as_ref().is_some_and(|family| family.value != "sub-action"))
        .filter_map(|action| system().values.get_key_value(&format!("{}.cost", action.head.id.replace('-', "_"))))
        .map(|(name, _)| name.as_str())
        // A Recover costs what `recover_ap` says.
        .map(|name| if name == "recover.cost" { "recover_ap" } else { name })
        .chain([
            "light_ap",
            "moderate_ap",
            "heavy_ap",
            "light_item_ap",
            "moderate_item_ap",
            "heavy_item_ap",
            "skill_ap",
        ])
        .collect();
    for condition in ["fatigue", "exhaustion"] {
        let raised: BTreeSet<&str> =
            system().conditions[condition].modifiers.iter().map(|modifier| modifier.to.as_str()).collect();
        assert_eq!(raised, costs, "{condition}");
    }
}
