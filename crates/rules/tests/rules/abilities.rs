//! Abilities built from keywords: what they cost, what they give, and what is not legal.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::support::{character, formula, system};
use makeready_rules::ability::{
    Ability, AbilityRules, AddTo, Addition, Argument, KeywordDef, ParameterDef, ParameterKind, Prices, Purchase,
    Requirement,
};
use makeready_rules::bill::{Bill, bill};
use makeready_rules::character::Character;
use makeready_rules::compute::Evaluator;
use makeready_rules::eval::{SheetFrame, Worksheet};
use makeready_rules::formula::{Formula, Frame as _, validate};
use makeready_rules::legality::violations;
use makeready_rules::passive::additions;
use makeready_rules::rules::Rules;
use makeready_rules::system::{ChoiceDef, OptionDef, System, ValueDef};
use makeready_rules::template::Template;
use makeready_rules::value::{Type, Value};

fn template(text: &str) -> Template {
    Template::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn value(text: &str) -> ValueDef {
    ValueDef { may_be_fraction: false, ..crate::support::value(text) }
}

fn number(min: i64, max: i64) -> ParameterDef {
    ParameterDef { name: "Number".to_owned(), kind: ParameterKind::Number { min, max }, default: None }
}

fn requirement(id: &str, require: &str, message: &str, cure: &str) -> Requirement {
    Requirement {
        id: id.to_owned(),
        require: formula(require),
        message: template(message),
        cure: template(cure),
        rule: "X-1".to_owned(),
    }
}

fn keyword(family: &str, parameter: (&str, ParameterDef), gives: (&str, &str), cost: &str, text: &str) -> KeywordDef {
    KeywordDef {
        name: family.to_uppercase(),
        family: family.to_owned(),
        family_name: family.to_uppercase(),
        short_name: family.to_uppercase(),
        rule: String::new(),
        parameters: [(parameter.0.to_owned(), parameter.1)].into(),
        values: [(gives.0.to_owned(), value(gives.1))].into(),
        cost: Some(formula(cost)),
        price: None,
        requires: Vec::new(),
        adds: Vec::new(),
        text: template(text),
    }
}

fn addition(to: AddTo, add: &str, apart_by: &[&str]) -> Addition {
    Addition { to, add: formula(add), when: None, apart_by: apart_by.iter().map(|name| (*name).to_owned()).collect() }
}

/// Bursts, dice and help from a stat; abilities are active or passive, and may cost ten points a level.
fn game() -> System {
    let option = |name: &str, factor: i64| {
        let values = BTreeMap::from([("factor".to_owned(), makeready_rules::number::Number::whole(factor))]);
        (name.to_owned(), OptionDef { name: name.to_uppercase(), values, modifiers: vec![] })
    };
    let kind = ChoiceDef { name: "Kind".to_owned(), options: [option("active", 1), option("passive", 2)].into() };
    let kind = ParameterDef {
        name: "Kind".to_owned(),
        kind: ParameterKind::Choice(kind),
        default: Some(Argument::Symbol("active".to_owned())),
    };
    let stat = ParameterDef { name: "Stat".to_owned(), kind: ParameterKind::Stat, default: None };
    let mut dice = keyword("dice", ("count", number(1, 9)), ("effect", "(count)d6!"), "6 * count", "Adds {effect}.");
    dice.requires.push(requirement(
        "no-passive-dice",
        "kind != 'passive'",
        "{count} dice are never passive",
        "make it active",
    ));
    let mut fixed = keyword("fixed", ("count", number(1, 9)), ("effect", "count"), "5 * count", "Adds {count}.");
    fixed.price = Some(formula("cost"));
    fixed.adds.push(addition(AddTo::Value("body".to_owned()), "count", &[]));
    let mut help = keyword("help", ("from", stat), ("effect", "from.value"), "10", "Adds {from.name}.");
    help.adds.push(addition(AddTo::Stat("from".to_owned()), "2", &["from"]));
    System {
        abilities: Some(AbilityRules {
            action_tags: None,
            parameters: [("kind".to_owned(), kind)].into(),
            keywords: [
                (
                    "burst".to_owned(),
                    keyword(
                        "area",
                        ("reach", number(1, 5)),
                        ("squares", "4 * reach * (reach + 1)"),
                        "2 * squares",
                        "Hits {squares} squares.",
                    ),
                ),
                ("dice".to_owned(), dice),
                ("fixed".to_owned(), fixed),
                ("help".to_owned(), help),
            ]
            .into(),
            prices: Some(Prices {
                price: formula("cost * kind.factor"),
                spent: "spent".to_owned(),
                budget: "allowed".to_owned(),
            }),
            values: [
                ("spent".to_owned(), value("summed('price')")),
                ("allowed".to_owned(), value("10 * level")),
                ("harm".to_owned(), value("summed('effect') + power")),
                ("areas".to_owned(), value("bought('area') + bought('burst')")),
            ]
            .into(),
            requires: vec![requirement(
                "over-budget",
                "spent <= allowed",
                "{spent} of {allowed}",
                "take out {spent - allowed}",
            )],
            passive: Some(formula("kind == 'passive'")),
        }),
        ..system()
    }
}

fn bought(keyword: &str, parameter: &str, given: Argument) -> Purchase {
    Purchase { keyword: keyword.to_owned(), arguments: BTreeMap::from([(parameter.to_owned(), given)]) }
}

fn ability(kind: Option<&str>, keywords: Vec<Purchase>) -> Ability {
    let fields = kind.map(|kind| ("kind".to_owned(), Argument::Symbol(kind.to_owned()))).into_iter().collect();
    Ability { id: "test".to_owned(), name: "Test".to_owned(), arguments: fields, keywords }
}

fn bill_of(character: &Character, ability: &Ability) -> Bill {
    let rules = Rules::new(game());
    let evaluator = Evaluator::new(&rules, character);
    bill(&evaluator, ability).expect("it computes").expect("there are rules for abilities")
}

fn text(bill: &Bill, name: &str) -> String {
    bill.value(name).map_or_else(String::new, |computed| computed.value.to_string())
}

#[test]
fn a_bill_has_a_line_for_each_keyword_and_its_total() {
    let ability = ability(
        None,
        vec![bought("burst", "reach", Argument::Number(2)), bought("dice", "count", Argument::Number(3))],
    );
    let bill = bill_of(&character(), &ability);
    let prices: Vec<String> =
        bill.lines.iter().map(|line| line.prices.as_ref().expect("priced").here.value.to_string()).collect();
    assert_eq!(prices, ["48", "18"]);
    assert_eq!(text(&bill, "spent"), "66");
    assert_eq!(text(&bill, "allowed"), "70");
    assert_eq!(bill.lines[0].text, "Hits 24 squares.");
    assert_eq!(bill.lines[1].text, "Adds 3d6\u{2726}.");
    assert_eq!(bill.breaches, []);
}

#[test]
fn a_keyword_may_be_bought_twice_and_both_count() {
    let twice = vec![bought("burst", "reach", Argument::Number(1)), bought("burst", "reach", Argument::Number(1))];
    let bill = bill_of(&character(), &ability(None, twice));
    assert_eq!(text(&bill, "spent"), "32");
    // Once by the family, once by the id.
    assert_eq!(text(&bill, "areas"), "4");
}

#[test]
fn a_price_depends_on_the_ability_unless_the_keyword_has_its_own() {
    let keywords = vec![bought("burst", "reach", Argument::Number(1)), bought("fixed", "count", Argument::Number(2))];
    let active = bill_of(&character(), &ability(Some("active"), keywords.clone()));
    let passive = bill_of(&character(), &ability(Some("passive"), keywords));
    assert_eq!((text(&active, "spent"), text(&passive, "spent")), ("26".to_owned(), "42".to_owned()));
    assert_eq!(passive.lines[0].prices.as_ref().expect("priced").list.value, Value::whole(16), "the list price stays");
}

#[test]
fn dice_points_and_stats_add_up_with_terms() {
    let keywords = vec![
        bought("dice", "count", Argument::Number(2)),
        bought("fixed", "count", Argument::Number(4)),
        bought("help", "from", Argument::Symbol("grace".to_owned())),
    ];
    let bill = bill_of(&character(), &ability(None, keywords));
    // Four, grace -3 and power 5.
    assert_eq!(text(&bill, "harm"), "2d6!+6");
    let harm = bill.value("harm").expect("it is a value");
    assert_eq!(harm.terms.len(), 2);
    assert_eq!(harm.terms[1].text, "POW 5");
    assert_eq!(bill.lines[2].text, "Adds grace.");
}

#[test]
fn every_breach_is_told_at_once_with_its_cure() {
    let keywords = vec![bought("dice", "count", Argument::Number(9)), bought("burst", "reach", Argument::Number(1))];
    let bill = bill_of(&character(), &ability(Some("passive"), keywords));
    let told: Vec<(&str, &str, &str, Option<usize>)> =
        bill.breaches.iter().map(|b| (b.id.as_str(), b.message.as_str(), b.cure.as_str(), b.line)).collect();
    assert_eq!(
        told,
        [
            ("no-passive-dice", "9 dice are never passive", "make it active", Some(0)),
            ("over-budget", "140 of 70", "take out 70", None),
        ]
    );
}

#[test]
fn what_is_unknown_is_held_against_nobody() {
    let bill = bill_of(&Character::blank(), &ability(None, vec![bought("burst", "reach", Argument::Number(5))]));
    assert_eq!(text(&bill, "spent"), "240");
    assert_eq!(text(&bill, "allowed"), "unknown");
    assert_eq!(bill.breaches, []);
}

#[test]
fn a_circle_among_values_is_an_error_with_its_path() {
    let mut system = game();
    let rules = system.abilities.as_mut().expect("there are rules");
    rules.values.insert("spent".to_owned(), value("allowed"));
    rules.values.insert("allowed".to_owned(), value("spent"));
    let rules = Rules::new(system);
    let character = character();
    let error = bill(&Evaluator::new(&rules, &character), &ability(None, Vec::new())).expect_err("it goes round");
    assert!(error.to_string().contains("spent \u{2192} allowed \u{2192} spent"), "{}", error.to_string());
}

#[test]
fn names_and_types_are_checked_before_anything_is_computed() {
    let system = game();
    let rules = system.abilities.as_ref().expect("there are rules");
    let sheet = Worksheet::abilities(&system, rules);
    let (of_ability, of_dice) = (sheet.frame(), sheet.frame_of_keyword("dice"));
    let fails = |frame: &SheetFrame<'_, '_>, text: &str| {
        let formula = Formula::parse(text).expect("it reads");
        validate(&formula.expr, frame).err().map(|errors| (errors[0].to_string(), errors[0].help().into_owned()))
    };
    assert_eq!(of_ability.type_of("harm"), Some(Type::Dice), "one of the keywords gives dice");
    assert_eq!(of_ability.type_of("spent"), Some(Type::Number));
    assert_eq!(of_ability.type_of("kind.factor"), Some(Type::Number));
    assert_eq!(of_ability.type_of("count"), None, "parameters belong to their keyword");
    assert_eq!(of_dice.type_of("count"), Some(Type::Number));
    let near = |word: &str| format!("did you mean '{word}'?");
    assert_eq!(
        fails(&of_ability, "bought('bursts')"),
        Some(("there is no keyword or family 'bursts'".to_owned(), near("burst")))
    );
    assert_eq!(fails(&of_ability, "summed('square')"), Some(("no keyword gives 'square'".to_owned(), near("squares"))));
    assert!(fails(&of_ability, "kind == 'pasive'").is_some());
    assert_eq!(fails(&of_dice, "count + spent + level"), None);
    let outside = validate(&formula("summed('price')").expr, &system).expect_err("only abilities have keywords");
    assert!(outside[0].to_string().contains("is not part of one"), "{}", outside[0].to_string());
}

#[test]
fn keywords_that_are_set_alike_are_told_apart_from_others() {
    let mut system = game();
    let rules = system.abilities.as_mut().expect("there are rules");
    let once = requirement("once", "bought('area', 'reach') <= 1", "{bought('burst', 'reach')} of reach {reach}", "");
    rules.keywords["burst"].requires.push(once);
    let scope = system.abilities.as_ref().expect("there are rules");
    let sheet = Worksheet::abilities(&system, scope);
    let of_burst = sheet.frame_of_keyword("burst");
    let fault = |text: &str| validate(&formula(text).expr, &of_burst).expect_err("it is faulty")[0].to_string();
    assert_eq!(fault("bought('burst', 'reech') > 1"), "AREA has no parameter 'reech'");
    assert_eq!(fault("bought('dice', 'reach') > 1"), "DICE has no parameter 'reach'");
    let rules = Rules::new(system);
    let character = character();
    let reaches = [1, 2, 1].map(|reach| bought("burst", "reach", Argument::Number(reach)));
    let found = bill(&Evaluator::new(&rules, &character), &ability(None, reaches.to_vec())).expect("it computes");
    let found = found.expect("there are rules for abilities");
    let told: Vec<_> = found.breaches.iter().filter(|b| b.id == "once").map(|b| (b.message.as_str(), b.line)).collect();
    assert_eq!(told, [("2 of reach 1", Some(0)), ("2 of reach 1", Some(2))]);
}

#[test]
fn rulings_decide_prices() {
    let mut system = game();
    let rules = system.abilities.as_mut().expect("there are rules");
    rules.prices.as_mut().expect("priced").price = formula("cost * if(ruling.dice == 'big', 1, 3)");
    let rules = Rules::new(system);
    let other = rules.with(&BTreeMap::from([("dice".to_owned(), "small".to_owned())])).expect("it exists");
    let character = character();
    let spent = |rules: &Rules| {
        let keywords = vec![bought("dice", "count", Argument::Number(1))];
        let found = bill(&Evaluator::new(rules, &character), &ability(None, keywords)).expect("it computes");
        text(&found.expect("there are rules"), "spent")
    };
    assert_eq!((spent(&rules), spent(&other)), ("6".to_owned(), "18".to_owned()));
}

fn owner(abilities: Vec<Ability>) -> Character {
    Character { built: abilities.into_iter().map(Arc::new).collect(), ..character() }
}

fn value_of(character: &Character, name: &str) -> Value {
    let rules = Rules::new(game());
    let evaluator = Evaluator::new(&rules, character);
    let formula = formula(name);
    assert!(validate(&formula.expr, rules.system()).is_ok(), "{name}");
    makeready_rules::formula::eval(&formula.expr, &evaluator).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn fixed(kind: &str, count: i64) -> Ability {
    ability(Some(kind), vec![bought("fixed", "count", Argument::Number(count))])
}

#[test]
fn what_lasts_feeds_back_and_the_rest_does_not() {
    let base = value_of(&owner(vec![]), "body").as_number().expect("a number").to_i64().expect("whole");
    assert_eq!(value_of(&owner(vec![fixed("passive", 3)]), "body"), Value::whole(base + 3));
    assert_eq!(value_of(&owner(vec![fixed("active", 3)]), "body"), Value::whole(base));
}

#[test]
fn of_additions_that_are_alike_the_last_one_counts() {
    let who = owner(vec![fixed("passive", 3), fixed("passive", 1)]);
    let base = value_of(&owner(vec![]), "body").as_number().expect("a number").to_i64().expect("whole");
    assert_eq!(value_of(&who, "body"), Value::whole(base + 1));
    let rules = Rules::new(game());
    let all = additions(&Evaluator::new(&rules, &who), None).expect("they can be told");
    let replaced: Vec<(usize, bool)> = all.iter().map(|one| (one.place, one.replaced_by.is_some())).collect();
    assert_eq!(replaced, [(0, true), (1, false)]);
}

#[test]
fn additions_are_set_apart_by_parameters() {
    let from = |stat: &str| ability(Some("passive"), vec![bought("help", "from", Argument::Symbol(stat.to_owned()))]);
    let total = |who: &Character, stat: &str| value_of(who, stat).as_number().expect("a number").to_i64();
    let none = owner(vec![]);
    let (power, grace) = (total(&none, "power"), total(&none, "grace"));
    let who = owner(vec![from("power"), from("grace"), from("power")]);
    assert_eq!(total(&who, "power"), power.map(|n| n + 2));
    assert_eq!(total(&who, "grace"), grace.map(|n| n + 2));
    assert_eq!(total(&who, "power.base"), power);
}

#[test]
fn abilities_are_added_up_over_their_owner() {
    let who = owner(vec![fixed("active", 2), fixed("passive", 1)]);
    assert_eq!(value_of(&who, "total('ability.spent')"), Value::whole(15));
    assert_eq!(value_of(&who, "count('abilities')"), Value::whole(2));
    let unknown = formula("total('ability.nothing')");
    assert!(validate(&unknown.expr, &game()).is_err());
}

#[test]
fn what_an_ability_breaks_is_held_against_its_owner() {
    let dear = ability(None, vec![bought("burst", "reach", Argument::Number(5))]);
    let who = owner(vec![fixed("active", 1), dear]);
    let broken = violations(&Evaluator::new(&Rules::new(game()), &who)).expect("it can be told");
    let told: Vec<_> = broken.iter().map(|v| (v.id.as_str(), v.subject.to_string(), v.cure.as_str())).collect();
    assert_eq!(told, [("over-budget", "built/1".to_owned(), "take out 170")]);
}

#[test]
fn a_chain_of_values_is_as_long_as_it_likes() {
    let mut system = game();
    let abilities = system.abilities.as_mut().expect("there are rules for abilities");
    for n in 0..2000 {
        abilities.values.insert(format!("v{n}"), value(&format!("v{} + 1", n + 1)));
    }
    abilities.values.insert("v2000".to_owned(), value("1"));
    let sheet = Worksheet::abilities(&system, system.abilities.as_ref().expect("there are rules for abilities"));
    assert_eq!(sheet.frame().type_of("v0"), Some(Type::Number));
    let rules = Rules::new(system.clone());
    let who = character();
    let evaluator = Evaluator::new(&rules, &who);
    let bill = bill(&evaluator, &fixed("active", 1)).expect("it can be computed").expect("there are abilities");
    assert_eq!(bill.value("v0").map(|v0| v0.value.clone()), Some(Value::whole(2001)));
}

#[test]
fn keywords_that_sum_up_each_other_are_typed_once_and_circles_among_them_end() {
    let mut system = game();
    let abilities = system.abilities.as_mut().expect("there are rules for abilities");
    let burst = &mut abilities.keywords["burst"];
    for n in 0..60 {
        burst.values.insert(format!("s{n}"), value(&format!("summed('s{0}') + summed('s{0}')", n + 1)));
    }
    burst.values.insert("s60".to_owned(), value("1d6"));
    burst.values.insert("round".to_owned(), value("summed('round')"));
    let rules = system.abilities.as_ref().expect("there are rules for abilities");
    let sheet = Worksheet::abilities(&system, rules);
    let scope = sheet.frame_of_keyword("burst");
    assert_eq!((scope.type_of("s0"), scope.type_of("round")), (Some(Type::Dice), Some(Type::Number)));
}

#[test]
fn a_bill_of_more_terms_than_can_be_told_is_refused() {
    let mut system = game();
    let abilities = system.abilities.as_mut().expect("there are rules for abilities");
    for n in 0..100 {
        let long = value(&format!("1{}", "+1".repeat(1000)));
        abilities.keywords["fixed"].values.insert(format!("v{n}"), long);
    }
    let rules = Rules::new(system);
    let who = owner(vec![]);
    let sixty = ability(None, vec![bought("fixed", "count", Argument::Number(1)); 60]);
    let failure = bill(&Evaluator::new(&rules, &who), &sixty).unwrap_err();
    assert_eq!(failure.to_string(), "this ability has more than 100000 terms in total");
}

/// Runs on a stack that is smaller than that of any thread of the program.
fn on_a_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(1_400_000).spawn(work).expect("a thread starts");
    thread.join().expect("it does not fail")
}

#[test]
fn a_total_of_abilities_that_needs_itself_is_a_circle() {
    let found = on_a_small_stack(|| {
        let mut system = game();
        let abilities = system.abilities.as_mut().expect("there are rules for abilities");
        abilities.values.insert("all".to_owned(), value("1 + total('ability.all')"));
        let (rules, who) = (Rules::new(system), owner(vec![fixed("active", 1), fixed("active", 2)]));
        bill(&Evaluator::new(&rules, &who), &who.built[0]).unwrap_err().to_string()
    });
    assert!(found.contains("depends on itself"), "{found}");
}

#[test]
fn totals_of_abilities_that_ask_twice_do_not_double_the_work_each_time() {
    let mut system = game();
    let abilities = system.abilities.as_mut().expect("there are rules for abilities");
    for n in 0..40 {
        let twice = value(&format!("total('ability.t{0}') / 2 + total('ability.t{0}') / 2", n + 1));
        abilities.values.insert(format!("t{n}"), ValueDef { may_be_fraction: true, ..twice });
    }
    abilities.values.insert("t40".to_owned(), value("1"));
    let (rules, who) = (Rules::new(system), owner(vec![fixed("active", 1)]));
    let bill = bill(&Evaluator::new(&rules, &who), &who.built[0]).expect("it can be computed").expect("it is there");
    assert_eq!(bill.value("t0").map(|t0| t0.value.clone()), Some(Value::whole(1)));
}

#[test]
fn additions_that_need_each_other_through_hundreds_of_stats_fit_on_a_small_stack() {
    let found = on_a_small_stack(|| {
        let mut system = game();
        let (stat, mut who) = (system.stats["power"].clone(), owner(vec![]));
        let mut keyword = system.abilities.as_ref().expect("there are rules for abilities").keywords["fixed"].clone();
        keyword.adds = (0..400).map(|n| addition(AddTo::Value(format!("s{n}")), &format!("s{}", n + 1), &[])).collect();
        for n in 0..=400 {
            system.stats.insert(format!("s{n}"), stat.clone());
            who.stats.insert(format!("s{n}"), 1);
        }
        let abilities = system.abilities.as_mut().expect("there are rules for abilities");
        abilities.keywords.insert("fixed".to_owned(), keyword);
        who.built = owner(vec![fixed("passive", 1)]).built;
        let rules = Rules::new(system);
        let evaluator = Evaluator::new(&rules, &who);
        let last = evaluator.computed("s390").map(|found| found.value.clone());
        (last, evaluator.computed("s0").map(|found| found.value.clone()).map_err(|error| error.to_string()))
    });
    assert_eq!(found.0, Ok(Value::whole(11)));
    assert!(
        found.1.as_ref().map_or_else(|error| error.contains("600 levels"), |s0| *s0 == Value::whole(401)),
        "{found:?}"
    );
}

#[test]
fn values_of_abilities_that_look_like_circles_fit_on_a_small_stack() {
    let found = on_a_small_stack(|| {
        let mut system = game();
        let abilities = system.abilities.as_mut().expect("there are rules for abilities");
        for n in 0..2000 {
            abilities.values.insert(format!("v{n}"), value(&format!("(1 + (1 + (v{} - 1)) - 1) * 1", n + 1)));
        }
        abilities.values.insert("v2000".to_owned(), value("if(level > 100, v0, 1)"));
        let (rules, who) = (Rules::new(system), owner(vec![fixed("active", 1)]));
        let found = makeready_rules::bill::evaluate(&Evaluator::new(&rules, &who), &who.built[0], &formula("v1").expr);
        found.map_err(|error| error.to_string())
    });
    let is_told = |error: &String| error.contains("600 levels");
    assert!(found.as_ref().map_or_else(is_told, |v1| *v1 == Some(Value::whole(1))), "{found:?}");
}
