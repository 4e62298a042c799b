//! Procedures: from entries to the rules library's [`ProcedureDef`], checked; and the places that go through them.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use makeready_rules::ability::Argument;
use makeready_rules::eval::Worksheet;
use makeready_rules::formula::{ExprKind, Frame as _};
use makeready_rules::procedure::{ProcedureDef, StepDef};
use makeready_rules::system::System;
use makeready_rules::value::Type;

use crate::code::Code;
use crate::concept::chapter::ChapterPart;
use crate::concept::head::Head;
use crate::concept::list::ListEntry;
use crate::concept::parameter::validate::definitions;
use crate::concept::procedures::{CallEntry, ProcedureEntry, StepEntry};
use crate::concept::value::value_def;
use crate::decode::PlacedFormula;
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::kind::Kind;
use crate::load::Entries;
use crate::validate::Validator;
use crate::validate::failed::{User, procedure as procedure_of};

/// The procedures, as far as they could be read. Formulas are not checked yet.
pub(crate) fn procedure_defs(e: &Entries) -> IndexMap<String, ProcedureDef> {
    let mut defs = IndexMap::new();
    for entry in &e.procedures {
        // Of two with one id the first counts: the second is reported.
        defs.entry(entry.head.id.clone()).or_insert_with(|| procedure(entry, &e.lists));
    }
    defs
}

fn procedure(entry: &ProcedureEntry, lists: &[ListEntry]) -> ProcedureDef {
    ProcedureDef {
        name: entry.head.name.clone(),
        rule: entry.head.rule.clone(),
        parameters: definitions(&entry.inputs, lists),
        steps: entry.steps.iter().filter_map(step).collect(),
        results: entry.results.iter().map(|result| result.value.clone()).collect(),
    }
}

fn step(entry: &StepEntry) -> Option<(String, StepDef)> {
    let formula = entry.value.formula.as_ref()?.formula.clone();
    let def = StepDef { value: value_def(&entry.value, formula), text: entry.text.0.0.clone() };
    Some((entry.value.head.id.clone(), def))
}

impl Validator {
    /// Checks names and formulas of every procedure.
    pub(crate) fn procedures(&mut self, e: &Entries, system: &System) {
        self.unique("procedures", e.procedures.iter().map(|entry| &*entry.head));
        let mut seen = BTreeSet::new();
        for entry in &e.procedures {
            let is_first = seen.insert(&entry.head.id);
            if let (true, Some(def)) = (is_first, system.procedures.get(&entry.head.id)) {
                self.procedure(entry, def, e, system);
            }
        }
    }

    fn procedure(&mut self, entry: &ProcedureEntry, def: &ProcedureDef, e: &Entries, system: &System) {
        let steps = || entry.steps.iter().map(|step| &step.value.head);
        let heads: Vec<&Head> = entry.inputs.iter().map(|input| &input.head).chain(steps()).collect();
        self.unique("inputs or steps", heads.iter().copied());
        self.free_names(heads, &system.names());
        self.defaults(&entry.inputs, e, system);
        let sheet = Worksheet::procedure(system, def, None);
        let with_formula = entry.steps.iter().filter_map(|step| Some((step, step.value.formula.as_ref()?)));
        for (place, (step, placed)) in with_formula.enumerate() {
            let scope = sheet.frame_after(place);
            if !self.uses_later(placed, &step.value.head, (Kind::Step, &Code::LaterStep), &|name| scope.is_later(name))
            {
                self.formula(placed, &scope, &[Type::Number, Type::Dice, Type::Bool, Type::Symbol(None)]);
            }
        }
        for step in &entry.steps {
            self.template(&step.text.0.0, &step.text.0.1, &sheet.frame());
            self.marked(&step.value.how, &sheet.frame());
        }
        for result in &entry.results {
            self.known(Kind::Step, result, steps().map(|head| head.id.as_str()));
        }
    }

    /// Reports what is used before it is computed, such as steps, under the code of such things.
    pub(crate) fn uses_later(
        &mut self,
        placed: &PlacedFormula,
        of: &Head,
        (kind, code): (Kind, &Code),
        is_later: &dyn Fn(&str) -> bool,
    ) -> bool {
        let mut later = Vec::new();
        placed.formula.expr.walk(&mut |part| {
            if let ExprKind::Name(name) = &part.kind
                && is_later(name)
            {
                later.push((name.clone(), part.at.clone()));
            }
        });
        let noun = kind.noun();
        for (name, at) in &later {
            let (message, help) = if *name == of.id {
                (format!("the {noun} `{name}` needs itself"), "remove its name from the formula".to_owned())
            } else {
                let message = format!("the {noun} `{name}` is computed after `{}`", of.id);
                (message, format!("move `{name}` before `{}`", of.id))
            };
            self.push(Diagnostic::error(code.clone(), placed.place.span(at), message).help(help));
        }
        !later.is_empty()
    }

    /// Checks a place that goes through a procedure, and returns its arguments; none when there is no such procedure.
    pub(crate) fn call(&mut self, call: &CallEntry, system: &System) -> Option<BTreeMap<String, Argument>> {
        self.known_in(Kind::Procedure, &call.id, &system.procedures);
        let def = system.procedures.get(&call.id.value)?;
        Some(self.all_fit(Kind::Input, call.at, &call.given, def.parameters.iter(), system))
    }

    /// Goes through every procedure that a chapter shows.
    pub(crate) fn shown_procedures(&mut self, game: &Game) {
        let parts: Vec<_> = self.sound_parts(game).collect();
        self.procedures_of_parts(game, &parts);
    }

    /// The same for some parts of chapters.
    pub(crate) fn procedures_of_parts(&mut self, game: &Game, parts: &[&ChapterPart]) {
        for part in parts {
            let ChapterPart::Procedure(call, who, _) = part else { continue };
            let Some(def) = game.rules.system().procedures.get(&call.id.value) else { continue };
            let who = who.as_ref().and_then(|who| game.person(&who.value));
            let evaluator = game.evaluator(who);
            let arguments = call_arguments(call);
            let Some(pair) = procedure_of(game, game.rules.system(), &call.id.value) else { continue };
            let sheet = Worksheet::procedure(&evaluator, def, Some(&arguments));
            let user = User::of_person(who.is_some(), call.at, "it is run here");
            if !self.failed_steps(game, &sheet, pair, user) {
                self.not_for(who, part);
            }
        }
    }
}

/// Arguments of a procedure, where validation found that they fit.
pub fn call_arguments(call: &CallEntry) -> BTreeMap<String, Argument> {
    call.given.iter().map(|(name, value)| (name.value.clone(), value.value.argument())).collect()
}
