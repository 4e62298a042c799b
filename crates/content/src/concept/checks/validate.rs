//! Checks: from entries to the rules library's [`CheckDef`], checked; and the examples about them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

use indexmap::IndexMap;
use makeready_rules::ability::Argument;
use makeready_rules::check::{AGAINST, Answer, BAND, BandDef, CheckDef, CheckRun, LastRoll, ROLLED};
use makeready_rules::compute::Evaluator;
use makeready_rules::eval::{SheetFrame, Worksheet};
use makeready_rules::formula::{EvalError, EvalFault, Formula, Frame as _, eval};
use makeready_rules::number::Number;
use makeready_rules::odds::Fraction;
use makeready_rules::system::System;
use makeready_rules::value::{Type, Value};

use crate::code::Code;
use crate::concept::chapter::ChapterPart;
use crate::concept::checks::{Asks, BandEntry, CheckArguments, CheckCall, CheckEntry, ExpectEntry, OddsEntry};
use crate::concept::examples::ExampleEntry;
use crate::concept::examples::validate::example_user;
use crate::concept::head::Head;
use crate::concept::list::ListEntry;
use crate::concept::parameter::validate::definitions;
use crate::concept::value::value_def;
use crate::decode::PlacedFormula;
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::kind::Kind;
use crate::limits::MOST_ODDS;
use crate::load::Entries;
use crate::source::{Located, Span};
use crate::validate::failed::{User, in_check};
use crate::validate::{Ids, Validator};

/// The checks, as far as they could be read. Formulas are not checked yet.
pub(crate) fn check_defs(e: &Entries) -> IndexMap<String, CheckDef> {
    let mut defs = IndexMap::new();
    for entry in &e.checks {
        if let Some(def) = check_def(entry, &e.lists) {
            // Of two with one id the first counts: the second is reported.
            defs.entry(entry.head.id.clone()).or_insert(def);
        }
    }
    defs
}

fn check_def(entry: &CheckEntry, lists: &[ListEntry]) -> Option<CheckDef> {
    let formula = |placed: &Option<PlacedFormula>| placed.as_ref().map(|placed| placed.formula.clone());
    let ids = |references: &[Located<String>]| references.iter().map(|id| id.value.clone()).collect();
    let value = |entry: &crate::concept::value::ValueEntry| {
        Some((entry.head.id.clone(), value_def(entry, entry.formula.as_ref()?.formula.clone())))
    };
    Some(CheckDef {
        name: entry.head.name.clone(),
        rule: entry.head.rule.clone(),
        parameters: definitions(&entry.inputs, lists),
        roll: formula(&entry.roll)?,
        against: formula(&entry.against),
        times: formula(&entry.times),
        keeps_worst: entry.keeps_worst,
        values: entry.values.iter().filter_map(value).collect(),
        result: entry.result.as_ref().map(|result| result.value.clone()),
        bands: entry.bands.iter().map(|band| (band.head.id.clone(), band_def(band))).collect(),
        rerolls: ids(&entry.again),
        attempts: formula(&entry.tries),
        ends_on: ids(&entry.stop),
        usual: entry
            .usual
            .as_ref()
            .map(|(name, values)| (name.value.clone(), values.iter().map(|value| value.value.argument()).collect())),
    })
}

fn band_def(entry: &BandEntry) -> BandDef {
    let formula = |placed: &PlacedFormula| placed.formula.clone();
    let gives = entry.gives.iter().filter_map(|(name, placed)| Some((name.value.clone(), formula(placed.as_ref()?))));
    BandDef {
        name: entry.head.name.clone(),
        rule: entry.head.rule.clone(),
        when: entry.when.as_ref().map(formula),
        gives: gives.collect(),
    }
}

/// What an example about a check is computed with.
pub(crate) struct CheckCase<'a> {
    /// Its id.
    pub id: &'a str,
    /// The check.
    pub def: &'a CheckDef,
    /// Its arguments.
    pub given: &'a BTreeMap<String, Argument>,
    /// What was rolled, where it is about one outcome.
    pub rolled: Option<i64>,
    /// What the other side rolled.
    pub against: Option<i64>,
}

/// Odds that were computed without a fault, by a hash of all that they follow from, with their work: most characters roll
/// against the same few figures.
#[derive(Debug, Default)]
pub(crate) struct OddsDone(Mutex<BTreeMap<[u8; 32], u64>>);

impl OddsDone {
    /// Computes the odds of a run, unless the same were computed before; their work.
    pub(super) fn work_of(&self, run: &CheckRun<'_>) -> Result<u64, EvalError> {
        let Some(basis) = run.basis() else {
            run.odds()?;
            return Ok(run.work());
        };
        let mut hasher = blake3::Hasher::new();
        write!(hasher, "{basis:?}").expect("a hasher takes all bytes");
        let basis = *hasher.finalize().as_bytes();
        let done = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(work) = done().get(&basis) {
            return Ok(*work);
        }
        run.odds()?;
        done().insert(basis, run.work());
        Ok(run.work())
    }
}

impl Validator {
    /// Checks names and formulas of every check.
    pub(crate) fn checks(&mut self, e: &Entries, system: &System) {
        self.unique("checks", e.checks.iter().map(|entry| &*entry.head));
        let mut seen = BTreeSet::new();
        for entry in &e.checks {
            let is_first = seen.insert(&entry.head.id);
            if let (true, Some(def)) = (is_first, system.checks.get(&entry.head.id)) {
                self.check_entry(entry, def, e, system);
            }
        }
    }

    fn check_entry(&mut self, entry: &CheckEntry, def: &CheckDef, e: &Entries, system: &System) {
        self.names_of_check(entry, system);
        self.defaults(&entry.inputs, e, system);
        let before = Worksheet::before_roll(system, def, None);
        let before = before.frame();
        for placed in [&entry.roll, &entry.against].into_iter().flatten() {
            self.formula(placed, &before, &[Type::Dice, Type::Number]);
        }
        self.marked(&entry.how, &before);
        self.marked(&entry.against_how, &before);
        for placed in [&entry.times, &entry.tries].into_iter().flatten() {
            self.formula(placed, &before, &[Type::Number]);
        }
        let sheet = Worksheet::rolled(system, def);
        let with_formula = entry.values.iter().filter_map(|value| Some((value, value.formula.as_ref()?)));
        for (place, (value, placed)) in with_formula.enumerate() {
            let scope = sheet.frame_after(place);
            if !self.uses_later(placed, &value.head, (Kind::Value, &Code::LaterValue), &|name| scope.is_later(name)) {
                self.formula(placed, &scope, &[Type::Number, Type::Bool, Type::Symbol(None)]);
            }
        }
        let scope = sheet.frame();
        entry.values.iter().for_each(|value| self.marked(&value.how, &scope));
        self.bands(entry, &scope, system);
        let bands = || entry.bands.iter().map(|band| band.head.id.as_str());
        for named in entry.again.iter().chain(&entry.stop) {
            self.known(Kind::Band, named, bands());
        }
        if let Some(result) = &entry.result
            && self.known(Kind::Value, result, entry.values.iter().map(|value| value.head.id.as_str()))
            && scope.type_of(&result.value).is_some_and(|found| found != Type::Number)
        {
            let message = format!("`{}` is not a number, so it has no mean", result.value);
            self.push(Diagnostic::error(Code::WrongType, result.at, message).help("name a value that is a number"));
        }
        if let Some(who) = &entry.who {
            let people: Ids<'_> = e.characters.iter().map(|one| one.head.id.as_str()).collect();
            self.known_of(Kind::Character, who, &people);
        }
        if let Some((name, values)) = &entry.usual
            && self.known(Kind::Input, name, entry.inputs.iter().map(|input| input.head.id.as_str()))
        {
            for value in values {
                self.fits(&def.parameters[&name.value], value, system);
            }
        }
    }

    /// No input, value or figure hides another name, or one that every outcome has.
    fn names_of_check(&mut self, entry: &CheckEntry, system: &System) {
        let values = || entry.values.iter().map(|value| &value.head);
        let heads: Vec<&Head> = entry.inputs.iter().map(|input| &input.head).chain(values()).collect();
        self.unique("inputs or values", heads.iter().copied());
        let taken = [system.names(), [ROLLED, AGAINST, BAND].map(str::to_owned).into()].concat();
        self.free_names(heads.iter().copied(), &taken);
        let own = heads.iter().map(|head| head.id.clone());
        let taken: Vec<String> = taken.into_iter().chain(own).collect();
        for (name, _) in entry.bands.iter().flat_map(|band| &band.gives) {
            self.free_names([&Head { id: name.value.clone(), at: name.at, ..Head::default() }], &taken);
        }
    }

    fn bands(&mut self, entry: &CheckEntry, scope: &SheetFrame<'_, '_>, system: &System) {
        self.unique_beside_numbers("bands", entry.bands.iter().map(|band| &*band.head));
        let last = entry.bands.len().saturating_sub(1);
        for (place, band) in entry.bands.iter().enumerate() {
            if let Some(placed) = &band.when {
                self.formula(placed, scope, &[Type::Bool]);
            }
            self.marked(&band.how, scope);
            match band.when_at {
                Some(at) if place == last => {
                    let message = "the last band covers all remaining outcomes, so it has no `when`";
                    let help = "remove `when`, or add a band without it after this one";
                    self.push(Diagnostic::error(Code::NoLastBand, at, message).help(help));
                }
                None if place < last => {
                    let message = format!("`{}` covers all remaining outcomes, so no later band applies", band.head.id);
                    let help = "add `when: ...`, or move it to the end";
                    self.push(Diagnostic::error(Code::EarlyLastBand, band.head.at, message).help(help));
                }
                _ => {}
            }
            for placed in band.gives.iter().filter_map(|(_, placed)| placed.as_ref()) {
                self.formula(placed, scope, &[Type::Number]);
            }
            self.card_text(&band.text, system);
        }
    }

    /// Checks a place that makes a check, and returns its arguments; none when there is no such check.
    pub(crate) fn check_call(&mut self, about: &CheckCall, system: &System) -> Option<BTreeMap<String, Argument>> {
        let call = &about.call;
        self.known_in(Kind::Check, &call.id, &system.checks);
        let def = system.checks.get(&call.id.value)?;
        match (&about.rolled, &about.against, &def.against) {
            (_, Some(against), None) => {
                let message = format!("`{}` has no roll of the other side", call.id.value);
                self.push(Diagnostic::error(Code::NoRoll, against.at, message).help("remove `against`"));
            }
            (Some(rolled), None, Some(_)) => {
                let message = "the roll of the other side is missing";
                self.push(Diagnostic::error(Code::NoRoll, rolled.at, message).help("add `against: ...`"));
            }
            (None, Some(against), Some(_)) => {
                let message = "the roll is missing";
                self.push(Diagnostic::error(Code::NoRoll, against.at, message).help("add `rolled: ...`"));
            }
            _ => {}
        }
        Some(self.all_fit(Kind::Input, call.at, &call.given, def.parameters.iter(), system))
    }

    /// Checks a place that shows odds.
    pub(crate) fn odds_entry(&mut self, entry: &OddsEntry, system: &System) {
        self.known_in(Kind::Check, &entry.check, &system.checks);
        let Some(def) = system.checks.get(&entry.check.value) else { return };
        let mut several: Option<&Located<String>> = None;
        for (name, values) in &entry.given {
            if !self.known_in(Kind::Input, name, &def.parameters) {
                continue;
            }
            for value in values {
                if !self.fits(&def.parameters[&name.value], value, system) {
                    break;
                }
            }
            match several {
                Some(first) if values.len() > 1 => {
                    let message = format!("`{}` and `{}` both have several values", first.value, name.value);
                    self.push(
                        Diagnostic::error(Code::TwoInputs, name.at, message)
                            .help("give only one of them several values"),
                    );
                }
                _ if values.len() > 1 => several = Some(name),
                _ => {}
            }
        }
        let is_there = |id: &str| entry.given.iter().any(|(name, _)| name.value == id);
        for id in CheckArguments::of(entry).or_usual(def).missing(def).into_iter().filter(|id| !is_there(id)) {
            let message = format!("the input `{id}` is missing here");
            self.push(Diagnostic::error(Code::MissingValue, entry.at, message).help(format!("add `{id}=...`")));
        }
    }

    /// Computes odds in all cases, unless the odds of the game were too much by now, which is reported where that happens.
    pub(super) fn all_odds(
        &mut self,
        evaluator: &Evaluator<'_>,
        def: &CheckDef,
        arguments: &CheckArguments,
    ) -> Result<(), EvalError> {
        let mut last = LastRoll::default();
        for (_, given) in arguments.cases() {
            if self.odds_left.is_none() {
                return Ok(());
            }
            let run = CheckRun::after(&mut last, evaluator, def, &given)?;
            let work = self.odds_done.work_of(&run)?;
            self.takes_odds(&run, work)?;
        }
        Ok(())
    }

    pub(super) fn takes_odds(&mut self, run: &CheckRun<'_>, work: u64) -> Result<(), EvalError> {
        self.odds_left = self.odds_left.and_then(|left| left.checked_sub(work));
        if self.odds_left.is_some() {
            return Ok(());
        }
        let at = &run.check().roll.expr.at;
        Err(EvalError::new(at, EvalFault::TooMuchOdds { most: MOST_ODDS }).in_value("roll"))
    }

    /// Works out all odds that chapters show, those that cards and sheets show, and those of every check in its usual cases.
    pub(crate) fn shown_odds(&mut self, game: &Game) {
        let parts: Vec<_> = self.sound_parts(game).collect();
        self.odds_of_parts(game, &parts);
        self.used_checks(game);
        self.usual_odds(game);
    }

    /// Works out the odds that some parts of chapters show.
    pub(crate) fn odds_of_parts(&mut self, game: &Game, parts: &[&ChapterPart]) {
        for part in parts {
            let ChapterPart::Odds(entry) = part else { continue };
            let Some(def) = game.rules.system().checks.get(&entry.check.value) else { continue };
            let who = entry.who.as_ref().and_then(|who| game.person(&who.value));
            let evaluator = game.evaluator(who);
            if let Err(failure) = self.all_odds(&evaluator, def, &CheckArguments::of(entry).or_usual(def)) {
                let help = match failure.is_unknown() && entry.who.is_none() {
                    true => "name the character whose values it uses: `who=ID`",
                    false => failure.help(),
                };
                let place = in_check(game, &entry.check.value, &failure);
                let user = User::of_person(who.is_some(), entry.at, "its chances are shown here");
                self.failed(place, user, &failure, help);
                self.not_for(who, part);
            }
        }
    }

    /// Works out the odds of every check in its usual cases.
    pub(crate) fn usual_odds(&mut self, game: &Game) {
        let evaluator = game.evaluator(None);
        for entry in &game.entries.checks {
            let Some(def) = game.rules.system().checks.get(&entry.head.id) else { continue };
            let usual = CheckArguments::default().or_usual(def);
            if !usual.missing(def).is_empty() {
                continue;
            }
            // Without a character much may be unknown; all else is a fault.
            if let Err(failure) = self.all_odds(&evaluator, def, &usual)
                && !failure.is_unknown()
            {
                let place = in_check(game, &entry.head.id, &failure);
                self.failed(place, User::of_game(entry.head.at, "in this check"), &failure, failure.help());
            }
        }
    }

    /// Checks what an example expects of a check.
    pub(crate) fn expectations_of_check(&mut self, example: &ExampleEntry, about: &CheckCall, system: &System) {
        let Some(def) = system.checks.get(&about.call.id.value) else { return };
        let sheet = Worksheet::outcome(system, def);
        let scope = sheet.frame();
        for expected in &example.expect {
            let at = expected.formula.place.at;
            let wanted: &[Type] = match expected.asks {
                Asks::Value => &[],
                Asks::Chance | Asks::Once | Asks::Each | Asks::Unstopped => &[Type::Bool],
                Asks::Mean | Asks::Total => &[Type::Number],
            };
            let key = expected.asks.key();
            if expected.asks == Asks::Value && about.rolled.is_none() {
                let message = "this asks for one outcome, but there is no `rolled`";
                let help = "add `rolled: ...`, or ask for a `chance` or `mean`";
                self.push(Diagnostic::error(Code::NoRoll, at, message).help(help));
            } else if expected.asks.is_about_attempts() && def.attempts.is_none() {
                let message =
                    format!("`{key}` needs a check with several tries, but `{}` has only one", about.call.id.value);
                let help = "add `tries` to the check, or ask for a `chance` or `mean`";
                self.push(Diagnostic::error(Code::NoTries, at, message).help(help));
            } else if expected.asks == Asks::Unstopped && def.ends_on.is_empty() {
                let message = format!("the tries of `{}` have no `stop`", about.call.id.value);
                self.push(Diagnostic::error(Code::NoTries, at, message).help("add `stop` to the check"));
            } else {
                self.formula(&expected.formula, &scope, wanted);
            }
            self.formula(&expected.is, &scope, if wanted.is_empty() { &[] } else { &[Type::Number] });
        }
    }

    /// Works out an example about a check.
    pub(crate) fn run_check(
        &mut self,
        example: &ExampleEntry,
        case: &CheckCase<'_>,
        evaluator: &Evaluator<'_>,
        game: &Game,
    ) {
        if self.odds_left.is_none() {
            return;
        }
        let place = |failure: &EvalError| in_check(game, case.id, failure);
        let run = match CheckRun::new(evaluator, case.def, case.given) {
            Ok(run) => run,
            Err(failure) => return self.failed_check(example, &failure, place(&failure)),
        };
        let whole = |number: i64| Number::whole(number);
        let outcome = case.rolled.map(|rolled| run.outcome(whole(rolled), case.against.map(whole))).transpose();
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(failure) => return self.failed_check(example, &failure, place(&failure)),
        };
        for expected in &example.expect {
            let ExpectEntry { asks, formula, is } = expected;
            let value_of = |formula: &Formula| match &outcome {
                Some(outcome) => outcome.eval(&formula.expr),
                None => eval(&evaluator.rules().fold(&formula.expr), evaluator),
            };
            let wanted = match value_of(&is.formula) {
                Ok(wanted) => wanted,
                Err(failure) => {
                    self.failed_example(example, is, &failure, None);
                    continue;
                }
            };
            let expr = &formula.formula.expr;
            let answer = match asks {
                Asks::Value => {
                    match value_of(&formula.formula) {
                        Ok(found) => self.compare(example, formula, &found, &wanted),
                        Err(failure) => self.failed_example(example, formula, &failure, place(&failure)),
                    }
                    continue;
                }
                Asks::Chance => run.chance(expr),
                Asks::Mean => run.mean(expr),
                Asks::Once => run.once(expr),
                Asks::Each => run.each(expr),
                Asks::Unstopped => run.never_ended(),
                Asks::Total => run.total(expr),
            };
            match answer {
                Ok(answer) => self.compare_answer(example, expected, &answer, &wanted),
                Err(failure) if failure.value.is_empty() => self.failed_example(example, formula, &failure, None),
                Err(failure) => return self.failed_check(example, &failure, place(&failure)),
            }
        }
        if let Err(failure) = self.takes_odds(&run, run.work()) {
            self.failed_check(example, &failure, None);
        }
    }

    fn failed_check(&mut self, example: &ExampleEntry, failure: &EvalError, formula: Option<Span>) {
        self.uncomputable_examples.insert(example.head.id.clone());
        self.failed(formula, example_user(example), failure, failure.help());
    }

    fn compare_answer(&mut self, example: &ExampleEntry, expected: &ExpectEntry, answer: &Answer, wanted: &Value) {
        let is_right = wanted.as_number().is_some_and(|number| answer.is(&Fraction::from(number)));
        if is_right {
            return;
        }
        let (id, text, key) = (&example.head.id, &expected.formula.formula.text, expected.asks.key());
        let found = told(&answer.value);
        let message = format!("{id}: the {key} of `{text}` is {found}, not {wanted}");
        let help = "correct the example, or the check that it uses";
        self.push_of_one(Diagnostic::error(Code::ExampleDiffers, expected.formula.place.at, message).help(help));
    }
}

/// A fraction and about what it is; only the latter where there are too many digits to be read.
fn told(fraction: &Fraction) -> String {
    const LONGEST: usize = 40;
    match fraction.to_string() {
        whole if !whole.contains('/') => whole,
        exact if exact.len() <= LONGEST => format!("{exact} ({})", fraction.decimal(6)),
        _ => format!("about {}", fraction.decimal(12)),
    }
}
