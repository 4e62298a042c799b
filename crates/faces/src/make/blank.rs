//! The labeled lines of items, allies and abilities on blank cards: what is written, and how much room it takes.
//!
//! **In** the lines of a layout, and the frame in which their formulas stand. **Out** [`Fact`]s: a number, a roll or a few
//! words in a box; several figures in the words that stand between them; all else on a line of its own.

use makeready_rules::formula::{EvalError, ExprKind, Formula, Frame, Term, validate};
use makeready_rules::rules::Rules;
use makeready_rules::value::Value;

use super::filling::{Figures, line};
use super::sheet::held;
use crate::card::{Fact, Field};
use crate::sheet::Holds;
use crate::text::Paragraph;
use makeready_content::concept::layout::LayoutFactEntry;
use makeready_content::text::{Mark, Text};

/// The longest unit that stands in a box, in characters.
const LONGEST_UNIT: usize = 4;

/// Where the formulas of a layout stand.
pub(super) struct Blank<'a> {
    /// The rules in force.
    pub rules: &'a Rules,
    /// What names mean.
    pub frame: &'a dyn Frame,
}

impl Figures for Blank<'_> {
    fn figure(&self, _: &Formula) -> Result<(Value, Vec<Term>), EvalError> {
        Ok((Value::Unknown(String::new()), Vec::new()))
    }

    fn written(&self, _: &Formula) -> String {
        String::new()
    }

    fn gap(&self, formula: &Formula) -> Option<Holds> {
        Some(self.holds(formula))
    }
}

impl Blank<'_> {
    /// The labeled lines of a layout, to write on. Alternative lines share a label.
    ///
    /// # Errors
    /// Never: nothing is computed.
    pub(super) fn facts(&self, layout: &[LayoutFactEntry]) -> Result<Vec<Fact>, EvalError> {
        let mut groups: Vec<Vec<&LayoutFactEntry>> = Vec::new();
        for entry in layout.iter().filter(|entry| !self.is_ruled_out(entry)) {
            match groups.iter_mut().find(|group| group.iter().any(|other| label(other) == label(entry))) {
                Some(group) => group.push(entry),
                None => groups.push(vec![entry]),
            }
        }
        groups.iter().map(|group| self.fact(group)).collect()
    }

    /// Whether a line never stands on a card under the rulings in force.
    fn is_ruled_out(&self, entry: &LayoutFactEntry) -> bool {
        let when = entry.when.as_ref().map(|placed| self.rules.fold(&placed.formula.expr).kind);
        when == Some(ExprKind::Bool(false))
    }

    /// One line, or several of which one is written.
    ///
    /// # Errors
    /// Never: nothing is computed.
    pub(super) fn fact(&self, alternatives: &[&LayoutFactEntry]) -> Result<Fact, EvalError> {
        let Some((first, others)) = alternatives.split_first() else { return Ok(Fact::default()) };
        let text = &first.fact.text;
        let figures = figures(text);
        let is_sentence =
            others.is_empty() && figures.len() > 1 && figures.iter().all(|f| self.holds(f) != Holds::Words);
        let is_one_thing = others.iter().all(|other| other.fact.label == first.fact.label);
        Ok(Fact {
            label: label(first).to_owned(),
            text: if is_sentence { line(self, text)? } else { Paragraph::new() },
            is_short: first.is_short,
            is_at_foot: false,
            field: if is_sentence || !is_one_thing { None } else { self.field(first, &figures) },
        })
    }

    /// The box to write in: of a line that is one figure, or a few words.
    fn field(&self, entry: &LayoutFactEntry, figures: &[&Formula]) -> Option<Field> {
        let words = || entry.is_short.then(|| Field { holds: Holds::Words, unit: String::new() });
        let mut counted = figures.iter().filter(|formula| self.holds(formula) != Holds::Words);
        let (Some(figure), None) = (counted.next(), counted.next()) else { return words() };
        let mut marks = entry.fact.text.paragraphs.iter().flatten();
        let begins = matches!(marks.next(), Some(Mark::Formula(formula, ..)) if formula.text == figure.text);
        // Words behind it are its unit if they are few; where more is filled in behind a stroke, all of it is written.
        let unit = match (marks.next(), marks.next()) {
            (Some(Mark::Words(_, unit)), None) => unit.trim(),
            (Some(Mark::Words(_, between)), Some(_)) if !between.trim().is_empty() => return words(),
            _ => "",
        };
        if !begins {
            return words();
        }
        let unit = if unit.chars().count() <= LONGEST_UNIT { unit.to_owned() } else { String::new() };
        Some(Field { holds: self.holds(figure), unit })
    }

    /// What is written where a formula stands.
    pub(super) fn holds(&self, formula: &Formula) -> Holds {
        let folded = self.rules.fold(&formula.expr);
        // A value of the system is what it is under the rulings in force.
        let value = match &folded.kind {
            ExprKind::Name(name) => self.rules.formula(name),
            _ => None,
        };
        held(validate(value.unwrap_or(&folded), self.frame).ok().as_ref())
    }
}

/// What stands in front of the line on a blank card.
fn label(entry: &LayoutFactEntry) -> &str {
    if entry.blank.is_empty() { &entry.fact.label } else { &entry.blank }
}

/// The different formulas of a text.
fn figures(text: &Text) -> Vec<&Formula> {
    let mut found: Vec<&Formula> = Vec::new();
    for mark in text.paragraphs.iter().flatten() {
        if let Mark::Formula(formula, ..) = mark
            && !found.iter().any(|known| known.text == formula.text)
        {
            found.push(formula);
        }
    }
    found
}
