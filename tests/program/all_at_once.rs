//! All faults at once: what is wrong in one place never hides what is wrong in another, whatever the two are.

use std::collections::BTreeSet;

use crate::command::Workspace;

/// A fault: the file, what stands there and what is put in its place (or added, where nothing stands there), and the code
/// and line of its finding.
struct Fault {
    file: &'static str,
    from: &'static str,
    to: &'static str,
    finding: (&'static str, &'static str),
}

const fn fault(
    file: &'static str,
    from: &'static str,
    to: &'static str,
    finding: (&'static str, &'static str),
) -> Fault {
    Fault { file, from, to, finding }
}

/// None moves the lines of another.
const FAULTS: [Fault; 14] = [
    fault("lantern/journal.yaml", "", "format_version: 1\n", ("unknown-file", "lantern/journal.yaml:1")),
    fault(
        "lantern/actions/deeds.yaml",
        "    tags: [hooks]",
        "    tags: [hooks] # and\n    smell: of oil",
        ("unknown-key", "lantern/actions/deeds.yaml:10"),
    ),
    fault("lantern/glossary.yaml", "words: [watch hour,", "words: [[watch hour,", ("yaml", "lantern/glossary.yaml:3")),
    fault(
        "lantern/rules/01-start.md",
        "See [[action:raise]].",
        "See [[action:rais]].",
        ("broken-link", "lantern/rules/01-start.md:8"),
    ),
    fault("lantern/skills.yaml", "color: steel", "color: steal", ("unknown-color", "lantern/skills.yaml:3")),
    fault("lantern/skills.yaml", "icon: gears", "icon: geers", ("unknown-icon", "lantern/skills.yaml:9")),
    fault(
        "lantern/system.yaml",
        "formula: \"2d6! + nerve\" }",
        "formula: \"2d6! + nerves\" }",
        ("unknown-name", "lantern/system.yaml:24"),
    ),
    fault("lantern/examples.yaml", "is: \"20\"", "is: \"21\"", ("example-differs", "lantern/examples.yaml:9")),
    fault(
        "lantern/rules/01-start.md",
        "```card id=raise",
        "```card id=rise",
        ("unknown-card", "lantern/rules/01-start.md:10"),
    ),
    fault(
        "lantern/conditions.yaml",
        "to: pace, add: \"-1\" } ]",
        "to: pace, add: \"-1\" } ]\n  - { id: dazzled, name: Twice, summary: \"x\", text: \"x\" }",
        ("duplicate-id", "lantern/conditions.yaml:8"),
    ),
    fault(
        "lantern/references/tables.yaml",
        "Count {watch} hours.",
        "Count {10 / (watch - watch)} hours.",
        ("not-computable", "lantern/references/tables.yaml:9"),
    ),
    fault(
        "lantern/rules/02-light.md",
        "## Light {#LR-LIGHT}",
        "## Light {#LR-1}",
        ("duplicate-id", "lantern/rules/02-light.md:6"),
    ),
    fault(
        "lantern/npcs/wisp.yaml",
        "nerve: 2, wit: 6",
        "nerve: 9, wit: 5",
        ("stat-within-die", "lantern/npcs/wisp.yaml:6"),
    ),
    fault("lantern/procedures.yaml", "    name: A gust of wind\n", "", ("missing-key", "lantern/procedures.yaml:3")),
];

/// The findings of a game with these faults: code, file and line.
fn findings(faults: &[&Fault]) -> Vec<(String, String)> {
    let workspace = Workspace::new();
    for fault in faults {
        let path = format!("content/{}", fault.file);
        if fault.from.is_empty() {
            workspace.write(&path, fault.to);
        } else {
            workspace.replace(&path, fault.from, fault.to);
        }
    }
    let ran = workspace.run(&["check", "--format", "json"]);
    let found = ran.json();
    let of = |found: &serde_json::Value| {
        let file = found["file"].as_str().expect("a file").trim_start_matches("content/").to_owned();
        (found["code"].as_str().expect("a code").to_owned(), format!("{file}:{}", found["line"]))
    };
    found["diagnostics"].as_array().expect("a list").iter().map(of).collect()
}

fn wanted(faults: &[&Fault]) -> BTreeSet<(String, String)> {
    faults.iter().map(|fault| (fault.finding.0.to_owned(), fault.finding.1.to_owned())).collect()
}

#[test]
fn fourteen_faults_in_one_folder_are_fourteen_findings_each_at_its_place() {
    let all: Vec<&Fault> = FAULTS.iter().collect();
    let found = findings(&all);
    assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), wanted(&all));
    assert_eq!(found.len(), all.len(), "{found:#?}");
}

#[test]
fn of_any_two_faults_both_are_told_and_nothing_else() {
    let mut wrong = Vec::new();
    for (place, one) in FAULTS.iter().enumerate() {
        for two in &FAULTS[place..] {
            let pair = if std::ptr::eq(one, two) { vec![one] } else { vec![one, two] };
            let found = findings(&pair);
            if found.len() != pair.len() || found.iter().cloned().collect::<BTreeSet<_>>() != wanted(&pair) {
                wrong.push(format!("{:?}: {found:?}", wanted(&pair)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} pairs:\n{}", wrong.len(), wrong.join("\n"));
}
