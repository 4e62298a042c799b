//! Messages between a page and the module.

use std::borrow::Cow;
use std::collections::BTreeSet;

use makeready_answers::forms::{BuildingForm, Call, NpcForm};
use makeready_answers::people::{PersonForm, Todo};
use makeready_answers::rulings::{Changed, RulingForm};
use makeready_content::amend::{Change, Step};
use makeready_content::diagnostic::DiagnosticJson;
use makeready_content::words::Layout;
use makeready_faces::sheet::Sheet;
use serde::{Deserialize, Serialize};

use crate::print::{How, Picture, Print, Tabletop};

/// What is asked. Everything but [`Ask::Open`] is about the game that was opened last.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Opens a game. Answers with [`Opened`].
    Open {
        /// Its id.
        system: String,
        /// The files of a content folder, each with how long it is: those of the game, and `campaign.yaml` if there is one. They
        /// stand behind the JSON, one after another. Of a published game those of people, abilities and archetypes, and the campaign.
        files: Vec<(String, usize)>,
        /// How long the bytes behind the files are in which a game was published: what all its files say. Only a module with a press
        /// opens a game without them.
        #[serde(default)]
        published: Option<usize>,
        /// Whether nothing at all was found in it then.
        #[serde(default)]
        is_sound: bool,
        /// Pictures of a published game, of which all is known that lays nothing out: they stand behind all else, and may be left out
        /// together where nothing is printed.
        #[serde(default)]
        pictures: Vec<(String, usize)>,
    },
    /// The odds of a check: the JSON of `makeready odds`.
    Odds {
        /// The check.
        check: String,
        /// What is put in: `dc=11`, `dc=8..16`.
        #[serde(default)]
        given: Vec<String>,
        /// Whose values it uses.
        #[serde(default)]
        who: Option<Who>,
    },
    /// The same odds in the words and shares that charts show.
    Chart {
        /// The check.
        check: String,
        /// What is put in.
        #[serde(default)]
        given: Vec<String>,
        /// Whose values it uses.
        #[serde(default)]
        who: Option<Who>,
    },
    /// What somebody's cards and sheet put into a check: name and values of each use.
    Uses {
        /// The check.
        check: String,
        /// Whose.
        who: Who,
    },
    /// Files of the game that is open as they are from now on. Answers as [`Ask::Open`]; where the game has errors, what was open stays.
    Edit {
        /// Files, new ones or others than before, each with how long it is. They stand behind the JSON.
        #[serde(default)]
        files: Vec<(String, usize)>,
        /// The paths of files that are gone.
        #[serde(default)]
        removed: Vec<String>,
        /// Whether all is computed, so that nothing that is wrong stays unknown.
        #[serde(default)]
        deeply: bool,
    },
    /// The readings of rulings that are in force from now on, instead of those of the campaign; without any, those again. Answers
    /// with [`Decided`].
    Decide {
        /// Rulings with their readings.
        rulings: Vec<(String, String)>,
    },
    /// The campaign's file with the readings in force in it, and all else as it was.
    Campaign,
    /// The file of somebody or of an ability of the game, as it is written. Answers with [`WrittenAnswer`].
    Written {
        /// What it is.
        #[serde(default)]
        kind: Written,
        /// The id.
        id: String,
    },
    /// A character as a form: what can be filled in, what is, and which change of its file each part makes; with what is still to do,
    /// and its sheet as it is printed. Where something is wrong in it, the form comes without the sheet. Answers with [`FormAnswer`].
    Form {
        /// The character.
        who: Who,
    },
    /// A file with one thing changed, all else as its author left it. Answers with its text.
    Amend {
        /// Its text.
        text: String,
        /// The way to what is changed: keys, and places in lists.
        path: Vec<Step>,
        /// What becomes of it.
        change: Change,
    },
    /// What an ability of the game is built from, for a form.
    Built {
        /// Its id.
        ability: String,
    },
    /// The cards of a deck: id, name and family of each.
    Deck {
        /// Whose; without anybody, the blank ones.
        #[serde(default)]
        who: Option<Who>,
    },
    /// Cards with all that stands on them, in final words: those of a deck, or that of an ability.
    Cards {
        /// Whose; without anybody, the blank ones.
        #[serde(default)]
        who: Option<Who>,
        /// Which of the deck, by their ids; all where there is none.
        #[serde(default)]
        only: Vec<String>,
        /// The ability whose card it is, instead of those of a deck.
        #[serde(default)]
        ability: Option<String>,
    },
    /// The sheet of a character as it is printed, with what breaks rules first.
    Face {
        /// The character.
        who: Who,
    },
    /// The stat block of an NPC as handouts show it, for the game master.
    Handout {
        /// The NPC.
        who: Who,
        /// How much of it.
        size: Layout,
    },
    /// NPCs from a seed: the JSON of `makeready npc`, and the file of each.
    Npcs {
        /// An option of the choice that the game calls its tier.
        #[serde(default)]
        tier: Option<String>,
        /// The input that the game calls its level.
        #[serde(default)]
        level: Option<i64>,
        /// Other choices and inputs of the game.
        #[serde(default)]
        choose: Vec<(String, String)>,
        /// What kind of people they are.
        #[serde(default)]
        archetype: Option<String>,
        /// How many.
        count: u32,
        /// Where chance begins. As text: numbers of pages hold no more than 53 bits.
        seed: String,
    },
    /// All values of a character: the JSON of `makeready sheet`.
    Sheet {
        /// The character.
        who: Who,
    },
    /// Where a value comes from: the JSON of `makeready explain`.
    Explain {
        /// The character.
        who: Who,
        /// The value.
        value: String,
    },
    /// What an ability of the game costs: the JSON of `makeready cost`.
    Cost {
        /// Its id.
        ability: String,
        /// Who builds it.
        #[serde(default)]
        who: Option<Who>,
    },
    /// Something as PDF, for the module with the press. Answers with its name; the bytes stand behind the answer.
    Print {
        /// What.
        what: Print,
        /// On what.
        #[serde(default)]
        how: How,
    },
    /// A card, a sheet or a handout as PNG, for the module with the press. Answers with the lengths of its parts or pages; the bytes
    /// stand behind the answer.
    Picture(Picture),
    /// A deck as files for Tabletop Simulator, for the module with the press. Answers with their paths and lengths; the bytes stand
    /// behind the answer.
    Tabletop(Tabletop),
    /// A procedure with the values of a character: the JSON of `makeready resolve`.
    Resolve {
        /// The character.
        who: Who,
        /// The procedure.
        procedure: String,
        /// What is put in.
        #[serde(default)]
        given: Vec<String>,
    },
}

/// What a file is of.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Written {
    /// Somebody.
    #[default]
    Person,
    /// An ability.
    Ability,
    /// Somebody new, by the name they are to have: the least that has to be written.
    Fresh,
}

/// A file as it is written.
#[derive(Debug, Serialize)]
pub struct WrittenAnswer<'d> {
    /// Its path in the content folder.
    pub path: &'d str,
    /// Its text.
    pub text: Cow<'d, str>,
}

/// What a decision on rulings changes.
#[derive(Debug, Serialize)]
pub struct Decided {
    /// A hash of the rules with these readings in force, as prints show it.
    pub rules: String,
    /// The questions with the readings in force.
    pub rulings: Vec<RulingForm>,
    /// What differs from the campaign's readings, for everybody for whom something does.
    pub changes: Vec<Changed>,
}

/// A character.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Who {
    /// One of the game, by its id.
    Id(String),
    /// A file that is not in the game, as it is written.
    Text(String),
}

/// What a game is, once it is open.
#[derive(Debug, Serialize)]
pub struct Opened {
    /// Its id.
    pub system: String,
    /// What it is called.
    pub name: String,
    /// A hash of its rules with the rulings in force, as prints show it.
    pub rules: String,
    /// Id and name of each of its people.
    pub people: Vec<(String, String)>,
    /// Id and name of each of its abilities.
    pub abilities: Vec<(String, String)>,
    /// Its checks, as forms ask for them.
    pub checks: Vec<Call>,
    /// Its procedures, as forms ask for them.
    pub procedures: Vec<Call>,
    /// How NPCs are asked for, where it says how characters are made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub npcs: Option<NpcForm>,
    /// How abilities are built, where it has rules for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub building: Option<BuildingForm>,
    /// What its rules leave open, with the readings in force.
    pub rulings: Vec<RulingForm>,
}

/// An answer.
#[derive(Debug, Serialize)]
pub struct Answer<T> {
    /// The data, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<T>,
    /// Why there are none: every fault of what was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<String>,
    /// What was found in the files, as `makeready check --format json` reports it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<DiagnosticJson>,
}

/// A character to fill in, and what comes of it.
#[derive(Debug, Serialize)]
pub struct FormAnswer {
    /// The form.
    #[serde(flatten)]
    pub form: PersonForm,
    /// What is still to do, where the game says how characters are made and nothing is wrong that hides it.
    pub todo: Vec<Todo>,
    /// The sheet as it is printed; none where something is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<Sheet>,
    /// What cannot be computed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<String>,
}

/// NPCs, and the file of each as it can be saved.
#[derive(Debug, Serialize)]
pub struct NpcsAnswer<T> {
    /// The JSON of `makeready npc`.
    pub data: T,
    /// The files, in the same order.
    pub files: Vec<String>,
}

/// A message, taken apart.
#[derive(Debug)]
pub struct Message<'m> {
    /// What is asked.
    pub ask: Ask,
    /// The files that come with it, by their paths.
    pub files: Behind<'m>,
    /// A game as it was published.
    pub published: Option<&'m [u8]>,
    /// Pictures, by their paths; empty where they were left out.
    pub pictures: Behind<'m>,
}

impl<'m> Message<'m> {
    /// Takes a message apart: how long its JSON is, in four bytes, the lowest first; the JSON; the files.
    ///
    /// # Errors
    /// A sentence on what is wrong with it.
    pub fn parse(message: &'m [u8]) -> Result<Self, String> {
        let (length, rest) = message.split_first_chunk::<4>().ok_or_else(short)?;
        let length = usize::try_from(u32::from_le_bytes(*length)).map_err(|_| short())?;
        let (json, rest) = rest.split_at_checked(length).ok_or_else(short)?;
        let mut ask: Ask = serde_json::from_slice(json).map_err(|error| format!("this cannot be asked: {error}"))?;
        let (of_files, of_published, of_pictures) = match &mut ask {
            Ask::Open { files, published, pictures, .. } => {
                (std::mem::take(files), *published, std::mem::take(pictures))
            }
            Ask::Edit { files, .. } => (std::mem::take(files), None, Vec::new()),
            Ask::Odds { .. }
            | Ask::Chart { .. }
            | Ask::Written { .. }
            | Ask::Uses { .. }
            | Ask::Form { .. }
            | Ask::Amend { .. }
            | Ask::Built { .. }
            | Ask::Deck { .. }
            | Ask::Cards { .. }
            | Ask::Decide { .. }
            | Ask::Campaign
            | Ask::Face { .. }
            | Ask::Handout { .. }
            | Ask::Npcs { .. }
            | Ask::Sheet { .. }
            | Ask::Explain { .. }
            | Ask::Cost { .. }
            | Ask::Print { .. }
            | Ask::Picture { .. }
            | Ask::Tabletop { .. }
            | Ask::Resolve { .. } => Default::default(),
        };
        let (files, rest) = parted(rest, of_files)?;
        let (published, rest) = match of_published {
            Some(length) => rest.split_at_checked(length).map(|(bytes, rest)| (Some(bytes), rest)).ok_or_else(short)?,
            None => (None, rest),
        };
        let is_left_out = rest.is_empty();
        let of_pictures = of_pictures.into_iter().map(|(path, length)| (path, if is_left_out { 0 } else { length }));
        let (pictures, rest) = parted(rest, of_pictures.collect())?;
        if rest.is_empty() {
            Ok(Self { ask, files, published, pictures })
        } else {
            Err("the message has more behind its end".to_owned())
        }
    }
}

/// What stands behind a message.
pub type Behind<'m> = Vec<(String, &'m [u8])>;

/// Parts of these paths and lengths, and the rest.
fn parted(mut rest: &[u8], lengths: Vec<(String, usize)>) -> Result<(Behind<'_>, &[u8]), String> {
    let (mut parts, mut paths) = (Vec::new(), BTreeSet::new());
    for (path, length) in lengths {
        let part;
        (part, rest) = rest.split_at_checked(length).ok_or_else(short)?;
        if !paths.insert(path.clone()) {
            return Err(format!("`{path}` is there twice"));
        }
        parts.push((path, part));
    }
    Ok((parts, rest))
}

fn short() -> String {
    "the message ends before its end".to_owned()
}
