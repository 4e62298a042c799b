//! Answers to messages, about the game that is open.

use std::borrow::Cow;

use deckle_answers::npcs::Wanted;
use deckle_answers::{Fault, abilities, forms, npcs, odds, procedures, values};
use deckle_content::diagnostic::{Diagnostic, DiagnosticJson, to_json};
use deckle_content::game::{Game, Person};
use deckle_content::intake::{Intake, is_read};
use deckle_content::source::Sources;
use deckle_content::{CAMPAIGN, Campaign, Depth, faults, load_to, npc_file, read_campaign, read_characters};
use deckle_faces::make::{FaceBuilder, OddsCall, OddsCase, resolved, sheet_data};
use deckle_faces::sheet::View;
use serde::Serialize;

use crate::message::{Answer, Ask, Message, NpcsAnswer, Opened, Who};

/// Where messages are answered: keeps the game that is open.
#[derive(Default)]
pub struct Desk {
    open: Option<Open>,
}

/// A game and its files.
pub(crate) struct Open {
    pub(crate) game: Game,
    pub(crate) campaign: Campaign,
    sources: Sources,
    /// What was found in them.
    found: Vec<Diagnostic>,
}

impl Desk {
    /// Answers a message.
    pub fn answer(&mut self, message: &[u8]) -> Vec<u8> {
        let Message { ask, files } = match Message::parse(message) {
            Ok(message) => message,
            Err(fault) => return refused(vec![fault]),
        };
        match ask {
            Ask::Open { system, is_sound, .. } => self.opened(&system, files, is_sound),
            Ask::Odds { check, given, who } => self.about(|open| open.odds(&check, &given, who.as_ref())),
            Ask::Chart { check, given, who } => self.about(|open| {
                let call = odds::call(&open.game, &check, &given)?;
                open.of(who.as_ref(), |faces, _| Ok(call.view(faces, &cases(&call, faces)?)))
            }),
            Ask::Written { id } => self.about(|open| {
                let who = open.person(&id)?;
                Ok((&open.sources.file(who.entry.file()).text, Vec::new()))
            }),
            Ask::Face { who } => {
                self.about(|open| open.of(Some(&who), |faces, _| Ok(faces.sheet().map_err(Fault::from)?)))
            }
            Ask::Handout { who, size } => self.about(|open| {
                open.of(Some(&who), |faces, _| Ok(faces.handout(size, View::Gm).map_err(Fault::from)?))
            }),
            Ask::Npcs { tier, level, choose, archetype, count, seed } => self.about(|open| match seed.parse() {
                Ok(seed) => open.npcs(&Wanted { tier, level, choose, archetype, count, seed }),
                Err(_) => Err(vec![format!("a seed is a whole number of 64 bits, and `{seed}` is none")].into()),
            }),
            Ask::Sheet { who } => self
                .about(|open| open.of(Some(&who), |faces, found| Ok(sheet_data(faces, found).map_err(Fault::from)?))),
            Ask::Explain { who, value } => {
                self.about(|open| open.of(Some(&who), |faces, _| Ok(values::explained(faces, &value)?)))
            }
            #[cfg(feature = "press")]
            Ask::Print { what, how } => self.made(|open| open.printed(&what, &how)),
            #[cfg(feature = "press")]
            Ask::Picture(picture) => self.made(|open| open.picture(&picture)),
            #[cfg(not(feature = "press"))]
            Ask::Print { .. } | Ask::Picture(_) => refused(vec!["this module has no press".to_owned()]),
            Ask::Cost { ability, who } => self.about(|open| open.cost(&ability, who.as_ref())),
            Ask::Resolve { who, procedure, given } => self.about(|open| {
                open.of(Some(&who), |faces, _| {
                    let (def, arguments) = procedures::call(&open.game, &procedure, &given)?;
                    Ok(resolved(faces, &procedure, def, &arguments).map_err(Fault::from)?)
                })
            }),
        }
    }

    /// Opens a game; one with errors leaves the desk empty.
    fn opened(&mut self, system: &str, files: Vec<(String, &[u8])>, is_sound: bool) -> Vec<u8> {
        let mut intake = Intake::default();
        for (path, bytes) in files.into_iter().filter(|(path, _)| is_read(path)) {
            if intake.is_full() {
                break;
            }
            intake.take(&path, &path, bytes.to_vec());
        }
        let is_full = intake.is_full();
        let sources = intake.into_sources();
        let mut found = Vec::new();
        self.open = if is_full {
            // What is not read would be reported as missing.
            found = faults(&sources);
            None
        } else {
            let campaign = campaign(&sources, &mut found);
            let depth = if is_sound { Depth::Named } else { Depth::Computed };
            let loaded = load_to(depth, &sources, system, &campaign.rulings_of(system));
            found.extend(loaded.diagnostics);
            loaded.game.map(|game| Open { game, campaign, found: found.clone(), sources: sources.clone() })
        };
        let diagnostics = found.iter().map(|one| to_json(one, &sources)).collect();
        framed(&Answer { done: self.open.as_ref().map(Open::told), refused: Vec::new(), diagnostics }, &[])
    }

    /// An answer about the game that is open.
    fn about<'d, T: Serialize>(&'d self, of: impl FnOnce(&'d Open) -> Outcome<T>) -> Vec<u8> {
        self.made(|open| of(open).map(|(done, diagnostics)| (done, diagnostics, Vec::new())))
    }

    /// The same with files.
    fn made<'d, T: Serialize>(&'d self, of: impl FnOnce(&'d Open) -> Made<T>) -> Vec<u8> {
        let open = self.open.as_ref().ok_or_else(|| vec!["no game is open".to_owned()].into());
        match open.and_then(of) {
            Ok((done, diagnostics, files)) => {
                framed(&Answer { done: Some(done), refused: Vec::new(), diagnostics }, &files)
            }
            Err(Refusal { faults, diagnostics }) => {
                framed(&Answer::<()> { done: None, refused: faults, diagnostics }, &[])
            }
        }
    }
}

/// The rulings that are decided beside the game.
fn campaign(sources: &Sources, found: &mut Vec<Diagnostic>) -> Campaign {
    let Some(file) = sources.find(CAMPAIGN) else { return Campaign::default() };
    read_campaign(&sources.file(file).text, file).unwrap_or_else(|faults| {
        found.extend(faults);
        Campaign::default()
    })
}

/// What came of a question: data with what was found in the files it came with, or why there are none.
type Outcome<T> = Result<(T, Vec<DiagnosticJson>), Refusal>;

/// The same with the files that come of it, one after another.
pub(crate) type Made<T> = Result<(T, Vec<DiagnosticJson>, Vec<u8>), Refusal>;

/// Why there is no answer.
#[derive(Default)]
pub(crate) struct Refusal {
    pub(crate) faults: Vec<String>,
    pub(crate) diagnostics: Vec<DiagnosticJson>,
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Asked(faults) => faults.into(),
            Fault::NotComputed(error) => Self::from(vec![format!("{}: {error}", error.value)]),
        }
    }
}

impl From<Vec<String>> for Refusal {
    fn from(faults: Vec<String>) -> Self {
        Self { faults, ..Self::default() }
    }
}

fn cases(call: &OddsCall<'_>, faces: &FaceBuilder<'_>) -> Result<Vec<OddsCase>, Refusal> {
    call.cases(faces).map_err(|error| vec![odds::not_computed(&error)].into())
}

/// A character that is asked about, and what was found about it.
pub(crate) struct Subject<'g> {
    pub(crate) who: Option<Cow<'g, Person>>,
    pub(crate) found: Vec<DiagnosticJson>,
}

impl Open {
    fn told(&self) -> Opened {
        let head = &self.game.entries.head;
        Opened {
            system: head.id.clone(),
            name: head.name.clone(),
            rules: self.game.fingerprint.clone(),
            people: self.game.people().map(|who| (who.id().to_owned(), who.character.name.clone())).collect(),
            abilities: self.game.abilities.keys().cloned().collect(),
            checks: forms::checks(&self.game),
            procedures: forms::procedures(&self.game),
            npcs: forms::npcs(&self.game),
        }
    }

    fn odds(&self, check: &str, given: &[String], who: Option<&Who>) -> Outcome<impl Serialize + use<>> {
        let call = odds::call(&self.game, check, given)?;
        self.of(who, |faces, _| Ok(call.data(faces, &cases(&call, faces)?)))
    }

    fn npcs(&self, wanted: &Wanted) -> Outcome<impl Serialize + use<>> {
        let npcs = npcs::made(&self.game, wanted).map_err(|fault| vec![fault])?;
        let file = |npc: &_| npc_file(npc, &self.game);
        if let Err(unsound) = npcs::read_back(&npcs, &self.game, file, drop) {
            let found = unsound.iter().flat_map(|(found, sources)| found.iter().map(|one| to_json(one, sources)));
            let faults = vec!["the archetypes made NPCs that are not sound".to_owned()];
            return Err(Refusal { faults, diagnostics: found.collect() });
        }
        let data = npcs::data(&self.game, wanted.seed, &npcs).map_err(Fault::from)?;
        Ok((NpcsAnswer { data, files: npcs.iter().map(file).collect() }, Vec::new()))
    }

    fn cost(&self, ability: &str, who: Option<&Who>) -> Outcome<impl Serialize + use<>> {
        let Some(listed) = self.game.abilities.get(ability) else {
            return Err(vec![format!("there is no ability `{ability}`")].into());
        };
        self.of(who, |faces, _| Ok(abilities::bill(faces, listed, &self.sources)?.data))
    }

    /// An answer about somebody, or about the form to fill in. `of` gets what was found about them.
    fn of<T>(
        &self,
        who: Option<&Who>,
        of: impl FnOnce(&FaceBuilder<'_>, Vec<DiagnosticJson>) -> Result<T, Refusal>,
    ) -> Outcome<T> {
        let Subject { who, found } = self.subject(who)?;
        let done = of(&FaceBuilder::new(&self.game, who.as_deref()), found.clone())?;
        Ok((done, found))
    }

    fn person(&self, id: &str) -> Result<&Person, Refusal> {
        let found = self.game.people().find(|who| who.id() == id);
        found.ok_or_else(|| vec![format!("there is no character `{id}`")].into())
    }

    pub(crate) fn subject(&self, who: Option<&Who>) -> Result<Subject<'_>, Refusal> {
        match who {
            None => Ok(Subject { who: None, found: Vec::new() }),
            Some(Who::Id(id)) => {
                let who = self.person(id)?;
                let found = self.found.iter().filter(|one| one.concerns(who.entry.file()));
                let found = found.map(|one| to_json(one, &self.sources)).collect();
                Ok(Subject { who: Some(Cow::Borrowed(who)), found })
            }
            Some(Who::Text(text)) => {
                let mut intake = Intake::default();
                intake.take("character.yaml", "character.yaml", text.clone().into_bytes());
                let sources = intake.into_sources();
                let (mut people, found) = read_characters(&sources, &self.game);
                let found: Vec<DiagnosticJson> = found.iter().map(|one| to_json(one, &sources)).collect();
                match people.pop() {
                    Some(who) => Ok(Subject { who: Some(Cow::Owned(who)), found }),
                    None => Err(Refusal { faults: Vec::new(), diagnostics: found }),
                }
            }
        }
    }
}

fn refused(faults: Vec<String>) -> Vec<u8> {
    framed(&Answer::<()> { done: None, refused: faults, diagnostics: Vec::new() }, &[])
}

/// An answer as it is handed over: how long its JSON is, the JSON, the files.
fn framed<T: Serialize>(answer: &Answer<T>, files: &[u8]) -> Vec<u8> {
    let json = serde_json::to_vec(answer).expect("views serialize");
    let length = u32::try_from(json.len()).expect("a module has four gigabytes at most");
    [&length.to_le_bytes()[..], &json, files].concat()
}
