//! What cards, sheets and handouts refer to: colours, icons, families, values, texts.

use deckle_rules::system::{System, formula_name};

use super::Checker;
use super::system::cards;
use crate::content::diagnostic::Diagnostic;
use crate::content::entries::{BlockEntry, BlockKind, CardBlock, CardEntry, CostEntry, Entries, FactEntry};
use crate::content::source::Located;

/// Colours that every palette has.
const COLORS: [&str; 4] = ["ink", "paper", "accent", "ground"];

impl Checker {
    /// Checks everything that is about looks.
    pub(super) fn looks(&mut self, e: &Entries, system: &System) {
        self.palette(e);
        self.colors_and_groups(e);
        for list in e.backgrounds.iter().flat_map(|b| &b.covers).chain(e.skills.iter().flat_map(|s| &s.choose)) {
            self.known("list", list, e.lists.iter().map(|l| l.head.id.as_str()));
        }
        if let Some(value) = &e.advance_value {
            self.known("value", value, system.values.keys().map(String::as_str));
        }
        for card in cards(e) {
            self.card(card, e, system);
        }
        for skill in &e.skills {
            self.known("skill group", &skill.group, e.skill_groups.iter().map(|g| g.head.id.as_str()));
            for stat in &skill.stats {
                self.known("stat", stat, system.stats.keys().map(String::as_str));
            }
        }
        for block in e.sheet_front.iter().chain(&e.sheet_back).chain(&e.handout) {
            self.block(block, e, system);
        }
    }

    fn palette(&mut self, e: &Entries) {
        for (name, color) in &e.look.palette {
            let is_color = color.value.len() == 7
                && color.value.starts_with('#')
                && color.value[1..].bytes().all(|b| b.is_ascii_hexdigit());
            if !is_color {
                let message = format!("`{}` is no colour", color.value);
                self.push(Diagnostic::error("bad-color", color.at, message).help("write it as `#rrggbb`, in quotes"));
            }
            self.unique_ids("colours", e.look.palette.iter().filter(|(n, _)| n.value == name.value).map(|(n, _)| (n.value.as_str(), n.at)));
        }
        for wanted in COLORS {
            if !e.look.palette.is_empty() && !e.look.palette.iter().any(|(name, _)| name.value == wanted) {
                let message = format!("the palette has no colour `{wanted}`");
                self.push(Diagnostic::error("missing-color", e.look.palette[0].0.at, message));
            }
        }
    }

    fn colors_and_groups(&mut self, e: &Entries) {
        let palette: Vec<&str> = e.look.palette.iter().map(|(name, _)| name.value.as_str()).collect();
        let groups = e.groups.iter().chain(&e.skill_groups).map(|g| &g.color);
        let colors = groups.chain(e.resources.iter().map(|r| &r.color)).chain(e.families.iter().map(|f| &f.color));
        for color in colors {
            self.known("colour", color, palette.iter().copied());
        }
        for stat in &e.stats {
            self.known("group", &stat.group, e.groups.iter().map(|g| g.head.id.as_str()));
        }
        for resource in &e.resources {
            self.known("value", &resource.max, e.derived.iter().map(|v| v.head.id.as_str()));
        }
        for family in &e.families {
            self.icon(&family.icon);
        }
    }

    fn icon(&mut self, icon: &Located<String>) {
        self.known("icon", icon, crate::embedded::icons().map(|(id, _)| id));
    }

    fn card(&mut self, card: &CardEntry, e: &Entries, system: &System) {
        if let Some(family) = &card.family {
            self.known("family", family, e.families.iter().map(|f| f.head.id.as_str()));
        }
        if let Some(icon) = &card.icon {
            self.icon(icon);
        }
        if let CostEntry::Set(set) = &card.cost {
            self.known("cost set", set, e.cost_sets.iter().map(|c| c.id.value.as_str()));
        }
        self.card_text(&card.text, system);
        self.card_text(&card.reaction, system);
        self.facts(&card.facts, system);
        for outcome in &card.outcomes {
            self.card_text(&outcome.text, system);
        }
        for block in &card.blocks {
            match block {
                CardBlock::Text(text) => self.card_text(text, system),
                CardBlock::Facts(facts) => self.facts(facts, system),
                CardBlock::Table { rows, .. } => rows.iter().flatten().for_each(|cell| self.card_text(cell, system)),
                CardBlock::Heading(_) | CardBlock::Track(..) | CardBlock::Lines(_) => {}
            }
        }
    }

    fn facts(&mut self, facts: &[FactEntry], system: &System) {
        for fact in facts {
            self.card_text(&fact.text, system);
        }
    }

    /// Formulas and icons of a text.
    pub(super) fn card_text(&mut self, text: &crate::content::text::Text, system: &System) {
        self.text(text, system);
        let icons: Vec<Located<String>> =
            text.icons().map(|id| Located { value: id.to_owned(), at: text.place.at }).collect();
        for icon in &icons {
            self.icon(icon);
        }
    }

    fn block(&mut self, block: &BlockEntry, e: &Entries, system: &System) {
        let numbers: Vec<&str> =
            system.inputs.keys().chain(system.stats.keys()).chain(system.values.keys()).map(String::as_str).collect();
        match &block.kind {
            BlockKind::Identity(lines) => {
                let known = ["name", "backgrounds", "languages"].into_iter();
                let known = known.chain(system.inputs.keys().chain(system.choices.keys()).map(String::as_str));
                let known: Vec<&str> = known.collect();
                for line in lines {
                    self.known("line", line, known.iter().copied());
                }
            }
            BlockKind::Resources(resources) => {
                for resource in resources {
                    self.known("resource", resource, e.resources.iter().map(|r| r.id.value.as_str()));
                }
            }
            BlockKind::Values(values) => {
                for value in values {
                    self.known("value", value, numbers.iter().copied());
                }
            }
            BlockKind::Rolls(actions, columns) => {
                for action in actions {
                    if self.known("action", action, system.actions.keys().map(String::as_str)) {
                        self.columns(action, columns, system);
                    }
                }
            }
            BlockKind::Text(text) => self.card_text(text, system),
            BlockKind::Stats
            | BlockKind::Skills
            | BlockKind::Items(_)
            | BlockKind::Abilities(_)
            | BlockKind::Tracks(_)
            | BlockKind::Notes(_)
            | BlockKind::Lines(_) => {}
        }
    }

    /// At least one action of the block must have a value for each column.
    fn columns(&mut self, action: &Located<String>, columns: &[(String, Located<String>)], system: &System) {
        let prefix = formula_name(&action.value);
        let has_any = columns.iter().any(|(_, value)| system.values.contains_key(&format!("{prefix}.{}", value.value)));
        if !has_any && !columns.is_empty() {
            let message = format!("the action `{}` has none of the values of these columns", action.value);
            self.push(Diagnostic::error("no-value", action.at, message));
        }
    }
}
