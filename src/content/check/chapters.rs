//! Chapters: directives that name something, formulas in running text.

use std::ops::Range;

use deckle_rules::formula::{Formula, Scope};
use deckle_rules::system::System;
use deckle_rules::template::Template;

use super::{Checker, listed};
use crate::content::decode::PlacedFormula;
use crate::content::diagnostic::Diagnostic;
use crate::content::entries::{ChapterPart, Entries};
use crate::content::source::{Located, ScalarPlace, Span};

/// Kinds of tables that a chapter may ask for.
const TABLES: [&str; 9] =
    ["stats", "skills", "conditions", "rulings", "choice:", "derived:", "actions:", "list:", "groups"];

/// The formulas of a template with their places.
pub(super) fn placed_formulas(template: &Template, place: &ScalarPlace) -> Vec<PlacedFormula> {
    let placed =
        |(formula, at): (&Formula, &Range<usize>)| PlacedFormula { formula: formula.clone(), place: place.part(at) };
    template.formulas().map(placed).collect()
}

impl Checker {
    /// Checks every chapter.
    pub(super) fn chapters(&mut self, e: &Entries, system: &System) {
        self.anchors(e);
        for part in e.chapters.iter().flat_map(|c| &c.parts) {
            match part {
                ChapterPart::Markdown(template, place) => {
                    self.template(template, place, system);
                }
                ChapterPart::Card(id) => {
                    let actions = e.actions.iter().map(|a| a.head.id.as_str());
                    let skills = e.skills.iter().filter(|s| s.card.family.is_some()).map(|s| s.card.head.id.as_str());
                    let references = e.references.iter().map(|r| r.head.id.as_str());
                    self.known("card", id, actions.chain(skills).chain(references));
                }
                ChapterPart::Example(who, _, text) => {
                    self.whose(who.as_ref(), e);
                    self.card_text(text, system);
                }
                ChapterPart::Note(text) => self.card_text(text, system),
                ChapterPart::Ruling(id) => {
                    self.known("ruling", id, e.rulings.iter().map(|r| r.head.id.as_str()));
                }
                ChapterPart::Table(of, _) => self.table(of, e, system),
                ChapterPart::Procedure(call, who, _) => {
                    self.call(call, system);
                    self.whose(who.as_ref(), e);
                }
            }
        }
    }

    fn whose(&mut self, who: Option<&Located<String>>, e: &Entries) {
        if let Some(who) = who {
            self.known("character", who, e.characters.iter().chain(&e.npcs).map(|c| c.head.id.as_str()));
        }
    }

    /// A rule stands in one place of the whole book, any other id in one place of its chapter.
    fn anchors(&mut self, e: &Entries) {
        let is_rule = |id: &str| id.starts_with(|c: char| c.is_ascii_uppercase());
        let all = e.chapters.iter().flat_map(|c| &c.anchors).map(|a| (a.value.as_str(), a.at));
        self.unique_ids("rules", all.filter(|(id, _)| is_rule(id)));
        for chapter in &e.chapters {
            let ids = chapter.anchors.iter().map(|a| (a.value.as_str(), a.at));
            self.unique_ids("headings", ids.filter(|(id, _)| !is_rule(id)));
        }
    }

    /// Checks the formulas of a template.
    pub(super) fn template(&mut self, template: &Template, place: &ScalarPlace, scope: &dyn Scope) {
        for placed in placed_formulas(template, place) {
            self.formula(&placed, scope, &[]);
        }
    }

    fn table(&mut self, of: &Located<String>, e: &Entries, system: &System) {
        let (kind, ids) = match of.value.split_once(':') {
            Some((kind, ids)) => (format!("{kind}:"), ids),
            None => (of.value.clone(), ""),
        };
        let known: Vec<&str> = match kind.as_str() {
            "choice:" => system.choices.keys().map(String::as_str).collect(),
            "derived:" => system.values.keys().map(String::as_str).collect(),
            "actions:" => e.families.iter().map(|f| f.head.id.as_str()).collect(),
            "list:" => system.lists.keys().map(String::as_str).collect(),
            other if TABLES.contains(&other) => return,
            _ => {
                let message = format!("there is no table of `{}`", of.value);
                self.push(
                    Diagnostic::error("unknown-table", of.at, message)
                        .help(format!("there are: {}, with ids behind the colon", TABLES.join(", "))),
                );
                return;
            }
        };
        let kind = match kind.trim_end_matches(':') {
            "actions" => "family",
            "derived" => "value",
            other => other,
        };
        if ids.contains(',') && kind != "value" {
            let message = format!("a table of `{}` shows one id", of.value.split(':').next().unwrap_or_default());
            self.push(Diagnostic::error("unknown-table", of.at, message).help("write a directive for each"));
            return;
        }
        let mut start = of.at.start + of.value.len() - ids.len();
        for id in ids.split(',') {
            if id.trim().is_empty() {
                let message = format!("`{}` lacks an id", of.value);
                self.push(Diagnostic::error("unknown-table", of.at, message).help(listed(&known)));
            }
            let at = Span { start, end: start + id.len(), ..of.at };
            start = at.end + 1;
            self.known(kind, &Located { value: id.trim().to_owned(), at }, known.iter().copied());
        }
    }
}
