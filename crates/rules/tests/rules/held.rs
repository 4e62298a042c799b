//! What characters hold: traits with prerequisites, ranks in secondary skills, options that add, conditions in groups.

use std::collections::BTreeMap;

use crate::support::{character, formula, rules, value};
use makeready_rules::character::{Character, Completeness, Modifier, Ranks};
use makeready_rules::compute::Evaluator;
use makeready_rules::eval::in_force;
use makeready_rules::formula::{Frame, eval, validate};
use makeready_rules::legality::{Each, LegalityRule, violations};
use makeready_rules::rules::Rules;
use makeready_rules::system::{ConditionDef, ConditionGroupDef, Holds, InputDef, ListDef, RulingDef, SkillDef, System};
use makeready_rules::template::Template;
use makeready_rules::traits::{Taken, TraitDef};
use makeready_rules::value::Value;

fn held(list: &str, repeats: bool, requires: Option<&str>) -> TraitDef {
    TraitDef {
        name: list.to_uppercase(),
        list: list.to_owned(),
        rule: "T-1".to_owned(),
        repeats: formula(if repeats { "true" } else { "ruling.gate == 'open'" }),
        requires: requires.map(formula),
        message: None,
        adds: vec![],
        options: [].into(),
    }
}

fn taken(ids: &[&str]) -> Vec<Taken> {
    let one = |id: &&str| match id.split_once(':') {
        Some((id, option)) => Taken { id: id.to_owned(), option: Some(option.to_owned()) },
        None => Taken { id: (*id).to_owned(), option: None },
    };
    ids.iter().map(one).collect()
}

/// The game of the other tests, with two lists of traits, a skill with secondary ones, and groups of conditions.
fn game() -> System {
    let mut game = rules().system().clone();
    let tough =
        TraitDef { adds: vec![Modifier { to: "body".to_owned(), add: formula("2") }], ..held("fighter", true, None) };
    let learned = TraitDef {
        options: [("wide".to_owned(), "Wide".to_owned()), ("deep".to_owned(), "Deep".to_owned())].into(),
        ..held("folk", true, None)
    };
    game.trait_lists = ["fighter", "folk"].map(|id| (id.to_owned(), id.to_owned())).into();
    game.traits = [
        ("tough".to_owned(), tough),
        ("learned".to_owned(), learned),
        ("duelist".to_owned(), held("fighter", false, Some("held('fighter') >= 2"))),
        ("push".to_owned(), held("fighter", true, Some("held('fighter') >= 2 + times('push') or level > 90"))),
    ]
    .into();
    let tricks = ["feint", "roll"].map(|id| (id.to_owned(), id.to_owned())).into();
    game.lists.insert("tricks".to_owned(), ListDef { name: "Tricks".to_owned(), entries: tricks });
    let with_tricks = SkillDef { name: "Fencing".to_owned(), choose: vec![], secondary: vec!["tricks".to_owned()] };
    game.skills.insert("fencing".to_owned(), with_tricks);
    let optional = InputDef {
        abbr: "HP".to_owned(),
        name: "Health".to_owned(),
        min: 0,
        max: 99,
        default: None,
        is_optional: true,
    };
    game.inputs.insert("health".to_owned(), optional);
    game.values.insert("twice".to_owned(), value("2 * health"));
    let group = |holds| ConditionGroupDef { name: "Group".to_owned(), holds };
    game.condition_groups = [("wounds".to_owned(), group(Holds::Worst)), ("mind".to_owned(), group(Holds::One))].into();
    let state = |id: &str, group: &str, add: &str| {
        let modifiers = vec![Modifier { to: "body".to_owned(), add: formula(add) }];
        (id.to_owned(), ConditionDef { name: id.to_owned(), modifiers, group: Some(group.to_owned()) })
    };
    game.conditions = [
        state("scratched", "wounds", "-1"),
        state("maimed", "wounds", "-10"),
        state("calm", "mind", "100"),
        state("afraid", "mind", "-100"),
    ]
    .into();
    let hero = game.choices["tier"].options.get_mut("hero").expect("there is one");
    hero.modifiers = vec![Modifier { to: "grace".to_owned(), add: formula("1") }];
    game.rulings.insert("gate".to_owned(), RulingDef { options: vec!["shut".to_owned(), "open".to_owned()] });
    game
}

fn ask(who: &Character, text: &str) -> Value {
    let rules = Rules::new(game());
    validate(&formula(text).expr, rules.system()).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    eval(&formula(text).expr, &Evaluator::new(&rules, who)).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

fn whole(who: &Character, text: &str) -> i64 {
    ask(who, text).as_number().and_then(makeready_rules::number::Number::to_i64).unwrap_or_else(|| panic!("{text}"))
}

#[test]
fn traits_are_counted_by_name_by_option_and_by_list() {
    let who =
        Character { traits: taken(&["tough", "learned:wide", "tough", "learned:deep", "learned:wide"]), ..character() };
    let counted = ["times('tough')", "times('learned')", "times('learned', 'wide')", "held('fighter')"];
    assert_eq!(counted.map(|text| whole(&who, text)), [2, 3, 2, 2]);
    assert_eq!(whole(&who, "held('fighter', 'distinct') + 10 * held('folk', 'distinct')"), 11);
    assert_eq!(whole(&who, "times('duelist')"), 0);
}

#[test]
fn what_a_trait_adds_counts_each_time_and_is_named() {
    let rules = Rules::new(game());
    let who = Character { traits: taken(&["tough", "tough"]), ..character() };
    let computed = Evaluator::new(&rules, &who).computed("body").unwrap();
    // 5 Power, −3 Grace and 1 of the tier, twice Tough, and the state of mind that holds where none is named.
    assert_eq!(computed.value, Value::whole(5 - 3 + 1 + 2 * 2 + 100));
    let named: Vec<&str> = computed.terms.iter().map(|term| term.label.as_str()).collect();
    assert_eq!(named, ["POW", "GRA", "FIGHTER", "FIGHTER", "calm"]);
}

#[test]
fn a_prerequisite_is_asked_of_what_was_taken_earlier() {
    let rules = Rules::new(game());
    let found = |ids: &[&str]| {
        let who = Character { traits: taken(ids), ..character() };
        let found = violations(&Evaluator::new(&rules, &who)).unwrap();
        found.into_iter().map(|v| (v.id, v.subject.to_string(), v.message)).collect::<Vec<_>>()
    };
    assert_eq!(found(&["tough", "tough", "duelist"]), []);
    // The same three in another order: the duelist comes too early.
    let [(id, subject, message)] = &found(&["tough", "duelist", "tough"])[..] else { panic!("one is broken") };
    assert_eq!((id.as_str(), subject.as_str()), ("prerequisite", "traits/1"));
    assert_eq!(message, "FIGHTER asks that fighter is at least 2, before it is taken.");
    // Each further one requires more.
    assert_eq!(found(&["tough", "tough", "push", "push"]), []);
    assert_eq!(found(&["tough", "tough", "push", "push", "push", "push"]), []);
    assert_eq!(found(&["push"]).len(), 1);
    let twice = found(&["tough", "tough", "duelist", "duelist"]);
    assert_eq!((twice.len(), twice[0].0.as_str(), twice[0].1.as_str()), (1, "trait-taken-twice", "traits/3"));
}

#[test]
fn a_ruling_decides_what_may_be_taken_again() {
    let open = BTreeMap::from([("gate".to_owned(), "open".to_owned())]);
    let who = Character { traits: taken(&["tough", "tough", "duelist", "duelist"]), ..character() };
    let shut = Rules::new(game());
    assert_eq!(violations(&Evaluator::new(&shut, &who)).unwrap().len(), 1);
    assert_eq!(violations(&Evaluator::new(&shut.with(&open).unwrap(), &who)).unwrap(), []);
}

#[test]
fn either_of_two_prerequisites_is_enough() {
    let rules = Rules::new(game());
    let who = Character { inputs: BTreeMap::from([("level".to_owned(), 91)]), traits: taken(&["push"]), ..character() };
    assert_eq!(violations(&Evaluator::new(&rules, &who)).unwrap(), []);
}

#[test]
fn a_skill_and_those_under_it_have_ranks_of_their_own() {
    let mut who = character();
    let under = [("feint".to_owned(), 3)].into();
    who.skills.insert("fencing".to_owned(), Ranks::WithSecondary { own: 2, secondary: under });
    let asked =
        ["rank('fencing')", "rank('fencing', 'feint')", "rank('fencing', 'roll')", "total('secondary.fencing')"];
    assert_eq!(asked.map(|text| whole(&who, text)), [2, 3, 0, 3]);
    // Stealth 2, Instinct 3 and Fencing 2; then what is under Fencing.
    assert_eq!(["primary", "secondary", "ranks"].map(|w| whole(&who, &format!("total('{w}')"))), [7, 3, 10]);
    who.skills.insert("fencing".to_owned(), Ranks::Plain(4));
    assert_eq!(whole(&who, "rank('fencing', 'feint')"), 0, "ranks of its own are none of those under it");
}

#[test]
fn a_rule_about_secondary_skills_is_asked_of_each() {
    let mut with_rule = game();
    with_rule.legality = vec![LegalityRule {
        id: "not-above".to_owned(),
        each: Each::Secondary,
        require: formula("ranks <= own"),
        message: Template::parse("{name} {ranks} above {own}").unwrap(),
        rule: String::new(),
        is_warning: false,
    }];
    let mut who = character();
    let under = [("feint".to_owned(), 1), ("roll".to_owned(), 3)].into();
    who.skills.insert("fencing".to_owned(), Ranks::WithSecondary { own: 2, secondary: under });
    let found = violations(&Evaluator::new(&Rules::new(with_rule), &who)).unwrap();
    let told: Vec<_> = found.iter().map(|v| (v.message.as_str(), v.subject.to_string())).collect();
    assert_eq!(told, [("roll 3 above 2", "skills/fencing/roll".to_owned())]);
}

#[test]
fn what_is_left_open_is_unknown_and_so_is_what_needs_it() {
    let who = character();
    assert!(ask(&who, "health").is_unknown() && ask(&who, "twice").is_unknown());
    let entered = Character { inputs: [("level".to_owned(), 7), ("health".to_owned(), 20)].into(), ..who };
    assert_eq!(whole(&entered, "twice"), 40);
}

#[test]
fn of_wounds_the_worst_counts_and_of_moods_there_is_always_one() {
    let game = game();
    let with = |conditions: &[&str]| Character {
        conditions: conditions.iter().map(|id| (*id).to_owned()).collect(),
        ..character()
    };
    assert_eq!(in_force(&game, &with(&[])), ["calm"]);
    assert_eq!(in_force(&game, &with(&["maimed", "scratched", "afraid"])), ["maimed", "afraid"]);
    assert_eq!(in_force(&game, &with(&["scratched"])), ["scratched", "calm"]);
    let blank = Character { completeness: Completeness::Blank, ..with(&[]) };
    assert!(in_force(&game, &blank).is_empty(), "nothing is known of the form to write on");
    let rules = Rules::new(game);
    let body = |who: &Character| Evaluator::new(&rules, who).value("body").unwrap();
    assert_eq!(body(&with(&["scratched", "maimed"])), Value::whole(5 - 3 + 1 - 10 + 100));
    assert_eq!(body(&with(&["afraid"])), Value::whole(5 - 3 + 1 - 100));
}

#[test]
fn whatever_uses_what_a_trait_or_an_option_adds_depends_on_its_ruling() {
    let mut game = game();
    game.traits["tough"].adds =
        vec![Modifier { to: "body".to_owned(), add: formula("if(ruling.gate == 'open', 1, 2)") }];
    assert!(game.dependents("ruling.gate").contains(&"punch"), "through Tough, and Body, which Punch uses");
    game.traits["tough"].adds.clear();
    assert!(!game.dependents("ruling.gate").contains(&"punch"));
    let hero = game.choices["tier"].options.get_mut("hero").expect("there is one");
    hero.modifiers[0].add = formula("if(ruling.gate == 'open', 1, 2)");
    assert!(game.dependents("ruling.gate").contains(&"punch"), "through the tier, Grace and Body");
}

#[test]
fn words_that_do_not_exist_are_refused() {
    for (text, message) in [
        ("times('tuff')", "there is no trait 'tuff'"),
        ("times('tough', 'wide')", "the trait `tough` has no options"),
        ("times('learned', 'wde')", "the trait has no option 'wde'"),
        ("held('fightr')", "there is no list of traits 'fightr'"),
        ("held('fighter', 'once')", "traits are not counted as 'once'"),
        ("rank('fencing', 'fient')", "there is no secondary skill 'fient'"),
        ("total('secondary.stealth')", "there is no total named 'secondary.stealth'"),
    ] {
        let errors = validate(&formula(text).expr, &game()).expect_err(text);
        assert_eq!(errors[0].to_string(), message, "{text}");
    }
}
