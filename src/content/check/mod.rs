//! Does it hold together? Every name resolves, every formula types, no value needs itself, every
//! character computes and is legal, every worked example comes out.
//!
//! **In** [`Entries`]. **Out** a [`Game`], or all faults of all files.

mod building;
mod chapters;
mod characters;
mod checks;
pub use checks::used_with;
mod examples;
pub use building::diagnostic as breach_diagnostic;
pub use examples::{rules_of as example_rules, subject as example_subject};
mod looks;
mod npc;
mod procedures;
pub use procedures::put_in;
mod system;
mod traits;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use deckle_rules::character::Character;
use deckle_rules::formula::{Scope, check as check_formula, listed as words_listed, nearest};
use deckle_rules::rules::Rules;
use deckle_rules::system::{System, formula_name};
use deckle_rules::value::Type;

use super::decode::{PlacedFormula, formula_error};
use super::diagnostic::Diagnostic;
use super::entries::{CharacterEntry, Entries, Head};
use super::game::{Game, fingerprint};
use super::source::{FileId, Located, Span};
use super::text::Text;

/// Checks a system and computes its characters.
///
/// `faulty` are the files in which something could not be read: there are stand-ins in their entries, and
/// nothing is concluded from those. The game is `None` when an error was found; warnings come with a game.
pub fn check(
    entries: Entries,
    campaign: &[(Located<String>, Located<String>)],
    faulty: BTreeSet<FileId>,
) -> (Option<Game>, Vec<Diagnostic>) {
    let mut checker = Checker { diagnostics: Vec::new(), unread: unread(&entries), faulty };
    let (mut system, formulas) = checker.system(&entries);
    if !checker.is_of_sane_size(&entries, &system) {
        return (None, checker.diagnostics);
    }
    system.note_types();
    checker.formulas(&entries, &system);
    checker.building(&entries, &system);
    checker.procedures(&entries, &system);
    checker.checks(&entries, &system);
    checker.looks(&entries, &system);
    checker.chapters(&entries, &system);
    let rules = checker.rules(system, campaign);
    let abilities: Vec<_> = entries.abilities.iter().map(|a| Arc::new(checker.ability(a, rules.system()))).collect();
    checker.people(&entries);
    let mut built = |c: &CharacterEntry| checker.character(c, &abilities, rules.system());
    let characters: Vec<_> = entries.characters.iter().map(&mut built).collect();
    let npcs: Vec<_> = entries.npcs.iter().map(&mut built).collect();
    entries.characters.iter().chain(&entries.npcs).for_each(|c| checker.of_system(c, &entries.head.id));
    let creation = checker.creation(&entries, rules.system());
    let archetypes: Vec<_> =
        entries.archetypes.iter().map(|a| checker.archetype(a, &entries, rules.system())).collect();
    let fingerprint = fingerprint(&entries.head.id, &entries.edition, &rules);
    let defaults = rules.defaults();
    let game =
        Game { entries, rules, defaults, characters, npcs, abilities, creation, archetypes, formulas, fingerprint };
    let examples = checker.sound_examples(&game);
    // Computing with names that do not resolve, or with stand-ins, would only repeat what has been said.
    if !checker.has_errors() && !checker.is_faulty_where_numbers_come_from(&game.entries) && checker.computed(&game) {
        checker.bills(&game);
        checker.bills_of_chapters(&game);
        checker.shown_procedures(&game);
        checker.shown_odds(&game);
        checker.makes_npcs(&game);
        checker.run_examples(&examples, &game);
    }
    let game = (!checker.has_errors()).then_some(game);
    (game, checker.diagnostics)
}

/// Checks characters that stand in no content folder against a game, as strictly as its own.
pub fn check_characters(entries: &[CharacterEntry], game: &Game) -> (Vec<Character>, Vec<Diagnostic>) {
    let mut checker = Checker { diagnostics: Vec::new(), unread: Vec::new(), faulty: BTreeSet::new() };
    let system = game.rules.system();
    entries.iter().for_each(|entry| checker.of_system(entry, &game.entries.head.id));
    let known = || game.entries.characters.iter().chain(&game.entries.npcs).map(|c| c.head.id.as_str());
    for ally in entries.iter().filter_map(|entry| entry.ally.as_ref()) {
        checker.known("character", &ally.of, known());
    }
    let characters: Vec<_> = entries.iter().map(|entry| checker.character(entry, &game.abilities, system)).collect();
    checker.unique("characters", entries.iter().map(|entry| &entry.head));
    if !checker.has_errors() {
        checker.all_computed(game, entries.iter().map(Some).zip(&characters).collect());
    }
    (characters, checker.diagnostics)
}

struct Checker {
    diagnostics: Vec<Diagnostic>,
    /// Names of values whose formulas could not be read: they are there, but nothing is known of them.
    unread: Vec<String>,
    /// Files in which something could not be read.
    faulty: BTreeSet<FileId>,
}

/// The names of values whose formulas could not be read.
fn unread(e: &Entries) -> Vec<String> {
    let cards = e.actions.iter().chain(e.skills.iter().map(|s| &s.card));
    let of_cards = cards.flat_map(|card| card.values.iter().map(move |v| (formula_name(&card.head.id) + ".", v)));
    let all = e.derived.iter().map(|v| (String::new(), v)).chain(of_cards);
    let steps = e.procedures.iter().flat_map(|procedure| &procedure.steps).map(|step| (String::new(), &step.value));
    let outcomes = e.checks.iter().flat_map(|check| &check.values).map(|value| (String::new(), value));
    all.chain(steps)
        .chain(outcomes)
        .filter(|(_, value)| value.formula.is_none())
        .map(|(prefix, value)| prefix + &value.head.id)
        .collect()
}

impl Checker {
    fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Whether something could not be read in a file on which the numbers of everybody rest. What is wrong
    /// with one character, a chapter or an example stays there.
    fn is_faulty_where_numbers_come_from(&self, e: &Entries) -> bool {
        let characters = e.characters.iter().chain(&e.npcs).map(|c| c.file);
        let words = e.chapters.iter().map(|c| c.file).chain(e.terms.iter().map(|t| t.head.at.file));
        let alone: BTreeSet<FileId> =
            characters.chain(words).chain(e.examples.iter().map(|x| x.head.at.file)).collect();
        self.faulty.difference(&alone).next().is_some()
    }

    fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports ids that stand twice among entries of one kind.
    fn unique<'e>(&mut self, kind: &str, heads: impl IntoIterator<Item = &'e Head>) {
        self.unique_ids(kind, heads.into_iter().map(|head| (head.id.as_str(), head.at)));
    }

    fn unique_ids<'e>(&mut self, kind: &str, ids: impl IntoIterator<Item = (&'e str, Span)>) {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for (id, at) in ids {
            match seen.get(id) {
                Some(first) if !id.is_empty() => {
                    let message = format!("there are two {kind} with the id `{id}`");
                    let diagnostic =
                        Diagnostic::error("duplicate-id", at, message).related(*first, "the first is here");
                    self.push(diagnostic.help("give one of them another id"));
                }
                _ => {
                    seen.insert(id, at);
                }
            }
        }
    }

    /// Reports a reference to something that is not there.
    fn known<'k>(&mut self, kind: &str, wanted: &Located<String>, known: impl IntoIterator<Item = &'k str>) -> bool {
        let known: Vec<&str> = known.into_iter().collect();
        if known.contains(&wanted.value.as_str()) {
            return true;
        }
        // An empty reference has been reported when it was read.
        if wanted.value.trim().is_empty() || self.unread.contains(&wanted.value) {
            return false;
        }
        let code = format!("unknown-{}", kind.replace(' ', "-"));
        let mut diagnostic = Diagnostic::error(&code, wanted.at, format!("there is no {kind} `{}`", wanted.value));
        diagnostic.help = Some(match nearest(&wanted.value, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => listed(&known),
        });
        self.push(diagnostic);
        false
    }

    /// Checks a formula and reports it when its type is not among those wanted.
    fn formula(&mut self, placed: &PlacedFormula, scope: &dyn Scope, wanted: &[Type]) {
        match check_formula(&placed.formula.expr, scope) {
            Err(errors) => {
                let is_unread = |name: &String, message: &str| message.contains(&format!("nothing named `{name}`"));
                let errors = errors.iter().filter(|e| !self.unread.iter().any(|name| is_unread(name, &e.message)));
                let found: Vec<Diagnostic> = errors.map(|e| formula_error(e, &placed.place)).collect();
                self.diagnostics.extend(found);
            }
            Ok(found) => {
                let is_wanted = wanted.iter().any(|w| std::mem::discriminant(w) == std::mem::discriminant(&found));
                if !is_wanted && !wanted.is_empty() {
                    let names: Vec<&str> = wanted.iter().map(Type::name).collect();
                    let message = format!("{} is asked for here, and this is {}", names.join(" or "), found.name());
                    let help = "numbers, dice, truths (`a < b`) and words ('light') do not stand in for one another";
                    self.push(Diagnostic::error("wrong-type", placed.place.at, message).help(help));
                }
            }
        }
    }

    /// Checks every formula in a text.
    fn text(&mut self, text: &Text, scope: &dyn Scope) {
        for placed in text.formulas() {
            self.formula(&placed, scope, &[]);
        }
    }

    fn rules(&mut self, system: System, campaign: &[(Located<String>, Located<String>)]) -> Rules {
        let mut chosen = BTreeMap::new();
        for (ruling, option) in campaign {
            if self.reading(&system, ruling, option) {
                chosen.insert(ruling.value.clone(), option.value.clone());
            }
        }
        let rules = Rules::new(system);
        rules.with(&chosen).unwrap_or(rules)
    }

    /// Checks that a ruling and its reading exist.
    fn reading(&mut self, system: &System, ruling: &Located<String>, option: &Located<String>) -> bool {
        self.known("ruling", ruling, system.rulings.keys().map(String::as_str)) && {
            let readings = &system.rulings[&ruling.value].options;
            self.known("reading", option, readings.iter().map(String::as_str))
        }
    }
}

/// What there is to choose from, as far as it fits a line or two.
fn listed(known: &[&str]) -> String {
    match known {
        [] => "there are none yet".to_owned(),
        _ => format!("there are: {}", words_listed(known)),
    }
}
