//! How commands find the game that they are about: by its id, by a folder, or by where they are run.

use crate::command::{NOTHING, Workspace, changes, tree};

const DONE: i32 = 0;
const USAGE: i32 = 2;

/// Commands about one game, with what stands before and behind it. None of them writes a file.
const ABOUT_A_GAME: [(&[&str], &[&str]); 8] = [
    (&["odds"], &[]),
    (&["odds"], &["flare", "distance=3"]),
    (&["resolve"], &["--format", "json"]),
    (&["explain"], &["pace"]),
    (&["cost"], &[]),
    (&["handout"], &["--format", "md"]),
    (&["cards"], &["--format", "json"]),
    (&["check"], &["--format", "json"]),
];

/// A content folder with two games.
fn two_games() -> Workspace {
    let workspace = Workspace::new();
    for (path, bytes) in tree(&workspace.path().join("content/lantern")) {
        let text = String::from_utf8(bytes).expect("content is UTF-8");
        workspace.write(&format!("content/beacon/{path}"), text.replace("id: lantern", "id: beacon"));
    }
    workspace.replace(
        "content/campaign.yaml",
        "rulings: { tide_counts: \"no\" }",
        "rulings: { lantern: { tide_counts: \"no\" }, beacon: { tide_counts: \"no\" } }",
    );
    workspace
}

fn bytes(workspace: &Workspace, folder: &str, arguments: &[&str]) -> String {
    let ran = workspace.run_in(folder, arguments);
    assert_eq!(ran.code, DONE, "in {folder}: {ran}");
    ran.stdout
}

#[test]
fn a_game_is_named_by_its_id_by_its_folder_or_by_where_one_is() {
    let workspace = two_games();
    let absolute = workspace.path().join("content/lantern").display().to_string();
    for (before, behind) in ABOUT_A_GAME {
        let call = |folder: &str, game: &[&str]| bytes(&workspace, folder, &[before, game, behind].concat());
        let named = call(".", &["lantern"]);
        for game in ["content/lantern", "./content/lantern/", "content/lantern/rules", &absolute] {
            assert_eq!(call(".", &[game]), named, "{before:?} {game}");
        }
        for (folder, game) in [
            ("content/lantern", &[][..]),
            ("content/lantern", &["."]),
            ("content/lantern/rules", &[]),
            ("content/lantern/rules", &[".."]),
            ("content/beacon", &["lantern"]),
            ("content/beacon", &["../lantern"]),
            ("content", &["lantern"]),
            ("content", &["./lantern"]),
        ] {
            // Findings name files as they are seen from there, and there are none.
            assert_eq!(call(folder, game), named, "in {folder}: {before:?} {game:?}");
        }
    }
}

#[test]
fn a_game_may_be_left_out_where_there_is_only_one() {
    let workspace = Workspace::new();
    for (before, behind) in ABOUT_A_GAME {
        let named = bytes(&workspace, ".", &[before, &["lantern"], behind].concat());
        for folder in [".", "content", "content/lantern/npcs"] {
            assert_eq!(bytes(&workspace, folder, &[before, behind].concat()), named, "in {folder}: {before:?}");
        }
    }
    for (command, made) in
        [(&["sheet", "--blank"][..], "sheet-blank.pdf"), (&["book"], "book.pdf"), (&["cards"], "cards-blank.pdf")]
    {
        let ran = workspace.run_in("content/lantern/rules", command);
        assert_eq!(ran.code, DONE, "{ran}");
        assert!(workspace.read(&format!("content/lantern/rules/{made}")).starts_with(b"%PDF-"), "{made}");
    }
}

#[test]
fn which_game_is_meant_is_asked_with_the_line_to_type() {
    let workspace = two_games();
    let before = tree(workspace.path());
    let refused = |folder: &str, arguments: &[&str], message: &str, line: &str| {
        let ran = workspace.run_in(folder, arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (USAGE, ""), "{ran}");
        assert!(ran.stderr.contains(message) && ran.stderr.contains(&format!("type `makeready {line}`")), "{ran}");
    };
    let several = "say which game; content has several: beacon, lantern";
    refused(".", &["cards", "--size", "tarot"], several, "cards beacon --size tarot");
    refused(".", &["sheet", "--blank"], several, "sheet beacon --blank");
    refused(".", &["npc"], several, "npc beacon");
    refused(".", &["book"], several, "book beacon");
    refused(".", &["odds"], several, "odds beacon");
    refused(".", &["handout", "content"], several, "handout content/beacon");
    refused("content", &["cost"], "say which game; . has several", "cost beacon");
    let unknown = "there is no game `lantrn`; there are: beacon, lantern";
    refused(".", &["cards", "lantrn", "--fill-last-sheet"], unknown, "cards lantern --fill-last-sheet");
    refused(".", &["odds", "lantrn", "flare"], unknown, "odds lantern flare");
    refused(".", &["build", "--system", "lantrn"], unknown, "build --system lantern");
    refused("content/lantern", &["check", "lantrn"], unknown, "check lantern");
    assert_eq!(changes(&before, &tree(workspace.path())), NOTHING);
    let empty = Workspace::empty();
    for command in [&["cards"][..], &["check"], &["build"], &["odds", "lantern"]] {
        let ran = empty.run(command);
        assert_eq!(ran.code, USAGE, "{ran}");
        assert!(ran.stderr.contains("there is no game here") && ran.stderr.contains("--content FOLDER"), "{ran}");
    }
}

#[test]
fn a_check_or_procedure_may_stand_first_where_the_game_is_known() {
    let workspace = two_games();
    let named = bytes(&workspace, ".", &["odds", "lantern", "flare", "distance=3"]);
    assert_eq!(bytes(&workspace, "content/lantern", &["odds", "flare", "distance=3"]), named);
    let named = bytes(&workspace, ".", &["resolve", "lantern", "gust", "force=9"]);
    assert_eq!(bytes(&workspace, "content/lantern", &["resolve", "gust", "force=9"]), named);
    let named = bytes(&workspace, ".", &["explain", "lantern", "pace"]);
    assert_eq!(bytes(&workspace, "content/lantern/rules", &["explain", "pace"]), named);
    let of_ida = ["odds", "lantern", "flare", "distance=3", "--character", "characters/ida.yaml"];
    let named = bytes(&workspace, "content/lantern", &of_ida);
    let without = ["odds", "flare", "distance=3", "--character", "characters/ida.yaml"];
    assert_eq!(bytes(&workspace, "content/lantern", &without), named);
    let ran = workspace.run_in(
        "content/beacon",
        &of_ida.map(|word| if word.contains('/') { "../lantern/characters/ida.yaml" } else { word }),
    );
    assert_eq!(ran.stdout, named, "the game of the character counts: {ran}");
}

#[test]
fn a_build_inside_the_content_folder_goes_beside_it() {
    let workspace = two_games();
    let ran = workspace.run_in("content/lantern/rules", &["build", "--no-print", "--format", "json"]);
    assert_eq!(ran.code, DONE, "{ran}");
    let report = ran.json();
    assert_eq!(report["systems"], serde_json::json!(["lantern"]), "{report}");
    assert_eq!((&report["errors"], &report["unchanged"]), (&0.into(), &false.into()), "{report}");
    assert_eq!(workspace.names(), [".makeready", "content", "dist"]);
    let files = tree(&workspace.path().join("dist"));
    assert_eq!(report["files"], files.len());
    assert!(
        files.contains_key("site/lantern/index.html") && !files.keys().any(|path| path.starts_with("site/beacon/"))
    );
    let again = workspace.run_in("content/lantern", &["build", "--no-print", "--format", "json"]).json();
    assert_eq!((&again["unchanged"], &again["files"]), (&true.into(), &report["files"]), "{again}");
    let ran = workspace.run(&["build", "content", "--no-print", "--format", "json"]);
    assert_eq!(ran.json()["systems"], serde_json::json!(["beacon", "lantern"]), "{ran}");
}

#[test]
fn a_saved_person_is_of_the_game_around_the_working_directory() {
    let workspace = two_games();
    let text = String::from_utf8(workspace.read("content/lantern/npcs/wisp.yaml")).expect("content is UTF-8");
    workspace.write("saved/ally.yaml", text.replace("id: wisp", "id: ally"));
    let ran = workspace.run_in("content/lantern", &["explain", "../../saved/ally.yaml", "pace"]);
    assert_eq!(ran.code, DONE, "{ran}");
    let ran = workspace.run(&["explain", "saved/ally.yaml", "pace"]);
    assert_eq!(ran.code, USAGE, "{ran}");
}
