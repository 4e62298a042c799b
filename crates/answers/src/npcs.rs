//! NPCs from a seed.

use std::cell::RefCell;
use std::collections::BTreeMap;

use makeready_content::diagnostic::Diagnostic;
use makeready_content::game::{Game, Person};
use makeready_content::read_characters;
use makeready_content::source::{SourceFile, Sources};
use makeready_faces::make::{FaceBuilder, SheetData, sheet_data};
use makeready_rules::compute::Evaluator;
use makeready_rules::formula::EvalError;
use makeready_rules::npc::{Decision, Npc, Request};
use rayon::prelude::*;
use serde::ser::{Error as _, SerializeSeq as _, SerializeStruct as _};
use serde::{Serialize, Serializer};

/// The most NPCs at a time.
pub const MOST: u32 = 2_000;

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// An option of the choice that the game calls its tier.
    pub tier: Option<String>,
    /// The input that the game calls its level.
    pub level: Option<i64>,
    /// Any other choice or input of the game, as it is typed.
    pub choose: Vec<(String, String)>,
    /// What kind of people they are; without one, each draws its own.
    pub archetype: Option<String>,
    /// How many: from 1 to [`MOST`].
    pub count: u32,
    /// Where chance begins.
    pub seed: u64,
}

/// Makes NPCs: the same request makes the same ones, everywhere.
///
/// # Errors
/// A fault of what was asked.
pub fn made(game: &Game, wanted: &Wanted) -> Result<Vec<Npc>, String> {
    let id = &game.entries.head.id;
    let Some(generator) = game.generator(&game.rules) else {
        return Err(format!("the game `{id}` does not say how characters are made"));
    };
    if !(1..=MOST).contains(&wanted.count) {
        return Err(format!("{} NPCs cannot be made; from 1 to {MOST} can", wanted.count));
    }
    generator.generate(&request(game, wanted)?).map_err(|error| error.to_string())
}

/// The request, with the names of the game.
fn request(game: &Game, wanted: &Wanted) -> Result<Request, String> {
    let mut request = Request {
        archetype: wanted.archetype.clone(),
        count: wanted.count,
        seed: wanted.seed,
        inputs: BTreeMap::new(),
        choices: BTreeMap::new(),
    };
    let none = |what| format!("the game `{}` has no {what}; set a choice or input by its name", game.entries.head.id);
    let creation = game.creation.as_ref();
    if let Some(tier) = &wanted.tier {
        let name = creation.and_then(|creation| creation.tier.clone()).ok_or_else(|| none("tier"))?;
        request.choices.insert(name, tier.clone());
    }
    if let Some(level) = wanted.level {
        let name = creation.and_then(|creation| creation.level.clone()).ok_or_else(|| none("level"))?;
        request.inputs.insert(name, level);
    }
    for (name, value) in &wanted.choose {
        let is_input = game.rules.system().inputs.contains_key(name);
        let is_new = if is_input {
            let value = value.parse().map_err(|_| format!("{name} is a whole number, and `{value}` is none"))?;
            request.inputs.insert(name.clone(), value).is_none()
        } else {
            request.choices.insert(name.clone(), value.clone()).is_none()
        };
        if !is_new {
            return Err(format!("`{name}` is asked for twice"));
        }
    }
    Ok(request)
}

/// How many NPCs are read back together: each has its values with their terms, half a megabyte.
const READ_AT_ONCE: usize = 20;

/// What was found in files of NPCs, and the files.
pub type Unsound = Vec<(Vec<Diagnostic>, Sources)>;

/// What comes of the NPCs as their files, with the texts that `file` makes of them, would be read, some at a time: so they are
/// printed exactly as saved files are.
///
/// # Errors
/// What is found in the files; archetypes can make NPCs that are not sound.
pub fn read_back<T: Send>(
    npcs: &[Npc],
    game: &Game,
    file: impl Fn(&Npc) -> String + Sync,
    of: impl Fn(Vec<Person>) -> T + Sync,
) -> Result<Vec<T>, Unsound> {
    let read = npcs.par_chunks(READ_AT_ONCE).map(|npcs| {
        let sources = sources(npcs, &file);
        let (people, diagnostics) = read_characters(&sources, game);
        if diagnostics.is_empty() { Ok(of(people)) } else { Err(Box::new((diagnostics, sources))) }
    });
    let (mut made, mut unsound) = (Vec::new(), Vec::new());
    for read in read.collect::<Vec<_>>() {
        match read {
            Ok(of_some) => made.push(of_some),
            Err(found) => unsound.push(*found),
        }
    }
    if unsound.is_empty() { Ok(made) } else { Err(unsound) }
}

/// The files of NPCs.
fn sources(npcs: &[Npc], file: impl Fn(&Npc) -> String) -> Sources {
    let file = |(number, npc): (usize, &Npc)| {
        // Sources are kept in the order of their paths.
        let path = format!("{number:04}-{}.yaml", npc.character.id);
        SourceFile { shown: path.clone(), path, text: file(npc) }
    };
    Sources::new(npcs.iter().enumerate().map(file).collect()).beside_a_game()
}

/// NPCs as data: the JSON of `npc`.
#[derive(Debug, Serialize)]
pub struct NpcsData {
    system: String,
    seed: u64,
    npcs: Vec<NpcData>,
}

/// An NPC as data: its identity, its sheet, and the log of choices.
#[derive(Debug, Serialize)]
struct NpcData {
    archetype: String,
    portrait: String,
    notes: BTreeMap<String, String>,
    sheet: SheetData,
    choices: Vec<ChoiceData>,
}

#[derive(Debug, Serialize)]
struct ChoiceData {
    what: String,
    options: Vec<String>,
    taken: String,
    why: String,
}

/// NPCs as data.
///
/// # Errors
/// When a value cannot be computed.
pub fn data(game: &Game, seed: u64, npcs: &[Npc]) -> Result<NpcsData, EvalError> {
    Ok(NpcsData { system: game.entries.head.id.clone(), seed, npcs: each_data(game, npcs)? })
}

fn each_data(game: &Game, npcs: &[Npc]) -> Result<Vec<NpcData>, EvalError> {
    let choice = |decision: &Decision| ChoiceData {
        what: decision.what.clone(),
        options: decision.options.clone(),
        taken: decision.taken.clone(),
        why: decision.why.clone(),
    };
    let data = |npc: &Npc| {
        Ok(NpcData {
            archetype: npc.archetype.clone(),
            portrait: npc.portrait.clone(),
            notes: npc.notes.iter().cloned().collect(),
            // Illegal NPCs are never made.
            sheet: sheet_data(&FaceBuilder::with(game, Evaluator::new(&game.rules, &npc.character)), Vec::new())?,
            choices: npc.log.iter().map(choice).collect(),
        })
    };
    npcs.par_iter().map(data).collect()
}

/// The same data, computed while it is serialized, some NPCs at a time: all of them together take a gigabyte.
pub struct NpcsStream<'n> {
    game: &'n Game,
    seed: u64,
    npcs: &'n [Npc],
    failure: RefCell<Option<EvalError>>,
}

impl<'n> NpcsStream<'n> {
    /// Of these NPCs.
    pub const fn new(game: &'n Game, seed: u64, npcs: &'n [Npc]) -> Self {
        Self { game, seed, npcs, failure: RefCell::new(None) }
    }

    /// The value that could not be computed, where serializing has failed because of one.
    pub fn failure(&self) -> Option<EvalError> {
        self.failure.borrow_mut().take()
    }
}

impl Serialize for NpcsStream<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut data = serializer.serialize_struct("NpcsData", 3)?;
        data.serialize_field("system", &self.game.entries.head.id)?;
        data.serialize_field("seed", &self.seed)?;
        data.serialize_field("npcs", &Each(self))?;
        data.end()
    }
}

/// The NPCs of a stream.
struct Each<'s, 'n>(&'s NpcsStream<'n>);

impl Serialize for Each<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let NpcsStream { game, npcs, failure, .. } = self.0;
        let mut each = serializer.serialize_seq(Some(npcs.len()))?;
        for some in npcs.chunks(READ_AT_ONCE) {
            let data = each_data(game, some).map_err(|error| {
                *failure.borrow_mut() = Some(error);
                S::Error::custom("a value cannot be computed")
            })?;
            data.iter().try_for_each(|npc| each.serialize_element(npc))?;
        }
        each.end()
    }
}
