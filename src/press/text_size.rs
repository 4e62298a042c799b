//! Sizes that text may shrink through, from the declared one to the floor.
//!
//! **In** how high a text came out and how high it may be. **Out** the next smaller [`TextSize`] to
//! try, or none at the floor.

use serde::{Serialize, Serializer};

use super::length::Pt;

/// A text size in steps, so that sizes compare exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextSize {
    steps: u32,
    scale: Scale,
}

/// What a step is, and where the range ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Scale {
    /// Quarter points from 8 pt down to 6 pt: text on cards.
    Card,
    /// Fiftieths from 1 down to 0.8: sheets and handouts.
    Page,
}

impl Scale {
    const fn range(self) -> (u32, u32, f64) {
        match self {
            Self::Card => (24, 32, 4.0),
            Self::Page => (40, 50, 50.0),
        }
    }
}

impl TextSize {
    /// What cards are declared at: 8 pt.
    pub const CARD: Self = Self { steps: Scale::Card.range().1, scale: Scale::Card };

    /// What sheets and handouts are declared at: 1.
    pub const PAGE: Self = Self { steps: Scale::Page.range().1, scale: Scale::Page };

    /// As the number that goes to the template: points for cards, a factor for pages.
    pub fn value(self) -> f64 {
        f64::from(self.steps) / self.scale.range().2
    }

    /// In percent of the declared size.
    pub fn percent(self) -> u32 {
        (self.steps * 100).div_ceil(self.scale.range().1)
    }

    /// The smallest that is still readable.
    pub const fn floor(self) -> Self {
        Self { steps: self.scale.range().0, scale: self.scale }
    }

    /// Whether nothing smaller is allowed.
    pub fn is_floor(self) -> bool {
        self == self.floor()
    }

    /// All sizes from the declared one to the floor.
    pub fn all(self) -> impl DoubleEndedIterator<Item = Self> {
        let (floor, top, _) = self.scale.range();
        (floor..=top).rev().map(move |steps| Self { steps, scale: self.scale })
    }

    /// The next size to try when a text came out `height` high and `limit` is allowed; none at the
    /// floor. Area goes with the square of the size and fixed parts do not shrink at all, so the
    /// square root never shrinks more than is needed.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 50")]
    pub fn smaller(self, height: Pt, limit: Pt) -> Option<Self> {
        if self.is_floor() {
            return None;
        }
        let ideal = f64::from(self.steps) * (limit.0.max(0.0) / height.0.max(1.0)).sqrt();
        let steps = (ideal.floor() as u32).clamp(self.floor().steps, self.steps - 1);
        Some(Self { steps, scale: self.scale })
    }
}

impl Serialize for TextSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.value())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_shrink_by_quarter_points_to_six_points() {
        let sizes: Vec<f64> = TextSize::CARD.all().map(TextSize::value).collect();
        assert_eq!(sizes, [8.0, 7.75, 7.5, 7.25, 7.0, 6.75, 6.5, 6.25, 6.0]);
        assert_eq!(TextSize::CARD.floor().value(), 6.0);
        assert_eq!(TextSize::CARD.floor().percent(), 75);
    }

    #[test]
    fn a_text_slightly_too_high_shrinks_by_one_step() {
        let next = TextSize::CARD.smaller(Pt(201.0), Pt(200.0)).map(TextSize::value);
        assert_eq!(next, Some(7.75));
    }

    #[test]
    fn a_text_twice_too_high_goes_to_the_floor_and_no_further() {
        let next = TextSize::CARD.smaller(Pt(400.0), Pt(200.0));
        assert_eq!(next, Some(TextSize::CARD.floor()));
        assert_eq!(TextSize::CARD.floor().smaller(Pt(400.0), Pt(200.0)), None);
    }
}
