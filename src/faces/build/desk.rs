//! Filling in: from marked text and values to final words.
//!
//! **In** a game, and a character (or the blank form). **Out** paragraphs, figures and small print
//! in which nothing is left to compute.

use deckle_rules::character::Character;
use deckle_rules::compute::{Computed, Evaluator};
use deckle_rules::formula::{Environment, EvalError, Expr, ExprKind, Formula, Term, eval, explain, readable};
use deckle_rules::template::{Piece, Template};
use deckle_rules::value::Value;

use crate::content::game::Game;
use crate::content::text::{Mark, Text};
use crate::faces::text::{Paragraph, Run, Style, plain_text};

/// A character at work: everything needed to fill in a face.
pub struct Desk<'a> {
    /// The game.
    pub game: &'a Game,
    /// The character's values.
    pub evaluator: Evaluator<'a>,
}

impl<'a> Desk<'a> {
    /// A desk for one character.
    pub fn new(game: &'a Game, character: &'a Character) -> Self {
        Self { game, evaluator: Evaluator::new(&game.rules, character) }
    }

    /// Whether the form to write on is being made.
    pub fn is_blank(&self) -> bool {
        self.evaluator.character().is_blank()
    }

    /// A stat or value with its terms.
    ///
    /// # Errors
    /// As [`Evaluator::computed`].
    pub fn computed(&self, name: &str) -> Result<std::rc::Rc<Computed>, EvalError> {
        self.evaluator.computed(name)
    }

    /// A formula as it reads under the rules in force, in abbreviations.
    pub fn readable(&self, expr: &Expr) -> String {
        readable(&self.evaluator.rules().fold(expr), self.evaluator.rules())
    }

    /// The value of a formula, with rulings decided.
    ///
    /// # Errors
    /// As [`eval`].
    pub fn value(&self, formula: &Formula) -> Result<Value, EvalError> {
        eval(&self.evaluator.rules().fold(&formula.expr), &self.evaluator)
    }

    /// Fills in a text.
    ///
    /// # Errors
    /// When one of its formulas cannot be computed.
    pub fn paragraphs(&self, text: &Text) -> Result<Vec<Paragraph>, EvalError> {
        let filled: Result<Vec<Paragraph>, EvalError> = text.paragraphs.iter().map(|p| self.paragraph(p)).collect();
        Ok(filled?.into_iter().filter(|p| !p.is_empty()).collect())
    }

    /// Fills in a text that is one paragraph; further ones are joined to it.
    ///
    /// # Errors
    /// When one of its formulas cannot be computed.
    pub fn line(&self, text: &Text) -> Result<Paragraph, EvalError> {
        let mut line = Paragraph::new();
        for paragraph in self.paragraphs(text)? {
            if !line.is_empty() {
                line.push(Run::plain(" "));
            }
            line.extend(paragraph);
        }
        Ok(line)
    }

    fn paragraph(&self, marks: &[Mark]) -> Result<Paragraph, EvalError> {
        let mut runs = Paragraph::new();
        for mark in marks {
            match mark {
                Mark::Words(style, words) => push_words(&mut runs, *style, words),
                Mark::Icon(id) => runs.push(Run { style: Style::Icon, text: id.clone(), detail: String::new() }),
                Mark::Formula(formula, wants_terms, _) => self.push_formula(&mut runs, formula, *wants_terms)?,
            }
        }
        Ok(runs)
    }

    fn push_formula(&self, runs: &mut Paragraph, formula: &Formula, wants_terms: bool) -> Result<(), EvalError> {
        let folded = self.evaluator.rules().fold(&formula.expr);
        let (value, terms) = match &folded.kind {
            ExprKind::Name(name) if self.evaluator.rules().formula(name).is_some() && !self.is_set(name) => {
                let computed = self.computed(name)?;
                (computed.value.clone(), computed.terms.clone())
            }
            _ => explain(&folded, &self.evaluator, self.evaluator.rules())?,
        };
        match &value {
            Value::Unknown(_) => {
                let text = readable(&folded, self.evaluator.rules());
                runs.push(Run { style: Style::Formula, text, detail: String::new() });
            }
            Value::Word(word) => push_words(runs, Style::Plain, word),
            Value::Truth(_) => push_words(runs, Style::Plain, &value.to_string()),
            Value::Number(_) | Value::Dice(_) => {
                let detail = join_terms(&terms);
                let text = value.printed().unwrap_or_default();
                // A figure that is its own explanation needs none.
                let has_story =
                    terms.len() > 1 || terms.iter().any(|t| !t.inputs.is_empty() || t.name != t.value.to_string());
                let detail = if has_story { detail } else { String::new() };
                runs.push(Run { style: Style::Figure, text, detail: detail.clone() });
                if wants_terms && !detail.is_empty() {
                    push_words(runs, Style::Plain, &format!(" ({detail})"));
                }
            }
        }
        Ok(())
    }

    fn is_set(&self, name: &str) -> bool {
        self.evaluator.character().set.contains_key(name)
    }

    /// Fills in Markdown: figures only, without styles. An unknown prints as its formula.
    ///
    /// # Errors
    /// When a formula cannot be computed.
    pub fn markdown(&self, template: &Template) -> Result<String, EvalError> {
        let mut text = String::new();
        for piece in &template.pieces {
            match piece {
                Piece::Text(run, _) => text += run,
                Piece::Formula(formula, wants_terms, _) => {
                    let mut runs = Paragraph::new();
                    self.push_formula(&mut runs, formula, *wants_terms)?;
                    text += &escape_markdown(&plain_text(&runs));
                }
            }
        }
        Ok(text)
    }

    /// The terms of a value in small print: `PWR 5 + FNE 3`, or its formula on a blank.
    ///
    /// # Errors
    /// As [`Evaluator::computed`].
    pub fn terms(&self, name: &str) -> Result<String, EvalError> {
        let computed = self.computed(name)?;
        if computed.value.is_unknown() {
            return Ok(self
                .evaluator
                .rules()
                .formula(name)
                .map_or_else(String::new, |f| readable(f, self.evaluator.rules())));
        }
        match computed.terms.as_slice() {
            // A value that is another value under a new name tells that one's story.
            [only] if only.name != name && self.evaluator.rules().formula(&only.name).is_some() => {
                self.terms(&only.name)
            }
            _ => Ok(story(&computed)),
        }
    }

    /// The value of anything a formula may name, as printed.
    ///
    /// # Errors
    /// When it cannot be computed.
    pub fn printed(&self, name: &str) -> Result<Option<String>, EvalError> {
        Ok(self.evaluator.value(name)?.printed())
    }
}

/// Figures from formulas must not turn into marks of Markdown.
fn escape_markdown(text: &str) -> String {
    text.replace('*', "\\*").replace('_', "\\_")
}

fn push_words(runs: &mut Paragraph, style: Style, words: &str) {
    if words.is_empty() {
        return;
    }
    match runs.last_mut() {
        Some(last) if last.style == style && matches!(style, Style::Plain | Style::Strong | Style::Emphasis) => {
            last.text += words;
        }
        _ => runs.push(Run { style, text: words.to_owned(), detail: String::new() }),
    }
}

/// What a value is made of, in small print; empty when it is its own explanation.
pub fn story(computed: &Computed) -> String {
    match computed.terms.as_slice() {
        [only] if only.text == computed.value.to_string() => String::new(),
        // A single term is the value: its result need not be said twice.
        [only] => only.text.strip_suffix(&format!(" [{}]", only.value)).unwrap_or(&only.text).to_owned(),
        terms => join_terms(terms),
    }
}

/// Terms as a sum in small print. Terms that add nothing are left out, unless nothing would be left.
pub fn join_terms(terms: &[Term]) -> String {
    let mut shown: Vec<&Term> = terms.iter().filter(|t| !t.value.is_nothing()).collect();
    if shown.is_empty() {
        shown = terms.iter().collect();
    }
    let mut text = String::new();
    for term in shown {
        match (text.is_empty(), term.text.strip_prefix('\u{2212}')) {
            (true, _) => text += &term.text,
            (false, Some(rest)) => {
                text += " \u{2212} ";
                text += rest;
            }
            (false, None) => {
                text += " + ";
                text += &term.text;
            }
        }
    }
    text
}
