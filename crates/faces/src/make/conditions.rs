//! Conditions in the rulebook: their table and their entries.

use makeready_rules::character::Character;
use makeready_rules::compute::Evaluator;
use makeready_rules::formula::EvalError;
use makeready_rules::system::Holds;
use makeready_words::Words;

use super::art::art;
use super::book::{BookBuilder, cell, entry, table, without_empty};
use super::face_builder::FaceBuilder;
use crate::book::{Entry, EntryKind};
use crate::card::{Fact, Table};
use crate::text::Paragraph;
use makeready_content::concept::conditions::{Again, ConditionEntry, ConditionGroupEntry};
use makeready_content::scalar::Whole;

impl BookBuilder<'_> {
    /// All conditions.
    pub(super) fn condition_table(&self) -> Result<Table, EvalError> {
        let words = self.words();
        let mut rows = Vec::new();
        for condition in &self.game.entries.conditions {
            rows.push(vec![
                cell(condition.head.name.clone()),
                self.blank.line(&condition.when)?,
                cell(turns(condition, words)),
                cell(again(condition, words)),
                cell(condition.head.summary.clone()),
            ]);
        }
        let heads = ["label.when", "label.lasts", "label.suffered_again", "label.does"].map(|key| words.text(key));
        let [when, lasts, again, does] = heads;
        Ok(without_empty(&table([EntryKind::Condition.one(words), when, lasts, again, does], rows)))
    }

    pub(super) fn condition_outline(&self, condition: &ConditionEntry) -> Result<Entry, EvalError> {
        let (body, body_written) = self.blank.placed_markdown(&condition.text.template, &condition.text.value)?;
        Ok(Entry { body, body_written, ..entry(EntryKind::Condition, &condition.head) })
    }

    pub(super) fn condition_entry(&self, condition: &ConditionEntry, outline: Entry) -> Result<Entry, EvalError> {
        let (mut made, words) = (outline, self.words());
        made.art = art(self.game, condition.art.0.as_ref());
        let fact = |label: &str, text: Paragraph| Fact { label: label.to_owned(), text, ..Fact::default() };
        made.facts = vec![
            fact(words.text("label.when"), self.blank.line(&condition.when)?),
            fact(words.text("label.group"), cell(self.group_of(condition))),
            fact(words.text("label.lasts"), cell(turns(condition, words))),
            fact(words.text("label.suffered_again"), cell(again(condition, words))),
            fact(words.text("label.changes"), self.changed_by(condition)),
        ];
        made.facts.retain(|fact| !fact.text.is_empty());
        Ok(made)
    }

    /// What changes while the condition lasts.
    pub(super) fn changed_by(&self, condition: &ConditionEntry) -> Paragraph {
        self.suffering(condition, |held| cell(held.added(&condition.modifiers)))
    }

    /// Somebody in this condition: what one line of it adds may rest on what another adds.
    fn suffering<R>(&self, condition: &ConditionEntry, of: impl FnOnce(&FaceBuilder<'_>) -> R) -> R {
        let suffering = Character { conditions: vec![condition.head.id.clone()], ..Character::blank() };
        of(&FaceBuilder::with(self.game, Evaluator::new(&self.game.rules, &suffering)))
    }

    /// `Wounds: only the worst one counts`
    fn group_of(&self, condition: &ConditionEntry) -> String {
        let groups = &self.game.entries.condition_groups;
        let is_it = |group: &&ConditionGroupEntry| condition.group.as_ref().is_some_and(|of| of.value == group.head.id);
        groups.iter().find(is_it).map_or_else(String::new, |group| {
            let how = match group.holds() {
                Holds::Worst => "label.worst",
                Holds::One => "label.one_at_a_time",
            };
            self.words().say(how, &[("group", &group.head.name)])
        })
    }
}

pub(super) fn turns(condition: &ConditionEntry, words: Words) -> String {
    let turns = condition.turns.and_then(|Whole(turns)| usize::try_from(turns).ok());
    turns.map_or_else(String::new, |turns| words.count("label.turns", turns, &[]))
}

fn again(condition: &ConditionEntry, words: Words) -> String {
    let time = match *condition.again {
        Some(Again::Restart) => words.text("label.restart"),
        Some(Again::Ignore) => words.text("label.ignore"),
        Some(Again::Add) => words.text("label.add"),
        None => "",
    };
    let parts = [time, if condition.stacks { words.text("label.stacks") } else { "" }];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}
