//! Rulings: what there is to decide, what a decision changes, and how it is written in `campaign.yaml`.

use makeready_content::amend::{Change, Step, amended};
use makeready_content::concept::rulings::RulingEntry;
use makeready_content::game::{Game, Person};
use makeready_content::read_campaign;
use makeready_content::source::FileId;
use makeready_faces::make::{FaceBuilder, chapter_of_ruling};
use makeready_rules::formula::EvalError;
use serde::Serialize;

/// A question that the rules leave open.
#[derive(Debug, Serialize)]
pub struct RulingForm {
    id: String,
    name: String,
    question: String,
    /// The title of the chapter that explains what it is about, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    chapter: Option<String>,
    /// Id and text of each reading, the default first.
    readings: Vec<(String, String)>,
    /// The reading in force.
    chosen: String,
}

/// The questions of a game: chapter after chapter, in its order; what no chapter explains comes last.
pub fn questions(game: &Game) -> Vec<RulingForm> {
    let placed = |ruling: &RulingEntry| {
        let chapter = chapter_of_ruling(game, ruling);
        let form = RulingForm {
            id: ruling.head.id.clone(),
            name: ruling.head.name.clone(),
            question: ruling.question.to_string(),
            chapter: chapter.map(|(_, title)| title.to_owned()),
            readings: ruling.options.iter().map(|one| (one.id.value.clone(), one.text.to_string())).collect(),
            chosen: game.rules.chosen(&ruling.head.id).unwrap_or_default().to_owned(),
        };
        (chapter.map_or(usize::MAX, |(place, _)| place), form)
    };
    let mut rulings: Vec<_> = game.entries.rulings.iter().map(placed).collect();
    rulings.sort_by_key(|(place, _)| *place);
    rulings.into_iter().map(|(_, form)| form).collect()
}

/// A campaign's file with the readings of a game that are in force, and all else as its author wrote it: papers, sizes and the
/// readings of other games. A reading that is the default is named only where the file names it already.
///
/// # Errors
/// A sentence, where the file is written in a way that only its author can change.
pub fn campaign(written: Option<&str>, game: &Game) -> Result<String, String> {
    let mut text = written.unwrap_or("format_version: 1\n").to_owned();
    let system = &game.entries.head.id;
    let known = read_campaign(&text, FileId::default()).unwrap_or_default();
    for ruling in &game.entries.rulings {
        let id = &ruling.head.id;
        let default = ruling.options.first().map(|one| one.id.value.as_str());
        let chosen = game.rules.chosen(id).or(default);
        let of_it = known
            .rulings
            .0
            .iter()
            .find(|one| one.ruling.value == *id && one.system.as_ref().is_none_or(|of| of.value == *system));
        if of_it.map(|one| one.option.value.as_str()).or(default) == chosen {
            continue;
        }
        // Where a folder has one game, its readings may stand there without its id.
        let is_short = of_it.is_some_and(|one| one.system.is_none());
        let keys = ["rulings", system, id].into_iter().filter(|key| !is_short || key != system);
        let path: Vec<Step> = keys.map(|key| Step::Key(key.to_owned())).collect();
        let change = match chosen {
            Some(chosen) if Some(chosen) != default => Change::Set(chosen.into()),
            _ => Change::Remove,
        };
        text = amended(&text, &path, &change)?;
    }
    Ok(text)
}

/// What differs for somebody between two states of the rules.
#[derive(Debug, Serialize)]
pub struct Changed {
    id: String,
    name: String,
    values: Vec<ChangedValue>,
}

/// A value that differs, in final words.
#[derive(Debug, Serialize)]
struct ChangedValue {
    name: String,
    before: String,
    after: String,
}

/// What differs between two states of the rules of a game, for everybody who is in both: values and stats as they are printed, and
/// whether they are legal.
///
/// # Errors
/// When a value cannot be computed.
pub fn changes(before: &Game, after: &Game) -> Result<Vec<Changed>, EvalError> {
    let mut changed = Vec::new();
    for now in after.people() {
        let Some(earlier) = before.people().find(|one| one.id() == now.id()) else { continue };
        let values = changed_values(before, earlier, after, now)?;
        if !values.is_empty() {
            changed.push(Changed { id: now.id().to_owned(), name: now.character.name.clone(), values });
        }
    }
    Ok(changed)
}

fn changed_values(before: &Game, earlier: &Person, after: &Game, now: &Person) -> Result<Vec<ChangedValue>, EvalError> {
    let [of_before, of_after] = [FaceBuilder::new(before, Some(earlier)), FaceBuilder::new(after, Some(now))];
    let system = after.rules.system();
    let mut values = Vec::new();
    for name in system.stats.keys().chain(system.values.keys()) {
        let [was, is] = [of_before.value_cell(name)?, of_after.value_cell(name)?];
        // Values without a name are parts of others.
        if was.text != is.text && !is.name.is_empty() {
            let name = match card_of(after, name) {
                Some(card) => format!("{card}: {}", is.name),
                None => is.name,
            };
            let [before, after] = [was.text, is.text].map(Option::unwrap_or_default);
            values.push(ChangedValue { name, before, after });
        }
    }
    Ok(values)
}

/// The name of the card that has a value, if it is one of a card: `strike.accuracy`.
fn card_of<'g>(game: &'g Game, value: &str) -> Option<&'g str> {
    let (id, _) = value.split_once('.')?;
    let cards = game.entries.actions.iter().chain(game.entries.skills.iter().map(|skill| &skill.card));
    cards.map(|card| &card.head).find(|head| head.id == id).map(|head| head.name.as_str())
}
