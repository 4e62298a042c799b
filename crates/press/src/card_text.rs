//! The two sizes in which the text of a deck is set.
//!
//! **In** the size of a card. **Out** points. Two and no more, so that cards that lie beside each other look alike.

use super::length::{Mm, Size};

/// The size of the running text of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CardText {
    /// Where a card of the family has too much for the larger.
    Small,
    /// The usual size.
    Large,
}

/// On a card that is narrower, text is set a step smaller, and there is no room for the name of its owner.
pub const NARROW: Mm = Mm::from_um(52_000);
/// On a lower one text is set a step smaller as well, and from the following sides on a step larger.
const LOW: Mm = Mm::from_um(60_000);
const WIDE: Mm = Mm::from_um(88_000);
const TALL: Mm = Mm::from_um(120_000);

fn is_roomy(trim: Size) -> bool {
    trim.width >= WIDE && trim.height >= TALL
}

/// The size of labels on a card of this size, in points.
pub fn label_points(trim: Size) -> f64 {
    if is_roomy(trim) { 7.5 } else { 6.5 }
}

impl CardText {
    /// In points, on a card of this size.
    pub fn points(self, trim: Size) -> f64 {
        let is_little = trim.width < NARROW || trim.height < LOW;
        match (self, is_little, is_roomy(trim)) {
            (Self::Small, true, _) => 6.5,
            (Self::Large, true, _) | (Self::Small, false, false) => 7.5,
            (Self::Large, false, false) | (Self::Small, false, true) => 8.5,
            (Self::Large, false, true) => 11.0,
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::float_cmp, reason = "halves are exact")]

    use super::*;

    #[test]
    fn text_has_two_sizes_that_go_with_the_card() {
        let sizes = |width, height| {
            let trim = Size::from_um(width, height);
            [CardText::Large, CardText::Small].map(|text| text.points(trim))
        };
        assert_eq!(sizes(63_500, 88_900), [8.5, 7.5]);
        assert_eq!(sizes(44_450, 63_500), [7.5, 6.5]);
        assert_eq!(sizes(85_000, 55_000), [7.5, 6.5]);
        assert_eq!(sizes(139_700, 215_900), [11.0, 8.5]);
    }
}
