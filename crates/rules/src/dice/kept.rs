//! Pools of which only some dice count, by their place among all dice that were thrown.
//!
//! **In** how many of the highest or lowest dice are kept or dropped, one rule after another. **Out** [`Kept`]: the
//! places that count. Whatever the rules, the dice that are left are adjacent in the row of all dice, highest first.

/// Which end of a pool is meant, and whether those dice are kept or dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeepRule {
    /// `highest(n, dice)`
    Highest,
    /// `lowest(n, dice)`
    Lowest,
    /// `drop_highest(n, dice)`
    DropHighest,
    /// `drop_lowest(n, dice)`
    DropLowest,
}

impl KeepRule {
    /// All of them, in the order of their names here.
    pub const ALL: [Self; 4] = [Self::Highest, Self::Lowest, Self::DropHighest, Self::DropLowest];

    /// As written in a formula.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Highest => "highest",
            Self::Lowest => "lowest",
            Self::DropHighest => "drop_highest",
            Self::DropLowest => "drop_lowest",
        }
    }

    /// The rule of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

/// The dice of a pool that count, as places in the row of all dice from the highest to the lowest. Dice that show the
/// same may stand in any order: only their sum is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kept {
    from: u32,
    to: u32,
}

impl Kept {
    /// All of `count` dice.
    pub const fn all_of(count: u32) -> Self {
        Self { from: 0, to: count }
    }

    /// The first place that counts; 0 is that of the highest die.
    pub const fn from(self) -> u32 {
        self.from
    }

    /// The place behind the last that counts.
    pub const fn to(self) -> u32 {
        self.to
    }

    /// How many dice count.
    pub const fn count(self) -> u32 {
        self.to - self.from
    }

    /// The dice that count when another rule is applied to those that count so far.
    pub fn and_then(self, rule: KeepRule, count: u32) -> Self {
        let count = count.min(self.count());
        match rule {
            KeepRule::Highest => Self { to: self.from + count, ..self },
            KeepRule::Lowest => Self { from: self.to - count, ..self },
            KeepRule::DropHighest => Self { from: self.from + count, ..self },
            KeepRule::DropLowest => Self { to: self.to - count, ..self },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_follow_one_another() {
        let best_of_the_rest = Kept::all_of(7).and_then(KeepRule::DropHighest, 2).and_then(KeepRule::Highest, 3);
        assert_eq!((best_of_the_rest.from(), best_of_the_rest.to()), (2, 5));
        let middle = Kept::all_of(5).and_then(KeepRule::DropLowest, 1).and_then(KeepRule::Lowest, 2);
        assert_eq!((middle.from(), middle.to()), (2, 4));
    }

    #[test]
    fn no_more_are_dropped_than_there_are() {
        let none = Kept::all_of(2).and_then(KeepRule::DropHighest, 9);
        assert_eq!((none.count(), none.and_then(KeepRule::Lowest, 4).count()), (0, 0));
    }
}
