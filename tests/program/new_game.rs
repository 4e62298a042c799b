//! A game of one's own: what `makeready new` writes is a complete system, which works beside the shipped ones without a line of
//! Rust that knows it.

use std::fs;
use std::path::Path;

use crate::command::{Workspace, tree};

const DONE: i32 = 0;
const USAGE: i32 = 2;

/// A folder in which `makeready new` has been run, with the new game as its only content.
fn begun() -> Workspace {
    let workspace = Workspace::empty();
    let ran = workspace.run(&["new", "content", "--id", "embers"]);
    assert_eq!(ran.code, DONE, "{ran}");
    assert!(ran.stderr.contains("makeready build --content content"), "{ran}");
    workspace
}

#[test]
fn a_new_game_is_sound_and_builds_at_once() {
    let workspace = begun();
    let ran = workspace.run(&["check", "--format", "json"]);
    let report = ran.json();
    assert_eq!((&report["errors"], &report["warnings"]), (&0.into(), &0.into()), "{ran}");
    let ran = workspace.run(&["build"]);
    assert_eq!(ran.code, DONE, "{ran}");
    let made = tree(&workspace.path().join("dist"));
    for path in [
        "site/print/embers/cards-blank-a4.pdf",
        "site/print/embers/cards-wren-a4.pdf",
        "site/print/embers/sheet-wren-letter.pdf",
        "site/print/embers/handouts-player-a4.pdf",
        "site/embers/index.html",
        "site/embers/rules/the-night/index.html",
        "site/embers/traits/fire-keeper/index.html",
        "data/embers.json",
    ] {
        assert!(made.contains_key(path), "{path} is not among {:?}", made.keys());
    }
}

#[test]
fn every_command_knows_the_new_game() {
    let workspace = begun();
    let wren = "content/embers/characters/wren.yaml";
    let ran = workspace.run(&["sheet", wren, "--format", "json"]);
    assert_eq!(ran.json()["values"]["warmth_max"]["value"], 20, "{ran}");
    let ran = workspace.run(&["explain", wren, "warmth_max"]);
    assert!(ran.stdout.contains("Thick Coat 2"), "{ran}");
    let ran = workspace.run(&["odds", "embers", "dare", "stat=4", "difficulty=10", "--format", "json"]);
    // 26 of 36 rolls of two dice show 6 or more, 6 of them 10 or more.
    let odds = ran.json();
    let bands = odds["bands"].as_array().unwrap_or_else(|| panic!("{ran}"));
    let ways: Vec<(&str, f64)> =
        bands.iter().map(|band| (band["id"].as_str().unwrap(), band["p"].as_f64().unwrap())).collect();
    let wanted = [("blaze", 6.0 / 36.0), ("glow", 20.0 / 36.0), ("smoke", 10.0 / 36.0)];
    for ((id, p), (wanted_id, wanted_p)) in ways.iter().zip(wanted) {
        assert_eq!(*id, wanted_id, "{ran}");
        assert!((p - wanted_p).abs() < 1e-12, "{ran}");
    }
    let ran = workspace.run(&["npc", "embers", "--level", "3", "--count", "4", "--seed", "2", "--format", "json"]);
    assert_eq!(ran.code, DONE, "{ran}");
    let ran = workspace.run(&["cards", wren, "--only", "strike", "-o", "strike.pdf"]);
    assert_eq!(ran.code, DONE, "{ran}");
}

/// The words that stand for the id and the letters in the embedded game may be words of a title.
#[test]
fn a_title_stays_as_it_was_given() {
    let workspace = Workspace::empty();
    let ran = workspace.run(&["new", "content", "--id", "ash", "--title", "EM-1: the embers"]);
    assert_eq!(ran.code, DONE, "{ran}");
    let system = String::from_utf8(workspace.read("content/ash/system.yaml")).expect("text");
    assert!(system.contains("\ntitle: \"EM-1: the embers\"\n"), "{system}");
}

/// The prerequisite of a trait is enforced.
#[test]
fn a_trait_of_the_new_game_has_to_be_earned() {
    let workspace = begun();
    let wren = "content/embers/characters/wren.yaml";
    workspace.replace(wren, "[thick-coat, thick-coat, fire-keeper]", "[fire-keeper, thick-coat, thick-coat]");
    let ran = workspace.run(&["check"]);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(
        ran.stderr.contains("error[prerequisite]: Fire Keeper asks that Paths is at least 2 and LVL is at least 3")
            && ran.stderr.contains("wren.yaml:9:10"),
        "{ran}"
    );
}

/// The comments about license and authors can be used as they are.
#[test]
fn the_new_game_says_how_to_name_its_author_and_its_licence() {
    let workspace = begun();
    let system = "content/embers/system.yaml";
    for key in ["licence", "authors", "credits"] {
        workspace.replace(system, &format!("\n# {key}:"), &format!("\n{key}:"));
    }
    let ran = workspace.run(&["check", "--format", "json"]);
    assert_eq!((ran.code, &ran.json()["errors"]), (DONE, &0.into()), "{ran}");
    let ran = workspace.run(&["build"]);
    assert_eq!(ran.code, DONE, "{ran}");
    let cover = fs::read_to_string(workspace.path().join("dist/site/embers/index.html")).expect("it is there");
    assert!(cover.contains("By Your Name") && cover.contains("CC BY-SA 4.0"), "{cover}");
    let credits =
        fs::read_to_string(workspace.path().join("dist/site/embers/credits/index.html")).expect("it is there");
    assert!(credits.contains("(rules and cards)") && credits.contains("your friends"), "{credits}");
}

/// Beside the shipped systems it is one more folder; nothing else is needed, and nothing else changes.
#[test]
fn one_more_folder_is_one_more_system() {
    let workspace = begun();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/tri-core");
    for (path, bytes) in tree(&shipped) {
        workspace.write(&format!("content/tri-core/{path}"), bytes);
    }
    let ran = workspace.run(&["check", "--format", "json"]);
    assert_eq!((ran.code, &ran.json()["errors"]), (DONE, &0.into()), "{ran}");
    let ran = workspace.run(&["cards", "embers", "-o", "deck.pdf"]);
    assert_eq!(ran.code, DONE, "{ran}");
}

#[test]
fn what_is_there_already_is_never_written_over() {
    let workspace = begun();
    let mine = workspace.path().join("content/embers/system.yaml");
    fs::write(&mine, "mine").expect("it can be written");
    let ran = workspace.run(&["new", "content", "--id", "embers"]);
    assert_eq!(ran.code, USAGE, "{ran}");
    assert!(ran.stderr.contains("is not empty") && ran.stderr.contains("--into content"), "{ran}");
    assert_eq!(fs::read_to_string(&mine).expect("it is there"), "mine");
}

/// Nothing of the game that is embedded is left in a game of another name.
#[test]
fn id_and_title_are_those_that_were_asked_for() {
    let workspace = Workspace::empty();
    let ran = workspace.run(&["new", "Wick and Tallow"]);
    assert_eq!(ran.code, DONE, "{ran}");
    let made = tree(&workspace.path().join("Wick and Tallow"));
    assert!(
        made.contains_key("campaign.yaml") && made.contains_key("wick-and-tallow/system.yaml"),
        "{:?}",
        made.keys()
    );
    for (path, bytes) in &made {
        let text = String::from_utf8(bytes.clone()).expect("content is text");
        assert!(!text.to_lowercase().contains("embers") && !text.contains("EM-"), "{path}: {text}");
    }
    let system = String::from_utf8(made["wick-and-tallow/system.yaml"].clone()).expect("text");
    assert!(system.contains("title: \"Wick And Tallow\"") && system.contains("rule: WAT-"), "{system}");
    for command in ["check", "build"] {
        let ran = workspace.run(&[command, "--content", "Wick and Tallow"]);
        assert_eq!(ran.code, DONE, "{ran}");
    }
    let ran = workspace.run(&["new", "other", "--id", "night", "--title", "The \"Night\": 2"]);
    assert_eq!(ran.code, DONE, "{ran}");
    let ran = workspace.run(&["check", "--content", "other"]);
    assert!(ran.code == DONE && ran.stderr.contains("The \"Night\": 2: 5 values"), "{ran}");
}

#[test]
fn a_game_is_added_to_a_folder_that_has_one() {
    let workspace = begun();
    workspace.write("content/campaign.yaml", "format_version: 1\nrulings: { watch_counts: wit_twice }\n");
    let campaign = workspace.read("content/campaign.yaml");
    let ran = workspace.run(&["new", "wick", "--title", "Wick", "--into", "content"]);
    assert_eq!(ran.code, DONE, "{ran}");
    assert!(ran.stderr.contains("write it under the id of its game: `"), "{ran}");
    assert_eq!(workspace.read("content/campaign.yaml"), campaign);
    workspace.write("content/campaign.yaml", "format_version: 1\n");
    let ran = workspace.run(&["check"]);
    assert!(ran.code == DONE && ran.stderr.contains("Embers: 5") && ran.stderr.contains("Wick: 5"), "{ran}");
    let before = tree(&workspace.path().join("content"));
    for (arguments, said) in [
        (&["new", "wick", "--into", "content"][..], "already exists"),
        (&["new", "content/wick", "--into", "content"], "makeready new wick --into content"),
        (&["new", "wick", "--into", "nowhere"], "is not a content folder"),
        (&["new", "content/second"], "makeready new second --into content"),
        (&["new", "content/wick/second"], "makeready new second --into content"),
        (&["new", "two", "--id", "Two"], "[bad-id]"),
        (&["new", "two", "--id", "../two"], "[bad-id]"),
        (&["new", "two", "--title", "**Two**"], "[unread-markup]"),
        (&["new", "2"], "--id my-game"),
    ] {
        let ran = workspace.run(arguments);
        assert!(ran.code == USAGE && ran.stderr.contains(said), "{arguments:?}: {ran}");
    }
    assert_eq!(tree(&workspace.path().join("content")), before);
    assert!(!workspace.path().join("two").exists() && !workspace.path().join("2").exists());
}
