//! Entries of the book for what characters have in numbers: stats, values and skills.
//!
//! **In** a stat, a value or a skill. **Out** its entry: what it is on the sheets of the book, and what uses it.

use deckle_rules::formula::EvalError;
use deckle_rules::system::{Owner, formula_name};

use super::book::{BookBuilder, cell, formula_cell, table, without_empty};
use super::face_builder::FaceBuilder;
use super::filling::{join_terms, says_more};
use crate::book::{Entry, EntryKind, EntryLink};
use crate::card::{Fact, Table};
use crate::text::{Paragraph, Run, Style};
use deckle_content::concept::skill::SkillEntry;
use deckle_content::game::Person;
use deckle_rules::character::Ranks;

/// The most characters of whom is said what something is on their sheets.
const MOST_SHEETS: usize = 8;

impl BookBuilder<'_> {
    /// A stat or value: what is computed from it, and what it is on the sheets of the book.
    pub(super) fn stat_entry(&self, name: &str, outline: Entry) -> Entry {
        let words = self.words();
        let row = |who: &Person| {
            let computed = FaceBuilder::new(self.game, Some(who)).computed(name).ok()?;
            // One term that is all of it, and was given, says nothing that is not there.
            let is_given = computed.terms.len() == 1 && computed.terms[0].inputs.is_empty();
            let terms =
                if !is_given && says_more(&computed.terms) { join_terms(&computed.terms) } else { String::new() };
            Some(vec![figure(computed.value.printed()?), formula_cell(terms)])
        };
        let on_sheets = self.on_sheets([words.text("label.value"), words.text("entry.because")], row);
        let tables = self.under_its_title(on_sheets);
        Entry { used_by: self.used_by(name), tables, ..outline }
    }

    /// A skill: what it goes with, how many ranks in it are on the sheets of the book, and what uses it.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub(super) fn skill_entry(&self, skill: &SkillEntry, outline: Entry) -> Result<Entry, EvalError> {
        let id = &skill.card.head.id;
        let own = formula_name(id);
        let has_card = skill.card.family.is_some();
        let mut made = if has_card { self.card_entry(&skill.card, outline)? } else { outline };
        let roll = format!("{own}.roll");
        let has_roll = skill.card.values.iter().any(|value| value.head.id == "roll");
        let row = |who: &Person| {
            let faces = FaceBuilder::new(self.game, Some(who));
            let ranks = faces.evaluator.character().skills.get(id).map_or(0, Ranks::own);
            let rolled = has_roll.then(|| faces.computed(&roll).ok()?.value.printed()).flatten();
            Some(vec![figure(ranks.to_string()), rolled.map_or_else(Paragraph::new, figure)])
        };
        let words = self.words();
        let on_sheets = self.on_sheets([words.text("sheet.ranks"), words.text("label.roll")], row);
        made.tables.extend(self.under_its_title(on_sheets));
        // What stands on a card is told beside it.
        if !has_card {
            made.facts = self.facts_of_skill(skill, &roll, has_roll)?;
        }
        let system = self.game.rules.system();
        let values = skill.card.values.iter().map(|value| format!("{own}.{}", value.head.id));
        let mut ids = system.ranked_by(id);
        for value in values {
            ids.extend(system.direct_dependents(&value));
        }
        made.used_by = self.owners(ids);
        made.used_by.retain(|link| !(link.kind == EntryKind::Skill && link.id == *id));
        Ok(made)
    }

    fn facts_of_skill(&self, skill: &SkillEntry, roll: &str, has_roll: bool) -> Result<Vec<Fact>, EvalError> {
        let (e, system, words) = (&self.game.entries, self.game.rules.system(), self.words());
        let group = e.skill_groups.iter().find(|group| group.head.id == skill.group.value);
        let named = |id: &String| e.stats.iter().find(|stat| stat.head.id == *id).map(|stat| stat.head.name.as_str());
        let stats: Vec<&str> = skill.stats.iter().filter_map(|stat| named(&stat.value)).collect();
        let under = system.skills.get(&skill.card.head.id).map(|def| system.entries_of(&def.secondary));
        let under: Vec<&str> = under.into_iter().flatten().map(|id| system.entry_name(id)).collect();
        let facts = [
            (words.text("label.group"), group.map_or_else(String::new, |group| group.head.name.clone())),
            (EntryKind::Stat.all(words), stats.join(", ")),
            (words.text("label.roll"), if has_roll { self.blank.told_value(roll)? } else { String::new() }),
            (words.text("label.use"), skill.usage.clone()),
            (words.text("label.secondary"), under.join(", ")),
        ];
        let facts = facts.into_iter().filter(|(_, text)| !text.is_empty());
        Ok(facts.map(|(label, text)| Fact { label: label.to_owned(), text: cell(text), ..Fact::default() }).collect())
    }

    /// What something is on each sheet. Where it is the same for everybody, there is nothing to compare.
    fn on_sheets(&self, heads: [&str; 2], row: impl Fn(&Person) -> Option<Vec<Paragraph>>) -> Table {
        let named = |who: &Person| {
            let mut cells = vec![cell(who.entry.head.name.clone())];
            cells.extend(row(who)?);
            Some(cells)
        };
        let mut rows: Vec<_> = self.game.characters.values().take(MOST_SHEETS).filter_map(named).collect();
        if rows.iter().all(|row: &Vec<Paragraph>| row[1..] == rows[0][1..]) {
            rows.clear();
        }
        without_empty(&table([EntryKind::Character.one(self.words()), heads[0], heads[1]], rows))
    }

    fn under_its_title(&self, on_sheets: Table) -> Vec<(String, Table)> {
        let title = self.words().text("label.on_sheets").to_owned();
        (!on_sheets.rows.is_empty()).then_some((title, on_sheets)).into_iter().collect()
    }

    pub(super) fn used_by(&self, name: &str) -> Vec<EntryLink> {
        self.owners(self.game.rules.system().direct_dependents(name))
    }

    /// The entries that values belong to.
    fn owners(&self, values: Vec<&str>) -> Vec<EntryLink> {
        let system = self.game.rules.system();
        let mut links: Vec<EntryLink> = Vec::new();
        for id in values {
            let (kind, owner) = match system.owner(id) {
                Owner::Character => (EntryKind::Stat, id),
                Owner::Action(action) => (EntryKind::Action, action),
                Owner::Skill(skill) => (EntryKind::Skill, skill),
            };
            let link = EntryLink { kind, id: owner.to_owned() };
            if !links.contains(&link) {
                links.push(link);
            }
        }
        links
    }
}

fn figure(text: String) -> Paragraph {
    vec![Run { style: Style::Figure, text, detail: String::new() }]
}
