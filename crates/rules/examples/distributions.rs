//! Distributions of rolls: reads rolls from stdin, one a line, and writes a line of JSON for each.
//!
//! A line is a formula of dice, or two with ` against ` between them, whose difference is counted. Each is computed
//! repeatedly, from its text, and `seconds` is the time of the quickest run. `benches/odds.py` compares both, results
//! and times, with another library.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use indexmap::IndexMap;
use makeready_rules::character::Character;
use makeready_rules::check::{BandDef, CheckDef, CheckRun};
use makeready_rules::compute::Evaluator;
use makeready_rules::formula::{Formula, eval};
use makeready_rules::odds::Distribution;
use makeready_rules::rules::Rules;
use makeready_rules::system::{System, ValueDef};
use makeready_rules::value::Value;

/// Totals with the ways to them, and the number of all ways.
type Counted = (Vec<(String, String)>, String);

fn main() -> Result<(), Box<dyn Error>> {
    const ENOUGH: Duration = Duration::from_millis(20);
    let rules = Rules::new(System::default());
    let character = Character::blank();
    let evaluator = Evaluator::new(&rules, &character);
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (mut quickest, begun) = (Duration::MAX, Instant::now());
        let counted = loop {
            let start = Instant::now();
            let worked_out = work_out(&line, &evaluator)?;
            quickest = quickest.min(start.elapsed());
            if begun.elapsed() > ENOUGH {
                break worked_out.told();
            }
        };
        let totals: Vec<String> = counted.0.iter().map(|(total, ways)| format!("[\"{total}\",\"{ways}\"]")).collect();
        let seconds = quickest.as_secs_f64();
        writeln!(out, "{{\"seconds\":{seconds:e},\"out_of\":\"{}\",\"totals\":[{}]}}", counted.1, totals.join(","))?;
    }
    Ok(())
}

/// A result, before it is written.
enum WorkedOut {
    Roll(Distribution),
    Contest(Box<makeready_rules::check::Odds>),
}

impl WorkedOut {
    fn told(&self) -> Counted {
        match self {
            Self::Roll(roll) => {
                let totals = roll.totals().map(|(total, ways)| (plain(total), ways.to_string()));
                (totals.filter(|(_, ways)| ways != "0").collect(), roll.out_of().to_string())
            }
            Self::Contest(odds) => {
                let totals = odds.totals.iter().map(|total| (plain(total.value), total.ways.to_string()));
                (totals.collect(), odds.out_of.to_string())
            }
        }
    }
}

fn plain(total: makeready_rules::number::Number) -> String {
    total.to_string().replace('\u{2212}', "-")
}

fn work_out(line: &str, evaluator: &Evaluator<'_>) -> Result<WorkedOut, Box<dyn Error>> {
    let parsed = |text: &str| Formula::parse(text).map_err(|error| format!("{text}: {error}"));
    let Some((roll, against)) = line.split_once(" against ") else {
        return match eval(&parsed(line)?.expr, evaluator) {
            Ok(Value::Dice(dice)) => Ok(WorkedOut::Roll(Distribution::of(&dice).map_err(|error| error.to_string())?)),
            other => Err(format!("{line}: {other:?}").into()),
        };
    };
    let margin = ValueDef {
        abbr: String::new(),
        name: "Margin".to_owned(),
        unit: String::new(),
        rule: String::new(),
        formula: parsed("rolled - against")?,
        may_be_fraction: false,
    };
    let all = BandDef { name: "All".to_owned(), rule: String::new(), when: None, gives: IndexMap::new() };
    let check = CheckDef {
        name: "Contest".to_owned(),
        rule: String::new(),
        parameters: IndexMap::new(),
        roll: parsed(roll)?,
        against: Some(parsed(against)?),
        times: None,
        keeps_worst: false,
        values: [("margin".to_owned(), margin)].into(),
        result: Some("margin".to_owned()),
        bands: [("all".to_owned(), all)].into(),
        rerolls: Vec::new(),
        attempts: None,
        ends_on: Vec::new(),
        usual: None,
    };
    let given = BTreeMap::new();
    let odds = CheckRun::new(evaluator, &check, &given).and_then(|run| run.odds());
    Ok(WorkedOut::Contest(Box::new(odds.map_err(|error| error.to_string())?)))
}
