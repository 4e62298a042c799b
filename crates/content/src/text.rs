//! Text with marks: `**strong**`, `*emphasis*`, `:icon:` and `{formula}`.
//!
//! **In** a scalar of YAML. **Out** [`Text`]: paragraphs of marks whose formulas have been read but
//! not yet checked. Figures are filled in when a face is made.

use std::ops::Range;

use deckle_rules::formula::{Formula, FormulaError, Frame, eval, told};
use deckle_rules::rules::Rules;
use deckle_rules::template::{Piece, Template};

use super::decode::PlacedFormula;
use super::markup::icon;
use super::source::{Located, ScalarPlace};
use crate::words::Style;

/// One stretch of marked text.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum Mark {
    /// Words in one style.
    Words(Style, String),
    /// An icon.
    Icon(String),
    /// A formula, and whether its terms are wanted.
    Formula(Formula, bool, Range<usize>),
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

    /// Reads marked text. Formulas that cannot be read are left out of it and handed over beside it.
    pub fn parse(text: &str, place: ScalarPlace) -> (Self, Vec<FormulaError>) {
        let (template, errors) = Template::read(text);
        let mut reader = Reader::default();
        for piece in template.pieces {
            match piece {
                Piece::Text(run, _) => reader.read(&run),
                Piece::Formula(formula, wants_terms, at) => {
                    reader.flush();
                    reader.marks.push(Mark::Formula(formula, wants_terms, at));
                }
            }
        }
        reader.end_paragraph();
        let icons = icon_places(text, &reader.paragraphs);
        (Self { paragraphs: reader.paragraphs, place, icons }, errors)
    }

    /// Plain words, under the rules in force: figures that the frame knows, every other formula said.
    pub fn in_words(&self, rules: &Rules, frame: &dyn Frame) -> String {
        let words = |mark: &Mark| match mark {
            Mark::Words(_, words) => words.clone(),
            Mark::Icon(_) => String::new(),
            Mark::Formula(formula, ..) => {
                let folded = rules.fold(&formula.expr);
                let known = eval(&folded, frame).ok().and_then(|value| value.printed());
                known.unwrap_or_else(|| told(&folded, frame))
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

#[derive(Default)]
struct Reader {
    paragraphs: Vec<Vec<Mark>>,
    marks: Vec<Mark>,
    words: String,
    is_strong: bool,
    is_emphasized: bool,
}

impl Reader {
    fn read(&mut self, text: &str) {
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            let mut used = next.len_utf8();
            if let Some(length) = blank_line(rest) {
                self.end_paragraph();
                used = length;
            } else if rest.starts_with("**") {
                self.flush();
                self.is_strong = !self.is_strong;
                used = 2;
            } else if next == '*' && (self.is_emphasized || opens_emphasis(rest)) {
                self.flush();
                self.is_emphasized = !self.is_emphasized;
            } else if let Some(icon) = icon(rest) {
                self.flush();
                self.marks.push(Mark::Icon(icon.to_owned()));
                used = icon.len() + 2;
            } else if next.is_whitespace() {
                if !self.words.ends_with(' ') {
                    self.words.push(' ');
                }
            } else {
                self.words.push(next);
            }
            rest = &rest[used..];
        }
    }

    fn flush(&mut self) {
        if !self.words.is_empty() {
            let style = Style::of_words(self.is_strong, self.is_emphasized);
            self.marks.push(Mark::Words(style, std::mem::take(&mut self.words)));
        }
    }

    fn end_paragraph(&mut self) {
        while self.words.ends_with(' ') {
            self.words.pop();
        }
        self.flush();
        (self.is_strong, self.is_emphasized) = (false, false);
        if !self.marks.is_empty() {
            self.paragraphs.push(std::mem::take(&mut self.marks));
        }
    }
}

/// The length of a line break followed by at least one blank line.
fn blank_line(text: &str) -> Option<usize> {
    // Only at the first break: counting a long blank again at each of its characters would take for ever.
    let behind = text.strip_prefix('\n')?;
    let space = text.len() - behind.trim_start().len();
    text[1..space].contains('\n').then_some(space)
}

/// An asterisk opens emphasis when a word follows it: `2 * 3` stays as it is.
fn opens_emphasis(text: &str) -> bool {
    text[1..].starts_with(|c: char| !c.is_whitespace()) && text[1..].contains('*')
}
