//! One slip never stops the table: who breaks rules is printed as a draft, whose file has errors is left out, and everybody
//! else is printed.

use crate::command::Workspace;

const DONE: i32 = 0;
const CONTENT: i32 = 1;

const IDA: &str = "content/lantern/characters/ida.yaml";
const WISP: &str = "content/lantern/npcs/wisp.yaml";
const FLICKER: &str = "content/lantern/abilities/flicker.yaml";

#[test]
fn who_breaks_rules_is_printed_as_a_draft_and_others_as_ever() {
    let workspace = Workspace::new();
    let before = workspace.run_for_bytes(&["handout", WISP, "-o", "-"]);
    workspace.replace(IDA, "stats: { nerve: 4, wit: 3 }", "stats: { nerve: 4, wit: 9 }");
    let ran = workspace.run(&["sheet", IDA]);
    assert_eq!(ran.code, CONTENT, "{ran}");
    assert!(ran.stderr.contains("error[stat-within-die]"), "{ran}");
    assert!(ran.stderr.contains("Ida Brook breaks a rule of the game: this is a draft"), "{ran}");
    let text = workspace.pdf_text("sheet-ida.pdf").expect("poppler is there");
    assert_eq!(text.matches("Draft: breaks a rule").count(), 2, "on both sides: {text}");
    assert!(text.contains("Wit was created as 9"), "{text}");
    let ran = workspace.run(&["cards", IDA]);
    assert_eq!(ran.code, CONTENT, "{ran}");
    let cards = workspace.pdf_text("cards-ida.pdf").expect("poppler is there");
    assert_eq!(
        cards.matches("DRAFT: BREAKS A RULE").count(),
        4,
        "on all but the table, which is the same for all: {cards}"
    );
    let json = workspace.run(&["sheet", IDA, "--format", "json"]);
    assert_eq!(json.code, CONTENT, "{json}");
    let json = json.json();
    assert_eq!(json["legal"], false);
    assert_eq!(json["broken"], serde_json::json!(["stat-within-die"]), "{json}");
    assert_eq!(json["diagnostics"][0]["code"], "stat-within-die", "{json}");
    // The NPC is as it was, byte for byte, and so is the exit code.
    assert_eq!(workspace.run_for_bytes(&["handout", WISP, "-o", "-"]), before);
    let ran = workspace.run(&["handout", WISP]);
    assert_eq!(ran.code, DONE, "{ran}");
    assert!(ran.stderr.contains("note: 1 error in other files of the game"), "{ran}");
}

#[test]
fn a_build_makes_everything_but_what_has_errors_and_says_so() {
    let workspace = Workspace::new();
    workspace.replace(IDA, "stats: { nerve: 4, wit: 3 }", "stats: { nerve: 4, wit: 9 }");
    workspace.replace(WISP, "inputs: { watch: 1 }", "inputs: { watch: [1 }");
    let ran = workspace.run(&["build"]);
    assert_eq!(ran.code, CONTENT, "{ran}");
    for wanted in ["left out: wisp", "printed as drafts: ida", "2 errors in the content; everything else was built"] {
        assert!(ran.stderr.contains(wanted), "{wanted}: {ran}");
    }
    assert!(workspace.read("dist/site/print/lantern/cards-ida-a4.pdf").starts_with(b"%PDF-"));
    let page = String::from_utf8(workspace.read("dist/site/lantern/npcs/wisp/index.html")).expect("pages are UTF-8");
    assert!(page.contains("Left out: its file has errors."), "links to the NPC lead to a page that says why");
    let data: serde_json::Value =
        serde_json::from_slice(&workspace.read("dist/data/lantern.json")).expect("data is JSON");
    assert_eq!(data["characters"][0]["legal"], false);
    assert_eq!(data["diagnostics"].as_array().map(Vec::len), Some(2));
    let ran = workspace.run(&["handout", WISP, "-o", "wisp.pdf"]);
    assert_eq!(ran.code, CONTENT, "{ran}");
    assert!(ran.stderr.contains("error[yaml]") && ran.stderr.contains("npcs/wisp.yaml has errors"), "{ran}");
    assert!(!workspace.names().contains(&"wisp.pdf".to_owned()));
}

#[test]
fn an_illegal_ability_stops_nobody() {
    let workspace = Workspace::new();
    workspace.replace(FLICKER, "  - dazzle\n", &"  - glow: { reach: 6 }\n".repeat(12));
    let ran = workspace.run(&["cost", FLICKER, "--character", IDA]);
    assert_eq!(ran.code, CONTENT, "{ran}");
    assert!(ran.stderr.contains("error[too-costly]"), "{ran}");
    let bill = workspace.run(&["cost", FLICKER, "--character", IDA, "--format", "json"]).json();
    assert_eq!((&bill["legal"], &bill["broken"]), (&false.into(), &serde_json::json!(["too-costly"])), "{bill}");
    let ran = workspace.run(&["sheet", IDA]);
    assert_eq!(ran.code, DONE, "{ran}");
    let ran = workspace.run(&["build"]);
    assert_eq!(ran.code, CONTENT, "{ran}");
    assert!(ran.stderr.contains("everything else was built"), "{ran}");
}

#[test]
fn an_ability_with_errors_takes_its_owners_with_it_and_no_one_else() {
    let workspace = Workspace::new();
    workspace.replace(IDA, "abilities:\n", "abilities:\n  - flicker\n");
    workspace.replace(FLICKER, "- dazzle", "- dazle");
    let ran = workspace.run(&["build"]);
    assert_eq!(ran.code, CONTENT, "{ran}");
    assert!(ran.stderr.contains("error[unknown-keyword]"), "{ran}");
    assert!(ran.stderr.contains("left out: flicker, ida"), "{ran}");
    let page = |path: &str| String::from_utf8(workspace.read(path)).expect("pages are UTF-8");
    let of_ability = page("dist/site/lantern/abilities/flicker/index.html");
    assert!(of_ability.contains("Left out: its file has errors."), "{of_ability}");
    let of_owner = page("dist/site/lantern/characters/ida/index.html");
    assert!(of_owner.contains("Left out: it uses an ability that has errors."), "{of_owner}");
    assert_eq!(workspace.run(&["handout", WISP]).code, DONE);
    // A command about an owner says what is wrong, and where.
    let ran = workspace.run(&["sheet", IDA, "-o", "ida.pdf"]);
    assert_eq!(ran.code, CONTENT, "{ran}");
    assert!(ran.stderr.contains("error[unknown-keyword]") && ran.stderr.contains("abilities/flicker.yaml:"), "{ran}");
    assert!(ran.stderr.contains("characters/ida.yaml uses an ability that has errors; nothing was written"), "{ran}");
    assert!(!workspace.names().contains(&"ida.pdf".to_owned()));
}

#[test]
fn every_command_about_a_character_takes_a_file_that_stands_anywhere() {
    let workspace = Workspace::new();
    let text = String::from_utf8(workspace.read(WISP)).expect("content is UTF-8");
    workspace.write("saved.yaml", text.replace("id: wisp", "id: saved\nsystem: lantern"));
    let commands: [&[&str]; 6] = [
        &["sheet", "saved.yaml"],
        &["sheet", "saved.yaml", "--format", "json"],
        &["cards", "saved.yaml"],
        &["explain", "saved.yaml", "pace"],
        &["resolve", "saved.yaml", "gust", "force=9"],
        &["odds", "lantern", "flare", "distance=3", "--character", "saved.yaml"],
    ];
    for arguments in commands {
        let ran = workspace.run(arguments);
        assert_eq!(ran.code, DONE, "{ran}");
    }
    assert_eq!(
        workspace.run(&["explain", WISP, "pace"]).stdout,
        workspace.run(&["explain", "saved.yaml", "pace"]).stdout
    );
}
