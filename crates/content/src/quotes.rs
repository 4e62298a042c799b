//! Quotes, dashes and points as printers set them.
//!
//! **In** the words of a paragraph as an author types them. **Out** the same with round quotes, dashes for two and three hyphens, and
//! one sign for three points. Behind a figure a straight quote stays what it is: `5'10"` is a length.

/// Stands for a straight quote that stays one, while a paragraph is put together: no character of any text.
const KEPT: [(char, char); 2] = [('"', '\u{fdd0}'), ('\'', '\u{fdd1}')];

/// Stands for what a formula prints, which is mostly a figure: no character of any text.
pub const FORMULA: char = '\u{fdd2}';

/// What stands for a quote that an author wants as it is.
pub fn kept(quote: char) -> char {
    KEPT.iter().find(|(sign, _)| *sign == quote).map_or(quote, |(_, kept)| *kept)
}

/// Sets the signs of a paragraph, of which the pieces follow one another. A piece that must stay as it is has to hold none of them.
pub fn set(pieces: &mut [String]) {
    let is_sign = |c: char| matches!(c, '"' | '\'' | '-' | '.') || KEPT.iter().any(|(_, kept)| *kept == c);
    if !pieces.iter().any(|piece| piece.contains(is_sign)) {
        return;
    }
    let whole: Vec<char> = pieces.iter().flat_map(|piece| piece.chars()).collect();
    let mut setter = Setter { whole: &whole, double: Quote::new('"', &whole), single: Quote::new('\'', &whole) };
    let mut at = 0;
    for piece in pieces {
        let end = at + piece.chars().count();
        let mut set = String::with_capacity(piece.len());
        while at < end {
            let (sign, used) = setter.next(at, end);
            set.push(sign);
            at += used;
        }
        *piece = set;
    }
}

struct Setter<'c> {
    whole: &'c [char],
    double: Quote,
    single: Quote,
}

/// Quotes of one kind.
struct Quote {
    is_open: bool,
    /// How many come behind this place.
    left: usize,
}

impl Quote {
    fn new(sign: char, whole: &[char]) -> Self {
        let left = (0..whole.len()).filter(|at| whole[*at] == sign && !is_apostrophe(whole, *at)).count();
        Self { is_open: false, left }
    }

    /// Whether the next one closes, or stays as it is; else it opens. An even number of later ones goes in pairs, so that the one
    /// behind a figure is the end of what is open.
    fn next(&mut self, is_behind_figure: bool, can_open: bool) -> Set {
        self.left = self.left.saturating_sub(1);
        let set = match (is_behind_figure, self.is_open) {
            (true, true) if self.left.is_multiple_of(2) => Set::Closing,
            (true, _) => Set::Straight,
            (false, _) if can_open => Set::Opening,
            (false, _) => Set::Closing,
        };
        match set {
            Set::Opening => self.is_open = true,
            Set::Closing => self.is_open = false,
            Set::Straight => {}
        }
        set
    }
}

enum Set {
    Opening,
    Closing,
    Straight,
}

impl Setter<'_> {
    /// The sign for what stands here, and how many characters it takes the place of.
    fn next(&mut self, at: usize, end: usize) -> (char, usize) {
        let sign = self.whole[at];
        let in_a_row = || self.whole[at..end].iter().take_while(|c| **c == sign).count();
        let before = at.checked_sub(1).map(|before| self.whole[before]);
        let behind = self.whole.get(at + 1).copied();
        // More of them are a line of their own.
        match sign {
            '-' if before != Some('-') && in_a_row() == 2 => ('\u{2013}', 2),
            '-' if before != Some('-') && in_a_row() == 3 => ('\u{2014}', 3),
            '.' if before != Some('.') && in_a_row() == 3 => ('\u{2026}', 3),
            '-' | '.' => (sign, 1),
            '\'' if is_apostrophe(self.whole, at) => ('\u{2019}', 1),
            '"' | '\'' => {
                let is_behind_figure = before.is_some_and(|c| c.is_numeric() || c == FORMULA);
                let opens_behind =
                    |c: char| c.is_whitespace() || "([{\u{2014}\u{2013}-/\u{201c}\u{2018}\"'".contains(c);
                let can_open = before.is_none_or(opens_behind) && behind.is_some_and(|c| !c.is_whitespace());
                let (quote, opening, closing) = match sign {
                    '"' => (&mut self.double, '\u{201c}', '\u{201d}'),
                    _ => (&mut self.single, '\u{2018}', '\u{2019}'),
                };
                let set = match quote.next(is_behind_figure, can_open) {
                    Set::Opening => opening,
                    Set::Closing => closing,
                    Set::Straight => sign,
                };
                (set, 1)
            }
            _ => (KEPT.iter().find(|(_, kept)| *kept == sign).map_or(sign, |(sign, _)| *sign), 1),
        }
    }
}

/// Whether the single quote here stands in a word, or in place of two figures, as in `the '90s` and `'07`.
fn is_apostrophe(whole: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| whole[before]);
    let behind = whole.get(at + 1).copied();
    let is_behind_word = before.is_some_and(|c| c.is_alphanumeric() || c == FORMULA);
    let is_in_word = is_behind_word && behind.is_some_and(char::is_alphabetic);
    let figures = whole[at + 1..].iter().take(3).take_while(|c| c.is_numeric()).count();
    let is_of_years = !is_behind_word && figures == 2;
    whole[at] == '\'' && (is_in_word || is_of_years)
}
