//! Pictures as prints and pages show them.

use std::io::{Cursor, Write as _};

use image::{ImageFormat, RgbImage};
use makeready_content::intake::Intake;
use makeready_content::picture::{PictureFault, decoded, examine, is_animated};
use makeready_content::picture::{PictureKind, Ratio};
use makeready_proof::PROOF;

/// What stands in pictures that cameras make, and nobody wants to publish.
const PLACE: &[u8] = b"52.5200 N 13.4050 E";

/// A picture as prints and pages have it once it is taken in.
fn taken(name: &str, bytes: &[u8]) -> Vec<u8> {
    let path = format!("game/art/{name}");
    let mut intake = Intake::default();
    intake.take(&path, &path, bytes.to_vec());
    intake.into_sources(Some(PROOF)).bytes(&path).expect("it is taken").to_vec()
}

/// Looks into a picture as what prints does.
fn examined(data: &[u8]) -> Result<(PictureKind, Ratio), PictureFault> {
    examine(data, Some(PROOF))
}

fn has(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// A segment of a JPEG.
fn segment(marker: u8, inner: &[u8]) -> Vec<u8> {
    let length = u16::try_from(inner.len() + 2).expect("a short segment");
    [&[0xff, marker][..], &length.to_be_bytes(), inner].concat()
}

/// A JPEG of 16 by 8 pixels, whose components have these values throughout, in so many scans.
fn jpeg(values: &[u8], notes: &[u8], scans: usize) -> Vec<u8> {
    let count = u8::try_from(values.len()).expect("four at most");
    let component = |n: u8| [n + 1, 0x11, 0];
    let frame: Vec<u8> = [8, 0, 8, 0, 16, count].into_iter().chain((0..count).flat_map(component)).collect();
    // Twelve codes of four bits for how long a number is, and one of one bit for the end of a block.
    let lengths = |at: usize, codes: u8| (1..=16).map(move |length| if length == at { codes } else { 0 });
    let of_numbers: Vec<u8> = [0].into_iter().chain(lengths(4, 12)).chain(0..12).collect();
    let of_ends: Vec<u8> = [0x10].into_iter().chain(lengths(1, 1)).chain([0]).collect();
    let scan: Vec<u8> = [count].into_iter().chain((0..count).flat_map(|n| [n + 1, 0])).chain([0, 63, 0]).collect();
    let mut bits = String::new();
    for block in 0..2 {
        for value in values {
            // Only the first block differs from the one before it; eight times the value is what is divided by eight.
            let number = if block == 0 { i32::from(*value) - 128 } else { 0 };
            let length = 32 - number.unsigned_abs().leading_zeros();
            let written = if number < 0 { number + (1 << length) - 1 } else { number };
            bits += &format!("{length:04b}");
            if length > 0 {
                bits += &format!("{written:0width$b}", width = length as usize);
            }
            bits.push('0');
        }
    }
    while !bits.len().is_multiple_of(8) {
        bits.push('1');
    }
    let byte = |bits: &[u8]| u8::from_str_radix(std::str::from_utf8(bits).expect("bits"), 2).expect("eight of them");
    let data =
        bits.as_bytes().chunks(8).map(byte).flat_map(|byte| if byte == 0xff { vec![0xff, 0] } else { vec![byte] });
    let data: Vec<u8> = segment(0xda, &scan).into_iter().chain(data).collect();
    let tables = [segment(0xdb, &[&[0][..], &[8; 64]].concat()), segment(0xc4, &of_numbers), segment(0xc4, &of_ends)];
    [&[0xff, 0xd8][..], notes, &tables.concat(), &segment(0xc0, &frame), &data.repeat(scans), &[0xff, 0xd9]].concat()
}

/// What a camera notes: how the picture is turned, and where it was taken.
fn exif(orientation: u8) -> Vec<u8> {
    let head = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0";
    [&b"Exif\0\0"[..], head, &[orientation, 0, 0, 0, 0, 0, 0, 0], PLACE].concat()
}

#[test]
fn the_four_colors_of_a_press_become_those_of_screens() {
    let adobe = segment(0xee, b"Adobe\0\x64\0\0\0\0\0");
    for notes in [&[][..], &adobe] {
        let shown = taken("a.jpg", &jpeg(&[200, 100, 50, 255], notes, 1));
        let (kind, _) = examined(&shown).expect("it can be shown");
        let picture = decoded(&shown, kind).expect("pixels");
        assert_eq!(picture.color().channel_count(), 3);
        // As browsers show it: each of the three times the black, all stored the other way around.
        let pixel = picture.to_rgb8().get_pixel(3, 3).0;
        let near = pixel.iter().zip([200, 100, 50]).all(|(one, other)| one.abs_diff(other) < 6);
        assert!(near, "{pixel:?}");
    }
}

/// Red, green and blue as they are, which Adobe's segment says: a reader that looks at this segment alone takes them for a press's.
#[test]
fn plain_red_green_and_blue_become_what_other_pictures_are() {
    let adobe = segment(0xee, b"Adobe\0\x64\0\0\0\0\0");
    let shown = taken("a.jpg", &jpeg(&[200, 100, 50], &adobe, 1));
    assert!(!has(&shown, b"Adobe"));
    let pixel = decoded(&shown, PictureKind::Jpeg).expect("pixels").to_rgb8().get_pixel(3, 3).0;
    assert!(pixel.iter().zip([200, 100, 50]).all(|(one, other)| one.abs_diff(other) < 6), "{pixel:?}");
}

#[test]
fn what_a_camera_notes_is_left_out_and_how_the_picture_is_turned_stays() {
    let small_copy = segment(0xe0, &[&b"JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01"[..], PLACE].concat());
    let notes = [small_copy, segment(0xe1, &exif(6)), segment(0xfe, PLACE), segment(0xed, PLACE)].concat();
    let noted = [&jpeg(&[90, 128, 128], &notes, 1)[..], PLACE].concat();
    assert_eq!(examined(&noted).map(|(_, ratio)| (ratio.width, ratio.height)), Ok((8, 16)));
    let shown = taken("a.jpg", &noted);
    assert!(!has(&shown, PLACE) && shown.len() < noted.len());
    assert_eq!(examined(&shown), Ok((PictureKind::Jpeg, Ratio { width: 8, height: 16 })));
    // What says nothing about itself is shown as it is.
    let plain = jpeg(&[90, 128, 128], &segment(0xe0, b"JFIF\0\x01\x02\0\0\x01\0\x01\0\0"), 1);
    assert_eq!(taken("a.jpg", &plain), plain);
    assert_eq!(taken("a.jpg", &shown), shown);
}

fn chunk(name: [u8; 4], inner: &[u8]) -> Vec<u8> {
    let named = [&name[..], inner].concat();
    let step = |sum: u32| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
    let sum = !named.iter().fold(!0, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), |sum, _| step(sum)));
    let length = u32::try_from(inner.len()).expect("a short chunk");
    [&length.to_be_bytes()[..], &named, &sum.to_be_bytes()].concat()
}

/// A PNG with more chunks behind its head.
fn png(more: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::new(40, 30).write_to(&mut bytes, ImageFormat::Png).expect("a picture");
    let bytes = bytes.into_inner();
    let (begin, behind) = bytes.split_at(33);
    [begin, &more.concat(), behind].concat()
}

#[test]
fn notes_in_a_png_are_left_out_as_well() {
    let plain = png(&[]);
    assert_eq!(taken("a.png", &plain), plain);
    let text = [&b"Comment\0"[..], PLACE].concat();
    let noted =
        png(&[chunk(*b"tEXt", &text), chunk(*b"eXIf", &exif(8)[6..]), chunk(*b"pHYs", &[0, 0, 1, 0, 0, 0, 1, 0, 1])]);
    let shown = taken("a.png", &noted);
    assert!(!has(&shown, PLACE) && has(&shown, b"pHYs"));
    assert_eq!(examined(&shown), Ok((PictureKind::Png, Ratio { width: 30, height: 40 })));
    assert!(!is_animated(&shown));
}

#[test]
fn a_profile_that_is_packed_into_little_is_not_unpacked() {
    let profile = |bytes: usize| {
        let mut packed = flate2::write::ZlibEncoder::new(b"a\0\0".to_vec(), flate2::Compression::best());
        packed.write_all(&vec![0; bytes]).expect("memory");
        png(&[chunk(*b"iCCP", &packed.finish().expect("memory"))])
    };
    assert!(examined(&profile(4_000_000)).is_ok());
    assert_eq!(examined(&profile(4_000_001)), Err(PictureFault::LargeProfile));
}

#[test]
fn a_jpeg_that_is_cut_off_or_has_endless_scans_is_refused() {
    let whole = jpeg(&[90, 128, 128], &[], 1);
    assert!(examined(&whole).is_ok());
    assert_eq!(examined(&whole[..whole.len() - 2]), Err(PictureFault::CutOff));
    assert_eq!(examined(&jpeg(&[90, 128, 128], &[], 101)), Err(PictureFault::TooManyScans(101)));
}

/// What is said of a drawing of these parts.
pub fn svg(inner: &str) -> Result<(), String> {
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 72 42\">{inner}</svg>");
    examined(svg.as_bytes()).map(|_| ()).map_err(|fault| fault.message())
}

/// Numbers stand between letters in paths, and digits in names and colors are none.
#[test]
fn numbers_are_found_where_they_stand() {
    for fine in [
        "<path d=\"M1e-38-1-2.5.5e3z\"/>",
        "<path fill=\"#1e9999\" style=\"stroke:#123e99\" d=\"M0 0h9v9z\" id=\"a1e99\" class=\"x 1e99\"/>",
        "<g transform=\"matrix(1 0 0 1 -5e5 3)\"><path transform=\"translate(5e5)\" d=\"M0 0h9v9z\"/></g>",
        "<linearGradient id=\"a1e99\"/><path fill=\"url(#a1e99)\" d=\"M0 0h9v9z\"/>",
    ] {
        assert_eq!(svg(fine), Ok(()), "{fine}");
    }
    for (bad, number) in [
        ("<path d=\"M1-1000001\"/>", "-1000001"),
        ("<path d=\"m0,0.5.5e9z\"/>", ".5e9"),
        ("<path d=\"M9e999\"/>", "9e999"),
        ("<polygon points=\"0,0 1,2e6 3,3\"/>", "2e6"),
        ("<g transform=\"translate(-1e7)\"/>", "-1e7"),
        ("<circle r=\"3e6mm\"/>", "3e6"),
    ] {
        let message = svg(bad).expect_err(bad);
        assert!(message.ends_with(&format!("`{number}`")), "{bad}: {message}");
    }
}

/// As drawing programs write them.
#[test]
fn patterns_clips_and_layers_as_people_draw_them_are_fine() {
    for fine in [
        "<pattern id=\"p\" patternUnits=\"userSpaceOnUse\" width=\"4\" height=\"4\"><path d=\"M0 0h2v2z\"/></pattern><path d=\"M0 0h72v42z\" fill=\"url(#p)\"/>",
        "<pattern id=\"p\" width=\".1\" height=\"10%\"><path d=\"M0 0h2v2z\"/></pattern><path d=\"M0 0h72v42z\" fill=\"url(#p)\"/>",
        "<clipPath id=\"c\"><path d=\"M0 0h72v42H0z\"/></clipPath><g clip-path=\"url(#c)\"><g clip-path=\"url(#c)\"><path d=\"M0 0h9v9z\"/></g></g>",
        "<mask id=\"m\"><path fill=\"#fff\" d=\"M0 0h72v42H0z\"/></mask><g mask=\"url(#m)\" opacity=\".5\"><path d=\"M-500-500h2000v2000z\"/></g>",
        "<path stroke=\"red\" stroke-dasharray=\"1 2\" d=\"M0 0h72\"/>",
    ] {
        assert_eq!(svg(fine), Ok(()), "{fine}");
    }
}

/// As drawing programs export them: classes for all looks, some of them gradients and patterns.
#[test]
fn a_few_gradients_and_patterns_by_class_are_fine() {
    let stops = "<stop offset=\"0\" stop-color=\"red\"/><stop offset=\"1\"/>";
    let gradients: String = (0..20).map(|n| format!("<linearGradient id=\"l{n}\">{stops}</linearGradient>")).collect();
    let hatch = format!(
        "<pattern id=\"p\" patternUnits=\"userSpaceOnUse\" width=\"4\" height=\"4\">{}</pattern>",
        "<path class=\"ink\" d=\"M0 0h2v2z\"/>".repeat(12)
    );
    let rules: String = (0..20).map(|n| format!(".l{n}{{fill:url(#l{n});stroke:#000}}")).collect();
    let shapes: String =
        (0..2_000).map(|n| format!("<path class=\"l{}\" d=\"M{} 1h3v3z\"/>", n % 20, n % 60)).collect();
    let hatched = "<path class=\"hatch\" d=\"M9 9h9v9z\"/>".repeat(150);
    let sheet = format!("<style>{rules}.hatch,.other{{fill:url(#p)}}.ink{{fill:#123}}</style>");
    assert_eq!(svg(&format!("{sheet}<defs>{gradients}{hatch}</defs><g class=\"ink\">{shapes}{hatched}</g>")), Ok(()));
}

/// What a drawing program remembers, and nobody wants to publish.
#[test]
fn remarks_of_drawing_programs_are_left_out_of_drawings() {
    let noted = "<?xml version=\"1.0\"?>\n<!-- /home/ada/lamp.svg -->\n<svg xmlns=\"http://www.w3.org/2000/svg\" \
        xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" \
        xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\" xmlns:serif=\"http://www.serif.com/\" \
        xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" viewBox=\"0 0 72 42\" \
        inkscape:export-filename=\"/home/ada/lamp.png\" sodipodi:docname='/home/ada/lamp.svg'>\n\
        <sodipodi:namedview id=\"ada\"><inkscape:page/></sodipodi:namedview>\n\
        <metadata><rdf:RDF><title>of ada</title></rdf:RDF></metadata>\
        <title>A lamp</title>\n<g serif:id=\"ada\" id=\"g\"><path d=\"M0 0h9v9z\"/><!-- by ada --></g><script/></svg>";
    let shown = String::from_utf8(taken("a.svg", noted.as_bytes())).expect("it is text");
    assert!(!shown.contains("ada") && shown.contains("<title>A lamp</title>"), "{shown}");
    // Findings have their places all the same.
    assert_eq!(shown.len(), noted.len());
    assert_eq!((shown.find("<script/>"), shown.lines().count()), (noted.find("<script/>"), noted.lines().count()));
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
    assert!(words(&shown).contains("<g id=\"g\"><path d=\"M0 0h9v9z\"/>"), "{shown}");
    let sound = shown.replace("<script/>", "");
    assert_eq!(examined(sound.as_bytes()), Ok((PictureKind::Svg, Ratio { width: 7_200, height: 4_200 })));
    assert_eq!(taken("a.svg", sound.as_bytes()), sound.as_bytes());
    // Nothing is hidden by it.
    let in_parts =
        b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><style>a{fill:ur<!-- -->l(//x)}</style></svg>";
    assert_eq!(taken("a.svg", in_parts), in_parts);
}

/// Readers of XML compare each attribute with each other one: 190,000 of them took half a minute.
#[test]
fn attributes_are_counted_for_each_element_and_namespaces_for_all() {
    let row = |name: &str, count: usize| (0..count).map(|n| format!(" {name}{n} = 'urn:{n}>'")).collect::<String>();
    assert_eq!(svg(&format!("<path{}/><!-- <path{}/> -->", row("data-x", 256), row("x", 300))), Ok(()));
    for crowded in [
        format!("<path{}/>", row("data-x", 190_000)),
        format!("<g{0}><g{0}/></g>", row("xmlns:x", 200)),
        format!("<g a='{}", row("x", 300)),
    ] {
        assert!(svg(&crowded).is_err());
    }
}
