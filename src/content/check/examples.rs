//! Worked examples: the build runs them, and says where an example and the rules part.

use std::collections::BTreeMap;

use deckle_rules::character::{Character, Extent};
use deckle_rules::compute::Evaluator;
use deckle_rules::formula::{EvalError, eval};
use deckle_rules::rules::Rules;
use deckle_rules::value::Value;

use super::Checker;
use crate::content::decode::PlacedFormula;
use crate::content::diagnostic::Diagnostic;
use crate::content::entries::ExampleEntry;
use crate::content::game::Game;

impl Checker {
    /// Checks the names in the examples and runs them.
    pub(super) fn examples(&mut self, game: &Game) {
        for example in &game.entries.examples {
            let before = self.diagnostics.len();
            self.example_names(example, game);
            if self.diagnostics.len() == before {
                self.run(example, game);
            }
        }
    }

    fn example_names(&mut self, example: &ExampleEntry, game: &Game) {
        let system = game.rules.system();
        if let Some(character) = &example.character {
            let all = game.entries.characters.iter().chain(&game.entries.npcs);
            self.known("character", character, all.map(|c| c.head.id.as_str()));
        }
        self.card_text(&example.text, system);
        let names: Vec<String> = deckle_rules::formula::Scope::names(system);
        for (name, formula) in &example.set {
            self.known("value", name, names.iter().map(String::as_str));
            if let Some(formula) = formula {
                self.formula(formula, system, &[]);
            }
        }
        for (ruling, option) in &example.rulings {
            self.reading(system, ruling, option);
        }
        for (formula, is) in &example.expect {
            self.formula(formula, system, &[]);
            self.formula(is, system, &[]);
        }
        if example.source_says.is_empty() != example.differs.is_empty() {
            let message = "`source_says` and `differs` go together";
            self.push(Diagnostic::error("half-a-difference", example.head.at, message));
        }
    }

    fn run(&mut self, example: &ExampleEntry, game: &Game) {
        let chosen: BTreeMap<String, String> =
            example.rulings.iter().map(|(r, o)| (r.value.clone(), o.value.clone())).collect();
        let Ok(rules) = game.rules.with(&chosen) else { return };
        let character = match subject(example, game, &rules) {
            Ok(character) => character,
            Err((placed, failure)) => return self.failed_example(example, &placed, &failure),
        };
        let evaluator = Evaluator::new(&rules, &character);
        for (formula, is) in &example.expect {
            let values = (value_of(formula, &evaluator), value_of(is, &evaluator));
            match values {
                (Ok(found), Ok(wanted)) if found == wanted && !found.is_unknown() => {}
                (Ok(found), Ok(wanted)) => {
                    let message =
                        format!("{}: `{}` comes out as {found}, not {wanted}", example.head.id, formula.formula.text);
                    self.push(Diagnostic::error("example-differs", formula.place.at, message));
                }
                (Err(failure), _) => self.failed_example(example, formula, &failure),
                (_, Err(failure)) => self.failed_example(example, is, &failure),
            }
        }
    }

    fn failed_example(&mut self, example: &ExampleEntry, placed: &PlacedFormula, failure: &EvalError) {
        let message = format!("{} cannot be computed: {}", example.head.id, failure.message);
        self.push(Diagnostic::error("not-computable", placed.place.at, message));
    }
}

fn value_of(placed: &PlacedFormula, evaluator: &Evaluator<'_>) -> Result<Value, EvalError> {
    eval(&evaluator.rules().fold(&placed.formula.expr), evaluator)
}

/// The character an example is about, with its values put in by hand.
///
/// # Errors
/// The first value that cannot be computed.
pub fn subject(
    example: &ExampleEntry,
    game: &Game,
    rules: &Rules,
) -> Result<Character, (PlacedFormula, EvalError)> {
    let named = example.character.as_ref().and_then(|c| game.find_character(&c.value));
    let mut character = match named {
        Some((_, character)) => character.clone(),
        None => Character { extent: Extent::Partial, ..Character::default() },
    };
    for (name, placed) in &example.set {
        let Some(placed) = placed else { continue };
        let value = match (&placed.formula.expr.kind, rules.system().choices.contains_key(&name.value)) {
            // The option of a choice is written as a bare word.
            (deckle_rules::formula::ExprKind::Name(word), true) => Value::Word(word.clone()),
            _ => value_of(placed, &Evaluator::new(rules, &character)).map_err(|e| (placed.clone(), e))?,
        };
        match &value {
            Value::Word(option) if rules.system().choices.contains_key(&name.value) => {
                character.choices.insert(name.value.clone(), option.clone());
            }
            _ => {
                character.set.insert(name.value.clone(), value);
            }
        }
    }
    Ok(character)
}
