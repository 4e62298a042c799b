//! `skills.yaml`.

use super::actions::card_body;
use super::system::group;
use super::{each, head};
use crate::content::decode::{Decoder, Fields};
use crate::content::entries::{Entries, Head, SkillEntry, ValueEntry};
use crate::content::source::Located;
use crate::content::yaml::Node;

/// Reads `skills.yaml`.
pub fn read(d: &mut Decoder<'_>, node: &Node, entries: &mut Entries) {
    let Some(mut f) = d.file_fields(node) else { return };
    entries.skill_groups.extend(each(d, &mut f, "skill_groups", group));
    entries.skills.extend(each(d, &mut f, "skills", skill));
    d.finish(&f);
}

fn skill(d: &mut Decoder<'_>, f: &mut Fields<'_>) -> SkillEntry {
    let id = d.id(f, "id");
    let head = head(d, f, id);
    let family = d.optional_reference(f, "family");
    let group = d.required(f, "group").map(|node| d.reference(node));
    let roll = d.optional_formula(f, "roll");
    let choose = d.references(f, "choose");
    let stats = d.references(f, "stats");
    let usage = d.optional_string(f, "use");
    let target = d.marked(f, "target");
    if roll.is_none() && choose.is_empty() && !d.has_fault_within(f.at) {
        let message = format!("the skill `{}` has neither a `roll` nor lists to `choose` from", head.id);
        d.error("skill-without-roll", head.at, message);
    }
    let roll = roll.map(|formula| ValueEntry {
        head: Head { id: "roll".to_owned(), name: head.name.clone(), rule: head.rule.clone(), at: head.at, ..Head::default() },
        abbr: String::new(),
        unit: String::new(),
        note: String::new(),
        formula: Some(formula),
        may_be_fraction: false,
    });
    let (skill_head, at) = (head.clone(), f.at);
    let mut card = card_body(d, f, skill_head, family);
    if let Some(roll) = roll {
        card.values.insert(0, roll);
    }
    if !target.is_empty() {
        card.facts.insert(0, crate::content::entries::FactEntry { label: "Meets".to_owned(), text: target });
    }
    let group = group.unwrap_or_else(|| Located { value: String::new(), at });
    SkillEntry { card, group, choose, stats, usage }
}
