//! One person never stops a game: whatever its numbers are, everybody else is there, with the same cards and sheets.

use std::collections::BTreeMap;

use makeready_content::diagnostic::Diagnostic;
use makeready_content::game::Game;
use makeready_content::load;
use makeready_content::source::{SourceFile, Sources};
use makeready_faces::make::{FaceBuilder, book};
use makeready_testing::{CONTENT, shipped};

const GAMES: [&str; 5] = ["action-score", "dice-pool", "strains", "treasure-hunters", "tri-core"];

/// Numbers that no stat of a sample has.
const NUMBERS: [i64; 3] = [-1, 21, 1_000];

/// A character like the first of a game, with this number for every stat.
fn extreme(id: &str, number: i64) -> SourceFile {
    let start = format!("{id}/characters/");
    let first = CONTENT.iter().map(|(_, file)| file).find(|file| file.path.starts_with(&start)).expect("a character");
    // Before all others, so that whatever takes the first comes upon it.
    let name = format!("aa-{}", number.unsigned_abs());
    let mut is_stat = false;
    let mut text = String::new();
    for line in first.text.lines() {
        let is_flow = line.starts_with("stats: {");
        is_stat = line == "stats:" || is_stat && line.starts_with(' ');
        let line = match line.split_once(':') {
            Some(("id", _)) => format!("id: {name}"),
            Some(("name", _)) => format!("name: All {number}"),
            _ if is_flow => {
                let stats = line.trim_start_matches("stats: {").trim_end_matches('}').split(',');
                let stats = stats.map(|stat| format!("{}: {number}", stat.split(':').next().unwrap_or(stat).trim()));
                format!("stats: {{ {} }}", stats.collect::<Vec<_>>().join(", "))
            }
            Some((stat, _)) if is_stat && line != "stats:" => stat_line(line, stat, number),
            _ => line.to_owned(),
        };
        text.push_str(&line);
        text.push('\n');
    }
    let path = format!("{start}{name}.yaml");
    SourceFile { shown: path.clone(), path, text }
}

/// A line below `stats:`, of one stat or of several in a flow.
fn stat_line(line: &str, stat: &str, number: i64) -> String {
    if line.matches(':').count() == 1 && !line.contains('{') {
        return format!("{stat}: {number}");
    }
    // `  power: 3, wit: 4` stands in no sample.
    panic!("a line of stats: {line}")
}

/// The shipped games with three extreme people in each.
fn with_extremes() -> Sources {
    let mut files: Vec<SourceFile> = CONTENT.iter().map(|(_, file)| file.clone()).collect();
    files.extend(GAMES.iter().flat_map(|id| NUMBERS.map(|number| extreme(id, number))));
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let bytes = CONTENT.all_bytes().map(|(path, bytes)| (path.to_owned(), bytes.clone()));
    Sources::new(files).with_bytes(bytes.collect::<BTreeMap<_, _>>())
}

/// The deck and the sheet of everybody who is in the shipped game.
fn views<'g>(shipped: &'g Game, game: &Game) -> BTreeMap<&'g str, String> {
    let of = |id: &'g str| {
        let who = game.person(id).unwrap_or_else(|| panic!("{id} is there"));
        let faces = FaceBuilder { shows_odds: true, ..FaceBuilder::new(game, Some(who)) };
        let deck = faces.deck().unwrap_or_else(|error| panic!("the deck of {id}: {error}"));
        let sheet = faces.sheet().unwrap_or_else(|error| panic!("the sheet of {id}: {error}"));
        (id, format!("{deck:?}{sheet:?}"))
    };
    shipped.people().map(|who| of(who.id())).collect()
}

#[test]
#[ignore = "slow: loads five games twice, with the cards and sheets of everybody"]
fn people_with_extreme_stats_leave_all_others_as_they_are() {
    let sources = with_extremes();
    for id in GAMES {
        let shipped = shipped(id);
        let loaded = load(&sources, id, &[]);
        let is_of_extreme = |found: &&Diagnostic| {
            sources.iter().any(|(file, source)| source.path.contains("/characters/aa-") && found.concerns(file))
        };
        let told: Vec<String> = loaded.diagnostics.iter().map(|found| found.message.clone()).collect();
        let game = loaded.game.unwrap_or_else(|| panic!("{id} is stopped: {told:#?}"));
        assert_eq!(views(shipped, &game), views(shipped, shipped), "{id}");
        for found in &loaded.diagnostics {
            // A ruling that only an extreme person reads, since it is a copy of somebody, is told at the ruling.
            let is_of_ruling = found.code.as_str() == "affects" && found.message.contains("characters/aa-");
            assert!(is_of_extreme(&found) || is_of_ruling, "{id}: {}", found.message);
        }
        book(&game, &sources).unwrap_or_else(|error| panic!("the book of {id}: {error}"));
        for who in game.people().filter(|who| who.id().starts_with("aa-")) {
            let faces = FaceBuilder { shows_odds: true, ..FaceBuilder::new(&game, Some(who)) };
            faces.deck().unwrap_or_else(|error| panic!("{id}: the deck of {}: {error}", who.id()));
            faces.sheet().unwrap_or_else(|error| panic!("{id}: the sheet of {}: {error}", who.id()));
        }
    }
}

#[test]
fn odds_that_cannot_be_computed_are_left_off_with_a_warning_at_the_number() {
    let mut files: Vec<SourceFile> = CONTENT.iter().map(|(_, file)| file.clone()).collect();
    files.push(extreme("dice-pool", 21));
    let sources = Sources::new(files);
    let loaded = load(&sources, "dice-pool", &[]);
    let game = loaded.game.expect("the game is whole");
    let giant = game.person("aa-21").expect("the giant is there");
    assert!(giant.breaches.is_empty(), "{:?}", giant.breaches);
    let file = giant.entry.file();
    let found: Vec<&Diagnostic> = loaded.diagnostics.iter().filter(|found| found.concerns(file)).collect();
    assert!(!found.is_empty() && found.iter().all(|found| !found.is_error()), "{found:#?}");
    for one in found {
        assert_eq!(one.code.as_str(), "odds-left-off", "{one:#?}");
        assert_eq!(&sources.file(file).text[one.at.start..one.at.end], "21", "at the stat: {one:#?}");
        assert!(one.message.contains("are left out for All 21") && one.message.contains("cannot be 21"), "{one:#?}");
        assert!(one.help.as_ref().is_some_and(|help| help.contains("0 to 20")), "{one:#?}");
    }
    let faces = FaceBuilder { shows_odds: true, ..FaceBuilder::new(&game, Some(giant)) };
    let deck = format!("{:?}", faces.deck().expect("its deck is made"));
    assert!(deck.contains("Basic Attack") && !deck.contains("Success or better %"));
}
