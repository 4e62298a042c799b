//! Folders that are large, faulty throughout, or made to harm: the program ends soon and reports what it found.
//!
//! Everything runs the real binary, with a few seconds of processor time: each of these once took minutes, or never
//! ended.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::net::UnixListener;
use std::process::Command;

use crate::command::{Ran, Workspace};
use makeready_content::limits::{LONGEST_ID, MOST_DRAWN, MOST_FILES, MOST_LISTED, MOST_PATHS};

/// Processor time for each run. On the machine on which they were written they take a tenth of this.
const SECONDS: u32 = 10;

/// `aaa`, `aab` and so on: as near to one another as names can be.
fn name(number: usize) -> String {
    let letter = |place: u32| char::from(b'a' + u8::try_from(number / 26_usize.pow(place) % 26).expect("a letter"));
    (0..5).rev().map(letter).collect()
}

/// A file of actions, each made by `action`.
fn actions(numbers: std::ops::Range<usize>, action: impl Fn(usize) -> String) -> String {
    let all: String = numbers.map(action).collect();
    format!("format_version: 1\nactions:\n{all}")
}

/// How many findings are drawn on stderr.
fn drawn(ran: &Ran) -> usize {
    ran.stderr.matches("error[").count() + ran.stderr.matches("warning[").count()
}

fn make_pipe(workspace: &Workspace, path: &str) {
    let made = Command::new("mkfifo").arg(workspace.path().join(path)).status().expect("there is mkfifo");
    assert!(made.success());
}

#[test]
fn ten_thousand_cards_are_checked_in_a_moment() {
    let workspace = Workspace::new();
    for file in 0..100 {
        let action = |number: usize| {
            let id = name(number);
            format!(
                "  - {{ id: act-{id}, name: Act {id}, family: deeds, icon: moon, tags: [hooks, act-{id}], text: \"See {{pace}} :moon:.\", details: \"[[action:act-{id}]]\" }}\n"
            )
        };
        workspace
            .write(&format!("content/lantern/actions/f{file:03}.yaml"), actions(file * 100..file * 100 + 100, action));
    }
    let ran = workspace.run_within(SECONDS, "check --no-print");
    assert_eq!(ran.code, 0, "{ran}");
    assert!(ran.stderr.contains("10004 cards"), "{ran}");
}

#[test]
fn five_thousand_chapters_are_checked_in_a_moment() {
    let workspace = Workspace::new();
    for number in 0..5_000 {
        let (id, before) = (name(number), number.saturating_sub(1));
        workspace.write(
            &format!("content/lantern/rules/{:05}-{id}.md", number + 10),
            format!(
                "---\nformat_version: 1\ntitle: Chapter {number}\nsummary: About {id}.\n---\n## Part {{#CH-{number}}}\n\nSee [[rule:CH-{before}]], [[chapter:{id}]] and [[action:raise]] in the watch hour.\n\n```card id=raise\n```\n"
            ),
        );
    }
    let ran = workspace.run_within(SECONDS, "check");
    assert_eq!(ran.code, 0, "{ran}");
    assert!(ran.stderr.contains("5002 chapters"), "{ran}");
}

#[test]
fn a_hundred_thousand_words_of_the_glossary_are_checked_in_a_moment() {
    let workspace = Workspace::new();
    let term = |number: usize| {
        let words: Vec<String> = (0..10).map(|word| format!("w{}", name(number * 10 + word))).collect();
        format!("  - {{ id: t-{}, words: [{}], meaning: What it means. }}\n", name(number), words.join(", "))
    };
    let terms: String = (0..10_000).map(term).collect();
    workspace.write("content/lantern/glossary.yaml", format!("format_version: 1\nterms:\n{terms}"));
    // Each of these is compared with all others.
    let links: String = (0..2_000).map(|number| format!("A [[term:x-{}]].\n\n", name(number))).collect();
    workspace.write(
        "content/lantern/rules/03-words.md",
        format!("---\nformat_version: 1\ntitle: Words\nsummary: All.\n---\n{links}"),
    );
    let ran = workspace.run_within(SECONDS, "check");
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.stderr.contains("\n2000 errors, 0 warnings"), "{ran}");
    assert_eq!(drawn(&ran), MOST_DRAWN, "{ran}");
}

#[test]
fn sixty_thousand_faults_are_counted_and_the_first_are_drawn() {
    let workspace = Workspace::new();
    for file in 0..200 {
        let action = |number: usize| {
            let id = name(number);
            format!("  - {{ id: act-{id}, name: A, family: deads, icon: moonn, tags: [act-{id}x] }}\n")
        };
        workspace
            .write(&format!("content/lantern/actions/f{file:03}.yaml"), actions(file * 100..file * 100 + 100, action));
    }
    let ran = workspace.run_within(SECONDS, "check");
    assert_eq!(ran.code, 1, "{ran}");
    assert_eq!(drawn(&ran), MOST_DRAWN);
    assert!(
        ran.stderr.contains("and 59900 more findings, which `makeready check --format json` lists"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.trim_end().ends_with("60000 errors, 0 warnings"), "{}", ran.stderr);
    let ran = workspace.run_within(SECONDS, "check --format json");
    let report = ran.json();
    assert_eq!((ran.code, &report["errors"]), (1, &60_000.into()));
    assert_eq!(report["diagnostics"].as_array().map(Vec::len), Some(MOST_LISTED));
    assert_eq!(report["more"], 60_000 - MOST_LISTED);
    let ran = workspace.run_within(SECONDS, "build");
    assert_eq!((ran.code, drawn(&ran)), (1, MOST_DRAWN));
    assert!(ran.stderr.contains("60000 errors in the content; nothing was written"), "{}", ran.stderr);
}

#[test]
fn faults_in_one_line_of_a_file_are_drawn_in_a_few_lines() {
    let workspace = Workspace::new();
    let all: Vec<String> =
        (0..9_000).map(|number| format!("{{ id: act-{}, nmae: N, family: deeds }}", name(number))).collect();
    workspace.write("content/lantern/actions/f.yaml", format!("format_version: 1\nactions: [{}]\n", all.join(", ")));
    let ran = workspace.run_within(SECONDS, "check");
    assert_eq!((ran.code, drawn(&ran)), (1, MOST_DRAWN));
    assert!(ran.stderr.contains("f.yaml:2:28\n"), "{}", ran.stderr);
    assert!(ran.stderr.len() < MOST_DRAWN * 1_000, "{} bytes", ran.stderr.len());
}

#[test]
fn keys_without_end_are_one_fault() {
    for count in [20_000, 150_000] {
        let workspace = Workspace::new();
        let keys: String = (0..count).map(|number| format!("k{}: 1\n", name(number))).collect();
        workspace.write("content/lantern/conditions.yaml", format!("format_version: 1\n{keys}"));
        let ran = workspace.run_within(SECONDS, "check");
        assert_eq!((ran.code, drawn(&ran)), (1, 1), "{ran}");
        assert!(ran.stderr.contains("error[mapping-too-large]"), "{ran}");
    }
}

#[test]
fn twenty_thousand_broken_links_of_one_chapter_are_placed_in_a_moment() {
    let workspace = Workspace::new();
    let links: String =
        (0..20_000).map(|number| format!("{{1 + 1}} [[action:raiz-{}]] {{{{ x\n\n", name(number))).collect();
    workspace.write(
        "content/lantern/rules/03-links.md",
        format!("---\nformat_version: 1\ntitle: Links\nsummary: All.\n---\n{links}"),
    );
    let ran = workspace.run_within(SECONDS, "check --format json");
    let report = ran.json();
    assert_eq!(report["errors"], 20_000);
    for (number, told) in report["diagnostics"].as_array().expect("a list").iter().enumerate() {
        assert_eq!((&told["line"], &told["column"]), (&(6 + 2 * number).into(), &11.into()), "{told}");
    }
}

#[test]
fn signs_without_end_in_a_chapter_are_read_in_a_moment() {
    let signs = [
        "[[#", "[[a ", "[[#AB-1 ", "`[[#a]]", "{1 +} ", "} ", "{ { ", "*a **a ", "> ", "- ", "![a](", "[a](", "`a ",
        "<a ", "&", "\\", "\"", "[^1] ", "| a ", "```x\n", "\u{a0}", "a = b ",
    ];
    for sign in signs {
        let workspace = Workspace::new();
        let text = sign.repeat(200_000 / sign.len());
        let attributes = format!("```table {}\n```\n", sign.replace('\n', " ").repeat(20_000));
        for (number, body) in [text, attributes].into_iter().enumerate() {
            workspace.write(
                &format!("content/lantern/rules/{:02}-signs.md", number + 3),
                format!("---\nformat_version: 1\ntitle: Signs\nsummary: All.\n---\n{body}\n"),
            );
        }
        let ran = workspace.run_within(SECONDS, "check");
        assert!(ran.code < 2 && drawn(&ran) <= MOST_DRAWN, "{sign}: {ran}");
    }
}

#[test]
fn anchors_without_end_in_one_paragraph_take_little_room() {
    let workspace = Workspace::new();
    let anchors: String = (0..20_000).map(|number| format!("[[#AB-{number}]] text ")).collect();
    let footnotes: String = (0..5_000).map(|number| format!("[^{number}] ")).collect();
    let notes: String = (0..5_000).map(|number| format!("[^{number}]: Note.\n\n")).collect();
    workspace.write(
        "content/lantern/rules/03-anchors.md",
        format!("---\nformat_version: 1\ntitle: A\nsummary: All.\n---\n{anchors}\n\n{footnotes}\n\n{notes}"),
    );
    let ran = workspace.run_within(SECONDS, "check");
    assert_eq!(ran.code, 0, "{ran}");
}

#[test]
fn more_files_than_a_folder_may_have_are_one_fault() {
    let workspace = Workspace::new();
    for number in 0..MOST_FILES {
        workspace.write(&format!("content/lantern/zz/{number:05}.md"), "");
    }
    let ran = workspace.run_within(SECONDS, "check");
    assert_eq!((ran.code, drawn(&ran)), (1, 1), "{ran}");
    assert!(ran.stderr.contains("the content folder has more than 20000 files"), "{ran}");
}

#[test]
fn more_files_of_any_kind_than_a_folder_may_have_are_one_fault() {
    let workspace = Workspace::new();
    for number in 0..=MOST_PATHS {
        workspace.write(&format!("content/pictures/{:02}/{number:06}.png", number % 50), "");
    }
    let ran = workspace.run_within(SECONDS, "check");
    assert_eq!((ran.code, drawn(&ran)), (1, 1), "{ran}");
    assert!(ran.stderr.contains("has more than 100000 files and folders in it"), "{ran}");
}

#[test]
fn nobody_waits_for_a_pipe_or_a_socket_among_the_files() {
    let workspace = Workspace::new();
    make_pipe(&workspace, "content/lantern/actions/more.yaml");
    make_pipe(&workspace, "content/lantern/rules/03-more.md");
    let _socket = UnixListener::bind(workspace.path().join("content/lantern/npcs/more.yaml")).expect("it can be made");
    // Files that are no content are ignored.
    make_pipe(&workspace, "content/lantern/actions/notes.txt");
    let ran = workspace.run_within(SECONDS, "check");
    assert_eq!((ran.code, drawn(&ran)), (1, 3), "{ran}");
    for path in ["actions/more.yaml", "npcs/more.yaml", "rules/03-more.md"] {
        assert!(ran.stderr.contains(&format!("--> content/lantern/{path}:1:1")), "{ran}");
    }
    assert_eq!(ran.stderr.matches("error[not-a-file]").count(), 3, "{ran}");
}

#[test]
fn names_that_cannot_be_told_are_told_on_one_line() {
    let workspace = Workspace::new();
    let actions = workspace.path().join("content/lantern/actions");
    for name in [b"\xff\xfe.yaml".as_slice(), b"odd\xff", b"a\nb.yaml", b"picture\xff.png"] {
        let path = actions.join(OsStr::from_bytes(name));
        if name.ends_with(b"\xff") { std::fs::create_dir(&path) } else { std::fs::write(&path, "- 1\n") }
            .expect("it can be made");
    }
    let ran = workspace.run_within(SECONDS, "check");
    assert_eq!((ran.code, ran.stderr.matches("error[not-utf-8]").count()), (1, 2), "{ran}");
    assert!(ran.stderr.contains("--> content/lantern/actions/a\u{fffd}b.yaml:1:1"), "{ran}");
    let listed = workspace.run_within(SECONDS, "check --format json");
    assert!(listed.stdout.contains(r#""file": "content/lantern/actions/a\nb.yaml""#), "{listed}");
    assert_eq!(listed.stdout.matches("is not UTF-8").count(), 2, "{listed}");
}

#[test]
fn devices_and_pipes_on_the_command_line_are_refused() {
    let workspace = Workspace::new();
    make_pipe(&workspace, "pipe.yaml");
    for path in ["/dev/zero", "pipe.yaml"] {
        let ran = workspace.run_within(SECONDS, &format!("check --campaign {path}"));
        assert_eq!(ran.code, 1, "{ran}");
        assert!(ran.stderr.contains("error[not-a-file]") && ran.stderr.contains(&format!("--> {path}:1:1")), "{ran}");
        let ran = workspace.run_within(SECONDS, &format!("handout {path}"));
        assert_eq!(ran.code, 3, "{ran}");
        assert!(ran.stderr.contains(&format!("could not read {path}: it is no file")), "{ran}");
    }
}

#[test]
fn a_glob_of_many_stars_is_answered_at_once() {
    let workspace = Workspace::new();
    let long = "a".repeat(LONGEST_ID);
    let action = |_| format!("  - {{ id: {long}, name: Long, family: deeds, icon: moon, text: \"A long one.\" }}\n");
    workspace.write("content/lantern/actions/long.yaml", actions(0..1, action));
    // The first of these fits the start of the long name in more ways than can be counted.
    for glob in ["*a".repeat(LONGEST_ID / 2) + "*b", "*".repeat(400) + "z", "*a".repeat(20_000) + "z"] {
        let ran = workspace.run_within(SECONDS, &format!("cards lantern --only '{glob}'"));
        assert_eq!(ran.code, 2, "{ran}");
        assert!(ran.stderr.contains("no card matches"), "{ran}");
    }
}

/// Each of these tables is small enough to be counted, and together they would take half a minute.
#[test]
fn odds_without_end_are_counted_up_to_a_bound() {
    let workspace = Workspace::new();
    let heap = "checks:\n  - id: heap\n    name: A heap\n    rule: LR-1\n    summary: All dice there are.\n    inputs:\n      - \
                { id: more, name: More, min: 0, max: 99, default: 0 }\n    roll: \"1000d6 + more\"\n    bands:\n      - { id: \
                high, name: High, on: success, when: \"rolled > 3500\" }\n      - { id: low, name: Low, on: failure }\n";
    workspace.replace("content/lantern/checks.yaml", "checks:\n", heap);
    let odds = "```odds check=heap more=0..49 caption=\"Heaps\"\n```\n\n".repeat(20);
    let chapter = format!("---\nformat_version: 1\ntitle: Heaps\nsummary: Of dice.\n---\n\n{odds}");
    workspace.write("content/lantern/rules/90-heaps.md", chapter);
    let ran = workspace.run_within(4 * SECONDS, "check");
    assert_eq!((ran.code, drawn(&ran)), (1, 1), "{ran}");
    assert!(ran.stderr.contains("the odds of this game need more than 12000000000 steps of counting"), "{ran}");
    assert!(ran.stderr.contains("--> content/lantern/rules/90-heaps.md:"), "{ran}");
}
