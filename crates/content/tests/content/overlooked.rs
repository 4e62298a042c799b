//! Files that nothing reads although they were surely meant.

use makeready_content::diagnostic::Diagnostic;
use makeready_content::overlooked::may_be_meant;
use makeready_content::source::{SourceFile, Sources};
use makeready_content::strays;

/// The findings of a content folder with files that are read and files that are overlooked.
fn found(read: &[&str], overlooked: &[&str]) -> Vec<Diagnostic> {
    let file = |path: &&str| SourceFile { path: (*path).into(), shown: (*path).into(), text: String::new() };
    let sources = Sources::new(read.iter().chain(overlooked).map(file).collect());
    strays(&sources.with_overlooked(overlooked.iter().map(|path| (*path).to_owned()).collect()))
}

#[test]
fn what_people_and_programs_keep_beside_content_is_passed_over() {
    for path in ["g/README.txt", "g/LICENSE", "g/rules/notes.txt~", "schema/npcs.json", "g/__MACOSX/a.txt", "g/tool.py"]
    {
        assert!(!may_be_meant(path), "{path}");
    }
    for path in ["g/skills.yaml.txt", "g/npcs/bell", "g/map.PNG", "notes/night.txt", "g/Cinzel.ttf"] {
        assert!(may_be_meant(path), "{path}");
    }
}

#[test]
fn folders_beside_games_may_hold_what_they_like() {
    let paths = ["dist/index.html", "dist/manifest.json", "dist/a.md.txt", "docs/plan.txt", "mine/skills.yaml.txt"];
    let messages: Vec<String> = found(&[], &paths).into_iter().map(|found| found.message).collect();
    assert_eq!(messages, ["the folder `mine` is not read, because it has no `system.yaml`"]);
}

#[test]
fn the_cure_is_a_name_that_is_read() {
    let cures = |path: &str| -> Vec<Option<String>> {
        let path = format!("g/{path}");
        found(&["g/system.yaml"], &[path.as_str()]).into_iter().map(|found| found.help).collect()
    };
    for (path, right) in [
        ("skills.yaml.txt", "rename it to `skills.yaml`"),
        ("skills", "rename it to `skills.yaml`"),
        ("rules/03-react.txt", "rename it to `rules/03-react.md`, or start its name with a dot to have it ignored"),
        ("actions/deeds.json", "rename it to `actions/deeds.yaml`, or start its name with a dot to have it ignored"),
        ("actions/deeds", "rename it to `actions/deeds.yaml`"),
        ("cover.png", "move it to `art/cover.png`"),
        ("fonts/cover.png", "move it to `art/cover.png`"),
        ("Cinzel.ttf", "move it to `fonts/Cinzel.ttf`"),
        ("charakters/ida.txt", "did you mean `characters/`?"),
    ] {
        assert_eq!(cures(path), [Some(right.to_owned())], "{path}");
    }
    for path in ["notes.txt", "art/strike.psd", "fonts/OFL.txt"] {
        assert!(cures(path).is_empty(), "{path}: {:?}", cures(path));
    }
}
