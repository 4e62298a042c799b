//! Traits on sheets and handouts, and their entries in the rulebook.

use makeready_rules::dice::{ChangeRule, Dice};
use makeready_rules::formula::{EvalError, Expr, ExprKind, eval};
use makeready_rules::rules::Rules;
use makeready_rules::system::Owner;
use makeready_rules::template::Piece;
use makeready_rules::traits::times;
use makeready_rules::value::{Value, signed};

use super::ability::strong;
use super::book::{BookBuilder, cell, formula_cell, table, without_empty};
use super::face_builder::FaceBuilder;
use crate::book::{Entry, EntryKind, EntryLink};
use crate::card::{Fact, Table};
use crate::sheet::SheetContent;
use crate::text::{Paragraph, Run};
use makeready_content::concept::modifier::ModifierEntry;
use makeready_content::concept::traits::{TraitEntry, TraitListEntry};
use makeready_content::scalar::Filled;
use makeready_content::source::Located;

impl FaceBuilder<'_> {
    /// The traits of this character: each with what it does, or by name. On a blank, lines to write them on.
    ///
    /// # Errors
    /// When a value in a text cannot be computed.
    pub(super) fn traits(&self, lines: u32, has_effects: bool) -> Result<SheetContent, EvalError> {
        let columns = ["Trait", "What it does"].map(str::to_owned).to_vec();
        if self.is_blank() {
            let rows = vec![vec![Paragraph::new(); columns.len()]; lines as usize];
            return Ok(SheetContent::Table(Table { numeric: vec![false; columns.len()], columns, rows }));
        }
        let held = self.game.entries.trait_lists.iter().flat_map(|list| &list.traits);
        let held: Vec<&TraitEntry> = held.filter(|entry| self.times_held(entry) > 0).collect();
        if !has_effects {
            let mut line = Paragraph::new();
            for entry in held {
                line.push(Run::plain(if line.is_empty() { "" } else { " \u{b7} " }));
                line.extend(self.trait_name(entry));
            }
            return Ok(SheetContent::Text { paragraphs: if line.is_empty() { Vec::new() } else { vec![line] } });
        }
        let row = |entry: &TraitEntry| Ok(vec![self.trait_name(entry), self.line(&entry.text)?]);
        let rows = held.into_iter().map(row).collect::<Result<_, EvalError>>()?;
        Ok(SheetContent::Table(Table { numeric: vec![false; columns.len()], columns, rows }))
    }

    fn times_held(&self, entry: &TraitEntry) -> usize {
        times(self.evaluator.character(), &entry.head.id, None)
    }

    /// `Tough ×2`, `Skilled (A new skill ×2, A better one)`.
    fn trait_name(&self, entry: &TraitEntry) -> Paragraph {
        let character = self.evaluator.character();
        let often = |n: usize| if n > 1 { format!(" \u{d7}{n}") } else { String::new() };
        let mut name = strong(&entry.head.name);
        let options = entry.options.iter().filter_map(|option| {
            let n = times(character, &entry.head.id, Some(&option.id));
            (n > 0).then(|| format!("{}{}", option.name, often(n)))
        });
        let options: Vec<String> = options.collect();
        name.push(Run::plain(if options.is_empty() {
            often(self.times_held(entry))
        } else {
            format!(" ({})", options.join(", "))
        }));
        name
    }
}

impl BookBuilder<'_> {
    /// The traits of a list.
    pub(super) fn trait_table(&self, list: &str) -> Table {
        let list = self.game.entries.trait_lists.iter().find(|known| known.head.id == list);
        let row = |held: &TraitEntry| {
            let again = if self.may_repeat(held) { self.words().text("label.repeats") } else { "" };
            let (name, summary) = (held.head.name.clone(), held.head.summary.clone());
            vec![cell(name), self.asked_for(held), cell(again.to_owned()), cell(summary)]
        };
        let rows = list.into_iter().flat_map(|list| &list.traits).map(row);
        let heads = ["label.asks_for", "label.again", "label.does"].map(|key| self.words().text(key));
        let [asks, again, does] = heads;
        without_empty(&table([EntryKind::Trait.one(self.words()), asks, again, does], rows.collect()))
    }

    pub(super) fn trait_entry(
        &self,
        list: &TraitListEntry,
        held: &TraitEntry,
        outline: Entry,
    ) -> Result<Entry, EvalError> {
        let (mut made, words) = (outline, self.words());
        made.paragraphs = self.blank.paragraphs(&held.text)?;
        let fact = |label: &str, text: Paragraph| Fact { label: label.to_owned(), text, ..Fact::default() };
        let again = if self.may_repeat(held) { "label.as_often" } else { "label.once" };
        made.facts = vec![
            fact(words.text("label.list"), cell(list.head.name.clone())),
            fact(words.text("label.asks_for"), self.asked_for(held)),
            fact(words.text("label.taken"), cell(words.text(again).to_owned())),
            fact(words.text("label.each_adds"), cell(self.blank.added(&held.adds))),
        ];
        made.facts.retain(|fact| !fact.text.is_empty());
        let options = held.options.iter().map(|option| vec![cell(option.name.clone()), cell(option.summary.clone())]);
        let options = table([words.text("label.each_time"), words.text("label.is")], options.collect());
        if !options.rows.is_empty() {
            made.tables.push((words.text("label.choose").to_owned(), without_empty(&options)));
        }
        for (kind, people) in [(EntryKind::Character, &self.game.characters), (EntryKind::Npc, &self.game.npcs)] {
            let holds = people.values().filter(|who| times(&who.character, &held.head.id, None) > 0);
            made.used_by.extend(holds.map(|who| EntryLink { kind, id: who.id().to_owned() }));
        }
        Ok(made)
    }

    pub(super) fn may_repeat(&self, held: &TraitEntry) -> bool {
        let placed = held.repeats.as_ref();
        placed.is_some_and(|placed| self.blank.value(&placed.0.formula).is_ok_and(|value| value == Value::Bool(true)))
    }

    /// A prerequisite in the author's words, or the formula in ours; empty where there is none.
    pub(super) fn asked_for(&self, held: &TraitEntry) -> Paragraph {
        let Some(Filled((message, _))) = &held.message else {
            let asked = held.requires.as_ref().map(|placed| self.blank.told(&placed.formula.expr));
            return formula_cell(asked.unwrap_or_default());
        };
        // What depends on who takes it is told as a formula.
        let words = message.pieces.iter().map(|piece| match piece {
            Piece::Text(words, _) => words.clone(),
            Piece::Formula(formula, form, _) => {
                let known = self.blank.value(formula).ok().and_then(|value| form.printed(&value));
                known.unwrap_or_else(|| form.phrase(self.blank.told(&formula.expr)))
            }
        });
        cell(words.collect())
    }
}

/// As many values are named one by one.
const FEW: usize = 3;

impl FaceBuilder<'_> {
    /// `Body −1; Strength, Dexterity +1`: what modifiers add to this character, by whole names, less those that add nothing.
    pub(super) fn added(&self, modifiers: &[ModifierEntry]) -> String {
        let mut sums: Vec<(String, Vec<String>)> = Vec::new();
        for modifier in modifiers.iter().filter(|modifier| !modifier.counter) {
            let Some(added) = self.added_by(modifier) else { continue };
            let to = added_to(modifier, &self.game.rules, Rules::whole_name);
            match sums.last_mut() {
                // Several may have one label.
                Some((last, names)) if *last == added && names.contains(&to) => {}
                Some((last, names)) if *last == added => names.push(to),
                _ => sums.push((added, vec![to])),
            }
        }
        let has_lists = sums.iter().any(|(_, names)| names.iter().any(|name| name.contains(',')) || names.len() > 1);
        let sum = |(added, names): (String, Vec<String>)| {
            let names = names.join(", ");
            let count = names.split(", ").count();
            // A sign stands behind a name as in a sum, but before many names, which it is of; words are about it.
            let is_number = added.starts_with(['+', '\u{2212}']);
            let joint = if count <= FEW && is_number { " " } else { ": " };
            if is_number && count > FEW {
                return self.words().say("label.added_to", &[("added", &added), ("names", &names)]);
            }
            format!("{names}{joint}{added}")
        };
        sums.into_iter().map(sum).collect::<Vec<_>>().join(if has_lists { "; " } else { ", " })
    }

    /// `+2 squares`, in its author's words, or as a formula what is not known yet; none where it is nothing.
    fn added_by(&self, modifier: &ModifierEntry) -> Option<String> {
        let formula = &modifier.add.as_ref()?.formula;
        let value = self.value(formula).ok().filter(|value| !value.is_unknown());
        let value = value.or_else(|| self.dice_lost(&formula.expr));
        if value.as_ref().is_some_and(Value::is_nothing) {
            return None;
        }
        if !modifier.how.is_empty() {
            return Some(modifier.how.in_words(&self.game.rules, &self.evaluator));
        }
        let told = || self.explained(&self.told(&formula.expr), &self.game.rules.fold(&formula.expr), &self.game.rules);
        Some(match (value, &formula.expr.kind) {
            (Some(Value::Number(number)), _) => {
                let unit = self.unit_of(modifier);
                format!("{}{}{unit}", signed(&number.to_string()), if unit.is_empty() { "" } else { " " })
            }
            (Some(value), _) => signed(&value.printed()?).into_owned(),
            // The words say themselves which way it goes.
            (None, ExprKind::Change { .. }) => told(),
            (None, _) => signed(&told()).into_owned(),
        })
    }

    /// The unit that all have to which it is added.
    fn unit_of(&self, modifier: &ModifierEntry) -> &str {
        let values = &self.game.rules.system().values;
        let mut units = modifier.to.iter().map(|to| values.get(&to.value).map_or("", |value| &value.unit));
        let first = units.next().unwrap_or_default();
        if units.all(|unit| unit == first) { first } else { "" }
    }
}

impl FaceBuilder<'_> {
    /// Dice lost, where it is known how many, but not how many stay.
    fn dice_lost(&self, expr: &Expr) -> Option<Value> {
        let ExprKind::Change { rule: ChangeRule::Penalty, count, .. } = &expr.kind else { return None };
        let count = eval(count, &self.evaluator).ok()?.as_number()?.to_i64()?;
        Some(Value::Dice(Dice::penalty(u32::try_from(count).ok()?, 0)))
    }
}

/// What a modifier adds to: `BODY, MIND`, by the names that are wanted.
pub(super) fn added_to(modifier: &ModifierEntry, rules: &Rules, name_of: fn(&Rules, &str) -> String) -> String {
    if !modifier.label.0.is_empty() {
        return modifier.label.0.clone();
    }
    let named = |to: &Located<String>| with_owner(&to.value, name_of(rules, &to.value), rules);
    modifier.to.iter().map(named).collect::<Vec<_>>().join(", ")
}

/// `Strike Effect Value`: every action may have an Effect Value.
fn with_owner(id: &str, label: String, rules: &Rules) -> String {
    let system = rules.system();
    let owner = match system.owner(id) {
        Owner::Character => return label,
        Owner::Action(owner) | Owner::Skill(owner) => system.entry_name(owner),
    };
    if label.contains(owner) { label } else { format!("{owner} {label}") }
}
