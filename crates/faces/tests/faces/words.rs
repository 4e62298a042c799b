//! What is said in place of formulas, on blank forms and on pages: words of the game, and nothing of the language of formulas.
//!
//! `cargo test --release --workspace --test faces -- --ignored every_sentence_is_listed --nocapture` prints all of them, to be
//! read by somebody who has never seen a formula.

use std::collections::BTreeSet;

use deckle_content::game::Game;
use deckle_content::limits::LONGEST_INSTRUCTION;
use deckle_faces::book::{ChapterBlock, Entry};
use deckle_faces::make::{FaceBuilder, book};
use deckle_faces::text::{Paragraph, Style};
use deckle_testing::{CONTENT, game};
use serde_json::Value as Json;

/// Where a sentence stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Beside a box of a blank card or sheet.
    Instruction,
    /// In the text of a blank card or sheet.
    Text,
    /// On a page of the site.
    Page,
    /// Where the figures of somebody come from.
    Terms,
}

/// One sentence.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Sentence {
    place: Place,
    of: String,
    formula: String,
    words: String,
}

/// Instructions and formulas in a view that goes to the press.
fn in_view(view: &Json, of: &str, game: &Game, found: &mut Vec<Sentence>) {
    match view {
        Json::Object(fields) => {
            let text = |key: &str| fields.get(key).and_then(Json::as_str).unwrap_or_default();
            let id = if text("id").is_empty() { of } else { text("id") };
            let formula = game.rules.system().values.get(id).map_or("", |def| def.formula.text.as_str()).to_owned();
            if !text("terms").is_empty() {
                let of = id.to_owned();
                found.push(Sentence { place: Place::Instruction, of, formula, words: text("terms").to_owned() });
            }
            if text("style") == "formula" {
                let of = of.to_owned();
                found.push(Sentence { place: Place::Text, of, formula: String::new(), words: text("text").to_owned() });
            }
            fields.values().for_each(|part| in_view(part, id, game, found));
        }
        Json::Array(parts) => parts.iter().for_each(|part| in_view(part, of, game, found)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

fn in_paragraph(paragraph: &Paragraph, of: &str, found: &mut Vec<Sentence>) {
    for run in paragraph.iter().filter(|run| run.style == Style::Formula) {
        found.push(Sentence { place: Place::Page, of: of.to_owned(), formula: String::new(), words: run.text.clone() });
    }
}

fn on_page(entry: &Entry, game: &Game, found: &mut Vec<Sentence>) {
    let of = format!("{} {}", entry.kind.names().singular, entry.id);
    let formula = |id: &str| game.rules.system().values.get(id).map_or("", |def| def.formula.text.as_str()).to_owned();
    let mut push = |place, of: &str, id: &str, words: &str| {
        if !words.is_empty() {
            let (of, formula) = (of.to_owned(), formula(id));
            found.push(Sentence { place, of, formula, words: words.to_owned() });
        }
    };
    push(Place::Page, &of, &entry.id, &entry.formula);
    for value in &entry.values {
        push(Place::Page, &value.id, &value.id, &value.formula);
        push(Place::Terms, &format!("{of} {}", value.id), &value.id, &value.terms);
    }
    for item in entry.bill.iter().flat_map(|bill| &bill.items) {
        for price in item.prices.iter().flat_map(|prices| [&prices.list, &prices.here]) {
            push(Place::Page, &of, "", &price.formula);
            push(Place::Terms, &of, "", &price.terms);
        }
    }
    if let Some(odds) = &entry.odds {
        push(Place::Page, &of, "", &odds.roll);
    }
    let facts = entry.facts.iter().chain(&entry.columns).map(|fact| &fact.text);
    let cells = entry.tables.iter().flat_map(|(_, table)| table.rows.iter().flatten());
    entry.paragraphs.iter().chain(facts).chain(cells).for_each(|paragraph| in_paragraph(paragraph, &of, found));
}

/// Every sentence of a game, each once.
fn sentences(game: &Game) -> Vec<Sentence> {
    let mut found = Vec::new();
    let blank = FaceBuilder::new(game, None);
    let view = |made: &dyn erased::View| made.json();
    for card in blank.deck().expect("the blank cards can be made") {
        in_view(&view(&card), &card.id, game, &mut found);
    }
    in_view(&view(&blank.sheet().expect("the blank sheet can be made")), "sheet", game, &mut found);
    let book = book(game, &CONTENT).expect("all values compute");
    for entry in &book.entries {
        on_page(entry, game, &mut found);
    }
    for chapter in &book.chapters {
        for block in &chapter.blocks {
            match block {
                ChapterBlock::Table { table, .. } => {
                    table.rows.iter().flatten().for_each(|cell| in_paragraph(cell, &chapter.slug, &mut found));
                }
                ChapterBlock::Markdown { .. }
                | ChapterBlock::Card { .. }
                | ChapterBlock::Example { .. }
                | ChapterBlock::Note { .. }
                | ChapterBlock::Bill { .. }
                | ChapterBlock::Odds { .. }
                | ChapterBlock::Ruling { .. } => {}
            }
        }
    }
    let mut seen = BTreeSet::new();
    found.retain(|sentence| seen.insert((sentence.place, sentence.words.clone())));
    found
}

/// What is handed to the press, as the press gets it.
mod erased {
    use serde::Serialize;
    use serde_json::Value as Json;

    pub trait View {
        fn json(&self) -> Json;
    }

    impl<T: Serialize> View for T {
        fn json(&self) -> Json {
            serde_json::to_value(self).expect("a view is data")
        }
    }
}

/// What of the language of formulas stands in words.
fn program_text(words: &str, place: Place) -> Vec<String> {
    let mut signs: Vec<&str> =
        vec!["_", "=", "<", ">", "\u{2264}", "\u{2265}", "\u{2260}", "!", "[", "]", "+ +", "((", "'"];
    if matches!(place, Place::Instruction | Place::Text) {
        signs.extend(["(", ")"]);
    }
    // What is nothing but a line is one to write on.
    let words = if words.chars().all(|c| c == '_') { "" } else { words };
    let mut found: Vec<String> = signs.iter().filter(|sign| words.contains(**sign)).map(|s| (*s).to_owned()).collect();
    let is_letter = |c: char| c.is_alphanumeric();
    let all: Vec<&str> = words.split(|c: char| !is_letter(c)).collect();
    let known = ["if", "else", "max", "min", "floor", "ceil", "kh", "kl", "ruling", "clamp", "abs"];
    found.extend(all.iter().filter(|word| known.contains(word)).map(|word| (*word).to_owned()));
    // An id has its parts on both sides of a dot.
    let letters: Vec<char> = words.chars().collect();
    let is_id = |three: &[char]| three[0].is_ascii_lowercase() && three[1] == '.' && three[2].is_ascii_lowercase();
    found.extend(letters.windows(3).filter(|three| is_id(three)).map(|three| three.iter().collect()));
    found
}

#[test]
fn forms_and_pages_speak_no_program() {
    let (mut faults, mut exact, mut count) = (Vec::new(), 0, 0);
    for system in deckle_content::systems(&CONTENT) {
        for Sentence { place, of, words, .. } in sentences(&game(&CONTENT, &system)) {
            count += 1;
            let found = program_text(&words, place);
            // A page shows the formula where no line says it, as it does for a few long ones.
            if !found.is_empty() && place == Place::Page && words.chars().count() > LONGEST_INSTRUCTION {
                exact += 1;
            } else if !found.is_empty() {
                faults.push(format!("{system}: {place:?} {of}: {words}: {found:?}"));
            }
            if place == Place::Instruction && words.chars().count() > LONGEST_INSTRUCTION {
                faults.push(format!("{system}: {place:?} {of}: {words}: too long"));
            }
        }
    }
    assert!(faults.is_empty(), "{} of {count}:\n{}", faults.len(), faults.join("\n"));
    assert!(count > 800, "only {count} sentences");
    assert!(exact <= 14, "{exact} pages show a formula as it is written");
}

#[test]
fn a_formula_is_told_from_words() {
    for (words, place) in [
        ("2 if style is piercing", Place::Instruction),
        ("max(0, AGI)", Place::Page),
        ("strike.accuracy", Place::Page),
        ("5d12! + 7", Place::Text),
        ("(2 + ranks)d12", Place::Text),
    ] {
        assert!(!program_text(words, place).is_empty(), "{words}");
    }
    assert_eq!(program_text("Roll 2 + Instinct dice, d12\u{2726}; add PWR", Place::Instruction), Vec::<String>::new());
}

#[test]
#[ignore = "slow: prints every sentence, to be read"]
fn every_sentence_is_listed() {
    for system in deckle_content::systems(&CONTENT) {
        let mut all = sentences(&game(&CONTENT, &system));
        all.sort_by_key(|sentence| sentence.place);
        for Sentence { place, of, formula, words } in all {
            println!("{system}\t{place:?}\t{of}\t{formula}\t{words}");
        }
    }
}
