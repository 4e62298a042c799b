//! Lengths on paper.
//!
//! **In** what an author wrote, such as `63.5mm`, `2.5in` or `63.5x88.9mm`. **Out** [`Mm`], whole
//! micrometers, [`Size`] and [`Rect`]. **Fails** with a [`LengthError`] that quotes the text.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// A length on paper, written in millimeters and held in whole micrometers: 1 in is exactly
/// 25 400 and 1/8 in exactly 3 175, so a row of cards and gutters adds up with no rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mm(i64);

/// A length in PostScript points, 1/72 in: what is written on a PDF page.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize)]
pub struct Pt(pub f64);

/// Anything longer than this is a typing error: 10 m.
const LONGEST: i64 = 10_000_000;

impl Mm {
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// From whole micrometers.
    pub const fn from_um(um: i64) -> Self {
        Self(um)
    }

    /// In whole micrometers.
    pub const fn um(self) -> i64 {
        self.0
    }

    /// In millimeters, for the data of templates.
    #[expect(clippy::cast_precision_loss, reason = "a sheet of paper has far fewer than 2^52 µm")]
    pub fn to_mm(self) -> f64 {
        self.0 as f64 / 1000.0
    }

    /// In PostScript points. The one lossy step: call it only when writing a page.
    #[expect(clippy::cast_precision_loss, reason = "a sheet of paper has far fewer than 2^52 µm")]
    pub fn to_pt(self) -> Pt {
        Pt(self.0 as f64 * 72.0 / 25_400.0)
    }

    /// Half of it, rounded toward zero.
    pub const fn half(self) -> Self {
        Self(self.0 / 2)
    }

    /// `count` of it, end to end.
    pub const fn times(self, count: i64) -> Self {
        Self(self.0 * count)
    }

    /// One of `parts` equal shares, rounded down to a whole micrometer.
    pub const fn share(self, parts: i64) -> Self {
        Self(self.0.div_euclid(parts))
    }

    /// How many of `other` lie end to end within this length.
    pub const fn holds(self, other: Self) -> i64 {
        if self.0 < 0 || other.0 <= 0 { 0 } else { self.0 / other.0 }
    }
}

impl Pt {
    /// In whole micrometers, rounded up: for messages on how much too long something is.
    #[expect(clippy::cast_possible_truncation, reason = "rounded, and a page is small")]
    pub fn to_mm_up(self) -> Mm {
        Mm((self.0 * 25_400.0 / 72.0).ceil() as i64)
    }

    /// As the single-precision number that PDF writers take.
    #[expect(clippy::cast_possible_truncation, reason = "PDF numbers are single precision")]
    pub fn to_f32(self) -> f32 {
        self.0 as f32
    }
}

impl Add for Mm {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Mm {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Mm {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl AddAssign for Mm {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Mm {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Sum for Mm {
    fn sum<I: Iterator<Item = Self>>(lengths: I) -> Self {
        lengths.fold(Self::ZERO, Add::add)
    }
}

impl Serialize for Mm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.to_mm())
    }
}

impl fmt::Display for Mm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, um) = if self.0 < 0 { ("-", -self.0) } else { ("", self.0) };
        let digits = format!("{}.{:03}", um / 1000, um % 1000);
        let short = digits.trim_end_matches('0').trim_end_matches('.');
        write!(f, "{sign}{short} mm")
    }
}

/// Why a text is not a length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LengthError {
    /// Not a plain decimal number with a unit.
    NotANumber(String),
    /// A unit other than `mm`, `cm` and `in`.
    UnknownUnit(String),
    /// More than 10 m.
    TooLong(String),
    /// Not of the form `WIDTHxHEIGHT`.
    NotASize(String),
    /// A size with a side of zero.
    Empty(String),
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber(text) => {
                write!(f, "`{text}` is not a length; write it like `63.5mm` or `2.5in`")
            }
            Self::UnknownUnit(unit) => write!(f, "`{unit}` is not a unit; use `mm`, `cm` or `in`"),
            Self::TooLong(text) => write!(f, "`{text}` is longer than 10 m"),
            Self::NotASize(text) => {
                write!(f, "`{text}` is not a size; write it like `63.5x88.9mm`")
            }
            Self::Empty(text) => write!(f, "`{text}` has a side of length 0"),
        }
    }
}

impl std::error::Error for LengthError {}

impl FromStr for Mm {
    type Err = LengthError;

    /// Reads `63.5mm`, `6.35 cm`, `2.5in`; a bare number is in millimeters. Signs, exponents,
    /// `nan` and `inf` are refused.
    fn from_str(text: &str) -> Result<Self, LengthError> {
        let trimmed = text.trim();
        let end = trimmed.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(trimmed.len());
        let (number, unit) = trimmed.split_at(end);
        let um_per_unit = match unit.trim() {
            "" | "mm" => 1_000,
            "cm" => 10_000,
            "in" | "\"" => 25_400,
            other if number.is_empty() => return Err(LengthError::NotANumber(other.to_owned())),
            other => return Err(LengthError::UnknownUnit(other.to_owned())),
        };
        decimal(number, um_per_unit).ok_or_else(|| LengthError::NotANumber(trimmed.to_owned())).and_then(
            |um| match um {
                0..=LONGEST => Ok(Self(um)),
                _ => Err(LengthError::TooLong(trimmed.to_owned())),
            },
        )
    }
}

/// `number` times `factor`, rounded to the nearest whole, without going through floating point.
fn decimal(number: &str, factor: i64) -> Option<i64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || digits.len() > 12 || fraction.contains('.') {
        return None;
    }
    let scale = 10_i64.pow(u32::try_from(fraction.len()).ok()?);
    let value: i64 = digits.parse().ok()?;
    Some((value.checked_mul(factor)? + scale / 2) / scale)
}

/// Width and height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Size {
    /// From left to right.
    pub width: Mm,
    /// From top to bottom.
    pub height: Mm,
}

impl Size {
    /// From micrometers.
    pub const fn from_um(width: i64, height: i64) -> Self {
        Self { width: Mm(width), height: Mm(height) }
    }

    /// Width and height exchanged.
    pub const fn turned(self) -> Self {
        Self { width: self.height, height: self.width }
    }

    /// Whether neither side is shorter or longer than this.
    pub fn is_within(self, shortest: Mm, longest: Mm) -> bool {
        [self.width, self.height].iter().all(|side| (shortest..=longest).contains(side))
    }

    /// Whether it is wider than high.
    pub fn is_landscape(self) -> bool {
        self.width > self.height
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width.to_string();
        write!(f, "{} × {}", width.trim_end_matches(" mm"), self.height)
    }
}

impl FromStr for Size {
    type Err = LengthError;

    /// Reads `63.5x88.9mm`, `63.5mm x 88.9mm`, `2.5x3.5in`: a unit at the end serves both.
    fn from_str(text: &str) -> Result<Self, LengthError> {
        let (width, height) = text.split_once(['x', '×', 'X']).ok_or_else(|| LengthError::NotASize(text.to_owned()))?;
        let unit = height.trim().trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let has_unit = width.trim().ends_with(|c: char| !c.is_ascii_digit() && c != '.');
        let width = if has_unit { width.to_owned() } else { format!("{}{unit}", width.trim()) };
        let size = Self { width: width.parse()?, height: height.parse()? };
        if size.width == Mm::ZERO || size.height == Mm::ZERO {
            return Err(LengthError::Empty(text.to_owned()));
        }
        Ok(size)
    }
}

/// A rectangle on a page, measured from the page's top-left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rect {
    /// Left edge.
    pub left: Mm,
    /// Top edge.
    pub top: Mm,
    /// Right edge.
    pub right: Mm,
    /// Bottom edge.
    pub bottom: Mm,
}

impl Rect {
    /// From its top-left corner and its size.
    pub fn at(left: Mm, top: Mm, size: Size) -> Self {
        Self { left, top, right: left + size.width, bottom: top + size.height }
    }

    /// How wide and high it is.
    pub fn size(self) -> Size {
        Size { width: self.right - self.left, height: self.bottom - self.top }
    }

    /// Whether `other` lies within it; edges may touch.
    pub fn contains(self, other: Self) -> bool {
        self.left <= other.left && self.top <= other.top && self.right >= other.right && self.bottom >= other.bottom
    }

    /// Whether they share more than an edge.
    pub fn overlaps(self, other: Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// The smallest rectangle around both.
    pub fn union(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Moved inwards by `inset` on every side.
    pub fn inset(self, inset: Mm) -> Self {
        Self { left: self.left + inset, top: self.top + inset, right: self.right - inset, bottom: self.bottom - inset }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_without_rounding() {
        assert_eq!("63.5mm".parse(), Ok(Mm(63_500)));
        assert_eq!("2.5in".parse(), Ok(Mm(63_500)));
        assert_eq!(" 0.125 in ".parse(), Ok(Mm(3_175)));
        assert_eq!("6.35cm".parse(), Ok(Mm(63_500)));
        assert_eq!("88.9".parse(), Ok(Mm(88_900)));
    }

    #[test]
    fn nonsense_is_refused_with_its_own_words() {
        for text in ["", "nan", "inf", "-3mm", "1e3mm", "3..5mm", "1.2.3", "mm", "."] {
            assert!(text.parse::<Mm>().is_err(), "{text}");
        }
        assert_eq!("3 furlong".parse::<Mm>(), Err(LengthError::UnknownUnit("furlong".into())));
        assert_eq!("11000mm".parse::<Mm>(), Err(LengthError::TooLong("11000mm".into())));
    }

    #[test]
    fn a_unit_at_the_end_of_a_size_serves_both_sides() {
        assert_eq!("2.5x3.5in".parse(), Ok(Size::from_um(63_500, 88_900)));
        assert_eq!("210mm x 297mm".parse(), Ok(Size::from_um(210_000, 297_000)));
        assert_eq!("63×88".parse(), Ok(Size::from_um(63_000, 88_000)));
        assert!("63".parse::<Size>().is_err());
        assert!("0x88".parse::<Size>().is_err());
    }

    #[test]
    fn a_length_prints_as_short_as_it_is() {
        assert_eq!(Mm(63_500).to_string(), "63.5 mm");
        assert_eq!(Mm(3_175).to_string(), "3.175 mm");
        assert_eq!(Mm(-250).to_string(), "-0.25 mm");
        assert_eq!(Size::from_um(63_500, 88_900).to_string(), "63.5 × 88.9 mm");
    }
}
