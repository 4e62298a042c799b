//! Entries of the book for what characters have in numbers: stats, values and skills.
//!
//! **In** a stat, a value or a skill. **Out** its entry: what it is on the sheets of the book, and what uses it.

use makeready_rules::formula::EvalError;
use makeready_rules::system::{Owner, formula_name};

use super::book::{BookBuilder, cell, formula_cell, table, without_empty};
use super::columns::name_of;
use super::face_builder::FaceBuilder;
use super::filling::{join_terms, says_more};
use crate::book::{Entry, EntryKind, EntryLink};
use crate::card::{Fact, Table};
use crate::text::{Paragraph, Run};
use makeready_content::concept::skill::SkillEntry;
use makeready_rules::character::Ranks;

/// The most characters of whom is said what something is on their sheets.
const MOST_SHEETS: usize = 8;

impl BookBuilder<'_> {
    /// A stat or value: what is computed from it, and what it is on the sheets of the book.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub(super) fn stat_entry(&self, name: &str, outline: Entry) -> Result<Entry, EvalError> {
        let row = |faces: &FaceBuilder<'_>| {
            let computed = faces.computed(name)?;
            // One term that is all of it, and was given, says nothing that is not there.
            let is_given = computed.terms.len() == 1 && computed.terms[0].inputs.is_empty();
            let terms =
                if !is_given && says_more(&computed.terms) { join_terms(&computed.terms) } else { String::new() };
            Ok(computed.value.printed().map(|text| vec![vec![Run::figure(text)], formula_cell(terms)]))
        };
        let tables = self.on_sheets(["label.value", "entry.because"], row)?.into_iter().collect();
        Ok(Entry { used_by: self.used_by(name), tables, ..outline })
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
        let row = |faces: &FaceBuilder<'_>| {
            let ranks = faces.evaluator.character().skills.get(id).map_or(0, Ranks::own);
            let rolled = if has_roll { faces.computed(&roll)?.value.printed() } else { None };
            let rolled = rolled.map(Run::figure).into_iter().collect();
            Ok(Some(vec![vec![Run::figure(ranks.to_string())], rolled]))
        };
        made.tables.extend(self.on_sheets(["sheet.ranks", "label.roll"], row)?);
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
        let (e, words) = (&self.game.entries, self.words());
        let named = |id: &String| e.stats.iter().find(|stat| stat.head.id == *id).map(|stat| stat.head.name.as_str());
        let stats: Vec<&str> = skill.stats.iter().filter_map(|stat| named(&stat.value)).collect();
        let facts = [
            (words.text("label.group"), name_of(&e.skill_groups, &skill.group.value).to_owned()),
            (EntryKind::Stat.all(words), stats.join(", ")),
            (words.text("label.roll"), if has_roll { self.blank.told_value(roll)? } else { String::new() }),
            (words.text("label.use"), skill.usage.clone()),
            (words.text("label.secondary"), self.secondary(&skill.card.head.id).join(", ")),
        ];
        let facts = facts.into_iter().filter(|(_, text)| !text.is_empty());
        Ok(facts.map(|(label, text)| Fact { label: label.to_owned(), text: cell(text), ..Fact::default() }).collect())
    }

    /// The names of the skills under a skill.
    pub(super) fn secondary(&self, skill: &str) -> Vec<&str> {
        let system = self.game.rules.system();
        let under = system.skills.get(skill).map(|def| system.entries_of(&def.secondary));
        under.into_iter().flatten().map(|id| system.entry_name(id)).collect()
    }

    /// What something is on each sheet, a table under its title: two cells for each, below heads by the keys of their words. There is
    /// none where it is the same for everybody, for there is nothing to compare.
    fn on_sheets(
        &self,
        heads: [&str; 2],
        cells: impl Fn(&FaceBuilder<'_>) -> Result<Option<Vec<Paragraph>>, EvalError>,
    ) -> Result<Option<(String, Table)>, EvalError> {
        let mut rows: Vec<Vec<Paragraph>> = Vec::new();
        for who in self.game.characters.values().take(MOST_SHEETS) {
            let name = cell(who.entry.head.name.clone());
            let cells = cells(&FaceBuilder::new(self.game, Some(who)))?;
            rows.extend(cells.map(|cells| std::iter::once(name).chain(cells).collect()));
        }
        let words = self.words();
        let [first, second] = heads.map(|key| words.text(key));
        let is_compared = rows.iter().any(|row| row[1..] != rows[0][1..]);
        let table = || without_empty(&table([EntryKind::Character.one(words), first, second], rows.clone()));
        Ok(is_compared.then(|| (words.text("label.on_sheets").to_owned(), table())))
    }

    /// The entries whose numbers use a name.
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
