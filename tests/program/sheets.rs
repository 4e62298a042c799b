//! Sheets and handouts of the shipped games, measured on the laid out pages: boxes that a pen can fill, text that can be
//! read, two sides, and pools in one order.

use std::collections::BTreeMap;

use makeready_content::game::{Game, Person};
use makeready_faces::make::{FaceBuilder, look};
use makeready_faces::sheet::{Handout, Holds, Layout, Sheet, SheetContent, ValueCell, View};
use makeready_press::frames::{sizes, smallest_text};
use makeready_press::handouts::lay_out_handouts;
use makeready_press::length::Pt;
use makeready_press::sheets::lay_out_sheet;
use makeready_press::{HandoutPrint, Pages, Paper, PrintStyle, SheetPrint};
use makeready_testing::{all_shipped, shipped};

const LAYOUTS: [Layout; 3] = [Layout::Short, Layout::Standard, Layout::Full];

/// The smallest type that is printed, in points.
const SMALLEST: f64 = 6.0;
/// What a pen needs, in millimeters: the height of a line, the width of a number and that of a roll such as `5d12 + 7`.
const LINE: f64 = 7.0;
const NUMBER: f64 = 9.0;
const ROLL: f64 = 30.0;
/// The line around a box takes half of its thickness on each side.
const STROKE: Pt = Pt(0.5);

fn papers() -> [Paper; 2] {
    [Paper::a4(), Paper::letter()]
}

fn laid_out(game: &Game, sheet: &Sheet, paper: Paper) -> Pages {
    let credits = game.entries.credits.clone();
    let print = SheetPrint { paper, style: PrintStyle::default(), title: "Sheet".to_owned(), credits };
    lay_out_sheet(sheet, &look(game), &print).expect("it is laid out").0
}

fn in_mm(length: Pt) -> f64 {
    length.0 * 25.4 / 72.0
}

/// The cells of a sheet that are written in, by what they hold.
fn written_in(sheet: &Sheet) -> (usize, usize) {
    let mut cells: Vec<&ValueCell> = Vec::new();
    for block in sheet.front.iter().chain(&sheet.back) {
        match &block.content {
            SheetContent::Values { values } => cells.extend(values),
            SheetContent::Rolls { rows, .. } => cells.extend(rows.iter().flat_map(|row| &row.cells)),
            SheetContent::Identity { .. }
            | SheetContent::Stats { .. }
            | SheetContent::Resources { .. }
            | SheetContent::Table(_)
            | SheetContent::Text { .. }
            | SheetContent::Tracks { .. }
            | SheetContent::Lines { .. }
            | SheetContent::Blocks { .. } => {}
        }
    }
    let open = |holds: Holds| cells.iter().filter(|cell| cell.text.is_none() && cell.holds == holds).count();
    (open(Holds::Number), open(Holds::Dice))
}

#[test]
fn a_pen_has_room_in_every_box_of_every_blank_sheet() {
    let mut boxes = 0;
    for game in all_shipped() {
        let sheet = FaceBuilder::new(game, None).sheet().expect("it computes");
        let (numbers, rolls) = written_in(&sheet);
        for paper in papers() {
            let place = format!("{}, {}", game.entries.head.id, paper.id);
            let pages = laid_out(game, &sheet, paper);
            let found: Vec<(f64, f64)> = pages
                .document()
                .pages()
                .iter()
                .flat_map(|page| sizes(&page.frame, "write-in"))
                .map(|(width, height)| (in_mm(Pt(width.0 - STROKE.0)), in_mm(Pt(height.0 - STROKE.0))))
                .collect();
            for (width, height) in &found {
                assert!(*height > LINE - 0.01, "{place}: a box of {width:.2} by {height:.2} mm");
                assert!(*width > NUMBER - 0.01, "{place}: a box of {width:.2} by {height:.2} mm");
            }
            let wide = found.iter().filter(|(width, _)| *width > ROLL - 0.01).count();
            assert!(wide >= rolls, "{place}: {rolls} rolls, and {wide} boxes of {ROLL} mm");
            // Stats and resources have boxes besides.
            assert!(found.len() > numbers + rolls, "{place}: {} boxes for {numbers} + {rolls}", found.len());
            boxes += found.len();
        }
    }
    println!("{boxes} boxes measured");
    assert!(boxes > 500, "{boxes} boxes");
}

#[test]
fn no_sheet_has_a_third_page_or_type_under_six_points() {
    let mut sheets = 0;
    for game in all_shipped() {
        for who in game.characters.values().map(Some).chain([None::<&Person>]) {
            let sheet = FaceBuilder::new(game, who).sheet().expect("it computes");
            for paper in papers() {
                let place = format!("{}, {}, {}", game.entries.head.id, sheet.id, paper.id);
                let pages = laid_out(game, &sheet, paper);
                assert_eq!(pages.document().pages().len(), 2, "{place}");
                legible(&pages, &place);
                sheets += 1;
            }
        }
    }
    assert!(sheets > 40, "{sheets} sheets");
}

#[test]
fn a_page_for_notes_is_the_third_when_it_is_asked_for() {
    let game = shipped("tri-core");
    let mut sheet = FaceBuilder::new(game, None).sheet().expect("it computes");
    sheet.further =
        sheet.back.iter().filter(|block| matches!(block.content, SheetContent::Lines { .. })).cloned().collect();
    assert_eq!(laid_out(game, &sheet, Paper::a4()).document().pages().len(), 3);
}

fn legible(pages: &Pages, place: &str) {
    for page in pages.document().pages() {
        let (size, words) = smallest_text(&page.frame).expect("every page has text");
        assert!(size.0 > SMALLEST - 0.01, "{place}: `{words}` is set at {:.2} pt", size.0);
    }
}

fn handouts(game: &Game, layout: Layout, view: View) -> Vec<Handout> {
    let handout = |npc| FaceBuilder::new(game, Some(npc)).handout(layout, view).expect("it computes");
    game.npcs.values().map(handout).collect()
}

#[test]
fn no_handout_has_type_under_six_points() {
    for game in all_shipped() {
        for (layout, view) in LAYOUTS.into_iter().flat_map(|layout| [(layout, View::Gm), (layout, View::Player)]) {
            for paper in papers() {
                let place = format!("{}, {layout:?}, {view:?}, {}", game.entries.head.id, paper.id);
                let print = HandoutPrint {
                    paper,
                    layout,
                    style: PrintStyle::default(),
                    title: "Handouts".to_owned(),
                    credits: game.entries.credits.clone(),
                };
                let handouts = handouts(game, layout, view);
                let (pages, _) = lay_out_handouts(&handouts, &look(game), &print).expect("they are laid out");
                legible(&pages, &place);
            }
        }
    }
}

#[test]
fn pools_stand_in_the_order_of_the_system_on_every_handout() {
    for game in all_shipped() {
        let order = game.entries.resources.iter().map(|resource| resource.max.value.as_str());
        let place_of: BTreeMap<&str, usize> = order.enumerate().map(|(place, id)| (id, place)).collect();
        for layout in LAYOUTS {
            for handout in handouts(game, layout, View::Gm) {
                let pools = handout.blocks.iter().find_map(|block| match &block.content {
                    SheetContent::Resources { resources } => Some(resources),
                    _ => None,
                });
                let pools = pools.unwrap_or_else(|| panic!("{} has no pools in {layout:?}", handout.id));
                let places: Vec<usize> = pools.iter().map(|pool| place_of[pool.max.id.as_str()]).collect();
                assert!(places.is_sorted() && !places.is_empty(), "{}, {layout:?}: {places:?}", handout.id);
            }
        }
    }
}

#[test]
fn every_npc_has_its_role_and_how_dangerous_it_is_beside_its_name() {
    for game in all_shipped() {
        for handout in handouts(game, Layout::Short, View::Gm) {
            assert!(!handout.role.is_empty(), "{} has no role", handout.id);
            assert!(!handout.subtitle.is_empty(), "{} has no threat", handout.id);
            assert_eq!(handout.readers, "GM");
        }
    }
}
