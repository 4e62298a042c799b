//! Pictures that go with links to pages: there where the site's address is known, and nowhere else.

use std::collections::BTreeSet;

use crate::command::{Workspace, tree};

const DONE: i32 = 0;
const SITE: &str = "format_version: 1\ntitle: Lamps\naddress: https://a.example/lamps/\n";

/// The pictures of an output, by their paths from its site.
fn pictures(workspace: &Workspace, out: &str) -> BTreeSet<String> {
    let files = tree(&workspace.path().join(out));
    let of_site = files.into_keys().filter_map(|path| path.strip_prefix("site/").map(str::to_owned));
    of_site.filter(|path| path.contains("/share/")).collect()
}

/// The pictures that its pages name.
fn named(workspace: &Workspace, out: &str) -> BTreeSet<String> {
    let pages = tree(&workspace.path().join(out)).into_iter().filter(|(path, _)| path.ends_with(".html"));
    let image = |(_, page): (String, Vec<u8>)| {
        let page = String::from_utf8(page).expect("a page is text");
        let behind = page.split("og:image\" content=\"https://a.example/lamps/").nth(1)?;
        Some(behind.split('"').next()?.to_owned())
    };
    pages.filter_map(image).collect()
}

#[test]
fn pages_that_are_published_have_pictures_and_others_cost_nothing() {
    let workspace = Workspace::new();
    let built = workspace.run(&["build", "--no-print"]);
    assert_eq!(built.code, DONE, "{built}");
    assert_eq!(pictures(&workspace, "dist"), BTreeSet::new());
    workspace.write("content/site.yaml", SITE);
    let built = workspace.run(&["build", "--no-print"]);
    assert_eq!(built.code, DONE, "{built}");
    let made = pictures(&workspace, "dist");
    assert_eq!(made, named(&workspace, "dist"), "every picture is of a page, and every page has its picture");
    assert!(made.contains("lantern/share/cover.png") && made.contains("lantern/share/actions/raise.png"), "{made:?}");
    for path in &made {
        let picture = workspace.read(&format!("dist/site/{path}"));
        assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n", "{path}");
        assert_eq!(picture[16..24], [0, 0, 4, 176, 0, 0, 2, 118], "{path} is 1200 by 630");
    }
}

/// Kept or drawn, whole or in parts: the same bytes.
#[test]
fn pictures_are_the_same_however_they_come_about() {
    let workspace = Workspace::new();
    workspace.write("content/site.yaml", SITE);
    for arguments in [
        &["build", "--out", "anew", "--no-cache"][..],
        &["build", "--out", "first"],
        &["build", "--out", "kept"],
        &["build", "--out", "alone", "--only", "site/*/share/*"],
        &["build", "--out", "part-1", "--shard", "1/2"],
        &["build", "--out", "part-2", "--shard", "2/2"],
    ] {
        let built = workspace.run(arguments);
        assert_eq!(built.code, DONE, "{arguments:?}: {built}");
    }
    let merged = workspace.run(&["merge", "part-1", "part-2", "--out", "merged"]);
    assert_eq!(merged.code, DONE, "{merged}");
    let all = pictures(&workspace, "anew");
    assert!(all.len() > 3, "{all:?}");
    for out in ["first", "kept", "alone", "merged"] {
        assert_eq!(pictures(&workspace, out), all, "{out}");
        for path in &all {
            let of = |out: &str| workspace.read(&format!("{out}/site/{path}"));
            assert!(of(out) == of("anew"), "{out}: {path}");
        }
    }
    assert_eq!(tree(&workspace.path().join("alone")).len(), all.len() + 1, "these, and the manifest");
    // An edit of a card shows on its picture, also where the others are kept.
    workspace.replace("content/lantern/actions/deeds.yaml", "name: Raise the Lantern", "name: Hoist the Lantern");
    let built = workspace.run(&["build", "--out", "kept"]);
    assert_eq!(built.code, DONE, "{built}");
    let raise = "site/lantern/share/actions/raise.png";
    assert!(workspace.read(&format!("kept/{raise}")) != workspace.read(&format!("anew/{raise}")));
}
