//! The pictures of games, as prints hold them.
//!
//! **In** a picture as its author saved it. **Out** its bytes for Typst: shapes as they are; pixels as they are where there are
//! no more than 300 to an inch at the largest size that they are printed at, else resampled to that many. Each picture
//! is made once for the process, so that all prints have the same bytes of it.

use std::collections::HashMap;
use std::io::Cursor;
use std::sync::{LazyLock, Mutex, PoisonError};

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::imageops::FilterType;
use image::{DynamicImage, ImageResult};
use typst::foundations::Bytes;

use makeready_faces::art::{GamePicture, GamePictures, PictureKind, Shown, covering_width, decoded};

/// As many dots to an inch as printers show.
const DPI: f64 = 300.0;
/// Millimetres of an inch.
const INCH: f64 = 25.4;
/// The quality of JPEG, of 100: no loss is seen on paper.
const QUALITY: u8 = 90;

/// What decides the bytes of a picture in print: its content, which its name is made of, and how wide it is in pixels.
type Key = (String, u32);

/// The pictures made so far, until the process ends: there are as many as are drawn.
static MADE: LazyLock<Mutex<HashMap<Key, Bytes>>> = LazyLock::new(Mutex::default);

/// The paths of the pictures that were printed, by their names: what is wrong with a print is told with them. Two games may have
/// the same picture under two paths; the one that was printed last counts.
static PATHS: LazyLock<Mutex<HashMap<String, String>>> = LazyLock::new(Mutex::default);

/// The picture of this name, which is about to be printed.
pub fn find<'p>(pictures: &'p GamePictures, name: &str) -> Option<&'p GamePicture> {
    let (path, picture) = pictures.0.iter().find(|(_, picture)| picture.name == name)?;
    PATHS.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), path.clone());
    Some(picture)
}

/// The path, within its game, of the picture whose bytes in print are these.
pub fn path_of(drawn: &[u8]) -> Option<String> {
    let made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let ((name, _), _) = made.iter().find(|(_, bytes)| bytes.as_slice() == drawn)?;
    PATHS.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
}

/// The most pixels across that a print shows of a picture.
fn most_across(picture: &GamePicture) -> u32 {
    // What only pages show may be printed by a template all the same, as if it were a card's.
    let windows = picture.shown.iter().filter_map(|shown| shown.largest()).chain(Shown::Card.largest());
    let across = windows.map(|window| covering_width(window, picture) / INCH * DPI).fold(0.0, f64::max);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "some ten thousand at most, and positive"
    )]
    let across = across.ceil() as u32;
    across
}

/// The bytes of a picture for print.
pub fn printed(picture: &GamePicture) -> Bytes {
    let across = most_across(picture);
    let key = (picture.name.clone(), across);
    if let Some(made) = MADE.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return made.clone();
    }
    let bytes = made(picture, across).unwrap_or_else(|| Bytes::new(picture.data.to_vec()));
    // Another thread may have been first, with the same bytes.
    MADE.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(bytes).clone()
}

/// The bytes that are resampled; none where the file is printed as it is.
fn made(picture: &GamePicture, across: u32) -> Option<Bytes> {
    let is_large = picture.ratio.width > across;
    match picture.kind {
        PictureKind::Svg => None,
        PictureKind::Png | PictureKind::Jpeg if !is_large => None,
        PictureKind::Png | PictureKind::Jpeg => {
            let image = decoded(&picture.data, picture.kind).expect("content has decoded it");
            let high = u64::from(across) * u64::from(picture.ratio.height) / u64::from(picture.ratio.width);
            let high = u32::try_from(high).unwrap_or(u32::MAX).max(1);
            let small = image.resize_exact(across, high, FilterType::Lanczos3);
            Some(Bytes::new(encoded(&small, picture.kind).expect("pixels in memory can be encoded")))
        }
    }
}

/// A picture of pixels as a file, packed as its author's was.
fn encoded(image: &DynamicImage, kind: PictureKind) -> ImageResult<Vec<u8>> {
    let mut bytes = Cursor::new(Vec::new());
    match kind {
        PictureKind::Jpeg => {
            let rgb = image.to_rgb8();
            JpegEncoder::new_with_quality(&mut bytes, QUALITY).encode_image(&rgb)?;
        }
        PictureKind::Png | PictureKind::Svg => {
            let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, PngFilter::Adaptive);
            image.write_with_encoder(encoder)?;
        }
    }
    Ok(bytes.into_inner())
}

/// A picture as an earlier run has made it for print.
pub fn recall(picture: &GamePicture, bytes: Bytes) {
    let key = (picture.name.clone(), most_across(picture));
    MADE.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(bytes);
}

/// The picture of a game whose bytes in print are these.
pub fn whose<'p>(pictures: &'p GamePictures, drawn: &[u8]) -> Option<&'p GamePicture> {
    let made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    pictures.0.values().find(|picture| {
        let bytes = made.get(&(picture.name.clone(), most_across(picture)));
        bytes.is_some_and(|bytes| bytes.as_slice() == drawn)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use image::{ImageFormat, Rgb, RgbImage};

    use super::*;
    use makeready_faces::art::{ArtCredit, Ratio};

    /// A picture of stripes.
    pub fn picture(width: u32, height: u32, kind: PictureKind, name: &str) -> GamePicture {
        let shade = |at: u32| u8::try_from(at % 251).expect("it is below 256");
        let stripes = RgbImage::from_fn(width, height, |x, y| Rgb([shade(x), shade(y), 90]));
        let mut bytes = Cursor::new(Vec::new());
        let format = match kind {
            PictureKind::Png | PictureKind::Svg => ImageFormat::Png,
            PictureKind::Jpeg => ImageFormat::Jpeg,
        };
        stripes.write_to(&mut bytes, format).expect("stripes");
        GamePicture {
            name: name.to_owned(),
            kind,
            ratio: Ratio { width, height },
            shown: BTreeSet::from([Shown::Card]),
            credit: ArtCredit::default(),
            data: Arc::from(bytes.into_inner()),
        }
    }

    fn extent(bytes: &[u8]) -> (u32, u32) {
        let image = image::load_from_memory(bytes).expect("a picture");
        (image.width(), image.height())
    }

    #[test]
    fn a_large_picture_has_300_dots_to_an_inch_at_its_largest_and_stays_what_it_was() {
        for (kind, name, begins) in
            [(PictureKind::Jpeg, "a.jpg", &b"\xff\xd8\xff"[..]), (PictureKind::Png, "a.png", b"\x89PNG")]
        {
            let large = picture(3_000, 1_000, kind, name);
            let bytes = printed(&large);
            // 60 mm high, so 180 mm wide: more than the 146 mm of the window.
            assert_eq!(extent(&bytes), (2_126, 708), "{name}");
            assert!(bytes.starts_with(begins), "{name}");
            assert_eq!(made(&large, 2_126).as_deref(), Some(&*bytes), "the same bytes each time");
        }
    }

    #[test]
    fn a_small_picture_and_a_drawing_are_printed_as_they_are() {
        let small = picture(600, 400, PictureKind::Png, "small.png");
        assert_eq!(&*printed(&small), &*small.data);
        let drawing = GamePicture { kind: PictureKind::Svg, ..picture(9_000, 3, PictureKind::Svg, "drawing.svg") };
        assert_eq!(&*printed(&drawing), &*drawing.data);
    }

    #[test]
    fn a_portrait_is_as_large_as_the_larger_of_the_places_that_show_it() {
        let mut both = picture(2_000, 2_600, PictureKind::Jpeg, "both.jpg");
        let on_card = most_across(&both);
        both.shown.insert(Shown::Portrait);
        assert_eq!((on_card, most_across(&both)), (1_725, 1_725));
        both.ratio = Ratio { width: 3_000, height: 1_000 };
        assert_eq!(most_across(&both), 3_544, "100 mm high, so 300 mm wide");
    }

    #[test]
    fn a_picture_of_two_games_is_told_by_its_path_in_the_one_that_is_printed() {
        let shared = picture(41, 31, PictureKind::Png, "shared.png");
        for path in ["art/one.png", "art/other.png"] {
            let pictures = GamePictures([(path.to_owned(), shared.clone())].into());
            let bytes = printed(find(&pictures, "shared.png").expect("it is there"));
            assert_eq!(path_of(&bytes).as_deref(), Some(path));
        }
    }

    #[test]
    fn what_was_drawn_is_found_by_its_bytes() {
        let one = picture(40, 30, PictureKind::Png, "one.png");
        let pictures = GamePictures([("art/one.png".to_owned(), one.clone())].into());
        assert!(whose(&pictures, &one.data).is_none(), "nothing has drawn it yet");
        let bytes = printed(&one);
        assert_eq!(whose(&pictures, &bytes).map(|found| found.name.as_str()), Some("one.png"));
        assert!(whose(&pictures, b"another").is_none());
    }
}
