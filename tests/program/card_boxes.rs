//! Blank cards of the shipped games, measured as they are laid out: boxes and lines that a pencil can fill, clear of each other,
//! of all words, and of the edge.

use makeready_content::game::Game;
use makeready_faces::card::{Block, CardFace};
use makeready_faces::make::{FaceBuilder, look};
use makeready_faces::sheet::Holds;
use makeready_faces::text::Style;
use makeready_press::cards::{FaceSpec, Faces, lay_out_faces};
use makeready_press::frames::{Area, areas};
use makeready_press::{CardPrint, CardSize, Fits, Paper};
use makeready_testing::all_shipped;

/// What a pencil needs, in millimeters: the height of a line, the width of a number, of a roll such as `5d12 + 7`, and
/// of a word.
const CLEAR: f64 = 7.0;
const NUMBER: f64 = 10.0;
const ROLL: f64 = 29.99;
const WORD: f64 = 16.5;
/// The line around a box takes half of its thickness on each side.
const STROKE: f64 = 0.5;
/// Lengths add up inexactly.
const CLOSE: f64 = 0.05;

fn spec(size: &str) -> FaceSpec {
    let print = CardPrint::new(CardSize::find(size).expect("a size"), Paper::a4());
    FaceSpec { trim: print.size.trim, bleed: print.bleed, safe: print.safe, style: print.style, has_backs: false }
}

fn blank_deck(game: &Game, spec: &FaceSpec) -> (Vec<CardFace>, Faces) {
    let deck = FaceBuilder::new(game, None).deck().expect("it computes");
    let faces = lay_out_faces(&deck, &look(game), spec, &mut Fits::default()).expect("it is laid out");
    (deck, faces)
}

/// Each card of a deck with its pages.
fn with_pages<'f>(deck: &'f [CardFace], faces: &'f Faces) -> impl Iterator<Item = (&'f CardFace, Vec<usize>)> {
    deck.iter().enumerate().map(move |(number, card)| {
        let of_card = faces.places.iter().filter(|place| place.card == Some(number));
        (card, of_card.map(|place| place.front).collect())
    })
}

fn in_mm(points: f64) -> f64 {
    points * 25.4 / 72.0
}

/// Of a box, where nothing is printed: what stands at its end takes its part.
fn clear(field: &Area, words: &[Area]) -> (f64, f64) {
    let inside = words.iter().filter(|word| {
        let middle = f64::midpoint(word.top, word.bottom);
        (field.left..field.right).contains(&word.left) && (field.top..field.bottom).contains(&middle)
    });
    let end = inside.map(|word| word.left).fold(field.right, f64::min);
    (in_mm(end - field.left - STROKE), in_mm(field.bottom - field.top - STROKE))
}

fn overlap(one: &Area, two: &Area) -> bool {
    one.left + CLOSE < two.right
        && two.left + CLOSE < one.right
        && one.top + CLOSE < two.bottom
        && two.top + CLOSE < one.bottom
}

fn least(label: &str) -> f64 {
    match label {
        "write-number" => NUMBER,
        "write-dice" => ROLL,
        "write-words" => WORD,
        "write-line" => NUMBER,
        other => panic!("`{other}` is no box to write in"),
    }
}

/// How many boxes for rolls a card must have.
fn rolls(face: &CardFace) -> usize {
    let figures = face.figures.iter().filter(|figure| figure.text.is_none() && figure.holds == Holds::Dice);
    let fields = face.facts.iter().filter_map(|fact| fact.field.as_ref()).filter(|field| field.holds == Holds::Dice);
    let texts = face.body.iter().chain(face.outcomes.iter().map(|outcome| &outcome.text));
    let blocks = face.blocks.iter().flat_map(|block| match block {
        // A cell with nothing but a place to write in is a line.
        Block::Table(table) => table.rows.iter().flatten().filter(|cell| cell.len() > 1).collect(),
        Block::Text { paragraphs } => paragraphs.iter().collect(),
        Block::Facts { facts } => facts.iter().map(|fact| &fact.text).collect(),
        Block::Heading { .. } | Block::Track(_) | Block::Lines { .. } => Vec::new(),
    });
    let runs = texts.chain(face.facts.iter().map(|fact| &fact.text)).chain(blocks).flatten();
    figures.count() + fields.count() + runs.filter(|run| run.style == Style::WriteDice).count()
}

/// Measures all boxes of a face; how many they are, and how many of them for rolls.
fn measured((fields, words): &(Vec<Area>, Vec<Area>), spec: &FaceSpec, place: &str) -> (usize, usize) {
    let safe = spec.safe.to_pt().0;
    let (right, bottom) = (spec.trim.width.to_pt().0 - safe, spec.trim.height.to_pt().0 - safe);
    for (n, field) in fields.iter().enumerate() {
        let (width, height) = clear(field, words);
        let is = format!(
            "{place}: {} of {width:.2} by {height:.2} mm at {:.1}, {:.1}",
            field.name,
            in_mm(field.left),
            in_mm(field.top)
        );
        assert!(height > CLEAR - 0.01, "{is}");
        assert!(width > least(&field.name) - 0.01, "{is}");
        assert!(field.left > safe - CLOSE && field.top > safe - CLOSE, "{is}: outside the safe zone");
        assert!(field.right < right + CLOSE && field.bottom < bottom + CLOSE, "{is}: outside the safe zone");
        for other in &fields[n + 1..] {
            assert!(!overlap(field, other), "{is} overlaps {other:?}");
        }
        // What stands at the end of a box is inside it, whole.
        let crossing = |word: &&Area| {
            overlap(field, word)
                && !(word.left > field.left
                    && word.right < field.right
                    && word.top > field.top
                    && word.bottom < field.bottom)
        };
        assert!(!words.iter().any(|word| crossing(&word)), "{is} crosses {:?}", words.iter().find(crossing));
    }
    let wide = fields.iter().filter(|field| field.name == "write-dice").count();
    (fields.len(), wide)
}

#[test]
fn a_pencil_has_room_in_every_box_of_every_blank_card() {
    for (size, least) in [("poker", 300), ("tarot", 300)] {
        let spec = spec(size);
        let mut boxes = 0;
        for game in all_shipped() {
            let (deck, faces) = blank_deck(game, &spec);
            for (card, pages) in with_pages(&deck, &faces) {
                let mut wide = 0;
                for &page in &pages {
                    let part = faces.faces[page].part;
                    let place = format!("{}, {}, {}/{}, {size}", game.entries.head.id, card.id, part.0, part.1);
                    let fields = areas(&faces.document.pages()[page].frame, "write-");
                    let (all, for_rolls) = measured(&fields, &spec, &place);
                    boxes += all;
                    wide += for_rolls;
                }
                assert_eq!(wide, rolls(card), "{}, {}: boxes for rolls", game.entries.head.id, card.id);
            }
        }
        println!("{boxes} boxes measured on {size} cards");
        assert!(boxes > least, "{boxes} boxes on {size} cards");
    }
}

#[test]
fn a_blank_ability_or_item_takes_two_cards_at_most_and_an_ally_three() {
    for game in all_shipped() {
        let (deck, faces) = blank_deck(game, &spec("poker"));
        let allies = game.entries.ally_card.as_ref().map(|layout| layout.family.value.as_str());
        let is_own = |face: &&CardFace| face.name.is_empty();
        for (card, pages) in with_pages(&deck, &faces).filter(|(card, _)| is_own(card)) {
            let most = if allies == Some(card.family.id.as_str()) { 3 } else { 2 };
            assert!(pages.len() <= most, "{}, {}: {} cards", game.entries.head.id, card.id, pages.len());
        }
        assert!(deck.iter().any(|card| is_own(&card)), "{} has none", game.entries.head.id);
    }
}
