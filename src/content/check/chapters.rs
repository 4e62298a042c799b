//! Chapters: directives that name something, formulas in running text.

use deckle_rules::system::System;

use super::Checker;
use crate::content::decode::PlacedFormula;
use crate::content::diagnostic::Diagnostic;
use crate::content::entries::{ChapterPart, Entries};
use crate::content::source::Located;

/// Kinds of tables that a chapter may ask for.
const TABLES: [&str; 9] =
    ["stats", "skills", "conditions", "rulings", "choice:", "derived:", "actions:", "list:", "groups"];

impl Checker {
    /// Checks every chapter.
    pub(super) fn chapters(&mut self, e: &Entries, system: &System) {
        for part in e.chapters.iter().flat_map(|c| &c.parts) {
            match part {
                ChapterPart::Markdown(template, place) => {
                    for (formula, at) in template.formulas() {
                        let placed = PlacedFormula { formula: formula.clone(), place: place.part(at) };
                        self.formula(&placed, system, &[]);
                    }
                }
                ChapterPart::Card(id) => {
                    let actions = e.actions.iter().map(|a| a.head.id.as_str());
                    let skills = e.skills.iter().filter(|s| s.card.family.is_some()).map(|s| s.card.head.id.as_str());
                    let references = e.references.iter().map(|r| r.head.id.as_str());
                    self.known("card", id, actions.chain(skills).chain(references));
                }
                ChapterPart::Example(who, _, text) => {
                    if let Some(who) = who {
                        self.known("character", who, e.characters.iter().chain(&e.npcs).map(|c| c.head.id.as_str()));
                    }
                    self.card_text(text, system);
                }
                ChapterPart::Note(text) => self.card_text(text, system),
                ChapterPart::Ruling(id) => {
                    self.known("ruling", id, e.rulings.iter().map(|r| r.head.id.as_str()));
                }
                ChapterPart::Table(of, _) => self.table(of, e, system),
            }
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
                self.push(Diagnostic::error("unknown-table", of.at, message).help(format!("there are: {}", TABLES.join(", "))));
                return;
            }
        };
        for id in ids.split(',') {
            let id = Located { value: id.trim().to_owned(), at: of.at };
            self.known(kind.trim_end_matches(':'), &id, known.iter().copied());
        }
    }
}
