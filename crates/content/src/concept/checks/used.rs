//! The chances that cards and sheets show: what they put into a check, and for whom they are left off.
//!
//! What fails for one person is a finding in the file of that person: its chances are left off, and everything else is printed.

use std::collections::{BTreeMap, BTreeSet};

use makeready_rules::ability::{Argument, ParameterKind};
use makeready_rules::check::{CheckDef, CheckRun};
use makeready_rules::compute::Evaluator;
use makeready_rules::dice::Dice;
use makeready_rules::formula::{EvalError, EvalFault, Expr, ExprKind, Frame as _, Query, eval};
use makeready_rules::number::{ArithmeticError, Number};
use makeready_rules::system::{System, formula_name};
use makeready_rules::value::{Type, Value};

use crate::code::Code;
use crate::concept::card::CardEntry;
use crate::concept::checks::{CheckArguments, UseEntry};
use crate::decode::PlacedFormula;
use crate::diagnostic::Diagnostic;
use crate::game::{Game, Person};
use crate::kind::Kind;
use crate::limits::MOST_ODDS_OF_ONE;
use crate::source::{Located, Span};
use crate::validate::Validator;
use crate::validate::failed::{User, in_check};

/// How many names of cards one finding lists.
const MOST_NAMED: usize = 3;

/// What a card or a sheet puts into a check; nothing where something about the character is not known.
///
/// # Errors
/// When a formula cannot be computed, or comes out as nothing that the input takes.
pub fn used_with(
    evaluator: &Evaluator<'_>,
    used: &UseEntry,
    def: &CheckDef,
) -> Result<Option<CheckArguments>, EvalError> {
    let mut arguments = CheckArguments::default();
    for (name, placed) in &used.with {
        let (Some(placed), Some(field)) = (&placed.0, def.parameters.get(&name.value)) else { continue };
        let expr = evaluator.rules().fold(&placed.formula.expr);
        let value = eval(&expr, evaluator).map_err(|error| error.in_value(&name.value))?;
        if let Value::Unknown(_) = value {
            return Ok(None);
        }
        let Some(given) = field.kind.argument(&value) else {
            let fault = EvalFault::NotTaken { input: name.value.clone(), value };
            return Err(EvalError::new(&expr.at, fault).in_value(&name.value));
        };
        arguments.fixed.insert(name.value.clone(), given);
    }
    Ok(Some(arguments.or_usual(def)))
}

/// What a card says is rolled, where a check rolls something else; nothing where both agree, or the card says nothing.
///
/// # Errors
/// When one of the two cannot be computed.
pub fn other_roll(evaluator: &Evaluator<'_>, used: &UseEntry, run: &CheckRun<'_>) -> Result<Option<Dice>, EvalError> {
    let Some(placed) = &used.roll.0 else { return Ok(None) };
    let said = match eval(&evaluator.rules().fold(&placed.formula.expr), evaluator)? {
        Value::Dice(dice) => dice,
        Value::Number(points) => Dice::flat_only(points),
        Value::Unknown(_) | Value::Bool(_) | Value::Symbol(_) => return Ok(None),
    };
    let is_same = run.rolls(&said, used.rolled_as.as_ref().map(|value| value.value.as_str()))?;
    Ok((!is_same).then_some(said))
}

/// What a card says is rolled, and what its check rolls.
struct OtherRoll {
    said: Dice,
    rolled: Dice,
}

/// Why chances are left off for somebody.
enum LeftOff {
    /// They cannot be computed.
    Failed(EvalError),
    /// The card says that something else is rolled.
    OtherRoll(Box<OtherRoll>),
}

impl LeftOff {
    /// Whether it comes of how large the numbers of the person are: others of the game have other numbers.
    fn is_of_size(&self) -> bool {
        let Self::Failed(failure) = self else { return false };
        matches!(
            *failure.fault,
            EvalFault::NotTaken { .. }
                | EvalFault::Odds(_)
                | EvalFault::TooManyDice
                | EvalFault::TooManyOutcomes { .. }
                | EvalFault::TooManyForFormulas { .. }
                | EvalFault::TooFine { .. }
                | EvalFault::TooMuchOdds { .. }
                | EvalFault::Arithmetic(
                    ArithmeticError::Overflow | ArithmeticError::TooManyDice | ArithmeticError::TooManyPools
                )
        )
    }
}

/// A place that shows chances: its name and its entry.
type Use<'g> = (&'g str, &'g UseEntry);

/// Chances that are left off for one person.
type LeftOffs<'g> = Vec<(Use<'g>, LeftOff)>;

impl Validator {
    /// Checks a card or a sheet that shows chances.
    pub(crate) fn use_of_check(&mut self, used: &UseEntry, system: &System) {
        self.known_in(Kind::Check, &used.check, &system.checks);
        let Some(def) = system.checks.get(&used.check.value) else { return };
        for (name, placed) in &used.with {
            if let (true, Some(placed)) = (self.known_in(Kind::Input, name, &def.parameters), &placed.0) {
                let wanted = def.parameters[&name.value].kind.argument_type();
                self.formula(placed, system, &[wanted]);
            }
        }
        if let Some(placed) = &used.roll.0 {
            self.formula(placed, system, &[Type::Dice, Type::Number]);
        }
        if let Some(value) = &used.rolled_as {
            self.known(Kind::Value, value, def.values.keys().map(String::as_str));
        }
        let given = used.with.iter().map(|(name, _)| (name.value.clone(), Argument::Number(0))).collect();
        for id in (CheckArguments { fixed: given, varied: None }).or_usual(def).missing(def) {
            let message = format!("the input `{id}` is missing here");
            let help = format!("add `{id}: ...` under `with`, or `usual` values to the check");
            self.push(Diagnostic::error(Code::MissingValue, used.check.at, message).help(help));
        }
    }

    /// A card that prints dice and shows chances has to say what is rolled, and not by the dice of another card.
    pub(crate) fn roll_of_card(&mut self, card: &CardEntry, system: &System) {
        let Some(used) = &card.odds else { return };
        let own = formula_name(&card.head.id) + ".";
        let is_dice = |name: &str| system.type_of(name) == Some(Type::Dice);
        let values = card.values.iter().map(|value| own.clone() + &value.head.id);
        // A skill has its roll beside its values.
        let dice = values.chain([own.clone() + "roll"]).find(|name| is_dice(name));
        let Some(placed) = &used.roll.0 else {
            // One that could not be read has been reported.
            if let (Some(dice), false) = (dice, self.faulty.contains(&used.check.at.file)) {
                let message = "this card prints dice, but does not say whether its chances are those of these dice";
                let help = format!("add `roll: {dice}` to `odds`, or name another roll");
                self.push(Diagnostic::error(Code::RollOfCard, used.check.at, message).help(help));
            }
            return;
        };
        let names = placed.formula.expr.names();
        let of_another = |name: &&&str| name.contains('.') && !name.starts_with(&own) && is_dice(name);
        if let Some(other) = names.iter().find(of_another) {
            let message = format!("`{other}` is a roll of another card, but this card prints its chances");
            let help = dice.map_or_else(
                || "name a roll without it".to_owned(),
                |dice| format!("name the roll that this card prints: `{dice}`"),
            );
            self.push(Diagnostic::error(Code::RollOfCard, placed.place.at, message).help(help));
        }
    }

    /// Computes the chances that cards and sheets show, as far as they ask nothing about who rolls. Returns the places where they
    /// cannot be computed.
    pub(crate) fn used_checks_of_nobody(&mut self, game: &Game) -> BTreeSet<Span> {
        let evaluator = game.evaluator(None);
        let mut failed = BTreeSet::new();
        for (_, used) in game.check_uses() {
            let Err(LeftOff::Failed(failure)) = self.used_odds(game, &evaluator, used) else { continue };
            failed.insert(used.check.at);
            let place = part_used(used, &failure).or_else(|| in_check(game, &used.check.value, &failure));
            let user = User::of_game(used.check.at, "its chances are shown here");
            self.failed(place, user, &failure, failure.help());
        }
        failed
    }

    /// Computes the chances that cards and sheets show, for everybody.
    pub(crate) fn used_checks(&mut self, game: &Game) {
        let failed_for_all = self.used_checks_of_nobody(game);
        let mut found: Vec<(&Person, LeftOffs<'_>)> = Vec::new();
        for who in game.people() {
            found.push((who, self.left_off(game, who, &failed_for_all)));
        }
        // What is wrong for everybody is no matter of one person.
        let mut counts: BTreeMap<Span, usize> = BTreeMap::new();
        for ((_, used), why) in found.iter().flat_map(|(_, left)| left) {
            *counts.entry(used.check.at).or_default() += usize::from(!why.is_of_size());
        }
        for (who, left) in &found {
            let is_of_all = |used: &UseEntry| counts.get(&used.check.at) == Some(&found.len());
            for ((_, used), why) in left.iter().filter(|((_, used), _)| is_of_all(used)) {
                if let LeftOff::Failed(failure) = why {
                    let place = part_used(used, failure).or_else(|| in_check(game, &used.check.value, failure));
                    let label = format!("its chances are shown here, for {}", who.entry.head.name);
                    self.failed(place, User::of_game(used.check.at, &label), failure, failure.help());
                }
            }
        }
        for (who, left) in found {
            if left.is_empty() {
                continue;
            }
            self.without_odds.insert(who.id().to_owned(), left.iter().map(|((_, used), _)| used.check.at).collect());
            let is_of_all = |used: &UseEntry| counts.get(&used.check.at) == Some(&game.people().count());
            let of_one =
                |((_, used), why): &(Use<'_>, LeftOff)| matches!(why, LeftOff::OtherRoll(_)) || !is_of_all(used);
            self.report_left_off(game, who, left.into_iter().filter(of_one).collect());
        }
    }

    /// The same for one person. Returns the places whose chances are left off.
    pub(crate) fn used_checks_of(&mut self, game: &Game, who: &Person) -> BTreeSet<Span> {
        let left = self.left_off(game, who, &BTreeSet::new());
        let places = left.iter().map(|((_, used), _)| used.check.at).collect();
        self.report_left_off(game, who, left);
        places
    }

    /// The chances that cannot be shown for one person, apart from those that cannot be shown for anybody.
    fn left_off<'g>(&mut self, game: &'g Game, who: &Person, failed_for_all: &BTreeSet<Span>) -> LeftOffs<'g> {
        let evaluator = who.evaluator(&game.rules);
        let mut found = Vec::new();
        let Some(before) = self.odds_left else { return found };
        let own = before.min(MOST_ODDS_OF_ONE);
        self.odds_left = Some(own);
        let mut too_much = None;
        for use_ in game.check_uses().filter(|(_, used)| !failed_for_all.contains(&used.check.at)) {
            if let Some(failure) = &too_much {
                found.push((use_, LeftOff::Failed(EvalError::clone(failure))));
            } else if let Err(why) = self.used_odds(game, &evaluator, use_.1) {
                if let (LeftOff::Failed(failure), None) = (&why, self.odds_left) {
                    too_much = Some(failure.clone());
                }
                found.push((use_, why));
            }
        }
        let spent = own - self.odds_left.unwrap_or(0);
        self.odds_left = before.checked_sub(spent).filter(|_| self.odds_left.is_some() || before > own);
        if let (None, Some(failure), Some(((_, used), _))) = (self.odds_left, too_much, found.first()) {
            // All odds of the game together are too much.
            let label = format!("its chances are shown here, for {}", who.entry.head.name);
            self.failed(None, User::of_game(used.check.at, &label), &failure, failure.help());
        }
        found
    }

    /// Computes the chances of one place for a character.
    fn used_odds(&mut self, game: &Game, evaluator: &Evaluator<'_>, used: &UseEntry) -> Result<(), LeftOff> {
        let Some(def) = game.rules.system().checks.get(&used.check.value) else { return Ok(()) };
        let is_unknown = |failure: &EvalError| failure.is_unknown();
        let arguments = match used_with(evaluator, used, def) {
            Ok(Some(arguments)) => arguments,
            Ok(None) => return Ok(()),
            Err(failure) if is_unknown(&failure) => return Ok(()),
            Err(failure) => return Err(LeftOff::Failed(failure)),
        };
        match self.all_odds(evaluator, def, &arguments) {
            Ok(()) => {}
            Err(failure) if is_unknown(&failure) => return Ok(()),
            Err(failure) => return Err(LeftOff::Failed(failure)),
        }
        let Some((_, given)) = arguments.cases().into_iter().next() else { return Ok(()) };
        let compared = CheckRun::new(evaluator, def, &given)
            .and_then(|run| Ok(other_roll(evaluator, used, &run)?.map(|said| (said, run.roll().clone()))));
        match compared {
            Ok(None) => Ok(()),
            Ok(Some((said, rolled))) => Err(LeftOff::OtherRoll(Box::new(OtherRoll { said, rolled }))),
            Err(failure) if is_unknown(&failure) => Ok(()),
            Err(failure) => Err(LeftOff::Failed(failure)),
        }
    }

    /// Reports the chances that are left off for one person: once for each reason.
    fn report_left_off(&mut self, game: &Game, who: &Person, left: LeftOffs<'_>) {
        let name = &who.entry.head.name;
        let mut by_reason: Vec<(Span, String, String, Vec<Use<'_>>)> = Vec::new();
        for (use_, why) in left {
            let (_, used) = use_;
            match why {
                LeftOff::OtherRoll(other) => {
                    let OtherRoll { said, rolled } = *other;
                    let place = used.roll.0.as_ref().map_or(used.check.at, |placed| placed.place.at);
                    if !self.failed_at.insert(place) {
                        continue;
                    }
                    let (said, check) = (said.spaced(), &used.check.value);
                    let message = match &used.rolled_as {
                        None => format!("the card of {name} prints {said}, but `{check}` rolls {}", rolled.spaced()),
                        Some(value) => {
                            format!(
                                "the card of {name} prints {said}, but `{}` of `{check}` is another roll",
                                value.value
                            )
                        }
                    };
                    let help = "give the check the same numbers as the card";
                    let found = Diagnostic::error(Code::OtherRoll, place, message).help(help);
                    self.push_of_one(found.related(who.entry.head.at, "its chances are left out here"));
                }
                LeftOff::Failed(failure) => {
                    let at = driven_by(game, who, used, &failure).unwrap_or(who.entry.head.at);
                    let reason = failure.to_string();
                    match by_reason.iter_mut().find(|(known, said, ..)| *known == at && *said == reason) {
                        Some((.., uses)) => uses.push(use_),
                        None => by_reason.push((at, reason, help(game, used, &failure), vec![use_])),
                    }
                }
            }
        }
        for (at, reason, help, uses) in by_reason {
            let first = uses[0].1.check.at;
            let message = format!("the chances of {} are left out for {name}: {reason}", listed_uses(game, &uses));
            let found = Diagnostic::warning(Code::OddsLeftOff, at, message).help(help);
            self.push_of_one(found.related(first, "they are shown here for others"));
        }
    }
}

/// `Strike, Volley, Grab and 2 more`
fn listed_uses(game: &Game, uses: &[Use<'_>]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for (name, used) in uses {
        let of_check = || game.rules.system().checks.get(&used.check.value).map_or("", |def| def.name.as_str());
        let name = if name.is_empty() { of_check() } else { name };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let more = names.len().saturating_sub(MOST_NAMED);
    names.truncate(MOST_NAMED);
    match (more, names.split_last()) {
        (0, Some((last, []))) => (*last).to_owned(),
        (0, Some((last, others))) => format!("{} and {last}", others.join(", ")),
        _ => format!("{} and {more} more", names.join(", ")),
    }
}

/// The next thing to try; for a number that is out of bounds, with these.
fn help(game: &Game, used: &UseEntry, failure: &EvalError) -> String {
    if let EvalFault::NotTaken { input, .. } = &*failure.fault
        && let Some(def) = game.rules.system().checks.get(&used.check.value)
        && let Some(ParameterKind::Number { min, max }) = def.parameters.get(input).map(|field| &field.kind)
    {
        let check = &used.check.value;
        return format!("`{input}` of the check `{check}` allows {min} to {max}: allow more, or correct the number");
    }
    failure.help().to_owned()
}

/// Where the argument stands that a card or a sheet gives to a check, if it is what failed.
fn part_used(used: &UseEntry, failure: &EvalError) -> Option<Span> {
    let (_, placed) = used.with.iter().find(|(name, _)| name.value == failure.value)?;
    placed.as_ref().map(|placed| placed.place.span(&failure.at))
}

/// Where in the file of a person the number stands that drives what failed: of all stats, inputs, skills and things that it follows
/// from, the one whose number is furthest from 0.
fn driven_by(game: &Game, who: &Person, used: &UseEntry, failure: &EvalError) -> Option<Span> {
    let parts: Vec<&PlacedFormula> = match used.with.iter().find(|(name, _)| name.value == failure.value) {
        Some((_, placed)) => placed.as_ref().into_iter().collect(),
        None => used.with.iter().filter_map(|(_, placed)| placed.as_ref()).chain(used.roll.as_ref()).collect(),
    };
    let mut drivers = Drivers { who, evaluator: who.evaluator(&game.rules), seen: BTreeSet::new(), found: Vec::new() };
    for placed in parts {
        drivers.add(&placed.formula.expr);
    }
    if let (true, Some(def)) = (drivers.found.is_empty(), game.rules.system().checks.get(&used.check.value)) {
        drivers.add(&def.roll.expr);
    }
    // Of several that are as far, the first.
    drivers.found.into_iter().rev().max_by_key(|(number, _)| *number).map(|(_, at)| at)
}

/// What numbers of a person formulas follow from.
struct Drivers<'g> {
    who: &'g Person,
    evaluator: Evaluator<'g>,
    /// Values that were gone through.
    seen: BTreeSet<String>,
    /// How far from 0 each number is, and where it stands.
    found: Vec<(Number, Span)>,
}

impl Drivers<'_> {
    fn add(&mut self, expr: &Expr) {
        let mut open = vec![self.evaluator.rules().fold(expr)];
        while let Some(expr) = open.pop() {
            let mut names = Vec::new();
            let mut found = Vec::new();
            let entry = &self.who.entry;
            expr.walk(&mut |part| {
                let at = match &part.kind {
                    ExprKind::Name(name) => {
                        let stem = name.split('.').next().unwrap_or(name);
                        let numbers = entry.stats.iter().chain(&entry.inputs);
                        let own = numbers.into_iter().find(|(id, _)| id.value == stem).map(|(_, number)| number.at);
                        if own.is_none() {
                            names.push(name.clone());
                        }
                        own
                    }
                    ExprKind::Query(Query::Rank, words) => {
                        let skill = words.first().map_or("", |(word, _)| word.as_str());
                        entry.skills.iter().find(|(id, _)| id.value == skill).map(|(id, _)| id.at)
                    }
                    ExprKind::Wielded { action, .. } => {
                        let held = |wields: &[Located<String>]| wields.iter().any(|wielded| wielded.value == action.0);
                        entry.items.iter().find(|item| held(&item.wields)).map(|item| item.head.at)
                    }
                    _ => None,
                };
                if let Some(at) = at
                    && let Ok(value) = eval(part, &self.evaluator)
                    && let Some(number) = value.as_number()
                {
                    found.push((number.abs(), at));
                }
            });
            self.found.extend(found);
            for name in names {
                if let Some(formula) = self.evaluator.rules().formula(&name).cloned()
                    && self.seen.insert(name)
                {
                    open.push(formula);
                }
            }
        }
    }
}
