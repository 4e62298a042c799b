//! Columns for the terminal, as wide as it shows them and not as many bytes or characters as they have.

use comfy_table::{Cell, CellAlignment, Table, presets};

/// A cell whose text begins where its column does.
pub fn text(text: impl Into<String>) -> Cell {
    Cell::new(text.into())
}

/// A cell whose text ends where its column does.
pub fn figure(text: impl Into<String>) -> Cell {
    Cell::new(text.into()).set_alignment(CellAlignment::Right)
}

/// One line for each row, its cells under those of the others.
pub fn lines<R: Into<comfy_table::Row>>(rows: impl IntoIterator<Item = R>) -> Vec<String> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).add_rows(rows);
    table.column_iter_mut().for_each(|column| {
        column.set_padding((0, 2));
    });
    table.lines().map(|line| line.trim_end().to_owned()).collect()
}
