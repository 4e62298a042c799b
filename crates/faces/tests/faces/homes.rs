//! Where the rules stand: every rule on playing has a home in content, every card that a player needs is there, and
//! the program itself knows of no game.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::people::system;
use makeready_testing::{CONTENT, TRI_CORE, ledger, read, root};

/// Rule IDs in a text: `TC-DER-01`.
pub fn ids_in(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-'));
    words
        .map(|word| word.trim_matches('-'))
        .filter(|word| word.starts_with("TC-") && word.matches('-').count() >= 2)
        .collect()
}

/// The rules that open a bullet, by the number of their section.
pub fn rules_by_section(text: &str) -> BTreeMap<u32, BTreeSet<&str>> {
    let mut sections: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
    let mut section = 0;
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            section = heading.split('.').next().and_then(|number| number.parse().ok()).unwrap_or(0);
        }
        if let Some(bullet) = line.strip_prefix("- **") {
            let id = bullet.split([' ', '*']).next().unwrap_or_default();
            sections.entry(section).or_default().extend(ids_in(id));
        }
    }
    sections
}

/// Rules that have a home: an entry of theirs (`rule: ID`), a heading (`{#ID}`) or a place in running text (`[[#ID]]`).
/// A mention in a list or a comment is none.
fn homes() -> BTreeSet<&'static str> {
    let mut homes = BTreeSet::new();
    for (_, file) in CONTENT.iter() {
        for line in file.text.lines() {
            let line = if file.path.ends_with(".yaml") { line.split(" # ").next().unwrap_or(line) } else { line };
            for id in ids_in(line) {
                let before = line.split(id).next().unwrap_or_default();
                let is_comment = file.path.ends_with(".yaml") && line.trim_start().starts_with('#');
                if !is_comment && ["rule: ", "{#", "[[#"].iter().any(|mark| before.ends_with(mark)) {
                    homes.insert(id);
                }
            }
        }
    }
    homes
}

/// Sections on how the game is played with what is on the cards and sheets.
fn is_about_play(section: u32) -> bool {
    (2..=13).contains(&section) || (19..=26).contains(&section)
}

#[test]
#[ignore = "needs ../shared"]
fn every_rule_on_playing_has_a_home_needs_shared() {
    let text = ledger("tri-core.md");
    let sections = rules_by_section(&text);
    let wanted: BTreeSet<&str> =
        sections.iter().filter(|(s, _)| is_about_play(**s)).flat_map(|(_, ids)| ids.iter().copied()).collect();
    assert!(wanted.len() > 150, "only {} rules were found", wanted.len());
    let homes = homes();
    let missing: Vec<_> = wanted.difference(&homes).collect();
    assert!(missing.is_empty(), "{} of {} rules have no home: {missing:?}", missing.len(), wanted.len());
    println!("all {} rules on playing have a home", wanted.len());
}

/// A rule and a ruling of the content exist in the source.
#[test]
#[ignore = "needs ../shared"]
fn no_rule_is_made_up_needs_shared() {
    let rules = ledger("tri-core.md");
    let conflicts = ledger("tri-core-conflicts.md");
    let examples = ledger("tri-core-examples.yaml");
    let known: BTreeSet<&str> = [&rules, &conflicts, &examples].iter().flat_map(|text| ids_in(text)).collect();
    let ours = CONTENT.iter().flat_map(|(_, file)| ids_in(&file.text));
    // Variants of an example, rows of tables, sheets of characters and chances are the content's own.
    let is_variant = |id: &str| {
        let (of, letter) = id.split_at_checked("TC-EX-000".len()).unwrap_or((id, ""));
        known.contains(of) && matches!(letter, "-B" | "-C" | "-D" | "-E" | "-F")
    };
    let is_own = |id: &str| {
        let own = ["TC-TAB-", "TC-WHO-", "TC-ODDS-", "TC-OWN-"];
        own.iter().any(|start| id.starts_with(start)) || (id.starts_with("TC-EX-") && is_variant(id))
    };
    let made_up: BTreeSet<&str> = ours.filter(|id| !known.contains(id) && !is_own(id)).collect();
    assert!(made_up.is_empty(), "{made_up:?}");
}

/// The rows of the tables that list the cards, by the number of their section.
fn rows(text: &str, section: &str) -> Vec<Vec<String>> {
    let heading = format!("### {section} ");
    let inside = text.split(heading.as_str()).nth(1).and_then(|rest| rest.split("\n### ").next()).unwrap_or_default();
    let rows = inside.lines().filter_map(|line| line.strip_prefix("| ")).skip(1);
    rows.map(|line| line.trim_end_matches(['|', ' ']).split(" | ").map(|cell| cell.trim().to_owned()).collect())
        .collect()
}

/// Cards under another name here.
const RENAMED: [(&str, &str); 7] = [
    ("Non-lethal", "Non-lethal Damage"),
    ("Wounded track", "Wounded"),
    ("Negative AP", "Below 0 Action Points"),
    ("Afflictions (15)", "Afflictions"),
    ("Effect Value types (14)", "Effect Value Types"),
    ("Keyword price list", "Prices, A"),
    ("Charge (sub-action)", "Charge"),
];

/// Rows that have no card because they say so themselves.
const WITHOUT_CARD: [&str; 2] = ["Specialty", "Instinct"];

#[test]
#[ignore = "needs ../shared"]
fn every_card_that_a_player_needs_is_there_needs_shared() {
    let text = ledger("tri-core.md");
    let e = &TRI_CORE.entries;
    let skills = e.skills.iter().filter(|skill| skill.card.family.is_some()).map(|skill| &skill.card);
    let names: Vec<String> =
        e.actions.iter().chain(skills).chain(&e.references).map(|card| card.head.name.to_lowercase()).collect();
    let mut count = 0;
    for (section, least) in [("51.2", 7), ("51.3", 6), ("51.4", 8), ("51.5", 18), ("51.6", 14), ("51.7", 23)] {
        let rows = rows(&text, section);
        assert!(rows.len() >= least, "{section} has only {} rows", rows.len());
        for row in rows {
            let name = RENAMED.iter().find(|(theirs, _)| *theirs == row[0]).map_or(row[0].as_str(), |(_, ours)| ours);
            assert!(names.contains(&name.to_lowercase()) != WITHOUT_CARD.contains(&name), "{section}: {name}");
            count += 1;
        }
    }
    assert!(count >= 76, "only {count} cards were looked for");
}

/// Costs and squares of Strides, costs of sub-actions and stats of skills, as the tables of cards give them.
#[test]
#[ignore = "needs ../shared"]
fn costs_and_stats_are_those_of_the_tables_of_cards_needs_shared() {
    let text = ledger("tri-core.md");
    let formula = |id: String| system().values.get(&id).map(|value| value.formula.text.clone());
    let folded = |id: String| {
        let value = system().values.get(&id).unwrap_or_else(|| panic!("there is no value {id}"));
        makeready_rules::formula::readable(&TRI_CORE.rules.fold(&value.formula.expr), &TRI_CORE.rules)
    };
    let id = |name: &str| name.split(" (").next().unwrap_or(name).to_lowercase();
    for row in rows(&text, "51.4") {
        let wanted = row[1].split(' ').next().unwrap_or_default();
        assert_eq!(folded(format!("{}.cost", id(&row[0]))), wanted, "{}", row[0]);
    }
    for row in rows(&text, "51.5") {
        let own = if row[0] == "Stealth" { "stealth_mod".to_owned() } else { id(&row[0]) };
        let wanted = row[2].trim_start_matches('+').split(' ').next().unwrap_or_default();
        assert_eq!(folded(format!("{own}.cost")), wanted, "{}", row[0]);
    }
    for row in rows(&text, "51.6").into_iter().filter(|row| !WITHOUT_CARD.contains(&row[0].as_str())) {
        let stats: Vec<String> = row[2].split(" + ").map(str::to_lowercase).collect();
        let skill = TRI_CORE.skill(&id(&row[0])).unwrap_or_else(|| panic!("there is no skill {}", row[0]));
        let ours: Vec<&String> = skill.stats.iter().map(|stat| &stat.value).collect();
        assert_eq!(ours.iter().copied().collect::<BTreeSet<_>>(), stats.iter().collect(), "{}", row[0]);
        assert!(skill.usage.starts_with(row[3].split(' ').next().unwrap_or_default()), "{}: {}", row[0], skill.usage);
        let roll = formula(format!("{}.roll", id(&row[0]))).expect("a skill with a card has a roll");
        assert!(stats.iter().all(|stat| roll.contains(stat.as_str())), "{}: {roll}", row[0]);
    }
}

/// Files under a folder whose names end so.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("the listing can be read").path();
        if path.is_dir() {
            files(&path, endings, found);
        } else if endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)) {
            found.push(path);
        }
    }
}

/// A game is content: no folder, title or rule of any is named in the program or in the library.
#[test]
fn no_game_is_named_in_the_program() {
    let mut words: BTreeSet<String> = BTreeSet::new();
    for system in makeready_content::systems(&CONTENT) {
        words.insert(system.replace('-', "_"));
        words.insert(system.replace('-', " "));
        words.insert(system.replace('-', ""));
        words.insert(system);
    }
    let titles = CONTENT.iter().filter(|(_, file)| file.path.ends_with("/system.yaml"));
    for (_, file) in titles {
        let title = file.text.lines().find_map(|line| line.strip_prefix("title: ")).expect("a system has a title");
        words.insert(title.trim_matches('"').to_lowercase());
        // The prefix of its rules: `tc-`.
        let rule = file.text.lines().find_map(|line| line.split("rule: ").nth(1)).expect("a system names a rule");
        let prefix = rule.split('-').next().expect("a rule has a prefix");
        words.insert(format!("{}-", prefix.to_lowercase()));
    }
    assert!(words.len() >= 5, "{words:?}");
    let mut sources = Vec::new();
    let packages =
        ["content", "embedded", "faces", "press", "prose", "rules", "site"].map(|name| format!("crates/{name}/src"));
    for folder in packages.iter().map(String::as_str).chain(["src", "templates/print", "templates/site"]) {
        files(&root().join(folder), &[".rs", ".toml", ".typ", ".html", ".css", ".js"], &mut sources);
    }
    assert!(sources.len() > 200, "only {} files were found", sources.len());
    let mut named = Vec::new();
    for path in sources {
        for (nth, line) in read(&path).to_lowercase().lines().enumerate() {
            // `tc-` must begin a word: `utc-` is no rule.
            let begins = |at: usize| !line[..at].ends_with(|c: char| c.is_alphanumeric());
            if let Some(word) = words.iter().find(|word| line.match_indices(word.as_str()).any(|(at, _)| begins(at))) {
                named.push(format!("{}:{}: {word}", path.display(), nth + 1));
            }
        }
    }
    assert!(named.is_empty(), "{}", named.join("\n"));
}
