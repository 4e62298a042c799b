//! Chapters: directives that name something, formulas in running text.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use makeready_rules::bill::bill;
use makeready_rules::formula::{Formula, Frame};
use makeready_rules::system::System;
use makeready_rules::template::Template;

use crate::code::Code;
use crate::concept::ability::BuiltEntry;
use crate::concept::chapter::{BillPart, ChapterPart};
use crate::concept::chapter::{TableEntry, TableOf};
use crate::decode::PlacedFormula;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::listed;
use crate::game::{Game, Person};
use crate::kind::Kind;
use crate::load::Entries;
use crate::source::{Located, ScalarPlace, Span};
use crate::validate::failed::{User, in_ability};
use crate::validate::{Ids, Validator};

/// The formulas of a template with their places.
pub(crate) fn placed_formulas(template: &Template, place: &ScalarPlace) -> Vec<PlacedFormula> {
    let placed =
        |(formula, at): (&Formula, &Range<usize>)| PlacedFormula { formula: formula.clone(), place: place.part(at) };
    template.formulas().map(placed).collect()
}

/// The series that a rule is of: `AB-GAP-` of `AB-GAP-03`.
fn series(rule: &str) -> &str {
    rule.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// The number of a rule in its series.
fn number(rule: &str) -> Option<u64> {
    rule[series(rule).len()..].parse().ok()
}

impl Validator {
    /// Checks every chapter.
    pub(crate) fn chapters(&mut self, e: &Entries, system: &System) {
        self.anchors(e);
        self.cited(e);
        self.parts_of_book(e);
        let actions = e.actions.iter().map(|a| a.head.id.as_str());
        let skills = e.skills.iter().filter(|s| s.card.family.is_some()).map(|s| s.card.head.id.as_str());
        let cards: Ids<'_> = actions.chain(skills).chain(e.references.iter().map(|r| r.head.id.as_str())).collect();
        let people: Ids<'_> = e.characters.iter().chain(&e.npcs).map(|c| c.head.id.as_str()).collect();
        let abilities: BTreeMap<&str, &BuiltEntry> =
            e.abilities.iter().rev().map(|ability| (ability.head.id.as_str(), ability)).collect();
        for part in e.chapters.iter().flat_map(|c| &c.parts) {
            let before = self.told;
            match part {
                ChapterPart::Markdown(template, place) => {
                    self.template(template, place, system);
                }
                ChapterPart::Card(id) => {
                    self.known_of(Kind::Card, id, &cards);
                }
                ChapterPart::Example(who, _, text) => {
                    self.whose(who.as_ref(), &people);
                    self.card_text(text, system);
                }
                ChapterPart::Note(text) => self.card_text(text, system),
                ChapterPart::Ruling(id) => {
                    self.known_in(Kind::Ruling, id, &system.rulings);
                }
                ChapterPart::Table(entry) => self.table(entry, e, system),
                ChapterPart::Bill(bill) => {
                    self.whose(bill.who.as_ref(), &people);
                    self.bill_part(bill, &abilities);
                }
                ChapterPart::Procedure(call, who, _) => {
                    self.call(call, system);
                    self.whose(who.as_ref(), &people);
                }
                ChapterPart::Odds(entry) => {
                    self.odds_entry(entry, system);
                    self.whose(entry.who.as_ref(), &people);
                }
            }
            if let Some(at) = part.at().filter(|_| self.told > before) {
                self.bad.note(at);
            }
        }
    }

    fn whose(&mut self, who: Option<&Located<String>>, people: &Ids<'_>) {
        if let Some(who) = who {
            self.known_of(Kind::Character, who, people);
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

    /// Warns of parts that are left and come back: contents would have them twice.
    fn parts_of_book(&mut self, e: &Entries) {
        let mut left: BTreeSet<&str> = BTreeSet::new();
        let mut current: Option<&str> = None;
        for part in e.chapters.iter().map(|chapter| chapter.part.as_ref()) {
            let name = part.map(|part| part.value.as_str());
            if name == current {
                continue;
            }
            left.extend(current);
            current = name;
            if let Some(part) = part.filter(|part| left.contains(part.value.as_str())) {
                let message = format!("chapters of other parts separate this chapter from the part `{}`", part.value);
                let help = "number the chapters of a part one after another, or give this one another `part`";
                self.push(Diagnostic::warning(Code::SplitPart, part.at, message).help(help));
            }
        }
    }

    /// Warns of rules that no chapter explains, in a game whose chapters explain rules.
    fn cited(&mut self, e: &Entries) {
        let is_rule = |id: &&str| id.starts_with(|c: char| c.is_ascii_uppercase());
        let anchors = e.chapters.iter().flat_map(|chapter| &chapter.anchors).map(|anchor| anchor.value.as_str());
        let chapters: Ids<'_> = anchors.filter(is_rule).collect();
        // What could not be read may explain any of them.
        if chapters.is_empty()
            || !self.gaps.is_empty()
            || e.chapters.iter().any(|chapter| self.faulty.contains(&chapter.file))
        {
            return;
        }
        // A worked example is what its id names, and a ruling is where a rule of its own is explained.
        let of_rulings: Vec<&str> = e.rulings.iter().map(|ruling| ruling.head.rule.as_str()).collect();
        let own: Vec<&str> =
            of_rulings.iter().copied().filter(|rule| self.is_of_ruling(rule, &of_rulings, &chapters)).collect();
        let mut known: BTreeSet<&str> = e.examples.iter().map(|x| x.head.id.as_str()).chain(own).collect();
        for rule in &e.cited {
            if chapters.has(&rule.value) || !known.insert(&rule.value) {
                continue;
            }
            let message = format!("no chapter explains the rule `{}`", rule.value);
            let help = match self.guess(&rule.value, chapters.all()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("write `[[#{}]]` before the words that explain it, in a chapter", rule.value),
            };
            self.push(Diagnostic::warning(Code::UnexplainedRule, rule.at, message).help(help));
        }
    }

    /// Checks the formulas of what is said of a broken rule. They are computed when somebody breaks it; those that need nothing are
    /// computed now.
    pub(crate) fn template_of_rule(&mut self, template: &Template, place: &ScalarPlace, scope: &dyn Frame) {
        for placed in placed_formulas(template, place) {
            self.formula(&placed, scope, &[]);
            // No number is computed from it.
            let are_numbers_sound = self.are_numbers_sound;
            self.failed_constant(&placed, scope);
            self.are_numbers_sound = are_numbers_sound;
        }
    }

    /// Whether a rule that no chapter explains is explained by the ruling that rests on it: other rulings have rules of its series, or
    /// it has a number that chapters leave out. A series that nothing else is of must not be called nearly as another one.
    fn is_of_ruling(&mut self, rule: &str, of_rulings: &[&str], chapters: &Ids<'_>) -> bool {
        let of_series = |other: &&str| series(other) == series(rule);
        if of_rulings.iter().copied().filter(of_series).any(|other| other != rule) {
            return true;
        }
        match chapters.all().iter().copied().filter(of_series).map(number).max() {
            Some(last) => number(rule) < last,
            None => {
                let others = of_rulings.iter().copied().filter(|other| *other != rule);
                let others: Vec<&str> = chapters.all().iter().copied().chain(others).map(series).collect();
                self.guess(series(rule), &others).is_none()
            }
        }
    }

    /// Checks the formulas of a template.
    pub(crate) fn template(&mut self, template: &Template, place: &ScalarPlace, scope: &dyn Frame) {
        for placed in placed_formulas(template, place) {
            self.formula_beside_numbers(&placed, scope, &[]);
        }
        for (formula, form, at) in template.behind_signs() {
            let placed = PlacedFormula { formula: formula.clone(), place: place.part(at) };
            self.sign_before(&placed, form, scope);
        }
    }

    fn table(&mut self, entry: &TableEntry, e: &Entries, system: &System) {
        let TableEntry { of, table, ids, .. } = entry;
        let (kind, known): (Kind, Vec<&str>) = match *table {
            TableOf::Choice => (Kind::Choice, system.choices.keys().map(String::as_str).collect()),
            TableOf::Derived => (Kind::Value, system.values.keys().map(String::as_str).collect()),
            TableOf::Actions => (Kind::Family, e.families.iter().map(|f| f.head.id.as_str()).collect()),
            TableOf::Traits => (Kind::ListOfTraits, system.trait_lists.keys().map(String::as_str).collect()),
            TableOf::List => (Kind::List, system.lists.keys().map(String::as_str).collect()),
            TableOf::Keywords | TableOf::KeywordValues => {
                (Kind::KeywordFamily, e.keywords.iter().map(|family| family.head.id.as_str()).collect())
            }
            TableOf::Abilities | TableOf::AbilitiesWith | TableOf::Fields if self.gaps.has("building.yaml") => return,
            TableOf::Abilities | TableOf::AbilitiesWith | TableOf::Fields if e.building.is_none() => {
                let message = format!("there is no table of `{}`: this game has no `building.yaml`", of.value);
                self.push(
                    Diagnostic::error(Code::UnknownTable, of.at, message)
                        .help("add `building.yaml` next to `system.yaml`, or remove this directive"),
                );
                return;
            }
            TableOf::AbilitiesWith => return self.filter(of, ids, system),
            TableOf::Stats
            | TableOf::Skills
            | TableOf::Conditions
            | TableOf::Rulings
            | TableOf::Groups
            | TableOf::Abilities
            | TableOf::Fields => return,
        };
        if ids.contains(',') && kind != Kind::Value {
            let message = format!("a table of `{}` has only one id", of.value.split(':').next().unwrap_or_default());
            self.push(Diagnostic::error(Code::UnknownTable, of.at, message).help("write a directive for each"));
            return;
        }
        let mut start = of.at.start + of.value.len() - ids.len();
        for id in ids.split(',') {
            if id.trim().is_empty() {
                let message = format!("`{}` lacks an id", of.value);
                self.push(Diagnostic::error(Code::UnknownTable, of.at, message).help(listed(&known)));
            }
            let at = Span { start, end: start + id.len(), ..of.at };
            start = at.end + 1;
            self.known(kind, &Located { value: id.trim().to_owned(), at }, known.iter().copied());
        }
    }

    /// `abilities:type=active`: a field with options, and one of these.
    fn filter(&mut self, of: &Located<String>, written: &str, system: &System) {
        let start = of.at.start + of.value.len() - written.len();
        let Some((field, option)) = written.split_once('=') else {
            let message = format!("`{}` does not say which abilities", of.value);
            self.push(
                Diagnostic::error(Code::UnknownTable, of.at, message)
                    .help("write a field and one of its options, such as `abilities:type=active`"),
            );
            return;
        };
        let fields = system.abilities.iter().flat_map(|rules| &rules.parameters);
        let with_options = fields.filter_map(|(id, field)| Some((id.as_str(), field.kind.choice()?)));
        let at = Span { start, end: start + field.len(), ..of.at };
        let field = Located { value: field.to_owned(), at };
        if !self.known(Kind::FieldWithOptions, &field, with_options.clone().map(|(id, _)| id)) {
            return;
        }
        let option = Located { value: option.to_owned(), at: Span { start: at.end + 1, end: of.at.end, ..of.at } };
        let options = with_options.filter(|(id, _)| *id == field.value).flat_map(|(_, choice)| choice.options.keys());
        self.known(Kind::Option, &option, options.map(String::as_str));
    }

    fn bill_part(&mut self, bill: &BillPart, abilities: &BTreeMap<&str, &BuiltEntry>) {
        let ability = abilities.get(bill.ability.value.as_str());
        self.known_if(ability.is_some(), Kind::Ability, &bill.ability, || abilities.keys().copied().collect());
        if let (Some(shown), Some(ability)) = (&bill.keywords, ability)
            && (1..shown.value).contains(&ability.keywords.len())
        {
            let all = ability.keywords.len();
            let message =
                format!("`{}` has {all} {}", bill.ability.value, if all == 1 { "keyword" } else { "keywords" });
            let help = format!("write a number from 1 to {all}, or leave `keywords` out to show all");
            self.push(Diagnostic::error(Code::OutOfRange, shown.at, message).help(help));
        }
    }

    /// Notes that a part of a chapter cannot be shown for the person that it is about.
    pub(crate) fn not_for(&mut self, who: Option<&Person>, part: &ChapterPart) {
        if let (Some(who), Some(at)) = (who, part.at()) {
            self.not_shown.insert(at, who.entry.head.name.clone());
        }
    }

    /// Works out the bills that chapters show.
    pub(crate) fn bills_of_chapters(&mut self, game: &Game) {
        let parts: Vec<_> = self.sound_parts(game).collect();
        self.bills_of_parts(game, &parts);
    }

    /// The same for some parts of chapters.
    pub(crate) fn bills_of_parts(&mut self, game: &Game, parts: &[&ChapterPart]) {
        for part in parts {
            let ChapterPart::Bill(shown) = part else { continue };
            let Some((ability, who)) = game.bill_part(shown) else { continue };
            let evaluator = game.evaluator(who);
            if let Err(failure) = bill(&evaluator, &ability) {
                let place = in_ability(game, &evaluator, &ability, &failure);
                let user = User::of_person(who.is_some(), shown.ability.at, "its bill is shown here");
                self.failed(place, user, &failure, failure.help());
                self.not_for(who, part);
            }
        }
    }
}
