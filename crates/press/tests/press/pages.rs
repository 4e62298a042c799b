//! Character sheets and handouts, printed and read back.

use std::error::Error;

use crate::fixture::{block, handout, look, run_on, sheet, text};
use lopdf::{Document, Object};
use makeready_faces::card::{Table, Track};
use makeready_faces::credits::GameCredits;
use makeready_faces::sheet::{Handout, Layout, SheetContent};
use makeready_press::{
    HandoutPrint, Paper, PressError, PressNote, PrintStyle, SheetPrint, print_handouts, print_sheet,
};

type TestResult = Result<(), Box<dyn Error>>;

fn on_a4() -> SheetPrint {
    SheetPrint {
        paper: Paper::a4(),
        style: PrintStyle::default(),
        title: "Kael Dross".to_owned(),
        credits: GameCredits::default(),
    }
}

fn on_a4_as(layout: Layout) -> HandoutPrint {
    HandoutPrint {
        paper: Paper::a4(),
        layout,
        style: PrintStyle::default(),
        title: "Guards".to_owned(),
        credits: GameCredits::default(),
    }
}

fn four_on_a4() -> HandoutPrint {
    on_a4_as(Layout::Standard)
}

fn pages(pdf: &[u8]) -> Result<usize, Box<dyn Error>> {
    Ok(Document::load_mem(pdf)?.get_pages().len())
}

#[test]
fn a_sheet_has_two_pages_and_is_tagged_and_titled() -> TestResult {
    for paper in [Paper::a4(), Paper::letter()] {
        let printed = print_sheet(&sheet(2, 4), &look(), &SheetPrint { paper, ..on_a4() })?;
        assert_eq!(pages(&printed.pdf)?, 2);
        assert_eq!(printed.notes, []);
        let pdf = Document::load_mem(&printed.pdf)?;
        assert!(pdf.catalog()?.get(b"StructTreeRoot").is_ok());
        assert_eq!(pdf.catalog()?.get(b"Lang")?.as_str()?, b"en");
        let info = pdf.get_dictionary(pdf.trailer.get(b"Info")?.as_reference()?)?;
        assert_eq!(lopdf::decode_text_string(info.get(b"Title")?)?, "Kael Dross");
    }
    Ok(())
}

#[test]
fn a_full_sheet_shrinks_then_flows_on() -> TestResult {
    let shrunk = (8..40).find_map(|blocks| {
        let printed = print_sheet(&sheet(blocks, 6), &look(), &on_a4()).ok()?;
        printed.notes.iter().any(|note| matches!(note, PressNote::Shrunk { .. })).then_some(printed)
    });
    assert_eq!(pages(&shrunk.ok_or("never shrank")?.pdf)?, 2);
    let printed = print_sheet(&sheet(60, 6), &look(), &on_a4())?;
    let [PressNote::Flowed { places, .. }] = printed.notes.as_slice() else {
        return Err(format!("{:?}", printed.notes).into());
    };
    assert_eq!(usize::try_from(*places)?, pages(&printed.pdf)?);
    assert!(*places > 2);
    Ok(())
}

#[test]
fn a_block_higher_than_a_page_goes_on_and_loses_nothing() -> TestResult {
    let row = |n: usize| vec![text(&format!("Thing {n}")), text("What it is good for, in a few words.")];
    let table = Table {
        columns: vec!["Name".to_owned(), "Use".to_owned()],
        numeric: vec![false, false],
        rows: (1..=150).map(row).collect(),
    };
    let mut long = sheet(1, 400);
    long.front.push(block("Things", SheetContent::Table(table)));
    let printed = print_sheet(&long, &look(), &on_a4())?;
    let [PressNote::Flowed { places, .. }] = printed.notes.as_slice() else {
        return Err(format!("{:?}", printed.notes).into());
    };
    assert_eq!(usize::try_from(*places)?, pages(&printed.pdf)?);
    let Some(text) = run_on(&printed.pdf, "long-sheet", "pdftotext", &["-raw"], &["-"])? else { return Ok(()) };
    let count = |word: &str| text.split_whitespace().filter(|found| *found == word).count();
    assert_eq!((count("Sentence"), count("Thing")), (400, 150));
    Ok(())
}

#[test]
fn what_cannot_be_divided_and_is_higher_than_a_page_is_an_error_that_names_it() {
    let track = Track { label: "Hurt ".repeat(40_000), boxes: 4 };
    let mut endless = sheet(1, 6);
    endless.front.push(block("Wounds", SheetContent::Tracks { tracks: vec![track] }));
    let result = print_sheet(&endless, &look(), &on_a4());
    assert!(matches!(&result, Err(PressError::TooTall { field, .. }) if field == "block `Wounds`"), "{result:?}");
}

#[test]
fn ten_four_or_one_handout_stand_on_a_page() -> TestResult {
    for (layout, most) in [(Layout::Short, 10), (Layout::Standard, 4), (Layout::Full, 1)] {
        for paper in [Paper::a4(), Paper::letter()] {
            for (count, expected) in [(most, 1), (most + 1, 2), (3 * most, 3)] {
                let guards: Vec<_> = (0..count).map(|n| handout(&n.to_string(), 1, 2)).collect();
                let print = HandoutPrint { paper: paper.clone(), ..on_a4_as(layout) };
                let printed = print_handouts(&guards, &look(), &print)?;
                assert_eq!(pages(&printed.pdf)?, expected, "{count} handouts, {layout:?}, {}", paper.id);
                assert_eq!(printed.notes, []);
            }
        }
    }
    Ok(())
}

#[test]
fn a_long_strip_goes_on_in_further_strips_and_never_in_a_higher_one() -> TestResult {
    let guards = [handout("short", 1, 2), handout("long", 1, 40)];
    let printed = print_handouts(&guards, &look(), &on_a4_as(Layout::Short))?;
    let [PressNote::Flowed { id, places: 3.., .. }] = printed.notes.as_slice() else {
        return Err(format!("{:?}", printed.notes).into());
    };
    assert_eq!(id, "long");
    assert_eq!(pages(&printed.pdf)?, 1);
    Ok(())
}

#[test]
fn what_cannot_be_divided_and_is_too_high_for_its_place_is_an_error_that_names_it() {
    let track = Track { label: "Hurt ".repeat(4_000), boxes: 4 };
    let tracks = SheetContent::Tracks { tracks: vec![track] };
    let guard = Handout { blocks: vec![block("Wounds", tracks)], ..handout("guard", 0, 0) };
    let result = print_handouts(&[guard], &look(), &on_a4_as(Layout::Short));
    assert!(matches!(&result, Err(PressError::TooTall { field, .. }) if field == "block `Wounds`"), "{result:?}");
}

#[test]
fn a_long_handout_takes_two_cells() -> TestResult {
    let guards = [handout("short", 1, 2), handout("long", 13, 5), handout("last", 1, 2)];
    let printed = print_handouts(&guards, &look(), &four_on_a4())?;
    let [PressNote::Flowed { id, places: 2, .. }] = printed.notes.as_slice() else {
        return Err(format!("{:?}", printed.notes).into());
    };
    assert_eq!(id, "long");
    Ok(())
}

#[test]
fn an_endless_handout_is_divided_between_its_blocks() -> TestResult {
    let printed = print_handouts(&[handout("endless", 40, 5)], &look(), &four_on_a4())?;
    assert!(matches!(printed.notes.as_slice(), [PressNote::Flowed { places: 3.., .. }]), "{:?}", printed.notes);
    Ok(())
}

#[test]
fn an_endless_handout_loses_nothing_where_it_is_divided() -> TestResult {
    for layout in [Layout::Short, Layout::Standard, Layout::Full] {
        let printed = print_handouts(&[handout("endless", 3, 500)], &look(), &on_a4_as(layout))?;
        assert!(matches!(printed.notes.as_slice(), [PressNote::Flowed { places: 5.., .. }]), "{:?}", printed.notes);
        let name = format!("endless-handout-{layout:?}");
        let Some(text) = run_on(&printed.pdf, &name, "pdftotext", &["-raw"], &["-"])? else { return Ok(()) };
        assert_eq!(text.split_whitespace().filter(|word| *word == "Sentence").count(), 1_500, "{layout:?}");
    }
    Ok(())
}

/// A head is higher where the number of a part no longer fits beside the name, and how many parts there are is known last.
#[test]
fn long_handouts_before_others_lose_nothing_however_long_their_names_are() -> TestResult {
    let named = |length: usize| Handout { name: "N".repeat(length), ..handout(&format!("n{length}"), 2, 90) };
    let guards: Vec<_> = (20..36).map(named).chain((0..5).map(|n| handout(&n.to_string(), 1, 2))).collect();
    let printed = print_handouts(&guards, &look(), &on_a4_as(Layout::Full))?;
    assert_eq!(printed.notes.len(), 16, "{:?}", printed.notes);
    let Some(text) = run_on(&printed.pdf, "long-names", "pdftotext", &["-raw"], &["-"])? else { return Ok(()) };
    assert_eq!(text.split_whitespace().filter(|word| *word == "Sentence").count(), 16 * 180 + 10);
    assert_eq!(text.split("1 of 2").count() + text.split("1 OF 2").count() - 2, 16, "{text}");
    Ok(())
}

#[test]
fn the_smallest_paper_is_printed_on_or_refused_in_plain_words() -> TestResult {
    for (width, height) in [(50, 50), (50, 300), (300, 50)] {
        let paper = Paper::find(&format!("{width}x{height}mm"))?;
        let mut results = vec![print_sheet(&sheet(3, 3), &look(), &SheetPrint { paper: paper.clone(), ..on_a4() })];
        for layout in [Layout::Short, Layout::Standard, Layout::Full] {
            let print = HandoutPrint { paper: paper.clone(), ..on_a4_as(layout) };
            results.push(print_handouts(&[handout("guard", 2, 2)], &look(), &print));
        }
        for result in results {
            assert!(!matches!(&result, Err(PressError::Typeset { .. })), "{width} {height} {result:?}");
        }
    }
    Ok(())
}

#[test]
fn sheets_and_handouts_come_out_the_same_twice() -> TestResult {
    let one = print_sheet(&sheet(3, 3), &look(), &on_a4())?.pdf;
    assert!(one == print_sheet(&sheet(3, 3), &look(), &on_a4())?.pdf);
    let guards = [handout("a", 2, 2), handout("b", 3, 3)];
    let one = print_handouts(&guards, &look(), &four_on_a4())?.pdf;
    assert!(one == print_handouts(&guards, &look(), &four_on_a4())?.pdf);
    Ok(())
}

/// The items of an outline, in order, each after the one that it says it follows.
fn outline(pdf: &Document) -> Result<Vec<String>, lopdf::Error> {
    let root = pdf.catalog()?.get(b"Outlines")?.as_reference()?;
    let (mut item, mut before, mut titles) =
        (pdf.get_dictionary(root)?.get(b"First")?.as_reference().ok(), None, Vec::new());
    while let Some(id) = item {
        let dictionary = pdf.get_dictionary(id)?;
        assert_eq!(dictionary.get(b"Parent")?.as_reference()?, root);
        assert_eq!(dictionary.get(b"Prev").and_then(Object::as_reference).ok(), before);
        titles.push(lopdf::decode_text_string(dictionary.get(b"Title")?)?);
        (item, before) = (dictionary.get(b"Next").and_then(Object::as_reference).ok(), Some(id));
    }
    assert_eq!(pdf.get_dictionary(root)?.get(b"Last")?.as_reference().ok(), before);
    Ok(titles)
}

#[test]
fn very_many_handouts_are_one_document_with_one_structure_and_one_outline() -> TestResult {
    let guards: Vec<_> = (0..11).map(|n| handout(&format!("guard{n}"), 1, 2)).collect();
    let printed = print_handouts(&guards, &look(), &on_a4_as(Layout::Full))?;
    let pdf = Document::load_mem(&printed.pdf)?;
    let pages: Vec<_> = pdf.page_iter().collect();
    assert_eq!(pages.len(), guards.len());
    let names: Vec<String> = guards.iter().map(|guard| guard.name.clone()).collect();
    let found: Vec<String> = outline(&pdf)?.into_iter().filter(|title| names.contains(title)).collect();
    assert_eq!(found, names);
    // Whatever is marked on a page is found in the structure under the page's number, and knows its page.
    let tree = pdf.get_dictionary(pdf.catalog()?.get(b"StructTreeRoot")?.as_reference()?)?;
    let numbers = pdf.dereference(tree.get(b"ParentTree")?)?.1.as_dict()?.get(b"Nums")?.as_array()?;
    assert_eq!(numbers.len(), 2 * pages.len());
    assert_eq!(tree.get(b"ParentTreeNextKey")?.as_i64()?, i64::try_from(pages.len())?);
    for ((page, pair), number) in pages.iter().zip(numbers.chunks_exact(2)).zip(0i64..) {
        assert_eq!(pdf.get_dictionary(*page)?.get(b"StructParents")?.as_i64()?, number);
        assert_eq!(pair[0].as_i64()?, number);
        let marked = pdf.dereference(&pair[1])?.1.as_array()?;
        let known = marked.iter().filter_map(|element| element.as_reference().ok());
        let known: Vec<_> = known.map(|element| pdf.get_dictionary(element)).collect::<Result<_, _>>()?;
        assert!(known.len() > 4, "page {number} has {} elements", known.len());
        assert!(known.iter().all(|element| element.get(b"Pg").and_then(Object::as_reference).ok() == Some(*page)));
    }
    let root = tree.get(b"K")?.as_array()?[0].as_reference()?;
    let elements = pdf.get_dictionary(root)?.get(b"K")?.as_array()?;
    for element in elements {
        assert_eq!(pdf.get_dictionary(element.as_reference()?)?.get(b"P")?.as_reference()?, root);
    }
    // The same words as those of each alone, one after another.
    let Some(text) = run_on(&printed.pdf, "many-handouts", "pdftotext", &["-raw"], &["-"])? else { return Ok(()) };
    let places: Vec<_> = names.iter().map(|name| text.find(&format!("{name} "))).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} in {text}");
    assert!(printed.pdf == print_handouts(&guards, &look(), &on_a4_as(Layout::Full))?.pdf);
    if let Some(checked) = run_on(&printed.pdf, "many-handouts", "qpdf", &["--check"], &[])? {
        assert!(checked.contains("No syntax or stream encoding errors"), "{checked}");
    }
    Ok(())
}
