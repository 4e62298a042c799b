//! Tables of numbers in the source material, row by row, against what the rules compute.

use std::collections::BTreeMap;

use makeready_rules::character::{Character, Completeness};
use makeready_rules::compute::Evaluator;
use makeready_rules::formula::{Formula, eval};

use crate::people::system;
use makeready_testing::{TRI_CORE, ledger};

/// The cells of the rows of a table, by its first cell; the heading row too.
fn table(text: &str, title: &str) -> BTreeMap<String, Vec<String>> {
    let behind = text.split(title).nth(1).unwrap_or_else(|| panic!("there is no table {title}"));
    let lines = behind.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let rows = lines.map(cells).filter(|cells| !cells[0].starts_with("---"));
    rows.map(|cells| (cells[0].clone(), cells[1..].to_vec())).collect()
}

/// The value of a formula for a character of a level and a tier all of whose stats are `stat`.
fn of(level: i64, tier: &str, stat: i64, formula: &str) -> String {
    let who = Character {
        completeness: Completeness::Partial,
        inputs: BTreeMap::from([("level".to_owned(), level)]),
        choices: BTreeMap::from([("tier".to_owned(), tier.to_owned())]),
        stats: system().stats.keys().map(|name| (name.clone(), stat)).collect(),
        ..Character::default()
    };
    let read = Formula::parse(formula).unwrap_or_else(|error| panic!("`{formula}`: {error}"));
    let value = eval(&TRI_CORE.rules.fold(&read.expr), &Evaluator::new(&TRI_CORE.rules, &who));
    value.unwrap_or_else(|error| panic!("`{formula}`: {error}")).to_string().replace('\u{2212}', "-")
}

fn number(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| panic!("`{text}` is no number"))
}

#[test]
#[ignore = "needs ../shared"]
fn health_ranks_trades_and_bonuses_come_at_the_levels_of_the_table_needs_shared() {
    let text = ledger("tri-core.md");
    let rows = table(&text, "**Ability Slots held and ACP");
    let (mut ranks, mut trades, mut bonuses) = (0, 0, 0);
    for (place, level) in rows["Level"].iter().enumerate() {
        let at = |formula: &str| of(number(level), "adventurer", 1, formula);
        assert_eq!(of(number(level), "adventurer", 0, "hp_max"), rows["HP from level"][place], "level {level}");
        ranks += i64::from(rows["Skill Ranks gained"][place] == "Intellect");
        trades += i64::from(rows["Trade gained"][place] == "1");
        bonuses += i64::from(rows["Tier bonus"][place] == "1");
        // Six stats of 1 make an Intellect of 6.
        assert_eq!(at("ranks_received"), (6 * ranks).to_string(), "level {level}");
        assert_eq!(at("trades_allowed"), trades.to_string(), "level {level}");
        assert_eq!(at("advances_allowed"), bonuses.to_string(), "level {level}");
    }
    assert_eq!((rows["Level"].len(), ranks, trades, bonuses), (20, 5, 3, 3));
}

#[test]
#[ignore = "needs ../shared"]
fn tiers_have_the_dice_bonuses_and_pools_of_the_table_needs_shared() {
    let text = ledger("tri-core.md");
    let rows = table(&text, "**Tiers (TC-TIER)**");
    let tiers = &system().choices["tier"].options;
    for (id, tier) in tiers {
        let row = &rows[&tier.name];
        let at = |formula: &str| of(10, id, 1, formula);
        assert_eq!(format!("9d{}", at("tier.die")), row[0], "{id}");
        assert_eq!(format!("{} x +{}", at("advances_allowed"), at("advance_bonus")), row[1], "{id}");
        assert_eq!(at("9 * (tier.die + 1)"), (number(&row[2].replace('.', "")) / 5).to_string(), "{id}");
        assert_eq!(at("stat_pool"), row[3], "{id}");
    }
    assert_eq!(rows.len(), tiers.len() + 1, "a heading and the tiers");
}

#[test]
#[ignore = "needs ../shared"]
fn challenge_levels_and_crafting_have_the_numbers_of_their_tables_needs_shared() {
    let text = ledger("tri-core.md");
    let levels = table(&text, "**Challenge Levels (TC-CL-01, TC-CL-02)**");
    for (level, row) in levels.iter().filter(|(level, _)| level.parse::<i64>().is_ok()) {
        for (step, wanted) in ["challenge_light", "0", "challenge_moderate", "challenge_heavy"].iter().zip(row) {
            let formula = format!("challenge_base + {level} * challenge_step + {step}");
            assert_eq!(&of(1, "commoner", 1, &formula), wanted, "{formula}");
        }
    }
    assert!(levels.len() > 5, "{levels:?}");
    let crafting = table(&text, "**Crafting (TC-SKILL-CRA)**");
    for (place, level) in crafting["Item level"].iter().enumerate() {
        let at = |formula: String| of(1, "commoner", 1, &formula);
        assert_eq!(at(format!("crafting.cl + ({level} - 1) * crafting.cl_step")), crafting["CL"][place], "{level}");
        assert_eq!(at(format!("{level} * crafting.hours")), crafting["Hours"][place], "{level}");
    }
}
