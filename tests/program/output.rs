//! What the program writes and what it keeps: the folder of a build, single files, links, devices, pipes.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::command::{NOTHING, Workspace, changes, tree};

const DONE: i32 = 0;
const CONTENT: i32 = 1;
const IO: i32 = 3;

const IDA: &str = "content/lantern/characters/ida.yaml";
const WISP: &str = "content/lantern/npcs/wisp.yaml";

/// Everything below a folder, special files included, with modes; links are not followed.
fn all(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let about = fs::symlink_metadata(&path).expect("it is there");
            let kind = about.file_type();
            let mut said = format!("{:o} ", about.mode()).into_bytes();
            if kind.is_symlink() {
                said.extend(fs::read_link(&path).expect("a link").as_os_str().as_encoded_bytes());
            } else if kind.is_file() {
                said.extend(fs::read(&path).expect("a file"));
            } else if kind.is_dir() {
                open.push(path.clone());
            } else {
                said.extend(about.rdev().to_string().bytes());
            }
            found.insert(path.strip_prefix(root).expect("inside").display().to_string(), said);
        }
    }
    found
}

fn mkfifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
}

/// A device that discards what is written, where the user may create one.
fn make_device(path: &Path) -> bool {
    let made = Command::new("mknod").arg(path).args(["c", "1", "3"]).stderr(Stdio::null()).status();
    let is_made = made.is_ok_and(|status| status.success());
    if !is_made {
        eprintln!("skipped: no device can be made here");
    }
    is_made
}

/// The names of a script that pages load, in all the editions that the output has of it.
fn scripts(workspace: &Workspace, out: &str) -> Vec<String> {
    let folder = workspace.path().join(out).join("site/assets/contents");
    let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let names = names.map(|name| name.into_string().expect("UTF-8"));
    let mut names: Vec<String> = names.filter(|name| name.starts_with("lantern.")).collect();
    names.sort();
    names
}

#[test]
fn assets_of_the_build_before_stay_for_one_build_and_a_page_that_is_open_goes_on_working() {
    let workspace = Workspace::new();
    let build = |flags: &[&str]| {
        let run = workspace.run(&[&["build", "--no-print"][..], flags].concat());
        assert_eq!(run.code, DONE, "{}", run.stderr);
        scripts(&workspace, "dist")
    };
    let first = build(&[]);
    assert_eq!(first.len(), 1);
    let write = |title: &str| {
        workspace.write(
            "content/lantern/rules/90-more.md",
            format!("---\nformat_version: 1\ntitle: {title}\nsummary: More.\n---\n\nMore.\n"),
        );
    };
    write("More");
    let second = build(&[]);
    assert!(second.len() == 2 && second.contains(&first[0]), "{second:?}");
    // A build in which nothing is new, or of other files alone, takes none away.
    assert_eq!(build(&["--no-cache"]), second);
    assert_eq!(build(&["--only", "data"]), second);
    write("Still more");
    let third = build(&[]);
    assert!(third.len() == 2 && !third.contains(&first[0]), "{third:?}");
    let manifest = String::from_utf8(workspace.read("dist/manifest.json")).expect("UTF-8");
    assert!(manifest.contains("\"earlier\": true"), "{manifest}");
    assert_eq!(build(&["--out", "anew"]), third);
    assert_eq!(scripts(&workspace, "anew").len(), 1);
    let [one, two] = ["dist", "anew"].map(|folder| tree(&workspace.path().join(folder)));
    assert_eq!(changes(&one, &two), NOTHING);
}

#[test]
fn build_says_what_it_replaces_and_what_it_keeps() {
    let workspace = Workspace::new();
    let first = workspace.run(&["build"]);
    assert_eq!(first.code, DONE, "{first}");
    assert!(!first.stderr.contains("replacing"), "{first}");
    let count = tree(&workspace.path().join("dist")).len();
    workspace.write("dist/CNAME", "rules.example");
    workspace.write("dist/.git/HEAD", "ref: refs/heads/pages");
    workspace.replace("content/lantern/system.yaml", "Three lamps", "Four lamps");
    let second = workspace.run(&["build"]);
    assert_eq!(second.code, DONE, "{second}");
    let said = format!(
        "replacing dist: {count} files of an earlier build; files that makeready did not make stay: .git, CNAME\n"
    );
    assert!(second.stderr.starts_with(&said), "{second}");
    assert_eq!(workspace.read("dist/CNAME"), b"rules.example");
    assert_eq!(workspace.read("dist/.git/HEAD"), b"ref: refs/heads/pages");
}

/// Two builds into one folder, while a text is edited: neither takes what the other has written for an edit by hand.
#[test]
fn builds_that_meet_refuse_nothing_and_leave_one_whole_output() {
    const DEEDS: &str = "content/lantern/actions/deeds.yaml";
    let workspace = Workspace::new();
    let deeds = String::from_utf8(workspace.read(DEEDS)).expect("text");
    for round in 0..4 {
        let mut first = workspace.start(&["build"]);
        // In one step, so that no build reads half of it.
        workspace.write("deeds.new", deeds.replace("Hold it", &format!("Hold it {round} times")));
        fs::rename(workspace.path().join("deeds.new"), workspace.path().join(DEEDS)).expect("it is put in place");
        let mut second = workspace.start(&["build"]);
        for build in [&mut first, &mut second] {
            assert_eq!(build.wait().expect("it ends").code(), Some(DONE), "round {round}");
        }
    }
    for arguments in [&["build", "--out", "alone"][..], &["build"]] {
        let ran = workspace.run(arguments);
        assert_eq!(ran.code, DONE, "{ran}");
    }
    let [alone, met] = ["alone", "dist"].map(|folder| all(&workspace.path().join(folder)));
    // Assets of the build before stay for one build.
    let stays = |change: &String| change == "~ manifest.json" || change.starts_with("+ site/assets/");
    let others: Vec<String> = changes(&alone, &met).into_iter().filter(|change| !stays(change)).collect();
    assert_eq!(others, NOTHING);
}

/// A page may hold a file of this name, and so may the project itself.
#[test]
fn a_manifest_of_another_program_is_no_leave_to_delete() {
    let workspace = Workspace::new();
    workspace.write("app/manifest.json", r#"{"name": "An app", "start_url": "."}"#);
    workspace.write("app/index.html", "<h1>An app</h1>");
    workspace.write("manifest.json", r#"{"name": "The project"}"#);
    workspace.write("content/manifest.json", "{}");
    let here = workspace.path().display().to_string();
    let before = all(workspace.path());
    for (out, why) in [
        ("app", "has no manifest.json of makeready, so makeready did not make it and does not change it"),
        (".", "contains the content"),
        (here.as_str(), "contains the content"),
        ("content", "contains the content"),
        ("content/lantern", "makeready did not make"),
        ("/", "contains the content"),
    ] {
        let ran = workspace.run(&["build", "--out", out]);
        assert_eq!(ran.code, IO, "{ran}");
        assert!(ran.stderr.contains(why), "{ran}");
    }
    assert_eq!(changes(&before, &all(workspace.path())), NOTHING);
}

#[test]
fn a_page_changed_by_hand_is_replaced_only_by_force() {
    let workspace = Workspace::new();
    assert_eq!(workspace.run(&["build"]).code, DONE);
    let good = workspace.read("dist/site/index.html");
    workspace.write("dist/site/index.html", "mine");
    let ran = workspace.run(&["build"]);
    assert_eq!(ran.code, IO, "{ran}");
    assert!(ran.stderr.contains("changed since makeready made them: site/index.html"), "{ran}");
    assert_eq!(workspace.read("dist/site/index.html"), b"mine");
    assert_eq!(workspace.run(&["build", "--force"]).code, DONE);
    assert_eq!(workspace.read("dist/site/index.html"), good);
}

/// Every command that writes, over a folder with everything in it that a folder can hold.
#[test]
fn nothing_outside_the_output_is_touched() {
    let workspace = Workspace::new();
    let lines: [&[&str]; 16] = [
        &["check"],
        &["build"],
        &["build", "--system", "lantern"],
        &["build", "--out", "strange/out"],
        &["cards", "lantern", "-o", "made/cards.pdf"],
        &["cards", IDA, "--format", "png", "-o", "made/cards"],
        &["sheet", IDA, "-o", "made/sheet.pdf"],
        &["sheet", IDA, "--format", "json", "-o", "made/sheet.json"],
        &["handout", WISP, "-o", "made/handout.pdf"],
        &["explain", IDA, "pace"],
        &["odds", "lantern", "flare", "distance=3", "--format", "svg", "-o", "made/odds.svg"],
        &["resolve", IDA, "gust", "force=9"],
        &["new", "made/game", "--id", "embers"],
        &["npc", "embers", "--content", "made/game", "--count", "3", "--format", "yaml", "-o", "made/npcs"],
        &["npc", "embers", "--content", "made/game", "--format", "md", "-o", "made/npc.md"],
        &["npc", "embers", "--content", "made/game", "--format", "pdf", "-o", "made/npcs.pdf"],
    ];
    for folder in ["strange", "strange/deep/er", "dist.old-1", "dist.new-1", ".dist.makeready"] {
        workspace.write(&format!("{folder}/letter.txt"), "dear");
        workspace.write(&format!("{folder}/manifest.json"), "{}");
        workspace.write(&format!("{folder}/page.yaml"), "a: b");
    }
    for name in ["cards.pdf", "cards.pdf.1.tmp", ".cards.pdf.makeready-", ".cards.pdf.makeready-1x", "dist.tar"] {
        workspace.write(name, "mine");
        workspace.write(&format!("made/{}", name.replace("cards.pdf", "other.pdf")), "mine");
    }
    let at = |path: &str| workspace.path().join(path);
    symlink("strange/letter.txt", at("link")).expect("a link");
    symlink("nowhere", at("dead")).expect("a link");
    symlink(".", at("strange/round")).expect("a link");
    symlink("/", at("strange/root")).expect("a link");
    mkfifo(&at("strange/pipe"));
    make_device(&at("strange/device"));
    let before = all(workspace.path());
    for arguments in lines {
        let ran = workspace.run(arguments);
        assert_eq!(ran.code, DONE, "{ran}");
        let after = all(workspace.path());
        let touched = changes(&before, &after);
        let outside: Vec<_> = touched
            .iter()
            .filter(|change| {
                let is_output = ["+ dist", "+ dist/", "+ strange/out", "+ made/", "+ .makeready", "+ .makeready/"];
                !is_output.iter().any(|output| {
                    *change == output
                        || (change.starts_with(output) && (output.ends_with('/') || output.ends_with("out")))
                })
            })
            .collect();
        assert!(outside.is_empty(), "{ran}\n{outside:?}");
    }
    // Once more over their own outputs: nothing is in the way, and nothing comes or goes.
    let before = all(workspace.path());
    for arguments in lines.iter().filter(|line| line[0] != "new") {
        let ran = workspace.run(arguments);
        assert_eq!(ran.code, DONE, "{ran}");
    }
    let changed = changes(&before, &all(workspace.path()));
    let is_build = |change: &&String| {
        change.starts_with("- dist/") || change.starts_with("+ dist/") || change.starts_with("~ dist/")
    };
    assert!(changed.iter().all(|change| is_build(&change)), "{changed:?}");
}

#[test]
fn a_file_that_makeready_did_not_make_is_replaced_only_by_force() {
    let workspace = Workspace::new();
    let lines: [&[&str]; 5] = [
        &["sheet", IDA, "-o", "file"],
        &["cards", "lantern", "--only", "raise", "-o", "file"],
        &["handout", WISP, "-o", "file"],
        &["sheet", IDA, "--format", "json", "-o", "file"],
        &["odds", "lantern", "flare", "distance=3", "-o", "file"],
    ];
    for arguments in lines {
        workspace.write("file", "a letter");
        let ran = workspace.run(arguments);
        assert_eq!(ran.code, IO, "{ran}");
        assert!(ran.stderr.contains("error: file already exists"), "{ran}");
        assert!(ran.stderr.contains("--force replaces it"), "{ran}");
        assert_eq!(workspace.read("file"), b"a letter");
        let ran = workspace.run(&[arguments, &["--force"]].concat());
        assert_eq!(ran.code, DONE, "{ran}");
        let made = workspace.read("file");
        assert_ne!(made, b"a letter");
        // A file of ours that is unchanged is replaced by a new one, and an empty file by anything.
        assert_eq!(workspace.run(arguments).code, DONE);
        workspace.write("file", "");
        assert_eq!(workspace.run(arguments).code, DONE);
        assert_eq!(workspace.read("file"), made);
    }
    // A PDF that was filled in or annotated is the user's work.
    assert_eq!(workspace.run(&["sheet", IDA, "-o", "sheet.pdf"]).code, DONE);
    let mut filled = workspace.read("sheet.pdf");
    filled.extend(b"\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n");
    workspace.write("sheet.pdf", &filled);
    assert_eq!(workspace.run(&["sheet", IDA, "-o", "sheet.pdf"]).code, IO);
    assert_eq!(workspace.read("sheet.pdf"), filled);
    // One of ours is replaced by another of ours.
    assert_eq!(workspace.run(&["sheet", IDA, "-o", "sheet.pdf", "--force"]).code, DONE);
    assert_eq!(workspace.run(&["handout", WISP, "-o", "sheet.pdf"]).code, DONE);
}

#[test]
fn npcs_edited_by_hand_are_kept_and_none_of_the_others_is_written() {
    let workspace = Workspace::empty();
    assert_eq!(workspace.run(&["new", "game", "--id", "embers"]).code, DONE);
    let line =
        |seed| ["npc", "embers", "--content", "game", "--count", "3", "--format", "yaml", "-o", "npcs", "--seed", seed];
    assert_eq!(workspace.run(&line("1")).code, DONE);
    assert_eq!(workspace.run(&line("1")).code, DONE);
    let before = tree(&workspace.path().join("npcs"));
    assert_eq!(before.len(), 3);
    let edited = before.keys().next_back().expect("a file").clone();
    let text = String::from_utf8(before[&edited].clone()).expect("text").replace("name:", "name: ");
    workspace.write(&format!("npcs/{edited}"), &text);
    for name in before.keys().filter(|name| **name != edited) {
        fs::remove_file(workspace.path().join("npcs").join(name)).expect("it is there");
    }
    let ran = workspace.run(&line("1"));
    assert_eq!(ran.code, IO, "{ran}");
    assert!(ran.stderr.contains(&format!("error: npcs/{edited} already exists")), "{ran}");
    let after = tree(&workspace.path().join("npcs"));
    assert_eq!(after, BTreeMap::from([(edited, text.into_bytes())]));
    assert_eq!(workspace.run(&[&line("1")[..], &["--force"]].concat()).code, DONE);
    assert_eq!(tree(&workspace.path().join("npcs")), before);
}

#[test]
fn a_file_is_written_through_links() {
    let workspace = Workspace::new();
    let at = |path: &str| workspace.path().join(path);
    fs::create_dir_all(at("real/deep")).expect("a folder");
    symlink("real/sheet.pdf", at("to-come")).expect("a link");
    symlink("to-come", at("to-link")).expect("a link");
    symlink("real", at("folder")).expect("a link");
    symlink("round", at("round")).expect("a link");
    for (path, real) in [("to-link", "real/sheet.pdf"), ("folder/deep/x.pdf", "real/deep/x.pdf")] {
        for _ in 0..2 {
            let ran = workspace.run(&["sheet", IDA, "-o", path]);
            assert_eq!(ran.code, DONE, "{ran}");
            assert!(workspace.read(real).starts_with(b"%PDF-"));
        }
    }
    assert_eq!(fs::read_link(at("to-link")).expect("still a link"), Path::new("to-come"));
    assert_eq!(fs::read_link(at("to-come")).expect("still a link"), Path::new("real/sheet.pdf"));
    assert_eq!(fs::read_link(at("folder")).expect("still a link"), Path::new("real"));
    let ran = workspace.run(&["sheet", IDA, "-o", "round"]);
    assert_eq!(ran.code, IO, "{ran}");
}

#[test]
fn devices_and_pipes_are_written_into_and_stay_what_they_are() {
    let workspace = Workspace::new();
    let device = workspace.path().join("device");
    if make_device(&device) {
        let ran = workspace.run(&["sheet", IDA, "-o", "device"]);
        assert_eq!(ran.code, DONE, "{ran}");
        assert!(fs::metadata(&device).expect("it is there").file_type().is_char_device());
    }
    let pipe = workspace.path().join("pipe");
    mkfifo(&pipe);
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || {
            let mut bytes = Vec::new();
            File::open(pipe).expect("the pipe").read_to_end(&mut bytes).expect("it can be read");
            bytes
        }
    });
    assert_eq!(workspace.run(&["sheet", IDA, "-o", "pipe"]).code, DONE);
    assert!(reader.join().expect("it reads").starts_with(b"%PDF-"));
    assert!(fs::metadata(&pipe).expect("it is there").file_type().is_fifo());
    let (code, bytes) = workspace.run_for_bytes(&["sheet", IDA, "-o", "/dev/stdout"]);
    assert_eq!(code, DONE);
    assert_eq!(bytes, workspace.run_for_bytes(&["sheet", IDA, "-o", "-"]).1);
    assert_eq!(
        workspace.names(),
        if device.exists() { vec!["content", "device", "pipe"] } else { vec!["content", "pipe"] }
    );
}

/// A reader who has seen enough, and a log on a full disk, are no faults of the content.
#[test]
fn messages_that_nobody_can_read_change_no_exit_code() {
    let workspace = Workspace::new();
    let program = env!("CARGO_BIN_EXE_makeready");
    let run = |script: &str| {
        let mut shell = Command::new("bash");
        shell.args(["-c", &script.replace("makeready", program)]).current_dir(workspace.path());
        shell.output().expect("bash runs").status.code()
    };
    for stderr in ["2>/dev/full", "2>&-", "2> >(true)"] {
        assert_eq!(run(&format!("makeready check {stderr}")), Some(DONE), "{stderr}");
        assert_eq!(run(&format!("makeready build {stderr}")), Some(DONE), "{stderr}");
        assert_eq!(run(&format!("makeready nonsense {stderr}")), Some(2), "{stderr}");
    }
    workspace.replace("content/lantern/system.yaml", "4 * watch", "4 * wotch");
    let piped = "makeready check 2>&1 | head -c 1 >/dev/null; exit ${PIPESTATUS[0]}";
    assert_eq!(run(piped), Some(CONTENT));
    assert_eq!(run("makeready check 2>/dev/full"), Some(CONTENT));
    assert_eq!(run("makeready check --format json >/dev/full 2>/dev/full"), Some(IO));
    assert_eq!(run("makeready check --format json | head -c 1 >/dev/null; exit ${PIPESTATUS[0]}"), Some(CONTENT));
}
