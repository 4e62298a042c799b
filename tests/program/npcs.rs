//! NPCs: legal, different, the same again from the same seed, and the same after they were saved.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::command::{Workspace, tree};
use makeready_content::diagnostic::render;
use makeready_content::game::{Game, Person};
use makeready_content::source::{SourceFile, Sources};
use makeready_content::{npc_file, read_characters, systems};
use makeready_rules::character::Character;
use makeready_rules::compute::Evaluator;
use makeready_rules::legality::violations;
use makeready_rules::npc::{Npc, NpcError, Request};
use makeready_testing::{CONTENT, TRI_CORE, game, root};

const USAGE: i32 = 2;

fn generate(game: &Game, request: &Request) -> Result<Vec<Npc>, NpcError> {
    game.generator(&game.rules).expect("the system says how characters are made").generate(request)
}

fn made(request: &Request) -> Vec<Npc> {
    generate(&TRI_CORE, request).unwrap_or_else(|error| panic!("{request:?}: {error}"))
}

/// One NPC of a seed; a hundred seeds that follow one another go over all tiers and levels.
fn made_of(seed: u64) -> Vec<Npc> {
    let tiers: Vec<&String> = TRI_CORE.rules.system().choices["tier"].options.keys().collect();
    made(&Request {
        inputs: [("level".to_owned(), 1 + i64::try_from(seed / 5 % 20).unwrap())].into(),
        choices: [("tier".to_owned(), tiers[usize::try_from(seed % 5).unwrap()].clone())].into(),
        archetype: None,
        count: 1,
        seed,
    })
}

static THOUSAND: LazyLock<Vec<Npc>> = LazyLock::new(|| (0..1_000).flat_map(made_of).collect());

#[test]
#[ignore = "slow: makes a thousand NPCs"]
fn a_thousand_seeds_make_npcs_that_are_legal_and_differ() {
    let npcs = &*THOUSAND;
    for npc in npcs {
        let broken = violations(&Evaluator::new(&TRI_CORE.rules, &npc.character)).expect("legality can be computed");
        assert_eq!(broken, [], "{} ({})", npc.character.name, npc.archetype);
    }
    // Two of different seeds may be called alike; then they are different people all the same.
    let nameless =
        |npc: &Npc| format!("{:?}", Character { id: String::new(), name: String::new(), ..npc.character.clone() });
    let different: BTreeSet<String> = npcs.iter().map(nameless).collect();
    assert_eq!(different.len(), npcs.len());
    let archetypes: BTreeSet<&str> = npcs.iter().map(|npc| npc.archetype.as_str()).collect();
    assert_eq!(archetypes.len(), TRI_CORE.archetypes.len(), "every archetype is drawn");
}

#[test]
#[ignore = "slow: makes a thousand NPCs"]
fn a_saved_npc_is_the_same_when_it_is_read_and_passes_every_check() {
    let mut npcs = THOUSAND.clone();
    // Names may come twice in a thousand seeds, and ids in one reading must not.
    for (number, npc) in npcs.iter_mut().enumerate() {
        npc.character.id = format!("n{number:04}-{}", npc.character.id);
    }
    let file = |npc: &Npc| {
        let path = format!("{}.yaml", npc.character.id);
        SourceFile { shown: path.clone(), path, text: npc_file(npc, &TRI_CORE) }
    };
    let sources = Sources::new(npcs.iter().map(file).collect());
    let (read, diagnostics) = read_characters(&sources, &TRI_CORE);
    let drawn: Vec<String> = diagnostics.iter().map(|d| render(d, &sources, false)).collect();
    assert!(drawn.is_empty(), "{}", drawn.join("\n"));
    assert_eq!(read.len(), npcs.len());
    for (npc, Person { entry, character, .. }) in npcs.iter().zip(&read) {
        assert_eq!(npc.character, *character);
        assert_eq!(entry.portrait.0, npc.portrait);
        let notes: Vec<&str> = entry.notes.iter().map(|(id, _)| id.value.as_str()).collect();
        assert_eq!(notes, npc.notes.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>());
    }
}

#[test]
fn the_same_seed_makes_the_same_bytes_and_more_of_them_change_nothing() {
    let request = |count, seed| Request { count, seed, ..Request::default() };
    let files = |npcs: &[Npc]| npcs.iter().map(|npc| npc_file(npc, &TRI_CORE)).collect::<Vec<_>>();
    let twenty = files(&made(&request(20, 7)));
    assert_eq!(twenty, files(&made(&request(20, 7))));
    assert_eq!(twenty[..5], files(&made(&request(5, 7))));
    assert_ne!(twenty[..5], files(&made(&request(5, 8))));
}

#[test]
fn nobody_in_a_crowd_is_called_like_another() {
    let archetype = Some(TRI_CORE.archetypes[0].def.id.clone());
    let crowd = made(&Request { count: 600, seed: 3, archetype, ..Request::default() });
    let ids: BTreeSet<&str> = crowd.iter().map(|npc| npc.character.id.as_str()).collect();
    let names: BTreeSet<&str> = crowd.iter().map(|npc| npc.character.name.as_str()).collect();
    assert_eq!((ids.len(), names.len()), (600, 600));
}

#[test]
fn every_part_of_an_npc_has_its_choice_in_the_log() {
    for npc in (0..1_000).step_by(37).flat_map(made_of) {
        let why = |what: &str| npc.log.iter().find(|d| d.what == what).map(|d| d.taken.clone());
        let c = &npc.character;
        for (stat, value) in &c.stats {
            assert_eq!(why(&format!("stats/{stat}")), Some(value.to_string()));
        }
        c.advances
            .iter()
            .enumerate()
            .for_each(|(i, stat)| assert_eq!(why(&format!("advances/{i}")).as_ref(), Some(stat)));
        for (i, background) in c.backgrounds.iter().enumerate() {
            assert_eq!(why(&format!("backgrounds/{i}")).as_ref(), Some(&background.name));
            assert_eq!(why(&format!("backgrounds/{i}/covers")), Some(background.covers.join(", ")));
        }
        let taken = |start: &str| {
            let of = npc.log.iter().filter(|d| d.what.starts_with(start) && !d.taken.is_empty());
            of.map(|d| d.taken.clone()).collect::<Vec<_>>()
        };
        assert_eq!(taken("items/"), c.items.iter().map(|item| item.name.clone()).collect::<Vec<_>>());
        assert_eq!(taken("abilities/"), c.built.iter().map(|ability| ability.id.clone()).collect::<Vec<_>>());
        assert_eq!(taken("languages/"), c.languages.iter().map(|language| language.name.clone()).collect::<Vec<_>>());
        let ranks: u32 = taken("skills/").iter().map(|ranks| ranks.parse::<u32>().expect("ranks are a number")).sum();
        assert_eq!(ranks, c.skills.values().map(makeready_rules::character::Ranks::total).sum::<u32>());
        assert!(npc.log.iter().all(|decision| !decision.why.is_empty()));
    }
}

#[test]
fn a_campaign_of_other_readings_has_legal_npcs_as_well() {
    let others = [("skill_rank_cap", "per_level"), ("stat_rolls_explode", "yes"), ("specialty_scope", "subtype_only")];
    let system = TRI_CORE.rules.system();
    for (ruling, wanted) in others {
        let options = &system.rulings[ruling].options;
        let option = options.iter().find(|option| *option == wanted).expect("the reading is there");
        let mut game = TRI_CORE.clone();
        game.rules = game.rules.with(&[(ruling.to_owned(), option.clone())].into()).expect("the reading is there");
        let npcs = generate(&game, &Request { count: 100, seed: 11, ..Request::default() });
        for npc in npcs.unwrap_or_else(|error| panic!("{ruling}: {error}")) {
            assert_eq!(
                violations(&Evaluator::new(&game.rules, &npc.character)).expect("legality can be computed"),
                [],
                "{ruling}"
            );
        }
    }
}

/// Another game, whose creation shares out points and knows no backgrounds and no languages.
const CREATION: &str = include_str!("../fixtures/npcs/creation.yaml");
const ARCHETYPE: &str = include_str!("../fixtures/npcs/keeper.yaml");

fn workspace() -> Workspace {
    let workspace = Workspace::new();
    workspace.write("content/lantern/creation.yaml", CREATION);
    workspace.write("content/lantern/archetypes/keeper.yaml", ARCHETYPE);
    workspace
}

/// The small game with these creation rules.
fn lantern(creation: &str) -> Game {
    let file = |path: &str, text: String| SourceFile { path: path.to_owned(), shown: path.to_owned(), text };
    let folder = root().join("tests/fixtures/small-game");
    let mut files: Vec<SourceFile> = crate::command::tree(&folder)
        .into_iter()
        .map(|(path, bytes)| file(&path, String::from_utf8(bytes).expect("the fixture is text")))
        .collect();
    files.push(file("lantern/creation.yaml", creation.to_owned()));
    files.push(file("lantern/archetypes/keeper.yaml", ARCHETYPE.to_owned()));
    game(&Sources::new(files), "lantern")
}

#[test]
fn stats_come_from_dice_from_an_array_or_from_points() {
    const POOL: &str = "{ pool: { points: \"14\", least: \"1\", most: \"guild.die\" } }";
    let stats = |source: &str| {
        assert!(CREATION.contains(POOL));
        let game = lantern(&CREATION.replace(POOL, source));
        let npcs = generate(&game, &Request { count: 60, seed: 2, ..Request::default() }).expect("NPCs are made");
        npcs.iter().map(|npc| (npc.character.stats["nerve"], npc.character.stats["wit"])).collect::<BTreeSet<_>>()
    };
    assert_eq!(stats("{ array: [2, 5] }"), [(2, 5), (5, 2)].into());
    assert_eq!(stats(POOL), [(6, 6)].into(), "no stat has more than the die");
    assert_eq!(
        stats("{ pool: { points: \"7\", least: \"2\", most: \"5\" } }")
            .iter()
            .map(|(a, b)| a + b)
            .collect::<BTreeSet<_>>(),
        [7].into()
    );
    let rolled = stats("{ roll: \"2d6kh1\" }");
    assert!(rolled.iter().all(|(nerve, wit)| (1..=6).contains(nerve) && (1..=6).contains(wit)), "{rolled:?}");
    assert!(rolled.len() > 12, "{rolled:?}");
}

#[test]
fn what_is_saved_prints_as_what_is_printed_at_once() {
    let workspace = workspace();
    let asked = ["--count", "2", "--seed", "5", "--level", "3", "--tier", "snuffers"];
    let npc = |more: &[&str]| workspace.run(&[&["npc", "lantern"], &asked[..], more].concat());
    let ran = npc(&["-o", "at-once.pdf"]);
    assert_eq!(ran.code, 0, "{ran}");
    let ran = npc(&["--format", "yaml", "-o", "saved"]);
    assert_eq!(ran.code, 0, "{ran}");
    let sheets = npc(&["--format", "json"]).json();
    let files: Vec<String> = sheets["npcs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|npc| format!("saved/{}.yaml", npc["sheet"]["character"].as_str().unwrap()))
        .collect();
    assert_eq!(files.len(), 2);
    let ran = workspace.run(&["handout", &files[0], &files[1], "-o", "saved.pdf"]);
    assert_eq!(ran.code, 0, "{ran}");
    assert_eq!(workspace.read("at-once.pdf"), workspace.read("saved.pdf"));
    // Inside a content folder such a file is a character like any other.
    workspace.write("content/lantern/npcs/kept.yaml", workspace.read(&files[0]));
    let ran = workspace.run(&["check"]);
    assert_eq!(ran.code, 0, "{ran}");
}

#[test]
fn json_has_the_sheet_and_the_choices_and_markdown_the_handout() {
    let workspace = workspace();
    let json = workspace.run(&["npc", "lantern", "--format", "json"]).json();
    let npc = &json["npcs"][0];
    assert_eq!((&json["system"], &json["seed"], &npc["archetype"]), (&"lantern".into(), &1.into(), &"keeper".into()));
    assert_eq!(npc["sheet"]["legal"], true);
    let stats: i64 =
        ["nerve", "wit"].iter().map(|stat| npc["sheet"]["values"][stat]["terms"][0]["value"].as_i64().unwrap()).sum();
    assert!((2..=12).contains(&stats), "two stats of a d6");
    let choices = npc["choices"].as_array().unwrap();
    assert!(choices.iter().any(|choice| choice["what"] == "choices/guild" && choice["taken"] == "wicks"));
    let text = workspace.run(&["npc", "lantern", "--format", "md"]).stdout;
    let name = npc["sheet"]["name"].as_str().unwrap();
    assert!(text.starts_with(&format!("# {name}\n")), "{text}");
    assert!(text.contains("squares, and *hums*: 1 \\< 2."), "{text}");
}

#[test]
fn what_cannot_be_made_is_said_with_a_way_out() {
    let workspace = workspace();
    let refused = |arguments: &[&str], wanted: &str| {
        let ran = workspace.run(&[&["npc"], arguments].concat());
        assert_eq!(ran.code, USAGE, "{ran}");
        assert!(ran.stderr.contains(wanted), "{ran}");
    };
    refused(&["lantern", "--level", "9"], "Watch 9 does not exist; use a number from 1 to 4");
    refused(&["lantern", "--tier", "wikcs"], "there is no guild `wikcs`; did you mean `wicks`?");
    refused(&["lantern", "--archetype", "kepeer"], "there is no archetype `kepeer`; did you mean `keeper`?");
    refused(&["lantern", "--set", "guidl=wicks"], "there is no choice `guidl`; did you mean `guild`?");
    refused(&["lantern", "--set", "watch=two"], "watch is a whole number, and `two` is none");
    refused(&["lantern", "--tier", "wicks", "--set", "guild=wicks"], "`guild` is asked for twice");
    refused(&["lantern", "--set", "guild"], "write NAME=VALUE");
    refused(&["lantern", "--count", "0"], "0 is not in 1..=2000");
    refused(&["lantern", "--count", "2", "--format", "yaml", "-o", "both.yaml"], "name a folder after -o");
    workspace.write("taken", "a file");
    refused(&["lantern", "--count", "2", "--format", "yaml", "-o", "taken"], "taken is a file; name a folder");
    refused(&["lantern", "--format", "yaml", "-o", "taken"], "or a file whose name ends in .yaml");
    refused(&["lanten"], "there is no game `lanten`");
    let plain = Workspace::new();
    let ran = plain.run(&["npc", "lantern"]);
    assert_eq!(ran.code, USAGE, "{ran}");
    assert!(ran.stderr.contains("does not say how characters are made"), "{ran}");
}

/// A workspace with one of the shipped games.
fn shipped(system: &str) -> Workspace {
    let workspace = Workspace::empty();
    for (path, bytes) in tree(&root().join("content").join(system)) {
        workspace.write(&format!("content/{system}/{path}"), bytes);
    }
    workspace
}

/// What stands in the file of an NPC and on no sheet stays there, with a warning.
#[test]
fn the_file_of_an_npc_is_that_of_a_character_in_every_game() {
    for system in systems(&CONTENT) {
        let workspace = shipped(&system);
        let folder = format!("content/{system}/characters");
        let before = tree(&workspace.path().join(&folder));
        let ran = workspace.run(&["npc", &system, "--count", "3", "--format", "yaml", "-o", &folder]);
        assert_eq!(ran.code, 0, "{ran}");
        let ran = workspace.run(&["check", &system, "--format", "json"]);
        let report = ran.json();
        assert_eq!((ran.code, &report["errors"]), (0, &0.into()), "{ran}");
        let mut codes = report["diagnostics"].as_array().expect("a list").iter().map(|found| found["code"].as_str());
        // Some of what an NPC has is for handouts alone.
        assert!(codes.all(|code| code == Some("not-shown")), "{system}: {ran}");
        let files = tree(&workspace.path().join(&folder));
        let new = files.keys().find(|path| !before.contains_key(*path)).expect("a file was written");
        for command in ["sheet", "cards"] {
            let (code, pdf) = workspace.run_for_bytes(&[command, &format!("{folder}/{new}"), "-o", "-"]);
            assert!(code == 0 && pdf.starts_with(b"%PDF-"), "{system}: {command} {new}");
        }
    }
}

#[test]
fn an_ability_in_words_has_a_card_in_every_game() {
    const GATE_SONG: &str =
        "  - { name: Gate Song, type: active, cost: \"2 AP\", text: \"Opens **one** gate.\", note: \"Once a day.\" }\n";
    for system in systems(&CONTENT) {
        let workspace = shipped(&system);
        let ran = workspace.run(&["npc", &system, "--format", "yaml"]);
        assert_eq!(ran.code, 0, "{ran}");
        let text = match ran.stdout.split_once("\nabilities:") {
            None => format!("{}abilities:\n{GATE_SONG}", ran.stdout),
            Some((head, tail)) => {
                let (line, rest) = tail.split_once('\n').expect("a line");
                let rest =
                    if line.trim() == "[]" || line.trim().is_empty() { rest.to_owned() } else { panic!("{line}") };
                format!("{head}\nabilities:\n{GATE_SONG}{rest}")
            }
        };
        workspace.write("singer.yaml", &text);
        let ran = workspace.run(&["cards", "singer.yaml", "--only", "gate*", "--format", "json"]);
        // In some games one more ability breaks a rule: the cards are those of a draft.
        assert!(ran.code <= 1, "{ran}");
        let json = ran.json();
        let cards = json["cards"].as_array().expect("a list");
        assert_eq!(cards.len(), 1, "{system}: {json}");
        let card = &cards[0];
        assert_eq!((&card["id"], &card["name"]), (&"gate-song".into(), &"Gate Song".into()), "{system}: {card}");
        assert_eq!((&card["costs"][0]["amount"], &card["costs"][0]["unit"]), (&"2".into(), &"AP".into()), "{card}");
        assert_eq!(card["text"], serde_json::json!(["Opens one gate."]), "{card}");
        assert_eq!(card["blocks"], serde_json::json!([{ "text": ["Once a day."] }]), "{card}");
        assert!(card["type"].as_str().is_some_and(|line| line.ends_with("active")), "{system}: {card}");
        assert!(card["family"].as_str().is_some_and(|family| !family.is_empty()), "{system}: {card}");
        let all = workspace.run(&["cards", "singer.yaml", "--format", "json"]).json();
        let ids = all["cards"].as_array().expect("a list").iter().map(|card| card["id"].as_str().expect("an id"));
        assert_eq!(ids.filter(|id| *id == "gate-song").count(), 1, "{system}: it is in the deck");
        let (code, pdf) = workspace.run_for_bytes(&["cards", "singer.yaml", "--only", "gate-song", "-o", "-"]);
        assert!(code <= 1 && pdf.starts_with(b"%PDF-"), "{system}");
    }
}

#[test]
fn a_long_ability_in_words_goes_on_and_two_of_one_name_have_two_cards() {
    const IDA: &str = "content/lantern/characters/ida.yaml";
    let workspace = Workspace::new();
    let long = "The gate sings of the water and of the road. ".repeat(60);
    let two = format!(
        "abilities:\n  - {{ name: Raise, text: \"{long}\" }}\n  - {{ name: Gleam, cost: \"a torch and a day\", text: \"Again.\" }}\n"
    );
    workspace.replace(IDA, "abilities:\n", &two);
    let json = workspace.run(&["cards", IDA, "--format", "json"]).json();
    let cards = json["cards"].as_array().expect("a list");
    let with = |prefix: &str| -> Vec<&serde_json::Value> {
        cards.iter().filter(|card| card["id"].as_str().is_some_and(|id| id.starts_with(prefix))).collect()
    };
    let ids = |cards: Vec<&serde_json::Value>| cards.iter().map(|card| card["id"].clone()).collect::<Vec<_>>();
    assert_eq!(ids(with("gleam")), ["gleam", "gleam-2"], "{json}");
    assert_eq!(ids(with("raise")), ["raise", "raise-2"], "the action keeps its id: {json}");
    // A cost that is no number with a word stands in a line.
    assert_eq!(with("gleam")[0]["facts"][0]["text"], "a torch and a day", "{json}");
    assert_eq!(with("gleam")[0]["costs"], serde_json::json!([]), "{json}");
    let ran = workspace.run(&["cards", IDA, "--only", "raise-2", "--format", "png", "-o", "pictures"]);
    assert_eq!(ran.code, 0, "{ran}");
    let pictures = tree(&workspace.path().join("pictures"));
    for name in ["001-raise-2-ida-brook-1.png", "001-raise-2-ida-brook-2.png"] {
        assert!(pictures.contains_key(name), "{:?}", pictures.keys());
    }
}

/// Whether there is one NPC or several, a name behind `-o` means the same.
#[test]
fn a_name_that_ends_in_yaml_is_a_file_and_any_other_a_folder() {
    let workspace = workspace();
    let npc = |count: &str, output: &str| {
        let ran = workspace.run(&["npc", "lantern", "--count", count, "--format", "yaml", "-o", output]);
        assert_eq!(ran.code, 0, "{ran}");
    };
    npc("1", "one");
    npc("2", "two");
    npc("1", "one.yaml");
    let files: Vec<String> = tree(workspace.path()).into_keys().filter(|path| !path.starts_with("content/")).collect();
    let within = |folder: &str| files.iter().filter(|path| path.starts_with(&format!("{folder}/"))).count();
    assert_eq!((within("one"), within("two"), files.len()), (1, 2, 4), "{files:?}");
    let of_folder = files.iter().find(|path| path.starts_with("one/")).expect("a file");
    assert_eq!(workspace.read(of_folder), workspace.read("one.yaml"));
}

#[test]
fn a_file_outside_every_content_folder_has_to_say_its_system() {
    let workspace = workspace();
    workspace.write("mine.yaml", "format_version: 1\nid: mine\nname: Mine\n");
    let ran = workspace.run(&["handout", "mine.yaml"]);
    assert_eq!(ran.code, USAGE, "{ran}");
    assert!(ran.stderr.contains("the file has no line `system: ID`"), "{ran}");
    // A file that is not valid YAML gets its own errors, with places.
    workspace.write("mine.yaml", "format_version: 1\nsystem: lantern\nid: mine\nname: \"The \"Mine\"\"\n");
    workspace.write("other.yaml", "format_version: 1\nid: other\nname: \"Other\n");
    let ran = workspace.run(&["handout", "mine.yaml", "other.yaml"]);
    assert_eq!(ran.code, 1, "{ran}");
    let has = |words: &str| ran.stderr.contains(words);
    assert!(has("mine.yaml:4:") && has("other.yaml:3:") && has("nothing was written"), "{ran}");
    assert!(!has("belong to any game"), "{ran}");
    // All of them are told, whatever is wrong, and the first decides the exit code.
    workspace.write("third.yaml", "format_version: 1\nid: third\n");
    let ran = workspace.run(&["handout", "mine.yaml", "third.yaml", "fourth.yaml"]);
    assert_eq!(ran.code, 1, "{ran}");
    let has = |words: &str| ran.stderr.contains(words);
    assert!(has("mine.yaml:4:") && has("third.yaml does not belong") && has("could not read fourth.yaml"), "{ran}");
    workspace.write("mine.yaml", "format_version: 1\nsystem: lantern\nid: mine\nname: Mine\ninputs: { watch: 1 }\nchoices: { guild: wicks }\nstats: { nerve: 9, wit: 1 }\n");
    let ran = workspace.run(&["handout", "mine.yaml"]);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.stderr.contains("Nerve was created as 9"), "{ran}");
}
