//! The sizes in which the text of a deck is set.
//!
//! **In** the size of a card. **Out** points. A family has one of three sizes, so that cards that lie beside each other look alike. The
//! others are for single cards.

use super::length::{Mm, Size};

/// The size of the running text of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CardText {
    /// For a single card that would otherwise go on over a second face.
    Least,
    /// As small, and closer, for a single reference that would otherwise go on over a second face.
    Close,
    /// Where a card of the family has too much for the usual size.
    Small,
    /// The usual size.
    Usual,
    /// Where every card of the family has little to say.
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

/// Whether a card is smaller than a poker card by so much that its text is a step smaller.
pub fn is_little(trim: Size) -> bool {
    trim.width < NARROW || trim.height < LOW
}

/// The size of labels on a card of this size, in points.
pub fn label_points(trim: Size) -> f64 {
    if is_roomy(trim) { 7.5 } else { 6.5 }
}

impl CardText {
    /// In points, on a card of this size.
    pub fn points(self, trim: Size) -> f64 {
        let [least, small, usual, large, _] = scale(trim);
        match self {
            Self::Least => least,
            Self::Close | Self::Small => small,
            Self::Usual => usual,
            Self::Large => large,
        }
    }

    /// The size of what stands out from the running text, in points: the next larger one, if there is room.
    pub fn lead_points(self, trim: Size) -> f64 {
        if self == Self::Close {
            return self.points(trim);
        }
        let sizes = scale(trim);
        sizes.into_iter().find(|size| *size > self.points(trim)).unwrap_or(sizes[4])
    }

    /// The size of facts, results and tables, in points: never larger than the running text.
    pub fn small_points(self, trim: Size) -> f64 {
        let usual = if is_roomy(trim) { 8.5 } else { 7.5 };
        self.points(trim).min(usual)
    }
}

/// The sizes of running text in points, and one above them.
fn scale(trim: Size) -> [f64; 5] {
    match (is_little(trim), is_roomy(trim)) {
        (true, _) => [6.5, 6.5, 7.5, 8.5, 9.5],
        (false, false) => [7.0, 7.5, 8.5, 9.5, 11.0],
        (false, true) => [8.5, 9.5, 11.0, 13.0, 17.0],
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::float_cmp, reason = "halves are exact")]

    use super::*;

    #[test]
    fn sizes_of_text_go_with_the_card() {
        let sizes = |width, height| {
            let trim = Size::from_um(width, height);
            [CardText::Large, CardText::Usual, CardText::Small, CardText::Least].map(|text| text.points(trim))
        };
        assert_eq!(sizes(63_500, 88_900), [9.5, 8.5, 7.5, 7.0]);
        assert_eq!(sizes(44_450, 63_500), [8.5, 7.5, 6.5, 6.5]);
        assert_eq!(sizes(85_000, 55_000), [8.5, 7.5, 6.5, 6.5]);
        assert_eq!(sizes(139_700, 215_900), [13.0, 11.0, 9.5, 8.5]);
    }

    #[test]
    fn facts_are_never_larger_than_the_text() {
        let poker = Size::from_um(63_500, 88_900);
        let small =
            [CardText::Large, CardText::Usual, CardText::Small, CardText::Least].map(|text| text.small_points(poker));
        assert_eq!(small, [7.5, 7.5, 7.5, 7.0]);
        assert_eq!(CardText::Small.small_points(Size::from_um(44_450, 63_500)), 6.5);
    }
}
