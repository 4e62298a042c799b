//! Filling in text with formulas: from marks to final words.
//!
//! **In** a styled text, and the source of its [`Figures`]. **Out** paragraphs with nothing left to compute.

use makeready_rules::compute::Computed;
use makeready_rules::formula::{EvalError, Formula, Term, sum_in_words};
use makeready_rules::template::Form;
use makeready_rules::value::Value;

use crate::sheet::Holds;
use crate::text::{Paragraph, Run, Style, behind_words};
use makeready_content::text::{Mark, Text};

/// Where the figures of a text come from.
pub trait Figures {
    /// The value of a formula, and its terms.
    ///
    /// # Errors
    /// When it cannot be computed.
    fn figure(&self, formula: &Formula) -> Result<(Value, Vec<Term>), EvalError>;
    /// The formula as printed where its value is unknown.
    fn written(&self, formula: &Formula) -> String;
    /// What is written by hand where a formula stands whose value is unknown; none where it is put into words instead.
    fn gap(&self, _: &Formula) -> Option<Holds> {
        None
    }
    /// How what is written there is computed, in few words that stand before it; may be empty.
    ///
    /// # Errors
    /// When what stands in the words of an author cannot be computed.
    fn hint(&self, _: &Formula) -> Result<String, EvalError> {
        Ok(String::new())
    }
}

/// Stands for a place to write in where text is all there is.
const BLANK: &str = "__________";

/// A place to write in within a sentence.
pub(super) fn write_in(holds: Holds) -> Run {
    let style = match holds {
        Holds::Number | Holds::Words => Style::WriteNumber,
        Holds::Dice => Style::WriteDice,
    };
    Run { style, text: BLANK.to_owned(), detail: String::new() }
}

/// Fills in a text.
///
/// # Errors
/// When one of its formulas cannot be computed.
pub fn paragraphs(figures: &dyn Figures, text: &Text) -> Result<Vec<Paragraph>, EvalError> {
    let filled: Result<Vec<Paragraph>, EvalError> =
        text.paragraphs.iter().map(|marks| paragraph(figures, marks)).collect();
    Ok(filled?.into_iter().filter(|p| !p.is_empty()).collect())
}

/// Fills in a text that is one paragraph; further ones are joined to it.
///
/// # Errors
/// When one of its formulas cannot be computed.
pub fn line(figures: &dyn Figures, text: &Text) -> Result<Paragraph, EvalError> {
    let mut line = Paragraph::new();
    for paragraph in paragraphs(figures, text)? {
        if !line.is_empty() {
            line.push(Run::plain(" "));
        }
        line.extend(paragraph);
    }
    Ok(line)
}

fn paragraph(figures: &dyn Figures, marks: &[Mark]) -> Result<Paragraph, EvalError> {
    let mut runs = Paragraph::new();
    for mark in marks {
        match mark {
            Mark::Words(style, words) => push_words(&mut runs, *style, words),
            Mark::Icon(id) => runs.push(Run { style: Style::Icon, text: id.clone(), detail: String::new() }),
            Mark::Formula(formula, form, _) => push_formula(figures, &mut runs, formula, *form)?,
        }
    }
    for at in 1..runs.len() {
        // A box may stand between a name and what follows it.
        let (named, behind) = match &runs[..=at] {
            [.., name, gap, behind] if gap.style.is_open() => (name, behind),
            [.., name, behind] => (name, behind),
            _ => continue,
        };
        let is_named = named.style == Style::Formula && behind.style == Style::Plain;
        let rest = if is_named { without_repeated(&named.text, &behind.text) } else { None };
        if let Some(rest) = rest.map(str::to_owned) {
            runs[at].text = rest;
        }
    }
    runs.retain(|run| !run.text.is_empty());
    Ok(runs)
}

/// What follows a value that is told by its name, where the text says this name behind it once more: ` until dawn` of
/// ` bonus dice until dawn`.
fn without_repeated<'t>(name: &str, text: &'t str) -> Option<&'t str> {
    behind_words(text.strip_prefix(' ')?, name.trim_end_matches([':', ' ']))
}

/// Appends the figure of a formula.
///
/// # Errors
/// When it cannot be computed.
pub fn push_formula(
    figures: &dyn Figures,
    runs: &mut Paragraph,
    formula: &Formula,
    form: Form,
) -> Result<(), EvalError> {
    let (value, terms) = figures.figure(formula)?;
    match &value {
        Value::Unknown(_) => {
            let said = |text: String| Run { style: Style::Formula, text, detail: String::new() };
            match figures.gap(formula) {
                // A sign is part of what is written by hand.
                Some(holds) => {
                    let hint = figures.hint(formula)?;
                    if !hint.is_empty() {
                        runs.push(said(format!("{hint}: ")));
                    }
                    runs.push(Run { detail: hint, ..write_in(holds) });
                }
                None => runs.push(said(form.phrase(figures.written(formula)))),
            }
        }
        Value::Symbol(word) => push_words(runs, Style::Plain, word),
        Value::Bool(_) => push_words(runs, Style::Plain, &value.to_string()),
        Value::Number(_) | Value::Dice(_) => {
            let detail = join_terms(&terms);
            let text = form.printed(&value).unwrap_or_default();
            let detail = if says_more(&terms) { detail } else { String::new() };
            runs.push(Run { style: Style::Figure, text, detail: detail.clone() });
            if form.has_terms && !detail.is_empty() {
                push_words(runs, Style::Plain, &format!(" ({detail})"));
            }
        }
    }
    Ok(())
}

/// Whether terms say more than their figure, which is none that is its own only term.
pub(super) fn says_more(terms: &[Term]) -> bool {
    terms.len() > 1 || terms.iter().any(|term| !term.inputs.is_empty() || term.name != term.value.to_string())
}

fn push_words(runs: &mut Paragraph, style: Style, words: &str) {
    if words.is_empty() {
        return;
    }
    match runs.last_mut() {
        Some(last) if last.style == style && style.is_words() => last.text += words,
        _ => runs.push(Run { style, text: words.to_owned(), detail: String::new() }),
    }
}

/// The terms of a value, in small print; empty when it is its own only term.
pub fn small_print(computed: &Computed) -> String {
    match computed.terms.as_slice() {
        [only] if only.text == computed.value.in_words() => String::new(),
        terms => join_terms(terms),
    }
}

/// Terms as a sum in words. Terms that add nothing are left out, unless nothing would be left.
pub fn join_terms(terms: &[Term]) -> String {
    let mut shown: Vec<&Term> = terms.iter().filter(|t| !t.value.is_nothing()).collect();
    if shown.is_empty() {
        shown = terms.iter().collect();
    }
    sum_in_words(&shown)
}

#[cfg(test)]
mod tests {
    use super::without_repeated;

    #[test]
    fn a_name_is_not_said_twice() {
        assert_eq!(without_repeated("Bonus dice", " bonus dice until dawn"), Some(" until dawn"));
        assert_eq!(without_repeated("Stamina", " stamina."), Some("."));
        assert_eq!(without_repeated("Move", " squares"), None);
        assert_eq!(without_repeated("Die", " dies"), None);
        assert_eq!(without_repeated("Größe", " gr"), None);
    }
}
