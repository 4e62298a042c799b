//! The command line: exit codes, output on stdout and stderr, and files on disk.
//!
//! Everything runs the real binary on `fixtures/small-game`, each test in a folder of its own.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::command::{NOTHING, Workspace, changes, tree};
use makeready_content::code::Code;
use makeready_testing::{assert_current, root};
use serde_json::Value as Json;

const DONE: i32 = 0;
const CONTENT: i32 = 1;
const USAGE: i32 = 2;
const IO: i32 = 3;

const IDA: &str = "content/lantern/characters/ida.yaml";
const WISP: &str = "content/lantern/npcs/wisp.yaml";
const SYSTEM: &str = "content/lantern/system.yaml";

/// Every command that reads content.
const READING: [&[&str]; 13] = [
    &["check"],
    &["build"],
    &["cards", "lantern"],
    &["cards", IDA],
    &["sheet", IDA],
    &["sheet", IDA, "--format", "json"],
    &["sheet", "lantern", "--blank"],
    &["handout", WISP],
    &["explain", IDA, "pace"],
    &["odds", "lantern", "flare", "distance=3"],
    &["odds", "lantern"],
    &["resolve", IDA, "gust", "force=9"],
    &["resolve", IDA],
];

#[test]
fn every_command_does_its_work_and_exits_with_0() {
    let workspace = Workspace::new();
    for arguments in READING {
        let ran = workspace.run(arguments);
        assert_eq!(ran.code, DONE, "{ran}");
        assert!(!ran.stderr.contains("error[") && !ran.stderr.contains("error:"), "{ran}");
    }
    for made in
        ["dist/manifest.json", "cards-blank.pdf", "cards-ida.pdf", "sheet-ida.pdf", "sheet-blank.pdf", "handouts.pdf"]
    {
        let bytes = workspace.read(made);
        assert!(made.ends_with(".json") || bytes.starts_with(b"%PDF-"), "{made}");
    }
}

#[test]
fn errors_of_the_content_exit_with_1_and_nothing_is_written() {
    let workspace = Workspace::new();
    workspace.replace(SYSTEM, "4 * watch", "4 * wotch");
    let before = tree(workspace.path());
    for arguments in READING {
        let ran = workspace.run(arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (CONTENT, ""), "{ran}");
        assert!(ran.stderr.contains("error[unknown-name]: there is nothing named `wotch`"), "{ran}");
        assert!(ran.stderr.contains("content/lantern/system.yaml:22:82"), "{ran}");
        assert!(ran.stderr.contains("did you mean `watch`?"), "{ran}");
    }
    assert_eq!(changes(&before, &tree(workspace.path())), NOTHING);
}

#[test]
fn a_command_line_that_makes_no_sense_exits_with_2() {
    let workspace = Workspace::new();
    let lines: [(&[&str], &str); 29] = [
        (&["merge", "--campaign", "content/campaign.yaml", "part"], "--campaign"),
        (&[], "Usage"),
        (&["sheet", "lantern", "--blank", "--format", "json"], "`--blank` works only with `--format pdf`"),
        (&["sheet", IDA, "--blank", "--format", "json"], "`--blank` works only with `--format pdf`"),
        (&["buidl"], "build"),
        (&["build", "--nonsense"], "--nonsense"),
        (&["build", "--system", "lanterm"], "there is no game `lanterm`; there are: lantern"),
        (&["check", "--format", "xml"], "xml"),
        (&["check", "--content", "content/lantern/rules"], "has no game: no folder in it has a system.yaml"),
        (&["cards", "lanterm"], "there is no game `lanterm`"),
        (&["cards", "lantern", "--only", "x*"], "no card matches x*"),
        (&["cards", "lantern", "--blank", "101"], "1 to 100 copies, not 101"),
        (&["cards", "lantern", "--size", "pokr"], "did you mean `poker`?"),
        (&["cards", "lantern", "--back", "compas"], "did you mean `compass`?"),
        (&["cards", "lantern", "--paper", "a44"], "there is no paper `a44`"),
        (&["sheet", "lantern"], "use --blank"),
        (&["sheet", SYSTEM], "is not a character"),
        (&["handout", WISP, "--layout", "ful"], "full"),
        (&["handout", WISP, "--view", "gms"], "gm"),
        (&["explain", IDA, "pase"], "there is no value `pase`; did you mean `pace`?"),
        (&["explain", IDA], "name a VALUE to explain as well"),
        (&["explain", "unknown-keys"], "there is no error code `unknown-keys`; did you mean `unknown-key`?"),
        (&["resolve", IDA, "gsut"], "there is no procedure `gsut`; did you mean `gust`?"),
        (&["resolve", IDA, "gust"], "`force` is missing: add `force=...` (Force; a whole number from 0 to 100)"),
        (&["resolve", IDA, "gust", "force=101"], "`force` cannot be `101`; it takes a whole number from 0 to 100"),
        (&["resolve", IDA, "gust", "froce=1"], "there is no input `froce`; did you mean `force`?"),
        (&["resolve", IDA, "gust", "force=1", "side=windwart"], "one of lee, windward; did you mean `windward`?"),
        (&["resolve", IDA, "gust", "force=1", "force=2"], "`force` is given twice"),
        (&["resolve", IDA, "gust", "force"], "write `name=value`"),
    ];
    let before = tree(workspace.path());
    for (arguments, said) in lines {
        let ran = workspace.run(arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (USAGE, ""), "{ran}");
        assert!(ran.stderr.contains(said), "{ran}");
    }
    assert_eq!(changes(&before, &tree(workspace.path())), NOTHING);
}

#[test]
fn a_file_of_another_content_folder_is_not_taken_for_the_one_of_that_name_here() {
    const FLICKER: &str = "content/lantern/abilities/flicker.yaml";
    let workspace = Workspace::new();
    for (path, bytes) in tree(&workspace.path().join("content")) {
        workspace.write(&format!("other/{path}"), bytes);
    }
    workspace.replace("other/lantern/characters/ida.yaml", "name: Ida", "name: Another");
    let said = "belongs to the content folder other, but lantern/abilities/flicker.yaml belongs to content; run the command for each";
    for (arguments, said) in [
        (&["cost", FLICKER, "--character", "other/lantern/characters/ida.yaml"][..], said),
        (&["handout", WISP, "other/lantern/npcs/wisp.yaml"], "belongs to the content folder other"),
    ] {
        let ran = workspace.run(arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (USAGE, ""), "{ran}");
        assert!(ran.stderr.contains(said), "{ran}");
    }
    let ran = workspace.run(&["cost", FLICKER, "--character", "./content/../content/lantern/characters/ida.yaml"]);
    assert_eq!(ran.code, DONE, "{ran}");
}

#[test]
fn what_cannot_be_read_exits_with_3() {
    let workspace = Workspace::new();
    let lines: [&[&str]; 8] = [
        &["check", "--content", "nowhere"],
        &["build", "--content", "nowhere"],
        &["build", "--campaign", "nowhere.yaml"],
        &["cards", "nowhere.yaml"],
        &["sheet", "content/lantern/characters/nobody.yaml"],
        &["handout", WISP, "nowhere.yaml"],
        &["explain", "nowhere.yaml", "pace"],
        &["check", "--content", SYSTEM],
    ];
    let before = tree(workspace.path());
    for arguments in lines {
        let ran = workspace.run(arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (IO, ""), "{ran}");
        assert!(ran.stderr.starts_with("error: could not read "), "{ran}");
    }
    assert_eq!(changes(&before, &tree(workspace.path())), NOTHING);
}

#[test]
fn what_cannot_be_written_exits_with_3() {
    let workspace = Workspace::new();
    workspace.write("file", "in the way");
    let lines: [&[&str]; 5] = [
        &["build", "--out", "file/dist"],
        &["cards", "lantern", "-o", "file/cards.pdf"],
        &["sheet", IDA, "-o", "file/sheet.pdf"],
        &["handout", WISP, "-o", "file/handout.pdf"],
        &["sheet", IDA, "-o", "content"],
    ];
    let before = tree(workspace.path());
    for arguments in lines {
        let ran = workspace.run(arguments);
        assert_eq!(ran.code, IO, "{ran}");
        assert!(ran.stderr.contains("could not write "), "{ran}");
    }
    assert_eq!(changes(&before, &tree(workspace.path())), NOTHING, "no half of a file is left behind");
}

#[test]
fn the_last_good_build_outlives_every_failed_one() {
    let workspace = Workspace::new();
    assert_eq!(workspace.run(&["build"]).code, DONE);
    let good = tree(&workspace.path().join("dist"));
    assert!(good.contains_key("site/index.html") && good.contains_key("site/print/lantern/cards-blank-a4.pdf"));

    workspace.replace(SYSTEM, "4 * watch", "4 * wotch");
    assert_eq!(workspace.run(&["build"]).code, CONTENT);
    assert_eq!(changes(&good, &tree(&workspace.path().join("dist"))), NOTHING, "after an unknown name");
    workspace.replace(SYSTEM, "4 * wotch", "4 * watch");

    workspace.replace("content/lantern/rules/01-start.md", "[[action:raise]]", "[[action:rais]]");
    let ran = workspace.run(&["build"]);
    assert_eq!(ran.code, CONTENT, "{ran}");
    assert!(ran.stderr.contains("error[broken-link]: there is no action `rais`"), "{ran}");
    assert!(ran.stderr.contains("1 error in the content; nothing was written"), "{ran}");
    assert_eq!(changes(&good, &tree(&workspace.path().join("dist"))), NOTHING, "after a broken link");
    workspace.replace("content/lantern/rules/01-start.md", "[[action:rais]]", "[[action:raise]]");

    // Cards fit this paper, and no sheet does: that shows when everything else has been made.
    workspace.replace("content/campaign.yaml", "paper: a4", "paper: 54mmx74mm");
    workspace.replace("content/campaign.yaml", "card_size: poker", "card_size: mini");
    let ran = workspace.run(&["build"]);
    assert_eq!(ran.code, CONTENT, "{ran}");
    assert!(ran.stderr.contains("error[press]"), "{ran}");
    assert_eq!(changes(&good, &tree(&workspace.path().join("dist"))), NOTHING, "after a fault in the press");
    assert_eq!(workspace.names(), [".makeready", "content", "dist"], "nothing is left beside it");
}

#[test]
fn a_full_disk_leaves_the_last_good_build_and_no_half_of_a_new_one() {
    let workspace = Workspace::new();
    assert_eq!(workspace.run(&["build"]).code, DONE);
    assert_eq!(workspace.run(&["sheet", IDA]).code, DONE);
    // What is kept for the next build may come and go.
    let all = || {
        let mut all = tree(workspace.path());
        all.retain(|path, _| !path.starts_with(".makeready/"));
        all
    };
    workspace.replace(SYSTEM, "Three lamps", "Four lamps");
    let good = all();
    for arguments in
        ["build", &format!("sheet {IDA} --ink saver"), &format!("handout {WISP}"), "cards lantern --only raise"]
    {
        let ran = workspace.run_on_a_full_disk(arguments);
        assert_eq!(ran.code, IO, "{ran}");
        assert!(ran.stderr.contains("could not write"), "{ran}");
        assert_eq!(changes(&good, &all()), NOTHING, "after {arguments}");
    }
}

#[test]
fn a_folder_that_may_not_be_written_stays_as_it_is() {
    let workspace = Workspace::new();
    assert_eq!(workspace.run(&["build", "--out", "public/dist"]).code, DONE);
    let public = workspace.path().join("public");
    let good = tree(&public);
    workspace.replace(SYSTEM, "Three lamps", "Four lamps");
    fs::set_permissions(&public, fs::Permissions::from_mode(0o555)).expect("the mode is set");
    let ran = workspace.run_without_privileges(&["build", "--out", "public/dist"]);
    fs::set_permissions(&public, fs::Permissions::from_mode(0o755)).expect("the mode is set");
    if let Some(ran) = ran {
        assert_eq!(ran.code, IO, "{ran}");
        assert!(ran.stderr.contains("could not write"), "{ran}");
    }
    assert_eq!(changes(&good, &tree(&public)), NOTHING);
}

#[test]
fn a_folder_of_somebody_else_is_never_replaced() {
    let workspace = Workspace::new();
    workspace.write("letters/aunt.txt", "Dear aunt");
    let before = tree(workspace.path());
    let ran = workspace.run(&["build", "--out", "letters"]);
    assert_eq!(ran.code, IO, "{ran}");
    assert!(ran.stderr.contains("so makeready did not make it and does not change it"), "{ran}");
    for folder in ["content", "content/lantern", "."] {
        assert_eq!(workspace.run(&["build", "--out", folder]).code, IO, "{folder}");
    }
    assert_eq!(changes(&before, &tree(workspace.path())), NOTHING);
}

#[test]
fn handouts_for_players_are_a_file_of_their_own_and_keep_what_is_hidden() {
    let workspace = Workspace::new();
    for (arguments, file, tells) in [
        (&["handout", WISP][..], "handouts.pdf", true),
        (&["handout", WISP, "--view", "player"], "handouts-player.pdf", false),
        (&["handout", WISP, "--layout", "full"], "handouts-full.pdf", true),
        (
            &["handout", WISP, "--layout", "full", "--view", "player", "--paper", "letter"],
            "handouts-full-player.pdf",
            false,
        ),
    ] {
        let ran = workspace.run(arguments);
        assert_eq!((ran.code, ran.stderr.as_str()), (DONE, format!("{file}\n").as_str()), "{ran}");
        let Some(text) = workspace.pdf_text(file) else { return };
        for hidden in ["astray", "LIGHT", "WATCH 1"] {
            assert_eq!(text.to_uppercase().contains(&hidden.to_uppercase()), tells, "{file}, {hidden}: {text}");
        }
        // The wisp has no ranks in it; the full handout shows it always.
        assert_eq!(text.contains("Trim"), file == "handouts-full.pdf", "{text}");
    }
}

#[test]
fn a_site_is_built_with_its_prints_or_without_them() {
    let workspace = Workspace::new();
    for (flags, has_prints) in [(&["build"][..], true), (&["build", "--no-print"][..], false)] {
        assert_eq!(workspace.run(flags).code, DONE);
        let files = tree(&workspace.path().join("dist/site"));
        assert_eq!(files.keys().any(|path| path.ends_with(".pdf")), has_prints, "{flags:?}");
        let pages = files.keys().filter(|path| path.ends_with(".html"));
        let page = |path: &String| String::from_utf8(workspace.read(&format!("dist/site/{path}"))).expect("text");
        let links = pages.filter(|path| page(path).contains(".pdf\"")).count();
        assert_eq!(links > 0, has_prints, "{flags:?}");
    }
}

/// Style sheets of icons come after a page is shown; a print waits for those that are for prints alone.
#[test]
fn a_quick_reference_that_is_printed_at_once_has_its_icons() {
    let workspace = Workspace::new();
    assert_eq!(workspace.run(&["build", "--no-print"]).code, DONE);
    let mut count = 0;
    for (path, bytes) in tree(&workspace.path().join("dist/site")) {
        let page = String::from_utf8_lossy(&bytes);
        let is_printed = path.ends_with("quick-reference/index.html");
        let Some((_, late)) = page.split_once("<noscript>").filter(|_| is_printed) else { continue };
        let late = late.split_once("</noscript>").expect("it is closed").0;
        for sheet in late.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            if sheet.contains("/icons/") {
                let for_prints = format!("<link rel=\"stylesheet\" href=\"{sheet}\" media=\"print\">");
                assert!(page.contains(&for_prints), "{path}: {sheet}");
                count += 1;
            }
        }
    }
    assert!(count > 0, "quick references show icons");
}

#[test]
fn a_second_build_gives_the_same_bytes_and_leaves_no_strays() {
    let workspace = Workspace::new();
    assert_eq!(workspace.run(&["build"]).code, DONE);
    let first = tree(&workspace.path().join("dist"));
    assert_eq!(workspace.run(&["build", "--no-cache"]).code, DONE);
    assert_eq!(changes(&first, &tree(&workspace.path().join("dist"))), NOTHING);
    workspace.write("dist/stray.txt", "left over");
    fs::remove_file(workspace.path().join(WISP)).expect("the NPC is there");
    workspace.replace(SYSTEM, "    - { block: notes, span: 12, notes: habits, view: gm }\n", "");
    workspace.replace(SYSTEM, "    - { block: notes, span: 12, title: Habits, notes: habits, view: gm }\n", "");
    assert_eq!(workspace.run(&["build"]).code, DONE);
    let without = tree(&workspace.path().join("dist"));
    let gone: Vec<&str> = first.keys().filter(|path| !without.contains_key(*path)).map(String::as_str).collect();
    // What changes has another name, and stays for this build (`tree` leaves it out): the rest is gone for good.
    let has_stem = |path: &str, stem: &str| path.starts_with(&format!("site/assets/{stem}."));
    let renamed = ["contents/lantern", "search/lantern-0", "search/lantern-1", "search/lantern-fields"];
    let gone: Vec<&str> = gone.into_iter().filter(|path| !renamed.iter().any(|stem| has_stem(path, stem))).collect();
    let (rows, gone): (Vec<&str>, Vec<&str>) =
        gone.into_iter().partition(|path| has_stem(path, "contents/lantern-npcs"));
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert_eq!(
        gone,
        [
            "site/assets/previews/lantern/npcs.js",
            "site/lantern/npcs/index.html",
            "site/lantern/npcs/wisp/index.html",
            "site/lantern/npcs/wisp/index.json",
            "site/print/lantern/handout-wisp-a4.pdf",
            "site/print/lantern/handout-wisp-letter.pdf",
            "site/print/lantern/handouts-a4.pdf",
            "site/print/lantern/handouts-full-a4.pdf",
            "site/print/lantern/handouts-full-letter.pdf",
            "site/print/lantern/handouts-letter.pdf",
            "site/print/lantern/handouts-player-a4.pdf",
            "site/print/lantern/handouts-player-letter.pdf",
            "site/print/lantern/handouts-short-a4.pdf",
            "site/print/lantern/handouts-short-letter.pdf",
            "site/print/lantern/handouts-short-player-a4.pdf",
            "site/print/lantern/handouts-short-player-letter.pdf",
        ]
    );
    assert_eq!(without["stray.txt"], b"left over", "what is not ours is kept");
    assert_eq!(workspace.names(), [".makeready", "content", "dist"]);
}

#[test]
fn the_manifest_names_every_file_with_its_size() {
    let workspace = Workspace::new();
    assert_eq!(workspace.run(&["build"]).code, DONE);
    let files = tree(&workspace.path().join("dist"));
    let manifest: Json = serde_json::from_slice(&files["manifest.json"]).expect("the manifest is JSON");
    let listed: BTreeMap<String, (u64, String)> = manifest["files"]
        .as_array()
        .expect("a list of files")
        .iter()
        .map(|f| {
            (
                f["path"].as_str().expect("a path").to_owned(),
                (f["size"].as_u64().expect("a size"), f["blake3"].as_str().expect("a hash").to_owned()),
            )
        })
        .collect();
    let found: BTreeMap<String, (u64, String)> = files
        .iter()
        .filter(|(path, _)| *path != "manifest.json")
        .map(|(path, bytes)| (path.clone(), (bytes.len() as u64, blake3::hash(bytes).to_hex().to_string())))
        .collect();
    assert_eq!(listed, found);
}

#[test]
fn json_goes_to_stdout_and_words_for_people_to_stderr() {
    let workspace = Workspace::new();
    // Three advances on watch two: a warning about Ida, which stops nothing.
    workspace.replace(IDA, "[ { stat: nerve } ]", "[ { stat: wit }, { stat: wit }, { stat: wit } ]");
    workspace.replace("content/lantern/examples.yaml", "is: \"20\"", "is: \"22\"");
    let ran = workspace.run(&["sheet", IDA, "--format", "json"]);
    assert_eq!(ran.code, DONE, "{ran}");
    let sheet = ran.json();
    assert_eq!(
        (&sheet["system"], &sheet["character"], &sheet["name"]),
        (&"lantern".into(), &"ida".into(), &"Ida Brook".into())
    );
    assert_eq!(sheet["values"]["light_max"]["value"], 22);
    assert_eq!(sheet["values"]["flare"]["text"], "2d6!+4");
    assert_eq!(sheet["legal"], true);
    assert_eq!(sheet["diagnostics"][0]["code"], "few-advances");
    assert_eq!(sheet["diagnostics"][0]["severity"], "warning");
    assert!(ran.stderr.contains("warning[few-advances]: 3 advances taken."), "{ran}");

    let ran = workspace.run(&["check", "--format", "json"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (DONE, ""), "{ran}");
    let report = ran.json();
    assert_eq!((&report["errors"], &report["warnings"]), (&0.into(), &1.into()));
    assert_eq!(report["diagnostics"][0]["file"], IDA);

    let ran = workspace.run(&["explain", IDA, "light_max", "--format", "json"]);
    assert_eq!(ran.json()["value"], 22, "{ran}");
    let ran = workspace.run(&["explain", IDA, "light_max"]);
    assert!(ran.stdout.starts_with("light_max = 22 LP\n"), "{ran}");

    let ran = workspace.run(&["resolve", IDA, "gust", "force=9", "side=windward", "--format", "json"]);
    let gone_through = ran.json();
    assert_eq!(gone_through["inputs"], serde_json::json!({ "force": 9, "side": "windward" }), "{ran}");
    assert_eq!(gone_through["results"], serde_json::json!(["lost", "dark"]));
    let steps = gone_through["steps"].as_object().expect("steps are a mapping");
    assert_eq!(steps.keys().collect::<Vec<_>>(), ["felt", "lost", "dark"]);
    assert_eq!((&steps["felt"]["value"], &steps["dark"]["value"]), (&9.into(), &false.into()));
    let ran = workspace.run(&["resolve", IDA, "gust", "force=9"]);
    assert!(ran.stdout.contains("= Light lost") && ran.stdout.contains(" of 22 go out."), "{ran}");
    let ran = workspace.run(&["resolve", IDA]);
    assert!(
        ran.stdout.contains("gust: A gust of wind") && ran.stdout.contains("force=a whole number from 0 to 100"),
        "{ran}"
    );
}

/// The help of every command, for those who read pages.
#[test]
fn the_page_of_commands_is_their_help() {
    let workspace = Workspace::empty();
    let help = |arguments: &[&str]| {
        let ran = workspace.run(arguments);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran}");
        ran.stdout.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_end().to_owned()
    };
    let all = help(&["--help"]);
    let (_, listed) = all.split_once("Commands:\n").expect("a list of commands");
    let names = listed.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    let mut page = format!(
        "# Command line\n\n<!-- Generated from the help of the program by the tests. To renew it: MAKEREADY_BLESS=1 cargo test --release \
         --test program -->\n\n`makeready COMMAND --help` shows the same text.\n\n```text\n{all}\n```\n"
    );
    for name in names.filter(|name| *name != "help") {
        page += &format!("\n## {name}\n\n```text\n{}\n```\n", help(&[name, "--help"]));
    }
    assert_current(&root().join("docs/cli.md"), &page);
}

#[test]
fn every_code_has_a_page_of_help() {
    let workspace = Workspace::new();
    for code in Code::ALL {
        let ran = workspace.run(&["explain", code.as_str()]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran}");
        let (name, page) = ran.stdout.split_once("\n\n").expect("a heading and a page");
        assert_eq!((name, page.split_whitespace().collect::<Vec<_>>().join(" ")), (code.as_str(), code.help()));
        assert!(page.lines().all(|line| line.chars().count() <= 80) && page.len() > 40, "{ran}");
    }
}

#[test]
fn a_pdf_can_go_to_stdout_and_nothing_else_does() {
    let workspace = Workspace::new();
    let before = tree(workspace.path());
    for arguments in [
        &["sheet", IDA, "-o", "-"][..],
        &["handout", WISP, "-o", "-"],
        &["cards", "lantern", "--only", "raise", "-o", "-"],
    ] {
        let (code, bytes) = workspace.run_for_bytes(arguments);
        assert_eq!(code, DONE);
        assert!(bytes.starts_with(b"%PDF-") && bytes.trim_ascii_end().ends_with(b"%%EOF"), "{arguments:?}");
    }
    assert_eq!(changes(&before, &tree(workspace.path())), NOTHING);
}

#[test]
fn check_tells_broken_links_with_the_faults_of_other_files() {
    let workspace = Workspace::new();
    workspace.replace("content/lantern/rules/01-start.md", "[[action:raise]]", "[[action:rais]]");
    workspace.replace("content/lantern/actions/deeds.yaml", "and the rest.", "and [[stat:paze]].");
    workspace.replace("content/campaign.yaml", "paper: a4", "paper: a44");
    let ran = workspace.run(&["check", "--format", "json"]);
    assert_eq!(ran.code, CONTENT, "{ran}");
    let report = ran.json();
    let places: Vec<String> = report["diagnostics"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|d| {
            format!(
                "{} {}:{}:{}",
                d["code"].as_str().expect("a code"),
                d["file"].as_str().expect("a file"),
                d["line"],
                d["column"]
            )
        })
        .collect();
    assert_eq!(
        places,
        [
            "unknown-paper content/campaign.yaml:3:8",
            "broken-link content/lantern/actions/deeds.yaml:18:41",
            "broken-link content/lantern/rules/01-start.md:8:35",
        ]
    );
    assert_eq!(report["errors"], 3);
    insta::with_settings!({ description => "two broken links and an unknown paper", omit_expression => true }, {
        insta::assert_snapshot!("check_json", ran.stdout);
    });
    // Code hosts read the same findings as SARIF, with the end of each place.
    let ran = workspace.run(&["check", "--format", "sarif"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (CONTENT, ""), "{ran}");
    let log = ran.json();
    let results = log["runs"][0]["results"].as_array().expect("a list");
    let shown = results.iter().map(|result| {
        let place = &result["locations"][0]["physicalLocation"];
        let (file, region) = (place["artifactLocation"]["uri"].as_str().expect("a file"), &place["region"]);
        assert_eq!(region["startLine"], region["endLine"], "{result}");
        assert!(region["startColumn"].as_u64() < region["endColumn"].as_u64(), "{result}");
        let rules = &log["runs"][0]["tool"]["driver"]["rules"];
        let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().expect("a number")).expect("a small one")];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(rule["shortDescription"]["text"].as_str().is_some_and(|text| text.ends_with('.')), "{rule}");
        let code = result["ruleId"].as_str().expect("a code");
        format!("{code} {file}:{}:{}", region["startLine"], region["startColumn"])
    });
    assert_eq!(shown.collect::<Vec<_>>(), places);
    let of_paper = results[0]["message"]["text"].as_str().expect("a message");
    assert!(of_paper.contains("a44") && of_paper.contains("\nhelp: "), "{of_paper}");
    workspace.replace("content/campaign.yaml", "paper: a44", "paper: a4");
    workspace.replace("content/lantern/rules/01-start.md", "[[action:rais]]", "[[action:raise]]");
    workspace.replace("content/lantern/actions/deeds.yaml", "and [[stat:paze]].", "and the rest.");
    let ran = workspace.run(&["check", "--format", "sarif"]);
    assert_eq!((ran.code, &ran.json()["runs"][0]["results"]), (DONE, &serde_json::json!([])), "{ran}");
}

/// What packages put beside the program.
#[test]
fn manual_pages_and_completions_know_every_command_and_option() {
    let workspace = Workspace::empty();
    let said = |arguments: &[&str]| {
        let ran = workspace.run(arguments);
        assert_eq!((ran.code, ran.stderr.as_str()), (DONE, ""), "{ran}");
        ran.stdout
    };
    let help = said(&["--help"]);
    let (_, listed) = help.split_once("Commands:\n").expect("a list of commands");
    let names: Vec<&str> = listed.lines().map_while(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 15, "{names:?}");
    let main_page = said(&["man"]);
    let scripts = ["bash", "zsh", "fish", "powershell", "elvish"].map(|shell| said(&["completions", shell]));
    let mut options = 0;
    for name in names.into_iter().filter(|name| *name != "help") {
        assert!(main_page.contains(&format!("makeready\\-{name}(1)")), "{name}");
        let page = said(&["man", name]);
        assert!(page.contains(&format!(".TH makeready-{name} 1")), "{name}: {page}");
        let of_command = said(&[name, "--help"]);
        let lines = of_command.lines().filter_map(|line| line.trim_start().split_once("--"));
        let flags = lines.filter(|(before, _)| before.is_empty() || before.starts_with('-'));
        let names = flags.map(|(_, rest)| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next());
        for option in names.flatten() {
            options += 1;
            assert!(page.contains(&format!("\\-\\-{}", option.replace('-', "\\-"))), "{name} {option}: {page}");
            assert!(scripts.iter().all(|script| script.contains(option)), "{name} {option}");
        }
    }
    assert!(options > 100, "{options} options");
    assert!(
        main_page.contains(concat!(".TH makeready 1 \"\" \"makeready ", env!("CARGO_PKG_VERSION"), "\"")),
        "{main_page}"
    );
    assert!(!main_page.contains("help(1)"), "{main_page}");
    let ran = workspace.run(&["man", "bild"]);
    assert_eq!(ran.code, USAGE, "{ran}");
    assert!(ran.stderr.contains("there is no command `bild`"), "{ran}");
}

#[test]
fn another_campaign_stands_in_for_that_of_the_folder() {
    let workspace = Workspace::new();
    let pace = |campaign: &[&str]| {
        let ran = workspace.run(&[&["explain", WISP, "pace", "--format", "json"], campaign].concat());
        assert_eq!(ran.code, DONE, "{ran}");
        ran.json()["value"].as_i64()
    };
    workspace.write("slow.yaml", "format_version: 1\nrulings: { tide_counts: \"yes\" }\n");
    assert_eq!(pace(&[]), Some(6));
    assert_eq!(pace(&["--campaign", "slow.yaml"]), Some(3));
    workspace.write("bad.yaml", "format_version: 1\nrulings: { tide_count: \"yes\" }\n");
    let ran = workspace.run(&["explain", WISP, "pace", "--campaign", "bad.yaml"]);
    assert_eq!(ran.code, CONTENT, "{ran}");
    assert!(ran.stderr.contains("bad.yaml:2:12") && ran.stderr.contains("did you mean `tide_counts`?"), "{ran}");
}

/// What an author writes is never code: not for Typst, not for a browser, not for Markdown in names.
mod harmless {
    use super::*;

    const NAME: &str = "#panic(\"x\") $x$ <b>&amp; [l](javascript:1)";
    const TEXT: &str =
        "#import \"/etc/passwd\" <script>alert(1)</script> $y$ @ref ]]> &lt; [go](javascript:alert(2)) }} {{z";
    const PRINTED: &str =
        "#import \"/etc/passwd\" <script>alert(1)</script> $y$ @ref ]]> &lt; [go](javascript:alert(2)) } {z";
    const IN_CHAPTER: &str = "<script>alert(3)</script> <img src=x onerror=alert(4)> `#panic()` \\$z\\$ &lt;b&gt;";

    fn quoted(text: &str) -> String {
        serde_json::to_string(text).expect("text serializes")
    }

    fn nasty() -> Workspace {
        let workspace = Workspace::new();
        workspace.replace(IDA, "name: Ida Brook", &format!("name: {}", quoted(NAME)));
        workspace.replace(IDA, "\"Shine {flare}.\"", &quoted(TEXT));
        workspace.replace(IDA, "\"Soot to the elbows.\"", &quoted(PRINTED));
        workspace.replace(WISP, "name: Will-o'-the-Wisp", &format!("name: {}", quoted(NAME)));
        workspace.replace(
            "content/lantern/actions/deeds.yaml",
            "name: Raise the Lantern",
            &format!("name: {}", quoted(NAME)),
        );
        workspace.replace(
            "content/lantern/actions/deeds.yaml",
            "\"Hold it **high** :moon: and *wait*.\"",
            &quoted(TEXT),
        );
        workspace.replace(
            "content/lantern/actions/deeds.yaml",
            "summary: \"Throw light.\"",
            &format!("summary: {}", quoted(PRINTED)),
        );
        workspace.replace(
            "content/lantern/glossary.yaml",
            "meaning: \"An hour on watch.\"",
            &format!("meaning: {}", quoted(PRINTED)),
        );
        workspace.replace("content/lantern/rules/01-start.md", "title: The Start", &format!("title: {}", quoted(NAME)));
        workspace.replace(
            "content/lantern/rules/01-start.md",
            "A lamp costs",
            &format!("Say {IN_CHAPTER} and in a watch hour a lamp costs"),
        );
        workspace.replace("content/lantern/rules/01-start.md", "Lamps are heavy.", TEXT);
        workspace.replace(
            SYSTEM,
            "tagline: \"Three lamps, one long night.\"",
            &format!("tagline: {}", quoted(PRINTED)),
        );
        workspace
    }

    #[test]
    fn on_the_site_it_is_text() {
        let workspace = nasty();
        let ran = workspace.run(&["build"]);
        assert_eq!(ran.code, DONE, "{ran}");
        let files = tree(&workspace.path().join("dist/site"));
        let pages: Vec<(&String, &str)> = files
            .iter()
            .filter(|(path, _)| path.ends_with(".html"))
            .map(|(path, bytes)| (path, std::str::from_utf8(bytes).expect("pages are UTF-8")))
            .collect();
        assert!(pages.len() > 10);
        for (path, html) in &pages {
            for code in ["<script>alert", "<img src=x", "<b>&amp;", "href=\"javascript", "onerror=\""] {
                assert!(!html.contains(code), "{path} holds {code}");
            }
        }
        let page = |path: &str| pages.iter().find(|(found, _)| *found == path).unwrap_or_else(|| panic!("no {path}")).1;
        let action = page("lantern/actions/raise/index.html");
        assert!(action.contains("#panic(&quot;x&quot;) $x$ &lt;b&gt;&amp;amp; [l](javascript:1)"), "{action}");
        assert!(
            action.contains("&lt;script&gt;alert(1)&lt;&#x2F;script&gt;")
                || action.contains("&lt;script&gt;alert(1)&lt;/script&gt;"),
            "{action}"
        );
        let chapter = page("lantern/rules/start/index.html");
        assert!(chapter.contains("&lt;script&gt;alert(3)&lt;/script&gt; &lt;img src=x onerror=alert(4)&gt; <code>#panic()</code> $z$ &lt;b&gt;"), "{chapter}");
        // Scripts are data for the search and the previews: none may end the script that it is in.
        for (path, bytes) in files.iter().filter(|(path, _)| path.ends_with(".js")) {
            assert!(!String::from_utf8_lossy(bytes).contains("</script"), "{path}");
        }
    }

    #[test]
    fn on_paper_it_is_text() {
        let workspace = nasty();
        for (arguments, file) in [
            (&["sheet", IDA][..], "sheet-ida.pdf"),
            (&["cards", "lantern", "--only", "raise"], "cards-blank.pdf"),
            (&["handout", WISP], "handouts.pdf"),
        ] {
            let ran = workspace.run(arguments);
            assert_eq!(ran.code, DONE, "{ran}");
            let Some(text) = workspace.pdf_text(file) else { return };
            // Texts have the quotes of their language; names have those that were typed.
            let text = text.replace(['“', '”'], "\"").replace(['‘', '’'], "'");
            let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
            let name: String = NAME.chars().filter(|c| !c.is_whitespace()).collect();
            assert!(text.contains(&name), "{file} lacks {name}: {text}");
            if file != "handouts.pdf" {
                let wanted: String = PRINTED.chars().filter(|c| !c.is_whitespace()).collect();
                assert!(text.contains(&wanted), "{file} lacks {wanted}: {text}");
            }
        }
    }
}

#[test]
fn the_small_game_is_clean() {
    let workspace = Workspace::new();
    let ran = workspace.run(&["check"]);
    assert_eq!(ran.code, DONE, "{ran}");
    assert!(ran.stderr.ends_with("0 errors, 0 warnings\n"), "{ran}");
}

#[test]
fn with_strict_a_card_that_goes_on_is_an_error() {
    let workspace = Workspace::new();
    let long = "Hold it **high** :moon: and *wait*. ".repeat(60);
    workspace.replace("content/lantern/actions/deeds.yaml", "Hold it **high** :moon: and *wait*.", &long);
    let ran = workspace.run(&["cards", "lantern", "--only", "raise", "-o", "one.pdf"]);
    assert_eq!(ran.code, DONE, "{ran}");
    assert!(ran.stderr.contains("note: ") && !ran.stderr.contains("error"), "{ran}");
    let ran = workspace.run(&["cards", "lantern", "--only", "raise", "--strict", "-o", "two.pdf"]);
    assert_eq!(ran.code, CONTENT, "{ran}");
    assert!(ran.stderr.contains("error[does-not-fit]: "), "{ran}");
    assert_eq!(workspace.names(), ["content", "one.pdf"]);
}

/// Inside tables and numbers of dice, options were once printed by their ids.
#[test]
fn options_have_their_names_wherever_a_formula_compares_with_them() {
    let workspace = Workspace::new();
    let text = "Lights {lit_squares} squares.";
    let compares =
        "Lights {table(reach, 0: if(shape == 'lasting', 2, 3), 4: 5)} or {(reach + if(shape == 'lasting', 1, 2))d6}.";
    workspace.replace("content/lantern/keywords/light.yaml", text, compares);
    let ran = workspace.run(&["build", "--system", "lantern"]);
    assert_eq!(ran.code, DONE, "{ran}");
    let page = String::from_utf8(workspace.read("dist/site/lantern/keywords/glow/index.html")).expect("a page is text");
    assert_eq!((page.matches("Lasting").count() >= 2, page.contains("= lasting")), (true, false), "{page}");
}
