//! Weights in decimals: exact in sums, with the decimal mark of the game's language on paper.

use crate::broken::Game;

#[test]
fn weights_in_tenths_add_up_exactly_and_are_printed_in_the_language_of_the_game() {
    const IDA: &str = "lantern/characters/ida.yaml";
    let mut game = Game::small();
    game.replace(IDA, "weight: 4", "weight: 0.1");
    game.replace(IDA, "items:\n", "items:\n  - { id: coin, name: Coin, weight: 0.2 }\n");
    game.replace(IDA, "Born at **low** water.", "Carries {total('weight')}.");
    game.replace("lantern/system.yaml", "title: Lantern Row\n", "title: Lantern Row\nlang: de\n");
    assert_eq!(game.findings().drawn(), "");
    let sheet = serde_json::to_string(&game.made().sheets).expect("sheets are data");
    for printed in ["0,1 lb", "0,2 lb", "\"3/10\""] {
        assert!(sheet.contains(printed), "{printed} in {sheet}");
    }
}
