//! Games in which an earlier run has found nothing: their files are the same, so there is nothing to find. Where some of them
//! are other files, what was proved of the parts that rest on the rest still holds.
//!
//! **In** the files of a content folder, and the store beside it. **Out** what is known of a game. `check` and `build` look at
//! all of a game, its links too, and note it; other commands only ask.

use serde::{Deserialize, Serialize};

use super::folder::Folder;
use super::rests_on::with_file;
use super::say;
use crate::plan::{Key, KeyBuilder, Store};
use makeready_content::game::Game;
use makeready_content::source::Sources;
use makeready_content::{Campaign, Proofs};

/// A game in which there is nothing to find.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Sound {
    /// Where it stands among the games of a folder.
    place: i64,
    /// Its id.
    id: String,
    /// What it has, in one line.
    pub summary: String,
}

impl Sound {
    /// Of a game.
    pub fn of(game: &Game) -> Self {
        let e = &game.entries;
        let cards = e.actions.len() + e.references.len() + e.skills.iter().filter(|s| s.card.family.is_some()).count();
        let counts = [
            counted(game.rules.system().values.len(), "value"),
            counted(cards, "card"),
            counted(e.rulings.len(), "ruling"),
            counted(game.people().count(), "character"),
            counted(e.examples.len(), "example"),
            counted(e.chapters.len(), "chapter"),
        ];
        Self { place: e.place, id: e.head.id.clone(), summary: format!("{}: {}", e.head.name, counts.join(", ")) }
    }

    /// What an earlier run has noted of a game as it is now.
    pub fn find(store: &Store, sources: &Sources, campaign: &Campaign, system: &str) -> Option<Self> {
        serde_json::from_slice(&store.get(key(sources, campaign, system)?)?).ok()
    }
}

/// Notes the games of a folder in which nothing was found. To be called when all of them, and their links, were looked at.
pub fn note(store: &Store, folder: &Folder) {
    // Which games the findings are about that were too many to be listed, nobody knows any more.
    if folder.more.all() > 0 {
        return;
    }
    let is_sound = |game: &&Game| {
        let folder_of_game = format!("{}/", game.entries.head.id);
        let is_about = |path: &str| path.starts_with(&folder_of_game) || !path.contains('/');
        !folder.diagnostics.iter().any(|found| is_about(&folder.sources.file(found.at.file).path))
    };
    for game in folder.games.iter().filter(is_sound) {
        if let Some(key) = key(&folder.sources, &folder.campaign, &game.entries.head.id) {
            store.put(key, &serde_json::to_vec(&Sound::of(game)).expect("strings and numbers serialize"));
        }
    }
    for (system, proofs) in folder.proofs.iter().filter(|(_, proofs)| !proofs.is_empty()) {
        if let Some(key) = key_of_proofs(system) {
            store.put(key, &proofs.to_bytes());
        }
    }
}

/// What the last run has proved of a system in which it found nothing. Each proof is a hash of what it rests on, so that those
/// of other files prove nothing, and no harm is done by them.
pub fn proofs(store: &Store, system: &str) -> Option<Proofs> {
    Proofs::read(&store.get(key_of_proofs(system)?)?)
}

/// One result for each system, whatever its files: those of the last run are most likely to be of use.
fn key_of_proofs(system: &str) -> Option<Key> {
    Some(KeyBuilder::new("proofs")?.with(system.as_bytes()).finish())
}

/// The hash of all that a game is made from: its files, and the readings that the campaign has chosen.
fn key(sources: &Sources, campaign: &Campaign, system: &str) -> Option<Key> {
    let mut key = KeyBuilder::new("sound")?.with(system.as_bytes());
    for (ruling, option) in campaign.rulings_of(system) {
        key = key.with(ruling.value.as_bytes()).with(option.value.as_bytes());
    }
    let files = sources.within(system);
    Some(files.fold(key, |key, (id, _, path)| with_file(key, sources, id, path)).finish())
}

/// Says where nothing was taken from the store, and nothing kept, since it cannot be signed.
pub fn unsigned(store: &Store) {
    if let Some(refusal) = store.refusal() {
        say(&format!("note: {refusal}"));
    }
}

/// `1 error`, `2 errors`
pub fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
