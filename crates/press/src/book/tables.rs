//! Tables of the book: how wide their columns are, how large they are set, and where they are parted.
//!
//! **In** the words of a table, and the [`Room`] of a column and of a page. **Out** [`TableData`]. A table whose words do not
//! fit a column of text at any size is divided by its columns, where its cells are short: the parts stand below one another, each
//! with the first column. Else it goes over the whole page, at its foot; and where not even its longest words fit, they break.
//! A table over the whole page floats, so that it must not be higher than one: long ones are parted between rows.

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

/// Where a table may be parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parting {
    /// Nowhere, since it is short.
    Whole,
    /// Between its rows.
    BetweenRows,
    /// Within a row as well, since one is higher than most.
    WithinRows,
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
    /// Where it may go on in another column.
    pub parting: Parting,
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
/// How wide a letter of the narrow face is in comparison, in hundredths.
const NARROW: usize = 84;
/// What stands between the words of neighboring columns, in points.
const GAP: f64 = 6.0;
/// How much of a page a table that floats may fill: what is estimated may be wrong by a third.
const MOST_OF_A_PAGE: f64 = 0.6;
/// How much of a page a row may fill that stays whole.
const HIGHEST_ROW: f64 = 0.3;
/// The most parts that a table is divided into by its columns.
const MOST_PARTS: usize = 9;
/// The most rows of all parts together where the table would fit over the page as well.
const MOST_ROWS_OF_PARTS: usize = 48;
/// The most rows of a table that stays in one column, and how much of its height it may fill.
const FEW_ROWS: usize = 9;
const HIGHEST_WHOLE: f64 = 0.4;
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
    /// Letters of the longest cell below the head, whose words may stand in several lines.
    below_head: usize,
    /// All letters.
    all: usize,
}

/// A table in one part or several: in the column where it fits, else below one another in parts of some columns each, else over
/// the page, where it floats and so may leave its text. What fits nowhere has words that break.
pub fn parted(head: &[Line], rows: Vec<Vec<Line>>, to_the_right: &[bool], room: Room) -> Vec<TableData> {
    let columns = measured(head, &rows, to_the_right);
    if let Some((size, shares)) = at_a_size(&columns, room.column) {
        return vec![part(head, rows, to_the_right, &Fit { is_wide: false, breaks: false, size, shares }, room)];
    }
    let over_page = at_a_size(&columns, room.page).filter(|_| room.has_columns);
    let most_parts = match (&over_page, rows.len()) {
        (None, _) => MOST_PARTS,
        (Some(_), rows) => MOST_ROWS_OF_PARTS / rows.max(1),
    };
    if let Some((size, groups)) = groups(&columns, most_parts, room.column) {
        let of_group = |Group { columns, shares }: Group| {
            let pick = |row: &[Line]| -> Vec<Line> { columns.iter().filter_map(|&at| row.get(at).cloned()).collect() };
            let fit = Fit { is_wide: false, breaks: false, size, shares };
            let to_the_right: Vec<bool> = columns.iter().map(|&at| to_the_right[at]).collect();
            part(&pick(head), rows.iter().map(|row| pick(row)).collect(), &to_the_right, &fit, room)
        };
        return groups.into_iter().map(of_group).collect();
    }
    let fit = match over_page {
        Some((size, shares)) => Fit { is_wide: true, breaks: false, size, shares },
        // Not even the longest words fit: by their lengths, and they break.
        None => Fit {
            is_wide: room.has_columns,
            breaks: true,
            size: SIZES[SIZES.len() - 1],
            shares: columns.iter().map(|words| (words.longest.clamp(2, 24)) as f64).collect(),
        },
    };
    if fit.is_wide {
        return between_rows(head, rows, to_the_right, &fit, room);
    }
    vec![part(head, rows, to_the_right, &fit, room)]
}

/// A table of these rows.
fn part(head: &[Line], rows: Vec<Vec<Line>>, to_the_right: &[bool], fit: &Fit, room: Room) -> TableData {
    let width = if fit.is_wide { room.page } else { room.column };
    let heights: Vec<f64> = rows.iter().map(|row| row_height(row, fit, width)).collect();
    let height = heights.iter().sum::<f64>() + row_height(head, fit, width);
    let parting = if rows.len() <= FEW_ROWS && height <= HIGHEST_WHOLE * room.height {
        Parting::Whole
    } else if heights.iter().any(|height| *height > HIGHEST_ROW * room.height) {
        Parting::WithinRows
    } else {
        Parting::BetweenRows
    };
    TableData {
        is_wide: fit.is_wide,
        breaks: fit.breaks,
        size: fit.size,
        parting,
        shares: fit.shares.clone(),
        to_the_right: to_the_right.to_vec(),
        head: head.to_vec(),
        rows,
    }
}

/// A table over the page, parted between rows: what floats must not be higher than a page.
fn between_rows(head: &[Line], rows: Vec<Vec<Line>>, to_the_right: &[bool], fit: &Fit, room: Room) -> Vec<TableData> {
    let most = MOST_OF_A_PAGE * room.height;
    let head_height = row_height(head, fit, room.page);
    let (mut parts, mut open, mut height) = (Vec::new(), Vec::new(), head_height);
    for row in rows {
        let more = row_height(&row, fit, room.page);
        if height + more > most && !open.is_empty() {
            parts.push(part(head, std::mem::take(&mut open), to_the_right, fit, room));
            height = head_height;
        }
        height += more;
        open.push(row);
    }
    parts.push(part(head, open, to_the_right, fit, room));
    parts
}

fn measured(head: &[Line], rows: &[Vec<Line>], to_the_right: &[bool]) -> Vec<Words> {
    let mut columns = vec![Words::default(); to_the_right.len()];
    for row in rows {
        columns.iter_mut().zip(row).for_each(|(words, cell)| note(words, cell));
    }
    columns.iter_mut().for_each(|words| words.below_head = words.cell);
    columns.iter_mut().zip(head).for_each(|(words, cell)| note(words, cell));
    // Figures and their heads are set in the narrow face.
    let narrow = |letters: usize| (letters * NARROW).div_ceil(100);
    for (words, _) in columns.iter_mut().zip(to_the_right).filter(|(_, is_right)| **is_right) {
        (words.longest, words.cell) = (narrow(words.longest), narrow(words.cell));
    }
    columns
}

/// How a table is set.
struct Fit {
    is_wide: bool,
    breaks: bool,
    size: f64,
    shares: Vec<f64>,
}

/// The largest size at which columns fit a width, and their widths.
fn at_a_size(columns: &[Words], width: f64) -> Option<(f64, Vec<f64>)> {
    SIZES.into_iter().find_map(|size| Some((size, shares(columns, width / size)?)))
}

/// Columns that stand beside one another, by their places, and their widths.
struct Group {
    columns: Vec<usize>,
    shares: Vec<f64>,
}

/// Columns in the fewest groups that fit a width, the first column in each, with their widths; all at the same size. None when a
/// column says so much that it cannot be repeated, or that it is read along its row.
fn groups(columns: &[Words], most: usize, width: f64) -> Option<(f64, Vec<Group>)> {
    const SHORT: usize = 28;
    if columns.len() < 3 || columns.iter().any(|words| words.below_head > SHORT) {
        return None;
    }
    let others: Vec<usize> = (1..columns.len()).collect();
    (2..=most.min(others.len())).find_map(|count| {
        let at = |size: f64| {
            let fitted = others.chunks(others.len().div_ceil(count)).map(|chunk| {
                let group: Vec<usize> = std::iter::once(0).chain(chunk.iter().copied()).collect();
                let chosen: Vec<Words> = group.iter().map(|&at| columns[at]).collect();
                shares(&chosen, width / size).map(|shares| Group { columns: group, shares })
            });
            Some((size, fitted.collect::<Option<Vec<_>>>()?))
        };
        SIZES.into_iter().find_map(at)
    })
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
    fn a_table_of_many_short_columns_is_divided_by_them_and_repeats_the_first() {
        let parts = table(&["Longsword"; 9], 5);
        assert!(
            parts.len() > 1 && parts.iter().all(|part| !part.is_wide && !part.breaks && part.parting == Parting::Whole)
        );
        let columns: usize = parts.iter().map(|part| part.head.len() - 1).sum();
        assert_eq!(columns, 8);
        assert!(parts.iter().all(|part| part.shares.len() == part.head.len()));
    }

    #[test]
    fn a_number_never_breaks_in_a_table_of_figures() {
        assert!(table(&["100.00 %"; 18], 20).iter().all(|part| !part.breaks));
    }

    #[test]
    fn a_table_of_sentences_or_of_many_rows_goes_over_the_page() {
        let mut cells = ["Longsword"; 9];
        cells[8] = "It reaches two squares and cuts rope";
        assert!(table(&cells, 5)[0].is_wide);
        assert!(table(&["Longsword"; 9], 40)[0].is_wide);
    }

    #[test]
    fn short_tables_stay_whole() {
        assert_eq!(table(&["Rank", "2"], 8)[0].parting, Parting::Whole);
        assert_eq!(table(&["Rank", "2"], 20)[0].parting, Parting::BetweenRows);
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
