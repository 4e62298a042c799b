//! An NPC draft: what it is so far, and what every step needs.

use std::collections::BTreeSet;

use super::progress::{number_for, value_for};
use super::{Archetype, Decision, Generator, MOST_DICE_OF_STAT, Npc, NpcError, Part, Request, Stream, Topic};
use crate::eval::compute::Evaluator;
use crate::eval::legality::{Subject, violations};
use crate::formula::{EvalError, EvalFault, Formula};
use crate::model::character::Character;
use crate::value::Value;

/// Which streams of chance a draft draws from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    pub seed: u64,
    pub index: u64,
    pub attempt: u64,
}

/// Nothing to choose from.
pub(super) const NONE: [&str; 0] = [];
/// The most options that are logged with a decision: logging every choice from a list would take the square of its
/// length.
const MOST_OPTIONS: usize = 200;

/// A rule that a draft breaks.
pub(super) struct Broken {
    /// Where.
    pub subject: Subject,
    /// What.
    pub message: String,
}

/// An NPC draft.
pub(super) struct Draft<'a> {
    pub generator: &'a Generator<'a>,
    pub archetype: &'a Archetype,
    key: Key,
    /// Subjects that broke a rule in an earlier attempt.
    pub banned: &'a BTreeSet<Subject>,
    pub npc: Npc,
}

impl<'a> Draft<'a> {
    pub fn new(
        generator: &'a Generator<'a>,
        archetype: &'a Archetype,
        key: Key,
        banned: &'a BTreeSet<Subject>,
    ) -> Self {
        let npc = Npc {
            character: Character::default(),
            archetype: archetype.id.clone(),
            portrait: String::new(),
            item_notes: Vec::new(),
            notes: Vec::new(),
            log: Vec::new(),
        };
        Self { generator, archetype, key, banned, npc }
    }

    /// Every step, each resting on those before it.
    pub fn make(&mut self, request: &Request, taken: &BTreeSet<String>) -> Result<(), NpcError> {
        self.first_words(request);
        self.set_requested(request);
        self.stats()?;
        self.advances()?;
        self.set_by_archetype(request)?;
        self.backgrounds()?;
        self.traits()?;
        self.gear()?;
        self.abilities()?;
        self.languages()?;
        self.ranks()?;
        self.name(taken);
        self.looks();
        self.notes()
    }

    fn first_words(&mut self, request: &Request) {
        let known: Vec<String> = self.generator.archetypes.iter().map(|archetype| archetype.id.clone()).collect();
        let why = if request.archetype.is_some() { "as requested" } else { "random; each is equally likely" };
        self.log("archetype", known, &self.archetype.id, why);
        if self.key.attempt > 0 {
            let attempt = (self.key.attempt + 1).to_string();
            self.log("attempt", NONE, &attempt, "earlier choices broke a rule");
        }
    }

    /// Inputs and choices: those of the request, else those of the creation rules.
    fn set_requested(&mut self, request: &Request) {
        let system = self.generator.rules.system();
        let creation = self.generator.creation;
        let why =
            |is_asked: bool| if is_asked { "as requested" } else { "the usual value, because nothing was requested" };
        for (name, input) in &system.inputs {
            let asked = request.inputs.get(name);
            let Some(value) = asked.or_else(|| creation.inputs.get(name)) else { continue };
            self.npc.character.inputs.insert(name.clone(), *value);
            let range = vec![format!("{} to {}", input.min, input.max)];
            self.log(&format!("inputs/{name}"), range, &value.to_string(), why(asked.is_some()));
        }
        let mut stream = self.stream(Topic::Choices);
        for (name, choice) in &system.choices {
            let asked = request.choices.get(name);
            let of_kind = self.archetype.choices.get(name).filter(|options| asked.is_none() && !options.is_empty());
            let drawn = of_kind.map(|options| &options[stream.place(options.len())]);
            let Some(option) = asked.or(drawn).or_else(|| creation.choices.get(name)) else { continue };
            let options: Vec<&String> =
                of_kind.map_or_else(|| choice.options.keys().collect(), |options| options.iter().collect());
            self.npc.character.choices.insert(name.clone(), option.clone());
            let why = if drawn.is_some() { "random; each is equally likely" } else { why(asked.is_some()) };
            self.log(&format!("choices/{name}"), options, option, why);
        }
    }

    /// Inputs that the archetype computes from all that is decided so far.
    fn set_by_archetype(&mut self, request: &Request) -> Result<(), NpcError> {
        for (name, formula) in &self.archetype.inputs {
            if request.inputs.contains_key(name) {
                continue;
            }
            let value = self.number(formula)?;
            let input = self.generator.rules.system().inputs.get(name);
            let input = input.ok_or_else(|| NpcError::unknown("input", name, []))?;
            if !(input.min..=input.max).contains(&value) {
                let (input, min, max) = (input.name.clone(), input.min, input.max);
                return Err(NpcError::OutOfRange { input, wanted: value, min, max });
            }
            self.npc.character.inputs.insert(name.clone(), value);
            self.log(&format!("inputs/{name}"), NONE, &value.to_string(), &format!("`{}`", formula.text));
        }
        Ok(())
    }

    pub fn stream(&self, topic: Topic) -> Stream {
        Stream::new(self.key.seed, self.key.index, self.key.attempt, topic)
    }

    pub fn log<S: Into<String>>(&mut self, what: &str, options: impl IntoIterator<Item = S>, taken: &str, why: &str) {
        let mut open = options.into_iter();
        let mut options: Vec<String> = open.by_ref().take(MOST_OPTIONS).map(Into::into).collect();
        let more = open.count();
        if more > 0 {
            options.push(format!("and {more} more"));
        }
        let (what, taken, why) = (what.to_owned(), taken.to_owned(), why.to_owned());
        self.npc.log.push(Decision { what, options, taken, why });
    }

    /// What a formula evaluates to for the character as it is so far.
    pub fn value(&self, formula: &Formula) -> Result<Value, EvalError> {
        value_for(self.generator.rules, &self.npc.character, formula)
    }

    /// The same as a whole number, rounded down.
    pub fn number(&self, formula: &Formula) -> Result<i64, EvalError> {
        number_for(self.generator.rules, &self.npc.character, formula)
    }

    /// What a formula of the creation rules evaluates to; none where they have none.
    pub fn rule_value(&self, part: Part) -> Result<Option<Value>, NpcError> {
        let Some(formula) = self.generator.creation.formula(part) else { return Ok(None) };
        let value = self.value(formula).map_err(|error| NpcError::Rule { part, error })?;
        let dice = if let Value::Dice(dice) = &value { dice.count() } else { 0 };
        if dice > MOST_DICE_OF_STAT {
            return Err(self.refused(part, EvalFault::TooManyDiceOfStat { dice, most: MOST_DICE_OF_STAT }));
        }
        Ok(Some(value))
    }

    /// The same as a whole number, rounded down.
    pub fn amount(&self, part: Part) -> Result<Option<i64>, NpcError> {
        let Some(formula) = self.generator.creation.formula(part) else { return Ok(None) };
        let amount = self.number(formula).map_err(|error| NpcError::Rule { part, error })?;
        match part.most() {
            Some(most) if amount > most => Err(self.refused(part, EvalFault::TooMuchMade { amount, most })),
            _ => Ok(Some(amount)),
        }
    }

    /// The same as a count: nothing where the formula goes below zero.
    pub fn count(&self, part: Part) -> Result<Option<usize>, NpcError> {
        let count = |amount: i64| usize::try_from(amount.max(0)).unwrap_or(usize::MAX);
        Ok(self.amount(part)?.map(count))
    }

    /// The same as a number of ranks.
    pub fn ranks_of(&self, part: Part) -> Result<Option<u32>, NpcError> {
        let ranks = |amount: i64| u32::try_from(amount.max(0)).unwrap_or(u32::MAX);
        Ok(self.amount(part)?.map(ranks))
    }

    /// The error for a value that a formula of the creation rules must not have.
    pub fn refused(&self, part: Part, fault: EvalFault) -> NpcError {
        let at = self.generator.creation.formula(part).map_or(0..0, |formula| formula.expr.at.clone());
        NpcError::Rule { part, error: EvalError::new(&at, fault) }
    }

    /// Whether a condition holds; without one, it does.
    pub fn holds(&self, when: Option<&Formula>) -> Result<bool, NpcError> {
        when.map_or(Ok(true), |when| Ok(self.value(when)? == Value::Bool(true)))
    }

    /// Every rule that the NPC breaks: those of characters and their abilities, and what the creation rules limit.
    pub fn broken(&self) -> Result<Vec<Broken>, NpcError> {
        let (generator, character) = (self.generator, &self.npc.character);
        let found = violations(&Evaluator::new(generator.rules, character))?;
        let mut broken: Vec<Broken> =
            found.into_iter().map(|v| Broken { subject: v.subject, message: v.message }).collect();
        let mut add = |message: String| broken.push(Broken { subject: Subject::Character, message });
        if let (Some(carried), Some(limit)) = (self.amount(Part::LoadCarried)?, self.amount(Part::LoadLimit)?)
            && carried > limit
        {
            add(format!("{carried} is carried; the limit is {limit}."));
        }
        if !self.abilities_fit()? {
            add("There is no space for all abilities.".to_owned());
        }
        Ok(broken)
    }

    /// Whether all abilities together find room.
    pub fn abilities_fit(&self) -> Result<bool, NpcError> {
        let (Some(used), Some(room)) = (self.rule_value(Part::AbilitiesUsed)?, self.rule_value(Part::AbilitiesRoom)?)
        else {
            return Ok(true);
        };
        // Not rounded: half of what there is room for is no room for a whole one.
        Ok(used.as_number().zip(room.as_number()).is_some_and(|(used, room)| used <= room))
    }
}
