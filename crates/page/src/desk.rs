//! Answers to messages, about the game that is open.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use makeready_answers::npcs::Wanted;
use makeready_answers::people::Catalogue;
use makeready_answers::{Fault, abilities, cards, forms, npcs, odds, people, procedures, rulings, values};
use makeready_content::amend::amended;
use makeready_content::concept::ability::BuiltEntry;
use makeready_content::diagnostic::{Diagnostic, DiagnosticJson, to_json};
use makeready_content::game::{Game, Listed, Person};
use makeready_content::intake::{Intake, is_read};
use makeready_content::packed;
use makeready_content::source::{FileId, Located, Sources, Span};
use makeready_content::{
    CAMPAIGN, Campaign, Depth, Earlier, Loaded, ReadBefore, faults, npc_file, open_published, read_campaign,
    read_characters,
};
use makeready_faces::card::CardFace;
use makeready_faces::make::{FaceBuilder, OddsCall, OddsCase, resolved, sheet_data};
use makeready_faces::sheet::View;
use makeready_rules::ability::Ability;
use serde::Serialize;

use crate::message::{
    Answer, Ask, Behind, Decided, FormAnswer, Message, NpcsAnswer, Opened, Who, Written, WrittenAnswer,
};
use crate::skills::{Prints, Skills};

/// Where messages are answered: keeps the game that is open.
#[derive(Default)]
pub struct Desk {
    skills: Skills,
    system: String,
    /// The files as they are now, by path. Of those of a published game on which all is known that is asked, the paths alone.
    files: BTreeMap<String, Arc<[u8]>>,
    /// The game as it was published; none for one whose files are read.
    published: Option<Published>,
    /// The files as they were read: those that stay the same are not read again.
    read: ReadBefore,
    /// The readings in force instead of the campaign's; empty where those are.
    decided: Vec<(String, String)>,
    /// The game as it was before anything was decided, once something was.
    undecided: Option<Arc<Game>>,
    open: Option<Open>,
}

/// A game as it was published.
struct Published {
    bytes: Vec<u8>,
    /// Whether nothing at all was found in it then.
    is_sound: bool,
    /// The paths of abilities that are other since, new, or gone.
    edited: BTreeSet<String>,
}

/// A game and its files.
pub struct Open {
    /// The game.
    pub game: Arc<Game>,
    /// Settings and rulings in `campaign.yaml`.
    pub campaign: Campaign,
    sources: Sources,
    /// What was found in them.
    found: Vec<Diagnostic>,
    /// Whether all was computed in them, so that nothing else is to be found; what is published and sound counts as such.
    is_computed: bool,
    /// What a form offers: items, traits and abilities of the people and archetypes of the game. Made when a form asks for it.
    catalogue: OnceLock<Catalogue>,
}

impl Desk {
    /// One without a game.
    pub fn with(skills: Skills) -> Self {
        Self { skills, ..Self::default() }
    }

    /// Answers a message.
    pub fn answer(&mut self, message: &[u8]) -> Vec<u8> {
        let Message { ask, files, published, pictures } = match Message::parse(message) {
            Ok(message) => message,
            Err(fault) => return refused(vec![fault]),
        };
        match ask {
            Ask::Open { system, is_sound, .. } => {
                self.opened(system, files.into_iter().chain(pictures), published, is_sound)
            }
            Ask::Edit { removed, deeply, .. } => self.edited(files, &removed, deeply),
            Ask::Decide { rulings } => self.decided(rulings),
            Ask::Odds { check, given, who } => self.about(|open| open.odds(&check, &given, who.as_ref())),
            Ask::Chart { check, given, who } => self.about(|open| {
                let call = odds::call(&open.game, &check, &given)?;
                open.of(who.as_ref(), |faces, _| Ok(call.view(faces, &cases(&call, faces)?)))
            }),
            Ask::Uses { check, who } => self.about(|open| {
                let Subject { who, found, .. } = open.subject(Some(&who))?;
                Ok((odds::uses(&open.game, &check, who.as_deref()), found))
            }),
            Ask::Written { kind, id } => self.about(|open| Ok((open.written(kind, &id)?, Vec::new()))),
            Ask::Form { who } => self.about(|open| open.form(&who)),
            Ask::Amend { text, path, change } => match amended(&text, &path, &change) {
                Ok(text) => framed(&Answer { done: Some(text), refused: Vec::new(), diagnostics: Vec::new() }, &[]),
                Err(fault) => refused(vec![fault]),
            },
            Ask::Built { ability } => {
                self.about(|open| Ok((abilities::built(&open.game, &open.ability(&ability)?.def), Vec::new())))
            }
            Ask::Deck { who } => {
                self.about(|open| open.of(who.as_ref(), |faces, _| Ok(cards::listed(faces).map_err(Fault::from)?)))
            }
            Ask::Campaign => self.about(|open| {
                let written = rulings::campaign(open.campaign_file(), &open.game).map_err(|fault| vec![fault])?;
                Ok((written, Vec::new()))
            }),
            Ask::Cards { who, only, ability } => {
                self.about(|open| open.cards_of(who.as_ref(), &only, ability.as_deref()))
            }
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
            Ask::Print { what, how } => self.pressed(|prints, open| (prints.printed)(open, &what, &how)),
            Ask::Picture(picture) => self.pressed(|prints, open| (prints.picture)(open, &picture)),
            Ask::Tabletop(deck) => self.pressed(|prints, open| (prints.tabletop)(open, &deck)),
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
    fn opened<'m>(
        &mut self,
        system: String,
        files: impl Iterator<Item = (String, &'m [u8])>,
        published: Option<&[u8]>,
        is_sound: bool,
    ) -> Vec<u8> {
        let mut files: BTreeMap<_, _> = files.filter(|(path, _)| is_read(path)).map(owned).collect();
        *self = Self::with(self.skills);
        let published = match published {
            Some(bytes) => {
                let Some(paths) = packed::paths(bytes) else { return refused(vec![NOT_PUBLISHED.to_owned()]) };
                for path in paths {
                    files.entry(path).or_default();
                }
                Some(Published { bytes: bytes.to_vec(), is_sound, edited: BTreeSet::new() })
            }
            None if self.skills.load.is_some() => None,
            None => return refused(vec![ONLY_PUBLISHED.to_owned()]),
        };
        *self = Self { system, files, published, ..Self::with(self.skills) };
        let answer = self.load(true);
        if let Some(open) = &mut self.open {
            open.is_computed = self.published.as_ref().is_none_or(|published| published.is_sound);
        }
        answer
    }

    /// Opens the game with other files; where it has errors, what was open stays.
    fn edited(&mut self, files: Behind<'_>, removed: &[String], is_deep: bool) -> Vec<u8> {
        if let Some(published) = &mut self.published {
            let abilities = format!("{}/abilities/", self.system);
            let paths = || files.iter().map(|(path, _)| path).chain(removed);
            let others = paths().filter(|path| !path.starts_with(&abilities) || !path.ends_with(".yaml"));
            let others: Vec<String> = others.map(|path| format!("{ONLY_ABILITIES}: not `{path}`")).collect();
            if !others.is_empty() {
                return refused(others);
            }
            published.edited.extend(paths().cloned());
        }
        removed.iter().for_each(|path| drop(self.files.remove(path)));
        self.files.extend(files.into_iter().filter(|(path, _)| is_read(path)).map(owned));
        self.load(is_deep)
    }

    /// Loads the game from its files, and tells of it.
    fn load(&mut self, is_deep: bool) -> Vec<u8> {
        let (open, sources, found) = self.loaded(is_deep, &self.decided);
        let diagnostics = found.iter().map(|one| to_json(one, &sources)).collect();
        let done = open.as_ref().map(Open::told);
        // Files in which nothing is wrong make a game.
        let is_other = open.is_none() && found.is_empty();
        let refused = is_other.then(|| NOT_PUBLISHED.to_owned()).into_iter().collect();
        if open.is_some() {
            self.open = open;
            self.undecided = None;
        }
        framed(&Answer { done, refused, diagnostics }, &[])
    }

    /// The game of the files, if it is sound; its files, and what was found in them. Of one that was not published all is computed
    /// where that is asked for.
    fn loaded(&self, is_deep: bool, decided: &[(String, String)]) -> (Option<Open>, Sources, Vec<Diagnostic>) {
        let mut intake = Intake::default();
        for (path, bytes) in &self.files {
            if intake.is_full() {
                break;
            }
            intake.take(path, path, bytes.to_vec());
        }
        let is_full = intake.is_full();
        let sources = intake.into_sources(self.skills.prints.map(|prints| prints.proof));
        if is_full {
            // What is not read would be reported as missing.
            let found = faults(&sources);
            return (None, sources, found);
        }
        let mut found = Vec::new();
        let campaign = campaign(&sources, &mut found);
        let mut rulings = campaign.rulings_of(&self.system);
        if !decided.is_empty() {
            // They stand in no file.
            let located = |text: &String| Located { value: text.clone(), at: Span::default() };
            rulings = decided.iter().map(|(ruling, reading)| (located(ruling), located(reading))).collect();
        }
        let loaded = match &self.published {
            Some(Published { bytes, edited, .. }) => open_published(bytes, edited, &sources, &self.system, &rulings),
            None => self.read(is_deep, &sources, &rulings),
        };
        let Some(loaded) = loaded else { return (None, sources, found) };
        found.extend(loaded.diagnostics);
        let open = loaded.game.map(|game| Open {
            game: Arc::new(game),
            campaign,
            found: found.clone(),
            is_computed: is_deep && self.published.is_none(),
            sources: sources.clone(),
            catalogue: OnceLock::new(),
        });
        (open, sources, found)
    }

    /// Reads the files of the game; nothing without the skill, see [`ONLY_PUBLISHED`].
    fn read(&self, is_deep: bool, sources: &Sources, rulings: &[Ruled]) -> Option<Loaded> {
        let depth = if is_deep { Depth::Computed } else { Depth::Named };
        let earlier = Earlier { read: Some(&self.read), proofs: None };
        Some(self.skills.load?(earlier, depth, sources, &self.system, rulings))
    }

    /// Puts readings in force.
    fn decided(&mut self, rulings: Vec<(String, String)>) -> Vec<u8> {
        let Some(open) = &self.open else { return refused(vec![NO_GAME.to_owned()]) };
        let faults = unknown_rulings(&open.game, &rulings);
        if !faults.is_empty() {
            return refused(faults);
        }
        let before = match &self.undecided {
            Some(before) => Arc::clone(before),
            None if self.decided.is_empty() => Arc::clone(&open.game),
            // Its files were edited since.
            None => self.loaded(false, &[]).0.map_or_else(|| Arc::clone(&open.game), |open| open.game),
        };
        let (open, sources, found) = self.loaded(false, &rulings);
        let Some(open) = open else {
            let diagnostics = found.iter().map(|one| to_json(one, &sources)).collect();
            return framed(&Answer::<()> { done: None, refused: Vec::new(), diagnostics }, &[]);
        };
        self.undecided = (!rulings.is_empty()).then(|| Arc::clone(&before));
        self.decided = rulings;
        self.open = Some(open);
        self.about(|open| {
            let changes = rulings::changes(&before, &open.game).map_err(Fault::from)?;
            let (rules, rulings) = (open.game.fingerprint.clone(), rulings::questions(&open.game));
            Ok((Decided { rules, rulings, changes }, Vec::new()))
        })
    }

    /// An answer about the game that is open.
    fn about<'d, T: Serialize>(&'d self, of: impl FnOnce(&'d Open) -> Outcome<T>) -> Vec<u8> {
        self.made(|open| of(open).map(|(done, diagnostics)| (done, diagnostics, Vec::new())))
    }

    /// The same with files.
    fn made<'d, T: Serialize>(&'d self, of: impl FnOnce(&'d Open) -> Made<T>) -> Vec<u8> {
        let open = self.open.as_ref().ok_or_else(|| vec![NO_GAME.to_owned()].into());
        match open.and_then(of) {
            Ok((done, diagnostics, files)) => {
                framed(&Answer { done: Some(done), refused: Vec::new(), diagnostics }, &files)
            }
            Err(Refusal { faults, diagnostics }) => {
                framed(&Answer::<()> { done: None, refused: faults, diagnostics }, &[])
            }
        }
    }

    /// The same for prints. A desk without [`Prints`] refuses.
    fn pressed<'d, T: Serialize>(&'d self, of: impl FnOnce(Prints, &'d Open) -> Made<T>) -> Vec<u8> {
        match self.skills.prints {
            Some(prints) => self.made(|open| of(prints, open)),
            None => refused(vec!["this module has no press".to_owned()]),
        }
    }
}

fn owned((path, bytes): (String, &[u8])) -> (String, Arc<[u8]>) {
    (path, bytes.into())
}

/// What is said to whoever asks too early.
const NO_GAME: &str = "no game is open";

/// What is said of bytes in which nothing was published.
const NOT_PUBLISHED: &str = "the game was published for another version of this module";

/// What is said where files cannot be read.
const ONLY_PUBLISHED: &str = "this module opens games that were published, and reads no files of others";

/// What is said where what all rests on cannot be edited.
const ONLY_ABILITIES: &str = "of a published game abilities can be edited";

/// A ruling and its reading.
pub(crate) type Ruled = (Located<String>, Located<String>);

/// What is wrong with the names of rulings and readings.
fn unknown_rulings(game: &Game, rulings: &[(String, String)]) -> Vec<String> {
    let fault = |(ruling, reading): &(String, String)| {
        let Some(entry) = game.entries.rulings.iter().find(|one| one.head.id == *ruling) else {
            return Some(format!("there is no ruling `{ruling}`"));
        };
        let is_known = entry.options.iter().any(|one| one.id.value == *reading);
        (!is_known).then(|| format!("the ruling `{ruling}` has no option `{reading}`"))
    };
    rulings.iter().filter_map(fault).collect()
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
pub type Made<T> = Result<(T, Vec<DiagnosticJson>, Vec<u8>), Refusal>;

/// Why there is no answer.
#[derive(Default)]
pub struct Refusal {
    /// Errors of the request.
    pub faults: Vec<String>,
    /// Diagnostics of the files in the request.
    pub diagnostics: Vec<DiagnosticJson>,
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
pub struct Subject<'g> {
    /// The character; none for a blank form.
    pub who: Option<Cow<'g, Person>>,
    /// Diagnostics of its file.
    pub found: Vec<DiagnosticJson>,
}

/// The file of a character.
struct Read<'g> {
    /// Who it defines; nobody where something is wrong.
    who: Option<Cow<'g, Person>>,
    file: FileId,
    found: Vec<DiagnosticJson>,
    /// The files it stands among.
    sources: Cow<'g, Sources>,
}

/// The path of a person whose file stands in no game.
const ALONE: &str = "character.yaml";

impl Open {
    fn told(&self) -> Opened {
        let head = &self.game.entries.head;
        Opened {
            system: head.id.clone(),
            name: head.name.clone(),
            rules: self.game.fingerprint.clone(),
            people: self.game.people().map(|who| (who.id().to_owned(), who.character.name.clone())).collect(),
            abilities: self.game.abilities.iter().map(|(id, one)| (id.clone(), one.def.name.clone())).collect(),
            checks: forms::checks(&self.game),
            procedures: forms::procedures(&self.game),
            npcs: forms::npcs(&self.game),
            building: forms::building(&self.game),
            rulings: rulings::questions(&self.game),
        }
    }

    /// The text of the campaign's file, where there is one.
    fn campaign_file(&self) -> Option<&str> {
        self.sources.find(CAMPAIGN).map(|file| self.sources.file(file).text.as_str())
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
            let faults = vec!["the archetypes made NPCs with errors".to_owned()];
            return Err(Refusal { faults, diagnostics: found.collect() });
        }
        let data = npcs::data(&self.game, wanted.seed, &npcs).map_err(Fault::from)?;
        Ok((NpcsAnswer { data, files: npcs.iter().map(file).collect() }, Vec::new()))
    }

    fn cost(&self, ability: &str, who: Option<&Who>) -> Outcome<impl Serialize + use<>> {
        let listed = self.ability(ability)?;
        self.of(who, |faces, _| Ok(abilities::bill(faces, listed, &self.sources)?.data))
    }

    /// Cards of somebody's deck, or that of an ability.
    fn cards_of(&self, who: Option<&Who>, only: &[String], ability: Option<&str>) -> Outcome<Vec<CardFace>> {
        let Subject { who, found, .. } = self.subject(who)?;
        let cards = match ability {
            Some(id) => vec![self.card_of(id, who.as_deref())?],
            None => {
                let deck = FaceBuilder::new(&self.game, who.as_deref()).deck().map_err(Fault::from)?;
                deck.into_iter().filter(|card| only.is_empty() || only.contains(&card.id)).collect()
            }
        };
        Ok((cards, found))
    }

    /// The card of an ability, for somebody or for who has built it.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn card_of(&self, ability: &str, who: Option<&Person>) -> Result<CardFace, Refusal> {
        let listed = self.ability(ability)?;
        let faces = FaceBuilder::new(&self.game, who.or_else(|| self.game.builder(ability)));
        let card = faces.ability_card(&listed.entry, &listed.def).map_err(Fault::from)?;
        card.ok_or_else(|| vec!["this game has no cards of abilities".to_owned()].into())
    }

    /// An answer about somebody, or about the form to fill in. `of` gets what was found about them.
    fn of<T>(
        &self,
        who: Option<&Who>,
        of: impl FnOnce(&FaceBuilder<'_>, Vec<DiagnosticJson>) -> Result<T, Refusal>,
    ) -> Outcome<T> {
        let Subject { who, found, .. } = self.subject(who)?;
        let done = of(&FaceBuilder::new(&self.game, who.as_deref()), found.clone())?;
        Ok((done, found))
    }

    fn person(&self, id: &str) -> Result<&Person, Refusal> {
        let found = self.game.people().find(|who| who.id() == id);
        found.ok_or_else(|| vec![format!("there is no character `{id}`")].into())
    }

    fn ability(&self, id: &str) -> Result<&Listed<BuiltEntry, Arc<Ability>>, Refusal> {
        self.game.abilities.get(id).ok_or_else(|| vec![format!("there is no ability `{id}`")].into())
    }

    /// The form of somebody, whatever is wrong with it; with the sheet, where nothing is.
    fn form(&self, who: &Who) -> Outcome<FormAnswer> {
        let Read { who, file, found, sources } = self.read_of(who)?;
        let catalogue = self.catalogue.get_or_init(|| Catalogue::of(&self.game, &self.sources));
        let Some(form) = people::form(&self.game, catalogue, &sources, file) else {
            return Err(Refusal { faults: Vec::new(), diagnostics: found });
        };
        let made = who.as_deref().map(|who| -> Result<_, Fault> {
            let sheet = FaceBuilder::new(&self.game, Some(who)).sheet()?;
            Ok((people::todo(&self.game, who)?, sheet))
        });
        let (todo, sheet, faults) = match made {
            Some(Ok((todo, sheet))) => (todo, Some(sheet), Vec::new()),
            Some(Err(fault)) => (Vec::new(), None, Refusal::from(fault).faults),
            None => (Vec::new(), None, Vec::new()),
        };
        Ok((FormAnswer { form, todo, sheet, faults }, found))
    }

    fn written(&self, kind: Written, id: &str) -> Result<WrittenAnswer<'_>, Refusal> {
        let file = match kind {
            Written::Fresh => {
                let text = people::fresh(&self.game, id).into();
                return Ok(WrittenAnswer { path: "new-character.yaml", text });
            }
            Written::Person => self.person(id)?.entry.file(),
            Written::Ability => self.ability(id)?.entry.head.at.file,
        };
        let file = self.sources.file(file);
        Ok(WrittenAnswer { path: &file.path, text: Cow::Borrowed(&file.text) })
    }

    /// What is wrong with somebody of the game.
    fn found_of(&self, who: &Person) -> Vec<DiagnosticJson> {
        let id = who.entry.file();
        if self.is_computed {
            let found = self.found.iter().filter(|one| one.concerns(id));
            return found.map(|one| to_json(one, &self.sources)).collect();
        }
        // With other readings, or other files, it is another.
        let file = self.sources.file(id);
        let (sources, _, found) = self.read_alone(&file.path, &file.text);
        found.iter().map(|one| to_json(one, &sources)).collect()
    }

    /// A character from a file by itself, and what is found in it.
    fn read_alone(&self, path: &str, text: &str) -> (Sources, Vec<Person>, Vec<Diagnostic>) {
        let mut intake = Intake::default();
        intake.take(path, path, text.as_bytes().to_vec());
        let sources = intake.into_sources(None).beside_a_game();
        let (people, found) = read_characters(&sources, &self.game);
        (sources, people, found)
    }

    /// Finds the character of a request, and validates its file.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn subject(&self, who: Option<&Who>) -> Result<Subject<'_>, Refusal> {
        let Some(who) = who else { return Ok(Subject { who: None, found: Vec::new() }) };
        match self.read_of(who)? {
            Read { who: Some(who), found, .. } => Ok(Subject { who: Some(who), found }),
            Read { who: None, found, .. } => Err(Refusal { faults: Vec::new(), diagnostics: found }),
        }
    }

    /// The file of somebody, and who it defines.
    fn read_of(&self, who: &Who) -> Result<Read<'_>, Refusal> {
        match who {
            Who::Id(id) => {
                let who = self.person(id)?;
                let (file, found) = (who.entry.file(), self.found_of(who));
                Ok(Read { who: Some(Cow::Borrowed(who)), file, found, sources: Cow::Borrowed(&self.sources) })
            }
            Who::Text(text) => {
                let (sources, mut people, found) = self.read_alone(ALONE, text);
                let found = found.iter().map(|one| to_json(one, &sources)).collect();
                let file = sources.find(ALONE).ok_or_else(|| vec!["this text is no file".to_owned()])?;
                Ok(Read { who: people.pop().map(Cow::Owned), file, found, sources: Cow::Owned(sources) })
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
