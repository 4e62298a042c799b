//! Saying a formula to people: `half of SR rounded down`, `Roll as many d12 as 2 + Instinct; add PWR`.
//!
//! **In** a formula in which rulings are decided, and the frame that knows what its names are called. **Out** one line in the
//! words of a game: no function, no bracket, no sign that only the language of formulas has. What is said has one reading: a
//! comma sets off a step that is done to all before it, a semicolon ends what is counted, words that reach on stand last.
//! Nothing is said of a formula that has no such line; then its author says it. [`super::readable`] writes any formula exactly,
//! for those who want to follow it.
//!
//! `number` says sums and what is done to them, `roll` dice, `cases` what depends on a condition, `summand` a term with figures.

mod cases;
mod number;
mod roll;
mod summand;

pub use summand::{Summand, sum_in_words};

use super::ast::{BinaryOp, Expr, ExprKind};
use super::display::readable;
use super::eval::eval;
use super::frame::Frame;
use super::kind::kind;
use crate::number::Number;
use crate::value::{Type, Value, words_of};

/// The formula as a line of its own: `Roll as many d12 as 2 + Instinct; add PWR`. Nothing when no line says it clearly.
pub fn said(expr: &Expr, frame: &dyn Frame) -> Option<String> {
    Speaker { frame, with_values: false }.line(expr)
}

/// The formula as part of a sentence: `as many d12 as 2 + Instinct; + PWR`. Nothing when no words say it clearly.
pub fn said_in_sentence(expr: &Expr, frame: &dyn Frame) -> Option<String> {
    Speaker { frame, with_values: false }.phrase(expr).map(|said| said.words)
}

/// The formula as part of a sentence; where no words say it clearly, as it is written.
pub fn told(expr: &Expr, frame: &dyn Frame) -> String {
    said_in_sentence(expr, frame).unwrap_or_else(|| readable(expr, frame))
}

struct Speaker<'a> {
    frame: &'a dyn Frame,
    /// Whether the value of each name stands behind it.
    with_values: bool,
}

/// Words, and how they bind.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    words: String,
    binds: Binds,
}

/// How words bind to what is said before and behind them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binds {
    /// A name or a figure: anything may be done with it.
    Closed,
    /// `15 × LVL`: a summand as it is.
    Product,
    /// `half of SR`: nothing can be added behind it without a comma, but it can be rounded.
    Share,
    /// `half of SR rounded down`: nothing can be added or done behind it without a comma.
    Reaching,
    /// `the higher of REF and PER`: as what reaches on, but a factor can stand before it.
    Joined,
    /// `4 + AGI − END`
    Sum,
    /// `PWR + VIT, halved`: steps, each done to all before it.
    Steps,
    /// `as many d12 as 2 + Instinct`: only a semicolon ends what is counted.
    Count,
    /// `2 when tired, otherwise 1`: nothing can be done with it any more.
    Cases,
}

impl Said {
    fn new(words: impl Into<String>, binds: Binds) -> Self {
        Self { words: words.into(), binds }
    }

    /// The same with a step that is done to all of it.
    fn then(&self, step: &str) -> Option<Self> {
        match self.binds {
            Binds::Cases => None,
            Binds::Count => Some(Self::new(format!("{}; {step}", self.words), Binds::Count)),
            Binds::Closed
            | Binds::Product
            | Binds::Share
            | Binds::Reaching
            | Binds::Joined
            | Binds::Sum
            | Binds::Steps => Some(Self::new(format!("{}, {step}", self.words), Binds::Steps)),
        }
    }

    fn is_closed(&self) -> bool {
        self.binds == Binds::Closed
    }

    /// Whether it is said without a comma, so that words can stand behind it that are about all of it.
    fn is_short(&self) -> bool {
        !matches!(self.binds, Binds::Steps | Binds::Count | Binds::Cases)
    }
}

/// One summand, and whether it is taken away.
type Part<'e> = (&'e Expr, bool);

/// The parts of a sum.
fn parts(expr: &Expr) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    collect(expr, false, &mut parts);
    parts
}

impl Speaker<'_> {
    fn line(&self, expr: &Expr) -> Option<String> {
        if self.is_roll(expr) { self.roll_line(expr) } else { self.phrase(expr).map(|said| said.words) }
    }

    fn phrase(&self, expr: &Expr) -> Option<Said> {
        if self.is_roll(expr) {
            return self.roll(expr);
        }
        if let Some(said) = self.headed(expr).or_else(|| self.held_alone(expr)) {
            return Some(said);
        }
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Power, ..) => self.number(expr),
            ExprKind::Not(_) | ExprKind::Binary(..) => self.condition(expr),
            ExprKind::Chain(_, rest) if joins(rest[0].0) => self.condition(expr),
            ExprKind::Bool(_) => self.condition(expr),
            ExprKind::Name(_) if kind(expr, self.frame) == Type::Bool => self.condition(expr),
            ExprKind::Number(_)
            | ExprKind::Symbol(_)
            | ExprKind::Name(_)
            | ExprKind::Negate(_)
            | ExprKind::Chain(..)
            | ExprKind::If(..)
            | ExprKind::Call(..)
            | ExprKind::Query(..)
            | ExprKind::Wielded { .. }
            | ExprKind::Table(..)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Change { .. } => self.number(expr),
        }
    }

    /// Whether dice may be among it.
    fn is_roll(&self, expr: &Expr) -> bool {
        kind(expr, self.frame) == Type::Dice
    }

    /// `Range, or 4 + FNE if none`: what is held, and what takes its place.
    fn held(&self, expr: &Expr, other: &Said) -> Option<Said> {
        Said::new(self.label(expr)?, Binds::Closed).then(&format!("or {} if none", other.words))
    }

    /// `Range, or 4 + FNE`: where nothing is said behind it, a unit may stand there.
    fn held_alone(&self, expr: &Expr) -> Option<Said> {
        let ExprKind::Wielded { fallback, .. } = &expr.kind else { return None };
        let other = if is_zero(fallback) { None } else { self.number(fallback) };
        let other = other.filter(|said| matches!(said.binds, Binds::Closed | Binds::Product | Binds::Sum))?;
        Said::new(self.label(expr)?, Binds::Closed).then(&format!("or {}", other.words))
    }

    /// The label of a name, a query or a field.
    fn label(&self, expr: &Expr) -> Option<String> {
        let label = if let ExprKind::Name(name) = &expr.kind {
            self.frame.label(name)
        } else if let ExprKind::Query(query, words) = &expr.kind {
            let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
            self.frame.query_label(*query, &words)
        } else if let ExprKind::Wielded { field, .. } = &expr.kind {
            self.frame.field_label(&field.0)
        } else {
            return None;
        };
        Some(match self.figure_of(expr) {
            Some(figure) => format!("{label} {figure}"),
            None => label,
        })
    }

    /// The value that stands behind a name, where values are told.
    fn figure_of(&self, name: &Expr) -> Option<String> {
        let value = if self.with_values { eval(name, self.frame).ok() } else { None };
        // A name that is true says so by itself.
        let value = value.filter(|value| !matches!(value, Value::Bool(_)));
        Some(words_of(&value?.printed()?))
    }
}

/// Splits at plus and minus signs.
fn collect<'e>(expr: &'e Expr, is_negative: bool, parts: &mut Vec<Part<'e>>) {
    match expr.summands() {
        Some(inner) => inner.into_iter().for_each(|(part, is_taken)| collect(part, is_negative != is_taken, parts)),
        None if is_zero(expr) => {}
        None => parts.push((expr, is_negative)),
    }
}

/// Whether it is nothing: 0, or no dice.
fn is_zero(expr: &Expr) -> bool {
    if let ExprKind::Dice { count, .. } = &expr.kind {
        return is_zero(count);
    }
    matches!(&expr.kind, ExprKind::Number(number) if *number == Number::ZERO)
}

fn joins(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::And | BinaryOp::Or)
}

/// A part of a formula that stands for what is made here.
fn made(kind: ExprKind, like: &Expr) -> Expr {
    Expr { kind, at: like.at.clone() }
}

#[cfg(test)]
mod tests {
    use super::super::frame::Verbatim;
    use super::super::parse::parse;
    use super::*;

    fn line(text: &str) -> String {
        said(&parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}")), &Verbatim).unwrap_or_default()
    }

    #[test]
    fn rolls_are_said_as_what_to_do() {
        for (formula, wanted) in [
            ("2d12", "Roll 2d12"),
            ("(2 + instinct)d12 + power", "Roll as many d12 as 2 + instinct; add power"),
            ("(body)d4 + (ranks)d8 + (weapon + 1)d6!", "Roll body d4 + ranks d8 + as many d6\u{2726} as weapon + 1"),
            ("1d20 - burden", "Roll 1d20; subtract burden"),
            ("-2d6 + power", ""),
            ("2d12 - burden + power", "Roll 2d12; add power \u{2212} burden"),
            ("highest(2, (2 + levels)d10) + ref", "Roll best 2 of as many d10 as 2 + levels; add ref"),
            ("(2 + levels)d10kl2", "Roll lowest 2 of as many d10 as 2 + levels"),
            ("3d10kh2", "Roll best 2 of 3d10"),
            ("(max(ref, per))d4 + (ranks)d8", "Roll ranks d8 + as many d4 as the higher of ref and per"),
            ("1d20 + if(trained > 0, 2, 1)", "Roll 1d20; add 2 when trained is above 0, otherwise 1"),
            ("if(calm > 0, 2d10, 1d10) + wit", "Roll 2d10 when calm is above 0, otherwise 1d10; add wit"),
            ("penalty_dice(wounds, 1)", "as many dice fewer as wounds, at least 1 left"),
        ] {
            assert_eq!(line(formula), wanted, "{formula}");
        }
    }

    #[test]
    fn numbers_are_said_without_functions_and_brackets() {
        for (formula, wanted) in [
            ("floor(speed / 2)", "half of speed rounded down"),
            ("4 + floor(agility / 6)", "4 + a sixth of agility rounded down"),
            ("floor(speed / 2) + floor(wit / 3)", "half of speed rounded down, + a third of wit rounded down"),
            ("floor((power + vitality) / 2)", "power + vitality, halved, rounded down"),
            ("4 + floor((power + vitality) / 2)", "power + vitality, halved, rounded down, + 4"),
            ("max(0, move - shorter)", "move \u{2212} shorter, at least 0"),
            ("max(ref, per)", "the higher of ref and per"),
            ("max(ref, per) - 1", "the higher of ref and per, \u{2212} 1"),
            ("floor(body / 2) + 1 + ranks", "1 + ranks + half of body rounded down"),
            ("2 * level", "twice level"),
            ("15 * level + vitality", "15 \u{d7} level + vitality"),
            ("floor((rolled - defense) / 3)", "rolled \u{2212} defense, divided by 3, rounded down"),
            ("(48 + wit + power) * 3", "48 + wit + power, times 3"),
            ("a - (b + c)", "a \u{2212} b \u{2212} c"),
            ("levels - max(0, 2 - rank)", ""),
            ("8 + max(0, size)", "8, + size when above 0"),
            ("clamp(wit, 1, 6)", "wit, at least 1, at most 6"),
            ("-ceil(ap / 2)", "half of ap rounded up, with a minus sign"),
            ("6 * abs(limbs - 4)", "6 \u{d7} the difference between limbs and 4"),
            ("2 * level * wit", "2 \u{d7} level \u{d7} wit"),
        ] {
            assert_eq!(line(formula), wanted, "{formula}");
        }
    }

    #[test]
    fn cases_come_last_and_say_what_decides() {
        for (formula, wanted) in [
            ("if(style == 'piercing', 2, 0)", "2 when style is piercing, otherwise 0"),
            (
                "if(levels < 0, 1, if(levels >= 3, 5, 2))",
                "1 when levels is below 0, otherwise 5 when levels is at least 3, otherwise 2",
            ),
            ("wit + if(trained > 0 and not tired, 2, 0)", "wit, + 2 when trained is above 0 and not tired"),
            ("wit - if(rank('dodge') > 0, 0, 1)", "wit, \u{2212} 1 when you have no rank in rank('dodge')"),
            ("if(low and (a < 1 or b > 2), 3, 0)", "3 when low and either a is below 1 or b is above 2, otherwise 0"),
            ("if(style == 'Blunt' or style == 'Keen', wit, 0)", "wit when style is Blunt or Keen, otherwise 0"),
            (
                "if(calm and (style == 'Blunt' or style == 'Keen'), wit, 0)",
                "wit when calm and either style is Blunt or Keen, otherwise 0",
            ),
            ("if(style == 'Blunt', wit + 1, 2 * wit)", "Blunt: wit + 1; otherwise twice wit"),
            ("if(style != 'Blunt', wit, 0)", "Blunt: 0; otherwise wit"),
            ("parry * if(calm, 2, 1)", "twice parry when calm, otherwise parry"),
        ] {
            assert_eq!(line(formula), wanted, "{formula}");
        }
    }
}
