//! Words and names that no line holds: what `check` accepts is printed.

use crate::command::Workspace;

const DONE: i32 = 0;
const CONTENT: i32 = 1;

const SYSTEM: &str = "content/lantern/system.yaml";
const TABLES: &str = "content/lantern/references/tables.yaml";
const DEEDS: &str = "content/lantern/actions/deeds.yaml";

/// Eighty letters without a place to break.
fn long_word() -> String {
    "Pneumonoultramicroscopicsilicovolcanoconiosis".repeat(2)[..80].to_owned()
}

/// The longest name that there may be, of words.
fn long_name() -> String {
    "Wandering Merchants of the Northern Marshes ".repeat(3)[..120].trim().to_owned()
}

/// The widest name that there may be: one word of the widest letter.
fn wide_name() -> String {
    "W".repeat(120)
}

#[test]
fn what_is_too_long_for_its_place_breaks_or_is_squeezed_and_never_stops_a_deck() {
    let address = "someone.with.a.name@example.org".to_owned();
    for name in [long_word(), long_name(), wide_name(), address] {
        let workspace = Workspace::new();
        let put = |file: &str, from: &str, to: &str| workspace.replace(file, from, &to.replace("LONG", &name));
        put(SYSTEM, "title: Lantern Row", "title: LONG");
        put(SYSTEM, "edition: \"1\"", "edition: LONG");
        put(SYSTEM, "abbr: NRV, name: Nerve", "abbr: LONG, name: LONG");
        put(SYSTEM, "abbr: PAC, name: Pace", "abbr: LONG, name: LONG");
        put(SYSTEM, "id: body, name: Body", "id: body, name: LONG");
        put(SYSTEM, "name: Deeds, color", "name: LONG, color");
        put(SYSTEM, "type_line: Deed }", "type_line: LONG }");
        put(SYSTEM, "{ label: Light, cost", "{ label: LONG, cost");
        put(SYSTEM, "title: Figures", "title: LONG");
        put(SYSTEM, "{ label: Beam, value", "{ label: LONG, value");
        put(SYSTEM, "label: Lamps lit", "label: LONG");
        put(DEEDS, "name: Raise the Lantern", "name: LONG");
        put(DEEDS, "label: Range", "label: LONG");
        put(DEEDS, "Hold it **high**", "LONG **LONG**");
        put(TABLES, "name: Tides", "name: LONG");
        put(TABLES, "columns: [Hour, Depth]", "columns: [LONG, LONG]");
        put(TABLES, "\"Dusk\"", "\"LONG\"");
        put(TABLES, "\"Dawn\", \"2\"", "\"LONG\", \"LONG\"");
        put(TABLES, "label: Hours", "label: LONG");
        put("content/lantern/characters/ida.yaml", "name: Ida Brook", "name: LONG");
        put("content/lantern/npcs/wisp.yaml", "name: Will-o'-the-Wisp", "name: LONG");
        let checked = workspace.run(&["check"]);
        assert_eq!(checked.code, DONE, "{name}: {checked}");
        let built = workspace.run(&["build"]);
        assert_eq!(built.code, DONE, "{name}: {built}");
    }
}

#[test]
fn a_word_of_thousands_of_letters_goes_on_over_cards() {
    let workspace = Workspace::new();
    workspace.replace(DEEDS, "Hold it **high**", &"ø".repeat(9_000));
    let built = workspace.run(&["build"]);
    assert_eq!(built.code, DONE, "{built}");
    let text = workspace.pdf_text("dist/site/print/lantern/cards-ida-a4.pdf").expect("poppler is there");
    assert_eq!(text.matches('ø').count(), 9_000, "no letter is lost");
}

#[test]
fn twelve_columns_of_words_stand_on_a_card() {
    let workspace = Workspace::new();
    let words = ["Advantage"; 12].join(", ");
    workspace.replace(TABLES, "columns: [Hour, Depth]", &format!("columns: [{words}]"));
    workspace.replace(TABLES, "numeric: [false, true]", &format!("numeric: [{}]", ["false"; 12].join(", ")));
    workspace.replace(TABLES, "[\"Dusk\", \"{pace}\"]", &format!("[{words}]"));
    workspace.replace(TABLES, "[\"Dawn\", \"2\"]", &format!("[{words}]"));
    let built = workspace.run(&["build"]);
    assert_eq!(built.code, DONE, "{built}");
}

#[test]
fn every_text_that_no_typeface_has_is_found_in_one_run() {
    let workspace = Workspace::new();
    workspace.replace(DEEDS, "name: Raise the Lantern", "name: \"火を灯す\"");
    workspace.replace(TABLES, "\"Dusk\"", "\"\u{1f409}\"");
    workspace.replace(SYSTEM, "name: Pace", "name: \"سرعة\"");
    // Pages have the fonts of their reader.
    workspace.replace("content/lantern/glossary.yaml", "An hour on watch.", "An hour on watch, 時.");
    let checked = workspace.run(&["check", "--format", "json"]);
    assert_eq!(checked.code, CONTENT, "{checked}");
    let found = checked.json();
    let place = |found: &serde_json::Value| format!("{} {}:{}", found["code"], found["file"], found["line"]);
    let found: Vec<String> = found["diagnostics"].as_array().expect("a list").iter().map(place).collect();
    let wanted = ["actions/deeds.yaml\":4", "references/tables.yaml\":14", "system.yaml\":23"];
    assert_eq!(found, wanted.map(|place| format!("\"no-glyph\" \"content/lantern/{place}")));
}

#[test]
fn check_refuses_what_has_no_room_at_its_place_as_build_does() {
    let workspace = Workspace::new();
    workspace.write("content/campaign.yaml", "format_version: 1\ncard_size: 30mmx30mm\n");
    workspace.replace(DEEDS, "name: Raise the Lantern", &format!("name: {}", wide_name()));
    workspace.replace(TABLES, "label: Hours", &format!("label: {}", long_word()));
    let looked = workspace.run(&["check", "--no-print"]);
    assert_eq!(looked.code, DONE, "{looked}");
    let checked = workspace.run(&["check", "--format", "json"]);
    assert_eq!(checked.code, CONTENT, "{checked}");
    let report = checked.json();
    let found = report["diagnostics"].as_array().expect("a list");
    let at =
        |file: &str| found.iter().any(|one| one["file"] == file && one["code"] == "press" && one["help"].is_string());
    assert!(at(DEEDS) && found.len() > 1, "{checked}");
    let built = workspace.run(&["build"]);
    assert_eq!(built.code, CONTENT, "{built}");
    assert_eq!(built.stderr.matches("error[press]").count(), found.len(), "{built}\n{checked}");
    assert!(built.stderr.contains(&format!("--> {DEEDS}:")), "{built}");
    assert!(!workspace.path().join("dist").exists());
}
