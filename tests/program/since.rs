//! What has changed since an earlier build, as `build --changes-from` says it.

use crate::command::{NOTHING, Workspace, changes, tree};

const START: &str = "content/lantern/rules/01-start.md";

fn page(workspace: &Workspace, path: &str) -> String {
    String::from_utf8(workspace.read(path)).expect("text")
}

#[test]
fn a_build_says_what_has_changed_since_another() {
    let workspace = Workspace::new();
    assert_eq!(workspace.run(&["build", "--no-print", "--out", "before"]).code, 0);
    let more = page(&workspace, START) + "\nOne sentence more.\n";
    workspace.write(START, more);
    let built = workspace.run(&["build", "--no-print", "--changes-from", "before"]);
    assert_eq!(built.code, 0, "{built}");
    let said = page(&workspace, "dist/site/lantern/changes/index.html");
    assert!(said.contains("<h2>Chapters</h2>") && said.matches("<dt>Changed").count() == 1, "{said}");
    assert!(!said.contains("<dt>Added") && !said.contains("<dt>Removed"), "{said}");
    // The folder of the site alone says the same, and so does a build of which pages were kept.
    let one = tree(&workspace.path().join("dist"));
    for flags in [["--changes-from", "before/site", "--no-cache"], ["--changes-from", "before", "--quiet"]] {
        let line: Vec<&str> = ["build", "--no-print"].into_iter().chain(flags).collect();
        assert_eq!(workspace.run(&line).code, 0);
        assert_eq!(changes(&one, &tree(&workspace.path().join("dist"))), NOTHING, "{flags:?}");
    }
    // Without it nothing is said, whatever was kept.
    assert_eq!(workspace.run(&["build", "--no-print"]).code, 0);
    let plain = tree(&workspace.path().join("dist"));
    assert!(!plain.keys().any(|path| path.contains("/changes/")));
    assert!(!page(&workspace, "dist/site/lantern/index.html").contains("changes/"));
    // A build may be compared with what it replaces.
    assert_eq!(workspace.run(&["build", "--no-print", "--changes-from", "dist"]).code, 0);
    assert!(page(&workspace, "dist/site/lantern/changes/index.html").contains("Nothing has changed"));
}

#[test]
fn parts_of_a_build_that_is_compared_are_the_whole() {
    let workspace = Workspace::new();
    assert_eq!(workspace.run(&["build", "--no-print", "--out", "before"]).code, 0);
    workspace.write(START, page(&workspace, START) + "\nOne sentence more.\n");
    assert_eq!(workspace.run(&["build", "--no-print", "--changes-from", "before"]).code, 0);
    for (shard, folder) in [("1/2", "one"), ("2/2", "two")] {
        let part =
            workspace.run(&["build", "--no-print", "--changes-from", "before", "--shard", shard, "--out", folder]);
        assert_eq!(part.code, 0, "{part}");
    }
    assert_eq!(workspace.run(&["merge", "--out", "whole", "one", "two"]).code, 0);
    let [whole, one] = ["whole", "dist"].map(|folder| tree(&workspace.path().join(folder)));
    assert_eq!(changes(&one, &whole), NOTHING);
}

#[test]
fn a_folder_that_is_no_earlier_build_is_refused() {
    let workspace = Workspace::new();
    workspace.write("broken/site/lantern/entries.json", "{ \"system\": \"lantern\" }");
    workspace.write("foreign/site/rapier/entries.json", r#"{ "system": "rapier", "edition": "1", "entries": [] }"#);
    workspace.write("empty/site/index.html", "");
    for (folder, why) in [
        ("nowhere", "could not read nowhere"),
        ("empty", "empty is not an earlier build with a site"),
        ("broken", "broken/site/lantern/entries.json is not the list of entries"),
        ("foreign", "foreign is a build of other games: rapier"),
    ] {
        let refused = workspace.run(&["build", "--changes-from", folder]);
        assert!(refused.code == 3 && refused.stderr.contains(why), "{why}: {refused}");
        assert!(!workspace.path().join("dist").exists(), "{folder}");
    }
}
