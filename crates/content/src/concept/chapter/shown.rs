//! How much the directives of all chapters show: a short directive may stand for a long table.

use std::collections::BTreeMap;

use makeready_rules::system::System;

use crate::code::Code;
use crate::concept::bulk::card_rows;
use crate::concept::chapter::ChapterPart;
use crate::concept::chapter::TableOf;
use crate::concept::checks::{CheckArguments, MOST_CASES};
use crate::diagnostic::Diagnostic;
use crate::limits::{MOST_CASES_SHOWN, MOST_SHOWN};
use crate::load::Entries;
use crate::source::Span;
use crate::validate::Validator;

impl Validator {
    /// Reports the first directive that makes the book too long to be made.
    pub(crate) fn shown(&mut self, e: &Entries, system: &System) {
        let lengths = Lengths::of(e);
        let (mut shown, mut cases) = (0, 0);
        for part in e.chapters.iter().flat_map(|chapter| &chapter.parts) {
            let Some((at, rows)) = lengths.part(part, e, system) else { continue };
            if let ChapterPart::Odds(entry) = part
                && let Some(check) = system.checks.get(&entry.check.value)
            {
                cases += CheckArguments::of(entry).or_usual(check).cases().len();
                if cases > MOST_CASES_SHOWN {
                    let message = format!(
                        "the `odds` directives of all chapters show more than {MOST_CASES_SHOWN} cases together"
                    );
                    let help = "show fewer cases, or show them in one place and link to it";
                    self.push(Diagnostic::error(Code::TooManyRows, entry.check.at, message).help(help));
                    return;
                }
            }
            shown += 1 + rows;
            if shown > MOST_SHOWN {
                let message = format!("the directives of all chapters show more than {MOST_SHOWN} rows together");
                let help = "show a long table in one place and link to it";
                self.push(Diagnostic::error(Code::TooManyRows, at, message).help(help));
                return;
            }
        }
    }
}

/// How long what directives show is, by id.
struct Lengths<'e> {
    cards: BTreeMap<&'e str, usize>,
    families: BTreeMap<&'e str, usize>,
    traits: BTreeMap<&'e str, usize>,
    keywords: BTreeMap<&'e str, usize>,
}

impl<'e> Lengths<'e> {
    fn of(e: &'e Entries) -> Self {
        let cards = e.actions.iter().chain(e.skills.iter().map(|skill| &skill.card)).chain(&e.references);
        let mut families: BTreeMap<&str, usize> = BTreeMap::new();
        for family in e.actions.iter().filter_map(|action| action.family.as_ref()) {
            *families.entry(&family.value).or_default() += 1;
        }
        Self {
            cards: cards.map(|card| (card.head.id.as_str(), card_rows(card))).collect(),
            families,
            traits: e.trait_lists.iter().map(|list| (list.head.id.as_str(), list.traits.len())).collect(),
            keywords: e.keywords.iter().map(|family| (family.head.id.as_str(), family.keywords.len())).collect(),
        }
    }

    /// Where a directive stands, and how many rows it shows.
    fn part(&self, part: &ChapterPart, e: &Entries, system: &System) -> Option<(Span, usize)> {
        let of = |lengths: &BTreeMap<&str, usize>, id: &str| lengths.get(id).copied().unwrap_or_default();
        Some(match part {
            ChapterPart::Markdown(..) | ChapterPart::Example(..) | ChapterPart::Note(_) => return None,
            ChapterPart::Card(id) => (id.at, of(&self.cards, &id.value)),
            ChapterPart::Ruling(id) => (id.at, system.rulings.get(&id.value).map_or(0, |ruling| ruling.options.len())),
            ChapterPart::Bill(bill) => (bill.ability.at, e.building.as_ref().map_or(0, |b| b.values.len())),
            ChapterPart::Procedure(call, ..) => {
                (call.at, system.procedures.get(&call.id.value).map_or(0, |procedure| procedure.steps.len()))
            }
            ChapterPart::Odds(entry) => (entry.at, MOST_CASES),
            ChapterPart::Table(entry) => {
                let id = entry.ids.as_str();
                let rows = match entry.table {
                    TableOf::Stats | TableOf::Groups => e.stats.len(),
                    TableOf::Skills => e.skills.len(),
                    TableOf::Conditions => e.conditions.len(),
                    TableOf::Rulings => e.rulings.len(),
                    TableOf::Abilities | TableOf::AbilitiesWith => e.abilities.len(),
                    TableOf::Fields => e.building.as_ref().map_or(0, |building| building.fields.len()),
                    TableOf::Choice => system.choices.get(id).map_or(0, |choice| choice.options.len()),
                    TableOf::List => system.lists.get(id).map_or(0, |list| list.entries.len()),
                    TableOf::Derived => id.split(',').count(),
                    TableOf::Actions => of(&self.families, id),
                    TableOf::Traits => of(&self.traits, id),
                    TableOf::Keywords | TableOf::KeywordValues => of(&self.keywords, id),
                };
                (entry.of.at, rows)
            }
        })
    }
}
