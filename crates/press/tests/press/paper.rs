//! Sheets of every paper: backs behind fronts, cuts that neighbors share, the ruler, places to spare.

use std::error::Error;

use crate::cards::{Drawn, PT_PER_MM, check_backs, drawn, numbers};
use crate::fixture::{card, deck, endless_card, look, run_on, text};
use lopdf::content::Content;
use lopdf::{Document, ObjectId};
use makeready_faces::card::CardFace;
use makeready_press::{Back, CardPrint, CardSize, Flip, Mm, Paper, PressNote, Spacing, print_cards, print_cards_on};

type TestResult = Result<(), Box<dyn Error>>;

/// Cards that fit on any size.
fn short_deck(cards: usize) -> Vec<CardFace> {
    let short = |card: CardFace| CardFace { costs: Vec::new(), outcomes: Vec::new(), ..card };
    deck(cards).into_iter().map(short).collect()
}

#[test]
fn backs_lie_behind_their_fronts_on_every_paper_with_gutters_and_with_shared_cuts() -> TestResult {
    for paper in ["a4", "letter", "legal", "a3", "tabloid", "210x330mm"] {
        for (size, flip) in
            [("poker", Flip::Long), ("poker", Flip::Short), ("tarot", Flip::Long), ("80x60mm", Flip::Short)]
        {
            for spacing in [Spacing::Bleed, Spacing::Shared] {
                let print = CardPrint { flip, spacing, ..CardPrint::new(CardSize::find(size)?, Paper::find(paper)?) };
                let plan = print.plan()?;
                let is_sideways = (flip == Flip::Long) != plan.page.is_landscape();
                let printed = print_cards(&short_deck(7), &look(), &print)?;
                check_backs(&printed, is_sideways, !is_sideways, 7).map_err(|e| format!("{paper}, {size}: {e}"))?;
            }
        }
    }
    Ok(())
}

/// Each card has the back that was asked for it, all faces of a card that goes on the same, exactly behind its front.
#[test]
fn backs_of_single_cards_lie_behind_their_own_fronts() -> TestResult {
    let mut deck = deck(12);
    deck.insert(1, endless_card());
    let kinds = [Back::Named("compass".to_owned()), Back::OfLook, Back::None, Back::Named("pips".to_owned())];
    let backs: Vec<Back> = (0..11).map(|card| kinds[card % kinds.len()].clone()).collect();
    // In order of first use, the deck's own first; behind the end of the list cards have that one.
    let name =
        |card: usize| ["B00001", "B00000", "", "B00002"][if card < backs.len() { card % kinds.len() } else { 1 }];
    for flip in [Flip::Long, Flip::Short] {
        let print =
            CardPrint { flip, backs: backs.clone(), ..CardPrint::new(CardSize::find("poker")?, Paper::find("a4")?) };
        let printed = print_cards(&deck, &look(), &print)?;
        let pdf = Document::load_mem(&printed.pdf)?;
        let pages: Vec<ObjectId> = pdf.page_iter().collect();
        let faces_of_endless = drawn_on(&pdf, &pages, 0)?.len() - (deck.len() - 1);
        assert!(faces_of_endless > 1, "it goes on");
        let cards =
            (0..deck.len()).flat_map(|card| std::iter::repeat_n(card, if card == 1 { faces_of_endless } else { 1 }));
        let mut cards = cards.map(name);
        for pair in pages.chunks(2) {
            let paper = numbers(pdf.get_dictionary(pair[0])?.get(b"MediaBox")?);
            let (fronts, backs) = (drawn(&pdf, pair[0])?, drawn(&pdf, pair[1])?);
            let mut backs = backs.iter();
            for (front, wanted) in fronts.iter().zip(&mut cards).filter(|(_, wanted)| !wanted.is_empty()) {
                let back = backs.next().ok_or("a back is missing")?;
                assert_eq!(back.name, wanted, "behind {}", front.name);
                let (x, y) = back.center();
                let through = if flip == Flip::Long { (paper[2] - x, y) } else { (x, paper[3] - y) };
                let apart = (front.center().0 - through.0).hypot(front.center().1 - through.1) / PT_PER_MM;
                assert!(apart < 0.01, "{} lies {apart} mm beside {}", back.name, front.name);
            }
            assert!(backs.next().is_none(), "a back too many");
        }
        assert!(cards.next().is_none());
    }
    Ok(())
}

/// A reference keeps no secret, so that its second face needs no card of its own.
#[test]
fn a_reference_goes_on_over_its_own_back_and_a_played_card_does_not() -> TestResult {
    let print = CardPrint::new(CardSize::find("poker")?, Paper::a4());
    let names = |print: &CardPrint, card: CardFace| -> Result<[Vec<String>; 2], Box<dyn Error>> {
        let pdf = Document::load_mem(&print_cards(&[card], &look(), print)?.pdf)?;
        let pages: Vec<ObjectId> = pdf.page_iter().collect();
        let named =
            |side| Ok::<_, Box<dyn Error>>(drawn_on(&pdf, &pages, side)?.into_iter().map(|face| face.name).collect());
        Ok([named(0)?, named(1)?])
    };
    let reference = CardFace { is_reference: true, ..endless_card() };
    let [fronts, backs] = names(&print, endless_card())?;
    assert!(fronts.len() > 1, "{fronts:?}");
    assert!(backs.iter().all(|back| back == "B00000"), "{backs:?}");
    let face = |page: usize| format!("F{page:05}");
    // On one side of the paper all faces are fronts.
    let [fronts, _] = names(&CardPrint { flip: Flip::None, ..print.clone() }, reference.clone())?;
    let faces = fronts.len();
    assert!((2..=9).contains(&faces), "{fronts:?}");
    assert_eq!(fronts, (0..faces).map(face).collect::<Vec<_>>());
    let [fronts, mut backs] = names(&print, reference)?;
    assert_eq!(fronts, (0..faces).step_by(2).map(face).collect::<Vec<_>>());
    // Backs are mirrored.
    backs.sort_unstable();
    let mut wanted: Vec<String> = (1..faces).step_by(2).map(face).collect();
    wanted.splice(0..0, (faces % 2 == 1).then(|| "B00000".to_owned()));
    assert_eq!(backs, wanted);
    Ok(())
}

/// The faces of all fronts, or all backs.
fn drawn_on(pdf: &Document, pages: &[ObjectId], side: usize) -> Result<Vec<Drawn>, Box<dyn Error>> {
    let mut found = Vec::new();
    for page in pages.iter().skip(side).step_by(2) {
        found.extend(drawn(pdf, *page)?);
    }
    Ok(found)
}

/// The trims of the faces of a page, from left to right and from bottom to top, in micrometers.
fn trims(pdf: &Document, page: ObjectId, bleed: f32) -> Result<Vec<[f32; 4]>, Box<dyn Error>> {
    let trim = |[(left, bottom), (right, top)]: [(f32, f32); 2]| {
        let bleed = bleed * PT_PER_MM;
        [left + bleed, bottom + bleed, right - bleed, top - bleed].map(|number| number / PT_PER_MM)
    };
    Ok(drawn(pdf, page)?.into_iter().map(|face| trim(face.corners)).collect())
}

#[test]
fn cards_on_letter_share_a_cut_instead_of_leaving_a_sliver() -> TestResult {
    let print = CardPrint::new(CardSize::find("poker")?, Paper::letter());
    let printed = print_cards(&deck(9), &look(), &print)?;
    assert!(printed.notes.contains(&PressNote::SharedCuts { is_across: false, is_down: true }));
    let pdf = Document::load_mem(&printed.pdf)?;
    for page in pdf.page_iter() {
        let trims = trims(&pdf, page, 3.6)?;
        assert_eq!(trims.len(), 9);
        for column in 0..3 {
            let [top, middle, bottom] = [0, 3, 6].map(|row| trims[row + column]);
            assert!((top[1] - middle[3]).abs() < 0.001 && (middle[1] - bottom[3]).abs() < 0.001, "{trims:?}");
        }
        for row in trims.chunks(3) {
            let gaps = row.windows(2).map(|pair| (pair[1][0] - pair[0][2]).abs());
            assert!(gaps.into_iter().all(|gap| gap >= 2.0 || gap > 60.0), "{row:?}");
        }
    }
    Ok(())
}

/// The two ends of a line.
type Ends = [(f32, f32); 2];

/// The ends of every line that a page draws itself, in mm from its lower left corner.
fn lines(pdf: &Document, page: ObjectId) -> Result<Vec<Ends>, Box<dyn Error>> {
    let content = Content::decode(&pdf.get_page_content(page))?;
    let mut from = None;
    let mut lines = Vec::new();
    for operation in content.operations {
        let operands: Vec<f32> = operation.operands.iter().filter_map(|operand| operand.as_float().ok()).collect();
        match (operation.operator.as_str(), operands.as_slice()) {
            ("m", &[x, y]) => from = Some((x / PT_PER_MM, y / PT_PER_MM)),
            ("l", &[x, y]) => lines.extend(from.map(|from| [from, (x / PT_PER_MM, y / PT_PER_MM)])),
            _ => {}
        }
    }
    Ok(lines)
}

#[test]
fn marks_stay_away_from_the_edge_of_the_paper_and_the_ruler_is_100_mm_long() -> TestResult {
    for paper in [Paper::a4(), Paper::letter(), Paper::a3()] {
        let print = CardPrint::new(CardSize::find("poker")?, paper.clone());
        let printed = print_cards(&deck(3), &look(), &print)?;
        assert!(!printed.notes.contains(&PressNote::MarksNearEdge), "{}", paper.id);
        let pdf = Document::load_mem(&printed.pdf)?;
        let page = pdf.page_iter().next().ok_or("no page")?;
        let size = numbers(pdf.get_dictionary(page)?.get(b"MediaBox")?);
        let (width, height) = (size[2] / PT_PER_MM, size[3] / PT_PER_MM);
        let lines = lines(&pdf, page)?;
        for (x, y) in lines.iter().flatten() {
            let nearest = x.min(*y).min(width - x).min(height - y);
            assert!(nearest > 4.2 - 0.001, "{}: a mark {nearest} mm from the edge", paper.id);
        }
        let longest = lines.iter().map(|[from, to]| (to.0 - from.0).hypot(to.1 - from.1)).fold(0.0, f32::max);
        assert!((longest - 100.0).abs() < 0.001, "{}: the ruler is {longest} mm long", paper.id);
        if let Some(text) = run_on(&printed.pdf, &format!("ruler-{}", paper.id), "pdftotext", &["-raw"], &["-"])? {
            // Along the left margin each word is on a line of its own.
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains("100 mm · print at 100 %"), "{}: {text}", paper.id);
        }
    }
    Ok(())
}

#[test]
fn a_deck_is_the_same_whichever_papers_it_is_printed_on_beside() -> TestResult {
    let print = CardPrint::new(CardSize::find("poker")?, Paper::a4());
    let papers = [Paper::a4(), Paper::letter(), Paper::a3()];
    let together = print_cards_on(&papers, &deck(11), &look(), &print, &mut makeready_press::Fits::default())?;
    for (paper, beside) in papers.iter().zip(together) {
        let alone = print_cards(&deck(11), &look(), &CardPrint { paper: paper.clone(), ..print.clone() })?;
        assert_eq!(alone.notes, beside.notes);
        assert!(alone.pdf == beside.pdf, "{} differs", paper.id);
    }
    Ok(())
}

#[test]
fn spare_places_are_filled_over_and_over_and_no_sheet_is_added() -> TestResult {
    let blank = |n: usize| CardFace { id: format!("blank-{n}"), name: format!("Blank {n}"), is_blank: true, ..card(n) };
    let endless = CardFace { body: vec![crate::fixture::sentences(12)], ..blank(3) };
    let print = CardPrint::new(CardSize::find("poker")?, Paper::a4());
    // The endless one takes several places, and all of them: it is left out where they are too few.
    let parts =
        print_cards(std::slice::from_ref(&endless), &look(), &print)?.notes.iter().find_map(|note| match note {
            PressNote::Continued { parts, .. } => Some(*parts as usize),
            _ => None,
        });
    let parts = parts.ok_or("it fits on one card")?;
    assert!((2..=3).contains(&parts), "{parts}");
    let filled = CardPrint { fill: vec![blank(1), endless.clone(), blank(2)], ..print.clone() };
    for (cards, spare, kinds) in [(4, 5, 2 + parts), (9, 0, 0), (10, 8, 2 + parts), (8, 1, 1), (7, 2, 2)] {
        let printed = print_cards(&deck(cards), &look(), &filled)?;
        let pdf = Document::load_mem(&printed.pdf)?;
        let mut fronts = Vec::new();
        for page in pdf.page_iter().step_by(2) {
            fronts.extend(drawn(&pdf, page)?);
        }
        assert_eq!(pdf.get_pages().len(), 2 * cards.div_ceil(9));
        assert_eq!(fronts.len(), cards + spare);
        let distinct: std::collections::BTreeSet<&str> =
            fronts[cards..].iter().map(|face| face.name.as_str()).collect();
        assert_eq!(distinct.len(), kinds, "blank cards one after the other, with {spare} places");
        let is_plain = printed.pdf == print_cards(&deck(cards), &look(), &print)?.pdf;
        assert_eq!(is_plain, spare == 0);
    }
    let only_long = CardPrint { fill: vec![endless], ..print };
    let printed = print_cards(&deck(8), &look(), &only_long)?;
    assert!(printed.notes.contains(&PressNote::NotFilled { places: 1 }), "{:?}", printed.notes);
    Ok(())
}

/// An icon is no taller than the letters around it.
#[test]
fn a_line_with_an_icon_stands_where_it_would_stand_without() -> TestResult {
    use makeready_faces::text::{Run, Style};
    let icon = Run { style: Style::Icon, text: "moon".to_owned(), detail: String::new() };
    let line =
        |middle: Run| vec![text("Before."), vec![Run::plain("Light "), middle, Run::plain(" here.")], text("After.")];
    let print = CardPrint::new(CardSize::find("poker")?, Paper::a4());
    let baselines = |middle: Run, name: &str| -> Result<Option<Vec<String>>, Box<dyn Error>> {
        let face = CardFace { body: line(middle), ..card(1) };
        let printed = print_cards(&[face], &look(), &print)?;
        let Some(words) = run_on(&printed.pdf, name, "pdftotext", &["-bbox"], &["-"])? else { return Ok(None) };
        let is_asked = |line: &&str| [">Before.<", ">Light<", ">After.<"].iter().any(|word| line.contains(word));
        let bottom =
            |line: &str| line.split("yMax=\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
        Ok(Some(words.lines().filter(is_asked).filter_map(bottom).collect()))
    };
    let (with, without) = (baselines(icon, "icon")?, baselines(Run::plain("shines"), "word")?);
    assert!(with.as_ref().is_none_or(|found| found.len() == 3), "{with:?}");
    assert_eq!(with, without);
    Ok(())
}

#[test]
fn strong_words_stay_strong_when_they_are_emphasized() -> TestResult {
    use makeready_faces::text::{Run, Style};
    for (is_accessible, font) in [(false, "AlegreyaSans-BoldItalic"), (true, "AtkinsonHyperlegible-BoldItalic")] {
        let run = Run { style: Style::StrongEmphasis, ..Run::plain("both at once") };
        let style = makeready_press::PrintStyle { is_accessible, ..makeready_press::PrintStyle::default() };
        let print = CardPrint { style, ..CardPrint::new(CardSize::find("poker")?, Paper::a4()) };
        let printed = print_cards(&[CardFace { body: vec![vec![run]], ..card(1) }], &look(), &print)?;
        let Some(fonts) = run_on(&printed.pdf, "strong-emphasis", "pdffonts", &[], &[])? else { return Ok(()) };
        assert!(fonts.contains(font), "{fonts}");
    }
    Ok(())
}

#[test]
fn the_bleed_of_a_shared_cut_is_that_of_the_ends() -> TestResult {
    let print = CardPrint::new(CardSize::find("poker")?, Paper::letter());
    let plan = print.plan()?;
    assert_eq!((plan.down.gutter, plan.down.inner_bleed), (Mm::ZERO, Mm::ZERO));
    assert!(plan.down.outer_bleed >= Mm::from_um(250));
    let notes = print_cards(&deck(1), &look(), &print)?.notes;
    let is_told =
        |note: &PressNote| matches!(note, PressNote::BleedReduced { used, .. } if used.height == plan.down.outer_bleed);
    assert!(notes.iter().any(is_told), "{notes:?}");
    Ok(())
}
