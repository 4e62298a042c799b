//! What is known of files that were looked into before.

use deckle_content::source::{FileId, SourceFile, Sources};
use deckle_content::{Depth, load_to, prepared, systems, yaml};
use deckle_testing::CONTENT;
use proptest::prelude::*;

/// Every way in which a value can be written.
const WRITTEN: &str = "\
plain: some words
'quoted': 'it''s'
\"escaped\": \"a\\nb\"
empty: ''
numbers: [1, -2, 9223372036854775807, 1.5, 99999999999999999999]
yes: [true, false, null, ~, ]
folded: >
  one
  two
kept: |
  ä
   b
marked: &m { a: [x, { b: y }] }
again: *m
a: 1
a: 2
";

fn prepared_of(text: &str) -> Vec<u8> {
    let file = SourceFile { path: "g/a.yaml".into(), shown: "a.yaml".into(), text: text.into() };
    prepared::of_game(&Sources::new(vec![file]), "g").remove("g/a.yaml").expect("a tree")
}

#[test]
fn a_tree_comes_back_as_it_was_read() {
    let read = yaml::parse(WRITTEN, FileId(0)).expect("sound");
    assert_eq!(prepared::tree(&prepared_of(WRITTEN), WRITTEN, FileId(0)), Some(read));
}

#[test]
fn every_shipped_game_is_the_same_with_what_was_known_of_it() {
    for system in systems(&CONTENT) {
        let prepared = prepared::of_game(&CONTENT, &system);
        for (path, bytes) in &prepared {
            let id = CONTENT.find(path).expect("a file");
            let text = &CONTENT.file(id).text;
            if path.ends_with(".yaml") {
                assert_eq!(prepared::tree(bytes, text, id), yaml::parse(text, id).ok(), "{path}");
            } else {
                let data = CONTENT.bytes(path).expect("a picture");
                assert_eq!(prepared::picture(bytes), deckle_content::picture::examine(data).ok(), "{path}");
            }
        }
        let known = CONTENT.clone().with_prepared(prepared.into());
        let loaded = |sources: &Sources| {
            let loaded = load_to(Depth::Named, sources, &system, &[]);
            (loaded.game.expect("sound").fingerprint, loaded.diagnostics)
        };
        assert_eq!(loaded(&known), loaded(&CONTENT), "{system}");
    }
}

#[test]
fn the_tree_of_another_file_is_none() {
    let bytes = prepared_of(WRITTEN);
    assert_eq!(prepared::tree(&bytes, "short: 1\n", FileId(0)), None);
    assert_eq!(prepared::tree(&bytes[..bytes.len() - 1], WRITTEN, FileId(0)), None);
    assert_eq!(prepared::tree(&[&bytes[..], &[0]].concat(), WRITTEN, FileId(0)), None);
}

proptest! {
    #[test]
    fn damaged_bytes_harm_nothing(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20)) {
        let mut bytes = prepared_of(WRITTEN);
        for (at, byte) in changes {
            *at.get_mut(&mut bytes) = byte;
        }
        // Whatever it is, every place in it is one of the text.
        if let Some(tree) = prepared::tree(&bytes, WRITTEN, FileId(0)) {
            prop_assert!(WRITTEN.get(tree.at.start..tree.at.end).is_some());
        }
        let _ = prepared::picture(&bytes);
    }
}
