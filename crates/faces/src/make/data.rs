//! Values as data: the JSON of `sheet` and `explain` (see `docs/json.md`).

use indexmap::IndexMap;
use makeready_rules::ability::Argument;
use makeready_rules::dice::{DieKind, Keep};
use makeready_rules::formula::{EvalError, Frame, Term};
use makeready_rules::number::Number;
use makeready_rules::system::{Owner, formula_name};
use makeready_rules::value::Value;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::bill::{BillData, bills};
use super::face_builder::FaceBuilder;
use makeready_content::diagnostic::DiagnosticJson;

/// A character as data.
#[derive(Debug, Serialize)]
pub struct SheetData {
    system: String,
    character: String,
    name: String,
    legal: bool,
    /// The ids of the rules that it breaks.
    broken: Vec<String>,
    rules: String,
    values: IndexMap<String, Explanation>,
    /// The values of each action, by their ids in it.
    actions: IndexMap<String, IndexMap<String, Explanation>>,
    /// The roll of each skill that has one.
    skills: IndexMap<String, Explanation>,
    /// The bills of the abilities that it has built.
    abilities: Vec<BillData>,
    diagnostics: Vec<DiagnosticJson>,
}

/// One value and its terms.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    value: Json,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<String>,
    name: String,
    unit: String,
    rule: String,
    formula: String,
    terms: Vec<TermData>,
}

/// An argument.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum ArgumentData {
    Number(i64),
    Symbol(String),
}

impl ArgumentData {
    pub(super) fn of(argument: &Argument) -> Self {
        match argument {
            Argument::Number(number) => Self::Number(*number),
            Argument::Symbol(word) => Self::Symbol(word.clone()),
        }
    }
}

/// One summand.
#[derive(Clone, Debug, Serialize)]
struct TermData {
    name: String,
    value: Json,
    text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inputs: Vec<InputData>,
}

/// A name inside a summand.
#[derive(Clone, Debug, Serialize)]
struct InputData {
    name: String,
    value: Json,
}

impl Explanation {
    /// The value as text: `73`, `3d12!+7`, `unknown`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The formula as the author wrote it.
    pub fn formula(&self) -> &str {
        &self.formula
    }

    /// Name, unit and rule.
    pub fn labels(&self) -> (&str, &str, &str) {
        (&self.name, &self.unit, &self.rule)
    }

    /// The terms as printed.
    pub fn term_texts(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().map(|term| term.text.as_str())
    }
}

/// Every stat and value of the builder's character.
///
/// # Errors
/// When a value cannot be computed.
pub fn sheet_data(faces: &FaceBuilder<'_>, diagnostics: Vec<DiagnosticJson>) -> Result<SheetData, EvalError> {
    let system = faces.game.rules.system();
    let names = system.inputs.keys().chain(system.stats.keys()).chain(system.values.keys());
    let character = faces.evaluator.character();
    let values: IndexMap<String, Explanation> =
        names.map(|name| Ok((name.clone(), explanation(faces, name)?))).collect::<Result<_, EvalError>>()?;
    let mut actions: IndexMap<String, IndexMap<String, Explanation>> =
        system.actions.keys().map(|id| (id.clone(), IndexMap::new())).collect();
    for (name, value) in &values {
        if let (Owner::Action(id), Some((_, own))) = (system.owner(name), name.split_once('.')) {
            actions.entry(id.to_owned()).or_default().insert(own.to_owned(), value.clone());
        }
    }
    let roll = |id: &String| Some((id.clone(), values.get(&format!("{}.roll", formula_name(id)))?.clone()));
    Ok(SheetData {
        system: faces.game.entries.head.id.clone(),
        character: character.id.clone(),
        name: character.name.clone(),
        legal: faces.breaches().is_empty(),
        broken: faces.breaches().iter().map(|breach| breach.id.clone()).collect(),
        rules: faces.game.fingerprint.clone(),
        actions,
        skills: system.skills.keys().filter_map(roll).collect(),
        values,
        abilities: bills(faces)?,
        diagnostics,
    })
}

/// One value with its terms.
///
/// # Errors
/// When it cannot be computed.
pub fn explanation(faces: &FaceBuilder<'_>, name: &str) -> Result<Explanation, EvalError> {
    let system = faces.game.rules.system();
    let (value, terms) = if system.inputs.contains_key(name) {
        (faces.evaluator.value(name)?, Vec::new())
    } else {
        let computed = faces.computed(name)?;
        (computed.value.clone(), computed.terms.clone())
    };
    let cell = faces.value_cell(name)?;
    let (unit, formula) = system.values.get(name).map_or(("", ""), |def| (&def.unit, &def.formula.text));
    Ok(explained(&value, &terms, [&cell.name, unit, &cell.rule, formula]))
}

/// A value with its terms, and its name, unit, rule and formula.
pub(super) fn explained(value: &Value, terms: &[Term], [name, unit, rule, formula]: [&str; 4]) -> Explanation {
    Explanation {
        unknown: match value {
            Value::Unknown(what) => Some(format!("`{what}` is not known")),
            Value::Number(_) | Value::Dice(_) | Value::Bool(_) | Value::Symbol(_) => None,
        },
        text: value.to_string(),
        value: json(value),
        name: name.to_owned(),
        unit: unit.to_owned(),
        rule: rule.to_owned(),
        formula: formula.to_owned(),
        terms: terms.iter().map(term).collect(),
    }
}

fn term(term: &Term) -> TermData {
    let inputs = term.inputs.iter().map(|i| InputData { name: i.name.clone(), value: json(&i.value) });
    TermData { name: term.name.clone(), value: json(&term.value), text: term.text.clone(), inputs: inputs.collect() }
}

fn json(value: &Value) -> Json {
    match value {
        Value::Number(number) => number_json(*number),
        Value::Bool(truth) => json!(truth),
        Value::Symbol(word) => json!(word),
        Value::Unknown(_) => Json::Null,
        Value::Dice(dice) => {
            if let Some((bonus, penalty, least)) = dice.change_alone() {
                return json!({ "dice": [], "flat": 0, "bonus": bonus, "penalty": penalty, "least": least });
            }
            let pools = dice.pools();
            let pools = pools.iter().map(|(kind, count)| {
                // All of it, so that a property that is new is not left out in silence.
                let DieKind { sides, explodes, keep } = kind;
                let mut pool = json!({ "count": count, "sides": sides, "explodes": explodes });
                match keep {
                    Keep::All => {}
                    Keep::Highest(n) => pool["keep_highest"] = json!(n),
                    Keep::Lowest(n) => pool["keep_lowest"] = json!(n),
                }
                pool
            });
            let mut roll = json!({ "dice": pools.collect::<Vec<_>>(), "flat": number_json(dice.flat()) });
            if dice.owed() > 0 {
                roll["owed"] = json!(dice.owed());
            }
            if let Some(picked) = dice.kept() {
                roll["picked"] = json!({ "from": picked.from() + 1, "to": picked.to() });
            }
            roll
        }
    }
}

/// Whole numbers as numbers; a fraction as text such as `7/2`, since JSON has no fractions.
fn number_json(number: Number) -> Json {
    number.to_i64().map_or_else(|| json!(number.to_string()), |n| json!(n))
}
