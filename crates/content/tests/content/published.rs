//! Games as they are published, in bytes.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use makeready_content::source::{SourceFile, Sources};
use makeready_content::{Depth, Loaded, is_told_as_written, load_to, open_published, published, systems};
use makeready_testing::CONTENT;
use proptest::prelude::*;

const SYSTEM: &str = "dice-pool";

static PUBLISHED: LazyLock<Vec<u8>> = LazyLock::new(|| published(&CONTENT, SYSTEM).expect("a sound game"));

/// The files of a game of which nothing but their paths is there, those that are told as they are written excepted.
fn paths_of(system: &str) -> Sources {
    let files = CONTENT.within(system).map(|(_, file, path)| {
        let text = if is_told_as_written(path) { file.text.clone() } else { String::new() };
        SourceFile { text, ..file.clone() }
    });
    Sources::new(files.collect())
}

fn opened(bytes: &[u8], system: &str) -> Option<Loaded> {
    open_published(bytes, &BTreeSet::new(), &paths_of(system), system, &[])
}

#[test]
fn every_shipped_game_is_what_its_files_say() {
    for system in systems(&CONTENT) {
        let bytes = published(&CONTENT, &system).expect("a sound game");
        assert_eq!(published(&CONTENT, &system), Some(bytes.clone()), "the same bytes");
        let game = opened(&bytes, &system).and_then(|loaded| loaded.game).expect("a game");
        let read = load_to(Depth::Named, &CONTENT, &system, &[]).game.expect("a game");
        assert_eq!(game.fingerprint, read.fingerprint, "{system}");
        assert_eq!(game.formulas.len(), read.formulas.len(), "{system}");
        let ids = |game: &makeready_content::game::Game| {
            let people = game.people().map(|who| who.id().to_owned());
            people.chain(game.abilities.keys().cloned()).chain(game.archetypes.keys().cloned()).collect::<Vec<_>>()
        };
        assert_eq!(ids(&game), ids(&read), "{system}");
        // Of the book no words are there.
        assert!(game.entries.examples.is_empty() && game.entries.chapters.iter().all(|one| one.parts.is_empty()));
        assert_eq!(game.entries.chapters.len(), read.entries.chapters.len(), "{system}");
        for (path, picture) in &game.entries.pictures.0 {
            let other = read.entries.pictures.find(path).expect("a picture");
            assert_eq!((&picture.name, picture.ratio), (&other.name, other.ratio), "{path}");
        }
    }
}

#[test]
fn a_game_with_errors_is_not_published() {
    let broken = CONTENT.within(SYSTEM).map(|(_, file, path)| {
        let text = if path == "system.yaml" { "nonsense: true\n".to_owned() } else { file.text.clone() };
        SourceFile { text, ..file.clone() }
    });
    assert_eq!(published(&Sources::new(broken.collect()), SYSTEM), None);
}

#[test]
fn what_is_cut_off_or_goes_on_is_none() {
    for length in (0..PUBLISHED.len()).step_by(997) {
        assert!(opened(&PUBLISHED[..length], SYSTEM).is_none(), "{length}");
    }
    assert!(opened(&[&PUBLISHED[..], &[0]].concat(), SYSTEM).is_none());
    // Nor is it another game.
    assert!(opened(&PUBLISHED, "strains").is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_bytes_harm_nothing(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20)) {
        let mut bytes = PUBLISHED.clone();
        for (at, byte) in changes {
            *at.get_mut(&mut bytes) = byte;
        }
        let _ = opened(&bytes, SYSTEM);
    }
}
