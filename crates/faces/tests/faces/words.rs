//! What blank forms say of how a value is worked out: words of the game, and nothing of the language of formulas.

use std::collections::BTreeSet;

use deckle_faces::make::FaceBuilder;
use deckle_testing::{CONTENT, game};

/// Every sentence of a game, with one of the values that it is said of.
fn sentences(system: &str) -> Vec<(String, String)> {
    let game = game(&CONTENT, system);
    let blank = FaceBuilder::new(&game, None);
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    let is_open = |id: &&String| blank.computed(id).is_ok_and(|computed| computed.value.is_unknown());
    for id in game.rules.system().values.keys().filter(is_open) {
        let said = blank.terms(id).unwrap_or_else(|error| panic!("{id}: {error}"));
        if !said.is_empty() && seen.insert(said.clone()) {
            all.push((id.clone(), said));
        }
    }
    all
}

#[test]
fn blank_forms_speak_no_program() {
    const PROGRAM: [&str; 13] = ["(", ")", "[", "=", "<", ">", "_", "max ", "min ", "floor", "abs ", "else", "ruling"];
    let mut count = 0;
    for system in deckle_content::systems(&CONTENT) {
        for (id, said) in sentences(&system) {
            let found: Vec<&&str> = PROGRAM.iter().filter(|mark| said.contains(**mark)).collect();
            assert!(found.is_empty(), "{system}: {id}: {said}: {found:?}");
            count += 1;
        }
    }
    assert!(count > 150, "only {count} sentences");
}
