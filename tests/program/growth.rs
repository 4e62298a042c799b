//! Large games: hundreds of characters, on any number of threads.

use crate::command::{Workspace, tree};

const DONE: i32 = 0;

/// The game that `makeready new` writes, with `count` characters.
fn game_with_characters(count: usize) -> Workspace {
    const WREN: &str = "content/embers/characters/wren.yaml";
    let workspace = Workspace::empty();
    let ran = workspace.run(&["new", "content", "--id", "embers"]);
    assert_eq!(ran.code, DONE, "{ran}");
    let wren = String::from_utf8(workspace.read(WREN)).expect("the file is text");
    for number in 1..count {
        let text = wren.replace("id: wren", &format!("id: wren-{number}"));
        workspace.write(&format!("content/embers/characters/wren-{number}.yaml"), text);
    }
    workspace
}

/// Documents were begun inside one another, each while the one around it waited, until the stack was full.
#[test]
#[ignore = "slow: prints four hundred sheets on one thread"]
fn four_hundred_characters_are_made_on_one_thread() {
    let workspace = game_with_characters(400);
    let ran = workspace.run_on_threads(1, "build --no-cache");
    assert_eq!(ran.code, DONE, "{ran}");
    let made = tree(&workspace.path().join("dist"));
    let sheets =
        made.keys().filter(|path| path.starts_with("site/print/embers/sheet-wren") && path.ends_with("-a4.pdf"));
    assert_eq!(sheets.count(), 400);
}

#[test]
fn any_number_of_threads_makes_the_same_bytes() {
    let workspace = game_with_characters(12);
    let on_one = build(&workspace, 1);
    for threads in [2, 8] {
        let made = build(&workspace, threads);
        for (path, bytes) in &on_one {
            assert!(made.get(path) == Some(bytes), "{path} differs on {threads} threads");
        }
        assert_eq!(made.len(), on_one.len());
    }
}

fn build(workspace: &Workspace, threads: usize) -> std::collections::BTreeMap<String, Vec<u8>> {
    let ran = workspace.run_on_threads(threads, &format!("build --no-cache --out dist-{threads}"));
    assert_eq!(ran.code, DONE, "{ran}");
    tree(&workspace.path().join(format!("dist-{threads}")))
}
