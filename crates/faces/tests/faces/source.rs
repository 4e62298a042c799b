//! Every ruling is the one that the source material describes: its number, kind, readings, default and rules.

use std::collections::{BTreeMap, BTreeSet};

use crate::homes::ids_in;
use makeready_testing::{TRI_CORE, ledger};

/// A ruling of the source material.
struct Described<'a> {
    number: &'a str,
    kind: &'a str,
    /// Ids of the readings, the default first.
    options: Vec<String>,
    rules: BTreeSet<&'a str>,
}

/// `### TC-ERR-025 \`react_stats\`` and the lines below it.
fn described(text: &str) -> BTreeMap<&str, Described<'_>> {
    let mut all = BTreeMap::new();
    for entry in text.split("\n### ").skip(1) {
        let (heading, body) = entry.split_once('\n').expect("an entry has a body");
        let (number, name) = heading.split_once(" `").expect("a heading names its ruling");
        let behind = |mark: &str| {
            body.lines().filter_map(|line| line.split_once(mark)).map(|(_, rest)| rest).collect::<Vec<_>>()
        };
        let option = |line: &&str| line.split('`').nth(1).expect("a reading has an id").to_lowercase();
        let options = [behind("- **Default:**"), behind("- **Alternative:**")].concat().iter().map(option).collect();
        let kind = behind("**Kind:** ")[0].split(['.', ' ']).next().expect("a kind");
        let rules = behind("**Rules:** ")
            .into_iter()
            .flat_map(|line| ids_in(line.split("**").next().unwrap_or(line)))
            .collect();
        all.insert(name.trim_end_matches('`'), Described { number, kind, options, rules });
    }
    all
}

/// Rulings whose default is another one than in the description of the source, since that follows what the source prints
/// for a rule of the same kind: `duration_iii_price` reads the headings as `travel_i_price` does.
const OTHER_DEFAULTS: [&str; 1] = ["duration_iii_price"];

#[test]
#[ignore = "needs ../shared"]
fn every_ruling_is_the_one_that_the_source_describes_needs_shared() {
    let conflicts = ledger("tri-core-conflicts.md");
    let rules = ledger("tri-core.md");
    let described = described(&conflicts);
    assert!(described.len() > 250, "only {} rulings were found", described.len());
    for ruling in &TRI_CORE.entries.rulings {
        let id = ruling.head.id.as_str();
        // Rulings on what the source is silent about are numbered apart, and say that they are editorial.
        if ruling.head.rule.starts_with("TC-OWN-") {
            assert!(ruling.is_editorial, "{id}");
            continue;
        }
        let theirs = described.get(id).unwrap_or_else(|| panic!("{id} is made up"));
        assert_eq!(ruling.head.rule, theirs.number, "{id}");
        let kind = serde_json::from_value(theirs.kind.into()).ok();
        assert_eq!(ruling.kind.0, kind, "{id}");
        let mut options: Vec<&str> = ruling.options.iter().map(|option| option.id.value.as_str()).collect();
        if OTHER_DEFAULTS.contains(&id) {
            assert_ne!(options[0], theirs.options[0], "{id}");
            options.sort_by_key(|option| theirs.options.iter().position(|theirs| theirs == option));
        }
        assert_eq!(options, theirs.options, "{id}: readings, the default first");
        assert_eq!(ruling.head.rules.iter().map(String::as_str).collect::<BTreeSet<_>>(), theirs.rules, "{id}");
        // The rules that rest on an editorial default say so.
        let is_named = rules.contains(&format!("`{id}`"));
        assert!(
            !is_named || ruling.is_editorial == rules.contains(&format!("`{id}` (editorial)")),
            "{id}: editorial or not"
        );
    }
}
