//! Sums of dice that all count.
//!
//! **In** pools of equal dice. **Out** the ways to every sum. A plain die of `s` sides multiplies the polynomial of ways by
//! `1 + x + ... + x^(s-1)`: one pass of running sums. `n` exploding dice are `n` dice of their lower faces times
//! `(1 - x^s / s)^-n`, a series in how many dice explode in all: one pass more, however many dice.

use num_bigint::BigUint;

use super::limits::{Effort, limit_size};
use super::whole::{Whole, counted};
use crate::dice::{DieKind, OddsError};

/// One over this is the most that is cut off from one roll. Attempts and opposed rolls multiply it by a few hundred at
/// most, which stays below 1e-12.
pub(super) const CUT: f64 = 1e16;

/// Equal dice that all count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pool {
    /// Of which kind.
    pub kind: DieKind,
    /// How many dice.
    pub count: u32,
}

/// The ways to every sum.
pub(super) struct Sums {
    /// The least sum.
    pub low: i64,
    /// Ways to it and to every higher sum in turn.
    pub ways: Vec<BigUint>,
    /// The number of all ways.
    pub out_of: BigUint,
}

impl Pool {
    /// How often all its dice may explode together before the rest is cut off.
    fn most_explosions(self, share: f64) -> u32 {
        if !self.kind.explodes {
            return 0;
        }
        // The chance of exactly `explosions`, in logarithms since it starts too small for an `f64`; those that follow
        // shrink at least as fast as the next one does.
        let (count, sides) = (f64::from(self.count), f64::from(self.kind.sides));
        let mut log_chance = count * (1.0 - 1.0 / sides).ln();
        let mut explosions = 0.0;
        loop {
            let ratio = |explosions: f64| (count + explosions) / ((explosions + 1.0) * sides);
            let next = log_chance + ratio(explosions).ln();
            let shrinks_by = ratio(explosions + 1.0);
            if shrinks_by < 1.0 && next.exp() / (1.0 - shrinks_by) < 1.0 / (CUT * share) {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small whole number")]
                return explosions as u32;
            }
            log_chance = next;
            explosions += 1.0;
        }
    }

    /// How far its highest sum is above its lowest.
    fn width(self, explosions: u32) -> u64 {
        let plain = u64::from(self.count) * (u64::from(self.kind.sides) - 1 - u64::from(self.kind.explodes));
        plain + u64::from(explosions) * u64::from(self.kind.sides)
    }
}

/// The ways to every sum of these dice.
///
/// # Errors
/// When they have no end, or there are too many.
pub(super) fn sums(pools: &[Pool], effort: &mut Effort) -> Result<Sums, OddsError> {
    if pools.iter().any(|pool| pool.kind.explodes && pool.kind.sides == 1) {
        return Err(OddsError::NeverStops);
    }
    let share = pools.len().max(1) as f64;
    let pools: Vec<(Pool, u32)> = pools.iter().map(|pool| (*pool, pool.most_explosions(share))).collect();
    let width: u64 = pools.iter().map(|(pool, explosions)| pool.width(*explosions)).sum();
    let dice: u64 = pools.iter().map(|(pool, _)| u64::from(pool.count)).sum();
    let powers = pools.iter().map(|(pool, explosions)| (pool.kind.sides, pool.count + explosions));
    let bits = powers.clone().map(|(sides, power)| f64::from(power) * f64::from(sides).log2()).sum::<f64>();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most a few hundred thousand")]
    let bits = bits as u64 + 1;
    limit_size(1, width + 1, bits)?;
    let mut wide = 1;
    for (pool, explosions) in &pools {
        let plain = pool.width(0);
        // Two passes for each die, over a width that grows from die to die.
        effort.spend(u64::from(pool.count) * (2 * wide + plain), bits)?;
        wide += plain;
        let explosions = u64::from(*explosions);
        let products = explosions.min(wide / u64::from(pool.kind.sides) + 1);
        wide += explosions * u64::from(pool.kind.sides);
        effort.spend(u64::from(pool.count) * explosions, bits)?;
        effort.spend_products(wide.saturating_mul(products), bits, bits / 4)?;
    }
    let ways = counted!(bits, count(&pools));
    let out_of = powers.map(|(sides, power)| BigUint::from(sides).pow(power)).product();
    Ok(Sums { low: i64::try_from(dice).unwrap_or(i64::MAX), ways, out_of })
}

fn count<W: Whole>(pools: &[(Pool, u32)]) -> Vec<W> {
    let mut ways = vec![W::from(1)];
    for &(pool, explosions) in pools {
        for _ in 0..pool.count {
            add_die(&mut ways, (pool.kind.sides - u32::from(pool.kind.explodes)) as usize);
        }
        if pool.kind.explodes {
            explode(&mut ways, pool, explosions);
        }
    }
    ways
}

/// Running sums: a die of `faces` faces, counted from 0.
fn add_die<W: Whole>(ways: &mut Vec<W>, faces: usize) {
    ways.resize(ways.len() + faces - 1, W::from(0));
    for at in 1..ways.len() {
        let (below, here) = ways.split_at_mut(at);
        here[0] += &below[at - 1];
    }
    for at in (faces..ways.len()).rev() {
        let (below, here) = ways.split_at_mut(at);
        here[0] -= &below[at - faces];
    }
}

/// What explosions add: `x^(s j)` for every `j` of them, as often as `j` can be shared among the dice, each time `1 / s`
/// as likely. All ways are counted in units of `s` to the power of the most explosions.
fn explode<W: Whole>(ways: &mut Vec<W>, pool: Pool, most: u32) {
    let (sides, most) = (pool.kind.sides as usize, most as usize);
    let mut terms = vec![W::from(0); most + 1];
    terms[0] = W::from(1);
    for _ in 0..pool.count {
        for at in 1..terms.len() {
            let (below, here) = terms.split_at_mut(at);
            here[0] += &below[at - 1];
        }
    }
    let mut unit = W::from(1);
    for term in terms.iter_mut().rev() {
        *term *= &unit;
        unit *= &W::from(pool.kind.sides);
    }
    let plain = ways.len();
    ways.resize(plain + most * sides, W::from(0));
    for at in (0..ways.len()).rev() {
        let mut sum = W::from(0);
        // There are no sums beyond the plain ones yet, so the first terms that matter reach back into those.
        let first = (at + 1).saturating_sub(plain).div_ceil(sides);
        for explosions in first..=most.min(at / sides) {
            sum += &terms[explosions].times(&ways[at - explosions * sides]);
        }
        ways[at] = sum;
    }
}
