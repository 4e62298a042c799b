//! Positions on sheets, for every paper, size and flip.

use proptest::prelude::*;

use super::*;
use crate::paper::Paper;

fn poker_on_a4() -> SheetSpec {
    SheetSpec {
        paper: Paper::a4().size,
        orientation: Orientation::Auto,
        printer_margin: Mm::from_um(4_200),
        trim: Size::from_um(63_500, 88_900),
        bleed: Mm::from_um(3_000),
        spacing: Spacing::Bleed,
        flip: Flip::Long,
        has_marks: false,
    }
}

fn bleeds_of(spec: &SheetSpec) -> (i64, i64) {
    impose(spec).map_or((0, 0), |plan| (plan.across.outer_bleed.um(), plan.down.outer_bleed.um()))
}

#[test]
fn nine_poker_cards_fit_with_the_bleed_that_the_paper_allows() {
    let a4 = SheetSpec { bleed: Mm::from_um(9_000), ..poker_on_a4() };
    let letter = SheetSpec { paper: Paper::letter().size, ..a4 };
    let wide = Mm::from_um(6_350);
    assert_eq!(bleeds_of(&a4), (1_850, 3_650));
    assert_eq!(bleeds_of(&SheetSpec { printer_margin: wide, ..a4 }), (1_133, 2_933));
    // Three cards leave too little for gutters above each other: they share their cuts.
    assert_eq!(bleeds_of(&letter), (2_833, 2_150));
    let tight = SheetSpec { printer_margin: wide, ..letter };
    assert_eq!(bleeds_of(&tight), (2_116, 0));
    assert_eq!(impose(&tight).map(|plan| plan.per_sheet()), Ok(9));
}

#[test]
fn the_trading_card_has_more_room() {
    let trim = Size::from_um(63_000, 88_000);
    let a4 = SheetSpec { trim, bleed: Mm::from_um(9_000), ..poker_on_a4() };
    assert_eq!(bleeds_of(&a4), (2_100, 4_100));
    assert_eq!(bleeds_of(&SheetSpec { paper: Paper::letter().size, ..a4 }), (3_083, 1_166));
}

#[test]
fn bleed_is_never_more_than_was_asked_for() {
    assert_eq!(bleeds_of(&poker_on_a4()), (1_850, 3_000));
}

#[test]
fn crop_marks_keep_their_room_and_leave_a_good_bleed() {
    let spec = SheetSpec { has_marks: true, bleed: Mm::from_um(3_600), ..poker_on_a4() };
    let plan = impose(&spec).expect("poker cards fit on A4");
    assert!(plan.across.strip >= MARK_ROOM[1] && plan.down.strip >= MARK_ROOM[0] + RULER_DEPTH);
    assert_eq!((plan.across.margin, plan.down.margin), (MARK_MARGINS[2], MARK_MARGINS[2]));
    assert_eq!((plan.across.inner_bleed, plan.down.inner_bleed), (Mm::from_um(1_000), Mm::from_um(1_000)));
    assert_eq!(bleeds_of(&spec), (1_800, 3_600));
    assert!(plan.down.has_ruler && !plan.across.has_ruler && !plan.has_marks_near_edge());
}

#[test]
fn nine_poker_cards_on_letter_share_cuts_where_a_gutter_would_be_a_sliver() {
    let spec = SheetSpec { paper: Paper::letter().size, has_marks: true, ..poker_on_a4() };
    let plan = impose(&spec).expect("poker cards fit on Letter");
    assert_eq!(plan.per_sheet(), 9);
    assert_eq!((plan.down.gutter, plan.down.cuts().len()), (Mm::ZERO, 4));
    assert!(plan.across.gutter >= LEAST_GUTTER && plan.across.has_ruler);
    assert!(plan.down.outer_bleed > Mm::ZERO && !plan.has_marks_near_edge());
    assert_eq!(plan.down.margin, MARK_MARGINS[1]);
}

#[test]
fn business_cards_turn_the_page_when_more_fit() {
    let spec = SheetSpec { trim: Size::from_um(85_000, 55_000), ..poker_on_a4() };
    let auto = impose(&spec).map(|plan| (plan.page.is_landscape(), plan.per_sheet()));
    assert_eq!(auto, Ok((false, 10)));
    let spec = SheetSpec { trim: Size::from_um(140_000, 90_000), ..poker_on_a4() };
    let auto = impose(&spec).map(|plan| (plan.page.is_landscape(), plan.per_sheet()));
    assert_eq!(auto, Ok((true, 4)));
    let forced = SheetSpec { orientation: Orientation::Portrait, ..spec };
    let forced = impose(&forced).map(|plan| (plan.turn, plan.per_sheet()));
    assert_eq!(forced, Ok((Turn::Quarter, 4)));
}

#[test]
fn a_card_larger_than_the_paper_is_refused() {
    let spec = SheetSpec { trim: Size::from_um(210_000, 297_000), ..poker_on_a4() };
    let message = impose(&spec).map_err(|error| error.to_string());
    assert!(message.is_err_and(|text| text.contains("does not fit on paper of 210 × 297 mm")));
}

/// Row and column of the back behind the front at `(row, column)`, and how it is turned.
fn back_of(spec: &SheetSpec, row: i64, column: i64) -> Option<(i64, i64, Turn)> {
    let plan = impose(spec).ok()?;
    let card = usize::try_from(row * plan.across.count + column).ok()?;
    let back = plan.behind(plan.front(card));
    let is_at = |found: Mm, wanted: Mm| (found - wanted).um().abs() <= 1;
    let row = (0..plan.down.count).find(|&row| is_at(plan.down.position(row), back.trim.top))?;
    let column = (0..plan.across.count).find(|&c| is_at(plan.across.position(c), back.trim.left))?;
    Some((row, column, back.turn))
}

#[test]
fn backs_follow_the_duplex_table() {
    // Three columns and two rows of tall cards; two columns and three rows of wide ones.
    let portrait = SheetSpec { trim: Size::from_um(63_000, 130_000), ..poker_on_a4() };
    let landscape = SheetSpec { trim: Size::from_um(130_000, 63_000), ..poker_on_a4() };
    let short = |spec: SheetSpec| SheetSpec { flip: Flip::Short, ..spec };
    assert_eq!(back_of(&portrait, 0, 0), Some((0, 2, Turn::Upright)));
    assert_eq!(back_of(&short(portrait), 0, 0), Some((1, 0, Turn::Half)));
    assert_eq!(back_of(&landscape, 0, 0), Some((2, 0, Turn::Half)));
    assert_eq!(back_of(&short(landscape), 0, 0), Some((0, 1, Turn::Upright)));
}

#[test]
fn the_back_of_a_turned_card_points_the_same_way_when_the_sheet_is_turned() {
    let spec = SheetSpec { orientation: Orientation::Portrait, trim: Size::from_um(130_000, 63_000), ..poker_on_a4() };
    assert_eq!(back_of(&spec, 0, 0), Some((0, 2, Turn::ThreeQuarter)));
    let spec = SheetSpec { flip: Flip::Short, ..spec };
    assert_eq!(back_of(&spec, 0, 0), Some((1, 0, Turn::Quarter)));
}

#[test]
fn a_part_filled_sheet_does_not_move_its_cards() {
    let Ok(plan) = impose(&poker_on_a4()) else { panic!("poker cards fit on A4") };
    let sides = plan.sides(13);
    assert_eq!(sides.len(), 4);
    assert_eq!(sides[2].placements.len(), 4);
    for (full, part) in sides[0].placements.iter().zip(&sides[2].placements) {
        assert_eq!(full.trim, part.trim);
    }
}

fn spacings() -> impl Strategy<Value = Spacing> {
    prop_oneof![
        Just(Spacing::Bleed),
        Just(Spacing::Shared),
        (0..12_000i64).prop_map(|um| Spacing::Gutter(Mm::from_um(um))),
    ]
}

fn specs() -> impl Strategy<Value = SheetSpec> {
    let orientation = prop_oneof![Just(Orientation::Auto), Just(Orientation::Portrait), Just(Orientation::Landscape)];
    let flip = prop_oneof![Just(Flip::Long), Just(Flip::Short), Just(Flip::None)];
    let paper = (100_000..500_000i64, 100_000..500_000i64);
    let trim = (20_000..220_000i64, 20_000..220_000i64);
    let lengths = (0..15_000i64, 0..8_000i64);
    (paper, trim, lengths, orientation, flip, spacings(), any::<bool>()).prop_map(
        |(paper, trim, (margin, bleed), orientation, flip, spacing, has_marks)| SheetSpec {
            paper: Size::from_um(paper.0, paper.1),
            orientation,
            printer_margin: Mm::from_um(margin),
            trim: Size::from_um(trim.0, trim.1),
            bleed: Mm::from_um(bleed),
            spacing,
            flip,
            has_marks,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_two_faces_overlap_and_all_lie_within_the_printers_reach(spec in specs(), cards in 1usize..60) {
        let Ok(plan) = impose(&spec) else { return Ok(()) };
        for side in plan.sides(cards) {
            for (index, one) in side.placements.iter().enumerate() {
                let reach = if side.is_back { plan.printable().inset(Mm::from_um(-1)) } else { plan.printable() };
                prop_assert!(reach.contains(one.bleed), "{one:?} outside {reach:?}");
                prop_assert!(one.bleed.contains(one.trim));
                for other in &side.placements[index + 1..] {
                    prop_assert!(!one.bleed.overlaps(other.bleed), "{one:?} over {other:?}");
                }
            }
        }
    }

    #[test]
    fn two_cuts_are_never_a_sliver_apart(spec in specs()) {
        let Ok(plan) = impose(&spec) else { return Ok(()) };
        for axis in [plan.across, plan.down] {
            let is_asked_for = matches!(spec.spacing, Spacing::Gutter(_));
            let is_shared = axis.count < 2 || axis.gutter == Mm::ZERO;
            prop_assert!(is_asked_for || is_shared || axis.gutter >= LEAST_GUTTER, "{axis:?}");
            prop_assert!(axis.inner_bleed.max(axis.outer_bleed) <= spec.bleed, "{axis:?}");
            let gaps: Vec<Mm> = axis.cuts().windows(2).map(|pair| pair[1] - pair[0]).collect();
            prop_assert!(is_asked_for || gaps.iter().all(|gap| *gap >= LEAST_GUTTER.min(axis.trim)), "{axis:?}");
        }
    }

    #[test]
    fn cards_never_change_size(spec in specs(), cards in 1usize..30) {
        let Ok(plan) = impose(&spec) else { return Ok(()) };
        for placement in plan.sides(cards).iter().flat_map(|side| &side.placements) {
            let is_upright = matches!(placement.turn, Turn::Upright | Turn::Half);
            let expected = if is_upright { spec.trim } else { spec.trim.turned() };
            prop_assert_eq!(placement.trim.size(), expected);
        }
    }

    #[test]
    fn every_back_is_exactly_behind_its_front(spec in specs(), cards in 1usize..60) {
        let Ok(plan) = impose(&spec) else { return Ok(()) };
        let sides = plan.sides(cards);
        prop_assert_eq!(sides.iter().any(|side| side.is_back), spec.flip != Flip::None);
        for pair in sides.chunks(2).filter(|pair| pair.len() == 2 && pair[1].is_back) {
            prop_assert_eq!(pair[0].placements.len(), pair[1].placements.len());
            for (front, back) in pair[0].placements.iter().zip(&pair[1].placements) {
                let seen_through = if plan.flips_sideways() {
                    mirror_sideways(back.trim, plan.page)
                } else {
                    mirror_upwards(back.trim, plan.page)
                };
                prop_assert_eq!(seen_through, front.trim);
                prop_assert_eq!(front.card, back.card);
            }
        }
    }

    #[test]
    fn turning_a_sheet_twice_restores_it(spec in specs(), cards in 1usize..20) {
        let Ok(plan) = impose(&spec) else { return Ok(()) };
        for card in 0..cards {
            let front = plan.front(card);
            prop_assert_eq!(plan.behind(plan.behind(front)), front);
        }
    }

    #[test]
    fn the_block_is_centered_to_a_micrometer(spec in specs()) {
        let Ok(plan) = impose(&spec) else { return Ok(()) };
        let block = plan.block();
        let (left, right) = (block.left, plan.page.width - block.right);
        let (top, bottom) = (block.top, plan.page.height - block.bottom);
        prop_assert!((left - right).um().abs() <= 1 && (top - bottom).um().abs() <= 1);
    }
}
