//! Conditions as other languages write them: `a if b else c`, `b ? a : c`, `if b then a else c`.
//!
//! **In** a formula that cannot be read, and where. **Out** the fault that shows the same condition as a formula, if there is
//! one around that place.

use std::ops::Range;

use super::fault::{FormulaError, FormulaFault};

/// The longest condition that is shown again.
const LONGEST_SHOWN: usize = 200;

/// The condition of another language on whose account a formula cannot be read at a place.
pub(super) fn foreign_if(text: &str, at: usize) -> Option<FormulaError> {
    let part = argument_around(text, at);
    let inside = &text[part.clone()];
    let words = outer_words(inside);
    let find = |wanted: &str| words.iter().find(|(_, word)| *word == wanted).map(|(at, _)| *at);
    let end = |word: Option<usize>| word.unwrap_or(inside.len());
    // What stands between two words, the first of which has so many characters.
    let between = |from: Option<usize>, length: usize, to: usize| from.map(|from| inside[from + length..to].trim());
    let (colon, otherwise) = (find(":"), find("else"));
    let (word, [condition, yes, no]) = match (find("?"), find("if")) {
        (Some(sign), _) => {
            let condition = between(Some(0), 0, sign);
            let no = colon.filter(|colon| *colon > sign);
            (sign..sign + 1, [condition, between(Some(sign), 1, end(no)), between(no, 1, inside.len())])
        }
        // `if(...)` is our own, unless more of the other language follows.
        (None, Some(word)) => {
            let then = find("then").map(|then| (then, 4)).or_else(|| colon.map(|colon| (colon, 1)));
            let is_call = inside[word + 2..].trim_start().starts_with('(');
            if is_call && otherwise.is_none() && find("then").is_none() {
                return None;
            }
            let no = between(otherwise, 4, inside.len());
            let until = end(otherwise);
            match then.filter(|(then, _)| word == 0 && *then < until) {
                Some((then, length)) => {
                    let condition = between(Some(word), 2, then);
                    (word..word + 2, [condition, between(Some(then), length, until), no])
                }
                None => {
                    // In a row of a table the key stands in front.
                    let from = inside[..word].rfind(':').map_or(0, |colon| colon + 1);
                    let condition = between(Some(word), 2, until.max(word + 2));
                    (word..word + 2, [condition, between(Some(from), 0, word), no])
                }
            }
        }
        (None, None) => return None,
    };
    let shown = |part: Option<&str>| part.filter(|part| !part.is_empty()).unwrap_or("...").to_owned();
    let own = format!("if({}, {}, {})", shown(condition), shown(yes), shown(no));
    let own = if own.len() > LONGEST_SHOWN { "if(condition, yes, no)".to_owned() } else { own };
    Some(FormulaError::new(part.start + word.start..part.start + word.end, FormulaFault::ForeignIf { own }))
}

/// The argument or bracket in which a place is; else the whole formula.
fn argument_around(text: &str, at: usize) -> Range<usize> {
    let mut starts = vec![0];
    let mut depth = 0;
    for (place, sign) in unquoted(text) {
        let is_before = place < at;
        match sign {
            '(' if is_before => starts.push(place + 1),
            ')' if is_before && starts.len() > 1 => {
                starts.pop();
            }
            ',' if is_before => *starts.last_mut().expect("the whole formula stays") = place + 1,
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            ')' | ',' if depth == 0 && !is_before => return trimmed(text, starts[starts.len() - 1]..place),
            _ => {}
        }
    }
    trimmed(text, starts[starts.len() - 1]..text.len())
}

fn trimmed(text: &str, part: Range<usize>) -> Range<usize> {
    let inside = &text[part.clone()];
    let start = part.start + inside.len() - inside.trim_start().len();
    start..start + inside.trim().len()
}

/// The signs of a text with their places, without those of words in quotes.
fn unquoted(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut is_quoted = false;
    text.char_indices().filter(move |(_, sign)| {
        is_quoted ^= *sign == '\'';
        !is_quoted && *sign != '\''
    })
}

/// The names and the signs `?` and `:` of a text that stand in no brackets and no quotes.
fn outer_words(text: &str) -> Vec<(usize, &str)> {
    let mut depth = 0_usize;
    let mut words: Vec<Range<usize>> = Vec::new();
    for (at, sign) in unquoted(text) {
        match sign {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '?' | ':' if depth == 0 => words.push(at..at + 1),
            '_' | '.' | 'a'..='z' | 'A'..='Z' | '0'..='9' if depth == 0 => match words.last_mut() {
                Some(word) if word.end == at && !text[word.clone()].ends_with(['?', ':']) => word.end = at + 1,
                _ => words.push(at..at + 1),
            },
            _ => {}
        }
    }
    words.into_iter().map(|word| (word.start, &text[word])).collect()
}

#[cfg(test)]
mod tests {
    use crate::formula::Formula;

    fn help(text: &str) -> String {
        Formula::parse(text).expect_err("this is no formula").help().into_owned()
    }

    #[test]
    fn conditions_of_other_languages_are_shown_as_formulas() {
        for (written, own) in [
            ("2 if level >= 5 else 1", "if(level >= 5, 2, 1)"),
            ("level >= 5 ? 2 : 1", "if(level >= 5, 2, 1)"),
            ("level >= 5 ? 2", "if(level >= 5, 2, ...)"),
            ("if level >= 5 then 2 else 1", "if(level >= 5, 2, 1)"),
            ("if (level >= 5) then 2 else 1", "if((level >= 5), 2, 1)"),
            ("2 if (level >= 5) else 1", "if((level >= 5), 2, 1)"),
            ("2 if level >= 5", "if(level >= 5, 2, ...)"),
            ("max(3, 2 if level >= 5 else min(1, 2), 4)", "if(level >= 5, 2, min(1, 2))"),
            ("max(3, (guild == 'a, (b' ? 2 : 1))", "if(guild == 'a, (b', 2, 1)"),
            ("table(level, 1: 10 if x else 5, 3: 4)", "if(x, 10, 5)"),
        ] {
            assert_eq!(help(written), format!("write `{own}`"), "{written}");
        }
    }

    #[test]
    fn operators_of_other_languages_are_met() {
        for (written, own) in
            [("a && b", "and"), ("a || b", "or"), ("!a", "not"), ("not a == !b", "not"), ("a ** 2", "^")]
        {
            assert_eq!(help(written), format!("write `{own}`"), "{written}");
        }
        assert_eq!(help("a = 2"), "write `==` to compare");
        assert!(Formula::parse("a != 2d6! and not b").is_ok());
    }

    #[test]
    fn our_own_if_is_left_alone() {
        for text in ["if(a, 1)", "if(a, 1, 2) 3", "max(if(a, 1, 2), 1 +)", "if(a, 'if b then c', 2", "if"] {
            let said = Formula::parse(text).map_or_else(|error| error.to_string(), |_| String::new());
            assert!(!said.contains("is a function"), "{text}: {said}");
        }
    }
}
