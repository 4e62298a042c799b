//! Random numbers: a stream that is the same on every machine and in every release.
//!
//! The numbers are those of ChaCha with eight rounds (Bernstein 2008), read as 64-bit words. The key is the seed, the
//! number of the NPC, the attempt and a mark, as eight little-endian bytes each; the stream number is the [`Topic`].
//! All draws are computed here, from whole numbers only, so that no release of another crate and no machine changes the
//! NPCs of a seed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use crate::dice::{Dice, DieKind, Keep};

/// Separates these streams from those of other programs with the same keys.
const MARK: [u8; 8] = *b"npc-v1\0\0";
/// A die that keeps exploding stops here.
const MOST_THROWS: u32 = 100;

/// What is decided. Each topic has a stream of its own: another item among the gear changes no stat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Which archetype.
    Archetype,
    /// Names.
    Name,
    /// Looks.
    Looks,
    /// Stats at creation.
    Stats,
    /// Stats raised.
    Advances,
    /// Backgrounds.
    Backgrounds,
    /// Gear.
    Gear,
    /// Abilities.
    Abilities,
    /// Languages.
    Languages,
    /// Ranks.
    Ranks,
    /// Notes.
    Notes,
    /// Options of choices.
    Choices,
    /// Traits.
    Traits,
}

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Stream {
    words: ChaCha8Rng,
}

impl Stream {
    /// The stream of a topic, for one attempt at one NPC of a seed.
    pub fn new(seed: u64, index: u64, attempt: u64, topic: Topic) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&index.to_le_bytes());
        key[16..24].copy_from_slice(&attempt.to_le_bytes());
        key[24..].copy_from_slice(&MARK);
        let mut words = ChaCha8Rng::from_seed(key);
        words.set_stream(topic as u64);
        Self { words }
    }

    /// A whole number from 0 to `bound`, without `bound` itself; 0 when the bound is 0. All are equally likely.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        // Words above the last whole multiple of the bound would make small numbers likelier.
        let end = u64::MAX - u64::MAX % bound;
        loop {
            let word = self.words.next_u64();
            if word < end {
                return word % bound;
            }
        }
    }

    /// A place in a list of this length.
    pub fn place(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap_or(0)
    }

    /// A place in a list of weights, each as likely as its weight says. None when all weights are 0.
    pub fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let total: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
        if total == 0 {
            return None;
        }
        let mut left = self.below(total);
        weights.iter().position(|weight| {
            let weight = u64::from(*weight);
            let is_here = left < weight;
            left = left.saturating_sub(weight);
            is_here
        })
    }

    /// Throws dice. Points that are no whole number are rounded down.
    pub fn throw(&mut self, dice: &Dice) -> i64 {
        let points = dice.flat().floor().to_i64().unwrap_or(0);
        if let Some(picked) = dice.kept() {
            let pools = dice.pools();
            let thrown = pools.iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, *count as usize));
            let mut faces: Vec<i64> = thrown.map(|kind| self.die(*kind)).collect();
            faces.sort_unstable_by(|a, b| b.cmp(a));
            let kept = faces.into_iter().take(picked.to() as usize).skip(picked.from() as usize);
            return points.saturating_add(kept.sum());
        }
        let pools = dice.pools();
        let sums = pools.iter().map(|(kind, count)| {
            let mut faces: Vec<i64> = (0..*count).map(|_| self.die(*kind)).collect();
            faces.sort_unstable_by(|a, b| b.cmp(a));
            let faces = faces.into_iter();
            match kind.keep {
                Keep::All => faces.sum::<i64>(),
                Keep::Highest(n) => faces.take(n as usize).sum(),
                Keep::Lowest(n) => faces.rev().take(n as usize).sum(),
            }
        });
        points.saturating_add(sums.sum())
    }

    fn die(&mut self, DieKind { sides, explodes, .. }: DieKind) -> i64 {
        let mut total = 0;
        for _ in 0..MOST_THROWS {
            let face = 1 + i64::try_from(self.below(sides.into())).unwrap_or(0);
            total += face;
            // A die of one face would never stop.
            if !explodes || face < i64::from(sides) || sides == 1 {
                break;
            }
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::DieKind;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut stream = Stream::new(7, 0, 0, Topic::Stats);
        let first: Vec<u64> = (0..6).map(|_| stream.below(1_000_000)).collect();
        assert_eq!(first, [693_296, 893_448, 738_192, 593_306, 324_560, 34_323], "as a second ChaCha8 has them");
    }

    #[test]
    fn seeds_indexes_attempts_and_topics_have_streams_of_their_own() {
        let first = |mut stream: Stream| stream.below(u64::MAX);
        let streams = [
            Stream::new(1, 0, 0, Topic::Stats),
            Stream::new(2, 0, 0, Topic::Stats),
            Stream::new(1, 1, 0, Topic::Stats),
            Stream::new(1, 0, 1, Topic::Stats),
            Stream::new(1, 0, 0, Topic::Name),
        ];
        let mut words: Vec<u64> = streams.into_iter().map(first).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 5);
    }

    #[test]
    fn every_face_comes_up_as_often_as_the_others() {
        let mut stream = Stream::new(3, 0, 0, Topic::Stats);
        let mut faces = [0_u32; 6];
        (0..60_000).for_each(|_| faces[stream.place(6)] += 1);
        assert!(faces.iter().all(|count| (9_500..10_500).contains(count)), "{faces:?}");
    }

    #[test]
    fn weights_decide_how_likely_a_place_is() {
        let mut stream = Stream::new(3, 0, 0, Topic::Stats);
        let mut places = [0_u32; 4];
        (0..40_000).for_each(|_| places[stream.weighted(&[1, 0, 2, 1]).unwrap()] += 1);
        assert_eq!(places[1], 0);
        assert!((19_300..20_700).contains(&places[2]), "{places:?}");
        assert_eq!(stream.weighted(&[0, 0]), None);
        assert_eq!(stream.weighted(&[]), None);
    }

    #[test]
    fn dice_keep_and_explode_as_they_say() {
        let mut stream = Stream::new(5, 0, 0, Topic::Stats);
        let best = Dice::new(4, DieKind { sides: 6, explodes: false, keep: Keep::Highest(3) });
        let worst = Dice::new(4, DieKind { sides: 6, explodes: false, keep: Keep::Lowest(1) });
        let exploding = Dice::new(1, DieKind { sides: 4, explodes: true, keep: Keep::All });
        assert!((0..500).all(|_| (3..=18).contains(&stream.throw(&best))));
        assert!((0..500).all(|_| (1..=6).contains(&stream.throw(&worst))));
        let totals: Vec<i64> = (0..2_000).map(|_| stream.throw(&exploding)).collect();
        assert!(totals.iter().any(|total| *total > 8) && totals.iter().all(|total| total % 4 != 0));
    }
}
