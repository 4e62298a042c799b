//! Workshops on the site: there where the module for pages lies beside the program, and nowhere else.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, Write as _};
use std::process::{Command, Output};

use flate2::read::GzDecoder;
use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter};

use crate::command::{NOTHING, Workspace, changes, tree};

/// Runs the program in a folder of its own, which may have modules beside it.
fn run(workspace: &Workspace, arguments: &[&str]) -> Output {
    let program = workspace.path().join("bin/makeready");
    if !program.exists() {
        fs::create_dir_all(workspace.path().join("bin")).expect("the folder can be made");
        fs::copy(env!("CARGO_BIN_EXE_makeready"), &program).expect("the program can be copied");
    }
    let mut command = Command::new(program);
    command.args(arguments).current_dir(workspace.path()).env_remove("MAKEREADY_MODULE");
    command.output().expect("the program runs")
}

/// The messages of a build of the small game.
fn built(workspace: &Workspace, out: &str) -> String {
    let run = run(workspace, &["build", "--no-print", "--no-cache", "--out", out]);
    assert!(run.status.success(), "{run:?}");
    String::from_utf8(run.stderr).expect("UTF-8")
}

#[test]
fn a_site_has_workshops_where_the_module_lies_beside_the_program() {
    let workspace = Workspace::new();
    assert!(built(&workspace, "bare").contains("no workshops"), "how to have them is said in a line");
    let bare = tree(&workspace.path().join("bare"));
    assert!(!bare.keys().any(|path| path.contains("workshop/")), "nothing of them is there");

    workspace.write("bin/page/rules.wasm.lzma", b"a module");
    assert!(built(&workspace, "packed").contains("no workshops"), "nothing unpacks it");
    workspace.write("bin/page/unpack.wasm.gz", b"what unpacks it");
    assert!(!built(&workspace, "one").contains("no workshops"));
    let page = String::from_utf8(workspace.read("one/site/lantern/workshop/index.html")).expect("text");
    assert!(page.contains("'wasm-unsafe-eval'") && page.contains("worker-src 'self' blob:"), "{page}");
    let other = String::from_utf8(workspace.read("one/site/lantern/index.html")).expect("text");
    assert!(other.contains("workshop/index.html") && !other.contains("unsafe"), "{other}");
    assert_eq!(workspace.read(&workspace.named("one/site/assets/workshop/rules.lzma")), b"a module");

    // The message that opens the game: how long its JSON is, the JSON, and the files that it names.
    let packed = workspace.read(&workspace.named("one/site/assets/workshop/game-lantern.gz"));
    let mut message = Vec::new();
    GzDecoder::new(&packed[..]).read_to_end(&mut message).expect("gzip");
    let (length, rest) = message.split_first_chunk::<4>().expect("a length");
    let (json, files) = rest.split_at(u32::from_le_bytes(*length) as usize);
    let ask: serde_json::Value = serde_json::from_slice(json).expect("JSON");
    assert_eq!((&ask["ask"], &ask["system"], &ask["is_sound"]), (&"open".into(), &"lantern".into(), &true.into()));
    let length = |list: &str| {
        let list = ask[list].as_array().expect("a list");
        list.iter().map(|file| file[1].as_u64().expect("a number")).sum::<u64>()
    };
    let published = ask["published"].as_u64().expect("a number");
    assert_eq!(length("files") + published, files.len() as u64);
    assert!(published > 0, "what the files say goes along");

    // The small game to begin with is that of `makeready new`.
    let packed = workspace.read(&workspace.named("one/site/assets/workshop/begin.gz"));
    let begin: BTreeMap<String, String> = serde_json::from_reader(GzDecoder::new(&packed[..])).expect("JSON");
    assert!(begin["embers/system.yaml"].contains("id: embers") && begin.contains_key("campaign.yaml"));

    // One that is named has to be there.
    let program = workspace.path().join("bin/makeready");
    let mut run = Command::new(program);
    run.args(["build", "--out", "nowhere"]).current_dir(workspace.path()).env("MAKEREADY_MODULE", "nosuch.gz");
    let run = run.output().expect("the program runs");
    assert_eq!(run.status.code(), Some(3), "{run:?}");
    assert!(String::from_utf8_lossy(&run.stderr).contains("MAKEREADY_MODULE names nosuch.gz"), "{run:?}");
    assert!(!workspace.path().join("nowhere").exists());

    built(&workspace, "again");
    let [one, again] = ["one", "again"].map(|folder| tree(&workspace.path().join(folder)));
    assert_eq!(changes(&one, &again), NOTHING);
}

/// As LZMA.
fn lzma(whole: &[u8]) -> Vec<u8> {
    let options = LzmaOptions::with_preset(1);
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, None).expect("options");
    writer.write_all(whole).expect("memory takes it");
    writer.finish().expect("memory takes it")
}

/// What is packed as LZMA.
fn whole_of(packed: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    LzmaReader::new_mem_limit(packed, 1 << 17, None).expect("LZMA").read_to_end(&mut whole).expect("LZMA");
    whole
}

#[test]
fn the_module_may_be_named_as_it_was_compiled_or_packed() {
    const COMPILED: &[u8] = b"\0asm\x01\0\0\0 and what follows";
    let workspace = Workspace::new();
    let build = |named: &str, out: &str| {
        let mut run = Command::new(env!("CARGO_BIN_EXE_makeready"));
        let arguments = ["build", "--no-print", "--no-cache", "--out", out];
        run.args(arguments).current_dir(workspace.path()).env("MAKEREADY_MODULE", named);
        run.output().expect("the program runs")
    };
    let mut cut = lzma(COMPILED);
    cut.truncate(20);
    workspace.write("own/text.lzma", lzma(b"text"));
    workspace.write("own/cut.lzma", cut);
    workspace.write("own/other.wasm", COMPILED);
    let neither = "neither a module (`rules.wasm`) nor one packed as LZMA (`rules.wasm.lzma`): ";
    for (named, why) in [
        ("content/lantern/system.yaml", neither),
        ("own/cut.lzma", neither),
        ("own/text.lzma", "what is packed in it is not WebAssembly"),
        ("own/nosuch.wasm", "which cannot be read: "),
        ("own/other.wasm", "and own/unpack.wasm.gz, which unpacks it, cannot be read: "),
    ] {
        let run = build(named, "nowhere");
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(3), "{said}");
        assert!(said.contains(&format!("MAKEREADY_MODULE names {named}")) && said.contains(why), "{said}");
        assert!(!workspace.path().join("nowhere").exists());
    }
    workspace.write("own/unpack.wasm.gz", b"what unpacks it");
    workspace.write("own/rules.wasm", COMPILED);
    let published = |named: &str, out: &str| {
        let run = build(named, out);
        assert!(run.status.success(), "{run:?}");
        workspace.read(&workspace.named(&format!("{out}/site/assets/workshop/rules.lzma")))
    };
    // One alone is packed; one that has the packed one beside it is that; what lies beside it of another is not taken.
    assert_eq!(whole_of(&published("own/rules.wasm", "alone")), COMPILED);
    workspace.write("own/rules.wasm.lzma", lzma(COMPILED));
    assert_eq!(published("own/rules.wasm", "beside"), lzma(COMPILED));
    assert_eq!(published("own/rules.wasm.lzma", "packed"), lzma(COMPILED));
    workspace.write("own/rules.wasm.lzma", lzma(b"\0asm of another"));
    assert_eq!(whole_of(&published("own/rules.wasm", "of-another")), COMPILED);
}

/// Runs `build --workshop-only` with more flags: the exit code, and what is said.
fn alone(workspace: &Workspace, flags: &[&str]) -> (Option<i32>, String) {
    let run = run(workspace, &[&["build", "--workshop-only"][..], flags].concat());
    (run.status.code(), String::from_utf8(run.stderr).expect("UTF-8"))
}

/// A folder without content, whose program has all modules beside it.
fn with_modules() -> Workspace {
    let workspace = Workspace::empty();
    for module in ["rules.wasm.lzma", "unpack.wasm.gz", "press.wasm.lzma"] {
        workspace.write(&format!("bin/page/{module}"), module);
    }
    workspace
}

#[test]
fn the_workshop_alone_is_built_without_content() {
    let workspace = with_modules();
    let (code, said) = alone(&workspace, &[]);
    assert!(code == Some(0) && said.contains("open: workshop/index.html"), "{said}");
    let made = tree(&workspace.path().join("workshop"));
    let others: Vec<&str> = made.keys().map(String::as_str).filter(|path| !path.starts_with("assets/")).collect();
    let expected = [
        "404.html",
        "app.webmanifest",
        "credits/index.html",
        "index.html",
        "manifest.json",
        "offline.html",
        "worker.js",
    ];
    assert_eq!(others, expected);
    assert_eq!(workspace.read(&workspace.named("workshop/assets/workshop/press.lzma")), b"press.wasm.lzma");
    let page = String::from_utf8(workspace.read("workshop/index.html")).expect("text");
    assert!(page.contains("<h1>Makeready workshop</h1>") && page.contains("data-game=\"\""), "{page}");

    assert!(!made.keys().any(|path| path.contains("/read.")), "there is no such module");

    // The second run has nothing to do.
    let again = run(&workspace, &["build", "--workshop-only", "--quiet", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&again.stdout).expect("JSON");
    assert_eq!((&report["unchanged"], &report["files"]), (&true.into(), &made.len().into()), "{again:?}");
    assert_eq!((&report["out"], &report["systems"]), (&"workshop".into(), &serde_json::json!([])), "{again:?}");
    assert!(again.stderr.is_empty(), "{again:?}");
    let (code, said) = alone(&workspace, &["--out", "other"]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(changes(&made, &tree(&workspace.path().join("other"))), NOTHING);

    // A smaller module that reads games is taken as well.
    workspace.write("bin/page/read.wasm.lzma", b"a reader");
    let (code, said) = alone(&workspace, &["--out", "with-reader"]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(workspace.read(&workspace.named("with-reader/assets/workshop/read.lzma")), b"a reader");
}

#[test]
fn the_workshop_alone_needs_the_print_engine() {
    let workspace = Workspace::empty();
    let refused = |why: &str| {
        let (code, said) = alone(&workspace, &[]);
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains(why) && said.contains("run `bash page/build.sh`"), "{said}");
        assert!(!workspace.path().join("workshop").exists());
    };
    refused("the modules for the workshop are missing");
    workspace.write("bin/page/rules.wasm.lzma", b"a module");
    workspace.write("bin/page/unpack.wasm.gz", b"what unpacks it");
    refused("the print engine of the workshop is missing");

    // An empty variable means to use no modules.
    let mut run = Command::new(env!("CARGO_BIN_EXE_makeready"));
    run.args(["build", "--workshop-only"]).current_dir(workspace.path()).env("MAKEREADY_MODULE", "");
    let run = run.output().expect("the program runs");
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(3), "{said}");
    assert!(said.contains("help: unset the environment variable MAKEREADY_MODULE"), "{said}");
}

#[test]
fn the_workshop_alone_is_what_the_file_of_the_site_says() {
    let workspace = with_modules();
    workspace
        .write("content/site.yaml", "format_version: 1\nlang: de\ntitle: Der Club\naddress: https://a.example/w/\n");
    let (code, said) = alone(&workspace, &[]);
    assert_eq!(code, Some(0), "{said}");
    let page = workspace.read("workshop/index.html");
    let text = String::from_utf8(page.clone()).expect("text");
    assert!(text.contains("<html lang=\"de\"") && text.contains("<h1>Der Club</h1>"), "{text}");
    assert!(text.contains("https://a.example/w/"), "{text}");
    // An error in the file stops the build, and the page stays.
    workspace.write("content/site.yaml", "format_version: 1\nnonsense: 1\n");
    let (code, said) = alone(&workspace, &[]);
    assert!(code == Some(1) && said.contains("site.yaml:2:1") && said.contains("nothing was written"), "{said}");
    assert_eq!(workspace.read("workshop/index.html"), page);
    // A content folder that is named must exist.
    let (code, said) = alone(&workspace, &["--content", "contnet"]);
    assert!(code == Some(3) && said.contains("contnet is not a folder"), "{said}");
}

#[test]
fn the_workshop_alone_and_a_build_of_games_replace_each_other_only_if_forced() {
    let workspace = Workspace::new();
    for module in ["rules.wasm.lzma", "unpack.wasm.gz", "press.wasm.lzma"] {
        workspace.write(&format!("bin/page/{module}"), module);
    }
    let dist = workspace.path().join("dist");
    built(&workspace, "dist");
    let games = tree(&dist);
    let (code, said) = alone(&workspace, &["--out", "dist"]);
    assert!(code == Some(3) && said.contains("contains a build of games") && said.contains("--force"), "{said}");
    assert_eq!(changes(&games, &tree(&dist)), NOTHING);
    let (code, said) = alone(&workspace, &["--out", "dist", "--force"]);
    assert_eq!(code, Some(0), "{said}");
    let workshop = tree(&dist);
    assert!(workshop.contains_key("index.html") && !workshop.contains_key("site/index.html"));

    // A build of games refuses a folder with the workshop alone.
    let build = |flags: &[&str]| run(&workspace, &[&["build", "--no-cache", "--out", "dist"][..], flags].concat());
    let refused = build(&["--no-print"]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(3), "{said}");
    assert!(said.contains("contains the workshop without a game") && said.contains("--force"), "{said}");
    assert_eq!(changes(&workshop, &tree(&dist)), NOTHING);
    // No file of the workshop stays, even if only a part is built.
    let forced = build(&["--only", "data", "--force"]);
    assert!(forced.status.success(), "{forced:?}");
    let data = tree(&dist);
    assert!(data.keys().all(|path| path == "manifest.json" || path.starts_with("data/")), "{:?}", data.keys());
}

#[test]
fn the_workshop_alone_touches_no_folder_of_others_and_takes_no_flags_of_games() {
    let workspace = with_modules();
    workspace.write("workshop/notes.txt", b"mine");
    let (code, said) = alone(&workspace, &[]);
    assert!(code == Some(3) && said.contains("choose another --out"), "{said}");
    assert_eq!(workspace.names(), ["bin", "workshop"]);
    assert_eq!(tree(&workspace.path().join("workshop")).len(), 1);
    for flags in [
        &["lantern"][..],
        &["--system", "lantern"],
        &["--only", "site"],
        &["--shard", "1/2"],
        &["--no-print"],
        &["--no-cache"],
        &["--changes-from", "dist"],
        &["--campaign", "campaign.yaml"],
        &["--verbose"],
    ] {
        let (code, said) = alone(&workspace, flags);
        assert!(code == Some(2) && said.contains("--workshop-only"), "{flags:?}: {said}");
    }
}
