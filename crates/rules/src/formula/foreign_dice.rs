//! Dice as other tools and languages write them: `2D6`, `3W6`, `d%`, `4dF`, `1d6r1`, `4d6k3`, `2d6!!`.
//!
//! **In** a formula, and where it cannot be read. **Out** the fault that shows the same dice as they are written here, if such
//! dice stand at that place.

use std::ops::Range;

use super::fault::{FormulaError, FormulaFault};

/// The most text of dice that is shown again.
const LONGEST_SHOWN: usize = 40;

/// The dice of another tool on whose account a formula cannot be read at a place.
pub(super) fn foreign_dice(text: &str, at: usize) -> Option<FormulaError> {
    words(text).into_iter().find(|word| word.start <= at && at <= word.end).and_then(|word| fault(text, word))
}

/// Dice of another tool that read as a name, such as `D6` or `dF`: no name has a capital.
pub(super) fn foreign_name(text: &str, name: &str, at: &Range<usize>) -> Option<FormulaError> {
    let has_capital = name.bytes().any(|byte| byte.is_ascii_uppercase());
    has_capital.then(|| foreign_dice(text, at.start)).flatten()
}

/// The stretches of a formula that may be dice, without those in quotes.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut is_quoted = false;
    for (at, sign) in text.char_indices() {
        is_quoted ^= sign == '\'';
        if is_quoted || !(sign.is_ascii_alphanumeric() || matches!(sign, '_' | '.' | '%' | '!')) {
            continue;
        }
        match words.last_mut() {
            Some(word) if word.end == at => word.end = at + 1,
            _ => words.push(at..at + 1),
        }
    }
    words
}

fn fault(text: &str, word: Range<usize>) -> Option<FormulaError> {
    let written = &text[word.clone()];
    if written.len() > LONGEST_SHOWN {
        return None;
    }
    let (count, rest) = digits(written);
    let rest = rest.strip_prefix(['d', 'D', 'w', 'W'])?;
    let (sides, how) = match rest.as_bytes().first()? {
        b'%' => ("100", &rest[1..]),
        b'F' | b'f' if rest.len() == 1 => ("F", ""),
        b'0'..=b'9' => digits(rest),
        _ => return None,
    };
    let mut own = own(count, sides, &how.to_ascii_lowercase());
    if sides == "F" && is_operand(text, &word) {
        own = own.map(|own| format!("({own})"));
    }
    // What is written as it is here is at fault for another reason.
    (own.as_deref() != Some(written))
        .then(|| FormulaError::new(word, FormulaFault::ForeignDice { written: written.to_owned(), own }))
}

/// Whether a sign beside this word binds it before a sum would be made of it, as in `10 - 4dF`.
fn is_operand(text: &str, word: &Range<usize>) -> bool {
    let binds = ['*', '/', '^'];
    let before = text[..word.start].trim_end();
    before.ends_with(binds) || before.ends_with('-') || text[word.end..].trim_start().starts_with(binds)
}

/// The same dice as they are written here; none where there is no such thing.
fn own(count: &str, sides: &str, how: &str) -> Option<String> {
    if sides == "F" {
        // Three faces, from -1 to 1.
        let dice: u32 = if count.is_empty() { 1 } else { count.parse().ok()? };
        return Some(format!("{dice}d3 - {}", dice.checked_mul(2)?));
    }
    let dice = format!("{count}d{sides}");
    // Ways of exploding, such as `!!` and `!p`, are one here; what is kept stays.
    if let Some(how) = how.strip_prefix('!') {
        return kept(&format!("{dice}!"), how.trim_start_matches(['!', 'p', 'o']));
    }
    match how {
        "e" | "x" => Some(format!("{dice}!")),
        _ => kept(&dice, how),
    }
}

/// Dice of which some are kept or dropped, as they are written here.
fn kept(dice: &str, how: &str) -> Option<String> {
    if how.is_empty() {
        return Some(dice.to_owned());
    }
    let (letters, many) = how.split_at(how.len() - how.bytes().rev().take_while(u8::is_ascii_digit).count());
    let many = if many.is_empty() { "1" } else { many };
    match letters {
        "k" | "h" | "kh" => Some(format!("{dice}kh{many}")),
        "l" | "kl" => Some(format!("{dice}kl{many}")),
        "d" | "dl" => Some(format!("drop_lowest({many}, {dice})")),
        "dh" => Some(format!("drop_highest({many}, {dice})")),
        _ => None,
    }
}

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

#[cfg(test)]
mod tests {
    use crate::formula::Formula;

    #[test]
    fn dice_of_other_tools_are_shown_as_ours() {
        for (written, own) in [
            ("2D6", "2d6"),
            ("D20", "d20"),
            ("2D6 + 3", "2d6"),
            ("1d%", "1d100"),
            ("d%", "d100"),
            ("4dF", "4d3 - 8"),
            ("dF", "1d3 - 2"),
            ("4d6k3", "4d6kh3"),
            ("2d20kl", "2d20kl1"),
            ("4d6d1", "drop_lowest(1, 4d6)"),
            ("4d6dh1", "drop_highest(1, 4d6)"),
            ("3d6!!", "3d6!"),
            ("3d6x", "3d6!"),
            ("3W6", "3d6"),
            ("w20 + 2w6", "2d6"),
            ("2W6 + 1", "2d6"),
            ("W20", "d20"),
            ("10 - 4dF", "(4d3 - 8)"),
            ("4dF * 2", "(4d3 - 8)"),
            ("4dF + 2", "4d3 - 8"),
            ("2d10!k1", "2d10!kh1"),
            ("2d10!!kl", "2d10!kl1"),
            ("3d6!d1", "drop_lowest(1, 3d6!)"),
            ("max(1, level) + (1 + level)D6", "D6"),
        ] {
            let error = Formula::parse(written).expect_err(written);
            let help = error.help().into_owned();
            let own = if own == "D6" { "d6" } else { own };
            assert!(help.starts_with(&format!("write `{own}`; ")), "{written}: {error}, {help}");
        }
        let rerolled = Formula::parse("1d6r1").expect_err("no reroll in formulas");
        assert!(rerolled.to_string().contains("`1d6r1`"), "{rerolled}");
        assert!(rerolled.help().contains("`again`"), "{}", rerolled.help());
    }

    #[test]
    fn our_own_dice_are_left_alone() {
        for written in ["2d6!kh1 3", "2d6kh1 4", "d6 d6", "2d6!kl2 )", "od6%"] {
            let said = Formula::parse(written).expect_err(written).to_string();
            assert!(!said.contains("dice are written"), "{written}: {said}");
        }
        assert!(Formula::parse("d6r1 + 2d6!").is_ok(), "`d6r1` alone may be a name");
    }
}
