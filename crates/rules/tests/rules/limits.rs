//! What an author may write, however large or deep or often, ends soon: with a value, or with an error that states the bound.

use std::time::{Duration, Instant};

use std::collections::BTreeMap;

use crate::support::{character, formula, item_field, system, value};
use indexmap::IndexMap;
use makeready_rules::character::{Character, Modifier};
use makeready_rules::check::{BandDef, CheckDef, CheckRun, Odds};
use makeready_rules::compute::Evaluator;
use makeready_rules::dice::{Dice, DieKind, Keep, KeepRule, OddsError};
use makeready_rules::formula::{
    EvalError, Formula, Frame, eval, explain, fold, nearest, readable, readable_with_values, validate,
};
use makeready_rules::number::Number;
use makeready_rules::odds::{Distribution, Fraction};
use makeready_rules::rules::Rules;
use makeready_rules::system::{System, ValueDef};
use makeready_rules::template::Template;
use makeready_rules::value::{Type, Value};
use num_bigint::BigUint;
use proptest::prelude::*;

/// Long for a test, since the machine may be busy; what has no bound takes hours.
const SOON: Duration = Duration::from_secs(30);

fn soon<T>(work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = work();
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    done
}

/// Runs on a stack that is smaller than that of any thread of the program: 2 MB, of which others have taken a part.
fn on_a_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(1_400_000).spawn(work).expect("a thread starts");
    thread.join().expect("it does not fail")
}

fn with_values(values: impl IntoIterator<Item = (String, String)>) -> System {
    let mut system = system();
    system.values.extend(values.into_iter().map(|(id, text)| (id, value(&text))));
    system
}

fn computed(system: System, name: &str) -> Result<Value, EvalError> {
    let (rules, character) = (Rules::new(system), character());
    Evaluator::new(&rules, &character).computed(name).map(|computed| computed.value.clone())
}

/// `open` `times` times, `inner`, and `close` as often.
fn nested(open: &str, inner: &str, close: &str, times: usize) -> String {
    format!("{}{inner}{}", open.repeat(times), close.repeat(times))
}

// ---- Depth ----

#[test]
fn values_of_two_thousand_terms_that_need_each_other_fit_on_a_small_stack() {
    let terms = "+1".repeat(2000);
    let chain = (0..100).map(move |n| (format!("v{n}"), format!("v{}{terms}", n + 1)));
    let system = with_values(chain.chain([("v100".to_owned(), "1".to_owned())]));
    let found = on_a_small_stack(move || (system.type_of("v0"), system.cycles().len(), computed(system, "v0")));
    assert_eq!(found, (Some(Type::Number), 0, Ok(Value::whole(200_001))));
}

#[test]
fn values_of_many_brackets_that_need_each_other_fit_on_a_small_stack() {
    let deep = |inner: &str| nested("if(", inner, "^1*1+0<99 and true or false,1*2^1+1,2)", 60);
    let chain = (0..100).map(move |n| (format!("v{n}"), deep(&format!("v{}", n + 1))));
    let system = with_values(chain.chain([("v100".to_owned(), "1".to_owned())]));
    let found = on_a_small_stack(move || (system.type_of("v0"), computed(system, "v0")));
    assert_eq!(found, (Some(Type::Number), Ok(Value::whole(3))));
}

#[test]
fn chains_that_look_like_circles_fit_on_a_small_stack() {
    let deep = |inner: &str| nested("(1+1*", inner, ")", 20);
    let last = ("v2999".to_owned(), "if(level > 100, v0, 1)".to_owned());
    let system = with_values((0..2999).map(move |n| (format!("v{n}"), deep(&format!("v{}", n + 1)))).chain([last]));
    // Whatever is evaluated first, either there is a value or an error that it is too deep.
    for name in ["v0", "v1", "v1500"] {
        let system = system.clone();
        let found = on_a_small_stack(move || computed(system, name));
        assert!(found.as_ref().map_or_else(|error| error.to_string().contains("600 levels"), |_| true), "{found:?}");
    }
}

#[test]
fn the_deepest_formula_fits_on_a_small_stack() {
    on_a_small_stack(|| {
        let (rules, character) = (crate::support::rules(), character());
        let env = Evaluator::new(&rules, &character);
        let deepest = [
            nested("if(", "power", "^1*1+1<2 and true or false,1,2)", 62),
            nested("", "power", "", 1) + &"+1".repeat(2040),
            format!("true{}", " and true".repeat(450)),
            nested("wielded('strike', 'range', 1*1+", "power", ")", 31),
        ];
        for text in deepest {
            let parsed = formula(&text);
            validate(&parsed.expr, rules.system()).unwrap_or_else(|errors| panic!("{}", errors[0].to_string()));
            let found = eval(&parsed.expr, &env).unwrap();
            assert_eq!(explain(&parsed.expr, &env).unwrap().0, found);
            assert!(!readable(&parsed.expr, &rules).is_empty());
            assert!(!readable_with_values(&parsed.expr, &env).is_empty());
            assert_eq!(eval(&fold(&parsed.expr, &|_| None).clone(), &env), Ok(found));
        }
    });
}

/// A character who holds something whose fields need each other.
fn holding(fields: impl IntoIterator<Item = (String, String)>) -> (Rules, Character) {
    let (mut system, mut who) = (system(), character());
    for (field, text) in fields {
        system.item_fields.insert(field.clone(), item_field(Type::Number, &field));
        who.items[0].fields.insert(field, formula(&text));
    }
    (Rules::new(system), who)
}

#[test]
fn fields_of_what_is_held_that_ask_for_each_other_are_refused_where_they_are_too_deep() {
    let found = on_a_small_stack(|| {
        let (rules, who) = holding((0..5000).map(|n| (format!("f{n}"), format!("wielded('strike', 'f{}', 1)", n + 1))));
        let asked = |field: &str| {
            let asked = formula(&format!("wielded('strike', '{field}', 1)"));
            eval(&asked.expr, &Evaluator::new(&rules, &who)).map_err(|error| error.to_string())
        };
        (asked("f4950"), asked("f0"))
    });
    let message = "formulas and values are nested more than 600 levels deep here";
    assert_eq!(found, (Ok(Value::whole(1)), Err(message.to_owned())));
}

#[test]
fn fields_of_what_is_held_that_ask_for_themselves_are_a_circle() {
    let found = on_a_small_stack(|| {
        let (rules, who) = holding([("f".to_owned(), "1 + wielded('strike', 'f', 1)".to_owned())]);
        eval(&formula("wielded('strike', 'f', 1)").expr, &Evaluator::new(&rules, &who)).unwrap_err().to_string()
    });
    assert!(found.contains("depends on itself"), "{found}");
    let found = on_a_small_stack(|| {
        let (rules, who) = holding([("f".to_owned(), "total('item.f')".to_owned())]);
        eval(&formula("total('item.f')").expr, &Evaluator::new(&rules, &who)).unwrap_err().to_string()
    });
    assert!(found.contains("depends on itself"), "{found}");
}

#[test]
fn modifiers_that_need_each_other_fit_on_a_small_stack() {
    let found = on_a_small_stack(|| {
        let (mut system, mut who) = (system(), character());
        for n in 0..3000 {
            system.values.insert(format!("v{n}"), value("1"));
            let add = Modifier { to: format!("v{n}"), add: formula(&format!("v{}", n + 1)) };
            who.items[0].modifiers.push(add);
        }
        system.values.insert("v3000".to_owned(), value("1"));
        let rules = Rules::new(system);
        Evaluator::new(&rules, &who).computed("v0").map(|v0| v0.value.clone())
    });
    assert_eq!(found, Ok(Value::whole(3001)));
}

#[test]
fn modifiers_that_go_round_in_a_circle_of_thousands_are_told_soon() {
    let found = on_a_small_stack(|| {
        let (mut system, mut who) = (system(), character());
        for n in 0..3000 {
            system.values.insert(format!("v{n}"), value("1"));
            let add = Modifier { to: format!("v{n}"), add: formula(&format!("v{}", (n + 1) % 3000)) };
            who.items[0].modifiers.push(add);
        }
        let rules = Rules::new(system);
        let evaluator = Evaluator::new(&rules, &who);
        soon(|| (0..3000).map(|n| evaluator.computed(&format!("v{n}")).is_err()).collect::<Vec<bool>>())
    });
    assert!(found.iter().all(|fails| *fails));
}

#[test]
fn circles_of_thousands_of_values_are_found_on_a_small_stack() {
    let ring = with_values((0..4000).map(|n| (format!("v{n}"), format!("v{}", (n + 1) % 4000))));
    let found = on_a_small_stack(move || ring.cycles().into_iter().map(|cycle| cycle.len()).collect::<Vec<_>>());
    assert_eq!(found, [4001]);
    let all: Vec<String> = (0..300).map(|n| format!("v{n}")).collect();
    let everybody = with_values(all.iter().map(|id| (id.clone(), all.join("+"))));
    assert!(soon(|| everybody.cycles().len()) <= 300);
}

// ---- Work that doubles with every step ----

#[test]
fn fields_of_what_is_held_that_ask_twice_do_not_double_the_work_each_time() {
    let twice = |n: usize| format!("wielded('strike', 'f{0}', 1) / 2 + total('item.f{0}') / 2", n + 1);
    let (rules, who) =
        holding((0..40).map(|n| (format!("f{n}"), twice(n))).chain([("f40".to_owned(), "1".to_owned())]));
    let asked = formula("wielded('strike', 'f0', 1)");
    let found = soon(|| eval(&asked.expr, &Evaluator::new(&rules, &who)).map_err(|error| error.to_string()));
    assert_eq!(found, Ok(Value::whole(1)));
}

#[test]
fn words_of_choices_among_choices_are_told_once_each() {
    let either = |n: usize| format!("if(level > {n}, v{0}, v{0})", n + 1);
    let words = ("v60".to_owned(), "if(level > 5, 'high', 'low')".to_owned());
    let mut system = with_values((0..60).map(|n| (format!("v{n}"), either(n))).chain([words]));
    let words = |words: &[&str]| Some(Type::Symbol(Some(words.iter().map(|word| (*word).to_owned()).collect())));
    assert_eq!(soon(|| system.type_of("v0")), words(&["high", "low"]));
    let errors = soon(|| validate(&formula("if(level > 3, v0, v1) == 'hihg'").expr, &system).unwrap_err());
    assert_eq!(errors[0].help(), "did you mean 'high'?");
    // What may be more words than anybody reads may be compared with any.
    let many = |n: usize| {
        (0..200).map(|w| format!("'w{}'", n * 200 + w)).fold("'w'".to_owned(), |all, word| all + " " + &word)
    };
    for n in 0..10 {
        system.values.insert(format!("w{n}"), value(&format!("if(level > {n}, w{}, {})", n + 1, balanced(&many(n)))));
    }
    system.values.insert("w10".to_owned(), value("'last'"));
    assert_eq!(system.type_of("w9").map(|found| matches!(found, Type::Symbol(Some(_)))), Some(true));
    assert_eq!(system.type_of("w0"), Some(Type::Symbol(None)));
    assert!(validate(&formula("w0 == 'anything'").expr, &system).is_ok());
}

/// Words parted by blanks as the choices of an `if` within an `if`, as shallow as can be.
fn balanced(words: &str) -> String {
    fn of(words: &[&str]) -> String {
        match words {
            [word] => (*word).to_owned(),
            words => {
                let (some, others) = words.split_at(words.len() / 2);
                format!("if(1<2,{},{})", of(some), of(others))
            }
        }
    }
    of(&words.split(' ').collect::<Vec<_>>())
}

#[test]
fn dice_picked_within_others_are_checked_once() {
    let deep = nested("highest(1,wielded('strike','effect',", "1d6", "))", 30);
    assert_eq!(soon(|| validate(&formula(&deep).expr, &system())), Ok(Type::Dice));
}

#[test]
fn pools_that_keep_some_of_their_dice_do_not_double_for_ever() {
    let double = |n: usize| (format!("v{n}"), format!("v{0} + v{0}", n + 1));
    let system = with_values((0..30).map(double).chain([("v30".to_owned(), "1d6kh1 + 1d6kh1".to_owned())]));
    let error = soon(|| computed(system, "v0").unwrap_err());
    assert_eq!((error.value.as_str(), error.to_string().as_str()), ("v24", "a roll has at most 100 pools of dice"));
    let many = (1..=101).fold(Dice::new(1, DieKind { sides: 500, explodes: false, keep: Keep::All }), |all, sides| {
        all.plus(&Dice::new(1, DieKind { sides, explodes: false, keep: Keep::All })).unwrap_or(all)
    });
    assert_eq!(many.pools().len(), 100);
}

#[test]
fn a_slip_in_a_word_without_end_is_compared_with_nothing() {
    let (long, known) = ("x".repeat(4000), "y".repeat(4000));
    let all: Vec<&str> = std::iter::repeat_n(known.as_str(), 4000).collect();
    assert_eq!(soon(|| nearest(&long, all.iter().copied())), None);
    assert_eq!(soon(|| nearest("y", all.iter().copied().chain(["yy"]))), Some("yy"));
}

#[test]
fn a_text_that_its_figures_make_too_long_is_refused() {
    let mut system = system();
    system.choices["tier"].options["hero"].name = "x".repeat(20_000);
    let (rules, who) = (Rules::new(system), character());
    let template = Template::parse(&"{tier.name}".repeat(5000)).unwrap();
    let error = soon(|| template.fill(&Evaluator::new(&rules, &who)).unwrap_err());
    assert_eq!(error.to_string(), "with its numbers filled in, this text is longer than 100000 bytes");
}

// ---- Odds ----

fn kind(sides: u32) -> DieKind {
    DieKind { sides, explodes: false, keep: Keep::All }
}

/// One die of each of these sides.
fn one_of_each(sides: impl IntoIterator<Item = u32>) -> Dice {
    let dice = sides.into_iter().map(|sides| Dice::new(1, kind(sides)));
    dice.reduce(|all, die| all.plus(&die).expect("few dice")).expect("there are dice")
}

#[test]
fn the_best_and_the_worst_of_forty_different_dice_are_those_of_their_products() {
    let sides = || (3..=42_u32).map(|n| n * 5);
    let dice = one_of_each(sides());
    let out_of: BigUint = sides().map(BigUint::from).product();
    let within = |most: u32| sides().map(|sides| BigUint::from(sides.min(most))).product::<BigUint>();
    let beyond =
        |least: u32| sides().map(|sides| BigUint::from((sides + 1).saturating_sub(least))).product::<BigUint>();
    let best = soon(|| Distribution::of(&dice.keep(KeepRule::Highest, 1).unwrap()).unwrap());
    let worst = soon(|| Distribution::of(&dice.keep(KeepRule::Lowest, 1).unwrap()).unwrap());
    assert_eq!((best.out_of(), worst.out_of()), (&out_of, &out_of));
    for total in 1..=210_u32 {
        let at = |found: &Distribution| found.chance(|t| t == Number::whole(total.into()));
        assert_eq!(at(&best), Fraction::of(&(within(total) - within(total - 1)), &out_of), "{total}");
        assert_eq!(at(&worst), Fraction::of(&(beyond(total) - beyond(total + 1)), &out_of), "{total}");
    }
}

#[test]
fn what_is_left_of_sixteen_different_dice_is_what_was_taken_less() {
    let dice = one_of_each(3..=18);
    let mean = |dice: &Dice| soon(|| Distribution::of(dice).unwrap().mean());
    let picked = |rule, count| mean(&dice.keep(rule, count).unwrap());
    let middle = dice.keep(KeepRule::DropHighest, 3).unwrap().keep(KeepRule::DropLowest, 2).unwrap();
    let ends = &picked(KeepRule::Highest, 3) + &picked(KeepRule::Lowest, 2);
    assert_eq!(&mean(&middle) + &ends, mean(&dice));
    assert_eq!(&picked(KeepRule::DropHighest, 3) + &picked(KeepRule::Highest, 3), mean(&dice));
}

#[test]
fn rolls_that_are_too_much_are_refused_before_anything_is_counted() {
    let exploding = |sides: u32| Dice::new(2, DieKind { explodes: true, ..kind(sides) });
    let all = (901..=1000).map(exploding).reduce(|all, die| all.plus(&die).unwrap()).unwrap();
    let start = Instant::now();
    for dice in [
        all.clone(),
        all.keep(KeepRule::Highest, 3).unwrap(),
        all.keep(KeepRule::Highest, 1).unwrap(),
        Dice::new(1000, DieKind { keep: Keep::Highest(500), ..kind(1000) }),
    ] {
        assert_eq!(Distribution::of(&dice), Err(OddsError::TooMany), "{dice}");
    }
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    let said = OddsError::TooMany.to_string();
    assert!(said.contains("200000 totals") && said.contains("16384 bits"), "{said}");
}

fn check_of(roll: &str, tries: Option<&str>, gives: &[(&str, &str)]) -> CheckDef {
    let gives = gives.iter().map(|(name, text)| ((*name).to_owned(), formula(text))).collect();
    let band = |when: Option<&str>, gives| BandDef {
        name: "Band".to_owned(),
        rule: String::new(),
        when: when.map(formula),
        gives,
    };
    let hit = band(Some("rolled > 5"), gives);
    CheckDef {
        name: "Check".to_owned(),
        rule: String::new(),
        parameters: IndexMap::new(),
        roll: formula(roll),
        against: None,
        times: None,
        keeps_worst: false,
        values: IndexMap::new(),
        result: None,
        bands: [("hit".to_owned(), hit), ("miss".to_owned(), band(None, IndexMap::new()))].into(),
        rerolls: Vec::new(),
        attempts: tries.map(formula),
        ends_on: vec!["miss".to_owned()],
        usual: None,
    }
}

fn odds(check: &CheckDef) -> Result<Odds, (String, String)> {
    let (rules, blank) = (Rules::new(System::default()), Character::blank());
    let evaluator = Evaluator::new(&rules, &blank);
    let given = BTreeMap::default();
    let run = CheckRun::new(&evaluator, check, &given).and_then(|run| run.odds());
    run.map_err(|error| (error.value.clone(), error.to_string()))
}

#[test]
fn a_mean_of_fractions_without_end_is_refused() {
    let fine = |roll: &str| soon(|| odds(&check_of(roll, None, &[("part", "1 / rolled")])));
    let (value, message) = fine("1000d6").unwrap_err();
    assert_eq!(value, "part");
    assert!(message.contains("1000 denominators") && message.contains("4096 bits"), "{message}");
    let mean = fine("1d6").unwrap().gives["part"].value.to_string();
    assert_eq!(mean, "1/36", "only a six is a hit");
}

#[test]
fn a_hundred_tries_of_a_large_roll_are_refused_and_of_a_small_one_told() {
    let (value, message) = soon(|| odds(&check_of("1000d6", Some("100"), &[("hits", "1")]))).unwrap_err();
    assert_eq!(value, "roll");
    assert!(message.contains("too many dice"), "{message}");
    let small = soon(|| odds(&check_of("5d12!", Some("100"), &[("hits", "1")])).unwrap());
    let row = small.row.expect("there are tries");
    assert!(row.totals["hits"] > Fraction::one() && !row.once[0].to_string().is_empty());
}

#[test]
fn names_that_thousands_of_outcomes_ask_for_are_found_at_once() {
    let mut check = check_of("100d20", None, &[]);
    for n in 0..400 {
        let last = if n == 0 { "rolled".to_owned() } else { format!("v{}", n - 1) };
        check.values.insert(format!("v{n}"), ValueDef { name: "V".to_owned(), ..value(&last) });
    }
    assert!(soon(|| odds(&check)).is_ok());
    let all: Vec<(String, String)> = (0..200).map(|n| (format!("g{n}"), "1".to_owned())).collect();
    let gives: Vec<(&str, &str)> = all.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let (value, message) = odds(&check_of("1d20", None, &gives)).unwrap_err();
    assert_eq!(
        (value.as_str(), message.as_str()),
        ("gives", "a check gives at most 100 numbers, and this one gives 200")
    );
}

// ---- A value is the same whatever was evaluated before it ----

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_do_not_depend_on_what_is_asked_first(
        formulas in prop::collection::vec((0..12_usize, 0..12_usize, 0..6_u8), 12),
        asked in Just((0..12_usize).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let texts = formulas.iter().enumerate().map(|(n, (a, b, how))| {
            // Most name only values after them; some form a circle.
            let a = if *how == 5 { *a } else { (n + 1 + a).min(12) };
            let b = (n + 1 + b).min(12);
            let text = match how {
                0 => format!("v{a} + v{b}"),
                1 => format!("if(v{a} > 40, v{b}, 1)"),
                2 => format!("1 / (v{a} - 3) - v{b}"),
                3 => format!("max(v{a}, -v{b})"),
                4 => format!("floor(v{a} / 2) * v{b}"),
                _ => format!("if(level > 100, v{a}, v{b})"),
            };
            (format!("v{n}"), text)
        });
        let system = with_values(texts.chain([("v12".to_owned(), "3".to_owned())]));
        let (rules, who) = (Rules::new(system), character());
        let together = Evaluator::new(&rules, &who);
        for n in asked {
            let name = format!("v{n}");
            let alone = Evaluator::new(&rules, &who).computed(&name).map(|found| found.value.clone());
            let found = together.computed(&name).map(|found| found.value.clone());
            prop_assert_eq!(found.is_ok(), alone.is_ok(), "{}", &name);
            if let (Ok(found), Ok(alone)) = (found, alone) {
                prop_assert_eq!(found, alone, "{}", &name);
            }
        }
    }

    #[test]
    fn a_sum_in_brackets_is_the_sum_of_its_parts(parts in prop::collection::vec(("[+-]", 0..50_u32), 1..40)) {
        let text: String = parts.iter().map(|(sign, n)| format!("{sign}{n}")).collect();
        let text = format!("0{text}");
        let worth: i64 = parts.iter().map(|(sign, n)| if sign == "-" { -i64::from(*n) } else { i64::from(*n) }).sum();
        let (rules, who) = (crate::support::rules(), character());
        let env = Evaluator::new(&rules, &who);
        for text in [text.clone(), format!("({text}) + 0"), format!("0 + ({text})"), format!("--({text})")] {
            prop_assert_eq!(eval(&Formula::parse(&text).unwrap().expr, &env), Ok(Value::whole(worth)), "{}", text);
        }
    }
}
