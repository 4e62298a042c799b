//! Pools of which only some dice count.
//!
//! **In** dice of several kinds, and the places that count among all of them, in order of what they show. **Out** the ways
//! to every sum of those that count. A table goes over the values from one end to the other; its state is how many dice of
//! each [`Class`] were placed so far, and the sum of those that count. Once all places that count are taken, the rest of
//! the dice may show anything.
//!
//! From the highest value down, all plain dice are of one class, whatever their sides: a die joins when the values have
//! come down to its highest, and from then on is like all others that joined. So sixteen different dice have seventeen
//! states and not sixty thousand.

use std::ops::Range;

use num_bigint::BigUint;

use super::limits::{Effort, limit_size};
use super::sums::CUT;
use super::whole::{Whole, counted};
use crate::dice::{DieKind, Kept, MOST_TOTALS, OddsError};

/// The most states of the table.
const MOST_STATES: u64 = 100_000;
/// Ways to choose dice are counted one die after another, which for a moment takes numbers that much larger.
const SPARE_BITS: u64 = 20;

/// The ways to every sum of the dice that count.
pub(super) struct KeptSums {
    /// Ways to 0 and to every higher sum in turn.
    pub ways: Vec<BigUint>,
    /// The number of all ways.
    pub out_of: BigUint,
}

/// Dice that are interchangeable from here on.
struct Class {
    count: u32,
    /// Before any value is placed.
    start: Ahead,
    /// In the order in which dice are placed.
    steps: Vec<Step>,
}

/// A value that dice of a class may show.
struct Step {
    /// What they show; none for everything beyond the explosions that are counted.
    value: Option<u32>,
    /// In how many ways one die shows it.
    ways: BigUint,
    /// What they may show after it.
    ahead: Ahead,
}

/// What dice of a class may still show.
#[derive(Clone)]
struct Ahead {
    /// How many have joined.
    joined: u32,
    /// Ways of one that has joined to show what is still to come.
    of_each: BigUint,
    /// Ways of all others together.
    of_others: BigUint,
}

/// How dice are placed: the classes in which they are taken, and the places that count.
struct Plan {
    classes: Vec<Class>,
    places: Range<u32>,
    goes_down: bool,
}

/// The ways to every sum of the kept dice.
///
/// # Errors
/// When there is no end to them, or they are too many.
pub(super) fn kept_sums(pools: &[(DieKind, u32)], kept: Kept, effort: &mut Effort) -> Result<KeptSums, OddsError> {
    if pools.iter().any(|(kind, _)| kind.explodes && kind.sides == 1) {
        return Err(OddsError::NeverStops);
    }
    let dice: u32 = pools.iter().map(|(_, count)| count).sum();
    let down = Sketch::new(pools, kept.from()..kept.to(), true);
    let up = Sketch::new(pools, dice - kept.to()..dice - kept.from(), false);
    let (sketch, left) = match (down.effort_left(*effort), up.effort_left(*effort)) {
        (Ok(left), Ok(other)) if other.is_more_than(left) => (up, other),
        (Ok(left), _) => (down, left),
        (Err(_), Ok(left)) => (up, left),
        (Err(error), Err(_)) => return Err(error),
    };
    *effort = left;
    let (bits, width) = (sketch.bits(), usize::try_from(sketch.width()).unwrap_or(usize::MAX));
    let plan = sketch.plan();
    let ways = counted!(bits, count(&plan, width));
    let out_of = pools.iter().map(|(kind, count)| out_of(*kind, dice).pow(*count)).product();
    Ok(KeptSums { ways, out_of })
}

/// How often one die may explode before the rest is cut off. Chosen so that of `dice` dice all
/// together go beyond it with less than the cut.
fn most_explosions(kind: DieKind, dice: u32) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small whole number")]
    let most = ((CUT * f64::from(dice)).ln() / f64::from(kind.sides).ln()).ceil() as u32;
    if kind.explodes { most } else { 0 }
}

/// All ways of one die.
fn out_of(kind: DieKind, dice: u32) -> BigUint {
    let sides = BigUint::from(kind.sides);
    if kind.explodes { sides.pow(most_explosions(kind, dice) + 1) } else { sides }
}

/// Which dice are of one class, before anything is counted.
struct Sketch {
    dice: u32,
    classes: Vec<Vec<(DieKind, u32)>>,
    places: Range<u32>,
    goes_down: bool,
}

impl Sketch {
    fn new(pools: &[(DieKind, u32)], places: Range<u32>, goes_down: bool) -> Self {
        let dice = pools.iter().map(|(_, count)| count).sum();
        let (merged, apart): (Vec<_>, Vec<_>) = pools.iter().partition(|(kind, _)| goes_down && !kind.explodes);
        let apart = apart.into_iter().map(|pool| vec![pool]);
        let merged = (!merged.is_empty()).then_some(merged);
        Self { dice, classes: merged.into_iter().chain(apart).collect(), places, goes_down }
    }

    /// The highest value of a die.
    fn highest(&self, kind: DieKind) -> u32 {
        kind.sides * (most_explosions(kind, self.dice) + 1)
    }

    /// The highest sum.
    fn width(&self) -> u64 {
        let kinds = self.classes.iter().flatten();
        u64::from(kinds.map(|(kind, _)| self.highest(*kind)).max().unwrap_or(0)) * self.places.len() as u64
    }

    /// The most bits that a number has on the way.
    fn bits(&self) -> u64 {
        let powers = |kind: DieKind| f64::from(most_explosions(kind, self.dice) + 1) * f64::from(kind.sides).log2();
        let kinds = self.classes.iter().flatten();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most some millions")]
        let bits = kinds.map(|(kind, count)| f64::from(*count) * powers(*kind)).sum::<f64>() as u64;
        bits + 1 + SPARE_BITS
    }

    /// The effort left after this; refuses what would take too long or too much memory.
    fn effort_left(&self, mut effort: Effort) -> Result<Effort, OddsError> {
        let (width, bits) = (self.width(), self.bits());
        let counts = self.classes.iter().map(|class| class.iter().map(|(_, count)| count).sum::<u32>());
        let most_placed: Vec<u64> = counts.clone().map(|count| most_placed(count, &self.places).into()).collect();
        let states = most_placed.iter().map(|placed| placed + 1).fold(1, u64::saturating_mul);
        if states > MOST_STATES || width >= MOST_TOTALS {
            return Err(OddsError::TooMany);
        }
        limit_size(states, width + 1, bits)?;
        for ((class, placed), count) in self.classes.iter().zip(most_placed).zip(counts) {
            let steps = class.iter().map(|(kind, _)| u64::from(self.highest(*kind))).max().unwrap_or(0);
            let moves = states.saturating_mul(placed / 2 + 1);
            // On average half of the sums exist, and each state is visited.
            effort.spend(steps.saturating_mul(moves).saturating_mul(width / 2 + 1), bits)?;
            effort.spend(steps.saturating_mul(states.saturating_mul(self.classes.len() as u64 + 4)), 0)?;
            // Binomial coefficients for the choices of dice.
            let choices = (placed + 1).saturating_mul(u64::from(self.places.end.min(count)) + 1);
            effort.spend_products(steps.saturating_mul(choices), bits, bits / 4)?;
        }
        Ok(effort)
    }

    fn plan(self) -> Plan {
        let class = |pools: Vec<(DieKind, u32)>| match &pools[..] {
            [(kind, count)] => Class::of_equal(*kind, *count, self.dice, self.goes_down),
            pools => Class::of_plain(pools),
        };
        Plan { classes: self.classes.into_iter().map(class).collect(), places: self.places, goes_down: self.goes_down }
    }
}

/// How many dice of a class are ever placed in a state: with one more, all places that count could be taken.
fn most_placed(count: u32, places: &Range<u32>) -> u32 {
    count.min(places.end.saturating_sub(1))
}

impl Plan {
    fn most_placed(&self, class: &Class) -> u32 {
        most_placed(class.count, &self.places)
    }
}

impl Class {
    /// Equal dice.
    fn of_equal(kind: DieKind, count: u32, dice: u32, goes_down: bool) -> Self {
        let plain = |value: u32| (Some(value), BigUint::from(1_u32));
        let mut faces: Vec<(Option<u32>, BigUint)> = if kind.explodes {
            let most = most_explosions(kind, dice);
            let sides = BigUint::from(kind.sides);
            let lower = |explosions: u32| {
                let ways = sides.pow(most - explosions);
                (1..kind.sides).map(move |face| (Some(explosions * kind.sides + face), ways.clone()))
            };
            let mut faces: Vec<(Option<u32>, BigUint)> = (0..=most).flat_map(lower).collect();
            faces.push((None, BigUint::from(1_u32)));
            faces
        } else {
            (1..=kind.sides).map(plain).collect()
        };
        if goes_down {
            faces.reverse();
        }
        let start = Ahead { joined: count, of_each: out_of(kind, dice), of_others: BigUint::from(1_u32) };
        let mut ahead = start.clone();
        let steps = faces.into_iter().map(|(value, ways)| {
            ahead.of_each -= &ways;
            Step { value, ways, ahead: ahead.clone() }
        });
        Self { count, steps: steps.collect(), start }
    }

    /// Dice of any sides, none of which explode, from the highest value down.
    fn of_plain(pools: &[(DieKind, u32)]) -> Self {
        let highest = pools.iter().map(|(kind, _)| kind.sides).max().unwrap_or(0);
        let steps = (1..=highest).rev().map(|value| {
            let joined = pools.iter().filter(|(kind, _)| kind.sides >= value).map(|(_, count)| count).sum();
            let others = pools.iter().filter(|(kind, _)| kind.sides < value);
            let of_others = others.map(|(kind, count)| BigUint::from(kind.sides).pow(*count)).product();
            let ahead = Ahead { joined, of_each: (value - 1).into(), of_others };
            Step { value: Some(value), ways: 1_u32.into(), ahead }
        });
        let of_others = pools.iter().map(|(kind, count)| BigUint::from(kind.sides).pow(*count)).product();
        Self {
            count: pools.iter().map(|(_, count)| count).sum(),
            steps: steps.collect(),
            start: Ahead { joined: 0, of_each: BigUint::ZERO, of_others },
        }
    }
}

/// The table.
struct Table<'a, W> {
    plan: &'a Plan,
    /// How far apart in `states` one die more or less of a class stands.
    strides: Vec<usize>,
    /// Ways to every sum so far, by how many dice of each class were placed. Empty where there are none.
    states: Vec<Vec<W>>,
    /// Ways of the dice of each class that were not placed to show what is still to come, by how many were.
    free: Vec<Vec<W>>,
    /// Ways to every sum of the dice that count, where all of them are known.
    done: Vec<W>,
}

/// The ways of dice of one class to show a value, by how many of them were placed before.
struct Choices<W> {
    /// By how many show it; none where that cannot be.
    exactly: Vec<Vec<W>>,
    /// By how many show it at least, with what the others of the class may show.
    at_least: Vec<Vec<W>>,
}

fn count<W: Whole>(plan: &Plan, width: usize) -> Vec<W> {
    let mut strides = Vec::with_capacity(plan.classes.len());
    let mut states = 1;
    for class in &plan.classes {
        strides.push(states);
        states *= plan.most_placed(class) as usize + 1;
    }
    let mut table = Table {
        plan,
        strides,
        states: vec![Vec::new(); states],
        free: plan.classes.iter().map(|class| free(plan, class, &class.start)).collect(),
        done: vec![W::from(0); width + 1],
    };
    if plan.places.is_empty() {
        table.done[0] = table.free.iter().fold(W::from(1), |all, free| all.times(&free[0]));
        return table.done;
    }
    table.states[0] = vec![W::from(1)];
    let mut next = vec![0; plan.classes.len()];
    for value in values(plan) {
        for (index, class) in plan.classes.iter().enumerate() {
            if let Some(step) = class.steps.get(next[index]).filter(|step| step.value == value) {
                next[index] += 1;
                table.place(index, step);
            }
        }
    }
    table.done
}

/// Every value that a die may show, in the order in which dice are placed.
fn values(plan: &Plan) -> Vec<Option<u32>> {
    let key = |value: &Option<u32>| value.unwrap_or(u32::MAX);
    let steps = plan.classes.iter().flat_map(|class| &class.steps);
    let mut values: Vec<Option<u32>> = steps.map(|step| step.value).collect();
    values.sort_unstable_by_key(key);
    values.dedup();
    if plan.goes_down {
        values.reverse();
    }
    values
}

/// Ways of the dice of a class that are not placed, by how many are.
fn free<W: Whole>(plan: &Plan, class: &Class, ahead: &Ahead) -> Vec<W> {
    let others = W::of(&ahead.of_others);
    let powers = Powers::up_to(&W::of(&ahead.of_each), ahead.joined, plan.most_placed(class));
    let of = |placed: u32| ahead.joined.checked_sub(placed).map(|left| others.times(powers.of(left)));
    (0..=plan.most_placed(class)).map(|placed| of(placed).unwrap_or(W::from(0))).collect()
}

/// A number to the power of each of some exponents.
struct Powers<W> {
    least: u32,
    powers: Vec<W>,
}

impl<W: Whole> Powers<W> {
    /// Powers up to `most`, and as many as `below` under it.
    fn up_to(base: &W, most: u32, below: u32) -> Self {
        let least = most.saturating_sub(below);
        let mut powers = vec![base.power(least)];
        for exponent in 0..(most - least) as usize {
            powers.push(powers[exponent].times(base));
        }
        Self { least, powers }
    }

    fn of(&self, exponent: u32) -> &W {
        &self.powers[(exponent - self.least) as usize]
    }
}

impl<W: Whole> Table<'_, W> {
    /// Places dice of one class that show one value: any number of those that have joined and are left.
    fn place(&mut self, index: usize, step: &Step) {
        let class = &self.plan.classes[index];
        let choices = self.choices(class, step);
        let is_last = step.ahead.of_each == BigUint::ZERO;
        let stride = self.strides[index];
        let radix = self.plan.most_placed(class) as usize + 1;
        for block in (0..self.states.len()).step_by(stride * radix) {
            // From most dice placed to fewest, so that no state made by this step is used in it again.
            for mine in (0..radix).rev() {
                for state in block + mine * stride..block + (mine + 1) * stride {
                    if !self.states[state].is_empty() {
                        let sums = std::mem::take(&mut self.states[state]);
                        self.move_on(index, state, &sums, step.value, &choices);
                        if !is_last || step.ahead.joined as usize == mine {
                            add_to(&mut self.states[state], &sums, 0, &W::from(1));
                        }
                    }
                }
            }
        }
        self.free[index] = free(self.plan, class, &step.ahead);
    }

    /// From one state to those with one or more dice of a class more.
    fn move_on(&mut self, index: usize, state: usize, sums: &[W], value: Option<u32>, choices: &Choices<W>) {
        let placed_of = self.placed_in(state);
        let mine = placed_of[index];
        let placed: u32 = placed_of.iter().sum();
        let until_done = self.plan.places.end.saturating_sub(placed);
        let exactly = choices.exactly[mine as usize].iter().enumerate().take(until_done as usize);
        for (now, ways) in exactly.skip(1).filter(|(_, ways)| !ways.is_none()) {
            let shift = self.counting(placed, u32::try_from(now).unwrap_or(u32::MAX), value);
            if let Some(shift) = shift {
                add_to(&mut self.states[state + now * self.strides[index]], sums, shift, ways);
            }
        }
        let at_least = choices.at_least[mine as usize].get(until_done as usize).filter(|ways| !ways.is_none());
        if let (Some(ways), Some(shift)) = (at_least, self.counting(placed, until_done, value)) {
            let others = placed_of.iter().zip(&self.free).enumerate().filter(|(class, _)| *class != index);
            let ways = others.fold(ways.clone(), |ways, (_, (placed, free))| ways.times(&free[*placed as usize]));
            add_to(&mut self.done, sums, shift, &ways);
        }
    }

    /// The ways of dice of a class to show a value.
    fn choices(&self, class: &Class, step: &Step) -> Choices<W> {
        let (most, end) = (self.plan.most_placed(class), self.plan.places.end);
        let Ahead { joined, of_each, of_others } = &step.ahead;
        let (ways, later, others) = (W::of(&step.ways), W::of(of_each), W::of(of_others));
        let mut now_or_later = later.clone();
        now_or_later += &ways;
        let behind = Powers::up_to(&later, *joined, most + end);
        let all = Powers::up_to(&now_or_later, *joined, most);
        let mut choices = Choices { exactly: Vec::new(), at_least: Vec::new() };
        for placed in 0..=most {
            let Some(left) = joined.checked_sub(placed) else {
                choices.exactly.push(Vec::new());
                choices.at_least.push(Vec::new());
                continue;
            };
            let mut chosen = W::from(1);
            let mut rest = all.of(left).clone();
            let (mut exactly, mut at_least) = (Vec::new(), Vec::new());
            for now in 0..=left.min(end) {
                at_least.push(rest.times(&others));
                if later.is_none() {
                    // Nothing comes after it: all that are left show this.
                    exactly.push(if now == left { rest.clone() } else { W::from(0) });
                    continue;
                }
                if now > 0 {
                    chosen = chosen.times(&W::from(left - now + 1)).divided(now).times(&ways);
                }
                rest -= &chosen.times(behind.of(left - now));
                exactly.push(chosen.clone());
            }
            choices.exactly.push(exactly);
            choices.at_least.push(at_least);
        }
        choices
    }

    /// How many dice of each class were placed in a state.
    fn placed_in(&self, state: usize) -> Vec<u32> {
        let digit = |(class, stride): (&Class, &usize)| {
            u32::try_from(state / stride % (self.plan.most_placed(class) as usize + 1)).unwrap_or(u32::MAX)
        };
        self.plan.classes.iter().zip(&self.strides).map(digit).collect()
    }

    /// What dice placed after others add to the sum; none when it is beyond what is counted.
    fn counting(&self, placed: u32, placed_now: u32, value: Option<u32>) -> Option<usize> {
        let first = placed.max(self.plan.places.start);
        let counting = (placed + placed_now).min(self.plan.places.end).saturating_sub(first);
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
