//! Common card sizes.
//!
//! **In** an id such as `poker`, or a size such as `63x88mm`. **Out** a [`CardSize`]. **Fails** with
//! [`CardSizeError`], which names the nearest id.

use std::fmt;

use makeready_faces::nearest;

use super::length::{Mm, Size};

/// A card's trim size and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardSize {
    /// Kebab-case id.
    pub id: String,
    /// Its common name.
    pub name: String,
    /// The finished card.
    pub trim: Size,
}

/// Id, name, width and height in micrometers, as card makers and sleeve makers list them. Both 63 × 88 and 63.5 × 88.9 are
/// sold as "poker".
const TABLE: &[(&str, &str, i64, i64)] = &[
    ("poker", "Poker", 63_500, 88_900),
    ("poker-eu", "Trading card", 63_000, 88_000),
    ("bridge", "Bridge", 57_150, 88_900),
    ("japanese", "Japanese", 59_000, 86_000),
    ("euro", "Euro", 59_000, 92_000),
    ("mini", "Mini", 44_450, 63_500),
    ("domino", "Domino", 44_450, 88_900),
    ("square", "Square", 76_200, 76_200),
    ("tarot", "Tarot", 69_850, 120_650),
    ("jumbo", "Jumbo", 88_900, 139_700),
    ("large", "Large", 88_900, 127_000),
    ("index", "Index card", 76_200, 127_000),
    ("business-eu", "Business card (EU)", 85_000, 55_000),
    ("business-us", "Business card (US)", 88_900, 50_800),
    ("half-letter", "Half Letter", 139_700, 215_900),
];

/// The least side of a card. The smallest common ones, "micro", are 31.75 mm wide; a title needs as much.
const SHORTEST: Mm = Mm::from_um(30_000);

/// The greatest side of a card: that of the largest in the table, Half Letter. Text has two sizes, so that on a larger card it would
/// stand small in a corner.
const LONGEST: Mm = Mm::from_um(216_000);

/// Why something is no card size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardSizeError {
    /// No card size has this id, nor is it a size.
    Unknown {
        /// What was requested.
        asked: String,
        /// The nearest id.
        nearest: Option<&'static str>,
    },
    /// A size that no card has.
    OutOfRange(Size),
}

impl CardSizeError {
    /// What is wrong.
    pub fn message(&self) -> String {
        match self {
            Self::Unknown { asked, .. } => format!("there is no card size `{asked}`"),
            Self::OutOfRange(size) => format!("a card of {size} is out of range"),
        }
    }

    /// The next thing to try.
    pub fn help(&self) -> String {
        match self {
            Self::Unknown { nearest: Some(id), .. } => format!("did you mean `{id}`?"),
            Self::Unknown { nearest: None, .. } => {
                format!("use one of {} or a size such as `63x88mm`", ids().join(", "))
            }
            Self::OutOfRange(_) => format!("each side is {SHORTEST} to {LONGEST}"),
        }
    }
}

impl fmt::Display for CardSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message(), self.help())
    }
}

impl std::error::Error for CardSizeError {}

/// All ids, in the order in which they are offered.
pub fn ids() -> Vec<&'static str> {
    TABLE.iter().map(|row| row.0).collect()
}

/// All sizes, in the order in which they are offered.
pub fn all() -> Vec<CardSize> {
    TABLE.iter().map(row_to_size).collect()
}

fn row_to_size(&(id, name, width, height): &(&str, &str, i64, i64)) -> CardSize {
    CardSize { id: id.to_owned(), name: name.to_owned(), trim: Size::from_um(width, height) }
}

impl CardSize {
    /// All known sizes, in the order in which they are offered.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(row_to_size)
    }

    /// Finds `poker`, or reads `63x88mm`.
    ///
    /// # Errors
    /// [`CardSizeError`] when it is neither, or a size that no card has.
    pub fn find(asked: &str) -> Result<Self, CardSizeError> {
        if let Some(row) = TABLE.iter().find(|row| row.0 == asked) {
            return Ok(row_to_size(row));
        }
        match asked.parse::<Size>() {
            Ok(trim) if trim.is_within(SHORTEST, LONGEST) => {
                Ok(Self { id: asked.to_owned(), name: trim.to_string(), trim })
            }
            Ok(trim) => Err(CardSizeError::OutOfRange(trim)),
            Err(_) => Err(CardSizeError::Unknown { asked: asked.to_owned(), nearest: nearest(asked, ids()) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn ids_are_unique_and_sizes_are_cards() {
        let unique: BTreeSet<_> = ids().into_iter().collect();
        assert_eq!(unique.len(), TABLE.len());
        for size in all() {
            assert!(size.trim.is_within(SHORTEST, LONGEST), "{}", size.id);
        }
    }

    #[test]
    fn the_two_poker_sizes_differ() -> Result<(), CardSizeError> {
        assert_eq!(CardSize::find("poker")?.trim, Size::from_um(63_500, 88_900));
        assert_eq!(CardSize::find("poker-eu")?.trim, Size::from_um(63_000, 88_000));
        assert_eq!(CardSize::find("70x120mm")?.trim, Size::from_um(70_000, 120_000));
        Ok(())
    }

    #[test]
    fn a_size_that_no_card_has_is_refused_with_the_bounds() {
        for (width, height) in [(1, 1), (29, 40), (63, 217), (200, 280), (9_000, 9_000)] {
            let message = CardSize::find(&format!("{width}x{height}mm")).map_err(|error| error.to_string());
            let said = format!("a card of {width} × {height} mm is out of range; each side is 30 mm to 216 mm");
            assert_eq!(message, Err(said));
        }
    }

    #[test]
    fn an_unknown_size_suggests_the_nearest() {
        let message = CardSize::find("pokr").map_err(|error| error.to_string());
        assert_eq!(message, Err("there is no card size `pokr`; did you mean `poker`?".to_owned()));
    }
}
