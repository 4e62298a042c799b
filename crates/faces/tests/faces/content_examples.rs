//! The worked examples of the content beside those of the printed rules: each is there, expects the right numbers,
//! and notes where the source differs. `makeready check` runs them; this tests what they claim.

use std::collections::BTreeSet;

use makeready_content::concept::checks::ExpectEntry;
use makeready_content::concept::examples::ExampleEntry;
use makeready_rules::character::Character;
use makeready_rules::compute::Evaluator;
use makeready_rules::formula::eval;
use makeready_rules::value::Value;
use serde_json::Value as Json;

use crate::amount::{Amount, literal};
use crate::printed_examples::{examples, wanted};
use makeready_testing::TRI_CORE;

/// Figures of the source that no example of the content expects as such, with the reason.
const TOLD: &[(&str, &str, &str)] =
    &[("TC-EX-002", "rolls", "a die for each of the nine stats, which no formula counts")];

/// The examples of the content about one of the source: itself and its variants.
fn told(id: &str) -> impl Iterator<Item = &'static ExampleEntry> {
    let is_of = move |example: &&ExampleEntry| {
        example.head.id.strip_prefix(id).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    TRI_CORE.entries.examples.iter().filter(is_of)
}

/// What an example expects: numbers as they are printed, of dice their number, their sides and their total.
fn expected(id: &str) -> BTreeSet<String> {
    let blank = Character::blank();
    let evaluator = Evaluator::new(&TRI_CORE.rules, &blank);
    let mut found = BTreeSet::new();
    for example in told(id) {
        found.extend(example.legal.iter().map(|legal| legal.value.to_string()));
        for ExpectEntry { is, .. } in &example.expect {
            match eval(&is.formula.expr, &evaluator).unwrap_or_else(|error| panic!("{id}: {error}")) {
                Value::Number(number) => {
                    found.insert(number.to_string().replace('\u{2212}', ""));
                }
                Value::Bool(truth) => {
                    found.insert(truth.to_string());
                }
                dice @ Value::Dice(_) => found.extend(of_dice(&literal(&dice.to_string()))),
                Value::Symbol(_) | Value::Unknown(_) => {}
            }
        }
    }
    found
}

fn of_dice(amount: &Amount) -> Vec<String> {
    let (least, most) = amount.range();
    let dice = amount.dice.iter().flat_map(|((sides, ..), count)| [sides.to_string(), count.to_string()]);
    dice.chain([amount.points, least, most].map(|points| points.to_string())).collect()
}

/// The numbers and truths in a figure of the source, without signs.
fn figures(json: &Json, found: &mut Vec<String>) {
    match json {
        Json::Number(number) => {
            let text = number.to_string();
            let whole = text.strip_suffix(".0").unwrap_or(&text);
            found.push(match whole.strip_suffix(".5") {
                Some(whole) => format!("{}/2", 2 * whole.parse::<i64>().expect("figures") + 1),
                None => whole.trim_start_matches('-').to_owned(),
            });
        }
        Json::Bool(truth) => found.push(truth.to_string()),
        Json::Array(list) => list.iter().for_each(|part| figures(part, found)),
        Json::String(_) | Json::Null | Json::Object(_) => {}
    }
}

#[test]
#[ignore = "needs ../shared"]
fn every_printed_example_stands_in_content_needs_shared() {
    let examples = examples();
    let missing: Vec<&String> = examples.keys().filter(|id| told(id).next().is_none()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(examples.len() >= 102, "only {} examples were found", examples.len());
    let unknown: Vec<&str> = TRI_CORE.entries.examples.iter().map(|example| example.head.id.as_str()).collect();
    let unknown: Vec<&&str> = unknown
        .iter()
        .filter(|id| id.starts_with("TC-EX-") && !examples.contains_key(&id[.."TC-EX-000".len()]))
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
#[ignore = "needs ../shared"]
fn every_figure_of_the_source_is_expected_by_content_needs_shared() {
    let examples = examples();
    let (mut compared, mut faults) = (0, Vec::new());
    for (id, example) in &examples {
        if told(id).any(|example| !example.not_run.is_empty()) {
            continue;
        }
        let expected = expected(id);
        let parts =
            ["under_default_rulings", "computed", "expected"].iter().filter_map(|part| example[*part].as_object());
        let keys: BTreeSet<&String> = parts.flat_map(|part| part.keys()).collect();
        for key in keys {
            let mut found = Vec::new();
            figures(wanted(example, key).unwrap_or(&Json::Null), &mut found);
            let is_told = TOLD.iter().any(|(told, figure, _)| told == id && figure == key);
            let missing: Vec<&String> = found.iter().filter(|figure| !expected.contains(*figure)).collect();
            compared += found.len();
            if !missing.is_empty() && !is_told {
                faults.push(format!("{id}: {key} has {missing:?}; content expects {expected:?}"));
            }
            assert!(!(missing.is_empty() && is_told), "{id}: {key} is expected after all");
        }
    }
    println!("{compared} figures of {} examples are expected by content", examples.len());
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
#[ignore = "needs ../shared"]
fn where_the_source_says_something_else_the_example_tells_needs_shared() {
    let examples = examples();
    let is_silent = |id: &&String| told(id).all(|example| example.source_says.is_empty() && example.not_run.is_empty());
    let disagree = examples.iter().filter(|(_, example)| example["agrees"] == "no").map(|(id, _)| id);
    let silent: Vec<&String> = disagree.filter(is_silent).collect();
    assert!(silent.is_empty(), "{silent:?}");
    let agree = examples.iter().filter(|(_, example)| example["agrees"] == "yes").map(|(id, _)| id.as_str());
    let accused: Vec<&str> = agree
        .filter(|id| TRI_CORE.entries.examples.iter().any(|x| x.head.id == *id && !x.source_says.is_empty()))
        .collect();
    assert!(accused.is_empty(), "{accused:?} agree with the source");
}

#[test]
fn only_what_has_no_figures_is_not_run() {
    let not_run: Vec<&str> = TRI_CORE
        .entries
        .examples
        .iter()
        .filter(|example| !example.not_run.is_empty())
        .map(|example| example.head.id.as_str())
        .collect();
    assert_eq!(not_run, ["TC-EX-052"]);
}
