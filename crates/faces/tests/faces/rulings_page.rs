//! `docs/rulings.md`: which ruling touches which number, as the content has it.

use std::fmt::Write as _;

use makeready_content::concept::rulings::RulingEntry;
use makeready_rules::legality::LegalityRule;
use makeready_rules::system::{ConditionDef, RULING};

use crate::people::system;
use crate::rulings::{rulings_of_legality, rulings_of_numbers};
use makeready_testing::{TRI_CORE, assert_current, root};

/// Ids as code, in the order given.
fn listed(ids: &[&str]) -> String {
    ids.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")
}

fn rulings_page() -> String {
    let system = system();
    let numbers = rulings_of_numbers();
    let legality = rulings_of_legality();
    let entry =
        |id: &str| TRI_CORE.entries.rulings.iter().find(|r| r.head.id == id).expect("every ruling has an entry");
    let mut page = format!(
        "# Rulings of Tri-Core that touch numbers\n\n\
         <!-- Generated from content/tri-core by the tests. To renew it: MAKEREADY_BLESS=1 cargo test --release --workspace -->\n\n\
         Tri-Core has {} rulings. {} of them decide numbers, {} decide what a legal character is, and the others decide words on cards and\n\
         pages. To choose another option, name it in `content/campaign.yaml`:\n\n\
         ```yaml\nrulings:\n  tri-core: {{ react_stats: power_acuity_attunement }}\n```\n\n\
         **Decides** lists values whose formulas name the ruling, and conditions that do. **Changes** lists all values that use these values or\n\
         that a keyword changes. The tests choose every option below for all characters. They check that these values change and no others.\n\n\
         ## Numbers\n",
        system.rulings.len(),
        numbers.len(),
        legality.len(),
    );
    for id in &numbers {
        let name = format!("{RULING}{id}");
        let direct = system.direct_dependents(&name);
        let all = system.dependents(&name);
        let through: Vec<&str> = all.iter().copied().filter(|value| !direct.contains(value)).collect();
        push_ruling(&mut page, entry(id));
        if !direct.is_empty() {
            let _ = writeln!(page, "- **Decides** {}", listed(&direct));
        }
        let conditions = conditions_of(&name);
        if !conditions.is_empty() {
            let _ = writeln!(page, "- **Decides what these conditions add:** {}", conditions.join(", "));
        }
        if !through.is_empty() {
            let changes = if direct.is_empty() { "Changes" } else { "Also changes" };
            let _ = writeln!(page, "- **{changes}** {}", listed(&through));
        }
    }
    page += "\n## Legal characters\n";
    for id in &legality {
        let name = format!("{RULING}{id}");
        let uses = |rule: &&LegalityRule| rule.require.expr.names().contains(&name.as_str());
        let rules: Vec<&str> = system.legality.iter().filter(uses).map(|rule| rule.id.as_str()).collect();
        push_ruling(&mut page, entry(id));
        let _ = writeln!(page, "- **Decides** {}", listed(&rules));
    }
    page
}

fn push_ruling(page: &mut String, ruling: &RulingEntry) {
    let _ = writeln!(page, "\n### {}: `{}`\n\n{}\n", ruling.head.name, ruling.head.id, ruling.question);
    for (nth, option) in ruling.options.iter().enumerate() {
        let default = if nth == 0 { " (default)" } else { "" };
        let _ = writeln!(page, "- `{}`{default}: {}", option.id.value, option.text);
    }
    page.push('\n');
}

/// The names of conditions that add something which rests on `name`.
fn conditions_of(name: &str) -> Vec<&'static str> {
    let adds = |c: &&ConditionDef| c.modifiers.iter().any(|m| m.add.expr.names().contains(&name));
    system().conditions.values().filter(adds).map(|c| c.name.as_str()).collect()
}

#[test]
fn the_page_on_rulings_is_current() {
    assert_current(&root().join("docs/rulings.md"), &rulings_page());
}
