//! Dice that a roll has more or fewer of, whatever dice those are: a bonus or a penalty of a situation.
//!
//! **In** how many dice, and what bounds them. **Out** [`DiceChange`], part of a roll, and what it makes of the roll's pools.
//! It is carried out on the whole roll, after everything that is added to it.

use super::{DieKind, Keep};

/// Which way a roll changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeRule {
    /// `bonus_dice(2, 1d12)`
    Bonus,
    /// `penalty_dice(2, 1)`
    Penalty,
}

/// How many dice a roll has more and fewer. Both at once take each other away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct DiceChange {
    bonus: u32,
    /// The die of the bonus where the roll has none.
    die: Option<DieKind>,
    penalty: u32,
    /// What the penalty always leaves of the dice that are there.
    least: u32,
    /// Whether it is part of a roll that is complete, even where that has neither dice nor points.
    is_of_roll: bool,
}

impl DiceChange {
    /// `count` dice more: of the largest size that the roll has, or of this kind.
    pub fn bonus(count: u32, die: DieKind) -> Self {
        Self { bonus: count, die: Some(die), ..Self::default() }
    }

    /// `count` dice fewer, but never fewer than `least` left of those that are there.
    pub fn penalty(count: u32, least: u32) -> Self {
        Self { penalty: count, least, ..Self::default() }
    }

    /// As part of a complete roll.
    pub fn of_roll(self) -> Self {
        Self { is_of_roll: true, ..self }
    }

    /// Whether it is part of a complete roll.
    pub fn is_of_roll(self) -> bool {
        self.is_of_roll
    }

    /// Both together. Of two bounds the one that leaves more dice holds, of two kinds of dice the larger.
    pub fn plus(self, other: Self) -> Self {
        Self {
            bonus: self.bonus.saturating_add(other.bonus),
            die: self.die.max(other.die),
            penalty: self.penalty.saturating_add(other.penalty),
            least: self.least.max(other.least),
            is_of_roll: self.is_of_roll || other.is_of_roll,
        }
    }

    /// The dice that are thrown in place of `pools` (largest die first), and how many the penalty could not take.
    pub fn applied(self, pools: &[(DieKind, u32)]) -> (Vec<(DieKind, u32)>, u32) {
        let mut pools = pools.to_vec();
        let more = self.bonus.saturating_sub(self.penalty);
        if let Some((_, count)) = pools.iter_mut().find(|(kind, _)| kind.keep == Keep::All) {
            *count = count.saturating_add(more);
        } else if let (Some(die), true) = (self.die, more > 0) {
            pools.push((die, more));
        }
        let mut wanted = self.penalty.saturating_sub(self.bonus);
        let there = pools.iter().fold(0_u32, |sum, (_, count)| sum.saturating_add(*count));
        let mut may = wanted.min(there.saturating_sub(self.least));
        wanted -= may;
        for (kind, count) in &mut pools {
            let taken = may.min(*count);
            (*count, may) = (*count - taken, may - taken);
            kind.keep = match kind.keep {
                Keep::Highest(kept) | Keep::Lowest(kept) if kept >= *count => Keep::All,
                keep => keep,
            };
        }
        pools.retain(|(_, count)| *count > 0);
        pools.sort_by(|a, b| b.cmp(a));
        (pools, wanted)
    }

    /// How many dice more, how many fewer, and how many always stay.
    pub fn counts(self) -> (u32, u32, u32) {
        (self.bonus, self.penalty, self.least)
    }

    /// As words where there are no dice to change yet: `+2 dice`.
    pub fn in_words(self) -> String {
        let (sign, count) = match self.bonus.checked_sub(self.penalty) {
            Some(more) => ("+", more),
            None => ("\u{2212}", self.penalty - self.bonus),
        };
        format!("{sign}{count} {}", dice(count))
    }

    /// As functions that the language of formulas knows.
    pub fn as_formula(self) -> Vec<String> {
        let bonus = self.die.map(|die| format!("bonus_dice({},1{die})", self.bonus));
        let penalty = (self.penalty > 0).then(|| format!("penalty_dice({},{})", self.penalty, self.least));
        bonus.into_iter().chain(penalty).collect()
    }
}

/// `die` or `dice`.
pub(super) fn dice(count: u32) -> &'static str {
    if count == 1 { "die" } else { "dice" }
}

#[cfg(test)]
mod tests {
    use super::*;

    const D12: DieKind = DieKind { sides: 12, explodes: true, keep: Keep::All };
    const D8: DieKind = DieKind { sides: 8, ..D12 };

    #[test]
    fn a_penalty_takes_the_largest_dice_and_leaves_the_last() {
        assert_eq!(DiceChange::penalty(2, 1).applied(&[(D12, 5)]), (vec![(D12, 3)], 0));
        assert_eq!(DiceChange::penalty(4, 1).applied(&[(D12, 3)]), (vec![(D12, 1)], 2));
        assert_eq!(DiceChange::penalty(4, 0).applied(&[(D12, 3)]), (vec![], 1));
        assert_eq!(DiceChange::penalty(2, 1).applied(&[(D12, 1), (D8, 3)]), (vec![(D8, 2)], 0));
        assert_eq!(DiceChange::penalty(2, 1).applied(&[]), (vec![], 2));
    }

    #[test]
    fn a_bonus_is_of_the_size_that_the_roll_has() {
        assert_eq!(DiceChange::bonus(2, D12).applied(&[(D8, 3)]), (vec![(D8, 5)], 0));
        assert_eq!(DiceChange::bonus(2, D12).applied(&[]), (vec![(D12, 2)], 0));
    }

    #[test]
    fn they_take_each_other_away() {
        let both = DiceChange::bonus(2, D12).plus(DiceChange::penalty(3, 1));
        assert_eq!(both.applied(&[(D8, 3)]), (vec![(D8, 2)], 0));
        assert_eq!(both.in_words(), "\u{2212}1 die");
        assert_eq!(both.as_formula(), ["bonus_dice(2,1d12!)", "penalty_dice(3,1)"]);
    }

    #[test]
    fn a_pool_that_keeps_some_keeps_what_is_left() {
        let best = DieKind { keep: Keep::Highest(3), ..D8 };
        assert_eq!(DiceChange::penalty(1, 1).applied(&[(best, 4)]), (vec![(D8, 3)], 0));
        assert_eq!(DiceChange::penalty(1, 1).applied(&[(best, 6)]), (vec![(best, 5)], 0));
    }
}
