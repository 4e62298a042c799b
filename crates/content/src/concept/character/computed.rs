//! Characters: everything computed for each, and judged.

use std::collections::{BTreeMap, BTreeSet};

use makeready_rules::compute::Evaluator;
use makeready_rules::eval::Worksheet;
use makeready_rules::formula::{EvalError, EvalFault, Frame, eval};
use makeready_rules::item::ItemFrame;
use makeready_rules::legality::{Subject, Violation, violations};
use makeready_rules::passive::additions;
use makeready_rules::rules::Rules;
use makeready_rules::traits::{PREREQUISITE, TAKEN_TWICE};
use makeready_rules::value::Value;
use rayon::prelude::*;

use crate::code::Code;
use crate::concept::block::CardBlock;
use crate::concept::building::BuildingEntry;
use crate::concept::chapter::validate::placed_formulas;
use crate::concept::chapter::{ChapterEntry, ChapterPart};
use crate::concept::character::{CharacterEntry, OwnedEntry, RanksEntry};
use crate::concept::fact::FactEntry;
use crate::concept::sheet::BlockKind;
use crate::concept::traits::TraitEntry;
use crate::decode::PlacedFormula;
use crate::diagnostic::Diagnostic;
use crate::game::{BrokenRule, Game, Person};
use crate::load::Definitions;
use crate::source::{ScalarPlace, Span};
use crate::text::Text;
use crate::validate::{Computed, Faulty, Validator};

/// The most values and terms that are cached for all people together: a hundred megabytes.
const MOST_KEPT: usize = 400_000;

impl Validator {
    /// Computes every value and every text for the blank form and for every character, and asks whether
    /// the characters are legal.
    pub(crate) fn computed(&mut self, game: &Game) -> Computed {
        self.all_computed(game, std::iter::once(None).chain(game.people().map(Some)).collect())
    }

    /// The same for some people; `None` is the blank form.
    pub(crate) fn all_computed(&mut self, game: &Game, all: Vec<Option<&Person>>) -> Computed {
        // Side by side; only what fails is gone through once more, in order, to tell each fault once.
        let most = MOST_KEPT / all.len().max(1);
        let chapters = &game.entries.chapters;
        let bad = &self.bad;
        let new = || Failures { bad: bad.clone(), ..Failures::default() };
        let all = all.into_par_iter().map(|who| (who, new().of(game, who, chapters, most)));
        let mut failures = new();
        let mut computed = Computed { is_whole: true, ..Computed::default() };
        let mut is_printable = true;
        for (who, fails) in all.collect::<Vec<_>>() {
            let found = if fails == Fails::Nothing { fails } else { failures.of(game, who, chapters, most) };
            let Some(who) = who else {
                computed.is_whole &= found != Fails::Numbers;
                is_printable &= found == Fails::Nothing;
                continue;
            };
            if found == Fails::Numbers {
                computed.failed.insert(who.id().to_owned());
                // What is illegal is often why it fails. Where even that cannot be computed, enough has been said.
                let _ = self.breaches(game, who);
                continue;
            }
            if found == Fails::Texts {
                computed.unprintable.insert(who.id().to_owned());
            }
            match self.breaches(game, who) {
                Ok(breaches) if breaches.is_empty() => {}
                Ok(breaches) => {
                    computed.breaches.insert(who.id().to_owned(), breaches);
                }
                Err(failure) => {
                    let rule = game.entries.legality.iter().find(|l| l.head.id == failure.value);
                    let place = rule.and_then(|l| l.require.as_ref()).map(|placed| &placed.place);
                    failures.note(game, Some(&who.entry), &failure, place);
                    computed.failed.insert(who.id().to_owned());
                }
            }
        }
        for fault in failures.found {
            self.failed_at.insert(fault.at);
            self.push_of_one(fault);
        }
        self.is_game_sound &= computed.is_whole && is_printable;
        computed
    }

    /// Reports the rules that somebody breaks, and returns them.
    ///
    /// # Errors
    /// When it cannot be computed.
    pub(crate) fn breaches(&mut self, game: &Game, who: &Person) -> Result<Vec<BrokenRule>, EvalError> {
        let evaluator = who.evaluator(&game.rules);
        let found = violations(&evaluator)?;
        let by_default = broken_by_default(game, &found, |rules| violations(&who.evaluator(rules)));
        let mut breaches = Vec::new();
        for violation in found {
            let is_same = |other: &Violation| other.id == violation.id && other.subject == violation.subject;
            let is_of_campaign = by_default.as_ref().is_some_and(|known| !known.iter().any(is_same));
            let at = subject(who, &violation.subject);
            let help = match (violation.cure.as_str(), violation.rule.as_str()) {
                ("", "") => format!("`{}` under `legality` in system.yaml requires this", violation.id),
                ("", rule) => format!("see rule {rule}"),
                (cure, "") => cure.to_owned(),
                (cure, rule) => format!("{cure} (rule {rule})"),
            };
            let code = match violation.id.as_str() {
                PREREQUISITE => Code::Prerequisite,
                TAKEN_TWICE => Code::TraitTakenTwice,
                own => Code::Own(own.to_owned()),
            };
            let is_warning = violation.is_warning || is_of_campaign;
            let make = if is_warning { Diagnostic::warning } else { Diagnostic::error };
            let why = if is_of_campaign { OF_CAMPAIGN } else { "" };
            if !is_warning {
                breaches.push(BrokenRule { id: violation.id.clone(), message: violation.message.clone() });
            }
            self.push_of_one(make(code, at, violation.message).help(format!("{help}{why}")));
        }
        self.replaced(who, &evaluator);
        Ok(breaches)
    }

    /// Says what an ability adds in vain, because another one adds the same.
    fn replaced(&mut self, who: &Person, evaluator: &Evaluator<'_>) {
        // What cannot be computed has been told with the values.
        for bonus in additions(evaluator, None).unwrap_or_default() {
            if let Some(other) = &bonus.replaced_by {
                let to = evaluator.rules().label(bonus.to);
                let message =
                    format!("{} adds nothing to {to}: {} adds the same", bonus.ability.name, other.ability.name);
                let place = Subject::Keyword { ability: bonus.place, line: bonus.line };
                let at = subject(who, &place);
                let help = "only the last such addition counts; remove one of the two, or put the stronger one last";
                self.push(Diagnostic::warning(Code::Replaced, at, message).help(help));
            }
        }
    }
}

/// What is added where something is illegal only because of what a campaign has decided.
pub const OF_CAMPAIGN: &str = "; it is legal with the default rulings, but not with those of the campaign";

/// What is broken under the default readings, where a campaign has decided otherwise: content made for those must not
/// stop such a campaign. None where it has not, or when it cannot be told; then everything counts. None as well where nothing
/// was `found` under the readings of the campaign: there is nothing to compare, and this is as much work as finding it was.
pub(crate) fn broken_by_default<T>(
    game: &Game,
    found: &[T],
    broken: impl FnOnce(&Rules) -> Result<Vec<T>, EvalError>,
) -> Option<Vec<T>> {
    if found.is_empty() || game.rules.differences().is_empty() { None } else { broken(&game.defaults).ok() }
}

/// What of a character cannot be computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fails {
    Nothing,
    /// Texts, from which no number is computed.
    Texts,
    Numbers,
}

/// Formulas that could not be computed; each is reported once, with the characters it failed for.
#[derive(Default)]
struct Failures {
    /// Formulas in which something is wrong: they are not computed.
    bad: Faulty,
    found: Vec<Diagnostic>,
    /// Which of them is about what place.
    places: BTreeMap<Span, usize>,
    /// How many there are, each as often as it names a character.
    count: usize,
}

impl Failures {
    /// Computes everything for one character, and what these chapters say of it; what failed. Otherwise caches up to `most`
    /// values.
    fn of(&mut self, game: &Game, who: Option<&Person>, chapters: &[ChapterEntry], most: usize) -> Fails {
        let (entry, evaluator) = (who.map(|who| &who.entry), game.evaluator(who));
        let character = evaluator.character();
        let before = self.count;
        // What is added comes first: a fault in it would look like one of the value it is added to.
        let texts = entry.map(own_texts).unwrap_or_default();
        let added = entry.map(|entry| own_formulas(&game.entries, entry)).unwrap_or_default();
        for placed in added.iter().chain(&texts) {
            self.try_formula(game, entry, placed, &evaluator);
        }
        if self.count > before {
            return Fails::Numbers;
        }
        let system = game.rules.system();
        for name in system.stats.keys().chain(system.values.keys()) {
            match evaluator.computed(name) {
                Err(failure) => self.note(game, entry, &failure, None),
                Ok(computed) => {
                    // What may stay open leaves open what needs it: lines to write on.
                    let may_stay_open = |name: &str| system.inputs.get(name).is_some_and(|input| input.is_optional);
                    if let (Some(_), Value::Unknown(missing)) = (entry, &computed.value)
                        && !may_stay_open(missing)
                        && !self.bad.leaves_open(missing)
                    {
                        let failure = EvalError::whole(EvalFault::Unknown { name: missing.clone() }).in_value(name);
                        self.note(game, entry, &failure, None);
                    }
                }
            }
        }
        if self.count > before {
            return Fails::Numbers;
        }
        if let Some(layout) = &game.entries.item_card {
            let formulas = layout.formulas();
            for item in &character.items {
                let frame = ItemFrame::new(&evaluator, item);
                for placed in &formulas {
                    self.try_in(game, entry, placed, &frame);
                }
            }
        }
        if let (Some(layout), Some(_)) = (&game.entries.ally_card, entry.and_then(|entry| entry.ally.as_ref())) {
            for placed in layout.formulas() {
                self.try_formula(game, entry, &placed, &evaluator);
            }
        }
        for ability in &character.built {
            let Some(sheet) = Worksheet::ability(&evaluator, ability) else { continue };
            let of_card = game.entries.building.iter().flat_map(BuildingEntry::card_formulas);
            let e = &game.entries;
            let blocks = e.sheet_front.iter().chain(&e.sheet_back).chain(e.handouts.blocks());
            let names = blocks.filter_map(|block| match &block.kind {
                BlockKind::AbilityNames(text, _) => Some(text.formulas()),
                _ => None,
            });
            let columns = game.entries.building.iter().flat_map(|building| &*building.columns);
            let columns = columns.flat_map(|column| placed_formulas(&column.text.0.0, &column.text.0.1));
            for placed in of_card.chain(names.flatten()).chain(columns) {
                self.try_in(game, entry, &placed, &sheet.frame());
            }
            let built = who.and_then(|who| game.built(who, &ability.id));
            for placed in built.into_iter().flat_map(|built| built.description.formulas()) {
                self.try_formula(game, entry, &placed, &evaluator);
            }
        }
        let mut texts = shared_texts(&game.entries);
        texts.extend(chapter_texts(chapters, entry));
        texts.extend(book_texts(&game.entries, entry));
        for placed in texts {
            self.try_formula(game, entry, &placed, &evaluator);
        }
        if self.count > before {
            return Fails::Texts;
        }
        game.keep(who, evaluator, most);
        Fails::Nothing
    }

    fn try_formula(
        &mut self,
        game: &Game,
        entry: Option<&CharacterEntry>,
        placed: &PlacedFormula,
        evaluator: &Evaluator<'_>,
    ) {
        self.try_in(game, entry, placed, evaluator);
    }

    fn try_in(&mut self, game: &Game, entry: Option<&CharacterEntry>, placed: &PlacedFormula, frame: &dyn Frame) {
        if self.bad.has(placed.place.at) {
            return;
        }
        if let Err(failure) = eval(&game.rules.fold(&placed.formula.expr), frame) {
            self.note(game, entry, &failure, Some(&placed.place));
        }
    }

    /// Notes a failure: in the formula of the value it names, or in the formula at `place`.
    fn note(&mut self, game: &Game, entry: Option<&CharacterEntry>, failure: &EvalError, place: Option<&ScalarPlace>) {
        if self.bad.explains(failure) {
            return;
        }
        let mut names = std::iter::once(failure.value.as_str()).chain(failure.circle());
        let at = match (names.find_map(|name| game.formulas.get(name)), place, entry) {
            (Some(place), ..) | (None, Some(place), _) => place.span(&failure.at),
            (None, None, Some(entry)) => entry.head.at,
            (None, None, None) => game.entries.head.at,
        };
        let what = if failure.value.is_empty() { "this".to_owned() } else { format!("`{}`", failure.value) };
        let same = self.places.get(&at).map(|place| &mut self.found[*place]);
        match (same, entry) {
            (Some(known), Some(entry)) => {
                // A fault that does not need a character has been told; for others, all of them are listed. Characters
                // come one after another, so that the last one listed is this one or another.
                let is_new = known.related.last().is_some_and(|(place, _)| *place != entry.head.at);
                if is_new {
                    known.related.push((entry.head.at, "and for this one".to_owned()));
                    self.count += 1;
                }
            }
            (Some(_), None) => {}
            (None, entry) => {
                let whom = entry.map_or_else(String::new, |e| format!(" for {}", e.head.name));
                let message = format!("{what} cannot be computed{whom}: {failure}");
                let mut diagnostic = Diagnostic::error(Code::NotComputable, at, message).help(failure.help());
                diagnostic.related.extend(entry.map(|e| (e.head.at, "for this character".to_owned())));
                self.count += 1 + diagnostic.related.len();
                self.places.insert(at, self.found.len());
                self.found.push(diagnostic);
            }
        }
    }
}

/// Whether every value and every text computes for a character or the blank form, without what chapters say. Caches the values.
pub(crate) fn computes(game: &Game, who: Option<&Person>) -> bool {
    let most = MOST_KEPT / (1 + game.people().count());
    Failures::default().of(game, who, &[], most) == Fails::Nothing
}

/// Whether every text of a chapter computes for whom it speaks of.
pub(crate) fn texts_compute(game: &Game, chapter: &ChapterEntry) -> bool {
    let computes = |who: Option<&Person>| {
        let texts = chapter_texts(std::slice::from_ref(chapter), who.map(|who| &who.entry));
        let evaluator = game.evaluator(who);
        texts.iter().all(|placed| eval(&game.rules.fold(&placed.formula.expr), &evaluator).is_ok())
    };
    let named = chapter.parts.iter().filter_map(|part| match part {
        ChapterPart::Example(who, ..) => who.as_ref(),
        _ => None,
    });
    let named: BTreeSet<&str> = named.map(|who| who.value.as_str()).collect();
    computes(None) && named.into_iter().filter_map(|id| game.person(id)).all(|who| computes(Some(who)))
}

/// Formulas that only this character has: what its things, abilities and conditions add.
fn own_formulas(e: &Definitions, entry: &CharacterEntry) -> Vec<PlacedFormula> {
    let in_force = |id: &str| entry.conditions.iter().any(|c| c.value == id);
    let held = |id: &str| entry.traits.0.iter().any(|taken| taken.id.value == id);
    let chosen = |choice: &str, option: &str| {
        entry.choices.iter().any(|(taken, of)| taken.value == choice && of.value == option)
    };
    let traits = e.trait_lists.iter().flat_map(|list| &list.traits).filter(|t| held(&t.head.id)).flat_map(|t| &t.adds);
    let options = e.choices.iter().flat_map(|c| c.options.iter().filter(|o| chosen(&c.head.id, &o.head.id)));
    let modifiers =
        entry.modifiers().chain(e.conditions.iter().filter(|c| in_force(&c.head.id)).flat_map(|c| &c.modifiers));
    let modifiers = modifiers.chain(traits).chain(options.flat_map(|o| &o.modifiers));
    let fields = entry.items.iter().flat_map(|i| &i.fields).filter_map(|(_, formula)| formula.as_ref());
    modifiers.filter_map(|m| m.add.as_ref()).chain(fields).cloned().collect()
}

/// Formulas in texts that only this character has.
fn own_texts(entry: &CharacterEntry) -> Vec<PlacedFormula> {
    let abilities = entry.described().flat_map(|a| [&*a.text, &*a.note]);
    let texts =
        abilities.chain(entry.items.iter().map(|i| &*i.note)).chain(entry.notes.iter().map(|(_, text)| &**text));
    texts.flat_map(Text::formulas).collect()
}

/// Formulas in texts that are printed for everybody: cards, cost sets, sheets.
fn shared_texts(e: &Definitions) -> Vec<PlacedFormula> {
    let figures = e.cards().flat_map(|card| &card.values);
    let mut found: Vec<_> = e.derived.iter().chain(figures).flat_map(|value| value.how.formulas()).collect();
    for card in e.cards() {
        let facts = |facts: &[FactEntry]| facts.iter().flat_map(|f| f.text.formulas()).collect::<Vec<_>>();
        found.extend(card.cost_more.iter().cloned());
        found.extend(card.text.formulas());
        found.extend(card.reaction_sign.formulas());
        found.extend(card.reaction.formulas());
        found.extend(facts(&card.facts));
        found.extend(card.outcomes.iter().flat_map(|o| o.text.formulas()));
        for block in &card.blocks {
            match block {
                CardBlock::Text(text) => found.extend(text.formulas()),
                CardBlock::Facts(list) => found.extend(facts(list)),
                CardBlock::Rulings(table) => found.extend(table.none.0.formulas()),
                CardBlock::Table { rows, .. } => found.extend(rows.iter().flatten().flat_map(Text::formulas)),
                CardBlock::Heading(_) | CardBlock::Track(..) | CardBlock::Lines(_) => {}
            }
        }
    }
    for column in e.cost_sets.iter().flat_map(|set| set.columns.iter()) {
        found.extend(column.cost.iter().chain(column.extra.iter()).cloned());
        found.extend(column.extra_text.formulas());
    }
    found.extend(e.conditions.iter().flat_map(|c| &c.modifiers).filter_map(|m| m.add.0.clone()));
    for block in e.sheet_front.iter().chain(&e.sheet_back).chain(e.handouts.blocks()) {
        found.extend(block.when.iter().cloned());
        if let BlockKind::Text(text) | BlockKind::Allies(text, _) = &block.kind {
            found.extend(text.formulas());
        }
    }
    found
}

/// Formulas in texts of chapters: examples speak of their character, all else of nobody.
fn chapter_texts(chapters: &[ChapterEntry], entry: Option<&CharacterEntry>) -> Vec<PlacedFormula> {
    let mut found = Vec::new();
    let id = entry.map(|entry| entry.head.id.as_str());
    for part in chapters.iter().flat_map(|c| &c.parts) {
        match part {
            ChapterPart::Example(who, _, text) if who.as_ref().map(|who| who.value.as_str()) == id => {
                found.extend(text.formulas());
            }
            ChapterPart::Markdown(template, place) if id.is_none() => found.extend(placed_formulas(template, place)),
            ChapterPart::Note(text) if id.is_none() => found.extend(text.formulas()),
            _ => {}
        }
    }
    found
}

/// Formulas in all other texts of the rulebook.
fn book_texts(e: &Definitions, entry: Option<&CharacterEntry>) -> Vec<PlacedFormula> {
    let mut found = Vec::new();
    let held =
        |of: &TraitEntry| entry.is_none_or(|entry| entry.traits.0.iter().any(|taken| taken.id.value == of.head.id));
    let traits = e.trait_lists.iter().flat_map(|list| &list.traits).filter(|of| held(of));
    found.extend(traits.flat_map(|of| of.text.formulas()));
    found.extend(e.checks.iter().flat_map(|check| &check.bands).flat_map(|band| band.text.formulas()));
    if entry.is_none() {
        let markdown = e.cards().map(|card| &card.details).chain(e.conditions.iter().map(|c| &c.text));
        found.extend(markdown.flat_map(|m| placed_formulas(&m.template, &m.place)));
    }
    found
}

/// Where in the file a subject of legality stands.
fn subject(who: &Person, subject: &Subject) -> Span {
    let entry = &who.entry;
    let at = match subject {
        Subject::Character => None,
        Subject::Stat(stat) => entry.stats.iter().find(|(k, _)| k.value == *stat).map(|(_, v)| v.at),
        Subject::Skill(skill) => entry.skills.iter().find(|(k, _)| k.value == *skill).map(|(k, _)| k.at),
        Subject::SkillPart { skill, part } => {
            let ranks = entry.skills.iter().find(|(k, _)| k.value == *skill).map(|(_, r)| r);
            match ranks {
                Some(RanksEntry::Chosen(kinds)) => kinds.iter().find(|(k, _)| k.value == *part).map(|(k, _)| k.at),
                Some(RanksEntry::WithSecondary { secondary, .. }) => {
                    secondary.iter().find(|(under, _)| under.value == *part).map(|(under, _)| under.at)
                }
                Some(RanksEntry::Plain(_, at)) => Some(*at),
                None => None,
            }
        }
        Subject::Advance(place) => entry.advances.get(*place).map(|advance| advance.stat.at),
        Subject::Background(place) => entry.backgrounds.get(*place).map(|background| background.at.0),
        Subject::Item(place) => entry.items.get(*place).map(|item| item.head.at),
        Subject::Trait(place) => entry.traits.0.get(*place).map(|taken| taken.id.at),
        Subject::Ability(place) => built_at(who, *place, None),
        Subject::Keyword { ability, line } => built_at(who, *ability, Some(*line)),
    };
    at.unwrap_or(entry.head.at)
}

/// Where an ability that was built stands, or a keyword in it.
fn built_at(who: &Person, place: usize, line: Option<usize>) -> Option<Span> {
    let wanted = &who.character.built.get(place)?.id;
    who.entry.abilities.iter().find_map(|owned| match owned {
        OwnedEntry::Described(_) => None,
        OwnedEntry::Shared(id) => (id.value == *wanted).then_some(id.at),
        OwnedEntry::Built(built) => {
            let keyword = line.and_then(|line| built.keywords.get(line));
            (built.head.id == *wanted).then_some(keyword.map_or(built.head.at, |purchase| purchase.keyword.at))
        }
    })
}
