//! What the list of a kind shows of each of its entries, beside name and summary.

use std::collections::BTreeSet;

use makeready_content::concept::card::CardEntry;
use makeready_content::concept::conditions::ConditionEntry;
use makeready_content::concept::group::GroupEntry;
use makeready_content::concept::rulings::{RulingEntry, RulingKind};
use makeready_content::game::{Game, Person};
use makeready_rules::formula::{EvalError, ExprKind};
use makeready_words::Words;

use super::book::{BookBuilder, Subject, capital};
use super::card::{amounts, by_unit};
use super::conditions::turns;
use super::face_builder::FaceBuilder;
use crate::book::{Entry, EntryKind};
use crate::card::{CardFace, Cost, Fact};
use crate::listing::Column;
use crate::text::{Run, plain_text};

/// The longest fact of a card that a list has room for, in characters.
const LONGEST_FACT: usize = 32;

impl BookBuilder<'_> {
    /// The columns of a whole entry.
    pub(super) fn columns(&self, subject: &Subject<'_>, entry: &Entry) -> Result<Vec<Column>, EvalError> {
        let words = self.words();
        Ok(match *subject {
            Subject::Stat(stat) => {
                let group = name_of(&self.game.entries.groups, &stat.group.value);
                stat_columns(entry, Column::group(words.text("label.group"), group), words)
            }
            Subject::Value(value) => {
                let group = Column::group(words.text("label.group"), words.text("label.derived"));
                let mut columns = stat_columns(entry, group, words);
                // Words say what is counted; a figure alone does not.
                let formula = self.game.rules.formula(&value.head.id);
                let is_figure = formula.is_some_and(|formula| matches!(formula.kind, ExprKind::Number(_)));
                if let Some(how) = columns.last_mut().filter(|_| is_figure && !value.unit.is_empty()) {
                    let unit = self.game.entries.lang.counted(&entry.formula, &value.unit);
                    how.text.push(Run::plain(format!(" {unit}")));
                }
                columns
            }
            Subject::Card(EntryKind::Reference, card) => {
                let mut columns = vec![Column::group(words.text("label.about"), self.topic(card))];
                columns.extend(card_columns(card, entry, words).into_iter().filter(|column| !column.is_group));
                columns
            }
            Subject::Card(_, card) => card_columns(card, entry, words),
            Subject::Skill(skill) => {
                let group = name_of(&self.game.entries.skill_groups, &skill.group.value);
                vec![
                    Column::group(words.text("label.group"), group),
                    Column::plain(words.text("label.use"), skill.usage.as_str()),
                ]
            }
            Subject::Condition(condition) => self.condition_columns(condition)?,
            Subject::Trait(list, held) => {
                let again = if self.may_repeat(held) { "label.more_than_once" } else { "label.once" };
                vec![
                    Column::group(words.text("label.list"), list.head.name.as_str()),
                    Column::new(words.text("label.asks_for"), self.asked_for(held)),
                    Column::plain(words.text("label.taken"), words.text(again)),
                ]
            }
            Subject::Check(_) => facts_as_columns(&entry.facts),
            Subject::Family(family) => {
                vec![Column::plain(EntryKind::Keyword.all(words), family.keywords.len().to_string())]
            }
            Subject::Keyword(family, keyword) => {
                let mut columns = vec![Column::group(words.text("label.family"), family.head.name.as_str())];
                columns.extend(facts_as_columns(&self.keyword_columns(keyword)));
                columns
            }
            Subject::Ability(_, ability) => {
                let mut columns = facts_as_columns(&self.ability_columns(ability)?);
                let builder = self.game.builder(&ability.id).map(|who| who.entry.head.name.as_str());
                columns.push(Column::plain(words.text("label.built_by"), builder.unwrap_or_default()));
                columns
            }
            Subject::Ruling(ruling) => self.ruling_columns(ruling, entry),
            Subject::Person(_, who) => self.person_columns(who)?,
        })
    }

    /// What the reference cards of one file are about: its name, without the number that gives it its place, `1-fighting.yaml`.
    fn topic(&self, card: &CardEntry) -> String {
        let path = &self.sources.file(card.head.at.file).path;
        let name = path.rsplit('/').next().unwrap_or_default();
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let name = name.split_once('-').filter(|(number, _)| is_number(number)).map_or(name, |(_, name)| name);
        capital(&name.split('.').next().unwrap_or_default().replace('-', " "))
    }

    fn condition_columns(&self, condition: &ConditionEntry) -> Result<Vec<Column>, EvalError> {
        let groups = self.game.entries.condition_groups.iter();
        let is_it = |id: &String| condition.group.as_ref().is_some_and(|group| group.value == *id);
        let group = groups.map(|group| &group.head).find(|head| is_it(&head.id)).map_or("", |head| &head.name);
        let words = self.words();
        Ok(vec![
            Column::plain(words.text("label.group"), group),
            Column::plain(words.text("label.lasts"), turns(condition, words)),
            Column::new(words.text("label.when"), self.blank.line(&condition.when)?),
            Column::new(words.text("label.changes"), self.changed_by(condition)),
        ])
    }

    fn ruling_columns(&self, ruling: &RulingEntry, entry: &Entry) -> Vec<Column> {
        let other = || (usize::MAX, self.words().text("label.other"));
        let (place, chapter) = chapter_of_ruling(self.game, ruling).unwrap_or_else(other);
        let is_changed = entry.options.iter().any(|option| option.is_chosen && !option.is_default);
        let words = self.words();
        let reading = if is_changed { "label.another_reading" } else { "label.default" };
        vec![
            Column { place, ..Column::group(words.text("label.chapter"), chapter) },
            Column::several(words.text("label.touches"), touched(ruling, entry, words)).filter_only(),
            Column::plain(words.text("label.question"), ruling.kind.map_or("", |kind| kind_of_question(kind, words))),
            Column::plain(words.text("label.in_force"), words.text(reading)),
        ]
    }

    /// What is told beside the name, a column each; what is spent in play; and the line about the looks.
    fn person_columns(&self, who: &Person) -> Result<Vec<Column>, EvalError> {
        let faces = FaceBuilder::new(self.game, Some(who));
        let (e, system) = (&self.game.entries, self.game.rules.system());
        let mut columns = Vec::new();
        for input in e.inputs.iter().filter(|input| !input.is_quiet && !input.is_optional) {
            let cell = faces.value_cell(&input.head.id)?;
            // As beside the name: what is at its default is not told.
            let default = input.default.map(|default| default.to_string());
            columns.push(Column::plain(
                cell.name,
                if cell.text == default { String::new() } else { cell.text.unwrap_or_default() },
            ));
        }
        for choice in e.choices.iter().filter(|choice| !choice.is_quiet) {
            let chosen = faces.printed(&format!("{}.name", choice.head.id))?;
            columns.push(Column::plain(choice.head.name.as_str(), chosen.unwrap_or_default()));
        }
        let threat = e.handouts.threat.iter().map(|id| &id.value).filter(|id| system.values.contains_key(*id));
        for id in threat.chain(e.resources.iter().map(|resource| &resource.max.value)) {
            let cell = faces.value_cell(id)?;
            let label = if cell.abbr.is_empty() { cell.name } else { cell.abbr };
            if columns.iter().all(|column| column.label != label) {
                columns.push(Column::plain(label, cell.text.unwrap_or_default()));
            }
        }
        Ok(columns)
    }
}

/// The chapter that explains what a ruling is about, its place and its title: where the first of its rules stands, else the first
/// that it affects.
pub fn chapter_of_ruling<'g>(game: &'g Game, ruling: &RulingEntry) -> Option<(usize, &'g str)> {
    let chapters = || game.entries.chapters.iter().enumerate();
    let home = |rule: &String| chapters().find(|(_, chapter)| chapter.anchors.iter().any(|id| id.value == *rule));
    let named = |path: &str| {
        let slug = path.strip_prefix("rules/")?;
        chapters().find(|(_, chapter)| chapter.slug == slug)
    };
    let found = ruling.head.rules.iter().find_map(home);
    let found = found.or_else(|| ruling.affects.iter().find_map(|file| named(&file.value)));
    found.map(|(place, chapter)| (place, chapter.title.as_str()))
}

fn stat_columns(entry: &Entry, group: Column, words: Words) -> Vec<Column> {
    // What nothing computes, and what is only what somebody has set under the same name.
    let is_set = entry.formula.is_empty() || entry.formula == entry.name;
    let how = if is_set { words.text("label.set_by_you") } else { entry.formula.as_str() };
    vec![
        group,
        Column::plain(words.text("label.short"), entry.aliases.first().map_or("", String::as_str)),
        Column::plain(words.text("label.how"), how),
    ]
}

/// Costs, a column for each unit; what it costs more as a reaction; the short facts.
fn card_columns(card: &CardEntry, entry: &Entry, words: Words) -> Vec<Column> {
    let Some(face) = &entry.card else { return Vec::new() };
    let mut columns = vec![Column::group(words.text("label.family"), face.family.name.as_str())];
    columns.extend(costs(face, words));
    columns.push(Column::plain(words.text("card.as_a_reaction"), face.reaction_sign.as_str()));
    let is_short = |fact: &&Fact| !fact.text.is_empty() && plain_text(&fact.text).chars().count() <= LONGEST_FACT;
    let facts = face.facts.iter().filter(is_short);
    columns.extend(facts.map(|fact| Column::new(fact.label.as_str(), fact.text.clone())));
    if card.family.is_none() {
        columns.remove(0);
    }
    columns
}

fn facts_as_columns(facts: &[Fact]) -> Vec<Column> {
    facts.iter().map(|fact| Column::new(fact.label.as_str(), fact.text.clone())).collect()
}

/// The name of a group.
pub(super) fn name_of<'g>(groups: &'g [GroupEntry], id: &str) -> &'g str {
    groups.iter().find(|group| group.head.id == id).map_or("", |group| &group.head.name)
}

/// `AP: 1 / 2 / 3`
fn costs(face: &CardFace, words: Words) -> Vec<Column> {
    let column = |(unit, ways): (&str, Vec<&Cost>)| {
        Column::plain(
            if unit.is_empty() { words.text("label.cost").to_owned() } else { capital(unit) },
            amounts(&ways).join(" / "),
        )
    };
    by_unit(&face.costs).into_iter().map(column).collect()
}

/// What of the book a ruling touches, by kind: what computes with it, and whose files read it.
fn touched(ruling: &RulingEntry, entry: &Entry, words: Words) -> Vec<String> {
    let users = entry.used_by.iter().map(|link| link.kind);
    let folder = |path: &str| path.split('/').next().unwrap_or_default().to_owned();
    let files: BTreeSet<String> = ruling.affects.iter().map(|file| folder(&file.value)).collect();
    let by_file = EntryKind::ALL.iter().copied().filter(|kind| files.contains(kind.names().folder));
    let kinds: BTreeSet<EntryKind> = users.chain(by_file).collect();
    match kinds.is_empty() {
        true => vec![words.text("label.text_of_rules").to_owned()],
        false => kinds.into_iter().map(|kind| kind.all(words).to_owned()).collect(),
    }
}

fn kind_of_question(kind: RulingKind, words: Words) -> &'static str {
    words.text(match kind {
        RulingKind::Contradiction => "label.contradiction",
        RulingKind::Ambiguity => "label.ambiguity",
        RulingKind::Undefined => "label.undefined",
        RulingKind::Missing => "label.missing",
        RulingKind::Wording => "label.wording",
        RulingKind::Optional => "label.optional",
    })
}
