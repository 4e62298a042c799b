//! Text with formulas in braces: `You have {hp_max} HP.`

use std::ops::Range;

use crate::formula::{EvalError, EvalFault, Formula, FormulaError, FormulaFault, Frame, eval};

/// The longest text with its figures filled in, in bytes. A figure may be a name as long as its author likes, and occur in
/// a text a thousand times.
pub const LONGEST_FILLED: usize = 100_000;

/// A stretch of a template.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum Piece {
    /// Text as it stands; byte range in the template.
    Text(String, Range<usize>),
    /// A formula, and whether its terms are wanted (`{hp_max|terms}`). The range is that of the formula's text.
    Formula(Formula, bool, Range<usize>),
}

/// Text with formulas in braces. `{{` and `}}` stand for the braces themselves; `{#...}` stays as it is.
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
                Piece::Formula(formula, ..) => {
                    text += &eval(&formula.expr, frame)?.printed().unwrap_or_else(|| "?".to_owned());
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
}

fn formula_piece(inside: &str, offset: usize) -> Result<Piece, FormulaError> {
    let (text, wants_terms) = match inside.strip_suffix("|terms") {
        Some(text) => (text, true),
        None => (inside, false),
    };
    let formula = Formula::parse(text).map_err(|mut error| {
        error.at = error.at.start + offset..error.at.end + offset;
        error
    })?;
    Ok(Piece::Formula(formula, wants_terms, offset..offset + text.len()))
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
        assert!(matches!(&template.pieces[3], Piece::Formula(f, true, _) if f.text == "x"));
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
