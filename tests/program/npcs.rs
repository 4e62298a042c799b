//! NPCs: legal, different, the same again from the same seed, and the same after they were saved.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::command::Workspace;
use deckle_content::diagnostic::render;
use deckle_content::game::{Game, Person};
use deckle_content::source::{SourceFile, Sources};
use deckle_content::{npc_file, read_characters};
use deckle_rules::character::Character;
use deckle_rules::compute::Evaluator;
use deckle_rules::legality::violations;
use deckle_rules::npc::{Npc, NpcError, Request};
use deckle_testing::{TRI_CORE, game, root};

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
        assert_eq!(ranks, c.skills.values().map(deckle_rules::character::Ranks::total).sum::<u32>());
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
    refused(&["lantern", "--level", "9"], "Watch 9 does not exist; take a number from 1 to 4");
    refused(&["lantern", "--tier", "wikcs"], "there is no guild `wikcs`; did you mean `wicks`?");
    refused(&["lantern", "--archetype", "kepeer"], "there is no archetype `kepeer`; did you mean `keeper`?");
    refused(&["lantern", "--choose", "guidl=wicks"], "there is no choice `guidl`; did you mean `guild`?");
    refused(&["lantern", "--choose", "watch=two"], "watch is a whole number, and `two` is none");
    refused(&["lantern", "--tier", "wicks", "--choose", "guild=wicks"], "`guild` is asked for twice");
    refused(&["lantern", "--choose", "guild"], "write NAME=VALUE");
    refused(&["lantern", "--count", "0"], "0 is not in 1..=2000");
    refused(&["lantern", "--count", "2", "--format", "yaml", "-o", "both.yaml"], "name a folder behind -o");
    refused(&["lanten"], "there is no system `lanten`");
    let plain = Workspace::new();
    let ran = plain.run(&["npc", "lantern"]);
    assert_eq!(ran.code, USAGE, "{ran}");
    assert!(ran.stderr.contains("does not say how characters are made"), "{ran}");
}

#[test]
fn a_file_outside_every_content_folder_has_to_say_its_system() {
    let workspace = workspace();
    workspace.write("mine.yaml", "format_version: 1\nid: mine\nname: Mine\n");
    let ran = workspace.run(&["handout", "mine.yaml"]);
    assert_eq!(ran.code, USAGE, "{ran}");
    assert!(ran.stderr.contains("the file has no line `system: ID`"), "{ran}");
    workspace.write("mine.yaml", "format_version: 1\nsystem: lantern\nid: mine\nname: Mine\ninputs: { watch: 1 }\nchoices: { guild: wicks }\nstats: { nerve: 9, wit: 1 }\n");
    let ran = workspace.run(&["handout", "mine.yaml"]);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.stderr.contains("Nerve was created as 9"), "{ran}");
}
