//! What the press refuses, as findings with a place in the author's files.
//!
//! `check`, `build` and the commands that print one document all report through this module. Faults of the program itself have no
//! place, and are reported without one.

use super::folder::Folder;
use super::print_flags::tell_faults_of_program;
use super::{CONTENT_HAS_ERRORS, Stop};
use makeready_content::code::Code;
use makeready_content::diagnostic::{Diagnostic, sort};
use makeready_content::game::Game;
use makeready_content::source::{Sources, Span};
use makeready_press::{PressError, Subject};

/// What is printed, and how its errors are drawn.
#[derive(Clone, Copy)]
pub struct PrintSource<'a> {
    /// The content folder.
    pub folder: &'a Folder,
    /// The game in it.
    pub game: &'a Game,
    /// Whether errors are drawn in color.
    pub in_color: bool,
}

impl PrintSource<'_> {
    /// Reports what the press refuses, and returns the stop.
    pub fn refuse(&self, error: &PressError) -> Stop {
        tell_faults_of_program("", error);
        let found = findings(error, self.game, &self.folder.sources);
        if found.is_empty() { Stop(CONTENT_HAS_ERRORS) } else { self.folder.refuse(&found, self.in_color) }
    }
}

/// One finding for each fault of an author, in the order of their places. A card of several people has its faults once.
pub fn findings(error: &PressError, game: &Game, sources: &Sources) -> Vec<Diagnostic> {
    let places = Places { game, sources };
    let each = error.each();
    let mut found: Vec<_> = each.iter().filter(|one| !one.is_internal()).map(|one| places.finding(one)).collect();
    sort(&mut found);
    found
}

/// Where the texts of a game stand.
struct Places<'a> {
    game: &'a Game,
    sources: &'a Sources,
}

impl Places<'_> {
    fn finding(&self, error: &PressError) -> Diagnostic {
        let entry = error.subject().and_then(|subject| self.entry(subject));
        let at = match (entry, error) {
            (_, PressError::Drawing { pictures, .. }) => self.picture(pictures),
            (Some(entry), _) => error.text().and_then(|text| self.within(entry, text)).or(Some(entry)),
            (None, _) => error.text().and_then(|text| self.anywhere(text)),
        };
        let at = at.unwrap_or(self.game.entries.head.at);
        let found = Diagnostic::error(Code::Press, at, error.to_string());
        match error.help() {
            Some(help) => found.help(help),
            None => found,
        }
    }

    /// Where an entry says its id.
    fn entry(&self, subject: &Subject) -> Option<Span> {
        let game = self.game;
        match subject {
            Subject::Card(id) => {
                let card = game.card(id).map(|card| card.head.at);
                let ability = || game.abilities.get(id).map(|ability| ability.entry.head.at);
                let mut items = game.people().flat_map(|who| who.entry.items.iter());
                card.or_else(ability).or_else(|| Some(items.find(|item| item.head.id == *id)?.head.at))
            }
            Subject::Sheet(id) | Subject::Handout(id) => Some(game.person(id)?.entry.head.at),
            Subject::Other(_) => None,
        }
    }

    /// The first place of an entry that has the longest word of a text: behind its id, and before the next id of the file.
    fn within(&self, entry: Span, text: &str) -> Option<Span> {
        let whole = &self.sources.file(entry.file).text;
        let rest = whole.get(entry.end..)?;
        let next = rest.match_indices("id:").map(|(at, _)| at).find(|at| is_key(&rest[..*at]));
        let word = longest_word(text)?;
        let start = entry.end + rest[..next.unwrap_or(rest.len())].find(word)?;
        Some(Span { file: entry.file, start, end: start + word.len() })
    }

    /// The place in the files of the game that has the longest word of a text; none where several have it.
    fn anywhere(&self, text: &str) -> Option<Span> {
        let word = longest_word(text)?;
        let files = self.sources.within(&self.game.entries.head.id);
        let mut places = files.flat_map(|(file, source, _)| {
            let places = source.text.match_indices(word);
            places.map(move |(start, _)| Span { file, start, end: start + word.len() })
        });
        places.next().filter(|_| places.next().is_none())
    }

    /// The first place that names one of these pictures.
    fn picture(&self, paths: &[String]) -> Option<Span> {
        let path = paths.first()?;
        let mut files = self.sources.within(&self.game.entries.head.id);
        files.find_map(|(file, source, _)| {
            let start = source.text.find(path.as_str())?;
            Some(Span { file, start, end: start + path.len() })
        })
    }
}

/// Whether a key may follow this text: it ends a line, or opens a mapping.
fn is_key(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '-']);
    before.is_empty() || before.ends_with(['\n', '{', ','])
}

/// The longest word of a text; a short one would be found in any file.
fn longest_word(text: &str) -> Option<&str> {
    const SHORTEST: usize = 4;
    let words = text.split(|c: char| c.is_whitespace() || c == '\u{ad}');
    words.max_by_key(|word| word.chars().count()).filter(|word| word.chars().count() >= SHORTEST)
}
