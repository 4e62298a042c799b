//! Deck lists of files.

use std::path::Path;

use super::folder::{Folder, open, systems_of};
use super::print_flags::computing_failed;
use super::{CONTENT_HAS_ERRORS, ContentArgs, Stop, findings, reading, say};
use makeready_content::diagnostic::{Counts, Diagnostic};
use makeready_content::read_deck_list;
use makeready_content::source::{FileId, SourceFile, Sources};
use makeready_jobs::deck_list::{Deck, Unsound, deck, faults_without_game};

/// Reads a deck list, and makes its cards: the content folder, the id of the system, and the deck.
///
/// # Errors
/// A stop, when the file cannot be read, or something is wrong with it or with the game.
pub fn read(path: &Path, args: &ContentArgs, shows_odds: bool, in_color: bool) -> Result<(Folder, String, Deck), Stop> {
    let shown = path.display().to_string();
    let file = SourceFile { path: shown.clone(), shown, text: reading::text(path)? };
    let list = read_deck_list(&file.text, FileId(0));
    let sources = Sources::new(vec![file]);
    let refuse = |found: &[Diagnostic]| {
        findings::draw(found, Counts::default(), &sources, in_color);
        say("nothing was written");
        Stop(CONTENT_HAS_ERRORS)
    };
    let list = list.map_err(|mut found| {
        found.sort_by_key(|finding| finding.at.start);
        refuse(&found)
    })?;
    let systems = systems_of(args)?;
    if !systems.contains(&list.system.value) {
        let known: Vec<&str> = systems.iter().map(String::as_str).collect();
        return Err(refuse(&faults_without_game(&list, &known)));
    }
    let system = list.system.value.clone();
    let folder = open(args, Some(&system))?;
    let game = folder.game_quietly_or_stop(&system, in_color)?;
    let deck = deck(list, game, &[], shows_odds || folder.campaign.odds_on_cards).map_err(|unsound| match unsound {
        Unsound::Found(found) => refuse(&found),
        Unsound::NotComputed(error) => computing_failed(&error),
    })?;
    Ok((folder, system, deck))
}
