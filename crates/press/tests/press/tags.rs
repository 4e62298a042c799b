//! The structure of print sheets, as a screen reader follows it.

use std::error::Error;

use crate::fixture::{card, deck, endless_card, look, run_on, sheet};
use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};
use makeready_faces::book::Look;
use makeready_faces::credits::GameCredits;
use makeready_press::{CardPrint, CardSize, Paper, PrintStyle, SheetPrint, print_cards, print_sheet};
use makeready_words::Lang;

type TestResult = Result<(), Box<dyn Error>>;

/// A part of a page: where it is, its title and its words.
struct Part {
    page: ObjectId,
    number: i64,
    title: String,
    words: String,
}

fn text(pdf: &Document, dictionary: &Dictionary, key: &[u8]) -> Result<String, Box<dyn Error>> {
    let (_, object) = pdf.dereference(dictionary.get(key)?)?;
    Ok(lopdf::decode_text_string(object)?)
}

fn kids<'p>(pdf: &'p Document, element: &'p Dictionary) -> Result<Vec<&'p Dictionary>, Box<dyn Error>> {
    let list = element.get(b"K")?.as_array()?;
    list.iter().map(|kid| Ok(pdf.get_dictionary(kid.as_reference()?)?)).collect()
}

/// Every part in the order of reading.
fn parts(pdf: &Document) -> Result<Vec<Part>, Box<dyn Error>> {
    let catalog = pdf.catalog()?;
    assert!(catalog.get(b"MarkInfo")?.as_dict()?.get(b"Marked")?.as_bool()?);
    assert_eq!(catalog.get(b"Lang")?.as_str()?, b"en");
    let root = pdf.get_dictionary(catalog.get(b"StructTreeRoot")?.as_reference()?)?;
    let document = pdf.get_dictionary(root.get(b"K")?.as_reference()?)?;
    assert_eq!(document.get(b"S")?.as_name()?, b"Document");
    let mut parts = Vec::new();
    for article in kids(pdf, document)? {
        for paragraph in kids(pdf, article)? {
            parts.push(Part {
                page: paragraph.get(b"Pg")?.as_reference()?,
                number: paragraph.get(b"K")?.as_i64()?,
                title: text(pdf, article, b"T")?,
                words: text(pdf, paragraph, b"Alt")?,
            });
        }
    }
    Ok(parts)
}

/// The numbers of the parts that a page draws. Everything that is drawn is a part or an artifact.
fn drawn_parts(pdf: &Document, page: ObjectId) -> Result<Vec<i64>, Box<dyn Error>> {
    let mut open: Vec<String> = Vec::new();
    let mut numbers = Vec::new();
    for operation in Content::decode(&pdf.get_page_content(page))?.operations {
        match operation.operator.as_str() {
            kind @ ("BMC" | "BDC") => {
                let name = String::from_utf8(operation.operands[0].as_name()?.to_vec())?;
                if kind == "BDC" && name == "P" {
                    numbers.push(operation.operands[1].as_dict()?.get(b"MCID")?.as_i64()?);
                }
                open.push(name);
            }
            "EMC" => assert!(open.pop().is_some(), "EMC without a beginning"),
            "Do" | "S" | "f" => {
                let is_told = open.first().is_some_and(|outermost| outermost == "P" || outermost == "Artifact");
                assert!(is_told, "{} is neither a part nor an artifact: {open:?}", operation.operator);
            }
            _ => {}
        }
    }
    assert!(open.is_empty());
    Ok(numbers)
}

fn print() -> Result<CardPrint, Box<dyn Error>> {
    Ok(CardPrint { has_guides: true, ..CardPrint::new(CardSize::find("poker")?, Paper::a4()) })
}

#[test]
fn every_card_is_a_part_with_its_words_and_backs_and_marks_are_artifacts() -> TestResult {
    let mut cards = deck(10);
    cards.push(card(1));
    let printed = print_cards(&cards, &look(), &print()?)?;
    let pdf = Document::load_mem(&printed.pdf)?;
    let parts = parts(&pdf)?;
    let names: Vec<&str> = parts.iter().map(|part| part.title.as_str()).filter(|title| *title != "Credits").collect();
    assert_eq!(names, cards.iter().map(|card| card.name.as_str()).collect::<Vec<_>>());
    for (part, card) in parts.iter().filter(|part| part.title != "Credits").zip(&cards) {
        let words = part.words.split_whitespace().collect::<Vec<_>>().join(" ");
        for said in card.body.iter().flatten().map(|run| run.text.as_str()).chain([
            card.name.as_str(),
            "Riposte.",
            "Kael Dross",
        ]) {
            assert!(words.to_lowercase().contains(&said.to_lowercase()), "`{said}` is not in: {words}");
        }
    }
    let pages: Vec<ObjectId> = pdf.page_iter().collect();
    assert_eq!(pages.len(), 4);
    for (index, page) in pages.iter().enumerate() {
        let of_page: Vec<i64> = parts.iter().filter(|part| part.page == *page).map(|part| part.number).collect();
        assert_eq!(drawn_parts(&pdf, *page)?, of_page);
        assert_eq!(of_page.is_empty(), index % 2 == 1, "backs say nothing");
    }
    Ok(())
}

/// The numbers of a page lead from the page to the elements.
#[test]
fn the_tree_of_parents_leads_to_every_part() -> TestResult {
    let pdf = Document::load_mem(&print_cards(&deck(12), &look(), &print()?)?.pdf)?;
    let root = pdf.get_dictionary(pdf.catalog()?.get(b"StructTreeRoot")?.as_reference()?)?;
    let parents = pdf.get_dictionary(root.get(b"ParentTree")?.as_reference()?)?;
    let numbers = parents.get(b"Nums")?.as_array()?;
    for page in pdf.page_iter() {
        let key = pdf.get_dictionary(page)?.get(b"StructParents")?.as_i64()?;
        let at = numbers.iter().step_by(2).position(|number| *number == Object::Integer(key)).ok_or("no such key")?;
        let elements = numbers[2 * at + 1].as_array()?;
        for (element, number) in elements.iter().zip(0..) {
            let element = pdf.get_dictionary(element.as_reference()?)?;
            assert_eq!((element.get(b"Pg")?, element.get(b"K")?), (&Object::Reference(page), &Object::Integer(number)));
        }
        assert_eq!(elements.len(), drawn_parts(&pdf, page)?.len());
    }
    Ok(())
}

#[test]
fn prints_of_a_game_in_another_language_speak_it() -> TestResult {
    let german = Look { lang: Lang::new("de").expect("there is German"), ..look() };
    let cards = print_cards(&deck(2), &german, &print()?)?;
    let sheet = print_sheet(
        &sheet(2, 4),
        &german,
        &SheetPrint {
            paper: Paper::a4(),
            style: PrintStyle::default(),
            title: String::new(),
            credits: GameCredits::default(),
        },
    )?;
    for pdf in [&cards.pdf, &sheet.pdf] {
        assert_eq!(Document::load_mem(pdf)?.catalog()?.get(b"Lang")?.as_str()?, b"de");
    }
    Ok(())
}

#[test]
fn words_that_break_at_the_end_of_a_line_are_spoken_whole() -> TestResult {
    let printed = print_cards(&[endless_card()], &look(), &print()?)?;
    let pdf = Document::load_mem(&printed.pdf)?;
    let said: String = parts(&pdf)?.iter().map(|part| part.words.replace('\n', " ") + " ").collect();
    assert_eq!(said.matches("says what happens to the target, how far it moves").count(), 14);
    assert!(!said.contains('\u{ad}') && !said.contains('\u{200b}'));
    Ok(())
}

#[test]
fn other_programs_see_a_tagged_document_without_a_fault() -> TestResult {
    let printed = print_cards(&deck(10), &look(), &print()?)?;
    run_on(&printed.pdf, "tagged-check", "qpdf", &["--check"], &[])?;
    if let Some(info) = run_on(&printed.pdf, "tagged-info", "pdfinfo", &[], &[])? {
        let line = info.lines().find(|line| line.starts_with("Tagged:")).unwrap_or_default();
        assert!(line.ends_with("yes"), "{info}");
    }
    Ok(())
}

#[test]
fn copies_share_their_words() -> TestResult {
    let print = CardPrint { back: makeready_press::Back::None, ..print()? };
    let printed = print_cards(&vec![card(1); 18], &look(), &print)?;
    let pdf = Document::load_mem(&printed.pdf)?;
    let is_words =
        |object: &&Object| lopdf::decode_text_string(object).is_ok_and(|words| words.contains("Attack target 1"));
    assert_eq!(pdf.objects.values().filter(is_words).count(), 1);
    assert_eq!(parts(&pdf)?.iter().filter(|part| part.title == "Strike 1").count(), 18);
    Ok(())
}
