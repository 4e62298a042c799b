//! One slip never stops the table: what is wrong in the file of one person, ability or archetype is a matter of that file.
//!
//! What has errors is set aside, and what the rulebook shows of it is left out with a note; what is computed and breaks rules
//! is kept, as a draft.

use std::collections::{BTreeMap, BTreeSet};

use crate::concept::ability::BuiltEntry;
use crate::concept::chapter::ChapterPart;
use crate::concept::character::{CharacterEntry, OwnedEntry};
use crate::concept::examples::{ExampleEntry, SubjectEntry};
use crate::concept::head::Head;
use crate::game::{BrokenRule, Game, OwnFile, Person, SetAside};
use crate::load::Entries;
use crate::source::{FileId, Located, Span};
use crate::text::Text;
use crate::validate::Validator;

/// The files of one person, ability or archetype each.
pub fn own_files(e: &Entries) -> impl Iterator<Item = FileId> {
    let people = e.characters.iter().chain(&e.npcs).map(CharacterEntry::file);
    let abilities = e.abilities.iter().map(|ability| ability.head.at.file);
    people.chain(abilities).chain(e.archetypes.iter().map(|archetype| archetype.head.at.file))
}

/// Files on which the numbers of nobody rest: those above, chapters, terms, reference cards and examples.
pub fn files_alone(e: &Entries) -> impl Iterator<Item = FileId> {
    let words = e.chapters.iter().map(|c| c.file).chain(e.terms.iter().map(|t| t.head.at.file));
    let references = e.references.iter().map(|reference| reference.head.at.file);
    own_files(e).chain(words).chain(references).chain(e.examples.iter().map(|x| x.head.at.file))
}

/// What came of computing all people.
#[derive(Default)]
pub struct Computed {
    /// Whether the numbers of the game compute, apart from those of some of its people.
    pub is_whole: bool,
    /// People for whom some number cannot be computed, by id.
    pub failed: BTreeSet<String>,
    /// People whose numbers are known, and for whom some text cannot be filled in, by id.
    pub unprintable: BTreeSet<String>,
    /// What people break, by id.
    pub breaches: BTreeMap<String, Vec<BrokenRule>>,
}

impl Computed {
    /// Notes in a game who cannot be computed, and who is a draft.
    pub fn apply(self, game: &mut Game) {
        let gone = |who: &Person| self.failed.contains(who.id());
        take_out(game, gone, |_| false);
        for who in game.characters.values_mut().chain(game.npcs.values_mut()) {
            if let Some(found) = self.breaches.get(who.id()) {
                who.breaches.clone_from(found);
            }
        }
    }
}

impl Validator {
    /// Sets aside what has errors in its own file, or has an ability that does.
    pub(crate) fn without_faulty(&self, mut game: Game) -> Game {
        let is_bad = |file: FileId| self.wrong.contains(&file) || self.faulty.contains(&file);
        take_out(&mut game, |who| is_bad(who.entry.file()), |ability| is_bad(ability.head.at.file));
        game
    }
}

/// Takes people and abilities out of a game, with everything that needs them.
pub fn take_out(game: &mut Game, person: impl Fn(&Person) -> bool, ability: impl Fn(&BuiltEntry) -> bool) {
    let put = |kind, head: &Head, abilities| SetAside {
        kind,
        id: head.id.clone(),
        name: head.name.clone(),
        file: head.at.file,
        abilities,
    };
    let mut gone = Vec::new();
    game.abilities.retain(|_, listed| {
        let is_gone = ability(&listed.entry);
        gone.extend(is_gone.then(|| put(OwnFile::Ability, &listed.entry.head, Vec::new())));
        !is_gone
    });
    let faulty: BTreeMap<String, FileId> = gone
        .iter()
        .chain(&game.set_aside)
        .filter(|one| one.kind == OwnFile::Ability)
        .map(|one| (one.id.clone(), one.file))
        .collect();
    for (kind, people) in [(OwnFile::Character, &mut game.characters), (OwnFile::Npc, &mut game.npcs)] {
        people.retain(|_, who| {
            let shared = who.entry.abilities.iter().filter_map(|owned| match owned {
                OwnedEntry::Shared(id) => faulty.get(&id.value).copied(),
                OwnedEntry::Described(_) | OwnedEntry::Built(_) => None,
            });
            let needed: Vec<FileId> = shared.collect();
            let is_gone = person(who) || !needed.is_empty();
            gone.extend(is_gone.then(|| put(kind, &who.entry.head, needed)));
            !is_gone
        });
    }
    game.archetypes.retain(|_, listed| {
        let needed: Vec<FileId> =
            listed.entry.abilities.iter().filter_map(|(id, _)| faulty.get(&id.value).copied()).collect();
        let is_gone = !needed.is_empty();
        gone.extend(is_gone.then(|| put(OwnFile::Archetype, &listed.entry.head, needed)));
        !is_gone
    });
    let is_there = |one: &SetAside, game: &Game| match one.kind {
        OwnFile::Character | OwnFile::Npc => game.person(&one.id).is_some(),
        OwnFile::Ability => game.abilities.contains_key(&one.id),
        OwnFile::Archetype => game.archetypes.contains_key(&one.id),
    };
    game.set_aside.extend(gone);
    let mut set_aside = std::mem::take(&mut game.set_aside);
    // Of two with one id the first is there.
    set_aside.retain(|one| !is_there(one, game));
    game.set_aside = set_aside;
    let names: BTreeMap<&str, &SetAside> = game.set_aside.iter().map(|one| (one.id.as_str(), one)).collect();
    for part in game.entries.chapters.iter_mut().flat_map(|chapter| &mut chapter.parts) {
        let named: Vec<&Located<String>> = named_by(part);
        if let Some(one) = named.into_iter().find_map(|id| names.get(id.value.as_str())) {
            let why =
                if one.abilities.is_empty() { "whose file has errors" } else { "with an ability that has errors" };
            *part = ChapterPart::Note(Text::of_words(&format!("Left out here: {}, {why}.", one.name)));
        }
    }
    game.entries.examples.retain(|example| !example_names(example).any(|id| names.contains_key(id.value.as_str())));
}

/// Leaves out parts of chapters that cannot be shown for the person that they are about.
pub fn leave_out(game: &mut Game, parts: &BTreeMap<Span, String>) {
    for part in game.entries.chapters.iter_mut().flat_map(|chapter| &mut chapter.parts) {
        if let Some(name) = part.at().and_then(|at| parts.get(&at)) {
            let note = format!("Left out here: the values of {name}, because some of them have no result.");
            *part = ChapterPart::Note(Text::of_words(&note));
        }
    }
}

/// The people and abilities that a part of a chapter shows.
fn named_by(part: &ChapterPart) -> Vec<&Located<String>> {
    match part {
        ChapterPart::Example(who, ..) | ChapterPart::Procedure(_, who, _) => who.iter().collect(),
        ChapterPart::Bill(bill) => std::iter::once(&bill.ability).chain(&bill.who).collect(),
        ChapterPart::Odds(odds) => odds.who.iter().collect(),
        ChapterPart::Markdown(..)
        | ChapterPart::Card(_)
        | ChapterPart::Note(_)
        | ChapterPart::Ruling(_)
        | ChapterPart::Table(_) => Vec::new(),
    }
}

/// The people and abilities that a worked example is about.
fn example_names(example: &ExampleEntry) -> impl Iterator<Item = &Located<String>> {
    let ability = match &example.subject {
        SubjectEntry::Ability(id) => Some(id),
        SubjectEntry::Character | SubjectEntry::Built(_) | SubjectEntry::Procedure(_) | SubjectEntry::Check(_) => None,
    };
    example.character.iter().chain(ability)
}
