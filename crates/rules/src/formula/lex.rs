//! From characters to tokens.

use std::ops::Range;

use super::fault::{FormulaError, FormulaFault};
use crate::dice::{DieKind, Keep};
use crate::number::Number;

/// One token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(Number),
    Symbol(String),
    Name(String),
    /// `d12!kh3` right after a number or a bracket; also alone, as one die.
    Die(DieKind),
    /// Operators and brackets.
    Sign(&'static str),
    End,
}

/// The signs, longest first.
const SIGNS: [&str; 18] =
    ["==", "!=", "<=", ">=", "+", "-", "*", "/", "^", "(", ")", ",", ":", "<", ">", "\u{d7}", "\u{2212}", "="];

/// Operators of other languages, and what they are here.
const FOREIGN: [(&str, &str); 4] = [("&&", "and"), ("||", "or"), ("**", "^"), ("!", "not")];

pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, FormulaError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        if next.is_whitespace() {
            at += next.len_utf8();
            continue;
        }
        let (token, length) = token_at(text, at)?;
        tokens.push((token, at..at + length));
        at += length;
    }
    tokens.push((Token::End, text.len()..text.len()));
    Ok(tokens)
}

fn token_at(text: &str, at: usize) -> Result<(Token, usize), FormulaError> {
    let rest = &text[at..];
    let first = rest.as_bytes()[0];
    if first.is_ascii_digit() {
        return number(rest, at);
    }
    if first == b'\'' {
        return word(rest, at);
    }
    if let Some(die) = die(rest) {
        return die.map_err(|fault| FormulaError::new(at..at + 1, fault));
    }
    if first.is_ascii_alphabetic() || first == b'_' {
        let length = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.')).count();
        return Ok((Token::Name(rest[..length].to_owned()), length));
    }
    let is_unequal = rest.starts_with("!=");
    if let Some((sign, own)) = FOREIGN.into_iter().find(|(sign, _)| rest.starts_with(sign) && !is_unequal) {
        return Err(FormulaError::new(at..at + sign.len(), FormulaFault::ForeignOperator { sign, own }));
    }
    match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        Some(&"=") => Err(FormulaError::new(at..at + 1, FormulaFault::SingleEquals)),
        Some(sign @ &("\u{d7}" | "\u{2212}")) => {
            Err(FormulaError::new(at..at + sign.len(), FormulaFault::TypographicSign))
        }
        Some(sign) => Ok((Token::Sign(sign), sign.len())),
        None => {
            let shown = rest.chars().next().unwrap_or(' ');
            Err(FormulaError::new(at..at + shown.len_utf8(), FormulaFault::NotInLanguage(shown)))
        }
    }
}

fn number(rest: &str, at: usize) -> Result<(Token, usize), FormulaError> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let fraction = match rest[digits..].strip_prefix('.') {
        Some(tail) => tail.bytes().take_while(u8::is_ascii_digit).count() + 1,
        None => 0,
    };
    let length = if fraction > 1 { digits + fraction } else { digits };
    let number = Number::parse(&rest[..length])
        .ok_or_else(|| FormulaError::new(at..at + length, FormulaFault::TooManyDigits))?;
    Ok((Token::Number(number), length))
}

fn word(rest: &str, at: usize) -> Result<(Token, usize), FormulaError> {
    match rest[1..].find('\'') {
        Some(end) => Ok((Token::Symbol(rest[1..=end].to_owned()), end + 2)),
        None => Err(FormulaError::new(at..at + rest.len(), FormulaFault::OpenSymbol)),
    }
}

/// `d12`, `d12!`, `d6kh3`. `None` when the text is no die; the name `d` alone is a name.
fn die(rest: &str) -> Option<Result<(Token, usize), FormulaFault>> {
    let (sides, mut length) = digits_behind(rest, "d")?;
    let explodes = rest[length..].starts_with('!') && !rest[length..].starts_with("!=");
    length += usize::from(explodes);
    let mut keep = Keep::All;
    for (mark, make) in [("kh", Keep::Highest as fn(u32) -> Keep), ("kl", Keep::Lowest)] {
        if let Some((count, used)) = digits_behind(&rest[length..], mark) {
            keep = make(count);
            length += used;
        }
    }
    if rest[length..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') {
        return None;
    }
    if !(1..=crate::dice::MOST_SIDES).contains(&sides) {
        return Some(Err(FormulaFault::BadDie { sides }));
    }
    Some(Ok((Token::Die(DieKind { sides, explodes, keep }), length)))
}

fn digits_behind(text: &str, prefix: &str) -> Option<(u32, usize)> {
    let tail = text.strip_prefix(prefix)?;
    let digits = tail.bytes().take_while(u8::is_ascii_digit).count();
    let value = tail[..digits].parse().ok()?;
    Some((value, prefix.len() + digits))
}
