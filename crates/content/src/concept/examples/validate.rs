//! Worked examples: the build runs them, and says where an example and the rules part.

use std::collections::{BTreeMap, BTreeSet};

use makeready_rules::ability::{Ability, Argument};
use makeready_rules::bill::{bill, evaluate};
use makeready_rules::character::{Character, Completeness};
use makeready_rules::compute::Evaluator;
use makeready_rules::eval::Worksheet;
use makeready_rules::formula::{EvalError, ExprKind, Frame, eval};
use makeready_rules::legality::violations;
use makeready_rules::procedure::ProcedureRun;
use makeready_rules::rules::Rules;
use makeready_rules::system::{RULING, STAT_PARTS, System};
use makeready_rules::value::{Type, Value};

use crate::code::Code;
use crate::concept::character::validate::backgrounds;
use crate::concept::checks::ExpectEntry;
use crate::concept::checks::validate::CheckCase;
use crate::concept::examples::{ExampleEntry, SubjectEntry};
use crate::decode::PlacedFormula;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::listed;
use crate::game::{Game, Person};
use crate::kind::Kind;
use crate::source::{Located, Span};
use crate::validate::failed::{User, in_ability, procedure};
use crate::validate::{Ids, Validator};

/// An example whose names have been checked.
pub(crate) struct SoundExample<'g> {
    entry: &'g ExampleEntry,
    subject: Subject,
}

/// What the formulas of an example are about.
enum Subject {
    Character,
    Ability(Ability),
    /// A procedure by its id, and its arguments.
    Procedure(String, BTreeMap<String, Argument>),
    /// A check by its id, its arguments, and what both sides rolled.
    Check(String, BTreeMap<String, Argument>, [Option<i64>; 2]),
}

impl Validator {
    /// Checks the names in the examples, and returns those that can be run.
    pub(crate) fn sound_examples<'g>(&mut self, game: &'g Game) -> Vec<SoundExample<'g>> {
        let values = example_values(game);
        let values: Ids<'_> = values.iter().map(String::as_str).collect();
        game.entries.examples.iter().filter_map(|example| self.sound_example(game, example, &values)).collect()
    }

    /// The same for one of them, which may set these values.
    pub(crate) fn sound_example<'g>(
        &mut self,
        game: &Game,
        example: &'g ExampleEntry,
        values: &Ids<'_>,
    ) -> Option<SoundExample<'g>> {
        let before = self.told;
        let who = example.character.as_ref().and_then(|who| game.person(&who.value));
        let file = who.map(|who| who.entry.file());
        if let Some(who) = &example.character {
            let sorted = || game.people().map(Person::id).collect::<BTreeSet<_>>().into_iter().collect();
            self.known_if(file.is_some(), Kind::Character, who, sorted);
        }
        let subject = self.example_names(example, values, game);
        let mut files = file.into_iter().chain([example.head.at.file]);
        // What is wrong with a draft would be told once more by every example about it.
        let is_of_draft = who.is_some_and(|who| !who.breaches.is_empty());
        let is_sound = self.told == before && !is_of_draft && !files.any(|file| self.faulty.contains(&file));
        subject.filter(|_| is_sound).map(|subject| SoundExample { entry: example, subject })
    }

    /// Runs examples and reports where they and the rules part. Returns the ids of those that cannot be computed.
    pub(crate) fn run_examples(&mut self, examples: &[SoundExample<'_>], game: &Game) -> BTreeSet<String> {
        for example in examples {
            self.run(example, game);
        }
        std::mem::take(&mut self.uncomputable_examples)
    }

    fn example_names(&mut self, example: &ExampleEntry, values: &Ids<'_>, game: &Game) -> Option<Subject> {
        let system = game.rules.system();
        self.card_text(&example.text, system);
        for (name, formula) in &example.set {
            if let (true, Some(formula)) = (self.known_of(Kind::Value, name, values), &**formula) {
                self.set_value(name, formula, system);
            }
        }
        self.covered(&example.backgrounds, system);
        for (ruling, option) in &example.rulings {
            self.reading(system, ruling, option);
        }
        if example.source_says.is_empty() != example.differs.is_empty() {
            let message = "`source_says` and `differs` need each other";
            let help = "write what the source printed and why the example differs, or remove both";
            self.push(Diagnostic::error(Code::HalfADifference, example.head.at, message).help(help));
        }
        let subject = self.example_subject(&example.subject, game)?;
        self.expectations(example, &subject, system);
        Some(subject)
    }

    /// What an example is about; none when there is no such thing.
    fn example_subject(&mut self, subject: &SubjectEntry, game: &Game) -> Option<Subject> {
        let system = game.rules.system();
        match subject {
            SubjectEntry::Character => Some(Subject::Character),
            // Abilities without a word on how they are built have been reported.
            SubjectEntry::Ability(_) if system.abilities.is_none() && !game.abilities.is_empty() => None,
            SubjectEntry::Ability(id) => {
                self.known_in(Kind::Ability, id, &game.abilities);
                Some(Subject::Ability(Ability::clone(&game.abilities.get(&id.value)?.def)))
            }
            SubjectEntry::Built(entry) => {
                if game.entries.building.is_none() && game.abilities.is_empty() {
                    let message = "this game has no `building.yaml`";
                    let help = "add `building.yaml` next to `system.yaml`";
                    self.push(Diagnostic::error(Code::NoBuilding, entry.head.at, message).help(help));
                }
                system.abilities.as_ref()?;
                Some(Subject::Ability(self.ability(entry, system)))
            }
            SubjectEntry::Procedure(call) => {
                let given = self.call(call, system)?;
                Some(Subject::Procedure(call.id.value.clone(), given))
            }
            SubjectEntry::Check(about) => {
                let given = self.check_call(about, system)?;
                let rolled = [&about.rolled, &about.against].map(|rolled| rolled.as_ref().map(|rolled| rolled.value));
                Some(Subject::Check(about.call.id.value.clone(), given, rolled))
            }
        }
    }

    fn expectations(&mut self, example: &ExampleEntry, subject: &Subject, system: &System) {
        if let SubjectEntry::Check(about) = &example.subject {
            return self.expectations_of_check(example, about, system);
        }
        let sheet = match subject {
            Subject::Ability(_) => system.abilities.as_ref().map(|rules| Worksheet::abilities(system, rules)),
            Subject::Procedure(id, _) => {
                system.procedures.get(id).map(|procedure| Worksheet::procedure(system, procedure, None))
            }
            Subject::Character | Subject::Check(..) => None,
        };
        let frame = sheet.as_ref().map(Worksheet::frame);
        let scope: &dyn Frame = frame.as_ref().map_or(system, |frame| frame);
        for ExpectEntry { formula, is, .. } in &example.expect {
            self.formula(formula, scope, &[]);
            self.formula(is, scope, &[]);
        }
        let requirements: Vec<&str> = match (subject, &system.abilities) {
            (Subject::Ability(_), Some(rules)) => {
                let of_keywords = rules.keywords.values().flat_map(|keyword| &keyword.requires);
                rules.requires.iter().chain(of_keywords).map(|requirement| requirement.id.as_str()).collect()
            }
            _ => system.legality.iter().map(|rule| rule.id.as_str()).collect(),
        };
        for broken in &example.breaks {
            self.known(Kind::Requirement, broken, requirements.iter().copied());
        }
    }

    /// A value set by hand has the type of what it stands in for.
    fn set_value(&mut self, name: &Located<String>, placed: &PlacedFormula, system: &System) {
        if let Some(choice) = system.choices.get(&name.value) {
            if let ExprKind::Name(option) | ExprKind::Symbol(option) = &placed.formula.expr.kind {
                let option = Located { value: option.clone(), at: placed.place.at };
                self.known(Kind::Option, &option, choice.options.keys().map(String::as_str));
            } else {
                let message = format!("`{}` is a choice, and this is not one of its options", name.value);
                let known: Vec<&str> = choice.options.keys().map(String::as_str).collect();
                self.push(Diagnostic::error(Code::WrongType, placed.place.at, message).help(listed(&known)));
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

    fn run(&mut self, example: &SoundExample<'_>, game: &Game) {
        let SoundExample { entry, subject: about } = example;
        let Some(rules) = rules_of(entry, game) else { return };
        let character = match subject(entry, game, &rules) {
            Ok(character) => character,
            Err(failed) => return self.failed_example(entry, &failed.0, &failed.1, None),
        };
        let evaluator = Evaluator::new(&rules, &character);
        self.text_of_example(entry, &evaluator);
        if let Subject::Check(id, given, [rolled, against]) = about {
            if let Some(def) = rules.system().checks.get(id) {
                let case = CheckCase { id, def, given, rolled: *rolled, against: *against };
                self.run_check(entry, &case, &evaluator, game);
            }
            return;
        }
        let def = match about {
            Subject::Procedure(id, given) => rules.system().procedures.get(id).map(|def| (def, given)),
            Subject::Character | Subject::Ability(_) | Subject::Check(..) => None,
        };
        let Ok(gone_through) = def.map(|(def, given)| ProcedureRun::new(&evaluator, def, given)).transpose() else {
            self.uncomputable_examples.insert(entry.head.id.clone());
            if let Subject::Procedure(id, given) = about
                && let Some(pair) = procedure(game, rules.system(), id)
            {
                let sheet = Worksheet::procedure(&evaluator, pair.1, Some(given));
                self.failed_steps(game, &sheet, pair, example_user(entry));
            }
            return;
        };
        let value_of = |placed: &PlacedFormula| -> Result<Value, EvalError> {
            let expr = rules.fold(&placed.formula.expr);
            match (about, &gone_through) {
                (Subject::Ability(ability), _) => {
                    let unknown = || Value::Unknown(placed.formula.text.clone());
                    Ok(evaluate(&evaluator, ability, &expr)?.unwrap_or_else(unknown))
                }
                (_, Some(run)) => run.eval(&expr),
                _ => eval(&expr, &evaluator),
            }
        };
        let place = |failure: &EvalError| match about {
            Subject::Ability(ability) => in_ability(game, &evaluator, ability, failure),
            _ => game.formulas.get(&failure.value).map(|place| place.span(&failure.at)),
        };
        for ExpectEntry { formula, is, .. } in &entry.expect {
            match (value_of(formula), value_of(is)) {
                (Ok(found), Ok(wanted)) => self.compare(entry, formula, &found, &wanted),
                (Err(failure), _) => self.failed_example(entry, formula, &failure, place(&failure)),
                (_, Err(failure)) => self.failed_example(entry, is, &failure, place(&failure)),
            }
        }
        if entry.legal.is_some() || !entry.breaks.is_empty() {
            let found = match about {
                Subject::Ability(ability) => bill(&evaluator, ability).map(|bill| {
                    bill.into_iter().flat_map(|bill| bill.breaches).map(|breach| breach.id).collect::<BTreeSet<_>>()
                }),
                Subject::Character | Subject::Procedure(..) | Subject::Check(..) => {
                    violations(&evaluator).map(|found| found.into_iter().map(|broken| broken.id).collect())
                }
            };
            match found {
                Ok(broken) => self.compare_legality(entry, &broken),
                Err(failure) => self.failed(place(&failure), example_user(entry), &failure, failure.help()),
            }
        }
    }

    /// Reports formulas in the text of an example that cannot be computed.
    fn text_of_example(&mut self, entry: &ExampleEntry, evaluator: &Evaluator<'_>) {
        let before = self.told;
        self.failed_texts(evaluator.rules(), entry.text.formulas(), evaluator, example_user(entry));
        if self.told > before {
            self.uncomputable_examples.insert(entry.head.id.clone());
        }
    }

    pub(crate) fn compare(&mut self, example: &ExampleEntry, formula: &PlacedFormula, found: &Value, wanted: &Value) {
        if let (Value::Unknown(name), _) | (_, Value::Unknown(name)) = (found, wanted)
            && self.bad.leaves_open(name)
        {
            return;
        }
        let id = &example.head.id;
        let text = &formula.formula.text;
        let (code, message, help) = match (found, wanted) {
            (Value::Unknown(name), _) | (_, Value::Unknown(name)) => (
                Code::ExampleUnknown,
                format!("{id}: `{text}` cannot be computed, because `{name}` is not known"),
                format!("add `{name}: ...` under `set`, or name a `character`"),
            ),
            _ if found == wanted => return,
            _ => (
                Code::ExampleDiffers,
                format!("{id}: `{text}` is {found}, not {wanted}"),
                "correct the example, or the formulas that it uses".to_owned(),
            ),
        };
        self.push_of_one(Diagnostic::error(code, formula.place.at, message).help(help));
    }

    /// What is broken must be what the example names, when it names something.
    fn compare_legality(&mut self, example: &ExampleEntry, broken: &BTreeSet<String>) {
        let named: BTreeSet<String> = example.breaks.iter().map(|id| id.value.clone()).collect();
        let is_legal = example.legal.as_ref().is_some_and(|legal| legal.value);
        let is_as_said = if named.is_empty() { broken.is_empty() == is_legal } else { *broken == named };
        if is_as_said {
            return;
        }
        let found = match broken.iter().map(String::as_str).collect::<Vec<_>>().join("`, `") {
            none if none.is_empty() => "nothing".to_owned(),
            ids => format!("`{ids}`"),
        };
        let at = example.legal.as_ref().map(|legal| legal.at).or(example.breaks.first().map(|id| id.at));
        let message = format!("{}: this breaks {found}", example.head.id);
        let help = "correct the example, or the requirements that it breaks";
        self.push_of_one(Diagnostic::error(Code::ExampleDiffers, at.unwrap_or(example.head.at), message).help(help));
    }

    /// Reports what an example asks for and cannot be computed: there, or in the formula of the value that fails.
    pub(crate) fn failed_example(
        &mut self,
        example: &ExampleEntry,
        placed: &PlacedFormula,
        failure: &EvalError,
        formula: Option<Span>,
    ) {
        if self.bad.explains(failure) {
            return;
        }
        if let (Some(at), false) = (formula, failure.value.is_empty()) {
            self.uncomputable_examples.insert(example.head.id.clone());
            return self.failed(Some(at), example_user(example), failure, failure.help());
        }
        let message = format!("{} cannot be computed: {}", example.head.id, failure);
        self.uncomputable_examples.insert(example.head.id.clone());
        let at = if failure.value.is_empty() { placed.place.span(&failure.at) } else { placed.place.at };
        self.push_of_one(Diagnostic::error(Code::NotComputable, at, message).help(failure.help()));
    }
}

/// The names that an example may set.
pub(crate) fn example_values(game: &Game) -> Vec<String> {
    let system = game.rules.system();
    let mut values: Vec<String> = system.names().into_iter().filter(|name| !name.starts_with(RULING)).collect();
    values.extend(system.stats.keys().flat_map(|stat| STAT_PARTS.map(|part| format!("{stat}.{part}"))));
    values
}

/// An example, as the one who needs what cannot be computed.
pub(crate) fn example_user(example: &ExampleEntry) -> User<'_> {
    User::of_person(example.character.is_some(), example.head.at, "for this example")
}

/// The rules under which an example holds: the default readings, whatever the campaign decides, and its own.
pub fn rules_of(example: &ExampleEntry, game: &Game) -> Option<Rules> {
    let chosen: BTreeMap<String, String> =
        example.rulings.iter().map(|(r, o)| (r.value.clone(), o.value.clone())).collect();
    game.defaults.with(&chosen).ok()
}

/// The character an example is about, with its values set by hand.
///
/// # Errors
/// The first value that cannot be computed.
pub fn subject(
    example: &ExampleEntry,
    game: &Game,
    rules: &Rules,
) -> Result<Character, Box<(PlacedFormula, EvalError)>> {
    let named = example.character.as_ref().and_then(|who| game.person(&who.value));
    let mut character = match named {
        Some(who) => who.character.clone(),
        None => Character { completeness: Completeness::Partial, ..Character::default() },
    };
    if !example.backgrounds.is_empty() {
        character.backgrounds = backgrounds(&example.backgrounds);
    }
    for (name, placed) in &example.set {
        let Some(placed) = &**placed else { continue };
        let value = match (&placed.formula.expr.kind, rules.system().choices.contains_key(&name.value)) {
            // The option of a choice is written as a bare word.
            (ExprKind::Name(word), true) => Value::Symbol(word.clone()),
            _ => {
                let evaluator = Evaluator::new(rules, &character);
                let value = eval(&rules.fold(&placed.formula.expr), &evaluator);
                value.map_err(|e| Box::new((placed.clone(), e)))?
            }
        };
        match &value {
            Value::Symbol(option) if rules.system().choices.contains_key(&name.value) => {
                character.choices.insert(name.value.clone(), option.clone());
            }
            _ => {
                character.set.insert(name.value.clone(), value);
            }
        }
    }
    Ok(character)
}
