//! Sheets of paper.
//!
//! **In** `a4`, `letter` or a size such as `210x330mm`. **Out** a [`Paper`]. **Fails** with
//! [`PaperError`].

use std::fmt;

use super::length::{Mm, Size};

/// A sheet of paper as it lies in the tray, usually upright.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paper {
    /// `a4`, or the size as it was written.
    pub id: String,
    /// Its size.
    pub size: Size,
}

/// Id, name, width and height in micrometers.
const TABLE: &[(&str, &str, i64, i64)] = &[
    ("a4", "A4", 210_000, 297_000),
    ("letter", "Letter", 215_900, 279_400),
    ("legal", "Legal", 215_900, 355_600),
    ("a3", "A3", 297_000, 420_000),
    ("a5", "A5", 148_000, 210_000),
    ("tabloid", "Tabloid", 279_400, 431_800),
];

/// The least side of a paper. A narrower one has no room for a word within its margins.
const SHORTEST: Mm = Mm::from_um(50_000);

/// The greatest side of a paper. B0 (ISO 216), the largest sheet that printers take, is 1 414 mm high.
const LONGEST: Mm = Mm::from_um(1_500_000);

/// Why something is no paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaperError {
    /// Neither a known paper nor a size.
    Unknown(String),
    /// A size that nothing can be printed on.
    OutOfRange(Size),
}

impl PaperError {
    /// What is wrong.
    pub fn message(&self) -> String {
        match self {
            Self::Unknown(asked) => format!("there is no paper `{asked}`"),
            Self::OutOfRange(size) => format!("paper of {size} is out of range"),
        }
    }

    /// The next thing to try.
    pub fn help(&self) -> String {
        match self {
            Self::Unknown(_) => {
                let known: Vec<_> = TABLE.iter().map(|row| row.0).collect();
                format!("use {} or a size such as `210x297mm`", known.join(", "))
            }
            Self::OutOfRange(_) => format!("each side is {SHORTEST} to {LONGEST}"),
        }
    }
}

impl fmt::Display for PaperError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message(), self.help())
    }
}

impl std::error::Error for PaperError {}

impl Paper {
    /// Id and name of each known paper, in the order in which they are offered.
    pub fn known() -> impl Iterator<Item = (&'static str, &'static str)> {
        TABLE.iter().map(|row| (row.0, row.1))
    }

    /// What readers call it: its id, where it has no name.
    pub fn name(&self) -> &str {
        Self::known().find(|(id, _)| *id == self.id).map_or(&self.id, |(_, name)| name)
    }

    /// ISO A4.
    pub fn a4() -> Self {
        Self { id: "a4".to_owned(), size: Size::from_um(210_000, 297_000) }
    }

    /// US Letter.
    pub fn letter() -> Self {
        Self { id: "letter".to_owned(), size: Size::from_um(215_900, 279_400) }
    }

    /// ISO A3: two A4 sheets beside each other.
    pub fn a3() -> Self {
        Self { id: "a3".to_owned(), size: Size::from_um(297_000, 420_000) }
    }

    /// Finds `a4` (in any case), or reads `210x297mm`.
    ///
    /// # Errors
    /// [`PaperError`] when it is neither, or a size that nothing can be printed on.
    pub fn find(asked: &str) -> Result<Self, PaperError> {
        let id = asked.trim().to_ascii_lowercase();
        if let Some(&(_, _, width, height)) = TABLE.iter().find(|row| row.0 == id) {
            return Ok(Self { id, size: Size::from_um(width, height) });
        }
        match asked.parse::<Size>() {
            Ok(size) if size.is_within(SHORTEST, LONGEST) => Ok(Self { id, size }),
            Ok(size) => Err(PaperError::OutOfRange(size)),
            Err(_) => Err(PaperError::Unknown(asked.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_are_found_by_name_and_by_size() {
        assert_eq!(Paper::find("A4"), Ok(Paper::a4()));
        assert_eq!(Paper::find("letter"), Ok(Paper::letter()));
        let custom = Paper::find("8.5x13in").map(|paper| paper.size);
        assert_eq!(custom, Ok(Size::from_um(215_900, 330_200)));
        assert!(Paper::find("a44").is_err());
    }

    #[test]
    fn paper_of_a_size_that_nothing_can_be_printed_on_is_refused_with_the_bounds() {
        for (width, height) in [(30, 30), (49, 300), (210, 1_501), (10_000, 10_000)] {
            let message = Paper::find(&format!("{width}x{height}mm")).map_err(|error| error.to_string());
            let said = format!("paper of {width} × {height} mm is out of range; each side is 50 mm to 1500 mm");
            assert_eq!(message, Err(said));
        }
        for row in TABLE {
            assert!(Size::from_um(row.2, row.3).is_within(SHORTEST, LONGEST), "{}", row.0);
        }
    }
}
