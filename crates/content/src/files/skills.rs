//! `skills.yaml`.

use super::actions::card_body;
use super::system::group;
use super::{each, each_required, head};
use crate::code::Code;
use crate::decode::{Decoder, Fields};
use crate::entries::{Entries, Head, SkillEntry, ValueEntry};
use crate::limits::MOST_ON_SHEET;
use crate::source::Located;
use crate::yaml::Node;

/// Keys that say what stands on a card.
const CARD_ONLY: [&str; 10] =
    ["type_line", "target", "text", "reaction", "facts", "outcomes", "blocks", "cost", "cost_set", "extra_cost_box"];

/// Reads `skills.yaml`.
pub fn read(d: &mut Decoder, node: &Node, entries: &mut Entries) {
    let Some(mut f) = d.file_fields(node) else { return };
    entries.skill_groups.extend(each(d, &mut f, "skill_groups", group));
    d.at_most(&f, "skills", "skill", MOST_ON_SHEET);
    entries.skills.extend(each_required(d, &mut f, "skills", skill));
    d.finish(&f);
}

fn skill(d: &mut Decoder, f: &mut Fields<'_>) -> SkillEntry {
    let id = d.id(f, "id");
    let head = head(d, f, id);
    let family = d.optional_reference(f, "family");
    let group = d.required(f, "group").map(|node| d.reference(node));
    let roll = d.optional_formula(f, "roll");
    let choose = d.references(f, "choose");
    let mut secondary = d.references(f, "secondary");
    let stats = d.references(f, "stats");
    let usage = d.optional_sentence(f, "use");
    let target = d.marked(f, "target");
    if let (Some(_), Some(under)) = (choose.first(), secondary.first()) {
        let message =
            format!("ranks in `{}` are bought for a kind each, so it has none to stand beside these", head.id);
        d.error(Code::TwoKindsOfRanks, under.at, message).help = Some("write `choose` or `secondary`".to_owned());
        secondary.clear();
    }
    if family.is_none() && !d.has_fault_within(f.extent) {
        for key in CARD_ONLY.iter().filter(|key| f.holds(key)) {
            let at = f.key_place(key).unwrap_or(head.at);
            let message =
                format!("the skill `{}` has no `family`, so it has no card for its `{key}` to stand on", head.id);
            d.error(Code::NoCard, at, message).help = Some("add `family: ...`, or take this key out".to_owned());
        }
    }
    let roll = roll.map(|formula| ValueEntry {
        head: Head {
            id: "roll".to_owned(),
            name: head.name.clone(),
            rule: head.rule.clone(),
            at: head.at,
            ..Head::default()
        },
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
        card.facts.insert(0, crate::entries::FactEntry { label: "Meets".to_owned(), text: target });
    }
    let group = group.unwrap_or_else(|| Located { value: String::new(), at });
    SkillEntry { card, group, choose, secondary, stats, usage }
}
