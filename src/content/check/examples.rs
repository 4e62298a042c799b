//! Worked examples: the build runs them, and says where an example and the rules part.

use std::collections::BTreeMap;

use deckle_rules::character::{Character, Extent};
use deckle_rules::compute::Evaluator;
use deckle_rules::formula::{EvalError, ExprKind, Scope as _, eval};
use deckle_rules::rules::Rules;
use deckle_rules::system::{RULING, System};
use deckle_rules::value::{Type, Value};

use super::characters::advice;
use super::{Checker, listed};
use crate::content::decode::PlacedFormula;
use crate::content::diagnostic::Diagnostic;
use crate::content::entries::ExampleEntry;
use crate::content::game::Game;
use crate::content::source::Located;

impl Checker {
    /// Checks the names in the examples, and returns those that can be run.
    pub(super) fn sound_examples<'g>(&mut self, game: &'g Game) -> Vec<&'g ExampleEntry> {
        let mut sound = Vec::new();
        for example in &game.entries.examples {
            let before = self.diagnostics.len();
            self.example_names(example, game);
            let character = example.character.as_ref().and_then(|c| game.find_character(&c.value));
            let mut files = character.map(|(entry, _)| entry.file).into_iter().chain([example.head.at.file]);
            if self.diagnostics.len() == before && !files.any(|file| self.faulty.contains(&file)) {
                sound.push(example);
            }
        }
        sound
    }

    /// Runs examples and says where they and the rules part.
    pub(super) fn run_examples(&mut self, examples: &[&ExampleEntry], game: &Game) {
        for example in examples {
            self.run(example, game);
        }
    }

    fn example_names(&mut self, example: &ExampleEntry, game: &Game) {
        let system = game.rules.system();
        if let Some(character) = &example.character {
            let all = game.entries.characters.iter().chain(&game.entries.npcs);
            self.known("character", character, all.map(|c| c.head.id.as_str()));
        }
        self.card_text(&example.text, system);
        let names: Vec<String> = system.names().into_iter().filter(|name| !name.starts_with(RULING)).collect();
        for (name, formula) in &example.set {
            if let (true, Some(formula)) = (self.known("value", name, names.iter().map(String::as_str)), formula) {
                self.set_value(name, formula, system);
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
            let help = "say what the source printed, and why it differs; or leave both out";
            self.push(Diagnostic::error("half-a-difference", example.head.at, message).help(help));
        }
    }

    /// A value put in by hand has the type of what it stands in for.
    fn set_value(&mut self, name: &Located<String>, placed: &PlacedFormula, system: &System) {
        if let Some(choice) = system.choices.get(&name.value) {
            match &placed.formula.expr.kind {
                ExprKind::Name(option) | ExprKind::Word(option) => {
                    let option = Located { value: option.clone(), at: placed.place.at };
                    self.known("option", &option, choice.options.keys().map(String::as_str));
                }
                _ => {
                    let message = format!("`{}` is a choice, and this is none of its options", name.value);
                    let known: Vec<&str> = choice.options.keys().map(String::as_str).collect();
                    self.push(Diagnostic::error("wrong-type", placed.place.at, message).help(listed(&known)));
                }
            }
            return;
        }
        let wanted = match system.type_of(&name.value) {
            Some(Type::Dice) => vec![Type::Number, Type::Dice],
            Some(found) => vec![found],
            None => vec![],
        };
        self.formula(placed, system, &wanted);
    }

    fn run(&mut self, example: &ExampleEntry, game: &Game) {
        let chosen: BTreeMap<String, String> =
            example.rulings.iter().map(|(r, o)| (r.value.clone(), o.value.clone())).collect();
        // What an example says holds under the default readings, whatever the campaign decides.
        let Ok(rules) = game.rules.defaults().with(&chosen) else { return };
        let character = match subject(example, game, &rules) {
            Ok(character) => character,
            Err(failed) => return self.failed_example(example, &failed.0, &failed.1),
        };
        let evaluator = Evaluator::new(&rules, &character);
        for (formula, is) in &example.expect {
            let values = (value_of(formula, &evaluator), value_of(is, &evaluator));
            match values {
                (Ok(found), Ok(wanted)) if found == wanted && !found.is_unknown() => {}
                (Ok(Value::Unknown(name)), _) | (_, Ok(Value::Unknown(name))) => {
                    let message = format!(
                        "{}: `{}` cannot be worked out, since `{name}` is not known",
                        example.head.id, formula.formula.text
                    );
                    let help = format!("add `{name}: ...` under `set`, or name a `character`");
                    self.push(Diagnostic::error("example-unknown", formula.place.at, message).help(help));
                }
                (Ok(found), Ok(wanted)) => {
                    let message =
                        format!("{}: `{}` comes out as {found}, not {wanted}", example.head.id, formula.formula.text);
                    let help = "correct the example, or the formulas it rests on";
                    self.push(Diagnostic::error("example-differs", formula.place.at, message).help(help));
                }
                (Err(failure), _) => self.failed_example(example, formula, &failure),
                (_, Err(failure)) => self.failed_example(example, is, &failure),
            }
        }
    }

    fn failed_example(&mut self, example: &ExampleEntry, placed: &PlacedFormula, failure: &EvalError) {
        let message = format!("{} cannot be computed: {}", example.head.id, failure.message);
        let at = if failure.value.is_empty() { placed.place.span(&failure.at) } else { placed.place.at };
        self.push(Diagnostic::error("not-computable", at, message).help(advice(&failure.message)));
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
) -> Result<Character, Box<(PlacedFormula, EvalError)>> {
    let named = example.character.as_ref().and_then(|c| game.find_character(&c.value));
    let mut character = match named {
        Some((_, character)) => character.clone(),
        None => Character { extent: Extent::Partial, ..Character::default() },
    };
    for (name, placed) in &example.set {
        let Some(placed) = placed else { continue };
        let value = match (&placed.formula.expr.kind, rules.system().choices.contains_key(&name.value)) {
            // The option of a choice is written as a bare word.
            (ExprKind::Name(word), true) => Value::Word(word.clone()),
            _ => value_of(placed, &Evaluator::new(rules, &character)).map_err(|e| Box::new((placed.clone(), e)))?,
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
