//! The parts of a game that are computed each by itself: side by side, and only once as long as nothing changes on which
//! they rest.
//!
//! **In** a game in whose names, types and texts nothing is wrong, hashes of its files, and the [`Proofs`] of an earlier look.
//! **Out** the proofs of this one. **Fails** as soon as anything is found in any part: then all of the game is computed in
//! order, since findings have an order and are reported once each.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use makeready_rules::ability::Ability;
use rayon::prelude::*;

use super::{Ids, Validator};
use crate::concept::ability::BuiltEntry;
use crate::concept::chapter::{ChapterEntry, ChapterPart};
use crate::concept::character::OwnedEntry;
use crate::concept::character::computed::{computes, texts_compute};
use crate::concept::checks::validate::OddsDone;
use crate::concept::examples::validate::example_values;
use crate::concept::examples::{ExampleEntry, SubjectEntry};
use crate::digest::Digest;
use crate::game::{Game, Listed, Person};
use crate::limits::MOST_ODDS;
use crate::source::{FileId, Located, Sources};

/// A hash of all that a part of a game rests on.
type ValidationStamp = [u8; 32];

/// The parts of a game that were computed without a finding, each as a hash of all that it rests on, with the work of its odds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proofs(BTreeMap<ValidationStamp, u64>);

impl Proofs {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As bytes, to be kept.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|(proof, work)| proof.iter().copied().chain(work.to_le_bytes())).collect()
    }

    /// From such bytes; none where they are no proofs.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let one = |bytes: &[u8]| {
            let (proof, work) = bytes.split_first_chunk()?;
            Some((*proof, u64::from_le_bytes(work.try_into().ok()?)))
        };
        bytes.chunks(size_of::<ValidationStamp>() + size_of::<u64>()).map(one).collect::<Option<_>>().map(Self)
    }
}

/// Hashes of the files of a system.
pub struct FileHashes {
    /// Of the readings in force and of all files on which any number may rest: all but those below.
    base: ValidationStamp,
    /// Of files on which few parts of a game rest: people, abilities, archetypes, chapters and worked examples. Terms are
    /// among them too, and no part rests on those.
    own: BTreeMap<FileId, ValidationStamp>,
}

impl FileHashes {
    /// Of a system, under the readings that a campaign has chosen.
    pub fn new(sources: &Sources, system: &str, campaign: &[(Located<String>, Located<String>)]) -> Self {
        const OWN: [&str; 8] = [
            "abilities/",
            "archetypes/",
            "characters/",
            "examples.yaml",
            "examples/",
            "glossary.yaml",
            "npcs/",
            "rules/",
        ];
        let mut base = Digest::new("base");
        for (ruling, option) in campaign {
            base = base.with(ruling.value.as_bytes()).with(option.value.as_bytes());
        }
        let mut own = BTreeMap::new();
        for (id, file, path) in sources.within(system) {
            if OWN.iter().any(|start| path.starts_with(start)) {
                own.insert(id, Digest::new("file").with(path.as_bytes()).with(file.text.as_bytes()).finish());
                continue;
            }
            base = base.with(path.as_bytes()).with(file.text.as_bytes());
            base = base.with(sources.bytes(&file.path).map_or(&[], |bytes| &bytes[..]));
        }
        Self { base: base.finish(), own }
    }
}

/// What is needed to compute a game part by part.
pub struct Computing<'p> {
    /// What an earlier look has proved.
    pub known: &'p Proofs,
    /// Hashes of the files.
    pub files: FileHashes,
}

/// A part of a game that is computed by itself.
#[derive(Clone, Copy)]
enum Part<'g> {
    /// What nobody in particular has: the blank form, and checks in their usual cases.
    Blank,
    /// A person, with the chances that cards and sheets show.
    Person(&'g Person),
    /// An ability, for nobody in particular.
    Ability(&'g Listed<BuiltEntry, Arc<Ability>>),
    /// An NPC of each archetype.
    Archetypes,
    /// What a chapter shows.
    Chapter(&'g ChapterEntry),
    /// A worked example.
    Example(&'g ExampleEntry),
}

impl Computing<'_> {
    /// Computes the parts of a game that are not proved yet; none where something is found, or where all odds together are
    /// too much work. The odds are kept for whoever then computes them in order.
    pub(super) fn proofs(&self, game: &Game, odds_done: &Arc<OddsDone>) -> Option<Proofs> {
        let values = example_values(game);
        let values: Ids<'_> = values.iter().map(String::as_str).collect();
        let work = AtomicU64::new(0);
        let is_over = AtomicBool::new(false);
        let prove = |part: &Part<'_>| {
            let proof = self.proof(*part, game);
            let spent = match self.known.0.get(&proof) {
                Some(known) => Some(*known),
                None if is_over.load(Ordering::Relaxed) => None,
                None => {
                    let odds_left = MOST_ODDS.saturating_sub(work.load(Ordering::Relaxed));
                    part.compute(&mut Validator::of_sound(game, odds_done, odds_left), game, &values)
                }
            };
            let all = spent.map(|spent| work.fetch_add(spent, Ordering::Relaxed).saturating_add(spent));
            if all.is_none_or(|all| all > MOST_ODDS) {
                is_over.store(true, Ordering::Relaxed);
                return None;
            }
            Some((proof, spent?))
        };
        let people = std::iter::once(Part::Blank).chain(game.people().map(Part::Person));
        let people: Vec<Part<'_>> = people.collect();
        let rest = std::iter::once(Part::Archetypes).chain(game.entries.chapters.iter().map(Part::Chapter));
        let rest = rest.chain(game.abilities.values().map(Part::Ability));
        let rest: Vec<Part<'_>> = rest.chain(game.entries.examples.iter().map(Part::Example)).collect();
        // People first: all else begins with the values that are cached of them.
        let mut proofs: BTreeMap<ValidationStamp, u64> = people.par_iter().map(prove).collect::<Option<_>>()?;
        proofs.extend(rest.par_iter().map(prove).collect::<Option<BTreeMap<_, _>>>()?);
        Some(Proofs(proofs))
    }

    /// The hash of all that a part rests on.
    fn proof(&self, part: Part<'_>, game: &Game) -> ValidationStamp {
        let new = |kind| Digest::new(kind).with(&self.files.base);
        match part {
            Part::Blank => new("blank"),
            Part::Person(who) => new("person").with(&self.person(who, game)),
            Part::Ability(ability) => new("ability").with(self.file(ability.entry.head.at.file)),
            Part::Archetypes => {
                let archetypes = game.archetypes.values().map(|archetype| archetype.entry.head.at.file);
                let abilities = game.abilities.values().map(|ability| ability.entry.head.at.file);
                let files = archetypes.chain(abilities);
                files.fold(new("archetypes"), |hash, file| hash.with(self.file(file)))
            }
            Part::Chapter(chapter) => {
                let hash = new("chapter").with(self.file(chapter.file));
                chapter.parts.iter().fold(hash, |hash, part| self.with_shown(hash, part, game))
            }
            Part::Example(example) => {
                let at = example.head.at;
                let hash = new("example").with(self.file(at.file)).with(&at.start.to_le_bytes());
                let hash = self.with_person(hash, example.character.as_ref(), game);
                match &example.subject {
                    SubjectEntry::Ability(id) => self.with_ability(hash, id, game),
                    SubjectEntry::Character
                    | SubjectEntry::Built(_)
                    | SubjectEntry::Procedure(_)
                    | SubjectEntry::Check(_) => hash,
                }
            }
        }
        .finish()
    }

    /// The people and abilities that a part of a chapter shows.
    fn with_shown(&self, hash: Digest, part: &ChapterPart, game: &Game) -> Digest {
        match part {
            ChapterPart::Example(who, ..) | ChapterPart::Procedure(_, who, _) => {
                self.with_person(hash, who.as_ref(), game)
            }
            ChapterPart::Odds(odds) => self.with_person(hash, odds.who.as_ref(), game),
            ChapterPart::Bill(bill) => {
                let hash = self.with_ability(hash, &bill.ability, game);
                // Without a name it is for the first who has it.
                self.with_whom(hash, game.bill_part(bill).and_then(|(_, who)| who), game)
            }
            ChapterPart::Markdown(..)
            | ChapterPart::Card(_)
            | ChapterPart::Note(_)
            | ChapterPart::Ruling(_)
            | ChapterPart::Table(_) => hash,
        }
    }

    fn with_person(&self, hash: Digest, who: Option<&Located<String>>, game: &Game) -> Digest {
        self.with_whom(hash, who.and_then(|who| game.person(&who.value)), game)
    }

    fn with_whom(&self, hash: Digest, who: Option<&Person>, game: &Game) -> Digest {
        match who {
            Some(who) => hash.with(&self.person(who, game)),
            None => hash.with(&[]),
        }
    }

    fn with_ability(&self, hash: Digest, id: &Located<String>, game: &Game) -> Digest {
        hash.with(game.abilities.get(&id.value).map_or(&[], |ability| self.file(ability.entry.head.at.file)))
    }

    /// A person rests on its file, and on those of the abilities that it shares.
    fn person(&self, who: &Person, game: &Game) -> ValidationStamp {
        let shared = who.entry.abilities.iter().filter_map(|owned| match owned {
            OwnedEntry::Shared(id) => Some(id),
            OwnedEntry::Built(_) | OwnedEntry::Described(_) => None,
        });
        let hash = Digest::new("who").with(self.file(who.entry.file()));
        shared.fold(hash, |hash, id| self.with_ability(hash, id, game)).finish()
    }

    /// The hash of a file that few parts rest on; of any other nothing, since it is part of the base.
    fn file(&self, id: FileId) -> &[u8] {
        self.files.own.get(&id).map_or(&[], |hash| hash)
    }
}

impl Part<'_> {
    /// Computes it; the work of its odds. None where something is found.
    fn compute(self, v: &mut Validator, game: &Game, values: &Ids<'_>) -> Option<u64> {
        let odds_left = v.odds_left?;
        let is_computed = match self {
            Part::Blank => {
                let is_computed = computes(game, None);
                v.instructions(game);
                v.used_checks_of_nobody(game);
                v.usual_odds(game);
                is_computed
            }
            Part::Person(who) => {
                let is_computed = computes(game, Some(who)) && v.breaches(game, who).is_ok();
                v.used_checks_of(game, who);
                is_computed
            }
            Part::Ability(ability) => v.bill_of(game, ability),
            Part::Archetypes => {
                v.makes_npcs(game);
                true
            }
            Part::Chapter(chapter) => {
                let parts: Vec<&ChapterPart> = chapter.parts.iter().collect();
                v.bills_of_parts(game, &parts);
                v.procedures_of_parts(game, &parts);
                v.odds_of_parts(game, &parts);
                texts_compute(game, chapter)
            }
            Part::Example(example) => {
                let sound = v.sound_example(game, example, values);
                v.run_examples(&sound.into_iter().collect::<Vec<_>>(), game).is_empty()
            }
        };
        let is_silent = v.told == 0 && v.diagnostics.is_empty();
        v.odds_left.filter(|_| is_computed && is_silent).map(|left| odds_left - left)
    }
}
