//! What is said in place of formulas, on blank forms and on pages: words of the game, and nothing of the language of formulas.
//!
//! `cargo test --release --workspace --test faces -- --ignored every_sentence_is_listed --nocapture` prints all of them, to be
//! read by somebody who has never seen a formula.

use std::collections::BTreeSet;

use makeready_content::game::Game;
use makeready_content::limits::LONGEST_INSTRUCTION;
use makeready_faces::card::{Block, CardFace};
use makeready_faces::make::{FaceBuilder, book};
use makeready_faces::text::Style;
use makeready_testing::{CONTENT, shipped};
use serde::Serialize;
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

/// Views are data; what is searched is all of them, so that no place is forgotten.
fn json(view: &impl Serialize) -> Json {
    serde_json::to_value(view).expect("a view is data")
}

/// Keys of what nobody reads: ids, files, pictures, names of looks; and where text came from.
const UNREAD: [&str; 21] = [
    "id",
    "file",
    "slug",
    "icon",
    "icons",
    "palette",
    "art",
    "picture",
    "pictures",
    "kind",
    "target",
    "keyword",
    "ability",
    "look",
    "fingerprint",
    "edition",
    "found_by",
    "body_written",
    "written",
    "typefaces",
    "color",
];

/// Collects what is made from formulas in a view, and beside it every text there is.
struct Search<'a> {
    game: &'a Game,
    /// What stands as `terms`: an instruction on forms, and where figures come from elsewhere.
    terms: Place,
    /// What a formula in a text is called.
    text: Place,
    made: Vec<Sentence>,
    read: BTreeSet<(String, String)>,
}

impl<'a> Search<'a> {
    fn new(game: &'a Game, terms: Place, text: Place) -> Self {
        Self { game, terms, text, made: Vec::new(), read: BTreeSet::new() }
    }

    fn push(&mut self, place: Place, of: &str, words: &str) {
        if !words.is_empty() {
            let formula = self.game.rules.system().values.get(of).map_or("", |def| def.formula.text.as_str());
            let (of, formula) = (of.to_owned(), formula.to_owned());
            self.made.push(Sentence { place, of, formula, words: words.to_owned() });
        }
    }

    fn view(&mut self, view: &Json, of: &str) {
        match view {
            Json::Object(fields) => {
                let text = |key: &str| fields.get(key).and_then(Json::as_str).unwrap_or_default();
                let of = [text("id"), text("slug")].into_iter().find(|id| !id.is_empty()).unwrap_or(of);
                self.push(self.terms, of, text("terms"));
                self.push(Place::Page, of, text("formula"));
                self.push(Place::Terms, of, text("detail"));
                if fields.contains_key("bands") {
                    self.push(Place::Page, of, text("roll"));
                }
                if text("style") == "formula" {
                    self.push(self.text, of, text("text"));
                }
                let read = fields.iter().filter(|(key, _)| !UNREAD.contains(&key.as_str()));
                read.for_each(|(_, part)| self.view(part, of));
            }
            Json::Array(parts) => parts.iter().for_each(|part| self.view(part, of)),
            Json::String(text) => {
                self.read.insert((of.to_owned(), text.clone()));
            }
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }
}

/// Every sentence of a game that is made from a formula, each once; and every text of it that somebody reads.
fn sentences(game: &Game) -> (Vec<Sentence>, BTreeSet<(String, String)>) {
    let blank = FaceBuilder::new(game, None);
    let mut forms = Search::new(game, Place::Instruction, Place::Text);
    forms.view(&json(&blank.deck().expect("the blank cards can be made")), "cards");
    forms.view(&json(&blank.sheet().expect("the blank sheet can be made")), "sheet");
    let mut filled = Search::new(game, Place::Terms, Place::Text);
    for who in game.people() {
        let faces = FaceBuilder::new(game, Some(who));
        filled.view(&json(&faces.deck().expect("the cards can be made")), who.id());
        filled.view(&json(&faces.sheet().expect("the sheet can be made")), who.id());
    }
    let mut pages = Search::new(game, Place::Terms, Place::Page);
    pages.view(&json(&book(game, &CONTENT).expect("all values compute")), "book");
    let mut found = Vec::new();
    let mut read = BTreeSet::new();
    for search in [forms, filled, pages] {
        found.extend(search.made);
        read.extend(search.read);
    }
    let mut seen = BTreeSet::new();
    found.retain(|sentence: &Sentence| seen.insert((sentence.place, sentence.words.clone())));
    (found, read)
}

/// What no text has that is read, whether it was made or written: signs and words of the language of formulas.
fn code_in_text(text: &str) -> Vec<&'static str> {
    // Links have ids, which pages show as names.
    let mut prose = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("[[") {
        prose += before;
        rest = behind.split_once("]]").map_or("", |(_, after)| after);
    }
    prose += rest;
    let prose: String = prose.replace("{#", " ").replace("](", " ");
    let signs = ["max(", "min(", "floor(", "ceil(", "rank(", "==", "!=", ">=", "<=", "if(", " if not ", "ruling."];
    let mut found: Vec<&str> = signs.into_iter().filter(|sign| prose.contains(sign)).collect();
    let is_id = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(|c| c.is_ascii_lowercase())
            && word.trim_matches('_').contains('_')
            && letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let words = prose.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '!')));
    for word in words {
        if is_id(word) {
            found.push("an id");
        }
        let Some((count, kind)) = word.split_once('d') else { continue };
        let is_roll = count.bytes().all(|b| b.is_ascii_digit()) && kind.starts_with(|c: char| c.is_ascii_digit());
        if is_roll && (kind.ends_with('!') || kind.contains("kh") || kind.contains("kl")) {
            found.push("exact dice");
        }
    }
    found
}

/// What a player computes something wrong from, or cannot read at all.
fn ambiguous(words: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    // A sum does not say which of its parts are counted; a sign before a share does not say what is rounded.
    let signs = [" dice, d", " of keywords", "\u{2212}half", "\u{2212}a ", "\u{2212}an ", "\u{2212}the "];
    found.extend(signs.iter().filter(|sign| words.contains(**sign)).map(|sign| (*sign).to_owned()));
    // A figure and its die are one word: `INT 4d12`.
    let all: Vec<&str> = words.split(' ').collect();
    let is_die = |word: &str| word.strip_prefix('d').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let is_figure = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let apart = all.windows(2).filter(|two| is_figure(two[0]) && is_die(two[1]));
    found.extend(apart.map(|two| two.join(" ")));
    found
}

/// What of the language of formulas stands in words.
fn program_text(words: &str, place: Place) -> Vec<String> {
    let mut signs: Vec<&str> =
        vec!["_", "=", "<", ">", "\u{2264}", "\u{2265}", "\u{2260}", "!", "[", "]", "+ +", "((", ")d", "^", "'"];
    if matches!(place, Place::Instruction | Place::Text) {
        signs.extend(["(", ")"]);
    }
    // What is nothing but a line is one to write on.
    let words = if words.chars().all(|c| c == '_') { "" } else { words };
    let mut found: Vec<String> = signs.iter().filter(|sign| words.contains(**sign)).map(|s| (*s).to_owned()).collect();
    let is_letter = |c: char| c.is_alphanumeric();
    let all: Vec<&str> = words.split(|c: char| !is_letter(c)).collect();
    let known = ["else", "max", "min", "floor", "ceil", "kh", "kl", "ruling", "clamp", "abs"];
    found.extend(all.iter().filter(|word| known.contains(word)).map(|word| (*word).to_owned()));
    // An id has its parts on both sides of a dot.
    let letters: Vec<char> = words.chars().collect();
    let is_id = |three: &[char]| three[0].is_ascii_lowercase() && three[1] == '.' && three[2].is_ascii_lowercase();
    found.extend(letters.windows(3).filter(|three| is_id(three)).map(|three| three.iter().collect()));
    found
}

#[test]
fn forms_and_pages_speak_no_program() {
    let (mut faults, mut count) = (Vec::new(), 0);
    for system in makeready_content::systems(&CONTENT) {
        let (made, read) = sentences(shipped(&system));
        for Sentence { place, of, words, .. } in made {
            count += 1;
            let mut found = program_text(&words, place);
            found.extend(ambiguous(&words));
            if !found.is_empty() {
                faults.push(format!("{system}: {place:?} {of}: {words}: {found:?}"));
            }
            if place == Place::Instruction && words.chars().count() > LONGEST_INSTRUCTION {
                faults.push(format!("{system}: {place:?} {of}: {words}: too long"));
            }
        }
        for (of, text) in read {
            let found = code_in_text(&text);
            if !found.is_empty() {
                faults.push(format!("{system}: text of {of}: {text}: {found:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{} of {count}:\n{}", faults.len(), faults.join("\n"));
    assert!(count > 3000, "only {count} sentences");
}

/// On a printed form a name is no number: where one belongs, there is a box.
#[test]
fn blank_cards_have_a_box_wherever_a_number_goes() {
    let mut faults = Vec::new();
    let mut boxes = 0;
    for system in makeready_content::systems(&CONTENT) {
        let game = shipped(&system);
        for card in FaceBuilder::new(game, None).deck().expect("the blank cards can be made") {
            let mut runs = Vec::new();
            styled(&json(&without_hints_of_rows(card.clone())), &mut runs);
            boxes += runs.iter().filter(|(style, _)| style.starts_with("write-")).count();
            // Words may say what goes into the box behind them.
            let has_box = |at: usize| runs.get(at + 1).is_some_and(|(style, _)| style.starts_with("write-"));
            let named = runs.iter().enumerate().filter(|(at, (style, _))| style == "formula" && !has_box(*at));
            faults.extend(named.map(|(_, (_, text))| format!("{system}: {}: {text}", card.id)));
        }
    }
    assert!(faults.is_empty(), "{} names in place of numbers:\n{}", faults.len(), faults.join("\n"));
    assert!(boxes > 100, "only {boxes} boxes");
}

/// A card without what its names of rows say about the box in the next cell.
fn without_hints_of_rows(mut card: CardFace) -> CardFace {
    for block in &mut card.blocks {
        let Block::Table(table) = block else { continue };
        for row in &mut table.rows {
            for place in 1..row.len() {
                let has_box = row[place].iter().any(|run| run.style.is_open());
                if has_box && row[place - 1].last().is_some_and(|run| run.style == Style::Formula) {
                    row[place - 1].pop();
                }
            }
        }
    }
    card
}

/// The runs in a view: style and text.
fn styled(view: &Json, found: &mut Vec<(String, String)>) {
    match view {
        Json::Object(fields) => {
            let text = |key: &str| fields.get(key).and_then(Json::as_str).map(str::to_owned);
            found.extend(text("style").zip(text("text")));
            fields.values().for_each(|part| styled(part, found));
        }
        Json::Array(parts) => parts.iter().for_each(|part| styled(part, found)),
        Json::String(_) | Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

#[test]
fn a_formula_is_told_from_words() {
    for (words, place) in [
        ("2 if tired, else 1", Place::Page),
        ("max(0, AGI)", Place::Page),
        ("strike.accuracy", Place::Page),
        ("5d12! + 7", Place::Text),
        ("(2 + ranks)d12", Place::Text),
    ] {
        assert!(!program_text(words, place).is_empty(), "{words}");
    }
    for text in ["roll 5d12! now", "as `break_threshold` says", "2 if(x, 1)", "a >= b"] {
        assert!(!code_in_text(text).is_empty(), "{text}");
    }
    assert!(code_in_text("See [[ruling:break_threshold]]: if you are hit, roll 5d12\u{2726}!").is_empty());
    let roll = "Roll as many d12\u{2726} as 2 + Instinct; add PWR";
    assert_eq!([program_text(roll, Place::Instruction), ambiguous(roll)], [const { Vec::<String>::new() }; 2]);
    for words in
        ["2 + Instinct dice, d12", "1 + reach of keywords 12", "\u{2212}half of AP 27 rounded up", "INT 4 d12\u{2726}"]
    {
        assert!(!ambiguous(words).is_empty(), "{words}");
    }
}

#[test]
#[ignore = "slow: prints every sentence, to be read"]
fn every_sentence_is_listed() {
    for system in makeready_content::systems(&CONTENT) {
        let (mut all, _) = sentences(shipped(&system));
        all.sort_by_key(|sentence| sentence.place);
        for Sentence { place, of, formula, words } in all {
            println!("{system}\t{place:?}\t{of}\t{formula}\t{words}");
        }
    }
}
