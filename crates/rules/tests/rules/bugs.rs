//! Every test here is named for something that once went wrong.

use std::collections::BTreeMap;

use crate::support::{character, formula, rules, system, value};
use makeready_rules::character::Character;
use makeready_rules::character::Modifier;
use makeready_rules::compute::Evaluator;
use makeready_rules::formula::{Formula, Frame, eval, explain, fold, readable, readable_with_values, validate};
use makeready_rules::legality::{Each, LegalityRule, violations};
use makeready_rules::rules::Rules;
use makeready_rules::system::ConditionDef;
use makeready_rules::template::Template;
use makeready_rules::value::{Type, Value};

fn result(text: &str) -> Result<Value, String> {
    let (rules, character) = (rules(), character());
    eval(&formula(text).expr, &Evaluator::new(&rules, &character)).map_err(|error| error.to_string())
}

#[test]
fn the_longest_chain_of_terms_fits_on_a_small_stack() {
    let text = format!("1{}", "+1".repeat(2047));
    let (rules, character) = (rules(), character());
    let env = Evaluator::new(&rules, &character);
    let parsed = formula(&text);
    assert_eq!(validate(&parsed.expr, rules.system()), Ok(Type::Number));
    assert_eq!(eval(&parsed.expr, &env), Ok(Value::whole(2048)));
    assert_eq!(explain(&parsed.expr, &env).unwrap().1.len(), 2048);
    assert!(readable(&parsed.expr, &rules).len() > 4000);
    assert!(readable_with_values(&parsed.expr, &env).len() > 4000);
    assert_eq!(fold(&parsed.expr, &|_| None), parsed.expr);
}

/// Of a game in whose files nothing stands yet, a choice has no options.
#[test]
fn words_of_a_choice_without_options_are_compared_with_nothing() {
    let mut system = system();
    let tier = system.choices.get_mut("tier").expect("a choice");
    tier.options.clear();
    for text in ["tier == 'hero'", "'hero' == tier", "tier == tier"] {
        assert_eq!(validate(&formula(text).expr, &system), Ok(Type::Bool), "{text}");
    }
}

#[test]
fn typing_values_that_use_each_other_twice_does_not_double_the_work_each_time() {
    let mut system = system();
    system.values.insert("v0".to_owned(), value("1d6"));
    for n in 1..=200 {
        system.values.insert(format!("v{n}"), value(&format!("if(level > {n}, v{0}, v{0})", n - 1)));
    }
    system.values.insert("round".to_owned(), value("round + round"));
    assert_eq!(system.type_of("v200"), Some(Type::Dice));
    assert_eq!(system.type_of("round"), Some(Type::Number));
    assert_eq!(system.cycles()[0], ["round", "round"]);
}

#[test]
fn dice_at_the_far_end_of_a_long_sum_are_still_dice() {
    let mut system = system();
    system.values.insert("deep".to_owned(), value(&format!("1d6{}", "+1".repeat(400))));
    assert_eq!(system.type_of("deep"), Some(Type::Dice));
    let errors = validate(&formula("deep * 2").expr, &system).unwrap_err();
    assert_eq!(errors[0].to_string(), "expected a number, found dice");
}

#[test]
fn a_value_that_is_one_of_two_words_may_be_compared_with_either() {
    let system = system();
    assert!(validate(&formula("rank_word == 'low'").expr, &system).is_ok());
    assert!(validate(&formula("rank_word == 'high'").expr, &system).is_ok());
    let errors = validate(&formula("rank_word == 'lov'").expr, &system).unwrap_err();
    assert_eq!(errors[0].help(), "did you mean 'low'?");
}

#[test]
fn rounding_the_largest_numbers_does_not_overflow() {
    let most = "(2^63 * 2^63 + (2^63 * 2^63 - 1))";
    for function in ["floor", "ceil", "round"] {
        for sign in ["", "-"] {
            assert!(result(&format!("{function}({sign}{most} / 3)")).is_ok(), "{function} {sign}");
        }
    }
    assert_eq!(result(&format!("abs(-{most}) - {most}")), Ok(Value::whole(0)));
    assert_eq!(result(&format!("-{most} - 1")), Err("the number grows too large".to_owned()));
    assert_eq!(result("(1 / 2^64) / -(2^63)"), Err("the number grows too large".to_owned()));
    assert_eq!(result("(1 / 2^62) / -(2^63) * 2^62 * 2^63"), Ok(Value::whole(-1)));
}

#[test]
fn brackets_are_printed_where_the_meaning_needs_them() {
    let printed = |text: &str| readable(&formula(text).expr, &rules());
    assert_eq!(printed("(2 ^ 3) ^ 2"), "(2 ^ 3) ^ 2");
    assert_eq!(printed("2 ^ 3 ^ 2"), "2 ^ 3 ^ 2");
    assert_eq!(printed("(-power) ^ 2"), "(\u{2212}POW) ^ 2");
    assert_eq!(printed("-power ^ 2"), "\u{2212}POW ^ 2");
    assert_eq!(printed("(not level > 3) == (power > 2)"), "(not LVL > 3) = (POW > 2)");
    assert_eq!(printed("power * table(level, 1: 1, 5: 2)"), "POW \u{d7} (by LVL: 1: 1, 5: 2)");
    assert_eq!(printed("3 / 2.5 + 2.5 / 3"), "3 \u{f7} (5/2) + 5/2 \u{f7} 3");
    assert_eq!(printed("table(level, 1: 1, 5: 2)"), "by LVL: 1: 1, 5: 2");
}

#[test]
fn dice_that_stand_for_themselves_are_not_explained_by_themselves() {
    let (rules, character) = (rules(), character());
    let env = Evaluator::new(&rules, &character);
    let (_, terms) = explain(&formula("2d12! + power - 3 - 1 / 2").expr, &env).unwrap();
    let texts: Vec<&str> = terms.iter().map(|t| t.text.as_str()).collect();
    assert_eq!(texts, ["2d12!", "POW 5", "\u{2212}3", "\u{2212}1 \u{f7} 2 [\u{2212}1/2]"]);
}

#[test]
fn a_ruling_has_its_word_even_in_a_formula_that_was_not_folded() {
    let (rules, character) = (rules(), character());
    assert_eq!(Evaluator::new(&rules, &character).value("ruling.dice"), Ok(Value::Symbol("big".to_owned())));
    let other = rules.with(&BTreeMap::from([("dice".to_owned(), "small".to_owned())])).unwrap();
    assert_eq!(Evaluator::new(&other, &character).value("ruling.dice"), Ok(Value::Symbol("small".to_owned())));
}

#[test]
fn a_condition_of_legality_that_rests_on_a_ruling_is_held_against_a_character() {
    let mut system = system();
    system.legality.push(LegalityRule {
        id: "cap".to_owned(),
        each: Each::Character,
        require: formula("ruling.dice == 'small' or power <= 4"),
        message: Template::parse("Power {power} is over the cap{if(ruling.dice == 'big', ' of the big dice', '')}.")
            .unwrap(),
        rule: String::new(),
        is_warning: false,
    });
    let rules = Rules::new(system);
    let found = violations(&Evaluator::new(&rules, &character())).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].message, "Power 5 is over the cap of the big dice.");
    let lenient = rules.with(&BTreeMap::from([("dice".to_owned(), "small".to_owned())])).unwrap();
    assert_eq!(violations(&Evaluator::new(&lenient, &character())), Ok(vec![]));
}

#[test]
fn what_a_condition_adds_and_what_advances_raise_count_as_dependents() {
    let mut system = system();
    system.values.insert("load".to_owned(), value("if(ruling.halves == 'down', 1, 2)"));
    system.values.insert("speed".to_owned(), value("grace"));
    system.values.insert("run".to_owned(), value("2 * speed"));
    let slowed = Modifier { to: "speed".to_owned(), add: formula("-load") };
    system
        .conditions
        .insert("slowed".to_owned(), ConditionDef { name: "Slowed".to_owned(), modifiers: vec![slowed], group: None });
    assert_eq!(system.dependents("ruling.halves"), ["load", "speed", "run"]);
    system.values.insert("advance".to_owned(), value("if(ruling.dice == 'big', 2, 1)"));
    system.values.insert("bare".to_owned(), value("power.base"));
    system.advance_value = Some("advance".to_owned());
    let dependents = system.dependents("ruling.dice");
    assert!(
        ["advance", "body", "punch", "speed", "run", "bare"].iter().all(|id| dependents.contains(id)),
        "{dependents:?}"
    );
}

#[test]
fn an_empty_character_leaves_everything_unknown_and_nothing_fails() {
    let rules = rules();
    let blank = Character::blank();
    let env = Evaluator::new(&rules, &blank);
    for text in
        ["level", "power + 1", "punch", "tier.die", "tier", "rank('stealth')", "wielded('strike', 'effect', 1d6)"]
    {
        let found = eval(&Formula::parse(text).unwrap().expr, &env).unwrap();
        assert!(found.is_unknown(), "{text} is {found}");
    }
}

#[test]
fn the_place_of_a_typographic_sign_does_not_cut_it_in_two() {
    let error = Formula::parse("1 \u{2212} 2").unwrap_err();
    assert_eq!(error.at, 2..5);
    assert_eq!(Formula::parse("1 \u{d7} 2").unwrap_err().at, 2..4);
}

#[test]
fn a_formula_that_nobody_checked_fails_and_does_not_panic() {
    assert_eq!(result("2d6 * 2"), Err("values of these types cannot be combined".to_owned()));
    assert_eq!(result("'big' + 1"), Err("values of these types cannot be combined".to_owned()));
    assert_eq!(result("tier < 3"), Err("values of these types cannot be combined".to_owned()));
    let rules = rules();
    let mut set = character();
    set.set.insert("power".to_owned(), Value::Symbol("strong".to_owned()));
    assert!(Evaluator::new(&rules, &set).computed("body").is_err());
}

#[test]
fn a_minus_before_words_of_rounding_has_brackets_behind_it() {
    let (rules, character) = (rules(), character());
    let env = Evaluator::new(&rules, &character);
    let term = |text: &str| explain(&formula(text).expr, &env).unwrap().1.pop().unwrap();
    assert_eq!(term("1 - ceil(power / 2)").text, "\u{2212}(POW 5 \u{f7} 2 = 5/2 = 2.5 rounded up) [\u{2212}3]");
    assert_eq!(term("1 - ceil(power / 2)").label, "\u{2212}(POW \u{f7} 2 rounded up)");
    assert_eq!(term("1 - table(level, 1: 2, 5: 3)").text, "\u{2212}(by LVL 7: 1: 2, 5: 3) [\u{2212}3]");
    assert_eq!(term("1 + ceil(power / 2)").text, "POW 5 \u{f7} 2 = 5/2 = 2.5 rounded up [3]");
    assert_eq!(term("floor(power / 3)").text, "POW 5 \u{f7} 3 = 5/3 \u{2248} 1.67 rounded down [1]");
    assert_eq!(term("round(power * 3)").text, "POW 5 \u{d7} 3 rounded [15]");
    assert_eq!(term("1 - power / 5").text, "\u{2212}POW 5 \u{f7} 5 [\u{2212}1]");
}

#[test]
fn a_fallback_that_something_held_replaces_is_no_input() {
    let (rules, mut character) = (rules(), character());
    let parsed = formula("wielded('strike', 'effect', punch) + 1");
    let inputs = |character: &Character| {
        let env = Evaluator::new(&rules, character);
        let (_, terms) = explain(&parsed.expr, &env).unwrap();
        terms[0].inputs.iter().map(|input| input.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(inputs(&character), Vec::<String>::new());
    character.items.clear();
    assert_eq!(inputs(&character), ["punch"]);
}
