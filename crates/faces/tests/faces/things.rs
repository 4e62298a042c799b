//! What pages show of the thing itself: cards of what nobody has built, what a card says as text, what somebody carries.

use std::sync::LazyLock;

use makeready_content::game::Game;
use makeready_content::source::{FileId, Located, Span};
use makeready_content::{load, systems};
use makeready_faces::book::{Book, Entry, EntryKind};
use makeready_faces::card::{Block, CardFace, Fact};
use makeready_faces::make::{FaceBuilder, book};
use makeready_faces::text::{Paragraph, Style, plain_text};
use makeready_testing::{CONTENT, shipped};

/// The book of each shipped game.
static BOOKS: LazyLock<Vec<(&Game, Book)>> = LazyLock::new(|| {
    let made = |system: &String| {
        let game = shipped(system);
        let book = book(game, &CONTENT).expect("all is computed");
        (game, book)
    };
    systems(&CONTENT).iter().map(made).collect()
});

fn entries(kind: EntryKind) -> impl Iterator<Item = (&'static Book, &'static Entry)> {
    let all = BOOKS.iter().flat_map(|(_, book)| book.entries.iter().map(move |entry| (book, entry)));
    all.filter(move |(_, entry)| entry.kind == kind)
}

/// All that a card says in runs of text.
fn paragraphs(card: &CardFace) -> Vec<&Paragraph> {
    let mut all: Vec<&Paragraph> = card.body.iter().chain(card.facts.iter().map(|fact| &fact.text)).collect();
    for block in &card.blocks {
        match block {
            Block::Text { paragraphs } => all.extend(paragraphs),
            Block::Table(table) => all.extend(table.rows.iter().flatten()),
            Block::Facts { facts } => all.extend(facts.iter().map(|fact| &fact.text)),
            Block::Heading { .. } | Block::Track(_) | Block::Lines { .. } => {}
        }
    }
    all
}

/// Whether words look like something of the language of formulas, or like nothing computed.
fn is_code(words: &str) -> bool {
    let signs = ["if(", "max(", "min(", "floor(", "==", "unknown", "{", "}"];
    // A place to write in is a row of them.
    signs.iter().any(|sign| words.contains(sign)) || words.replace("__________", "").contains('_')
}

#[test]
fn every_ability_has_its_card_and_says_what_it_does() {
    let mut open = 0;
    for (book, entry) in entries(EntryKind::Ability) {
        let at = format!("{}/{}", book.id, entry.id);
        let card = entry.card.as_ref().unwrap_or_else(|| panic!("{at} has no card"));
        assert_eq!(card.name, entry.name, "{at}");
        let does = &entry.does;
        assert!(does.ends_with(['.', '!', '?', '\u{201d}', ')']), "{at}: {does}");
        assert!(!is_code(does) && !does.contains(" ? ") && !does.contains("  "), "{at}: {does}");
        assert!(does.starts_with(|letter: char| !letter.is_lowercase()), "{at}: {does}");
        for words in paragraphs(card) {
            assert!(!is_code(&plain_text(words)), "{at}: {}", plain_text(words));
            assert!(words.iter().all(|run| run.style != Style::Formula), "{at}: {}", plain_text(words));
            assert!(!plain_text(words).contains(" ? "), "{at}: {}", plain_text(words));
        }
        let bill = entry.bill.iter().flat_map(|bill| &bill.items);
        assert!(bill.clone().all(|item| !item.text.contains(" ? ")), "{at}");
        open += usize::from(card.is_blank);
    }
    assert!(open > 10, "only {open} abilities are nobody's");
}

/// What depends on who uses an ability is to be written in, and is no zero.
#[test]
fn the_card_of_nobodys_ability_has_places_to_write_in() {
    let (_, clock) =
        entries(EntryKind::Ability).find(|(_, entry)| entry.id == "clock-in-the-chest").expect("it is shipped");
    let card = clock.card.as_ref().expect("it has a card");
    assert!(card.is_blank && card.owner.is_empty());
    let row = paragraphs(card).into_iter().find(|words| plain_text(words).contains(" to AP")).expect("what it adds");
    assert!(row.iter().any(|run| run.style == Style::WriteNumber), "{row:?}");
    let budget = card.facts.iter().find(|fact| fact.label == "ACP").expect("what it costs");
    assert!(budget.text.iter().any(|run| run.style == Style::WriteNumber) && !budget.is_short, "{budget:?}");
    assert!(!clock.does.contains("__") && clock.does.contains("AP"), "{}", clock.does);
}

/// Each thing once, in the words of the card, and nothing that is only written on paper.
#[test]
fn what_stands_beside_an_ability_says_nothing_twice() {
    let mut as_on_card = 0;
    for (book, entry) in entries(EntryKind::Ability) {
        let Some(card) = &entry.card else { continue };
        let at = format!("{}/{}", book.id, entry.id);
        let mut labels: Vec<&str> = entry.facts.iter().map(|fact| fact.label.as_str()).collect();
        labels.sort_unstable();
        labels.windows(2).for_each(|two| assert_ne!(two[0], two[1], "{at}"));
        for fact in &entry.facts {
            let words = plain_text(&fact.text);
            assert!(!words.is_empty() && !words.contains("__"), "{at}: {}: {words}", fact.label);
        }
        let is_open = |fact: &&Fact| fact.text.iter().any(|run| run.style == Style::WriteNumber);
        let of_card = card.facts.iter().filter(|fact| !fact.text.is_empty()).filter(|fact| !is_open(fact));
        for fact in of_card {
            let told = entry.facts.iter().find(|told| told.label == fact.label);
            assert!(told.is_none_or(|told| told.text == fact.text), "{at}: {}", fact.label);
            as_on_card += usize::from(told.is_some());
        }
    }
    assert!(as_on_card > 300, "{as_on_card}");
    let (_, fuse) = entries(EntryKind::Ability).find(|(_, entry)| entry.id == "fuse-fuse-fuse").expect("it is shipped");
    let told = |label: &str| fuse.facts.iter().find(|fact| fact.label == label).map(|fact| plain_text(&fact.text));
    assert_eq!(told("Limit").as_deref(), Some("1/battle"));
    assert_eq!(told("Range").as_deref(), Some("1 to 4"));
    for said in ["Uses", "Minimum range", "Range up to", "Your Accuracy"] {
        assert_eq!(told(said), None, "a line of the card says so");
    }
    assert!(["Mana", "Element", "Materials"].iter().all(|label| told(label).is_some()));
}

/// Their rows are read; those that are there to be written in are on the card alone.
#[test]
fn reference_cards_are_told_as_text() {
    let mut rows = 0;
    for (book, entry) in entries(EntryKind::Reference) {
        let spelled = entry.spelled.as_ref().unwrap_or_else(|| panic!("{}/{} says nothing", book.id, entry.id));
        for (title, table) in &spelled.tables {
            for row in &table.rows {
                let words: Vec<String> = row.iter().map(|cell| plain_text(cell)).collect();
                assert!(words.iter().any(|words| !words.is_empty()), "{}: {title}: {words:?}", entry.id);
                assert!(words.iter().all(|words| !words.contains("__")), "{}: {title}: {words:?}", entry.id);
                rows += 1;
            }
        }
    }
    assert!(rows > 250, "{rows}");
    let (_, list) = entries(EntryKind::Reference).find(|(_, entry)| entry.id == "tracker").expect("it is shipped");
    let [(_, table)] = &list.spelled.as_ref().expect("it is told").tables[..] else { panic!("one table") };
    assert_eq!(table.rows.iter().map(|row| plain_text(&row[0])).collect::<Vec<_>>(), ["99"]);
}

/// A check says whose odds its page shows; what never comes of it is no result.
#[test]
fn checks_show_whose_odds_they_name_and_no_results_that_never_come() {
    let results_of = |book: &Book| {
        let check = book.entries.iter().find(|entry| entry.kind == EntryKind::Check && entry.id == "small-encounter");
        let (_, results) = check.and_then(|check| check.results.as_ref()).expect("it is shipped");
        results.rows.iter().map(|row| plain_text(&row[0])).collect::<Vec<_>>()
    };
    let shipped = &BOOKS.iter().find(|(_, book)| book.id == "treasure-hunters").expect("it is shipped").1;
    assert_eq!(results_of(shipped), ["Passed", "Success", "Failure, graded by the DM"]);
    let located = |text: &str| Located { value: text.to_owned(), at: Span { file: FileId(0), start: 0, end: 0 } };
    let graded = load(&CONTENT, "treasure-hunters", &[(located("grade_margins"), located("five_and_ten"))]);
    let graded = book(&graded.game.expect("it is sound"), &CONTENT).expect("all is computed");
    // Behind what is always so nothing comes.
    assert_eq!(results_of(&graded), ["Passed", "Perfect", "Success", "Adequate", "Sloppy", "Horrible"]);
    let (_, spell) = entries(EntryKind::Check).find(|(_, check)| check.id == "gated-spell").expect("it is shipped");
    let of = spell.odds.as_ref().and_then(|odds| odds.of.as_ref()).expect("it depends on who rolls");
    assert_eq!(of.link.id, "sefa");
}

/// What it is on sheets, unless it is the same on all of them.
#[test]
fn stats_say_what_they_are_on_the_sheets() {
    let table_of = |id: &str| {
        let (_, entry) =
            entries(EntryKind::Stat).find(|(book, stat)| book.id == "tri-core" && stat.id == id).expect(id);
        entry.tables.first().map(|(_, table)| table.clone())
    };
    let health = table_of("hp_max").expect("it differs");
    let game = &BOOKS.iter().find(|(_, book)| book.id == "tri-core").expect("it is shipped").0;
    assert_eq!(health.rows.len(), game.characters.len());
    for row in &health.rows {
        let name = plain_text(&row[0]);
        let who = game.characters.values().find(|who| who.entry.head.name == name).expect("a character");
        let computed = FaceBuilder::new(game, Some(who)).computed("hp_max").expect("it is computed");
        assert_eq!(Some(plain_text(&row[1])), computed.value.printed(), "{name}");
    }
    assert!(table_of("advances_allowed").is_none_or(|table| table.rows.len() > 1));
    assert!(table_of("fewest_dice").is_none(), "it is the same for everybody");
}

#[test]
fn actions_and_skills_say_in_text_what_their_cards_say() {
    let mut told = 0;
    for (book, entry) in entries(EntryKind::Action).chain(entries(EntryKind::Skill)) {
        let at = format!("{}/{}", book.id, entry.id);
        let Some(card) = &entry.card else { continue };
        let spelled = entry.spelled.as_ref().unwrap_or_else(|| panic!("{at} says nothing"));
        let words: String = spelled.paragraphs.iter().map(|words| plain_text(words)).collect();
        assert_eq!(
            words.is_empty(),
            card.body.is_empty() && !card.blocks.iter().any(|block| matches!(block, Block::Text { .. })),
            "{at}"
        );
        for outcome in card.outcomes.iter().filter(|outcome| !outcome.text.is_empty()) {
            assert!(spelled.results.iter().any(|fact| fact.label == outcome.label), "{at}: {}", outcome.label);
        }
        for figure in &card.figures {
            let is_it = |label: &str| label == figure.label || figure.label == "Roll" && label == card.name;
            assert!(spelled.facts.iter().any(|fact| is_it(&fact.label)), "{at}: {}", figure.label);
        }
        let cost = spelled.facts.iter().find(|fact| fact.label == "Cost").map(|fact| plain_text(&fact.text));
        let has_cost = card.costs.iter().any(|cost| !cost.amount.is_empty());
        assert!(!has_cost || cost.is_some(), "{at}: what it costs is read as well");
        for fact in spelled.facts.iter().chain(&spelled.results) {
            let words = plain_text(&fact.text);
            assert!(!words.contains("__") && !is_code(&words), "{at}: {}: {words}", fact.label);
        }
        assert!(!words.contains("__"), "no place to write in stands in running text: {at}: {words}");
        told += 1;
    }
    assert!(told > 150, "{told}");
}

#[test]
fn allies_have_the_card_that_their_owners_hold() {
    let allies: Vec<_> = entries(EntryKind::Npc).filter(|(_, entry)| entry.card.is_some()).collect();
    let names: Vec<&str> = allies.iter().map(|(_, entry)| entry.id.as_str()).collect();
    assert!(["grub", "drowned-boatswain", "lead-corporal", "biscuit"].iter().all(|id| names.contains(id)), "{names:?}");
    let (_, grub) = allies.iter().find(|(_, entry)| entry.id == "grub").expect("he is shipped");
    let card = grub.card.as_ref().expect("he has a card");
    assert_eq!((card.name.as_str(), card.owner.as_str(), card.is_blank), ("Grub", "Bruna Tarn", false));
}

#[test]
fn whoever_carries_something_shows_its_card() {
    let mut carried = 0;
    for (game, book) in BOOKS.iter() {
        for who in game.people() {
            let entry =
                book.entries.iter().find(|entry| entry.sheet.is_some() && entry.id == who.id()).expect("a page");
            let names: Vec<&str> = entry.things.iter().map(|card| card.name.as_str()).collect();
            let items: Vec<&str> = who.character.items.iter().map(|item| item.name.as_str()).collect();
            assert_eq!(names, items, "{}/{}", book.id, who.id());
            carried += names.len();
        }
    }
    assert!(carried > 90, "{carried}");
}

#[test]
fn reference_cards_are_grouped_by_what_they_are_about() {
    let (_, fighting) =
        entries(EntryKind::Reference).find(|(_, entry)| entry.id == "react-rotation").expect("it is shipped");
    let group = fighting.columns.iter().find(|column| column.is_group).expect("it stands in a group");
    assert_eq!(plain_text(&group.text), "Fighting");
}

#[test]
fn what_a_condition_changes_is_told_in_words() {
    for (game, id, changes) in [
        ("tri-core", "fatigue", "Cost of your actions +2 AP"),
        ("tri-core", "impaired-legs", "Collide Effect Value, Block value, Dodge value \u{2212}2 dice"),
        (
            "tri-core",
            "encumbered",
            "Speed Rank \u{2212}1 square for every 100 lb, or part of it, above your carry limit",
        ),
        ("strains", "wounded", "Every check: one level of disadvantage"),
        ("treasure-hunters", "stealth", "All three Evasion scores: 20"),
        ("action-score", "flat-footed", "Defense Class: 10 while Flat-footed, DC to grapple: the same number"),
        ("dice-pool", "prone", "Ranged defense +6 points, Melee defense \u{2212}9 points, Movement lost +9 m"),
    ] {
        let is_it = |(book, entry): &(&Book, &Entry)| book.id == game && entry.id == id;
        let (_, entry) = entries(EntryKind::Condition).find(is_it).expect("the game has it");
        let told = entry.facts.iter().find(|fact| fact.label == "Changes").map(|fact| plain_text(&fact.text));
        assert_eq!(told.as_deref(), Some(changes), "{game}, {id}");
    }
}

#[test]
fn how_a_stat_is_computed_explains_its_short_forms() {
    for (id, formula) in [
        ("speed_rank", "4 + a sixth of Agility (AGI) rounded down"),
        ("encumbrance", "1 for every 100 lb or part of it that Weight carried (LOAD) is above Carry limit (CRRY)"),
    ] {
        let is_it = |(book, entry): &(&Book, &Entry)| book.id == "tri-core" && entry.id == id;
        assert_eq!(entries(EntryKind::Stat).find(is_it).map(|(_, entry)| entry.formula.as_str()), Some(formula));
    }
}
