//! One number, one value: cards of abilities, sheets and pages show what the JSON has.

use std::collections::BTreeMap;

use makeready_faces::book::EntryKind;
use makeready_faces::card::{Block, CardFace};
use makeready_faces::make::{FaceBuilder, book};
use makeready_faces::sheet::SheetContent;
use makeready_faces::text::{Paragraph, Style, plain_text};
use serde_json::Value as Json;

use crate::amount::{Amount, sum};
use crate::people::everybody;
use crate::sums::SHEETS;
use makeready_rules::dice::EXPLODES;
use makeready_testing::{CONTENT, TRI_CORE};

/// The bills of a character's abilities in the JSON of its sheet, by id.
fn bills(who: &str) -> BTreeMap<String, &'static Json> {
    let abilities = SHEETS[who]["abilities"].as_array().expect("abilities are a list");
    abilities.iter().map(|bill| (text(&bill["ability"]), bill)).collect()
}

fn text(json: &Json) -> String {
    json.as_str().expect("a text").to_owned()
}

/// Dice are set with spaces and signs on paper.
fn bare(text: &str) -> String {
    text.replace(EXPLODES, "!").chars().filter(|c| !c.is_whitespace()).collect()
}

fn figures(paragraph: &Paragraph) -> impl Iterator<Item = String> + '_ {
    paragraph.iter().filter(|run| run.style == Style::Figure).map(|run| bare(&run.text))
}

#[test]
fn every_number_on_the_card_of_an_ability_stands_in_the_json_with_its_terms() {
    let (mut cards, mut numbers) = (0, 0);
    for person in TRI_CORE.people() {
        let who = &person.character;
        let bills = bills(&who.id);
        let deck = FaceBuilder::new(&TRI_CORE, Some(person)).deck().expect("the deck can be made");
        let of_abilities: Vec<&CardFace> = deck.iter().filter(|card| card.family.id == "ability").collect();
        assert_eq!(of_abilities.len(), who.built.len(), "{}", who.id);
        for card in of_abilities {
            cards += 1;
            numbers += check_card(card, bills[&card.id], &who.id);
        }
    }
    println!("{numbers} numbers on {cards} cards");
    assert!(cards > 100 && numbers > 500, "{numbers} numbers on {cards} cards");
}

/// How many numbers were compared.
fn check_card(card: &CardFace, bill: &Json, who: &str) -> usize {
    let place = format!("{who}, {}", card.id);
    let values = bill["values"].as_object().expect("values are a mapping");
    let known: Vec<String> = values.values().map(|value| bare(&text(&value["text"]))).collect();
    let mut count = 0;
    for figure in card.facts.iter().flat_map(|fact| figures(&fact.text)) {
        // A figure with its sign is that of the bill.
        let bare = figure.strip_prefix('+').unwrap_or(&figure);
        assert!(known.iter().any(|value| value == bare), "{place}: {figure} is no value of the bill");
        count += 1;
    }
    let costs: Vec<String> = card.costs.iter().map(|cost| cost.amount.clone()).collect();
    assert_eq!(costs, [text(&values["resource_cost"]["text"]), text(&values["ap_cost"]["text"])], "{place}");
    let acp = card.facts.iter().find(|fact| fact.label == "ACP").expect("a card says what it cost");
    let wanted = format!("{} of {}", text(&bill["spent"]["text"]), text(&bill["budget"]["text"]));
    assert_eq!(plain_text(&acp.text), wanted, "{place}");
    let effects = card.blocks.iter().find_map(|block| match block {
        Block::Text { paragraphs } => Some(paragraphs),
        _ => None,
    });
    let effects = effects.expect("a card says what its keywords do");
    let prices = card.facts.iter().find(|fact| fact.is_at_foot && fact.label == "Keyword").expect("and their prices");
    let prices = plain_text(&prices.text);
    let items = bill["items"].as_array().expect("items are a list");
    assert_eq!((effects.len(), prices.split(", ").count()), (items.len(), items.len()), "{place}");
    for ((effect, price), item) in effects.iter().zip(prices.split(", ")).zip(items) {
        assert!(price.ends_with(&format!(" {}", text(&item["price"]["text"]))), "{place}: {price}");
        assert!(plain_text(effect).ends_with(&text(&item["text"])), "{place}");
        count += 1;
    }
    count + costs.len()
}

#[test]
fn the_terms_of_every_number_of_an_ability_add_up_to_it() {
    let mut count = 0;
    for who in everybody() {
        for (id, bill) in bills(&who.id) {
            let items = bill["items"].as_array().expect("items are a list").iter();
            let of_items = items.flat_map(|item| {
                let values = item["values"].as_object().expect("values are a mapping").values();
                values.chain([&item["price"], &item["list_price"]])
            });
            let of_ability = bill["values"].as_object().expect("values are a mapping").values();
            for value in of_ability.chain(of_items) {
                let terms = value["terms"].as_array().expect("terms are a list");
                assert!(!terms.is_empty(), "{}, {id}: {value}", who.id);
                // A word is no sum.
                let Some(amount) = Amount::of_json(&value["value"]) else { continue };
                let amounts: Vec<Amount> =
                    terms.iter().map(|term| Amount::of_json(&term["value"]).expect("an amount")).collect();
                assert_eq!(sum(&amounts), amount, "{}, {id}: {value}", who.id);
                count += 1;
            }
        }
    }
    assert!(count > 2000, "{count} numbers");
}

#[test]
fn sheets_and_pages_show_the_same_bills() {
    let book = book(&TRI_CORE, &CONTENT).expect("the book can be made");
    let mut rows_seen = 0;
    for person in TRI_CORE.people() {
        let who = &person.character;
        let bills = bills(&who.id);
        let sheet = FaceBuilder::new(&TRI_CORE, Some(person)).sheet().expect("the sheet can be made");
        let tables = sheet.front.iter().chain(&sheet.back).filter(|block| block.title == "Abilities");
        for block in tables {
            let SheetContent::Table(table) = &block.content else { panic!("abilities are a table") };
            let acp = table.columns.iter().position(|column| column == "ACP").expect("a column of ACP");
            for (row, ability) in table.rows.iter().zip(&who.built) {
                let bill = bills[&ability.id];
                assert_eq!(plain_text(&row[0]), text(&bill["name"]));
                assert_eq!(plain_text(&row[acp]), text(&bill["spent"]["text"]), "{}, {}", who.id, ability.id);
                rows_seen += 1;
            }
        }
    }
    assert!(rows_seen > 100, "{rows_seen} rows");
    let mut pages = 0;
    for entry in book.entries.iter().filter(|entry| entry.kind == EntryKind::Ability) {
        let bill = entry.bill.as_ref().expect("a page has a bill");
        let Some((builder, _)) = &bill.builder else { continue };
        let Some(of_json) = bills(&builder.id).get(&entry.id).copied() else { continue };
        let totals = bill.totals.as_ref().expect("abilities cost something");
        assert_eq!(bare(&totals.spent.text), bare(&text(&of_json["spent"]["text"])), "{}", entry.id);
        assert_eq!(bare(&totals.budget.text), bare(&text(&of_json["budget"]["text"])), "{}", entry.id);
        let of_page: Vec<String> =
            bill.items.iter().filter_map(|item| Some(bare(&item.prices.as_ref()?.here.text))).collect();
        let items = of_json["items"].as_array().expect("items are a list");
        let of_json: Vec<String> = items.iter().map(|item| bare(&text(&item["price"]["text"]))).collect();
        assert_eq!(of_page, of_json, "{}", entry.id);
        pages += 1;
    }
    assert!(pages > 30, "{pages} pages");
}
