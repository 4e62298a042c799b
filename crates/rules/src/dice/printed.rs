//! A roll as people read it: `5d12✦ + 7`, `best 2 of 3d10`.
//!
//! **In** dice. **Out** the words for cards, sheets and pages. What programs read is the exact notation, [`Dice::as_formula`].

use super::{Dice, DieKind, Keep, Kept, change};
use crate::number::Number;

/// The sign of dice that explode: a small burst, drawn in a typeface of ours.
pub const EXPLODES: &str = "\u{2726}";

impl Dice {
    /// As printed for people: `5d12✦ + 7`, `best 2 of 3d10`.
    pub fn printed(&self) -> String {
        match &self.change {
            Some(change) if self.change_alone().is_some() => change.in_words(),
            Some(_) => {
                let thrown = Self { pools: self.pools().into_owned(), change: None, ..self.clone() }.printed_pools();
                match self.owed() {
                    0 => thrown,
                    owed => format!("{thrown}, {owed} {} owed", change::dice(owed)),
                }
            }
            None => self.printed_pools(),
        }
    }

    fn printed_pools(&self) -> String {
        let kept = self.kept().filter(|kept| kept.count() < self.count());
        // Pools that keep some of their dice stand last: what is behind `best 2 of` is chosen from.
        let (whole, choosing): (Vec<_>, Vec<_>) =
            self.pools.iter().copied().partition(|(kind, _)| kind.keep == Keep::All);
        let pools: Vec<String> = whole.into_iter().chain(choosing).map(|(kind, count)| pool(kind, count)).collect();
        let dice = pools.join(" + ");
        let dice = match kept {
            Some(kept) => self.picked(kept, &dice),
            None => dice,
        };
        match self.flat {
            flat if dice.is_empty() => flat.mixed(),
            flat if flat == Number::ZERO => dice,
            flat if flat.is_negative() => format!("{dice} \u{2212} {}", flat.abs().mixed()),
            flat => format!("{dice} + {}", flat.mixed()),
        }
    }

    /// `best 3 of 2d8 + 3d4 without the best`
    fn picked(&self, kept: Kept, dice: &str) -> String {
        let (above, below) = (kept.from(), self.count() - kept.to());
        let words = format!("{} of {dice}", chosen(if below > 0 { "best" } else { "lowest" }, kept.count()));
        match above {
            0 => words,
            _ if below == 0 => words,
            above => format!("{words} without the {}", chosen("best", above)),
        }
    }
}

/// `5d12✦`, `best 2 of 3d10`
fn pool(kind: DieKind, count: u32) -> String {
    let dice = format!("{count}{}", kind.die());
    match kind.keep {
        Keep::All => dice,
        Keep::Highest(n) => format!("{} of {dice}", chosen("best", n)),
        Keep::Lowest(n) => format!("{} of {dice}", chosen("lowest", n)),
    }
}

impl DieKind {
    /// One die as printed for people: `d12✦`.
    pub fn die(self) -> String {
        format!("d{}{}", self.sides, if self.explodes { EXPLODES } else { "" })
    }
}

/// `best 2`; of one, only its place.
pub(crate) fn chosen(word: &str, count: u32) -> String {
    if count == 1 { word.to_owned() } else { format!("{word} {count}") }
}

#[cfg(test)]
mod tests {
    use super::super::KeepRule;
    use super::*;

    const D12: DieKind = DieKind { sides: 12, explodes: true, keep: Keep::All };
    const D6: DieKind = DieKind { sides: 6, explodes: false, keep: Keep::All };

    #[test]
    fn dice_that_explode_have_a_sign() {
        let roll = Dice::new(5, D12).plus_points(Number::whole(7)).unwrap();
        assert_eq!(roll.printed(), "5d12\u{2726} + 7");
        assert_eq!(roll.as_formula(), "5d12!+7");
    }

    #[test]
    fn what_is_chosen_from_stands_last() {
        let best = Dice::new(3, DieKind { keep: Keep::Highest(2), ..D12 });
        assert_eq!(best.printed(), "best 2 of 3d12\u{2726}");
        let both = best.plus(&Dice::new(1, D6)).unwrap().plus_points(Number::whole(-2)).unwrap();
        assert_eq!(both.printed(), "1d6 + best 2 of 3d12\u{2726} \u{2212} 2");
        let pool = Dice::new(3, D6).plus(&Dice::new(2, D12)).unwrap();
        let kept = pool.keep(KeepRule::DropHighest, 2).unwrap().keep(KeepRule::Highest, 2).unwrap();
        assert_eq!(kept.printed(), "best 2 of 2d12\u{2726} + 3d6 without the best 2");
        assert_eq!(pool.keep(KeepRule::Lowest, 1).unwrap().printed(), "lowest of 2d12\u{2726} + 3d6");
    }

    #[test]
    fn dice_of_a_penalty_are_told() {
        let wounded = Dice::penalty(4, 1).plus(&Dice::new(3, D12)).unwrap();
        assert_eq!(wounded.printed(), "1d12\u{2726}, 2 dice owed");
    }
}
