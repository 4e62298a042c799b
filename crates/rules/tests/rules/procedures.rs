//! Procedures: steps in order, each with its terms; what is not known stays unknown.

use std::collections::BTreeMap;

use crate::support::{character, formula, rules, system, value};
use makeready_rules::ability::{Argument, ParameterDef, ParameterKind};
use makeready_rules::character::Character;
use makeready_rules::compute::Evaluator;
use makeready_rules::eval::Worksheet;
use makeready_rules::formula::{Frame as _, validate};
use makeready_rules::procedure::{ProcedureDef, ProcedureRun, StepDef, told_step};
use makeready_rules::rules::Rules;
use makeready_rules::system::{ChoiceDef, OptionDef, System, ValueDef};
use makeready_rules::template::Template;
use makeready_rules::value::{Type, Value};

fn step(name: &str, text: &str, said: &str) -> StepDef {
    let (name, unit, rule) = (name.to_owned(), "points".to_owned(), "X-1".to_owned());
    StepDef {
        value: ValueDef { name, unit, rule, may_be_fraction: false, ..value(text) },
        text: Template::parse(said).unwrap_or_else(|error| panic!("{said}: {error}")),
    }
}

fn options(ids: &[&str]) -> ParameterKind {
    let option = |id: &&str| {
        ((*id).to_owned(), OptionDef { name: id.to_uppercase(), values: BTreeMap::new(), modifiers: vec![] })
    };
    ParameterKind::Choice(ChoiceDef { name: "Class".to_owned(), options: ids.iter().map(option).collect() })
}

/// What a blow does: power takes off of it, then a shield; what is left goes through.
fn blow() -> ProcedureDef {
    let number = ParameterKind::Number { min: 0, max: 100 };
    let field = |name: &str, kind: ParameterKind, default: Option<Argument>| ParameterDef {
        name: name.to_owned(),
        kind,
        default,
    };
    ProcedureDef {
        name: "A blow".to_owned(),
        rule: String::new(),
        parameters: [
            ("rolled".to_owned(), field("Rolled", number.clone(), None)),
            ("shield".to_owned(), field("Shield", number, Some(Argument::Number(2)))),
            ("class".to_owned(), field("Class", options(&["hard", "soft"]), None)),
            ("stat".to_owned(), field("Stat", ParameterKind::Stat, Some(Argument::Symbol("power".to_owned())))),
        ]
        .into(),
        steps: [
            ("guarded".to_owned(), step("After Guard", "max(0, rolled - if(class == 'hard', stat.value, 0))", "")),
            ("through".to_owned(), step("Through", "max(0, guarded - shield)", "{through} of {rolled} get through.")),
            ("hurts".to_owned(), step("It hurts", "through > 0", "")),
            ("halved".to_owned(), step("HP lost", "if(ruling.halves == 'up', ceil(through / 2), through)", "")),
        ]
        .into(),
        results: vec!["halved".to_owned()],
    }
}

fn arguments(pairs: &[(&str, Argument)]) -> BTreeMap<String, Argument> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

fn arguments_of(rolled: i64, class: &str) -> BTreeMap<String, Argument> {
    arguments(&[("rolled", Argument::Number(rolled)), ("class", Argument::Symbol(class.to_owned()))])
}

fn values(rules: &Rules, character: &Character, arguments: &BTreeMap<String, Argument>) -> Vec<String> {
    let evaluator = Evaluator::new(rules, character);
    let procedure = blow();
    let run = ProcedureRun::new(&evaluator, &procedure, arguments).unwrap();
    run.steps().map(|(_, _, computed)| computed.value.to_string()).collect()
}

#[test]
fn steps_use_what_is_put_in_the_character_and_the_steps_before() {
    assert_eq!(values(&rules(), &character(), &arguments_of(12, "hard")), ["7", "5", "yes", "5"]);
    assert_eq!(values(&rules(), &character(), &arguments_of(12, "soft")), ["12", "10", "yes", "10"]);
    assert_eq!(values(&rules(), &character(), &arguments_of(3, "hard")), ["0", "0", "no", "0"]);
}

#[test]
fn every_step_tells_its_terms_in_its_own_words() {
    let (rules, character, arguments) = (rules(), character(), arguments_of(12, "hard"));
    let evaluator = Evaluator::new(&rules, &character);
    let procedure = blow();
    let run = ProcedureRun::new(&evaluator, &procedure, &arguments).unwrap();
    let through = run.steps().find(|(id, ..)| *id == "through").unwrap();
    assert_eq!(run.text(through.1).unwrap(), "5 of 12 get through.");
    let text = &through.2.terms[0].text;
    assert!(text.contains("After Guard 7") && text.contains("shield 2"), "{text}");
    // Of two branches only the one that counts for this class has terms.
    let guarded = run.steps().next().unwrap();
    assert_eq!(guarded.2.terms[0].text, "max(0, rolled 12 \u{2212} stat 5) [7]");
    let halved = run.steps().find(|(id, ..)| *id == "halved").unwrap();
    // The branch that is not in force is left out.
    assert_eq!(halved.2.terms[0].text, "through 5");
    assert_eq!(told_step(&rules, &procedure, halved.1), "through");
}

#[test]
fn a_ruling_decides_a_step() {
    let up = rules().with(&BTreeMap::from([("halves".to_owned(), "up".to_owned())])).unwrap();
    assert_eq!(values(&up, &character(), &arguments_of(12, "hard")).last().unwrap(), "3");
}

#[test]
fn what_is_not_known_stays_unknown() {
    let (rules, blank, nothing) = (rules(), Character::blank(), BTreeMap::new());
    let evaluator = Evaluator::new(&rules, &blank);
    let procedure = blow();
    let run = ProcedureRun::new(&evaluator, &procedure, &nothing).unwrap();
    assert!(run.steps().all(|(_, _, computed)| computed.value.is_unknown()));
    let (_, step, _) = run.steps().nth(1).unwrap();
    assert_eq!(run.text(step).unwrap(), "");
    // Nothing of the character is needed where the class is soft.
    let soft = arguments_of(9, "soft");
    let run = ProcedureRun::new(&evaluator, &procedure, &soft).unwrap();
    assert_eq!(run.eval(&formula("through + 1").expr).unwrap(), Value::whole(8));
}

#[test]
fn a_step_that_comes_out_as_a_fraction_is_named() {
    let (rules, character, arguments) = (rules(), character(), arguments_of(9, "soft"));
    let evaluator = Evaluator::new(&rules, &character);
    let mut procedure = blow();
    procedure.steps.insert("third".to_owned(), step("A third", "through / 2", ""));
    let error = ProcedureRun::new(&evaluator, &procedure, &arguments).err().unwrap();
    assert_eq!(error.value, "third");
    assert!(error.to_string().contains("7/2"), "{}", error.to_string());
}

#[test]
fn a_step_knows_only_those_before_it() {
    let (system, procedure): (System, _) = (system(), blow());
    let sheet = Worksheet::procedure(&system, &procedure, None);
    let scope = sheet.frame_after(0);
    assert!(scope.is_later("guarded") && scope.type_of("guarded").is_none());
    assert!(validate(&formula("guarded + 1").expr, &scope).is_err());
    let scope = sheet.frame_after(1);
    assert_eq!(scope.type_of("guarded"), Some(Type::Number));
    assert!(!scope.is_later("guarded") && scope.is_later("through") && !scope.is_later("power"));
    assert!(!scope.names().contains(&"through".to_owned()));
    let whole = sheet.frame();
    assert_eq!(whole.type_of("hurts"), Some(Type::Bool));
    assert_eq!(whole.type_of("stat.value"), Some(Type::Number));
    assert!(validate(&formula("class == 'hadr'").expr, &whole).is_err());
    assert_eq!(validate(&formula("halved + power").expr, &whole), Ok(Type::Number));
}
