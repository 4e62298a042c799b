//! What is made of a game rests on its files: the hash of them.

use std::collections::BTreeSet;

use crate::plan::KeyBuilder;
use makeready_content::game::Game;
use makeready_content::source::{FileId, Sources};
use makeready_content::{CAMPAIGN, SITE};

/// Made from a file of these sources too, and from what is wrong with it as a file. `name` is its path, as far as that matters.
#[must_use]
pub fn with_file(key: KeyBuilder, sources: &Sources, id: FileId, name: &str) -> KeyBuilder {
    let file = sources.file(id);
    let fault = sources.fault(id).map_or("", |fault| fault.code.as_str());
    let key = key.with(name.as_bytes()).with(file.text.as_bytes()).with(fault.as_bytes());
    key.with(sources.bytes(&file.path).map_or(&[], |bytes| &bytes[..]))
}

/// Made from the files of a game but those of its chapters, and from those beside the games.
#[must_use]
pub fn with_game_but_chapters(key: KeyBuilder, sources: &Sources, game: &Game) -> KeyBuilder {
    let chapters: BTreeSet<FileId> = game.entries.chapters.iter().map(|chapter| chapter.file).collect();
    let of_game = sources.within(&game.entries.head.id).map(|(id, ..)| id).filter(|id| !chapters.contains(id));
    let files = of_game.chain([CAMPAIGN, SITE].into_iter().filter_map(|path| sources.find(path)));
    files.fold(key, |key, id| with_file(key, sources, id, &sources.file(id).path))
}

/// Made from all files of a game, and from the campaign.
#[must_use]
pub fn with_game(key: KeyBuilder, sources: &Sources, game: &Game) -> KeyBuilder {
    let chapters = game.entries.chapters.iter().map(|chapter| chapter.file);
    let key = with_game_but_chapters(key, sources, game);
    chapters.fold(key, |key, id| with_file(key, sources, id, &sources.file(id).path))
}
