//! Runs of procedures: as a table of a chapter, and as data, the JSON of `resolve` (see `docs/json.md`).

use std::collections::BTreeMap;

use indexmap::IndexMap;
use makeready_rules::ability::{Argument, ParameterDef};
use makeready_rules::compute::Computed;
use makeready_rules::eval::Worksheet;
use makeready_rules::formula::EvalError;
use makeready_rules::procedure::{ProcedureDef, ProcedureRun, StepDef, told_step};
use makeready_rules::system::{System, ValueDef};
use makeready_rules::value::Value;
use serde::Serialize;

use super::data::{ArgumentData, Explanation, explained};
use super::face_builder::FaceBuilder;
use super::filling::small_print;
use super::parameter::takes;
use crate::card::Table;
use crate::text::{Paragraph, Run, Style};
use makeready_content::call_arguments;
use makeready_content::concept::head::Head;
use makeready_content::concept::procedures::CallEntry;
use makeready_content::game::Game;

/// A procedure run, as data.
#[derive(Debug, Serialize)]
pub struct ProcedureData {
    system: String,
    procedure: String,
    /// `What a hit does`
    pub name: String,
    character: String,
    rules: String,
    inputs: IndexMap<String, ArgumentData>,
    /// Every step in order, by id.
    pub steps: IndexMap<String, StepData>,
    /// The steps that are the outcome.
    pub results: Vec<String>,
}

/// A step with its value.
#[derive(Debug, Serialize)]
pub struct StepData {
    /// The value and its terms.
    #[serde(flatten)]
    pub value: Explanation,
    /// What it means; may be empty.
    pub meaning: String,
}

/// Runs a procedure with the values of the builder's character.
///
/// # Errors
/// When a step cannot be computed.
pub fn resolved(
    faces: &FaceBuilder<'_>,
    id: &str,
    def: &ProcedureDef,
    arguments: &BTreeMap<String, Argument>,
) -> Result<ProcedureData, EvalError> {
    let run = ProcedureRun::new(&faces.evaluator, def, arguments)?;
    let step = |(id, step, computed): (&str, &StepDef, &Computed)| {
        let ValueDef { name, unit, rule, formula, .. } = &step.value;
        let labels = [name.as_str(), unit, rule, &formula.text];
        let value = explained(&computed.value, &computed.terms, labels);
        Ok((id.to_owned(), StepData { value, meaning: run.text(step)? }))
    };
    Ok(ProcedureData {
        system: faces.game.entries.head.id.clone(),
        procedure: id.to_owned(),
        name: def.name.clone(),
        character: faces.evaluator.character().id.clone(),
        rules: faces.game.fingerprint.clone(),
        inputs: known_arguments(def, arguments)
            .map(|(id, _, argument)| (id.to_owned(), ArgumentData::of(argument)))
            .collect(),
        steps: run.steps().map(step).collect::<Result<_, EvalError>>()?,
        results: def.results.clone(),
    })
}

/// Arguments and defaults.
fn known_arguments<'a>(
    def: &'a ProcedureDef,
    arguments: &'a BTreeMap<String, Argument>,
) -> impl Iterator<Item = (&'a str, &'a ParameterDef, &'a Argument)> {
    let of = |(id, field): (&'a String, &'a ParameterDef)| {
        Some((id.as_str(), field, arguments.get(id).or(field.default.as_ref())?))
    };
    def.parameters.iter().filter_map(of)
}

/// The table that a chapter shows of a procedure: its arguments, then its steps.
pub(super) fn table(faces: &FaceBuilder<'_>, call: &CallEntry) -> Result<Table, EvalError> {
    let game = faces.game;
    let def = game.rules.system().procedures.get(&call.id.value).expect("the check found this procedure");
    let arguments = call_arguments(call);
    let run = ProcedureRun::new(&faces.evaluator, def, &arguments)?;
    // Defaults are not part of the case that the chapter shows.
    let written = known_arguments(def, &arguments).filter(|(id, ..)| arguments.contains_key(*id));
    let inputs = written.map(|(_, field, argument)| {
        let run = Run::figure(field.kind.printed(argument, game.rules.system()));
        Ok(vec![vec![Run::plain(&field.name)], vec![run], Paragraph::new()])
    });
    let steps = run.steps().map(|(id, step, computed)| {
        let style = if def.results.iter().any(|result| result == id) { Style::Strong } else { Style::Plain };
        let name = vec![Run { style, text: step.value.name.clone(), detail: String::new() }];
        let meaning = run.text(step)?;
        Ok(match computed.value.printed() {
            None => vec![name, Paragraph::new(), formula(&step_in_words(game, (&call.id.value, def), (id, step)))],
            Some(text) => {
                // What came of it is an option, which has no name of its own, or a figure, which stays with its unit on one line.
                let text = if matches!(computed.value, Value::Symbol(_)) { computed.value.in_words() } else { text };
                let unit = game.entries.lang.counted(&text, &step.value.unit);
                let text = format!("{text}\u{a0}{unit}").trim_end().to_owned();
                vec![name, vec![Run::figure(text)], told(computed, &meaning)]
            }
        })
    });
    Ok(Table {
        columns: ["label.step", "label.result", "label.how"]
            .map(|key| game.entries.lang.words.text(key).to_owned())
            .to_vec(),
        numeric: vec![false, true, false],
        rows: inputs.chain(steps).collect::<Result<_, EvalError>>()?,
    })
}

/// How a step is computed: in its author's words, else in made ones.
fn step_in_words(game: &Game, (procedure, def): (&str, &ProcedureDef), (id, step): (&str, &StepDef)) -> String {
    let entry = game.entries.procedures.iter().find(|entry| entry.head.id == procedure);
    let entry = entry.and_then(|entry| entry.steps.iter().find(|step| step.value.head.id == id));
    match entry.map(|entry| &entry.value.how).filter(|how| !how.is_empty()) {
        Some(how) => how.in_words(&game.rules, &Worksheet::procedure(&game.rules, def, None).frame()),
        None => told_step(&game.rules, def, step),
    }
}

fn formula(text: &str) -> Paragraph {
    vec![Run { style: Style::Formula, text: text.to_owned(), detail: String::new() }]
}

/// What a step means, and its terms.
fn told(computed: &Computed, meaning: &str) -> Paragraph {
    let mut told = Paragraph::new();
    if !meaning.is_empty() {
        told.push(Run::plain(meaning));
    }
    let terms = small_print(computed);
    if !terms.is_empty() {
        if !told.is_empty() {
            told.push(Run::plain(" "));
        }
        told.extend(formula(&terms));
    }
    told
}

/// Ids and names of all procedures with their parameters, as printed.
pub fn listing(game: &Game) -> String {
    let system = game.rules.system();
    let procedures = game.entries.procedures.iter();
    let known = procedures.filter_map(|entry| Some((&*entry.head, &system.procedures.get(&entry.head.id)?.parameters)));
    listed(known.map(|(head, parameters)| (head, parameters, &None)), system)
}

/// The parameter of a check that varies when nothing is given for it, and its arguments.
pub(super) type Usual = Option<(String, Vec<Argument>)>;

/// Ids, names and summaries, with parameters.
pub(super) fn listed<'e>(
    known: impl Iterator<Item = (&'e Head, &'e IndexMap<String, ParameterDef>, &'e Usual)>,
    system: &System,
) -> String {
    let mut lines = Vec::new();
    for (Head { id, name, summary, .. }, inputs, usual) in known {
        lines.push(format!("{id}: {name}"));
        if !summary.is_empty() {
            lines.push(format!("  {summary}"));
        }
        let usual_of =
            |id: &str| usual.as_ref().filter(|(varied, _)| varied == id).map(|(_, arguments)| &arguments[..]);
        lines.extend(inputs.iter().map(|(id, field)| taken(id, field, usual_of(id), system)));
    }
    lines.join("\n") + "\n"
}

/// A parameter of a procedure or a check, with what it takes, and what it is when it is left out: each of its `usual` arguments,
/// else its default.
fn taken(id: &str, field: &ParameterDef, usual: Option<&[Argument]>, system: &System) -> String {
    let text = |argument: &Argument| match argument {
        Argument::Number(number) => number.to_string(),
        Argument::Symbol(word) => word.clone(),
    };
    let left_out = match (usual, &field.default) {
        (Some(usual), _) => {
            format!(", each of {} when left out", usual.iter().map(text).collect::<Vec<_>>().join(", "))
        }
        (None, Some(default)) => format!(", {} when left out", text(default)),
        (None, None) => String::new(),
    };
    format!("    {id}={}{left_out}  ({})", takes(field, system), field.name)
}
