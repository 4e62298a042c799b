//! What is kept for the next build changes its time and not its output.
//!
//! Twelve edits by default; `MAKEREADY_EDITS=200` makes so many.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::command::{NOTHING, Workspace, changes, tree};

/// A place in the small game, and what may stand there.
const EDITS: [(&str, &str, [&str; 3]); 8] = [
    ("content/lantern/system.yaml", "title: ", ["Lantern Row", "The Other Row", "Rows"]),
    ("content/lantern/system.yaml", "rule: LR-1, summary: \"To ", ["stand.\" }", "stay.\" }", "stay for long.\" }"]),
    ("content/lantern/characters/ida.yaml", "name: Ida ", ["Brook", "Bruck", "Brook the Younger"]),
    ("content/lantern/characters/ida.yaml", "inputs: { watch: ", ["2 }", "3 }", "4 }"]),
    ("content/lantern/characters/ida.yaml", "stats: { nerve: 4, wit: ", ["3 }", "4 }", "2 }"]),
    ("content/lantern/actions/deeds.yaml", "    summary: ", ["\"Throw light.\"", "\"Throw it far.\"", "\"Light up.\""]),
    (
        "content/lantern/actions/deeds.yaml",
        "    text: \"Hold it ",
        ["**high**.\"", "*low*.\"", "high :moon: and wait.\""],
    ),
    ("content/lantern/rules/01-start.md", "Lamps are ", ["heavy.", "light.", "heavy, and {1 + 2} at once too much."]),
];

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % sides
    }
}

/// Makes an edit: the rest of the line behind its beginning.
fn edit(workspace: &Workspace, dice: &mut Dice) -> String {
    let (path, beginning, endings) = EDITS[dice.roll(EDITS.len())];
    let ending = endings[dice.roll(endings.len())];
    let text = String::from_utf8(workspace.read(path)).expect("text");
    let line = text
        .lines()
        .find_map(|line| line.find(beginning).map(|at| &line[at..]))
        .unwrap_or_else(|| panic!("{beginning} in {path}"));
    workspace.write(path, text.replace(line, &format!("{beginning}{ending}")));
    format!("{beginning}{ending}")
}

/// Builds with what was kept, and without it into another folder.
fn built(workspace: &Workspace) -> [BTreeMap<String, Vec<u8>>; 2] {
    let [kept, anew] = [&["build"][..], &["build", "--no-cache", "--out", "anew"]].map(|line| workspace.run(line));
    // Some edits break a rule of the game, which makes drafts.
    assert!(kept.code <= 1 && kept.code == anew.code, "{kept}\n{anew}");
    ["dist", "anew"].map(|folder| tree(&workspace.path().join(folder)))
}

#[test]
fn a_build_gives_the_same_bytes_with_what_was_kept_and_without() {
    let edits = std::env::var("MAKEREADY_EDITS").ok().and_then(|number| number.parse().ok()).unwrap_or(12);
    let workspace = Workspace::new();
    let mut dice = Dice(7);
    for number in 0..edits {
        let [kept, anew] = built(&workspace);
        assert_eq!(changes(&anew, &kept), NOTHING, "edit {number}");
        edit(&workspace, &mut dice);
    }
}

/// A game comes with a `.makeready` beside it that says whatever its maker likes: nothing of it is printed.
#[test]
fn what_another_user_has_kept_is_not_used() {
    let workspace = Workspace::new();
    let stranger = workspace.run_with_cache("stranger", &["build"]);
    assert_eq!(stranger.code, 0, "{stranger}");
    let kept = |workspace: &Workspace| {
        let mut files = tree(&workspace.path().join(".makeready"));
        files.retain(|path, _| !path.starts_with("output"));
        files
    };
    // What the stranger can sign, they can forge: each result says something else.
    let forged: Vec<String> = kept(&workspace).into_keys().filter(|path| path.contains('/')).collect();
    assert!(!forged.is_empty());
    let before: BTreeMap<String, Vec<u8>> = kept(&workspace);
    let own = workspace.run(&["build", "--out", "own"]);
    assert_eq!(own.code, 0, "{own}");
    let after = kept(&workspace);
    for path in &forged {
        assert_ne!(before[path], after[path], "{path} was made anew, under a signature of one's own");
    }
    let trees = ["dist", "own"].map(|folder| tree(&workspace.path().join(folder)));
    assert_eq!(changes(&trees[0], &trees[1]), NOTHING);
    // Where a user has no folder for a secret, nothing is kept, and all else goes on.
    workspace.write("file", "");
    let unsigned = workspace.run_with_cache("file", &["build", "--out", "unsigned"]);
    assert!(
        unsigned.code == 0 && unsigned.stderr.contains("the cache is off: no secret to sign it with"),
        "{unsigned}"
    );
    assert_eq!(changes(&trees[0], &tree(&workspace.path().join("unsigned"))), NOTHING);
    assert_eq!(kept(&workspace), after);
}

/// Edits after which something is wrong with the small game, or with a part of it: each takes these words for those.
const FAULTS: [(&str, &str, &str); 6] = [
    ("content/lantern/characters/ida.yaml", "nerve: ", "nerves: "),
    ("content/lantern/characters/ida.yaml", "nerve: 4", "nerve: 40"),
    ("content/lantern/actions/deeds.yaml", "    text: \"", "    text: \"{1 / 0} "),
    ("content/lantern/rules/01-start.md", "Lamps are ", "Lamps are {2 ^ 99} and {nobody} "),
    ("content/lantern/rules/01-start.md", "Lamps are ", "Lamps are {1 / (2 - 2)} "),
    ("content/lantern/system.yaml", "title: ", "titles: "),
];

#[test]
fn a_check_finds_the_same_with_what_was_kept_and_without() {
    let workspace = Workspace::new();
    let mut dice = Dice(5);
    for number in 0..24 {
        // Every third edit is a fault that the next one takes back.
        let (path, old, new) = FAULTS[dice.roll(FAULTS.len())];
        let sound = workspace.read(path);
        let what = if number % 3 == 2 {
            workspace.write(path, String::from_utf8_lossy(&sound).replacen(old, new, 1));
            format!("{path}: {new}")
        } else {
            edit(&workspace, &mut dice)
        };
        let kept = workspace.run(&["check"]);
        let (store, aside) = (workspace.path().join(".makeready"), workspace.path().join("aside"));
        let is_there = store.exists();
        if is_there {
            fs::rename(&store, &aside).expect("moved");
        }
        let anew = workspace.run(&["check"]);
        if is_there {
            let _ = fs::remove_dir_all(&store);
            fs::rename(&aside, &store).expect("moved back");
        }
        assert_eq!(kept.to_string(), anew.to_string(), "edit {number}: {what}");
        if number % 3 == 2 {
            workspace.write(path, String::from_utf8(sound).expect("text"));
        }
    }
}

/// More is wrong with one game than is listed, so that nothing is listed of another: that one is not taken for sound.
#[test]
fn a_game_of_which_nothing_could_be_listed_is_looked_at_again() {
    let workspace = Workspace::new();
    for (path, bytes) in tree(&workspace.path().join("content/lantern")) {
        let text = String::from_utf8(bytes).expect("text");
        workspace.write(&format!("content/attic/{path}"), text.replace("lantern", "attic"));
    }
    let term =
        |number: usize| format!("  - {{ id: t-{number}, words: [w{number}], meaning: It., rule: LR-9{number} }}\n");
    let glossary = |count: usize| format!("format_version: 1\nterms:\n{}", (0..count).map(term).collect::<String>());
    workspace.write("content/attic/glossary.yaml", glossary(10_000));
    workspace.write("content/lantern/glossary.yaml", glossary(1));
    workspace.write("content/campaign.yaml", "format_version: 1\n");
    let [first, second] = [(); 2].map(|()| workspace.run(&["check"]));
    assert!(
        first.stderr.contains("0 errors, 1000") && !first.stderr.contains("10000 warnings"),
        "{}",
        last(&first.stderr)
    );
    assert_eq!(last(&second.stderr), last(&first.stderr));
}

/// The last line.
fn last(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

/// The results that are kept. The output before the last is none: its files are those of the output by another name.
fn results(workspace: &Workspace) -> Vec<PathBuf> {
    let store = workspace.path().join(".makeready");
    let files = tree(&store).into_keys().filter(|path| path.contains('/') && !path.starts_with("output/"));
    files.map(|path| store.join(path)).collect()
}

#[test]
fn what_is_damaged_or_foreign_does_no_harm() {
    type Damage = fn(&[u8]) -> Vec<u8>;
    let workspace = Workspace::new();
    let [_, anew] = built(&workspace);
    let damages: [(&str, Damage); 4] = [
        ("half written", |bytes| bytes[..bytes.len() / 2].to_vec()),
        ("empty", |_| Vec::new()),
        ("changed at its end", |bytes| [&bytes[..bytes.len() - 1], b"!"].concat()),
        ("of somebody else", |_| b"makeready 1, they said".to_vec()),
    ];
    for (what, damage) in damages {
        let results = results(&workspace);
        assert!(results.len() > 5, "{what}: {results:?}");
        for result in results {
            let bytes = fs::read(&result).expect("it is kept");
            fs::write(&result, damage(&bytes)).expect("it can be written");
        }
        let [kept, _] = built(&workspace);
        assert_eq!(changes(&anew, &kept), NOTHING, "{what}");
    }
    // Results in each other's places.
    let all = results(&workspace);
    let bytes: Vec<Vec<u8>> = all.iter().map(|path| fs::read(path).expect("it is kept")).collect();
    for (number, path) in all.iter().enumerate() {
        fs::write(path, &bytes[(number + 1) % bytes.len()]).expect("it can be written");
    }
    assert_eq!(changes(&anew, &built(&workspace)[0]), NOTHING, "in each other's places");
}

#[test]
fn the_output_before_the_last_does_no_harm_whatever_becomes_of_it() {
    type Fate = fn(usize, &Path);
    let fates: [(&str, Fate); 3] = [
        ("other files of the same names", |number, file| {
            fs::remove_file(file).expect("removed");
            fs::write(file, format!("number {number}")).expect("written");
        }),
        ("every other file is missing", |number, file| {
            if number % 2 == 0 {
                fs::remove_file(file).expect("removed");
            }
        }),
        ("another file beside each", |_, file| fs::write(file.with_extension("mine"), "mine").expect("written")),
    ];
    let workspace = Workspace::new();
    let mut dice = Dice(3);
    for _ in 0..4 {
        edit(&workspace, &mut dice);
        built(&workspace);
    }
    let spare = workspace.path().join(".makeready/output");
    for (what, fate) in fates {
        let files: Vec<PathBuf> = tree(&spare).into_keys().map(|path| spare.join(path)).collect();
        assert!(files.len() > 50, "{what}: {files:?}");
        files.iter().enumerate().for_each(|(number, file)| fate(number, file));
        let page = workspace.read("content/lantern/rules/01-start.md");
        workspace.write("content/lantern/rules/01-start.md", [&page[..], format!("\n\n{what}.\n").as_bytes()].concat());
        let [kept, anew] = built(&workspace);
        assert_eq!(changes(&anew, &kept), NOTHING, "{what}");
    }
}

#[test]
fn a_folder_or_link_of_somebody_else_is_left_alone() {
    let workspace = Workspace::new();
    workspace.write(".makeready/letter.txt", "dear");
    let [kept, anew] = built(&workspace);
    assert_eq!(changes(&anew, &kept), NOTHING);
    assert_eq!(tree(&workspace.path().join(".makeready")).into_keys().collect::<Vec<_>>(), ["letter.txt"]);

    fs::remove_dir_all(workspace.path().join(".makeready")).expect("removed");
    fs::create_dir(workspace.path().join("elsewhere")).expect("a folder");
    symlink("elsewhere", workspace.path().join(".makeready")).expect("a link");
    let [kept, anew] = built(&workspace);
    assert_eq!(changes(&anew, &kept), NOTHING);
    assert!(tree(&workspace.path().join("elsewhere")).is_empty());
}

/// Sets the permissions of a file or folder.
fn permit(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
}

/// Builds as somebody who may write into the folder `open` alone, and compares it with a build that keeps nothing. False where
/// that cannot be tried.
fn builds_without_privileges(workspace: &Workspace) -> bool {
    let Some(ran) = workspace.run_without_privileges(&["build", "--out", "open/dist"]) else { return false };
    assert_eq!(ran.code, 0, "{ran}");
    let anew = workspace.run(&["build", "--no-cache", "--out", "anew"]);
    assert_eq!(anew.code, 0, "{anew}");
    let [kept, anew] = ["open/dist", "anew"].map(|folder| tree(&workspace.path().join(folder)));
    assert_eq!(changes(&anew, &kept), NOTHING);
    true
}

/// The small game, and a folder `open` that everybody may write into.
fn workspace_of_somebody_else() -> Workspace {
    let workspace = Workspace::new();
    fs::create_dir(workspace.path().join("open")).expect("a folder");
    permit(&workspace.path().join("open"), 0o777);
    permit(workspace.path(), 0o755);
    workspace
}

#[test]
fn where_nothing_may_be_kept_all_else_goes_on() {
    let workspace = workspace_of_somebody_else();
    if builds_without_privileges(&workspace) {
        assert!(!workspace.path().join(".makeready").exists());
    }
}

#[test]
fn what_may_only_be_read_is_used_and_stays() {
    let workspace = workspace_of_somebody_else();
    let ran = workspace.run(&["build"]);
    assert_eq!(ran.code, 0, "{ran}");
    // Something is as it was, and something is not.
    workspace.replace("content/lantern/characters/ida.yaml", "name: Ida ", "name: Ada ");
    let store = workspace.path().join(".makeready");
    let results = results(&workspace);
    let folders: BTreeSet<&Path> = results.iter().filter_map(|path| path.parent()).chain([store.as_path()]).collect();
    results.iter().for_each(|path| permit(path, 0o444));
    folders.iter().for_each(|folder| permit(folder, 0o555));
    let before = tree(&store);
    builds_without_privileges(&workspace);
    assert_eq!(changes(&before, &tree(&store)), NOTHING);
    // So that it can be removed.
    folders.iter().for_each(|folder| permit(folder, 0o755));
}

#[test]
fn a_build_that_finds_everything_as_it_should_be_makes_nothing() {
    let workspace = Workspace::new();
    assert_eq!(workspace.run(&["build"]).code, 0);
    let good = tree(&workspace.path().join("dist"));
    let is_idle = |ran: &crate::command::Ran| ran.stderr.contains("are up to date");
    let again = workspace.run(&["build"]);
    assert!(again.code == 0 && is_idle(&again), "{again}");
    // Whatever is not as it was is made.
    fs::remove_file(workspace.path().join("dist/site/index.html")).expect("it was there");
    let mended = workspace.run(&["build"]);
    assert!(mended.code == 0 && !is_idle(&mended), "{mended}");
    assert_eq!(changes(&good, &tree(&workspace.path().join("dist"))), NOTHING);
    // What was changed by hand is still refused.
    workspace.write("dist/site/index.html", "mine");
    assert_eq!(workspace.run(&["build"]).code, 3);
    assert_eq!(workspace.run(&["build", "--force"]).code, 0);
    assert_eq!(changes(&good, &tree(&workspace.path().join("dist"))), NOTHING);
    // Findings are told each time.
    workspace.replace("content/lantern/characters/ida.yaml", "wit: 3", "wit: 9");
    let [first, second] = [workspace.run(&["build"]), workspace.run(&["build"])];
    assert_eq!((first.code, second.code), (1, 1), "{first}\n{second}");
    assert!(!is_idle(&second) && second.stderr.contains("error"), "{second}");
}

#[test]
fn a_command_writes_the_bytes_that_a_build_has_kept_and_those_that_it_makes_itself() {
    let workspace = Workspace::new();
    let ida = "content/lantern/characters/ida.yaml";
    let commands =
        [("sheet", ida, "sheet-ida-a4"), ("cards", ida, "cards-ida-a4"), ("cards", "lantern", "cards-blank-a4")];
    let written = |name: &str| {
        let write = |(number, (command, subject, _)): (usize, &(&str, &str, &str))| {
            let file = format!("{name}-{number}.pdf");
            let ran = workspace.run(&[command, subject, "-o", &file]);
            assert_eq!(ran.code, 0, "{ran}");
            fs::read(workspace.path().join(file)).expect("it was written")
        };
        commands.iter().enumerate().map(write).collect::<Vec<_>>()
    };
    let made = written("made");
    assert!(!workspace.path().join(".makeready").exists(), "they begin no store");
    assert_eq!(workspace.run(&["build"]).code, 0);
    let built = commands.map(|(_, _, name)| workspace.path().join(format!("dist/site/print/lantern/{name}.pdf")));
    let built = built.map(|path| fs::read(path).expect("it was built"));
    let before = tree(&workspace.path().join(".makeready"));
    assert!(made == built && written("kept") == built);
    // What was there was found there: nothing new was put beside it.
    assert_eq!(changes(&before, &tree(&workspace.path().join(".makeready"))), NOTHING);
}
