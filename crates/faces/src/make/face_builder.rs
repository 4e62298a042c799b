//! The face builder: from styled text and values to final words.
//!
//! **In** a game, and a character (or the blank form). **Out** paragraphs, figures and small print
//! with nothing left to compute.

use std::sync::Arc;

use makeready_rules::compute::{Computed, Evaluator};
use makeready_rules::formula::{EvalError, Expr, ExprKind, Formula, Frame, Query, Term, eval, explain, said, told};
use makeready_rules::template::{Piece, Template};
use makeready_rules::value::Value;
use makeready_words::Words;

use super::filling::{Figures, line, paragraphs, push_formula, small_print};
use super::short_forms;
use crate::book::Written;
use crate::sheet::Holds;
use crate::text::{Paragraph, plain_text};
use makeready_content::game::{Game, Person};
use makeready_content::text::Text;

/// The longest hint in front of a box in a sentence, in characters: about half a line of a card.
const LONGEST_HINT: usize = 30;

/// Builds the faces of one character: everything needed to fill one in.
pub struct FaceBuilder<'a> {
    /// The game.
    pub game: &'a Game,
    /// The person; none for the blank form, or for a character without an entry.
    pub who: Option<&'a Person>,
    /// The character's values.
    pub evaluator: Evaluator<'a>,
    /// Whether filled cards show chances.
    pub shows_odds: bool,
    /// Whether texts have a box for each unknown number, as printed cards do. Books say in words how it is computed.
    pub is_form: bool,
}

impl<'a> FaceBuilder<'a> {
    /// A builder for a person, or for blank forms.
    pub fn new(game: &'a Game, who: Option<&'a Person>) -> Self {
        Self { who, ..Self::with(game, game.evaluator(who)) }
    }

    /// A builder for a character without an entry, such as that of an example.
    pub fn with(game: &'a Game, evaluator: Evaluator<'a>) -> Self {
        Self { game, who: None, evaluator, shows_odds: false, is_form: false }
    }

    /// The words of what cards and sheets say by themselves.
    pub(super) fn words(&self) -> Words {
        self.game.entries.lang.words
    }

    /// Whether the blank form is being made.
    pub fn is_blank(&self) -> bool {
        self.evaluator.character().is_blank()
    }

    /// A stat or value with its terms.
    ///
    /// # Errors
    /// As [`Evaluator::computed`].
    pub fn computed(&self, name: &str) -> Result<Arc<Computed>, EvalError> {
        self.evaluator.computed(name)
    }

    /// A formula in words, under the rules in force.
    pub fn told(&self, expr: &Expr) -> String {
        told(&self.evaluator.rules().fold(expr), self.evaluator.rules())
    }

    /// How a value is computed, as part of a sentence: in its author's words, else in made ones. Nothing where it is another
    /// name for what is entered.
    ///
    /// # Errors
    /// When what stands in the author's words cannot be computed.
    pub fn told_value(&self, name: &str) -> Result<String, EvalError> {
        self.in_words(name, told)
    }

    /// The same with every short form in it explained where it stands first: `15 × Level (LVL) + Vitality (VIT)`.
    ///
    /// # Errors
    /// When what stands in the author's words cannot be computed.
    pub fn explained_value(&self, name: &str) -> Result<String, EvalError> {
        let (rules, told) = (self.evaluator.rules(), self.told_value(name)?);
        Ok(rules.formula(name).map(|formula| self.explained(&told, formula, &rules.frame_of(name))).unwrap_or(told))
    }

    /// What is said of a formula, with the short forms of its names explained.
    pub(super) fn explained(&self, said: &str, formula: &Expr, frame: &dyn Frame) -> String {
        let rules = self.evaluator.rules();
        let names: Vec<_> = formula.names().iter().map(|name| (frame.label(name), rules.whole_name(name))).collect();
        short_forms::explained(said, &names)
    }

    /// How a player computes a value on a blank form: in the author's words, else in made ones. Nothing where neither are
    /// there, which the check has reported.
    ///
    /// # Errors
    /// When what stands in the author's words cannot be computed.
    pub fn instruction(&self, name: &str) -> Result<String, EvalError> {
        self.in_words(name, |formula, frame| said(formula, frame).unwrap_or_default())
    }

    fn in_words(&self, name: &str, made: impl Fn(&Expr, &dyn Frame) -> String) -> Result<String, EvalError> {
        let rules = self.evaluator.rules();
        match (self.game.how(name), rules.formula(name)) {
            (Some(how), _) => Ok(plain_text(&self.line(how)?)),
            (None, Some(formula)) => {
                let frame = rules.frame_of(name);
                let made = made(formula, &frame);
                // `HP` beside the box of HP says nothing.
                Ok(if made == frame.label(name) { String::new() } else { made })
            }
            (None, None) => Ok(String::new()),
        }
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
        paragraphs(self, text)
    }

    /// Fills in a text that is one paragraph; further ones are joined to it.
    ///
    /// # Errors
    /// When one of its formulas cannot be computed.
    pub fn line(&self, text: &Text) -> Result<Paragraph, EvalError> {
        line(self, text)
    }

    fn is_set(&self, name: &str) -> bool {
        self.evaluator.character().set.contains_key(name)
    }

    /// Fills in Markdown: figures only, without styles. An unknown prints as its formula.
    ///
    /// # Errors
    /// When a formula cannot be computed.
    pub fn markdown(&self, template: &Template) -> Result<String, EvalError> {
        Ok(self.placed_markdown(template, "")?.0)
    }

    /// The same, with a source map into `source`, the text that the template was parsed from.
    ///
    /// # Errors
    /// When a formula cannot be computed.
    pub fn placed_markdown(&self, template: &Template, source: &str) -> Result<(String, Written), EvalError> {
        let mut text = String::new();
        let mut written = Written::default();
        for piece in &template.pieces {
            match piece {
                Piece::Text(run, at) => {
                    written.push(text.len(), at.start);
                    // Two braces become one, and so do a backslash and a brace.
                    let raw = source.get(at.clone()).filter(|raw| raw.len() > run.len()).unwrap_or_default();
                    for (index, brace) in double_braces(raw).enumerate() {
                        written.push(text.len() + brace - index, at.start + brace + 1);
                    }
                    text += run;
                }
                Piece::Formula(formula, form, at) => {
                    written.push(text.len(), at.start);
                    let mut runs = Paragraph::new();
                    push_formula(self, &mut runs, formula, *form)?;
                    text += &escape_markdown(&plain_text(&runs));
                }
            }
        }
        Ok((text, written))
    }

    /// The terms of a value in small print: `PWR 5 + FNE 3`; on a blank, how it is computed.
    ///
    /// # Errors
    /// As [`Evaluator::computed`].
    pub fn terms(&self, name: &str) -> Result<String, EvalError> {
        let computed = self.computed(name)?;
        if computed.value.is_unknown() {
            return self.instruction(name);
        }
        match computed.terms.as_slice() {
            // A value that is another value under a new name shows that one's terms.
            [only] if only.name != name && self.evaluator.rules().formula(&only.name).is_some() => {
                self.terms(&only.name)
            }
            // What is added up has no terms to show: its author says what it is the total of.
            [_] if self.is_total(name) && self.game.how(name).is_some() => self.instruction(name),
            _ => Ok(small_print(&computed)),
        }
    }

    /// Whether the terms of a value say more than the value: one that is a name alone does not.
    ///
    /// # Errors
    /// As [`Evaluator::computed`].
    pub fn is_sum(&self, name: &str) -> Result<bool, EvalError> {
        let computed = self.computed(name)?;
        match computed.terms.as_slice() {
            _ if computed.value.is_unknown() => Ok(true),
            [only] if only.name != name && self.evaluator.rules().formula(&only.name).is_some() => {
                self.is_sum(&only.name)
            }
            [_] if self.is_total(name) && self.game.how(name).is_some() => Ok(true),
            [only] => Ok(!only.inputs.is_empty()),
            terms => Ok(!terms.is_empty()),
        }
    }

    /// Whether a value is the total of many things, each counted alike.
    fn is_total(&self, name: &str) -> bool {
        let formula = self.evaluator.rules().formula(name);
        formula.is_some_and(|formula| matches!(formula.kind, ExprKind::Query(Query::Total, _)))
    }

    /// The value of anything a formula may name, as printed.
    ///
    /// # Errors
    /// When it cannot be computed.
    pub fn printed(&self, name: &str) -> Result<Option<String>, EvalError> {
        Ok(self.evaluator.value(name)?.printed())
    }
}

impl Figures for FaceBuilder<'_> {
    fn figure(&self, formula: &Formula) -> Result<(Value, Vec<Term>), EvalError> {
        let folded = self.evaluator.rules().fold(&formula.expr);
        if let ExprKind::Name(name) = &folded.kind
            && self.evaluator.rules().formula(name).is_some()
            && !self.is_set(name)
        {
            let computed = self.computed(name)?;
            return Ok((computed.value.clone(), computed.terms.clone()));
        }
        explain(&folded, &self.evaluator)
    }

    fn written(&self, formula: &Formula) -> String {
        self.told(&formula.expr)
    }

    fn gap(&self, formula: &Formula) -> Option<Holds> {
        if self.is_form {
            // A choice between words needs no box.
            return Some(self.holds_of(&formula.expr)).filter(|holds| *holds != Holds::Words);
        }
        let ExprKind::Name(name) = &formula.expr.kind else { return None };
        self.is_told_in_a_sentence(name).then(|| self.holds(name))
    }

    fn hint(&self, formula: &Formula) -> Result<String, EvalError> {
        if !self.is_form {
            return Ok(String::new());
        }
        let instruction = self.short_instruction(formula)?;
        if !instruction.is_empty() {
            return Ok(instruction);
        }
        // A value without a short instruction has its name as a hint.
        let name = self.told(&self.evaluator.rules().fold(&formula.expr));
        Ok(if name.chars().count() <= LONGEST_HINT { name } else { String::new() })
    }
}

impl FaceBuilder<'_> {
    /// How the value of a formula is computed by hand, if that is said in as few words as have room beside a box; else nothing.
    pub(super) fn short_instruction(&self, formula: &Formula) -> Result<String, EvalError> {
        let folded = self.evaluator.rules().fold(&formula.expr);
        let instruction = if let ExprKind::Name(name) = &folded.kind { self.instruction(name)? } else { String::new() };
        Ok(if instruction.chars().count() <= LONGEST_HINT { instruction } else { String::new() })
    }
}

/// Where two braces stand for one.
fn double_braces(text: &str) -> impl Iterator<Item = usize> {
    let mut behind = 0;
    text.char_indices().filter_map(move |(at, c)| {
        let rest = text.get(behind.max(at)..).filter(|_| at >= behind)?;
        let is_double = ["{{", "}}", "\\{", "\\}"].iter().any(|pair| rest.starts_with(pair));
        behind = if is_double || c == '\\' && rest.starts_with("\\\\") { at + 2 } else { behind };
        is_double.then_some(at)
    })
}

/// Escapes figures from formulas, which must not turn into Markdown.
fn escape_markdown(text: &str) -> String {
    text.replace('*', "\\*").replace('_', "\\_")
}
