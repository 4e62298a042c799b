//! Crop marks, cut guides and the ruler.
//!
//! **In** a [`Plan`]. **Out** straight [`Line`]s on the front of a sheet. Crop marks lie outside the
//! bleed and within the printable area: a line to the paper's edge makes some viewers shrink the
//! page. Marks without room are left out, and the caller adds a note.

use super::impose::{Axis, Plan};
use super::length::{Mm, Rect};

/// A straight line between two points, each from the page's top-left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it starts: x, y.
    pub from: (Mm, Mm),
    /// Where it ends: x, y.
    pub to: (Mm, Mm),
}

/// Distance of a crop mark from the bleed.
const GAP: Mm = Mm::from_um(250);
/// Longer marks are no help.
const LONGEST_MARK: Mm = Mm::from_um(5_000);
/// Shorter marks cannot be seen.
const SHORTEST_MARK: Mm = Mm::from_um(750);
/// The depth of the ruler in the margin, with its gap to the crop marks.
pub const RULER_DEPTH: Mm = Mm::from_um(3_000);
const RULER_LENGTH: Mm = Mm::from_um(100_000);
/// Room that a crop mark keeps beside a ruler.
const MARK_BESIDE_RULER: Mm = Mm::from_um(2_000);

/// Where a sheet has room for crop marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkRoom {
    /// Whether cuts from top to bottom are marked.
    pub is_marked_across: bool,
    /// Whether cuts from left to right are marked.
    pub is_marked_down: bool,
}

/// Which cuts can be marked.
pub fn mark_room(plan: &Plan) -> MarkRoom {
    MarkRoom {
        is_marked_across: mark_length(&plan.down) >= SHORTEST_MARK,
        is_marked_down: mark_length(&plan.across) >= SHORTEST_MARK,
    }
}

fn has_ruler_room(axis: &Axis) -> bool {
    axis.strip >= MARK_BESIDE_RULER + RULER_DEPTH
}

/// Length of the marks that lie beyond the two ends of `axis`.
fn mark_length(axis: &Axis) -> Mm {
    let strip = if has_ruler_room(axis) { axis.strip - RULER_DEPTH } else { axis.strip };
    LONGEST_MARK.min(strip - GAP)
}

/// A short line at both ends of every cut.
pub fn crop_marks(plan: &Plan) -> Vec<Line> {
    let bled = plan.bled_block();
    let room = mark_room(plan);
    let mut lines = Vec::new();
    if room.is_marked_across {
        let length = mark_length(&plan.down);
        for x in plan.across.cuts() {
            lines.push(upright(x, bled.top - GAP - length, bled.top - GAP));
            lines.push(upright(x, bled.bottom + GAP, bled.bottom + GAP + length));
        }
    }
    if room.is_marked_down {
        let length = mark_length(&plan.across);
        for y in plan.down.cuts() {
            lines.push(level(y, bled.left - GAP - length, bled.left - GAP));
            lines.push(level(y, bled.right + GAP, bled.right + GAP + length));
        }
    }
    lines
}

/// A line along every cut, right across the block: for cutting with scissors.
pub fn cut_guides(plan: &Plan) -> Vec<Line> {
    let block = plan.bled_block();
    let across = plan.across.cuts().into_iter().map(|x| upright(x, block.top, block.bottom));
    let down = plan.down.cuts().into_iter().map(|y| level(y, block.left, block.right));
    across.chain(down).collect()
}

fn upright(x: Mm, top: Mm, bottom: Mm) -> Line {
    Line { from: (x, top), to: (x, bottom) }
}

fn level(y: Mm, left: Mm, right: Mm) -> Line {
    Line { from: (left, y), to: (right, y) }
}

/// A ruler of 100 mm in the margin, which shows at once whether the driver scaled the page. Empty
/// when no margin has room.
pub fn ruler(plan: &Plan) -> Vec<Line> {
    let printable = plan.printable();
    let size = printable.size();
    if has_ruler_room(&plan.down) && size.width >= RULER_LENGTH {
        ruler_along_bottom(printable)
    } else if has_ruler_room(&plan.across) && size.height >= RULER_LENGTH {
        ruler_along_left(printable)
    } else {
        Vec::new()
    }
}

fn ruler_along_bottom(printable: Rect) -> Vec<Line> {
    let left = printable.left + (printable.size().width - RULER_LENGTH).half();
    let place = |(x, y): (Mm, Mm)| (left + x, printable.bottom - y);
    placed(place)
}

fn ruler_along_left(printable: Rect) -> Vec<Line> {
    let bottom = printable.bottom - (printable.size().height - RULER_LENGTH).half();
    let place = |(x, y): (Mm, Mm)| (printable.left + y, bottom - x);
    placed(place)
}

fn placed(place: impl Fn((Mm, Mm)) -> (Mm, Mm)) -> Vec<Line> {
    let lines = ruler_lines();
    lines.map(|line| Line { from: place(line.from), to: place(line.to) }).collect()
}

/// The ruler from its own bottom-left corner: x along it, y up from the edge of the printable area.
fn ruler_lines() -> impl Iterator<Item = Line> {
    let base = Line { from: (Mm::ZERO, Mm::ZERO), to: (RULER_LENGTH, Mm::ZERO) };
    let ticks = (0..=10).map(|centimeter| {
        let x = Mm::from_um(10_000).times(centimeter);
        let height = if centimeter % 5 == 0 { 2_200 } else { 1_200 };
        Line { from: (x, Mm::ZERO), to: (x, Mm::from_um(height)) }
    });
    std::iter::once(base).chain(ticks).chain(ruler_label())
}

/// `100 mm` drawn in strokes, so that a sheet of pictures needs no font. Tenths of a millimeter.
const LABEL: &[&[(i64, i64)]] = &[
    &[(0, 8), (3, 11), (3, 0)],
    &[(6, 0), (6, 11), (11, 11), (11, 0), (6, 0)],
    &[(14, 0), (14, 11), (19, 11), (19, 0), (14, 0)],
    &[(26, 0), (26, 7), (34, 7), (34, 0)],
    &[(30, 7), (30, 0)],
    &[(37, 0), (37, 7), (45, 7), (45, 0)],
    &[(41, 7), (41, 0)],
];

fn ruler_label() -> impl Iterator<Item = Line> {
    let at = |(x, y): (i64, i64)| (Mm::from_um(51_500 + x * 100), Mm::from_um(700 + y * 100));
    let strokes = LABEL.iter().flat_map(|points| points.windows(2));
    strokes.filter_map(move |pair| match pair {
        &[from, to] => Some(Line { from: at(from), to: at(to) }),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::impose::{Flip, Orientation, SheetSpec, Spacing, impose};
    use crate::length::Size;
    use crate::paper::Paper;

    fn spec(trim: Size, bleed: i64, margin: i64) -> SheetSpec {
        SheetSpec {
            paper: Paper::a4().size,
            orientation: Orientation::Auto,
            printer_margin: Mm::from_um(margin),
            trim,
            bleed: Mm::from_um(bleed),
            spacing: Spacing::Bleed,
            flip: Flip::Long,
            has_marks: true,
        }
    }

    fn bounds(line: Line) -> Rect {
        let corner = |(x, y): (Mm, Mm)| Rect { left: x, top: y, right: x, bottom: y };
        corner(line.from).union(corner(line.to))
    }

    #[test]
    fn every_cut_of_nine_poker_cards_has_a_mark_at_both_ends() {
        let Ok(plan) = impose(&spec(Size::from_um(63_500, 88_900), 3_000, 4_200)) else {
            panic!("poker cards fit on A4")
        };
        assert_eq!(crop_marks(&plan).len(), 24);
        assert_eq!(cut_guides(&plan).len(), 12);
    }

    #[test]
    fn a_ruler_is_100_mm_long_where_there_is_room() {
        let Ok(plan) = impose(&spec(Size::from_um(59_000, 86_000), 1_000, 4_200)) else {
            panic!("Japanese cards fit on A4")
        };
        let all = ruler(&plan).into_iter().map(bounds).reduce(Rect::union);
        let length = all.map(|all| all.size().width.max(all.size().height));
        assert_eq!(length, Some(Mm::from_um(100_000)));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn marks_lie_outside_the_bleed_and_within_the_printers_reach(
            width in 20_000..200_000i64, height in 20_000..280_000i64, bleed in 0..6_000i64, margin in 0..9_000i64,
        ) {
            let Ok(plan) = impose(&spec(Size::from_um(width, height), bleed, margin)) else { return Ok(()) };
            for line in crop_marks(&plan).into_iter().chain(ruler(&plan)) {
                prop_assert!(plan.printable().contains(bounds(line)));
                prop_assert!(!plan.bled_block().inset(Mm::from_um(-1)).overlaps(bounds(line).inset(Mm::from_um(-1))));
            }
        }
    }
}
