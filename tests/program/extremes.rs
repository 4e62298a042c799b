//! One person never stops a game: with people of extreme numbers in it, every command works for everybody else.

use std::fs;
use std::path::Path;

use crate::command::Workspace;

const DONE: i32 = 0;
const CONTENT: i32 = 1;

/// A game, somebody in it, an NPC, and a check with its arguments.
const GAMES: [(&str, &str, &str, &[&str]); 5] = [
    ("action-score", "odile", "duchess", &["attack-check", "act_mod=3", "dc=12"]),
    ("dice-pool", "odile", "ninth-toller", &["melee-attack", "attribute=3", "skill=2", "difficulty=8..16"]),
    ("strains", "gurda", "ysme", &["melee-attack", "levels=1"]),
    ("treasure-hunters", "odile", "brass-mice", &["basic-attack", "acc=3"]),
    ("tri-core", "kael", "grub", &["accuracy", "--character", "content/tri-core/characters/kael.yaml"]),
];

/// The content of the project, with three people in each game whose stats are all −1, 21 and 1,000.
fn with_extremes() -> Workspace {
    let workspace = Workspace::empty();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("content"), "content", &workspace);
    for (game, ..) in GAMES {
        let folder = format!("content/{game}/characters");
        let listing = fs::read_dir(workspace.path().join(&folder)).expect("the game has characters");
        let first = listing.map(|file| file.expect("a file").file_name().into_string().expect("UTF-8")).min();
        let text = workspace.read(&format!("{folder}/{}", first.expect("the game has a character")));
        let text = String::from_utf8(text).expect("content is UTF-8");
        for number in [-1_i64, 21, 1_000] {
            let id = format!("aa-{}", number.unsigned_abs());
            workspace.write(&format!("{folder}/{id}.yaml"), extreme(&text, &id, number));
        }
    }
    workspace
}

fn copy(folder: &Path, to: &str, workspace: &Workspace) {
    for entry in fs::read_dir(folder).expect("the folder can be listed") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("UTF-8");
        if entry.path().is_dir() {
            copy(&entry.path(), &format!("{to}/{name}"), workspace);
        } else {
            workspace.write(&format!("{to}/{name}"), fs::read(entry.path()).expect("the file can be read"));
        }
    }
}

/// The file of a character with another id, and one number for all stats.
fn extreme(text: &str, id: &str, number: i64) -> String {
    let mut is_stat = false;
    let line = |line: &str| {
        is_stat = line == "stats:" || is_stat && line.starts_with(' ');
        match line.split_once(':') {
            Some(("id", _)) => format!("id: {id}\n"),
            Some(("name", _)) => format!("name: \"All {number}\"\n"),
            Some(("stats", flow)) if flow.contains('{') => {
                let stats = flow.trim().trim_matches(['{', '}']).split(',');
                let stats = stats.map(|stat| format!("{}: {number}", stat.split(':').next().unwrap_or(stat).trim()));
                format!("stats: {{ {} }}\n", stats.collect::<Vec<_>>().join(", "))
            }
            Some((stat, _)) if is_stat && line != "stats:" => format!("{stat}: {number}\n"),
            _ => format!("{line}\n"),
        }
    };
    text.lines().map(line).collect()
}

#[test]
#[ignore = "slow: runs every command on five games"]
fn people_with_extreme_numbers_stop_no_command_for_others() {
    let workspace = with_extremes();
    for (game, who, npc, check) in GAMES {
        let who = format!("content/{game}/characters/{who}.yaml");
        let commands: [&[&str]; 5] = [
            &["sheet", &who, "-o", "sheet.pdf", "--force"],
            &["cards", &who, "--odds", "-o", "cards.pdf", "--force"],
            &["npc", game, "--count", "3", "-o", "npc.pdf", "--force"],
            &["handout", &who, "-o", "handout.pdf", "--force"],
            &[&["odds", game], check].concat(),
        ];
        for arguments in commands {
            let ran = workspace.run(arguments);
            assert_eq!(ran.code, DONE, "{ran}");
        }
        let npc = format!("content/{game}/npcs/{npc}.yaml");
        let ran = workspace.run(&["handout", &npc, "-o", "handout.pdf", "--force"]);
        assert_eq!(ran.code, DONE, "{ran}");
        let book = workspace.run(&["book", game, "-o", "book.pdf", "--force"]);
        assert!(workspace.read("book.pdf").starts_with(b"%PDF-"), "{book}");
        // A file outside every game has its findings in it alone.
        let one = String::from_utf8(workspace.read(&format!("content/{game}/characters/aa-1000.yaml"))).expect("UTF-8");
        workspace.write("stranger.yaml", one.replacen("id:", &format!("system: {game}\nid:"), 1));
        let ran = workspace.run(&["sheet", "stranger.yaml", "-o", "sheet.pdf", "--force"]);
        assert!([DONE, CONTENT].contains(&ran.code), "{ran}");
        assert!(workspace.read("sheet.pdf").starts_with(b"%PDF-"), "{ran}");
        // They are told in their files, and by name.
        let checked = workspace.run(&["check", "--system", game, "--format", "json"]);
        let told = checked.json();
        let found = told["diagnostics"].as_array().or_else(|| told.as_array()).expect("findings are a list").clone();
        for id in ["aa-1", "aa-21", "aa-1000"] {
            let file = format!("{game}/characters/{id}.yaml");
            let is_of = |one: &serde_json::Value| one.to_string().contains(&file);
            let is_draft = found.iter().any(is_of);
            assert!(is_draft || id != "aa-1000" || game == "tri-core", "nothing is said of {file}: {checked}");
        }
    }
    let ran = workspace.run(&["build", "--no-print", "--no-cache"]);
    assert!([DONE, CONTENT].contains(&ran.code), "{ran}");
    for (game, who, ..) in GAMES {
        let page = workspace.read(&format!("dist/site/{game}/characters/{who}/index.html"));
        assert!(!String::from_utf8_lossy(&page).contains("Left out: its file has errors."), "{game}: {who}");
    }
}
