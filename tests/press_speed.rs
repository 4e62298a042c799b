//! How long printing takes: ratios are asserted, times are only shown (`--nocapture`).

mod press_fixture;

use std::error::Error;
use std::time::{Duration, Instant};

use deckle::faces::card::CardFace;
use deckle::press::{CardPrint, CardSize, Paper, print_cards};
use press_fixture::{deck, look, sentences};

fn timed(deck: &[CardFace]) -> Result<Duration, Box<dyn Error>> {
    let print = CardPrint::new(CardSize::find("poker")?, Paper::a4());
    let start = Instant::now();
    let printed = print_cards(deck, &look(), &print)?;
    let time = start.elapsed();
    println!("{} cards: {} ms, {} bytes", deck.len(), time.as_millis(), printed.pdf.len());
    Ok(time)
}

/// Filled cards, a tenth of which are too long for their declared size.
fn filled(cards: usize) -> Vec<CardFace> {
    let mut deck = deck(cards);
    for card in deck.iter_mut().step_by(10) {
        card.body.push(sentences(3));
    }
    deck
}

#[test]
fn copies_cost_far_less_than_cards_of_their_own() -> Result<(), Box<dyn Error>> {
    let distinct = timed(&filled(500))?;
    let copies: Vec<CardFace> = filled(18).into_iter().cycle().take(500).collect();
    let repeated = timed(&copies)?;
    assert!(repeated * 3 < distinct, "{repeated:?} against {distinct:?}");
    Ok(())
}
