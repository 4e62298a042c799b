//! Which lines of a text are items of lists.
//!
//! **In** a text. **Out** the places of the signs: `- one`, `* one`, `1. one`, and two spaces or more in front of those that stand in
//! another item. A line that is no item, and no blank line before it, goes on with the item above.

use std::ops::Range;

/// An item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its sign and the blank behind it.
    pub at: Range<usize>,
    /// Whether it stands in another.
    pub is_inner: bool,
    /// Whether that one stands in a third.
    pub is_too_deep: bool,
    /// Its number in a list with numbers.
    number: Option<u32>,
}

impl Item {
    /// The sign as it is set, with a space behind it.
    pub fn sign(&self) -> String {
        match self.number {
            Some(number) => format!("{number}. "),
            None if self.is_inner => "\u{2013} ".to_owned(),
            None => "\u{2022} ".to_owned(),
        }
    }
}

/// A line that may be an item.
struct Candidate {
    sign: char,
    number: Option<u32>,
    length: usize,
}

impl Candidate {
    /// What a line without its indentation begins with.
    fn of(line: &str) -> Option<Self> {
        let sign = line.chars().next()?;
        let figures = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (sign, number, head) = match (sign, figures) {
            ('-' | '*' | '+', _) => (sign, None, 1),
            (_, 1..=3) if line[figures..].starts_with(['.', ')']) => ('1', line[..figures].parse().ok(), figures + 1),
            _ => return None,
        };
        let words = line[head..].trim_start_matches([' ', '\t']);
        let length = line.len() - words.len();
        (length > head && !words.trim().is_empty()).then_some(Self { sign, number, length })
    }

    /// Whether two lines may be items of one list.
    fn goes_with(&self, other: &Self) -> bool {
        self.sign == other.sign
    }
}

/// The items of all lists of a text, in order.
pub fn items(text: &str) -> Vec<Item> {
    let mut lines: Vec<(usize, usize, Option<Candidate>)> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_start_matches([' ', '\t']);
        let indent = line.len() - words.len();
        lines.push((start + indent, indent, Candidate::of(words.trim_end())));
        start += line.len();
    }
    if !lines.iter().any(|(_, _, candidate)| candidate.is_some()) {
        return Vec::new();
    }
    let is_blank = |place: usize| text[place..].lines().next().is_none_or(|line| line.trim().is_empty());
    let mut found: Vec<Item> = Vec::new();
    // The indentation of the items of the list that is open, the outer ones first.
    let mut levels: Vec<usize> = Vec::new();
    let mut is_behind_blank = true;
    for (index, (place, indent, candidate)) in lines.iter().enumerate() {
        let Some(candidate) = candidate else {
            if is_blank(*place) {
                is_behind_blank = true;
            } else {
                // Behind a blank line other words begin at the margin.
                let is_over = is_behind_blank && levels.first().is_none_or(|outer| indent <= outer);
                levels.truncate(if is_over { 0 } else { levels.len() });
                is_behind_blank = false;
            }
            continue;
        };
        let mut below = lines[index + 1..].iter().filter_map(|(_, _, other)| other.as_ref());
        let has_next = below.next().is_some_and(|next| next.goes_with(candidate));
        let begins = match candidate.sign {
            // One line alone is the sign of a footnote, or a sum.
            '*' | '+' => has_next,
            // A number that a line happens to begin with begins no list in the middle of a paragraph.
            '1' => (is_behind_blank && has_next) || (candidate.number == Some(1) && (has_next || index > 0)),
            _ => has_next || index > 0,
        };
        if levels.is_empty() && !begins {
            is_behind_blank = false;
            continue;
        }
        let mut is_first = levels.is_empty();
        levels.retain(|level| *level <= *indent);
        match levels.last() {
            Some(level) if *indent >= level + 2 => {
                levels.push(*indent);
                is_first = true;
            }
            Some(_) => {}
            None => levels.push(*indent),
        }
        let is_inner = levels.len() > 1;
        let before = if is_first { None } else { next_number(&found, is_inner) };
        found.push(Item {
            at: *place..place + candidate.length,
            is_inner,
            is_too_deep: levels.len() > 2,
            number: candidate.number.map(|first| before.unwrap_or(first)),
        });
        is_behind_blank = false;
    }
    found
}

/// The number behind the last of the list that an item goes on with.
fn next_number(found: &[Item], is_inner: bool) -> Option<u32> {
    let of_list = found.iter().rev().take_while(|item| !is_inner || item.is_inner);
    let before = of_list.into_iter().find(|item| item.is_inner == is_inner)?;
    Some(before.number?.saturating_add(1))
}
