//! Sheets of paper.
//!
//! **In** `a4`, `letter` or a size such as `210x330mm`. **Out** a [`Paper`]. **Fails** with
//! [`UnknownPaper`].

use std::fmt;

use super::length::Size;

/// A sheet of paper as it lies in the tray, usually upright.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paper {
    /// `a4`, or the size as it was written.
    pub id: String,
    /// Its size.
    pub size: Size,
}

const TABLE: &[(&str, i64, i64)] = &[
    ("a4", 210_000, 297_000),
    ("letter", 215_900, 279_400),
    ("legal", 215_900, 355_600),
    ("a3", 297_000, 420_000),
    ("tabloid", 279_400, 431_800),
];

/// Neither a known paper nor a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPaper(pub String);

impl fmt::Display for UnknownPaper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<_> = TABLE.iter().map(|row| row.0).collect();
        let known = known.join(", ");
        write!(f, "there is no paper `{}`; use {known} or a size such as `210x297mm`", self.0)
    }
}

impl std::error::Error for UnknownPaper {}

impl Paper {
    /// ISO A4.
    pub fn a4() -> Self {
        Self { id: "a4".to_owned(), size: Size::from_um(210_000, 297_000) }
    }

    /// US Letter.
    pub fn letter() -> Self {
        Self { id: "letter".to_owned(), size: Size::from_um(215_900, 279_400) }
    }

    /// Finds `a4` (in any case), or reads `210x297mm`.
    ///
    /// # Errors
    /// [`UnknownPaper`] when it is neither.
    pub fn find(asked: &str) -> Result<Self, UnknownPaper> {
        let id = asked.trim().to_ascii_lowercase();
        if let Some(&(_, width, height)) = TABLE.iter().find(|row| row.0 == id) {
            return Ok(Self { id, size: Size::from_um(width, height) });
        }
        match asked.parse::<Size>() {
            Ok(size) => Ok(Self { id, size }),
            Err(_) => Err(UnknownPaper(asked.to_owned())),
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
}
