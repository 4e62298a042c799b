//! Distributions of rolls, checked by counting every outcome one by one.

use std::collections::BTreeMap;

use makeready_rules::dice::{Dice, DieKind, Keep, KeepRule, OddsError};
use makeready_rules::number::Number;
use makeready_rules::odds::{Distribution, Fraction};
use num_bigint::BigUint;
use proptest::prelude::*;

const PLAIN: DieKind = DieKind { sides: 6, explodes: false, keep: Keep::All };

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn pools(kinds: &[(u32, u32)]) -> Dice {
    let all = kinds.iter().map(|(count, sides)| Dice::new(*count, DieKind { sides: *sides, ..PLAIN }));
    all.fold(Dice::flat_only(Number::ZERO), |sum, dice| sum.plus(&dice).expect("few dice"))
}

/// Every way in which these dice may fall.
fn falls(sides: &[u32]) -> Vec<Vec<u32>> {
    sides.iter().fold(vec![Vec::new()], |falls, sides| {
        falls.iter().flat_map(|fall| (1..=*sides).map(move |face| [&fall[..], &[face]].concat())).collect()
    })
}

/// The number of falls by total.
fn counted(sides: &[u32], sum: impl Fn(Vec<u32>) -> i64) -> BTreeMap<Number, u64> {
    let mut totals = BTreeMap::new();
    for fall in falls(sides) {
        *totals.entry(Number::whole(sum(fall))).or_insert(0) += 1;
    }
    totals
}

fn all_sides(kinds: &[(u32, u32)]) -> Vec<u32> {
    kinds.iter().flat_map(|(count, sides)| std::iter::repeat_n(*sides, *count as usize)).collect()
}

fn told(distribution: &Distribution) -> BTreeMap<Number, BigUint> {
    let some = distribution.totals().filter(|(_, ways)| **ways != BigUint::ZERO);
    some.map(|(total, ways)| (total, ways.clone())).collect()
}

fn assert_same(distribution: &Distribution, counted: &BTreeMap<Number, u64>) {
    let counted: BTreeMap<Number, BigUint> =
        counted.iter().map(|(total, ways)| (*total, BigUint::from(*ways))).collect();
    assert_eq!(told(distribution), counted);
    assert_eq!(*distribution.out_of(), counted.values().sum());
    assert_eq!(distribution.cut_off(), Fraction::zero());
}

fn sorted(mut fall: Vec<u32>) -> Vec<u32> {
    fall.sort_unstable_by(|a, b| b.cmp(a));
    fall
}

fn total(dice: &[u32]) -> i64 {
    dice.iter().map(|face| i64::from(*face)).sum()
}

/// The dice left of a row, highest first, after one rule.
fn left(dice: &[u32], rule: KeepRule, count: usize) -> &[u32] {
    let count = count.min(dice.len());
    match rule {
        KeepRule::Highest => &dice[..count],
        KeepRule::Lowest => &dice[dice.len() - count..],
        KeepRule::DropHighest => &dice[count..],
        KeepRule::DropLowest => &dice[..dice.len() - count],
    }
}

#[test]
fn every_small_pool_of_equal_dice_is_counted_as_one_by_one() {
    for sides in 1..=6 {
        for count in 0..=4 {
            let all = vec![sides; count as usize];
            assert_same(&Distribution::of(&pools(&[(count, sides)])).unwrap(), &counted(&all, |fall| total(&fall)));
            for keep in 0..=count + 1 {
                let kept = |keep| Distribution::of(&Dice::new(count, DieKind { sides, keep, ..PLAIN })).unwrap();
                let best = |fall| total(left(&sorted(fall), KeepRule::Highest, keep as usize));
                assert_same(&kept(Keep::Highest(keep)), &counted(&all, best));
                let worst = |fall| total(left(&sorted(fall), KeepRule::Lowest, keep as usize));
                assert_same(&kept(Keep::Lowest(keep)), &counted(&all, worst));
            }
        }
    }
}

#[test]
fn every_small_mixed_pool_is_picked_from_as_one_by_one() {
    for (fours, eights, sixes) in (0..=2).flat_map(|a| (0..=2).flat_map(move |b| (0..=2).map(move |c| (a, b, c)))) {
        let kinds = [(fours, 4), (eights, 8), (sixes, 6)];
        for (dropped, kept) in (0..=3).flat_map(|a| (0..=3).map(move |b| (a, b))) {
            let pool =
                pools(&kinds).keep(KeepRule::DropHighest, dropped).unwrap().keep(KeepRule::Highest, kept).unwrap();
            let by_hand = |fall| {
                let fall = sorted(fall);
                total(left(left(&fall, KeepRule::DropHighest, dropped as usize), KeepRule::Highest, kept as usize))
            };
            let found = Distribution::of(&pool).unwrap();
            if pool.count() == 0 {
                assert_eq!(found, Distribution::of(&Dice::flat_only(Number::ZERO)).unwrap());
            } else {
                assert_same(&found, &counted(&all_sides(&kinds), by_hand));
            }
        }
    }
}

#[test]
fn exploding_dice_are_exact_as_far_as_no_die_goes_beyond() {
    // One die of six: a total of `6 j + r` has the chance `6^-(j + 1)`, and multiples of six never come up.
    let one = Distribution::of(&Dice::new(1, DieKind { explodes: true, ..PLAIN })).unwrap();
    // The last total includes all that lies farther.
    for (total, ways) in one.totals().rev().skip(1) {
        let total = u32::try_from(total.to_i64().unwrap()).unwrap();
        let expected = if total % 6 == 0 {
            Fraction::zero()
        } else {
            Fraction::of(&1_u32.into(), &BigUint::from(6_u32).pow(total / 6 + 1))
        };
        assert_eq!(Fraction::of(ways, one.out_of()), expected, "{total}");
    }
    let bound = Fraction::tenth_power(16);
    assert!(one.cut_off() > Fraction::zero() && one.cut_off() < bound);
    // Two dice are the sum of two single ones.
    let two = Distribution::of(&Dice::new(2, DieKind { explodes: true, ..PLAIN })).unwrap();
    let sum = one.plus(&one).unwrap();
    for wanted in 2..=80 {
        let chance = |of: &Distribution| of.chance(|total| total == Number::whole(wanted));
        assert_eq!(chance(&two), chance(&sum), "{wanted}");
    }
    // A thousand dice explode in no more room than they need.
    for (count, sides) in [(3, 2), (5, 12), (40, 4), (200, 20)] {
        let many = Distribution::of(&Dice::new(count, DieKind { sides, explodes: true, keep: Keep::All })).unwrap();
        assert!(many.cut_off() > Fraction::zero() && many.cut_off() < bound, "{count}d{sides}!");
        // The mean of a die is s (s + 1) / (2 (s - 1)).
        let (count, sides) = (u64::from(count), u64::from(sides));
        let mean = Fraction::of(&(count * sides * (sides + 1)).into(), &(2 * (sides - 1)).into());
        assert!((&many.mean() - &mean).abs() < Fraction::tenth_power(10), "{count}d{sides}!: {}", many.mean().to_f64());
    }
}

#[test]
fn picked_exploding_dice_are_the_better_of_two_rolls() {
    let die = DieKind { sides: 4, explodes: true, keep: Keep::All };
    let one = Distribution::of(&Dice::new(1, die)).unwrap();
    for (keep, is_best) in [(Keep::Highest(1), true), (Keep::Lowest(1), false)] {
        let picked = Distribution::of(&Dice::new(2, DieKind { keep, ..die })).unwrap();
        let rolled = one.one_of(2, is_best).unwrap();
        for wanted in 1..=70 {
            let difference = &picked.chance(|total| total == Number::whole(wanted))
                - &rolled.chance(|total| total == Number::whole(wanted));
            assert!(difference.abs() < Fraction::tenth_power(15), "{wanted}");
        }
        assert!(picked.cut_off() < Fraction::tenth_power(16));
    }
}

#[test]
fn what_has_no_end_or_is_too_much_is_refused_at_once() {
    let endless = Dice::new(1, DieKind { sides: 1, explodes: true, keep: Keep::All });
    assert_eq!(Distribution::of(&endless), Err(OddsError::NeverStops));
    assert_eq!(Distribution::of(&endless.keep(KeepRule::Highest, 1).unwrap()), Err(OddsError::NeverStops));
    for too_many in [
        Dice::new(1000, DieKind { sides: 1000, ..PLAIN }),
        Dice::new(1000, DieKind { sides: 1000, explodes: true, keep: Keep::All }),
        pools(&[(300, 4), (300, 6), (300, 8)]).keep(KeepRule::Highest, 100).unwrap(),
        pools(&[(1000, 1000)]).keep(KeepRule::Highest, 500).unwrap(),
    ] {
        assert_eq!(Distribution::of(&too_many), Err(OddsError::TooMany), "{too_many}");
    }
}

#[test]
fn many_dice_are_counted_where_few_matter() {
    let thousand = Distribution::of(&Dice::new(1000, PLAIN)).unwrap();
    assert_eq!(thousand.mean(), Fraction::from(Number::whole(3500)));
    for (keep, edge) in [(Keep::Highest(2), 20), (Keep::Lowest(2), 2)] {
        let best = Distribution::of(&Dice::new(1000, DieKind { sides: 10, keep, ..PLAIN })).unwrap();
        let (last, _) = best.totals().max_by(|a, b| a.1.cmp(b.1)).unwrap();
        assert_eq!(last, Number::whole(edge));
        assert_eq!(*best.out_of(), BigUint::from(10_u32).pow(1000));
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn pools_are_counted_as_one_by_one(
        kinds in prop::collection::vec((0..=3_u32, 1..=7_u32), 1..=3)
            .prop_filter("few outcomes", |kinds| kinds.iter().map(|(n, s)| s.pow(*n)).product::<u32>() <= 20_000),
        choices in prop::collection::vec((prop::sample::select(KeepRule::ALL.to_vec()), 0..=4_u32), 0..=3),
        points in -5..=5_i64,
    ) {
        let pool = pools(&kinds);
        let picked = choices.iter().fold(pool.clone(), |pool, (rule, count)| pool.keep(*rule, *count).unwrap());
        let roll = picked.plus_points(Number::whole(points)).unwrap();
        let by_hand = |fall| {
            let fall = sorted(fall);
            let left = choices.iter().fold(&fall[..], |fall, (rule, count)| left(fall, *rule, *count as usize));
            total(left) + points
        };
        let found = Distribution::of(&roll).unwrap();
        let expected = counted(&all_sides(&kinds), by_hand);
        let of: u64 = expected.values().sum();
        for (total, ways) in &expected {
            let chance = Fraction::of(&(*ways).into(), &of.into());
            prop_assert_eq!(found.chance(|t| t == *total), chance, "{} at {}", &roll, total);
        }
        prop_assert_eq!(found.totals().filter(|(_, ways)| **ways != BigUint::ZERO).count(), expected.len());
    }

    #[test]
    fn the_best_and_the_worst_of_some_rolls_are_counted_as_one_by_one(
        count in 1..=2_u32, sides in 1..=5_u32, rolls in 1..=3_u32, is_best in any::<bool>(),
    ) {
        let roll = pools(&[(count, sides)]);
        let all = vec![sides; (count * rolls) as usize];
        let by_hand = |fall: Vec<u32>| {
            let sums = fall.chunks(count as usize).map(total);
            if is_best { sums.max().unwrap() } else { sums.min().unwrap() }
        };
        assert_same(&Distribution::of(&roll).unwrap().one_of(rolls, is_best).unwrap(), &counted(&all, by_hand));
    }
}
