//! Pictures of cards: their resolution, which the file names, and their edges.

use std::error::Error;

use crate::cards::difference;
use crate::fixture::{card, deck, look};
use deckle_press::{CardImages, CardSize, Edge, Mm, PRINT_SHOP_BLEED, card_pictures};

type TestResult = Result<(), Box<dyn Error>>;

/// The pixels of a meter that a PNG file names, if it names them once, and before its picture.
fn pixels_per_meter(png: &[u8]) -> Option<[u32; 2]> {
    let mut at = 8;
    let mut found = Vec::new();
    while at + 12 <= png.len() {
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
        let (length, kind) = (number(at) as usize, &png[at + 4..at + 8]);
        let sum = crc32(&png[at + 4..at + 8 + length]);
        assert_eq!(sum, number(at + 8 + length), "the checksum of {}", String::from_utf8_lossy(kind));
        match kind {
            b"pHYs" => {
                assert_eq!(png[at + 16], 1, "in meters");
                found.push([number(at + 8), number(at + 12)]);
            }
            b"IDAT" if found.is_empty() => return None,
            _ => {}
        }
        at += 12 + length;
    }
    let [once] = found.as_slice() else { return None };
    Some(*once)
}

/// The checksum of PNG, bit by bit as the standard defines it.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
    let byte = |sum: u32, byte: &u8| (0..8).fold(sum ^ u32::from(*byte), |sum, _| step(sum));
    !bytes.iter().fold(u32::MAX, byte)
}

#[test]
fn a_picture_names_its_resolution() -> TestResult {
    for (dpi, per_meter, pixels) in
        [(300.0, 11_811, (750, 1_050)), (150.0, 5_906, (375, 525)), (72.0, 2_835, (180, 252))]
    {
        let images = CardImages { dpi, ..CardImages::new(CardSize::find("poker")?) };
        let sets = card_pictures(&deck(1), &look(), &images, &[Edge::Trim])?;
        let set = sets.first().ok_or("no pictures")?;
        for png in set.fronts.iter().map(|front| &front.png).chain(set.backs.iter().map(|(_, back)| back)) {
            assert_eq!(pixels_per_meter(png), Some([per_meter; 2]));
            let picture = image::load_from_memory(png)?;
            assert_eq!((picture.width(), picture.height()), pixels);
        }
    }
    Ok(())
}

/// The trimmed picture is the middle of the other one.
#[test]
fn pictures_are_drawn_with_bleed_and_trimmed_at_once() -> TestResult {
    let images = CardImages { bleed: PRINT_SHOP_BLEED, dpi: 240.0, ..CardImages::new(CardSize::find("poker")?) };
    let sets = card_pictures(&[card(1), card(2), card(1)], &look(), &images, &[Edge::Trim, Edge::Bleed])?;
    let [trimmed, bled] = sets.as_slice() else { return Err("two sets".into()) };
    assert_eq!((trimmed.fronts.len(), bled.fronts.len()), (2, 2));
    for (one, other) in trimmed.fronts.iter().zip(&bled.fronts) {
        assert_eq!(one.id, other.id);
        let (one, other) =
            (image::load_from_memory(&one.png)?.to_rgb8(), image::load_from_memory(&other.png)?.to_rgb8());
        assert_eq!((one.dimensions(), other.dimensions()), ((600, 840), (660, 900)));
        let middle = image::imageops::crop_imm(&other, 30, 30, 600, 840).to_image();
        // Edges of letters fall on other parts of a pixel.
        let share = difference(&middle, &one);
        assert!(share <= 2, "{share} of 1000 pixels differ");
    }
    Ok(())
}

#[test]
fn the_size_of_a_picture_is_bounded() -> TestResult {
    let images = |size: &str| -> Result<CardImages, Box<dyn Error>> { Ok(CardImages::new(CardSize::find(size)?)) };
    let poker = images("poker")?.most_dpi();
    assert!((1_200.0..2_000.0).contains(&poker), "{poker}");
    let with_bleed = CardImages { bleed: Mm::from_um(3_175), ..images("poker")? };
    assert!(with_bleed.most_dpi() < poker);
    let tarot = images("tarot")?.most_dpi();
    assert!(tarot < poker && tarot * tarot * 2.75 * 4.75 <= 25_000_000.0, "{tarot}");
    Ok(())
}
