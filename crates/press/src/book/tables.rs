//! Tables of the book: how wide their columns are, how large they are set, and where they are parted.
//!
//! **In** the words of a table, and the [`Room`] of a column and of a page. **Out** [`TableData`]. A table whose words do not
//! fit a column of text goes over the whole page; what does not even fit there is set in smaller type, in which words break
//! at last. A table over the whole page floats, so that it must not be higher than one: long ones are parted between rows.

use serde::Serialize;

use super::data::{Line, Other, Piece};

/// The room for tables, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// The width of a column of text.
    pub column: f64,
    /// The width of the text of a page.
    pub page: f64,
    /// The height of the text of a page.
    pub height: f64,
    /// Whether text has several columns, so that something can be wider than one.
    pub has_columns: bool,
}

/// A table, or a part of one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableData {
    /// Whether it goes over all columns of text.
    pub is_wide: bool,
    /// Whether words break anywhere, since not all fit.
    pub breaks: bool,
    /// Size of its type, in points.
    pub size: f64,
    /// Whether a row may go on in another column, since one is higher than most.
    pub splits: bool,
    /// The share of each column of its width.
    pub shares: Vec<f64>,
    /// Whether each column is aligned to the right.
    pub to_the_right: Vec<bool>,
    /// The head; empty where it has none.
    pub head: Vec<Line>,
    /// The rows.
    pub rows: Vec<Vec<Line>>,
}

/// The sizes at which tables are set, in points.
const SIZES: [f64; 4] = [8.0, 7.5, 7.0, 6.5];
/// How wide a letter is on average, in em: measured in the text face over the shipped tables, and a little more.
const LETTER: f64 = 0.5;
/// What stands between the words of neighboring columns, in points.
const GAP: f64 = 6.0;
/// How much of a page a table that floats may fill: what is estimated may be wrong by a third.
const MOST_OF_A_PAGE: f64 = 0.6;
/// How much of a page a row may fill that stays whole.
const HIGHEST_ROW: f64 = 0.3;
/// The leading of a table, in em.
const LEADING: f64 = 1.45;
/// What a row has above and below its words, in points.
const ROW_GAP: f64 = 5.0;

/// The words of a column.
#[derive(Clone, Copy, Debug, Default)]
struct Words {
    /// Letters of the longest word.
    longest: usize,
    /// Letters of the longest cell.
    cell: usize,
    /// All letters.
    all: usize,
}

/// A table in one part or several.
pub fn parted(head: &[Line], rows: Vec<Vec<Line>>, to_the_right: &[bool], room: Room) -> Vec<TableData> {
    let count = to_the_right.len();
    let mut columns = vec![Words::default(); count];
    for row in rows.iter().map(Vec::as_slice).chain(Some(head).filter(|head| !head.is_empty())) {
        for (words, cell) in columns.iter_mut().zip(row) {
            note(words, cell);
        }
    }
    let fit = fitting(&columns, room);
    let width = if fit.is_wide { room.page } else { room.column };
    let splits = rows.iter().any(|row| row_height(row, &fit, width) > HIGHEST_ROW * room.height);
    let part = |rows: Vec<Vec<Line>>| TableData {
        is_wide: fit.is_wide,
        breaks: fit.breaks,
        size: fit.size,
        splits,
        shares: fit.shares.clone(),
        to_the_right: to_the_right.to_vec(),
        head: head.to_vec(),
        rows,
    };
    if !fit.is_wide {
        return vec![part(rows)];
    }
    let most = MOST_OF_A_PAGE * room.height;
    let head_height = row_height(head, &fit, room.page);
    let (mut parts, mut open, mut height) = (Vec::new(), Vec::new(), head_height);
    for row in rows {
        let more = row_height(&row, &fit, room.page);
        if height + more > most && !open.is_empty() {
            parts.push(part(std::mem::take(&mut open)));
            height = head_height;
        }
        height += more;
        open.push(row);
    }
    parts.push(part(open));
    parts
}

/// How a table is set.
struct Fit {
    is_wide: bool,
    breaks: bool,
    size: f64,
    shares: Vec<f64>,
}

fn fitting(columns: &[Words], room: Room) -> Fit {
    let places = [(false, room.column), (true, room.page)];
    for (is_wide, width) in places.into_iter().take(if room.has_columns { 2 } else { 1 }) {
        for size in SIZES {
            if let Some(shares) = shares(columns, width / size) {
                return Fit { is_wide, breaks: false, size, shares };
            }
        }
    }
    // Not even the longest words fit: by their lengths, and they break.
    let shares = columns.iter().map(|words| (words.longest.clamp(2, 24)) as f64).collect();
    Fit { is_wide: room.has_columns, breaks: true, size: SIZES[SIZES.len() - 1], shares }
}

/// The widths of columns in em: none is narrower than its longest word, and what is left goes to those with most to say, up to
/// what their longest cell takes. None when the longest words do not fit, or when a column of sentences would be a ribbon.
fn shares(columns: &[Words], width: f64) -> Option<Vec<f64>> {
    /// Letters from which on a cell is a sentence, and the least width of a column of such.
    const SENTENCE: usize = 40;
    const RIBBON: f64 = 10.0;
    let gap = GAP / SIZES[0];
    let takes = |letters: usize| letters as f64 * LETTER + gap;
    let mut widths: Vec<f64> = columns.iter().map(|words| takes(words.longest)).collect();
    let mut left = width - widths.iter().sum::<f64>();
    if left < 0.0 {
        return None;
    }
    // Columns that have what they wish leave the rest to the others.
    for _ in columns {
        let wishes = |(words, width): (&Words, &f64)| (takes(words.cell) - width).max(0.0);
        let open: Vec<f64> = columns.iter().zip(&widths).map(wishes).collect();
        let weight = |(words, wish): (&Words, &f64)| if *wish > 0.01 { words.all as f64 } else { 0.0 };
        let weights: Vec<f64> = columns.iter().zip(&open).map(weight).collect();
        let all: f64 = weights.iter().sum();
        if all <= 0.0 || left < 0.01 {
            break;
        }
        let given = weights.iter().zip(&open).map(|(weight, wish)| (left * weight / all).min(*wish));
        let given: Vec<f64> = given.collect();
        left -= given.iter().sum::<f64>();
        widths.iter_mut().zip(given).for_each(|(width, more)| *width += more);
    }
    let is_ribbon = |(words, width): (&Words, &f64)| words.cell > SENTENCE && *width < RIBBON;
    if columns.iter().zip(&widths).any(is_ribbon) {
        return None;
    }
    // All have what they wish: columns of figures stay evenly apart.
    let more = left / widths.len().max(1) as f64;
    Some(widths.into_iter().map(|width| width + more).collect())
}

fn row_height(row: &[Line], fit: &Fit, width: f64) -> f64 {
    let total: f64 = fit.shares.iter().sum();
    let lines = |(cell, share): (&Line, &f64)| {
        let room = (width * share / total - GAP).max(fit.size);
        (letters(cell) as f64 * LETTER * fit.size / room).ceil().max(1.0)
    };
    let most = row.iter().zip(&fit.shares).map(lines).fold(0.0, f64::max);
    most * LEADING * fit.size + ROW_GAP
}

fn note(words: &mut Words, cell: &Line) {
    let text = text_of(cell);
    let letters = text.chars().count();
    let longest = text.split([' ', '-', '/', '\u{2013}']).map(|word| word.chars().count()).max().unwrap_or(0);
    words.longest = words.longest.max(longest);
    words.cell = words.cell.max(letters);
    words.all += letters;
}

fn letters(cell: &Line) -> usize {
    cell.iter().map(|piece| words_of(piece).chars().count()).sum()
}

fn text_of(cell: &Line) -> String {
    cell.iter().map(words_of).collect()
}

/// The words of a part of a line.
pub fn words_of(piece: &Piece) -> &str {
    match piece {
        Piece::Words(text) | Piece::Other(Other::Run { text, .. } | Other::Rule { id: text, .. }) => text,
        Piece::Other(Other::Break) => " ",
        Piece::Other(Other::Note { .. }) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { column: 236.0, page: 498.0, height: 720.0, has_columns: true };

    fn table(cells: &[&str], rows: usize) -> Vec<TableData> {
        let row: Vec<Line> = cells.iter().map(|cell| vec![Piece::Words((*cell).to_owned())]).collect();
        parted(&row, vec![row.clone(); rows], &vec![false; cells.len()], ROOM)
    }

    #[test]
    fn a_table_of_few_words_stays_in_its_column() {
        let parts = table(&["Rank", "2", "Three words here"], 5);
        assert_eq!(parts.len(), 1);
        assert!(!parts[0].is_wide && !parts[0].breaks);
    }

    #[test]
    fn a_table_of_many_columns_goes_over_the_page() {
        let parts = table(&["Longsword"; 9], 5);
        assert!(parts[0].is_wide && !parts[0].breaks);
    }

    #[test]
    fn what_goes_over_the_page_is_parted_before_it_is_too_high() {
        let parts = table(&["Longsword"; 9], 200);
        assert!(parts.len() > 3);
        assert_eq!(parts.iter().map(|part| part.rows.len()).sum::<usize>(), 200);
    }

    #[test]
    fn words_that_fit_nowhere_break() {
        assert!(table(&["Donaudampfschifffahrtsgesellschaft"; 12], 2)[0].breaks);
    }
}
