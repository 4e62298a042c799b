//! Does it hold together? Every name resolves, every formula types, no value needs itself, every
//! character computes and is legal, every worked example comes out.
//!
//! **In** [`Entries`]. **Out** a [`Game`], or all faults of all files.

mod contrast;
pub(crate) mod failed;
mod faulty;
mod instructions;
mod looks;
pub(crate) mod proofs;
mod set_aside;
mod unshown;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;
use makeready_rules::formula::{
    FormulaError, FormulaFault, Frame, may_be_negative, nearest, validate as validate_formula,
};
use makeready_rules::rules::Rules;
use makeready_rules::system::{System, formula_name};
use makeready_rules::template::Form;
use makeready_rules::value::Type;

use super::code::Code;
use super::decode::{PlacedFormula, formula_error};
use super::diagnostic::{Counts, Diagnostic, listed, thin_many};
use super::game::{Game, Listed, Person, Places, SetAside, fingerprint};
use super::gaps::Gaps;
use super::icons::GameIcons;
use super::kind::Kind;
use super::limits::MOST_ODDS;
use super::source::{FileId, Located, Span};
use super::text::Text;
use crate::concept::chapter::ChapterPart;
use crate::concept::character::CharacterEntry;
use crate::concept::checks::validate::OddsDone;
use crate::concept::head::Head;
use crate::load::Entries;
pub(crate) use faulty::Faulty;
use faulty::leaves_numbers;
use proofs::{Computing, Proofs};
pub use set_aside::Computed;
use set_aside::{files_alone, leave_out, own_files, take_out};

/// How deeply a system is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Names, types and texts. What is found is true, but not all that there is; nobody is marked as a draft, and the values of
    /// people are computed when they are asked for. For a system of which something must be seen before all of it can have been
    /// computed.
    Named,
    /// All of it: every value, price and chance that its views show is computed, so that what cannot be is found.
    Computed,
}

/// What came of reading the files of a system, beside the entries.
pub struct Read {
    /// Files in which something could not be read: there are stand-ins in their entries, and nothing is concluded from those.
    pub faulty: BTreeSet<FileId>,
    /// Files with any error.
    pub wrong: BTreeSet<FileId>,
    /// People, abilities and archetypes of whose files nothing could be read.
    pub set_aside: Vec<SetAside>,
    /// All other files of which nothing could be read.
    pub gaps: Gaps,
}

/// A game that has been validated.
pub struct Checked {
    /// The game.
    pub game: Game,
    /// Whether no error was found in what the whole of it rests on.
    pub is_sound: bool,
    /// What was computed without a finding; empty where anything was found in what was computed, or nothing was computed.
    pub proofs: Proofs,
}

/// Checks a system, and computes its characters if that is asked for.
///
/// Of one that `IS_KNOWN_SOUND` only people, abilities and archetypes are looked at, which the game is made of: nothing that an
/// earlier look would have found, and nothing is computed. It is known when the program is built, so that one which opens such systems
/// alone has none of these looks in it.
///
/// The game is not sound when an error was found in what the whole of it rests on; one in the file of a person, an ability or
/// an archetype sets that one aside. There is none when it is too large to be looked at. Beside the findings stands how many
/// more there are than are ever told.
pub fn validate<const IS_KNOWN_SOUND: bool>(
    computing: Option<&Computing<'_>>,
    mut entries: Entries,
    campaign: &[(Located<String>, Located<String>)],
    Read { faulty, wrong, set_aside, gaps }: Read,
) -> (Option<Checked>, Vec<Diagnostic>, Counts) {
    let mut validator = Validator::new(unread(&entries), faulty);
    validator.wrong = wrong;
    validator.own = own_files(&entries).chain(set_aside.iter().map(|one| one.file)).collect();
    validator.alone = files_alone(&entries).chain(set_aside.iter().map(|one| one.file)).collect();
    validator.missing = set_aside.iter().map(|one| one.id.clone()).collect();
    let mut game_rests_on = validator.faulty.union(&validator.wrong).filter(|file| !validator.own.contains(file));
    validator.is_game_sound = game_rests_on.next().is_none() && gaps.is_empty();
    let mut numbers_rest_on = validator.faulty.difference(&validator.alone);
    validator.are_numbers_sound = numbers_rest_on.next().is_none() && !gaps.stops_numbers;
    validator.gaps = gaps;
    let (mut system, formulas) = validator.system(&entries);
    if !validator.is_of_sane_size(&entries, &system) {
        return (None, validator.diagnostics, validator.more);
    }
    system.note_types();
    validator.icons = Arc::clone(&entries.icons);
    if IS_KNOWN_SOUND {
        // Of all names those of abilities can be others since.
        validator.unique("abilities", entries.abilities.iter().map(|ability| &*ability.head));
    } else {
        validator.formulas(&entries, &system);
        validator.building(&entries, &system);
        validator.procedures(&entries, &system);
        validator.checks(&entries, &system);
        validator.looks(&entries, &system);
    }
    validator.icon_credits(&mut entries);
    validator.pictures(&mut entries);
    if !IS_KNOWN_SOUND {
        validator.chapters(&entries, &system);
        validator.paths(&entries);
        validator.shown(&entries, &system);
        validator.rulings(&entries);
    }
    let is_open = validator.bad.leave_open(&mut system, &formulas);
    let rules = validator.rules(system, campaign);
    let system = rules.system();
    validator.people(&entries);
    let Entries { definitions: entries, characters, npcs, abilities, archetypes, of_words, .. } = entries;
    let ability = |entry| Listed { def: Arc::new(validator.ability(&entry, system)), entry };
    let abilities = by_id(abilities.into_iter().map(ability), |ability| &ability.entry.head.id);
    let mut person = |entry| validator.person(entry, &abilities, system);
    let characters: Vec<Person> = characters.into_iter().map(&mut person).collect();
    let npcs: Vec<Person> = npcs.into_iter().map(&mut person).collect();
    characters.iter().chain(&npcs).for_each(|who| validator.of_system(&who.entry, &entries.head.id));
    let creation = validator.creation(&entries, &archetypes, system);
    let archetype = |entry| Listed { def: validator.archetype(&entry, &entries, &abilities, system), entry };
    let game = Game {
        characters: by_id(characters, |who| &who.entry.head.id),
        npcs: by_id(npcs, |who| &who.entry.head.id),
        archetypes: by_id(archetypes.into_iter().map(archetype), |archetype| &archetype.entry.head.id),
        fingerprint: fingerprint(&entries.head.id, &entries.edition, &rules),
        defaults: rules.defaults(),
        places: Places::new(&entries),
        entries,
        rules,
        abilities,
        creation,
        formulas,
        set_aside,
        blank: OnceLock::new(),
    };
    if !IS_KNOWN_SOUND {
        validator.unshown(&game);
    }
    validator.words(of_words);
    let mut game = validator.without_faulty(game);
    let mut proofs = Proofs::default();
    if let (false, Some(computing)) = (IS_KNOWN_SOUND, computing) {
        let is_clean = !is_open && validator.has_nothing_to_set_aside(&game);
        match is_clean.then(|| computing.proofs(&game, &validator.odds_done)).flatten() {
            Some(found) => {
                validator.icons_of_examples(&game.entries.examples);
                proofs = found;
            }
            None => validator.compute(&mut game, is_open),
        }
        validator.unused_icons(&game.entries.icons);
    }
    let checked = Checked { game, is_sound: validator.is_game_sound, proofs };
    (Some(checked), validator.diagnostics, validator.more)
}

/// A map by id. Of two with one id it has the first; the second is reported.
fn by_id<T>(all: impl IntoIterator<Item = T>, id: fn(&T) -> &String) -> IndexMap<String, T> {
    let mut by_id = IndexMap::new();
    for one in all {
        by_id.entry(id(&one).clone()).or_insert(one);
    }
    by_id
}

/// Checks characters that stand in no content folder against a game, as strictly as its own. Those with errors are left
/// out; those that break rules are drafts.
pub fn validate_characters(entries: Vec<CharacterEntry>, game: &Game) -> (Vec<Person>, Vec<Diagnostic>) {
    let mut validator = Validator::new(BTreeSet::new(), BTreeSet::new());
    validator.icons = Arc::clone(&game.entries.icons);
    let system = game.rules.system();
    for entry in &entries {
        validator.of_system(entry, &game.entries.head.id);
        validator.pictures_of_stranger(entry, game);
    }
    for ally in entries.iter().filter_map(|entry| entry.ally.as_ref()) {
        let is_known = game.person(&ally.of.value).is_some();
        validator.known_if(is_known, Kind::Character, &ally.of, || game.people().map(Person::id).collect());
    }
    let people: Vec<_> = entries.into_iter().map(|entry| validator.person(entry, &game.abilities, system)).collect();
    validator.unique("characters", people.iter().map(|who| &*who.entry.head));
    let mut people: Vec<Person> =
        people.into_iter().filter(|who| !validator.wrong.contains(&who.entry.file())).collect();
    let mut computed = validator.all_computed(game, people.iter().map(Some).collect());
    people.retain(|who| !computed.failed.contains(who.id()) && !computed.unprintable.contains(who.id()));
    for who in &mut people {
        who.breaches = computed.breaches.remove(who.id()).unwrap_or_default();
        // Each is read for itself, so that none takes from the others what is left for odds.
        validator.odds_left = Some(MOST_ODDS);
        who.without_odds = validator.used_checks_of(game, who);
    }
    (people, validator.diagnostics)
}

pub(crate) struct Validator {
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// How many more there were.
    pub(crate) more: Counts,
    /// How many there were, repeats included.
    pub(crate) told: usize,
    /// Names of values whose formulas could not be read: they are there, but nothing is known of them.
    pub(crate) unread: BTreeSet<String>,
    /// Files in which something could not be read.
    pub(crate) faulty: BTreeSet<FileId>,
    /// Files in which something else is wrong.
    pub(crate) wrong: BTreeSet<FileId>,
    /// Files that hold one person, ability or archetype each.
    own: BTreeSet<FileId>,
    /// Files on which no numbers rest.
    alone: BTreeSet<FileId>,
    /// Ids of what cannot be read: nothing is concluded about references to them.
    pub(crate) missing: BTreeSet<String>,
    /// Files of which nothing could be read.
    pub(crate) gaps: Gaps,
    /// Formulas and directives in which something is wrong: they are not computed.
    pub(crate) bad: Faulty,
    /// Formulas that cannot be computed, by their places: each is reported once.
    pub(crate) failed_at: BTreeSet<Span>,
    /// The same of what was computed with the values of one person alone.
    pub(crate) failed_of_people: BTreeSet<Span>,
    /// Parts of chapters that cannot be shown for the person that they are about, by their places, with its name.
    pub(crate) not_shown: BTreeMap<Span, String>,
    /// Where chances are left off that cards and sheets show: people by id, with the places.
    pub(crate) without_odds: BTreeMap<String, BTreeSet<Span>>,
    /// Ids of worked examples that cannot be computed.
    pub(crate) uncomputable_examples: BTreeSet<String>,
    /// Formulas in which nothing is wrong and which need nothing to be computed.
    constant: Vec<PlacedFormula>,
    /// Whether nothing is wrong outside the files of their own.
    pub(crate) is_game_sound: bool,
    /// Whether nothing is wrong in the files on which numbers rest.
    pub(crate) are_numbers_sound: bool,
    /// How many more names are compared with misspelled ones.
    pub(crate) guesses: usize,
    /// The icons that the game brings.
    pub(crate) icons: Arc<GameIcons>,
    /// The icons of any kind that something shows.
    pub(crate) icons_shown: BTreeSet<String>,
    /// The kinds and ids that something refers to, of the kinds in [`unshown::SHOWN_BY_OTHERS`].
    pub(crate) named: BTreeSet<(Kind, String)>,
    /// Words that tags and formulas name: entries of lists among them.
    pub(crate) words_named: BTreeSet<String>,
    /// Names of formulas that a reader may be told in words.
    pub(crate) names_told: BTreeSet<String>,
    /// How much work odds may still be; none once it was too much.
    pub(crate) odds_left: Option<u64>,
    /// Odds that were computed.
    pub(crate) odds_done: Arc<OddsDone>,
}

/// How many names are compared with misspelled ones: a second's worth. Behind that, names are listed only.
const MOST_GUESSES: usize = 2_000_000;

/// The ids of one kind, asked for often.
pub(crate) struct Ids<'e> {
    all: Vec<&'e str>,
    known: HashSet<&'e str>,
}

impl<'e> FromIterator<&'e str> for Ids<'e> {
    fn from_iter<T: IntoIterator<Item = &'e str>>(ids: T) -> Self {
        let all: Vec<&str> = ids.into_iter().collect();
        Self { known: all.iter().copied().collect(), all }
    }
}

impl<'e> Ids<'e> {
    /// All of them, in order.
    pub(crate) fn all(&self) -> &[&'e str] {
        &self.all
    }

    /// Whether this is one of them.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.known.contains(id)
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

/// The names of values whose formulas could not be read.
fn unread(e: &Entries) -> BTreeSet<String> {
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

impl Validator {
    pub(crate) fn new(unread: BTreeSet<String>, faulty: BTreeSet<FileId>) -> Self {
        Self {
            diagnostics: Vec::new(),
            more: Counts::default(),
            told: 0,
            unread,
            faulty,
            wrong: BTreeSet::new(),
            own: BTreeSet::new(),
            alone: BTreeSet::new(),
            missing: BTreeSet::new(),
            gaps: Gaps::default(),
            bad: Faulty::default(),
            failed_at: BTreeSet::new(),
            failed_of_people: BTreeSet::new(),
            not_shown: BTreeMap::new(),
            without_odds: BTreeMap::new(),
            uncomputable_examples: BTreeSet::new(),
            constant: Vec::new(),
            is_game_sound: true,
            are_numbers_sound: true,
            guesses: MOST_GUESSES,
            icons: Arc::default(),
            icons_shown: BTreeSet::new(),
            named: BTreeSet::new(),
            words_named: BTreeSet::new(),
            names_told: BTreeSet::new(),
            odds_left: Some(MOST_ODDS),
            odds_done: Arc::default(),
        }
    }

    /// For a part of a game in which nothing is wrong so far, with the odds that were computed of others, and so much work
    /// left for more.
    fn of_sound(game: &Game, odds_done: &Arc<OddsDone>, odds_left: u64) -> Self {
        let mut validator = Self::new(BTreeSet::new(), BTreeSet::new());
        validator.icons = Arc::clone(&game.entries.icons);
        validator.odds_left = Some(odds_left);
        validator.odds_done = Arc::clone(odds_done);
        validator
    }

    /// Whether no error was found, so that nothing of the game is left out when it is computed.
    fn has_nothing_to_set_aside(&self, game: &Game) -> bool {
        let is_read = self.faulty.is_empty() && self.unread.is_empty() && self.gaps.is_empty();
        is_read && self.wrong.is_empty() && self.are_numbers_sound && self.bad.is_empty() && game.set_aside.is_empty()
    }

    /// Computes all of a game, and reports what cannot be computed, what is illegal and which examples differ.
    fn compute(&mut self, game: &mut Game, is_open: bool) {
        // Computing with names that do not resolve, or with stand-ins, would only repeat what has been said.
        let mut computed = if self.are_numbers_sound { self.computed(game) } else { Computed::default() };
        let unprintable = std::mem::take(&mut computed.unprintable);
        let is_computed = computed.is_whole;
        computed.apply(game);
        if is_computed && !is_open {
            self.instructions(game);
            let failed = self.bills(game);
            take_out(game, |_| false, |ability| failed.contains(&ability.head.id));
        }
        let examples = self.sound_examples(game);
        let mut failed = BTreeSet::new();
        if is_computed {
            if !is_open {
                self.bills_of_chapters(game);
                self.shown_procedures(game);
                self.shown_odds(game);
                self.makes_npcs(game);
            }
            failed = self.run_examples(&examples, game);
        }
        leave_out(game, &self.not_shown);
        for (id, places) in std::mem::take(&mut self.without_odds) {
            if let Some(who) = game.characters.get_mut(&id).or_else(|| game.npcs.get_mut(&id)) {
                who.without_odds = places;
            }
        }
        // Whose numbers are known, but whose texts cannot be printed, was there for all that is computed of the game.
        take_out(game, |who| unprintable.contains(who.id()), |_| false);
        if !self.is_game_sound || !is_computed || is_open {
            self.failed_constants(&game.rules);
        }
        // What cannot be computed cannot be printed.
        game.entries.examples.retain(|example| !failed.contains(&example.head.id));
    }

    /// Reports a finding. An error is one of the whole game unless its file holds one person, ability or archetype.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        if self.gaps.explains(&diagnostic.code) {
            self.told += 1;
            self.are_numbers_sound = false;
            return;
        }
        if diagnostic.is_error() {
            let file = diagnostic.at.file;
            self.are_numbers_sound &= self.alone.contains(&file) || leaves_numbers(&diagnostic.code);
        }
        self.push_beside_numbers(diagnostic);
    }

    /// Reports a finding in something from which no other number is computed.
    fn push_beside_numbers(&mut self, diagnostic: Diagnostic) {
        if diagnostic.is_error() {
            let file = diagnostic.at.file;
            self.is_game_sound &= self.own.contains(&file);
            self.wrong.insert(file);
        }
        self.push_of_one(diagnostic);
    }

    /// Reports what is wrong with words alone: numbers do not rest on it.
    fn words(&mut self, found: Vec<Diagnostic>) {
        let are_numbers_sound = self.are_numbers_sound;
        found.into_iter().for_each(|diagnostic| self.push(diagnostic));
        self.are_numbers_sound = are_numbers_sound;
    }

    /// Reports what is wrong with one person or one worked example, wherever it shows: the rest of the game goes on.
    pub(crate) fn push_of_one(&mut self, diagnostic: Diagnostic) {
        self.told += 1;
        self.diagnostics.push(diagnostic);
        self.more += thin_many(&mut self.diagnostics);
    }

    /// The parts of chapters in which every name is known.
    pub(crate) fn sound_parts<'g>(&self, game: &'g Game) -> impl Iterator<Item = &'g ChapterPart> + use<'g, '_> {
        let parts = game.entries.chapters.iter().flat_map(|chapter| &chapter.parts);
        parts.filter(|part| part.at().is_none_or(|at| !self.bad.has(at)))
    }

    /// Reports ids that stand twice among entries of one kind.
    pub(crate) fn unique<'e>(&mut self, kind: &str, heads: impl IntoIterator<Item = &'e Head>) {
        self.unique_ids(kind, heads.into_iter().map(|head| (head.id.as_str(), head.at)));
    }

    /// The same for entries from which no number is computed.
    pub(crate) fn unique_beside_numbers<'e>(&mut self, kind: &str, heads: impl IntoIterator<Item = &'e Head>) {
        let ids = heads.into_iter().map(|head| (head.id.as_str(), head.at));
        for repeated in Self::repeated(kind, ids) {
            self.push_beside_numbers(repeated);
        }
    }

    pub(crate) fn unique_ids<'e>(&mut self, kind: &str, ids: impl IntoIterator<Item = (&'e str, Span)>) {
        for repeated in Self::repeated(kind, ids) {
            self.push(repeated);
        }
    }

    fn repeated<'e>(kind: &str, ids: impl IntoIterator<Item = (&'e str, Span)>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for (id, at) in ids {
            match seen.get(id) {
                Some(first) if !id.is_empty() => {
                    let message = format!("there are two {kind} with the id `{id}`");
                    let diagnostic =
                        Diagnostic::error(Code::DuplicateId, at, message).related(*first, "the first is here");
                    found.push(diagnostic.help("give one of them another id"));
                }
                _ => {
                    seen.insert(id, at);
                }
            }
        }
        found
    }

    /// Reports a reference to something that is not there.
    pub(crate) fn known<'k, K>(&mut self, kind: Kind, wanted: &Located<String>, known: K) -> bool
    where
        K: IntoIterator<Item = &'k str>,
        K::IntoIter: Clone,
    {
        let known = known.into_iter();
        let is_known = known.clone().any(|id| id == wanted.value);
        self.known_if(is_known, kind, wanted, || known.collect())
    }

    /// The same for keys of a table.
    pub(crate) fn known_in<V>(&mut self, kind: Kind, wanted: &Located<String>, known: &IndexMap<String, V>) -> bool {
        self.known_if(known.contains_key(&wanted.value), kind, wanted, || known.keys().map(String::as_str).collect())
    }

    /// The same for ids that have been gathered.
    pub(crate) fn known_of(&mut self, kind: Kind, wanted: &Located<String>, known: &Ids<'_>) -> bool {
        self.known_if(known.known.contains(wanted.value.as_str()), kind, wanted, || known.all.clone())
    }

    /// The same where it is known already whether it is there. All ids are gathered only if it is not.
    pub(crate) fn known_if<'k>(
        &mut self,
        is_known: bool,
        kind: Kind,
        wanted: &Located<String>,
        known: impl FnOnce() -> Vec<&'k str>,
    ) -> bool {
        if kind == Kind::ListEntry {
            self.words_named.insert(wanted.value.clone());
        } else if unshown::SHOWN_BY_OTHERS.contains(&kind) {
            self.named.insert((kind, wanted.value.clone()));
        }
        // An empty reference has been reported when it was read, and so has a file that cannot be.
        let is_lost = !is_known && self.gaps.may_hold(kind);
        // What was meant is in a file that nobody reads.
        self.are_numbers_sound &= !is_lost || leaves_numbers(&kind.unknown());
        let is_missing =
            matches!(kind, Kind::Character | Kind::Ability) && self.missing.contains(&wanted.value) || is_lost;
        if is_known || is_missing || wanted.value.trim().is_empty() || self.unread.contains(&wanted.value) {
            return is_known;
        }
        let known = known();
        let message = format!("there is no {} `{}`", kind.noun(), wanted.value);
        let mut diagnostic = Diagnostic::error(kind.unknown(), wanted.at, message);
        diagnostic.help = Some(match self.guess(&wanted.value, &known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => listed(&known),
        });
        self.push(diagnostic);
        false
    }

    /// The name that was meant, as long as there have not been too many to compare.
    pub(crate) fn guess<'k>(&mut self, wanted: &str, known: &[&'k str]) -> Option<&'k str> {
        self.guesses = self.guesses.checked_sub(known.len())?;
        nearest(wanted, known.iter().copied())
    }

    /// Checks a formula and reports it when its type is not among those wanted.
    pub(crate) fn formula(&mut self, placed: &PlacedFormula, scope: &dyn Frame, wanted: &[Type]) {
        for fault in self.faults_of(placed, scope, wanted) {
            self.push(fault);
        }
    }

    /// The same for one from which no number is computed, or that is left open where it is faulty.
    pub(crate) fn formula_beside_numbers(&mut self, placed: &PlacedFormula, scope: &dyn Frame, wanted: &[Type]) {
        for fault in self.faults_of(placed, scope, wanted) {
            self.push_beside_numbers(fault);
        }
    }

    fn faults_of(&mut self, placed: &PlacedFormula, scope: &dyn Frame, wanted: &[Type]) -> Vec<Diagnostic> {
        self.note_words(&placed.formula);
        let found = match validate_formula(&placed.formula.expr, scope) {
            Err(errors) => {
                self.bad.note(placed.place.at);
                self.bad.note_names(&errors);
                self.are_numbers_sound &=
                    !(self.gaps.has_numbers && errors.iter().any(|error| self.rests_on_unread(error)));
                let errors = errors.iter().filter(|error| !self.rests_on_unread(error));
                return errors.map(|error| formula_error(error, &placed.place)).collect();
            }
            Ok(found) => found,
        };
        if placed.formula.expr.is_constant() {
            self.constant.push(placed.clone());
        }
        let is_wanted = wanted.iter().any(|w| std::mem::discriminant(w) == std::mem::discriminant(&found));
        if is_wanted || wanted.is_empty() {
            return Vec::new();
        }
        self.bad.note(placed.place.at);
        let names: Vec<&str> = wanted.iter().map(Type::name).collect();
        let message = format!("expected {}, found {}", names.join(" or "), found.name());
        let help = "numbers, dice, truths (`a < b`) and words ('light') cannot replace one another";
        vec![Diagnostic::error(Code::WrongType, placed.place.at, message).help(help)]
    }

    /// Whether a fault of a formula would not be there if everything could have been read.
    fn rests_on_unread(&self, error: &FormulaError) -> bool {
        match &*error.fault {
            FormulaFault::UnknownName { name, .. } => self.gaps.has_numbers || self.unread.contains(name),
            FormulaFault::UnknownSymbol { .. } => self.gaps.has_numbers,
            _ => false,
        }
    }

    /// Checks every formula in a text.
    pub(crate) fn text(&mut self, text: &Text, scope: &dyn Frame) {
        for placed in text.formulas() {
            self.formula_beside_numbers(&placed, scope, &[]);
        }
        for (placed, form) in text.behind_signs() {
            self.sign_before(&placed, form, scope);
        }
    }

    /// Warns of a sign in front of a figure that may bring its own.
    pub(crate) fn sign_before(&mut self, placed: &PlacedFormula, form: Form, scope: &dyn Frame) {
        let expr = &placed.formula.expr;
        let is_number = matches!(validate_formula(expr, scope), Ok(Type::Number));
        // How low a value can be is not known where a file could not be read.
        if form.has_sign || is_number && self.gaps.is_empty() && may_be_negative(expr, scope) {
            let written = &placed.formula.text;
            let terms = if form.has_terms { "|terms" } else { "" };
            let opposite = format!("for a minus, `{{+-({written}){terms}}}`");
            let (message, help) = if form.has_sign {
                let message = format!("`{{+{written}{terms}}}` already prints a sign, so two signs would be printed");
                (message, format!("remove the sign before the brace; {opposite}"))
            } else {
                let message =
                    format!("two signs would be printed before `{{{written}{terms}}}` if the value is below zero");
                let signs = "it prints `+2`, `\u{2212}2` or `+0`";
                (message, format!("write `{{+{written}{terms}}}` without the sign: {signs}; {opposite}"))
            };
            self.push(Diagnostic::warning(Code::LooseSign, placed.place.at, message).help(help));
        }
    }

    pub(crate) fn rules(&mut self, system: System, campaign: &[(Located<String>, Located<String>)]) -> Rules {
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
    pub(crate) fn reading(&mut self, system: &System, ruling: &Located<String>, option: &Located<String>) -> bool {
        self.known_in(Kind::Ruling, ruling, &system.rulings) && {
            let readings = &system.rulings[&ruling.value].options;
            self.known(Kind::Reading, option, readings.iter().map(String::as_str))
        }
    }
}
