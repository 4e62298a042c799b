//! Pictures of cards: their resolution, which the file names, and their edges.

use std::error::Error;
use std::sync::Arc;

use crate::cards::difference;
use crate::fixture::{card, deck, look};
use makeready_faces::art::{Art, ArtCredit, GamePicture, GamePictures, PictureKind, Ratio, Shown};
use makeready_faces::book::Look;
use makeready_faces::card::CardFace;
use makeready_press::{CardImages, CardSize, Edge, Mm, PRINT_SHOP_BLEED, card_pictures};

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
    assert_eq!(trimmed.places, bled.places);
    assert_eq!(trimmed.places.iter().map(|place| place.front).collect::<Vec<_>>(), [0, 1, 0]);
    assert_eq!((trimmed.fronts.len(), bled.fronts.len()), (2, 2));
    for (one, other) in trimmed.fronts.iter().zip(&bled.fronts) {
        assert_eq!((one.card, one.part), (other.card, other.part));
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

/// Content refuses such drawings. What draws them panics all the same, and must not take other pictures with it.
#[test]
fn a_picture_that_cannot_be_drawn_is_named_and_the_program_goes_on() -> TestResult {
    let ratio = Ratio { width: 100, height: 100 };
    let picture = |name: &str, drawing: &str| GamePicture {
        name: format!("{name}.svg"),
        kind: PictureKind::Svg,
        ratio,
        shown: [Shown::Card].into(),
        credit: ArtCredit::default(),
        data: Arc::from(
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">{drawing}</svg>").into_bytes(),
        ),
    };
    let mask = "<mask id=\"wide\" width=\"1e38\"><path d=\"M0 0h9v9z\"/></mask>";
    let wide = picture("wide-mask", &format!("{mask}<path d=\"M0 0h90v90z\" mask=\"url(#wide)\"/>"));
    let sound = picture("sound-path", "<path d=\"M0 0h9v9z\"/>");
    let pictures = [("art/wide.svg", wide), ("art/sound.svg", sound)];
    let pictures = GamePictures(pictures.map(|(path, picture)| (path.to_owned(), picture)).into());
    let look = Look { pictures: Arc::new(pictures), ..look() };
    let shown = |name: &str, n: usize| CardFace {
        art: Some(Art { path: format!("/art/{name}.svg"), ratio, focus: (50, 50), alt: String::new() }),
        ..card(n)
    };
    let images = CardImages::new(CardSize::find("poker")?);
    let drawn = card_pictures(&[shown("sound-path", 0), shown("wide-mask", 1)], &look, &images, &[Edge::Trim]);
    let error = drawn.map(|_| ()).expect_err("the mask is too wide").to_string();
    assert!(error.starts_with("the picture `art/wide.svg` cannot be drawn ("), "{error}");
    card_pictures(&[shown("sound-path", 0)], &look, &images, &[Edge::Trim])?;
    Ok(())
}
