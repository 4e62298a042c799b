//! `rulings.yaml`, `conditions.yaml` and `glossary.yaml`.

use crate::concept::conditions::ConditionsFile;
use crate::concept::glossary::{GlossaryFile, TermEntry};
use crate::concept::rulings::RulingsFile;
use crate::decode::Decoder;
use crate::entries::Entries;
use crate::yaml::Node;

/// Reads `rulings.yaml`.
pub fn read(d: &mut Decoder, node: &Node, entries: &mut Entries) {
    let Some(file) = d.file::<RulingsFile>(node) else { return };
    file.rulings.iter().for_each(|ruling| ruling.check(d));
    entries.rulings.extend(file.rulings);
}

/// Reads `conditions.yaml`.
pub fn read_conditions(d: &mut Decoder, node: &Node, entries: &mut Entries) {
    let Some(file) = d.file::<ConditionsFile>(node) else { return };
    entries.condition_groups.extend(file.groups);
    entries.conditions.extend(file.conditions);
}

/// Reads `glossary.yaml`.
pub fn read_glossary(d: &mut Decoder, node: &Node, entries: &mut Entries) {
    let Some(file) = d.file::<GlossaryFile>(node) else { return };
    entries.terms.extend(file.terms.into_iter().map(TermEntry::from));
}
