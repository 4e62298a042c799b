//! Columns for the terminal, aligned by display width and not by bytes or characters.

use comfy_table::{Cell, CellAlignment, Table, presets};

/// A left-aligned cell.
pub fn text(text: impl Into<String>) -> Cell {
    Cell::new(text.into())
}

/// A right-aligned cell.
pub fn figure(text: impl Into<String>) -> Cell {
    Cell::new(text.into()).set_alignment(CellAlignment::Right)
}

/// One line for each row, with aligned cells.
pub fn lines<R: Into<comfy_table::Row>>(rows: impl IntoIterator<Item = R>) -> Vec<String> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).add_rows(rows);
    table.column_iter_mut().for_each(|column| {
        column.set_padding((0, 2));
    });
    table.lines().map(|line| line.trim_end().to_owned()).collect()
}
