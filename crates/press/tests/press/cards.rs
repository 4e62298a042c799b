//! Printed decks, read back: places of faces, boxes, sizes, identical bytes.
#![allow(clippy::many_single_char_names, reason = "the six numbers of a PDF matrix")]

use std::collections::BTreeMap;
use std::error::Error;

use crate::fixture::{card, deck, endless_card, look, run_on, sentences, text};
use lopdf::content::Content;
use lopdf::{Document, Object, ObjectId};
use makeready_faces::book::Look;
use makeready_faces::card::{Block, CardFace, Table};
use makeready_press::{
    Back, CardImages, CardPrint, CardSize, Fits, Flip, Ink, Mm, Orientation, Paper, PressError, PressNote, PrintStyle,
    Printed, card_pngs, print_cards, print_cards_on,
};

type TestResult = Result<(), Box<dyn Error>>;

pub const PT_PER_MM: f32 = 72.0 / 25.4;

fn poker_on_a4() -> Result<CardPrint, Box<dyn Error>> {
    Ok(CardPrint::new(CardSize::find("poker")?, Paper::a4()))
}

pub fn numbers(object: &Object) -> Vec<f32> {
    object
        .as_array()
        .map(|array| array.iter().filter_map(|number| number.as_float().ok()).collect())
        .unwrap_or_default()
}

/// A face as drawn: its name, and the corners of its box on the page.
pub struct Drawn {
    pub name: String,
    pub corners: [(f32, f32); 2],
}

impl Drawn {
    pub fn center(&self) -> (f32, f32) {
        let [(a, b), (c, d)] = self.corners;
        (f32::midpoint(a, c), f32::midpoint(b, d))
    }

    /// The direction in which the face's top right corner lies from its lower left one.
    fn diagonal(&self) -> (f32, f32) {
        let [(a, b), (c, d)] = self.corners;
        (c - a, d - b)
    }
}

/// Reads a page's content as a viewer would.
pub fn drawn(pdf: &Document, page: ObjectId) -> Result<Vec<Drawn>, Box<dyn Error>> {
    let resources = pdf.get_dict_in_dict(pdf.get_dictionary(page)?, b"Resources")?;
    let forms = pdf.get_dict_in_dict(resources, b"XObject")?;
    let content = Content::decode(&pdf.get_page_content(page))?;
    let mut stack = Vec::new();
    let mut matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let mut found = Vec::new();
    for operation in &content.operations {
        let operands: Vec<f32> = operation.operands.iter().filter_map(|operand| operand.as_float().ok()).collect();
        match (operation.operator.as_str(), operands.as_slice()) {
            ("q", _) => stack.push(matrix),
            ("Q", _) => matrix = stack.pop().ok_or("Q without q")?,
            ("cm", &[a, b, c, d, e, f]) => matrix = times([a, b, c, d, e, f], matrix),
            ("Do", _) => {
                let name = operation.operands[0].as_name()?;
                // The credits in the margin are no face.
                if name == b"Colophon" {
                    continue;
                }
                let form = pdf.get_object(forms.get(name)?.as_reference()?)?.as_stream()?;
                let bbox = numbers(form.dict.get(b"BBox")?);
                let corners = [mapped(matrix, bbox[0], bbox[1]), mapped(matrix, bbox[2], bbox[3])];
                found.push(Drawn { name: String::from_utf8(name.to_vec())?, corners });
            }
            _ => {}
        }
    }
    Ok(found)
}

fn times(inner: [f32; 6], outer: [f32; 6]) -> [f32; 6] {
    let [a, b, c, d, e, f] = inner;
    let [p, q, r, s, t, u] = outer;
    [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u]
}

fn mapped([a, b, c, d, e, f]: [f32; 6], x: f32, y: f32) -> (f32, f32) {
    (a * x + c * y + e, b * x + d * y + f)
}

/// Whether backs lie behind their fronts, seen through the paper.
pub fn check_backs(printed: &Printed, is_sideways: bool, is_turned: bool, cards: usize) -> TestResult {
    let pdf = Document::load_mem(&printed.pdf)?;
    let pages: Vec<ObjectId> = pdf.page_iter().collect();
    assert_eq!(pages.len() % 2, 0);
    let mut seen = 0;
    for pair in pages.chunks(2) {
        let paper = numbers(pdf.get_dictionary(pair[0])?.get(b"MediaBox")?);
        let (fronts, backs) = (drawn(&pdf, pair[0])?, drawn(&pdf, pair[1])?);
        assert_eq!(fronts.len(), backs.len());
        for (front, back) in fronts.iter().zip(&backs) {
            let (x, y) = back.center();
            let through = if is_sideways { (paper[2] - x, y) } else { (x, paper[3] - y) };
            let (dx, dy) = (front.center().0 - through.0, front.center().1 - through.1);
            assert!(dx.hypot(dy) / PT_PER_MM < 0.01, "{} and {} are {dx} {dy} pt apart", front.name, back.name);
            let (right, up) = back.diagonal();
            assert_eq!((right < 0.0, up < 0.0), (is_turned, is_turned), "turn of {}", back.name);
            seen += 1;
        }
    }
    assert_eq!(seen, cards);
    Ok(())
}

#[test]
fn backs_lie_behind_their_fronts_when_turned_over_the_long_edge() -> TestResult {
    let printed = print_cards(&deck(13), &look(), &poker_on_a4()?)?;
    check_backs(&printed, true, false, 13)
}

#[test]
fn backs_lie_behind_their_fronts_when_turned_over_the_short_edge() -> TestResult {
    let print = CardPrint { flip: Flip::Short, ..poker_on_a4()? };
    check_backs(&print_cards(&deck(13), &look(), &print)?, false, true, 13)
}

#[test]
fn backs_lie_behind_their_fronts_on_landscape_pages() -> TestResult {
    let print = CardPrint { orientation: Orientation::Landscape, size: CardSize::find("80x60mm")?, ..poker_on_a4()? };
    let cards: Vec<CardFace> =
        deck(7).into_iter().map(|card| CardFace { costs: Vec::new(), outcomes: Vec::new(), ..card }).collect();
    check_backs(&print_cards(&cards, &look(), &print)?, false, true, 7)?;
    let print = CardPrint { flip: Flip::Short, ..print };
    check_backs(&print_cards(&cards, &look(), &print)?, true, false, 7)
}

#[test]
fn a_deck_printed_on_one_side_has_only_fronts() -> TestResult {
    for print in [CardPrint { flip: Flip::None, ..poker_on_a4()? }, CardPrint { back: Back::None, ..poker_on_a4()? }] {
        let pdf = Document::load_mem(&print_cards(&deck(10), &look(), &print)?.pdf)?;
        assert_eq!(pdf.get_pages().len(), 2);
        for page in pdf.page_iter() {
            assert!(drawn(&pdf, page)?.iter().all(|face| face.name.starts_with('F')));
        }
    }
    Ok(())
}

#[test]
fn every_page_has_its_boxes_inside_each_other() -> TestResult {
    let pdf = Document::load_mem(&print_cards(&deck(10), &look(), &poker_on_a4()?)?.pdf)?;
    assert_eq!(pdf.version, "1.7");
    for page in pdf.page_iter() {
        let page = pdf.get_dictionary(page)?;
        let boxes: Result<Vec<_>, _> =
            ["MediaBox", "BleedBox", "TrimBox"].iter().map(|key| page.get(key.as_bytes()).map(numbers)).collect();
        let boxes = boxes?;
        let size = |rect: &[f32]| ((rect[2] - rect[0]) / PT_PER_MM, (rect[3] - rect[1]) / PT_PER_MM);
        let (width, height) = size(&boxes[0]);
        assert!((width - 210.0).abs() < 0.01 && (height - 297.0).abs() < 0.01);
        // Three cards, and two gutters: of 2 mm, and of what the bleed at the ends, marks and ruler leave.
        let (width, height) = size(&boxes[2]);
        assert!((width - (3.0 * 63.5 + 2.0 * 2.0)).abs() < 0.01, "{width}");
        assert!((height - (3.0 * 88.9 + 4.0 * 1.0)).abs() < 0.01, "{height}");
        for pair in boxes.windows(2) {
            let (outer, inner) = (&pair[0], &pair[1]);
            assert!(outer[0] < inner[0] && outer[1] < inner[1] && outer[2] > inner[2] && outer[3] > inner[3]);
        }
    }
    Ok(())
}

#[test]
fn faces_are_printed_at_true_size() -> TestResult {
    let pdf = Document::load_mem(&print_cards(&deck(1), &look(), &poker_on_a4()?)?.pdf)?;
    let page = pdf.page_iter().next().ok_or("no page")?;
    let faces = drawn(&pdf, page)?;
    let (width, height) = faces[0].diagonal();
    // The face is typeset with the bleed that was asked for, whatever the paper leaves of it.
    assert!((width / PT_PER_MM - (63.5 + 2.0 * 3.6)).abs() < 0.01, "{width}");
    assert!((height / PT_PER_MM - (88.9 + 2.0 * 3.6)).abs() < 0.01, "{height}");
    Ok(())
}

#[test]
fn viewers_are_told_not_to_scale_and_how_to_turn() -> TestResult {
    let print = CardPrint { flip: Flip::Short, title: "Kael’s deck".to_owned(), ..poker_on_a4()? };
    let pdf = Document::load_mem(&print_cards(&deck(1), &look(), &print)?.pdf)?;
    let preferences = pdf.catalog()?.get(b"ViewerPreferences")?.as_dict()?;
    assert_eq!(preferences.get(b"PrintScaling")?.as_name()?, b"None");
    assert_eq!(preferences.get(b"Duplex")?.as_name()?, b"DuplexFlipShortEdge");
    let info = pdf.get_dictionary(pdf.trailer.get(b"Info")?.as_reference()?)?;
    assert_eq!(lopdf::decode_text_string(info.get(b"Title")?)?, "Kael’s deck");
    assert!(info.get(b"GTS_PDFXVersion").is_err());
    Ok(())
}

#[test]
fn the_same_deck_gives_the_same_bytes() -> TestResult {
    let print = poker_on_a4()?;
    let one = print_cards(&deck(11), &look(), &print)?.pdf;
    let two = print_cards(&deck(11), &look(), &print)?.pdf;
    assert!(one == two);
    let other = print_cards(&deck(11), &look(), &CardPrint { title: "Other".to_owned(), ..print })?.pdf;
    assert!(one != other);
    Ok(())
}

#[test]
fn copies_of_one_face_are_stored_once() -> TestResult {
    let print = CardPrint { back: Back::None, ..poker_on_a4()? };
    let copies = print_cards(&vec![card(1); 18], &look(), &print)?.pdf;
    let single = print_cards(&[card(1)], &look(), &print)?.pdf;
    let distinct = print_cards(&deck(18), &look(), &print)?.pdf;
    assert!(copies.len() < single.len() + 2_000, "{} against {}", copies.len(), single.len());
    assert!(distinct.len() > single.len() + 17_000, "{} against {}", distinct.len(), single.len());
    Ok(())
}

#[test]
fn fonts_are_shared_by_all_faces() -> TestResult {
    let fonts = |cards| -> Result<usize, Box<dyn Error>> {
        let pdf = Document::load_mem(&print_cards(&deck(cards), &look(), &poker_on_a4()?)?.pdf)?;
        let is_font = |object: &&Object| object.type_name().is_ok_and(|kind| kind == b"FontDescriptor");
        Ok(pdf.objects.values().filter(is_font).count())
    };
    assert_eq!(fonts(1)?, fonts(20)?);
    Ok(())
}

/// Extracted text, one string a page, or none where the tool is not installed.
fn page_texts(pdf: &[u8], name: &str) -> Result<Option<Vec<String>>, Box<dyn Error>> {
    let Some(output) = run_on(pdf, name, "pdftotext", &["-layout"], &["-"])? else {
        return Ok(None);
    };
    Ok(Some(output.split('\u{c}').map(str::to_owned).collect()))
}

#[test]
fn a_card_too_long_for_one_face_goes_on_and_loses_nothing() -> TestResult {
    let print = CardPrint { flip: Flip::None, ..poker_on_a4()? };
    let printed = print_cards(&[card(3), endless_card(), card(4)], &look(), &print)?;
    let continued = printed.notes.iter().find_map(|note| match note {
        PressNote::Continued { id, parts, over, .. } => Some((id.clone(), *parts, *over)),
        _ => None,
    });
    let (id, parts, over) = continued.ok_or("no note")?;
    assert_eq!(id, "endless");
    assert!((2..=6).contains(&parts) && over > Mm::from_um(50_000), "{parts} {over}");
    let pdf = Document::load_mem(&printed.pdf)?;
    let page = pdf.page_iter().next().ok_or("no page")?;
    assert_eq!(drawn(&pdf, page)?.len(), usize::try_from(parts)? + 2);
    let Some(output) = run_on(&printed.pdf, "continued", "pdftotext", &["-raw"], &["-"])? else {
        return Ok(());
    };
    let words: BTreeMap<&str, usize> = output.split_whitespace().fold(BTreeMap::new(), |mut words, word| {
        *words.entry(word).or_default() += 1;
        words
    });
    assert_eq!(words.get("number"), Some(&14), "sentences");
    assert_eq!(words.get("Row"), Some(&24), "rows");
    assert!(output.contains("Wounded"));
    Ok(())
}

#[test]
fn many_cards_that_must_be_divided_come_out_the_same_on_any_number_of_threads() -> TestResult {
    let long = |n: usize| CardFace {
        id: format!("long-{n}"),
        name: format!("Long {n}"),
        body: vec![crate::fixture::sentences(12 + n % 7)],
        ..card(n)
    };
    let cards: Vec<CardFace> = (0..140).map(long).collect();
    let print = CardPrint { size: CardSize::find("mini")?, ..poker_on_a4()? };
    let printed = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok::<_, Box<dyn Error>>(pool.install(|| print_cards(&cards, &look(), &print))?)
    };
    let on_one = printed(1)?;
    let divided = on_one.notes.iter().filter(|note| matches!(note, PressNote::Continued { .. })).count();
    assert_eq!(divided, 140);
    assert!(printed(4)?.pdf == on_one.pdf, "the bytes differ");
    Ok(())
}

/// A table of 2,000 rows once took a minute and gigabytes: each face was laid out twenty times.
#[test]
fn an_endless_table_and_an_endless_text_are_divided_and_lose_nothing() -> TestResult {
    let row = |n: usize| vec![text(&format!("Row {n}")), text("What comes of it.")];
    let table = Table {
        columns: vec!["Result".to_owned(), "Meaning".to_owned()],
        numeric: vec![false, false],
        rows: (1..=2_000).map(row).collect(),
    };
    let blocks = vec![Block::Table(table), Block::Text { paragraphs: vec![crate::fixture::sentences(2_000)] }];
    let endless = CardFace { blocks, ..card(1) };
    let print = CardPrint { flip: Flip::None, ..poker_on_a4()? };
    let printed = print_cards(&[endless], &look(), &print)?;
    let continued = printed.notes.iter().find_map(|note| match note {
        PressNote::Continued { parts, over, .. } => Some((parts, over)),
        _ => None,
    });
    let Some((parts, over)) = continued else { return Err(format!("{:?}", printed.notes).into()) };
    let height = print.size.trim.height - print.safe.times(2);
    assert!(*parts > 100 && *over == height.times(i64::from(*parts) - 1), "{parts} {over}");
    let Some(output) = run_on(&printed.pdf, "endless", "pdftotext", &["-raw"], &["-"])? else {
        return Ok(());
    };
    let count = |word: &str| output.split_whitespace().filter(|found| *found == word).count();
    assert_eq!((count("Row"), count("Sentence")), (2_000, 2_000));
    Ok(())
}

#[test]
fn a_word_wider_than_its_card_breaks() -> TestResult {
    let mut face = card(1);
    face.body = vec![text(&"Very".repeat(40))];
    print_cards(&[face], &look(), &poker_on_a4()?)?;
    Ok(())
}

#[test]
fn a_long_name_is_squeezed_into_its_place() -> TestResult {
    let mut face = card(1);
    face.name = "Strike of the Everlasting Mountain That Stands Above the Clouds and Their Shadows".to_owned();
    print_cards(&[face], &look(), &poker_on_a4()?)?;
    Ok(())
}

#[test]
fn a_label_too_long_for_its_place_is_squeezed() -> TestResult {
    let mut face = card(1);
    face.costs[0].label = "Extraordinarily heavy".to_owned();
    print_cards(&[face], &look(), &poker_on_a4()?)?;
    Ok(())
}

#[test]
fn a_character_without_a_glyph_is_an_error_that_names_card_and_text() -> TestResult {
    let mut face = card(1);
    face.body = vec![text("A snowman \u{2603}\u{5b57} stands here.")];
    let error = print_cards(&[face], &look(), &poker_on_a4()?).map(|_| ()).expect_err("no typeface has the characters");
    let texts: Vec<&str> = error.each().iter().filter_map(PressError::text).collect();
    let subjects: Vec<String> = error.each().iter().filter_map(|one| Some(one.subject()?.to_string())).collect();
    assert_eq!(subjects, ["card `strike-1`"; 2], "{error}");
    assert!(texts[0].contains('\u{2603}') && texts[1].contains('\u{5b57}'), "{error}");
    Ok(())
}

#[test]
fn an_empty_deck_is_an_error() -> TestResult {
    assert_eq!(print_cards(&[], &look(), &poker_on_a4()?).err(), Some(PressError::NothingToPrint));
    Ok(())
}

#[test]
fn less_bleed_than_asked_for_is_said() -> TestResult {
    let notes = print_cards(&deck(1), &look(), &poker_on_a4()?)?.notes;
    assert!(
        notes
            .iter()
            .any(|note| matches!(note, PressNote::BleedReduced { used, .. } if used.width == Mm::from_um(1_000)))
    );
    Ok(())
}

#[test]
fn every_card_size_prints_on_both_papers_in_both_inks() -> TestResult {
    for size in makeready_press::card_size::all() {
        for paper in [Paper::a4(), Paper::letter()] {
            let style = PrintStyle {
                ink: if paper.id == "a4" { Ink::Saver } else { Ink::Normal },
                is_accessible: paper.id == "a4",
            };
            let print = CardPrint { style, ..CardPrint::new(size.clone(), paper) };
            let printed = print_cards(&deck(2), &look(), &print).map_err(|error| format!("{}: {error}", size.id))?;
            assert!(printed.pdf.starts_with(b"%PDF-1.7"));
        }
    }
    Ok(())
}

#[test]
fn qpdf_finds_no_fault_and_all_fonts_are_embedded() -> TestResult {
    let print = CardPrint { has_guides: true, ..poker_on_a4()? };
    let mut faces = deck(12);
    faces.push(endless_card());
    let printed = print_cards(&faces, &look(), &print)?;
    run_on(&printed.pdf, "check", "qpdf", &["--check"], &[])?;
    let Some(fonts) = run_on(&printed.pdf, "fonts", "pdffonts", &[], &[])? else { return Ok(()) };
    let rows: Vec<&str> = fonts.lines().skip(2).collect();
    assert!(!rows.is_empty());
    for row in rows {
        let columns: Vec<&str> = row.split_whitespace().rev().collect();
        // From the right: object number and generation, unicode, subset, embedded.
        assert_eq!((columns[2], columns[3], columns[4]), ("yes", "yes", "yes"), "{row}");
    }
    Ok(())
}

#[test]
fn pages_can_be_read_as_text() -> TestResult {
    let printed = print_cards(&deck(10), &look(), &poker_on_a4()?)?;
    let Some(pages) = page_texts(&printed.pdf, "text")? else { return Ok(()) };
    assert!(pages[0].contains("Attack target 1") && pages[2].contains("Strike 10"));
    assert!(!pages[1].contains("Strike"), "the back gives nothing away");
    Ok(())
}

#[test]
fn pictures_have_the_pixels_that_a_print_shop_asks_for() -> TestResult {
    // The Game Crafter's template for poker cards: 825 x 1125 pixels with 1/8 inch of bleed.
    let images = CardImages { bleed: "0.125in".parse()?, ..CardImages::new(CardSize::find("poker")?) };
    let pictures = card_pngs(&[card(1), card(2), card(1)], &look(), &images)?;
    assert_eq!(pictures.fronts.len(), 2);
    let backs = pictures.backs.iter().map(|(_, back)| back);
    assert_eq!(pictures.backs.len(), 1);
    for png in pictures.fronts.iter().map(|front| &front.png).chain(backs) {
        let picture = image::load_from_memory(png)?;
        assert_eq!((picture.width(), picture.height()), (825, 1125));
        assert_eq!(picture.color(), image::ColorType::Rgb8);
    }
    let trimmed = card_pngs(&deck(1), &look(), &CardImages::new(CardSize::find("poker")?))?;
    let picture = image::load_from_memory(&trimmed.fronts[0].png)?;
    assert_eq!((picture.width(), picture.height()), (750, 1050));
    Ok(())
}

/// How many per thousand pixels of two pictures differ.
pub fn difference(one: &image::RgbImage, other: &image::RgbImage) -> usize {
    let differs =
        |(one, two): &(&image::Rgb<u8>, &image::Rgb<u8>)| one.0.iter().zip(two.0).any(|(a, b)| a.abs_diff(b) > 48);
    let different = one.pixels().zip(other.pixels()).filter(differs).count();
    different * 1000 / (one.width() * one.height()) as usize
}

fn back(name: &str, ink: Ink) -> Result<image::RgbImage, Box<dyn Error>> {
    let look = Look { back: name.to_owned(), ..look() };
    let style = PrintStyle { ink, ..PrintStyle::default() };
    let images = CardImages { dpi: 150.0, style, ..CardImages::new(CardSize::find("poker")?) };
    let picture = card_pngs(&deck(1), &look, &images)?.backs.pop().ok_or("no back")?.1;
    Ok(image::load_from_memory(&picture)?.to_rgb8())
}

#[test]
fn every_back_is_the_same_upside_down() -> TestResult {
    for (name, _) in makeready_embedded::ornaments() {
        for ink in [Ink::Normal, Ink::Saver] {
            let upright = back(name, ink)?;
            let share = difference(&upright, &image::imageops::rotate180(&upright));
            assert!(share <= 5, "{name}, {ink:?}: {share} of 1000 pixels differ");
        }
    }
    Ok(())
}

#[test]
fn no_back_looks_like_another() -> TestResult {
    let names: Vec<&str> = makeready_embedded::ornaments().map(|(name, _)| name).collect();
    assert!(names.len() >= 6, "{names:?}");
    let backs = names.iter().map(|name| back(name, Ink::Normal)).collect::<Result<Vec<_>, _>>()?;
    for (n, one) in backs.iter().enumerate() {
        for (m, other) in backs.iter().enumerate().skip(n + 1) {
            let share = difference(one, other);
            assert!(share >= 50, "{} and {}: {share} of 1000 pixels differ", names[n], names[m]);
        }
    }
    Ok(())
}

/// Hints pass from deck to deck, and decide nothing: `build` and `cards` print the same card alike.
#[test]
fn a_card_is_set_alike_in_whatever_company_it_is_printed() -> TestResult {
    let print = poker_on_a4()?;
    let papers = std::slice::from_ref(&print.paper);
    // Of one name and of every length, so that each is the wrong hint for the next.
    let named = |sentence: usize| CardFace { body: vec![sentences(sentence)], ..card(1) };
    let cards: Vec<CardFace> = (1..=6).map(named).collect();
    let set = |card: &CardFace, fits: &mut Fits| {
        let mut printed = print_cards_on(papers, std::slice::from_ref(card), &look(), &print, fits)?;
        printed.pop().ok_or(PressError::NothingToPrint)
    };
    for card in &cards {
        let alone = set(card, &mut Fits::default())?;
        let mut fits = Fits::default();
        for other in cards.iter().filter(|other| *other != card) {
            set(other, &mut fits)?;
        }
        let in_company = set(card, &mut fits)?;
        assert_eq!(alone.notes, in_company.notes);
        assert!(alone.pdf == in_company.pdf, "another size or division");
    }
    Ok(())
}
