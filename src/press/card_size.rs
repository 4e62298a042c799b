//! Card sizes in use.
//!
//! **In** an id such as `poker`, or a size such as `63x88mm`. **Out** a [`CardSize`]. **Fails** with
//! [`UnknownCardSize`], which names the nearest id.

use std::fmt;

use super::length::Size;

/// A card's trim size and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardSize {
    /// Kebab-case id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The finished card.
    pub trim: Size,
}

/// Id, name, width and height in micrometres. Both 63 × 88 and 63.5 × 88.9 are sold as "poker".
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

/// No card size has this id, nor is it a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCardSize {
    /// What was asked for.
    pub asked: String,
    /// The nearest id.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for UnknownCardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no card size `{}`", self.asked)?;
        match self.nearest {
            Some(id) => write!(f, "; did you mean `{id}`?"),
            None => write!(f, "; use one of {} or a size such as `63x88mm`", ids().join(", ")),
        }
    }
}

impl std::error::Error for UnknownCardSize {}

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
    /// Finds `poker`, or reads `63x88mm`.
    ///
    /// # Errors
    /// [`UnknownCardSize`] when it is neither.
    pub fn find(asked: &str) -> Result<Self, UnknownCardSize> {
        if let Some(row) = TABLE.iter().find(|row| row.0 == asked) {
            return Ok(row_to_size(row));
        }
        match asked.parse::<Size>() {
            Ok(trim) => Ok(Self { id: asked.to_owned(), name: trim.to_string(), trim }),
            Err(_) => Err(UnknownCardSize { asked: asked.to_owned(), nearest: nearest(asked) }),
        }
    }
}

fn nearest(asked: &str) -> Option<&'static str> {
    let rated = ids().into_iter().map(|id| (strsim::damerau_levenshtein(asked, id), id));
    rated.min().filter(|(distance, _)| *distance <= 2).map(|(_, id)| id)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::press::length::Mm;

    #[test]
    fn ids_are_unique_and_sizes_are_cards() {
        let unique: BTreeSet<_> = ids().into_iter().collect();
        assert_eq!(unique.len(), TABLE.len());
        for size in all() {
            assert!(size.trim.width >= Mm::from_um(40_000), "{}", size.id);
            assert!(size.trim.height <= Mm::from_um(220_000), "{}", size.id);
        }
    }

    #[test]
    fn the_two_poker_sizes_differ() -> Result<(), UnknownCardSize> {
        assert_eq!(CardSize::find("poker")?.trim, Size::from_um(63_500, 88_900));
        assert_eq!(CardSize::find("poker-eu")?.trim, Size::from_um(63_000, 88_000));
        assert_eq!(CardSize::find("70x120mm")?.trim, Size::from_um(70_000, 120_000));
        Ok(())
    }

    #[test]
    fn an_unknown_size_suggests_the_nearest() {
        let message = CardSize::find("pokr").map_err(|error| error.to_string());
        assert_eq!(message, Err("there is no card size `pokr`; did you mean `poker`?".to_owned()));
    }
}
