//! Where that was written which cannot be computed: a fault is reported once, at its formula, and not at whoever comes upon
//! it first.

use makeready_rules::ability::{Ability, COST, PRICE};
use makeready_rules::bill::bill;
use makeready_rules::check::AGAINST;
use makeready_rules::compute::Evaluator;
use makeready_rules::eval::Worksheet;
use makeready_rules::formula::{EvalError, EvalFault, Frame, eval};
use makeready_rules::procedure::ProcedureDef;
use makeready_rules::rules::Rules;
use makeready_rules::system::System;

use crate::code::Code;
use crate::concept::chapter::validate::placed_formulas;
use crate::concept::checks::CheckEntry;
use crate::concept::keyword::KeywordEntry;
use crate::concept::procedures::ProcedureEntry;
use crate::concept::requirement::RequirementEntry;
use crate::concept::value::ValueEntry;
use crate::decode::PlacedFormula;
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::source::{ScalarPlace, Span};
use crate::validate::Validator;

/// Whoever needs what cannot be computed: where it stands, and what is said of it.
#[derive(Clone, Copy)]
pub(crate) struct User<'a> {
    at: Span,
    label: &'a str,
    /// Whether it is computed with the values of one person, so that it is no fault of the game.
    is_of_person: bool,
}

impl<'a> User<'a> {
    /// What is computed for all of the game.
    pub const fn of_game(at: Span, label: &'a str) -> Self {
        Self { at, label, is_of_person: false }
    }

    /// What is computed for all of the game, or where it `is_of_person` for one.
    pub const fn of_person(is_of_person: bool, at: Span, label: &'a str) -> Self {
        Self { at, label, is_of_person }
    }
}

impl Validator {
    /// Reports what cannot be computed: at its formula if that is known, with the first who needs it, else where it is needed.
    pub(crate) fn failed(&mut self, formula: Option<Span>, user: User<'_>, failure: &EvalError, help: &str) {
        let formula = formula.filter(|_| !is_of_user(failure));
        let at = formula.unwrap_or(user.at);
        let is_known = if user.is_of_person {
            self.failed_at.contains(&at) || !self.failed_of_people.insert(at)
        } else {
            !self.failed_at.insert(at)
        };
        if self.bad.explains(failure) || is_known {
            return;
        }
        let what = if failure.value.is_empty() { "this".to_owned() } else { format!("`{}`", failure.value) };
        let mut found = Diagnostic::error(Code::NotComputable, at, format!("{what} cannot be computed: {failure}"));
        if formula.is_some() {
            found = found.related(user.at, user.label);
        }
        if user.is_of_person {
            self.push_of_one(found.help(help));
        } else {
            self.push(found.help(help));
        }
    }

    /// Reports every step of a procedure that cannot be computed, and every text of one. Whether there are none.
    pub(crate) fn failed_steps(
        &mut self,
        game: &Game,
        sheet: &Worksheet<'_>,
        (entry, def): (&ProcedureEntry, &ProcedureDef),
        user: User<'_>,
    ) -> bool {
        let mut is_computed = true;
        for id in def.steps.keys() {
            if let Err(failure) = sheet.computed(id) {
                is_computed = false;
                let step = entry.steps.iter().find(|step| step.value.head.id == failure.value);
                let own = step.and_then(|step| step.value.formula.as_ref()).map(|placed| &placed.place);
                let place = own.or_else(|| game.formulas.get(&failure.value));
                self.failed(place.map(|place| within(place, &failure)), user, &failure, failure.help());
            }
        }
        for step in &entry.steps {
            for placed in placed_formulas(&step.text.0.0, &step.text.0.1) {
                is_computed &= eval(&placed.formula.expr, &sheet.frame()).is_ok();
                self.failed_formula(&placed, &sheet.frame(), user);
            }
        }
        is_computed
    }

    /// Reports formulas of texts that cannot be computed, under the rules in force.
    pub(crate) fn failed_texts(&mut self, rules: &Rules, texts: Vec<PlacedFormula>, frame: &dyn Frame, user: User<'_>) {
        for mut placed in texts.into_iter().filter(|placed| !self.bad.has(placed.place.at)).collect::<Vec<_>>() {
            placed.formula.expr = rules.fold(&placed.formula.expr);
            self.failed_formula(&placed, frame, user);
        }
    }

    /// Reports a formula of a text that cannot be computed; a value that it needs is reported with the values.
    pub(crate) fn failed_formula(&mut self, placed: &PlacedFormula, frame: &dyn Frame, user: User<'_>) {
        if let Err(failure) = eval(&placed.formula.expr, frame)
            && failure.value.is_empty()
        {
            self.failed(Some(within(&placed.place, &failure)), user, &failure, failure.help());
        }
    }
}

impl Validator {
    /// Reports formulas that need nothing and cannot be computed all the same: where a game is not computed as a whole, since
    /// something else is wrong, nobody else comes upon them.
    pub(crate) fn failed_constants(&mut self, rules: &Rules) {
        for placed in std::mem::take(&mut self.constant) {
            self.failed_constant(&placed, rules.system());
        }
    }

    /// Reports a formula that needs nothing and cannot be computed.
    pub(crate) fn failed_constant(&mut self, placed: &PlacedFormula, frame: &dyn Frame) {
        if placed.formula.expr.is_constant()
            && !self.bad.has(placed.place.at)
            && let Err(failure) = eval(&placed.formula.expr, frame)
        {
            // Nobody needs it but the text that it stands in.
            let user = User::of_game(within(&placed.place, &failure), "");
            self.failed(None, user, &failure, failure.help());
        }
    }
}

/// Whether nothing is wrong with the formula, but with what it was given, or with how much is asked of it.
fn is_of_user(failure: &EvalError) -> bool {
    matches!(
        *failure.fault,
        EvalFault::Unknown { .. }
            | EvalFault::CannotComeUp { .. }
            | EvalFault::NotTaken { .. }
            | EvalFault::TooMuchOdds { .. }
    )
}

/// Where in a formula something failed: the whole of it, where that has no place of its own.
fn within(place: &ScalarPlace, failure: &EvalError) -> Span {
    if failure.at.is_empty() { place.at } else { place.span(&failure.at) }
}

/// Where a part of a check failed.
pub(crate) fn in_check(game: &Game, id: &str, failure: &EvalError) -> Option<Span> {
    let entry = game.entries.checks.iter().find(|entry| entry.head.id == id)?;
    let place = part_of_check(entry, &failure.value).map(|placed| &placed.place);
    place.or_else(|| game.formulas.get(&failure.value)).map(|place| within(place, failure))
}

fn part_of_check<'e>(entry: &'e CheckEntry, name: &str) -> Option<&'e PlacedFormula> {
    let own = match name {
        "roll" => entry.roll.as_ref(),
        AGAINST => entry.against.as_ref(),
        "times" => entry.times.as_ref(),
        "tries" => entry.tries.as_ref(),
        _ => None,
    };
    let band = || entry.bands.iter().find(|band| band.head.id == name)?.when.as_ref();
    let gives = || {
        let mut all = entry.bands.iter().flat_map(|band| &band.gives);
        all.find(|(given, _)| given.value == name)?.1.as_ref()
    };
    own.or_else(|| formula_of(&entry.values, name)).or_else(band).or_else(gives)
}

fn formula_of<'e>(values: &'e [ValueEntry], name: &str) -> Option<&'e PlacedFormula> {
    values.iter().find(|value| value.head.id == name)?.formula.as_ref()
}

fn requirement_of<'e>(requires: &'e [RequirementEntry], name: &str) -> Option<&'e PlacedFormula> {
    requires.iter().find(|entry| entry.head().id == name)?.require.as_ref()
}

/// Where a part of an ability failed: in a formula of the building rules, of one of its keywords, or of the character.
pub(crate) fn in_ability(
    game: &Game,
    evaluator: &Evaluator<'_>,
    ability: &Ability,
    failure: &EvalError,
) -> Option<Span> {
    let name = failure.value.as_str();
    let of_all =
        game.entries.building.as_ref().and_then(|building| {
            formula_of(&building.values, name).or_else(|| requirement_of(&building.requires, name))
        });
    // Names of keywords are shared by several of them: the one that fails alone is meant.
    let of_keyword = || {
        let alone = |purchase: &_| Ability { keywords: vec![Clone::clone(purchase)], ..ability.clone() };
        let fails = |one: &Ability| bill(evaluator, one).is_err_and(|other| other.value == failure.value);
        let purchase = ability.keywords.iter().find(|purchase| fails(&alone(*purchase)))?;
        part_of_keyword(game.keyword(&purchase.keyword)?.1, game, failure)
    };
    let known = of_all.map(|placed| within(&placed.place, failure));
    known.or_else(|| game.formulas.get(name).map(|place| within(place, failure))).or_else(of_keyword)
}

fn part_of_keyword(keyword: &KeywordEntry, game: &Game, failure: &EvalError) -> Option<Span> {
    let common = || game.entries.building.as_ref()?.prices.as_ref()?.price.as_ref();
    let own = match failure.value.as_str() {
        COST => keyword.cost.as_ref(),
        PRICE => keyword.price.as_ref().or_else(common),
        // A formula that stands in its text has no name.
        "" => return Some(keyword.text.0.1.at),
        name => formula_of(&keyword.values, name).or_else(|| requirement_of(&keyword.requires, name)),
    };
    own.map(|placed| within(&placed.place, failure))
}

/// The definition of a procedure and its entry.
pub(crate) fn procedure<'g>(
    game: &'g Game,
    system: &'g System,
    id: &str,
) -> Option<(&'g ProcedureEntry, &'g ProcedureDef)> {
    let entry = game.entries.procedures.iter().find(|entry| entry.head.id == id)?;
    Some((entry, system.procedures.get(id)?))
}
