//! Sizes that text may take, from the largest to the floor.
//!
//! **In** the height of a text and its limit. **Out** the [`TextSize`] to try next.
//! Between the two lies the declared size, for which authors write: a short card is set larger, and only
//! what is set smaller gets a note.

use serde::{Serialize, Serializer};

use super::length::Pt;

/// A text size in steps, so that sizes compare exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextSize {
    steps: u32,
    scale: Scale,
}

/// The step and the range of a kind of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Scale {
    /// Quarter points from 9.5 pt down to 6 pt, declared at 8 pt: text on cards.
    Card,
    /// Fiftieths from 1 down to 0.8, declared at 1: sheets.
    Page,
    /// Fiftieths from 1.2 down to 0.92, declared at 1, which is 7.1 pt: handouts, four to a page.
    Handout,
}

/// In steps of a scale.
struct Range {
    floor: u32,
    declared: u32,
    top: u32,
    steps_per_unit: f64,
}

impl Scale {
    const fn range(self) -> Range {
        match self {
            Self::Card => Range { floor: 24, declared: 32, top: 38, steps_per_unit: 4.0 },
            Self::Page => Range { floor: 40, declared: 50, top: 50, steps_per_unit: 50.0 },
            Self::Handout => Range { floor: 46, declared: 50, top: 60, steps_per_unit: 50.0 },
        }
    }
}

impl TextSize {
    /// The largest text on cards, for those with little of it: 9.5 pt.
    pub const CARD: Self = Self { steps: Scale::Card.range().top, scale: Scale::Card };

    /// The declared size of cards: 8 pt. Below it a card gets a note that it was shrunk.
    pub const DECLARED: Self = Self::CARD.declared();

    /// The declared size of sheets, also their largest: 1.
    pub const PAGE: Self = Self { steps: Scale::Page.range().top, scale: Scale::Page };

    /// The largest of handouts: 1.2.
    pub const HANDOUT: Self = Self { steps: Scale::Handout.range().top, scale: Scale::Handout };

    /// As the number for the template: points for cards, a factor for pages.
    pub fn value(self) -> f64 {
        f64::from(self.steps) / self.scale.range().steps_per_unit
    }

    /// In percent of the declared size; more than 100 for a card with little text.
    pub const fn percent(self) -> u32 {
        (self.steps * 100).div_ceil(self.scale.range().declared)
    }

    /// Whether it is below the declared size.
    pub const fn is_below_declared(self) -> bool {
        self.steps < self.scale.range().declared
    }

    /// The declared size of texts of this kind.
    pub const fn declared(self) -> Self {
        Self { steps: self.scale.range().declared, scale: self.scale }
    }

    /// The smallest that is still legible.
    pub const fn floor(self) -> Self {
        Self { steps: self.scale.range().floor, scale: self.scale }
    }

    /// Whether nothing smaller is allowed.
    pub fn is_floor(self) -> bool {
        self == self.floor()
    }

    /// All sizes from the largest to the floor.
    pub fn all(self) -> impl DoubleEndedIterator<Item = Self> {
        let Range { floor, top, .. } = self.scale.range();
        (floor..=top).rev().map(move |steps| Self { steps, scale: self.scale })
    }

    /// The size at which a text is expected to be `limit` high that is `height` high at
    /// this one. Area goes with the square of the size and fixed parts do not scale at all, so the
    /// square root never shrinks more than is needed, nor enlarges more than is possible.
    pub fn for_height(self, height: Pt, limit: Pt) -> Self {
        self.stepped(f64::from(self.steps) * (limit.0.max(0.0) / height.0.max(1.0)).sqrt())
    }

    /// The size that layouts predict for a text that may be `limit` high: in proportion to the last one, or
    /// by the straight line through the last and the one before.
    pub fn promised(last: (Self, Pt), before: Option<(Self, Pt)>, limit: Pt) -> Self {
        let (size, height) = last;
        match before {
            Some((other, other_height)) if (height.0 - other_height.0).abs() > 1.0 => {
                let steps = f64::from(size.steps);
                let slope = (steps - f64::from(other.steps)) / (height.0 - other_height.0);
                size.stepped(steps + (limit.0 - height.0) * slope)
            }
            _ => size.for_height(height, limit),
        }
    }

    /// The size of this many steps, rounded down and kept within the scale.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0 to 60")]
    fn stepped(self, steps: f64) -> Self {
        let Range { floor, top, .. } = self.scale.range();
        let steps = steps.floor().clamp(f64::from(floor), f64::from(top)) as u32;
        Self { steps, scale: self.scale }
    }

    /// The next smaller size to try for a text that is `height` high where `limit` is allowed; none at
    /// the floor.
    pub fn smaller(self, height: Pt, limit: Pt) -> Option<Self> {
        let steps = self.for_height(height, limit).steps.min(self.steps.saturating_sub(1));
        (!self.is_floor()).then_some(Self { steps, scale: self.scale })
    }
}

impl Serialize for TextSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.value())
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::float_cmp, reason = "quarters are exact")]

    use super::*;

    #[test]
    fn cards_shrink_by_quarter_points_to_six_points() {
        let sizes: Vec<f64> = TextSize::CARD.all().map(TextSize::value).collect();
        assert_eq!((sizes.first(), sizes.last()), (Some(&9.5), Some(&6.0)));
        assert!(sizes.windows(2).all(|pair| pair[0] - pair[1] == 0.25), "{sizes:?}");
        assert!(TextSize::CARD.floor().is_floor());
        assert_eq!(TextSize::CARD.floor().percent(), 75);
    }

    #[test]
    fn only_text_below_its_declared_size_counts_as_shrunk() {
        let shrunk: Vec<f64> =
            TextSize::CARD.all().filter(|size| size.is_below_declared()).map(TextSize::value).collect();
        assert_eq!(shrunk, [7.75, 7.5, 7.25, 7.0, 6.75, 6.5, 6.25, 6.0]);
        assert_eq!((TextSize::DECLARED.value(), TextSize::DECLARED.percent()), (8.0, 100));
        assert_eq!(TextSize::CARD.percent(), 119);
        assert_eq!(TextSize::HANDOUT.declared().value(), 1.0);
        assert!(!TextSize::PAGE.is_below_declared() && TextSize::PAGE.floor().is_below_declared());
    }

    #[test]
    fn a_text_slightly_too_high_shrinks_by_one_step() {
        let next = TextSize::CARD.smaller(Pt(201.0), Pt(200.0)).map(TextSize::value);
        assert_eq!(next, Some(9.25));
    }

    #[test]
    fn a_text_twice_too_high_goes_to_the_floor_and_no_further() {
        let next = TextSize::CARD.smaller(Pt(800.0), Pt(200.0));
        assert_eq!(next, Some(TextSize::CARD.floor()));
        assert_eq!(TextSize::CARD.floor().smaller(Pt(400.0), Pt(200.0)), None);
    }
}
