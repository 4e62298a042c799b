//! Pools of which only some dice count.
//!
//! **In** dice of several kinds, and the places that count among all of them, in order of what they show. **Out** the ways
//! to every sum of those that count. A table goes over the faces from one end to the other, kind by kind; its state is
//! how many dice of each kind are still to be placed and what those placed so far come to. Once all places that count are
//! taken, the rest of the dice may show what they like.

use std::ops::Range;

use num_bigint::BigUint;

use super::limits::{MOST_TOTALS, OddsError, check, check_table};
use super::sums::CUT;
use super::whole::{Whole, counted};
use super::{DieKind, Picked};

/// The most states of the table.
const MOST_STATES: u64 = 100_000;
/// Ways to choose dice are worked out one die after another, which for a moment takes numbers that much larger.
const SPARE_BITS: u64 = 12;

/// The ways to every sum of the dice that count.
pub(super) struct Picks {
    /// Ways to 0 and to every higher sum in turn.
    pub ways: Vec<BigUint>,
    /// All ways there are.
    pub out_of: BigUint,
}

/// Equal dice: how many, and what each may show.
struct Kind {
    count: u32,
    /// In the order in which they are placed.
    faces: Vec<Face>,
    /// All ways of one die.
    out_of: BigUint,
}

/// A value of a die.
#[derive(Clone)]
struct Face {
    /// What it shows; none stands for everything beyond the explosions that are counted.
    value: Option<u32>,
    /// In how many ways.
    ways: BigUint,
}

/// The ways to every sum of the picked dice.
///
/// # Errors
/// When there is no end to them, or they are too many.
pub(super) fn picks(pools: &[(DieKind, u32)], picked: Picked) -> Result<Picks, OddsError> {
    let dice: u32 = pools.iter().map(|(_, count)| count).sum();
    // From the end at which fewer dice have to be placed until all that count are known.
    let goes_down = picked.to() <= dice - picked.from();
    let places = if goes_down { picked.from()..picked.to() } else { dice - picked.to()..dice - picked.from() };
    let kinds =
        pools.iter().map(|(kind, count)| faces(*kind, *count, dice, goes_down)).collect::<Result<Vec<_>, _>>()?;
    let highest = kinds.iter().flat_map(|kind| &kind.faces).filter_map(|face| face.value).max().unwrap_or(0);
    let width = u64::from(highest) * u64::from(picked.count());
    let out_of: BigUint = kinds.iter().map(|kind| kind.out_of.pow(kind.count)).product();
    let states: u64 = kinds.iter().map(|kind| u64::from(kind.count) + 1).fold(1, u64::saturating_mul);
    if states > MOST_STATES || width > MOST_TOTALS {
        return Err(OddsError::TooMany);
    }
    let bits = out_of.bits() + SPARE_BITS;
    let passes: u64 = kinds.iter().map(|kind| kind.faces.len() as u64 * steps(&kinds, kind, places.end)).sum();
    check(width + 1, bits, passes)?;
    check_table(live(&kinds, places.end), width + 1, bits)?;
    let values = order(&kinds, goes_down);
    let ways = counted!(bits, count(&kinds, &values, &places, usize::try_from(width).unwrap_or(usize::MAX)));
    Ok(Picks { ways, out_of })
}

/// How many states are ever in use: those in which dice that count are still to be placed.
fn live(kinds: &[Kind], end: u32) -> u64 {
    kinds.iter().map(|kind| u64::from(kind.count.min(end)) + 1).fold(1, u64::saturating_mul)
}

/// How many steps from state to state one face of a kind takes at most.
fn steps(kinds: &[Kind], kind: &Kind, end: u32) -> u64 {
    live(kinds, end).saturating_mul(u64::from(kind.count.min(end)) / 2 + 1)
}

/// What a die of a kind may show.
fn faces(kind: DieKind, count: u32, dice: u32, goes_down: bool) -> Result<Kind, OddsError> {
    let plain = |value: u32| Face { value: Some(value), ways: 1_u32.into() };
    let (mut faces, out_of): (Vec<Face>, BigUint) = if kind.explodes {
        if kind.sides == 1 {
            return Err(OddsError::NeverStops);
        }
        // One die in `dice` goes beyond that so rarely that all of them together do below the cut.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small whole number")]
        let most = ((CUT * f64::from(dice)).ln() / f64::from(kind.sides).ln()).ceil() as u32;
        let sides = BigUint::from(kind.sides);
        let lower = |explosions: u32| {
            let ways = sides.pow(most - explosions);
            (1..kind.sides).map(move |face| Face { value: Some(explosions * kind.sides + face), ways: ways.clone() })
        };
        let mut faces: Vec<Face> = (0..=most).flat_map(lower).collect();
        faces.push(Face { value: None, ways: 1_u32.into() });
        (faces, sides.pow(most + 1))
    } else {
        ((1..=kind.sides).map(plain).collect(), kind.sides.into())
    };
    if goes_down {
        faces.reverse();
    }
    Ok(Kind { count, faces, out_of })
}

/// Every value that a die may show, in the order in which dice are placed.
fn order(kinds: &[Kind], goes_down: bool) -> Vec<Option<u32>> {
    let key = |value: &Option<u32>| value.unwrap_or(u32::MAX);
    let mut values: Vec<Option<u32>> = kinds.iter().flat_map(|kind| &kind.faces).map(|face| face.value).collect();
    values.sort_unstable_by_key(key);
    values.dedup();
    if goes_down {
        values.reverse();
    }
    values
}

/// The table.
struct Table<'a, W> {
    kinds: &'a [Kind],
    /// How far apart in `states` one die more or less of a kind stands.
    strides: Vec<usize>,
    /// Ways to every sum so far, by how many dice of each kind are left. Empty where there are none.
    states: Vec<Vec<W>>,
    /// Ways of one die of each kind to show what is still to come.
    left: Vec<W>,
    places: Range<u32>,
    /// Ways to every sum of the dice that count, where all of them are known.
    done: Vec<W>,
}

fn count<W: Whole>(kinds: &[Kind], values: &[Option<u32>], places: &Range<u32>, width: usize) -> Vec<W> {
    let mut strides = Vec::with_capacity(kinds.len());
    let mut states = 1;
    for kind in kinds {
        strides.push(states);
        states *= kind.count as usize + 1;
    }
    // Faces share few numbers of ways: plain dice have one alone.
    let one = BigUint::from(1_u32);
    let mut table = Table {
        kinds,
        strides,
        states: vec![Vec::new(); states],
        left: kinds.iter().map(|kind| W::of(&kind.out_of)).collect(),
        places: places.clone(),
        done: vec![W::from(0); width + 1],
    };
    table.states[states - 1] = vec![W::from(1)];
    if places.is_empty() {
        table.done[0] = kinds.iter().fold(W::from(1), |all, kind| all.times(&W::of(&kind.out_of).power(kind.count)));
    } else {
        let mut next = vec![0; kinds.len()];
        for value in values {
            for index in 0..kinds.len() {
                if let Some(face) = kinds[index].faces.get(next[index]).filter(|face| face.value == *value) {
                    next[index] += 1;
                    let ways = if face.ways == one { W::from(1) } else { W::of(&face.ways) };
                    table.place(index, *value, &ways);
                }
            }
        }
    }
    table.done
}

impl<W: Whole> Table<'_, W> {
    /// Places dice of one kind that show one value: any number of those that are left.
    fn place(&mut self, index: usize, value: Option<u32>, ways: &W) {
        self.left[index] -= ways;
        let stride = self.strides[index];
        let radix = self.kinds[index].count as usize + 1;
        let is_last = self.left[index].is_none();
        for block in (0..self.states.len()).step_by(stride * radix) {
            for offset in 0..stride {
                // Fewer dice left come first: they take no part in this step any more when more dice are placed on them.
                for remaining in 0..radix {
                    let state = block + remaining * stride + offset;
                    if self.states[state].is_empty() {
                        continue;
                    }
                    let sums = std::mem::take(&mut self.states[state]);
                    self.move_on(index, state, &sums, value, ways);
                    if !is_last || remaining == 0 {
                        add_to(&mut self.states[state], &sums, 0, &W::from(1));
                    }
                }
            }
        }
    }

    /// From one state to those with one or more dice of a kind fewer.
    fn move_on(&mut self, index: usize, state: usize, sums: &[W], value: Option<u32>, ways: &W) {
        let left = self.left_in(state);
        let mine = left[index];
        let dice: u32 = self.kinds.iter().map(|kind| kind.count).sum();
        let placed = dice - left.iter().sum::<u32>();
        let until_done = self.places.end - placed;
        let later = self.left[index].clone();
        let others = |table: &Self, ways: W| {
            let others = left.iter().enumerate().filter(|(kind, _)| *kind != index);
            others.fold(ways, |ways, (kind, left)| ways.times(&table.left[kind].power(*left)))
        };
        // At the last face of a kind all its dice have to show it.
        if later.is_none() {
            if mine >= until_done {
                let free = others(self, ways.power(mine));
                self.finish(sums, self.counting(placed, until_done, value), &free);
            } else if mine > 0 {
                self.pass_on(index, state, sums, mine, self.counting(placed, mine, value), &ways.power(mine));
            }
            return;
        }
        let mut beyond = (mine >= until_done).then(|| {
            let mut all = later.clone();
            all += ways;
            all.power(mine)
        });
        // In how many ways so many of the dice left can be chosen and show this value.
        let mut choices = W::from(1);
        for placed_now in 0..=mine.min(until_done - 1) {
            if placed_now > 0 {
                choices = choices.times(&W::from(mine - placed_now + 1)).divided(placed_now).times(ways);
                let shift = self.counting(placed, placed_now, value);
                self.pass_on(index, state, sums, placed_now, shift, &choices);
            }
            if let Some(beyond) = &mut beyond {
                *beyond -= &choices.times(&later.power(mine - placed_now));
            }
        }
        if let Some(beyond) = beyond {
            let free = others(self, beyond);
            self.finish(sums, self.counting(placed, until_done, value), &free);
        }
    }

    /// To the state with so many dice of a kind fewer.
    fn pass_on(&mut self, index: usize, state: usize, sums: &[W], fewer: u32, shift: Option<usize>, ways: &W) {
        let target = state - fewer as usize * self.strides[index];
        if let Some(shift) = shift {
            add_to(&mut self.states[target], sums, shift, ways);
        }
    }

    /// All places that count are taken.
    fn finish(&mut self, sums: &[W], shift: Option<usize>, ways: &W) {
        if let Some(shift) = shift {
            add_to(&mut self.done, sums, shift, ways);
        }
    }

    /// How many dice of each kind are left in a state.
    fn left_in(&self, state: usize) -> Vec<u32> {
        let digit = |(kind, stride): (&Kind, &usize)| u32::try_from(state / stride % (kind.count as usize + 1));
        self.kinds.iter().zip(&self.strides).map(|pair| digit(pair).unwrap_or(0)).collect()
    }

    /// What dice placed behind others add to the sum; none when it is beyond all counting.
    fn counting(&self, placed: u32, placed_now: u32, value: Option<u32>) -> Option<usize> {
        let first = placed.max(self.places.start);
        let counting = (placed + placed_now).min(self.places.end).saturating_sub(first);
        match value {
            Some(value) => Some((value * counting) as usize),
            None => (counting == 0).then_some(0),
        }
    }
}

/// Adds ways to sums that are higher by `shift`, multiplied.
fn add_to<W: Whole>(to: &mut Vec<W>, sums: &[W], shift: usize, by: &W) {
    if to.len() < sums.len() + shift {
        to.resize(sums.len() + shift, W::from(0));
    }
    for (to, ways) in to[shift..].iter_mut().zip(sums) {
        if !ways.is_none() {
            *to += &ways.times(by);
        }
    }
}
