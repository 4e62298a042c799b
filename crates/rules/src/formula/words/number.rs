//! Numbers in words: sums, shares, and steps that are done to all before them.

use super::super::ast::{BinaryOp, Expr, ExprKind, Function};
use super::cases::Case;
use super::{Binds, Part, Said, Speaker, is_zero, parts};
use crate::value::words_of;

/// What is done to something that is taken away from nothing.
const TURNED: &str = "with a minus sign";

/// The parts of a sum by how they are said.
#[derive(Default)]
pub(super) struct Sum {
    /// Said as they are, with a sign.
    plain: Vec<(Said, bool)>,
    /// They reach on behind themselves.
    reaching: Vec<(Said, bool)>,
    /// One that comes first, since it is done in steps.
    steps: Option<Said>,
    /// Added in some cases.
    cases: Vec<(Case, bool)>,
}

impl Sum {
    /// Adds one summand; hands it back where it cannot be said as one.
    pub(super) fn add(&mut self, said: Said, is_negative: bool) -> Result<(), Said> {
        match said.binds {
            Binds::Closed | Binds::Product => self.plain.push((said, is_negative)),
            Binds::Share | Binds::Reaching | Binds::Joined => self.reaching.push((said, is_negative)),
            Binds::Steps | Binds::Count if self.steps.is_none() && !is_negative => self.steps = Some(said),
            Binds::Steps | Binds::Count | Binds::Cases | Binds::Sum => return Err(said),
        }
        Ok(())
    }

    /// All of it but the cases; empty where there is nothing else.
    pub(super) fn said(self) -> Option<Said> {
        let (plain, mut reaching) = (positive_first(self.plain), positive_first(self.reaching));
        let is_added = |parts: &[(Said, bool)]| parts.first().is_some_and(|(_, is_negative)| !is_negative);
        let mut said = match self.steps {
            Some(steps) if plain.is_empty() => steps,
            Some(steps) => steps.then(&signs(&plain))?,
            // Nothing begins with a minus sign that can begin with what is added.
            None if !plain.is_empty() && !is_added(&plain) && is_added(&reaching) => {
                reaching.remove(0).0.then(&signs(&plain))?
            }
            None => unsigned(&plain),
        };
        for (part, is_negative) in reaching {
            let sign = if is_negative { "\u{2212}" } else { "+" };
            said = match (said.words.is_empty(), said.binds) {
                // A sign before it would seem to be done before it is rounded.
                (true, _) if is_negative => part.then(TURNED)?,
                (true, _) => part,
                (false, Binds::Sum | Binds::Closed | Binds::Product) => {
                    Said::new(format!("{} {sign} {}", said.words, part.words), Binds::Reaching)
                }
                (false, _) => said.then(&format!("{sign} {}", part.words))?,
            };
        }
        Some(said)
    }
}

impl Speaker<'_> {
    /// A number, a word, or what it is in each case.
    pub(super) fn number(&self, expr: &Expr) -> Option<Said> {
        self.sum(&parts(expr))
    }

    /// `4 + AGI − END`. What reaches on behind itself (`half of AGI`) stands last, what depends on something behind it.
    pub(super) fn sum(&self, parts: &[Part<'_>]) -> Option<Said> {
        match parts {
            [] => return Some(Said::new("0", Binds::Closed)),
            [(part, false)] => match Case::of(part) {
                Some(case) => return self.cases(&case, "0", &|expr| self.number(expr)),
                None => return self.term(part),
            },
            _ => {}
        }
        let mut sum = self.sorted(parts)?;
        let cases = std::mem::take(&mut sum.cases);
        let mut said = sum.said()?;
        for (case, is_negative) in cases {
            let step = self.case_step(&case, is_negative)?;
            said =
                if said.words.is_empty() { Said::new(format!("0, {step}"), Binds::Steps) } else { said.then(&step)? };
        }
        Some(said)
    }

    fn sorted(&self, parts: &[Part<'_>]) -> Option<Sum> {
        let mut sum = Sum::default();
        for (part, is_negative) in parts {
            if let Some(case) = Case::of(part).or_else(|| Case::above(part)) {
                sum.cases.push((case, *is_negative));
                continue;
            }
            sum.add(self.term(part)?, *is_negative).ok()?;
        }
        Some(sum)
    }

    /// A sum of which every part has its sign: `+ PWR − 2`. Only what is said without a comma has such signs.
    pub(super) fn signed(&self, parts: &[Part<'_>]) -> Option<String> {
        let Sum { plain, reaching, steps, cases } = self.sorted(parts)?;
        let all: Vec<_> = positive_first(plain).into_iter().chain(reaching).collect();
        let reach = all.iter().filter(|(said, _)| matches!(said.binds, Binds::Share | Binds::Reaching)).count();
        (steps.is_none() && cases.is_empty() && reach < 2 && !all.is_empty()).then(|| signs(&all))
    }

    /// `LVL squared`; other powers have no words.
    fn power(&self, base: &Expr, exponent: &Expr) -> Option<Said> {
        let word = match figure(exponent)? {
            2 => "squared",
            3 => "cubed",
            _ => return None,
        };
        let base = self.number(base).filter(Said::is_closed)?;
        Some(Said::new(format!("{} {word}", base.words), Binds::Product))
    }

    /// One summand.
    fn term(&self, expr: &Expr) -> Option<Said> {
        match &expr.kind {
            ExprKind::Number(number) if number.is_negative() => None,
            ExprKind::Number(number) => Some(Said::new(number.mixed(), Binds::Closed)),
            ExprKind::Symbol(word) => Some(Said::new(words_of(word), Binds::Closed)),
            ExprKind::Bool(truth) => Some(Said::new(if *truth { "yes" } else { "no" }, Binds::Closed)),
            ExprKind::Name(_) | ExprKind::Query(..) => Some(Said::new(self.label(expr)?, Binds::Closed)),
            ExprKind::Wielded { fallback, .. } if is_zero(fallback) => {
                Some(Said::new(self.label(expr)?, Binds::Closed))
            }
            ExprKind::Wielded { fallback, .. } => {
                let other = self.number(fallback)?;
                let is_clear = matches!(other.binds, Binds::Closed | Binds::Product | Binds::Sum);
                if is_clear { self.held(expr, &other) } else { None }
            }
            ExprKind::Chain(..) | ExprKind::Negate(_) if expr.summands().is_some() => self.number(expr),
            ExprKind::Chain(first, rest) => self.product(first, rest),
            ExprKind::Call(function, arguments) => self.call(*function, arguments),
            ExprKind::Table(subject, rows) => self.table(subject, rows),
            ExprKind::Binary(BinaryOp::Power, base, exponent) => self.power(base, exponent),
            ExprKind::If(..)
            | ExprKind::Negate(_)
            | ExprKind::Not(_)
            | ExprKind::Binary(..)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Change { .. } => None,
        }
    }

    /// `15 × LVL`, `half of SR`, `PWR + VIT, halved`
    fn product(&self, first: &Expr, rest: &[(BinaryOp, Expr)]) -> Option<Said> {
        let factor = |expr: &Expr| Some(Factor { said: self.number(expr)?, figure: figure(expr) });
        let mut all = factor(first)?;
        for (op, part) in rest {
            let factor = factor(part)?;
            let said = match op {
                // Of two factors the closed one is said behind the other.
                BinaryOp::Multiply if all.said.is_closed() && !factor.said.is_closed() => {
                    times(&factor, &all, rest.len())?
                }
                BinaryOp::Multiply => times(&all, &factor, rest.len())?,
                BinaryOp::Divide => divided(&all.said, &factor)?,
                BinaryOp::Add
                | BinaryOp::Subtract
                | BinaryOp::Power
                | BinaryOp::Equal
                | BinaryOp::NotEqual
                | BinaryOp::Less
                | BinaryOp::LessOrEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterOrEqual
                | BinaryOp::And
                | BinaryOp::Or => return None,
            };
            all = Factor { said, figure: None };
        }
        Some(all.said)
    }

    fn call(&self, function: Function, arguments: &[Expr]) -> Option<Said> {
        match function {
            Function::Floor => rounded(&self.number(&arguments[0])?, "rounded down"),
            Function::Ceil => rounded(&self.number(&arguments[0])?, "rounded up"),
            Function::Round => rounded(&self.number(&arguments[0])?, "rounded"),
            Function::Abs => self.distance(&arguments[0]),
            Function::Clamp => {
                let bound = |n: usize| self.number(&arguments[n]).filter(Said::is_closed);
                let above = self.number(&arguments[0])?.then(&format!("at least {}", bound(1)?.words))?;
                above.then(&format!("at most {}", bound(2)?.words))
            }
            Function::Max => self.best(arguments, "at least", ["higher", "highest"]),
            Function::Min => self.best(arguments, "at most", ["lower", "lowest"]),
            // As a whole it is a sum, whose parts are said.
            Function::Sum | Function::DiceIn | Function::SidesIn | Function::PointsIn => None,
        }
    }

    /// `the difference between limbs and 4`; of anything but a difference, `without its sign`.
    fn distance(&self, expr: &Expr) -> Option<Said> {
        if let [(a, false), (b, true)] | [(b, true), (a, false)] = &parts(expr)[..]
            && let (Some(a), Some(b)) = (self.term(a), self.term(b))
            && [&a, &b].into_iter().all(|side| matches!(side.binds, Binds::Closed | Binds::Product))
        {
            let words = format!("the difference between {} and {}", a.words, b.words);
            return Some(Said::new(words, Binds::Joined));
        }
        self.number(expr)?.then("without its sign")
    }

    /// `move − shorter, at least 0`, `the higher of REF and PER`
    fn best(&self, arguments: &[Expr], bound: &str, [of_two, of_all]: [&str; 2]) -> Option<Said> {
        let is_figure = |expr: &Expr| matches!(expr.kind, ExprKind::Number(number) if !number.is_negative());
        let mut said = arguments.iter().map(|part| self.number(part)).collect::<Option<Vec<_>>>()?;
        if let [a, b] = arguments {
            if is_figure(a) {
                return said[1].then(&format!("{bound} {}", said[0].words));
            }
            if is_figure(b) {
                return said[0].then(&format!("{bound} {}", said[1].words));
            }
        }
        // Only the first may be a sum: what follows would take in what is added behind.
        said.sort_by_key(|part| part.binds != Binds::Sum);
        let is_clear = |(place, part): (usize, &Said)| match part.binds {
            Binds::Closed | Binds::Product => true,
            Binds::Sum => place == 0,
            Binds::Share | Binds::Reaching | Binds::Joined | Binds::Steps | Binds::Count | Binds::Cases => false,
        };
        let (last, others) = said.split_last()?;
        if others.is_empty() {
            return Some(last.clone());
        }
        if !said.iter().enumerate().all(is_clear) {
            return None;
        }
        let word = if said.len() == 2 { of_two } else { of_all };
        let others: Vec<&str> = others.iter().map(|part| part.words.as_str()).collect();
        Some(Said::new(format!("the {word} of {} and {}", others.join(", "), last.words), Binds::Joined))
    }

    /// `by LVL: 1 from 1, 2 from 5`
    fn table(&self, subject: &Expr, rows: &[(Expr, Expr)]) -> Option<Said> {
        let closed = |expr: &Expr| Some(self.number(expr).filter(Said::is_closed)?.words);
        let row = |(key, value): &(Expr, Expr)| Some(format!("{} from {}", closed(value)?, closed(key)?));
        let rows = rows.iter().map(row).collect::<Option<Vec<_>>>()?;
        Some(Said::new(format!("by {}: {}", closed(subject)?, rows.join(", ")), Binds::Cases))
    }
}

/// A factor, with its figure where the formula has it as a whole number.
struct Factor {
    said: Said,
    figure: Option<i64>,
}

/// The whole number that a formula is.
fn figure(expr: &Expr) -> Option<i64> {
    let ExprKind::Number(number) = &expr.kind else { return None };
    number.to_i64()
}

/// Both multiplied; of several `others` in a row, none is said to be twice another.
fn times(all: &Factor, factor: &Factor, others: usize) -> Option<Said> {
    let (said, by) = (&all.said, &factor.said);
    if !by.is_closed() {
        return None;
    }
    match (said.binds, all.figure, factor.figure) {
        (Binds::Closed, Some(1), _) => Some(by.clone()),
        (_, _, Some(1)) => Some(said.clone()),
        (Binds::Closed, Some(2), _) if others == 1 => Some(Said::new(format!("twice {}", by.words), Binds::Reaching)),
        (Binds::Closed | Binds::Joined, _, Some(2)) if others == 1 => {
            Some(Said::new(format!("twice {}", said.words), Binds::Reaching))
        }
        (Binds::Joined, ..) => Some(Said::new(format!("{} \u{d7} {}", by.words, said.words), Binds::Joined)),
        (Binds::Closed | Binds::Product, ..) => {
            Some(Said::new(format!("{} \u{d7} {}", said.words, by.words), Binds::Product))
        }
        (Binds::Share | Binds::Reaching | Binds::Sum | Binds::Steps, ..) => said.then(&format!("times {}", by.words)),
        (Binds::Count | Binds::Cases, ..) => None,
    }
}

fn divided(said: &Said, by: &Factor) -> Option<Said> {
    if !by.said.is_closed() {
        return None;
    }
    match (said.binds, by.figure.and_then(share)) {
        (Binds::Closed, Some(share)) => Some(Said::new(format!("{share} of {}", said.words), Binds::Share)),
        (Binds::Closed | Binds::Product, _) => {
            Some(Said::new(format!("{} \u{f7} {}", said.words, by.said.words), Binds::Product))
        }
        (Binds::Count, _) => None,
        (_, _) if by.figure == Some(2) => said.then("halved"),
        (Binds::Share | Binds::Reaching | Binds::Joined | Binds::Sum | Binds::Steps | Binds::Cases, _) => {
            said.then(&format!("divided by {}", by.said.words))
        }
    }
}

fn rounded(said: &Said, how: &str) -> Option<Said> {
    match said.binds {
        Binds::Closed | Binds::Product | Binds::Share => {
            Some(Said::new(format!("{} {how}", said.words), Binds::Reaching))
        }
        Binds::Reaching | Binds::Joined | Binds::Sum | Binds::Steps => said.then(how),
        Binds::Count | Binds::Cases => None,
    }
}

/// A sum begins with what is added, where anything is.
fn positive_first(mut parts: Vec<(Said, bool)>) -> Vec<(Said, bool)> {
    if let Some(first) = parts.iter().position(|(_, is_negative)| !is_negative) {
        parts[..=first].rotate_right(1);
    }
    parts
}

/// `+ PWR − 2`
fn signs(parts: &[(Said, bool)]) -> String {
    let sign = |is_negative: bool| if is_negative { '\u{2212}' } else { '+' };
    let signed = parts.iter().map(|(said, is_negative)| format!("{} {}", sign(*is_negative), said.words));
    signed.collect::<Vec<_>>().join(" ")
}

/// `PWR − 2`; empty where there is nothing.
fn unsigned(parts: &[(Said, bool)]) -> Said {
    match parts {
        [] => Said::new("", Binds::Sum),
        [(only, false)] => only.clone(),
        [(first, is_negative), rest @ ..] => {
            let sign = if *is_negative { "\u{2212}" } else { "" };
            let gap = if rest.is_empty() { "" } else { " " };
            Said::new(format!("{sign}{}{gap}{}", first.words, signs(rest)), Binds::Sum)
        }
    }
}

/// `half`, `a third`: what is left of something that is divided by a small number.
fn share(by: i64) -> Option<&'static str> {
    Some(match by {
        2 => "half",
        3 => "a third",
        4 => "a quarter",
        5 => "a fifth",
        6 => "a sixth",
        8 => "an eighth",
        10 => "a tenth",
        _ => return None,
    })
}
