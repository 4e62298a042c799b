//! Crop marks, cut guides and the ruler.
//!
//! **In** a [`Plan`]. **Out** straight [`Line`]s on the front of a sheet, and the place of the words beside the ruler. Crop marks
//! and ruler lie outside the bleed and at a distance from the paper's edge: what is nearer many printers leave out, and a line to
//! the edge makes some viewers shrink the page. Marks without room are left out, and the caller adds a note.

use super::impose::{Axis, Plan, Turn};
use super::length::{Mm, Rect, Size};

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
pub const RULER_DEPTH: Mm = Mm::from_um(2_600);
const RULER_LENGTH: Mm = Mm::from_um(100_000);
/// Between the ruler and its words.
const WORDS_GAP: Mm = Mm::from_um(1_500);
/// Room for the words beside the ruler.
const WORDS_LENGTH: Mm = Mm::from_um(28_000);
/// The length of the ruler with its words.
pub const RULER_SPAN: Mm = Mm::from_um(RULER_LENGTH.um() + WORDS_GAP.um() + WORDS_LENGTH.um());
/// The words beside the ruler: its length, and what to do about another one.
pub const RULER_WORDS: &str = "100 mm \u{b7} print at 100 %";

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

/// Length of the marks that lie beyond the two ends of `axis`.
fn mark_length(axis: &Axis) -> Mm {
    let strip = if axis.has_ruler { axis.strip - RULER_DEPTH } else { axis.strip };
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

/// The margin in which the ruler lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RulerEdge {
    Bottom,
    Left,
}

fn ruler_edge(plan: &Plan) -> Option<RulerEdge> {
    let bottom = plan.down.has_ruler.then_some(RulerEdge::Bottom);
    bottom.or_else(|| plan.across.has_ruler.then_some(RulerEdge::Left))
}

/// Places what stands at `along`, seen from the start of the ruler with its words, and `up` from the edge of the page.
fn placed(plan: &Plan, edge: RulerEdge, (along, up): (Mm, Mm)) -> (Mm, Mm) {
    let Size { width, height } = plan.page;
    match edge {
        RulerEdge::Bottom => ((width - RULER_SPAN).half() + along, height - plan.down.margin - up),
        RulerEdge::Left => (plan.across.margin + up, height - (height - RULER_SPAN).half() - along),
    }
}

/// A ruler of 100 mm in the margin, which shows at once whether the driver scaled the page. Empty
/// when no margin has room.
pub fn ruler(plan: &Plan) -> Vec<Line> {
    let Some(edge) = ruler_edge(plan) else { return Vec::new() };
    let place = |point| placed(plan, edge, point);
    ruler_lines().map(|line| Line { from: place(line.from), to: place(line.to) }).collect()
}

/// The ruler from its own bottom-left corner.
fn ruler_lines() -> impl Iterator<Item = Line> {
    let base = Line { from: (Mm::ZERO, Mm::ZERO), to: (RULER_LENGTH, Mm::ZERO) };
    let ticks = (0..=10).map(|centimeter| {
        let x = Mm::from_um(10_000).times(centimeter);
        let height = if centimeter % 5 == 0 { 1_600 } else { 900 };
        Line { from: (x, Mm::ZERO), to: (x, Mm::from_um(height)) }
    });
    std::iter::once(base).chain(ticks)
}

/// The place of [`RULER_WORDS`], and how they are turned. None where there is no ruler.
pub fn ruler_words(plan: &Plan) -> Option<(Rect, Turn)> {
    let edge = ruler_edge(plan)?;
    let corner = |along, up| {
        let (x, y) = placed(plan, edge, (along, up));
        Rect { left: x, top: y, right: x, bottom: y }
    };
    let turn = match edge {
        RulerEdge::Bottom => Turn::Upright,
        RulerEdge::Left => Turn::ThreeQuarter,
    };
    Some((corner(RULER_LENGTH + WORDS_GAP, Mm::ZERO).union(corner(RULER_SPAN, RULER_DEPTH)), turn))
}

/// Where marks, the ruler and its words are: what small print keeps clear of.
pub fn occupied(plan: &Plan) -> Vec<Rect> {
    // Nothing stands between the ticks of the ruler.
    let ruler = ruler(plan).into_iter().map(Line::bounds).reduce(Rect::union);
    let words = ruler_words(plan).map(|(room, _)| room);
    crop_marks(plan).into_iter().map(Line::bounds).chain(ruler).chain(words).collect()
}

impl Line {
    /// The rectangle around it.
    pub fn bounds(self) -> Rect {
        let corner = |(x, y): (Mm, Mm)| Rect { left: x, top: y, right: x, bottom: y };
        corner(self.from).union(corner(self.to))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::impose::{Flip, Orientation, SheetSpec, Spacing, impose};
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

    #[test]
    fn every_cut_of_nine_poker_cards_has_a_mark_at_both_ends() {
        let Ok(plan) = impose(&spec(Size::from_um(63_500, 88_900), 3_000, 4_200)) else {
            panic!("poker cards fit on A4")
        };
        assert_eq!(crop_marks(&plan).len(), 24);
        assert_eq!(cut_guides(&plan).len(), 12);
    }

    /// Nine poker cards to a sheet, four and more of the others.
    #[test]
    fn the_usual_sheets_have_a_ruler_and_marks_that_nearly_all_printers_print() {
        for paper in [Paper::a4(), Paper::letter(), Paper::a3()] {
            let spec = SheetSpec { paper: paper.size, ..spec(Size::from_um(63_500, 88_900), 3_600, 4_200) };
            let Ok(plan) = impose(&spec) else { panic!("poker cards fit") };
            assert_eq!(ruler(&plan).len(), 12, "{}", paper.id);
            let (words, _) = ruler_words(&plan).expect("the ruler has its words");
            assert!(!ruler(&plan).into_iter().any(|line| line.bounds().overlaps(words)));
            let page = Rect::at(Mm::ZERO, Mm::ZERO, plan.page).inset(Mm::from_um(4_200));
            for line in crop_marks(&plan).into_iter().chain(ruler(&plan)) {
                assert!(page.contains(line.bounds()), "{}: {line:?}", paper.id);
            }
            assert!(page.contains(words), "{}", paper.id);
        }
    }

    #[test]
    fn a_ruler_is_100_mm_long_where_there_is_room() {
        let Ok(plan) = impose(&spec(Size::from_um(59_000, 86_000), 1_000, 4_200)) else {
            panic!("Japanese cards fit on A4")
        };
        let all = ruler(&plan).into_iter().map(Line::bounds).reduce(Rect::union);
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
                prop_assert!(plan.marked().contains(line.bounds()), "{line:?}");
                prop_assert!(!plan.bled_block().inset(Mm::from_um(-1)).overlaps(line.bounds().inset(Mm::from_um(-1))));
            }
        }
    }
}
