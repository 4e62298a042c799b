//! Where handouts stand: down a column, then the next column, then the next page.

use serde::Serialize;

use makeready_faces::sheet::Layout;

/// How many places a page has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Places {
    /// Side by side.
    pub columns: u8,
    /// Above each other.
    pub lines: u8,
}

impl Places {
    /// Of a page of handouts.
    pub const fn of(layout: Layout) -> Self {
        match layout {
            Layout::Short => Self { columns: 2, lines: 5 },
            Layout::Standard => Self { columns: 2, lines: 2 },
            Layout::Full => Self { columns: 1, lines: 1 },
        }
    }

    /// The place of each handout that takes so many places, one above the other, of a column.
    pub fn placed(self, spans: impl IntoIterator<Item = u8>) -> Vec<Place> {
        let mut next = Place { page: 0, column: 0, line: 0, span: 1 };
        let place = |span: u8| {
            let span = span.min(self.lines);
            if next.line + span > self.lines {
                next = Place { column: next.column + 1, line: 0, ..next };
            }
            if next.column >= self.columns {
                next = Place { page: next.page + 1, column: 0, line: 0, ..next };
            }
            let place = Place { span, ..next };
            next.line += span;
            place
        };
        spans.into_iter().map(place).collect()
    }
}

/// A place of a handout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The page, from 0.
    pub page: usize,
    /// The column, from 0.
    pub column: u8,
    /// The line, from 0.
    pub line: u8,
    /// How many lines it takes.
    pub span: u8,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(layout: Layout, spans: &[u8]) -> Vec<(usize, u8, u8)> {
        let places = Places::of(layout).placed(spans.iter().copied());
        places.into_iter().map(|place| (place.page, place.column, place.line)).collect()
    }

    #[test]
    fn handouts_stand_below_each_other_then_in_the_next_column_then_on_the_next_page() {
        let five = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0)];
        assert_eq!(placed(Layout::Standard, &[1; 5]), five);
        assert_eq!(placed(Layout::Full, &[1, 1, 1]), [(0, 0, 0), (1, 0, 0), (2, 0, 0)]);
        assert_eq!(placed(Layout::Short, &[1; 11])[9..], [(0, 1, 4), (1, 0, 0)]);
    }

    #[test]
    fn two_cells_are_never_parted() {
        let four = [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)];
        assert_eq!(placed(Layout::Standard, &[1, 2, 2, 1]), four);
        // A page has no second line.
        assert_eq!(placed(Layout::Full, &[2, 1]), [(0, 0, 0), (1, 0, 0)]);
    }
}
