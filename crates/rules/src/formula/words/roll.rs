//! Dice in words: `Roll as many d12 as 2 + Instinct; add PWR`.

use super::super::ast::{Expr, ExprKind};
use super::cases::Case;
use super::{Binds, Part, Said, Speaker, is_zero, parts};
use crate::dice::{ChangeRule, DieKind, Keep, KeepRule, chosen};
use crate::number::Number;

/// What changes the whole roll, and all else.
fn changes(expr: &Expr) -> (Vec<Part<'_>>, Vec<Part<'_>>) {
    parts(expr).into_iter().partition(|(part, _)| matches!(part.kind, ExprKind::Change { .. }))
}

/// `REF d4 + ranks d8`: dice with more dice behind them.
fn beside(all: &Said, pool: &Said) -> Option<Said> {
    match all.binds {
        Binds::Closed | Binds::Sum => {
            let binds = if pool.is_closed() { Binds::Sum } else { pool.binds };
            Some(Said::new(format!("{} + {}", all.words, pool.words), binds))
        }
        Binds::Product
        | Binds::Share
        | Binds::Reaching
        | Binds::Joined
        | Binds::Steps
        | Binds::Count
        | Binds::Cases => {
            let said = all.then(&format!("+ {}", pool.words))?;
            Some(if pool.binds == Binds::Count { Said { binds: Binds::Count, ..said } } else { said })
        }
    }
}

impl Speaker<'_> {
    /// A whole line: what to roll, and what to add.
    pub(super) fn roll_line(&self, expr: &Expr) -> Option<String> {
        let (changes, parts) = changes(expr);
        let (dice, numbers) = self.divided(parts)?;
        if dice.is_empty() || !changes.is_empty() {
            return self.roll(expr).map(|said| said.words);
        }
        let said = format!("Roll {}", self.pools(&dice)?.words);
        if numbers.is_empty() {
            return Some(said);
        }
        if numbers.iter().all(|(_, is_negative)| *is_negative) {
            let turned: Vec<Part<'_>> = numbers.iter().map(|(part, _)| (*part, false)).collect();
            return Some(format!("{said}; subtract {}", self.sum(&turned)?.words));
        }
        Some(format!("{said}; add {}", self.sum(&numbers)?.words))
    }

    /// The same as part of a sentence: `as many d12 as 2 + Instinct; + PWR`.
    pub(super) fn roll(&self, expr: &Expr) -> Option<Said> {
        let (changes, parts) = changes(expr);
        let [(change, false), ..] = &changes[..] else { return self.unchanged(parts) };
        let change = self.pool(change)?;
        if changes.len() > 1 {
            return None;
        }
        if parts.is_empty() {
            return Some(change);
        }
        let changed = self.unchanged(parts)?.then(&change.words)?;
        Some(Said::new(changed.words, Binds::Cases))
    }

    fn unchanged(&self, parts: Vec<Part<'_>>) -> Option<Said> {
        let (dice, numbers) = self.divided(parts)?;
        if dice.is_empty() {
            return self.sum(&numbers);
        }
        let pools = self.pools(&dice)?;
        if numbers.is_empty() {
            return Some(pools);
        }
        let signed = self.signed(&numbers)?;
        match pools.binds {
            Binds::Cases => None,
            Binds::Closed | Binds::Product | Binds::Sum => {
                Some(Said::new(format!("{} {signed}", pools.words), Binds::Sum))
            }
            Binds::Share | Binds::Reaching | Binds::Joined | Binds::Steps | Binds::Count => pools.then(&signed),
        }
    }

    /// Dice, and the numbers beside them. Dice are never taken away.
    fn divided<'e>(&self, parts: Vec<Part<'e>>) -> Option<(Vec<Part<'e>>, Vec<Part<'e>>)> {
        let (dice, numbers): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(part, _)| self.is_roll(part));
        dice.iter().all(|(_, is_negative)| !is_negative).then_some((dice, numbers))
    }

    /// `REF d4 + ranks d8 + as many d6 as type + 1`. One whose number is told stands last.
    fn pools(&self, dice: &[Part<'_>]) -> Option<Said> {
        if let [(only, _)] = dice {
            return match Case::of(only) {
                Some(case) => self.cases(&case, "nothing", &|expr| self.roll(expr)),
                None => self.pool(only),
            };
        }
        // What is chosen from is not said beside other dice that stand behind it.
        let is_kept = |expr: &Expr| {
            matches!(expr.kind, ExprKind::Keep { .. })
                || matches!(expr.kind, ExprKind::Dice { kind, .. } if kind.keep != Keep::All)
        };
        let (kept, others): (Vec<&Part<'_>>, Vec<_>) = dice.iter().partition(|(part, _)| is_kept(part));
        let others = others.iter().map(|(part, _)| self.pool(part)).collect::<Option<Vec<_>>>()?;
        let kept = kept.iter().map(|(part, _)| self.pool(part)).collect::<Option<Vec<_>>>()?;
        let (counted, mut others): (Vec<Said>, Vec<Said>) =
            others.into_iter().partition(|pool| pool.binds == Binds::Count);
        others.sort_by_key(Said::is_closed);
        let is_clear = others.iter().skip(1).all(Said::is_closed) && kept.iter().all(|k| k.binds == Binds::Reaching);
        if !is_clear || counted.len() > 1 || kept.len() > 1 {
            return None;
        }
        others.into_iter().chain(counted).chain(kept).map(Some).reduce(|all, pool| beside(&all?, &pool?))?
    }

    fn pool(&self, expr: &Expr) -> Option<Said> {
        match &expr.kind {
            ExprKind::Dice { count, kind } => self.kind(count, *kind),
            ExprKind::Keep { rule, count, dice } => self.kept(*rule, count, dice),
            ExprKind::Name(_) => Some(Said::new(self.label(expr)?, Binds::Closed)),
            ExprKind::Wielded { fallback, .. } if is_zero(fallback) => {
                Some(Said::new(self.label(expr)?, Binds::Closed))
            }
            // What is held is said with what takes its place.
            ExprKind::Wielded { fallback, .. } => {
                let other = self.pool(fallback).filter(Said::is_closed)?;
                self.held(expr, &other)
            }
            ExprKind::Change { rule, count, bound } => self.change(*rule, count, bound),
            ExprKind::Number(_)
            | ExprKind::Symbol(_)
            | ExprKind::Bool(_)
            | ExprKind::Negate(_)
            | ExprKind::Not(_)
            | ExprKind::Binary(..)
            | ExprKind::Chain(..)
            | ExprKind::If(..)
            | ExprKind::Call(..)
            | ExprKind::Query(..)
            | ExprKind::Table(..) => None,
        }
    }

    /// `3d12`, `REF d4`, `REF 2d4`, `as many d12 as 2 + Instinct`, `best 2 of 3d10`
    fn kind(&self, count: &Expr, kind: DieKind) -> Option<Said> {
        let die = kind.die();
        let number = self.number(count)?;
        let dice = match (&count.kind, number.binds) {
            (ExprKind::Number(figure), _) if figure.is_whole() => {
                Said::new(format!("{}{die}", number.words), Binds::Closed)
            }
            (ExprKind::Name(_) | ExprKind::Query(..) | ExprKind::Wielded { .. }, Binds::Closed) => {
                let gap = if self.figure_of(count).is_some() { "" } else { " " };
                Said::new(format!("{}{gap}{die}", number.words), Binds::Closed)
            }
            (_, Binds::Cases) => return None,
            _ => Said::new(format!("as many {die} as {}", number.words), Binds::Count),
        };
        let binds = if dice.is_closed() { Binds::Reaching } else { Binds::Count };
        let kept = |word: &str, n: u32| Some(Said::new(format!("{} of {}", chosen(word, n), dice.words), binds));
        match kind.keep {
            Keep::All => Some(dice),
            Keep::Highest(n) => kept("best", n),
            Keep::Lowest(n) => kept("lowest", n),
        }
    }

    /// `best 2 of BOD d8 + 3d4`
    fn kept(&self, rule: KeepRule, count: &Expr, dice: &Expr) -> Option<Said> {
        let ExprKind::Number(number) = &count.kind else { return None };
        let count = u32::try_from(number.to_i64()?).ok()?;
        let (dice, numbers) = self.divided(parts(dice))?;
        // Keeping from dice of which some were kept is said of one pool at a time.
        let is_plain =
            |(part, _): &Part<'_>| matches!(part.kind, ExprKind::Dice { kind, .. } if kind.keep == Keep::All);
        if !numbers.is_empty() || dice.is_empty() || !dice.iter().all(is_plain) {
            return None;
        }
        let pools = self.pools(&dice)?;
        let binds = if pools.binds == Binds::Count { Binds::Count } else { Binds::Steps };
        let of = |word| Some(Said::new(format!("{} of {}", chosen(word, count), pools.words), binds));
        match rule {
            KeepRule::Highest => of("best"),
            KeepRule::Lowest => of("lowest"),
            KeepRule::DropHighest => pools.then(&format!("without the {}", chosen("best", count))),
            KeepRule::DropLowest => pools.then(&format!("without the {}", chosen("lowest", count))),
        }
    }

    /// `2 dice more, d12 where there are none`, `as many dice fewer as Wounds, at least 1 left`
    fn change(&self, rule: ChangeRule, count: &Expr, bound: &Expr) -> Option<Said> {
        let (word, bound) = match rule {
            ChangeRule::Bonus => {
                let ExprKind::Dice { kind, .. } = &bound.kind else { return None };
                ("more", format!(", {} where there are none", kind.die()))
            }
            ChangeRule::Penalty if is_zero(bound) => ("fewer", String::new()),
            ChangeRule::Penalty => {
                let least = self.number(bound).filter(Said::is_closed)?;
                ("fewer", format!(", at least {} left", least.words))
            }
        };
        let said = self.number(count).filter(Said::is_short)?;
        let words = if let ExprKind::Number(number) = &count.kind {
            let dice = if *number == Number::whole(1) { "die" } else { "dice" };
            format!("{} {dice} {word}", said.words)
        } else {
            format!("as many dice {word} as {}", said.words)
        };
        Some(Said::new(words + &bound, Binds::Cases))
    }
}
