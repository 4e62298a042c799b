//! Text with marks: `**strong**`, `*emphasis*`, `:icon:`, `{formula}` and lists.
//!
//! **In** a scalar of YAML. **Out** [`Text`]: paragraphs of marks whose formulas have been read but
//! not yet checked. Figures are filled in when a face is made. An item of a list is a paragraph that begins with its sign.

use std::ops::Range;

use makeready_rules::formula::{Formula, Frame, eval, told};
use makeready_rules::rules::Rules;
use makeready_rules::template::{Form, ends_in_sign};

use super::decode::PlacedFormula;
use super::marks::{self, Faults};
use super::source::{Located, ScalarPlace};
use crate::words::Style;

/// One stretch of marked text.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum Mark {
    /// Words in one style.
    Words(Style, String),
    /// An icon.
    Icon(String),
    /// A formula, and how its figure is printed.
    Formula(Formula, Form, Range<usize>),
}

/// Marked text.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Text {
    /// Its paragraphs.
    pub paragraphs: Vec<Vec<Mark>>,
    /// Where its characters stand.
    pub place: ScalarPlace,
    /// The icons it names, and where in the text.
    icons: Vec<(String, Range<usize>)>,
}

impl Text {
    /// Its words, without the formulas.
    pub fn plain(&self) -> String {
        let marks = self.paragraphs.iter().flatten();
        let words = marks.filter_map(|mark| match mark {
            Mark::Words(_, words) => Some(words.as_str()),
            Mark::Icon(_) | Mark::Formula(..) => None,
        });
        words.collect()
    }

    /// Words of ours, as they are.
    pub fn of_words(words: &str) -> Self {
        Self { paragraphs: vec![vec![Mark::Words(Style::Plain, words.to_owned())]], ..Self::default() }
    }

    /// Reads marked text. What cannot be read is left out of it, or stands in it as it was written, and is handed over beside it.
    pub fn parse(text: &str, place: ScalarPlace) -> (Self, Faults) {
        let (paragraphs, faults) = marks::read(text);
        let icons = icon_places(text, &paragraphs);
        (Self { paragraphs, place, icons }, faults)
    }

    /// Plain words, under the rules in force: figures that the frame knows, every other formula said.
    pub fn in_words(&self, rules: &Rules, frame: &dyn Frame) -> String {
        let words = |mark: &Mark| match mark {
            Mark::Words(_, words) => words.clone(),
            Mark::Icon(_) => String::new(),
            Mark::Formula(formula, form, _) => {
                let folded = rules.fold(&formula.expr);
                let known = eval(&folded, frame).ok().and_then(|value| form.printed(&value));
                known.unwrap_or_else(|| form.phrase(told(&folded, frame)))
            }
        };
        self.paragraphs.iter().flatten().map(words).collect()
    }

    /// How many characters it has, formulas as they are written.
    pub fn length(&self) -> usize {
        let of_mark = |mark: &Mark| match mark {
            Mark::Words(_, words) => words.chars().count(),
            Mark::Icon(_) => 1,
            Mark::Formula(_, _, at) => at.len(),
        };
        self.paragraphs.iter().flatten().map(of_mark).sum()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.paragraphs.is_empty()
    }

    /// Its formulas, each with its place.
    pub fn formulas(&self) -> Vec<PlacedFormula> {
        let marks = self.paragraphs.iter().flatten();
        let formulas = marks.filter_map(|mark| match mark {
            Mark::Formula(formula, _, at) => Some((formula, at)),
            Mark::Words(..) | Mark::Icon(_) => None,
        });
        formulas.map(|(formula, at)| PlacedFormula { formula: formula.clone(), place: self.place.part(at) }).collect()
    }

    /// Its formulas right behind a plus or a minus, each with its form and place.
    pub fn behind_signs(&self) -> impl Iterator<Item = (PlacedFormula, Form)> {
        let pairs = self.paragraphs.iter().flat_map(|marks| (1..marks.len()).map(|at| (&marks[..at], &marks[at])));
        pairs.filter_map(|(before, mark)| match (before, mark) {
            ([before @ .., Mark::Words(_, words)], Mark::Formula(formula, form, at)) if is_sign(before, words) => {
                Some((PlacedFormula { formula: formula.clone(), place: self.place.part(at) }, *form))
            }
            _ => None,
        })
    }

    /// How many bytes its formulas have.
    pub fn formulas_length(&self) -> usize {
        let length = |mark: &Mark| match mark {
            Mark::Formula(formula, ..) => formula.text.len(),
            Mark::Words(..) | Mark::Icon(_) => 0,
        };
        self.paragraphs.iter().flatten().map(length).sum()
    }

    /// The icons it names, each with its place.
    pub fn icons(&self) -> impl Iterator<Item = Located<String>> {
        self.icons.iter().map(|(id, at)| Located { value: id.clone(), at: self.place.span(at) })
    }
}

/// Whether words behind these marks end in the sign of the figure that follows. A sign between two formulas joins them.
fn is_sign(before: &[Mark], words: &str) -> bool {
    let is_alone = words.chars().nth(1).is_none();
    match before.last() {
        Some(Mark::Formula(..)) if is_alone => false,
        Some(Mark::Icon(_)) => ends_in_sign(')', words),
        Some(Mark::Words(_, before)) => ends_in_sign(before.chars().next_back().unwrap_or(' '), words),
        Some(Mark::Formula(..)) | None => ends_in_sign(' ', words),
    }
}

fn icon_places(text: &str, paragraphs: &[Vec<Mark>]) -> Vec<(String, Range<usize>)> {
    let mut from = 0;
    let mut places = Vec::new();
    for mark in paragraphs.iter().flatten() {
        if let Mark::Icon(id) = mark {
            let start = text[from..].find(&format!(":{id}:")).map_or(from, |at| from + at);
            from = (start + id.len() + 2).min(text.len());
            places.push((id.clone(), start..from));
        }
    }
    places
}
