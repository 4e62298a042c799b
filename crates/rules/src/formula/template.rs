//! Text with formulas in braces: `You have {hp_max} HP.`

use std::collections::BTreeMap;
use std::ops::Range;

use crate::formula::{EvalError, EvalFault, Formula, FormulaError, FormulaFault, Frame, eval};
use crate::value::Value;

/// The longest text with its figures filled in, in bytes. A figure may be a name as long as its author likes, and occur in
/// a text a thousand times.
pub const LONGEST_FILLED: usize = 100_000;

/// A stretch of a template.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum Piece {
    /// Text as it stands; byte range in the template.
    Text(String, Range<usize>),
    /// A formula, and how its figure is printed. The range is that of the formula's text.
    Formula(Formula, Form, Range<usize>),
}

/// How the figure of a formula is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Form {
    /// Its terms behind it: `{hp_max|terms}`.
    pub has_terms: bool,
    /// A sign in front of it, whatever it is: `{+defense}` prints `+2`, `−2` and `+0`.
    pub has_sign: bool,
}

impl Form {
    /// A value as it is printed in this form; none where it is unknown.
    pub fn printed(self, value: &Value) -> Option<String> {
        let printed = value.printed()?;
        let is_figure = matches!(value, Value::Number(_) | Value::Dice(_));
        Some(if self.has_sign && is_figure { signed(printed) } else { printed })
    }

    /// A phrase for a value that is unknown, as it is printed in this form.
    pub fn phrase(self, phrase: String) -> String {
        // A phrase in brackets or quotes has no sign of its own in front of it.
        if self.has_sign && phrase.starts_with(char::is_alphanumeric) { signed(phrase) } else { phrase }
    }
}

/// A figure with its sign.
fn signed(figure: String) -> String {
    if figure.starts_with(['-', '\u{2212}', '+']) { figure } else { format!("+{figure}") }
}

/// Text with formulas in braces. `{{` and `}}`, or `\\{` and `\\}`, stand for the braces themselves; `{#...}` stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Template {
    /// Its stretches in order.
    pub pieces: Vec<Piece>,
}

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    /// A brace without its partner, or a formula that cannot be read; places are bytes of `text`.
    pub fn parse(text: &str) -> Result<Self, FormulaError> {
        let (template, errors) = Self::read(text);
        errors.into_iter().next().map_or(Ok(template), Err)
    }

    /// Reads a template and leaves out what cannot be read, so that all its faults are reported at once.
    pub fn read(text: &str) -> (Self, Vec<FormulaError>) {
        let mut pieces = Vec::new();
        let mut errors = Vec::new();
        let mut run = String::new();
        let (mut run_start, mut at) = (0, 0);
        // After the last one no brace is ever closed, so none has to be searched for.
        let last_closing = text.rfind('}').unwrap_or(0);
        while let Some(next) = text[at..].chars().next() {
            let rest = &text[at..];
            let closing = || if at < last_closing { rest.find('}') } else { None };
            if rest.starts_with("{{") || rest.starts_with("}}") {
                run.push(next);
                at += 2;
            } else if rest.starts_with("\\{") || rest.starts_with("\\}") {
                run.push_str(&rest[1..2]);
                at += 2;
            } else if rest.starts_with("\\\\") {
                // Behind a backslash that stands for itself a brace is a brace. Who reads marks reads both.
                run.push_str(&rest[..2]);
                at += 2;
            } else if rest.starts_with("{#") {
                // The anchor of a heading, `{#RULE-ID}`, is no formula.
                let end = closing().map_or(rest.len(), |end| end + 1);
                run += &rest[..end];
                at += end;
            } else if next == '{' {
                let Some(end) = closing() else {
                    errors.push(FormulaError::new(at..text.len(), FormulaFault::OpenBrace));
                    at += 1;
                    continue;
                };
                if !run.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut run), run_start..at));
                }
                match formula_piece(&rest[1..end], at + 1) {
                    Ok(piece) => pieces.push(piece),
                    Err(error) => errors.push(error),
                }
                at += end + 1;
                run_start = at;
            } else if next == '}' {
                errors.push(FormulaError::new(at..at + 1, FormulaFault::StrayBrace));
                at += 1;
            } else {
                run.push(next);
                at += next.len_utf8();
            }
        }
        if !run.is_empty() {
            pieces.push(Piece::Text(run, run_start..text.len()));
        }
        (Self { pieces }, errors)
    }

    /// The text with every formula evaluated; an unknown prints as `?`.
    ///
    /// # Errors
    /// As [`eval`], or when the text becomes longer than [`LONGEST_FILLED`].
    pub fn fill(&self, frame: &dyn Frame) -> Result<String, EvalError> {
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(run, _) => text += run,
                Piece::Formula(formula, form, _) => {
                    text += &form.printed(&eval(&formula.expr, frame)?).unwrap_or_else(|| "?".to_owned());
                }
            }
            if text.len() > LONGEST_FILLED {
                return Err(EvalError::whole(EvalFault::TooLongFilled { most: LONGEST_FILLED }));
            }
        }
        Ok(text)
    }

    /// The formulas in it, with the place of each formula's text.
    pub fn formulas(&self) -> impl Iterator<Item = (&Formula, &Range<usize>)> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(..) => None,
            Piece::Formula(formula, _, at) => Some((formula, at)),
        })
    }

    /// The formulas right behind a `+` or a minus, which is printed in front of the sign that a figure brings itself. Code in
    /// backticks says what is typed, and between two formulas the sign joins them.
    pub fn behind_signs(&self) -> impl Iterator<Item = (&Formula, Form, &Range<usize>)> {
        let is_code = self.ends_in_code();
        self.pieces.windows(2).enumerate().filter_map(move |(index, pair)| match pair {
            [Piece::Text(before, _), Piece::Formula(formula, form, at)] => {
                let is_joint = index > 0 && before.chars().nth(1).is_none();
                (ends_in_sign(' ', before) && !is_joint && !is_code[index]).then_some((formula, *form, at))
            }
            _ => None,
        })
    }

    /// Of each piece whether code in backticks goes on behind it.
    fn ends_in_code(&self) -> Vec<bool> {
        let mut ticks: Vec<(usize, usize)> = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            let Piece::Text(text, _) = piece else { continue };
            let runs = text.split(|sign| sign != '`').filter(|run| !run.is_empty());
            ticks.extend(runs.map(|run| (index, run.len())));
        }
        // So many backticks open code where as many come later.
        let last: BTreeMap<usize, usize> =
            ticks.iter().enumerate().map(|(number, (_, length))| (*length, number)).collect();
        let mut ticks = ticks.into_iter().enumerate().peekable();
        let mut code = None;
        let ends = (0..self.pieces.len()).map(|index| {
            while let Some((number, (_, length))) = ticks.next_if(|(_, (piece, _))| *piece == index) {
                code = match code {
                    None => Some(length).filter(|_| last[&length] > number),
                    Some(open) if open == length => None,
                    open => open,
                };
            }
            code.is_some()
        });
        ends.collect()
    }
}

/// Whether a text in front of a formula ends in the sign of its figure, given what stands in front of the text. A minus behind a word
/// or a figure is a hyphen or takes away, as in `tier-{heart}` and `1-{grit}`.
pub fn ends_in_sign(before: char, text: &str) -> bool {
    let mut signs = text.chars().rev();
    match signs.next() {
        Some('+') => true,
        Some('-' | '\u{2212}') => {
            let before = signs.next().unwrap_or(before);
            !(before.is_alphanumeric() || matches!(before, '-' | ')' | ']'))
        }
        _ => false,
    }
}

fn formula_piece(inside: &str, offset: usize) -> Result<Piece, FormulaError> {
    let (text, has_terms) = match inside.strip_suffix("|terms") {
        Some(text) => (text, true),
        None => (inside, false),
    };
    let (text, has_sign) = match text.strip_prefix('+') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let offset = offset + usize::from(has_sign);
    let formula = Formula::parse(text).map_err(|mut error| {
        error.at = error.at.start + offset..error.at.end + offset;
        error
    })?;
    Ok(Piece::Formula(formula, Form { has_terms, has_sign }, offset..offset + text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_split_text_from_formulas() {
        let template = Template::parse("a {1 + 2} b {{c}} {x|terms}").unwrap();
        assert_eq!(template.pieces.len(), 4);
        assert!(matches!(&template.pieces[0], Piece::Text(t, at) if t == "a " && *at == (0..2)));
        assert!(matches!(&template.pieces[2], Piece::Text(t, _) if t == " b {c} "));
        assert!(matches!(&template.pieces[3], Piece::Formula(f, Form { has_terms: true, .. }, _) if f.text == "x"));
    }

    #[test]
    fn a_backslash_makes_a_brace_a_brace() {
        let template = Template::parse("\\{1 + 2\\} and {3}, \\\\{4}").unwrap();
        assert!(matches!(&template.pieces[0], Piece::Text(t, _) if t == "{1 + 2} and "));
        assert!(matches!(&template.pieces[2], Piece::Text(t, _) if t == ", \\\\"));
        assert_eq!(template.formulas().count(), 2);
    }

    #[test]
    fn a_figure_has_its_sign_in_front_of_it_where_that_is_asked_for() {
        let filled = |text: &str| Template::parse(text).unwrap().fill(&crate::formula::frame::Verbatim).unwrap();
        assert_eq!(filled("{+2} {+(2 - 4)} {+0} {2 - 4} {+2d6} {+'none'}"), "+2 \u{2212}2 +0 \u{2212}2 +2d6 none");
        assert_eq!(Template::parse("a {+x|terms}").unwrap().formulas().next().unwrap().1, &(4..5));
        assert_eq!(Template::parse("a {+1 +} b").unwrap_err().at, 7..7);
    }

    #[test]
    fn a_sign_is_one_where_nothing_is_joined_or_taken_away() {
        let loose = |text: &str| Template::parse(text).unwrap().behind_signs().count();
        for text in ["-{1}", "roll -{1}", "(-{1})", "roll +{1}", "d20+{1}", "a \u{2212}{1}", "a ` b -{1}"] {
            assert_eq!(loose(text), 1, "{text}");
        }
        for text in [
            "{1}-{2}",
            "{1}+{2}",
            "tier-{1}",
            "AB-{1}",
            "1-{1}",
            "(2)-{1}",
            "2--{1}",
            "`-{1}`",
            "```\n+{1}\n```",
            "- {1}",
        ] {
            assert_eq!(loose(text), 0, "{text}");
        }
    }

    #[test]
    fn every_fault_is_found_and_the_rest_stays() {
        let (read, errors) = Template::read("{1 +} {2} } {3 *} {4");
        let places: Vec<usize> = errors.iter().map(|error| error.at.start).collect();
        assert_eq!(places, [4, 10, 16, 18]);
        assert_eq!(read.formulas().count(), 1);
        let (_, errors) = Template::read("\u{a0}{1 + \u{e9}} {\u{3000}{ x } }\u{2028}");
        let places: Vec<usize> = errors.iter().map(|error| error.at.start).collect();
        assert_eq!(places, [7, 15, 21]);
    }

    #[test]
    fn faults_know_their_place() {
        assert_eq!(Template::parse("ab {1 +} c").unwrap_err().at, 7..7);
        assert_eq!(Template::parse("ab {1").unwrap_err().at, 3..5);
        assert_eq!(Template::parse("ab }").unwrap_err().at.start, 3);
    }
}
