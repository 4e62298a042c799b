//! Dice as values: what to roll, not what was rolled.
//!
//! **In** counts, sides and flat bonuses. **Out** [`Dice`], pools in a fixed order and one flat
//! number, so that two ways to write the same roll are equal. [`crate::odds`] counts their totals.

mod change;
mod kept;
mod printed;
mod uncounted;

use std::borrow::Cow;
use std::fmt;

pub use change::ChangeRule;
use change::DiceChange;
pub use kept::{KeepRule, Kept};
pub use printed::EXPLODES;
pub(crate) use printed::chosen;
pub use uncounted::OddsError;
pub(crate) use uncounted::{MOST_BITS, MOST_TOTALS, MOST_WORK};

use crate::number::{ArithmeticError, Number};

/// Which dice of a pool count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Keep {
    /// Every die.
    All,
    /// This many of the highest.
    Highest(u32),
    /// This many of the lowest.
    Lowest(u32),
}

/// The dice of one kind in a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DieKind {
    /// Faces, 1 to [`MOST_SIDES`].
    pub sides: u32,
    /// Whether the highest face grants another die.
    pub explodes: bool,
    /// Which of them count.
    pub keep: Keep,
}

/// The largest die.
pub const MOST_SIDES: u32 = 1000;
/// The most dice of one kind in one roll.
pub const MOST_DICE: u32 = 1000;
/// The most pools in one roll. Pools of which only some dice count are never merged, so their number could double with
/// every value; no roll at a table has dice of a hundred kinds.
pub const MOST_POOLS: usize = 100;

/// A roll: pools of dice, and points added to their sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dice {
    /// Largest die first. No pool is empty.
    pools: Vec<(DieKind, u32)>,
    /// Which of all these dice count; without it, each pool's own `keep`. Boxed, since it is rare, and a value lies on the
    /// stack of every part of a formula that is being evaluated.
    kept: Option<Box<Kept>>,
    /// Dice more or fewer, of the whole roll. Boxed for the same reason.
    change: Option<Box<DiceChange>>,
    /// Points added.
    flat: Number,
}

impl Dice {
    /// `count` dice of one kind. No dice at all is allowed: such a roll is its flat part alone.
    pub fn new(count: u32, kind: DieKind) -> Self {
        let pools = if count == 0 { Vec::new() } else { vec![(kind, count)] };
        Self { pools, kept: None, change: None, flat: Number::ZERO }
    }

    /// Points without dice.
    pub fn flat_only(flat: Number) -> Self {
        Self { pools: Vec::new(), kept: None, change: None, flat }
    }

    /// `count` dice more than the roll has that this is added to: of its largest die, or of this kind where it has none.
    pub fn bonus(count: u32, die: DieKind) -> Self {
        let change = (count > 0).then(|| Box::new(DiceChange::bonus(count, die)));
        Self { change, ..Self::flat_only(Number::ZERO) }
    }

    /// `count` dice fewer than the roll has that this is added to, from the largest die down; `least` of them stay. What
    /// cannot be taken is [owed](Self::owed) by dice that are added later.
    pub fn penalty(count: u32, least: u32) -> Self {
        let change = (count > 0).then(|| Box::new(DiceChange::penalty(count, least)));
        Self { change, ..Self::flat_only(Number::ZERO) }
    }

    /// The pools that are thrown, largest die first.
    pub fn pools(&self) -> Cow<'_, [(DieKind, u32)]> {
        match &self.change {
            Some(change) => Cow::Owned(change.applied(&self.pools).0),
            None => Cow::Borrowed(&self.pools),
        }
    }

    /// How many dice of a penalty could not be taken yet, since the roll does not have them.
    pub fn owed(&self) -> u32 {
        self.change.as_ref().map_or(0, |change| change.applied(&self.pools).1)
    }

    /// How many dice more, how many fewer, and how many always stay, if that is all there is: no dice and no points.
    pub fn change_alone(&self) -> Option<(u32, u32, u32)> {
        let is_alone = self.pools.is_empty() && self.flat == Number::ZERO;
        self.change.as_ref().filter(|change| is_alone && !change.is_of_roll()).map(|change| change.counts())
    }

    /// As a complete roll: without dice of its own it is none, or what a bonus makes of none, and no mere change of another.
    #[must_use]
    pub fn complete(self) -> Self {
        Self { change: self.change.map(|change| Box::new(change.of_roll())), ..self }
    }

    /// Whether these are points alone.
    pub fn is_flat(&self) -> bool {
        self.pools.is_empty() && self.change.is_none()
    }

    /// The kind of die, if this is one plain die and nothing else.
    pub fn one_die(&self) -> Option<DieKind> {
        match self.pools[..] {
            [(kind, 1)] if kind.keep == Keep::All && *self == Self::new(1, kind) => Some(kind),
            _ => None,
        }
    }

    /// Which dice count, where only some of all pools together do.
    pub fn kept(&self) -> Option<Kept> {
        self.kept.as_deref().copied()
    }

    /// The points added to the dice.
    pub fn flat(&self) -> Number {
        self.flat
    }

    /// How many dice are thrown, of all kinds.
    pub fn count(&self) -> u32 {
        self.pools().iter().map(|(_, count)| count).sum()
    }

    /// Both rolls together. Pools of one kind that keep all their dice merge.
    ///
    /// # Errors
    /// [`ArithmeticError::TooManyDice`] above [`MOST_DICE`] of one kind, [`ArithmeticError::TooManyPools`] above
    /// [`MOST_POOLS`]; [`ArithmeticError::DiceBesideKept`] when one of them keeps some of its dice and the other has dice.
    pub fn plus(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if self.kept.is_some() || other.kept.is_some() {
            return match (self.is_flat(), other.is_flat()) {
                (_, true) => self.plus_points(other.flat),
                (true, false) => other.plus_points(self.flat),
                (false, false) => Err(ArithmeticError::DiceBesideKept),
            };
        }
        let mut sum = self.clone();
        sum.flat = sum.flat.checked_add(other.flat)?;
        for &(kind, count) in &other.pools {
            match sum.pools.iter_mut().find(|(k, _)| *k == kind && kind.keep == Keep::All) {
                Some((_, have)) => *have = have.saturating_add(count),
                None => sum.pools.push((kind, count)),
            }
        }
        sum.change = match (&self.change, &other.change) {
            (Some(a), Some(b)) => Some(Box::new(a.plus(**b))),
            (a, b) => a.clone().or_else(|| b.clone()),
        };
        if sum.pools.len() > MOST_POOLS {
            return Err(ArithmeticError::TooManyPools);
        }
        sum.pools.sort_by(|a, b| b.cmp(a));
        if sum.pools().iter().any(|&(_, count)| count > MOST_DICE) {
            return Err(ArithmeticError::TooManyDice);
        }
        Ok(sum)
    }

    /// The same dice with `points` more.
    ///
    /// # Errors
    /// [`ArithmeticError::Overflow`].
    pub fn plus_points(&self, points: Number) -> Result<Self, ArithmeticError> {
        Ok(Self { flat: self.flat.checked_add(points)?, ..self.clone() })
    }

    /// Keeps or drops `count` of the highest or lowest among the dice that count so far. A bonus or penalty among them is
    /// carried out on these dice alone.
    ///
    /// # Errors
    /// [`ArithmeticError::PointsInKept`] where points are added already, [`ArithmeticError::KeepInKept`] where a kind
    /// of dice has its own choice.
    pub fn keep(&self, rule: KeepRule, count: u32) -> Result<Self, ArithmeticError> {
        if self.flat != Number::ZERO {
            return Err(ArithmeticError::PointsInKept);
        }
        if self.pools.iter().any(|(kind, _)| kind.keep != Keep::All) {
            return Err(ArithmeticError::KeepInKept);
        }
        let kept = self.kept().unwrap_or(Kept::all_of(self.count())).and_then(rule, count);
        let is_empty = kept.count() == 0;
        let (pools, kept) = if is_empty { (Vec::new(), Kept::all_of(0)) } else { (self.pools().into_owned(), kept) };
        Ok(Self { pools, kept: Some(Box::new(kept)), change: None, flat: self.flat })
    }

    /// The exact notation with spaces: `3d12! + 7`.
    pub fn spaced(&self) -> String {
        self.write(" ")
    }

    /// As the language of formulas has it, so that what is read from it is the same value.
    pub fn as_formula(&self) -> String {
        let Some(change) = &self.change else { return self.to_string() };
        let without = Self { change: None, ..self.clone() };
        let parts = (!without.pools.is_empty() || without.flat != Number::ZERO).then(|| without.to_string());
        parts.into_iter().chain(change.as_formula()).collect::<Vec<_>>().join("+")
    }

    fn write(&self, gap: &str) -> String {
        match &self.change {
            Some(change) if self.change_alone().is_some() => change.in_words(),
            Some(_) => self.write_changed(gap),
            None => self.write_pools(gap),
        }
    }

    /// What is thrown, and what a penalty could not take: `1d12! + 7 (2 dice owed)`
    fn write_changed(&self, gap: &str) -> String {
        let thrown = Self { pools: self.pools().into_owned(), change: None, ..self.clone() }.write_pools(gap);
        match self.owed() {
            0 => thrown,
            owed => format!("{thrown} ({owed} {} owed)", change::dice(owed)),
        }
    }

    fn write_pools(&self, gap: &str) -> String {
        let pools: Vec<String> = self.pools.iter().map(|(kind, count)| format!("{count}{kind}")).collect();
        let dice = pools.join(&format!("{gap}+{gap}"));
        let dice = match self.kept().filter(|kept| kept.count() < self.count()) {
            Some(kept) if gap.is_empty() => self.picked_formula(kept, dice),
            Some(kept) if self.flat == Number::ZERO => self.in_words(kept, &dice),
            Some(kept) => format!("({})", self.in_words(kept, &dice)),
            None => dice,
        };
        match self.flat {
            flat if dice.is_empty() => flat.to_string(),
            flat if flat == Number::ZERO => dice,
            flat if flat.is_negative() => format!("{dice}{gap}\u{2212}{gap}{}", flat.abs()),
            flat => format!("{dice}{gap}+{gap}{flat}"),
        }
    }
}

impl Dice {
    fn picked_formula(&self, kept: Kept, mut dice: String) -> String {
        let (above, below) = (kept.from(), self.count() - kept.to());
        if above > 0 && below > 0 {
            dice = format!("{}({above},{dice})", KeepRule::DropHighest.name());
        }
        let rule = if below > 0 { KeepRule::Highest } else { KeepRule::Lowest };
        format!("{}({},{dice})", rule.name(), kept.count())
    }

    /// `3 highest of 2d8 + 3d4 without the highest`
    fn in_words(&self, kept: Kept, dice: &str) -> String {
        let (above, below) = (kept.from(), self.count() - kept.to());
        let end = if below > 0 { "highest" } else { "lowest" };
        let count = counted(kept.count(), end);
        match above {
            0 => format!("{count} of {dice}"),
            _ if below == 0 => format!("{count} of {dice}"),
            above => format!("{count} of {dice} without the {}", counted(above, "highest")),
        }
    }
}

/// `3 highest`; of one, only its place.
fn counted(count: u32, end: &str) -> String {
    if count == 1 { end.to_owned() } else { format!("{count} {end}") }
}

impl fmt::Display for DieKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.sides)?;
        if self.explodes {
            f.write_str("!")?;
        }
        match self.keep {
            Keep::All => Ok(()),
            Keep::Highest(n) => write!(f, "kh{n}"),
            Keep::Lowest(n) => write!(f, "kl{n}"),
        }
    }
}

impl fmt::Display for Dice {
    /// Without spaces, as in JSON: `3d12!+7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const D12: DieKind = DieKind { sides: 12, explodes: true, keep: Keep::All };
    const D6: DieKind = DieKind { sides: 6, explodes: false, keep: Keep::All };

    #[test]
    fn like_dice_merge_and_order_does_not_matter() {
        let a = Dice::new(2, D12).plus(&Dice::new(1, D6)).unwrap().plus(&Dice::new(1, D12)).unwrap();
        let b = Dice::new(1, D6).plus(&Dice::new(3, D12)).unwrap();
        assert_eq!(a, b);
        assert_eq!(a.plus_points(Number::whole(7)).unwrap().to_string(), "3d12!+1d6+7");
    }

    #[test]
    fn negative_points_have_a_real_minus() {
        assert_eq!(Dice::new(2, D6).plus_points(Number::whole(-2)).unwrap().spaced(), "2d6 \u{2212} 2");
    }

    #[test]
    fn picked_pools_take_points_and_no_dice() {
        let pool = Dice::new(3, D6).plus(&Dice::new(2, D12)).unwrap();
        let kept = pool.keep(KeepRule::DropHighest, 2).unwrap().keep(KeepRule::Highest, 2).unwrap();
        assert_eq!(kept.spaced(), "2 highest of 2d12! + 3d6 without the 2 highest");
        let higher = kept.plus_points(Number::whole(2)).unwrap();
        assert_eq!(higher.to_string(), "highest(2,drop_highest(2,2d12!+3d6))+2");
        assert_eq!(higher.spaced(), "(2 highest of 2d12! + 3d6 without the 2 highest) + 2");
        assert_eq!(kept.plus(&Dice::new(1, D6)), Err(ArithmeticError::DiceBesideKept));
        assert_eq!(higher.keep(KeepRule::Lowest, 1), Err(ArithmeticError::PointsInKept));
        let pool = Dice::new(3, DieKind { keep: Keep::Highest(2), ..D6 });
        assert_eq!(pool.keep(KeepRule::Lowest, 1), Err(ArithmeticError::KeepInKept));
    }

    #[test]
    fn where_no_die_counts_there_are_none() {
        let none = Dice::new(3, D6).keep(KeepRule::Highest, 0).unwrap();
        assert_eq!((none.count(), none.to_string()), (0, "0".to_owned()));
        assert_eq!(Dice::new(3, D6).keep(KeepRule::Lowest, 1).unwrap().spaced(), "lowest of 3d6");
    }

    #[test]
    fn too_many_dice_are_refused() {
        assert!(Dice::new(MOST_DICE, D6).plus(&Dice::new(1, D6)).is_err());
        assert!(Dice::new(MOST_DICE, D6).plus(&Dice::bonus(1, D6)).is_err());
    }

    #[test]
    fn what_a_penalty_cannot_take_is_owed_by_dice_added_later() {
        let wounded = Dice::penalty(4, 1).plus_points(Number::whole(7)).unwrap().plus(&Dice::new(3, D12)).unwrap();
        assert_eq!((wounded.spaced().as_str(), wounded.owed()), ("1d12! + 7 (2 dice owed)", 2));
        let heavy = wounded.plus(&Dice::new(3, D12)).unwrap();
        assert_eq!((heavy.spaced().as_str(), heavy.owed()), ("2d12! + 7", 0));
        assert_eq!(heavy.as_formula(), "6d12!+7+penalty_dice(4,1)");
        assert_eq!(Dice::penalty(2, 1).to_string(), "\u{2212}2 dice");
        assert_eq!(Dice::penalty(1, 1).plus_points(Number::whole(3)).unwrap().spaced(), "3 (1 die owed)");
    }

    #[test]
    fn no_penalty_beside_picked_dice() {
        let kept = Dice::new(3, D6).keep(KeepRule::Highest, 2).unwrap();
        assert_eq!(kept.plus(&Dice::penalty(1, 1)), Err(ArithmeticError::DiceBesideKept));
    }
}
