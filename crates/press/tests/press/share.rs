//! Pictures that go with links: their size, what they show, and that they depend on their family alone.

use std::error::Error;

use crate::fixture::{card, deck, look};
use makeready_faces::card::Family;
use makeready_press::{share_cover, share_pictures};

type TestResult = Result<(), Box<dyn Error>>;

#[test]
fn a_picture_shows_the_card_and_its_back_on_the_ground_of_the_game() -> TestResult {
    let look = look();
    let pictures = share_pictures(&deck(3), &look)?;
    assert_eq!(pictures.len(), 3);
    let ground = look.palette["ground"].trim_start_matches('#');
    let ground: Vec<u8> =
        (0..3).map(|at| u8::from_str_radix(&ground[at * 2..at * 2 + 2], 16)).collect::<Result<_, _>>()?;
    for png in &pictures {
        let picture = image::load_from_memory(png)?.to_rgb8();
        assert_eq!(picture.dimensions(), (1200, 630));
        for (x, y) in [(2, 2), (1197, 2), (2, 627), (1197, 627)] {
            let differs = picture.get_pixel(x, y).0.iter().zip(&ground).any(|(one, other)| one.abs_diff(*other) > 2);
            assert!(!differs, "at {x}, {y}: {:?}", picture.get_pixel(x, y));
        }
        let colors = |from: u32, to: u32| {
            let places = (from..to).step_by(3).flat_map(|x| (60..570).step_by(3).map(move |y| (x, y)));
            places.map(|(x, y)| picture.get_pixel(x, y).0).collect::<std::collections::BTreeSet<_>>().len()
        };
        assert!(colors(190, 560) > 20, "a card stands at the left: {}", colors(190, 560));
        assert!(colors(640, 1000) > 3, "its back stands at the right: {}", colors(640, 1000));
    }
    assert_ne!(pictures[0], pictures[1]);
    Ok(())
}

/// So each family can be kept by itself.
#[test]
fn a_picture_is_the_same_whatever_other_families_there_are() -> TestResult {
    let look = look();
    let alone = deck(2);
    let mut other = card(99);
    other.family = Family { id: "elsewhere".to_owned(), ..other.family };
    let together: Vec<_> = std::iter::once(other).chain(alone.clone()).collect();
    assert_eq!(share_pictures(&together, &look)?[1..], share_pictures(&alone, &look)?[..]);
    assert_eq!(share_pictures(&alone, &look)?, share_pictures(&alone, &look)?);
    Ok(())
}

#[test]
fn a_game_has_a_picture_with_cards_or_without() -> TestResult {
    let look = look();
    for cards in [deck(0), deck(1), deck(5)] {
        let picture = image::load_from_memory(&share_cover(&cards, &look)?)?;
        assert_eq!((picture.width(), picture.height()), (1200, 630));
    }
    assert_ne!(share_cover(&deck(2), &look)?, share_cover(&[], &look)?);
    Ok(())
}
