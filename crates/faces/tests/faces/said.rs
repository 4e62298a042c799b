//! What authors word themselves stands where it belongs, and labels say what their figures are.

use makeready_content::game::Game;
use makeready_content::load;
use makeready_content::source::{SourceFile, Sources};
use makeready_embedded::NEW_GAME;
use makeready_faces::book::{ChapterBlock, Entry, EntryKind};
use makeready_faces::card::Block;
use makeready_faces::make::{FaceBuilder, OddsCall, book};
use makeready_faces::odds::{OddsView, Share};
use makeready_faces::sheet::SheetContent;
use makeready_faces::text::plain_text;
use makeready_rules::ability::Argument;
use makeready_rules::check::CheckDef;
use makeready_testing::{CONTENT, game, shipped};

/// The game that `makeready new` writes, with one text in the place of another.
fn new_game(from: &str, to: &str) -> Sources {
    assert_eq!(NEW_GAME.iter().filter(|(_, text)| text.contains(from)).count(), 1, "`{from}` stands in one file");
    let file = |(path, text): &(&str, &str)| SourceFile {
        path: (*path).to_owned(),
        shown: (*path).to_owned(),
        text: text.replace(from, to),
    };
    Sources::new(NEW_GAME.iter().map(file).collect())
}

const REQUIRES: &str = "requires: \"held('paths') >= 2 and level >= 3\"";

#[test]
fn a_prerequisite_is_told_in_the_words_of_its_author() {
    let worded = format!("{REQUIRES}\n    message: \"two steps of a path, at level {{1 + 2}} and above\"");
    let sources = new_game(REQUIRES, &worded);
    let embers = game(&sources, "embers");
    let said = "two steps of a path, at level 3 and above";
    let book = book(&embers, &sources).expect("the book is made");
    let page: Vec<&Entry> =
        book.entries.iter().filter(|entry| entry.kind == EntryKind::Trait && entry.id == "fire-keeper").collect();
    let [page] = page[..] else { panic!("the trait has one page") };
    let facts = page.facts.iter().map(|fact| (&fact.label, &fact.text));
    let said_of_it = facts.chain(page.columns.iter().map(|column| (&column.label, &column.text)));
    let asked: Vec<String> =
        said_of_it.filter(|(label, _)| *label == "Requires").map(|(_, text)| plain_text(text)).collect();
    assert_eq!(asked, [said, said]);
    let list = format!("{:?}", book.chapters);
    assert!(list.contains(said), "{list}");

    let too_early = "traits: [fire-keeper, thick-coat, thick-coat]";
    let files = sources.iter().map(|(_, file)| SourceFile {
        text: file.text.replace("traits: [thick-coat, thick-coat, fire-keeper]", too_early),
        ..file.clone()
    });
    let found = load(&Sources::new(files.collect()), "embers", &[]).diagnostics;
    let told = format!("Fire Keeper asks for {said}, before it is taken.");
    assert!(found.iter().any(|finding| finding.message == told), "{found:#?}");
}

#[test]
fn an_ability_without_keywords_says_what_it_does_on_sheets() {
    let game = shipped("action-score");
    let harro = game.person("harro").expect("he is among the samples");
    let sheet = FaceBuilder::new(game, Some(harro)).sheet().expect("the sheet is made");
    let mut told = 0;
    for block in sheet.front.iter().chain(&sheet.back).filter(|block| block.title == "Specialties") {
        let SheetContent::Table(table) = &block.content else { panic!("Specialties are a table") };
        assert!(table.rows.iter().all(|row| row.last().is_some_and(|cell| !cell.is_empty())), "{table:?}");
        told += table.rows.iter().filter(|row| plain_text(&row[row.len() - 1]).contains("what will hold")).count();
    }
    assert_eq!(told, 1);
}

/// How many bands of a check go well, those that are rolled again left out.
fn good_bands(game: &Game, check: &CheckDef, id: &str) -> usize {
    use makeready_content::words::OutcomeKind::{Critical, Success};
    let entry = game.entries.checks.iter().find(|entry| entry.head.id == id).expect("a check has an entry");
    let ends = entry.bands.iter().filter(|band| !check.rerolls.contains(&band.head.id));
    ends.filter(|band| matches!(band.on, Critical | Success)).count()
}

#[test]
fn a_chance_that_sums_several_bands_says_so() {
    let (mut several, mut one) = (0, 0);
    for id in ["tri-core", "action-score", "dice-pool", "strains", "treasure-hunters"] {
        let game = shipped(id);
        let faces = FaceBuilder { shows_odds: true, ..FaceBuilder::new(game, game.people().next()) };
        for face in faces.deck().expect("the deck is made") {
            let Some(used) = game.entries.cards().find(|card| card.head.id == face.id).and_then(|c| c.odds.as_ref())
            else {
                continue;
            };
            let label = face.blocks.iter().find_map(|block| match block {
                Block::Table(table) => {
                    table.rows.iter().map(|row| plain_text(&row[0])).find(|l| l.starts_with("Success"))
                }
                _ => None,
            });
            let Some(label) = label.filter(|_| used.label.is_empty()) else { continue };
            let check = &game.rules.system().checks[&used.check.value];
            let is_summed = good_bands(game, check, &used.check.value) > 1;
            assert_eq!(label, if is_summed { "Success or better %" } else { "Success %" }, "{id}: {}", face.id);
            several += usize::from(is_summed);
            one += usize::from(!is_summed);
        }
    }
    assert!(several > 0 && one > 0, "{several} sums, {one} bands alone");
}

/// The page of a check.
fn odds_entry(id: &str, check: &str) -> Entry {
    let game = shipped(id);
    let book = book(game, &CONTENT).expect("the book is made");
    let is_it = |entry: &Entry| entry.kind == EntryKind::Check && entry.id == check;
    book.entries.into_iter().find(is_it).expect("there is this check")
}

/// The odds on it.
fn odds_on_page(id: &str, check: &str) -> OddsView {
    *odds_entry(id, check).odds.expect("it has odds")
}

#[test]
fn results_say_in_words_when_they_hold_and_what_happens() {
    for id in ["tri-core", "action-score", "strains", "treasure-hunters", "dice-pool"] {
        let game = shipped(id);
        let book = book(game, &CONTENT).expect("the book is made");
        for check in book.entries.iter().filter(|entry| entry.kind == EntryKind::Check) {
            let (_, results) = check.results.as_ref().expect("a check has results");
            let when = results.columns.iter().position(|column| column == "When").expect("they have conditions");
            for row in &results.rows {
                let words = plain_text(&row[when]);
                let reads_like_code =
                    [" is below ", " is at least ", " is above "].iter().any(|code| words.contains(code));
                let is_about_one = words.starts_with("It ") || words.starts_with("The ") || words.starts_with("Your ");
                assert!(!reads_like_code || is_about_one, "{id}/{}: {words}", check.id);
            }
        }
    }
    let strike = odds_entry("action-score", "attack-check");
    let (_, results) = strike.results.as_ref().expect("it has results");
    assert_eq!(plain_text(&results.rows[4][1]), "The effectiveness score is 10 to 14", "the author's words");
    assert!(!results.columns.iter().any(|column| column == "Gives"), "told with what happens: {:?}", results.columns);
    // How often is only another name for an input, which has a line of its own.
    assert!(!strike.facts.iter().any(|fact| fact.label == "Tries in a row"));
}

#[test]
fn a_check_that_depends_on_who_rolls_shows_the_odds_of_somebody() {
    assert_eq!(odds_on_page("tri-core", "test").of, None, "any pool of dice");
    let accuracy = odds_on_page("tri-core", "accuracy");
    let of = accuracy.of.as_ref().expect("the Accuracy roll has stats in it");
    assert_eq!((of.link.kind, of.with.as_str()), (EntryKind::Character, "Strike"));
    // Not of somebody of the highest level, who always hits.
    let hits: Vec<f64> =
        accuracy.cases.iter().map(|case| case.bands[..2].iter().map(|one| one.share.of_one()).sum()).collect();
    assert!(hits.iter().any(|chance| (0.3..0.7).contains(chance)), "{hits:?}");
    // The values that the card or the sheet puts in are those of this character.
    let melee = odds_on_page("dice-pool", "melee-attack");
    let game = shipped("dice-pool");
    let of = melee.of.as_ref().expect("attribute and rank are somebody's");
    let faces = FaceBuilder::new(game, game.person(&of.link.id));
    let rank = faces.computed("reflexes").expect("it is computed").value.to_string();
    assert!(melee.inputs.contains(&("Attribute".to_owned(), rank)), "{:?}", melee.inputs);
}

#[test]
fn or_better_is_named_after_the_least_of_what_goes_well() {
    for (id, check, name) in
        [("action-score", "attack-check", "Hit or better"), ("tri-core", "resolve", "Success or better")]
    {
        let odds = odds_on_page(id, check);
        assert_eq!(odds.or_better, name, "{id}");
        assert!(odds.further().is_none_or(|(_, table)| table.columns.iter().all(|column| *column != odds.or_better)));
    }
}

#[test]
fn what_is_paid_in_two_things_is_no_choice_between_them() {
    let costs = |id: &str, who: &str| {
        let game = shipped(id);
        let who = game.person(who).expect("among the samples");
        let sheet = FaceBuilder::new(game, Some(who)).sheet().expect("the sheet is made");
        let rows = sheet.front.iter().chain(&sheet.back).filter_map(|block| match &block.content {
            SheetContent::Rolls { rows, .. } => Some(rows.iter().map(|row| (row.name.clone(), row.costs.clone()))),
            _ => None,
        });
        rows.flatten().collect::<std::collections::BTreeMap<_, _>>()
    };
    let strains = costs("strains", "gurda");
    assert_eq!(strains["Flurry of Blows"], ["2 AP", "3 Stamina"]);
    assert_eq!(strains["Basic Attack"], ["1 AP"], "nothing is told of what is not paid");
    assert_eq!(costs("tri-core", "kael")["Strike"], ["1 / 2 / 3 AP"]);
}

#[test]
fn shades_are_stronger_the_better_and_the_worse_a_result_is() {
    let shades = |id: &str, check: &str| {
        let odds = odds_on_page(id, check);
        odds.bands.iter().map(|band| (band.name.clone(), band.shade)).collect::<Vec<_>>()
    };
    let named =
        |all: &[(&str, usize)]| all.iter().map(|(name, shade)| ((*name).to_owned(), *shade)).collect::<Vec<_>>();
    let melee = [("Critical failure", 1), ("Failure", 0), ("Near success", 0), ("Hit", 0)];
    assert_eq!(shades("strains", "melee-attack"), named(&melee));
    // Its bands stand from the best to the worst.
    let resolve = shades("tri-core", "resolve");
    assert_eq!(resolve.first().map(|(_, shade)| *shade), Some(0), "{resolve:?}");
}

#[test]
fn a_band_comes_up_however_rarely_unless_there_is_no_way_to_it() {
    let shown = odds_on_page("strains", "melee-attack");
    assert!(shown.bands.iter().all(|band| band.comes_up), "the target has a defense bonus");
    let strains = shipped("strains");
    let mut call = OddsCall::new(strains, "melee-attack").expect("it is there");
    call.arguments.fixed = [("target_defense", 10), ("target_bonus", 0)]
        .map(|(name, number)| (name.to_owned(), Argument::Number(number)))
        .into();
    let faces = FaceBuilder::new(strains, None);
    let rare = call.view(&faces, &call.cases(&faces).expect("they are worked out"));
    let never: Vec<&str> = rare.bands.iter().filter(|band| !band.comes_up).map(|band| band.name.as_str()).collect();
    assert_eq!(never, ["Near success"], "the target has no defense bonus");
    // Far above 2d12 with exploding dice: some six of them, which is less than a millionth.
    let game = shipped("tri-core");
    let mut call = OddsCall::new(game, "test").expect("it is there");
    call.arguments.fixed = [("dice", 2), ("points", 0), ("target", 110)]
        .map(|(name, number)| (name.to_owned(), Argument::Number(number)))
        .into();
    let faces = FaceBuilder::new(game, None);
    let odds = call.view(&faces, &call.cases(&faces).expect("they are worked out"));
    let success = odds.bands.iter().position(|band| band.id == "success").expect("it is there");
    assert_eq!(odds.cases[0].bands[success].share, Share::default(), "too rare to be drawn");
    assert!(odds.bands[success].comes_up);
}

#[test]
fn a_page_of_an_ability_says_what_only_its_card_said_and_nothing_twice() {
    let game = shipped("tri-core");
    let book = book(game, &CONTENT).expect("the book is made");
    let entry = book.entries.iter().find(|entry| entry.id == "amber-rod").expect("it is there");
    let labels: Vec<&str> = entry.facts.iter().map(|fact| fact.label.as_str()).collect();
    assert!(labels.contains(&"Range") && labels.contains(&"Core") && !labels.contains(&"Core, slot"), "{labels:?}");
    let once: std::collections::BTreeSet<&&str> = labels.iter().collect();
    assert_eq!(once.len(), labels.len(), "{labels:?}");
}

#[test]
fn an_action_on_a_sheet_has_the_icon_of_its_family_where_it_has_none() {
    let of_rally = |icon: &str| {
        let embers = game(&new_game("    icon: heart-plus\n    rule: EM-DEED-03", icon), "embers");
        let sheet = FaceBuilder::new(&embers, embers.person("wren")).sheet().expect("the sheet is made");
        let rows = sheet.front.iter().chain(&sheet.back).filter_map(|block| match &block.content {
            SheetContent::Rolls { rows, .. } => rows.iter().find(|row| row.name == "Rally").map(|row| row.icon.clone()),
            _ => None,
        });
        rows.collect::<Vec<_>>()
    };
    assert_eq!(of_rally("    icon: campfire\n    rule: EM-DEED-03"), ["campfire"]);
    assert_eq!(of_rally("    rule: EM-DEED-03"), ["fist"]);
}

#[test]
fn a_table_of_actions_has_no_column_in_which_nothing_stands() {
    let columns = |id: &str, sources: &Sources| {
        let book = book(&game(sources, id), sources).expect("the book is made");
        let tables = book.chapters.into_iter().flat_map(|chapter| chapter.blocks).filter_map(|block| match block {
            ChapterBlock::Table { table, .. } => Some(table.columns),
            _ => None,
        });
        tables.into_iter().find(|columns| columns[0] == "Action").expect("a chapter has a table of actions")
    };
    let embers = new_game("- id: rally", "- id: rally");
    assert_eq!(columns("embers", &embers), ["Action", "Numbers", "Effect"]);
    assert_eq!(columns("tri-core", &CONTENT), ["Action", "Cost", "Numbers", "Effect"]);
}
