//! Faces as they are laid out: the size of their text, and the picture above it.

use std::collections::{BTreeSet, HashMap};
use std::error::Error;
use std::sync::Mutex;

use crate::fixture::{card, deck, look, sentences, text};
use makeready_faces::book::{HeadStyle, Look};
use makeready_faces::card::{Block, CardFace, Family, Table};
use makeready_press::cards::{FaceSpec, Faces, lay_out_faces};
use makeready_press::fitting::PORTION;
use makeready_press::frames;
use makeready_press::{CardPrint, CardSize, Fits, Mm, Paper, Shelf, Size, Subject, print_cards_on};
use typst::layout::{Frame, FrameItem, Point};

type TestResult = Result<(), Box<dyn Error>>;

/// The size of the running text of a face, in tenths of a point.
#[expect(clippy::cast_possible_truncation, reason = "a size is a small number")]
fn running_size(frame: &Frame) -> Option<i64> {
    let mut sizes = BTreeSet::new();
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => sizes.extend(running_size(&group.frame)),
            FrameItem::Text(text) if text.text.chars().count() > 24 => {
                sizes.insert((text.size.to_pt() * 10.0).round() as i64);
            }
            FrameItem::Text(_)
            | FrameItem::Shape(..)
            | FrameItem::Image(..)
            | FrameItem::Link(..)
            | FrameItem::Tag(_) => {}
        }
    }
    sizes.last().copied()
}

fn poker_spec() -> Result<FaceSpec, Box<dyn Error>> {
    let print = CardPrint::new(CardSize::find("poker")?, Paper::a4());
    Ok(FaceSpec { trim: print.size.trim, bleed: print.bleed, safe: print.safe, style: print.style, has_backs: false })
}

#[test]
fn a_family_is_set_at_one_size_and_another_family_at_its_own() -> TestResult {
    let plain = |n: usize, family: &str| {
        let card = card(n);
        let family = Family { id: family.to_owned(), ..card.family };
        CardFace { body: vec![sentences(1)], outcomes: Vec::new(), family, ..card }
    };
    let long = |n, family: &str| CardFace { body: vec![sentences(5)], ..plain(n, family) };
    let sizes = |deck: &[CardFace]| -> Result<Vec<Option<i64>>, Box<dyn Error>> {
        let faces = lay_out_faces(deck, &look(), &poker_spec()?, &mut Fits::default())?;
        assert!(faces.notes.is_empty(), "{:?}", faces.notes);
        Ok(faces.document.pages().iter().map(|page| running_size(&page.frame)).collect())
    };
    let deck = [plain(1, "a"), long(2, "a"), plain(3, "b")];
    assert_eq!(sizes(&deck)?, [Some(75), Some(75), Some(85)]);
    assert_eq!(sizes(&deck[..1])?, [Some(85)], "alone it has room");
    // The same, whatever was printed before.
    let mut fits = Fits::default();
    for deck in [&deck[1..2], &deck[2..], &deck[..]] {
        lay_out_faces(deck, &look(), &poker_spec()?, &mut fits)?;
    }
    let again = lay_out_faces(&deck, &look(), &poker_spec()?, &mut fits)?;
    let again: Vec<_> = again.document.pages().iter().map(|page| running_size(&page.frame)).collect();
    assert_eq!(again, sizes(&deck)?);
    Ok(())
}

#[test]
fn a_deck_is_the_same_whosever_deck_was_printed_before() -> TestResult {
    let deck = |owner: &str| -> Vec<CardFace> {
        let long = CardFace { body: vec![sentences(60)], ..card(9) };
        let cards = (1..4).map(card).chain([long]);
        cards.map(|card| CardFace { owner: owner.to_owned(), ..card }).collect()
    };
    let mut fits = Fits::default();
    for owner in ["Ottla", "", "Kael Dross", "Kael", &"Bartholomew ".repeat(9), "Ottla"] {
        let shared = lay_out_faces(&deck(owner), &look(), &poker_spec()?, &mut fits)?;
        let alone = lay_out_faces(&deck(owner), &look(), &poker_spec()?, &mut Fits::default())?;
        assert_eq!((&shared.places, &shared.notes), (&alone.places, &alone.notes));
        for (shared, alone) in shared.document.pages().iter().zip(alone.document.pages()) {
            let words = frames::areas(&shared.frame, "place");
            assert_eq!(words, frames::areas(&alone.frame, "place"));
            assert!(owner.is_empty() || words.1.iter().any(|area| owner.starts_with(&area.name)), "{owner}: {words:?}");
            frames::checked([shared], &Subject::Other(owner.to_owned()))?;
        }
    }
    Ok(())
}

/// How high the groups with this label are, in millimeters.
fn heights_of(frame: &Frame, label: &str) -> Vec<f64> {
    frames::heights(frame, label).into_iter().map(|height| height.0 * 25.4 / 72.0).collect()
}

/// What stands on a face, run by run.
fn words_on(frame: &Frame) -> Vec<String> {
    let words = |(_, item): &(Point, FrameItem)| match item {
        FrameItem::Group(group) => words_on(&group.frame),
        FrameItem::Text(text) => vec![text.text.to_string()],
        FrameItem::Shape(..) | FrameItem::Image(..) | FrameItem::Link(..) | FrameItem::Tag(_) => Vec::new(),
    };
    frame.items().flat_map(words).collect()
}

/// A card of a family with so many sentences, and nothing else below its figures.
fn with_sentences(count: usize, family: &str) -> CardFace {
    let card = card(count);
    let family = Family { id: family.to_owned(), ..card.family };
    CardFace { body: vec![sentences(count)], outcomes: Vec::new(), reaction: Vec::new(), family, ..card }
}

/// How high the picture of a face is, in tenths of a millimeter.
#[expect(clippy::cast_possible_truncation, reason = "a card is small")]
fn window_of(frame: &Frame) -> i64 {
    (heights_of(frame, "window").first().copied().unwrap_or_default() * 10.0).round() as i64
}

#[test]
fn pictures_have_two_heights_and_the_name_stands_once() -> TestResult {
    for head in [HeadStyle::Banner, HeadStyle::Cartouche, HeadStyle::Slab, HeadStyle::Block, HeadStyle::Plain] {
        let look = Look { card_head: head, ornament: "facets".to_owned(), ..look() };
        let mut windows = Vec::new();
        for count in 1..=9 {
            let card = with_sentences(count, "alone");
            let faces = lay_out_faces(&[card], &look, &poker_spec()?, &mut Fits::default())?;
            let Some(page) = faces.document.pages().first() else { return Err("no page".into()) };
            windows.push(window_of(&page.frame));
            let name = words_on(&page.frame).iter().filter(|words| **words == format!("Strike {count}")).count();
            assert_eq!(name, 1, "{head:?}");
        }
        assert!(windows.is_sorted_by(|one, next| one >= next), "{head:?}: more text, a larger picture: {windows:?}");
        windows.dedup();
        let [large, small, closed] = windows[..] else { return Err(format!("{head:?}: {windows:?}").into()) };
        assert_eq!((large - closed, small - closed), (220, 120), "{head:?}");
    }
    Ok(())
}

#[test]
fn a_family_has_pictures_of_one_height() -> TestResult {
    let heights = |deck: &[CardFace]| -> Result<Vec<i64>, Box<dyn Error>> {
        let faces = lay_out_faces(deck, &look(), &poker_spec()?, &mut Fits::default())?;
        Ok(faces.document.pages().iter().map(|page| window_of(&page.frame)).collect())
    };
    let alone: Vec<i64> =
        (1..=9).map(|count| Ok(heights(&[with_sentences(count, "a")])?[0])).collect::<Result<_, Box<dyn Error>>>()?;
    let (large, closed) = (alone[0], alone[8]);
    let count_of = |height: i64| {
        (1..).zip(&alone).filter(|(_, one)| **one == height).map(|(count, _)| count).collect::<Vec<usize>>()
    };
    let small = alone.iter().copied().find(|height| *height < large).ok_or("no small picture")?;
    let middle = *count_of(small).first().ok_or("no small picture")?;
    // Most have room for the large one: the card that has not goes without.
    let named = |counts: &[usize]| -> Vec<CardFace> {
        let cards = counts.iter().map(|count| with_sentences(*count, "a"));
        cards.zip(0..).map(|(card, number)| CardFace { id: format!("card-{number}"), ..card }).collect()
    };
    let deck = named(&[1, 1, middle]);
    assert_eq!(heights(&deck)?, [large, large, closed]);
    let deck = named(&[1, middle, middle, middle]);
    assert_eq!(heights(&deck)?, [small; 4]);
    // Another family decides for itself.
    let deck = [with_sentences(1, "b"), with_sentences(middle, "a")];
    assert_eq!(heights(&deck)?, [large, small]);
    Ok(())
}

#[test]
fn room_that_is_left_over_stands_between_the_parts_and_an_ornament_closes_a_short_card() -> TestResult {
    let look = Look { ornament: "facets".to_owned(), ..look() };
    let laid = |count: usize| -> Result<Frame, Box<dyn Error>> {
        let faces = lay_out_faces(&[with_sentences(count, "a")], &look, &poker_spec()?, &mut Fits::default())?;
        Ok(faces.document.pages().first().ok_or("no page")?.frame.clone())
    };
    let bare = CardFace {
        costs: Vec::new(),
        figures: Vec::new(),
        facts: Vec::new(),
        has_extra_cost_box: false,
        ..with_sentences(1, "a")
    };
    let short = lay_out_faces(&[bare], &look, &poker_spec()?, &mut Fits::default())?;
    let tails = |frame: &Frame| frames::sizes(frame, "tail").len();
    assert_eq!(short.document.pages().iter().map(|page| tails(&page.frame)).collect::<Vec<_>>(), [1]);
    assert_eq!(tails(&laid(9)?), 0);
    // From the top of the content to its first part that may move.
    let first = |frame: &Frame| -> Result<f64, Box<dyn Error>> {
        let top = |label| frames::areas(frame, label).0.first().map(|area| area.top);
        Ok(top("apart").zip(top("content")).map(|(part, content)| part - content).ok_or("no parts")?)
    };
    let moved = first(&laid(1)?)? - first(&laid(9)?)?;
    assert!(moved > 1.0 && moved < 2.5 * 72.0 / 25.4, "{moved} pt");
    Ok(())
}

#[test]
fn the_two_sides_of_a_reference_have_about_as_much_each() -> TestResult {
    let heights = |count: usize, is_reference: bool| -> Result<Vec<f64>, Box<dyn Error>> {
        let body = (0..count).map(|_| sentences(2)).collect();
        let long = CardFace { is_reference, body, ..with_sentences(1, "a") };
        let faces = lay_out_faces(&[long], &look(), &poker_spec()?, &mut Fits::default())?;
        Ok(faces.document.pages().iter().flat_map(|page| heights_of(&page.frame, "content")).collect())
    };
    // Just too much for one face.
    let count = (1..20).find(|count| heights(*count, false).is_ok_and(|heights| heights.len() == 2)).ok_or("none")?;
    let [played, reference] = [heights(count, false)?, heights(count, true)?];
    assert_eq!(reference.len(), 2, "{reference:?}");
    let apart = |heights: &[f64]| (heights[0] - heights[1]).abs();
    assert!(apart(&reference) < 0.5 * apart(&played), "{played:?} {reference:?}");
    Ok(())
}

#[test]
fn a_played_card_is_set_smaller_before_it_goes_on_and_a_reference_goes_on() -> TestResult {
    let spec = poker_spec()?;
    let faces_of = |count: usize, is_reference: bool| -> Result<Vec<Option<i64>>, Box<dyn Error>> {
        let card = CardFace { is_reference, ..with_sentences(count, "a") };
        let faces = lay_out_faces(&[card], &look(), &spec, &mut Fits::default())?;
        assert_eq!(faces.notes.is_empty(), faces.document.pages().len() == 1);
        Ok(faces.document.pages().iter().map(|page| running_size(&page.frame)).collect())
    };
    let too_long =
        (9..40).find(|count| faces_of(*count, true).is_ok_and(|faces| faces.len() > 1)).ok_or("none goes on")?;
    assert_eq!(faces_of(too_long, false)?, [Some(70)]);
    let sizes = faces_of(too_long, true)?;
    assert_eq!(sizes.last(), Some(&Some(75)), "{sizes:?}");
    assert!(faces_of(3 * too_long, false)?.len() > 1, "what has no room at any size is not lost");
    Ok(())
}

/// Texts with their places.
type Texts = Vec<(Point, String)>;

/// Every text of a face with its place, and how many other things there are.
fn texts_and_rest(frame: &Frame, at: Point, texts: &mut Texts, rest: &mut usize) {
    for (position, item) in frame.items() {
        match item {
            FrameItem::Group(group) => texts_and_rest(&group.frame, at + *position, texts, rest),
            FrameItem::Text(text) => texts.push((at + *position, text.text.to_string())),
            FrameItem::Shape(..) | FrameItem::Image(..) => *rest += 1,
            FrameItem::Link(..) | FrameItem::Tag(_) => {}
        }
    }
}

#[test]
fn an_ornament_moves_no_word() -> TestResult {
    let face = |ornament: &str| -> Result<(Texts, usize), Box<dyn Error>> {
        let look = Look { ornament: ornament.to_owned(), ..look() };
        let faces = lay_out_faces(&[card(1)], &look, &poker_spec()?, &mut Fits::default())?;
        let (mut texts, mut rest) = (Vec::new(), 0);
        for page in faces.document.pages() {
            texts_and_rest(&page.frame, Point::zero(), &mut texts, &mut rest);
        }
        // The emblem in the foot stands before the title of the game.
        texts.retain(|(_, text)| !text.contains("Rapier"));
        Ok((texts, rest))
    };
    let (plain, bare) = face("")?;
    for (name, _) in makeready_embedded::ornaments() {
        let (adorned, rest) = face(name)?;
        assert_eq!(adorned, plain, "{name}");
        assert!(rest > bare, "{name} is not drawn");
    }
    Ok(())
}

/// Whatever height is left over, lines to write on fill it and no more: a face is never higher than its card.
#[test]
fn lines_to_write_on_fill_a_card_of_any_height() -> TestResult {
    let blocks = vec![Block::Lines { lines: 1 }];
    let form = CardFace { outcomes: Vec::new(), body: Vec::new(), blocks, ..card(1) };
    let spec = poker_spec()?;
    let mut lines = BTreeSet::new();
    for micrometers in (86_000..95_000).step_by(10) {
        let trim = Size { height: Mm::from_um(micrometers), ..spec.trim };
        let faces =
            lay_out_faces(std::slice::from_ref(&form), &look(), &FaceSpec { trim, ..spec }, &mut Fits::default())?;
        assert!(faces.notes.is_empty(), "{micrometers}: {:?}", faces.notes);
        lines.insert(frames::heights(&faces.document.pages()[0].frame, "write-line").len());
    }
    assert!(lines.len() >= 2, "{lines:?}");
    Ok(())
}

/// A row of a form that says something already says it on paper as well.
#[test]
fn what_a_form_says_already_is_printed() -> TestResult {
    let row = |cells: [&str; 3]| cells.map(|cell| if cell.is_empty() { Vec::new() } else { text(cell) }).to_vec();
    let rows = vec![row(["99", "Counters", ""]), row(["", "", ""]), row(["", "", ""])];
    let columns = ["Score", "Who", "Left"].map(str::to_owned).to_vec();
    let table = Block::Table(Table { columns, numeric: vec![true, false, true], rows });
    let form = CardFace { outcomes: Vec::new(), body: Vec::new(), blocks: vec![table], ..card(1) };
    let faces = lay_out_faces(&[form], &look(), &poker_spec()?, &mut Fits::default())?;
    let words = words_on(&faces.document.pages()[0].frame);
    assert!(["99", "Counters"].iter().all(|said| words.iter().any(|word| word == said)), "{words:?}");
    assert_eq!(frames::heights(&faces.document.pages()[0].frame, "write-line").len(), 7, "1 and twice 3");
    Ok(())
}

/// The card that decides stands in the second portion, and is not the one that seems to have most text.
#[test]
fn a_family_is_set_alike_in_all_portions_of_a_large_deck() -> TestResult {
    let mut deck = deck(PORTION + 2);
    let with_words = |words: &[&str], card: &CardFace| CardFace {
        body: vec![text(&words.join(" "))],
        outcomes: Vec::new(),
        ..card.clone()
    };
    deck[0] = with_words(&["illi"; 60], &deck[0]);
    deck[PORTION + 1] = with_words(&["MMM"; 70], &deck[PORTION + 1]);
    let laid = |cards: &[CardFace]| -> Result<Faces, Box<dyn Error>> {
        Ok(lay_out_faces(cards, &look(), &poker_spec()?, &mut Fits::default())?)
    };
    let size = |faces: &Faces| running_size(&faces.document.pages()[0].frame);
    let many = laid(&deck)?;
    let few = laid(&[deck[0].clone(), deck[1].clone(), deck[PORTION + 1].clone()])?;
    let without = laid(&deck[..2])?;
    assert_eq!([size(&without), size(&few), size(&many)], [Some(85), Some(75), Some(75)], "the last card decides");
    let places: Vec<usize> = many.places.iter().filter_map(|place| place.card).collect();
    assert!((0..deck.len()).all(|card| places.contains(&card)), "every card is there");
    assert!(many.places.is_sorted_by_key(|place| place.front));
    Ok(())
}

/// A shelf in memory, and how often it was given something.
#[derive(Default)]
struct InMemory {
    kept: Mutex<HashMap<blake3::Hash, Vec<u8>>>,
    puts: Mutex<usize>,
}

impl Shelf for InMemory {
    fn get(&self, key: blake3::Hash) -> Option<Vec<u8>> {
        self.kept.lock().ok()?.get(&key).cloned()
    }

    fn put(&self, key: blake3::Hash, bytes: &[u8]) {
        if let (Ok(mut kept), Ok(mut puts)) = (self.kept.lock(), self.puts.lock()) {
            kept.insert(key, bytes.to_vec());
            *puts += 1;
        }
    }
}

/// Cards of several sizes and parts, from a shelf and without one, in every head.
#[test]
fn kept_cards_print_the_same_bytes_and_are_not_laid_out_again() -> TestResult {
    let longest = CardFace { body: vec![sentences(60)], ..card(9) };
    let cards: Vec<CardFace> = (1..5).map(card).chain([longest]).collect();
    let print = CardPrint::new(CardSize::find("poker")?, Paper::a4());
    for card_head in [HeadStyle::Banner, HeadStyle::Cartouche, HeadStyle::Slab, HeadStyle::Block, HeadStyle::Plain] {
        let look = Look { card_head, ..look() };
        let printed = |fits: &mut Fits<'_>| -> Result<Vec<u8>, Box<dyn Error>> {
            let mut printed = print_cards_on(&[Paper::a4()], &cards, &look, &print, fits)?;
            Ok(printed.pop().ok_or("nothing was printed")?.pdf)
        };
        let shelf = InMemory::default();
        let puts = || shelf.puts.lock().map_or(0, |puts| *puts);
        let alone = printed(&mut Fits::default())?;
        assert!(printed(&mut Fits::kept_on(&shelf))? == alone, "{card_head:?}, first");
        let first = puts();
        assert!(first > cards.len(), "{card_head:?}: only {first} were kept");
        assert!(printed(&mut Fits::kept_on(&shelf))? == alone, "{card_head:?}, from the shelf");
        assert_eq!(puts(), first, "{card_head:?}");
        // Whatever is on a shelf, it is looked at before it is used.
        if let Ok(mut kept) = shelf.kept.lock() {
            kept.values_mut().for_each(|bytes| bytes.truncate(bytes.len() / 2));
        }
        assert!(printed(&mut Fits::kept_on(&shelf))? == alone, "{card_head:?}, from what is damaged");
        assert!(puts() > first, "{card_head:?}");
    }
    Ok(())
}
