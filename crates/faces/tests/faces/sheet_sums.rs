//! Where the numbers of a sheet come from: the sums of its second side.

use makeready_faces::make::FaceBuilder;
use makeready_faces::sheet::{Sheet, SheetContent};
use makeready_faces::text::plain_text;
use makeready_testing::{CONTENT, shipped};

/// Name, figure and sum of every row.
fn sums(sheet: &Sheet) -> Vec<(String, String, String)> {
    let tables = sheet.back.iter().filter_map(|block| match &block.content {
        SheetContent::Table(table) if table.columns.len() == 3 && table.columns.iter().all(String::is_empty) => {
            Some(table)
        }
        _ => None,
    });
    let text = |cell: &Vec<makeready_faces::text::Run>| plain_text(cell);
    tables.flat_map(|table| &table.rows).map(|row| (text(&row[0]), text(&row[1]), text(&row[2]))).collect()
}

#[test]
fn every_character_is_told_where_its_numbers_come_from_in_names_and_figures() {
    let mut count = 0;
    for id in makeready_content::systems(&CONTENT) {
        let game = shipped(&id);
        for who in game.characters.values() {
            let faces = FaceBuilder::new(game, Some(who));
            for (name, figure, sum) in sums(&faces.sheet().expect("it computes")) {
                assert!(!name.is_empty() && !figure.is_empty(), "{id}, {}: {name} {figure} {sum}", who.id());
                assert!(sum.starts_with("= ") && sum.chars().any(char::is_alphabetic), "{name} {sum}");
                for code in [" if ", "max(", "min(", "_", "[", " else ", "ruling", "floor", ".base"] {
                    assert!(!sum.contains(code), "{id}, {}: {name} {sum}", who.id());
                }
                count += 1;
            }
        }
        assert!(sums(&FaceBuilder::new(game, None).sheet().expect("it computes")).is_empty(), "{id}: the blank form");
    }
    assert!(count > 200, "{count} sums");
}

#[test]
fn a_sum_names_its_dice_and_its_terms() {
    let game = shipped("tri-core");
    let kael = &game.characters["kael"];
    let sums = sums(&FaceBuilder::new(game, Some(kael)).sheet().expect("it computes"));
    let of = |wanted: &str| sums.iter().find(|(name, ..)| name == wanted).map(|(_, _, sum)| sum.as_str());
    assert_eq!(of("Mana Points"), Some("= Ardor 3 + Morale 3 + Attunement 4"));
    assert!(of("Strike Accuracy").is_some_and(|sum| sum.contains("(2 + Instinct 2 + Trade 1)")), "{sums:?}");
}
